//! `schiltron list`, `schiltron schema`

use crate::Found;
use anyhow::{Result, bail};
use games::{Scenario, shelf};
use kernel::{Side, System};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

pub fn run(options: bool, as_json: bool) -> Result<Found> {
    let mut out = std::io::stdout().lock();
    let mut scenarios = Vec::new();
    for shelved in shelf::SCENARIOS {
        scenarios.push(shelf::open(shelved.id, &Default::default())?);
    }
    if as_json {
        let list: Vec<_> = scenarios.iter().map(as_value).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(Found::AllWell);
    }
    for scenario in &scenarios {
        let [one, two] = sides(scenario);
        writeln!(
            out,
            "{:24} {} ({one} against {two})",
            scenario.heading.scenario, scenario.title
        )?;
        if options {
            for card in scenario.battle.options() {
                writeln!(
                    out,
                    "    {:20} {:40} {} [{}]",
                    card.key,
                    card.values.join(" | "),
                    card.words,
                    card.ruling
                )?;
            }
        }
    }
    Ok(Found::AllWell)
}

fn sides(scenario: &Scenario) -> [&'static str; 2] {
    struct Sides;
    impl games::scenario::Visitor for Sides {
        type Output = [&'static str; 2];
        fn visit<S: System>(self, battle: &Arc<S>) -> Self::Output {
            Side::BOTH.map(|side| battle.side_name(side))
        }
    }
    scenario.battle.visit(Sides)
}

fn as_value(scenario: &Scenario) -> serde_json::Value {
    json!({
        "id": scenario.heading.scenario,
        "system": scenario.system,
        "title": scenario.title,
        "source": scenario.source,
        "tale": scenario.tale,
        "note": scenario.note,
        "sides": sides(scenario),
        "options": scenario.battle.options(),
    })
}

pub fn schema(name: &str) -> Result<Found> {
    let all = games::schema::all();
    match all.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => {
            std::io::stdout().lock().write_all(text.as_bytes())?;
            Ok(Found::AllWell)
        }
        None => {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            bail!("there is no schema `{name}`; there are: {}", names.join(", "))
        }
    }
}
