//! Seats and their holders: invitations, recovery codes, and what one player can do to the other's seat.

use crate::client::{Host, Keys, Reply, SCENARIO, Socket, get, new_game, post, send, unlimited};
use crate::kill::spawn_under;
use crate::stored::stored;
use serde_json::{Value, json};
use server::{Limits, Rate};
use std::net::SocketAddr;
use std::time::Duration;

/// A game against a friend who has not joined yet.
struct Begun {
    addr: SocketAddr,
    opened: Value,
    keys: Keys,
}

impl Begun {
    async fn at(addr: SocketAddr) -> Begun {
        let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
        let body = json!({"scenario": SCENARIO, "seats": seats});
        let opened = post(addr, "/api/games", "", &body).await.ok();
        let keys = Keys::read(&opened);
        Begun { addr, opened, keys }
    }

    /// The token of whoever created it.
    fn mine(&self) -> &str {
        &self.keys.seats[0]
    }

    fn invitation(&self) -> String {
        self.opened["invitations"][1].as_str().unwrap().to_string()
    }

    async fn join(&self, invitation: &str, token: &str) -> Reply {
        let body = json!({"invitation": invitation, "token": token});
        post(self.addr, &self.keys.path("/join"), "", &body).await
    }

    async fn invited_to(&self, invitation: &str) -> Reply {
        let body = json!({"invitation": invitation});
        post(self.addr, &self.keys.path("/invitation"), "", &body).await
    }

    async fn recover(&self, recovery: &Value, token: &str) -> Reply {
        let body = json!({"recovery": recovery, "token": token});
        post(self.addr, &self.keys.path("/recover"), "", &body).await
    }

    async fn invite(&self, token: &str) -> Reply {
        post(self.addr, &self.keys.path("/invite"), token, &json!({})).await
    }

    async fn viewer(&self, token: &str) -> Value {
        let reply = get(self.addr, &self.keys.path(""), token).await;
        let json = reply.json();
        json.get("viewer").unwrap_or(&json["error"]["code"]).clone()
    }
}

/// A token as a client makes it; one of these for each letter.
fn token(letter: char) -> String {
    letter.to_string().repeat(22)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Until the server has seen that a socket is gone.
async fn leave(socket: Socket) {
    drop(socket);
    tokio::time::sleep(Duration::from_millis(200)).await;
}

async fn quick() -> Host {
    let absence = Duration::from_secs(1);
    Host::with(Limits { absence, ..unlimited() }).await
}

#[tokio::test]
async fn the_creator_never_has_the_friends_token() {
    let host = Host::start().await;
    let game = Begun::at(host.addr()).await;
    assert!(game.opened["seats"][1].is_null() && game.opened["recoveries"][1].is_null());
    let code = game.invitation();
    assert_eq!(game.viewer(&code).await, "WrongToken");
    let mut socket = Socket::connect(game.addr, &game.keys.game, game.mine()).await;
    assert_eq!(socket.state["vacant"], json!(["two"]));

    let joined = game.join(&code, &token('A')).await.ok();
    assert_eq!(joined["seat"], "two");
    assert_eq!(game.viewer(&token('A')).await, "two");
    let told = socket.next().await.unwrap();
    assert!(told.get("vacant").is_none(), "{told}");
    // Nothing that the creator can ask for has it in it.
    let theirs = [token('A'), text(&joined["recovery"]).to_string()];
    let mut said = vec![game.opened.to_string(), told.to_string()];
    for rest in ["", "/board", "/scene", "/story", "/record"] {
        said.push(
            get(game.addr, &game.keys.path(rest), game.mine())
                .await
                .ok()
                .to_string(),
        );
    }
    let list = json!({"tokens": [format!("{}#{}", game.keys.game, game.mine())]});
    said.push(post(game.addr, "/api/games/list", "", &list).await.ok().to_string());
    said.push(game.join(&code, &token('B')).await.json().to_string());
    said.push(game.invite(game.mine()).await.json().to_string());
    for answer in said {
        assert!(theirs.iter().all(|secret| !answer.contains(secret)), "{answer}");
    }
}

#[tokio::test]
async fn an_invitation_says_what_it_is_to_and_changes_nothing() {
    let host = Host::start().await;
    let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
    let body = json!({"scenario": SCENARIO, "seats": seats, "name": "Ada"});
    let opened = post(host.addr(), "/api/games", "", &body).await.ok();
    let game = Begun {
        addr: host.addr(),
        keys: Keys::read(&opened),
        opened,
    };
    let code = game.invitation();
    for wrong in ["", "x", game.mine(), &game.keys.watch] {
        let refused = game.invited_to(wrong).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "WrongInvitation"));
    }
    let told = game.invited_to(&code).await.ok();
    assert_eq!((&told["seat"], &told["name"]), (&json!("two"), &json!("Ada")));
    assert_eq!(
        (&told["scenario"], &told["sides"]),
        (&json!(SCENARIO), &json!(["Scots", "English"]))
    );
    // Whoever has looked can still join, once; then the invitation tells nothing more.
    game.join(&code, &token('A')).await.ok();
    let used = game.invited_to(&code).await;
    assert_eq!((used.status, used.code().as_str()), (410, "InvitationUsed"));
}

#[tokio::test]
async fn an_invitation_is_good_for_one() {
    let host = Host::start().await;
    let game = Begun::at(host.addr()).await;
    let code = game.invitation();
    for wrong in ["", "x", game.mine(), &game.keys.watch] {
        let refused = game.join(wrong, &token('A')).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "WrongInvitation"));
    }
    for short in ["", "x", &"A".repeat(21), &"A".repeat(23), "AAAAAAAAAAAAAAAAAAAAA+"] {
        assert_eq!(game.join(&code, short).await.code(), "Malformed", "{short}");
    }
    // Who brings the token of another would let everybody in who has it.
    assert_eq!(game.join(&code, &game.keys.watch).await.code(), "Malformed");
    assert_eq!(game.join(&code, game.mine()).await.code(), "Malformed");
    let unknown = json!({"invitation": code, "token": token('A')});
    let unknown = post(game.addr, "/api/games/000000000000/join", "", &unknown).await;
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "UnknownGame"));

    game.join(&code, &token('A')).await.ok();
    let again = game.join(&code, &token('B')).await;
    assert_eq!((again.status, again.code().as_str()), (410, "InvitationUsed"));
    assert_eq!(game.viewer(&token('B')).await, "WrongToken");
    // The one who has joined may ask again: his answer may have been lost. The newest recovery code counts.
    let first = game.join(&code, &token('A')).await.ok();
    let second = game.join(&code, &token('A')).await.ok();
    assert_eq!(
        game.recover(&first["recovery"], &token('C')).await.code(),
        "WrongRecovery"
    );
    assert_eq!(game.recover(&second["recovery"], &token('C')).await.ok()["seat"], "two");
}

/// Mail programs and messengers fetch a link before anybody has seen it.
#[tokio::test]
async fn a_link_that_is_merely_fetched_uses_nothing_up() {
    let host = Host::start().await;
    let game = Begun::at(host.addr()).await;
    let code = game.invitation();
    // The link is `/g/GAME#join=CODE`, of which a browser sends what is before the `#`. Some that fetch links do not know that.
    let page = format!("/g/{}", game.keys.game);
    let join = game.keys.path("/join");
    for path in [
        page.clone(),
        format!("{page}?join={code}"),
        format!("{page}%23join={code}"),
        join.clone(),
        format!("{join}?invitation={code}&token={}", token('S')),
    ] {
        for method in ["GET", "HEAD", "OPTIONS"] {
            let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {code}");
            let reply = send(game.addr, &head, b"").await;
            assert!(reply.status != 500, "{method} {path}: {}", reply.status);
        }
    }
    assert_eq!(get(game.addr, &join, "").await.status, 405);
    let mut socket = Socket::connect(game.addr, &game.keys.game, game.mine()).await;
    assert_eq!(socket.state["vacant"], json!(["two"]));
    assert_eq!(game.join(&code, &token('A')).await.ok()["seat"], "two");
    assert!(socket.next().await.unwrap().get("vacant").is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_join_at_once_one_gets_the_seat() {
    let host = Host::start().await;
    for _ in 0..5 {
        let game = Begun::at(host.addr()).await;
        let path = game.keys.path("/join");
        let tries = ('a'..='p').map(|letter| {
            let (addr, path) = (game.addr, path.clone());
            let body = json!({"invitation": game.invitation(), "token": token(letter)});
            tokio::spawn(async move { (letter, post(addr, &path, "", &body).await) })
        });
        let mut seated = Vec::new();
        for attempt in tries.collect::<Vec<_>>() {
            let (letter, reply) = attempt.await.unwrap();
            match reply.status {
                200 => seated.push(letter),
                _ => assert_eq!(reply.code(), "InvitationUsed"),
            }
        }
        assert_eq!(seated.len(), 1, "{seated:?}");
        for letter in 'a'..='p' {
            let expected = if seated == [letter] { "two" } else { "WrongToken" };
            assert_eq!(game.viewer(&token(letter)).await, expected);
        }
    }
}

#[tokio::test]
async fn a_restart_keeps_seats_and_invitations() {
    let host = Host::start().await;
    let (joined, open) = (Begun::at(host.addr()).await, Begun::at(host.addr()).await);
    let recovery = joined.join(&joined.invitation(), &token('A')).await.ok()["recovery"].clone();
    let host = host.restart().await;
    let at = |game: Begun| Begun {
        addr: host.addr(),
        ..game
    };
    let (joined, open) = (at(joined), at(open));
    assert_eq!(joined.viewer(&token('A')).await, "two");
    assert_eq!(
        joined.join(&joined.invitation(), &token('B')).await.code(),
        "InvitationUsed"
    );
    assert_eq!(joined.recover(&recovery, &token('C')).await.ok()["seat"], "two");
    assert_eq!(open.join(&open.invitation(), &token('B')).await.ok()["seat"], "two");
}

#[tokio::test]
async fn a_killed_server_has_told_nothing_that_it_forgets() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, addr) = spawn_under(folder.path(), "true");
    let game = Begun::at(addr).await;
    let recovery = game.join(&game.invitation(), &token('A')).await.ok()["recovery"].clone();
    game.recover(&recovery, &token('B')).await.ok();
    child.kill().unwrap();
    child.wait().unwrap();
    let (mut child, addr) = spawn_under(folder.path(), "true");
    let game = Begun { addr, ..game };
    assert_eq!(game.viewer(&token('A')).await, "SeatMoved");
    assert_eq!(game.viewer(&token('B')).await, "two");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn a_recovery_code_gives_the_seat_back() {
    let host = Host::start().await;
    let game = Begun::at(host.addr()).await;
    let theirs = game.join(&game.invitation(), &token('A')).await.ok()["recovery"].clone();
    let mut old = Socket::connect(game.addr, &game.keys.game, &token('A')).await;
    let sloppy = json!(text(&theirs).to_uppercase().replace('-', " "));
    assert_eq!(game.recover(&sloppy, &token('B')).await.ok()["seat"], "two");
    // The old device is told, and shut out.
    let last = old.next().await.unwrap();
    assert_eq!(
        (&last["type"], &last["error"]["code"]),
        (&json!("refused"), &json!("SeatMoved"))
    );
    assert!(old.next().await.is_none());
    assert_eq!(game.viewer(&token('A')).await, "SeatMoved");
    assert_eq!(game.viewer(&token('B')).await, "two");
    // It stays good, and asking twice does no harm.
    assert_eq!(game.recover(&theirs, &token('B')).await.status, 200);
    assert_eq!(game.recover(&theirs, &token('C')).await.status, 200);
    assert_eq!(game.viewer(&token('C')).await, "two");
    // The creator has one for his own seat, and for no other.
    assert_eq!(
        game.recover(&game.opened["recoveries"][0], &token('D')).await.ok()["seat"],
        "one"
    );
    assert_eq!(game.viewer(game.mine()).await, "SeatMoved");
    for wrong in [json!(""), json!("x"), json!(game.invitation()), json!(game.keys.watch)] {
        let refused = game.recover(&wrong, &token('E')).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "WrongRecovery"));
    }
    // A new code makes the old one void.
    let path = game.keys.path("/recovery");
    let new = post(game.addr, &path, &token('C'), &json!({})).await.ok()["recovery"].clone();
    assert_eq!(game.recover(&theirs, &token('F')).await.code(), "WrongRecovery");
    assert_eq!(game.recover(&new, &token('F')).await.ok()["seat"], "two");
    assert_eq!(
        post(game.addr, &path, &game.keys.watch, &json!({})).await.code(),
        "NotYourSeat"
    );
}

#[tokio::test]
async fn who_is_there_keeps_his_seat() {
    let host = quick().await;
    let game = Begun::at(host.addr()).await;
    game.join(&game.invitation(), &token('A')).await.ok();
    let there = Socket::connect(game.addr, &game.keys.game, &token('A')).await;
    let refused = game.invite(game.mine()).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "SeatInUse"));
    leave(there).await;

    // He comes back while somebody else is invited: that invitation is void, and he learns of it.
    let invited = game.invite(game.mine()).await.ok();
    assert_eq!((&invited["seat"], &invited["waits"]), (&json!("two"), &json!(1)));
    let code = text(&invited["invitation"]);
    let early = game.join(code, &token('B')).await;
    assert_eq!((early.status, early.code().as_str()), (409, "SeatHeld"));
    let back = Socket::connect(game.addr, &game.keys.game, &token('A')).await;
    assert!(back.state["asked"].is_u64(), "{}", back.state["asked"]);
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!(game.join(code, &token('B')).await.code(), "WrongInvitation");
    leave(back).await;
    // Looking at the list of his games is enough.
    let invited = game.invite(game.mine()).await.ok();
    let list = json!({"tokens": [format!("{}#{}", game.keys.game, token('A'))]});
    post(game.addr, "/api/games/list", "", &list).await.ok();
    tokio::time::sleep(Duration::from_millis(2100)).await;
    let code = text(&invited["invitation"]);
    assert_eq!(game.join(code, &token('B')).await.code(), "WrongInvitation");
    assert_eq!(game.viewer(&token('A')).await, "two");
    // The other one is not told of his own asking.
    let mine = Socket::connect(game.addr, &game.keys.game, game.mine()).await;
    assert!(mine.state.get("asked").is_none());
}

#[tokio::test]
async fn who_stays_away_loses_his_seat_to_the_new_invitation() {
    let host = quick().await;
    let game = Begun::at(host.addr()).await;
    let old = game.join(&game.invitation(), &token('A')).await.ok()["recovery"].clone();
    let invited = game.invite(game.mine()).await.ok();
    let code = text(&invited["invitation"]);
    // Until it is used nothing changes, nor by a restart.
    let host = host.restart().await;
    let game = Begun {
        addr: host.addr(),
        ..game
    };
    assert_eq!(game.join(code, &token('B')).await.code(), "SeatHeld");
    host.running.shutdown().await;
    let mut config = server::Config::new(host.folder.path());
    config.limits = Limits {
        absence: Duration::from_secs(1),
        ..unlimited()
    };
    let running = server::start(config).await.unwrap();
    let game = Begun {
        addr: running.addr(),
        ..game
    };
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!(game.join(code, &token('B')).await.ok()["seat"], "two");
    assert_eq!(game.join(code, &token('C')).await.code(), "InvitationUsed");
    assert_eq!(game.viewer(&token('A')).await, "SeatMoved");
    assert_eq!(game.viewer(&token('B')).await, "two");
    assert_eq!(game.recover(&old, &token('D')).await.code(), "WrongRecovery");
}

#[tokio::test]
async fn a_lost_link_is_replaced_at_once_if_nobody_has_joined() {
    let host = Host::start().await;
    let game = Begun::at(host.addr()).await;
    let invited = game.invite(game.mine()).await.ok();
    assert_eq!(invited["waits"], 0);
    assert_eq!(
        game.join(&game.invitation(), &token('A')).await.code(),
        "WrongInvitation"
    );
    assert_eq!(
        game.join(text(&invited["invitation"]), &token('A')).await.ok()["seat"],
        "two"
    );
    // The friend may invite just as well; watchers may not, and captains need no link.
    let back = game.invite(&token('A')).await.ok();
    assert_eq!((&back["seat"], &back["waits"]), (&json!("one"), &json!(24 * 3600)));
    assert_eq!(game.invite(&game.keys.watch).await.code(), "NotYourSeat");
    assert_eq!(game.invite("x").await.code(), "WrongToken");
    let captain = json!([{"kind": "here"}, {"kind": "captain", "name": "random"}]);
    let alone = new_game(game.addr, captain).await;
    let refused = post(game.addr, &alone.path("/invite"), &alone.seats[0], &json!({})).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "NotAPerson"));
}

#[tokio::test]
async fn guessing_is_slow() {
    let slow = Rate {
        burst: 3,
        per_second: 0.001,
    };
    let host = Host::with(Limits {
        joins: slow,
        ..unlimited()
    })
    .await;
    let game = Begun::at(host.addr()).await;
    assert_eq!(game.join("x", &token('A')).await.code(), "WrongInvitation");
    assert_eq!(game.recover(&json!("x"), &token('A')).await.code(), "WrongRecovery");
    assert_eq!(game.invite(game.mine()).await.status, 200);
    let refused = game.join(&game.invitation(), &token('A')).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "TooFast"));
}

#[tokio::test]
async fn a_game_of_an_older_program_goes_on() {
    // As the tables were before seats had one of their own.
    let (folder, told) = stored(3);
    let keys = Keys::read(&told[0]);
    let running = server::start(server::Config::new(folder.path())).await.unwrap();
    let addr = running.addr();
    for (token, viewer) in [
        (&keys.seats[0], "one"),
        (&keys.seats[1], "two"),
        (&keys.watch, "watcher"),
    ] {
        assert_eq!(get(addr, &keys.path(""), token).await.ok()["viewer"], viewer);
    }
    // Its players can have recovery codes from now on.
    let new = post(addr, &keys.path("/recovery"), &keys.seats[1], &json!({}))
        .await
        .ok();
    let body = json!({"recovery": new["recovery"], "token": token('A')});
    assert_eq!(post(addr, &keys.path("/recover"), "", &body).await.ok()["seat"], "two");
    running.shutdown().await;
}
