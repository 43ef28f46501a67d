//! Numbers of our reconstruction that a scenario may replace (section 0, RT-20). Lengths in mils.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// TR-46: how far a horse must have come straight at the gallop.
    pub gallop: i32,
    /// TR-42: how far a thrown weapon goes.
    pub throw: i32,
    /// TR-40, TR-47: of ten faces those by which the horse is hit by a shot, or struck by a man on foot.
    pub horse_shot: i32,
    pub horse_struck: i32,
    /// TR-37: how far one sees through woods, and how near a third figure obstructs.
    pub through_wood: i32,
    pub obstructed: i32,
    /// TR-35: how near an enemy is run away from.
    pub rout_from: i32,
    /// TR-59: the lead in points that wins.
    pub lead: i32,
}

impl Rulings {
    pub const STANDARD: Rulings = Rulings {
        gallop: 6000,
        throw: 10_000,
        horse_shot: 5,
        horse_struck: 3,
        through_wood: 3000,
        obstructed: 250,
        rout_from: 24_000,
        lead: 3,
    };
}

/// By their names in a file.
#[cfg(feature = "files")]
#[rustfmt::skip]
pub const NUMBERS: [board::numbers::Number<Rulings>; 8] = {
    use board::numbers::Number;
    const fn row(name: &'static str, least: i32, most: i32, of: fn(&mut Rulings) -> &mut i32) -> Number<Rulings> {
        Number { name, least, most, of }
    }
    [
        row("gallop",       0, 24_000, |set| &mut set.gallop),
        row("throw",        0, 24_000, |set| &mut set.throw),
        row("horse_shot",   0,     10, |set| &mut set.horse_shot),
        row("horse_struck", 0,     10, |set| &mut set.horse_struck),
        row("through_wood", 0, 24_000, |set| &mut set.through_wood),
        row("obstructed",   0,   3000, |set| &mut set.obstructed),
        row("rout_from",    0, 96_000, |set| &mut set.rout_from),
        row("lead",         1,   1000, |set| &mut set.lead),
    ]
};
