//! One unit on its way: what its steps cost, what lines stop it, whom it passes (LR-18 to LR-20, LR-27).

use crate::battle::{Battle, UnitCard};
use crate::position::{Id, MOST_LINES, Obstacle, Position, Set, one};
use crate::troops::Class;
use arrayvec::ArrayVec;
use board::table::{Footprint, Going, Hull, Segment, Way, overlaps};

/// How far short of somebody a straight move stops (LR-81).
const SHORT: i32 = 20;

/// Lines, as bits.
pub type Lines = u32;

/// A unit under way.
#[derive(Clone)]
pub struct March<'a> {
    pub battle: &'a Battle,
    pub unit: Id,
    pub card: &'a UnitCard,
    pub foot: Footprint,
    /// Points left (LR-18).
    pub left: i64,
    /// Points left if no line had to be paid for.
    pub left_unhindered: i64,
    /// Lines that its front met when the order began: they cost nothing.
    pub free: Lines,
    /// It crossed a Difficult line: every further mil costs the bad price.
    pub hampered: bool,
    /// LC-4: the order began with a turn about, by which thin Shot and Skirmishers may pass through foot.
    pub withdraws: bool,
    /// Whom it has passed through.
    pub passed: Set,
    /// Who is known to be too far away to matter.
    pub far: Set,
    going: Going,
}

/// A straight stretch that was gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    pub mils: i32,
    /// A line it could not pay for, or a wall to horse and guns, stopped it.
    pub stopped: Option<Stop>,
    /// Its points ended before the stretch did.
    pub unpaid: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Line,
    /// A wall it may not cross, reached after so many mils.
    Wall(i32),
}

/// How far a straight stretch goes, and what is excused on it.
pub struct Stretch {
    pub mils: i32,
    /// Lines that need not be paid for: those that the target of the contact defends.
    pub excused: Lines,
    /// From this mil on a wall stops nobody: the last quarter of an inch of a contact.
    pub over_walls: Option<i32>,
}

impl Stretch {
    pub fn of(mils: i32) -> Stretch {
        Stretch {
            mils,
            excused: 0,
            over_walls: None,
        }
    }
}

impl<'a> March<'a> {
    pub fn new(battle: &'a Battle, p: &Position, unit: Id) -> March<'a> {
        let card = battle.card(unit);
        let foot = battle.foot(p, unit);
        let left = card.budget() - i64::from(p.unit(unit).spent);
        March {
            battle,
            unit,
            card,
            left,
            left_unhindered: left,
            free: battle.lines_met(&foot.front()),
            foot,
            hampered: false,
            withdraws: false,
            passed: 0,
            far: 0,
            going: Going::default(),
        }
    }

    /// The price of a mil in good and in bad going.
    fn prices(&self) -> [i64; 2] {
        let [good, bad] = self.card.moves();
        [bad, good]
    }

    /// The price of a mil that is not in bad going.
    pub fn least(&self) -> i64 {
        self.prices()[usize::from(self.hampered)]
    }

    pub fn bad_price(&self) -> i64 {
        self.prices()[1]
    }

    fn survey(&mut self, mils: i32) {
        let [good, bad] = self.prices();
        let way = Way::along(self.foot.stance().facing);
        let areas = self.battle.bad_areas().map(|area| (&area.shape, bad));
        self.going.survey(&way, &self.foot.front(), mils, good, areas);
    }

    /// What a straight stretch would cost if no line had to be paid for.
    pub fn unhindered(&mut self, mils: i32) -> i64 {
        self.survey(mils);
        self.going.cost(0, mils, self.least())
    }

    /// The farthest it can go straight ahead if no line has to be paid for.
    pub fn farthest(&mut self, mils: i32) -> i32 {
        self.survey(mils);
        let least = self.least();
        self.going.farthest(0, mils, least, self.left)
    }

    /// How far it can go straight on from here without meeting anybody.
    pub fn reach(&self, p: &Position) -> i32 {
        let mut march = self.clone();
        let (battle, foot) = (self.battle, &self.foot);
        let most = march.farthest(self.card.moves()[0] as i32);
        let heading = foot.stance().facing;
        let mut free = battle.free_mils(p, self.unit, foot, &Way::along(heading), most, self.far, |_| false);
        if free < most {
            free -= SHORT;
        }
        if !self.card.is_foot() {
            free = battle.first_wall(p, foot, free).map_or(free, |mil| mil - 1);
        }
        if self.card.is_artillery() && battle.enters_bad(heading, &foot.front(), free) {
            free = 0;
        }
        if free <= 0 {
            return 0;
        }
        march.go(p, &Stretch::of(free), |_| Obstacle::Slight).mils
    }

    /// Lines that a straight stretch reaches, in order.
    fn reached(&self, p: &Position, mils: i32) -> ArrayVec<(i32, u8), MOST_LINES> {
        let way = Way::along(self.foot.stance().facing);
        let front = self.foot.front();
        let mut reached = ArrayVec::new();
        for (at, line) in self.battle.lines.iter().enumerate() {
            let ignored = p.lines[at] == Obstacle::Slight || self.free & (1 << at) != 0 || line.line.meets(&front);
            if !ignored && let Some(mil) = line.line.first(&way, &front, mils) {
                reached.push((mil, at as u8));
            }
        }
        reached.sort_unstable();
        reached
    }

    /// Goes straight on, paying for ground and lines; `ask` says what an Unknown line is.
    pub fn go(&mut self, p: &Position, stretch: &Stretch, mut ask: impl FnMut(u8) -> Obstacle) -> Leg {
        self.survey(stretch.mils);
        let half = self.card.budget() / 2;
        let (mut at, mut stopped) = (0, None);
        for (mil, line) in self.reached(p, stretch.mils) {
            let kind = match p.lines[usize::from(line)] {
                Obstacle::Unknown => ask(line),
                known => known,
            };
            if kind == Obstacle::Slight {
                continue;
            }
            let wall = kind == Obstacle::Fortification && !self.card.is_foot();
            if wall && stretch.over_walls.is_none_or(|from| mil < from) {
                stopped = Some((mil - 1, Stop::Wall(mil)));
                break;
            }
            if wall || stretch.excused & (1 << line) != 0 {
                continue;
            }
            let cost = self.going.cost(at, mil, self.least()) + half;
            if cost > self.left {
                stopped = Some((mil - 1, Stop::Line));
                break;
            }
            self.left -= cost;
            at = mil;
            self.hampered |= kind == Obstacle::Difficult;
        }
        let end = stopped.map_or(stretch.mils, |(mil, _)| mil);
        let least = self.least();
        let far = self.going.farthest(at, end, least, self.left);
        self.left -= self.going.cost(at, far, least);
        let start = self.foot;
        self.foot = start.moved(far);
        Leg {
            mils: far,
            stopped: stopped.map(|(_, stop)| stop),
            unpaid: far < end,
        }
    }

    /// Takes back the last mils of a stretch that was gone from `start`; what they cost stays paid.
    pub fn shorten(&mut self, start: &Footprint, mils: i32) {
        self.foot = start.moved(mils);
    }

    /// Who may be passed through by this unit in a move of its own (LR-27 a to c).
    pub fn may_pass(&self, p: &Position, other: Id) -> bool {
        may_pass(self.battle, p, self.unit, other, self.withdraws)
    }

    /// LR-84: broken enemies that this unit rides down.
    pub fn rides_down(&self, p: &Position, other: Id) -> bool {
        rides_down(self.battle, p, self.unit, other)
    }

    /// LC-4: whether the other is passed by going on until just clear of it.
    pub fn passes_foot(&self, p: &Position, other: Id) -> bool {
        self.withdraws && withdraws_through(self.battle, p, self.unit, other)
    }

    /// Others whose footprints the stretch from `start` covers.
    pub fn swept(&self, p: &Position, start: &Footprint, mils: i32) -> Set {
        swept(self.battle, p, self.unit, start, mils)
    }
}

/// Units that a straight move covers, from the rear edge before it to the front edge after it.
pub fn swept(battle: &Battle, p: &Position, unit: Id, start: &Footprint, mils: i32) -> Set {
    let sweep = start.sweep(mils);
    let bounds = sweep.bounds();
    let covered = battle
        .near(p, one(unit), bounds)
        .filter(|other| overlaps(&sweep, &battle.foot(p, *other)));
    covered.fold(0, |set, other| set | one(other))
}

/// LR-27 a and b: guns, and thin light foot before horse; c: foot of at most two ranks by thin Shot and Skirmishers that go back.
pub fn may_pass(battle: &Battle, p: &Position, unit: Id, other: Id, going_back: bool) -> bool {
    if battle.enemies(unit, other) {
        return false;
    }
    let (mover, stands) = (battle.card(unit), battle.card(other));
    let through_guns = stands.is_artillery() && !mover.is_artillery();
    let through_light = mover.is_mounted() && stands.class() == Class::LightFoot && battle.is_thin(p, other);
    through_guns || through_light || (going_back && withdraws_through(battle, p, unit, other))
}

/// LR-27 c.
pub fn withdraws_through(battle: &Battle, p: &Position, unit: Id, other: Id) -> bool {
    let (mover, stands) = (battle.card(unit), battle.card(other));
    let thin = (mover.lead().is_shot() || mover.is_skirmisher()) && battle.is_thin(p, unit);
    thin && !battle.enemies(unit, other) && stands.is_foot() && p.unit(other).ranks() <= 2
}

/// LR-84.
pub fn rides_down(battle: &Battle, p: &Position, unit: Id, other: Id) -> bool {
    let strong = matches!(battle.card(unit).class(), Class::Mounted | Class::CloseCombatFoot);
    strong && battle.enemies(unit, other) && p.unit(other).state.is_broken()
}

impl Battle {
    /// The lines that a front has a point in common with.
    pub fn lines_met(&self, front: &Segment) -> Lines {
        let met = self.lines.iter().enumerate().filter(|(_, line)| line.line.meets(front));
        met.fold(0, |set, (at, _)| set | 1 << at)
    }
}
