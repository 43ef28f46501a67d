//! Small positions for conformance cases, as `docs/cases-quad.md` describes them.

use super::{Battle, Position, Robert};

/// The part of a case that sets the scene.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(transparent)]
pub struct Setting(crate::standard::case::Setting);

impl Setting {
    /// The battle and the position of the case.
    pub fn build(&self) -> Result<(Battle, Position), String> {
        self.0.build::<Robert>()
    }
}
