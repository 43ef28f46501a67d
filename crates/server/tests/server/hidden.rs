//! A seat never learns what only the other may know. The harness plays the same game twice, with other hidden facts, and
//! compares every answer that the server gives: in a small game that is all about hiding, and over the wolf pits of
//! Bannockburn.

use crate::client::{Keys, Socket, get, post, unlimited};
use captain::{Captain, Commanded, Lot, Random, Rank};
use kernel::scene::{Badge, BoardView, Destination, Offer, PieceView, Scene, Telling};
use kernel::system::Outcome;
use kernel::{Cite, Dice, Heading, Log, Refusal, Side, System, ToAct, Verdict, Viewer};
use serde_json::{Value, json};
use server::api::Shelf;
use server::bench::Seatable;
use server::library::{Library, Options, Play, Setting};
use server::{Config, Denied};
use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;

/// The Scots dig a pit in one of nine hexes, and the English walk over them one by one.
struct Pits;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Field {
    pit: u8,
    walker: u8,
    fallen: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Choice {
    Dig(u8),
    Walk,
}

/// Where nobody walks.
const NOWHERE: u8 = 10;

#[derive(Clone, Debug)]
enum Event {
    Dug(u8),
    Walked(u8),
    Fell(u8),
}

impl System for Pits {
    type Position = Field;
    type Choice = Choice;
    type Event = Event;

    fn start(&self) -> Field {
        Field {
            pit: 0,
            walker: 0,
            fallen: false,
        }
    }

    fn to_act(&self, p: &Field) -> ToAct {
        match p {
            Field { fallen: true, .. } => ToAct::Nobody,
            Field { pit: 0, .. } => ToAct::One(Side::One),
            _ => ToAct::One(Side::Two),
        }
    }

    fn choices(&self, p: &Field, side: Side, out: &mut Vec<Choice>) {
        match self.to_act(p) {
            ToAct::One(Side::One) if side == Side::One => out.extend((1..10).map(Choice::Dig)),
            ToAct::One(Side::Two) if side == Side::Two => out.push(Choice::Walk),
            _ => {}
        }
    }

    fn check(&self, p: &Field, side: Side, choice: &Choice) -> Result<(), Refusal> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        match choices.contains(choice) {
            true => Ok(()),
            false => Err(Refusal::new("NotNow", Cite::NONE, "Not now.")),
        }
    }

    fn resolve(&self, p: &mut Field, _: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match choice {
            Choice::Dig(hex) => {
                p.pit = *hex;
                log.event(|| Event::Dug(*hex));
            }
            Choice::Walk => {
                // A die with one side, so that both games of a comparison show the same.
                dice.die(1);
                p.walker += 1;
                log.event(|| Event::Walked(p.walker));
                if p.walker == p.pit {
                    p.fallen = true;
                    log.reveal();
                    log.event(|| Event::Fell(p.walker));
                }
            }
        }
    }

    fn verdict(&self, p: &Field) -> Option<Verdict> {
        p.fallen.then(|| Verdict {
            winner: Some(Side::One),
            level: "The English fell".into(),
            score: [1, 0],
            cite: Cite::NONE,
            next: None,
        })
    }

    fn write_position(&self, p: &Field, out: &mut Vec<u8>) {
        out.extend([p.pit, p.walker, p.fallen.into()]);
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["Scots", "English"][side.index()]
    }

    fn write_choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Dig(hex) => format!("dig {hex}"),
            Choice::Walk => "walk".into(),
        }
    }

    fn read_choice(&self, _: &Field, _: Side, text: &str) -> Result<Choice, Refusal> {
        let dig = text.strip_prefix("dig ").and_then(|hex| hex.parse().ok());
        match (text, dig) {
            ("walk", _) => Ok(Choice::Walk),
            (_, Some(hex)) => Ok(Choice::Dig(hex)),
            _ => Err(Refusal::new("Unreadable", Cite::NONE, "That is no choice.")),
        }
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        let text = match event {
            Event::Dug(hex) if viewer.is(Side::One) => format!("A pit in {hex}."),
            Event::Dug(_) => return None,
            Event::Walked(hex) => format!("They come to {hex}."),
            Event::Fell(hex) => format!("They fall into the pit in {hex}."),
        };
        Some(Telling {
            kind: "told",
            text,
            cites: Vec::new(),
            dice: Vec::new(),
            reckoning: None,
            figures: Vec::new(),
        })
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        let fell = events.iter().any(|e| matches!(e, Event::Fell(_)));
        Outcome {
            order: fell.into(),
            label: if fell { "fallen" } else { "nothing" },
            harm: fell.into(),
            fails: false,
        }
    }

    fn board(&self) -> BoardView {
        BoardView {
            title: "Nine hexes".into(),
            source: String::new(),
            columns: 9,
            rows: 1,
            pushed_down: "odd",
            metres_per_hex: 1,
            hexes: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            streams: Vec::new(),
            places: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn scene(&self, p: &Field, viewer: Viewer) -> Scene {
        let piece = |id: &str, side, hex: u8| PieceView {
            id: id.into(),
            name: id.into(),
            side,
            hexes: vec![hex.to_string().into()],
            gone: None,
            symbol: "leader",
            face: "up",
            facing: None,
            ratings: Vec::new(),
            group: None,
            badges: Vec::<Badge>::new(),
        };
        let mut pieces = vec![piece("walker", Side::Two, p.walker)];
        if viewer.is(Side::One) || p.fallen {
            pieces.push(piece("pit", Side::One, p.pit));
        }
        Scene {
            turn: 1,
            turns: 1,
            player: Side::One,
            phase: "walk".into(),
            to_act: self.to_act(p),
            prompt: "Walk on.".into(),
            pieces,
            tracks: Vec::new(),
            score: [0, 0],
            verdict: self.verdict(p),
        }
    }

    fn known<'a>(&self, p: &'a Field, side: Side) -> Cow<'a, Field> {
        match side {
            Side::Two if p.pit > 0 && !p.fallen => Cow::Owned(Field {
                pit: NOWHERE,
                ..p.clone()
            }),
            _ => Cow::Borrowed(p),
        }
    }

    fn offers(&self, p: &Field, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        let offer = |choice| Offer {
            choice: self.write_choice(choice),
            kind: "offer",
            label: String::new(),
            piece: None,
            target: None,
            hex: None,
            facing: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: false,
        };
        choices.iter().map(offer).collect()
    }

    fn destinations(&self, _: &Field, _: Side, _: &str) -> Result<Vec<Destination>, Refusal> {
        Ok(Vec::new())
    }

    fn why_not(&self, _: &Field, _: Side, _: &str, _: &str) -> Option<Refusal> {
        None
    }

    fn fact(&self, _: &Field, _: &str) -> Option<String> {
        None
    }
}

impl Commanded for Pits {
    fn captain(_: Rank, lot: Lot) -> Box<dyn Captain<Pits>> {
        Box::new(Random::new(lot))
    }
}

impl Seatable for Pits {
    fn hides(&self) -> bool {
        true
    }

    fn is_open(&self, choice: &Choice) -> bool {
        *choice == Choice::Walk
    }
}

/// The small game, and Bannockburn with its wolf pits: as they are on the map, or in other hexes.
struct PitLibrary;

const THEIR_PITS: &str = r#"hexes = ["1021", "1221", "1222"]"#;
const OTHER_PITS: &str = r#"hexes = ["1120", "1320", "1321"]"#;

fn bannockburn(scenario: &str, options: &Options) -> Arc<dyn Play> {
    let map = |name: &str| {
        let map = games::shelf::map(name)?;
        assert!(map.contains(THEIR_PITS));
        Some(match scenario {
            "elsewhere" => map.replace(THEIR_PITS, OTHER_PITS),
            _ => map.to_string(),
        })
    };
    let shelved = games::shelf::find("medieval/bannockburn").unwrap();
    let read = games::Scenario::read(shelved.file, shelved.text, &map, options).unwrap();
    let games::Battle::Medieval(battle) = read.battle else {
        unreachable!("it is of this system");
    };
    Arc::new(Setting {
        title: read.title,
        system: read.system,
        source: read.source,
        heading: Heading {
            scenario: "bannockburn".into(),
            scenario_hash: "0".into(),
            options: options.clone(),
        },
        battle,
    })
}

impl Library for PitLibrary {
    fn shelf(&self) -> Shelf {
        Shelf {
            scenarios: Vec::new(),
            captains: Vec::new(),
        }
    }

    fn open(&self, scenario: &str, options: &Options) -> Result<Arc<dyn Play>, Denied> {
        if scenario != "pits" {
            return Ok(bannockburn(scenario, options));
        }
        Ok(Arc::new(Setting {
            title: "Pits".into(),
            system: "pits",
            source: String::new(),
            heading: Heading {
                scenario: scenario.into(),
                scenario_hash: "0".into(),
                options: options.clone(),
            },
            battle: Arc::new(Pits),
        }))
    }
}

/// Everything the server says to the holder of a token, whatever he asks. What differs between any two games (names,
/// hashes of seeds) is taken out.
async fn answers(addr: SocketAddr, keys: &Keys, token: &str, words: &[&str]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for path in server::paths() {
        let replies = match path {
            "/api/health" | "/api/openapi.json" | "/api/shelf" | "/api/rules/{system}" => continue,
            "/api/games" | "/api/games/open" => continue,
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
            "/api/games/{id}/scene" => {
                let mut replies = Vec::new();
                for at in ["", "?at=0", "?at=1", "?at=2", "?at=99"] {
                    replies.push(get(addr, &keys.path(&format!("/scene{at}")), token).await.json());
                }
                replies
            }
            "/api/games/{id}/live" => live(addr, keys, token, words).await,
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
            .replace("elsewhere", "as printed");
        *value = serde_json::from_str(&text).unwrap();
        forget_time(value);
    }
    all
}

fn forget_time(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("changed");
            object.values_mut().for_each(forget_time);
        }
        Value::Array(array) => array.iter_mut().for_each(forget_time),
        _ => {}
    }
}

async fn live(addr: SocketAddr, keys: &Keys, token: &str, words: &[&str]) -> Vec<Value> {
    let mut replies = Vec::new();
    for light in [false, true] {
        let mut socket = Socket::hello(addr, &keys.game, json!({"token": token, "light": light})).await;
        replies.push(socket.state.clone());
        for word in words {
            replies.push(socket.ask(json!({"do": "odds", "choice": word})).await);
            replies.push(socket.ask(json!({"do": "destinations", "piece": word})).await);
            for there in words {
                replies.push(
                    socket
                        .ask(json!({"do": "why_not", "piece": word, "there": there}))
                        .await,
                );
            }
        }
        replies.push(socket.ask(json!({"do": "areas"})).await);
        // Requests that are refused, for a choice would make the two games different.
        replies.push(
            socket
                .ask(json!({"do": "choose", "version": 99, "choice": "walk"}))
                .await,
        );
        replies.push(
            socket
                .ask(json!({"do": "choose", "version": 1, "choice": "dig 1"}))
                .await,
        );
        replies.push(socket.ask(json!({"do": "pace", "ms": 1})).await);
    }
    replies
}

struct Played {
    keys: Keys,
    /// Every message that the second seat got while the game was played.
    second_seat: Vec<Value>,
}

async fn play(addr: SocketAddr, hidden: &str, open: &[&str]) -> Played {
    let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
    let body = json!({"scenario": "pits", "seats": seats});
    let keys = Keys::read(&post(addr, "/api/games", "", &body).await.ok());
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let mut two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
    assert!(one.choose(hidden).await["ok"].is_object());
    let mut second_seat = vec![two.next().await.unwrap()];
    for choice in open {
        let version = two.version();
        second_seat.push(two.choose(choice).await);
        two.until(version + 1).await;
        second_seat.push(two.state.clone());
    }
    Played { keys, second_seat }
}

async fn serve() -> (tempfile::TempDir, server::Running) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.limits = unlimited();
    let running = server::start_with(config, Arc::new(PitLibrary)).await.unwrap();
    (folder, running)
}

/// How many answers to each viewer are not the same in both games. Only the first may see any difference.
async fn differences(addr: SocketAddr, games: [&Keys; 2], words: &[&str]) -> [usize; 3] {
    let mut differences = [0; 3];
    for (viewer, differences) in differences.iter_mut().enumerate() {
        let token = |keys: &Keys| [&keys.seats[0], &keys.seats[1], &keys.watch][viewer].clone();
        let first = answers(addr, games[0], &token(games[0]), words).await;
        let second = answers(addr, games[1], &token(games[1]), words).await;
        assert_eq!(first.len(), second.len());
        for (a, b) in first.iter().zip(&second) {
            assert!(viewer == 0 || a == b, "viewer {viewer}\n{a:?}\n{b:?}");
            *differences += usize::from(a != b);
        }
    }
    differences
}

#[tokio::test]
async fn no_answer_gives_away_a_hidden_fact() {
    let (_folder, running) = serve().await;
    let addr = running.addr();
    let three = play(addr, "dig 3", &["walk", "walk"]).await;
    let seven = play(addr, "dig 7", &["walk", "walk"]).await;
    assert_eq!(three.second_seat, seven.second_seat);
    let words = ["walker", "pit", "walk", "dig 3", "dig 7", "3", "7"];
    let differences = differences(addr, [&three.keys, &seven.keys], &words).await;
    // The harness would have seen it: who dug the pit knows where it is.
    assert!(differences[0] > 3, "{differences:?}");

    // When the game is over, everything is open.
    let mut two = Socket::connect(addr, &three.keys.game, &three.keys.seats[1]).await;
    let last = two.choose("walk").await;
    assert!(last["ok"]["hash"].is_string(), "{last}");
    let record = get(addr, &three.keys.path("/record"), &three.keys.seats[1]).await.ok();
    assert_eq!(record["entries"][0][1], "dig 3");
    running.shutdown().await;
}

/// Plays on with the same choices in both games, as long as no die falls; what the English are told is the same.
#[tokio::test]
async fn no_answer_gives_away_the_wolf_pits() {
    let (_folder, running) = serve().await;
    let addr = running.addr();
    let mut tables = Vec::new();
    for scenario in ["as printed", "elsewhere"] {
        let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
        let body = json!({"scenario": scenario, "options": {"wolf_pits": "on"}, "seats": seats});
        let keys = Keys::read(&post(addr, "/api/games", "", &body).await.ok());
        let one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
        let two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
        tables.push((keys, [one, two]));
    }
    let mut told: Vec<Vec<Value>> = Vec::new();
    for (_, sockets) in &mut tables {
        let mut heard = Vec::new();
        for step in 0..60 {
            let to_act = sockets[0].to_act().unwrap();
            let offers = sockets[to_act].state["offers"].as_array().unwrap().clone();
            let free: Vec<&Value> = offers.iter().filter(|o| o["rolls"] == false).collect();
            let choice = match free.iter().find(|o| o["kind"] == "ready") {
                Some(ready) => ready,
                None => free[(step * 7) % free.len()],
            };
            let version = sockets[0].version();
            let answer = sockets[to_act].choose(choice["choice"].as_str().unwrap()).await;
            assert!(answer["ok"].is_object(), "{choice}: {answer}");
            for socket in sockets.iter_mut() {
                socket.until(version + 1).await;
            }
            if to_act == 1 {
                heard.push(answer);
            }
            heard.push(sockets[1].state.clone());
        }
        told.push(heard);
    }
    assert_eq!(told[0], told[1]);
    let state = &tables[0].1[1].state;
    let offers = state["offers"].as_array().unwrap();
    let piece = offers.iter().find_map(|offer| offer["piece"].as_str()).unwrap();
    let mut words = vec![piece, "1021", "1222", "1120", "1321", "1022", "end"];
    words.extend(offers.iter().take(5).map(|offer| offer["choice"].as_str().unwrap()));
    let differences = differences(addr, [&tables[0].0, &tables[1].0], &words).await;
    assert!(differences[0] > 1, "the Scots see their pits: {differences:?}");
    running.shutdown().await;
}
