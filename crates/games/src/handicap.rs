//! Points with which a side begins because the players have agreed on it: for a battle that is easier for one of them.

use crate::scenario::{LoadFault, Options};
use kernel::{Diagnostic, OptionCard, Side};
use serde::Serialize;

pub const KEY: &str = "handicap";

/// Every battle has it.
pub const CARD: OptionCard = OptionCard {
    key: KEY,
    values: &[],
    ruling: "agreed",
    words: "Points with which a side begins, such as `english 40`",
};

/// More than this no battle is worth.
const MOST: i32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Handicap {
    pub side: Side,
    pub points: i32,
}

impl Handicap {
    /// Reads `english 40`.
    pub fn read(text: &str, names: [&str; 2]) -> Result<Handicap, Diagnostic> {
        let names = names.map(str::to_lowercase);
        let fault = || {
            let help = format!(
                "write a side and its points, 1 to {MOST}: `{} 40` or `{} 40`",
                names[0], names[1]
            );
            Diagnostic::new(format!("a handicap cannot be `{text}`")).help(help)
        };
        let (name, points) = text.rsplit_once(' ').ok_or_else(fault)?;
        let side = Side::BOTH.into_iter().find(|side| names[side.index()] == name);
        let points = points.parse().ok().filter(|points| (1..=MOST).contains(points));
        let (Some(side), Some(points)) = (side, points) else {
            return Err(fault());
        };
        Ok(Handicap { side, points })
    }

    pub fn score(self) -> [i32; 2] {
        let mut score = [0; 2];
        score[self.side.index()] = self.points;
        score
    }
}

/// Reads the name of a side, as `fair` and `easier` have it.
pub fn side(name: &str, names: [&str; 2]) -> Result<Side, Diagnostic> {
    let names = names.map(str::to_lowercase);
    let found = Side::BOTH.into_iter().find(|side| names[side.index()] == name);
    found.ok_or_else(|| {
        let help = format!("write `{}` or `{}`", names[0], names[1]);
        Diagnostic::new(format!("there is no side `{name}`")).help(help)
    })
}

/// The options without the handicap, and the handicap.
pub fn split(options: &Options) -> (Options, Option<&str>) {
    let mut rest = options.clone();
    rest.remove(KEY);
    (rest, options.get(KEY).map(String::as_str))
}

pub fn read_option(text: &str, names: [&str; 2]) -> Result<Handicap, LoadFault> {
    Handicap::read(text, names).map_err(|fault| LoadFault::Options(vec![fault]))
}
