//! A scene as text.

use super::{hexes, letters};
use board::ground::{BoardView, Ground, HexGround, HexView};
use board::looks::Cover;
use board::scene::{PieceView, Scene};
use board::{Place, Terrain};
use kernel::Side;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A map of hexes drawn with letters; then, and for a table alone, every piece with where it is.
pub fn text(board: &BoardView, scene: &Scene) -> String {
    let mut out = match &board.ground {
        Ground::Hexes(ground) => map(ground, scene),
        Ground::Table(table) => format!(
            "A table of {} by {} inches; places are inches from the left and the far edge, angles in degrees.\n\n",
            table.width / 1000,
            table.depth / 1000
        ),
    };
    for side in Side::BOTH {
        let own: Vec<&PieceView> = scene.pieces.iter().filter(|p| p.side == side).collect();
        let _ = writeln!(out, "Side {}: {} pieces", side.index() + 1, own.len());
        for piece in own {
            let ratings: Vec<&str> = piece.ratings.iter().map(|r| r.value.as_ref()).collect();
            let (place, facing) = match &piece.at {
                Some(Place::Hexes(place)) => (place.hexes.join(" "), place.facing.as_deref().unwrap_or("").to_string()),
                Some(Place::Table(pose)) => {
                    let inches = |n: i32| format!("{}.{:03}\"", n / 1000, (n % 1000).abs());
                    (
                        format!("{} {}", inches(pose.x), inches(pose.y)),
                        format!("{}.{}", pose.angle / 10, pose.angle % 10),
                    )
                }
                None => (piece.gone.unwrap_or("off").to_string(), String::new()),
            };
            let badges: Vec<&str> = piece.badges.iter().map(|b| b.text.as_ref()).collect();
            let _ = writeln!(
                out,
                "  {:24} {:24} {:11} {:5} {:12} {:6} {:12} {}",
                piece.id,
                piece.name,
                place,
                facing,
                piece.face,
                ratings.join("-"),
                piece.group.as_deref().unwrap_or(""),
                badges.join(", ")
            );
        }
    }
    out
}

/// One line a half row: odd columns, then even ones, as they lie on the map.
fn map(board: &HexGround, scene: &Scene) -> String {
    let units = standing(scene);
    let mut out = String::new();
    let rows = board.hexes.iter().map(|h| h.row).max().unwrap_or_default();
    let first = board.hexes.iter().map(|h| h.row).min().unwrap_or_default();
    let cell = |hex: &HexView| match units.get(hex.id.as_str()) {
        Some(unit) => letters(unit),
        None => ground(hex).to_string(),
    };
    let by_place: BTreeMap<(u16, u16), &HexView> = board.hexes.iter().map(|h| ((h.column, h.row), h)).collect();
    let columns: Vec<u16> = {
        let mut columns: Vec<u16> = board.hexes.iter().map(|h| h.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    };
    let lower = |column: u16| column.is_multiple_of(2) == (board.pushed_down == "even");
    for row in first..=rows {
        for half in [false, true] {
            let label = if half { "  ".into() } else { format!("{row:02}") };
            let mut line = format!("{label} ");
            for column in &columns {
                let shown = by_place.get(&(*column, row)).filter(|_| lower(*column) == half);
                let text = shown.map_or(String::new(), |hex| cell(hex));
                let _ = write!(line, "{text:<2}");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out.push_str("\n, marsh   ~ water   ^ wood   # village, fort   . ground (: high)\n");
    out.push_str(
        "small letters: the first side, capitals: the second; h horse, s schiltrom, f foot, b bow, x crossbow, g gun, l leader, n banner, o pits\n\n",
    );
    out
}

fn standing(scene: &Scene) -> BTreeMap<&str, &PieceView> {
    let mut units = BTreeMap::new();
    for piece in &scene.pieces {
        for hex in hexes(piece) {
            // Leaders are drawn only where they stand alone.
            if !piece.role.leads() || !units.contains_key(hex.as_ref()) {
                units.insert(hex.as_ref(), piece);
            }
        }
    }
    units
}

fn ground(hex: &HexView) -> char {
    match hex.cover {
        _ if hex.terrain == Terrain::Fort => '#',
        Cover::Marsh => ',',
        Cover::Water | Cover::Burn => '~',
        Cover::Wood => '^',
        Cover::Village => '#',
        _ if hex.elevation > 1 => ':',
        _ => '.',
    }
}
