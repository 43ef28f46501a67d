//! A game under way as the server needs it: the kernel's table, and beside it what only the server asks for.

use captain::{Captain, Commanded, Lot, Rank};
use kernel::dice::Scripted;
use kernel::face::{Report, Table, Told};
use kernel::game::{Deed, Entry, PlanRefusal, RESIGN};
use kernel::scene::Scene;
use kernel::{Game, Quiet, Refusal, Side, System, Viewer};
use std::sync::{Arc, Mutex};

use crate::bucket::calm;

/// A system that can be played here.
pub trait Seatable: Commanded {
    /// Whether a side has facts in this battle that the other may not know. If not, everybody is shown the same scene.
    fn hides(&self) -> bool {
        false
    }

    /// Whether everybody may know that this was chosen, and which dice fell.
    fn is_open(&self, _choice: &Self::Choice) -> bool {
        true
    }
}

impl Seatable for quad::edward::Battle {}

impl Seatable for quad::robert::Battle {}

impl Seatable for medieval::Battle {
    /// Wolf pits, which no choice is about.
    fn hides(&self) -> bool {
        self.start().pits != 0
    }
}

/// A choice as it is stored: who, what, and the dice that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub side: Side,
    pub text: String,
    pub dice: Vec<u8>,
}

/// A captain at work. It runs for as long as it likes, away from the game.
pub type Thinking = Box<dyn FnOnce() -> String + Send>;

pub trait Bench: Send {
    fn table(&self) -> &dyn Table;
    fn choose(&mut self, side: Side, choice: &str) -> Result<Report, Refusal>;
    fn plan(&mut self, side: Side, choices: &[String]) -> Result<Report, PlanRefusal>;
    fn undo(&mut self, side: Side) -> Result<Report, Refusal>;

    fn hides(&self) -> bool;
    fn hash(&self) -> u64;
    fn entries(&self) -> usize;
    fn moves(&self, from: usize) -> Vec<Move>;
    /// The entries from `from` on, as this viewer may know them.
    fn story(&self, viewer: Viewer, from: usize) -> Vec<Told>;
    /// The scene after `at` entries.
    fn scene_at(&mut self, viewer: Viewer, at: usize) -> Scene;

    /// Gives a seat to a captain.
    fn appoint(&mut self, side: Side, rank: Rank, lot: Lot);
    /// What the captain of this side would choose now; `None` if there is no captain or nothing to choose.
    fn ponder(&self, side: Side) -> Option<Thinking>;
}

type Commander<S> = Arc<Mutex<Box<dyn Captain<S>>>>;

pub struct Seated<S: Seatable> {
    game: Game<S>,
    captains: [Option<Commander<S>>; 2],
    /// Positions after 0, 64, 128... entries, as far as somebody has looked back.
    marks: Vec<S::Position>,
}

/// Entries between two marks: few enough to play again between two frames of a page.
const STRIDE: usize = 64;

impl<S: Seatable> Seated<S> {
    pub fn new(game: Game<S>) -> Seated<S> {
        Seated {
            game,
            captains: [None, None],
            marks: Vec::new(),
        }
    }

    fn text(&self, entry: &Entry<S>) -> String {
        match &entry.deed {
            Deed::Chose(choice) => self.game.battle().write_choice(choice),
            Deed::Resigned => RESIGN.into(),
        }
    }

    fn told(&self, entry: &Entry<S>, viewer: Viewer) -> Told {
        let open = viewer.is(entry.side)
            || match &entry.deed {
                Deed::Chose(choice) => self.game.battle().is_open(choice),
                Deed::Resigned => true,
            };
        Told {
            side: entry.side,
            choice: if open { self.text(entry) } else { String::new() },
            dice: if open { entry.dice.clone() } else { Vec::new() },
            luck: entry.luck.filter(|_| open),
            events: entry
                .events
                .iter()
                .filter_map(|e| self.game.battle().tell(e, viewer))
                .collect(),
        }
    }

    fn replay_over(&self, p: &mut S::Position, entries: &[Entry<S>]) {
        for entry in entries {
            if let Deed::Chose(choice) = &entry.deed {
                let mut dice = Scripted::new(&entry.dice);
                self.game.battle().resolve(p, entry.side, choice, &mut dice, &mut Quiet);
            }
        }
    }
}

impl<S: Seatable> Bench for Seated<S> {
    fn table(&self) -> &dyn Table {
        &self.game
    }

    fn choose(&mut self, side: Side, choice: &str) -> Result<Report, Refusal> {
        Table::choose(&mut self.game, side, choice)
    }

    fn plan(&mut self, side: Side, choices: &[String]) -> Result<Report, PlanRefusal> {
        Table::plan(&mut self.game, side, choices)
    }

    fn undo(&mut self, side: Side) -> Result<Report, Refusal> {
        let report = Table::undo(&mut self.game, side)?;
        self.marks.truncate(self.game.entries().len() / STRIDE + 1);
        Ok(report)
    }

    fn hides(&self) -> bool {
        self.game.battle().hides()
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn entries(&self) -> usize {
        self.game.entries().len()
    }

    fn moves(&self, from: usize) -> Vec<Move> {
        let entries = self.game.entries().iter().skip(from);
        entries
            .map(|entry| Move {
                side: entry.side,
                text: self.text(entry),
                dice: entry.dice.clone(),
            })
            .collect()
    }

    fn story(&self, viewer: Viewer, from: usize) -> Vec<Told> {
        let entries = self.game.entries().iter().skip(from);
        entries.map(|entry| self.told(entry, viewer)).collect()
    }

    fn scene_at(&mut self, viewer: Viewer, at: usize) -> Scene {
        if at >= self.game.entries().len() {
            return self.game.scene(viewer);
        }
        if self.marks.is_empty() {
            self.marks.push(self.game.battle().start());
        }
        while self.marks.len() <= at / STRIDE {
            let from = (self.marks.len() - 1) * STRIDE;
            let mut p = self.marks[self.marks.len() - 1].clone();
            self.replay_over(&mut p, &self.game.entries()[from..from + STRIDE]);
            self.marks.push(p);
        }
        let mut p = self.marks[at / STRIDE].clone();
        self.replay_over(&mut p, &self.game.entries()[at - at % STRIDE..at]);
        self.game.battle().scene(&p, viewer)
    }

    fn appoint(&mut self, side: Side, rank: Rank, lot: Lot) {
        self.captains[side.index()] = Some(Arc::new(Mutex::new(S::captain(rank, lot))));
    }

    fn ponder(&self, side: Side) -> Option<Thinking> {
        let captain = self.captains[side.index()].clone()?;
        let choices = self.game.choices(side);
        if choices.is_empty() {
            return None;
        }
        let battle = self.game.battle().clone();
        let p = battle.known(self.game.position(), side).into_owned();
        Some(Box::new(move || {
            let picked = calm(&captain).pick(&battle, &p, side, &choices);
            battle.write_choice(&choices[picked.min(choices.len() - 1)])
        }))
    }
}
