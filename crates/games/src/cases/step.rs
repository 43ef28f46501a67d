//! One step of a case: what is done, and what must come of it.

use super::results::{check_refusal, check_results, same, text_of};
use kernel::dice::Scripted;
use kernel::story::by_name;
use kernel::{Quiet, Ratio, Refusal, Side, Telling, ToAct, Viewer, odds};
use seat::Playable;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What is done, and what is expected of it (`docs/cases.md`).
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    pub(super) r#do: Option<String>,
    pub(super) plan: Option<Vec<String>>,
    pub(super) r#try: Option<String>,
    pub(super) look: bool,
    pub(super) by: Option<String>,
    pub(super) dice: Vec<u8>,
    pub(super) refused: Option<String>,
    pub(super) rule: Option<String>,
    pub(super) at: Option<usize>,
    pub(super) need: Option<toml::Value>,
    pub(super) left: Option<toml::Value>,
    pub(super) needs: Option<i32>,
    pub(super) base: Option<i32>,
    pub(super) modifiers: Option<Vec<String>>,
    pub(super) hit: Option<bool>,
    pub(super) morale: Option<i32>,
    pub(super) increase: Option<i32>,
    pub(super) morale_modifiers: Option<Vec<String>>,
    pub(super) expect: BTreeMap<String, toml::Value>,
    pub(super) listed: Vec<String>,
    pub(super) unlisted: Vec<String>,
    pub(super) only: Option<Vec<String>>,
    pub(super) ends: Option<Vec<String>>,
    pub(super) odds: Option<BTreeMap<String, String>>,
    pub(super) cites: Vec<String>,
    pub(super) dicing: Option<Vec<String>>,
    pub(super) tests: Option<Vec<String>>,
    pub(super) actions: Option<Vec<String>>,
    pub(super) panics: Option<Vec<String>>,
    pub(super) shots: Option<Vec<String>>,
    pub(super) fights: Option<Vec<String>>,
    pub(super) falls: Option<Vec<String>>,
}

pub fn run<S: Playable>(battle: &S, mut p: S::Position, steps: &[Step]) -> Result<(), String> {
    for (i, play) in steps.iter().enumerate() {
        step(battle, &mut p, play).map_err(|why| format!("step {}: {why}", i + 1))?;
    }
    Ok(())
}

fn step<S: Playable>(battle: &S, p: &mut S::Position, play: &Step) -> Result<(), String> {
    let side = match &play.by {
        Some(name) => named_side(battle, name)?,
        None => match battle.to_act(p) {
            ToAct::One(side) => side,
            _ => Side::One,
        },
    };
    let actions = [
        play.r#do.is_some(),
        play.plan.is_some(),
        play.r#try.is_some(),
        play.look,
    ];
    if actions.iter().filter(|a| **a).count() != 1 {
        return Err("a step has exactly one of `do`, `plan`, `try`, `look`".into());
    }
    let choices: Vec<&str> = match (&play.r#do, &play.plan, &play.r#try) {
        (Some(one), ..) | (.., Some(one)) => vec![one],
        (_, Some(plan), _) => plan.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    if let (Some(expected), Some(choice)) = (&play.odds, choices.first()) {
        check_odds(battle, p, side, choice, expected)?;
    }
    let mut after = p.clone();
    let attempt = attempt(battle, &mut after, side, &choices, &play.dice, play.r#try.is_some());
    match (attempt, &play.refused) {
        (Err((at, refusal)), Some(code)) => check_refusal(play, code, at, &refusal)?,
        (Err((at, refusal)), None) => {
            return Err(format!(
                "`{}` is refused: {refusal}",
                choices.get(at).copied().unwrap_or_default()
            ));
        }
        (Ok(_), Some(code)) => return Err(format!("it should be refused as {code}, but is allowed")),
        (Ok(done), None) => {
            done.script.finish().map_err(|fault| fault.to_string())?;
            match play.r#try.is_some() && play.asks_for_dice() {
                true => check_results(play, &foretold(battle, p, side, &choices)?)?,
                false => check_results(play, &done.tellings)?,
            }
            if play.r#try.is_none() {
                *p = after;
            }
        }
    }
    check_facts(battle, p, play)?;
    check_lists(battle, p, side, play)
}

impl Step {
    /// Whether it says what would be thrown.
    fn asks_for_dice(&self) -> bool {
        self.dicing.is_some() || self.modifiers.is_some()
    }
}

/// What is told of choices that are only tried, whatever the dice show.
fn foretold<S: Playable>(battle: &S, p: &S::Position, side: Side, choices: &[&str]) -> Result<Vec<Telling>, String> {
    let mut p = p.clone();
    let mut events = Vec::new();
    for text in choices {
        for choice in battle.read_plan(&p, side, text).map_err(|r| r.to_string())? {
            battle.resolve(&mut p, side, &choice, &mut Scripted::default(), &mut events);
        }
    }
    Ok(events.iter().filter_map(|e| told(battle, e)).collect())
}

/// An event as somebody is told of it: everybody, or only the side it belongs to. Its text is that of cases, if there is one.
fn told<S: Playable>(battle: &S, event: &S::Event) -> Option<Telling> {
    let viewers = [Viewer::Watcher, Side::One.into(), Side::Two.into()];
    let mut telling = viewers.into_iter().find_map(|viewer| battle.tell(event, viewer))?;
    if let Some(text) = battle.shorthand(event) {
        telling.text = text;
    }
    Some(telling)
}

fn named_side<S: Playable>(battle: &S, name: &str) -> Result<Side, String> {
    let found = Side::BOTH
        .into_iter()
        .find(|s| battle.side_name(*s).eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no side `{name}`"))
}

struct Done {
    tellings: Vec<Telling>,
    script: Scripted,
}

fn attempt<S: Playable>(
    battle: &S,
    p: &mut S::Position,
    side: Side,
    choices: &[&str],
    dice: &[u8],
    only_check: bool,
) -> Result<Done, (usize, Refusal)> {
    let mut script = Scripted::new(dice);
    let mut tellings = Vec::new();
    for (at, text) in choices.iter().enumerate() {
        let plan = battle.read_plan(p, side, text).map_err(|r| (at, r))?;
        for (i, choice) in plan.iter().enumerate() {
            check_listed(battle, p, side, choice).map_err(|r| (at, r))?;
            if only_check && i + 1 == plan.len() {
                return Ok(Done { tellings, script });
            }
            let mut events = Vec::new();
            battle.resolve(p, side, choice, &mut script, &mut events);
            tellings.extend(events.iter().filter_map(|e| told(battle, e)));
        }
    }
    Ok(Done { tellings, script })
}

/// Whether a choice is allowed; where everything is listed, it must be listed if and only if it is.
fn check_listed<S: Playable>(battle: &S, p: &S::Position, side: Side, choice: &S::Choice) -> Result<(), Refusal> {
    let mut list = Vec::new();
    battle.choices(p, side, &mut list);
    let checked = battle.check(p, side, choice);
    let listed = list.contains(choice);
    if checked.is_ok() != listed && (listed || battle.lists_all()) {
        let why = format!("`{}`: listed and accepted differ", battle.write_choice(choice));
        return Err(Refusal::new("ListingDiffers", kernel::Cite::NONE, why));
    }
    checked
}

/// The first of the small choices a text stands for, if all of them can be carried out one after the other.
fn begins<S: Playable>(battle: &S, p: &S::Position, speaker: Side, text: &str) -> Option<String> {
    let side = asked(battle, p, speaker)?;
    let plan = battle.read_plan(p, side, text).ok()?;
    let mut p = p.clone();
    for choice in &plan {
        check_listed(battle, &p, side, choice).ok()?;
        battle.resolve(&mut p, side, choice, &mut Scripted::default(), &mut Quiet);
    }
    plan.first().map(|choice| battle.write_choice(choice))
}

fn check_facts<S: Playable>(battle: &S, p: &S::Position, play: &Step) -> Result<(), String> {
    for (key, expected) in &play.expect {
        let found = battle
            .fact(p, key)
            .ok_or_else(|| format!("there is no fact `{key}` now"))?;
        same(key, found, text_of(expected))?;
    }
    Ok(())
}

fn check_lists<S: Playable>(battle: &S, p: &S::Position, side: Side, play: &Step) -> Result<(), String> {
    let offered: BTreeSet<String> = offers(battle, p, side).into_iter().map(|(_, text)| text).collect();
    for choice in &play.listed {
        if !offered.contains(choice) && begins(battle, p, side, choice).is_none() {
            return Err(format!("`{choice}` should be on offer; offered: {offered:?}"));
        }
    }
    for choice in &play.unlisted {
        if offered.contains(choice) || begins(battle, p, side, choice).is_some() {
            return Err(format!("`{choice}` should not be on offer"));
        }
    }
    if let Some(only) = &play.only {
        let expected = only
            .iter()
            .map(|text| begins(battle, p, side, text).unwrap_or_else(|| text.clone()));
        same("what is on offer", offered, expected.collect())?;
    }
    if let Some(expected) = &play.ends {
        let unit = play.r#do.as_ref().and_then(|c| c.strip_prefix("rout "));
        let unit = unit.ok_or("`ends` goes with `do = \"rout UNIT\"`")?;
        let mut found = BTreeSet::new();
        rout_ends(battle, p, unit, &mut found);
        same("the hexes it can end in", found, expected.iter().cloned().collect())?;
    }
    Ok(())
}

/// Who is to act; `speaker` if both are.
fn asked<S: Playable>(battle: &S, p: &S::Position, speaker: Side) -> Option<Side> {
    match battle.to_act(p) {
        ToAct::One(side) => Some(side),
        ToAct::Both => Some(speaker),
        ToAct::Nobody => None,
    }
}

/// What is on offer now, to whoever is to act; to `speaker` if both are.
fn offers<S: Playable>(battle: &S, p: &S::Position, speaker: Side) -> Vec<(S::Choice, String)> {
    let Some(side) = asked(battle, p, speaker) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    battle.choices(p, side, &mut list);
    list.into_iter().map(|c| (c.clone(), battle.write_choice(&c))).collect()
}

/// Every hex in which a rout path that has begun can end.
fn rout_ends<S: Playable>(battle: &S, p: &S::Position, unit: &str, found: &mut BTreeSet<String>) {
    let ToAct::One(side) = battle.to_act(p) else {
        return;
    };
    for (choice, text) in offers(battle, p, side) {
        if text == "stop" {
            found.extend(battle.fact(p, &format!("{unit}.hex")));
        } else if ["step ", "pivot ", "rear "].iter().any(|way| text.starts_with(way)) {
            let mut next = p.clone();
            battle.resolve(&mut next, side, &choice, &mut Scripted::default(), &mut Quiet);
            let hex = battle.fact(&next, &format!("{unit}.hex"));
            if hex.as_deref() == Some("eliminated") {
                found.insert("off".into());
            } else {
                rout_ends(battle, &next, unit, found);
            }
        }
    }
}

/// Adds the chance of each list of happenings to those of its members that are asked for. A label without parts has one list.
fn add_happenings(
    chance: &kernel::story::Chance,
    expected: &BTreeMap<String, String>,
    found: &mut BTreeMap<String, Ratio>,
) -> Result<(), String> {
    let parts = chance.parts.iter().map(|part| (&part.outcome, part.exact));
    for (list, exact) in parts {
        for happening in list.split(", ").filter(|happening| expected.contains_key(*happening)) {
            let sum = found.entry(happening.into()).or_insert(Ratio::ZERO);
            *sum = sum.plus(exact).ok_or("the chances have too many digits")?;
        }
    }
    Ok(())
}

fn check_odds<S: Playable>(
    battle: &S,
    p: &S::Position,
    side: Side,
    text: &str,
    expected: &BTreeMap<String, String>,
) -> Result<(), String> {
    let plan = battle.read_plan(p, side, text).map_err(|r| r.to_string())?;
    let [first @ .., last] = plan.as_slice() else {
        return Err("nothing is chosen".into());
    };
    let mut p = p.clone();
    for choice in first {
        battle.check(&p, side, choice).map_err(|r| r.to_string())?;
        battle.resolve(&mut p, side, choice, &mut Scripted::default(), &mut Quiet);
    }
    battle.check(&p, side, last).map_err(|r| r.to_string())?;
    let table = odds::odds(battle, &p, side, last).map_err(|too_many| too_many.to_string())?;
    let chances = by_name(battle, table).ok_or("the chances have too many digits")?;
    let mut found: BTreeMap<String, Ratio> = BTreeMap::new();
    // A part that is asked for by name stands beside the labels it belongs to.
    let parts = chances.iter().flat_map(|chance| &chance.parts);
    let apart = !chances.iter().any(|chance| expected.contains_key(&*chance.outcome));
    let asked = |part: &&kernel::story::Part| !apart && expected.contains_key(&*part.outcome);
    for part in parts.filter(asked) {
        let sum = found.entry(part.outcome.to_string()).or_insert(Ratio::ZERO);
        *sum = sum.plus(part.exact).ok_or("the chances have too many digits")?;
    }
    // Where none of the labels is asked for, the parts are lists of what happens at once, and each thing is asked for by itself.
    for chance in &chances {
        if apart {
            add_happenings(chance, expected, &mut found)?;
        } else {
            found.insert(chance.outcome.to_string(), chance.exact);
        }
    }
    let found: BTreeMap<String, String> = found
        .into_iter()
        .map(|(label, exact)| (label, exact.to_string()))
        .collect();
    let mut wanted = BTreeMap::new();
    for (label, ratio) in expected {
        let ratio = Ratio::parse(ratio).ok_or_else(|| format!("`{ratio}` is no fraction"))?;
        // What cannot happen is not found.
        if ratio != Ratio::ZERO {
            wanted.insert(label.clone(), ratio.to_string());
        }
    }
    same("the odds", found, wanted)
}
