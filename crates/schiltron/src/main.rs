//! The program: the command line, and nothing else.

mod cases;
mod check;
mod host;
mod lab;
mod list;
mod open;
mod referee;
mod replay;
mod review;
mod serve;
mod show;

use clap::{Parser, Subcommand};
use games::diagnose::harmless;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Scenes and stories are made of many small texts; this makes serving them nearly twice as fast.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A strict referee, opponent and laboratory for medieval battle games.
///
/// Every answer names the rule behind it. Scenarios are named as `list` shows them (edward/bannockburn), or by the
/// path of a scenario file of your own.
///
/// Exit codes: 0 all is well; 1 something was found wrong (a faulty file, a failed case, a record that does not replay);
/// 2 the command itself could not be carried out.
#[derive(Parser)]
#[command(name = "schiltron", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the browser: start the server, print its address, open the page.
    Play {
        #[command(flatten)]
        place: serve::Place,
    },
    /// Serve the page and its games without opening a browser.
    Serve {
        #[command(flatten)]
        place: serve::Place,
        #[command(flatten)]
        hosting: serve::Hosting,
    },
    /// Copy all games of a folder into one file. A server may run meanwhile.
    Backup {
        #[command(flatten)]
        kept: host::Kept,
        /// The file to make.
        file: PathBuf,
    },
    /// Put the games of a copy into a folder. No server may run there.
    Restore {
        #[command(flatten)]
        kept: host::Kept,
        /// A file made by `backup`.
        file: PathBuf,
        /// Put games that are there already aside.
        #[arg(long)]
        replace: bool,
    },
    /// Write games into files of their own, to be imported elsewhere. Seeds are in them: they are for the host alone.
    Export {
        #[command(flatten)]
        kept: host::Kept,
        /// The names of the games, as in their links.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        games: Vec<String>,
        /// All games.
        #[arg(long)]
        all: bool,
        /// The folder for the files; this one, if none is named.
        #[arg(long, value_name = "DIR", default_value = ".")]
        to: PathBuf,
    },
    /// Take in exported games: all that are named, or none. No server may run there.
    Import {
        #[command(flatten)]
        kept: host::Kept,
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Block addresses, networks or games on a server, or lift that; a running server notices within a second.
    Block {
        #[command(flatten)]
        kept: host::Kept,
        /// Such as 192.0.2.7, 192.0.2.0/24 or the name of a game. Without any, what is blocked is listed.
        what: Vec<String>,
        /// Lift the block.
        #[arg(long)]
        lift: bool,
    },
    /// Examine the games of a folder: read every one and play it again. A server may run meanwhile.
    Doctor {
        #[command(flatten)]
        kept: host::Kept,
    },
    /// List the scenarios, their sides, and with --options what players may agree on.
    List {
        /// Show the options of each game with their values, the default first.
        #[arg(long)]
        options: bool,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a battle at its start: the map with all pieces as text, or as a drawing.
    Show {
        scenario: String,
        /// Write a drawing to this file instead.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// Check scenario and map files; faults are shown with their line and what would be right.
    Check {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Run conformance cases: files, folders, or by default the folder `cases`.
    Cases {
        paths: Vec<PathBuf>,
        /// List every rule with the cases that pin it; a rule without one is a fault.
        #[arg(long)]
        coverage: bool,
    },
    /// Play a recorded game again.
    Replay {
        record: PathBuf,
        /// Check every choice, die and position hash, and say so; without it, tell the story as well.
        #[arg(long)]
        verify: bool,
        /// Scenario files of your own, or folders of them, if it is the record of one.
        #[arg(value_name = "SCENARIO")]
        scenarios: Vec<PathBuf>,
    },
    /// Referee games for another program: JSON lines in and out (see docs/protocol.md).
    Referee {
        /// Scenario files of your own, or folders of them, to play beside those of the program.
        #[arg(value_name = "SCENARIO")]
        scenarios: Vec<PathBuf>,
    },
    /// Fight many games at once.
    #[command(subcommand)]
    Lab(LabCommand),
    /// Print the JSON Schema of a file format, for editors: such as map.json or edward-scenario.json.
    Schema { name: String },
}

#[derive(Subcommand)]
enum LabCommand {
    /// Let two captains fight a battle many times over and count the results.
    ///
    /// The same seed gives the same games, however many cores there are.
    Run(lab::RunArgs),
    /// Find out which of two captains is the better: pairs of games with the same dice, sides exchanged.
    Duel(lab::DuelArgs),
    /// Find out how fair a battle is: the best captains play each other.
    Balance(lab::BalanceArgs),
    /// Go over a game that is over for one side: where the best captain would have chosen otherwise, and what that was worth.
    Review {
        /// A record.
        record: PathBuf,
        /// The first side or the second: 1 or 2.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
        side: u8,
        /// What may be spent: plans weighed and rehearsals together. As much as takes some seconds, if it is not said.
        #[arg(long)]
        evaluations: Option<u32>,
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// Scenario files, or folders of them, that the record may be of.
        #[arg(long, value_name = "FILE")]
        own: Vec<PathBuf>,
    },
    /// Fit the chance of winning to games between captains of several levels, and say how good it is on games held back.
    ///
    /// Several battles of one system are fitted together: the weights are of the system, not of a battle.
    Fit {
        #[arg(required = true, value_name = "SCENARIO")]
        scenarios: Vec<String>,
        /// Games of each battle.
        #[arg(long, default_value_t = 100)]
        games: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Write the weights as the table that captains go by, such as crates/quad/src/captains/fitted/robert.rs.
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Try every level of the captains against the one below it, until a sequential test on who has the better of the points of a
    /// pair is sure or the pairs run out. Beside it stands what the same test says of the games won, by the five scores of a pair.
    Ladder(lab::LadderArgs),
}

/// How a command ended, when it ended without a fault of its own.
enum Found {
    AllWell,
    Wrong,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Play { place } => serve::play(place),
        Command::Serve { place, hosting } => serve::serve(place, hosting),
        Command::Backup { kept, file } => host::backup(&kept, &file),
        Command::Restore { kept, file, replace } => host::restore(&kept, &file, replace),
        Command::Export { kept, games, all, to } => host::export(&kept, games, all, &to),
        Command::Import { kept, files } => host::import(&kept, &files),
        Command::Block { kept, what, lift } => host::block(&kept, &what, lift),
        Command::Doctor { kept } => host::doctor(&kept),
        Command::List { options, json } => list::run(options, json),
        Command::Show { scenario, svg } => show::run(&scenario, svg.as_deref()),
        Command::Check { files } => check::run(&files),
        Command::Cases { paths, coverage } => cases::run(&paths, coverage),
        Command::Replay {
            record,
            verify,
            scenarios,
        } => replay::run(&record, verify, &scenarios),
        Command::Referee { scenarios } => referee::run(open::shelf(&scenarios)),
        Command::Lab(LabCommand::Run(args)) => lab::run(&args),
        Command::Lab(LabCommand::Duel(args)) => lab::duel(&args),
        Command::Lab(LabCommand::Balance(args)) => lab::balance(&args),
        Command::Lab(LabCommand::Review {
            record,
            side,
            evaluations,
            json,
            own,
        }) => review::run(&record, &own, side, evaluations, json),
        Command::Lab(LabCommand::Fit {
            scenarios,
            games,
            seed,
            table,
            json,
        }) => lab::fit(&scenarios, (games, seed), table.as_deref(), json),
        Command::Lab(LabCommand::Ladder(args)) => lab::ladder(&args),
        Command::Schema { name } => list::schema(&name),
    };
    match result {
        Ok(Found::AllWell) => ExitCode::SUCCESS,
        Ok(Found::Wrong) => ExitCode::from(1),
        // A reader that has seen enough closes the pipe; that is no fault.
        Err(fault) if is_broken_pipe(&fault) => ExitCode::SUCCESS,
        Err(fault) => {
            let words = match fault.downcast_ref() {
                Some(open::Diagnosed(drawn)) => drawn.clone(),
                None => harmless(&format!("{fault:#}")),
            };
            eprintln!("error: {words}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(fault: &anyhow::Error) -> bool {
    let pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    };
    fault.chain().any(pipe)
}

/// Reads `key=value` pairs.
fn read_options(pairs: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut options = BTreeMap::new();
    for pair in pairs {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| anyhow::anyhow!("`{pair}` is no option; write it as key=value, such as uphill=flat_two"))?;
        options.insert(key.to_string(), value.to_string());
    }
    Ok(options)
}
