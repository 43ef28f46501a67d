//! *Edward at Bannockburn*: what it adds to the standard rules, a module to a section of its rulebook.
//!
//! Rule numbers (`E-93`) are those of `docs/rules/edward.md`, ruling numbers (`ER-24`) those of `docs/rulings/edward.md`.

#[cfg(feature = "files")]
pub mod case;
mod charge;
mod charge_denied;
mod cites;
mod facing;
mod formation;
mod ground;
mod melee;
pub mod options;
mod organising;
mod ranged;
mod rout;
#[cfg(feature = "files")]
pub mod scenario;
mod tables;

pub use crate::standard::cards::{ENGLISH, SCOTS};
pub use crate::standard::choice::{Choice, HalfCode};
pub use crate::standard::event::Event;
pub use crate::standard::position::{Position, Stage};
pub use crate::standard::{cards, position, side_name};
pub use options::Options;

use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::ground::Ground;
use crate::standard::position::Stand;
use crate::standard::prospect::Aim;
use crate::standard::rout::{Flight, Ways};
use crate::standard::{Cites, Settings, Variant};
use arrayvec::ArrayVec;
use board::{Dir, Hex, HexMap, MapBuilder, Terrain};
use cards::{Kind, NONE, UnitId, Weapon};
use kernel::{Diagnostic, Dice, Log, Side};
use options::{
    CavalryBlock, DismountedVp, FatigueFrom, FatigueModeChange, NaCells, RangedOrder, RoutedCapture, ScotsBowModes,
};
use std::collections::BTreeMap;

/// The rules of *Edward at Bannockburn*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edward;

pub type Battle = crate::standard::Battle<Edward>;

impl Variant for Edward {
    type Options = Options;

    const CITES: &'static Cites = &cites::CITES;
    const FIRE: &'static str = "ranged";
    const COMMAND: &'static str = "Direct Command";
    const FACED_SINGLES: bool = true;
    const NAMES_ATTACKS: bool = true;
    const MODES_LAST: bool = false;
    const STRAYS_LAST: bool = true;
    const ORGANISES_UNITS: bool = false;
    const TURNS_AFTER_ROUT: bool = true;
    const HIGHEST: u8 = 2;

    fn read_options(changed: &BTreeMap<String, String>) -> Result<Options, Vec<Diagnostic>> {
        Options::read(changed)
    }

    fn knows(_options: &Options, ground: Terrain) -> bool {
        use Terrain::{Clear, Marsh, Pool, Village, Wooded};
        matches!(ground, Clear | Marsh | Pool | Wooded | Village)
    }

    fn prohibits(_options: &Options, ground: Terrain) -> bool {
        ground == Terrain::Pool
    }

    fn settings(options: &Options) -> Settings {
        Settings {
            tired_from: match options.fatigue_from {
                FatigueFrom::Nine => 9,
                FatigueFrom::Eight => 8,
                FatigueFrom::Never => u8::MAX,
            },
            alternate_fire: options.ranged_order == RangedOrder::Alternate,
            routed_capture: options.routed_capture == RoutedCapture::Yes,
            cavalry_per_level: options.cavalry_block == CavalryBlock::PerLevel,
            dismounted_points: match options.dismounted_vp {
                DismountedVp::Four => 4,
                DismountedVp::Ten => 10,
            },
            na_refused: options.na_cells == NaCells::Illegal,
            whole_halves: false,
            horse_avoids_cover: true,
            tired_modes: options.fatigue_mode_change == FatigueModeChange::Halved,
        }
    }

    fn ground(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], options: &Options) -> Ground {
        ground::ground(map, edges, options)
    }

    /// A wall is a wall: this catalogue has no name of its own for the edge of the map in rout.
    fn code_name(deny: &Deny) -> &'static str {
        match deny.code {
            Code::RoutExit => Code::RoutStepBlocked.name(),
            code => code.name(),
        }
    }

    fn sentence(deny: &Deny) -> Option<&'static str> {
        match (deny.code, deny.rule) {
            (Code::LosBlocked, "E-57") => Some(
                "A longbow shoots over cavalry only where it has no ordinary line of sight, at a target two hexes away, with unrouted English cavalry that does not charge between them.",
            ),
            (Code::LosBlocked, "E-60") => Some("A target in a wood or village cannot be shot at over cavalry."),
            (Code::UnitRouted, "E-65") => Some("All its units are routed: nobody of it stands who could be organised."),
            (Code::LosBlocked, "E-61") => Some("Only English longbows shoot over other units."),
            _ => None,
        }
    }

    /// ER-54: Scottish longbows have one face unless the option gives them two.
    fn two_faced(options: &Options, side: Side, kind: Kind) -> bool {
        match kind {
            Kind::Longbow if side == SCOTS => options.scots_bow_modes == ScotsBowModes::TwoModes,
            _ => kind.faces(side).len() > 1,
        }
    }

    fn allowed(b: &Battle, p: &Position, side: Side, choice: &Choice) -> Allowed {
        match *choice {
            Choice::Advance(dir) => b.may_advance(p, dir).map(drop),
            Choice::Oblique(dir) => b.may_oblique(p, dir).map(drop),
            Choice::Pivot(facing) => b.may_pivot(p, facing).map(drop),
            Choice::Charge(target) => b.may_charge(p, side, target),
            Choice::Form => b.may_form(p).map(drop),
            Choice::Face(facing) => b.may_face(p, facing),
            Choice::Organise(division, half) => b.may_organise(p, side, division, half.map(HalfCode::half)).map(drop),
            Choice::Shoot { shooter, target, over } => b.may_shoot(p, side, shooter, target, over).map(drop),
            Choice::Attack(attacker, target) => b.may_attack(p, side, attacker, target),
            Choice::Resolve(attacker) => b.may_resolve(p, side, attacker),
            Choice::Decline(attacker) => b.may_decline(p, side, attacker),
            _ => Battle::in_stage(false),
        }
    }

    fn carry_out(
        b: &Battle,
        p: &mut Position,
        side: Side,
        choice: &Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        match *choice {
            Choice::Advance(dir) => b.advance(p, dir, log),
            Choice::Oblique(dir) => b.oblique(p, dir, log),
            Choice::Pivot(facing) => b.pivot(p, facing, log),
            Choice::Charge(target) => b.declare_charge(p, target, log),
            Choice::Form => b.form(p, log),
            Choice::Face(facing) => b.face_after_rout(p, facing, log),
            Choice::Organise(division, half) => b.organise(p, division, half.map(HalfCode::half), dice, log),
            Choice::Shoot { shooter, target, over } => b.shoot(p, side, shooter, target, over, dice, log),
            Choice::Attack(attacker, target) => b.name_attack(p, attacker, target, log),
            Choice::Resolve(attacker) => b.resolve_named(p, attacker, dice, log),
            Choice::Decline(attacker) => b.decline(p, attacker, log),
            _ => {}
        }
    }

    fn complete(b: &Battle, p: &Position, _side: Side, choice: Choice) -> Choice {
        b.complete_shot(p, choice)
    }

    fn burn_allows(b: &Battle, spent: u8, left: u8) -> Allowed {
        b.burn_allows(spent, left, false)
    }

    fn list_move(b: &Battle, p: &Position, side: Side, out: &mut Vec<Choice>) {
        b.list_move(p, side, out);
    }

    fn may_finish(b: &Battle, p: &Position) -> Allowed {
        if p.active.charge == NONE {
            return Ok(());
        }
        b.charge_stands(p)
    }

    fn finish(b: &Battle, p: &mut Position, log: &mut impl Log<Event>) {
        b.charge_closes(p, log);
    }

    fn step_denied(b: &Battle, p: &Position, side: Side, unit: UnitId, dir: Dir) -> Option<Deny> {
        b.why_not_step(p, side, unit, dir)
    }

    fn list_organising(b: &Battle, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.extend(b.attempts(p, side));
    }

    fn can_organise_any(b: &Battle, p: &Position, side: Side) -> bool {
        b.attempts(p, side).next().is_some()
    }

    fn tried_to_organise(b: &Battle, p: &Position, unit: UnitId) -> bool {
        b.has_tried_to_organise(p, unit)
    }

    fn flight_begins(b: &Battle, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        b.open_to_run(p, unit, log);
    }

    fn shuts_to_routed(b: &Battle, p: &Position, side: Side, hex: Hex) -> bool {
        b.is_near_enemy(p, side, hex)
    }

    fn ways(flight: &Flight<'_, Edward>, at: Stand) -> Ways {
        rout::ways(flight, at)
    }

    fn shots(
        b: &Battle,
        p: &Position,
        side: Side,
        shooter: UnitId,
        weapon: Weapon,
        found: impl FnMut(Choice) -> bool,
    ) -> bool {
        b.each_shot(p, side, shooter, weapon, found)
    }

    fn attacks(b: &Battle, p: &Position, side: Side, found: impl FnMut(Choice) -> bool) -> bool {
        b.each_attack(p, side, found)
    }

    fn melee_begins(b: &Battle, p: &mut Position, log: &mut impl Log<Event>) {
        b.name_charges(p, log);
    }

    fn enemy_behind(b: &Battle, p: &Position, unit: UnitId) -> bool {
        b.has_enemy_behind(p, unit)
    }

    fn aim(b: &Battle, p: &Position, choice: &Choice) -> Option<Aim> {
        match *choice {
            Choice::Shoot { shooter, target, over } => b.shot_aim(p, shooter, target, over),
            Choice::Attack(attacker, target) => Some(b.blow_aim(p, attacker, target)),
            Choice::Resolve(attacker) => Some(b.blow_aim(p, attacker, p.unit(attacker).target)),
            _ => None,
        }
    }

    fn strikes(b: &Battle, p: &Position, unit: UnitId) -> ArrayVec<Hex, 6> {
        let piece = p.unit(unit);
        let fronts = piece.facing.fronts().map(|dir| b.ground.step(piece.hex, dir));
        fronts
            .into_iter()
            .filter(|s| s.to.is_on() && !s.burn())
            .map(|s| s.to)
            .collect()
    }

    /// E-55 (2), ER-30: a hex without a combat unit, or with an unrouted one of the division.
    fn passes_command(b: &Battle, p: &Position, unit: UnitId, division: u8) -> bool {
        unit == NONE || (!p.is_routed(unit) && b.card(unit).division == division)
    }

    /// Test field F.
    fn test_field() -> MapBuilder {
        MapBuilder::new(20, 20).ground(Terrain::Clear, 1)
    }

    fn test_edges(field: MapBuilder) -> MapBuilder {
        let column = |c: u8, from: u8, to: u8| (from..=to).map(|r| format!("{c:02}{r:02}")).collect::<Vec<_>>();
        let south: Vec<String> = (1..=10).map(|c| format!("{c:02}20")).collect();
        field
            .edge("english", &column(20, 1, 15))
            .edge("scots", &column(1, 8, 20))
            .edge("scots", &south)
    }
}
