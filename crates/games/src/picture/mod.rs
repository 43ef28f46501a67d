//! A scene as text for a terminal, and as a drawing.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;

use board::Place;
use board::looks::Picture;
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
    let letter = match unit.picture {
        Picture::Cavalry | Picture::HeavyCavalry | Picture::Knights | Picture::BardedKnights => "h",
        Picture::Pikes | Picture::Ring => "s",
        Picture::Longbow | Picture::ShortBow => "b",
        Picture::Crossbow | Picture::Handgun => "x",
        Picture::Bombard | Picture::LightGun => "g",
        Picture::Leader => "l",
        Picture::Banner => "n",
        Picture::Pit => "o",
        Picture::Spears | Picture::Rabble | Picture::Levy | Picture::Sword | Picture::Polearms | Picture::Javelins => {
            "f"
        }
    };
    match unit.side {
        Side::One => letter.into(),
        Side::Two => letter.to_uppercase(),
    }
}
