//! A game under way for callers that speak text and JSON: one face for every system.

use crate::battle::Playable;
use crate::hint::{self, Hinting};
use crate::review::{Reviewing, Study, review};
use board::ground::BoardView;
use board::scene::{Area, Destination, Drag, Lane, Offer, Scene, SightLine};
use board::{Place, There};
use captain::{Captain, Rng, Stop, UnknownCaptain};
use kernel::dice::Scripted;
use kernel::game::{Action, EntryOf, PlanRefusal, RESIGN};
use kernel::story::{self, Luck, Odds, StoryEntry};
use kernel::{Cite, Game, Move, Quiet, Record, Refusal, Seed, Shares, Side, Telling, ToAct, Verdict, Viewer};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// What came of a choice, as the side that made it may know.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// How many choices of a plan were carried out.
    pub done: usize,
    /// Of the position.
    pub hash: u64,
    pub events: Vec<Telling>,
}

/// Everything that a viewer may know of the moment.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Observation {
    pub version: u64,
    pub scene: Scene,
    /// What may be chosen now, in the text form that is sent back.
    pub choices: Vec<String>,
    /// What this viewer has committed itself to without the other's knowing.
    pub staged: Vec<String>,
    /// How many of the last choices this viewer can take back.
    pub undoable: usize,
}

/// A captain at work, away from the game. It comes to a choice that is legal where it was asked, or to none; sooner when it is told
/// to stop.
pub type Pondering = Box<dyn FnOnce(&Stop) -> Result<String, Failed> + Send>;

/// Why a captain came to no choice. The game stands where it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    #[error("the captain crashed")]
    Crashed,
    #[error("the captain chose what is not allowed: {0}")]
    Illegal(Refusal),
}

/// The dice of an entry, to be walked: what they gave against what they should have, if that can be said.
pub type LuckWalk = Box<dyn FnOnce() -> Option<Luck> + Send>;

/// A game under way, whatever its system. Whatever a side is told is what it may know.
pub trait Table: Send {
    fn scenario(&self) -> &str;
    fn side_name(&self, side: Side) -> &'static str;
    /// Whether a side has facts in this battle that the other may not know. If not, everybody is shown the same scene.
    fn hides(&self) -> bool;
    fn commitment(&self) -> String;
    /// What the players add to the dice, if they do.
    fn shares(&self) -> Option<Shares>;
    /// The dice come from the seed and these shares together; for the time before the first die.
    fn share_dice(&mut self, shares: Shares);
    fn hash(&self) -> u64;
    /// Bytes of memory that this game takes, about.
    fn bytes(&self) -> usize;
    /// Counts the changes that this viewer can know of.
    fn version(&self, viewer: Viewer) -> u64;

    fn to_act(&self, viewer: Viewer) -> ToAct;
    /// Whether this side must decide something now.
    fn is_asked(&self, side: Side) -> bool;
    fn verdict(&self) -> Option<Verdict>;
    fn board(&self) -> BoardView;
    fn scene(&self, viewer: Viewer) -> Scene;
    /// For each piece of the scene what makes it look as it does, where that is known ([`board::Views::looks`]).
    fn looks(&self, _viewer: Viewer) -> Option<Vec<u128>> {
        None
    }
    /// The scene with these of its pieces only.
    fn scene_with(&self, viewer: Viewer, pieces: &[usize]) -> Scene {
        self.scene(viewer).with(pieces)
    }
    /// The scene after `at` entries.
    fn scene_at(&mut self, viewer: Viewer, at: usize) -> Scene;
    fn observe(&self, viewer: Viewer) -> Observation;

    fn choices(&self, side: Side) -> Vec<String>;
    fn offers(&self, side: Side) -> Vec<Offer>;
    fn areas(&self, viewer: Viewer) -> Vec<Area>;
    fn destinations(&self, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal>;

    /// What comes of dragging a piece to a place on a table.
    fn drag(&self, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal>;

    /// As far as a piece can be dragged on a table.
    fn envelope(&self, side: Side, piece: &str) -> Vec<Area>;
    fn why_not(&self, side: Side, piece: &str, there: &There) -> Option<Refusal>;
    fn sight(&self, viewer: Viewer, from: &Place, to: &Place) -> Option<SightLine>;
    fn lanes(&self, side: Side, piece: &str) -> Vec<Lane>;
    fn check(&self, side: Side, choice: &str) -> Result<(), Refusal>;
    fn odds(&self, side: Side, choice: &str) -> Result<Odds, Refusal>;

    /// Carries out a choice, or several that one text stands for, or keeps them until the other side is in too.
    fn choose(&mut self, side: Side, choice: &str) -> Result<Receipt, Refusal>;
    fn plan(&mut self, side: Side, choices: &[String]) -> Result<Receipt, PlanRefusal>;
    fn undo(&mut self, side: Side) -> Result<Receipt, Refusal>;
    /// How many of the last choices this side can take back.
    fn undoable(&self, side: Side) -> usize;
    /// What this side has committed itself to without the other's knowing.
    fn staged(&self, side: Side) -> Vec<String>;

    fn entries(&self) -> usize;
    fn moves(&self, from: usize) -> Vec<Move>;
    fn record(&self) -> Record;
    /// The entries from `from` on, as this viewer may know them.
    fn story(&self, viewer: Viewer, from: usize) -> Vec<StoryEntry>;
    /// What the dice of an entry gave against what they should have, if there are any that this viewer may know of. It can take long
    /// to walk them, and the game goes on meanwhile.
    fn luck(&mut self, viewer: Viewer, at: usize) -> Option<LuckWalk>;
    /// Another game that goes on from here with dice of its own.
    fn fork(&self, seed: Seed) -> Box<dyn Table>;

    /// Gives a seat to a captain.
    fn appoint(&mut self, side: Side, captain: &str, rng: Rng) -> Result<(), UnknownCaptain>;
    /// What the captain of this side would choose now; `None` if there is no captain or nothing to choose.
    fn ponder(&self, side: Side) -> Option<Pondering>;
    /// What the best captain would do for this side, by what the side may know; `None` if there is nothing to choose.
    fn hint(&self, _side: Side) -> Option<Hinting> {
        None
    }
    /// Goes over the entries so far for one side; for a game that is over, since it looks at what was hidden then.
    fn review(&self, _study: Study) -> Option<Reviewing> {
        None
    }
}

type Commander<S> = Arc<Mutex<Box<dyn Captain<S>>>>;

pub struct Seated<S: Playable> {
    game: Game<S>,
    captains: [Option<Commander<S>>; 2],
    /// Positions after 0, 64, 128... entries, as far as somebody has looked back.
    marks: Vec<S::Position>,
}

/// Entries between two marks: few enough to play again between two frames of a page.
const STRIDE: usize = 64;

impl<S: Playable> Seated<S> {
    pub fn new(game: Game<S>) -> Seated<S> {
        Seated {
            game,
            captains: [None, None],
            marks: Vec::new(),
        }
    }

    fn read(&self, side: Side, text: &str) -> Result<Vec<S::Choice>, Refusal> {
        self.game.battle().read_plan(self.game.position_of(side), side, text)
    }

    fn receipt(&self, done: usize, since: usize, side: Side) -> Receipt {
        let new = self.game.entries().get(since..).unwrap_or_default();
        Receipt {
            done,
            hash: self.game.hash(),
            events: new.iter().flat_map(|e| self.game.tellings(e, side.into())).collect(),
        }
    }

    /// What the game knows and a position does not: who has given up, and who has committed himself.
    fn of_this_game(&self, scene: Scene, viewer: Viewer) -> Scene {
        Scene {
            to_act: self.game.to_act_for(viewer),
            verdict: self.game.verdict(),
            ..scene
        }
    }

    fn again(&self, p: &mut S::Position, entries: &[EntryOf<S>]) {
        for entry in entries {
            if let Action::Chose(choice) = &entry.action {
                let mut dice = Scripted::new(&entry.dice);
                self.game.battle().resolve(p, entry.side, choice, &mut dice, &mut Quiet);
            }
        }
    }

    /// The position after `at` entries.
    fn position_at(&mut self, at: usize) -> S::Position {
        if self.marks.is_empty() {
            self.marks.push(self.game.battle().start());
        }
        while self.marks.len() <= at / STRIDE {
            let from = (self.marks.len() - 1) * STRIDE;
            let mut p = self.marks[self.marks.len() - 1].clone();
            self.again(&mut p, &self.game.entries()[from..from + STRIDE]);
            self.marks.push(p);
        }
        let mut p = self.marks[at / STRIDE].clone();
        self.again(&mut p, &self.game.entries()[at - at % STRIDE..at]);
        p
    }
}

impl<S: Playable> Table for Seated<S> {
    fn scenario(&self) -> &str {
        &self.game.heading().scenario
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.game.battle().side_name(side)
    }

    fn hides(&self) -> bool {
        self.game.battle().hides()
    }

    fn commitment(&self) -> String {
        self.game.commitment()
    }

    fn shares(&self) -> Option<Shares> {
        self.game.shares()
    }

    fn share_dice(&mut self, shares: Shares) {
        self.game.share_dice(shares);
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn bytes(&self) -> usize {
        let beside = self.marks.iter().map(|p| self.game.battle().bytes_beside(p));
        self.game.bytes() + self.marks.capacity() * size_of::<S::Position>() + beside.sum::<usize>()
    }

    fn version(&self, viewer: Viewer) -> u64 {
        self.game.version(viewer)
    }

    fn to_act(&self, viewer: Viewer) -> ToAct {
        self.game.to_act_for(viewer)
    }

    fn is_asked(&self, side: Side) -> bool {
        self.game.is_asked(side)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.game.verdict()
    }

    fn board(&self) -> BoardView {
        self.game.battle().board()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let scene = self.game.battle().scene(self.game.position_for(viewer), viewer);
        self.of_this_game(scene, viewer)
    }

    fn looks(&self, viewer: Viewer) -> Option<Vec<u128>> {
        self.game.battle().looks(self.game.position_for(viewer), viewer)
    }

    fn scene_with(&self, viewer: Viewer, pieces: &[usize]) -> Scene {
        let p = self.game.position_for(viewer);
        let scene = self.game.battle().scene_with(p, viewer, pieces);
        self.of_this_game(scene, viewer)
    }

    fn scene_at(&mut self, viewer: Viewer, at: usize) -> Scene {
        if at >= self.game.entries().len() {
            return self.scene(viewer);
        }
        let p = self.position_at(at);
        self.game.battle().scene(&p, viewer)
    }

    fn observe(&self, viewer: Viewer) -> Observation {
        Observation {
            version: self.game.version(viewer),
            scene: self.scene(viewer),
            choices: viewer.side().map_or(Vec::new(), |side| self.choices(side)),
            staged: viewer.side().map_or(Vec::new(), |side| self.staged(side)),
            undoable: viewer.side().map_or(0, |side| self.game.undoable(side)),
        }
    }

    fn choices(&self, side: Side) -> Vec<String> {
        let choices = self.game.choices(side);
        choices.iter().map(|c| self.game.battle().write_choice(c)).collect()
    }

    fn offers(&self, side: Side) -> Vec<Offer> {
        if !self.game.is_asked(side) {
            return Vec::new();
        }
        self.game.battle().offers(self.game.position_of(side), side)
    }

    fn areas(&self, viewer: Viewer) -> Vec<Area> {
        self.game.battle().areas(self.game.position_for(viewer), viewer)
    }

    fn destinations(&self, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        self.game
            .battle()
            .destinations(self.game.position_of(side), side, piece)
    }

    fn drag(&self, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        self.game.battle().drag(self.game.position_of(side), side, piece, to)
    }

    fn envelope(&self, side: Side, piece: &str) -> Vec<Area> {
        self.game.battle().envelope(self.game.position_of(side), side, piece)
    }

    fn why_not(&self, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        self.game
            .battle()
            .why_not(self.game.position_of(side), side, piece, there)
    }

    fn sight(&self, viewer: Viewer, from: &Place, to: &Place) -> Option<SightLine> {
        self.game.battle().sight(self.game.position_for(viewer), from, to)
    }

    fn lanes(&self, side: Side, piece: &str) -> Vec<Lane> {
        self.game.battle().lanes(self.game.position_of(side), side, piece)
    }

    fn check(&self, side: Side, text: &str) -> Result<(), Refusal> {
        if text == RESIGN && !self.game.is_over() {
            return Ok(());
        }
        let choices = self.read(side, text)?;
        // What comes after the first is worked out from what the side knows, so that asking shows nothing hidden.
        let battle = self.game.battle();
        let mut p = battle.known(self.game.position_of(side), side).into_owned();
        for (at, choice) in choices.iter().enumerate() {
            match at {
                0 => self.game.check(side, choice)?,
                _ => battle.check(&p, side, choice)?,
            }
            if at + 1 < choices.len() {
                let mut dice = Scripted::default();
                battle.resolve(&mut p, side, choice, &mut dice, &mut Quiet);
                // A die decides how it goes on.
                if dice.fault().is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn odds(&self, side: Side, text: &str) -> Result<Odds, Refusal> {
        self.game.odds(side, text)
    }

    fn choose(&mut self, side: Side, text: &str) -> Result<Receipt, Refusal> {
        let since = self.game.entries().len();
        if text == RESIGN {
            self.game.resign(side)?;
            return Ok(self.receipt(1, since, side));
        }
        let choices = self.read(side, text)?;
        let done = self.game.plan(side, &choices).map_err(|refused| refused.refusal)?;
        Ok(self.receipt(done, since, side))
    }

    fn plan(&mut self, side: Side, texts: &[String]) -> Result<Receipt, PlanRefusal> {
        let since = self.game.entries().len();
        if texts.is_empty() {
            let refusal = Refusal::new("EmptyPlan", Cite::NONE, "A plan needs at least one choice.");
            return Err(PlanRefusal { at: 0, refusal });
        }
        let mut choices = Vec::with_capacity(texts.len());
        // Which text each choice comes from.
        let mut from = Vec::with_capacity(texts.len());
        for (at, text) in texts.iter().enumerate() {
            let read = self.read(side, text).map_err(|refusal| PlanRefusal { at, refusal })?;
            from.resize(from.len() + read.len(), at);
            choices.extend(read);
        }
        let done = self.game.plan(side, &choices).map_err(|refused| PlanRefusal {
            at: from[refused.at],
            refusal: refused.refusal,
        })?;
        // A text counts as done when its last choice is.
        let whole = from.get(done).copied().unwrap_or(texts.len());
        Ok(self.receipt(whole, since, side))
    }

    fn undo(&mut self, side: Side) -> Result<Receipt, Refusal> {
        self.game.undo(side)?;
        self.marks.truncate(self.game.entries().len() / STRIDE + 1);
        Ok(self.receipt(0, usize::MAX, side))
    }

    fn undoable(&self, side: Side) -> usize {
        self.game.undoable(side)
    }

    fn staged(&self, side: Side) -> Vec<String> {
        let staged = self.game.staged(side).iter();
        staged.map(|choice| self.game.battle().write_choice(choice)).collect()
    }

    fn entries(&self) -> usize {
        self.game.entries().len()
    }

    fn moves(&self, from: usize) -> Vec<Move> {
        let entries = self.game.entries().iter().skip(from);
        entries
            .map(|entry| Move {
                side: entry.side,
                text: self.game.action_text(&entry.action),
                dice: entry.dice.clone(),
            })
            .collect()
    }

    fn record(&self) -> Record {
        self.game.record()
    }

    fn story(&self, viewer: Viewer, from: usize) -> Vec<StoryEntry> {
        let entries = self.game.entries().iter().skip(from);
        entries.map(|entry| self.game.story_entry(entry, viewer)).collect()
    }

    fn luck(&mut self, viewer: Viewer, at: usize) -> Option<LuckWalk> {
        let entry = self.game.thrown(at, viewer)?.clone();
        let (battle, before) = (self.game.battle().clone(), self.position_at(at));
        Some(Box::new(move || story::luck(&*battle, &entry, &before)))
    }

    fn fork(&self, seed: Seed) -> Box<dyn Table> {
        Box::new(Seated::new(self.game.fork(seed)))
    }

    fn appoint(&mut self, side: Side, captain: &str, rng: Rng) -> Result<(), UnknownCaptain> {
        self.captains[side.index()] = Some(Arc::new(Mutex::new(S::captain(captain, rng)?)));
        Ok(())
    }

    fn ponder(&self, side: Side) -> Option<Pondering> {
        let captain = self.captains[side.index()].clone()?;
        let candidates = self.game.choices(side);
        if candidates.is_empty() {
            return None;
        }
        let battle = self.game.battle().clone();
        let p = battle.known(self.game.position_of(side), side).into_owned();
        Some(Box::new(move |stop| {
            let mut captain = captain.lock().unwrap_or_else(PoisonError::into_inner);
            captain.heed(stop);
            // Whatever goes wrong in it happens away from the game.
            let thinks = AssertUnwindSafe(|| captain.choose(&battle, &p, side, &candidates));
            let choice = catch_unwind(thinks).map_err(|_| Failed::Crashed)?;
            // What it made up itself may be wrong; what is on offer is not.
            if let Cow::Owned(own) = &choice {
                battle.check(&p, side, own).map_err(Failed::Illegal)?;
            }
            Ok(battle.write_choice(&choice))
        }))
    }

    fn hint(&self, side: Side) -> Option<Hinting> {
        let candidates = self.game.choices(side);
        let best = S::captains().pop().filter(|_| !candidates.is_empty())?;
        let battle = self.game.battle().clone();
        let p = battle.known(self.game.position_of(side), side).into_owned();
        Some(Box::new(move |stop| {
            hint::of(&*battle, &p, side, &candidates, (&best, stop))
        }))
    }

    fn review(&self, study: Study) -> Option<Reviewing> {
        self.game.verdict()?;
        let battle = self.game.battle().clone();
        let entries = self.game.entries().to_vec();
        Some(Box::new(move |goes_on| review(&*battle, &entries, study, goes_on)))
    }
}

/// Thousandths of a point, with one decimal and a sign.
pub(crate) fn points(thousandths: i64) -> String {
    let tenths = (thousandths.abs() + 50) / 100;
    let sign = if thousandths < 0 { '-' } else { '+' };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}
