//! The rule behind an event or a refusal.

use serde::Serialize;
use std::fmt;

/// A rule number of a catalogue in `docs/rules`, such as `E-93`; empty where no rule of the game is concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Cite(pub &'static str);

impl Cite {
    /// For refusals that come from no rulebook: unknown names, unreadable text, a stale version.
    pub const NONE: Cite = Cite("");
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Why a choice is not allowed. Nothing has changed when one is returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{code}: {why}{}", cited(.cite))]
pub struct Refusal {
    /// A stable name for programs, such as `ChargeTooShort`.
    pub code: &'static str,
    pub cite: Cite,
    /// A sentence for people.
    pub why: String,
    /// Numbers that belong to the refusal, such as points needed and left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(String, String)>>"))]
    pub figures: Vec<(&'static str, String)>,
}

fn cited(cite: &Cite) -> String {
    if cite.0.is_empty() {
        String::new()
    } else {
        format!(" [{cite}]")
    }
}

impl Refusal {
    pub fn new(code: &'static str, cite: Cite, why: impl Into<String>) -> Refusal {
        Refusal {
            code,
            cite,
            why: why.into(),
            figures: Vec::new(),
        }
    }

    #[must_use]
    pub fn figure(mut self, name: &'static str, value: impl fmt::Display) -> Refusal {
        self.figures.push((name, value.to_string()));
        self
    }
}

/// Of several reasons against a choice the first, in the order in which a system gives them.
#[derive(Clone, Copy, Debug)]
pub struct Faults<F>(Option<F>);

impl<F> Default for Faults<F> {
    fn default() -> Faults<F> {
        Faults(None)
    }
}

impl<F: Ord + Copy> Faults<F> {
    pub fn add(&mut self, fault: F) {
        self.0 = Some(self.0.map_or(fault, |known| known.min(fault)));
    }

    pub fn add_if(&mut self, applies: bool, fault: F) {
        if applies {
            self.add(fault);
        }
    }

    pub fn any(&self) -> bool {
        self.0.is_some()
    }

    pub fn result(self) -> Result<(), F> {
        self.0.map_or(Ok(()), Err)
    }
}
