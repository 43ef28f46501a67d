//! From tables to a map, part one: frame, legend and grid.

use super::MapFile;
use crate::hex::HexName;
use crate::layout::{Layout, LayoutFault};
use crate::lore::Info;
use crate::{Dir, Hex, HexMap, Terrain};
use kernel::Diagnostic;
use serde_spanned::Spanned;
use std::collections::BTreeMap;
use std::ops::Range;

/// `None` only if not even the frame holds; otherwise the map serves if no fault was added.
pub(super) fn check(text: &str, file: &MapFile, faults: &mut Vec<Diagnostic>) -> Option<HexMap> {
    let mut checker = Checker { text, faults };
    let layout = checker.frame(file)?;
    let legend = checker.legend(file);
    let before = checker.faults.len();
    let cells = checker.grid(file, &layout, &legend);
    let levels_hold = checker.faults.len() == before;
    let mut map = HexMap::new(layout, &cells);
    map.lore.info = Info {
        name: file.map.name.clone(),
        title: file.map.title.clone(),
        source: file.map.source.clone(),
        game: file.map.game.clone(),
        sheet: file.map.sheet.clone(),
        metres_per_hex: file.map.metres_per_hex,
        north_degrees_clockwise_from_top: *file.map.north_degrees_clockwise_from_top.get_ref(),
    };
    checker.sides(file, &mut map, levels_hold);
    checker.streams(file, &mut map);
    checker.roads(file, &mut map);
    checker.sets(file, &mut map);
    Some(map)
}

type Legend = BTreeMap<char, Terrain>;
type Cells = Vec<Option<(Terrain, u8)>>;

pub(super) struct Checker<'a> {
    pub text: &'a str,
    pub faults: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    pub fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Diagnostic::new(message).help(help).at(at));
    }

    /// A name that must be a hex of the map.
    pub fn hex(&mut self, map: &HexMap, name: &Spanned<String>) -> Option<Hex> {
        let found = self.lookup(map, name.get_ref(), name.span());
        found.map_err(|d| self.faults.push(d)).ok()
    }

    pub fn lookup(&self, map: &HexMap, name: &str, at: Range<usize>) -> Result<Hex, Diagnostic> {
        match name.parse::<HexName>() {
            Err(help) => {
                let d = Diagnostic::new(format!("`{name}` is not the name of a hex"));
                Err(d.help(help.to_string()).at(at))
            }
            Ok(n) => map.at(n.col, n.row).ok_or_else(|| {
                let d = Diagnostic::new(format!("there is no hex {n} on this map"));
                d.help(extent(map.layout(), n.col)).at(at)
            }),
        }
    }

    fn frame(&mut self, file: &MapFile) -> Option<Layout> {
        let head = &file.map;
        let layout = Layout {
            first_column: *head.first_column.get_ref(),
            columns: *head.columns.get_ref(),
            first_row: *head.first_row.get_ref(),
            rows_in_odd_columns: *head.rows_in_odd_columns.get_ref(),
            rows_in_even_columns: *head.rows_in_even_columns.get_ref(),
            columns_pushed_down: head.columns_pushed_down,
        };
        if let Some(o) = &head.orientation
            && o.get_ref() != "flat-top columns"
        {
            let help = "write \"flat-top columns\", the only way these games lay their hexes";
            self.fault(o.span(), format!("unknown orientation `{o}`"), help);
        }
        if let Some(d) = &head.directions
            && d.get_ref()[..] != Dir::ALL
        {
            let help = "write [\"N\", \"NE\", \"SE\", \"S\", \"SW\", \"NW\"], or leave it out";
            self.fault(d.span(), "the directions are not the six of this game", help);
        }
        let north = &head.north_degrees_clockwise_from_top;
        if *north.get_ref() > 359 {
            self.fault(north.span(), "north lies beyond the full circle", "0 to 359 degrees");
        }
        if let Err(why) = layout.check() {
            let at = match why {
                LayoutFault::Columns | LayoutFault::Hexes => head.columns.span(),
                LayoutFault::LastColumn => head.first_column.span(),
                LayoutFault::RowsInOdd => head.rows_in_odd_columns.span(),
                LayoutFault::RowsInEven => head.rows_in_even_columns.span(),
                LayoutFault::LastRow => head.first_row.span(),
            };
            self.fault(at, "the map has an impossible size", why.to_string());
            return None;
        }
        let last = layout.first_column + layout.columns - 1;
        if let Some(given) = &head.last_column
            && *given.get_ref() != last
        {
            let help = format!("columns and first_column make it {last}; or leave it out");
            self.fault(given.span(), "the last column does not fit", help);
        }
        Some(layout)
    }

    fn legend(&mut self, file: &MapFile) -> Legend {
        let mut legend = Legend::new();
        for (code, line) in &file.legend {
            let mut chars = code.get_ref().chars();
            let (Some(c), None) = (chars.next(), chars.next()) else {
                let message = format!("the code `{code}` is not one character");
                self.fault(code.span(), message, "each character of a row is one hex");
                continue;
            };
            if c == ' ' {
                let help = "a space means that there is no hex";
                self.fault(code.span(), "a space cannot be a terrain code", help);
                continue;
            }
            match Terrain::from_legend(line.get_ref()) {
                Some(terrain) => {
                    legend.insert(c, terrain);
                }
                None => {
                    let names = Terrain::ALL.map(Terrain::name).join(", ");
                    let message = format!("`{line}` names no terrain");
                    self.fault(line.span(), message, format!("let it begin with one of {names}"));
                    // Known, so that its hexes are not reported one by one.
                    legend.insert(c, Terrain::Clear);
                }
            }
        }
        legend
    }

    fn grid(&mut self, file: &MapFile, layout: &Layout, legend: &Legend) -> Cells {
        let codes: Vec<String> = legend.keys().map(char::to_string).collect();
        let codes = format!("the legend has {}", codes.join(" "));
        let terrain = self.layer(layout, &file.grid.terrain, &|c| {
            let found = legend.get(&c).copied();
            found.ok_or_else(|| (format!("no terrain has the code `{c}`"), codes.clone()))
        });
        let elevation = self.layer(layout, &file.grid.elevation, &|c| {
            let digit = c.to_digit(10).map(|n| n as u8);
            digit.ok_or_else(|| (format!("the elevation `{c}` is no digit"), "0 to 9".into()))
        });
        let mut cells = vec![None; layout.slots()];
        for (slot, cell) in cells.iter_mut().enumerate() {
            let (col, row) = layout.col_row(slot);
            if layout.slot(col, row).is_none() {
                continue;
            }
            *cell = match (&terrain[slot], &elevation[slot]) {
                (Mark::Hole(_), Mark::Hole(_)) => None,
                (Mark::Hole(at), Mark::Value(_)) | (Mark::Value(_), Mark::Hole(at)) => {
                    let message = format!("{} is a hex in one grid only", HexName { col, row });
                    let help = "terrain and elevation must leave out the same hexes";
                    self.fault(at.clone(), message, help);
                    None
                }
                (t, e) => Some((t.value().unwrap_or_default(), e.value().unwrap_or_default())),
            };
        }
        cells
    }

    /// One of the two grids, by slots.
    fn layer<T: Copy>(
        &mut self,
        layout: &Layout,
        rows: &Spanned<Vec<Spanned<String>>>,
        read: &dyn Fn(char) -> Result<T, (String, String)>,
    ) -> Vec<Mark<T>> {
        let mut marks = vec![Mark::Unknown; layout.slots()];
        let (want, got) = (layout.rows() as usize, rows.get_ref().len());
        if want != got {
            let message = format!("the grid has {got} rows, not {want}");
            self.fault(rows.span(), message, "one string a row, from the first to the last");
        }
        for (y, line) in rows.get_ref().iter().enumerate().take(want) {
            let row = layout.first_row + y as u8;
            let (want, got) = (layout.columns as usize, line.get_ref().chars().count());
            if want != got {
                let message = format!("row {row:02} has {got} characters, not {want}");
                let help = "one character a column, a space where there is no hex";
                self.fault(line.span(), message, help);
                continue;
            }
            for (x, (byte, c)) in line.get_ref().char_indices().enumerate() {
                let col = layout.first_column + x as u8;
                let at = self.inside(line, byte..byte + c.len_utf8());
                match layout.slot(col, row) {
                    None if c == ' ' => {}
                    None => {
                        let message = format!("column {col:02} has no row {row:02}");
                        self.fault(at, message, "write a space, or count the rows anew in [map]");
                    }
                    Some(slot) if c == ' ' => marks[slot] = Mark::Hole(at),
                    Some(slot) => match read(c) {
                        Ok(value) => marks[slot] = Mark::Value(value),
                        Err((message, help)) => self.fault(at, message, help),
                    },
                }
            }
        }
        marks
    }

    /// A part of a string, in bytes of the whole text; the whole string if it has escapes.
    pub fn inside(&self, string: &Spanned<String>, part: Range<usize>) -> Range<usize> {
        let span = string.span();
        let bare = self.text.get(span.start + 1..span.end.saturating_sub(1));
        if bare == Some(string.get_ref().as_str()) {
            span.start + 1 + part.start..span.start + 1 + part.end
        } else {
            span
        }
    }
}

/// What a character of a grid says of its hex.
#[derive(Clone)]
enum Mark<T> {
    /// Not readable; a fault has been reported.
    Unknown,
    Hole(Range<usize>),
    Value(T),
}

impl<T: Copy> Mark<T> {
    fn value(&self) -> Option<T> {
        match self {
            Mark::Value(v) => Some(*v),
            _ => None,
        }
    }
}

fn extent(layout: &Layout, column: u8) -> String {
    let last_column = layout.first_column + layout.columns - 1;
    if !(layout.first_column..=last_column).contains(&column) {
        return format!("columns run from {:02} to {last_column:02}", layout.first_column);
    }
    let last_row = layout.first_row + layout.rows_in(column) - 1;
    let first_row = layout.first_row;
    format!("column {column:02} has rows {first_row:02} to {last_row:02}, holes left out")
}
