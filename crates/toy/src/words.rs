//! A joust in words.

use crate::position::{Lance, Order, Phase, Position, side_of};
use crate::rules::{Choice, Event, Joust, Outcome};
use board::Pose;
use kernel::{Cite, Facts, OutcomeName, Refusal, Side, Telling, TellingRole, Viewer, Words};

impl Order {
    pub const ALL: [Order; 3] = [Order::Charge, Order::Hold, Order::Whirl];

    pub fn name(self) -> &'static str {
        match self {
            Order::Charge => "charge",
            Order::Hold => "hold",
            Order::Whirl => "whirl",
        }
    }

    pub fn read(text: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == text)
    }
}

fn unreadable(why: &str) -> Refusal {
    Refusal::new("Unreadable", Cite::NONE, why)
}

impl Joust {
    pub fn name(&self, figure: u8) -> &str {
        &self.names[usize::from(figure)]
    }

    pub fn read_figure(&self, name: &str) -> Result<u8, Refusal> {
        let found = self.names.iter().position(|known| **known == *name);
        found.map(|at| at as u8).ok_or_else(|| {
            let why = format!("There is no figure `{name}`; there are: {}.", self.names.join(", "));
            Refusal::new("UnknownFigure", Cite::NONE, why)
        })
    }

    fn say(&self, event: &Event) -> (&'static str, &'static str, String) {
        let name = |figure: &u8| self.name(*figure);
        match event {
            Event::LanceGiven(figure) => ("lance", "J-02", format!("{} has the lance.", name(figure))),
            Event::Shown(orders) => {
                let given = (0..)
                    .zip(orders)
                    .filter_map(|(figure, order)| Some((figure, (*order)?)));
                let given: Vec<String> = given
                    .map(|(figure, order)| format!("{} {}", name(&figure), order.name()))
                    .collect();
                ("orders", "J-03", format!("The orders: {}.", given.join(", ")))
            }
            Event::Rode(figure, to) => ("move", "J-05", format!("{} rides to {} {}.", name(figure), to.x, to.y)),
            Event::LanceBroken(figure) => ("lance", "J-09", format!("{} breaks the lance.", name(figure))),
            Event::Struck {
                figure,
                target,
                dice,
                hits,
            } => {
                let text = format!(
                    "{} strikes at {}: {hits} hits with {dice} dice.",
                    name(figure),
                    name(target)
                );
                ("blow", "J-07", text)
            }
            Event::Whirled { figure, target, .. } => {
                ("whirl", "J-08", format!("{} whirls at {}.", name(figure), name(target)))
            }
            Event::Lost(figure, lost) => ("loss", "J-10", format!("{} loses {lost}.", name(figure))),
            Event::RoundOver(round) => ("round", "J-01", format!("Round {round} is over.")),
        }
    }
}

impl Words for Joust {
    fn side_name(&self, side: Side) -> &'static str {
        ["Reds", "Blues"][side.index()]
    }

    fn write_choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Lance(figure) => format!("lance {}", self.name(*figure)),
            Choice::Order(figure, order) => format!("order {} {}", self.name(*figure), order.name()),
            Choice::Ready => "ready".into(),
            Choice::Move(figure, Pose { x, y, angle }) => format!("move {} to {x} {y} {angle}", self.name(*figure)),
            Choice::Strike(figure, target) => format!("strike {} {}", self.name(*figure), self.name(*target)),
            Choice::Whirl(figure) => format!("whirl {}", self.name(*figure)),
            Choice::End(figure) => format!("end {}", self.name(*figure)),
        }
    }

    fn read_choice(&self, _p: &Position, _side: Side, text: &str) -> Result<Choice, Refusal> {
        let figure = |name| self.read_figure(name);
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["lance", name] => Choice::Lance(figure(name)?),
            ["order", name, order] => {
                let order = Order::read(order).ok_or_else(|| unreadable("An order is charge, hold or whirl."))?;
                Choice::Order(figure(name)?, order)
            }
            ["ready"] => Choice::Ready,
            ["move", name, "to", x, y, angle] => match (x.parse(), y.parse(), angle.parse()) {
                (Ok(x), Ok(y), Ok(angle)) => Choice::Move(figure(name)?, Pose { x, y, angle }),
                _ => return Err(unreadable("A pose is three whole numbers: X Y ANGLE.")),
            },
            ["strike", name, target] => Choice::Strike(figure(name)?, figure(target)?),
            ["whirl", name] => Choice::Whirl(figure(name)?),
            ["end", name] => Choice::End(figure(name)?),
            _ => return Err(unreadable("That is no choice of this game.")),
        })
    }

    /// `orders charge hold hold` gives each standing figure its order, in their order, and is ready.
    fn read_plan(&self, p: &Position, side: Side, text: &str) -> Result<Vec<Choice>, Refusal> {
        let Some(orders) = text.strip_prefix("orders ") else {
            return Ok(vec![self.read_choice(p, side, text)?]);
        };
        let mut figures = p.standing(side);
        let mut plan = Vec::new();
        for order in orders.split_whitespace() {
            match (figures.next(), Order::read(order)) {
                (Some(figure), Some(order)) => plan.push(Choice::Order(figure, order)),
                _ => return Err(unreadable("There is one order for each figure: charge, hold or whirl.")),
            }
        }
        plan.push(Choice::Ready);
        Ok(plan)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        if let Event::LanceGiven(figure) = event
            && !viewer.is(side_of(*figure))
        {
            return None;
        }
        let (kind, rule, text) = self.say(event);
        let (dice, figures) = match event {
            Event::Struck { dice, hits, .. } => {
                (Vec::new(), vec![("dice", i32::from(*dice)), ("hits", i32::from(*hits))])
            }
            Event::Whirled { faces, .. } => (faces.to_vec(), Vec::new()),
            Event::Lost(_, lost) => (Vec::new(), vec![("lost", i32::from(*lost))]),
            _ => (Vec::new(), Vec::new()),
        };
        Some(Telling {
            kind,
            role: match event {
                Event::Rode(..) => TellingRole::Step,
                _ => TellingRole::Event,
            },
            text,
            cites: vec![Cite(rule)],
            dice,
            reckoning: None,
            figures,
            way: Vec::new(),
        })
    }

    fn is_secret(&self, choice: &Choice) -> bool {
        matches!(choice, Choice::Lance(_))
    }

    fn name_outcome(&self, outcome: &Outcome) -> OutcomeName {
        match outcome.hits {
            0 => OutcomeName::failing("no hit"),
            hits => OutcomeName {
                part: Some(format!("{hits} hits").into()),
                ..OutcomeName::new("hits")
            },
        }
    }
}

impl Facts for Joust {
    /// `round`, `phase`, `FIGURE.at`, `FIGURE.strength`, `FIGURE.order`, `lance.SIDE`.
    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        match key {
            "round" => return Some((p.round + 1).to_string()),
            "phase" => {
                return Some(match p.phase() {
                    Phase::Turn(figure) => self.name(figure).into(),
                    phase => format!("{phase:?}").to_lowercase(),
                });
            }
            _ => {}
        }
        let (what, key) = key.split_once('.')?;
        if what == "lance" {
            let side = Side::BOTH.into_iter().find(|side| self.side_name(*side) == key)?;
            return Some(match p.lances[side.index()] {
                Lance::With(figure) => self.name(figure).into(),
                lance => format!("{lance:?}").to_lowercase(),
            });
        }
        let figure = self.read_figure(what).ok()?;
        let Pose { x, y, angle } = p.figure(figure).at;
        match key {
            "at" => Some(format!("{x} {y} {angle}")),
            "strength" => Some(p.figure(figure).strength.to_string()),
            "order" => Some(p.order(figure).map_or("none", Order::name).into()),
            _ => None,
        }
    }
}
