//! A game ready to be given a room: newly begun, or read from the disk under what it was begun with, or, where that is gone,
//! only to be looked at.

use crate::api::{EditionCard, SaidLine};
use crate::keys::Keys;
use crate::library::Library;
use crate::relic::{Relic, Why, faulty_entry};
use crate::room::now;
use crate::standing::Orders;
use crate::store::{Edition, Ending, Kept, Ledger, StoredGame};
use games::{OwnScenario, Scenario};
use kernel::record::ReplayFault;
use seat::Table;
use std::sync::Arc;

/// What never changes about a game.
pub struct Card {
    pub game: StoredGame,
    pub commitment: String,
    pub title: String,
    pub system: String,
    pub source: String,
    pub sides: [String; 2],
    /// What it is played under; nothing if that is gone.
    pub scenario: Option<Arc<Scenario>>,
    /// Why it does not go on here.
    pub closed: Option<Why>,
    /// Whether its free seat was offered to strangers.
    pub open: bool,
}

impl Card {
    pub fn edition(&self) -> EditionCard {
        let StoredGame {
            edition,
            scenario_hash,
            options,
            ..
        } = &self.game;
        let mut hasher = blake3::Hasher::new();
        for text in [&edition.rules, scenario_hash] {
            hasher.update(text.as_bytes()).update(b"\n");
        }
        for (key, value) in options {
            hasher.update(format!("{key}={value}\n").as_bytes());
        }
        EditionCard {
            program: edition.program.clone(),
            fingerprint: hasher.finalize().to_hex().as_str()[..16].into(),
            current: edition.rules == Edition::current().rules,
        }
    }
}

pub struct Opening {
    pub card: Card,
    pub keys: Keys,
    pub table: Box<dyn Table>,
    pub ledger: Ledger,
    pub version: u64,
    pub private: [u64; 2],
    pub changed: u64,
    pub said: Vec<SaidLine>,
    pub standing: [Orders; 2],
    pub notices: [Option<String>; 2],
}

impl Opening {
    /// How the game ended, if that has not been kept yet.
    pub fn unnoted_ending(&self) -> Option<Ending> {
        let noted = self.card.game.ending.is_some() || self.card.closed.is_some();
        let verdict = self.table.verdict().filter(|_| !noted)?;
        Some(Ending::new(verdict, self.changed))
    }
}

pub fn card(game: StoredGame, scenario: Option<Arc<Scenario>>, closed: Option<Why>) -> Card {
    let system = game.scenario.split('/').next().unwrap_or_default();
    let unknown = ["side one", "side two"];
    let named = scenario.as_deref();
    Card {
        commitment: game.seed.commitment(),
        title: named.map_or(game.scenario.clone(), |s| s.title.clone()),
        system: named.map_or(system, |s| s.system).into(),
        source: named.map_or(String::new(), |s| s.source.clone()),
        sides: named.map_or(unknown, |s| s.battle.sides()).map(Into::into),
        game,
        scenario,
        closed,
        open: false,
    }
}

/// Takes up a stored game. It goes on under the scenario that it was begun with, be it of the shelf or kept; if it cannot, it
/// is opened to be looked at.
pub fn resume(library: &Library, kept: Kept, texts: Option<&OwnScenario>) -> Opening {
    let Kept {
        game,
        keys,
        moves,
        ledger,
        version,
        changed,
        hash,
        staged,
        open,
        said,
        standing,
        notices,
    } = kept;
    let is_the_same = |scenario: &Arc<Scenario>| scenario.heading.scenario_hash == game.scenario_hash;
    let shelved = library.open(&game.scenario, &game.options).ok();
    let former = || {
        let former = library.open_former(&game.scenario_hash, texts?, &game.options).ok();
        former.filter(is_the_same)
    };
    let begun_with = shelved.clone().filter(is_the_same).or_else(former);
    let (table, scenario, closed): (Box<dyn Table>, _, _) = match begun_with {
        Some(scenario) => {
            let choices = staged.each_ref().map(|side| side.choices.clone());
            let resumed = scenario.resume(game.dice_from(), game.given, &moves, &choices);
            match resumed.map(|table| (table.hash() == hash, table)) {
                Ok((true, table)) => (table, Some(scenario), None),
                other => {
                    let why = other_rules(&game, other.err());
                    let relic = Relic::new(Some(&scenario), game.clone(), moves, hash, why.clone());
                    (Box::new(relic), Some(scenario), Some(why))
                }
            }
        }
        None => {
            let why = other_scenario(&game, shelved.is_some());
            let relic = Relic::new(shelved.as_deref(), game.clone(), moves, hash, why.clone());
            (Box::new(relic), shelved, Some(why))
        }
    };
    if let Some(why) = &closed {
        tracing::warn!(game = %game.id, code = why.code, "a game that cannot go on");
    }
    Opening {
        card: Card {
            open,
            ..card(game, scenario, closed)
        },
        keys,
        table,
        ledger,
        version,
        private: staged.map(|side| side.changes),
        changed,
        said,
        standing,
        notices,
    }
}

fn other_rules(game: &StoredGame, fault: Option<ReplayFault>) -> Why {
    let here = Edition::current();
    let place = fault
        .as_ref()
        .and_then(faulty_entry)
        .map_or("its last position is not what it was".to_string(), |at| {
            format!("choice {} no longer comes to what it came to", at + 1)
        });
    if game.edition.rules == here.rules {
        let words = format!("This game is damaged on the disk: {place}. It can be looked at, but not gone on with.");
        return Why { code: "Damaged", words };
    }
    let words = format!(
        "The rules have changed since this game was begun{}: {place}. It can be looked at, but not gone on with.",
        began_with(game)
    );
    let code = "RulesChanged";
    Why { code, words }
}

fn other_scenario(game: &StoredGame, is_there: bool) -> Why {
    let began = began_with(game);
    let (code, what) = match is_there {
        true => (
            "ScenarioChanged",
            format!("The scenario has changed since this game was begun{began}, and what it was then was not kept."),
        ),
        false => (
            "ScenarioGone",
            format!(
                "The scenario {} is no longer here, and what it was when this game was begun{began} was not kept.",
                game.scenario
            ),
        ),
    };
    let words = format!("{what} The game can be looked at, but not gone on with.");
    Why { code, words }
}

fn began_with(game: &StoredGame) -> String {
    match game.edition.program.as_str() {
        "" => String::new(),
        program => format!(" with version {program}"),
    }
}

/// Whether a stored game can still be played again, for the host: nothing if all is well.
pub fn examine(library: &Library, kept: Kept, texts: Option<&OwnScenario>) -> Option<Why> {
    resume(library, kept, texts).card.closed
}

/// How long ago a time was, for bounds on it.
pub fn before(span: std::time::Duration) -> u64 {
    now().saturating_sub(span.as_secs())
}
