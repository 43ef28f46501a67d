//! Scenario files: what a person writes, checked completely before anything is played.

use super::cards::{
    Armour, Card, Division, ENGLISH, Face, Half, Kind, LeaderCard, MAX_HEXES, MAX_LEADERS, MAX_UNITS, NONE, SCOTS,
    Setup, Show,
};
use super::options::{Options, ScotsBowModes};
use super::{Battle, Parts};
use board::{Hex, HexMap, Terrain, Vertex};
use kernel::{Diagnostic, Side};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// E-125
pub const LEADER_POINTS: u8 = 8;
/// Allowances a counter may print; the rout table knows none above.
const LARGEST_ALLOWANCE: u8 = 12;
const LARGEST_DIVISION: usize = 6;
const MOST_DIVISIONS: usize = 32;

/// A battle of *Edward at Bannockburn*.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Head,
    /// Combat units, one table each.
    #[serde(default)]
    pub unit: Vec<UnitEntry>,
    #[serde(default)]
    pub leader: Vec<LeaderEntry>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// `system/name`.
    pub id: String,
    /// The rules it is played by: `edward`.
    pub system: String,
    pub title: String,
    /// Name of the map file, without its ending.
    #[schemars(with = "String")]
    pub map: Spanned<String>,
    /// Game turns, 1 to 99.
    #[schemars(with = "u8")]
    pub turns: Spanned<u8>,
    /// Where the armies and the set-up come from, for players.
    #[serde(default)]
    pub source: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Short name without spaces, used in choices.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    pub name: String,
    /// `scottish` or `english`.
    #[schemars(with = "String")]
    pub side: Spanned<String>,
    /// `cavalry`, `infantry`, `schiltrom`, `longbow` or `crossbow`.
    #[schemars(with = "String")]
    pub kind: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub division: Option<Spanned<String>>,
    /// `left` or `right`, in divisions of five or six.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub half: Option<Spanned<String>>,
    /// Starts with a lance if mounted.
    #[serde(default)]
    pub lance: bool,
    /// What its loss is worth to the enemy; the published value of its kind if left out.
    #[serde(default)]
    #[schemars(with = "Option<i32>")]
    pub victory_points: Option<Spanned<i32>>,
    #[schemars(with = "String")]
    pub hex: Spanned<String>,
    /// `NNE`, `E`, `SSE`, `SSW`, `W` or `NNW`.
    #[schemars(with = "String")]
    pub facing: Spanned<String>,
    /// Rout level at the start, 0 to 4.
    #[serde(default)]
    #[schemars(with = "Option<u8>")]
    pub rout: Option<Spanned<u8>>,
    /// The printed sides of the counter; the first is up at the start.
    #[schemars(with = "Vec<FaceEntry>")]
    pub faces: Spanned<Vec<FaceEntry>>,
    /// Which figures of this unit are reconstructed, since nothing published gives them.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaceEntry {
    /// `mounted`, `dismounted`, `disorganised`, `organised`, `open`, `close`, `ranged` or `melee`.
    #[schemars(with = "String")]
    pub show: Spanned<String>,
    /// `P`, `M`, `L` or `N`.
    #[schemars(with = "String")]
    pub armour: Spanned<String>,
    /// Movement points.
    #[schemars(with = "u8")]
    pub movement: Spanned<u8>,
    /// `A` (best) to `E`.
    #[schemars(with = "String")]
    pub morale: Spanned<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderEntry {
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    pub name: String,
    #[schemars(with = "String")]
    pub side: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub division: Option<Spanned<String>>,
    #[serde(default)]
    pub king: bool,
    #[serde(default)]
    #[schemars(with = "Option<i32>")]
    pub victory_points: Option<Spanned<i32>>,
    #[schemars(with = "String")]
    pub hex: Spanned<String>,
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

/// Points of 14.1 by side and kind. E-133
pub fn usual_points(side: Side, kind: Kind) -> i32 {
    match (side == SCOTS, kind) {
        (true, Kind::Schiltrom | Kind::Cavalry) => 10,
        (true, _) => 4,
        (false, Kind::Cavalry) => 5,
        (false, _) => 2,
    }
}

pub fn leader_points(side: Side, king: bool) -> i32 {
    match (side == SCOTS, king) {
        (true, true) => 30,
        (true, false) => 6,
        (false, true) => 10,
        (false, false) => 2,
    }
}

/// Reads a scenario file. Every fault that can be told is reported with its place.
pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    toml::from_str(text).map_err(|fault| {
        let diagnostic = Diagnostic::new(fault.message().to_string());
        vec![match fault.span() {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        }]
    })
}

/// Makes a battle of a scenario and its map.
pub fn build(file: &ScenarioFile, map: HexMap, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let mut reader = Reader {
        map: &map,
        options,
        faults: Vec::new(),
        ids: HashSet::new(),
        hexes: BTreeMap::new(),
        divisions: Vec::new(),
    };
    reader.head(file);
    let units: Vec<Card> = file
        .unit
        .iter()
        .enumerate()
        .filter_map(|(i, u)| reader.unit(u, i))
        .collect();
    let leaders: Vec<LeaderCard> = file.leader.iter().filter_map(|l| reader.leader(l)).collect();
    reader.divisions(file);
    let edges = reader.edges(file);
    let Reader { faults, divisions, .. } = reader;
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Battle::new(Parts {
        options,
        title: file.scenario.title.clone(),
        turns: *file.scenario.turns.get_ref(),
        units,
        leaders,
        divisions,
        edges,
        map,
    }))
}

struct Reader<'a> {
    map: &'a HexMap,
    options: Options,
    faults: Vec<Diagnostic>,
    ids: HashSet<String>,
    /// Combat units by hex, with their side.
    hexes: BTreeMap<Hex, (String, Side)>,
    divisions: Vec<Division>,
}

impl Reader<'_> {
    fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Diagnostic::new(message).at(at).help(help));
    }

    fn head(&mut self, file: &ScenarioFile) {
        let turns = &file.scenario.turns;
        if !(1..=99).contains(turns.get_ref()) {
            self.fault(
                turns.span(),
                "the number of turns is out of range",
                "1 to 99; the published game has 10",
            );
        }
        let map = file.scenario.map.span();
        if self.map.len() > MAX_HEXES {
            let message = format!("the map has {} hexes", self.map.len());
            self.fault(
                map.clone(),
                message,
                format!("this game takes maps of at most {MAX_HEXES} hexes"),
            );
        }
        let known = [
            Terrain::Clear,
            Terrain::Marsh,
            Terrain::Pool,
            Terrain::Wooded,
            Terrain::Village,
        ];
        if let Some(hex) = self.map.hexes().find(|h| !known.contains(&self.map.terrain(*h))) {
            let message = format!(
                "hex {} of the map is {}",
                self.map.name(hex),
                self.map.terrain(hex).name()
            );
            self.fault(
                map.clone(),
                message,
                "this game knows clear, marsh, pool, wooded and village",
            );
        }
        if let Some(hex) = self.map.hexes().find(|h| self.map.elevation(*h) > 2) {
            let message = format!(
                "hex {} of the map has elevation {}",
                self.map.name(hex),
                self.map.elevation(hex)
            );
            self.fault(map.clone(), message, "elevations are 0, 1 and 2");
        }
        for (count, most, what) in [
            (file.unit.len(), MAX_UNITS, "units"),
            (file.leader.len(), MAX_LEADERS, "leaders"),
        ] {
            if count > most {
                self.fault(
                    map.clone(),
                    format!("there are {count} {what}"),
                    format!("at most {most}"),
                );
            }
        }
        for name in ["scottish", "english"] {
            if !file.unit.iter().any(|u| u.side.get_ref() == name) {
                self.fault(
                    map.clone(),
                    format!("the {name} side has no unit"),
                    "give each side at least one [[unit]]",
                );
            }
        }
    }

    fn edges(&mut self, file: &ScenarioFile) -> [Vec<Vec<Hex>>; 2] {
        let edges = ["scottish", "english"].map(|side| {
            let own = self
                .map
                .edges()
                .iter()
                .filter(|e| e.side == side && e.purpose == "friendly");
            own.map(|e| e.hexes.clone()).collect::<Vec<_>>()
        });
        for (sections, side) in edges.iter().zip(["scottish", "english"]) {
            if sections.iter().all(Vec::is_empty) {
                self.fault(
                    file.scenario.map.span(),
                    format!("the map has no friendly edge for the {side} side"),
                    format!("add an [[edge]] with side = \"{side}\" and purpose = \"friendly\" to the map"),
                );
            }
        }
        edges
    }

    fn id(&mut self, id: &Spanned<String>) {
        let text = id.get_ref();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if text.is_empty() || !text.chars().all(plain) {
            let message = format!("`{text}` cannot be an id");
            self.fault(id.span(), message, "use letters, digits, - and _ only, as in sco-cav-1");
        } else if !self.ids.insert(text.clone()) {
            self.fault(
                id.span(),
                format!("the id `{text}` is used twice"),
                "give every piece its own id",
            );
        }
    }

    fn side(&mut self, side: &Spanned<String>) -> Option<Side> {
        match side.get_ref().as_str() {
            "scottish" => Some(SCOTS),
            "english" => Some(ENGLISH),
            other => {
                let message = format!("`{other}` is no side of this battle");
                self.fault(side.span(), message, "`scottish` or `english`");
                None
            }
        }
    }

    fn hex(&mut self, hex: &Spanned<String>) -> Option<Hex> {
        let found = self.map.parse(hex.get_ref());
        if found.is_none() {
            let message = format!("there is no hex `{}` on this map", hex.get_ref());
            let layout = self.map.layout();
            let last = layout.first_column + layout.columns - 1;
            let help = format!(
                "a hex is column and row in two digits each; columns run from {:02} to {last:02}, rows from {:02} to {:02}",
                layout.first_column,
                layout.first_row,
                layout.first_row + layout.rows() - 1
            );
            self.fault(hex.span(), message, help);
        }
        found
    }

    fn unit(&mut self, entry: &UnitEntry, index: usize) -> Option<Card> {
        self.id(&entry.id);
        let side = self.side(&entry.side);
        let kind = Kind::from_name(entry.kind.get_ref());
        if kind.is_none() {
            let message = format!("there is no kind of unit `{}`", entry.kind.get_ref());
            let names: Vec<&str> = Kind::ALL.iter().map(|k| k.name()).collect();
            self.fault(entry.kind.span(), message, format!("one of: {}", names.join(", ")));
        }
        let hex = self.hex(&entry.hex);
        let facing: Option<Vertex> = entry.facing.get_ref().parse().ok();
        if facing.is_none() {
            let message = format!("`{}` is no facing", entry.facing.get_ref());
            self.fault(entry.facing.span(), message, "one of: NNE, E, SSE, SSW, W, NNW");
        }
        let rout = entry.rout.as_ref().map_or(0, |r| *r.get_ref());
        if rout > 4 {
            let span = entry.rout.as_ref().map_or(0..0, Spanned::span);
            self.fault(span, format!("rout level {rout} does not exist"), "0 (not routed) to 4");
        }
        let (side, kind) = (side?, kind?);
        let faces = self.faces(entry, side, kind);
        let half = self.half(entry);
        let division = self.division(entry.division.as_ref(), side);
        self.place(entry, side, hex, &faces);
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
            id: entry.id.get_ref().clone(),
            name: entry.name.clone(),
            side,
            kind,
            division,
            half,
            two_faced: self.two_faced(side, kind),
            faces,
            victory_points: self.points(entry.victory_points.as_ref(), usual_points(side, kind)),
            setup: Setup {
                hex: hex?,
                facing: facing?,
                face: 0,
                lance: entry.lance,
                rout,
            },
        })
    }

    fn two_faced(&self, side: Side, kind: Kind) -> bool {
        match kind {
            Kind::Longbow if side == SCOTS => self.options.scots_bow_modes == ScotsBowModes::TwoModes,
            _ => kind.faces(side).len() > 1,
        }
    }

    fn points(&mut self, given: Option<&Spanned<i32>>, usual: i32) -> i32 {
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

    /// The printed sides: those the kind has, the starting one first.
    fn faces(&mut self, entry: &UnitEntry, side: Side, kind: Kind) -> Option<[Face; 2]> {
        let span = entry.faces.span();
        let allowed = kind.faces(side);
        let names: Vec<&str> = allowed.iter().map(|s| s.name()).collect();
        let mut faces: Vec<Face> = Vec::new();
        let mut sound = true;
        for face in entry.faces.get_ref() {
            let show = Show::from_name(face.show.get_ref()).filter(|s| allowed.contains(s));
            if show.is_none() {
                let message = format!("this unit has no face `{}`", face.show.get_ref());
                self.fault(
                    face.show.span(),
                    message,
                    format!("its faces are: {}", names.join(", ")),
                );
            }
            match self.face(face, kind, show) {
                Some(face) if !faces.iter().any(|f| f.show == face.show) => faces.push(face),
                Some(_) => {
                    self.fault(face.show.span(), "this face is given twice", "give each face once");
                    sound = false;
                }
                None => sound = false,
            }
        }
        if !sound {
            return None;
        }
        // ER-54: the melee side of Scottish longbows, should the option give them one, is rated like the other.
        if kind == Kind::Longbow && side == SCOTS && faces.len() == 1 {
            let ranged = faces[0];
            faces.extend(Face::new(
                kind,
                Show::Melee,
                ranged.armour,
                ranged.allowance / 2,
                ranged.morale,
            ));
        }
        if faces.len() != allowed.len() {
            let message = format!("this unit needs {} face(s) and has {}", allowed.len(), faces.len());
            self.fault(span, message, format!("its faces are: {}", names.join(", ")));
            return None;
        }
        // E-04, E-05: these start in a given order; the others as the file has it, subject to the owner's choice.
        let first = faces[0].show;
        let forced = matches!(kind, Kind::Schiltrom | Kind::Infantry) && first != allowed[0];
        if forced {
            let message = format!("this unit cannot start `{}`", first.name());
            self.fault(span, message, format!("list the face `{}` first", allowed[0].name()));
        }
        Some([faces[0], faces[faces.len() - 1]])
    }

    fn face(&mut self, entry: &FaceEntry, kind: Kind, show: Option<Show>) -> Option<Face> {
        let armour = Armour::from_letter(entry.armour.get_ref());
        if armour.is_none() {
            let message = format!("`{}` is no armour", entry.armour.get_ref());
            self.fault(
                entry.armour.span(),
                message,
                "P (plate), M (mail), L (leather) or N (none)",
            );
        }
        let morale = match entry.morale.get_ref().as_bytes() {
            [letter @ b'A'..=b'E'] => Some(letter - b'A'),
            _ => {
                let message = format!("`{}` is no morale rating", entry.morale.get_ref());
                self.fault(entry.morale.span(), message, "A (best) to E");
                None
            }
        };
        let points = *entry.movement.get_ref();
        if !(1..=LARGEST_ALLOWANCE).contains(&points) {
            let message = format!("a movement allowance of {points}");
            self.fault(
                entry.movement.span(),
                message,
                format!("1 to {LARGEST_ALLOWANCE} points"),
            );
            return None;
        }
        let (show, armour, morale) = (show?, armour?, morale?);
        let face = Face::new(kind, show, armour, points, morale);
        if face.is_none() {
            let message = "the melee table has no class for this armour on this face";
            self.fault(
                entry.armour.span(),
                message,
                "mounted units wear P or M, foot M, L or N",
            );
        }
        face
    }

    fn half(&mut self, entry: &UnitEntry) -> Option<Half> {
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

    fn division(&mut self, name: Option<&Spanned<String>>, side: Side) -> u8 {
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
        let known = self.divisions.iter().position(|d| &d.id == text);
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
            id: text.clone(),
            side,
            members: 0,
            left: 0,
            size: 0,
        });
        (self.divisions.len() - 1) as u8
    }

    /// One unit a hex, on ground it can stand on.
    fn place(&mut self, entry: &UnitEntry, side: Side, hex: Option<Hex>, faces: &Option<[Face; 2]>) {
        let Some(hex) = hex else {
            return;
        };
        let id = entry.id.get_ref().clone();
        if let Some((other, _)) = self.hexes.insert(hex, (id, side)) {
            let message = format!("`{other}` stands in hex {} already", self.map.name(hex));
            self.fault(entry.hex.span(), message, "one combat unit a hex (E-69)");
        }
        let terrain = self.map.terrain(hex);
        if terrain == Terrain::Pool {
            let message = format!("hex {} is a pool", self.map.name(hex));
            self.fault(entry.hex.span(), message, "nobody can stand in a pool (E-74)");
        }
        let cover = matches!(terrain, Terrain::Wooded | Terrain::Village);
        if let Some([up, _]) = faces
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

    fn leader(&mut self, entry: &LeaderEntry) -> Option<LeaderCard> {
        self.id(&entry.id);
        let side = self.side(&entry.side);
        let hex = self.hex(&entry.hex);
        let (side, hex) = (side?, hex?);
        if self.map.terrain(hex) == Terrain::Pool {
            let message = format!("hex {} is a pool", self.map.name(hex));
            self.fault(entry.hex.span(), message, "nobody can stand in a pool (E-74)");
        }
        if let Some((unit, owner)) = self.hexes.get(&hex)
            && *owner != side
        {
            let message = format!("the enemy unit `{unit}` stands in hex {}", self.map.name(hex));
            self.fault(
                entry.hex.span(),
                message,
                "leaders stand with their own side or alone (E-70)",
            );
        }
        let division = match &entry.division {
            Some(name) if !self.divisions.iter().any(|d| &d.id == name.get_ref()) => {
                let known: Vec<String> = self.divisions.iter().map(|d| d.id.clone()).collect();
                let message = format!("there is no division `{}`", name.get_ref());
                self.fault(name.span(), message, format!("the divisions are: {}", known.join(", ")));
                NONE
            }
            name => self.division(name.as_ref(), side),
        };
        Some(LeaderCard {
            id: entry.id.get_ref().clone(),
            name: entry.name.clone(),
            side,
            division,
            victory_points: self.points(entry.victory_points.as_ref(), leader_points(side, entry.king)),
            allowance: LEADER_POINTS * 2,
            hex,
        })
    }

    /// Divisions of infantry that organise have one to six units, those above four with halves. E-64
    fn divisions(&mut self, file: &ScenarioFile) {
        let mut groups: BTreeMap<&str, Vec<&UnitEntry>> = BTreeMap::new();
        for unit in &file.unit {
            let infantry = unit.kind.get_ref() == Kind::Infantry.name() && unit.side.get_ref() == "english";
            if let (true, Some(name)) = (infantry, &unit.division) {
                groups.entry(name.get_ref().as_str()).or_default().push(unit);
            }
            if infantry && unit.division.is_none() {
                let message = format!("`{}` belongs to no division", unit.id.get_ref());
                self.fault(
                    unit.id.span(),
                    message,
                    "English infantry organises by divisions: add division = \"...\" (E-63)",
                );
            }
        }
        for (name, units) in groups {
            let last = units[units.len() - 1];
            let span = last.division.as_ref().map_or(0..0, Spanned::span);
            if units.len() > LARGEST_DIVISION {
                let message = format!("division `{name}` has {} units", units.len());
                self.fault(span, message, format!("at most {LARGEST_DIVISION} (E-64)"));
            } else if units.len() > 4 {
                for unit in units.iter().filter(|u| u.half.is_none()) {
                    let message = format!(
                        "`{}` is in a division of {} and in neither half",
                        unit.id.get_ref(),
                        units.len()
                    );
                    self.fault(
                        unit.id.span(),
                        message,
                        "add half = \"left\" or half = \"right\" (E-64)",
                    );
                }
            }
        }
    }
}
