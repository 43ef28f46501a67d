//! The "Medieval" system: Stirling 1297, Falkirk 1298, the prelude of 1314 and Bannockburn. A module to a section of its
//! rulebook.
//!
//! Rule numbers (`M-36`, `SR-F4`) are those of `docs/rules/medieval.md`, ruling numbers (`MR-16`) those of
//! `docs/rulings/medieval.md`. Movement points are held in sixths.

// Without the readers of files only hosts that bring their own set up a battle.
#![cfg_attr(not(feature = "files"), allow(dead_code))]

mod active;
mod arrival;
mod attack;
mod campaign;
mod captains;
pub mod cards;
#[cfg(feature = "files")]
pub mod case;
mod choice;
mod combat;
mod crowding;
mod decision;
mod deny;
mod deploy;
mod event;
mod facts;
mod firstcharge;
mod foresight;
mod ground;
mod labels;
mod leaders;
mod listing;
mod morale;
mod movement;
mod muster;
mod offers;
mod offmap;
pub mod options;
mod outcome;
mod pieces;
mod pits;
pub mod position;
mod previews;
mod pursuit;
mod ranged;
mod reckon;
mod resolving;
mod retreat;
mod scatter;
#[cfg(feature = "files")]
pub mod scenario;
mod scene;
mod sequence;
mod sets;
mod setup;
mod sight;
mod tables;
mod task;
mod telling;
mod turncoats;
mod turning;
mod victory;
mod views;
mod windows;
mod zones;

pub use cards::{ENGLISH, SCOTS};
pub use choice::{Choice, Pace, Pass, Target, Wheel};
pub use event::Event;
pub use morale::Tracks;
pub use options::Options;
pub use outcome::{Effect, Outcome};
pub use position::{Piece, Position, Stage};
pub use task::Task;

use board::ground::BoardView;
use board::scene::{Area, Destination, Lane, Offer, Scene, SightLine};
use board::{Hex, HexMap, SideFeatures, Terrain};
use board::{There, Views};
use campaign::Owed;
use cards::{Card, Group, LeaderCard, LeaderId, Reserve, UnitId};
use event::Deed;
use ground::Object;
use kernel::{Dice, Facts, Log, OutcomeName, Refusal, Rules, Side, Telling, ToAct, Verdict, Viewer, Words};
use position::{HexSet, Set};
use sight::Lines;
use std::borrow::Cow;
use victory::{Automatic, Points};

/// A hex on which wolf pits may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pit {
    pub hex: Hex,
    pub owner: Side,
    /// They lie there unless their owner puts them elsewhere. SR-B9
    pub marked: bool,
}

/// What the rules of a scenario change.
#[derive(Clone, Debug, Default)]
pub struct Special {
    /// English archers stay in marching order up to this turn. SR-S2
    pub archers_march_until: u8,
    /// English foot do not attack up to this turn. SR-S5
    pub no_foot_attack_until: u8,
    /// SP the Scots take from Welsh units in a turn. SR-F4
    pub remove_welsh: u8,
    /// SR-B7 instead of M-131 and M-132.
    pub six: bool,
    /// Archers start in marching order. SR-B3
    pub archers_start_marching: bool,
    /// English horse must go for the nearest shiltron up to this turn. SR-B6
    pub first_charge_until: u8,
    /// SR-B5
    pub western_edge: Vec<Hex>,
    /// Bannockburn carries on from here. SR-P4
    pub campaign: bool,
}

/// One battle with its map, armies and options: everything that does not change in play.
#[derive(Clone, Debug)]
pub struct Battle {
    pub map: HexMap,
    pub options: Options,
    pub title: String,
    pub first_turn: u8,
    pub last_turn: u8,
    pub initiative: Side,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub groups: Vec<Group>,
    reserves: Vec<Reserve>,
    leader_entries: Vec<Hex>,
    pits: Vec<Pit>,
    /// Hexes for the pits of each side, a bit for each, and those that are marked.
    pit_ground: [u32; 2],
    pits_marked: u32,
    special: Special,
    tracks: Tracks,
    points: Vec<Points>,
    automatic: Vec<Automatic>,
    /// Extent and cost of a ford in points for foot and horse. SR-S6
    ford_cost: Option<(Vec<Hex>, u8, u8)>,
    /// Points a side starts with: by SR-F8, or because its players have agreed on it.
    head_start: [i32; 2],
    /// What of it the players have agreed on: then points decide, also where the battle ends at once.
    handicap: [i32; 2],
    owed: [Vec<Owed>; 2],
    objects: Vec<Object>,
    lines: Lines,
    /// There are leaders who may change sides. SR-S4
    wavers: bool,
    horse: Set,
    shooters: Set,
    /// Units of the set-up lists, and the hexes of each list.
    listed: Set,
    /// Units that may be chosen instead of listed ones. SR-F9
    spares: Set,
    zones: Vec<HexSet>,
    /// Hexes to the next road, where SR-B6 needs it.
    road_gaps: Vec<u8>,
    /// The hexes along each edge of the map.
    edges: [Vec<Hex>; 4],
    /// Where captains reckon that troops can march.
    outlets: Vec<u8>,
    start: Position,
}

/// What a battle is made of; [`Battle::new`] works out the rest.
pub struct Parts {
    pub map: HexMap,
    pub options: Options,
    pub title: String,
    pub first_turn: u8,
    pub last_turn: u8,
    pub initiative: Side,
    pub units: Vec<Card>,
    pub leaders: Vec<LeaderCard>,
    pub groups: Vec<Group>,
    pub reserves: Vec<Reserve>,
    pub leader_entries: Vec<Hex>,
    pub pits: Vec<Pit>,
    pub special: Special,
    pub tracks: Tracks,
    pub points: Vec<Points>,
    pub automatic: Vec<Automatic>,
    pub ford_cost: Option<(Vec<Hex>, u8, u8)>,
    pub head_start: [i32; 2],
    /// What an earlier battle has cost each side. SR-B8
    pub owed: [Vec<Owed>; 2],
}

impl Battle {
    /// The start position is put in by whoever set the pieces up.
    pub fn new(parts: Parts) -> Battle {
        let select = |wanted: &dyn Fn(&Card) -> bool| {
            let mut set = Set::EMPTY;
            for (i, card) in parts.units.iter().enumerate() {
                if wanted(card) {
                    set.add(i as UnitId);
                }
            }
            set
        };
        Battle {
            wavers: parts.leaders.iter().any(|l| l.wavers),
            horse: select(&|c| c.class.is_horse()),
            shooters: select(&|c| tables::range_of(c.class) > 0),
            listed: select(&|c| usize::from(c.group) < parts.groups.len()),
            spares: select(&|c| c.group == cards::SPARE),
            zones: parts.groups.iter().map(|g| HexSet::of(&g.hexes)).collect(),
            road_gaps: match parts.special.first_charge_until {
                0 => Vec::new(),
                _ => road_gaps(&parts.map),
            },
            edges: offmap::edges(&parts.map),
            outlets: captains::outlets(&parts.map),
            objects: objects(&parts.map),
            lines: Lines::new(),
            start: Position::empty(),
            map: parts.map,
            options: parts.options,
            title: parts.title,
            first_turn: parts.first_turn,
            last_turn: parts.last_turn,
            initiative: parts.initiative,
            units: parts.units,
            leaders: parts.leaders,
            groups: parts.groups,
            reserves: parts.reserves,
            leader_entries: parts.leader_entries,
            pit_ground: Side::BOTH.map(|side| pits::bits(&parts.pits, |pit| pit.owner == side)),
            pits_marked: pits::bits(&parts.pits, |pit| pit.marked),
            pits: parts.pits,
            special: parts.special,
            tracks: parts.tracks,
            points: parts.points,
            automatic: parts.automatic,
            ford_cost: parts.ford_cost,
            head_start: parts.head_start,
            handicap: [0; 2],
            owed: parts.owed,
        }
    }

    /// The same battle from another start.
    #[must_use]
    pub fn starting(mut self, start: Position) -> Battle {
        self.start = start;
        self
    }

    #[inline]
    fn card(&self, id: UnitId) -> &Card {
        &self.units[usize::from(id)]
    }

    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        0..self.leaders.len() as LeaderId
    }
}

fn road_gaps(map: &HexMap) -> Vec<u8> {
    let roads: Vec<Hex> = map.hexes().filter(|h| map.is_road(*h)).collect();
    map.distance_field(&roads)
        .into_iter()
        .map(|d| d.min(255) as u8)
        .collect()
}

/// Forts, gates and bridges of a map.
pub(crate) fn objects(map: &HexMap) -> Vec<Object> {
    let mut found = Vec::new();
    for hex in map.hexes() {
        if map.terrain(hex) == Terrain::Fort {
            found.push(Object::Fort(hex));
        }
        for d in [board::Dir::N, board::Dir::NE, board::Dir::SE] {
            let side = map.side(hex, d);
            if side.contains(SideFeatures::GATE) {
                found.push(Object::Gate(hex, d));
            }
            if side.contains(SideFeatures::BRIDGE) {
                found.push(Object::Bridge(hex, d));
            }
        }
    }
    found
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::One => "Scots",
        Side::Two => "English",
    }
}

impl Rules for Battle {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Outcome = Outcome;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn to_act(&self, p: &Position) -> ToAct {
        match self.decider(p) {
            Some(side) => ToAct::One(side),
            None => ToAct::Nobody,
        }
    }

    fn choices(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if self.decider(p) == Some(side) {
            self.list(p, side, out);
        }
    }

    fn check(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Refusal> {
        self.allowed(p, side, choice).map_err(|deny| deny.refusal(self))
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.apply(p, side, choice, dice, log);
        self.settle(p, dice, log);
    }

    fn carry_on(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        self.fights_on(p, dice, log)
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        self.outcome_of(events)
    }

    fn harm(&self, outcome: &Outcome) -> [i32; 2] {
        outcome.harm.map(i32::from)
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        self.victory(p)
    }

    fn score(&self, p: &Position) -> [i32; 2] {
        self.score_of(p)
    }

    fn turn(&self, p: &Position) -> u16 {
        p.turn.into()
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        p.write(self.units.len(), self.leaders.len(), out);
    }

    /// Wolf pits, until somebody falls into them.
    fn hides(&self) -> bool {
        self.start.pits != 0
    }

    fn known<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        match self.hidden_from(p, side) {
            0 => Cow::Borrowed(p),
            _ => Cow::Owned(self.as_known(p, side)),
        }
    }

    fn twin(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        self.twin_of(p, side, pick)
    }

    fn foresee(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        self.foreseen(p, side, choice)
    }
}

impl Words for Battle {
    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn write_choice(&self, choice: &Choice) -> String {
        self.choice_text(choice)
    }

    fn read_choice(&self, _p: &Position, _side: Side, text: &str) -> Result<Choice, Refusal> {
        self.choice_from_text(text)
    }

    fn read_plan(&self, p: &Position, side: Side, text: &str) -> Result<Vec<Choice>, Refusal> {
        self.plan_from_text(p, side, text)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        match event {
            // MR-100
            Event::Plain(Deed::PitsDug, of) if !of.s.is_some_and(|owner| viewer.is(owner)) => None,
            _ => Some(self.tell_event(event)),
        }
    }

    /// Where pits are dug. MR-100
    fn is_secret(&self, choice: &Choice) -> bool {
        matches!(choice, Choice::Pit(..))
    }

    fn name_outcome(&self, outcome: &Outcome) -> OutcomeName {
        outcome.name()
    }
}

impl Views for Battle {
    fn board(&self) -> BoardView {
        self.board_view()
    }

    fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene_of(p, viewer)
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        self.offers_of(p, side)
    }

    fn areas(&self, p: &Position, _viewer: Viewer) -> Vec<Area> {
        self.areas_of(p)
    }

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        self.destinations_of(p, side, piece)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        self.why_not_there(p, side, piece, there)
    }

    fn sight(&self, p: &Position, from: &board::Place, to: &board::Place) -> Option<SightLine> {
        self.sight_between(p, from, to)
    }

    fn lanes(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        self.lanes_of(p, side, piece)
    }
}

impl Facts for Battle {
    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        self.fact_of(p, key)
    }
}
