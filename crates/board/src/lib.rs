//! Where a game is played: hex maps with facing, sight and paths; tables in inches; and what is shown of it, in places.
//!
//! Geometry only. What terrain costs, and what blocks a view, is for the games to say.

pub mod army;
pub mod builder;
pub mod facing;
#[cfg(feature = "files")]
pub mod file;
pub mod footprint;
pub mod ground;
mod hex;
mod layout;
pub mod looks;
mod lore;
mod map;
#[cfg(feature = "files")]
pub mod numbers;
pub mod place;
pub mod reach;
mod reader;
pub mod scene;
pub mod sight;
pub mod table;
mod terrain;
mod view;
mod views;

pub use builder::{BuildError, MapBuilder};
pub use facing::{Arc, Dir, SideFacing, Vertex};
pub use footprint::{Around, Double, Footprint, Manoeuvre};
pub use hex::{BadName, Hex, HexName};
pub use layout::{Layout, LayoutFault, Parity};
pub use lore::{Confidence, EdgeSection, Info, Landmark, Note, Region, Road, Stream};
pub use map::HexMap;
pub use place::{Base, Formed, HexPlace, Place, Pose, Shape, There, on_the_way};
pub use reach::Reach;
pub use reader::Reader;
pub use sight::{Crossing, Sight, Trace};
pub use terrain::{SideFeatures, Terrain};
pub use views::Views;
