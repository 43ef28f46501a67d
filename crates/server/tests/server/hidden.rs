//! A seat never learns what only the other may know. The harness plays the same game twice, with other hidden facts or
//! other commitments, and compares every answer that the server gives: in a small game that is all about hiding, over the wolf
//! pits of Bannockburn, over every commit of a skirmish, and over the units hidden in the wood of Murten.

mod asked;
mod commits;
mod murten;

use crate::client::{Keys, Socket, get, post, unlimited};
use asked::{Questions, differences, forget};
use games::{OwnScenario, Shelf};
use serde_json::{Value, json};
use server::{Config, Limits, Running};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

const THEIR_PITS: &str = r#"hexes = ["1021", "1221", "1222"]"#;
const OTHER_PITS: &str = r#"hexes = ["1120", "1320", "1321"]"#;
const BANNOCKBURN: &str = "medieval/bannockburn";
const ELSEWHERE: &str = "medieval/elsewhere";
const AXE: &str = "retinue/bruce-and-de-bohun";
const FREE: &str = "retinue/free";
const MURTEN: &str = "elements/murten";
const AMBUSH: &str = "elements/ambush";

/// All games, the small one, Bannockburn with its wolf pits in other hexes, a skirmish in which everybody is in command, so
/// that both sides commit themselves before any die has fallen, and Murten with the hidden elsewhere in their wood.
fn shelf() -> Shelf {
    let shelf = Shelf::standard().with(&toy::Toy);
    let text = shelf.shelved_with(BANNOCKBURN, |source| Ok(source.text.replace(BANNOCKBURN, ELSEWHERE)));
    let name = "medieval-bannockburn";
    let map = shelf.map(name).unwrap();
    assert!(map.contains(THEIR_PITS));
    let own = OwnScenario {
        file: "elsewhere.toml".into(),
        text: text.unwrap(),
        maps: BTreeMap::from([(name.into(), map.replace(THEIR_PITS, OTHER_PITS))]),
    };
    let free = shelf.shelved_with(AXE, |source| {
        Ok(source
            .text
            .replace(AXE, FREE)
            .replace("player = true", "player = false"))
    });
    let free = OwnScenario {
        file: "free.toml".into(),
        text: free.unwrap(),
        maps: BTreeMap::new(),
    };
    let ambush = shelf.shelved_with(MURTEN, |source| {
        let places = [
            ("at = [10000, 20000, 900]", "at = [9000, 17000, 900]"),
            ("at = [10000, 31000, 900]", "at = [11000, 27000, 900]"),
        ];
        assert!(places.iter().all(|(here, _)| source.text.contains(here)));
        let moved = places
            .iter()
            .fold(source.text.to_string(), |text, (here, there)| text.replace(here, there));
        Ok(moved.replace(MURTEN, AMBUSH))
    });
    let ambush = OwnScenario {
        file: "ambush.toml".into(),
        text: ambush.unwrap(),
        maps: BTreeMap::new(),
    };
    let shelf = shelf.with_own(own).unwrap().with_own(free).unwrap();
    shelf.with_own(ambush).unwrap()
}

struct Host {
    folder: TempDir,
    running: Running,
}

impl Host {
    async fn start() -> Host {
        Host::on(tempfile::tempdir().unwrap()).await
    }

    async fn on(folder: TempDir) -> Host {
        let mut config = Config::new(folder.path());
        config.limits = Limits {
            thinking: Duration::from_millis(500),
            ..unlimited()
        };
        let running = server::start_with(config, shelf()).await.unwrap();
        Host { folder, running }
    }

    fn addr(&self) -> SocketAddr {
        self.running.addr()
    }

    async fn restart(self) -> Host {
        self.running.shutdown().await;
        Host::on(self.folder).await
    }

    async fn begin(&self, scenario: &str, options: Value) -> Keys {
        let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
        let body = json!({"scenario": scenario, "options": options, "seats": seats});
        Keys::joined(self.addr(), &post(self.addr(), "/api/games", "", &body).await.ok()).await
    }

    /// A joust, the first choices of each side in it made.
    async fn joust(&self, lances: &str, one: &[&str], two: &[&str]) -> Keys {
        let keys = self.begin("toy/joust", json!({"lances": lances})).await;
        for (seat, choices) in [one, two].into_iter().enumerate() {
            let mut socket = Socket::connect(self.addr(), &keys.game, &keys.seats[seat]).await;
            for choice in choices {
                choose(&mut socket, choice).await;
            }
        }
        keys
    }
}

/// What was asked for was done.
fn done(answer: Value) -> Value {
    assert!(answer["ok"].is_object(), "{answer}");
    answer
}

/// Chooses, and takes in the state after it.
async fn choose(socket: &mut Socket, choice: &str) {
    let version = socket.version();
    done(socket.choose(choice).await);
    socket.until(version + 1).await;
}

struct Played {
    keys: Keys,
    /// Every message that the second seat got while the game was played.
    second_seat: Vec<Value>,
}

/// Both give their lances, and a round is played in which no die falls.
async fn play(host: &Host, lance: &str) -> Played {
    let addr = host.addr();
    let keys = host.begin("toy/joust", json!({})).await;
    let one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
    let mut seats = [one, two];
    let mut second_seat = Vec::new();
    let open = [
        (0, lance),
        (1, "lance wolf"),
        (0, "orders charge hold hold"),
        (1, "orders hold hold charge"),
        (0, "move lion to 5000 10000 100"),
        (0, "end lion"),
        (1, "end boar"),
        (0, "end bear"),
        (1, "end wolf"),
        (0, "end stag"),
        (1, "move hawk to 20123 5001 17"),
    ];
    for (seat, choice) in open {
        let answer = done(seats[seat].choose(choice).await);
        if seat == 1 {
            second_seat.push(answer);
        }
        let entries = get(addr, &keys.path(""), &keys.watch).await.ok()["entries"].clone();
        for socket in &mut seats {
            while socket.state["entries"] != entries {
                socket.next().await.unwrap();
            }
        }
        second_seat.push(seats[1].state.clone());
    }
    Played { keys, second_seat }
}

#[tokio::test]
async fn no_answer_gives_away_a_hidden_fact() {
    let host = Host::start().await;
    let lion = play(&host, "lance lion").await;
    let stag = play(&host, "lance stag").await;
    assert_eq!(lion.second_seat, stag.second_seat);
    let questions = Questions::of_a_joust();
    let found = differences(host.addr(), [&lion.keys, &stag.keys], &questions, 0).await;
    // The harness would have seen it: who gave the lance knows where it is.
    assert!(found[0] > 3, "{found:?}");

    // When the game is over, everything is open.
    let addr = host.addr();
    let token = &lion.keys.seats[1];
    assert_eq!(
        get(addr, &lion.keys.path("/record"), token).await.code(),
        "RecordSealed"
    );
    let mut two = Socket::connect(addr, &lion.keys.game, token).await;
    let last = two.choose("resign").await;
    assert!(last["ok"]["hash"].is_string(), "{last}");
    let record = get(addr, &lion.keys.path("/record"), token).await.ok();
    assert_eq!(record["entries"][0][1], "lance lion");
    host.running.shutdown().await;
}

/// The first side commits nothing, something, everything, or something else: the second side and a watcher are answered
/// alike, before and after a restart.
#[tokio::test]
async fn no_answer_gives_away_a_commitment_or_that_there_is_one() {
    let mut host = Host::start().await;
    let questions = Questions::of_a_joust();
    let mut tables = Vec::new();
    let given: [&[&str]; 2] = [&["lance lion"], &["lance wolf"]];
    for (lances, [one, two]) in [("on", given), ("off", [&[], &[]])] {
        let mut games = vec![host.joust(lances, one, two).await];
        for orders in [
            "order lion hold",
            "orders charge hold whirl",
            "orders whirl hold charge",
        ] {
            let keys = host.joust(lances, one, two).await;
            let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
            choose(&mut socket, orders).await;
            // He sees his own orders, whether the game has other secrets or not.
            let lion = socket.pieces.iter().find(|piece| piece["id"] == "lion").unwrap();
            assert_eq!(lion["badges"][0]["sign"], "letter", "{lances}: {lion}");
            games.push(keys);
        }
        tables.push(games);
    }
    // The commitment of the lances, before both are in.
    let mut games = Vec::new();
    for lance in [&[][..], &["lance lion"], &["lance stag"]] {
        games.push(host.joust("on", lance, &[]).await);
    }
    tables.push(games);
    for restarted in [false, true] {
        if restarted {
            host = host.restart().await;
        }
        for games in &tables {
            for other in &games[1..] {
                let found = differences(host.addr(), [&games[0], other], &questions, 0).await;
                assert!(found[0] > 3, "who committed himself sees it: {found:?}");
            }
        }
    }
    host.running.shutdown().await;
}

/// The same of a skirmish: nobody sees who of the other side wishes to shoot, nor that anything is drawn up or handed in.
#[tokio::test]
async fn no_answer_gives_away_what_is_drawn_up_for_a_skirmish() {
    let mut host = Host::start().await;
    let questions = Questions::of_a_skirmish();
    let drawn_up: [&[&str]; 5] = [
        &[],
        &["wish E20"],
        &["wish E21", "wish E22", "leave E21"],
        &["wish E20", "ready"],
        &["shooters E22; E23"],
    ];
    let mut games = Vec::new();
    for lines in drawn_up {
        let keys = host.begin(FREE, json!({})).await;
        let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
        for line in lines {
            choose(&mut socket, line).await;
        }
        games.push(keys);
    }
    for restarted in [false, true] {
        if restarted {
            host = host.restart().await;
        }
        for other in &games[1..] {
            let found = differences(host.addr(), [&games[0], other], &questions, 0).await;
            assert!(found[0] > 0, "who drew it up sees it: {found:?}");
        }
    }
    host.running.shutdown().await;
}

#[tokio::test]
async fn the_order_of_commitments_does_not_matter() {
    let host = Host::start().await;
    let orders = ["orders charge hold hold", "orders hold hold charge"];
    let mut told = Vec::new();
    for first in [0, 1] {
        let keys = host.joust("on", &["lance lion"], &["lance wolf"]).await;
        for seat in [first, 1 - first] {
            let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[seat]).await;
            done(socket.choose(orders[seat]).await);
        }
        let mut all = Vec::new();
        for token in [&keys.seats[0], &keys.seats[1], &keys.watch] {
            for path in ["/scene", "/scene?at=4", "/story"] {
                all.push(get(host.addr(), &keys.path(path), token).await.ok());
            }
            let mut state = Socket::connect(host.addr(), &keys.game, token).await.state;
            // A side knows whether it was the first; its version is its own.
            forget(&mut state, "version");
            all.push(state);
        }
        told.push(all);
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0][0]["to_act"], json!(["one"]));
    host.running.shutdown().await;
}

#[tokio::test]
async fn a_commitment_can_be_taken_back_until_both_are_in() {
    let mut host = Host::start().await;
    let keys = host.joust("on", &["lance lion"], &["lance wolf"]).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    choose(&mut one, "orders charge charge charge").await;
    assert_eq!(one.choose("order lion hold").await["error"]["code"], "Committed");
    assert_eq!(
        (&one.state["undoable"], &one.state["to_act"]),
        (&json!(4), &json!(["two"]))
    );
    for left in (1..4).rev() {
        let version = one.version();
        done(one.ask(json!({"do": "undo", "version": version})).await);
        one.until(version + 1).await;
        assert_eq!(one.state["staged"].as_array().unwrap().len(), left);
    }
    // The rest comes back with the server, and can still be taken back.
    let version = one.version();
    host = host.restart().await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!(
        (one.version(), &one.state["staged"]),
        (version, &json!(["order lion charge"]))
    );
    done(one.ask(json!({"do": "undo", "version": version})).await);
    one.until(version + 1).await;
    assert!(one.state["staged"].is_null());
    done(one.choose("orders hold charge hold").await);

    host = host.restart().await;
    let mut two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    assert_eq!(two.state["to_act"], json!(["one", "two"]));
    done(two.choose("orders hold hold hold").await);
    let story = get(host.addr(), &keys.path("/story"), &keys.watch).await.ok();
    let shown = story["story"][9]["events"][0]["text"].as_str().unwrap();
    assert!(shown.contains("lion hold, bear charge, stag hold"), "{shown}");
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let version = one.version();
    let late = one.ask(json!({"do": "undo", "version": version})).await;
    assert_eq!(late["error"]["code"], "CannotUndo");
    host.running.shutdown().await;
}

#[tokio::test]
async fn a_socket_is_not_told_of_the_others_commitment_and_does_not_go_stale() {
    let host = Host::start().await;
    let keys = host.joust("on", &["lance lion"], &["lance wolf"]).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let mut two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    let mut watch = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    let changed = async |token: &str| {
        let tokens = json!({"tokens": [format!("{}#{token}", keys.game)]});
        let list = post(host.addr(), "/api/games/list", token, &tokens).await.ok();
        list["games"][0]["changed"].as_u64().unwrap()
    };
    let before = changed(&keys.seats[1]).await;
    // Times are told in seconds.
    sleep(Duration::from_millis(1100)).await;
    // That the others have come has been told by now, and is read before the silence that is tested.
    for socket in [&mut two, &mut watch] {
        while let Ok(Some(_)) = timeout(Duration::from_millis(50), socket.next()).await {}
    }
    done(one.choose("orders charge hold hold").await);
    for (socket, token) in [(&mut two, &keys.seats[1]), (&mut watch, &keys.watch)] {
        assert_eq!(changed(token).await, before);
        // The next message is the answer; a state would have come before it.
        socket.send(&json!({"do": "areas", "ref": 1}).to_string()).await;
        assert_eq!(socket.next().await.unwrap()["type"], "answer");
    }
    done(two.choose("orders hold hold hold").await);
    assert!(changed(&keys.watch).await > before);
    // Now everybody is told.
    for socket in [&mut one, &mut two, &mut watch] {
        while socket.state["entries"] != 10 {
            socket.next().await.unwrap();
        }
        assert_eq!(socket.state["to_act"], json!(["one"]));
    }
    host.running.shutdown().await;
}

#[tokio::test]
async fn a_captain_does_not_show_that_it_has_committed_itself() {
    let host = Host::start().await;
    let seats = json!([{"kind": "here"}, {"kind": "captain", "name": "knight"}]);
    let body = json!({"scenario": "toy/joust", "options": {"lances": "off"}, "seats": seats});
    let keys = Keys::read(&post(host.addr(), "/api/games", "", &body).await.ok());
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    one.ask(json!({"do": "pace", "ms": 0})).await;
    // More than enough for its orders.
    sleep(Duration::from_millis(500)).await;
    let fresh = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!(fresh.state["captain"]["thinking"], true);
    assert_eq!(fresh.state["to_act"], json!(["one", "two"]));
    done(one.choose("orders hold hold hold").await);
    while one.state["entries"].as_u64() < Some(8) {
        one.next().await.unwrap();
    }
    host.running.shutdown().await;
}

#[tokio::test]
async fn captains_that_crash_or_cheat_or_never_end_hold_up_no_game() {
    let host = Host::start().await;
    for knave in ["craven", "cheat", "dreamer"] {
        let seats = json!([{"kind": "here"}, {"kind": "captain", "name": knave}]);
        let body = json!({"scenario": "toy/joust", "options": {"lances": "off"}, "seats": seats});
        let keys = Keys::read(&post(host.addr(), "/api/games", "", &body).await.ok());
        let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
        one.ask(json!({"do": "pace", "ms": 0})).await;
        done(one.choose("orders hold hold hold").await);
        // It fails at every choice, or is told to make up its mind; the first on offer is taken for it.
        while one.state["entries"].as_u64() < Some(8) {
            one.next().await.unwrap();
        }
    }
    host.running.shutdown().await;
}

/// Where the pits of a game come to lie.
#[derive(Clone, Copy)]
enum Pits {
    /// Where the scenario has them.
    OfScenario(&'static str),
    /// Where the Scots dig them, of all that they are offered one after the other.
    Dug(fn(&[&Value]) -> usize),
}

#[tokio::test]
async fn no_answer_gives_away_the_wolf_pits() {
    the_english_are_told_the_same([Pits::OfScenario(BANNOCKBURN), Pits::OfScenario(ELSEWHERE)]).await;
}

#[tokio::test]
async fn no_answer_gives_away_where_wolf_pits_were_dug() {
    the_english_are_told_the_same([Pits::Dug(|_| 0), Pits::Dug(|offers| offers.len() - 1)]).await;
}

/// Plays on with the same choices in both games, as long as no die falls; what the English are told is the same.
async fn the_english_are_told_the_same(games: [Pits; 2]) {
    let host = Host::start().await;
    let addr = host.addr();
    let mut tables = Vec::new();
    for pits in games {
        let scenario = match pits {
            Pits::OfScenario(scenario) => scenario,
            Pits::Dug(_) => BANNOCKBURN,
        };
        let keys = host.begin(scenario, json!({"wolf_pits": "on"})).await;
        let one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
        let two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
        tables.push((keys, [one, two], pits));
    }
    let mut told: Vec<Vec<Value>> = Vec::new();
    let mut dug: Vec<Vec<Value>> = Vec::new();
    for (_, sockets, pits) in &mut tables {
        let (mut heard, mut digging) = (Vec::new(), Vec::new());
        for step in 0..60 {
            let to_act = sockets[0].to_act().unwrap();
            let offers = sockets[to_act].state["offers"].as_array().unwrap().clone();
            let free: Vec<&Value> = offers.iter().filter(|o| o["rolls"] == false).collect();
            let ready = free.iter().position(|o| o["kind"] == "ready");
            let digs: Vec<&Value> = free.iter().copied().filter(|o| o["kind"] == "pit").collect();
            let choice = match (*pits, ready) {
                (Pits::Dug(which), _) if !digs.is_empty() => digs[which(&digs)],
                (_, Some(ready)) => free[ready],
                (_, None) => free[(step * 7) % free.len()],
            };
            if choice["kind"] == "pit" {
                digging.push(choice["choice"].clone());
            }
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
        dug.push(digging);
    }
    assert_eq!(told[0], told[1]);
    if let Pits::Dug(_) = games[0] {
        assert!(
            !dug[0].is_empty() && dug[0].len() == dug[1].len() && dug[0] != dug[1],
            "{dug:?}"
        );
    }
    let state = &tables[0].1[1].state;
    let offers = state["offers"].as_array().unwrap();
    let piece = offers.iter().find_map(|offer| offer["piece"].as_str()).unwrap();
    let offered = offers
        .iter()
        .take(5)
        .map(|offer| offer["choice"].as_str().unwrap().to_string());
    let hexes = ["1021", "1222", "1120", "1321", "1022"];
    let mut there = hexes.map(|hex| json!({"place": {"hexes": [hex]}})).to_vec();
    there.push(json!({"piece": piece}));
    let questions = Questions {
        choices: offered.chain(["end".to_string()]).collect(),
        pieces: [piece].into_iter().chain(hexes).map(String::from).collect(),
        there,
    };
    let differences = differences(addr, [&tables[0].0, &tables[1].0], &questions, 0).await;
    assert!(differences[0] > 1, "the Scots see their pits: {differences:?}");
    host.running.shutdown().await;
}
