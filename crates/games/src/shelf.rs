//! What can be played: the systems with their scenarios and maps, and scenarios of one's own beside them.

use crate::cases::Case;
use crate::lesson::{self, Lesson, LessonText};
use crate::rulebook::Rulebook;
use crate::scenario::{LoadFault, Options, Scenario, Source};
use crate::systems;
use board::army::ArmyLists;
use captain::Card;
use kernel::{Diagnostic, OptionCard};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A rule system as the shelf needs it. The systems are listed in [`systems::ALL`] and nowhere else.
pub trait System: Send + Sync {
    /// The first part of its scenarios' names, and the name of its folders.
    fn id(&self) -> &'static str;

    /// The rules and our rulings, in our own words (Markdown).
    fn rulebook(&self) -> Rulebook;

    /// The points on which players may differ.
    fn options(&self) -> &'static [OptionCard];

    /// The computer players, the weakest first.
    fn captains(&self) -> Vec<Card>;

    /// The scenarios that come with the program.
    fn scenarios(&self) -> &'static [Shelved];

    /// The maps that come with the program, by name.
    fn maps(&self) -> &'static [(&'static str, &'static str)];

    /// What armies of one's own are put together from, where they can be.
    fn lists(&self) -> Option<ArmyLists> {
        None
    }

    /// What each piece of a scenario file costs, by its id, as far as that can be told.
    fn costs(&self, _text: &str) -> BTreeMap<String, u32> {
        BTreeMap::new()
    }

    fn open(&self, source: &Source<'_>, options: &Options) -> Result<Scenario, LoadFault>;

    /// The position of a conformance case.
    fn case(&self, setting: toml::Table) -> Result<Box<dyn Case>, String>;

    /// JSON Schemas of its files, each under the name it has in `data/schema`.
    /// None of a system from elsewhere that was built without them.
    #[cfg(feature = "schema")]
    fn schemas(&self) -> Vec<(&'static str, schemars::Schema)> {
        Vec::new()
    }
}

/// A scenario on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Shelved {
    pub id: &'static str,
    /// File name, for diagnostics.
    pub file: &'static str,
    pub text: &'static str,
}

/// A scenario that somebody has brought along, with the maps found beside it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OwnScenario {
    pub file: String,
    pub text: String,
    pub maps: BTreeMap<String, String>,
}

/// Everything that can be played here.
#[derive(Clone)]
pub struct Shelf {
    systems: Vec<&'static dyn System>,
    own: Vec<(String, OwnScenario)>,
    lessons: Vec<LessonText>,
}

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf::standard()
    }
}

impl Shelf {
    /// What comes with the program.
    pub fn standard() -> Shelf {
        Shelf {
            systems: systems::ALL.to_vec(),
            own: Vec::new(),
            lessons: lesson::LESSONS
                .iter()
                .map(|(file, text)| LessonText {
                    file: (*file).into(),
                    text: (*text).into(),
                })
                .collect(),
        }
    }

    /// With one more system.
    #[must_use]
    pub fn with(mut self, system: &'static dyn System) -> Shelf {
        self.systems.push(system);
        self
    }

    /// With one more scenario, which must be sound and have a name of its own.
    pub fn with_own(mut self, own: OwnScenario) -> Result<Shelf, LoadFault> {
        let scenario = self.read_own(&own, &Options::new())?;
        let id = scenario.heading.scenario;
        let shelved = self.shelved(&id).map(|shelved| shelved.file.to_string());
        let other = self
            .own
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, o)| o.file.clone());
        if let Some(file) = shelved.or(other) {
            return Err(LoadFault::SameName {
                id,
                files: [file, own.file],
            });
        }
        self.own.push((id, own));
        Ok(self)
    }

    /// With one more lesson, which must be sound and have a name of its own. Its scenario must be here already.
    pub fn with_lesson(mut self, own: LessonText) -> Result<Shelf, LoadFault> {
        let lesson = Lesson::read(&self, &own)?;
        for other in &self.lessons {
            if Lesson::read(&self, other)?.id == lesson.id {
                return Err(LoadFault::SameName {
                    id: lesson.id,
                    files: [other.file.clone(), own.file],
                });
            }
        }
        self.lessons.push(own);
        Ok(self)
    }

    /// All lessons, in the order in which they are taken.
    pub fn lessons(&self) -> Result<Vec<Lesson>, LoadFault> {
        self.lessons.iter().map(|text| Lesson::read(self, text)).collect()
    }

    pub fn systems(&self) -> impl Iterator<Item = &'static dyn System> + '_ {
        self.systems.iter().copied()
    }

    pub fn system(&self, id: &str) -> Option<&'static dyn System> {
        self.systems().find(|system| system.id() == id)
    }

    /// Names of all scenarios, those of one's own last. Those of the lessons are opened by their names only.
    pub fn scenarios(&self) -> Vec<String> {
        let shelved = self.systems().flat_map(|system| system.scenarios());
        let own = self.own.iter().map(|(id, _)| id.clone());
        shelved.map(|shelved| shelved.id.to_string()).chain(own).collect()
    }

    fn shelved(&self, id: &str) -> Option<&'static Shelved> {
        self.systems()
            .flat_map(|system| system.scenarios())
            .chain(lesson::SCENARIOS)
            .find(|shelved| shelved.id == id)
    }

    /// Whether there is a scenario of this name.
    pub fn has(&self, id: &str) -> bool {
        self.shelved(id).is_some() || self.own.iter().any(|(known, _)| known == id)
    }

    /// The text of a map that comes with the program.
    pub fn map(&self, name: &str) -> Option<&'static str> {
        let mut maps = self.systems().flat_map(|system| system.maps()).chain(lesson::MAPS);
        maps.find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Opens a scenario by its name.
    pub fn open(&self, id: &str, options: &Options) -> Result<Scenario, LoadFault> {
        if let Some((_, own)) = self.own.iter().find(|(known, _)| known == id) {
            return self.read_own(own, options);
        }
        self.shelved_with(id, |source| self.read(source, options))
    }

    /// Has a scenario of the shelf read by a reader that knows its system.
    pub fn shelved_with<T>(
        &self,
        id: &str,
        read: impl FnOnce(&Source<'_>) -> Result<T, LoadFault>,
    ) -> Result<T, LoadFault> {
        let shelved = self.shelved(id).ok_or_else(|| LoadFault::UnknownScenario {
            id: id.into(),
            known: self.scenarios(),
        })?;
        read(&Source {
            file: shelved.file,
            text: shelved.text,
            map: &|name| self.map(name).map(Into::into),
        })
    }

    /// The texts that a scenario is made of, with the maps that it asks for: [`Shelf::read_own`] opens them again, whatever has
    /// become of the scenario meanwhile.
    pub fn texts(&self, id: &str) -> Result<OwnScenario, LoadFault> {
        if let Some((_, own)) = self.own.iter().find(|(known, _)| known == id) {
            return self.texts_of(own, |name| own.maps.get(name).cloned());
        }
        self.shelved_with(id, |source| {
            let bare = OwnScenario {
                file: source.file.into(),
                text: source.text.into(),
                maps: BTreeMap::new(),
            };
            self.texts_of(&bare, |_| None)
        })
    }

    fn texts_of(
        &self,
        scenario: &OwnScenario,
        beside: impl Fn(&str) -> Option<String>,
    ) -> Result<OwnScenario, LoadFault> {
        let maps = RefCell::new(BTreeMap::new());
        let find = |name: &str| {
            let text = beside(name).or_else(|| self.map(name).map(Into::into))?;
            maps.borrow_mut().insert(name.to_string(), text.clone());
            Some(text)
        };
        let source = Source {
            file: &scenario.file,
            text: &scenario.text,
            map: &find,
        };
        self.read(&source, &Options::new())?;
        Ok(OwnScenario {
            file: scenario.file.clone(),
            text: scenario.text.clone(),
            maps: maps.into_inner(),
        })
    }

    /// Opens a scenario from its texts.
    pub fn read_own(&self, own: &OwnScenario, options: &Options) -> Result<Scenario, LoadFault> {
        let source = Source {
            file: &own.file,
            text: &own.text,
            map: &|name| own.maps.get(name).cloned().or_else(|| self.map(name).map(Into::into)),
        };
        self.read(&source, options)
    }

    /// What each piece of a scenario file costs or is worth, by its id, as far as that can be told.
    pub fn costs(&self, own: &OwnScenario) -> BTreeMap<String, u32> {
        let source = Source {
            file: &own.file,
            text: &own.text,
            map: &|_| None,
        };
        let system = source.system().and_then(|id| self.system(&id));
        system.map_or_else(BTreeMap::new, |system| system.costs(&own.text))
    }

    /// Reads a scenario file of whatever system.
    pub fn read(&self, source: &Source<'_>, options: &Options) -> Result<Scenario, LoadFault> {
        let named = source.system();
        let system = match &named {
            Some(id) => self.system(id),
            // It has no head: any reader says so.
            None => self.systems.first().copied(),
        };
        match system {
            Some(system) => system.open(source, options),
            None => {
                let message = format!("there is no system `{}`", named.unwrap_or_default());
                let at = source.text.find("system").map_or(0..0, |at| at..at + "system".len());
                let known: Vec<&str> = self.systems().map(System::id).collect();
                let help = format!("the systems are: {}", known.join(", "));
                Err(source.faulty(vec![Diagnostic::new(message).at(at).help(help)]))
            }
        }
    }
}
