//! What a line of sight runs through (LR-36, LR-38).

use super::{Area, Hull, Line, Segment};

/// Whether more than so many mils of a line lie inside these areas, taken together.
pub fn more_inside<'a>(sight: Segment, areas: impl Iterator<Item = &'a Area>, mils: i32) -> bool {
    let _ = (sight, areas, mils);
    todo!()
}

/// Whether a sight line crosses a line at a point that is within so many mils of a figure.
pub fn crosses_near(sight: Segment, line: &Line, figure: &impl Hull, mils: i32) -> bool {
    let _ = (sight, line, figure, mils);
    todo!()
}
