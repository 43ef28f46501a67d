//! What a battle adds to the standard rules: data, and a few named places where it does things its own way.

use super::cards::{Kind, UnitId, Weapon};
use super::choice::Choice;
use super::deny::{Allowed, Deny};
use super::event::{Event, Modifiers};
use super::ground::Ground;
use super::morale::Hit;
use super::position::{Position, Stand};
use super::prospect::Aim;
use super::rout::{Flight, Ways};
use super::{Battle, Cites};
use arrayvec::ArrayVec;
use board::{Dir, Hex, HexMap, MapBuilder, Terrain};
use kernel::{Diagnostic, Dice, Log, Side};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Points on which battles, or players, differ and which the standard rules ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The turn from which both armies tire; above all turns for never.
    pub tired_from: u8,
    /// Shots of the two sides alternate, instead of those of the phasing side coming first (ER-31).
    pub alternate_fire: bool,
    /// Routed units capture leaders in their way.
    pub routed_capture: bool,
    /// Blocked horse pays for every two hexes missing, instead of once (QR-23).
    pub cavalry_per_level: bool,
    /// What dismounted cavalry is worth.
    pub dismounted_points: i32,
    /// Attacks without a number in the table are refused (QR-39).
    pub na_refused: bool,
    /// A halved allowance is rounded down to whole points (QR-31), instead of kept exactly (ER-52).
    pub whole_halves: bool,
    /// Mounted units do not enter cover, not even in rout (E-78).
    pub horse_avoids_cover: bool,
    /// Mode changes are paid from the halved allowance when tired (QR-30).
    pub tired_modes: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            tired_from: 9,
            alternate_fire: false,
            routed_capture: true,
            cavalry_per_level: true,
            dismounted_points: 4,
            na_refused: true,
            whole_halves: true,
            horse_avoids_cover: false,
            tired_modes: true,
        }
    }
}

/// What is marked on pieces in some battles of the family and not in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// the rows of King Arthur have no lances.
    Lance,
    /// a leader who hides.
    Hiding,
    /// an elephant that has run wild.
    Rampant,
}

impl Mark {
    pub fn unknown(self) -> &'static str {
        match self {
            Mark::Lance => "this battle has no lances",
            Mark::Hiding => "no morale modifier of this battle speaks of leaders who hide",
            Mark::Rampant => "no morale modifier of this battle speaks of rampant elephants",
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Mark::Lance => "leave the key out (Q-26)",
            Mark::Hiding => "leave the key out, or take rows = \"king-arthur\" in a scenario of quad (Q-54)",
            Mark::Rampant => "leave the key out, or take rows = \"tamburlaine\" in a scenario of quad (Q-54)",
        }
    }
}

/// The rules of one battle.
pub trait Variant: Copy + Debug + PartialEq + Send + Sync + Sized + 'static {
    type Options: Copy + Debug + Default + Send + Sync;

    const CITES: &'static Cites;
    /// The word for phase 4.
    const FIRE: &'static str;
    /// The word for what a longbow near its horse has.
    const COMMAND: &'static str;
    /// Single counters face a vertex too (E-20).
    const FACED_SINGLES: bool;
    /// All attacks of a phase are named before any is made (E-94), instead of made one by one.
    const NAMES_ATTACKS: bool;
    /// After the first change of mode nothing else is moved.
    const MODES_LAST: bool;
    /// A rout path deviates only where no designated step serves (E-118).
    const STRAYS_LAST: bool;
    /// Units organise one by one, instead of by divisions (E-63).
    const ORGANISES_UNITS: bool;
    /// After rout movement the owner turns the unit the way it went (E-122).
    const TURNS_AFTER_ROUT: bool;
    /// The highest ground a map may have.
    const HIGHEST: u8;

    fn read_options(changed: &BTreeMap<String, String>) -> Result<Self::Options, Vec<Diagnostic>>;
    /// Takes the terrain rows and morale modifiers of another battle of the series (section 9 of the catalogue).
    fn with_rows(_options: Self::Options, rows: &str) -> Result<Self::Options, String> {
        Err(format!("this battle has no rows `{rows}`; it takes none"))
    }
    /// A people's number in the tables of the battle.
    fn people(_options: &Self::Options, _name: &str) -> Option<u8> {
        None
    }
    /// Whether pieces may be marked so.
    fn knows_mark(_options: &Self::Options, mark: Mark) -> bool {
        mark == Mark::Lance
    }
    /// Whether maps may have this ground.
    fn knows(options: &Self::Options, ground: Terrain) -> bool;
    /// Whether nobody can enter it.
    fn prohibits(options: &Self::Options, ground: Terrain) -> bool;
    fn settings(options: &Self::Options) -> Settings;
    /// What every step on this map costs and crosses.
    fn ground(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], options: &Self::Options) -> Ground;

    /// The name of a refusal; battles call some by their own names.
    fn code_name(deny: &Deny) -> &'static str {
        deny.code.name()
    }

    /// The sentence of a refusal, where a battle has another reason for it than the standard rules.
    fn sentence(_deny: &Deny) -> Option<&'static str> {
        None
    }

    /// Whether units of this kind have two sides to show.
    fn two_faced(_options: &Self::Options, side: Side, kind: Kind) -> bool {
        kind.faces(side).len() > 1
    }

    // Choices that only this battle has, or has its own way.

    fn allowed(b: &Battle<Self>, p: &Position, side: Side, choice: &Choice) -> Allowed;
    fn carry_out(
        b: &Battle<Self>,
        p: &mut Position,
        side: Side,
        choice: &Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    );
    /// Fills in what a choice written short leaves out.
    fn complete(b: &Battle<Self>, p: &Position, side: Side, choice: Choice) -> Choice;

    // Movement.

    /// Whether leaders may cross a burn, in half points spent and left (E-80).
    fn burn_allows(_b: &Battle<Self>, _spent: u8, _left: u8) -> Allowed {
        Ok(())
    }
    /// What the unit on the move may do next.
    fn list_move(b: &Battle<Self>, p: &Position, side: Side, out: &mut Vec<Choice>);
    /// Whether the move of a unit may end here.
    fn may_finish(b: &Battle<Self>, p: &Position) -> Allowed;
    fn finish(_b: &Battle<Self>, _p: &mut Position, _log: &mut impl Log<Event>) {}
    /// Why the unit on the move cannot go that way.
    fn step_denied(b: &Battle<Self>, p: &Position, side: Side, unit: UnitId, dir: Dir) -> Option<Deny>;
    fn list_organising(b: &Battle<Self>, p: &Position, side: Side, out: &mut Vec<Choice>);
    fn can_organise_any(b: &Battle<Self>, p: &Position, side: Side) -> bool;
    /// Whether it has spent its move on an attempt to organise.
    fn tried_to_organise(b: &Battle<Self>, p: &Position, unit: UnitId) -> bool;

    // Rout movement.

    fn flight_begins(_b: &Battle<Self>, _p: &mut Position, _unit: UnitId, _log: &mut impl Log<Event>) {}
    /// Whether a hex is closed to routed units of a side, besides those with other units in them.
    fn shuts_to_routed(_b: &Battle<Self>, _p: &Position, _side: Side, _hex: Hex) -> bool {
        false
    }
    /// What lies in each direction, and for doubles at each pivot.
    fn ways(flight: &Flight<'_, Self>, at: Stand) -> Ways;

    // Combat.

    /// Calls `found` with every shot of one unit, until it says that it has seen enough.
    fn shots(
        b: &Battle<Self>,
        p: &Position,
        side: Side,
        shooter: UnitId,
        weapon: Weapon,
        found: impl FnMut(Choice) -> bool,
    ) -> bool;
    /// The same with every attack of one side.
    fn attacks(b: &Battle<Self>, p: &Position, side: Side, found: impl FnMut(Choice) -> bool) -> bool;
    /// The melee of the phasing side begins.
    fn melee_begins(_b: &Battle<Self>, _p: &mut Position, _log: &mut impl Log<Event>) {}
    /// An enemy stands where it shakes the unit.
    fn enemy_behind(b: &Battle<Self>, p: &Position, unit: UnitId) -> bool;
    /// Morale modifiers beyond those of the standard rules.
    fn more_morale(_b: &Battle<Self>, _p: &Position, _unit: UnitId, _hit: Hit, _list: &mut Modifiers) {}
    /// Whether command passes over a hex with this unit.
    fn passes_command(b: &Battle<Self>, p: &Position, unit: UnitId, division: u8) -> bool;

    // Planners.

    /// What a shot or blow that may be made needs, at whom it is aimed, and what kind of hit it would score.
    fn aim(b: &Battle<Self>, p: &Position, choice: &Choice) -> Option<Aim>;
    /// Hexes into which a unit strikes with its full number as it stands.
    fn strikes(b: &Battle<Self>, p: &Position, unit: UnitId) -> ArrayVec<Hex, 6>;

    // Conformance cases.

    /// The field on which cases are played.
    fn test_field() -> MapBuilder;
    /// Its friendly edges, unless the case has its own.
    fn test_edges(field: MapBuilder) -> MapBuilder;
}
