//! Candidates (TR-64): commits worth considering, the same for the same position. Never none for a side that is asked.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, MoveEntry, Wish};
use crate::deny::Faults;
use crate::ground::Grade;
use crate::position::{Id, NOBODY, Phase, Position, Ride};
use crate::troops::{Chit, Grant, HorseKind, Pace};
use board::table::{Angle, Way};
use kernel::Side;

/// The most commits of one list.
const CAP: usize = 64;

/// What a unit is about, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    Hold,
    Advance,
    Charge,
    FallBack,
    Shoot,
    Close,
}

pub const PLANS: [Plan; 6] = [
    Plan::Hold,
    Plan::Advance,
    Plan::Charge,
    Plan::FallBack,
    Plan::Shoot,
    Plan::Close,
];

impl Battle {
    pub fn own<'a>(&'a self, p: &'a Position, side: Side) -> impl Iterator<Item = Id> + 'a {
        p.ids().filter(move |who| self.side_of(*who) == side)
    }

    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::bare(p.phase));
        match p.phase {
            Phase::Command => self.list_wishes(p, side, out),
            Phase::Action => self.list_chits(p, side, out),
            Phase::Movement => self.list_moves(p, side, out),
            Phase::Shooting => self.list_shots(p, side, out),
            Phase::Melee => self.list_strikes(p, side, out),
            Phase::Over => out.clear(),
        }
    }

    fn offer(&self, p: &Position, side: Side, choice: Choice, out: &mut Vec<Choice>) {
        if out.len() < CAP && !out.contains(&choice) && self.check_commit(p, side, &choice).is_ok() {
            out.push(choice);
        }
    }

    fn list_wishes(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let mut all: Vec<Wish> = Vec::new();
        for who in self.own(p, side).filter(|who| self.may_wish(p, *who)) {
            let mate = self.card(who).team;
            if !self.is_team(p, who) || !all.contains(&Wish::Shoots(mate)) {
                all.push(Wish::Shoots(who));
            }
        }
        self.offer(p, side, Choice::Shooters(all.clone()), out);
        for unit in 0..self.units.len() as u8 {
            let mut more = all.clone();
            more.push(Wish::Signal(unit));
            self.offer(p, side, Choice::Shooters(vec![Wish::Signal(unit)]), out);
            self.offer(p, side, Choice::Shooters(more), out);
        }
        for wish in &all {
            self.offer(p, side, Choice::Shooters(vec![wish.clone()]), out);
        }
    }

    /// The chit of a figure for what its unit is about.
    pub fn chit_for(&self, p: &Position, who: Id, plan: Plan) -> ChitEntry {
        let wanted: &[Chit] = match plan {
            Plan::Hold => &[Chit::Hold],
            Plan::Advance | Plan::FallBack | Plan::Close => &[Chit::Move],
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
        let mut list: Vec<Entry<ChitEntry>> = Vec::new();
        for who in self.own(p, side).filter(|who| self.gets_chit(p, *who)) {
            let mut what = self.chit_for(p, who, plan(who));
            let mate = self.card(who).team;
            let shoots = |entry: &Entry<ChitEntry>| entry.who == mate && entry.what.chit.shoots();
            if what.chit.shoots() && self.is_team(p, who) && list.iter().any(shoots) {
                what = self.chit_for(p, who, Plan::Hold);
            }
            list.push(Entry { who, what });
        }
        Choice::Chits(list)
    }

    fn list_chits(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for plan in PLANS {
            self.offer(p, side, self.chits_for(p, side, |_| plan), out);
        }
        for unit in 0..self.units.len() as u8 {
            for plan in PLANS {
                let of_unit = |who| if self.card(who).unit == unit { plan } else { Plan::Hold };
                self.offer(p, side, self.chits_for(p, side, of_unit), out);
            }
        }
        for who in self.own(p, side) {
            for what in self.open_chits(p, who) {
                self.offer(p, side, Choice::Chits(vec![Entry { who, what }]), out);
            }
        }
    }

    fn fits(&self, p: &Position, who: Id, entry: &MoveEntry) -> bool {
        let mut faults = Faults::default();
        self.check_move(p, who, entry, &mut faults);
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
    pub fn toward(&self, p: &Position, who: Id, bearing: Angle, mils: i32, pace: Pace) -> Option<MoveEntry> {
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
            self.fits(p, who, &entry).then_some(entry)
        })
    }

    /// A ride that ends on this heading as far as the horse can turn.
    fn straight(&self, p: &Position, who: Id, bearing: Angle, distance: i32, gait: Pace) -> Option<Ride> {
        let figure = p.figure(who);
        let turn = figure.facing.turn_to(bearing) as i16;
        let fresh = matches!(figure.last, Pace::Stood | Pace::Walk);
        let (first, half_way) = if fresh { (turn, 0) } else { (0, turn.clamp(-450, 450)) };
        Some(Ride {
            gait,
            first,
            distance,
            half_way,
            target: NOBODY,
        })
    }

    /// Straight at an enemy: to contact with a melee chit, else to just outside two inches.
    pub fn against(&self, p: &Position, who: Id, enemy: Id, charges: bool) -> Option<MoveEntry> {
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
                        self.fits(p, who, &entry).then_some(entry)
                    })
                } else {
                    Some(MoveEntry::At(*pace, enemy, None)).filter(|entry| self.fits(p, who, entry))
                };
                if entry.is_some() {
                    return entry;
                }
            }
            let short = near - 2000;
            if let Some(entry) = (short > 0)
                .then(|| self.toward(p, who, bearing, short, *pace))
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
            .find_map(|mils| self.toward(p, who, bearing, mils, pace))
    }

    /// The move of a figure for what its unit is about.
    pub fn move_for(&self, p: &Position, who: Id, plan: Plan) -> Option<MoveEntry> {
        if !self.may_move(p, who) || self.in_contact(p, who) && plan != Plan::FallBack {
            return None;
        }
        if let Some(must) = self.rejoin(p, who) {
            return Some(must);
        }
        match plan {
            Plan::Hold | Plan::Shoot => None,
            Plan::Advance | Plan::Charge => self.against(p, who, self.nearest_seen(p, who)?, plan == Plan::Charge),
            Plan::FallBack => {
                let home = self.sides[self.side_of(who).index()].edge.bearing();
                self.toward(p, who, home, 8000, Pace::Walk)
            }
            Plan::Close => {
                let leader = p.units[usize::from(self.card(who).unit)].leader;
                let bearing = Angle::bearing(p.figure(who).at, p.figures.get(usize::from(leader))?.at)?;
                self.toward(p, who, bearing, 4000, Pace::Walk)
            }
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

    /// Moves of one figure: towards the nearest enemies, and around the compass.
    pub fn single_moves(&self, p: &Position, who: Id, out: &mut Vec<MoveEntry>) {
        if !self.may_move(p, who) {
            return;
        }
        let mut add = |entry: Option<MoveEntry>| {
            if let Some(entry) = entry
                && !out.contains(&entry)
            {
                out.push(entry);
            }
        };
        add(self.rejoin(p, who));
        let at = p.figure(who).at;
        let mut enemies: Vec<Id> = self.standing_enemies(p, who).collect();
        enemies.sort_by_key(|enemy| (at.squared(p.figure(*enemy).at), *enemy));
        enemies
            .iter()
            .take(5)
            .for_each(|enemy| add(self.against(p, who, *enemy, true)));
        for pace in self.paces(p, who) {
            let rate = self.rate(p, who, *pace, Grade::Level);
            for step in 0..8 {
                for mils in [rate, rate / 2] {
                    add(self.toward(p, who, Angle::new(450 * step), mils, *pace));
                }
            }
        }
    }

    fn list_moves(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for plan in PLANS {
            self.offer(p, side, self.moves_for(p, side, |_| plan), out);
        }
        let movers = self.own(p, side).filter(|who| self.may_move(p, *who)).count().max(1);
        for who in self.own(p, side) {
            let mut moves = Vec::new();
            self.single_moves(p, who, &mut moves);
            let most = (CAP / movers).max(2);
            for what in moves.into_iter().take(most) {
                self.offer(p, side, Choice::Moves(vec![Entry { who, what }]), out);
            }
        }
    }

    fn list_shots(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let easiest = |who: Id| {
            self.targets(p, who)
                .min_by_key(|target| (hard(self.hit_number(p, who, *target)), *target))
        };
        let all = self.own(p, side).filter(|who| self.has_shot(p, *who));
        let all = all.filter_map(|who| {
            Some(Entry {
                who,
                what: easiest(who)?,
            })
        });
        self.offer(p, side, Choice::Shots(all.collect()), out);
        for who in self.own(p, side).filter(|who| self.has_shot(p, *who)) {
            for what in self.targets(p, who) {
                self.offer(p, side, Choice::Shots(vec![Entry { who, what }]), out);
            }
        }
    }

    fn list_strikes(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for who in self.own(p, side).filter(|who| self.may_strike(p, *who)) {
            for what in self.touched(p, who) {
                self.offer(p, side, Choice::Strikes(vec![Entry { who, what }]), out);
            }
        }
    }
}

/// A shot that cannot hit is the hardest.
pub fn hard(need: u8) -> u8 {
    if need == 0 { u8::MAX } else { need }
}
