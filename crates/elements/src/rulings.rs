//! Numbers of our reconstruction that a scenario may replace (section 0, EL-16). Lengths in mils.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// LR-56: how far a recoil goes.
    pub recoil: i32,
    /// LR-16: how far a general and a sub-commander are heard.
    pub command_general: i32,
    pub command_sub: i32,
    /// LR-25: how deep the zone before a front is.
    pub front_zone: i32,
    /// LR-61: how near a friend supports.
    pub support: i32,
    /// LR-60: how near flight alarms.
    pub alarm: i32,
    /// LR-70: how near a fresh enemy alarms.
    pub fresh_enemy: i32,
    /// LR-41: how near a bursting gun alarms.
    pub explosion: i32,
    /// LR-30: how far a contact may be moved, and turned, in tenths of a degree.
    pub conform_shift: i32,
    pub conform_turn: i32,
    /// LR-36: how far one sees into woods.
    pub into_wood: i32,
    /// LR-69: how near the hidden are seen.
    pub hidden: i32,
}

impl Rulings {
    pub const STANDARD: Rulings = Rulings {
        recoil: 2000,
        command_general: 12_000,
        command_sub: 6000,
        front_zone: 3000,
        support: 6000,
        alarm: 6000,
        fresh_enemy: 12_000,
        explosion: 3000,
        conform_shift: 3000,
        conform_turn: 450,
        into_wood: 2000,
        hidden: 3000,
    };
}

/// By their names in a file.
#[cfg(feature = "files")]
#[rustfmt::skip]
pub const NUMBERS: [board::numbers::Number<Rulings>; 12] = {
    use board::numbers::Number;
    const fn row(name: &'static str, least: i32, most: i32, of: fn(&mut Rulings) -> &mut i32) -> Number<Rulings> {
        Number { name, least, most, of }
    }
    [
        row("recoil",          1, 12_000, |set| &mut set.recoil),
        row("command_general", 0, 48_000, |set| &mut set.command_general),
        row("command_sub",     0, 48_000, |set| &mut set.command_sub),
        row("front_zone",      0, 12_000, |set| &mut set.front_zone),
        row("support",         0, 24_000, |set| &mut set.support),
        row("alarm",           0, 24_000, |set| &mut set.alarm),
        row("fresh_enemy",     0, 48_000, |set| &mut set.fresh_enemy),
        row("explosion",       0, 12_000, |set| &mut set.explosion),
        row("conform_shift",   0, 12_000, |set| &mut set.conform_shift),
        row("conform_turn",    0,    900, |set| &mut set.conform_turn),
        row("into_wood",       0, 24_000, |set| &mut set.into_wood),
        row("hidden",          1, 12_000, |set| &mut set.hidden),
    ]
};
