//! The army lists (LR-09 to LR-11, LR-79): a table of data.

use crate::troops::{Discipline, Quality, Troop};
use board::Reader;
use kernel::Diagnostic;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;
use toml::Spanned;

/// The table that comes with the program.
const STANDARD: &str = include_str!("../../../data/tables/elements-lists.toml");

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(STANDARD).expect("the lists that come with the program make sense"));

/// What some kinds may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    Superior,
    Pavise,
    Engine,
}

impl More {
    pub const ALL: [More; 3] = [More::Superior, More::Pavise, More::Engine];

    pub fn name(self) -> &'static str {
        ["superior", "pavise", "engine"][self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub words: String,
    pub points: i32,
    /// Elements and files of a new unit.
    pub fresh: [u8; 2],
    may: [bool; More::ALL.len()],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// How many elements a unit may have.
    pub elements: RangeInclusive<u8>,
    /// Of a new unit.
    pub fresh: (Quality, Discipline),
    kinds: Vec<Kind>,
    quality: [i32; Quality::ALL.len()],
    discipline: [i32; Discipline::ALL.len()],
    more: [i32; More::ALL.len()],
    /// A sub-commander, a general.
    commanders: [u32; 2],
}

/// The army lists of the element game.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ListsFile {
    unit: FileUnits,
    /// Points of each element more or less, A to D.
    quality: FilePoints,
    /// The same, I to IV.
    discipline: FilePoints,
    /// The same for what some kinds may have: `superior`, `pavise`, `engine`.
    more: FilePoints,
    commanders: FileCommanders,
    kind: Vec<FileKind>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileUnits {
    /// The least and the most elements.
    #[cfg_attr(feature = "schema", schemars(with = "[u8; 2]"))]
    elements: Spanned<[u8; 2]>,
    /// Of a new unit.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    quality: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    discipline: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(transparent)]
struct FilePoints(Spanned<BTreeMap<Spanned<String>, Spanned<i32>>>);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FilePoints {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FilePoints".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BTreeMap::<String, i32>::json_schema(generator)
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileCommanders {
    general: u32,
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    sub: Spanned<u32>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileKind {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Spanned<String>,
    /// As people say it.
    words: String,
    /// Of one element.
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    points: Spanned<i32>,
    /// Elements and files of a new unit.
    #[cfg_attr(feature = "schema", schemars(with = "[u8; 2]"))]
    fresh: Spanned<[u8; 2]>,
    /// What it may have: `superior`, `pavise`, `engine`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    may: Vec<Spanned<String>>,
}

/// A word of the file and its place.
fn at(word: &Spanned<String>) -> (&str, Range<usize>) {
    (word.get_ref(), word.span())
}

/// One number for each name, and for no other.
fn points<const N: usize>(reader: &mut Reader, table: &FilePoints, names: [&str; N]) -> [i32; N] {
    let help = names.join(", ");
    for key in table
        .0
        .get_ref()
        .keys()
        .filter(|key| !names.contains(&key.get_ref().as_str()))
    {
        reader.fault(key.span(), format!("`{}` is not known here", key.get_ref()), &help);
    }
    names.map(|name| {
        let found = table.0.get_ref().iter().find(|(key, _)| key.get_ref() == name);
        if found.is_none() {
            reader.fault(table.0.span(), format!("there are no points for `{name}`"), &help);
        }
        found.map_or(0, |(_, points)| *points.get_ref())
    })
}

/// The same, the best first, which costs no less.
fn graded<const N: usize>(reader: &mut Reader, table: &FilePoints, names: [&str; N]) -> [i32; N] {
    let points = points(reader, table, names);
    if let Some(at) = points.windows(2).position(|pair| pair[0] < pair[1]) {
        let span = table.0.get_ref().iter().find(|(key, _)| key.get_ref() == names[at + 1]);
        let message = format!("{} costs more than {}", names[at + 1], names[at]);
        let span = span.map_or_else(|| table.0.span(), |(_, points)| points.span());
        reader.fault(span, message, "no more points than for the better one");
    }
    points
}

fn kind(reader: &mut Reader, file: &FileKind, elements: &RangeInclusive<u8>) -> Kind {
    if *file.points.get_ref() < 1 {
        reader.fault(file.points.span(), "every kind costs a point at least", "1 or more");
    }
    let [n, files] = *file.fresh.get_ref();
    if !elements.contains(&n) || !(1..=n).contains(&files) {
        let help = format!(
            "{} to {} elements in no more files than elements",
            elements.start(),
            elements.end()
        );
        reader.fault(file.fresh.span(), "no unit stands like that", &help);
    }
    let mut may = [false; More::ALL.len()];
    for word in &file.may {
        let known = More::ALL.into_iter().find(|more| more.name() == word.get_ref());
        if let Some(more) = reader.word(at(word), known, &More::ALL.map(More::name).join(", ")) {
            may[more as usize] = true;
        }
    }
    Kind {
        words: file.words.clone(),
        points: *file.points.get_ref(),
        fresh: [n, files],
        may,
    }
}

impl Lists {
    /// The lists that everybody goes by.
    pub fn standard() -> &'static Lists {
        &LISTS
    }

    /// Reads a table; what does not make sense is told with its place.
    pub fn read(text: &str) -> Result<Lists, Vec<Diagnostic>> {
        let file: ListsFile = toml::from_str(text).map_err(|fault| {
            let said = Diagnostic::new(fault.message().trim());
            vec![said.at(fault.span().unwrap_or_default())]
        })?;
        let mut reader = Reader::default();
        let [least, most] = *file.unit.elements.get_ref();
        if least < 1 || least > most || most > 24 {
            let message = "a unit has 1 to 24 elements (LR-11)";
            reader.fault(
                file.unit.elements.span(),
                message,
                "the least and the most, such as [1, 24]",
            );
        }
        let elements = least..=most;
        let quality = Quality::read(file.unit.quality.get_ref());
        let quality = reader.word(at(&file.unit.quality), quality, "A, B, C or D");
        let discipline = Discipline::read(file.unit.discipline.get_ref());
        let discipline = reader.word(at(&file.unit.discipline), discipline, "I, II, III or IV");
        let mut kinds: [Option<Kind>; Troop::ALL.len()] = std::array::from_fn(|_| None);
        for kind in &file.kind {
            let names = Troop::ALL.map(Troop::name).join(", ");
            let Some(troop) = reader.word(at(&kind.name), Troop::read(kind.name.get_ref()), &names) else {
                continue;
            };
            let row = self::kind(&mut reader, kind, &elements);
            if kinds[troop as usize].replace(row).is_some() {
                reader.fault(kind.name.span(), "this kind is there twice", "one [[kind]] for each");
            }
        }
        for (troop, _) in Troop::ALL.iter().zip(&kinds).filter(|(_, kind)| kind.is_none()) {
            let fault = Diagnostic::new(format!("there is no kind `{}`", troop.name()));
            reader.faults.push(fault.help("one [[kind]] for each"));
        }
        let lists = Lists {
            elements,
            fresh: (quality.unwrap_or(Quality::C), discipline.unwrap_or(Discipline::III)),
            kinds: kinds.into_iter().flatten().collect(),
            quality: graded(&mut reader, &file.quality, Quality::ALL.map(Quality::letter)),
            discipline: graded(&mut reader, &file.discipline, Discipline::ALL.map(Discipline::numeral)),
            more: points(&mut reader, &file.more, More::ALL.map(More::name)),
            commanders: [*file.commanders.sub.get_ref(), file.commanders.general],
        };
        if lists.commanders[0] > lists.commanders[1] {
            let message = "a sub-commander costs more than a general";
            reader.fault(file.commanders.sub.span(), message, "no more points than `general`");
        }
        if reader.faults.is_empty() {
            Ok(lists)
        } else {
            Err(reader.faults)
        }
    }

    pub fn kind(&self, troop: Troop) -> &Kind {
        &self.kinds[troop as usize]
    }

    pub fn may(&self, troop: Troop, more: More) -> bool {
        self.kind(troop).may[more as usize]
    }

    pub fn quality(&self, quality: Quality) -> i32 {
        self.quality[quality as usize]
    }

    pub fn discipline(&self, discipline: Discipline) -> i32 {
        self.discipline[discipline as usize]
    }

    /// What it costs for each element.
    pub fn more(&self, more: More) -> i32 {
        self.more[more as usize]
    }

    pub fn commander(&self, general: bool) -> u32 {
        self.commanders[usize::from(general)]
    }

    /// Points of one element.
    pub fn element(&self, troop: Troop, has: &[More], quality: Quality, discipline: Discipline) -> i32 {
        let has = has.iter().filter(|more| self.may(troop, **more));
        let more: i32 = has.map(|more| self.more(*more)).sum();
        (self.kind(troop).points + more + self.quality(quality) + self.discipline(discipline)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_make_no_sense_are_refused_where_they_do_not() {
        assert_eq!(Lists::read(STANDARD).as_ref(), Ok(Lists::standard()));
        for (here, instead, why, at) in [
            (
                "elements = [1, 24]",
                "elements = [0, 24]",
                "1 to 24 elements",
                "[0, 24]",
            ),
            (
                "elements = [1, 24]",
                "elements = [9, 24]",
                "no unit stands like that",
                "[6, 3]",
            ),
            ("quality = \"C\"", "quality = \"E\"", "`E` is not known", "\"E\""),
            ("B = 1\n", "B = 4\n", "B costs more than A", "4"),
            ("IV = -1\n", "IV = -1\nV = -2\n", "`V` is not known", "V"),
            ("pavise = 1\n", "", "no points for `pavise`", "[more]"),
            ("sub = 15\n", "sub = 50\n", "a sub-commander costs more", "50"),
            (
                "name = \"Levy\"",
                "name = \"Elephants\"",
                "`Elephants` is not known",
                "\"Elephants\"",
            ),
            (
                "name = \"Levy\"",
                "name = \"Spears\"",
                "this kind is there twice",
                "\"Spears\"",
            ),
            ("points = 2\n", "points = 0\n", "every kind costs", "0"),
            ("fresh = [4, 4]", "fresh = [4, 5]", "no unit stands like that", "[4, 5]"),
            (
                "may = [\"superior\"]",
                "may = [\"silver\"]",
                "`silver` is not known",
                "\"silver\"",
            ),
            ("[more]\n", "[more\n", "", "\n"),
        ] {
            assert!(STANDARD.contains(here), "{here}");
            let text = STANDARD.replacen(here, instead, 1);
            let faults = Lists::read(&text).expect_err(instead);
            let told = faults.iter().find(|fault| fault.message.contains(why));
            let told = told.unwrap_or_else(|| panic!("{instead}: {faults:?}"));
            let span = told.span.clone().expect("a place");
            assert!(text[span.start..].starts_with(at), "{instead}: {:?}", &text[span]);
        }
        let without = STANDARD.replacen("name = \"Levy\"", "name = \"Spears\"", 1);
        let faults = Lists::read(&without).unwrap_err();
        assert!(
            faults.iter().any(|fault| fault.message == "there is no kind `Levy`"),
            "{faults:?}"
        );
    }

    /// LR-79, as the rulings tell it.
    #[test]
    fn points_are_as_told() {
        let lists = Lists::standard();
        let points = |troop, has: &[More], quality, discipline| lists.element(troop, has, quality, discipline);
        assert_eq!(points(Troop::Pikes, &[More::Superior], Quality::A, Discipline::II), 12);
        assert_eq!(points(Troop::Spears, &[More::Superior], Quality::C, Discipline::III), 5);
        assert_eq!(points(Troop::Crossbow, &[More::Pavise], Quality::C, Discipline::II), 7);
        assert_eq!(points(Troop::Levy, &[], Quality::D, Discipline::IV), 1);
        assert_eq!([false, true].map(|general| lists.commander(general)), [15, 40]);
    }
}
