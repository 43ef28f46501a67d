//! What the readers of battles on a hex map have in common.

use crate::scenario::{Head, LoadFault, Opened, Source};
use board::HexMap;
use kernel::Diagnostic;
use seat::Playable;
use std::ops::Range;
use std::sync::Arc;

/// Finds and reads the map that a scenario names, and makes a battle of the two.
pub fn open<S: Playable>(
    source: &Source<'_>,
    head: Head,
    map: (&str, Range<usize>),
    build: impl FnOnce(HexMap) -> Result<S, LoadFault>,
) -> Result<Opened<S>, LoadFault> {
    let (name, span) = map;
    let Some(text) = (source.map)(name) else {
        let help = format!("put {name}.toml beside the scenario, or use one of the maps that come with the program");
        let fault = Diagnostic::new(format!("there is no map `{name}`")).at(span).help(help);
        return Err(source.faulty(vec![fault]));
    };
    let ground = HexMap::from_toml(&text).map_err(|faults| LoadFault::File {
        file: format!("{name}.toml"),
        text: text.clone(),
        faults,
    })?;
    Ok(Opened {
        head,
        battle: Arc::new(build(ground)?),
        texts: vec![source.text.into(), text],
    })
}
