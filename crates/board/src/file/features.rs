//! From tables to a map, part two: sides, roads and all that has a name.

use super::check::Checker;
use super::{MapFile, Water};
use crate::lore::{EdgeSection, Landmark, Note, Region, Road, Stream};
use crate::{Dir, Hex, HexMap, SideFeatures};
use serde_spanned::Spanned;
use std::collections::BTreeSet;

type Names = Spanned<Vec<Spanned<String>>>;

impl Checker<'_> {
    /// `"CCRR-CCRR"`, two neighbours.
    fn side(&mut self, map: &HexMap, entry: &Spanned<String>) -> Option<(Hex, Dir)> {
        let text = entry.get_ref();
        let Some((a, b)) = text.split_once('-') else {
            let message = format!("`{text}` is not a hexside");
            let help = "a hexside is the two hexes beside it, as in \"0714-0715\"";
            self.fault(entry.span(), message, help);
            return None;
        };
        let first = self.lookup(map, a, self.inside(entry, 0..a.len()));
        let second = self.lookup(map, b, self.inside(entry, a.len() + 1..text.len()));
        match (first, second) {
            (Ok(from), Ok(to)) => match map.direction(from, to) {
                Some(d) => Some((from, d)),
                None => {
                    let message = format!("{a} and {b} have no side in common");
                    self.fault(entry.span(), message, neighbours(map, from));
                    None
                }
            },
            (first, second) => {
                let wrong = [first.err(), second.err()];
                self.faults.extend(wrong.into_iter().flatten());
                None
            }
        }
    }

    pub fn sides(&mut self, file: &MapFile, map: &mut HexMap, levels_hold: bool) {
        let h = &file.hexsides;
        let water = SideFeatures::RIVER | SideFeatures::STREAM | SideFeatures::BURN;
        let kinds = [
            (&h.burn, SideFeatures::BURN),
            (&h.stream, SideFeatures::STREAM),
            (&h.river, SideFeatures::RIVER),
            (&h.bridge, SideFeatures::BRIDGE),
            (&h.ford, SideFeatures::FORD),
            (&h.fortification, SideFeatures::FORTIFICATION),
            (&h.gate, SideFeatures::GATE),
            (&h.contour, SideFeatures::CONTOUR),
            (&h.ridge, SideFeatures::RIDGE),
        ];
        for (entries, feature) in kinds {
            let mut seen = BTreeSet::new();
            for entry in entries {
                let Some((hex, d)) = self.side(map, entry) else {
                    continue;
                };
                let other = map.neighbour(hex, d);
                if !seen.insert((hex.min(other), hex.max(other))) {
                    let message = format!("{entry} is listed twice under {feature}");
                    self.fault(entry.span(), message, "leave one out");
                    continue;
                }
                if feature == SideFeatures::CONTOUR {
                    // The map has worked them out; the list may only repeat what is so.
                    if levels_hold && !map.side(hex, d).contains(SideFeatures::CONTOUR) {
                        let help = "a contour lies between hexes of different elevation";
                        self.fault(entry.span(), format!("{entry} is level ground"), help);
                    }
                    continue;
                }
                let crossing = SideFeatures::BRIDGE | SideFeatures::FORD;
                if crossing.contains(feature) && !map.side(hex, d).intersects(water) {
                    let message = format!("the {feature} at {entry} crosses no water");
                    let help = "list the side under river, stream or burn as well";
                    self.fault(entry.span(), message, help);
                }
                map.add_side(hex, d, feature);
            }
        }
    }

    pub fn streams(&mut self, file: &MapFile, map: &mut HexMap) {
        self.unique("stream", file.stream.iter().map(|s| &s.name));
        for entry in &file.stream {
            let (kind, feature) = match entry.kind {
                Water::Burn => ("burn", SideFeatures::BURN),
                Water::Stream => ("stream", SideFeatures::STREAM),
                Water::River => ("river", SideFeatures::RIVER),
            };
            if entry.sides.get_ref().is_empty() {
                let message = format!("the {kind} {} has no sides", entry.name);
                self.fault(entry.sides.span(), message, "list them from end to end");
            }
            let mut sides = Vec::new();
            for side in entry.sides.get_ref() {
                let Some((hex, d)) = self.side(map, side) else {
                    continue;
                };
                if !map.side(hex, d).contains(feature) {
                    let message = format!("{side} is not among the {kind} sides");
                    self.fault(side.span(), message, format!("list it in [hexsides] {kind} too"));
                }
                sides.push((hex, d));
            }
            map.lore.streams.push(Stream {
                name: entry.name.get_ref().clone(),
                kind: kind.into(),
                sides,
                confidence: entry.confidence,
                note: entry.note.clone(),
            });
        }
    }

    pub fn roads(&mut self, file: &MapFile, map: &mut HexMap) {
        self.unique("road", file.road.iter().map(|r| &r.name));
        for entry in &file.road {
            if entry.hexes.get_ref().len() < 2 {
                let message = format!("the road {} leads nowhere", entry.name);
                self.fault(entry.hexes.span(), message, "a road has at least two hexes");
            }
            let mut hexes = Vec::new();
            let mut before: Option<Hex> = None;
            for name in entry.hexes.get_ref() {
                let hex = self.hex(map, name);
                if let (Some(from), Some(to)) = (before, hex) {
                    match map.direction(from, to) {
                        Some(d) => map.add_side(from, d, SideFeatures::ROAD),
                        None => {
                            let message = format!("the road jumps from {} to {name}", map.name(from));
                            self.fault(name.span(), message, neighbours(map, from));
                        }
                    }
                }
                hexes.extend(hex);
                before = hex;
            }
            map.lore.roads.push(Road {
                name: entry.name.get_ref().clone(),
                hexes,
                confidence: entry.confidence,
                note: entry.note.clone(),
            });
        }
    }

    pub fn sets(&mut self, file: &MapFile, map: &mut HexMap) {
        self.unique("region", file.region.iter().map(|r| &r.name));
        for entry in &file.region {
            let what = format!("the region {}", entry.name);
            let hexes = self.set(map, &what, &entry.hexes);
            map.lore.regions.push(Region {
                name: entry.name.get_ref().clone(),
                hexes,
                confidence: entry.confidence,
                note: entry.note.clone(),
            });
        }
        for entry in &file.edge {
            let what = format!("this edge section of {}", entry.side);
            let hexes = self.set(map, &what, &entry.hexes);
            for name in entry.hexes.get_ref() {
                let hex = map.parse(name.get_ref());
                if hex.is_some_and(|h| !map.is_border(h)) {
                    let message = format!("{name} is not at the edge of the map");
                    let help = "an edge section has only hexes that lack a neighbour";
                    self.fault(name.span(), message, help);
                }
            }
            map.lore.edges.push(EdgeSection {
                side: entry.side.clone(),
                purpose: entry.purpose.clone(),
                hexes,
                confidence: entry.confidence,
                note: entry.note.clone(),
            });
        }
        self.unique("place", file.place.iter().map(|p| &p.name));
        for entry in &file.place {
            let Some(hex) = self.hex(map, &entry.hex) else {
                continue;
            };
            map.lore.places.push(Landmark {
                name: entry.name.get_ref().clone(),
                hex,
                confidence: entry.confidence,
                note: entry.note.clone(),
            });
        }
        map.lore.notes.extend(file.note.iter().map(|entry| Note {
            topic: entry.topic.clone(),
            confidence: entry.confidence,
            text: entry.text.clone(),
        }));
    }

    /// Hexes in the order given; none twice, and at least one.
    fn set(&mut self, map: &HexMap, what: &str, names: &Names) -> Vec<Hex> {
        if names.get_ref().is_empty() {
            self.fault(names.span(), format!("{what} is empty"), "name at least one hex");
        }
        let mut seen = BTreeSet::new();
        let mut hexes = Vec::new();
        for name in names.get_ref() {
            let Some(hex) = self.hex(map, name) else {
                continue;
            };
            if seen.insert(hex) {
                hexes.push(hex);
            } else {
                self.fault(name.span(), format!("{what} has {name} twice"), "leave one out");
            }
        }
        hexes
    }

    fn unique<'s>(&mut self, what: &str, names: impl Iterator<Item = &'s Spanned<String>>) {
        let mut seen = BTreeSet::new();
        for name in names {
            if name.get_ref().trim().is_empty() {
                self.fault(name.span(), format!("a {what} without a name"), "give it one");
            } else if !seen.insert(name.get_ref()) {
                let message = format!("two of the name `{name}` among the {what}s");
                self.fault(name.span(), message, "call one of them something else");
            }
        }
    }
}

fn neighbours(map: &HexMap, h: Hex) -> String {
    let on = map.neighbours(h).iter().filter(|n| n.is_on());
    let names: Vec<String> = on.map(|n| map.name(*n).to_string()).collect();
    format!("next to {} are {}", map.name(h), names.join(", "))
}
