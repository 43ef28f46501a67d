//! A table in inches, and what stands on it, in whole numbers.
//!
//! A length is a whole number of mils, thousandths of an inch. x grows to the right, y towards the far edge, and 0, 0 is the
//! near left corner of the table. An angle is a whole number of tenths of a degree, clockwise; 0 looks at the far edge.
//! ([`crate::Pose`], which is shown to players, counts y from the far edge: [`Table::pose`] and [`Table::stance`].)
//!
//! Nothing here is measured by roots or by floating point: lengths are compared squared, points by cross products. Only where
//! the words say so is anything rounded, to the nearest mil, halves away from zero (LR-02).
//!
//! Geometry only: who may enter whom, what ground costs and what blocks a view is for the games to say.

mod angle;
mod arc;
mod area;
mod distance;
mod footprint;
mod going;
mod measure;
mod meet;
mod point;
mod sight;
mod stance;
mod sweep;
mod touch;
mod way;

pub use angle::{Angle, ONE};
pub use arc::{Slope, in_arc};
pub use area::{Area, AreaFault, Line, Table};
pub use distance::{Distance, distance, nearest};
pub use footprint::{Edge, Face, Footprint, Hand, wheel_cost};
pub use going::Going;
pub use measure::{brief_inches, decimal, degrees, inches, point_text, signed_decimal};
pub use meet::{in_common, inside, meets, overlaps};
pub use point::{Bounds, Hull, LIMIT, MOST_CORNERS, Point, Quad, Segment};
pub use sight::{crosses_near, first_common, more_inside};
pub use stance::{Local, Stance};
pub use sweep::{By, Sweep};
pub use touch::{Touch, snap};
pub use way::Way;
