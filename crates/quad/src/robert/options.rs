//! The point on which players may differ.

use super::series::Rows;
use crate::options;
use kernel::OptionCard;

options! {
    cavalry_block: CavalryBlock { PerLevel = "per_level", Once = "once" } "QR-23"
        "What blocked rout movement costs horse: one level for every two hexes missing, or one in all";
}

/// What a battle is played by: the options, and whose terrain rows and morale modifiers it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Terms {
    pub options: Options,
    pub rows: Rows,
}
