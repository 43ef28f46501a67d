//! What is wrong with a file a person wrote, where, and what would be right.

use serde::Serialize;
use std::ops::Range;

/// One fault in a text. `span` counts bytes from the start of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What is wrong, as a short sentence without a full stop.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where in the text; `None` if the fault is that something is missing.
    pub span: Option<Range<usize>>,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>) -> Self {
        Diagnostic {
            message: message.into(),
            help: None,
            span: None,
        }
    }

    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column of the fault in `text`, both from 1.
    pub fn line_column(&self, text: &str) -> Option<(usize, usize)> {
        let start = self.span.as_ref()?.start.min(text.len());
        let before = text.get(..start)?;
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Some((line, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_and_column_count_from_one() {
        let text = "a = 1\nbü = 2\n";
        let d = Diagnostic::new("x").at(11..12);
        assert_eq!(d.line_column(text), Some((2, 5)));
        assert_eq!(Diagnostic::new("x").line_column(text), None);
        assert_eq!(Diagnostic::new("x").at(999..1000).line_column(text), Some((3, 1)));
    }
}
