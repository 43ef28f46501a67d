//! The standard rules of the Great Medieval Battles, on which every battle of the family stands: a module to a section.
//!
//! A battle brings its data and, in [`Variant`], what it does differently. Rule numbers `Q-` are those of
//! `docs/rules/quad.md`, `E-` those of `docs/rules/edward.md`; where a rule is common to both, one of them is named.
//! Points are held in halves, since in one battle leaders pay half a point on roads.

pub mod cards;
#[cfg(feature = "files")]
pub mod case;
pub mod choice;
mod cites;
pub mod command;
pub mod deny;
pub mod event;
mod facts;
mod fatigue;
mod foresight;
pub mod ground;
mod leaders;
pub mod melee;
pub mod modes;
pub mod morale;
pub mod movement;
#[cfg(feature = "files")]
mod notation;
mod offers;
pub mod options;
pub mod position;
pub(crate) mod prospect;
pub mod ranged;
mod reach;
pub mod rout;
#[cfg(feature = "files")]
pub mod scenario;
mod scene;
mod sequence;
mod setup;
pub(crate) mod sight;
mod stand;
pub mod tables;
mod telling;
pub mod variant;
pub(crate) mod victory;

pub use cites::Cites;
pub use variant::{Settings, Variant};

use board::ground::BoardView;
use board::scene::{Area, Destination, Lane, Offer, Scene, SightLine};
use board::{HexMap, Sight};
use board::{Place, There, Views};
use cards::{Card, Division, ENGLISH, Face, LeaderCard, SCOTS, UnitId};
use choice::Choice;
use deny::{Allowed, Code, Deny};
use event::{Event, Outcome};
use ground::Ground;
use kernel::{Dice, Facts, Log, OutcomeName, Refusal, Rules, Side, Telling, ToAct, Verdict, Viewer, Words};
use position::{Position, Stage, bit};

/// One battle with its map, armies and options: everything that does not change in play.
#[derive(Clone, Debug)]
pub struct Battle<R: Variant> {
    pub map: HexMap,
    pub options: R::Options,
    pub title: String,
    pub turns: u8,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub divisions: Vec<Division>,
    /// Friendly edge sections of each side, for the page.
    pub(crate) edges: [Vec<Vec<board::Hex>>; 2],
    pub(crate) settings: Settings,
    pub(crate) ground: Ground,
    pub(crate) sight: Sight,
    /// The units and leaders of each side.
    pub(crate) army: [u128; 2],
    pub(crate) staff: [u16; 2],
    /// Units that change mode by `mode`: bows of two faces, Scottish cavalry.
    pub(crate) changers: u128,
    pub(crate) cavalry: u128,
    /// Units that can be disorganised.
    pub(crate) unsteady: u128,
    pub(crate) longbows: u128,
    start: Position,
}

/// What a battle is made of; [`Battle::new`] works out the rest.
pub struct Parts<R: Variant> {
    pub map: HexMap,
    pub options: R::Options,
    pub title: String,
    pub turns: u8,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub divisions: Vec<Division>,
    pub edges: [Vec<Vec<board::Hex>>; 2],
}

impl<R: Variant> Battle<R> {
    pub fn new(parts: Parts<R>) -> Battle<R> {
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
        let ground = R::ground(&map, &edges, &options);
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
            unsteady: select(&|c| c.faces.iter().any(Face::disorganised)),
            cavalry: select(&|c| c.kind == cards::Kind::Cavalry),
            longbows: select(&|c| c.kind == cards::Kind::Longbow && c.side == ENGLISH),
            sight: Sight::new(10),
            start: Position::EMPTY,
            settings: R::settings(&options),
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
    pub(crate) fn card(&self, id: UnitId) -> &Card {
        &self.units[usize::from(id)]
    }

    /// The side of the counter that is up.
    #[inline]
    pub(crate) fn face(&self, p: &Position, id: UnitId) -> &Face {
        &self.card(id).faces[usize::from(p.unit(id).face)]
    }

    #[inline]
    pub(crate) fn army(&self, side: Side) -> u128 {
        self.army[side.index()]
    }

    /// The phasing side or the other one, as the stage has it; `None` when the game is over.
    #[inline]
    pub(crate) fn acting(&self, p: &Position) -> Option<Side> {
        Some(match p.stage {
            Stage::SetupScots => SCOTS,
            Stage::SetupEnglish => ENGLISH,
            Stage::RoutPhasing | Stage::Movement | Stage::NamePhasing | Stage::ResolvePhasing => p.player,
            Stage::RangedPhasing | Stage::RangedOther => p.shooting,
            Stage::Checks => self.card(p.hits[usize::from(p.checked)]).side,
            Stage::RoutOther | Stage::NameOther | Stage::ResolveOther => p.player.other(),
            Stage::Over => return None,
        })
    }

    /// A unit of this side that is on the map. E-11, Q-04
    pub(crate) fn own(&self, p: &Position, side: Side, id: UnitId) -> Allowed {
        if self.army(side) & bit(id) == 0 {
            return Err(Deny::new(Code::NotYourUnit, R::CITES.own));
        }
        if !p.is_on_map(id) {
            return Err(Deny::new(Code::UnitOffMap, R::CITES.lost));
        }
        Ok(())
    }

    /// An enemy combat unit on the map. E-88, Q-34
    pub(crate) fn enemy(&self, p: &Position, side: Side, id: UnitId, rule: &'static str) -> Allowed {
        if self.army(side.other()) & p.on_map & bit(id) == 0 {
            return Err(Deny::new(Code::InvalidTarget, rule));
        }
        Ok(())
    }

    /// The hexes a unit looks at; all around for a counter without facing.
    pub fn in_front(&self, p: &Position, id: UnitId) -> impl IntoIterator<Item = board::Hex> {
        let unit = p.unit(id);
        let step = |dir| self.map.neighbour(unit.hex, dir);
        let hexes: arrayvec::ArrayVec<board::Hex, 6> = match board::Double::new(&self.map, unit.hex, unit.right) {
            Some(double) => double.around(&self.map)[..3].iter().map(|(_, hex)| *hex).collect(),
            None if R::FACED_SINGLES => unit.facing.fronts().into_iter().map(step).collect(),
            None => board::Dir::ALL.into_iter().map(step).collect(),
        };
        hexes
    }

    /// E-11, Q-01: an action is legal only in its phase.
    #[inline]
    pub(crate) fn in_stage(right: bool) -> Allowed {
        if right {
            Ok(())
        } else {
            Err(Deny::new(Code::WrongPhase, R::CITES.order))
        }
    }

    /// Whether a choice is allowed: the one place where it is decided, for listing, checking and explaining.
    pub(crate) fn allowed(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        let acting = self.acting(p).ok_or(Deny::new(Code::GameOver, R::CITES.game_over))?;
        if side != acting {
            return Err(Deny::new(Code::NotYourTurn, R::CITES.order));
        }
        match *choice {
            Choice::Set(unit, face) => self.may_set(p, side, unit, face),
            Choice::Ready => Self::in_stage(p.stage <= Stage::SetupEnglish),
            Choice::Rout(unit) => self.may_rout(p, side, unit),
            Choice::Move(unit) => self.may_move(p, side, unit),
            Choice::Lead(leader) => self.may_lead(p, side, leader),
            Choice::With(leader) => self.may_take(p, side, leader),
            Choice::Step(_) | Choice::Swing(_) | Choice::Rear(_) if p.active.kind == position::Moving::Rout => {
                self.may_run(p, choice)
            }
            Choice::Step(dir) if p.active.kind == position::Moving::Leaders => self.may_ride(p, dir).map(drop),
            Choice::Done => self.may_finish(p),
            Choice::Stop => self.may_stop(p),
            Choice::Mode(unit) => self.may_change_mode(p, side, unit).map(drop),
            Choice::Check => Self::in_stage(p.stage == Stage::Checks),
            Choice::End => self.may_end(p, side),
            _ => R::allowed(self, p, side, choice),
        }
    }
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::One => "Scots",
        Side::Two => "English",
    }
}

impl<R: Variant> Battle<R> {
    /// Points with which each side begins, as its players have agreed.
    pub fn give(&mut self, points: [i32; 2]) {
        self.start.score = points.map(|points| points as i16);
    }
}

impl<R: Variant> Rules for Battle<R> {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Outcome = Outcome;

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
        self.allowed(p, side, choice).map_err(|deny| self.refusal(&deny))
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match *choice {
            Choice::Set(unit, face) => self.set(p, unit, face, log),
            Choice::Ready => self.ready(p, log),
            Choice::Rout(unit) => self.begin_rout(p, unit, log),
            Choice::Move(unit) => self.begin_move(p, unit),
            Choice::Lead(leader) => self.begin_lead(p, leader),
            Choice::With(leader) => p.active.leaders |= position::leader_bit(leader),
            Choice::Step(_) | Choice::Swing(_) | Choice::Rear(_) if p.active.kind == position::Moving::Rout => {
                self.run(p, choice, log);
            }
            Choice::Step(dir) if p.active.kind == position::Moving::Leaders => self.ride(p, dir, log),
            Choice::Done => self.finish_move(p, log),
            Choice::Stop => self.stop(p, log),
            Choice::Mode(unit) => self.change_mode(p, unit, log),
            Choice::Check => self.check_hit(p, dice, log),
            Choice::End => self.end(p, side, log),
            _ => R::carry_out(self, p, side, choice, dice, log),
        }
        self.settle(p, log);
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        self.outcome_of(events)
    }

    fn harm(&self, outcome: &Outcome) -> [i32; 2] {
        outcome.harm()
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        self.victory(p)
    }

    fn score(&self, p: &Position) -> [i32; 2] {
        p.score.map(i32::from)
    }

    fn turn(&self, p: &Position) -> u16 {
        p.turn.into()
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        p.write(self.units.len(), self.leaders.len(), out);
    }

    fn foresee(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        self.foreseen(p, side, choice)
    }
}

impl<R: Variant> Words for Battle<R> {
    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn write_choice(&self, choice: &Choice) -> String {
        self.choice_text(choice)
    }

    fn read_choice(&self, p: &Position, side: Side, text: &str) -> Result<Choice, Refusal> {
        let choice = self.choice_from_text(text)?;
        Ok(R::complete(self, p, side, choice))
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        let role = event.role();
        Some(Telling {
            role,
            ..self.tell_event(event)
        })
    }

    fn name_outcome(&self, outcome: &Outcome) -> OutcomeName {
        outcome.effect.name()
    }
}

impl<R: Variant> Views for Battle<R> {
    fn board(&self) -> BoardView {
        self.board_view()
    }

    fn scene(&self, p: &Position, _viewer: Viewer) -> Scene {
        self.scene_of(p, 0..self.units.len() + self.leaders.len())
    }

    fn looks(&self, p: &Position, _viewer: Viewer) -> Option<Vec<u128>> {
        Some(self.looks_of(p))
    }

    fn scene_with(&self, p: &Position, _viewer: Viewer, pieces: &[usize]) -> Scene {
        self.scene_of(p, pieces.iter().copied())
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        self.offers_of(p, side)
    }

    fn areas(&self, p: &Position, _viewer: Viewer) -> Vec<Area> {
        self.command_areas(p)
    }

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        self.destinations_of(p, side, piece)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        self.why_not_there(p, side, piece, there)
    }

    fn sight(&self, p: &Position, from: &Place, to: &Place) -> Option<SightLine> {
        self.sight_between(p, from, to)
    }

    fn lanes(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        self.lanes_of(p, side, piece)
    }
}

impl<R: Variant> Facts for Battle<R> {
    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        self.fact_of(p, key)
    }
}
