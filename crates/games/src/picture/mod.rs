//! A scene as text for a terminal, and as a drawing.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;

use board::Place;
use board::scene::PieceView;
use kernel::Side;

/// The hexes a piece stands on; none on a table or off the map.
fn hexes(piece: &PieceView) -> &[std::sync::Arc<str>] {
    match &piece.at {
        Some(Place::Hexes(place)) => &place.hexes,
        _ => &[],
    }
}

/// A letter for a piece, small for the first side.
fn letters(unit: &PieceView) -> String {
    let letter = match unit.symbol {
        "cavalry" | "knight" | "horse" => "h",
        "schiltrom" => "s",
        "longbow" | "shortbow" | "archer" => "b",
        "horse-archer" => "a",
        "crossbow" => "x",
        "leader" => "l",
        "banner" => "n",
        "pit" => "o",
        _ => "f",
    };
    match unit.side {
        Side::One => letter.into(),
        Side::Two => letter.to_uppercase(),
    }
}
