//! `schiltron referee`: JSON lines in, JSON lines out (`docs/protocol.md`). Whatever comes in, one line goes out, and the
//! program goes on.

use crate::{Found, open};
use anyhow::Result;
use board::{Place, There};
use games::{Shelf, diagnose};
use kernel::replay::hash_text;
use kernel::{Cite, GoingOn, Record, Refusal, Seed, Side, ToAct, Viewer};
use seat::{Receipt, Table};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::path::Path;

/// Longer lines are refused unread.
const LONGEST_LINE: u64 = 4 << 20;
const MOST_GAMES: usize = 10_000;

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Starts a game.
    New {
        scenario: String,
        #[serde(default)]
        options: BTreeMap<String, String>,
        /// 64 hexadecimal digits; secret random numbers if left out.
        seed: Option<String>,
    },
    /// Takes up a recorded game where it ends.
    Load {
        record: Box<Record>,
        seed: Option<String>,
    },
    Board {
        game: u64,
    },
    Scene {
        game: u64,
        viewer: Option<Viewer>,
    },
    Choices {
        game: u64,
        side: Option<String>,
    },
    Offers {
        game: u64,
        side: Option<String>,
    },
    Destinations {
        game: u64,
        side: Option<String>,
        piece: String,
    },
    Drag {
        game: u64,
        side: Option<String>,
        piece: String,
        to: Option<Place>,
    },
    WhyNot {
        game: u64,
        side: Option<String>,
        piece: String,
        there: There,
    },
    Areas {
        game: u64,
        side: Option<String>,
    },
    Check {
        game: u64,
        side: Option<String>,
        choice: String,
    },
    Odds {
        game: u64,
        side: Option<String>,
        choice: String,
    },
    Choose {
        game: u64,
        side: Option<String>,
        choice: String,
        version: Option<u64>,
    },
    Plan {
        game: u64,
        side: Option<String>,
        choices: Vec<String>,
        version: Option<u64>,
    },
    Undo {
        game: u64,
        side: Option<String>,
        version: Option<u64>,
    },
    /// Everything one side, or a watcher, may know of the moment.
    Observe {
        game: u64,
        viewer: Option<Viewer>,
    },
    /// Another game that goes on from here with dice of its own.
    Fork {
        game: u64,
        seed: Option<String>,
    },
    Record {
        game: u64,
    },
    Close {
        game: u64,
    },
}

/// A refusal, with what belongs to this protocol.
struct Fault {
    refusal: Refusal,
    /// Index of the refused choice of a plan.
    at: Option<usize>,
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault { refusal, at: None }
    }
}

fn fault(code: &'static str, why: impl Into<String>) -> Fault {
    Refusal::new(code, Cite::NONE, why).into()
}

struct Tables {
    shelf: Shelf,
    games: BTreeMap<u64, Box<dyn Table>>,
    last: u64,
}

pub fn run(shelf: Result<Shelf>) -> Result<Found> {
    let mut input = std::io::stdin().lock();
    let mut out = std::io::stdout().lock();
    let mut tables = Tables {
        shelf: shelf?,
        games: BTreeMap::new(),
        last: 0,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(Found::AllWell);
        }
        let whole = line.ends_with(b"\n") || (read as u64) < LONGEST_LINE;
        let answer = if whole {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            tables.answer_line(&line)
        } else {
            skip_line(&mut input)?;
            let why = format!("A line may have at most {LONGEST_LINE} bytes.");
            error_value(Value::Null, &fault("LineTooLong", why))
        };
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}

fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

fn error_value(id: Value, fault: &Fault) -> Value {
    let mut error = serde_json::to_value(&fault.refusal).unwrap_or_default();
    if let (Some(at), Some(object)) = (fault.at, error.as_object_mut()) {
        object.insert("at".into(), at.into());
    }
    json!({ "id": id, "error": error })
}

impl Tables {
    fn answer_line(&mut self, line: &[u8]) -> Value {
        let mut object: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return error_value(Value::Null, &fault("BadRequest", "A request is a JSON object.")),
            Err(why) => return error_value(Value::Null, &fault("BadJson", format!("Not JSON: {why}"))),
        };
        let id = object.remove("id").unwrap_or(Value::Null);
        let answer = match serde_json::from_value::<Request>(Value::Object(object)) {
            Ok(request) => self.answer(request),
            Err(why) => Err(fault("BadRequest", format!("{why}"))),
        };
        match answer {
            Ok(ok) => json!({ "id": id, "ok": ok }),
            Err(fault) => error_value(id, &fault),
        }
    }

    fn answer(&mut self, request: Request) -> Result<Value, Fault> {
        match request {
            Request::New {
                scenario,
                options,
                seed,
            } => {
                let scenario = self.open_scenario(&scenario, &options)?;
                self.sit_down(scenario.start(read_seed(seed.as_deref())?))
            }
            Request::Load { record, seed } => {
                // A record comes from anywhere: it names scenarios, never files of this machine.
                let opened = self.shelf.open(&record.scenario, &record.options);
                let scenario = opened.map_err(|why| fault("BadScenario", diagnose::plain(&why)))?;
                let going_on = match seed {
                    Some(seed) => GoingOn::WithSeed(read_seed(Some(&seed))?),
                    None => GoingOn::BranchedWith(read_seed(None)?),
                };
                let table = scenario
                    .replay(&record, going_on)
                    .map_err(|why| fault("BadRecord", why.to_string()))?;
                self.sit_down(table)
            }
            Request::Board { game } => Ok(value(&self.table(game)?.board())),
            Request::Scene { game, viewer } => Ok(value(&self.table(game)?.scene(viewer.unwrap_or(Viewer::Watcher)))),
            Request::Choices { game, side } => {
                let (table, side) = self.seat(game, side)?;
                Ok(json!({ "version": table.version(side.into()), "choices": table.choices(side) }))
            }
            Request::Offers { game, side } => {
                let (table, side) = self.seat(game, side)?;
                Ok(json!({ "version": table.version(side.into()), "offers": table.offers(side) }))
            }
            Request::Destinations { game, side, piece } => {
                let (table, side) = self.seat(game, side)?;
                Ok(value(&table.destinations(side, &piece)?))
            }
            Request::Drag { game, side, piece, to } => {
                let (table, side) = self.seat(game, side)?;
                match to {
                    Some(to) => Ok(value(&table.drag(side, &piece, &to)?)),
                    None => Ok(value(&table.envelope(side, &piece))),
                }
            }
            Request::WhyNot {
                game,
                side,
                piece,
                there,
            } => {
                let (table, side) = self.seat(game, side)?;
                Ok(value(&table.why_not(side, &piece, &there)))
            }
            Request::Areas { game, side } => {
                let (table, side) = self.seat(game, side)?;
                Ok(value(&table.areas(side.into())))
            }
            Request::Check { game, side, choice } => {
                let (table, side) = self.seat(game, side)?;
                table.check(side, &choice)?;
                Ok(json!({ "legal": true }))
            }
            Request::Odds { game, side, choice } => {
                let (table, side) = self.seat(game, side)?;
                Ok(value(&table.odds(side, &choice)?))
            }
            Request::Choose {
                game,
                side,
                choice,
                version,
            } => {
                let (table, side) = self.seat(game, side)?;
                current(&**table, side, version)?;
                let receipt = table.choose(side, &choice)?;
                Ok(after(&**table, side, receipt))
            }
            Request::Plan {
                game,
                side,
                choices,
                version,
            } => {
                let (table, side) = self.seat(game, side)?;
                current(&**table, side, version)?;
                let receipt = table.plan(side, &choices).map_err(|refused| Fault {
                    refusal: refused.refusal,
                    at: Some(refused.at),
                })?;
                Ok(after(&**table, side, receipt))
            }
            Request::Undo { game, side, version } => {
                let (table, side) = self.seat(game, side)?;
                current(&**table, side, version)?;
                let receipt = table.undo(side)?;
                Ok(after(&**table, side, receipt))
            }
            Request::Observe { game, viewer } => {
                let viewer = viewer.unwrap_or(Viewer::Watcher);
                Ok(value(&self.table(game)?.observe(viewer)))
            }
            Request::Fork { game, seed } => {
                let seed = read_seed(seed.as_deref())?;
                let fork = self.table(game)?.fork(seed);
                self.sit_down(fork)
            }
            Request::Record { game } => Ok(value(&self.table(game)?.record())),
            Request::Close { game } => match self.games.remove(&game) {
                Some(_) => Ok(json!({ "closed": game })),
                None => Err(no_game(game)),
            },
        }
    }

    /// By its name, or by the path of a scenario file.
    fn open_scenario(&self, name: &str, options: &BTreeMap<String, String>) -> Result<games::Scenario, Fault> {
        let bad = |why: games::LoadFault| fault("BadScenario", diagnose::plain(&why));
        if self.shelf.has(name) || !open::looks_like_file(name) {
            return self.shelf.open(name, options).map_err(bad);
        }
        let read = open::from_file(&self.shelf, Path::new(name), options);
        read.map_err(|why| fault("BadScenario", format!("{why:#}")))?
            .map_err(bad)
    }

    fn sit_down(&mut self, table: Box<dyn Table>) -> Result<Value, Fault> {
        if self.games.len() >= MOST_GAMES {
            return Err(fault(
                "TooManyGames",
                format!("At most {MOST_GAMES} games at once; close some."),
            ));
        }
        self.last += 1;
        let opened = json!({
            "game": self.last,
            "scenario": table.scenario(),
            "version": table.version(Viewer::Watcher),
            "commitment": table.commitment(),
            "hash": hash_text(table.hash()),
            "to_act": acting(&*table, Viewer::Watcher),
        });
        self.games.insert(self.last, table);
        Ok(opened)
    }

    fn table(&mut self, game: u64) -> Result<&mut Box<dyn Table>, Fault> {
        self.games.get_mut(&game).ok_or_else(|| no_game(game))
    }

    /// The table and the side that speaks: the one named, or the one to act.
    fn seat(&mut self, game: u64, side: Option<String>) -> Result<(&mut Box<dyn Table>, Side), Fault> {
        let table = self.table(game)?;
        let side = match side {
            Some(name) => {
                let names = Side::BOTH.map(|s| table.side_name(s).to_lowercase());
                let lower = name.to_lowercase();
                match lower.as_str() {
                    "one" => Side::One,
                    "two" => Side::Two,
                    _ if lower == names[0] => Side::One,
                    _ if lower == names[1] => Side::Two,
                    _ => {
                        let why = format!(
                            "There is no side `{name}`; the sides are {} and {}.",
                            names[0], names[1]
                        );
                        return Err(fault("UnknownSide", why));
                    }
                }
            }
            None => match table.to_act(Viewer::Watcher) {
                ToAct::One(side) => side,
                ToAct::Both => {
                    let why = "Both sides are to commit themselves: say which side speaks.";
                    return Err(fault("WhichSide", why));
                }
                ToAct::Nobody => Side::One,
            },
        };
        Ok((table, side))
    }
}

fn no_game(game: u64) -> Fault {
    fault("UnknownGame", format!("There is no game {game}; start one with `new`."))
}

fn read_seed(text: Option<&str>) -> Result<Seed, Fault> {
    match text {
        None => open::fresh_seed().map_err(|why| fault("NoRandomness", why.to_string())),
        Some(text) => {
            Seed::from_hex(text).ok_or_else(|| fault("BadSeed", "A seed is 64 hexadecimal digits, small letters."))
        }
    }
}

fn current(table: &dyn Table, side: Side, version: Option<u64>) -> Result<(), Fault> {
    let now = table.version(side.into());
    match version {
        Some(version) if version != now => {
            let why = format!("The game is at version {now}, the request was made for {version}.");
            Err(fault("StaleVersion", why))
        }
        _ => Ok(()),
    }
}

fn acting(table: &dyn Table, viewer: Viewer) -> Vec<String> {
    let sides = table.to_act(viewer).sides();
    sides.map(|s| table.side_name(s).to_lowercase()).collect()
}

/// What came of a choice, who is to act next, and the verdict when there is one.
fn after(table: &dyn Table, side: Side, receipt: Receipt) -> Value {
    let mut report = json!({
        "version": table.version(side.into()),
        "done": receipt.done,
        "hash": hash_text(receipt.hash),
        "events": receipt.events,
        "to_act": acting(table, side.into()),
    });
    if let (Some(verdict), Some(object)) = (table.verdict(), report.as_object_mut()) {
        object.insert("verdict".into(), value(&verdict));
    }
    report
}

fn value(thing: &impl serde::Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or_default()
}
