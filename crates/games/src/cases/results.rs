//! What a step said: its refusal, or the sums, results and rules of what happened.

use super::step::Step;
use kernel::words::{Modifier, Reckoning};
use kernel::{Refusal, Telling};
use std::collections::BTreeSet;

pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found:?}, expected {expected:?}"))
    }
}

pub fn check_refusal(play: &Step, code: &str, at: usize, refusal: &Refusal) -> Result<(), String> {
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

pub fn check_results(play: &Step, tellings: &[Telling]) -> Result<(), String> {
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
    let lists = [
        ("dicing", &play.dicing),
        ("test", &play.tests),
        ("action", &play.actions),
        ("panic", &play.panics),
        ("shot", &play.shots),
        ("fight", &play.fights),
        ("fall", &play.falls),
    ];
    for (kind, expected) in lists {
        if let Some(expected) = expected {
            let told = tellings.iter().filter(|t| t.kind == kind).map(|t| t.text.clone());
            same(kind, told.collect(), expected.clone())?;
        }
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

pub fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
