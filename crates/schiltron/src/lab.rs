//! `schiltron lab`

use crate::Found;
use crate::{open, read_options};
use anyhow::{Result, bail};
use captain::Rank;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;

pub fn run(name: &str, games: u64, seed: u64, players: &str, options: &[String], json: bool) -> Result<Found> {
    let scenario = open::scenario(name, &read_options(options)?)?;
    let Some((one, two)) = players.split_once(',') else {
        bail!("--players takes two captains, as in random,greedy");
    };
    let players: [Rank; 2] = [one.trim().parse()?, two.trim().parse()?];
    // Drawn on standard error, and only on a terminal: results stay clean.
    let bar = ProgressBar::new(games);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} games, {per_sec}, {eta} left",
    )?);
    let summary = lab::run(&scenario, lab::Plan { games, seed, players }, || bar.inc(1));
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
        return Ok(Found::AllWell);
    }
    writeln!(
        out,
        "{}: {} games, {}",
        summary.scenario,
        summary.games,
        players.map(Rank::name).join(" against ")
    )?;
    for (level, n) in &summary.outcomes {
        writeln!(
            out,
            "  {level:28} {n:>8}  {:>5.1} %",
            100.0 * *n as f64 / games.max(1) as f64
        )?;
    }
    for (side, points) in &summary.points {
        let wins = summary.wins.get(side).copied().unwrap_or_default();
        writeln!(
            out,
            "  {side:10} won {wins:>8}, {:.1} points a game",
            *points as f64 / games.max(1) as f64
        )?;
    }
    writeln!(
        out,
        "  {} decisions, {:.0} a CPU-second; {:.0} games a CPU-second",
        summary.decisions,
        summary.decisions as f64 / summary.cpu_s,
        summary.games as f64 / summary.cpu_s
    )?;
    Ok(Found::AllWell)
}

pub fn duel(name: &str, pairs: u64, seed: u64, players: &str, json: bool) -> Result<Found> {
    let scenario = open::scenario(name, &Default::default())?;
    let players = read_players(players)?;
    let bar = progress_bar(pairs)?;
    let duel = lab::duel(&scenario, lab::Pairs { pairs, seed, players }, || bar.inc(1));
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&duel)?)?;
        return Ok(Found::AllWell);
    }
    let [one, two] = duel.players;
    writeln!(out, "{}: {pairs} pairs, {one} against {two}", duel.scenario)?;
    writeln!(
        out,
        "  {one} won both games of {}, one of {}, none of {}",
        duel.both, duel.one, duel.none
    )?;
    writeln!(
        out,
        "  points: better in {} pairs, worse in {}, even in {}",
        duel.better, duel.worse, duel.even
    )?;
    writeln!(
        out,
        "  {:+.1} points a game, +- {:.1}",
        duel.margin,
        1.96 * duel.margin_error
    )?;
    Ok(Found::AllWell)
}

fn read_players(players: &str) -> Result<[Rank; 2]> {
    let Some((one, two)) = players.split_once(',') else {
        bail!("--players takes two captains, as in random,greedy");
    };
    Ok([one.trim().parse()?, two.trim().parse()?])
}

/// Drawn on standard error, and only on a terminal: results stay clean.
fn progress_bar(length: u64) -> Result<ProgressBar> {
    let bar = ProgressBar::new(length);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len}, {per_sec}, {eta} left",
    )?);
    Ok(bar)
}
