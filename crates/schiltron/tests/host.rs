//! What a host does with the games of a folder, through the program.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Its exit code, and what it said.
fn schiltron(args: &[&str]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_schiltron"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

fn ok(args: &[&str]) -> String {
    let (code, out, err) = schiltron(args);
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

/// It could not be done, and says why.
fn refused(args: &[&str], why: &str) {
    let (code, _, err) = schiltron(args);
    assert!(code == 2 && err.contains(why), "{args:?}: {code}, {err}");
}

struct Server {
    child: Child,
    at: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_schiltron"))
            .args(["serve", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let at = line.trim().strip_prefix("Schiltron is at http://").unwrap().to_string();
        Server { child, at }
    }

    fn ask(&self, head: &str, body: &str) -> serde_json::Value {
        let mut stream = TcpStream::connect(&self.at).unwrap();
        let length = body.len();
        write!(
            stream,
            "{head}\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
            self.at
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        serde_json::from_str(body).unwrap_or_else(|fault| panic!("{fault}: {answer}"))
    }

    /// Name and watch token of a new game.
    fn begin(&self) -> [String; 2] {
        let body = r#"{"scenario": "edward/bannockburn", "seats": [{"kind": "here"}, {"kind": "here"}]}"#;
        let opened = self.ask("POST /api/games HTTP/1.1", body);
        ["game", "watch"].map(|name| opened[name].as_str().unwrap().to_string())
    }

    /// Whether a game is there.
    fn has(&self, [game, watch]: &[String; 2]) -> bool {
        let about = format!("GET /api/games/{game} HTTP/1.1\r\nauthorization: Bearer {watch}");
        self.ask(&about, "")["game"] == game.as_str()
    }

    fn stop(mut self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(told.success() && self.child.wait().unwrap().success());
    }
}

#[test]
fn games_are_copied_while_they_are_played_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (data, copy) = (at("data"), at("copy.sqlite"));
    let server = Server::start(Path::new(&data));
    let game = server.begin();
    assert!(ok(&["backup", "--data", &data, &copy]).contains("1 games"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let late = server.begin();
    refused(&["backup", "--data", &data, &copy], "is there already");
    refused(&["restore", "--data", &data, "--replace", &copy], "stop it first");
    assert!(ok(&["doctor", "--data", &data]).contains("2 games"));
    server.stop();
    refused(&["restore", "--data", &data, &copy], "--replace");
    assert!(ok(&["restore", "--data", &data, "--replace", &copy]).contains("games-before-1.sqlite"));
    let server = Server::start(Path::new(&data));
    assert!(server.has(&game) && !server.has(&late));
    server.stop();
    // Into a folder that is not there yet.
    ok(&["restore", "--data", &at("new/deep"), &copy]);
    let server = Server::start(Path::new(&at("new/deep")));
    assert!(server.has(&game));
    server.stop();
}

#[test]
fn a_game_goes_from_one_server_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (here, there, files) = (at("here"), at("there"), at("files"));
    let server = Server::start(Path::new(&here));
    let games = [server.begin(), server.begin()];
    let said = ok(&["export", "--data", &here, "--to", &files, &games[0][0]]);
    assert!(said.contains(&games[0][0]), "{said}");
    assert_eq!(fs::read_dir(&files).unwrap().count(), 1);
    ok(&["export", "--data", &here, "--to", &files, "--all"]);
    assert_eq!(fs::read_dir(&files).unwrap().count(), 2);
    let file = |game: &[String; 2]| format!("{files}/{}.json", game[0]);
    refused(&["import", "--data", &here, &file(&games[0])], "stop it first");
    server.stop();
    refused(&["import", "--data", &here, &file(&games[0])], "is here already");
    // All or none.
    let broken = at("broken.json");
    fs::write(&broken, "{\"format\": \"schiltron-game/1\"}").unwrap();
    refused(
        &["import", "--data", &there, &file(&games[0]), &broken],
        "no exported game",
    );
    ok(&["import", "--data", &there, &file(&games[0]), &file(&games[1])]);
    let server = Server::start(Path::new(&there));
    assert!(games.iter().all(|game| server.has(game)));
    server.stop();
}

#[test]
fn what_the_host_blocks_a_running_server_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data").to_str().unwrap().to_string();
    let server = Server::start(Path::new(&data));
    let (game, other) = (server.begin(), server.begin());
    let about = |[game, watch]: &[String; 2]| {
        let head = format!("GET /api/games/{game} HTTP/1.1\r\nauthorization: Bearer {watch}");
        server.ask(&head, "")["error"]["code"]
            .as_str()
            .unwrap_or("")
            .to_string()
    };
    let until = |code: &str| {
        while about(&game) != code {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    let block = |words: &[&str]| ok(&[&["block", "--data", data.as_str()], words].concat());
    assert_eq!(block(&[]), "");
    assert_eq!(block(&[&game[0]]), format!("{}\n", game[0]));
    until("GameBlocked");
    assert_eq!(about(&other), "");
    assert_eq!(block(&["192.0.2.0/24"]), format!("{}\n192.0.2.0/24\n", game[0]));
    assert_eq!(block(&["--lift", &game[0]]), "192.0.2.0/24\n");
    until("");
    block(&["127.0.0.1"]);
    until("Blocked");
    // It is still so after a restart.
    refused(&["block", "--data", &data, "192.0.2.0/99"], "192.0.2.0/99");
    server.stop();
    let server = Server::start(Path::new(&data));
    let refusal = server.ask("GET /api/shelf HTTP/1.1", "");
    assert_eq!(refusal["error"]["code"], "Blocked");
    assert_eq!(block(&["--lift", "127.0.0.1", "192.0.2.0/24"]), "");
    server.stop();
}

#[test]
fn what_cannot_be_done_is_said_clearly() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let data = at("data");
    for command in ["doctor", "backup", "export"] {
        let rest: &[&str] = match command {
            "doctor" => &[],
            _ => &["000000000000"],
        };
        refused(&[&[command, "--data", &data], rest].concat(), "there are no games");
    }
    let server = Server::start(Path::new(&data));
    server.begin();
    server.stop();
    refused(&["export", "--data", &data, "nonsense"], "no name of a game");
    refused(&["export", "--data", &data, "000000000000"], "there is no game");
    refused(&["import", "--data", &data, &at("missing.json")], "missing.json");
    let text = at("text");
    fs::write(&text, "no database at all, but long enough to be one".repeat(100)).unwrap();
    refused(&["restore", "--data", &at("other"), &text], "no copy of games");
    assert!(!Path::new(&at("other")).join("games.sqlite").exists());
    let other = at("future.json");
    fs::write(&other, r#"{"format": "schiltron-game/9"}"#).unwrap();
    refused(&["import", "--data", &data, &other], "schiltron-game/9");
}

#[test]
fn a_doctor_finds_damage() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(folder.path());
    let [game, _] = server.begin();
    server.stop();
    assert!(ok(&["doctor", "--data", data]).starts_with("1 games, 0 of them over"));
    let file = folder.path().join("games.sqlite");
    let copy = folder.path().join("files");
    ok(&["export", "--data", data, "--to", copy.to_str().unwrap(), &game]);
    // A choice that was never made.
    let exported = copy.join(format!("{game}.json"));
    let text = fs::read_to_string(&exported).unwrap();
    let text = text.replace(r#""moves":[]"#, r#""moves":[["one","nonsense",[]]]"#);
    fs::write(&exported, text).unwrap();
    fs::remove_file(&file).unwrap();
    let said = ok(&["import", "--data", data, exported.to_str().unwrap()]);
    assert!(said.contains("damaged"), "{said}");
    let (code, _, err) = schiltron(&["doctor", "--data", data]);
    assert!(code == 1 && err.contains(&game), "{code}: {err}");
    // The file itself.
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len();
    bytes[end / 2..].fill(7);
    fs::write(&file, bytes).unwrap();
    let (code, _, err) = schiltron(&["doctor", "--data", data]);
    assert!(code != 0 && !err.is_empty(), "{code}: {err}");
}
