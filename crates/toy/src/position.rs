//! Where everybody stands, and who does what next.

use board::Pose;
use kernel::Side;

/// Three of the first side, then three of the second.
pub const FIGURES: usize = 6;
pub const ROUNDS: u8 = 3;

/// Everything is in thousandths of an inch.
pub const WIDTH: i32 = 24_000;
pub const DEPTH: i32 = 16_000;
pub const BASE: i32 = 1_000;
pub const REACH: i32 = 2_500;
pub const RIDE: i32 = 4_000;
pub const RIDE_OVER_STREAM: i32 = 3_000;
/// The stream runs from edge to edge.
pub const STREAM_Y: i32 = 8_000;
/// Left, far, right and near edge of the wood.
pub const WOOD: [i32; 4] = [14_000, 9_000, 19_000, 13_000];

/// In this order the figures act, those of the two sides by turns.
pub const TURNS: [u8; FIGURES] = [0, 3, 1, 4, 2, 5];
/// Dice of a whirl. They are thrown one by one because ones count as well as sixes.
pub const WHIRL: usize = 8;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub round: u8,
    pub lances: [Lance; 2],
    pub orders: [Option<Order>; FIGURES],
    pub ready: [bool; 2],
    /// Whose turn it is when both are ready, as an index of the order of turns.
    pub turn: u8,
    /// Whether that figure has ridden.
    pub ridden: bool,
    pub figures: [Figure; FIGURES],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    pub at: Pose,
    /// 0: out of the joust.
    pub strength: u8,
    /// Whether it has struck at the end of a ride: who had the lance would have used it.
    pub charged: bool,
}

/// The reserve lance of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lance {
    /// It is still to be given to a figure.
    Owed,
    With(u8),
    /// With one of the figures, as the other side knows it.
    Somewhere,
    /// It is broken, or there never was one.
    Spent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Charge,
    Hold,
    Whirl,
}

pub fn side_of(figure: u8) -> Side {
    if usize::from(figure) < FIGURES / 2 {
        Side::One
    } else {
        Side::Two
    }
}

pub fn figures_of(side: Side) -> std::ops::Range<u8> {
    let half = FIGURES as u8 / 2;
    match side {
        Side::One => 0..half,
        Side::Two => half..FIGURES as u8,
    }
}

pub fn squared(a: Pose, b: Pose) -> i64 {
    let [x, y] = [a.x - b.x, a.y - b.y].map(i64::from);
    x * x + y * y
}

/// Rounded up, so that what is too far is never told as just near enough.
pub fn distance(a: Pose, b: Pose) -> i64 {
    let square = squared(a, b);
    let root = square.isqrt();
    root + i64::from(root * root < square)
}

impl Position {
    pub fn figure(&self, figure: u8) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    pub fn figure_mut(&mut self, figure: u8) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    pub fn stands(&self, figure: u8) -> bool {
        self.figure(figure).strength > 0
    }

    pub fn standing(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        figures_of(side).filter(|figure| self.stands(*figure))
    }

    pub fn order(&self, figure: u8) -> Option<Order> {
        self.orders[usize::from(figure)]
    }

    pub fn is_over(&self) -> bool {
        self.round >= ROUNDS || Side::BOTH.iter().any(|side| self.standing(*side).next().is_none())
    }

    pub fn phase(&self) -> Phase {
        if self.is_over() {
            Phase::Over
        } else if self.lances.contains(&Lance::Owed) {
            Phase::Lances
        } else if self.ready.contains(&false) {
            Phase::Orders
        } else {
            Phase::Turn(TURNS[usize::from(self.turn)])
        }
    }

    pub fn in_reach(&self, figure: u8, target: u8) -> bool {
        squared(self.figure(figure).at, self.figure(target).at) <= i64::from(REACH).pow(2)
    }

    /// The enemy that stands nearest; of two the first.
    pub fn nearest(&self, figure: u8) -> Option<u8> {
        let from = self.figure(figure).at;
        let enemies = self.standing(side_of(figure).other());
        enemies.min_by_key(|enemy| squared(from, self.figure(*enemy).at))
    }

    /// A pose on the way to the nearest enemy, `gap` before it, as far as a ride goes over water too.
    pub fn towards_nearest(&self, figure: u8, gap: i32) -> Option<Pose> {
        let from = self.figure(figure).at;
        let to = self.figure(self.nearest(figure)?).at;
        let way = distance(from, to);
        let ride = (way - i64::from(gap)).min(RIDE_OVER_STREAM.into());
        let part = |d: i32| (i64::from(d) * ride / way) as i32;
        let [dx, dy] = [to.x - from.x, to.y - from.y];
        let along = |(_, [x, y]): &(u16, [i32; 2])| i64::from(*x) * i64::from(dx) + i64::from(*y) * i64::from(dy);
        let (angle, _) = COMPASS.into_iter().max_by_key(along)?;
        (ride > 0).then_some(Pose {
            x: from.x + part(dx),
            y: from.y + part(dy),
            angle,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Lances,
    Orders,
    /// This figure acts.
    Turn(u8),
    Over,
}

/// Eight ways to look, and an inch that way.
pub const COMPASS: [(u16, [i32; 2]); 8] = [
    (0, [0, -1000]),
    (450, [707, -707]),
    (900, [1000, 0]),
    (1350, [707, 707]),
    (1800, [0, 1000]),
    (2250, [-707, 707]),
    (2700, [-1000, 0]),
    (3150, [-707, -707]),
];
