//! What a server writes to its log.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server in a folder of its own, and where it is.
fn serve(args: &[&str], level: Option<&str>) -> (Child, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_schiltron"));
    command.arg("serve").arg("--data").arg(folder.path()).args(args);
    command.env_remove("RUST_LOG");
    if let Some(level) = level {
        command.env("RUST_LOG", level);
    }
    let mut child = (command.stdout(Stdio::piped()).stderr(Stdio::piped()))
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let at = line
        .trim()
        .strip_prefix("Schiltron is at http://")
        .expect("the address");
    (child, at.to_string(), folder)
}

/// Asks for its health, ends it, and returns its log.
fn log(args: &[&str], level: Option<&str>) -> String {
    let (mut child, at, _folder) = serve(args, level);
    let mut stream = TcpStream::connect(&at).unwrap();
    write!(
        stream,
        "GET /api/health HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let ended = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(ended.success() && child.wait().unwrap().success());
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    log
}

#[test]
fn a_server_says_what_it_does() {
    let usual = log(&[], None);
    assert!(usual.contains("listening") && usual.contains("going down"), "{usual}");
    assert!(!usual.contains("/api/health"), "{usual}");
    assert_eq!(log(&[], Some("off")), "");
    // Lines of requests are there when they are asked for, not with everything else.
    for (level, asked) in [("info", false), ("debug", false), ("warn,server::request=info", true)] {
        let lines = log(&[], Some(level));
        assert_eq!(lines.contains("/api/health"), asked, "{level}: {lines}");
    }
    assert!(log(&["--log-requests"], Some("warn")).contains("/api/health"));
}

/// A request of which only half has come is told nothing more, and the others are not kept waiting for it.
#[test]
fn a_server_that_is_told_to_stop_does_not_wait_for_half_a_request() {
    let (mut child, at, _folder) = serve(&[], None);
    let mut half = TcpStream::connect(&at).unwrap();
    write!(half, "GET /api/health HTTP/1.1\r\nhost: ").unwrap();
    let mut body = TcpStream::connect(&at).unwrap();
    write!(
        body,
        "POST /api/games HTTP/1.1\r\nhost: {at}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    )
    .unwrap();
    let ended = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(ended.success());
    // While both are still open, and sooner than requests under way would be waited for, which is ten seconds.
    let ended = (0..80).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        child.try_wait().unwrap()
    });
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
    for mut cut in [half, body] {
        let mut answer = String::new();
        // Cut off or refused, but not answered as if it had come.
        let _ = cut.read_to_string(&mut answer);
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
}

#[test]
fn every_request_is_a_line_if_wanted() {
    let lines = log(&["--log-requests", "--log-json"], None);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let requests: Vec<_> = lines.filter(|line| line["target"] == "server::request").collect();
    assert_eq!(requests.len(), 1);
    let fields = &requests[0]["fields"];
    assert_eq!(
        (&fields["path"], &fields["status"]),
        (&"/api/health".into(), &200.into()),
        "{fields}"
    );
}
