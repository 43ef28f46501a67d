//! `schiltron lab`

use crate::Found;
use crate::RunArgs;
use crate::{harmless, open, read_options};
use anyhow::{Context, Result, bail};
use games::{Scenario, Shelf};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

pub fn run(run: &RunArgs) -> Result<Found> {
    let RunArgs { games, seed, .. } = *run;
    let scenario = open::scenario(&Shelf::standard(), &run.scenario, &read_options(&run.options)?)?;
    let players = read_players(&run.players)?;
    let plan = lab::Plan {
        games,
        seed,
        players,
        records: run.keeps.records.as_deref(),
    };
    if let Some(path) = &run.rows {
        return rows(&scenario, plan, path);
    }
    let bar = progress_bar(games)?;
    let summary = lab::run(&scenario, plan, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if run.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
        return Ok(Found::AllWell);
    }
    writeln!(
        out,
        "{}: {} games, {}",
        harmless(&summary.scenario),
        summary.games,
        players.join(" against ")
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

/// One line of JSON for every game, with its losses and luck.
fn rows(scenario: &Scenario, plan: lab::Plan<'_>, path: &Path) -> Result<Found> {
    let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
    let mut out = BufWriter::new(file);
    let bar = progress_bar(plan.games)?;
    lab::rows(scenario, plan, |row| -> Result<()> {
        bar.inc(1);
        writeln!(out, "{}", serde_json::to_string(&row)?)?;
        Ok(())
    })??;
    out.flush()?;
    bar.finish_and_clear();
    eprintln!("{}: {} games", harmless(&path.to_string_lossy()), plan.games);
    Ok(Found::AllWell)
}

pub fn duel(name: &str, (pairs, seed): (u64, u64), players: &str, records: Option<&Path>, json: bool) -> Result<Found> {
    let scenario = open::scenario(&Shelf::standard(), name, &Default::default())?;
    let players = read_players(players)?;
    let bar = progress_bar(pairs)?;
    let plan = lab::Pairs {
        pairs,
        seed,
        players,
        records,
    };
    let duel = lab::duel(&scenario, plan, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&duel)?)?;
        return Ok(Found::AllWell);
    }
    let [one, two] = &duel.players;
    writeln!(out, "{}: {pairs} pairs, {one} against {two}", harmless(&duel.scenario))?;
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
        1.96 * duel.margin_se
    )?;
    for (by, elo) in [("games won", duel.by_wins), ("points of pairs", duel.by_points)] {
        writeln!(
            out,
            "  {:+.0} Elo by {by}, between {:+.0} and {:+.0}",
            elo.elo, elo.elo_low, elo.elo_high
        )?;
    }
    Ok(Found::AllWell)
}

pub fn balance(
    (name, options): (&str, &[String]),
    captain: Option<&str>,
    (games, seed): (u64, u64),
    records: Option<&Path>,
    json: bool,
) -> Result<Found> {
    let scenario = open::scenario(&Shelf::standard(), name, &read_options(options)?)?;
    let bar = progress_bar(games)?;
    let balance = lab::balance(&scenario, captain, (games, seed), records, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&balance)?)?;
        return Ok(Found::AllWell);
    }
    writeln!(
        out,
        "{}: {games} games of {} against itself",
        balance.scenario, balance.captain
    )?;
    writeln!(
        out,
        "  {} have {:.1} % of the games, between {:.1} and {:.1}",
        balance.sides[0],
        100.0 * balance.share_first,
        100.0 * balance.low,
        100.0 * balance.high
    )?;
    for (i, side) in balance.sides.iter().enumerate() {
        writeln!(
            out,
            "  {side:10} won {:>6}, {:.1} points, {:.1} pieces lost a game",
            balance.won[i], balance.points[i], balance.lost[i]
        )?;
    }
    Ok(Found::AllWell)
}

pub fn fit(names: &[String], (games, seed): (u64, u64), table: Option<&Path>, json: bool) -> Result<Found> {
    let shelf = Shelf::standard();
    let open = |name: &String| open::scenario(&shelf, name, &Default::default());
    let scenarios: Vec<Scenario> = names.iter().map(open).collect::<Result<_>>()?;
    let bar = progress_bar(games * scenarios.len() as u64)?;
    let Some(fit) = lab::fit(&scenarios, (games, seed), || bar.inc(1))? else {
        bail!(
            "there is nothing to fit: all battles must be of one system, and one whose positions are measured (edward and quad, or medieval)"
        );
    };
    bar.finish_and_clear();
    if let Some(path) = table {
        let command = format!(
            "schiltron lab fit {} --games {games} --seed {seed} --table FILE",
            names.join(" ")
        );
        std::fs::write(path, lab::fit_table(&fit, &command))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&fit)?)?;
        return Ok(Found::AllWell);
    }
    writeln!(
        out,
        "{}: {} positions of {} games",
        fit.scenarios.join(", "),
        fit.positions,
        fit.games
    )?;
    for of in fit.weights.iter().chain([&fit.rank]) {
        writeln!(out, "  {:55} {:>+7.3} +- {:.3}", of.name, of.weight, of.error)?;
    }
    writeln!(
        out,
        "  log loss on {} games held back: {:.3}; by the share of games won alone: {:.3}",
        fit.held_back, fit.log_loss, fit.base_rate_loss
    )?;
    Ok(Found::AllWell)
}

pub fn ladder(
    name: &str,
    (pairs, seed): (u64, u64),
    plot: Option<&Path>,
    records: Option<&Path>,
    json: bool,
) -> Result<Found> {
    let scenario = open::scenario(&Shelf::standard(), name, &Default::default())?;
    let mut out = std::io::stdout().lock();
    if !json {
        writeln!(
            out,
            "{:10} {:10} {:>6} {:>8} {:>16} {:>22}",
            "level", "above", "pairs", "better", "points a game", "Elo by points of pairs"
        )?;
    }
    let rungs = lab::ladder(&scenario, lab::Climb { pairs, seed, records }, |rung| {
        let duel = &rung.duel;
        let found = match rung.verdict {
            lab::Found::Better => "",
            lab::Found::NotBetter => "  not better",
            lab::Found::Unsure => "  unsure",
        };
        // The table grows while it is played; a reader who has gone is noticed at the end.
        if !json {
            let _ = writeln!(
                out,
                "{:10} {:10} {:>6} {:>6.0} % {:>+8.1} +- {:<4.1} {:>+7.0} [{:+.0}, {:+.0}]{found}",
                duel.players[0],
                duel.players[1],
                duel.pairs,
                100.0 * duel.pairs_better,
                duel.margin,
                1.96 * duel.margin_se,
                duel.by_points.elo,
                duel.by_points.elo_low,
                duel.by_points.elo_high
            );
        }
    })?;
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rungs)?)?;
    }
    if let Some(path) = plot {
        let told = || format!("{} cannot be written", path.display());
        std::fs::write(path, lab::plot(&scenario.heading.scenario, &rungs)).with_context(told)?;
    }
    Ok(Found::AllWell)
}

fn read_players(players: &str) -> Result<[&str; 2]> {
    let Some((one, two)) = players.split_once(',') else {
        bail!("--players takes two captains, as in random,greedy; `schiltron list` has their names");
    };
    Ok([one.trim(), two.trim()])
}

/// Drawn on standard error, and only on a terminal: results stay clean.
fn progress_bar(length: u64) -> Result<ProgressBar> {
    let bar = ProgressBar::new(length);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len}, {per_sec}, {eta} left",
    )?);
    Ok(bar)
}
