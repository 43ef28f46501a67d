//! Scenarios by name or from a file.

use anyhow::{Context, Result, bail};
use games::{LoadFault, Scenario, diagnose, shelf};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

/// Opens a scenario from the shelf or from a file; faults are shown with their lines.
pub fn scenario(name: &str, options: &BTreeMap<String, String>) -> Result<Scenario> {
    if shelf::find(name).is_some() || !looks_like_file(name) {
        return shelf::open(name, options).map_err(|fault| anyhow::anyhow!("{}", without_label(&told(&fault))));
    }
    let path = Path::new(name);
    match from_file(path, options)? {
        Ok(scenario) => Ok(scenario),
        Err(fault) => bail!("{name} cannot be played\n{}", told(&fault)),
    }
}

fn looks_like_file(name: &str) -> bool {
    name.ends_with(".toml") || Path::new(name).is_file()
}

/// Reads a scenario file; its map is looked for in `../maps`, beside it, and on the shelf.
pub fn from_file(path: &Path, options: &BTreeMap<String, String>) -> Result<Result<Scenario, LoadFault>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let map = |name: &str| {
        // A map is named, not located: no way out of the two folders.
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let places = [folder.join("../maps"), folder.to_path_buf()].map(|f| f.join(format!("{name}.toml")));
        // A scenario may have the name of its map.
        let others = places.iter().filter(|place| plain && place.as_path() != path);
        let found = others.filter_map(|place| std::fs::read_to_string(place).ok()).next();
        found.or_else(|| shelf::map(name).map(Into::into))
    };
    Ok(Scenario::read(&path.display().to_string(), &text, &map, options))
}

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
