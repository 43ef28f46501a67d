//! Tables of data that can be looked over by themselves: hit charts and the lists of armies.

use kernel::Diagnostic;

/// Known by a table that each has and no scenario.
const HEADS: [(&str, Table); 3] = [
    ("[rows]", Table::Chart),
    ("[more]", Table::Elements),
    ("[[weapon]]", Table::Retinue),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A hit chart of the skirmish game, which a scenario may name.
    Chart,
    /// The lists of a game on a table.
    Elements,
    Retinue,
}

impl Table {
    /// What a file is, if it is a table.
    pub fn of(text: &str) -> Option<Table> {
        let has = |head: &str| text.lines().any(|line| line.trim() == head);
        HEADS.iter().find(|(head, _)| has(head)).map(|(_, table)| *table)
    }

    /// Whether it makes sense, and what it is.
    pub fn check(self, text: &str) -> Result<&'static str, Vec<Diagnostic>> {
        match self {
            Table::Chart => retinue::Chart::read(text).map(|_| "a sound hit chart"),
            Table::Elements => elements::lists::Lists::read(text).map(|_| "sound army lists of the element game"),
            Table::Retinue => retinue::lists::Lists::read(text).map(|_| "sound lists of the skirmish game"),
        }
    }
}
