//! A game that cannot go on here, because its scenario or the rules have changed: it is shown by its record, played again as
//! far as that goes. Whatever comes after is told in the words of its choices.

use crate::api::Fault;
use crate::store::{Ending, StoredGame};
use board::ground::{BoardView, Ground, TableGround};
use board::scene::{Area, Destination, Drag, Lane, Offer, Scene, SightLine};
use board::{Place, There};
use captain::{Rng, UnknownCaptain};
use games::Scenario;
use kernel::game::{PlanRefusal, RESIGN};
use kernel::record::{FORMAT, RecordEntry, ReplayFault};
use kernel::replay::hash_text;
use kernel::story::{Odds, StoryEntry};
use kernel::{Cite, Move, Record, Refusal, Seed, Shares, Side, ToAct, Verdict, Viewer};
use seat::{LuckWalk, Observation, Pondering, Receipt, Table};

/// Why a game does not go on.
#[derive(Clone, Debug)]
pub struct Why {
    pub code: &'static str,
    pub words: String,
}

impl Why {
    fn refusal(&self) -> Refusal {
        Refusal::new(self.code, Cite::NONE, self.words.clone())
    }
}

impl From<&Why> for Fault {
    fn from(why: &Why) -> Fault {
        Fault::new(why.code, &why.words)
    }
}

pub struct Relic {
    /// The game as far as it can be played again; nothing if its scenario is gone.
    played: Option<Box<dyn Table>>,
    game: StoredGame,
    moves: Vec<Move>,
    /// Of the last position, as it was.
    hash: u64,
    why: Why,
}

impl Relic {
    pub fn new(scenario: Option<&Scenario>, game: StoredGame, moves: Vec<Move>, hash: u64, why: Why) -> Relic {
        let mut relic = Relic {
            played: scenario.and_then(|scenario| as_far_as_it_goes(scenario, &game, &moves)),
            game,
            moves,
            hash,
            why,
        };
        // Games from before endings were kept.
        if relic.game.ending.is_none() {
            relic.game.ending = relic.found_ending();
        }
        relic
    }

    /// How the game ended, if its choices tell.
    fn found_ending(&self) -> Option<Ending> {
        let last = self.moves.last()?;
        if last.text == RESIGN {
            return Some(Ending {
                at: self.game.created,
                winner: Some(last.side.other()),
                level: format!("The {} resigned", self.side_name(last.side)),
                score: self
                    .played
                    .as_ref()
                    .map_or([0; 2], |table| table.scene(Viewer::Watcher).score),
            });
        }
        let whole = self.played.as_ref().filter(|table| table.entries() == self.moves.len());
        Some(Ending::new(whole?.verdict()?, self.game.created))
    }

    /// How many choices could be played again.
    fn shown(&self) -> usize {
        self.played.as_ref().map_or(0, |table| table.entries())
    }

    /// What the rules would now say is told only where they say something of all of it.
    fn dressed(&self, mut scene: Scene) -> Scene {
        scene.to_act = ToAct::Nobody;
        scene.verdict = self.verdict();
        scene.prompt = self.why.words.clone();
        scene
    }

    fn may_know(&self, viewer: Viewer, entry: &Move) -> bool {
        let hides = self.played.as_ref().is_none_or(|table| table.hides());
        !hides || self.game.ending.is_some() || viewer.side() == Some(entry.side)
    }
}

/// As many choices as are still accepted and still throw the same dice.
fn as_far_as_it_goes(scenario: &Scenario, game: &StoredGame, moves: &[Move]) -> Option<Box<dyn Table>> {
    let mut sound = moves.len();
    loop {
        let given = game.given.min(sound);
        match scenario.resume(game.dice_from(), given, &moves[..sound], &Default::default()) {
            Ok(table) => return Some(table),
            Err(fault) => match faulty_entry(&fault) {
                Some(at) if at < sound => sound = at,
                _ if sound > 0 => sound = 0,
                _ => return None,
            },
        }
    }
}

/// The entry that a replay fails at.
pub fn faulty_entry(fault: &ReplayFault) -> Option<usize> {
    match fault {
        ReplayFault::Refused { at, .. }
        | ReplayFault::Dice { at, .. }
        | ReplayFault::Hash { at, .. }
        | ReplayFault::Seed { at }
        | ReplayFault::Order { at } => Some(*at),
        _ => None,
    }
}

impl Table for Relic {
    fn scenario(&self) -> &str {
        &self.game.scenario
    }

    fn side_name(&self, side: Side) -> &'static str {
        let unknown = ["side one", "side two"][side.index()];
        self.played.as_ref().map_or(unknown, |table| table.side_name(side))
    }

    fn hides(&self) -> bool {
        self.played.as_ref().is_none_or(|table| table.hides())
    }

    fn commitment(&self) -> String {
        self.game.seed.commitment()
    }

    fn shares(&self) -> Option<Shares> {
        self.game.shares
    }

    /// Nothing is thrown any more.
    fn share_dice(&mut self, _: Shares) {}

    fn hash(&self) -> u64 {
        self.hash
    }

    fn bytes(&self) -> usize {
        let words: usize = self
            .moves
            .iter()
            .map(|m| size_of::<Move>() + m.text.len() + m.dice.len())
            .sum();
        size_of::<Relic>() + words + self.played.as_ref().map_or(0, |table| table.bytes())
    }

    fn version(&self, _: Viewer) -> u64 {
        0
    }

    fn to_act(&self, _: Viewer) -> ToAct {
        ToAct::Nobody
    }

    fn is_asked(&self, _: Side) -> bool {
        false
    }

    fn verdict(&self) -> Option<Verdict> {
        let Ending {
            winner, level, score, ..
        } = self.game.ending.clone()?;
        Some(Verdict {
            winner,
            level,
            score,
            cite: Cite::NONE,
            next: None,
        })
    }

    fn board(&self) -> BoardView {
        let nothing = || BoardView {
            title: self.game.scenario.clone(),
            source: self.why.words.clone(),
            reactions: &[],
            ground: Ground::Table(TableGround {
                width: 72_000,
                depth: 48_000,
                areas: Vec::new(),
                lines: Vec::new(),
                labels: Vec::new(),
            }),
        };
        self.played.as_ref().map_or_else(nothing, |table| table.board())
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let nothing = || Scene {
            turn: 0,
            turns: 0,
            player: Side::One,
            phase: String::new(),
            to_act: ToAct::Nobody,
            prompt: String::new(),
            pieces: Vec::new(),
            tracks: Vec::new(),
            score: [0; 2],
            goal: String::new(),
            verdict: None,
        };
        self.dressed(self.played.as_ref().map_or_else(nothing, |table| table.scene(viewer)))
    }

    fn scene_at(&mut self, viewer: Viewer, at: usize) -> Scene {
        let shown = self.shown();
        match &mut self.played {
            Some(table) if at < shown => table.scene_at(viewer, at),
            _ => self.scene(viewer),
        }
    }

    fn observe(&self, viewer: Viewer) -> Observation {
        Observation {
            version: 0,
            scene: self.scene(viewer),
            choices: Vec::new(),
            staged: Vec::new(),
            undoable: 0,
        }
    }

    fn choices(&self, _: Side) -> Vec<String> {
        Vec::new()
    }

    fn offers(&self, _: Side) -> Vec<Offer> {
        Vec::new()
    }

    fn areas(&self, viewer: Viewer) -> Vec<Area> {
        self.played.as_ref().map_or(Vec::new(), |table| table.areas(viewer))
    }

    fn destinations(&self, _: Side, _: &str) -> Result<Vec<Destination>, Refusal> {
        Err(self.why.refusal())
    }

    fn drag(&self, _: Side, _: &str, _: &Place) -> Result<Drag, Refusal> {
        Err(self.why.refusal())
    }

    fn envelope(&self, _: Side, _: &str) -> Vec<Area> {
        Vec::new()
    }

    fn sight(&self, _: Viewer, _: &Place, _: &Place) -> Option<SightLine> {
        None
    }

    fn lanes(&self, _: Side, _: &str) -> Vec<Lane> {
        Vec::new()
    }

    fn why_not(&self, _: Side, _: &str, _: &There) -> Option<Refusal> {
        Some(self.why.refusal())
    }

    fn check(&self, _: Side, _: &str) -> Result<(), Refusal> {
        Err(self.why.refusal())
    }

    fn odds(&self, _: Side, _: &str) -> Result<Odds, Refusal> {
        Err(self.why.refusal())
    }

    fn choose(&mut self, _: Side, _: &str) -> Result<Receipt, Refusal> {
        Err(self.why.refusal())
    }

    fn plan(&mut self, _: Side, _: &[String]) -> Result<Receipt, PlanRefusal> {
        let refusal = self.why.refusal();
        Err(PlanRefusal { at: 0, refusal })
    }

    fn undo(&mut self, _: Side) -> Result<Receipt, Refusal> {
        Err(self.why.refusal())
    }

    fn undoable(&self, _: Side) -> usize {
        0
    }

    fn staged(&self, _: Side) -> Vec<String> {
        Vec::new()
    }

    fn entries(&self) -> usize {
        self.moves.len()
    }

    fn moves(&self, from: usize) -> Vec<Move> {
        self.moves.get(from..).unwrap_or_default().to_vec()
    }

    /// Positions have hashes as far as they can be made again; the last one has that which was kept.
    fn record(&self) -> Record {
        let mut entries = self.played.as_ref().map_or(Vec::new(), |table| table.record().entries);
        for entry in &self.moves[entries.len()..] {
            entries.push(RecordEntry(
                entry.side,
                entry.text.clone(),
                entry.dice.clone(),
                String::new(),
            ));
        }
        if let Some(last) = entries.last_mut() {
            last.3 = hash_text(self.hash);
        }
        Record {
            format: FORMAT.into(),
            scenario: self.game.scenario.clone(),
            scenario_hash: self.game.scenario_hash.clone(),
            options: self.game.options.clone(),
            commitment: self.game.seed.commitment(),
            seed: self.game.ending.as_ref().map(|_| self.game.seed.to_hex()),
            shares: self.game.shares.map(|shares| shares.written()),
            given: self.game.given,
            entries,
        }
    }

    fn story(&self, viewer: Viewer, from: usize) -> Vec<StoryEntry> {
        let mut story = self
            .played
            .as_ref()
            .map_or(Vec::new(), |table| table.story(viewer, from));
        let rest = self.moves.iter().skip(from.max(self.shown()));
        story.extend(rest.map(|entry| StoryEntry {
            side: entry.side,
            choice: match self.may_know(viewer, entry) {
                true => entry.text.clone(),
                false => String::new(),
            },
            dice: entry.dice.clone(),
            events: Vec::new(),
        }));
        story
    }

    fn luck(&mut self, viewer: Viewer, at: usize) -> Option<LuckWalk> {
        self.played.as_mut()?.luck(viewer, at)
    }

    fn fork(&self, seed: Seed) -> Box<dyn Table> {
        match &self.played {
            Some(table) => table.fork(seed),
            None => Box::new(Relic {
                played: None,
                game: self.game.clone(),
                moves: self.moves.clone(),
                hash: self.hash,
                why: self.why.clone(),
            }),
        }
    }

    fn appoint(&mut self, _: Side, _: &str, _: Rng) -> Result<(), UnknownCaptain> {
        Ok(())
    }

    fn ponder(&self, _: Side) -> Option<Pondering> {
        None
    }
}
