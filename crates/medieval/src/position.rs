//! The whole state of a game, compact: ids and small integers, no names.

pub use crate::active::{Active, March};
pub use crate::pieces::{Banner, Edge, Form, Leader, Piece, Place, Pose, Unit};
pub use crate::sets::{HexSet, Set};

use crate::cards::{LeaderId, MAX_ENTRIES, MAX_HEXES, MAX_LEADERS, MAX_STACK, MAX_UNITS, NONE, UnitId};
use crate::combat::Combat;
use crate::ranged::Shot;
use crate::task::Task;
use arrayvec::ArrayVec;
use board::Hex;
use kernel::Side;

/// The units of a hex.
pub type Stack = ArrayVec<UnitId, MAX_STACK>;

/// The leaders of a hex.
pub type Captains = ArrayVec<LeaderId, MAX_LEADERS>;

/// The hexes of some units.
pub type Goals = ArrayVec<Hex, MAX_UNITS>;

/// What each unit could do against the mover: the figures of its shot, and a bit for a countercharge; 0 for nothing.
pub type Reactions = [u8; MAX_UNITS];

/// Where a phase stands between decisions; the stack of tasks lies on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// Set-up of side B, then of side A.
    SetupB,
    SetupA,
    /// Movement phases: demolitions, regrouping, scenario actions, W1, activations.
    Begin,
    Regroup,
    Remove,
    Open,
    Act,
    /// `end` has been accepted; W4 is over.
    Closing,
    /// Attack phases.
    Attack,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub turn: u8,
    /// 1 to 9.
    pub phase: u8,
    pub stage: Stage,
    /// A move and what interrupts it is no deeper than ten; the deaths of all leaders of one combat lie on top.
    pub stack: ArrayVec<Task, 32>,
    pub active: Option<Active>,
    /// The move that goes on when turncoats have been moved. SR-S4
    pub suspended: Option<Box<Active>>,
    pub combat: Combat,
    pub shot: Shot,
    /// Positive: for the Scots.
    pub morale: i8,
    pub effective: i8,
    pub banners: [Banner; 2],
    /// The unit with which each banner has moved in this turn. M-123
    pub carried: [UnitId; 2],
    /// Where wolf pits lie, where they have been seen, and in set-up those that have been taken in hand: a bit for each hex
    /// that the battle has for them.
    pub pits: u32,
    pub shown: u32,
    pub dug: u32,
    /// Forts, gates and bridges destroyed, a bit for each of the battle's.
    pub razed: u16,
    /// Leaders who changed sides have done so. SR-S4
    pub turned_coat: bool,
    /// An English unit has stood in the region of the automatic victory. MR-57
    pub trodden: bool,
    /// The inactive side asks for no more W1 to W3 in this phase.
    pub passed: bool,
    /// Units brought on in this turn at each entry hex, and in all. SR-F5, SR-B10
    pub brought: [u8; MAX_ENTRIES],
    pub brought_all: u8,
    /// Strength taken from Welsh units in this turn; that was in an earlier phase of it. SR-F4
    pub removed_sp: u8,
    pub removal_over: bool,
    /// Automatic victory, or the end.
    pub winner: Option<Side>,
    /// Edward left by the western edge. SR-B5
    pub left_west: bool,

    pub army: [Set; 2],
    pub on_map: Set,
    /// Of this phase.
    pub activated: Set,
    pub attacked: Set,
    pub defended: Set,
    pub charged: Set,
    /// Regroup rolls made in this phase; in set-up: placed by hand.
    pub rolled: Set,
    /// Of this turn.
    pub shots: Set,
    pub own_shots: Set,
    pub checked: Set,
    /// Activated in an earlier phase of it; kept only where units may change sides. SR-S4
    pub acted: Set,
    /// Received the banner after it had moved. M-123
    pub locked: Set,
    /// Chosen among the six (SR-B7); fort fighters.
    pub picked: Set,

    pub leaders: [Leader; MAX_LEADERS],
    pub units: [Unit; MAX_UNITS],
    /// The first unit in each hex, or `NONE`.
    pub first: [UnitId; MAX_HEXES],
}

impl Position {
    pub fn empty() -> Position {
        Position {
            turn: 1,
            phase: 1,
            stage: Stage::SetupB,
            stack: ArrayVec::new(),
            active: None,
            suspended: None,
            combat: Combat::NONE,
            shot: Shot::NONE,
            morale: 0,
            effective: 0,
            banners: [Banner::None; 2],
            carried: [NONE; 2],
            pits: 0,
            shown: 0,
            dug: 0,
            razed: 0,
            turned_coat: false,
            trodden: false,
            passed: false,
            brought: [0; MAX_ENTRIES],
            brought_all: 0,
            removed_sp: 0,
            removal_over: false,
            winner: None,
            left_west: false,
            army: [Set::EMPTY; 2],
            on_map: Set::EMPTY,
            activated: Set::EMPTY,
            attacked: Set::EMPTY,
            defended: Set::EMPTY,
            charged: Set::EMPTY,
            rolled: Set::EMPTY,
            shots: Set::EMPTY,
            own_shots: Set::EMPTY,
            checked: Set::EMPTY,
            acted: Set::EMPTY,
            locked: Set::EMPTY,
            picked: Set::EMPTY,
            leaders: [Leader::ABSENT; MAX_LEADERS],
            units: [Unit::ABSENT; MAX_UNITS],
            first: [NONE; MAX_HEXES],
        }
    }

    /// A cavalry phase: 1, 2, 5, 6.
    #[inline]
    pub fn horse_phase(&self) -> bool {
        matches!(self.phase, 1 | 2 | 5 | 6)
    }

    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id)]
    }

    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id)]
    }

    #[inline]
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[usize::from(id)]
    }

    #[inline]
    pub fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[usize::from(id)]
    }

    /// Field units in a hex.
    #[inline]
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let mut next = self.first.get(hex.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            (next != NONE).then(|| {
                let id = next;
                next = self.unit(id).next;
                id
            })
        })
    }

    /// Whether a field unit of this side stands there; a hex never holds both sides.
    #[inline]
    pub fn holds(&self, hex: Hex, side: Side) -> bool {
        match self.first.get(hex.index()) {
            Some(&id) if id != NONE => self.unit(id).side == side,
            _ => false,
        }
    }

    #[inline]
    pub fn is_clear(&self, hex: Hex) -> bool {
        self.first.get(hex.index()).is_none_or(|id| *id == NONE)
    }

    /// Leaders of a side on a hex.
    #[inline]
    pub fn leaders_at(&self, hex: Hex, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        let here = move |l: &Leader| l.hex == hex && l.on_map() && l.side == side;
        (0u8..).zip(&self.leaders).filter(move |(_, l)| here(l)).map(|(i, _)| i)
    }

    /// Takes a unit out of its hex.
    pub fn lift(&mut self, id: UnitId) {
        let Unit { hex, next, .. } = *self.unit(id);
        if self.on_map.has(id) {
            let first = self.first[hex.index()];
            if first == id {
                self.first[hex.index()] = next;
            } else {
                let mut at = first;
                while self.unit(at).next != id {
                    at = self.unit(at).next;
                }
                self.unit_mut(at).next = next;
            }
            self.on_map.drop(id);
        }
        self.unit_mut(id).next = NONE;
    }

    /// Puts a unit into a hex.
    pub fn put(&mut self, id: UnitId, hex: Hex) {
        self.lift(id);
        // Units of a hex are kept in the order of their numbers, so that equal positions are equal in memory.
        let first = self.first[hex.index()];
        let unit = self.unit_mut(id);
        unit.hex = hex;
        unit.place = Place::Map;
        if first == NONE || first > id {
            unit.next = first;
            self.first[hex.index()] = id;
        } else {
            let mut at = first;
            while self.unit(at).next != NONE && self.unit(at).next < id {
                at = self.unit(at).next;
            }
            self.unit_mut(id).next = self.unit(at).next;
            self.unit_mut(at).next = id;
        }
        self.on_map.add(id);
    }

    /// Takes a unit off the map to `place`.
    pub fn take_away(&mut self, id: UnitId, place: Place) {
        self.lift(id);
        let unit = self.unit_mut(id);
        unit.place = place;
        unit.cf = 0;
        unit.due = 0;
        if place != Place::Off {
            unit.hex = Hex::OFF;
        }
        match unit.form {
            Form::Shiltron => unit.form = Form::Normal,
            Form::Combat => unit.form = Form::March,
            _ => {}
        }
    }

    pub fn piece_hex(&self, piece: Piece) -> Hex {
        match piece {
            Piece::Unit(u) => self.unit(u).hex,
            Piece::Leader(l) => self.leader(l).hex,
        }
    }

    pub fn piece_on_map(&self, piece: Piece) -> bool {
        match piece {
            Piece::Unit(u) => self.unit(u).on_map(),
            Piece::Leader(l) => self.leader(l).on_map(),
        }
    }

    /// Every byte that matters, in a fixed order.
    pub fn write(&self, units: usize, leaders: usize, out: &mut Vec<u8>) {
        out.extend([self.turn, self.phase, self.stage as u8, self.stack.len() as u8]);
        for task in &self.stack {
            task.write(out);
        }
        if let Some(active) = &self.active {
            active.write(out);
        }
        if let Some(active) = &self.suspended {
            out.push(u8::MAX);
            active.write(out);
        }
        self.combat.write(out);
        self.shot.write(out);
        out.extend([self.morale as u8, self.effective as u8]);
        for banner in self.banners {
            let (kind, what) = match banner {
                Banner::None => (0, 0),
                Banner::Held(u) => (1, u16::from(u)),
                Banner::With(l) => (2, u16::from(l)),
                Banner::Fallen(hex) => (3, hex.0),
                Banner::Captured(u) => (4, u16::from(u)),
            };
            out.push(kind);
            out.extend(what.to_le_bytes());
        }
        out.extend(self.carried);
        for set in [self.pits as u16, self.shown as u16, self.razed] {
            out.extend(set.to_le_bytes());
        }
        out.extend([
            self.turned_coat.into(),
            self.trodden.into(),
            self.passed.into(),
            self.brought_all,
            self.removed_sp,
            self.removal_over.into(),
            self.winner.map_or(2, |s| s as u8),
            self.left_west.into(),
        ]);
        out.extend(self.brought);
        for set in [
            &self.army[0],
            &self.army[1],
            &self.on_map,
            &self.activated,
            &self.attacked,
            &self.defended,
            &self.charged,
            &self.rolled,
            &self.shots,
            &self.own_shots,
            &self.checked,
            &self.locked,
            &self.picked,
        ] {
            set.write(out);
        }
        for l in &self.leaders[..leaders] {
            out.extend(l.hex.0.to_le_bytes());
            out.extend([
                l.side as u8,
                l.place as u8,
                l.edge as u8,
                l.due,
                l.fatigue,
                l.moved.into(),
                l.strained.into(),
            ]);
        }
        for u in &self.units[..units] {
            out.extend(u.hex.0.to_le_bytes());
            out.extend([
                u.side as u8,
                u.command,
                u.sp,
                u.cf,
                u.facing as u8,
                u.form as u8,
                u.place as u8,
                u.edge as u8,
                u.due,
            ]);
        }
        if !self.acted.is_empty() {
            self.acted.write(out);
        }
        // The rest of the pits: positions without any keep the bytes they had.
        let more = [self.pits >> 16, self.shown >> 16, self.dug];
        if more != [0; 3] {
            more.iter().for_each(|set| out.extend(set.to_le_bytes()));
        }
    }
}
