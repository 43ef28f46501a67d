//! Games from before: of former tables, of former scenarios, of other rules, and those that are no longer kept.

use crate::client::{Keys, NoStep, Pair, Socket, get, here, new_game, post, unlimited};
use games::{OwnScenario, Shelf};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::{Config, Retention, Running};
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// A folder with games that a former version has written, and what it told of them.
pub fn stored(version: u32) -> (TempDir, Vec<Value>) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/stored");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(
        from.join(format!("v{version}.sqlite")),
        folder.path().join("games.sqlite"),
    )
    .unwrap();
    let told = fs::read_to_string(from.join(format!("v{version}.json"))).unwrap();
    (folder, serde_json::from_str(&told).unwrap())
}

async fn serve(folder: &Path, shelf: Shelf) -> Running {
    let mut config = Config::new(folder);
    config.limits = unlimited();
    server::start_with(config, shelf).await.unwrap()
}

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("games.sqlite")).unwrap()
}

fn tables(folder: &Path) -> u32 {
    let value = database(folder).pragma_query_value(None, "user_version", |row| row.get(0));
    value.unwrap()
}

#[tokio::test]
async fn games_of_every_former_version_are_shown_and_go_on_or_say_why_not() {
    let mut version = 1;
    loop {
        let (folder, told) = stored(version);
        assert_eq!(tables(folder.path()), version);
        let running = serve(folder.path(), Shelf::standard()).await;
        let mut going_on = 0;
        for game in &told {
            going_on += usize::from(is_whole(running.addr(), game).await);
        }
        assert!(told.len() >= 3);
        running.shutdown().await;
        let now = tables(folder.path());
        // The maps of the scenarios, or their rules, have changed since the first four.
        let expected = if version < 5 { 0 } else { told.len() };
        assert_eq!(going_on, expected, "of {} games of version {version}", told.len());
        if version == now {
            return;
        }
        version += 1;
    }
}

/// Everything that was told of a game is still told; whether it goes on.
async fn is_whole(addr: SocketAddr, told: &Value) -> bool {
    let mut keys = Keys::read(told);
    keys.commitment = told["commitment"].as_str().unwrap().into();
    let entries = told["entries"].as_u64().unwrap();
    let about = get(addr, &keys.path(""), &keys.watch).await.ok();
    assert_eq!(about["commitment"], keys.commitment.as_str());
    assert_eq!(
        (&about["entries"], &about["over"]),
        (&told["entries"], &told["over"]),
        "{about}"
    );
    let story = get(addr, &keys.path("/story"), &keys.watch).await.ok();
    assert_eq!(story["story"].as_array().unwrap().len() as u64, entries);
    get(addr, &keys.path("/board"), &keys.watch).await.ok();
    get(addr, &keys.path(&format!("/scene?at={}", entries / 2)), &keys.watch)
        .await
        .ok();
    if about["hides"] == false {
        let record = get(addr, &keys.path("/record"), &keys.watch).await.ok();
        assert_eq!(record["entries"].as_array().unwrap().len() as u64, entries);
        if entries > 0 {
            assert_eq!(record["entries"][entries as usize - 1][3], told["hash"]);
        }
        assert_eq!(record["seed"].is_string(), told["over"] == true);
    }
    let seat = keys.seats.iter().find(|token| !token.is_empty()).unwrap();
    let mut socket = Socket::connect(addr, &keys.game, seat).await;
    assert_eq!(socket.story.len() as u64, entries);
    match about.get("closed") {
        Some(why) => {
            assert!(
                ["RulesChanged", "ScenarioChanged"].contains(&why["code"].as_str().unwrap()),
                "{why}"
            );
            assert_eq!(socket.choose("resign").await["error"]["code"], why["code"]);
            assert_eq!(socket.state["scene"]["prompt"], why["why"]);
            false
        }
        None if told["over"] == true => true,
        None if keys.seats.iter().all(|token| !token.is_empty()) => {
            Pair::connect(addr, &keys, 7).await.step().await.unwrap();
            true
        }
        None => socket.choose("resign").await["ok"].is_object(),
    }
}

/// Of tables as they are now: former ones are rewritten at the start, which finds damage by itself.
#[tokio::test]
async fn a_damaged_database_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    new_game(running.addr(), here()).await;
    running.shutdown().await;
    // A page that nobody would look at before somebody wants that game.
    let number = |query: &str| {
        database(folder.path())
            .query_row(query, [], |row| row.get::<_, u32>(0))
            .unwrap() as usize
    };
    let size = number("PRAGMA page_size");
    let page = number("SELECT rootpage FROM sqlite_master WHERE name = 'chunk'");
    let path = folder.path().join("games.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    bytes[(page - 1) * size..page * size]
        .iter_mut()
        .for_each(|byte| *byte ^= 0x5a);
    fs::write(&path, bytes).unwrap();
    let Err(fault) = server::start(Config::new(folder.path())).await else {
        panic!("it is served");
    };
    let words = fault.to_string();
    assert!(words.contains("damaged") || words.contains("malformed"), "{words}");
}

/// Of games that are far too large to be one nothing is read.
#[test]
fn a_file_of_a_gigabyte_is_not_imported() {
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge.json");
    fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let games = folder.path().join("games");
    let refused = server::host::import(&games, &[huge], Shelf::standard()).unwrap_err();
    assert!(refused.to_string().contains("at most 67108864"), "{refused}");
}

#[tokio::test]
async fn a_game_tells_what_it_was_begun_under() {
    let folder = tempfile::tempdir().unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    let addr = running.addr();
    let edition = async |body: Value| {
        let keys = Keys::read(&post(addr, "/api/games", "", &body).await.ok());
        get(addr, &keys.path(""), &keys.watch).await.ok()["edition"].clone()
    };
    let plain = edition(json!({"scenario": "edward/bannockburn", "seats": here()})).await;
    assert_eq!(plain["program"], env!("CARGO_PKG_VERSION"));
    assert_eq!(plain["current"], true);
    assert_eq!(plain["fingerprint"].as_str().unwrap().len(), 16);
    let again = edition(json!({"scenario": "edward/bannockburn", "seats": here()})).await;
    assert_eq!(plain, again);
    let other = edition(json!({"scenario": "quad/robert", "seats": here()})).await;
    assert_ne!(plain["fingerprint"], other["fingerprint"]);
    let options = json!({"uphill": "flat_two"});
    let agreed = edition(json!({"scenario": "edward/bannockburn", "options": options, "seats": here()})).await;
    assert_ne!(plain["fingerprint"], agreed["fingerprint"]);
}

/// A joust of one's own; its Reds have so much strength.
fn joust(strength: u8) -> Shelf {
    let shelf = Shelf::standard().with(&toy::Toy);
    let text = shelf
        .shelved_with("toy/joust", |source| Ok(source.text.to_string()))
        .unwrap();
    let text = text.replace("toy/joust", "toy/mine");
    let text = text.replacen("strength = 4", &format!("strength = {strength}"), 1);
    assert!(strength == 4 || text.contains(&format!("strength = {strength}")));
    let own = OwnScenario {
        file: "mine.toml".into(),
        text,
        maps: BTreeMap::new(),
    };
    shelf.with_own(own).unwrap()
}

#[tokio::test]
async fn a_game_goes_on_under_the_scenario_it_was_begun_with() {
    let folder = tempfile::tempdir().unwrap();
    let running = serve(folder.path(), joust(4)).await;
    let body = json!({"scenario": "toy/mine", "seats": here()});
    let keys = Keys::read(&post(running.addr(), "/api/games", "", &body).await.ok());
    let mut one = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await;
    let choice = one.choices()[0].clone();
    assert!(one.choose(&choice).await["ok"].is_object());
    let pieces = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await.pieces;
    running.shutdown().await;
    // First the file has changed, then it is gone.
    for shelf in [joust(2), Shelf::standard().with(&toy::Toy)] {
        let has = shelf.has("toy/mine");
        let running = serve(folder.path(), shelf).await;
        let addr = running.addr();
        let about = get(addr, &keys.path(""), &keys.seats[0]).await.ok();
        assert!(about.get("closed").is_none(), "{about}");
        let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
        assert_eq!(one.pieces, pieces);
        let version = one.version();
        let taken_back = one.ask(json!({"do": "undo", "version": version})).await;
        assert!(taken_back["ok"].is_object(), "{taken_back}");
        one.until(version + 1).await;
        assert!(one.choose(&choice).await["ok"].is_object());
        if has {
            let new = Keys::read(&post(addr, "/api/games", "", &body).await.ok());
            let new = Socket::connect(addr, &new.game, &new.seats[0]).await;
            assert_ne!(new.pieces, pieces, "a new game has the new scenario");
        }
        running.shutdown().await;
    }
}

/// A game with many dice in a folder; its server is down.
async fn played() -> (TempDir, Keys) {
    loop {
        let folder = tempfile::tempdir().unwrap();
        let running = serve(folder.path(), Shelf::standard()).await;
        let keys = new_game(running.addr(), here()).await;
        let mut pair = Pair::connect(running.addr(), &keys, 3).await;
        let has_many = loop {
            match pair.step().await {
                Ok(_) => {}
                // Some random battles are over with fewer: 26 of 300 that begin as this one does.
                Err(NoStep::Over) => break false,
                Err(NoStep::Closed) => panic!("the server has closed a socket"),
            }
            let dice = |entry: &Value| entry["dice"].as_array().unwrap().len();
            let shown = pair.seats.iter().map(|seat| seat.story.iter().map(dice).sum::<usize>());
            // So many that no other seed gives them.
            if shown.max() > Some(30) {
                break true;
            }
        };
        running.shutdown().await;
        if has_many {
            return (folder, keys);
        }
    }
}

#[tokio::test]
async fn a_game_that_no_longer_plays_again_is_shown_as_far_as_it_goes() {
    let (folder, keys) = played().await;
    // With another seed the dice are others: so it looks when a rule asks for other dice.
    database(folder.path())
        .execute_batch("UPDATE game SET rules = 'others', program = '0.0.9', seed = zeroblob(32)")
        .unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    let addr = running.addr();
    let about = get(addr, &keys.path(""), &keys.watch).await.ok();
    assert_eq!(about["closed"]["code"], "RulesChanged");
    assert!(about["closed"]["why"].as_str().unwrap().contains("0.0.9"), "{about}");
    assert_eq!(about["edition"]["current"], false);
    let story = get(addr, &keys.path("/story"), &keys.watch).await.ok();
    let story = story["story"].as_array().unwrap();
    assert_eq!(story.len() as u64, about["entries"].as_u64().unwrap());
    let told = |entry: &&Value| entry["events"] != json!([]);
    let broken = story.len() - story.iter().rev().take_while(|entry| !told(entry)).count();
    assert!(story[..broken].iter().filter(told).count() > 5);
    // The dice that no longer fall are all after it.
    let dice = story[broken..]
        .iter()
        .flat_map(|entry| entry["dice"].as_array().unwrap());
    assert!(dice.count() > 20 && story.iter().all(|entry| entry["choice"] != ""));
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    assert_eq!(one.state["to_act"], json!([]));
    for ask in [
        json!({"do": "choose", "version": one.version(), "choice": "pass"}),
        json!({"do": "plan", "version": one.version(), "choices": ["pass"]}),
        json!({"do": "undo", "version": one.version()}),
    ] {
        assert_eq!(one.ask(ask).await["error"]["code"], "RulesChanged");
    }
    // Up to there it can be branched.
    let body = json!({"at": broken, "seats": here()});
    let branch = Keys::read(&post(addr, &keys.path("/branch"), &keys.watch, &body).await.ok());
    Pair::connect(addr, &branch, 9).await.step().await.unwrap();
    running.shutdown().await;
    // Under the same rules this can only be damage.
    database(folder.path())
        .execute_batch("UPDATE game SET rules = (SELECT max(rules) FROM game WHERE rules <> 'others')")
        .unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    let about = get(running.addr(), &keys.path(""), &keys.watch).await.ok();
    assert_eq!(about["closed"]["code"], "Damaged");
}

#[tokio::test]
async fn a_game_of_a_lost_scenario_can_still_be_read() {
    let (folder, keys) = played().await;
    database(folder.path())
        .execute_batch("UPDATE game SET scenario = 'mine/lost', scenario_hash = 'lost'; DELETE FROM scenario")
        .unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    let about = get(running.addr(), &keys.path(""), &keys.watch).await.ok();
    assert_eq!(
        (&about["closed"]["code"], &about["title"]),
        (&json!("ScenarioGone"), &json!("mine/lost"))
    );
    // Nobody knows any more whether something was hidden.
    let story = get(running.addr(), &keys.path("/story"), &keys.seats[0]).await.ok();
    assert!(
        story["story"]
            .as_array()
            .unwrap()
            .iter()
            .all(|e| (e["choice"] != "") == (e["side"] == "one"))
    );
    let mut one = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!(one.choose("resign").await["error"]["code"], "ScenarioGone");
}

/// Waits, without looking at a game: one that is looked at stays.
async fn games_left(folder: &Path, wanted: i64) {
    let count = || database(folder).query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0));
    while count().unwrap() != wanted {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn games_are_kept_as_long_as_the_host_says() {
    let (folder, abandoned) = played().await;
    let running = serve(folder.path(), Shelf::standard()).await;
    let finished = new_game(running.addr(), here()).await;
    let young = new_game(running.addr(), here()).await;
    for keys in [&finished, &young] {
        let mut one = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await;
        assert!(one.choose("resign").await["ok"].is_object());
    }
    running.shutdown().await;
    let days = |n: u64| Duration::from_secs(n * 24 * 3600);
    // Ten days have passed.
    let old = format!("- {}", days(10).as_secs());
    database(folder.path())
        .execute_batch(&format!(
            "UPDATE tail SET changed = changed {old}; UPDATE game SET ended = ended {old} WHERE ended IS NOT NULL"
        ))
        .unwrap();
    let archive = tempfile::tempdir().unwrap();
    let with = async |retention: Retention| {
        let mut config = Config::new(folder.path());
        config.limits = unlimited();
        config.retention = retention;
        server::start(config).await.unwrap()
    };
    let status = async |running: &Running, keys: &Keys| get(running.addr(), &keys.path(""), &keys.watch).await.status;
    let running = with(Retention {
        finished: Some(days(11)),
        abandoned: Some(days(11)),
        archive: None,
    })
    .await;
    for keys in [&finished, &young, &abandoned] {
        assert_eq!(status(&running, keys).await, 200);
    }
    running.shutdown().await;
    let running = with(Retention {
        finished: Some(days(9)),
        abandoned: None,
        archive: None,
    })
    .await;
    games_left(folder.path(), 1).await;
    assert_eq!(status(&running, &finished).await, 404);
    assert_eq!(status(&running, &abandoned).await, 200);
    running.shutdown().await;
    let running = with(Retention {
        finished: None,
        abandoned: Some(days(9)),
        archive: Some(archive.path().into()),
    })
    .await;
    games_left(folder.path(), 0).await;
    running.shutdown().await;
    let left: i64 = database(folder.path())
        .query_row(
            "SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM chunk) + (SELECT count(*) FROM seat)
             + (SELECT count(*) FROM tail) + (SELECT count(*) FROM scenario)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(left, 0);
    // What went into the archive comes back whole.
    let file = archive.path().join(format!("{}.json", abandoned.game));
    let came = server::host::import(folder.path(), &[file], Shelf::standard()).unwrap();
    assert_eq!((came.len(), &came[0].closed), (1, &None));
    let running = serve(folder.path(), Shelf::standard()).await;
    Pair::connect(running.addr(), &abandoned, 5).await.step().await.unwrap();
}

/// A game that was over before endings were kept is finished, not abandoned.
#[tokio::test]
async fn a_game_of_former_tables_that_is_over_counts_as_finished() {
    let folder = tempfile::tempdir().unwrap();
    let running = serve(folder.path(), Shelf::standard()).await;
    let over = new_game(running.addr(), here()).await;
    let under_way = new_game(running.addr(), here()).await;
    let mut one = Socket::connect(running.addr(), &over.game, &over.seats[0]).await;
    assert!(one.choose("resign").await["ok"].is_object());
    running.shutdown().await;
    // As a former program has left them, a hundred days ago.
    database(folder.path())
        .execute_batch(
            "UPDATE game SET ended = NULL, verdict = NULL, program = ''; UPDATE tail SET changed = changed - 8640000",
        )
        .unwrap();
    let mut config = Config::new(folder.path());
    config.limits = unlimited();
    config.retention.finished = Some(Duration::from_secs(10 * 24 * 3600));
    let running = server::start(config).await.unwrap();
    games_left(folder.path(), 1).await;
    assert_eq!(get(running.addr(), &over.path(""), &over.watch).await.status, 404);
    assert_eq!(
        get(running.addr(), &under_way.path(""), &under_way.watch).await.status,
        200
    );
    running.shutdown().await;
}
