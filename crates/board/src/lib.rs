//! Where a game is played: hex maps with facing, sight and paths.
//!
//! Geometry only. What terrain costs, and what blocks a view, is for the games to say.

pub mod builder;
pub mod facing;
pub mod file;
pub mod footprint;
mod hex;
mod layout;
mod lore;
mod map;
pub mod reach;
pub mod sight;
mod terrain;
mod view;

pub use builder::{BuildError, MapBuilder};
pub use facing::{Arc, Dir, SideFacing, Vertex};
pub use footprint::{Around, Double, Footprint, Manoeuvre};
pub use hex::{BadName, Hex, HexName};
pub use layout::{Layout, LayoutFault, Parity};
pub use lore::{Confidence, EdgeSection, Info, Note, Place, Region, Road, Stream};
pub use map::HexMap;
pub use reach::Reach;
pub use sight::{Crossing, Sight, Trace};
pub use terrain::{SideFeatures, Terrain};
