//! A small game, plugged in, held to everything that holds for the others.

mod commits;
mod knaves;
mod odds;
mod plugged;
mod poses;
mod suite;

use board::Pose;
use games::{Options, Shelf};
use kernel::{Game, Heading, Rules, Seed};
use std::sync::Arc;
use toy::{FIGURES, Joust, Lance, Order, Position, Toy};

/// The one line by which a game is added.
fn shelf() -> Shelf {
    Shelf::standard().with(&Toy)
}

fn lances(value: &str) -> Options {
    Options::from([("lances".into(), value.into())])
}

fn joust(options: &Options) -> Arc<Joust> {
    let opened = shelf().shelved_with("toy/joust", |source| toy::open(source, options));
    opened.unwrap().battle
}

/// The turn of the lion: he is to charge, the boar stands an inch beyond his reach, and each side's first has the lance.
fn lions_turn(battle: &Joust) -> Position {
    let mut p = battle.start();
    p.lances = [Lance::With(0), Lance::With(3)];
    p.orders = [Some(Order::Hold); FIGURES];
    p.orders[0] = Some(Order::Charge);
    p.ready = [true; 2];
    p.figures[3].at = Pose {
        x: 6_000,
        y: 7_500,
        angle: 1800,
    };
    p
}

/// A game that has come to this position.
fn game_at(battle: &Arc<Joust>, p: Position, seed: u8) -> Game<Joust> {
    let heading = Heading {
        scenario: "toy/joust".into(),
        scenario_hash: String::new(),
        options: Options::new(),
    };
    Game::new(battle.clone(), heading, Seed([seed; 32])).at(p)
}
