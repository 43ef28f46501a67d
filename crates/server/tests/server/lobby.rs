//! What can be played, and beginning to play it.

use crate::client::{Host, Keys, Pair, SCENARIO, Socket, get, here, new_game, post};
use serde_json::{Value, json};
use std::net::SocketAddr;

#[tokio::test]
async fn the_shelf_says_what_can_be_played() {
    let host = Host::start().await;
    let shelf = get(host.addr(), "/api/shelf", "").await.ok();
    let scenario = &shelf["scenarios"][0];
    assert_eq!(scenario["id"], SCENARIO);
    assert_eq!(scenario["sides"], json!(["Scots", "English"]));
    assert_eq!(scenario["options"].as_array().unwrap().len(), 18);
    let captains = scenario["captains"].as_array().unwrap();
    assert!(captains.iter().any(|c| c["name"] == "greedy" && c["words"] != ""));
    // A newcomer reads what each battle is before he picks one.
    let battles = shelf["scenarios"].as_array().unwrap();
    assert!(battles.iter().all(|s| s["tale"] != "" && s["note"] != ""));
    let rules = get(host.addr(), "/api/rules/edward", "").await.ok();
    assert_eq!(rules["rules"][0]["id"], "E-01");
    assert_eq!(get(host.addr(), "/api/rules/chess", "").await.code(), "UnknownSystem");
}

#[tokio::test]
async fn a_lesson_has_the_same_dice_every_time_and_nobody_else_in_it() {
    let host = Host::start().await;
    let addr = host.addr();
    let lessons = get(addr, "/api/lessons", "").await.ok();
    let lesson = &lessons[0];
    assert!(lesson["steps"][0]["done"][0].is_object() && lesson.get("seed").is_none());
    let begin = |seats: Value| {
        let body = json!({"scenario": lesson["scenario"], "lesson": lesson["id"], "seats": seats});
        async move { post(addr, "/api/games", "", &body).await }
    };
    let both = || json!([{"kind": "here"}, {"kind": "here"}]);
    let (one, two) = (begin(both()).await.ok(), begin(both()).await.ok());
    assert_eq!(one["commitment"], two["commitment"]);
    let captain = json!([{"kind": "here"}, {"kind": "captain", "name": "random"}]);
    assert_eq!(begin(captain).await.code(), "LessonSeats");
    // The dice of a lesson are for its own scenario only.
    let other = json!({"scenario": SCENARIO, "lesson": lesson["id"], "seats": both()});
    assert_eq!(post(addr, "/api/games", "", &other).await.code(), "UnknownLesson");
}

#[tokio::test]
async fn options_are_those_of_the_battle() {
    let host = Host::start().await;
    let shelf = get(host.addr(), "/api/shelf", "").await.ok();
    let has = |id: &str, key: &str| {
        let battles = shelf["scenarios"].as_array().unwrap();
        let battle = battles.iter().find(|s| s["id"] == id).unwrap();
        battle["options"].as_array().unwrap().iter().any(|o| o["key"] == key)
    };
    assert!(has("medieval/falkirk", "comyn_stays") && !has("medieval/stirling", "comyn_stays"));
    assert!(has("medieval/stirling", "free_setup") && !has("medieval/falkirk", "free_setup"));
    assert!(has("medieval/prelude", "wolf_pits") && has("medieval/bannockburn", "wolf_pits"));
    assert!(!has("medieval/falkirk", "wolf_pits") && has("medieval/falkirk", "fatigue"));
}

#[tokio::test]
async fn a_game_is_what_was_asked_for() {
    let host = Host::start().await;
    let addr = host.addr();
    let seats = json!([{"kind": "friend"}, {"kind": "captain", "name": "random"}]);
    let body = json!({"scenario": SCENARIO, "options": {"uphill": "flat_two"}, "seats": seats});
    let opened = post(addr, "/api/games", "", &body).await.ok();
    assert_eq!(opened["seats"], json!([null, null]));
    assert!(opened["invitations"][0].is_string() && opened["invitations"][1].is_null());
    assert_eq!(opened["recoveries"], json!([null, null]));
    let keys = Keys::read(&opened);
    let about = get(addr, &keys.path(""), &keys.watch).await.ok();
    assert_eq!(about["seats"], seats);
    assert_eq!(about["options"], json!({"uphill": "flat_two"}));
    assert_eq!(about["viewer"], "watcher");
    assert_eq!(about["commitment"], keys.commitment);
    assert!(
        get(addr, &keys.path("/board"), &keys.watch).await.ok()["ground"]["hexes"]
            .as_array()
            .unwrap()
            .len()
            > 100
    );

    for (body, code) in [
        (
            json!({"scenario": "edward/waterloo", "seats": seats}),
            "UnknownScenario",
        ),
        (
            json!({"scenario": SCENARIO, "options": {"uphill": "3"}, "seats": seats}),
            "BadOptions",
        ),
        (
            json!({"scenario": SCENARIO, "options": {"hill": "3"}, "seats": seats}),
            "BadOptions",
        ),
        (
            json!({"scenario": SCENARIO, "seats": [{"kind": "captain", "name": "hal"}, {"kind": "here"}]}),
            "UnknownCaptain",
        ),
        (json!({"scenario": SCENARIO, "seats": [{"kind": "here"}]}), "Malformed"),
        (
            json!({"scenario": SCENARIO, "seats": seats, "cheat": true}),
            "Malformed",
        ),
        (
            json!({"scenario": SCENARIO, "seats": [{"kind": "here", "name": "x"}, {"kind": "ghost"}]}),
            "Malformed",
        ),
    ] {
        assert_eq!(post(addr, "/api/games", "", &body).await.code(), code, "{body}");
    }
}

/// A new piece of every kind in the lists is one that the files take, and costs what the list says.
#[tokio::test]
async fn army_lists_give_pieces_that_can_be_played() {
    let host = Host::start().await;
    let addr = host.addr();
    assert_eq!(get(addr, "/api/armies/edward", "").await.code(), "UnknownSystem");
    for (system, scenario, table, place) in [
        (
            "elements",
            "bannockburn",
            "unit",
            "at = [36000, 4000, 0]\ncommand = \"robert\"",
        ),
        (
            "retinue",
            "mill",
            "figure",
            "x = 30000\ny = 3000\nfacing = 0\nunit = \"lord\"",
        ),
    ] {
        let lists = get(addr, &format!("/api/armies/{system}"), "").await.ok();
        let text = get(addr, &format!("/api/scenarios/{system}/{scenario}"), "").await.ok();
        let text = text["text"].as_str().unwrap().replacen(&format!("{system}/"), "my/", 1);
        let side = text.split("[[side]]").nth(1).unwrap();
        let key = if system == "elements" { "name" } else { "id" };
        let side = side.lines().find(|line| line.starts_with(&format!("{key} ="))).unwrap();
        let side = side.split_once('=').unwrap().1;
        for kind in lists["kinds"].as_array().unwrap() {
            let fresh = kind["fresh"].as_array().unwrap().iter();
            let fresh = fresh.map(|pair| format!("{} = {}\n", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()));
            let piece = format!("id = \"X1\"\nside ={side}\n{}{place}", fresh.collect::<String>());
            let body = json!({"text": format!("{text}\n[[{table}]]\n{piece}\n")});
            let checked = post(addr, "/api/scenarios/check", "", &body).await.ok();
            let each = kind["points"].as_u64().unwrap();
            let cost = checked["costs"]["X1"].as_u64().unwrap();
            assert!(cost > 0 && cost % each == 0, "{kind}: {cost}");
            // Wherever there is room; what is wrong is not what the list says.
            for fault in checked["faults"].as_array().unwrap() {
                let message = fault["message"].as_str().unwrap();
                assert!(
                    message.contains("stand") || message.contains("overlap"),
                    "{kind}: {fault}"
                );
            }
        }
    }
}

/// Points are counted and faults told by line; what is sound is played, and goes on after a restart though no shelf has it.
#[tokio::test]
async fn a_battle_of_ones_own_is_looked_at_and_played() {
    let host = Host::start().await;
    let check = async |text: &str| {
        let body = json!({"text": text});
        post(host.addr(), "/api/scenarios/check", "", &body).await.ok()
    };
    let text = get(host.addr(), "/api/scenarios/elements/bannockburn", "").await.ok();
    let text = text["text"]
        .as_str()
        .unwrap()
        .replace("id = \"elements/bannockburn\"", "id = \"my/battle\"");
    assert_eq!(
        get(host.addr(), "/api/scenarios/elements/hastings", "").await.code(),
        "UnknownScenario"
    );
    let sound = check(&text).await;
    assert_eq!(sound["faults"], json!([]));
    assert_eq!(sound["scenario"]["id"], "my/battle");
    let costs = sound["scenario"]["points"][0].as_u64().unwrap();
    assert!(costs > 0);
    let by_piece = |checked: &Value| -> u64 {
        let pieces = checked["costs"].as_object().unwrap().values();
        pieces.map(|points| points.as_u64().unwrap()).sum()
    };
    let both = costs + sound["scenario"]["points"][1].as_u64().unwrap();
    assert_eq!(by_piece(&sound), both);

    // One point too few.
    let line = text.lines().position(|line| line == "[[side]]").unwrap();
    let poor = text.replacen("[[side]]", &format!("[[side]]\npoints = {}", costs - 1), 1);
    let faulty = check(&poor).await;
    assert_eq!(faulty["scenario"], Value::Null);
    assert_eq!(faulty["faults"][0]["line"], line + 2);
    assert!(
        faulty["faults"][0]["message"]
            .as_str()
            .unwrap()
            .contains("1 more than it may")
    );
    // They are counted all the same.
    assert_eq!(by_piece(&faulty), both);
    assert_eq!(check("what").await["costs"], json!({}));

    let seats = here();
    let begin = async |text: &str, open: bool| {
        let body = json!({"scenario": "my/battle", "text": text, "seats": seats, "open": open});
        post(host.addr(), "/api/games", "", &body).await
    };
    assert_eq!(begin(&poor, false).await.code(), "BadScenario");
    assert_eq!(begin("what", false).await.code(), "BadScenario");
    assert_eq!(begin(&text, true).await.code(), "NotPublic");
    let keys = Keys::read(&begin(&text, false).await.ok());
    let token = keys.seats[0].clone();
    let before = get(host.addr(), &keys.path("/scene"), &token).await.ok();
    let host = host.restart().await;
    assert_eq!(get(host.addr(), &keys.path("/scene"), &token).await.ok(), before);
    let about = get(host.addr(), &keys.path(""), &token).await.ok();
    assert_eq!(
        (about["scenario"].as_str(), about["system"].as_str()),
        (Some("my/battle"), Some("elements"))
    );
    assert_eq!(about["closed"], Value::Null);
}

/// Both sides pass until a fight of the skirmish game is over.
async fn pass(addr: SocketAddr, keys: &Keys) {
    let mut seats = Vec::new();
    for token in &keys.seats {
        seats.push(Socket::connect(addr, &keys.game, token).await);
    }
    loop {
        for (seat, side) in ["one", "two"].into_iter().enumerate() {
            let asked = seats[seat].state["to_act"].as_array().unwrap();
            if asked.is_empty() {
                return;
            }
            if !asked.iter().any(|asked| asked == side) {
                continue;
            }
            let answer = seats[seat].choose("ready").await;
            let version = answer["ok"]["version"].as_u64();
            seats[seat].until(version.unwrap_or_else(|| panic!("{answer}"))).await;
            let entries = get(addr, &keys.path(""), &keys.watch).await.ok()["entries"].clone();
            for socket in &mut seats {
                while socket.state["entries"] != entries {
                    socket.next().await.unwrap();
                }
            }
        }
    }
}

/// The same men fight again, also where no shelf has their battle: without those who died.
#[tokio::test]
async fn the_next_fight_of_a_series_has_the_text_of_the_one_before() {
    let host = Host::start().await;
    let text = get(host.addr(), "/api/scenarios/retinue/mill", "").await.ok();
    let text = text["text"]
        .as_str()
        .unwrap()
        .replace("id = \"retinue/mill\"", "id = \"my/mill\"");
    let options = json!({"absent": "H14"});
    let shelf = json!({"scenario": "retinue/mill", "options": options, "seats": here()});
    let own = json!({"scenario": "my/mill", "text": text, "options": options, "seats": here()});
    let go_on = json!({"seats": here()});
    let mut games = Vec::new();
    for body in [shelf, own] {
        let keys = Keys::read(&post(host.addr(), "/api/games", "", &body).await.ok());
        let early = post(host.addr(), &keys.path("/next"), &keys.seats[0], &go_on).await;
        assert_eq!(early.code(), "NoNextBattle");
        pass(host.addr(), &keys).await;
        games.push((body["scenario"].clone(), keys));
    }
    let host = host.restart().await;
    for (scenario, keys) in games {
        let ended = get(host.addr(), &keys.path("/scene"), &keys.watch).await.ok();
        let dead = &ended["verdict"]["next"]["options"]["absent"];
        let gone = |id: &str| dead.as_str().unwrap().split(',').any(|one| one == id);
        assert!(gone("H14"), "{dead}");
        let next = post(host.addr(), &keys.path("/next"), &keys.seats[0], &go_on).await;
        let next = Keys::read(&next.ok());
        let about = get(host.addr(), &next.path(""), &next.watch).await.ok();
        assert_eq!(about["scenario"], scenario);
        assert_eq!(about["options"]["absent"], *dead);
        let ids = |scene: &Value| -> Vec<String> {
            let all = scene["pieces"].as_array().unwrap().iter();
            all.map(|piece| piece["id"].as_str().unwrap().to_string()).collect()
        };
        let left: Vec<String> = ids(&ended).into_iter().filter(|id| !gone(id)).collect();
        let scene = get(host.addr(), &next.path("/scene"), &next.watch).await.ok();
        assert_eq!(ids(&scene), left);
        assert_eq!(about["closed"], Value::Null);
    }
}

/// Two may fight again with the armies that one of them has drawn up, though no shelf has their battle; nobody else may.
#[tokio::test]
async fn a_battle_of_ones_own_is_played_again_by_its_players() {
    let host = Host::start().await;
    let text = get(host.addr(), "/api/scenarios/retinue/mill", "").await.ok();
    let text = text["text"]
        .as_str()
        .unwrap()
        .replace("id = \"retinue/mill\"", "id = \"my/mill\"");
    let options = json!({"absent": "H14"});
    let own = json!({"scenario": "my/mill", "text": text, "options": options, "seats": here()});
    let keys = Keys::read(&post(host.addr(), "/api/games", "", &own).await.ok());
    let begun = get(host.addr(), &keys.path("/scene"), &keys.seats[1]).await.ok();
    let exchanged = json!({"seats": [{"kind": "friend"}, {"kind": "here"}], "name": "Keith"});
    // It is not on the shelf.
    let by_name = json!({"scenario": "my/mill", "options": options, "seats": here()});
    assert_eq!(
        post(host.addr(), "/api/games", "", &by_name).await.code(),
        "UnknownScenario"
    );
    let again = async |addr, token: &str| post(addr, &keys.path("/again"), token, &exchanged).await;
    // While it goes on, who begins it anew would see what the other side hides.
    assert_eq!(again(host.addr(), &keys.seats[1]).await.code(), "NotOver");
    pass(host.addr(), &keys).await;
    let host = host.restart().await;
    assert_eq!(again(host.addr(), &keys.watch).await.code(), "NotYourSeat");
    assert_eq!(again(host.addr(), "x").await.code(), "WrongToken");
    let opened = again(host.addr(), &keys.seats[1]).await.ok();
    assert!(opened["invitations"][0].is_string());
    let next = Keys::read(&opened);
    let about = get(host.addr(), &next.path(""), &next.seats[1]).await.ok();
    assert_eq!(about["scenario"], "my/mill");
    assert_eq!(about["options"], options);
    assert_eq!(about["names"], json!([null, "Keith"]));
    assert_eq!(about["entries"], 0);
    let scene = get(host.addr(), &next.path("/scene"), &next.seats[1]).await.ok();
    assert_eq!(scene["pieces"], begun["pieces"]);
    // And it stays, whatever becomes of the first one.
    let host = host.restart().await;
    let after = get(host.addr(), &next.path("/scene"), &next.seats[1]).await.ok();
    assert_eq!(after, scene);
}

#[tokio::test]
async fn only_a_token_opens_a_game() {
    let host = Host::start().await;
    let (one, other) = (new_game(host.addr(), here()).await, new_game(host.addr(), here()).await);
    for rest in ["", "/board", "/scene", "/story", "/record"] {
        let path = one.path(rest);
        assert_eq!(get(host.addr(), &path, &one.seats[1]).await.status, 200);
        assert_eq!(get(host.addr(), &path, &other.seats[1]).await.code(), "WrongToken");
        assert_eq!(get(host.addr(), &path, "x").await.code(), "WrongToken");
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost");
        let bare = crate::client::send(host.addr(), &head, b"").await;
        assert_eq!((bare.status, bare.code().as_str()), (401, "NoToken"));
        let unknown = format!("/api/games/000000000000{rest}");
        assert_eq!(get(host.addr(), &unknown, &one.seats[1]).await.code(), "UnknownGame");
    }
}

#[tokio::test]
async fn the_list_has_a_line_for_each_token() {
    let host = Host::start().await;
    let (a, b) = (new_game(host.addr(), here()).await, new_game(host.addr(), here()).await);
    let mut pair = Pair::connect(host.addr(), &b, 1).await;
    for _ in 0..3 {
        pair.step().await.unwrap();
    }
    let tokens = json!({"tokens": [
        format!("{}#{}", a.game, a.watch),
        format!("{}#{}", b.game, b.seats[1]),
        format!("{}#{}", b.game, a.seats[1]),
        "nonsense", "#", "000000000000#x",
    ]});
    let list = post(host.addr(), "/api/games/list", "", &tokens).await.ok();
    let lines = list["games"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["seat"], "watcher");
    assert_eq!((&lines[1]["seat"], &lines[1]["entries"]), (&json!("two"), &json!(3)));
    assert_eq!((&lines[1]["turn"], &lines[1]["over"]), (&json!(1), &json!(false)));
    let many = json!({"tokens": vec!["x"; 101]});
    assert_eq!(
        post(host.addr(), "/api/games/list", "", &many).await.code(),
        "Malformed"
    );
}

#[tokio::test]
async fn a_branch_begins_where_it_is_told_and_leaves_the_old_game_alone() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut pair = Pair::connect(addr, &keys, 2).await;
    for _ in 0..80 {
        pair.step().await.unwrap();
    }
    let record = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    for at in [0, 1, 64, 79, 80] {
        let body = json!({"at": at, "seats": here()});
        let branch = Keys::read(&post(addr, &keys.path("/branch"), &keys.seats[0], &body).await.ok());
        let new = get(addr, &branch.path("/record"), &branch.watch).await.ok();
        assert_eq!(
            new["entries"].as_array().unwrap()[..],
            record["entries"].as_array().unwrap()[..at]
        );
        let scene = |keys: Keys| async move {
            get(addr, &keys.path(&format!("/scene?at={at}")), &keys.watch)
                .await
                .ok()
        };
        assert_eq!(scene(branch.clone()).await, scene(keys.clone()).await);
        // It goes on from there, with dice of its own.
        assert_ne!(branch.commitment, keys.commitment);
        let mut pair = Pair::connect(addr, &branch, 3).await;
        pair.step().await.unwrap();
    }
    assert_eq!(get(addr, &keys.path("/record"), &keys.watch).await.ok(), record);
    let beyond = json!({"at": 81, "seats": here()});
    assert_eq!(
        post(addr, &keys.path("/branch"), &keys.watch, &beyond).await.code(),
        "BeyondTheEnd"
    );
}

#[tokio::test]
async fn a_record_is_opened_where_it_ends() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut pair = Pair::connect(addr, &keys, 4).await;
    for _ in 0..60 {
        pair.step().await.unwrap();
    }
    let record = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    assert!(record.get("seed").is_none());
    let open = |record: Value| async move {
        let body = json!({"record": record, "seats": here()});
        post(addr, "/api/games/open", "", &body).await
    };
    let copy = Keys::read(&open(record.clone()).await.ok());
    let mut again = get(addr, &copy.path("/record"), &copy.watch).await.ok();
    assert_eq!(again["given"], 60);
    assert_eq!(again["entries"], record["entries"]);
    // The copy of the copy has as many entries given as it has.
    again["given"] = json!(60);
    assert_eq!(open(again).await.status, 200);

    // A finished game keeps its seed and stays over.
    let side = pair.seats[0].to_act().unwrap();
    pair.step().await.unwrap();
    let seat = &mut pair.seats[side];
    seat.choose("resign").await;
    let finished = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    assert!(finished["seed"].is_string());
    let copy = Keys::read(&open(finished.clone()).await.ok());
    assert_eq!(copy.commitment, keys.commitment);
    assert_eq!(get(addr, &copy.path("/record"), &copy.watch).await.ok(), finished);
    let socket = Socket::connect(addr, &copy.game, &copy.seats[0]).await;
    assert_eq!(socket.state["to_act"], json!([]));
    assert!(socket.state["scene"]["verdict"].is_object());

    // What has been tampered with is refused.
    let tamper = |change: fn(&mut Value)| {
        let mut record = record.clone();
        change(&mut record);
        open(record)
    };
    assert_eq!(tamper(|r| r["format"] = json!("chess")).await.code(), "BadRecord");
    assert_eq!(
        tamper(|r| r["scenario"] = json!("edward/nowhere")).await.code(),
        "UnknownScenario"
    );
    assert_eq!(tamper(|r| r["scenario_hash"] = json!("0")).await.code(), "BadRecord");
    assert_eq!(tamper(|r| r["seed"] = json!("x")).await.code(), "BadRecord");
    assert_eq!(tamper(|r| r["given"] = json!(-1)).await.code(), "Malformed");
    let wrong = tamper(|r| r["entries"][5][3] = json!("0000000000000000")).await;
    assert_eq!(
        (wrong.code().as_str(), &wrong.json()["error"]["at"]),
        ("BadRecord", &json!(5))
    );
    let wrong = tamper(|r| r["entries"][7][1] = json!("fly")).await;
    assert_eq!(
        (wrong.code().as_str(), &wrong.json()["error"]["at"]),
        ("BadRecord", &json!(7))
    );
}
