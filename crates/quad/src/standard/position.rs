//! The whole state of a game, compact: ids and small integers, no names.

use super::cards::{LeaderId, MAX_HEXES, MAX_LEADERS, MAX_UNITS, NONE, UnitId};
use board::{Dir, Hex};
use kernel::Side;

pub use super::stand::{Stand, Unit};

/// Where the player turn stands (section 3 of the catalogue). The automatic steps have no stage of their own: the
/// sequence carries them out on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// 0: starting modes, Scots then English.
    SetupScots,
    SetupEnglish,
    /// 2a, 2b
    RoutPhasing,
    RoutOther,
    /// 3
    Movement,
    /// 4a, 4b
    RangedPhasing,
    RangedOther,
    /// 4c: morale checks for the hits scored, one by one, where they are not made at once
    Checks,
    /// 5a, 5b; attacks are named, or made one by one
    NamePhasing,
    ResolvePhasing,
    /// 6a, 6b
    NameOther,
    ResolveOther,
    Over,
}

/// A move that has begun and is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Active {
    pub kind: Moving,
    pub unit: UnitId,
    /// Leaders on the move, alone or with the unit.
    pub leaders: u16,
    /// Nothing has been done but naming who goes.
    pub fresh: bool,
    /// Half points each of the leaders has spent; they all make the same steps from the start.
    pub leader_spent: u8,
    /// At least one hex entered; every hex entered was closer to a friendly edge. For fatigue (E-130).
    pub entered: bool,
    pub strayed: bool,
    /// It has spent more than a tired unit may without entering a hex closer to home, and must still do so (ER-71).
    pub owes_step: bool,
    /// Facings held in this hex (ER-69), one bit each.
    pub facings: u8,
    /// A close-order schiltrom has made its facing manoeuvre (E-24).
    pub manoeuvred: bool,
    /// The schiltrom has changed formation in this move.
    pub formed: bool,
    /// Target and length of the charge under way; `NONE` if there is none.
    pub charge: UnitId,
    pub run: u8,
    /// Rout movement: hexes required, designated steps and deviations made, the most designated steps any path can
    /// have, and the hexes of the path from its start.
    pub required: u8,
    pub good: u8,
    pub strays: u8,
    pub best: u8,
    pub last: Dir,
    pub steps: u8,
    pub path: [Stand; 9],
    /// The last three steps of a move, the latest last, as the battle writes them down for charges (QR-09).
    pub recent: [u8; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    Nobody,
    Unit,
    Leaders,
    Rout,
    /// The rout path is done; only the facing is open (E-122).
    RoutFacing,
}

/// In [`Active::recent`]: no step, or one that is no part of a charge.
pub const NOTHING: u8 = 0x80;

impl Active {
    pub const NOBODY: Active = Active {
        kind: Moving::Nobody,
        unit: NONE,
        leaders: 0,
        fresh: true,
        leader_spent: 0,
        entered: false,
        strayed: false,
        owes_step: false,
        facings: 0,
        manoeuvred: false,
        formed: false,
        charge: NONE,
        run: 0,
        required: 0,
        good: 0,
        strays: 0,
        best: 0,
        last: Dir::N,
        steps: 0,
        path: [Stand::NOWHERE; 9],
        recent: [NOTHING; 3],
    };
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub turn: u8,
    /// The phasing side.
    pub player: Side,
    pub stage: Stage,
    pub score: [i16; 2],
    pub active: Active,
    /// Which side shoots next when shots alternate, and who has stopped shooting (ER-31).
    pub shooting: Side,
    pub ceased: [bool; 2],

    // Sets of units.
    pub on_map: u128,
    pub routed: u128,
    pub lances: u128,
    /// Moved, or spent its move on organising, in this movement phase; in set-up: its first face has been chosen.
    pub moved: u128,
    /// Changed mode in this movement phase; in set-up: its second face has been chosen.
    pub mode_changed: u128,
    /// Entered a hex, and entered one that was not closer, in its move of this phase (E-130, for mode changes).
    pub entered: u128,
    pub strayed: u128,
    /// Shot in this ranged phase, or attacked in this melee phase where attacks are made one by one.
    pub shot: u128,
    /// Made its rout move in this phase.
    pub rout_moved: u128,

    /// Units that have scored a hit in this fire phase, in order, and how many of the hits are checked.
    pub hits: [UnitId; MAX_UNITS],
    pub scored: u8,
    pub checked: u8,

    /// Divisions that have tried to organise in this phase: whole or left half, right half.
    pub tried: [u32; 2],

    // Sets of leaders.
    pub captured: u16,
    pub disobeyed: u16,
    pub leaders_moved: u16,
    pub leaders: [Hex; MAX_LEADERS],

    pub units: [Unit; MAX_UNITS],
    /// The combat unit in each hex, or `NONE`.
    pub occupant: [UnitId; MAX_HEXES],
}

impl Position {
    pub const EMPTY: Position = Position {
        turn: 1,
        player: super::cards::SCOTS,
        stage: Stage::SetupScots,
        score: [0; 2],
        active: Active::NOBODY,
        shooting: super::cards::SCOTS,
        ceased: [false; 2],
        on_map: 0,
        routed: 0,
        lances: 0,
        moved: 0,
        mode_changed: 0,
        entered: 0,
        strayed: 0,
        shot: 0,
        rout_moved: 0,
        hits: [NONE; MAX_UNITS],
        scored: 0,
        checked: 0,
        tried: [0; 2],
        captured: 0,
        disobeyed: 0,
        leaders_moved: 0,
        leaders: [Hex::OFF; MAX_LEADERS],
        units: [Unit::ABSENT; MAX_UNITS],
        occupant: [NONE; MAX_HEXES],
    };

    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id)]
    }

    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id)]
    }

    /// The combat unit in a hex, or `NONE`; nobody stands off the map.
    #[inline]
    pub fn at(&self, hex: Hex) -> UnitId {
        self.occupant.get(hex.index()).copied().unwrap_or(NONE)
    }

    pub fn is_routed(&self, id: UnitId) -> bool {
        self.routed & bit(id) != 0
    }

    pub fn is_on_map(&self, id: UnitId) -> bool {
        self.on_map & bit(id) != 0
    }

    /// Leaders in play of both sides in a hex.
    #[inline]
    pub fn leaders_at(&self, hex: Hex) -> u16 {
        let mut found = 0;
        for (i, at) in self.leaders.iter().enumerate() {
            found |= u16::from(*at == hex) << i;
        }
        found
    }

    /// Leaders in play of both sides in the hexes of a unit.
    #[inline]
    pub fn leaders_with(&self, id: UnitId) -> u16 {
        let unit = self.unit(id);
        let mut found = self.leaders_at(unit.hex);
        if unit.is_double() {
            found |= self.leaders_at(unit.right);
        }
        found
    }

    /// Puts a single counter into a hex it may stand in.
    #[inline]
    pub fn place(&mut self, id: UnitId, hex: Hex) {
        self.stand(id, Stand::single(hex));
    }

    /// Puts a counter where it may stand.
    #[inline]
    pub fn stand(&mut self, id: UnitId, at: Stand) {
        let unit = self.unit_mut(id);
        let from = unit.stand();
        (unit.hex, unit.right) = (at.left, at.right);
        for hex in [from.left, from.right] {
            if let Some(slot) = self.occupant.get_mut(hex.index()) {
                *slot = NONE;
            }
        }
        for hex in [at.left, at.right] {
            if let Some(slot) = self.occupant.get_mut(hex.index()) {
                *slot = id;
            }
        }
    }

    /// Takes a unit off the map for good.
    pub fn remove(&mut self, id: UnitId) {
        self.place(id, Hex::OFF);
        let keep = !bit(id);
        self.on_map &= keep;
        self.routed &= keep;
        self.lances &= keep;
        let unit = self.unit_mut(id);
        *unit = Unit {
            facing: unit.facing,
            face: unit.face,
            ..Unit::ABSENT
        };
    }

    /// Sets the rout level outside of shooting, where nothing is pending.
    pub fn set_rout(&mut self, id: UnitId, level: u8) {
        let unit = self.unit_mut(id);
        unit.rout = level;
        unit.pending = level;
        if level == 0 {
            self.routed &= !bit(id);
        } else {
            self.routed |= bit(id);
        }
    }

    /// Every byte that matters, in a fixed order.
    pub fn write(&self, units: usize, leaders: usize, out: &mut Vec<u8>) {
        let a = &self.active;
        out.extend([
            self.turn,
            self.player as u8,
            self.stage as u8,
            self.shooting as u8,
            u8::from(self.ceased[0]),
            u8::from(self.ceased[1]),
            a.kind as u8,
            a.unit,
            u8::from(a.fresh),
            a.leader_spent,
            u8::from(a.entered),
            u8::from(a.strayed),
            u8::from(a.owes_step),
            a.facings,
            u8::from(a.manoeuvred),
            u8::from(a.formed),
            a.charge,
            a.run,
            a.required,
            a.good,
            a.strays,
            a.best,
            a.last as u8,
            a.steps,
        ]);
        for stand in a.path {
            out.extend(stand.left.0.to_le_bytes());
            out.extend(stand.right.0.to_le_bytes());
        }
        out.extend(a.recent);
        out.extend([self.scored, self.checked]);
        out.extend(&self.hits[..usize::from(self.scored)]);
        for set in [a.leaders, self.captured, self.disobeyed, self.leaders_moved] {
            out.extend(set.to_le_bytes());
        }
        for score in self.score {
            out.extend(score.to_le_bytes());
        }
        for set in [
            self.on_map,
            self.routed,
            self.lances,
            self.moved,
            self.mode_changed,
            self.entered,
            self.strayed,
            self.shot,
            self.rout_moved,
        ] {
            out.extend(set.to_le_bytes());
        }
        for set in self.tried {
            out.extend(set.to_le_bytes());
        }
        for hex in &self.leaders[..leaders] {
            out.extend(hex.0.to_le_bytes());
        }
        for u in &self.units[..units] {
            out.extend(u.hex.0.to_le_bytes());
            out.extend(u.right.0.to_le_bytes());
            out.extend([u.facing as u8, u.face, u.rout, u.pending, u.spent, u.charge, u.target]);
        }
    }
}

/// The set that holds one unit.
#[inline]
pub fn bit(id: UnitId) -> u128 {
    1 << id
}

#[inline]
pub fn leader_bit(id: LeaderId) -> u16 {
    1 << id
}

/// The members of a set of units, lowest first.
#[inline]
pub fn members(mut set: u128) -> impl Iterator<Item = UnitId> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let id = set.trailing_zeros() as UnitId;
            set &= set - 1;
            id
        })
    })
}

/// The members of a set of leaders, lowest first.
#[inline]
pub fn leader_members(mut set: u16) -> impl Iterator<Item = LeaderId> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let id = set.trailing_zeros() as LeaderId;
            set &= set - 1;
            id
        })
    })
}
