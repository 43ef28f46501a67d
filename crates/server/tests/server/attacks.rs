//! What a stranger with bad intentions can do, and what it costs everybody else: nothing.

use crate::client::{Host, Keys, Socket, get, here, new_game, post, unlimited};
use crate::kill::spawn_under;
use crate::measured::{metrics, value};
use serde_json::json;
use server::Limits;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Sends a request and goes away before it can have been answered.
async fn cut(addr: SocketAddr, request: &str, after: Duration) {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    sleep(after).await;
}

#[tokio::test]
async fn cut_requests_leave_nothing_behind() {
    let host = Host::with(Limits {
        memory: 8 * (260 << 10),
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let body = json!({"scenario": "edward/bannockburn", "seats": here()}).to_string();
    for n in 0..300 {
        let after = Duration::from_micros(n % 8 * 150);
        let token = "authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA";
        cut(
            addr,
            &format!("GET /api/games/{n:012} HTTP/1.1\r\nhost: localhost\r\n{token}\r\n\r\n"),
            after,
        )
        .await;
        let length = body.len();
        let kind = "content-type: application/json";
        cut(
            addr,
            &format!("POST /api/games HTTP/1.1\r\nhost: {addr}\r\n{kind}\r\ncontent-length: {length}\r\n\r\n{body}"),
            after,
        )
        .await;
    }
    sleep(Duration::from_millis(500)).await;
    let keys = new_game(addr, here()).await;
    assert_eq!(get(addr, &keys.path(""), &keys.seats[0]).await.status, 200);
    let games = get(addr, "/api/health", "").await.ok()["games"].as_u64().unwrap();
    assert!(games <= 10, "{games} games in memory");
}

#[tokio::test]
async fn a_wrong_token_brings_no_game_into_memory() {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let host = host.restart().await;
    let addr = host.addr();
    assert_eq!(get(addr, &keys.path(""), "wrong").await.code(), "WrongToken");
    let list = json!({"tokens": [format!("{}#wrong", keys.game)]});
    assert_eq!(post(addr, "/api/games/list", "", &list).await.ok()["games"], json!([]));
    let token = "A".repeat(keys.seats[0].len());
    let join = json!({"invitation": token, "token": token});
    assert_ne!(post(addr, &keys.path("/join"), "", &join).await.status, 200);
    let recover = json!({"recovery": token, "token": token});
    assert_ne!(post(addr, &keys.path("/recover"), "", &recover).await.status, 200);
    let mut stranger = Socket::raw(addr, &keys.game).await;
    stranger.send(&json!({"hello": {"token": "wrong"}}).to_string()).await;
    assert_eq!(stranger.next().await.unwrap()["error"]["code"], "WrongToken");
    assert_eq!(get(addr, "/api/health", "").await.ok()["games"], 0);
    assert_eq!(get(addr, &keys.path(""), &keys.seats[0]).await.status, 200);
    assert_eq!(get(addr, "/api/health", "").await.ok()["games"], 1);
}

#[tokio::test]
async fn half_sent_requests_are_given_up() {
    let host = Host::with(Limits {
        header: Duration::from_millis(300),
        ..unlimited()
    })
    .await;
    let mut stream = TcpStream::connect(host.addr()).await.unwrap();
    stream
        .write_all(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-")
        .await
        .unwrap();
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "the connection is held for ever");
    // And one that says nothing at all.
    let mut stream = TcpStream::connect(host.addr()).await.unwrap();
    let closed = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "a silent connection is held for ever");
}

#[tokio::test]
async fn one_address_holds_only_so_many_connections_and_is_told() {
    let host = Host::with(Limits {
        connections: 20,
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let mut held = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(addr).await.unwrap();
        stream.write_all(b"GET /api/he").await.unwrap();
        held.push(stream);
    }
    sleep(Duration::from_millis(100)).await;
    let reply = get(addr, "/api/health", "").await;
    assert_eq!((reply.status, reply.code().as_str()), (503, "Overloaded"));
    drop(held);
    sleep(Duration::from_millis(300)).await;
    assert_eq!(get(addr, "/api/health", "").await.status, 200);
}

/// More than are waited for at once, and none of them says a word.
#[tokio::test]
async fn everybody_who_comes_in_vain_is_told_so() {
    let host = Host::with(Limits {
        connections: 3,
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(addr).await.unwrap();
        stream.write_all(b"GET /api/he").await.unwrap();
        held.push(stream);
    }
    sleep(Duration::from_millis(100)).await;
    let mut vain = Vec::new();
    for _ in 0..200 {
        vain.push(TcpStream::connect(addr).await.unwrap());
    }
    for mut stream in vain {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 503") && answer.contains("Overloaded"),
            "{answer:?}"
        );
    }
    let text = metrics(&host).await;
    assert_eq!(value(&text, "schiltron_turned_away_total"), 200.0);
    assert_eq!(value(&text, "schiltron_refusals_total{code=\"Overloaded\"}"), 200.0);
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let host = Host::with(Limits {
        body: Duration::from_millis(200),
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let kind = "content-type: application/json\r\nconnection: close";
    let head = format!("POST /api/games HTTP/1.1\r\nhost: {addr}\r\n{kind}\r\ncontent-length: 99\r\n\r\n{{");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
    let answer = String::from_utf8(answer).unwrap();
    assert!(closed.is_ok(), "the connection is held for ever");
    assert!(
        answer.starts_with("HTTP/1.1 408") && answer.contains("TooSlow"),
        "{answer}"
    );
}

/// A server that was started with few files takes as many as it may.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_limit_of_open_files_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, addr) = spawn_under(folder.path(), "ulimit -Sn 200");
    assert_eq!(get(addr, "/api/health", "").await.status, 200);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let [soft, hard] = [3, 4].map(|at| files.split_whitespace().nth(at).unwrap().to_string());
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(soft, hard);
    assert_ne!(soft, "200", "this machine has no higher limit to raise it to");
}

/// Half-sent requests that hold every file that the server may have: whoever comes then is told, and the server can still write.
#[cfg(unix)]
#[tokio::test]
async fn when_no_file_is_left_whoever_comes_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, addr) = spawn_under(folder.path(), "ulimit -n 160");
    let mut held = Vec::new();
    for _ in 0..140 {
        let mut stream = TcpStream::connect(addr).await.unwrap();
        stream.write_all(b"GET /api/he").await.unwrap();
        held.push(stream);
    }
    sleep(Duration::from_millis(300)).await;
    let reply = get(addr, "/api/health", "").await;
    assert_eq!((reply.status, reply.code().as_str()), (503, "Overloaded"));
    held.truncate(50);
    sleep(Duration::from_millis(300)).await;
    assert_eq!(get(addr, "/api/health", "").await.ok()["ok"], true);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[tokio::test]
async fn a_plan_has_an_end() {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let plan = |n: usize, version: u64| json!({"do": "plan", "version": version, "choices": vec!["end"; n]});
    let version = socket.version();
    assert_eq!(socket.ask(plan(201, version)).await["error"]["code"], "PlanTooLong");
    assert_ne!(socket.ask(plan(200, version)).await["error"]["code"], "PlanTooLong");
}

#[cfg(unix)]
#[tokio::test]
async fn the_games_are_for_the_host_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::set_permissions(&games, std::fs::Permissions::from_mode(0o755)).unwrap();
    let running = server::start(server::Config::new(&games)).await.unwrap();
    new_game(running.addr(), here()).await;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&games), 0o700);
    for file in std::fs::read_dir(&games).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

/// A file that may not grow is a disk that is full. The system also sends a signal that ends a program that does not expect it.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_cannot_write_says_so_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, addr) = spawn_under(folder.path(), "ulimit -f 400");
    assert_eq!(get(addr, "/api/health", "").await.ok()["ok"], true);
    let body = json!({"scenario": "edward/bannockburn", "seats": here()});
    let mut keys = Vec::new();
    let refused = loop {
        let reply = post(addr, "/api/games", "", &body).await;
        match reply.status {
            200 => keys.push(Keys::read(&reply.json())),
            _ => break reply.code(),
        }
    };
    assert_eq!(refused, "Broken");
    // Where no game fits any more a few signs of life still may.
    let mut reply = get(addr, "/api/health", "").await;
    for _ in 0..50 {
        if reply.status != 200 {
            break;
        }
        reply = get(addr, "/api/health", "").await;
    }
    assert_eq!((reply.status, reply.code().as_str()), (503, "Unwell"));
    // What was there before is still there.
    assert_eq!(get(addr, &keys[0].path(""), &keys[0].seats[0]).await.status, 200);
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Half of a request, and then the signal to end.
#[cfg(unix)]
#[tokio::test]
async fn a_half_sent_request_does_not_keep_the_server_up() {
    let host = Host::start().await;
    let addr = host.addr();
    let mut half = TcpStream::connect(addr).await.unwrap();
    half.write_all(b"GET /api/health HT").await.unwrap();
    let mut body = TcpStream::connect(addr).await.unwrap();
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {addr}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{"
    );
    body.write_all(head.as_bytes()).await.unwrap();
    sleep(Duration::from_millis(100)).await;
    let down = tokio::time::timeout(Duration::from_secs(5), host.running.shutdown());
    assert!(down.await.is_ok(), "the server waits for what never comes");
}
