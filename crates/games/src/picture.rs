//! A scene as text for a terminal, and as a drawing.

use kernel::Side;
use kernel::scene::{BoardView, HexView, PieceView, Scene};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One line a half row: odd columns, then even ones, as they lie on the map.
pub fn text(board: &BoardView, scene: &Scene) -> String {
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
    out.push_str("\n, marsh   ~ pool   ^ wood   # village   . ground (: high)\n");
    out.push_str(
        "small letters: the first side, capitals: the second; h horse, s schiltrom, f foot, b longbow, x crossbow\n\n",
    );
    for side in Side::BOTH {
        let own: Vec<&PieceView> = scene.pieces.iter().filter(|p| p.side == side).collect();
        let _ = writeln!(out, "Side {}: {} pieces", side.index() + 1, own.len());
        for piece in own {
            let ratings: Vec<&str> = piece.ratings.iter().map(|r| r.value.as_ref()).collect();
            let badges: Vec<&str> = piece.badges.iter().map(|b| b.text.as_ref()).collect();
            let _ = writeln!(
                out,
                "  {:24} {:24} {:5} {:4} {:12} {:6} {:12} {}",
                piece.id,
                piece.name,
                piece.hexes.join(" "),
                piece.facing.unwrap_or(""),
                piece.face,
                ratings.join("-"),
                piece.group.as_deref().unwrap_or(""),
                badges.join(", ")
            );
        }
    }
    out
}

fn standing(scene: &Scene) -> BTreeMap<&str, &PieceView> {
    let mut units = BTreeMap::new();
    for piece in &scene.pieces {
        for hex in &piece.hexes {
            // Leaders are drawn only where they stand alone.
            if piece.symbol != "leader" || !units.contains_key(hex.as_ref()) {
                units.insert(hex.as_ref(), piece);
            }
        }
    }
    units
}

fn letters(unit: &PieceView) -> String {
    let letter = match unit.symbol {
        "cavalry" => "h",
        "schiltrom" => "s",
        "longbow" => "b",
        "crossbow" => "x",
        "leader" => "l",
        _ => "f",
    };
    match unit.side {
        Side::One => letter.into(),
        Side::Two => letter.to_uppercase(),
    }
}

fn ground(hex: &HexView) -> char {
    match hex.terrain {
        "marsh" => ',',
        "pool" => '~',
        "wooded" => '^',
        "village" => '#',
        _ if hex.elevation > 1 => ':',
        _ => '.',
    }
}

/// Thousandths of a hex side; whole numbers keep the drawing the same everywhere.
const SIDE: i64 = 20_000;
const HALF_HEIGHT: i64 = 17_321;

/// Centre of a hex in thousandths of a drawing unit.
fn centre(board: &BoardView, column: u16, row: u16) -> (i64, i64) {
    let (column, row) = (i64::from(column), i64::from(row));
    let lower = (column % 2 == 0) == (board.pushed_down == "even");
    (
        column * SIDE * 3 / 2,
        row * 2 * HALF_HEIGHT + if lower { HALF_HEIGHT } else { 0 },
    )
}

fn corners((x, y): (i64, i64)) -> [(i64, i64); 6] {
    let half = SIDE / 2;
    [
        (x + SIDE, y),
        (x + half, y + HALF_HEIGHT),
        (x - half, y + HALF_HEIGHT),
        (x - SIDE, y),
        (x - half, y - HALF_HEIGHT),
        (x + half, y - HALF_HEIGHT),
    ]
}

fn units(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", thousandths.abs() / 1000, thousandths.abs() % 1000)
}

fn points(list: &[(i64, i64)]) -> String {
    let texts: Vec<String> = list
        .iter()
        .map(|(x, y)| format!("{},{}", units(*x), units(*y)))
        .collect();
    texts.join(" ")
}

/// The map with all its pieces.
pub fn svg(board: &BoardView, scene: &Scene) -> String {
    let at: BTreeMap<&str, (i64, i64)> = board
        .hexes
        .iter()
        .map(|h| (h.id.as_str(), centre(board, h.column, h.row)))
        .collect();
    let xs = at.values().map(|(x, _)| *x);
    let ys = at.values().map(|(_, y)| *y);
    let (left, right) = (
        xs.clone().min().unwrap_or(0) - 2 * SIDE,
        xs.max().unwrap_or(0) + 2 * SIDE,
    );
    let (top, bottom) = (
        ys.clone().min().unwrap_or(0) - 2 * SIDE,
        ys.max().unwrap_or(0) + 2 * SIDE,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" font-family=\"Georgia, serif\">\n",
        units(left),
        units(top),
        units(right - left),
        units(bottom - top)
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&board.title));
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"100%\" height=\"100%\" fill=\"#f4ecd8\"/>",
        units(left),
        units(top)
    );
    for hex in &board.hexes {
        let ring = corners(at[hex.id.as_str()]);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#b9ad8f\" stroke-width=\"0.5\"/>",
            points(&ring),
            colour(hex)
        );
    }
    for road in &board.roads {
        let line: Vec<(i64, i64)> = road.iter().filter_map(|h| at.get(h.as_str()).copied()).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#9a6b3f\" stroke-width=\"3\" stroke-dasharray=\"6 3\"/>",
            points(&line)
        );
    }
    for side in &board.sides {
        if let [Some(a), Some(b)] = [&side.between[0], &side.between[1]].map(|h| at.get(h.as_str())) {
            // The shared side: the two corners that both hexes have, up to rounding.
            let near = |p: &(i64, i64), q: &(i64, i64)| (p.0 - q.0).abs() + (p.1 - q.1).abs() < 50;
            let other = corners(*b);
            let shared: Vec<(i64, i64)> = corners(*a)
                .into_iter()
                .filter(|c| other.iter().any(|o| near(c, o)))
                .collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#4a7fa5\" stroke-width=\"4\" stroke-linecap=\"round\"/>",
                points(&shared)
            );
        }
    }
    for piece in &scene.pieces {
        for hex in &piece.hexes {
            if let Some(place) = at.get(hex.as_ref()) {
                counter(&mut out, piece, *place);
            }
        }
    }
    for place in &board.places {
        if let Some((x, y)) = at.get(place.hex.as_str()) {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"16\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#3b2f1e\" stroke=\"#f4ecd8\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                units(*x),
                units(*y - 20_000),
                escape(&place.name)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn counter(out: &mut String, piece: &PieceView, (x, y): (i64, i64)) {
    let fill = match piece.side {
        Side::One => "#2f5d8c",
        Side::Two => "#3f7a3f",
    };
    if piece.symbol == "leader" {
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{fill}\" stroke=\"#fff\"><title>{}</title></circle>",
            units(x + 9_000),
            units(y - 9_000),
            escape(&piece.name)
        );
        return;
    }
    // A pointed house, turned to its facing.
    let angle = match piece.facing {
        Some("E") => 90,
        Some("SSE") => 150,
        Some("SSW") => 210,
        Some("W") => 270,
        Some("NNW") => 330,
        _ => 30,
    };
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})\"><title>{}</title><path transform=\"rotate({angle})\" d=\"M0-14 L10-7 V10 H-10 V-7 Z\" fill=\"{fill}\" stroke=\"#fff\"/><text y=\"4\" font-size=\"11\" text-anchor=\"middle\" fill=\"#fff\">{}</text></g>",
        units(x),
        units(y),
        escape(&piece.name),
        letters(piece).to_uppercase()
    );
}

fn colour(hex: &HexView) -> &'static str {
    match (hex.terrain, hex.elevation) {
        ("marsh", _) => "#b8c9a3",
        ("pool", _) => "#8db3c7",
        ("wooded", _) => "#7f9a63",
        ("village", _) => "#c99b7a",
        (_, 0) => "#dfe3bd",
        (_, 1) => "#e9dfb4",
        _ => "#dcc48e",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
