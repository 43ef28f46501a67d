//! Candidates (TR-64): lines of a commit worth considering, figure by figure, the same for the same position. Never none for a
//! side that is asked.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, Line, MoveEntry, Wish};
use crate::deny::Faults;
use crate::ground::Grade;
use crate::moves::Seen;
use crate::position::{Figure, Id, MOST_FIGURES, NOBODY, Phase, Position, Ride};
use crate::troops::{Chit, Grant, HorseKind, Pace};
use arrayvec::ArrayVec;
use board::table::{Angle, Way};
use kernel::Side;

/// What a unit is about, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    Hold,
    Advance,
    Charge,
    Shoot,
    /// Away from the enemy.
    Retire,
}

impl Battle {
    pub fn own<'a>(&'a self, p: &'a Position, side: Side) -> impl Iterator<Item = Id> + 'a {
        p.ids().filter(move |who| self.side_of(*who) == side)
    }

    /// What may be drawn up for the next figure in turn; when all have had their line, that the commit is ready.
    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let own = p.ids().skip(usize::from(p.told[side.index()]));
        let mut own = own.filter(|who| self.side_of(*who) == side);
        match own.find(|who| self.has_line(p, *who)) {
            Some(who) => self.list_lines(p, who, out),
            None => self.list_end(p, side, out),
        }
    }

    /// Whether this phase asks anything of a figure.
    pub fn has_line(&self, p: &Position, who: Id) -> bool {
        match p.phase {
            Phase::Command => self.may_wish(p, who) && !self.mate(p, who).is_some_and(|mate| mate.wishes),
            Phase::Action => self.gets_chit(p, who),
            Phase::Movement => self.may_move(p, who),
            Phase::Shooting => self.has_shot(p, who) && self.targets(p, who).next().is_some(),
            Phase::Melee => self.may_strike(p, who) && self.touched(p, who).nth(1).is_some(),
            Phase::Over => false,
        }
    }

    /// The other man of his crossbow team.
    pub fn mate<'a>(&self, p: &'a Position, who: Id) -> Option<&'a Figure> {
        self.is_team(p, who).then(|| p.figure(self.card(who).team))
    }

    /// Ready, and the signals that may still be given.
    pub fn list_end(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Ready);
        if p.phase == Phase::Command {
            let units = (0..self.units.len() as u8).filter(|unit| !p.units[usize::from(*unit)].signalled);
            let signals = units.map(|unit| Choice::Line(Line::Wish(Wish::Signal(unit))));
            out.extend(signals.filter(|signal| self.check_commit(p, side, signal).is_ok()));
        }
    }

    /// The lines worth drawing up for a figure.
    pub fn list_lines(&self, p: &Position, who: Id, out: &mut Vec<Choice>) {
        let first = out.len();
        match p.phase {
            Phase::Command => {
                out.push(Choice::Line(Line::Leave(who)));
                out.push(Choice::Line(Line::Wish(Wish::Shoots(who))));
            }
            Phase::Action => {
                let taken = self
                    .mate(p, who)
                    .is_some_and(|mate| mate.chit.is_some_and(Chit::shoots));
                let open = self.open_chits(p, who).filter(|entry| !(taken && entry.chit.shoots()));
                out.extend(open.map(|what| Choice::Line(Line::Chit(Entry { who, what }))));
                if out.len() == first {
                    out.push(Choice::Line(Line::Leave(who)));
                }
            }
            Phase::Movement => {
                out.push(Choice::Line(Line::Leave(who)));
                self.single_moves(p, who, |what| out.push(Choice::Line(Line::Move(Entry { who, what }))));
            }
            Phase::Shooting => {
                out.push(Choice::Line(Line::Leave(who)));
                let targets = self.targets(p, who);
                out.extend(targets.map(|what| Choice::Line(Line::Shot(Entry { who, what }))));
            }
            Phase::Melee => {
                let touched = self.touched(p, who);
                out.extend(touched.map(|what| Choice::Line(Line::Strike(Entry { who, what }))));
            }
            Phase::Over => {}
        }
    }

    /// The chit of a figure for what its unit is about.
    pub fn chit_for(&self, p: &Position, who: Id, plan: Plan) -> ChitEntry {
        let wanted: &[Chit] = match plan {
            Plan::Hold => &[Chit::Hold],
            Plan::Advance | Plan::Retire => &[Chit::Move],
            Plan::Charge => &[Chit::Melee, Chit::Move],
            Plan::Shoot => &[Chit::Shoot, Chit::Hold],
        };
        let fits = |wanted: &Chit| self.open_chits(p, who).find(|entry| entry.chit == *wanted);
        let plain = ChitEntry {
            chit: Chit::Hold,
            ready: None,
            line: None,
        };
        wanted
            .iter()
            .find_map(fits)
            .or_else(|| self.open_chits(p, who).next())
            .unwrap_or(plain)
    }

    /// One commit for what every unit is about; of a team the first man shoots.
    pub fn chits_for(&self, p: &Position, side: Side, plan: impl Fn(Id) -> Plan) -> Choice {
        self.chits_by(p, side, |who| self.chit_for(p, who, plan(who)))
    }

    /// The same of chits that somebody thinks of.
    pub fn chits_by(&self, p: &Position, side: Side, chit: impl Fn(Id) -> ChitEntry) -> Choice {
        let mut list: Vec<Entry<ChitEntry>> = Vec::new();
        for who in self.own(p, side).filter(|who| self.gets_chit(p, *who)) {
            let mut what = chit(who);
            let mate = self.card(who).team;
            let shoots = |entry: &Entry<ChitEntry>| entry.who == mate && entry.what.chit.shoots();
            if what.chit.shoots() && self.is_team(p, who) && list.iter().any(shoots) {
                what = self.chit_for(p, who, Plan::Hold);
            }
            list.push(Entry { who, what });
        }
        Choice::Chits(list)
    }

    fn fits(&self, p: &Position, who: Id, entry: &MoveEntry, seen: &Seen) -> bool {
        let mut faults = Faults::default();
        self.check_seeing(p, who, entry, seen, &mut faults);
        faults.result().is_ok()
    }

    /// The paces open to a figure, the fastest first.
    pub fn paces(&self, p: &Position, who: Id) -> &'static [Pace] {
        let figure = p.figure(who);
        match (figure.horse.map(|horse| horse.kind), self.fastest(p, who)) {
            (None, None) if figure.has(Chit::MoveShoot) => &[Pace::Walk, Pace::Half],
            (None, None) => &[Pace::Run, Pace::Walk, Pace::Half],
            (None, Some(Pace::Half)) => &[Pace::Half],
            (None, Some(_)) => &[Pace::Walk, Pace::Half],
            (Some(HorseKind::Warhorse), None) => &[Pace::Gallop, Pace::Canter, Pace::Walk],
            (Some(_), None) => &[Pace::Canter, Pace::Trot, Pace::Walk],
            (Some(_), Some(Pace::Walk)) => &[Pace::Walk],
            (Some(_), Some(_)) => &[Pace::Canter, Pace::Walk],
        }
    }

    /// A straight way of a figure on a bearing, up to so many mils, made shorter until it fits.
    pub fn toward(&self, p: &Position, who: Id, way: (Angle, i32, Pace), seen: &Seen) -> Option<MoveEntry> {
        let (bearing, mils, pace) = way;
        let figure = p.figure(who);
        let mut rates = [Grade::Level, Grade::Gentle, Grade::Steep].map(|grade| self.rate(p, who, pace, grade));
        rates.iter_mut().for_each(|rate| *rate = mils.min(*rate));
        let lengths = [rates[0], rates[1], rates[2], mils / 2, mils / 4];
        lengths.into_iter().filter(|length| *length > 0).find_map(|length| {
            let entry = if figure.mounted() {
                MoveEntry::Ride(self.straight(p, who, bearing, length, pace)?)
            } else {
                let to = figure.at.plus(Way::along(bearing).shift(length));
                MoveEntry::Path(pace, vec![to], None)
            };
            self.fits(p, who, &entry, seen).then_some(entry)
        })
    }

    /// A ride that ends on this heading as far as the horse can turn.
    fn straight(&self, p: &Position, who: Id, bearing: Angle, distance: i32, gait: Pace) -> Option<Ride> {
        let figure = p.figure(who);
        let turn = figure.facing.turn_to(bearing) as i16;
        let (first, half_way) = if is_fresh(figure) {
            (turn, 0)
        } else {
            (0, turn.clamp(-450, 450))
        };
        Some(Ride {
            gait,
            first,
            distance,
            half_way,
            target: NOBODY,
        })
    }

    /// Straight at an enemy: to contact with a melee chit, else to just outside two inches.
    pub fn against(&self, p: &Position, who: Id, enemy: Id, charges: bool, seen: &Seen) -> Option<MoveEntry> {
        let (figure, other) = (p.figure(who), p.figure(enemy));
        let bearing = Angle::bearing(figure.at, other.at)?;
        let far = figure.at.squared(other.at).isqrt() as i32;
        let near = far - figure.radius() - other.radius();
        // Nobody runs or gallops to come nearer only, and nobody on foot who comes up at a walk.
        let tires = |pace: Pace| match pace {
            Pace::Run => !charges || near <= self.rate(p, who, Pace::Walk, Grade::Level),
            Pace::Gallop => !charges,
            _ => false,
        };
        for pace in self.paces(p, who).iter().filter(|pace| !tires(**pace)) {
            if figure.has(Chit::Melee) {
                let entry = if figure.mounted() {
                    let rate = self.rate(p, who, *pace, Grade::Level).min(far);
                    let lengths = [rate, rate - 2000, rate - 3000];
                    let rides = lengths.into_iter().filter(|length| *length > 0);
                    let mut rides = rides.filter_map(|length| self.straight(p, who, bearing, length, *pace));
                    rides.find_map(|ride| {
                        let entry = MoveEntry::Ride(Ride { target: enemy, ..ride });
                        self.fits(p, who, &entry, seen).then_some(entry)
                    })
                } else {
                    Some(MoveEntry::At(*pace, enemy, None)).filter(|entry| self.fits(p, who, entry, seen))
                };
                if entry.is_some() {
                    return entry;
                }
            }
            let short = near - 2000;
            if let Some(entry) = (short > 0)
                .then(|| self.toward(p, who, (bearing, short, *pace), seen))
                .flatten()
            {
                return Some(entry);
            }
        }
        None
    }

    /// What a straggler must do.
    pub fn rejoin(&self, p: &Position, who: Id) -> Option<MoveEntry> {
        let figure = p.figure(who);
        let to = match figure.result.filter(|_| !figure.in_command)? {
            Grant::Rejoin(mate) => mate,
            Grant::Enemy => self.nearest_seen(p, who)?,
            _ => return None,
        };
        let bearing = Angle::bearing(figure.at, p.figure(to).at)?;
        let far = figure.at.squared(p.figure(to).at).isqrt() as i32;
        let pace = self.fastest(p, who)?;
        [far - 1990, 24_000]
            .into_iter()
            .find_map(|mils| self.toward(p, who, (bearing, mils, pace), &Seen::default()))
    }

    /// The move of a figure for what its unit is about.
    pub fn move_for(&self, p: &Position, who: Id, plan: Plan) -> Option<MoveEntry> {
        if !self.may_move(p, who) || self.in_contact(p, who) {
            return None;
        }
        if let Some(must) = self.rejoin(p, who) {
            return Some(must);
        }
        match plan {
            Plan::Hold | Plan::Shoot | Plan::Retire => None,
            Plan::Advance | Plan::Charge => self.against(
                p,
                who,
                self.nearest_seen(p, who)?,
                plan == Plan::Charge,
                &Seen::default(),
            ),
        }
    }

    pub fn moves_for(&self, p: &Position, side: Side, plan: impl Fn(Id) -> Plan) -> Choice {
        let all = self.own(p, side).filter_map(|who| {
            Some(Entry {
                who,
                what: self.move_for(p, who, plan(who))?,
            })
        });
        Choice::Moves(all.collect())
    }

    /// Moves of one figure: what a straggler must do, towards the nearest enemies, and around the compass.
    pub fn single_moves(&self, p: &Position, who: Id, mut out: impl FnMut(MoveEntry)) {
        if !self.may_move(p, who) {
            return;
        }
        if let Some(must) = self.rejoin(p, who) {
            return out(must);
        }
        let (at, seen) = (p.figure(who).at, &Seen::default());
        let mut enemies: ArrayVec<(i64, Id), MOST_FIGURES> = self
            .standing_enemies(p, who)
            .map(|enemy| (at.squared(p.figure(enemy).at), enemy))
            .collect();
        enemies.sort_unstable();
        let mut towards: ArrayVec<MoveEntry, 5> = ArrayVec::new();
        for (_, enemy) in enemies.iter().take(5) {
            let Some(entry) = self.against(p, who, *enemy, true, seen) else {
                continue;
            };
            if !towards.contains(&entry) {
                towards.push(entry.clone());
                out(entry);
            }
        }
        let figure = p.figure(who);
        // A horse under way goes on as it heads, with one turn half way (TR-29).
        let mut bearings: ArrayVec<Angle, 8> = match !figure.mounted() || is_fresh(figure) {
            true => (0..8).map(|step| Angle::new(450 * step)).collect(),
            false => [-450, -225, 0, 225, 450]
                .map(|turn| figure.facing.turned(turn))
                .into_iter()
                .collect(),
        };
        if let Some(enemy) = self.must_near(p, who, seen) {
            let ahead = Angle::bearing(at, p.figure(enemy).at);
            bearings.retain(|bearing| ahead.is_none_or(|ahead| ahead.apart(*bearing) <= 900));
        }
        for pace in self.paces(p, who) {
            let rate = self.rate(p, who, *pace, Grade::Level);
            for bearing in &bearings {
                let entry = self.toward(p, who, (*bearing, rate, *pace), seen);
                if let Some(entry) = entry.filter(|entry| !towards.contains(entry)) {
                    out(entry);
                }
            }
        }
    }
}

/// A horse that stood or walked may turn before it goes.
pub fn is_fresh(horseman: &Figure) -> bool {
    matches!(horseman.last, Pace::Stood | Pace::Walk)
}

/// A shot that cannot hit is the hardest.
pub fn hard(need: u8) -> u8 {
    if need == 0 { u8::MAX } else { need }
}
