//! From text to tables: syntax, unknown and missing names, wrong kinds of value.

use super::{Grid, Head, HexSides, Legend, MapFile};
use kernel::Diagnostic;
use serde::de::DeserializeOwned;
use serde_spanned::Spanned;
use std::ops::Range;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

const TABLES: &str = "[map], [legend], [grid], [hexsides], [[stream]], [[road]], [[region]], \
                      [[edge]], [[place]] and [[note]]";

/// `None` if too little is left to check any further.
pub(super) fn read(text: &str, faults: &mut Vec<Diagnostic>) -> Option<MapFile> {
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // What the parser guessed after a slip is not worth checking.
        faults.extend(errors.iter().map(|e| fault(e, None)));
        return None;
    }
    let mut document = document.into_inner();
    let head = required::<Head>(&mut document, "map", faults);
    let legend = required::<Legend>(&mut document, "legend", faults);
    let grid = required::<Grid>(&mut document, "grid", faults);
    let hexsides = match document.remove("hexsides") {
        Some(value) => table::<HexSides>(value, "[hexsides]", faults),
        None => None,
    };
    let stream = list(&mut document, "stream", faults);
    let road = list(&mut document, "road", faults);
    let region = list(&mut document, "region", faults);
    let edge = list(&mut document, "edge", faults);
    let place = list(&mut document, "place", faults);
    let note = list(&mut document, "note", faults);
    for (key, _) in document.iter() {
        let message = format!("unknown table `{}`", key.get_ref());
        let help = format!("a map file has {TABLES}");
        faults.push(Diagnostic::new(message).help(help).at(key.span()));
    }
    Some(MapFile {
        map: head?,
        legend: legend?,
        grid: grid?,
        hexsides: hexsides.unwrap_or_default(),
        stream,
        road,
        region,
        edge,
        place,
        note,
    })
}

fn fault(error: &Error, or_at: Option<Range<usize>>) -> Diagnostic {
    // The parser's message may run over several lines: the first tells what is wrong.
    let mut lines = error.message().lines();
    let d = Diagnostic::new(lines.next().unwrap_or("not valid TOML"));
    let rest = lines.collect::<Vec<_>>().join("; ");
    let d = if rest.is_empty() { d } else { d.help(rest) };
    match error.span().or(or_at) {
        Some(span) => d.at(span),
        None => d,
    }
}

fn required<T: DeserializeOwned>(document: &mut DeTable<'_>, name: &str, faults: &mut Vec<Diagnostic>) -> Option<T> {
    match document.remove(name) {
        Some(value) => table(value, &format!("[{name}]"), faults),
        None => {
            let help = format!("a map file has {TABLES}; the first three may not be left out");
            faults.push(Diagnostic::new(format!("the table [{name}] is missing")).help(help));
            None
        }
    }
}

/// Reads one table. Each entry that does not fit is reported and left out, then the rest is
/// tried again, so that one table can have several faults.
fn table<T: DeserializeOwned>(value: Spanned<DeValue<'_>>, header: &str, faults: &mut Vec<Diagnostic>) -> Option<T> {
    let span = value.span();
    let DeValue::Table(mut table) = value.into_inner() else {
        let d = Diagnostic::new(format!("{header} is a table"));
        faults.push(d.help("write its name in brackets on a line of its own").at(span));
        return None;
    };
    let mut removed: Vec<String> = Vec::new();
    loop {
        let value = Spanned::new(span.clone(), DeValue::Table(table.clone()));
        let error = match T::deserialize(ValueDeserializer::from(value)) {
            // Even with entries left out: what could be read serves to look for more faults.
            Ok(read) => return Some(read),
            Err(error) => error,
        };
        let at = error.span();
        let holds = |r: Range<usize>| at.as_ref().is_some_and(|s| r.start <= s.start && s.end <= r.end);
        let culprit = table.iter().find(|(k, v)| holds(k.span()) || holds(v.span()));
        match culprit.map(|(k, _)| k.get_ref().to_string()) {
            Some(key) => {
                faults.push(fault(&error, None));
                table.remove(key.as_str());
                removed.push(key);
            }
            None => {
                // A field missed only because it was taken out has been reported.
                let known = removed.iter().any(|k| error.message().contains(&format!("`{k}`")));
                if !known {
                    faults.push(fault(&error, Some(span)));
                }
                return None;
            }
        }
    }
}

fn list<T: DeserializeOwned>(document: &mut DeTable<'_>, name: &str, faults: &mut Vec<Diagnostic>) -> Vec<T> {
    let Some(value) = document.remove(name) else {
        return Vec::new();
    };
    let span = value.span();
    let header = format!("[[{name}]]");
    match value.into_inner() {
        DeValue::Array(items) => {
            let read = items.into_iter().filter_map(|item| table(item, &header, faults));
            read.collect()
        }
        _ => {
            let d = Diagnostic::new(format!("there may be many of `{name}`"));
            faults.push(d.help(format!("write {header}, with two brackets")).at(span));
            Vec::new()
        }
    }
}
