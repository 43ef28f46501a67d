//! A figure dragged over the table: the line that brings it there, or as near as it may come, and how far it could go at all.

use crate::battle::Battle;
use crate::choice::{Choice, Entry, Line, MoveEntry};
use crate::deny::{Fault, Faults};
use crate::ground::Grade;
use crate::listing::is_fresh;
use crate::moves::Seen;
use crate::position::{Id, NOBODY, Phase, Position, Ride};
use crate::troops::{Chit, Pace};
use board::scene::{Area, Drag, Need};
use board::table::{Angle, Distance, Point, Stance, Way, inches};
use board::{Place, Shape};
use kernel::{Cite, Refusal, Rules, Side};

/// Nearer than this is there.
const THERE: i32 = 120;
/// An enemy so near to where it is dragged is meant.
const MEANT: i32 = 500;

impl Battle {
    pub fn dragged(&self, p: &Position, side: Side, who: Id, to: &Place) -> Result<Drag, Refusal> {
        let Place::Table(pose) = *to else {
            return Err(Refusal::new(
                "NoSuchPlace",
                Cite::NONE,
                "There are no hexes on a table.",
            ));
        };
        let wanted = self.table.stance(pose).ok_or(Fault::OffTable)?;
        // What holds whatever the way: its turn, its state, its chit.
        self.check(
            p,
            side,
            &Choice::Line(Line::Move(Entry {
                who,
                what: self.still(p, who)?,
            })),
        )?;
        let enemy = self.standing_enemies(p, who).find(|enemy| {
            let other = p.figure(*enemy);
            other.at.within(other.radius() + MEANT, wanted.at)
        });
        if let Some(enemy) = enemy.filter(|_| p.figure(who).has(Chit::Melee))
            && let Some(what) = self.against(p, who, enemy, true, &Seen::default())
        {
            return Ok(self.told(p, who, what, None));
        }
        self.drag_to(p, who, wanted.at)
    }

    /// A move that goes nowhere, to ask whether it may move at all.
    fn still(&self, p: &Position, who: Id) -> Result<MoveEntry, Refusal> {
        let figure = p.figures.get(usize::from(who)).ok_or(Fault::UnknownFigure)?;
        Ok(match figure.mounted() {
            true => MoveEntry::Ride(Ride {
                gait: Pace::Walk,
                first: 0,
                distance: 0,
                half_way: 0,
                target: NOBODY,
            }),
            false => MoveEntry::Face(figure.facing),
        })
    }

    fn drag_to(&self, p: &Position, who: Id, to: Point) -> Result<Drag, Refusal> {
        let from = p.figure(who).at;
        let Some((way, length)) = Way::between(from, to) else {
            return Ok(self.told(p, who, self.still(p, who)?, None));
        };
        let entry = |length: i32, pace: Pace| {
            let to = from.plus(way.shift(length));
            match p.figure(who).mounted() {
                true => MoveEntry::Ride(self.ride_to(p, who, to, pace)),
                false => MoveEntry::Path(pace, vec![to], None),
            }
        };
        // The slowest that comes there; else whatever comes nearest.
        let paces = self.paces(p, who);
        let whole = paces.iter().rev().map(|pace| entry(length, *pace));
        if let Some(what) = whole.into_iter().find(|what| self.why_no_way(p, who, what).is_none()) {
            let end = self.end_of(p, who, &what).at;
            let short = (!end.within(THERE, to)).then(|| Fault::Turn.into());
            return Ok(self.told(p, who, what, short));
        }
        let mut refusal: Option<Fault> = None;
        for pace in paces {
            refusal = refusal.max(self.why_no_way(p, who, &entry(length, *pace)));
        }
        let mut best: Option<(i32, MoveEntry)> = None;
        for pace in paces.iter().rev() {
            let (mut good, mut bad) = (0, length);
            while bad - good > 20 {
                let middle = (good + bad) / 2;
                match self.why_no_way(p, who, &entry(middle, *pace)) {
                    None => good = middle,
                    Some(_) => bad = middle,
                }
            }
            if good > best.as_ref().map_or(0, |(far, _)| *far) {
                best = Some((good, entry(good, *pace)));
            }
        }
        let why = refusal.unwrap_or(Fault::TooFar);
        match best {
            Some((_, what)) => Ok(self.told(p, who, what, Some(why.into()))),
            None => Err(why.into()),
        }
    }

    fn why_no_way(&self, p: &Position, who: Id, entry: &MoveEntry) -> Option<Fault> {
        let mut faults = Faults::default();
        self.check_move(p, who, entry, &mut faults);
        faults.result().err()
    }

    /// A ride that ends at a point, or near it where the horse cannot turn so far (TR-29): a turn before it starts if it stood
    /// or walked, else one half way, by twice the angle at which the point lies.
    fn ride_to(&self, p: &Position, who: Id, to: Point, gait: Pace) -> Ride {
        let figure = p.figure(who);
        let length = Distance::between(figure.at, to).mils();
        let bearing = Angle::bearing(figure.at, to).unwrap_or(figure.facing);
        let turn = figure.facing.turn_to(bearing);
        let (first, half_way) = match is_fresh(figure) {
            true => (turn as i16, 0),
            false => (0, (2 * turn).clamp(-450, 450) as i16),
        };
        let ride = |distance: i32| Ride {
            gait,
            first,
            distance,
            half_way,
            target: NOBODY,
        };
        // Two legs at an angle lead less far than their length.
        let end = self.ride_corners(p, who, &ride(length)).last().copied().unwrap_or(to);
        let far = Distance::between(figure.at, end).mils().max(1);
        ride((i64::from(length) * i64::from(length) / i64::from(far)) as i32)
    }

    fn told(&self, p: &Position, who: Id, what: MoveEntry, short: Option<Refusal>) -> Drag {
        let figure = p.figure(who);
        let end = self.end_of(p, who, &what);
        let mut path = vec![self.shown_at(figure.stance())];
        if let MoveEntry::Ride(ride) = &what
            && let [_, middle, _] = self.ride_corners(p, who, ride).as_slice()
        {
            path.push(self.shown_at(Stance {
                at: *middle,
                facing: figure.facing,
            }));
        }
        path.push(self.shown_at(end));
        let needs = self.needs(p, who, &what);
        let cost = match &what {
            MoveEntry::Face(_) => "turns".into(),
            MoveEntry::Path(pace, ..) | MoveEntry::At(pace, ..) => self.paid(p, who, *pace, end.at),
            MoveEntry::Ride(ride) => self.paid(p, who, ride.gait, end.at),
        };
        Drag {
            choice: self.write(&Choice::Line(Line::Move(Entry { who, what }))),
            to: self.shown_at(end),
            path,
            cost,
            needs,
            chances: Vec::new(),
            short,
        }
    }

    fn paid(&self, p: &Position, who: Id, pace: Pace, to: Point) -> String {
        let far = Distance::between(p.figure(who).at, to).mils();
        let rate = self.rate(p, who, pace, Grade::Level);
        format!("{}: {} of {} in", pace.name(), inches(far), inches(rate))
    }

    /// What it brings with it: checks of morale in a charge, fatigue, whom it meets.
    fn needs(&self, p: &Position, who: Id, what: &MoveEntry) -> Vec<Need> {
        let mut needs = Vec::new();
        let plain = |words: String, cite| Need {
            words,
            cite: Cite(cite),
            basis_points: None,
        };
        let pace = match what {
            MoveEntry::Path(pace, ..) | MoveEntry::At(pace, ..) => *pace,
            MoveEntry::Ride(ride) => ride.gait,
            MoveEntry::Face(_) => Pace::Stood,
        };
        if matches!(pace, Pace::Run | Pace::Gallop) {
            needs.push(plain("It tires".into(), "TR-53"));
        }
        let Some(target) = what.target() else {
            return needs;
        };
        let check = |of: Id, cite| Need {
            words: format!("{} must pass a check of morale", self.card(of).name),
            cite: Cite(cite),
            basis_points: Some(1000 * u32::from(passing(self.morale(p, of)))),
        };
        let aimed = p.figure(target);
        if matches!(what, MoveEntry::Ride(_)) && !aimed.mounted() {
            if self.weapon(p, target).is_spear() {
                needs.push(check(who, "T-05"));
            }
            if aimed.ready() {
                needs.push(check(target, "T-08"));
            }
        }
        needs.push(plain(format!("Comes upon {}", self.card(target).name), "TR-26"));
        needs
    }

    /// How far a figure may go: at each pace on foot or on a horse that may turn first, else the fan of one turn half way.
    pub fn reach_of(&self, p: &Position, who: Id) -> Vec<Area> {
        if p.phase != Phase::Movement || !self.may_move(p, who) {
            return Vec::new();
        }
        let figure = p.figure(who);
        let fresh = !figure.mounted() || is_fresh(figure);
        let area = |pace: &Pace| {
            let radius = self.rate(p, who, *pace, Grade::Level);
            let shape = match fresh {
                true => Shape::Circle {
                    centre: self.shown(figure.at),
                    radius: radius as u32,
                },
                false => {
                    let ride = |half_way: i16| Ride {
                        gait: *pace,
                        first: 0,
                        distance: radius,
                        half_way,
                        target: NOBODY,
                    };
                    let ends = (-9..=9).filter_map(|step| self.ride_corners(p, who, &ride(50 * step)).last().copied());
                    let outline = std::iter::once(figure.at).chain(ends).map(|at| self.shown(at));
                    Shape::Outline {
                        outline: outline.collect(),
                    }
                }
            };
            Area {
                kind: pace.name(),
                side: self.side_of(who),
                piece: Some(self.card(who).id.to_string()),
                shape,
                cite: Cite("TR-32"),
            }
        };
        self.paces(p, who).iter().map(area).collect()
    }
}

/// Faces of the die by which a check of this value is passed (T-16, T-17).
fn passing(value: i8) -> u8 {
    (value - 1).clamp(1, 9) as u8
}
