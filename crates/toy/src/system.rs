//! The files of a joust, and its place on the shelf.

use crate::position::{FIGURES, Figure, Lance, Order, Phase, Position, figures_of};
use crate::rules::Joust;
use board::Pose;
use captain::{Card, Commanded};
use games::cases::{Case, Prepared};
use games::rulebook::Rulebook;
use games::scenario::{Head, Opened};
use games::{LoadFault, Options, Scenario, Shelved, Source, System};
use kernel::{Diagnostic, OptionCard, Rules, Side, Words};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Toy;

const CARDS: &[OptionCard] = &[OptionCard {
    key: "lances",
    values: &["on", "off"],
    ruling: "JR-01",
    words: "Each side has a reserve lance that only it knows of",
}];

const JOUST: Shelved = Shelved {
    id: "toy/joust",
    file: "joust.toml",
    text: include_str!("../data/joust.toml"),
};

/// A scenario file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct File {
    scenario: FileHead,
    /// Three figures of the Reds, then three of the Blues.
    figure: Vec<FileFigure>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileHead {
    id: String,
    /// Always `toy`; the shelf finds the reader by it.
    #[serde(rename = "system")]
    _system: String,
    title: String,
    source: String,
    #[serde(default)]
    tale: String,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileFigure {
    name: String,
    /// X and Y in thousandths of an inch, and the angle in tenths of a degree.
    at: (i32, i32, u16),
    strength: u8,
}

fn pose((x, y, angle): (i32, i32, u16)) -> Pose {
    Pose { x, y, angle }
}

fn read_options(options: &Options) -> Result<bool, LoadFault> {
    let mut lances = true;
    for (key, value) in options {
        match (key.as_str(), value.as_str()) {
            ("lances", "on") => lances = true,
            ("lances", "off") => lances = false,
            _ => {
                let fault = Diagnostic::new(format!("there is no option `{key} = {value}`"));
                return Err(LoadFault::Options(vec![fault.help("lances = on or off")]));
            }
        }
    }
    Ok(lances)
}

/// The figures are told apart by name, and stand where they may.
fn check_start(battle: &Joust) -> Result<(), String> {
    let p = battle.start();
    for (at, name) in battle.names.iter().enumerate() {
        if name.split_whitespace().ne([&**name]) || battle.names[..at].contains(name) {
            return Err(format!("`{name}` is no name of one word, or two figures have it"));
        }
        let room = battle.check_room(&p, at as u8, p.figures[at].at);
        room.map_err(|refusal| format!("{name}: {}", refusal.why))?;
    }
    Ok(())
}

/// A scenario as this system has it.
pub fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Joust>, LoadFault> {
    let file: File = toml::from_str(source.text).map_err(|fault| {
        let span = fault.span().unwrap_or(0..0);
        source.faulty(vec![Diagnostic::new(fault.message().trim()).at(span)])
    })?;
    let File { scenario, figure } = file;
    let figures: [FileFigure; FIGURES] = figure.try_into().map_err(|found: Vec<FileFigure>| {
        let fault = Diagnostic::new(format!("there are {} figures", found.len()));
        source.faulty(vec![fault.help("three of the Reds, then three of the Blues")])
    })?;
    let battle = Joust {
        title: scenario.title.clone(),
        source: scenario.source.clone(),
        start: figures.each_ref().map(|figure| Figure {
            at: pose(figure.at),
            strength: figure.strength,
            charged: false,
        }),
        names: figures.map(|figure| Arc::from(figure.name)),
        lances: read_options(options)?,
    };
    check_start(&battle).map_err(|why| source.faulty(vec![Diagnostic::new(why)]))?;
    Ok(Opened {
        head: Head {
            id: scenario.id,
            title: scenario.title,
            source: scenario.source,
            tale: scenario.tale,
            note: scenario.note,
            fair: String::new(),
            easier: String::new(),
        },
        texts: vec![source.text.into()],
        battle: Arc::new(battle),
    })
}

/// The position of a case: the joust of the shelf in the turn of a figure, with what differs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    turn: String,
    #[serde(default)]
    at: BTreeMap<String, (i32, i32, u16)>,
    #[serde(default)]
    strength: BTreeMap<String, u8>,
    /// Those that are not named hold.
    #[serde(default)]
    orders: BTreeMap<String, String>,
    /// Who has the lance of each side; a side that is not named has none.
    #[serde(default)]
    lances: BTreeMap<String, String>,
}

impl Setting {
    fn build(self) -> Result<(Joust, Position), String> {
        let source = Source {
            file: JOUST.file,
            text: JOUST.text,
            map: &|_| None,
        };
        let opened = open(&source, &Options::new()).map_err(|fault| fault.to_string())?;
        let battle = Arc::into_inner(opened.battle).ok_or("the battle is shared")?;
        let mut p = battle.start();
        let figure = |name: &str| battle.read_figure(name).map_err(|refusal| refusal.why);
        p.lances = [Lance::Spent; 2];
        p.orders = [Some(Order::Hold); FIGURES];
        p.ready = [true; 2];
        for (name, at) in self.at {
            p.figures[usize::from(figure(&name)?)].at = pose(at);
        }
        for (name, strength) in self.strength {
            p.figures[usize::from(figure(&name)?)].strength = strength;
        }
        for (name, order) in &self.orders {
            let order = Order::read(order).ok_or_else(|| format!("there is no order `{order}`"))?;
            p.orders[usize::from(figure(name)?)] = Some(order);
        }
        for side in Side::BOTH {
            if let Some(name) = self.lances.get(battle.side_name(side)) {
                let holder = figure(name)?;
                if !figures_of(side).contains(&holder) {
                    return Err(format!("{name} is not of the {}", battle.side_name(side)));
                }
                p.lances[side.index()] = Lance::With(holder);
            }
        }
        let turn = Phase::Turn(figure(&self.turn)?);
        let found = (0..FIGURES as u8).find(|at| {
            p.turn = *at;
            p.phase() == turn
        });
        found.ok_or_else(|| format!("{} has no turn", self.turn))?;
        Ok((battle, p))
    }
}

impl System for Toy {
    fn id(&self) -> &'static str {
        "toy"
    }

    fn rulebook(&self) -> Rulebook {
        Rulebook::parse(include_str!("../data/rules.md"), include_str!("../data/rulings.md"))
    }

    fn options(&self) -> &'static [OptionCard] {
        CARDS
    }

    fn captains(&self) -> Vec<Card> {
        Joust::captains().iter().map(|appointment| appointment.card).collect()
    }

    fn scenarios(&self) -> &'static [Shelved] {
        &[JOUST]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn open(&self, source: &Source<'_>, options: &Options) -> Result<Scenario, LoadFault> {
        open(source, options)?.scenario(source, self.id(), self.options().to_vec(), options)
    }

    fn case(&self, setting: toml::Table) -> Result<Box<dyn Case>, String> {
        let setting: Setting = setting.try_into().map_err(|fault: toml::de::Error| fault.to_string())?;
        Ok(Box::new(Prepared::from(setting.build()?)))
    }

    #[cfg(feature = "schema")]
    fn schemas(&self) -> Vec<(&'static str, schemars::Schema)> {
        vec![("toy-scenario.json", schemars::schema_for!(File))]
    }
}
