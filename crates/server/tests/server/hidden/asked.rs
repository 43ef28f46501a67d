//! Everything that can be asked of a game, by everybody who has a token of it.

use super::{AMBUSH, BANNOCKBURN, ELSEWHERE, MURTEN};
use crate::client::{Keys, Socket, get, post};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// What is asked of a game.
pub struct Questions {
    pub choices: Vec<String>,
    pub pieces: Vec<String>,
    pub there: Vec<Value>,
}

impl Questions {
    pub fn of_a_skirmish() -> Questions {
        let choices = [
            "wish S30",
            "wish E20",
            "shooters S30; S31",
            "leave S30",
            "ready",
            "pass",
            "chits",
            "chit S20 hold",
            "move S20 walk to 20,20",
            "shot S20 E20",
            "strike S20 E20",
            "signal welsh",
        ];
        Questions {
            choices: choices.map(String::from).into(),
            pieces: ["S20", "S01", "E20", "E01"].map(String::from).into(),
            there: vec![
                json!({"piece": "E20"}),
                json!({"piece": "S01"}),
                json!({"place": {"x": 20000, "y": 20000, "angle": 0}}),
            ],
        }
    }

    pub fn of_a_joust() -> Questions {
        let choices = [
            "lance lion",
            "lance wolf",
            "order lion hold",
            "order boar hold",
            "orders hold hold hold",
            "ready",
            "end boar",
            "strike boar lion",
            "move boar to 6000 7000 1800",
        ];
        Questions {
            choices: choices.map(String::from).into(),
            pieces: ["lion", "boar", "unicorn"].map(String::from).into(),
            there: vec![
                json!({"piece": "lion"}),
                json!({"piece": "hawk"}),
                json!({"place": {"x": 6000, "y": 8000, "angle": 0}}),
            ],
        }
    }
}

/// Everything the server says to the holder of a token, whatever he asks. What differs between any two games (names,
/// hashes of seeds) is taken out.
async fn answers(addr: SocketAddr, keys: &Keys, token: &str, questions: &Questions) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for path in server::paths() {
        let replies = match path {
            "/api/health" | "/api/openapi.json" | "/api/shelf" | "/api/lessons" | "/api/rules/{system}" => continue,
            "/api/armies/{system}" => continue,
            "/api/scenarios/{system}/{name}" | "/api/scenarios/check" => continue,
            "/api/games" | "/api/games/open" => continue,
            "/api/public" => vec![get(addr, path, token).await.json()],
            "/api/games/list" => {
                let tokens = json!({"tokens": [format!("{}#{token}", keys.game)]});
                vec![post(addr, path, token, &tokens).await.json()]
            }
            "/api/games/{id}/branch" => {
                let mut replies = Vec::new();
                for at in 0..4 {
                    let seats = json!([{"kind": "here"}, {"kind": "here"}]);
                    let body = json!({"at": at, "seats": seats});
                    let reply = post(addr, &keys.path("/branch"), token, &body).await;
                    replies.push(json!([reply.status, reply.json()["error"]]));
                }
                replies
            }
            "/api/games/{id}/next" | "/api/games/{id}/again" => {
                let body = json!({"seats": [{"kind": "here"}, {"kind": "here"}]});
                let rest = path.trim_start_matches("/api/games/{id}");
                let reply = post(addr, &keys.path(rest), token, &body).await;
                vec![json!([reply.status, reply.json()["error"]])]
            }
            "/api/games/{id}/scene" => {
                let mut replies = Vec::new();
                for at in ["", "?at=0", "?at=1", "?at=2", "?at=5", "?at=9", "?at=99"] {
                    replies.push(get(addr, &keys.path(&format!("/scene{at}")), token).await.json());
                }
                replies
            }
            "/api/games/{id}/review" => {
                let of = async |side: &str| {
                    get(addr, &keys.path(&format!("/review?side={side}")), token)
                        .await
                        .json()
                };
                vec![of("one").await, of("two").await]
            }
            "/api/games/{id}/live" => live(addr, keys, token, questions).await,
            path if path.starts_with("/api/games/{id}") => {
                let rest = path.trim_start_matches("/api/games/{id}");
                vec![get(addr, &keys.path(rest), token).await.json()]
            }
            path => panic!("{path} must be asked, too"),
        };
        all.extend(replies.into_iter().map(|reply| (path.to_string(), reply)));
    }
    for (_, value) in &mut all {
        let text = value
            .to_string()
            .replace(&keys.game, "GAME")
            .replace(&keys.commitment, "SEED")
            .replace(&keys.watch, "WATCH")
            .replace(ELSEWHERE, BANNOCKBURN)
            .replace(AMBUSH, MURTEN);
        *value = serde_json::from_str(&text).unwrap();
        forget(value, "changed");
        // The two maps are two texts.
        forget(value, "fingerprint");
    }
    all
}

/// Takes a field out wherever it is.
pub fn forget(value: &mut Value, field: &str) {
    match value {
        Value::Object(object) => {
            object.remove(field);
            object.values_mut().for_each(|value| forget(value, field));
        }
        Value::Array(array) => array.iter_mut().for_each(|value| forget(value, field)),
        _ => {}
    }
}

async fn live(addr: SocketAddr, keys: &Keys, token: &str, questions: &Questions) -> Vec<Value> {
    let mut replies = Vec::new();
    for light in [false, true] {
        let mut socket = Socket::hello(addr, &keys.game, json!({"token": token, "light": light})).await;
        replies.push(socket.state.clone());
        let mut asks = vec![
            json!({"do": "areas"}),
            json!({"do": "sight", "from": {"x": 9000, "y": 9000, "angle": 0}, "to": {"x": 20000, "y": 9000, "angle": 0}}),
            json!({"do": "sight", "from": {"hexes": ["1010"]}, "to": {"hexes": ["1213"]}}),
            json!({"do": "luck", "from": 0}),
            json!({"do": "pace", "ms": 1}),
            json!({"do": "standing"}),
            json!({"do": "notify"}),
            json!({"do": "hint"}),
            json!({"do": "say", "text": " "}),
            // Requests that are refused, for a choice would make the two games different.
            json!({"do": "choose", "version": 99, "choice": "ready"}),
            json!({"do": "plan", "version": 99, "choices": ["ready"]}),
            json!({"do": "undo", "version": 99}),
            json!({"do": "choose", "version": socket.version(), "choice": "walk on"}),
            json!({"do": "choose", "version": socket.version(), "choice": "whirl hawk"}),
            json!({"do": "plan", "version": socket.version(), "choices": ["whirl hawk", "walk on"]}),
        ];
        for choice in &questions.choices {
            asks.push(json!({"do": "odds", "choice": choice}));
            asks.push(json!({"do": "check", "choice": choice}));
        }
        for piece in &questions.pieces {
            asks.push(json!({"do": "destinations", "piece": piece}));
            asks.push(json!({"do": "drag", "piece": piece}));
            asks.push(json!({"do": "lanes", "piece": piece}));
            asks.push(json!({"do": "drag", "piece": piece, "to": {"x": 9000, "y": 9000, "angle": 0}}));
            for there in &questions.there {
                asks.push(json!({"do": "why_not", "piece": piece, "there": there}));
            }
        }
        for ask in asks {
            let reply = socket.ask(ask.clone()).await;
            assert_ne!(reply["error"]["code"], "Malformed", "{ask}");
            replies.push(reply);
        }
    }
    replies
}

/// How many answers to each viewer are not the same in both games. Only one of the seats may see any difference.
pub async fn differences(addr: SocketAddr, games: [&Keys; 2], questions: &Questions, knows: usize) -> [usize; 3] {
    let mut differences = [0; 3];
    for (viewer, differences) in differences.iter_mut().enumerate() {
        let token = |keys: &Keys| [&keys.seats[0], &keys.seats[1], &keys.watch][viewer].clone();
        let first = answers(addr, games[0], &token(games[0]), questions).await;
        let second = answers(addr, games[1], &token(games[1]), questions).await;
        assert_eq!(first.len(), second.len());
        for (a, b) in first.iter().zip(&second) {
            assert!(viewer == knows || a == b, "viewer {viewer}\n{a:?}\n{b:?}");
            *differences += usize::from(a != b);
        }
    }
    differences
}
