//! The ground of a case.

use super::side;
use crate::battle::{AreaCard, AreaKind, LineCard, LineKind};
use crate::read::{read_angle, read_point};
use board::table::{Angle, Area, Point, Segment};
use kernel::Side;

fn point(text: &str) -> Result<Point, String> {
    read_point(text).ok_or_else(|| format!("`{text}` is no point"))
}

/// `NAME KIND [marks] X,Y X,Y X,Y ...`
pub fn area(text: &str) -> Result<AreaCard, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [name, kind, rest @ ..] = words.as_slice() else {
        return Err(format!("`{text}` is no area"));
    };
    let (marks, corners): (Vec<&str>, Vec<&str>) = rest.iter().partition(|word| !word.contains(','));
    let (mut steep, mut up, mut height) = (false, Angle::AHEAD, 0);
    for mark in marks {
        match mark.split_once('=') {
            None if mark == "steep" => steep = true,
            None if mark == "gentle" => {}
            Some(("up", angle)) => up = read_angle(angle).ok_or_else(|| format!("`{angle}` is no angle"))?,
            Some(("height", feet)) => height = feet.parse().map_err(|_| format!("`{feet}` is no height"))?,
            _ => return Err(format!("an area has no mark `{mark}`")),
        }
    }
    let corners: Vec<Point> = corners.into_iter().map(point).collect::<Result<_, _>>()?;
    Ok(AreaCard {
        name: (*name).into(),
        kind: match *kind {
            "CloseWood" => AreaKind::CloseWood,
            "Slope" => AreaKind::Slope { steep, up },
            "Stair" => AreaKind::Stair { up },
            "Platform" => AreaKind::Platform(height),
            "Building" => AreaKind::Building,
            "Impassable" => AreaKind::Impassable,
            _ => return Err(format!("`{kind}` is no kind of area")),
        },
        shape: Area::new(corners).map_err(|fault| fault.to_string())?,
    })
}

/// `NAME KIND [marks] X,Y X,Y`
pub fn line(text: &str) -> Result<LineCard, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, kind, from, to) = match words.as_slice() {
        [name, "Pits", from, to] => (name, LineKind::Pits, from, to),
        [name, "Hedge", from, to] => (name, LineKind::Hedge, from, to),
        [name, "Wall", "waist", from, to] => (name, LineKind::WaistWall, from, to),
        [name, "Wall", "chest", from, to] => (name, LineKind::ChestWall, from, to),
        [name, "Door", from, to] => (name, LineKind::Door, from, to),
        [name, "Window", from, to] => (name, LineKind::Window, from, to),
        _ => return Err(format!("`{text}` is no line")),
    };
    Ok(LineCard {
        name: (*name).into(),
        kind,
        segment: Segment([point(from)?, point(to)?]),
    })
}

pub fn baggage(text: &str) -> Result<(Side, Point), String> {
    let (owner, at) = text.split_once(' ').ok_or_else(|| format!("`{text}` is no baggage"))?;
    Ok((side(owner)?, point(at)?))
}
