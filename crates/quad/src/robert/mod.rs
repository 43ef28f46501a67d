//! *Robert at Bannockburn*, of the Great Medieval Battles: what it adds to the standard rules, a module to a section.
//!
//! Rule numbers (`Q-93`) are those of `docs/rules/quad.md`, ruling numbers (`QR-24`) those of `docs/rulings/quad.md`. The
//! other battles of the series take the same rules with their own rows of the tables (`series`).

#[cfg(feature = "files")]
pub mod case;
mod charge;
mod cites;
mod fire;
mod formation;
mod ground;
mod manoeuvre;
mod melee;
pub mod options;
mod organising;
mod rout;
#[cfg(feature = "files")]
pub mod scenario;
pub mod series;
mod tables;

pub use crate::standard::cards::{ENGLISH, SCOTS};
pub use crate::standard::choice::{Choice, HalfCode};
pub use crate::standard::event::Event;
pub use crate::standard::position::{Position, Stage};
pub use crate::standard::{cards, position, side_name};
pub use options::{Options, Terms};

use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Modifiers;
use crate::standard::ground::Ground;
use crate::standard::morale::Hit;
use crate::standard::position::{Moving, Stand};
use crate::standard::prospect::Aim;
use crate::standard::rout::{Flight, Ways};
use crate::standard::sight::Line;
use crate::standard::variant::Mark;
use crate::standard::{Cites, Settings, Variant};
use arrayvec::ArrayVec;
use board::{Around, Dir, Hex, HexMap, MapBuilder, Terrain};
use cards::{Kind, NONE, UnitId, Weapon};
use fire::Shot;
use kernel::{Diagnostic, Dice, Log, Side};
use options::CavalryBlock;
use series::Rows;
use std::collections::BTreeMap;

/// The rules of *Robert at Bannockburn*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Robert;

pub type Battle = crate::standard::Battle<Robert>;

impl Variant for Robert {
    type Options = Terms;

    const CITES: &'static Cites = &cites::CITES;
    const FIRE: &'static str = "fire";
    const COMMAND: &'static str = "Command control";
    const FACED_SINGLES: bool = false;
    const NAMES_ATTACKS: bool = false;
    const MODES_LAST: bool = true;
    const STRAYS_LAST: bool = false;
    const ORGANISES_UNITS: bool = true;
    const TURNS_AFTER_ROUT: bool = false;
    const HIGHEST: u8 = 9;

    fn read_options(changed: &BTreeMap<String, String>) -> Result<Terms, Vec<Diagnostic>> {
        Ok(Terms {
            options: Options::read(changed)?,
            ..Terms::default()
        })
    }

    fn with_rows(terms: Terms, rows: &str) -> Result<Terms, String> {
        let known = || Rows::ALL.map(Rows::name).join(", ");
        let rows =
            Rows::from_name(rows).ok_or_else(|| format!("there are no rows `{rows}`; there are: {}", known()))?;
        Ok(Terms { rows, ..terms })
    }

    fn people(_terms: &Terms, name: &str) -> Option<u8> {
        series::people(name)
    }

    fn knows_mark(terms: &Terms, mark: Mark) -> bool {
        terms.rows.table().knows(mark)
    }

    fn knows(terms: &Terms, ground: Terrain) -> bool {
        ground == Terrain::Clear || terms.rows.table().row(ground).is_some()
    }

    fn prohibits(terms: &Terms, ground: Terrain) -> bool {
        terms.rows.table().row(ground).is_some_and(|row| row.prohibited)
    }

    fn settings(terms: &Terms) -> Settings {
        Settings {
            cavalry_per_level: terms.options.cavalry_block == CavalryBlock::PerLevel,
            ..Settings::default()
        }
    }

    fn ground(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], terms: &Terms) -> Ground {
        ground::ground(map, edges, terms)
    }

    /// The names of section 7 of the catalogue.
    fn code_name(deny: &Deny) -> &'static str {
        match (deny.code, deny.rule) {
            (Code::InsufficientMp, "Q-75") => "FatigueLimit",
            (Code::InsufficientMp, "Q-117") => "ModeCost",
            (Code::InsufficientMp, _) => "MpExceeded",
            (Code::UnitRouted, _) => "Routed",
            (Code::HexOccupied, "Q-30") => "LeaderIntoEnemy",
            (Code::HexOccupied, _) => "Occupied",
            (Code::ProhibitedTerrain, _) => "Prohibited",
            (Code::UnitDisorganised, _) => "Disorganized",
            (Code::NotDisorganised, _) => "NotDisorganized",
            (Code::DivisionMoved, _) => "OrganizeMoved",
            (Code::WrongMode, "Q-42") => "NotFireMode",
            (Code::WrongMode, _) => "NotMeleeMode",
            (Code::AlreadyAttacked, _) => "AlreadyFired",
            (Code::DuplicateAttacker, _) => "AlreadyMeleed",
            (Code::MeleeNotApplicable, _) => "NotApplicable",
            (Code::InvalidTarget, _) => "FriendlyTarget",
            (Code::ChargeNotAdjacent, _) => "ChargeTarget",
            (Code::ChargeTooShort | Code::ChargeBroken | Code::ChargeTerrain, _) => "ChargeRun",
            (Code::AlreadyDismounted, _) => "Remount",
            (Code::FormationTiming, _) => "NoSecondMode",
            (Code::RoutMoveOwed, _) => "RoutPending",
            (Code::RoutStepBlocked, _) => "RoutBlocked",
            (Code::RoutNotLeastIncrease, _) => "RoutNotLeast",
            (code, _) => code.name(),
        }
    }

    /// Here attacks are made at once, units organise one by one, and a charge is the end of a move.
    fn sentence(deny: &Deny) -> Option<&'static str> {
        match deny.code {
            Code::DuplicateAttacker => Some("It has attacked in this phase already; each unit attacks once."),
            Code::AlreadyAttacked => Some("It has shot in this phase already; each unit shoots once."),
            Code::DivisionMoved => Some("It has moved in this phase, and a unit that has moved cannot be organised."),
            Code::AlreadyAttempted => Some("It has tried to organise in this phase already."),
            Code::ChargeTooShort => Some("A charge ends with at least three hexes entered one after the other."),
            Code::ChargeBroken => Some("The last three hexes of a charge are entered in one straight line."),
            Code::ChargeTerrain => Some("The last three hexes of a charge must all be clear ground."),
            Code::InvalidTarget => Some("The target must be an enemy combat unit on the map."),
            _ => None,
        }
    }

    fn allowed(b: &Battle, p: &Position, side: Side, choice: &Choice) -> Allowed {
        match *choice {
            Choice::Step(_) | Choice::Forward(_) | Choice::Swing(_) | Choice::Sidestep(_) => {
                b.may_manoeuvre(p, choice).map(drop)
            }
            Choice::About => b.may_turn_about(p).map(drop),
            Choice::Close(hex) => b.may_close(p, hex).map(drop),
            Choice::Open(left, right) => b.may_open(p, left, right).map(drop),
            Choice::Charge(target) => b.may_charge(p, side, target),
            Choice::OrganiseUnit(unit) => b.may_organise(p, side, unit),
            Choice::Fire {
                shooter,
                target,
                from,
                to,
                over,
            } => b.may_fire(p, side, shot(shooter, target, from, to, over)).map(drop),
            Choice::Strike { attacker, target, hex } => b.may_strike(p, side, attacker, target, hex),
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
            Choice::Step(_) | Choice::Forward(_) | Choice::Swing(_) | Choice::Sidestep(_) => {
                b.manoeuvre(p, choice, log);
            }
            Choice::About => b.turn_about(p, log),
            Choice::Close(hex) => b.close(p, hex, log),
            Choice::Open(left, right) => b.open(p, left, right, log),
            Choice::Charge(target) => b.charge(p, target, log),
            Choice::OrganiseUnit(unit) => b.organise(p, unit, dice, log),
            Choice::Fire {
                shooter,
                target,
                from,
                to,
                over,
            } => b.fire(p, side, shot(shooter, target, from, to, over), dice, log),
            Choice::Strike { attacker, target, hex } => b.attack(p, attacker, target, hex, dice, log),
            _ => {}
        }
    }

    fn complete(b: &Battle, p: &Position, side: Side, choice: Choice) -> Choice {
        match choice {
            Choice::Shoot { shooter, target, over } => b.complete_shot(p, shooter, target, over),
            Choice::Attack(attacker, target) => b.complete_attack(p, side, attacker, target),
            choice => choice,
        }
    }

    fn list_move(b: &Battle, p: &Position, side: Side, out: &mut Vec<Choice>) {
        b.list_manoeuvres(p, side, out);
    }

    fn may_finish(_b: &Battle, _p: &Position) -> Allowed {
        Ok(())
    }

    fn step_denied(b: &Battle, p: &Position, _side: Side, unit: UnitId, dir: Dir) -> Option<Deny> {
        debug_assert!(p.active.kind == Moving::Unit);
        b.why_not_step(p, unit, dir)
    }

    fn list_organising(b: &Battle, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.extend(b.attempts(p, side));
    }

    fn can_organise_any(b: &Battle, p: &Position, side: Side) -> bool {
        b.attempts(p, side).next().is_some()
    }

    fn tried_to_organise(b: &Battle, p: &Position, unit: UnitId) -> bool {
        b.has_tried(p, unit)
    }

    fn ways(flight: &Flight<'_, Robert>, at: Stand) -> Ways {
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

    fn enemy_behind(b: &Battle, p: &Position, unit: UnitId) -> bool {
        b.has_enemy_behind(p, unit)
    }

    fn more_morale(b: &Battle, p: &Position, unit: UnitId, hit: Hit, list: &mut Modifiers) {
        b.morale_rows(p, unit, hit, list);
    }

    fn aim(b: &Battle, p: &Position, choice: &Choice) -> Option<Aim> {
        match *choice {
            Choice::Fire {
                shooter,
                target,
                from,
                to,
                over,
            } => b.shot_aim(p, shot(shooter, target, from, to, over)),
            Choice::Strike { attacker, target, hex } => Some(b.blow_aim(p, attacker, target, hex)),
            _ => None,
        }
    }

    fn strikes(b: &Battle, p: &Position, unit: UnitId) -> ArrayVec<Hex, 6> {
        match b.double(p, unit) {
            Some(double) => double.at(&b.map, Around::FrontCentre).on().into_iter().collect(),
            None => b.hexes_in_reach(p, unit).collect(),
        }
    }

    /// Q-121 (2), QR-36: a hex without a combat unit, or with unrouted cavalry or longbows of the division.
    fn passes_command(b: &Battle, p: &Position, unit: UnitId, division: u8) -> bool {
        unit == NONE
            || (!p.is_routed(unit)
                && matches!(b.card(unit).kind, Kind::Cavalry | Kind::Longbow)
                && b.card(unit).division == division)
    }

    /// Test map T.
    fn test_field() -> MapBuilder {
        MapBuilder::new(29, 34).rows(34, 33).ground(Terrain::Clear, 0)
    }

    ///
    fn test_edges(field: MapBuilder) -> MapBuilder {
        let column = |c: u8, from: u8, to: u8| (from..=to).map(|r| format!("{c:02}{r:02}")).collect::<Vec<_>>();
        let south: Vec<String> = (1..=14).map(|c| format!("{c:02}{}", 33 + c % 2)).collect();
        field
            .edge("english", &column(29, 2, 22))
            .edge("scots", &column(1, 19, 34))
            .edge("scots", &south)
    }
}

fn shot(own: UnitId, aim: UnitId, from: Hex, to: Hex, over: UnitId) -> Shot {
    Shot {
        line: Line { from, to, own, aim },
        over,
    }
}
