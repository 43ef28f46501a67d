//! Units hidden in a wood: where they stand, and what they are told to do, shows in no answer to the other side.

use super::asked::{Questions, differences};
use super::{AMBUSH, Host, MURTEN, choose};
use crate::client::{Keys, Socket};
use serde_json::json;

/// The Swiss give these orders and end their turn; the Burgundians are to move.
async fn begin(host: &Host, scenario: &str, orders: &[&str]) -> Keys {
    let keys = host.begin(scenario, json!({})).await;
    let mut sockets = Vec::new();
    for seat in &keys.seats {
        sockets.push(Socket::connect(host.addr(), &keys.game, seat).await);
    }
    let ordered = orders.iter().map(|order| (0, *order));
    for (seat, choice) in ordered.chain([(0, "end"), (0, "end"), (1, "end")]) {
        choose(&mut sockets[seat], choice).await;
        let version = sockets[seat].version();
        sockets[1 - seat].until(version).await;
    }
    keys
}

#[tokio::test]
async fn no_answer_gives_away_who_is_hidden_in_a_wood() {
    let host = Host::start().await;
    let choices = [
        "halt B1",
        "halt V4",
        "end",
        "move B7 forward 2.0",
        "shoot B1 V4",
        "move B10 forward 10.0, contact V4",
        "commander charles leave to 50,20",
    ];
    let questions = Questions {
        choices: choices.map(String::from).into(),
        pieces: ["B1", "B7", "V1", "V4", "waldmann"].map(String::from).into(),
        there: vec![
            json!({"piece": "V4"}),
            json!({"piece": "V1"}),
            json!({"place": {"x": 10000, "y": 26000, "angle": 900}}),
        ],
    };
    let orders = ["halt V4", "halt V6"];
    let games = [begin(&host, MURTEN, &orders).await, begin(&host, AMBUSH, &orders).await];
    let found = differences(host.addr(), [&games[0], &games[1]], &questions, 0).await;
    assert!(found[0] > 3, "the Swiss see where they are: {found:?}");
    // Whether it is those in the wood that are told to halt, or others.
    let others = begin(&host, MURTEN, &["halt V1", "halt V2"]).await;
    let found = differences(host.addr(), [&games[0], &others], &questions, 0).await;
    assert!(found[0] > 0, "the Swiss see whom they told: {found:?}");
    host.running.shutdown().await;
}
