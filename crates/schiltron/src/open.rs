//! Scenarios by name, from a file, or from a folder of files.

use anyhow::{Context, Result, bail};
use games::diagnose::harmless;
use games::{LessonText, LoadFault, Options, OwnScenario, Scenario, Shelf, Source, Table, diagnose};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Bytes of a file that is read; scenarios, maps, cases and records are far smaller.
const LARGEST: u64 = 64 << 20;

/// The text of a file. One that is too large for what it should be is not read at all.
pub fn text(path: &Path) -> Result<String> {
    let told = || format!("{} cannot be read", path.display());
    let size = std::fs::metadata(path).with_context(told)?.len();
    if size > LARGEST {
        bail!("{} has {size} bytes; at most {LARGEST} are read", path.display());
    }
    let mut text = String::new();
    // What is not a file of its own, such as a pipe, tells no size beforehand.
    let read = std::fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    read.with_context(told)?;
    if text.len() as u64 > LARGEST {
        bail!("{} has more than {LARGEST} bytes", path.display());
    }
    Ok(text)
}

/// What comes with the program, and the scenarios in these files and folders.
pub fn shelf(own: &[PathBuf]) -> Result<Shelf> {
    let mut shelf = Shelf::standard();
    let mut files = Vec::new();
    for path in own {
        files.extend(scenario_files(path)?);
    }
    // Lessons come last: they are played on the scenarios.
    let (lessons, scenarios): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| text(file).is_ok_and(|text| is_lesson(&text)));
    let unplayable = |file: &Path, fault: LoadFault| Diagnosed::of(&file.to_string_lossy(), &fault);
    for file in scenarios {
        let own = read_own(&file)?;
        shelf = shelf.with_own(own).map_err(|fault| unplayable(&file, fault))?;
    }
    for file in lessons {
        let own = lesson_text(&file)?;
        shelf = shelf.with_lesson(own).map_err(|fault| unplayable(&file, fault))?;
    }
    Ok(shelf)
}

/// What comes with the program, and whatever scenarios of a folder are sound and have names of their own.
pub fn beside(folder: &Path) -> Result<Shelf> {
    let mut shelf = Shelf::standard();
    for file in toml_files(folder)? {
        let Ok(text) = text(&file) else { continue };
        if !is_part(&text)
            && !is_lesson(&text)
            && let Ok(added) = shelf.clone().with_own(read_own(&file)?)
        {
            shelf = added;
        }
    }
    Ok(shelf)
}

/// The file itself, or every scenario in a folder.
fn scenario_files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found: Vec<PathBuf> = toml_files(path)?;
    found.retain(|file| text(file).is_ok_and(|text| !is_part(&text)));
    if found.is_empty() {
        bail!("there is no scenario file (*.toml) in {}", path.display());
    }
    Ok(found)
}

fn toml_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A file with a `[map]` table is a map.
pub fn is_map(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[map]")
}

/// Maps and tables are parts of scenarios; any other file but a lesson is taken for a scenario.
fn is_part(text: &str) -> bool {
    is_map(text) || Table::of(text).is_some()
}

/// A file with a `[lesson]` table is a lesson.
pub fn is_lesson(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[lesson]")
}

pub fn lesson_text(path: &Path) -> Result<LessonText> {
    Ok(LessonText {
        file: path.display().to_string(),
        text: text(path)?,
    })
}

/// A scenario file with the maps and hit charts beside it and the maps in `../maps`.
fn read_own(path: &Path) -> Result<OwnScenario> {
    let text = text(path)?;
    let folder = path
        .parent()
        .filter(|f| !f.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut maps = BTreeMap::new();
    for place in [folder.to_path_buf(), folder.join("../maps")] {
        for file in toml_files(&place).unwrap_or_default() {
            let Ok(text) = self::text(&file) else {
                continue;
            };
            if let (true, Some(name)) = (
                is_map(&text) || Table::of(&text) == Some(Table::Chart),
                file.file_stem(),
            ) {
                maps.entry(name.to_string_lossy().into_owned()).or_insert(text);
            }
        }
    }
    Ok(OwnScenario {
        file: path.display().to_string(),
        text,
        maps,
    })
}

/// Opens a scenario of the shelf, or from a file; faults are shown with their lines.
pub fn scenario(shelf: &Shelf, name: &str, options: &Options) -> Result<Scenario> {
    if shelf.has(name) || !looks_like_file(name) {
        return of_shelf(shelf, name, options);
    }
    match from_file(shelf, Path::new(name), options)? {
        Ok(scenario) => Ok(scenario),
        Err(fault) => Err(Diagnosed::of(name, &fault).into()),
    }
}

/// Opens a scenario by its name only: what a record names is no path of this machine.
pub fn of_shelf(shelf: &Shelf, name: &str, options: &Options) -> Result<Scenario> {
    let opened = shelf.open(name, options);
    opened.map_err(|fault| Diagnosed(without_label(&told(&fault))).into())
}

pub fn looks_like_file(name: &str) -> bool {
    name.ends_with(".toml") || Path::new(name).is_file()
}

/// Reads a scenario file.
pub fn from_file(shelf: &Shelf, path: &Path, options: &Options) -> Result<Result<Scenario, LoadFault>> {
    let own = read_own(path)?;
    let source = Source {
        file: &own.file,
        text: &own.text,
        map: &|name| own.maps.get(name).cloned().or_else(|| shelf.map(name).map(Into::into)),
    };
    Ok(shelf.read(&source, options))
}

/// A file that cannot be played, drawn with its faults as it may be written to a terminal: all control characters are our own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Diagnosed(pub String);

impl Diagnosed {
    fn of(name: &str, fault: &LoadFault) -> Diagnosed {
        Diagnosed(format!("{} cannot be played\n{}", harmless(name), told(fault)))
    }
}

/// As it may be written to a terminal.
pub fn told(fault: &LoadFault) -> String {
    if std::io::stderr().is_terminal() {
        diagnose::coloured(fault)
    } else {
        diagnose::plain(fault)
    }
}

/// The program puts its own label before a fault that ends it.
fn without_label(text: &str) -> String {
    text.strip_prefix("error: ").unwrap_or(text).to_string()
}

/// A seed for a game that nobody can foretell.
pub fn fresh_seed() -> Result<kernel::Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|fault| anyhow::anyhow!("the system gives no random numbers: {fault}"))?;
    Ok(kernel::Seed(bytes))
}
