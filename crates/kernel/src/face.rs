//! A game for callers that speak text and JSON: one object-safe face for every system.

use crate::cite::{Cite, Refusal};
use crate::dice::Scripted;
use crate::game::{Deed, Entry, Game, Luck, PlanRefusal, RESIGN, hash_text};
use crate::log::Quiet;
use crate::odds;
use crate::ratio::Ratio;
use crate::record::Record;
use crate::scene::{Area, BoardView, Destination, Offer, Reckoning, Scene, Telling};
use crate::side::{Side, ToAct, Viewer};
use crate::system::{System, Verdict};
use serde::Serialize;

/// What came of a choice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    pub version: u64,
    /// How many choices of a plan were carried out.
    pub done: usize,
    pub hash: String,
    pub events: Vec<Telling>,
}

/// The chances of a choice and the sum behind them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Odds {
    pub choice: String,
    /// The later choice that would roll the dice, if everything stays as it is until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub foreseen: Option<String>,
    pub reckoning: Option<Reckoning>,
    pub outcomes: Vec<Chance>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chance {
    pub outcome: &'static str,
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub exact: Ratio,
    /// Hundredths of a percent.
    pub basis_points: u32,
    /// Whether the attempt comes to nothing.
    pub fails: bool,
}

/// A game under way, whatever its system.
pub trait Table: Send {
    fn scenario(&self) -> &str;
    fn version(&self) -> u64;
    fn commitment(&self) -> String;
    fn hash(&self) -> String;
    fn side_name(&self, side: Side) -> &'static str;
    fn to_act(&self) -> ToAct;
    fn verdict(&self) -> Option<Verdict>;
    fn board(&self) -> BoardView;
    fn scene(&self, viewer: Viewer) -> Scene;
    fn choices(&self, side: Side) -> Vec<String>;
    fn offers(&self, side: Side) -> Vec<Offer>;
    fn areas(&self, viewer: Viewer) -> Vec<Area>;
    fn destinations(&self, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal>;
    fn why_not(&self, side: Side, piece: &str, there: &str) -> Option<Refusal>;
    fn check(&self, side: Side, choice: &str) -> Result<(), Refusal>;
    fn odds(&self, side: Side, choice: &str) -> Result<Odds, Refusal>;
    fn choose(&mut self, side: Side, choice: &str) -> Result<Report, Refusal>;
    fn plan(&mut self, side: Side, choices: &[String]) -> Result<Report, PlanRefusal>;
    fn undo(&mut self, side: Side) -> Result<Report, Refusal>;
    /// How many of the last choices this side can take back.
    fn undoable(&self, side: Side) -> usize;
    fn record(&self) -> Record;
    /// Everything that has happened so far, as this viewer may know it.
    fn story(&self, viewer: Viewer) -> Vec<Told>;
}

/// One entry of the history in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Told {
    pub side: Side,
    pub choice: String,
    pub dice: Vec<u8>,
    pub events: Vec<Telling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub luck: Option<Luck>,
}

impl<S: System> Game<S> {
    fn told(&self, entry: &Entry<S>, viewer: Viewer) -> Told {
        Told {
            side: entry.side,
            choice: match &entry.deed {
                Deed::Chose(choice) => self.battle().write_choice(choice),
                Deed::Resigned => RESIGN.into(),
            },
            dice: entry.dice.clone(),
            luck: entry.luck,
            events: entry
                .events
                .iter()
                .filter_map(|e| self.battle().tell(e, viewer))
                .collect(),
        }
    }

    fn report(&self, since: usize, viewer: Viewer) -> Report {
        let new = &self.entries()[since.min(self.entries().len())..];
        Report {
            version: self.version(),
            done: new.len(),
            hash: hash_text(self.hash()),
            events: new
                .iter()
                .flat_map(|e| &e.events)
                .filter_map(|event| self.battle().tell(event, viewer))
                .collect(),
        }
    }

    fn read(&self, side: Side, text: &str) -> Result<Vec<S::Choice>, Refusal> {
        self.battle().read_plan(self.position(), side, text)
    }
}

/// The last choice of a plan and the position in which it is made, if every choice of the plan is accepted. Only the last
/// rolls dice.
pub fn last_of_plan<S: System>(
    battle: &S,
    p: &S::Position,
    side: Side,
    plan: &[S::Choice],
) -> Result<(S::Position, S::Choice), Refusal> {
    let mut then = p.clone();
    let (last, before) = plan.split_last().ok_or_else(empty_plan)?;
    for choice in before {
        battle.check(&then, side, choice)?;
        battle.resolve(&mut then, side, choice, &mut Scripted::default(), &mut Quiet);
    }
    battle.check(&then, side, last)?;
    Ok((then, last.clone()))
}

fn empty_plan() -> Refusal {
    Refusal::new("EmptyPlan", Cite::NONE, "A plan needs at least one choice.")
}

impl<S: System> Table for Game<S> {
    fn scenario(&self) -> &str {
        &self.heading().scenario
    }

    fn version(&self) -> u64 {
        Game::version(self)
    }

    fn commitment(&self) -> String {
        Game::commitment(self)
    }

    fn hash(&self) -> String {
        hash_text(Game::hash(self))
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.battle().side_name(side)
    }

    fn to_act(&self) -> ToAct {
        Game::to_act(self)
    }

    fn verdict(&self) -> Option<Verdict> {
        Game::verdict(self)
    }

    fn board(&self) -> BoardView {
        self.battle().board()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.battle().scene(self.position(), viewer);
        scene.to_act = Game::to_act(self);
        scene.verdict = Game::verdict(self);
        scene
    }

    fn choices(&self, side: Side) -> Vec<String> {
        Game::choices(self, side)
            .iter()
            .map(|c| self.battle().write_choice(c))
            .collect()
    }

    fn offers(&self, side: Side) -> Vec<Offer> {
        if self.is_over() {
            return Vec::new();
        }
        self.battle().offers(self.position(), side)
    }

    fn areas(&self, viewer: Viewer) -> Vec<Area> {
        self.battle().areas(self.position(), viewer)
    }

    fn destinations(&self, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        self.battle().destinations(self.position(), side, piece)
    }

    fn why_not(&self, side: Side, piece: &str, there: &str) -> Option<Refusal> {
        self.battle().why_not(self.position(), side, piece, there)
    }

    fn check(&self, side: Side, choice: &str) -> Result<(), Refusal> {
        if choice == RESIGN && !self.is_over() {
            return Ok(());
        }
        let plan = self.read(side, choice)?;
        Game::check(self, side, plan.first().ok_or_else(empty_plan)?)?;
        last_of_plan(&**self.battle(), self.position(), side, &plan).map(drop)
    }

    fn odds(&self, side: Side, text: &str) -> Result<Odds, Refusal> {
        let plan = self.read(side, text)?;
        Game::check(self, side, plan.first().ok_or_else(empty_plan)?)?;
        let battle = &**self.battle();
        let (before, choice) = last_of_plan(battle, self.position(), side, &plan)?;
        // A side is told no more by its odds than it may know.
        let known = battle.known(&before, side);
        let later = battle.foresee(&known, side, &choice);
        let (position, rolled) = match &later {
            Some((position, rolled)) => (position, rolled),
            None => (&*known, &choice),
        };
        let mut reckoning = None;
        odds::walk(battle, position, side, rolled, |_, events, _| {
            if reckoning.is_none() {
                let mut tellings = events.iter().filter_map(|e| battle.tell(e, side.into()));
                reckoning = tellings.find_map(|t| t.reckoning);
            }
        });
        let table = odds::odds(battle, position, side, rolled);
        Ok(Odds {
            choice: match plan.as_slice() {
                [one] => battle.write_choice(one),
                _ => text.to_string(),
            },
            foreseen: later.as_ref().map(|(_, rolled)| battle.write_choice(rolled)),
            reckoning,
            outcomes: table
                .into_iter()
                .map(|(outcome, exact)| Chance {
                    outcome: outcome.label,
                    exact,
                    basis_points: exact.basis_points(),
                    fails: outcome.fails,
                })
                .collect(),
        })
    }

    fn choose(&mut self, side: Side, text: &str) -> Result<Report, Refusal> {
        let since = self.entries().len();
        if text == RESIGN {
            self.resign(side)?;
        } else {
            let plan = self.read(side, text)?;
            Game::plan(self, side, &plan).map_err(|refused| refused.refusal)?;
        }
        Ok(self.report(since, side.into()))
    }

    fn plan(&mut self, side: Side, texts: &[String]) -> Result<Report, PlanRefusal> {
        let since = self.entries().len();
        if texts.is_empty() {
            let refusal = empty_plan();
            return Err(PlanRefusal { at: 0, refusal });
        }
        let (mut choices, mut texts_of) = (Vec::with_capacity(texts.len()), Vec::with_capacity(texts.len()));
        for (at, text) in texts.iter().enumerate() {
            let plan = self.read(side, text).map_err(|refusal| PlanRefusal { at, refusal })?;
            texts_of.extend(plan.iter().map(|_| at));
            choices.extend(plan);
        }
        Game::plan(self, side, &choices).map_err(|refused| PlanRefusal {
            at: texts_of.get(refused.at).copied().unwrap_or(refused.at),
            ..refused
        })?;
        Ok(self.report(since, side.into()))
    }

    fn undo(&mut self, side: Side) -> Result<Report, Refusal> {
        Game::undo(self, side)?;
        Ok(self.report(usize::MAX, side.into()))
    }

    fn undoable(&self, side: Side) -> usize {
        Game::undoable(self, side)
    }

    fn record(&self) -> Record {
        Game::record(self)
    }

    fn story(&self, viewer: Viewer) -> Vec<Told> {
        self.entries().iter().map(|e| self.told(e, viewer)).collect()
    }
}
