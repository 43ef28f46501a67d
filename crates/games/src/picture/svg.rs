//! A scene as a drawing. Whole numbers keep it the same everywhere.

use super::{hexes, letters};
use board::ground::{BoardView, Ground, HexGround, TableGround};
use board::looks::{Cover, Hexside};
use board::scene::{PieceView, Scene};
use board::{Place, Pose, Terrain};
use kernel::Side;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The ground with all its pieces.
pub fn svg(board: &BoardView, scene: &Scene) -> String {
    match &board.ground {
        Ground::Hexes(ground) => hex_map(&board.title, ground, scene),
        Ground::Table(table) => table_top(&board.title, table, scene),
    }
}

/// Thousandths of a hex side; whole numbers keep the drawing the same everywhere.
const SIDE: i64 = 20_000;
const HALF_HEIGHT: i64 = 17_321;

/// Centre of a hex in thousandths of a drawing unit.
fn centre(board: &HexGround, column: u16, row: u16) -> (i64, i64) {
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

fn hex_map(title: &str, board: &HexGround, scene: &Scene) -> String {
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
    let mut out = begin(title, [left, top, right - left, bottom - top]);
    for hex in &board.hexes {
        let ring = corners(at[hex.id.as_str()]);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#b9ad8f\" stroke-width=\"0.5\"/>",
            points(&ring),
            match hex.terrain {
                Terrain::Fort => "#a59a8c",
                _ => colour(hex.cover, hex.elevation),
            }
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
            let (colour, width) = hexside(side.kind);
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
                points(&shared)
            );
        }
    }
    for piece in &scene.pieces {
        for hex in hexes(piece) {
            if let Some(place) = at.get(hex.as_ref()) {
                counter(&mut out, piece, *place);
            }
        }
    }
    for place in &board.places {
        if let Some(at) = at.get(place.hex.as_str()) {
            name(&mut out, *at, &place.name);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Inches are drawn as twenty units.
fn on_table([x, y]: [i32; 2]) -> (i64, i64) {
    (i64::from(x) * 20, i64::from(y) * 20)
}

fn table_top(title: &str, table: &TableGround, scene: &Scene) -> String {
    let (width, depth) = (i64::from(table.width) * 20, i64::from(table.depth) * 20);
    let mut out = begin(title, [-SIDE, -SIDE, width + 2 * SIDE, depth + 2 * SIDE]);
    let corners = [(0, 0), (width, 0), (width, depth), (0, depth)];
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"{}\" stroke=\"#7d6f52\" stroke-width=\"3\"/>",
        points(&corners),
        colour(Cover::Clear, 0)
    );
    for area in &table.areas {
        let ring: Vec<(i64, i64)> = area.outline.iter().map(|p| on_table(*p)).collect();
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#8f835f\"><title>{}</title></polygon>",
            points(&ring),
            colour(area.cover, area.level),
            escape(&area.name)
        );
    }
    for line in &table.lines {
        let way: Vec<(i64, i64)> = line.points.iter().map(|p| on_table(*p)).collect();
        let (colour, width) = match line.kind {
            "road" => ("#9a6b3f", "8"),
            "stream" | "river" => ("#4a7fa5", "6"),
            _ => ("#4f5b38", "4"),
        };
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"><title>{}</title></polyline>",
            points(&way),
            escape(&line.name)
        );
    }
    for piece in &scene.pieces {
        if let Some(Place::Table(pose)) = &piece.at {
            base(&mut out, piece, *pose);
        }
    }
    for label in &table.labels {
        let (x, y) = on_table(label.at);
        name(&mut out, (x, y), &label.name);
    }
    out.push_str("</svg>\n");
    out
}

/// A piece on a table: its base, turned, with a stroke along its front.
fn base(out: &mut String, piece: &PieceView, pose: Pose) {
    let fill = side_colour(piece.side);
    let (x, y) = on_table([pose.x, pose.y]);
    let (width, depth) = piece.base.as_ref().map_or((20_000, 20_000), |base| {
        (i64::from(base.width) * 20, i64::from(base.depth) * 20)
    });
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {}) rotate({}.{})\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#fff\"/><path d=\"M{} {}h{}\" stroke=\"#f4ecd8\" stroke-width=\"3\"/></g>",
        units(x),
        units(y),
        pose.angle / 10,
        pose.angle % 10,
        escape(&piece.name),
        units(-width / 2),
        units(-depth / 2),
        units(width),
        units(depth),
        units(-width / 2),
        units(-depth / 2),
        units(width)
    );
}

fn side_colour(side: Side) -> &'static str {
    match side {
        Side::One => "#2f5d8c",
        Side::Two => "#3f7a3f",
    }
}

/// The head of a drawing that shows a part of the plane.
fn begin(title: &str, [left, top, width, height]: [i64; 4]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" font-family=\"Georgia, serif\">\n",
        units(left),
        units(top),
        units(width),
        units(height)
    );
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"100%\" height=\"100%\" fill=\"#f4ecd8\"/>",
        units(left),
        units(top)
    );
    out
}

fn name(out: &mut String, (x, y): (i64, i64), name: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"16\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#3b2f1e\" stroke=\"#f4ecd8\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
        units(x),
        units(y - SIDE),
        escape(name)
    );
}

fn counter(out: &mut String, piece: &PieceView, (x, y): (i64, i64)) {
    let fill = side_colour(piece.side);
    if piece.role.leads() {
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{fill}\" stroke=\"#fff\"><title>{}</title></circle>",
            units(x + 9_000),
            units(y - 9_000),
            escape(&piece.name)
        );
        return;
    }
    let facing = match &piece.at {
        Some(Place::Hexes(place)) => place.facing.as_deref().and_then(degrees),
        _ => None,
    };
    // A pointed house turned to its facing; a disc for what looks nowhere.
    let shape = match facing {
        Some(angle) => format!("<path transform=\"rotate({angle})\" d=\"M0-14 L10-7 V10 H-10 V-7 Z\""),
        None => "<circle r=\"11\"".into(),
    };
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})\"><title>{}</title>{shape} fill=\"{fill}\" stroke=\"#fff\"/><text y=\"4\" font-size=\"11\" text-anchor=\"middle\" fill=\"#fff\">{}</text></g>",
        units(x),
        units(y),
        escape(&piece.name),
        letters(piece).to_uppercase()
    );
}

/// Clockwise from the top of the map.
fn degrees(facing: &str) -> Option<u16> {
    let names = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"];
    let at = names.iter().position(|name| *name == facing)?;
    Some(at as u16 * 30)
}

/// Colour and width of a feature along a hexside.
fn hexside(kind: Hexside) -> (&'static str, &'static str) {
    match kind {
        Hexside::River => ("#3f74a0", "8"),
        Hexside::Bridge => ("#8a5a2b", "5"),
        Hexside::Ford => ("#9cc3d8", "5"),
        Hexside::Fortification => ("#4a4034", "6"),
        Hexside::Gate => ("#c9a15a", "6"),
        Hexside::Burn | Hexside::Stream => ("#4a7fa5", "4"),
    }
}

fn colour(cover: Cover, level: u8) -> &'static str {
    match (cover, level) {
        (Cover::Marsh, _) => "#b8c9a3",
        (Cover::Water | Cover::Burn, _) => "#8db3c7",
        (Cover::Wood, _) => "#7f9a63",
        (Cover::Village, _) => "#c99b7a",
        (Cover::Field, _) => "#e6d79a",
        (Cover::Rough, _) => "#cdbb93",
        (_, 0) => "#dfe3bd",
        (_, 1) => "#e9dfb4",
        _ => "#dcc48e",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
