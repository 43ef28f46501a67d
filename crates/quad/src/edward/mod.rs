//! *Edward at Bannockburn*: the whole game, a module to a section of its rulebook.
//!
//! Rule numbers (`E-93`) are those of `docs/rules/edward.md`, ruling numbers (`ER-24`) those of `docs/rulings/edward.md`.
//! Points are held in halves, since leaders pay half a point on roads.

pub mod cards;
pub mod case;
mod charge;
mod choice;
mod command;
mod deny;
mod event;
mod facts;
mod fatigue;
mod ground;
mod leaders;
mod melee;
mod modes;
mod morale;
mod movement;
mod offers;
pub mod options;
mod organising;
pub mod position;
mod ranged;
mod rout;
pub mod scenario;
mod scene;
mod sequence;
mod setup;
mod sight;
mod tables;
mod victory;

pub use cards::{ENGLISH, SCOTS};
pub use choice::{Choice, HalfCode};
pub use event::Event;
pub use options::Options;
pub use position::{Position, Stage};

use board::{HexMap, Sight};
use cards::{Card, Division, Face, LeaderCard, UnitId};
use deny::{Allowed, Code, Deny};
use ground::Ground;
use kernel::scene::{BoardView, Destination, Offer, Scene, Telling};
use kernel::{Dice, Log, Outcome, Refusal, Side, System, ToAct, Verdict, Viewer};
use position::bit;

/// One battle with its map, armies and options: everything that does not change in play.
#[derive(Clone, Debug)]
pub struct Battle {
    pub map: HexMap,
    pub options: Options,
    pub title: String,
    pub turns: u8,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub divisions: Vec<Division>,
    /// Friendly edge sections of each side, for the page.
    edges: [Vec<Vec<board::Hex>>; 2],
    ground: Ground,
    sight: Sight,
    /// The units and leaders of each side.
    army: [u128; 2],
    staff: [u16; 2],
    /// Units that change mode by `mode`: bows of two faces, Scottish cavalry.
    changers: u128,
    cavalry: u128,
    longbows: u128,
    start: Position,
}

/// What a battle is made of; [`Battle::new`] works out the rest.
pub struct Parts {
    pub map: HexMap,
    pub options: Options,
    pub title: String,
    pub turns: u8,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub divisions: Vec<Division>,
    pub edges: [Vec<Vec<board::Hex>>; 2],
}

impl Battle {
    pub fn new(parts: Parts) -> Battle {
        let Parts {
            map,
            options,
            title,
            turns,
            units,
            leaders,
            divisions,
            edges,
        } = parts;
        let ground = Ground::new(&map, &edges, &options);
        let select = |wanted: &dyn Fn(&Card) -> bool| -> u128 {
            let chosen = units.iter().enumerate().filter(|(_, card)| wanted(card));
            chosen.fold(0, |set, (i, _)| set | bit(i as UnitId))
        };
        let staff = [SCOTS, ENGLISH].map(|side| {
            let own = leaders.iter().enumerate().filter(|(_, l)| l.side == side);
            own.fold(0u16, |set, (i, _)| set | 1 << i)
        });
        let mut battle = Battle {
            army: [select(&|c| c.side == SCOTS), select(&|c| c.side == ENGLISH)],
            changers: select(&|c| modes::changes_by_mode(c)),
            cavalry: select(&|c| c.kind == cards::Kind::Cavalry),
            longbows: select(&|c| c.kind == cards::Kind::Longbow && c.side == ENGLISH),
            sight: Sight::new(10),
            start: Position::EMPTY,
            staff,
            ground,
            map,
            options,
            title,
            turns,
            units,
            leaders,
            divisions,
            edges,
        };
        battle.start = battle.set_up();
        battle
    }

    #[inline]
    fn card(&self, id: UnitId) -> &Card {
        &self.units[usize::from(id)]
    }

    /// The side of the counter that is up.
    #[inline]
    fn face(&self, p: &Position, id: UnitId) -> &Face {
        &self.card(id).faces[usize::from(p.unit(id).face)]
    }

    #[inline]
    fn army(&self, side: Side) -> u128 {
        self.army[side.index()]
    }

    /// The phasing side or the other one, as the stage has it; `None` when the game is over.
    #[inline]
    fn acting(&self, p: &Position) -> Option<Side> {
        Some(match p.stage {
            Stage::SetupScots => SCOTS,
            Stage::SetupEnglish => ENGLISH,
            Stage::RoutPhasing | Stage::Movement | Stage::NamePhasing | Stage::ResolvePhasing => p.player,
            Stage::RangedPhasing | Stage::RangedOther => p.shooting,
            Stage::RoutOther | Stage::NameOther | Stage::ResolveOther => p.player.other(),
            Stage::Over => return None,
        })
    }

    /// A unit of this side that is on the map. E-11, E-12
    fn own(&self, p: &Position, side: Side, id: UnitId) -> Allowed {
        if self.army(side) & bit(id) == 0 {
            return Err(Deny::new(Code::NotYourUnit, "E-12"));
        }
        if !p.is_on_map(id) {
            return Err(Deny::new(Code::UnitOffMap, "E-110"));
        }
        Ok(())
    }

    /// An enemy combat unit on the map. E-88, E-93
    fn enemy(&self, p: &Position, side: Side, id: UnitId, rule: &'static str) -> Allowed {
        if self.army(side.other()) & p.on_map & bit(id) == 0 {
            return Err(Deny::new(Code::InvalidTarget, rule));
        }
        Ok(())
    }

    /// Whether a choice is allowed: the one place where it is decided, for listing, checking and explaining.
    fn allowed(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        let acting = self.acting(p).ok_or(Deny::new(Code::GameOver, "E-10"))?;
        if side != acting {
            return Err(Deny::new(Code::NotYourTurn, "E-11"));
        }
        match *choice {
            Choice::Set(unit, face) => self.may_set(p, side, unit, face),
            Choice::Ready => in_stage(p.stage <= Stage::SetupEnglish),
            Choice::Rout(unit) => self.may_rout(p, side, unit),
            Choice::Move(unit) => self.may_move(p, side, unit),
            Choice::Lead(leader) => self.may_lead(p, side, leader),
            Choice::With(leader) => self.may_take(p, side, leader),
            Choice::Step(dir) => self.may_step(p, dir),
            Choice::Advance(dir) => self.may_advance(p, dir).map(drop),
            Choice::Oblique(dir) => self.may_oblique(p, dir).map(drop),
            Choice::Pivot(facing) => self.may_pivot(p, facing).map(drop),
            Choice::Charge(target) => self.may_charge(p, side, target),
            Choice::Form => self.may_form(p).map(drop),
            Choice::Done => self.may_finish(p),
            Choice::Stop => self.may_stop(p),
            Choice::Face(facing) => self.may_face(p, facing),
            Choice::Mode(unit) => self.may_change_mode(p, side, unit).map(drop),
            Choice::Organise(division, half) => self.may_organise(p, side, division, half.map(|h| h.half())).map(drop),
            Choice::Shoot { shooter, target, over } => self.may_shoot(p, side, shooter, target, over).map(drop),
            Choice::Attack(attacker, target) => self.may_attack(p, side, attacker, target),
            Choice::Resolve(attacker) => self.may_resolve(p, side, attacker),
            Choice::End => self.may_end(p, side),
        }
    }
}

/// E-11: an action is legal only in its phase.
fn in_stage(right: bool) -> Allowed {
    if right {
        Ok(())
    } else {
        Err(Deny::new(Code::WrongPhase, "E-11"))
    }
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::One => "Scots",
        Side::Two => "English",
    }
}

impl System for Battle {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn to_act(&self, p: &Position) -> ToAct {
        match self.acting(p) {
            Some(side) => ToAct::One(side),
            None => ToAct::Nobody,
        }
    }

    fn choices(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if self.acting(p) == Some(side) {
            self.list(p, side, out);
        }
    }

    fn check(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Refusal> {
        self.allowed(p, side, choice).map_err(|deny| deny.refusal(self))
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match *choice {
            Choice::Set(unit, face) => self.set(p, unit, face, log),
            Choice::Ready => self.ready(p, log),
            Choice::Rout(unit) => self.begin_rout(p, unit, log),
            Choice::Move(unit) => self.begin_move(p, unit),
            Choice::Lead(leader) => self.begin_lead(p, leader),
            Choice::With(leader) => p.active.leaders |= position::leader_bit(leader),
            Choice::Step(dir) => self.step(p, dir, log),
            Choice::Advance(dir) => self.advance(p, dir, log),
            Choice::Oblique(dir) => self.oblique(p, dir, log),
            Choice::Pivot(facing) => self.pivot(p, facing, log),
            Choice::Charge(target) => self.declare_charge(p, target, log),
            Choice::Form => self.form(p, log),
            Choice::Done => self.finish_move(p, log),
            Choice::Stop => self.stop(p, log),
            Choice::Face(facing) => self.face_after_rout(p, facing, log),
            Choice::Mode(unit) => self.change_mode(p, unit, log),
            Choice::Organise(division, half) => self.organise(p, division, half.map(|h| h.half()), dice, log),
            Choice::Shoot { shooter, target, over } => self.shoot(p, side, shooter, target, over, dice, log),
            Choice::Attack(attacker, target) => self.name_attack(p, attacker, target, log),
            Choice::Resolve(attacker) => self.strike(p, attacker, dice, log),
            Choice::End => self.end(p, side, log),
        }
        self.settle(p, log);
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        self.victory(p)
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        p.write(self.units.len(), self.leaders.len(), out);
    }

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn write_choice(&self, choice: &Choice) -> String {
        self.choice_text(choice)
    }

    fn read_choice(&self, p: &Position, _side: Side, text: &str) -> Result<Choice, Refusal> {
        self.choice_from_text(text).map(|choice| self.complete(p, choice))
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(self.tell_event(event))
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        self.outcome_of(events)
    }

    fn board(&self) -> BoardView {
        self.board_view()
    }

    fn scene(&self, p: &Position, _viewer: Viewer) -> Scene {
        self.scene_of(p)
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        self.offers_of(p, side)
    }

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        self.destinations_of(p, side, piece)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &str) -> Option<Refusal> {
        self.why_not_there(p, side, piece, there)
    }

    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        self.fact_of(p, key)
    }
}
