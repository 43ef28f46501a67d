//! Combat units: where they stand and what they belong to.

use super::file::UnitEntry;
use super::reader::Reader;
use super::usual_points;
use crate::standard::Variant;
use crate::standard::cards::{Card, Division, Face, Half, Kind, MAX_UNITS, NONE, Setup};
use crate::standard::variant::Mark;
use board::{Double, Hex, Terrain, Vertex};
use kernel::Side;
use serde_spanned::Spanned;
use std::ops::Range;

/// A set of divisions is one `u32`.
const MOST_DIVISIONS: usize = 32;

impl<R: Variant> Reader<'_, R> {
    pub(super) fn unit(&mut self, entry: &UnitEntry, index: usize) -> Option<Card> {
        self.id(&entry.id);
        let side = self.side(&entry.side);
        let kind = Kind::from_name(entry.kind.get_ref());
        if kind.is_none() {
            let message = format!("there is no kind of unit `{}`", entry.kind.get_ref());
            let names: Vec<&str> = Kind::ALL.iter().map(|k| k.name()).collect();
            self.fault(entry.kind.span(), message, format!("one of: {}", names.join(", ")));
        }
        let place = self.halves(&entry.hex);
        let facing = self.facing(entry, place);
        let people = self.people(entry);
        let lance = self.mark(entry.lance, Mark::Lance, &entry.id);
        let rampant = self.mark(entry.rampant, Mark::Rampant, &entry.id);
        let rout = entry.rout.as_ref().map_or(0, |r| *r.get_ref());
        if rout > 4 {
            let span = entry.rout.as_ref().map_or(0..0, Spanned::span);
            self.fault(span, format!("rout level {rout} does not exist"), "0 (not routed) to 4");
        }
        let (side, kind) = (side?, kind?);
        let faces = self.faces(entry, side, kind);
        let half = self.half(entry);
        let division = self.division(entry.division.as_ref(), side);
        self.place(entry, side, kind, place, &faces);
        let faces = faces?;
        if division != NONE && index < MAX_UNITS {
            let d = &mut self.divisions[usize::from(division)];
            d.members |= 1 << index;
            d.size += 1;
            if half == Some(Half::Left) {
                d.left |= 1 << index;
            }
        }
        Some(Card {
            id: entry.id.get_ref().as_str().into(),
            name: entry.name.as_str().into(),
            side,
            kind,
            division,
            half,
            two_faced: R::two_faced(&self.options, side, kind),
            faces,
            victory_points: self.points(entry.victory_points.as_ref(), usual_points(side, kind)),
            setup: Setup {
                hex: place?.0,
                right: place?.1,
                facing: facing?,
                face: 0,
                lance,
                rout,
            },
            people,
            rampant,
        })
    }

    /// The hex of a single counter, or the two of a double one.
    pub(super) fn halves(&mut self, hex: &Spanned<String>) -> Option<(Hex, Hex)> {
        let text = hex.get_ref();
        let Some((left, right)) = text.split_once('/') else {
            return self.hex(hex).map(|h| (h, Hex::OFF));
        };
        if R::FACED_SINGLES {
            self.fault(hex.span(), "this battle has no double counters", "give one hex");
            return None;
        }
        let [left, right] = [left, right].map(|name| self.named_hex(name, hex.span()));
        let (left, right) = (left?, right?);
        if Double::new(self.map, left, right).is_none() {
            let message = format!("the hexes of `{text}` are not neighbours");
            self.fault(hex.span(), message, "a double counter covers two neighbours: 1015/1016");
            return None;
        }
        Some((left, right))
    }

    pub(super) fn facing(&mut self, entry: &UnitEntry, place: Option<(Hex, Hex)>) -> Option<Vertex> {
        let by_halves = place
            .and_then(|(left, right)| Double::new(self.map, left, right))
            .map(Double::vertex);
        let Some(facing) = &entry.facing else {
            if R::FACED_SINGLES {
                self.fault(
                    entry.id.span(),
                    "this unit has no facing",
                    "add facing = \"NNE\", or another",
                );
                return None;
            }
            return Some(by_halves.unwrap_or(Vertex::NNE));
        };
        let found: Option<Vertex> = facing.get_ref().parse().ok();
        match found {
            None => {
                let message = format!("`{}` is no facing", facing.get_ref());
                self.fault(facing.span(), message, "one of: NNE, E, SSE, SSW, W, NNW");
            }
            Some(given) if by_halves.is_some_and(|v| v != given) => {
                let message = format!("its halves make it face {}, not {given}", by_halves.unwrap_or(given));
                self.fault(
                    facing.span(),
                    message,
                    "the left half comes first, as the troops see it",
                );
            }
            _ => {}
        }
        found
    }

    pub(super) fn people(&mut self, entry: &UnitEntry) -> u8 {
        let Some(people) = &entry.people else {
            return NONE;
        };
        let known = R::people(&self.options, people.get_ref());
        if known.is_none() {
            let message = format!("the tables name no people `{}`", people.get_ref());
            self.fault(people.span(), message, "leave the key out, or choose other rows");
        }
        known.unwrap_or(NONE)
    }

    /// A mark that only some battles of the family know.
    pub(super) fn mark(&mut self, given: bool, mark: Mark, whose: &Spanned<String>) -> bool {
        let known = R::knows_mark(&self.options, mark);
        if given && !known {
            let message = format!("`{}`: {}", whose.get_ref(), mark.unknown());
            self.fault(whose.span(), message, mark.help());
        }
        given && known
    }

    pub(super) fn points(&mut self, given: Option<&Spanned<i32>>, usual: i32) -> i32 {
        match given {
            None => usual,
            Some(points) => {
                if !(0..=1000).contains(points.get_ref()) {
                    let message = format!("{} victory points", points.get_ref());
                    self.fault(points.span(), message, "0 to 1000");
                }
                *points.get_ref()
            }
        }
    }

    pub(super) fn half(&mut self, entry: &UnitEntry) -> Option<Half> {
        let half = entry.half.as_ref()?;
        let found = Half::from_name(half.get_ref());
        if found.is_none() {
            self.fault(
                half.span(),
                format!("`{}` is no half", half.get_ref()),
                "`left` or `right`",
            );
        }
        found
    }

    pub(super) fn division(&mut self, name: Option<&Spanned<String>>, side: Side) -> u8 {
        let Some(name) = name else {
            return NONE;
        };
        let text = name.get_ref();
        if text.is_empty() || text.contains(char::is_whitespace) {
            self.fault(
                name.span(),
                format!("`{text}` cannot be a division"),
                "a name without spaces, or no key at all",
            );
            return NONE;
        }
        let known = self.divisions.iter().position(|d| *d.id == **text);
        if let Some(at) = known {
            if self.divisions[at].side != side {
                let message = format!("division `{text}` belongs to the other side");
                self.fault(name.span(), message, "give each side its own divisions");
            }
            return at as u8;
        }
        if self.divisions.len() == MOST_DIVISIONS {
            self.fault(name.span(), "too many divisions", format!("at most {MOST_DIVISIONS}"));
            return NONE;
        }
        self.divisions.push(Division {
            id: text.as_str().into(),
            side,
            members: 0,
            left: 0,
            size: 0,
        });
        (self.divisions.len() - 1) as u8
    }

    /// One unit a hex, on ground it can stand on.
    pub(super) fn place(
        &mut self,
        entry: &UnitEntry,
        side: Side,
        kind: Kind,
        place: Option<(Hex, Hex)>,
        faces: &Option<[Face; 2]>,
    ) {
        let Some((left, right)) = place else {
            return;
        };
        // an open schiltrom is a double counter.
        if !R::FACED_SINGLES && kind == Kind::Schiltrom && right.is_off() {
            let message = "a schiltrom in open order is a double counter";
            self.fault(entry.hex.span(), message, "give both hexes: 1015/1016");
        }
        for hex in [left, right].into_iter().filter(|h| h.is_on()) {
            let id = entry.id.get_ref().clone();
            if let Some((other, _)) = self.hexes.insert(hex, (id, side)) {
                let message = format!("`{other}` stands in hex {} already", self.map.name(hex));
                let help = format!("one combat unit a hex ({})", R::CITES.one_to_a_hex);
                self.fault(entry.hex.span(), message, help);
            }
            self.standing_ground(entry.hex.span(), hex);
            let terrain = self.map.terrain(hex);
            let cover = matches!(terrain, Terrain::Wooded | Terrain::Village);
            if let Some([up, _]) = faces
                && R::FACED_SINGLES
                && cover
                && (up.mounted() || up.close_order())
            {
                let message = format!("hex {} is {}", self.map.name(hex), terrain.name());
                self.fault(
                    entry.hex.span(),
                    message,
                    "mounted cavalry cannot stand in cover (E-78), nor close order (E-51)",
                );
            }
        }
    }

    pub(super) fn standing_ground(&mut self, at: Range<usize>, hex: Hex) {
        let terrain = self.map.terrain(hex);
        if R::prohibits(&self.options, terrain) {
            let message = format!("hex {} is a {terrain}", self.map.name(hex));
            self.fault(
                at,
                message,
                format!("nobody can stand in a {terrain} ({})", R::CITES.prohibited),
            );
        }
    }
}
