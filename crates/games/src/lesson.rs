//! Lessons: small battles in which somebody says what to do next and waits until it is done. They are data, in files of a form
//! of their own (`docs/lessons.md`); what the page waits for are choices, events and places of whatever game.

use crate::scenario::{LoadFault, Options, Scenario};
use crate::shelf::{Shelf, Shelved};
use board::ground::Ground;
use kernel::{Diagnostic, Seed, Side, Viewer};
use serde::{Deserialize, Serialize};

/// A lesson as it is kept.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonFile {
    pub lesson: Head,
    /// One after the other.
    pub step: Vec<Step>,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The name it goes by: none that another lesson has.
    pub id: String,
    pub title: String,
    /// What is learnt, in a sentence.
    pub words: String,
    /// How long it takes, about.
    pub minutes: u8,
    /// The `id` of the scenario it is played on.
    pub scenario: String,
    /// The side of whoever learns, as the scenario names it.
    pub side: String,
    /// The dice are the same every time; another number gives others.
    #[serde(default)]
    pub dice: u64,
    /// What the other side does, in this order: each as soon as it is on offer. Otherwise it lets everything pass. A `*`
    /// stands for any text.
    #[serde(default)]
    pub other: Vec<String>,
}

/// Something to be done, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What to do and why, in a sentence or two. `**so**` stands out.
    pub text: String,
    /// What is marked on the page.
    #[serde(default)]
    pub point: Vec<Point>,
    /// Any of these ends the step.
    pub done: Vec<Deed>,
    /// What is said then; may be empty.
    #[serde(default)]
    pub praise: String,
    /// What is added for whoever has not done it for a while; may be empty.
    #[serde(default)]
    pub hint: String,
}

/// Something on the page: one of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Point {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hex: Option<String>,
    /// Buttons of this kind of choice, such as `end`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub button: Option<String>,
}

/// What is waited for. Of one deed everything that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Deed {
    /// This piece is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub select: Option<String>,
    /// This piece is pointed at, or the cursor is on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub look: Option<String>,
    /// Whoever learns has made this choice since the step began. A `*` stands for any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub choice: Option<String>,
    /// Something of this kind has happened since the step began, whoever did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub event: Option<String>,
    /// This piece stands in one of `hexes` and looks towards `facing`, as far as these are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub hexes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<String>,
    /// The phase under way has this word in its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub phase: Option<String>,
    /// "Go on" is pressed: the step is only to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub read: Option<bool>,
}

/// A lesson as the page has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lesson {
    pub id: String,
    pub title: String,
    pub words: String,
    pub minutes: u8,
    pub scenario: String,
    pub side: Side,
    /// What the other side does, each as soon as it is on offer; otherwise it lets everything pass.
    pub other: Vec<String>,
    pub steps: Vec<Step>,
    #[serde(skip)]
    pub seed: Seed,
}

/// The text of a lesson, and the name of its file for diagnostics.
#[derive(Clone, Debug)]
pub struct LessonText {
    pub file: String,
    pub text: String,
}

impl Lesson {
    pub fn read(shelf: &Shelf, source: &LessonText) -> Result<Lesson, LoadFault> {
        let faulty = |faults| LoadFault::File {
            file: source.file.clone(),
            text: source.text.clone(),
            faults,
        };
        let file: LessonFile = board::file::parse(&source.text).map_err(faulty)?;
        let at = |word: &str| {
            let found = source.text.find(&format!("\"{word}\""));
            found.map(|at| at..at + word.len() + 2)
        };
        let told = |word: &str, message: String, help: String| {
            let fault = Diagnostic::new(message).help(help);
            match at(word) {
                Some(span) => fault.at(span),
                None => fault,
            }
        };
        let head = file.lesson;
        let scenario = match shelf.open(&head.scenario, &Options::new()) {
            Ok(scenario) => scenario,
            Err(fault @ LoadFault::UnknownScenario { .. }) => {
                let help = "the `id` of a scenario that comes with the program, or is given beside the lesson";
                return Err(faulty(vec![told(&head.scenario, fault.to_string(), help.into())]));
            }
            Err(fault) => return Err(fault),
        };
        let sides = scenario.battle.sides();
        let Some(side) = Side::BOTH.into_iter().find(|side| sides[side.index()] == head.side) else {
            let help = format!("the sides are: {}", sides.join(", "));
            let message = format!("there is no side `{}`", head.side);
            return Err(faulty(vec![told(&head.side, message, help)]));
        };
        let seed = Seed::derived(head.dice, 0);
        let faults = check(&scenario, seed, &file.step, &told);
        if !faults.is_empty() {
            return Err(faulty(faults));
        }
        Ok(Lesson {
            id: head.id,
            title: head.title,
            words: head.words,
            minutes: head.minutes,
            scenario: head.scenario,
            side,
            other: head.other,
            steps: file.step,
            seed,
        })
    }
}

/// Pieces and hexes that are named must be there, and every step must be able to end.
fn check(
    scenario: &Scenario,
    seed: Seed,
    steps: &[Step],
    told: &dyn Fn(&str, String, String) -> Diagnostic,
) -> Vec<Diagnostic> {
    let table = scenario.start(seed);
    let pieces: Vec<String> = table
        .scene(Viewer::Watcher)
        .pieces
        .iter()
        .map(|piece| piece.id.to_string())
        .collect();
    let hexes: Vec<String> = match table.board().ground {
        Ground::Hexes(ground) => ground.hexes.iter().map(|hex| hex.id.to_string()).collect(),
        Ground::Table(_) => Vec::new(),
    };
    let mut faults = Vec::new();
    if steps.is_empty() {
        faults.push(Diagnostic::new("a lesson needs a step").help("[[step]]"));
    }
    for step in steps {
        let deeds = &step.done;
        if deeds.is_empty() || deeds.iter().any(|deed| *deed == Deed::default()) {
            let help = "done = [{ read = true }] for a step that is only to be read";
            faults.push(told(&step.text, "nothing would ever end this step".into(), help.into()));
        }
        let named = deeds.iter().flat_map(|deed| [&deed.select, &deed.look, &deed.piece]);
        let pointed = step.point.iter().map(|point| &point.piece);
        for piece in named.chain(pointed).flatten() {
            if !pieces.contains(piece) {
                let help = format!("the pieces are: {}", pieces.join(", "));
                faults.push(told(piece, format!("there is no piece `{piece}`"), help));
            }
        }
        let shown = step.point.iter().filter_map(|point| point.hex.as_ref());
        for hex in deeds.iter().flat_map(|deed| &deed.hexes).chain(shown) {
            if !hexes.contains(hex) {
                faults.push(told(
                    hex,
                    format!("there is no hex {hex}"),
                    "two digits of the column and two of the row".into(),
                ));
            }
        }
    }
    faults
}

/// A lesson, scenario or map that comes with the program.
macro_rules! data {
    ($path:literal) => {
        include_str!(concat!("../../../data/", $path))
    };
}

/// The lessons that come with the program, in the order in which they are taken.
pub const LESSONS: &[(&str, &str)] = &[
    ("data/lessons/1-move.toml", data!("lessons/1-move.toml")),
    ("data/lessons/2-shoot.toml", data!("lessons/2-shoot.toml")),
    ("data/lessons/3-charge.toml", data!("lessons/3-charge.toml")),
    ("data/lessons/4-react.toml", data!("lessons/4-react.toml")),
];

/// The battles they are fought in: too small to stand among the others.
pub const SCENARIOS: &[Shelved] = &[
    Shelved {
        id: "lesson/move",
        file: "data/lessons/move-battle.toml",
        text: data!("lessons/move-battle.toml"),
    },
    Shelved {
        id: "lesson/shoot",
        file: "data/lessons/shoot-battle.toml",
        text: data!("lessons/shoot-battle.toml"),
    },
    Shelved {
        id: "lesson/charge",
        file: "data/lessons/charge-battle.toml",
        text: data!("lessons/charge-battle.toml"),
    },
    Shelved {
        id: "lesson/react",
        file: "data/lessons/react-battle.toml",
        text: data!("lessons/react-battle.toml"),
    },
];

pub const MAPS: &[(&str, &str)] = &[
    ("lesson-field", data!("maps/lesson-field.toml")),
    ("lesson-heath", data!("maps/lesson-heath.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lessons_are_sound_and_have_names_of_their_own() {
        let shelf = Shelf::standard();
        let lessons = shelf.lessons().unwrap();
        assert_eq!(lessons.len(), LESSONS.len());
        for lesson in &lessons {
            assert_eq!(lessons.iter().filter(|other| other.id == lesson.id).count(), 1);
            assert!(!shelf.scenarios().contains(&lesson.scenario), "not among the battles");
        }
        let again = LessonText {
            file: "again.toml".into(),
            text: LESSONS[0].1.into(),
        };
        assert!(matches!(shelf.with_lesson(again), Err(LoadFault::SameName { .. })));
    }

    #[test]
    fn what_a_lesson_cannot_wait_for_is_told() {
        let told = |from: &str, to: &str| {
            let text = LESSONS[0].1.replace(from, to);
            assert_ne!(text, LESSONS[0].1);
            let file = "x.toml".into();
            match Lesson::read(&Shelf::standard(), &LessonText { file, text }) {
                Err(LoadFault::File { faults, .. }) => faults[0].message.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            told("select = \"ross\"", "select = \"rose\""),
            "there is no piece `rose`"
        );
        assert_eq!(told("hex = \"0606\"", "hex = \"9999\""), "there is no hex 9999");
        assert_eq!(told("side = \"Scots\"", "side = \"Picts\""), "there is no side `Picts`");
        assert_eq!(
            told("done = [{ read = true }]", "done = []"),
            "nothing would ever end this step"
        );
        assert!(told("lesson/move", "lesson/run").contains("no scenario"));
        assert!(told("minutes", "hours").contains("hours"));
    }
}
