//! Conformance cases (`docs/cases.md`): read, run, and counted against the rulebook.

use crate::scenario::Visitor;
use crate::{rulebook, shelf};
use kernel::dice::Scripted;
use kernel::face::last_of_plan;
use kernel::scene::{Modifier, Reckoning, Telling};
use kernel::{Ratio, Refusal, Side, System, ToAct, Viewer, odds};
use quad::{edward, robert};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What came of one case.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub file: String,
    pub name: String,
    pub rules: Vec<String>,
    /// Why it failed.
    pub failure: Option<String>,
}

#[derive(Deserialize)]
struct CaseFile {
    case: Vec<toml::Table>,
}

/// What every case has, whatever the system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    name: String,
    rules: Vec<String>,
    #[serde(default)]
    #[allow(dead_code)]
    text: String,
    #[serde(default)]
    play: Vec<Play>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Play {
    r#do: Option<String>,
    plan: Option<Vec<String>>,
    r#try: Option<String>,
    look: bool,
    by: Option<String>,
    dice: Vec<u8>,
    refused: Option<String>,
    rule: Option<String>,
    at: Option<usize>,
    need: Option<toml::Value>,
    left: Option<toml::Value>,
    needs: Option<i32>,
    base: Option<i32>,
    modifiers: Option<Vec<String>>,
    hit: Option<bool>,
    morale: Option<i32>,
    increase: Option<i32>,
    morale_modifiers: Option<Vec<String>>,
    expect: BTreeMap<String, toml::Value>,
    listed: Vec<String>,
    unlisted: Vec<String>,
    only: Option<Vec<String>>,
    ends: Option<Vec<String>>,
    odds: Option<BTreeMap<String, String>>,
    cites: Vec<String>,
}

/// Runs every case of a file. A file that cannot be read is a failure of its own.
pub fn run_file(system: &str, file: &str, text: &str) -> Vec<Outcome> {
    let failed = |name: &str, rules: Vec<String>, why: String| Outcome {
        file: file.into(),
        name: name.into(),
        rules,
        failure: Some(why),
    };
    let cases: CaseFile = match toml::from_str(text) {
        Ok(cases) => cases,
        Err(fault) => return vec![failed("(file)", Vec::new(), fault.to_string())],
    };
    let Some((rules, rulings)) = rulebook::of(system) else {
        return vec![failed("(file)", Vec::new(), format!("there is no system `{system}`"))];
    };
    let known: BTreeSet<String> = rules.into_iter().chain(rulings).map(|r| r.id).collect();
    let frame_keys = ["name", "rules", "text", "play"];
    cases
        .case
        .into_iter()
        .map(|table| {
            let (frame, setting): (toml::Table, toml::Table) = table
                .into_iter()
                .partition(|(key, _)| frame_keys.contains(&key.as_str()));
            let frame: Frame = match frame.try_into() {
                Ok(frame) => frame,
                Err(fault) => return failed("(case)", Vec::new(), fault.to_string()),
            };
            let unknown = frame.rules.iter().find(|r| !known.contains(*r));
            let result = match unknown {
                Some(rule) => Err(format!("there is no rule {rule}")),
                None if frame.rules.is_empty() => Err("a case pins at least one rule".into()),
                None if frame.play.is_empty() => Err("nothing is played".into()),
                None => run_case(system, setting, &frame.play),
            };
            Outcome {
                file: file.into(),
                name: frame.name,
                rules: frame.rules,
                failure: result.err(),
            }
        })
        .collect()
}

fn run_case(system: &str, setting: toml::Table, plays: &[Play]) -> Result<(), String> {
    if setting.contains_key("scenario") {
        return run_scenario(setting, plays);
    }
    let fault = |fault: toml::de::Error| fault.to_string();
    match system {
        "quad" => {
            let (battle, position) = setting.try_into::<robert::case::Setting>().map_err(fault)?.build()?;
            run(&battle, position, plays)
        }
        "medieval" => {
            let (battle, position) = setting.try_into::<medieval::case::Setting>().map_err(fault)?.build()?;
            run(&battle, position, plays)
        }
        _ => {
            let (battle, position) = setting.try_into::<edward::case::Setting>().map_err(fault)?.build()?;
            run(&battle, position, plays)
        }
    }
}

/// A case that is played from the start of a whole battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeBattle {
    scenario: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

fn run_scenario(setting: toml::Table, plays: &[Play]) -> Result<(), String> {
    struct Run<'a>(&'a [Play]);
    impl Visitor for Run<'_> {
        type Output = Result<(), String>;
        fn visit<S: System>(self, battle: &Arc<S>) -> Self::Output {
            run(&**battle, battle.start(), self.0)
        }
    }
    let whole: WholeBattle = setting.try_into().map_err(|fault: toml::de::Error| fault.to_string())?;
    let scenario = shelf::open(&whole.scenario, &whole.options).map_err(|fault| fault.to_string())?;
    scenario.battle.visit(Run(plays))
}

fn run<S: System>(battle: &S, mut p: S::Position, plays: &[Play]) -> Result<(), String> {
    for (i, play) in plays.iter().enumerate() {
        step(battle, &mut p, play).map_err(|why| format!("step {}: {why}", i + 1))?;
    }
    Ok(())
}

fn step<S: System>(battle: &S, p: &mut S::Position, play: &Play) -> Result<(), String> {
    let side = match &play.by {
        Some(name) => named_side(battle, name)?,
        None => match battle.to_act(p) {
            ToAct::One(side) => side,
            _ => Side::One,
        },
    };
    let deeds = [
        play.r#do.is_some(),
        play.plan.is_some(),
        play.r#try.is_some(),
        play.look,
    ];
    if deeds.iter().filter(|d| **d).count() != 1 {
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
            check_results(play, &done.tellings)?;
            if play.r#try.is_none() {
                *p = after;
            }
        }
    }
    check_facts(battle, p, play)?;
    check_lists(battle, p, play)
}

fn named_side<S: System>(battle: &S, name: &str) -> Result<Side, String> {
    let found = Side::BOTH
        .into_iter()
        .find(|s| battle.side_name(*s).eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no side `{name}`"))
}

struct Done {
    tellings: Vec<Telling>,
    script: Scripted,
}

fn attempt<S: System>(
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
        // One text may stand for several small choices.
        let plan = battle.read_plan(p, side, text).map_err(|r| (at, r))?;
        for (i, choice) in plan.iter().enumerate() {
            let mut list = Vec::new();
            battle.choices(p, side, &mut list);
            let checked = battle.check(p, side, choice);
            if checked.is_ok() != list.contains(choice) {
                let why = format!("`{text}`: listed and accepted differ");
                return Err((at, Refusal::new("ListingDiffers", kernel::Cite::NONE, why)));
            }
            checked.map_err(|r| (at, r))?;
            if only_check && i + 1 == plan.len() {
                return Ok(Done { tellings, script });
            }
            let mut events = Vec::new();
            battle.resolve(p, side, choice, &mut script, &mut events);
            tellings.extend(events.iter().filter_map(|e| battle.tell(e, Viewer::Watcher)));
        }
    }
    Ok(Done { tellings, script })
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found:?}, expected {expected:?}"))
    }
}

fn check_refusal(play: &Play, code: &str, at: usize, refusal: &Refusal) -> Result<(), String> {
    if refusal.code != code {
        return Err(format!("refused as {} ({refusal}), expected {code}", refusal.code));
    }
    if let Some(rule) = &play.rule {
        same("the rule of the refusal", refusal.cite.0, rule.as_str())?;
    }
    if let Some(expected) = play.at {
        same("the index of the refused choice", at, expected)?;
    }
    for (name, expected) in [("need", &play.need), ("left", &play.left)] {
        if let Some(expected) = expected {
            let found = refusal.figures.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone());
            same(name, found, Some(text_of(expected)))?;
        }
    }
    Ok(())
}

fn check_results(play: &Play, tellings: &[Telling]) -> Result<(), String> {
    let find = |morale: bool| {
        tellings
            .iter()
            .rev()
            .find(|t| t.reckoning.is_some() && (t.kind == "morale") == morale)
    };
    let attack = find(false);
    let check = find(true);
    let sum = |t: Option<&Telling>| -> Option<Reckoning> { t.and_then(|t| t.reckoning.clone()) };
    let figure =
        |t: Option<&Telling>, name: &str| t.and_then(|t| t.figures.iter().find(|(n, _)| *n == name).map(|(_, v)| *v));
    if let Some(needs) = play.needs {
        same("the number needed", sum(attack).map(|r| r.total), Some(needs))?;
    }
    if let Some(base) = play.base {
        same("the table value", sum(attack).map(|r| r.base), Some(base))?;
    }
    if let Some(expected) = &play.modifiers {
        same("the list of modifiers", modifier_texts(sum(attack)), sorted(expected))?;
    }
    if let Some(hit) = play.hit {
        same("hit", figure(attack, "hit"), Some(i32::from(hit)))?;
    }
    if let Some(morale) = play.morale {
        same("the modified morale die", sum(check).map(|r| r.total), Some(morale))?;
    }
    if let Some(increase) = play.increase {
        same("the increase", figure(check, "increase"), Some(increase))?;
    }
    if let Some(expected) = &play.morale_modifiers {
        same(
            "the list of morale modifiers",
            modifier_texts(sum(check)),
            sorted(expected),
        )?;
    }
    let cited: BTreeSet<&str> = tellings.iter().flat_map(|t| t.cites.iter().map(|c| c.0)).collect();
    for cite in &play.cites {
        if !cited.contains(cite.as_str()) {
            return Err(format!("no event cites {cite}; cited: {cited:?}"));
        }
    }
    Ok(())
}

fn modifier_texts(reckoning: Option<Reckoning>) -> Vec<String> {
    let text = |m: &Modifier| format!("{} {:+}", m.cite, m.value);
    let texts: Vec<String> = reckoning.iter().flat_map(|r| r.modifiers.iter().map(text)).collect();
    sorted(&texts)
}

fn sorted(texts: &[String]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.sort();
    texts
}

fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn check_facts<S: System>(battle: &S, p: &S::Position, play: &Play) -> Result<(), String> {
    for (key, expected) in &play.expect {
        let found = battle
            .fact(p, key)
            .ok_or_else(|| format!("there is no fact `{key}` now"))?;
        same(key, found, text_of(expected))?;
    }
    Ok(())
}

fn check_lists<S: System>(battle: &S, p: &S::Position, play: &Play) -> Result<(), String> {
    let offered: BTreeSet<String> = offers(battle, p).into_iter().map(|(_, text)| text).collect();
    // A text that stands for several choices is on offer if all of them are accepted, one after the other.
    let together = |text: &String| {
        let ToAct::One(side) = battle.to_act(p) else {
            return false;
        };
        let plan = battle.read_plan(p, side, text);
        plan.is_ok_and(|plan| plan.len() > 1 && last_of_plan(battle, p, side, &plan).is_ok())
    };
    for choice in &play.listed {
        if !offered.contains(choice) && !together(choice) {
            return Err(format!("`{choice}` should be on offer; offered: {offered:?}"));
        }
    }
    for choice in &play.unlisted {
        if offered.contains(choice) || together(choice) {
            return Err(format!("`{choice}` should not be on offer"));
        }
    }
    if let Some(only) = &play.only {
        same("what is on offer", offered, only.iter().cloned().collect())?;
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

fn offers<S: System>(battle: &S, p: &S::Position) -> Vec<(S::Choice, String)> {
    let ToAct::One(side) = battle.to_act(p) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    battle.choices(p, side, &mut list);
    list.into_iter().map(|c| (c.clone(), battle.write_choice(&c))).collect()
}

/// Every hex in which a rout path that has begun can end.
fn rout_ends<S: System>(battle: &S, p: &S::Position, unit: &str, found: &mut BTreeSet<String>) {
    let ToAct::One(side) = battle.to_act(p) else {
        return;
    };
    for (choice, text) in offers(battle, p) {
        if text == "stop" {
            found.extend(battle.fact(p, &format!("{unit}.hex")));
        } else if ["step ", "pivot ", "rear "].iter().any(|way| text.starts_with(way)) {
            let mut next = p.clone();
            battle.resolve(&mut next, side, &choice, &mut Scripted::default(), &mut kernel::Quiet);
            let hex = battle.fact(&next, &format!("{unit}.hex"));
            if hex.as_deref() == Some("eliminated") {
                found.insert("off".into());
            } else {
                rout_ends(battle, &next, unit, found);
            }
        }
    }
}

fn check_odds<S: System>(
    battle: &S,
    p: &S::Position,
    side: Side,
    text: &str,
    expected: &BTreeMap<String, String>,
) -> Result<(), String> {
    let plan = battle.read_plan(p, side, text).map_err(|r| r.to_string())?;
    let (then, last) = last_of_plan(battle, p, side, &plan).map_err(|r| r.to_string())?;
    let found: BTreeMap<String, String> = odds::odds(battle, &then, side, &last)
        .into_iter()
        .map(|(o, r)| (o.label.to_string(), r.to_string()))
        .collect();
    let mut wanted = BTreeMap::new();
    for (label, ratio) in expected {
        let ratio = Ratio::parse(ratio).ok_or_else(|| format!("`{ratio}` is no fraction"))?;
        wanted.insert(label.clone(), ratio.to_string());
    }
    same("the odds", found, wanted)
}

/// Every rule of a system with the cases that pin it.
pub fn coverage(system: &str, outcomes: &[Outcome]) -> Vec<(rulebook::Rule, Vec<String>)> {
    let Some((rules, _)) = rulebook::of(system) else {
        return Vec::new();
    };
    let pins = |rule: &rulebook::Rule| {
        let by_this = outcomes.iter().filter(|o| o.rules.contains(&rule.id));
        by_this.map(|o| format!("{}: {}", o.file, o.name)).collect()
    };
    rules.into_iter().map(|rule| (rule.clone(), pins(&rule))).collect()
}
