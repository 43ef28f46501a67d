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

/// A whole answer.
fn request(at: &str, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(at).unwrap();
    let length = body.len();
    write!(
        stream,
        "{head}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Looks again and again, for a minute at the most.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..600 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("it has not come to pass");
}

struct Server {
    child: Child,
    at: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schiltron"));
        command.args(["serve", "--data"]).arg(folder).stderr(Stdio::null());
        Server::run(&mut command)
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let at = line.trim().strip_prefix("Schiltron is at http://").unwrap().to_string();
        Server { child, at }
    }

    fn ask(&self, head: &str, body: &str) -> serde_json::Value {
        let answer = request(&self.at, &format!("{head}\r\nhost: {}", self.at), body);
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

/// What stands in the unit and in the container file is what the program takes, in a folder and surroundings of its own.
#[test]
fn a_site_for_everybody_has_all_that_its_host_has_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (data, archive, log) = (at("data"), at("archive"), at("log"));
    fs::create_dir(&data).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&data, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    // A game of ten days ago in which nothing has happened.
    let server = Server::start(Path::new(&data));
    let old = server.begin();
    server.stop();
    let ten_days = 10 * 24 * 3600;
    rusqlite::Connection::open(format!("{data}/games.sqlite"))
        .unwrap()
        .execute_batch(&format!("UPDATE tail SET changed = changed - {ten_days}"))
        .unwrap();

    let unit = include_str!("../../../deploy/schiltron.service").replace("\\\n", " ");
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let words = line.split_whitespace().skip(1).map(|word| match word {
        "8420" => "0",
        "/var/lib/schiltron" => &data,
        "127.0.0.1:9420" => "127.0.0.1:0",
        word => word,
    });
    let more = [
        "--keep-finished",
        "1000",
        "--keep-abandoned",
        "9",
        "--archive",
        &archive,
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_schiltron"));
    command.env_clear().current_dir(folder.path()).args(words).args(more);
    command.args(["--memory", "64", "--log-requests", "--log-json"]);
    command.stderr(fs::File::create(&log).unwrap());
    let server = Server::run(&mut command);

    // Its own name, numbers, and no other; the address of the player is what the proxy says.
    let health = |host: &str| {
        let head = format!("GET /api/health HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: 192.0.2.7");
        request(&server.at, &head, "")
    };
    assert!(health("games.example").starts_with("HTTP/1.1 200"));
    assert!(health(&server.at).starts_with("HTTP/1.1 200"));
    assert!(health("evil.example").starts_with("HTTP/1.1 421"));
    let lines = || {
        let text = fs::read_to_string(&log).unwrap();
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        lines.collect::<Vec<serde_json::Value>>()
    };
    until(|| {
        lines()
            .iter()
            .find(|line| line.to_string().contains("192.0.2.7"))
            .map(drop)
    });
    // Measurements where they were wanted.
    let told = |line: &serde_json::Value| {
        (line["fields"]["message"] == "measurements").then(|| line["fields"]["addr"].clone())
    };
    let metrics = until(|| lines().iter().find_map(told));
    let metrics = metrics.as_str().unwrap();
    let answer = request(metrics, &format!("GET /metrics HTTP/1.1\r\nhost: {metrics}"), "");
    assert!(answer.contains("schiltron_games"), "{answer}");
    // The old game was put where old games go, and the folder is the host's alone.
    until(|| {
        Path::new(&archive)
            .join(format!("{}.json", old[0]))
            .exists()
            .then_some(())
    });
    assert!(!server.has(&old));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    }
    server.stop();

    // The image starts with these words.
    let image = include_str!("../../../deploy/Containerfile");
    let words = image.lines().find_map(|line| line.strip_prefix("ENTRYPOINT ")).unwrap();
    let words: Vec<String> = serde_json::from_str(words).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_schiltron"));
    command.env_clear().stderr(Stdio::null());
    for word in &words[1..] {
        command.arg(match word.as_str() {
            "0.0.0.0" => "127.0.0.1",
            "8420" => "0",
            "/games" => &data,
            word => word,
        });
    }
    Server::run(&mut command).stop();
}

/// Whoever reads it knows where to look, and reads it once.
#[test]
fn a_server_that_cannot_start_names_its_folder_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (none, damaged, used, newer) = (at("none"), at("damaged"), at("used"), at("newer"));
    fs::write(&none, "").unwrap();
    fs::create_dir(&damaged).unwrap();
    fs::write(format!("{damaged}/games.sqlite"), [7; 5000]).unwrap();
    let server = Server::start(Path::new(&used));
    Server::start(Path::new(&newer)).stop();
    rusqlite::Connection::open(format!("{newer}/games.sqlite"))
        .unwrap()
        .pragma_update(None, "user_version", 1000)
        .unwrap();
    for (data, why) in [
        (&none, "folder"),
        (&damaged, "not a database"),
        (&used, "already uses"),
        (&newer, "newer program"),
    ] {
        let (code, _, err) = schiltron(&["serve", "--data", data]);
        let error = err.lines().find(|line| line.starts_with("error: ")).unwrap();
        assert_eq!((code, error.matches(data.as_str()).count()), (2, 1), "{err}");
        assert_eq!(error.matches(why).count(), 1, "{err}");
    }
    server.stop();
}

/// Tables of every former version can be looked after without a server.
#[test]
fn former_tables_are_examined_and_copied() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/server/stored");
    let folder = tempfile::tempdir().unwrap();
    let mut versions = 0;
    for file in fs::read_dir(stored).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "sqlite") {
            continue;
        }
        versions += 1;
        let name = file.file_stem().unwrap().to_str().unwrap();
        let at = |what: &str| {
            folder
                .path()
                .join(format!("{name}-{what}"))
                .to_str()
                .unwrap()
                .to_string()
        };
        let (data, copy, back) = (at("data"), at("copy"), at("back"));
        fs::create_dir(&data).unwrap();
        fs::copy(&file, format!("{data}/games.sqlite")).unwrap();
        let said = ok(&["doctor", "--data", &data]);
        let games = said.split(',').next().unwrap();
        assert!(games.ends_with(" games") && games != "0 games", "{name}: {said}");
        assert!(ok(&["backup", "--data", &data, &copy]).contains(games), "{name}");
        assert!(ok(&["restore", "--data", &back, &copy]).contains(games), "{name}");
        let server = Server::start(Path::new(&back));
        server.stop();
        assert!(ok(&["doctor", "--data", &back]).starts_with(games), "{name}");
    }
    assert!(versions >= 8);
}
