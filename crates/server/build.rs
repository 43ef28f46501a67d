//! The page is built by Node and embedded here. Without it this crate still builds, with a page that says what to do.
//!
//! Which rules a game is played under is told by a hash of the code that rules. Captains and tests rule nothing.

use std::fs;
use std::path::{Path, PathBuf};

const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Schiltron</title>
<h1>The page has not been built</h1>
<p>Run <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, then build the program again.</p>
</html>
";

const RULING: [&str; 6] = ["kernel", "board", "quad", "medieval", "elements", "retinue"];

fn main() {
    let page = Path::new("../../web/dist");
    let index = page.join("index.html");
    if !index.exists() {
        fs::create_dir_all(page).expect("the folder of the page can be made");
        fs::write(index, PLACEHOLDER).expect("a page can be written to it");
    }
    // The page is not watched here: the compiler knows the files that it embeds, and builds this crate again if they change.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SCHILTRON_RULES={:016x}", rules());
    // For a test that none is missing.
    println!("cargo::rustc-env=SCHILTRON_RULING={}", RULING.join(" "));
}

/// A hash of the code that rules.
fn rules() -> u64 {
    let mut files = Vec::new();
    for name in RULING {
        let folder = Path::new("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        find(&folder, &mut files);
    }
    // In one order on every machine.
    files.sort();
    let mut hash = FNV_START;
    for file in files {
        // Two ways of ending a line are one text.
        let text = fs::read_to_string(&file)
            .expect("a source file can be read")
            .replace('\r', "");
        hash = more(
            more(hash, file.to_string_lossy().replace('\\', "/").as_bytes()),
            text.as_bytes(),
        );
    }
    hash
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the rules are beside the server");
    for path in entries.map(|entry| entry.expect("a folder can be read").path()) {
        let name = path.file_stem().unwrap_or_default();
        match path.is_dir() {
            true if name != "captains" => find(&path, files),
            false if path.extension().is_some_and(|kind| kind == "rs") && name != "tests" => files.push(path),
            _ => {}
        }
    }
}

/// FNV-1a: it is to notice a change, not to withstand anybody.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn more(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(step(hash, &0), step)
}
