//! Where games come from: scenarios with their options, ready to be played.

use crate::api::{CaptainCard, CheckedText, Reach, Shelf, ShelfScenario, TextFault};
use crate::bucket::locked;
use crate::denied::Denied;
use axum::http::StatusCode;
use captain::LEVELS;
use games::{Lesson, LoadFault, Options, OwnScenario, Scenario};
use kernel::OptionCard;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

pub struct Library {
    pub shelf: games::Shelf,
    /// What the lobby shows, once somebody has asked: reading every battle takes longer than all the rest of a start.
    shown: OnceLock<Shelf>,
    lessons: OnceLock<Vec<Lesson>>,
    /// Reading a scenario takes longer than a choice, and most games are played with the same few options.
    opened: Opened,
    /// The same for texts that are no longer on the shelf, by their hash.
    former: Opened,
}

/// Above this many, all are forgotten; games under way keep theirs.
const REMEMBERED: usize = 64;

impl Library {
    pub fn new(shelf: games::Shelf) -> Library {
        Library {
            shown: OnceLock::new(),
            lessons: OnceLock::new(),
            shelf,
            opened: Mutex::default(),
            former: Mutex::default(),
        }
    }

    /// A scenario that cannot be read is a fault, not left out.
    pub fn shown(&self) -> Result<&Shelf, Denied> {
        match self.shown.get() {
            Some(shown) => Ok(shown),
            None => {
                let shown = show(&self.shelf).map_err(denied)?;
                Ok(self.shown.get_or_init(|| shown))
            }
        }
    }

    pub fn lessons(&self) -> Result<&[Lesson], Denied> {
        match self.lessons.get() {
            Some(lessons) => Ok(lessons),
            None => {
                let lessons = self.shelf.lessons().map_err(denied)?;
                Ok(self.lessons.get_or_init(|| lessons))
            }
        }
    }

    pub fn open(&self, id: &str, options: &Options) -> Result<Arc<Scenario>, Denied> {
        let key = (id.to_string(), options.clone());
        remembered(&self.opened, key, || self.shelf.open(id, options)).map_err(denied)
    }

    /// The text of a scenario on the shelf.
    pub fn text(&self, id: &str) -> Result<String, Denied> {
        self.shelf.texts(id).map(|texts| texts.text).map_err(denied)
    }

    /// A scenario file of somebody's own, as it is to be kept.
    pub fn open_own(&self, text: String, options: &Options) -> Result<(Arc<Scenario>, OwnScenario), Denied> {
        let texts = own(text);
        let scenario = self.shelf.read_own(&texts, options).map_err(|fault| match fault {
            LoadFault::File { .. } => Denied::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "BadScenario",
                "This scenario file has faults; `POST /api/scenarios/check` tells them.",
            ),
            other => denied(other),
        })?;
        Ok((Arc::new(scenario), texts))
    }

    /// What a scenario file comes to, or what is wrong with it.
    pub fn check_own(&self, text: String) -> CheckedText {
        let own = own(text);
        let costs = self.shelf.costs(&own);
        match self.shelf.read_own(&own, &Options::new()) {
            Ok(scenario) => CheckedText {
                scenario: Some(shown(
                    &self.shelf,
                    scenario.heading.scenario.clone(),
                    scenario,
                    &own.text,
                )),
                faults: Vec::new(),
                costs,
            },
            Err(fault) => CheckedText {
                scenario: None,
                faults: faults(&fault),
                costs,
            },
        }
    }

    /// The same for the next battle of a game that was begun with these texts.
    pub fn open_again(&self, hash: &str, texts: &OwnScenario, options: &Options) -> Result<Arc<Scenario>, Denied> {
        self.open_former(hash, texts, options).map_err(denied)
    }

    /// A scenario as it was when these texts were kept.
    pub fn open_former(&self, hash: &str, texts: &OwnScenario, options: &Options) -> Result<Arc<Scenario>, LoadFault> {
        let key = (hash.to_string(), options.clone());
        remembered(&self.former, key, || self.shelf.read_own(texts, options))
    }
}

type Opened = Mutex<HashMap<(String, Options), Arc<Scenario>>>;

fn remembered(
    opened: &Opened,
    key: (String, Options),
    open: impl FnOnce() -> Result<Scenario, LoadFault>,
) -> Result<Arc<Scenario>, LoadFault> {
    if let Some(scenario) = locked(opened).get(&key) {
        return Ok(scenario.clone());
    }
    let scenario = Arc::new(open()?);
    let mut opened = locked(opened);
    if opened.len() >= REMEMBERED {
        opened.clear();
    }
    opened.insert(key, scenario.clone());
    Ok(scenario)
}

fn show(shelf: &games::Shelf) -> Result<Shelf, LoadFault> {
    let mut scenarios = Vec::new();
    for id in shelf.scenarios() {
        let scenario = shelf.open(&id, &Options::new())?;
        let text = shelf.texts(&id)?.text;
        scenarios.push(shown(shelf, id, scenario, &text));
    }
    Ok(Shelf {
        scenarios,
        public: false,
        reach: Reach::default(),
    })
}

/// The options that concern a scenario: one that switches on a special rule (SR) is for those whose files have that rule.
fn concerned(cards: &[OptionCard], text: &str) -> Vec<OptionCard> {
    let has = |rule: &str| text.contains(&format!("\"{rule}\""));
    let concerns = |card: &&OptionCard| !card.ruling.starts_with("SR-") || card.ruling.split(", ").any(has);
    cards.iter().filter(concerns).copied().collect()
}

fn shown(shelf: &games::Shelf, id: String, scenario: Scenario, text: &str) -> ShelfScenario {
    let book = shelf.system(scenario.system).map(|system| system.rulebook());
    let captains = scenario.battle.captains().into_iter();
    let forces = scenario.battle.forces();
    ShelfScenario {
        fair: scenario.fair,
        easier: scenario.easier,
        id,
        system: scenario.system,
        title: scenario.title,
        source: scenario.source,
        tale: scenario.tale,
        note: scenario.note,
        sides: scenario.battle.sides(),
        pieces: forces.pieces,
        turns: forces.turns,
        rules: book.map_or(0, |book| book.rules.len()),
        points: forces.points,
        options: concerned(&scenario.options, text),
        captains: captains
            .map(|card| CaptainCard {
                name: card.name,
                words: card.words,
                level: LEVELS.iter().find(|level| level.card == card).map(|level| level.rank),
            })
            .collect(),
    }
}

/// Its maps are those of the shelf.
fn own(text: String) -> OwnScenario {
    OwnScenario {
        file: "your file".into(),
        text,
        maps: BTreeMap::new(),
    }
}

fn faults(fault: &LoadFault) -> Vec<TextFault> {
    let LoadFault::File { text, faults, .. } = fault else {
        let message = fault.to_string();
        return vec![TextFault {
            message,
            help: None,
            line: None,
        }];
    };
    let line = |at: usize| 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    let told = faults.iter().map(|fault| TextFault {
        message: fault.message.clone(),
        help: fault.help.clone(),
        line: fault.span.as_ref().map(|span| line(span.start)),
    });
    told.collect()
}

fn denied(fault: LoadFault) -> Denied {
    let unfit = StatusCode::UNPROCESSABLE_ENTITY;
    match fault {
        LoadFault::UnknownScenario { .. } => Denied::new(StatusCode::NOT_FOUND, "UnknownScenario", sentence(&fault)),
        LoadFault::Options(_) => Denied::new(unfit, "BadOptions", sentence(&fault)),
        LoadFault::File { .. } | LoadFault::SameName { .. } => Denied::broken(fault),
    }
}

/// A fault's words as a sentence for people.
pub fn sentence(fault: &impl std::fmt::Display) -> String {
    let text = fault.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => text,
    }
}
