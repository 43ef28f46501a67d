//! `schiltron list`, `schiltron schema`

use crate::Found;
use anyhow::{Result, bail};
use games::{Scenario, Shelf};
use seat::Forces;
use serde_json::json;
use std::io::Write;

pub fn run(options: bool, as_json: bool) -> Result<Found> {
    let mut out = std::io::stdout().lock();
    let mut scenarios = Vec::new();
    let shelf = Shelf::standard();
    for id in shelf.scenarios() {
        scenarios.push(shelf.open(&id, &Default::default())?);
    }
    if as_json {
        let list: Vec<_> = scenarios.iter().map(as_value).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(Found::AllWell);
    }
    for scenario in &scenarios {
        let [one, two] = scenario.battle.sides();
        writeln!(
            out,
            "{:24} {} ({one} against {two})",
            scenario.heading.scenario, scenario.title
        )?;
        let Forces { pieces, turns, .. } = scenario.battle.forces();
        writeln!(out, "    {} counters against {}, {turns} turns", pieces[0], pieces[1])?;
        writeln!(out, "    captains: {}", captains(scenario).join(", "))?;
        if options {
            for card in &scenario.options {
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

/// Names of the computer players, the weakest first.
fn captains(scenario: &Scenario) -> Vec<&'static str> {
    scenario.battle.captains().iter().map(|card| card.name).collect()
}

fn as_value(scenario: &Scenario) -> serde_json::Value {
    json!({
        "id": scenario.heading.scenario,
        "system": scenario.system,
        "title": scenario.title,
        "source": scenario.source,
        "tale": scenario.tale,
        "note": scenario.note,
        "fair": scenario.fair,
        "easier": scenario.easier,
        "sides": scenario.battle.sides(),
        "pieces": scenario.battle.forces().pieces,
        "turns": scenario.battle.forces().turns,
        "captains": captains(scenario),
        "options": scenario.options,
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
