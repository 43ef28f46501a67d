//! The systems: the one place that lists them.

pub mod edward;
mod hexes;
pub mod medieval;
pub mod quad;

use crate::shelf::System;

pub const ALL: &[&dyn System] = &[&edward::Edward, &quad::Robert, &medieval::Medieval];

/// A scenario or map that comes with the program.
macro_rules! data {
    ($path:literal) => {
        include_str!(concat!("../../../../data/", $path))
    };
}

/// The rules and rulings of a system in our own words.
macro_rules! docs {
    ($system:literal) => {
        $crate::rulebook::Rulebook::parse(
            include_str!(concat!("../../../../docs/rules/", $system, ".md")),
            include_str!(concat!("../../../../docs/rulings/", $system, ".md")),
        )
    };
}

use {data, docs};
