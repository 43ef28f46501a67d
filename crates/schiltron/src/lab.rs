//! `schiltron lab`

use crate::{Found, harmless, open, read_options};
use anyhow::{Context, Result, bail};
use games::{Scenario, Shelf};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What is fought, from which seed, and what is kept of it.
#[derive(clap::Args)]
struct Fought {
    scenario: String,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// An option that differs from the default, as key=value, such as `handicap=english 40`; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Keep a record of every game in this folder, for `replay` and `lab review`.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

impl Fought {
    fn open(&self) -> Result<Scenario> {
        open::scenario(&Shelf::standard(), &self.scenario, &read_options(&self.options)?)
    }
}

#[derive(clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    fought: Fought,
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Captains of the first and the second side; `list` has their names.
    #[arg(long, default_value = "random,random", value_name = "A,B")]
    players: String,
    /// Write a line of JSON for every game into this file instead: verdict, points, turns, decisions, what was lost, luck.
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
}

pub fn run(run: &RunArgs) -> Result<Found> {
    let RunArgs { games, ref fought, .. } = *run;
    let scenario = fought.open()?;
    let players = read_players(&run.players)?;
    let plan = lab::Plan {
        games,
        seed: fought.seed,
        players,
        records: fought.records.as_deref(),
    };
    if let Some(path) = &run.rows {
        return rows(&scenario, plan, path);
    }
    let bar = progress_bar(games)?;
    let summary = lab::run(&scenario, plan, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if fought.json {
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

#[derive(clap::Args)]
pub struct DuelArgs {
    #[command(flatten)]
    fought: Fought,
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// The two captains; `list` has their names.
    #[arg(long, default_value = "marshal,greedy", value_name = "A,B")]
    players: String,
}

pub fn duel(args: &DuelArgs) -> Result<Found> {
    let DuelArgs { pairs, ref fought, .. } = *args;
    let scenario = fought.open()?;
    let players = read_players(&args.players)?;
    let bar = progress_bar(pairs)?;
    let plan = lab::Pairs {
        pairs,
        seed: fought.seed,
        players,
        records: fought.records.as_deref(),
    };
    let duel = lab::duel(&scenario, plan, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if fought.json {
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

#[derive(clap::Args)]
pub struct BalanceArgs {
    #[command(flatten)]
    fought: Fought,
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Who plays both sides; the best captain if nobody is named.
    #[arg(long)]
    captain: Option<String>,
}

pub fn balance(args: &BalanceArgs) -> Result<Found> {
    let BalanceArgs { games, ref fought, .. } = *args;
    let scenario = fought.open()?;
    let bar = progress_bar(games)?;
    let captain = args.captain.as_deref();
    let records = fought.records.as_deref();
    let balance = lab::balance(&scenario, captain, (games, fought.seed), records, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if fought.json {
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

#[derive(clap::Args)]
pub struct LadderArgs {
    #[command(flatten)]
    fought: Fought,
    /// Most pairs for each level.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Also draws it into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

pub fn ladder(args: &LadderArgs) -> Result<Found> {
    let LadderArgs { pairs, ref fought, .. } = *args;
    let scenario = fought.open()?;
    let mut out = std::io::stdout().lock();
    if !fought.json {
        writeln!(out, "{}", lab::HEAD)?;
    }
    let climb = lab::Climb {
        pairs,
        seed: fought.seed,
        records: fought.records.as_deref(),
    };
    let rungs = lab::ladder(&scenario, climb, |rung| {
        // The table grows while it is played; a reader who has gone is noticed at the end.
        if !fought.json {
            let _ = writeln!(out, "{rung}");
        }
    })?;
    if fought.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rungs)?)?;
    } else if rungs.iter().any(|rung| rung.stopped_early) {
        writeln!(out, "{}", lab::LEANS)?;
    }
    if let Some(path) = &args.plot {
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
