//! Faults of a file, gathered while something is put together from it.

use kernel::{Diagnostic, Side};
use std::ops::Range;

#[derive(Default)]
pub struct Reader {
    pub faults: Vec<Diagnostic>,
}

impl Reader {
    /// What is wrong, where, and what would be right.
    pub fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: &str) {
        self.faults.push(Diagnostic::new(message).at(at).help(help));
    }

    /// What a word means, if it has a meaning here.
    pub fn word<T>(&mut self, (word, at): (&str, Range<usize>), meaning: Option<T>, help: &str) -> Option<T> {
        if meaning.is_none() {
            self.fault(at, format!("`{word}` is not known here"), help);
        }
        meaning
    }

    /// The side of this name, of those that the file has, the first first.
    pub fn side<'a>(
        &mut self,
        (name, at): (&str, Range<usize>),
        mut sides: impl Iterator<Item = &'a str>,
        help: &str,
    ) -> Option<Side> {
        let found = sides.position(|known| known == name);
        if found.is_none() {
            self.fault(at, format!("there is no side `{name}`"), help);
        }
        found.and_then(|at| Side::BOTH.get(at).copied())
    }
}
