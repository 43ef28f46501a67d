//! How long a captain thinks: in a whole player turn of its own, and about a single answer in the other side's turn. One game after
//! the other on one thread, through the same face that the server uses; processor time, so that other work does not count.
//!
//!     cargo run --release -p schiltron-lab --example turns -- medieval/bannockburn 2 expert

use captain::{Rng, Stop};
use games::Shelf;
use kernel::{Seed, Side, ToAct, Viewer};
use std::time::Duration;

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().expect("the name of a scenario");
    let games: u64 = words.next().and_then(|n| n.parse().ok()).unwrap_or(2);
    let captain = words.next().unwrap_or("expert".into());
    let scenario = match Shelf::standard().open(&name, &Default::default()) {
        Ok(scenario) => scenario,
        Err(fault) => return eprintln!("{fault}"),
    };
    let (mut turns, mut answers) = (Vec::new(), Vec::new());
    for game in 0..games {
        let mut table = scenario.start(Seed::derived(1, game));
        for side in Side::BOTH {
            if let Err(unknown) = table.appoint(side, &captain, Rng::new(2 * game + side.index() as u64)) {
                return eprintln!("{unknown}");
            }
        }
        let mut turn = None;
        let mut spent = [Duration::ZERO; 2];
        // Where both choose in secret every turn is everybody's own.
        let mut together = false;
        while table.to_act(Viewer::Watcher) != ToAct::Nobody {
            let scene = table.scene(Viewer::Watcher);
            let now = (scene.turn, scene.player);
            together |= table.to_act(Viewer::Watcher) == ToAct::Both;
            if turn.is_some_and(|turn| turn != now) {
                turns.extend(std::mem::take(&mut spent).into_iter().filter(|spent| !spent.is_zero()));
            }
            turn = Some(now);
            let Some(side) = Side::BOTH.into_iter().find(|side| table.is_asked(*side)) else {
                break;
            };
            let begun = used();
            let Some(pondering) = table.ponder(side) else {
                break;
            };
            let choice = pondering(&Stop::default()).expect("captains choose what is allowed");
            let thought = used() - begun;
            table.choose(side, &choice).expect("what a captain chose is accepted");
            match together || side == scene.player {
                true => spent[side.index()] += thought,
                false => answers.push(thought),
            }
        }
        turns.extend(spent.into_iter().filter(|spent| !spent.is_zero()));
    }
    println!("{name}: {games} games of {captain} against itself");
    told("a player turn", &mut turns);
    told("an answer in the other's turn", &mut answers);
}

/// Processor time of this process.
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn told(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    println!(
        "  {what}: {} of them; median {:.1} ms, 99th percentile {:.1} ms, worst {:.1} ms",
        times.len(),
        ms(at(50)),
        ms(at(99)),
        ms(times.last())
    );
}
