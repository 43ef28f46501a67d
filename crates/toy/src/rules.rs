//! What is true in a joust.

use crate::check::refuse;
use crate::position::{
    BASE, COMPASS, FIGURES, Figure, Lance, Order, Phase, Position, ROUNDS, WHIRL, figures_of, side_of,
};
use board::Pose;
use kernel::{Cite, Dice, Log, Refusal, Rules, Side, ToAct, Verdict};
use std::borrow::Cow;
use std::sync::Arc;

/// A joust: the figures as they come to the field, and whether they bring lances.
pub struct Joust {
    pub title: String,
    pub source: String,
    pub names: [Arc<str>; FIGURES],
    pub start: [Figure; FIGURES],
    pub lances: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Lance(u8),
    Order(u8, Order),
    Ready,
    Move(u8, Pose),
    Strike(u8, u8),
    Whirl(u8),
    End(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    LanceGiven(u8),
    Shown([Option<Order>; FIGURES]),
    Rode(u8, Pose),
    LanceBroken(u8),
    Struck {
        figure: u8,
        target: u8,
        dice: u16,
        hits: u16,
    },
    Whirled {
        figure: u8,
        target: u8,
        faces: [u8; WHIRL],
    },
    /// A figure lost so much strength.
    Lost(u8, u8),
    RoundOver(u8),
}

/// Hits, and the strength that each side lost by them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Outcome {
    pub hits: u16,
    pub lost: [i32; 2],
}

impl Rules for Joust {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Outcome = Outcome;

    fn start(&self) -> Position {
        Position {
            round: 0,
            lances: [if self.lances { Lance::Owed } else { Lance::Spent }; 2],
            orders: [None; FIGURES],
            ready: [false; 2],
            turn: 0,
            ridden: false,
            figures: self.start,
        }
    }

    fn to_act(&self, p: &Position) -> ToAct {
        let owing = |owes: [bool; 2]| match owes {
            [true, true] => ToAct::Both,
            [one, _] => ToAct::One(if one { Side::One } else { Side::Two }),
        };
        match p.phase() {
            Phase::Over => ToAct::Nobody,
            Phase::Lances => owing(p.lances.map(|lance| lance == Lance::Owed)),
            Phase::Orders => owing(p.ready.map(|ready| !ready)),
            Phase::Turn(figure) => ToAct::One(side_of(figure)),
        }
    }

    fn choices(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let mut offer = |choice| {
            if self.check(p, side, &choice).is_ok() && !out.contains(&choice) {
                out.push(choice);
            }
        };
        match p.phase() {
            Phase::Over => {}
            Phase::Lances => figures_of(side).for_each(|figure| offer(Choice::Lance(figure))),
            Phase::Orders => {
                for figure in figures_of(side) {
                    for order in Order::ALL {
                        offer(Choice::Order(figure, order));
                    }
                }
                offer(Choice::Ready);
            }
            Phase::Turn(figure) => {
                let from = p.figure(figure).at;
                let nearest = p.towards_nearest(figure, BASE + BASE / 2);
                nearest.into_iter().for_each(|to| offer(Choice::Move(figure, to)));
                for (angle, [x, y]) in COMPASS {
                    for inches in [2, 4] {
                        let [x, y] = [from.x + x * inches, from.y + y * inches];
                        offer(Choice::Move(figure, Pose { x, y, angle }));
                    }
                }
                figures_of(side.other()).for_each(|target| offer(Choice::Strike(figure, target)));
                offer(Choice::Whirl(figure));
                offer(Choice::End(figure));
            }
        }
    }

    /// Any pose within a ride will do; `choices` names a few.
    fn lists_all(&self) -> bool {
        false
    }

    fn check(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Refusal> {
        if !self.to_act(p).includes(side) {
            return Err(refuse("NotYourTurn", "J-01", "It is not for you to choose now."));
        }
        let during = |phase: Phase| match p.phase() == phase {
            true => Ok(()),
            false => Err(refuse("NotNow", "J-01", "That is not chosen now.")),
        };
        match *choice {
            Choice::Lance(figure) => during(Phase::Lances).and_then(|()| self.check_own(p, side, figure)),
            Choice::Order(figure, _) => {
                during(Phase::Orders)?;
                self.check_own(p, side, figure)?;
                match p.order(figure) {
                    None => Ok(()),
                    Some(_) => Err(refuse("Ordered", "J-03", "That figure has its order.")),
                }
            }
            Choice::Ready => {
                during(Phase::Orders)?;
                match p.standing(side).filter(|figure| p.order(*figure).is_none()).count() {
                    0 => Ok(()),
                    left => Err(refuse("OrdersOwed", "J-03", "Every figure needs an order.").figure("left", left)),
                }
            }
            Choice::Move(figure, to) => {
                self.check_turn(p, side, figure)?;
                self.check_move(p, figure, to)
            }
            Choice::Strike(figure, target) => {
                self.check_turn(p, side, figure)?;
                self.check_strike(p, figure, target)
            }
            Choice::Whirl(figure) => {
                self.check_turn(p, side, figure)?;
                self.check_whirl(p, figure)
            }
            Choice::End(figure) => self.check_turn(p, side, figure),
        }
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match *choice {
            Choice::Lance(figure) => {
                p.lances[side.index()] = Lance::With(figure);
                log.event(|| Event::LanceGiven(figure));
            }
            Choice::Order(figure, order) => p.orders[usize::from(figure)] = Some(order),
            Choice::Ready => {
                p.ready[side.index()] = true;
                if p.ready == [true; 2] {
                    log.reveal();
                    log.event(|| Event::Shown(p.orders));
                    self.begin_turn(p, 0, log);
                }
            }
            Choice::Move(figure, to) => {
                p.figure_mut(figure).at = to;
                p.ridden = true;
                log.event(|| Event::Rode(figure, to));
            }
            Choice::Strike(figure, target) => {
                self.strike(p, figure, target, dice, log);
                self.end_turn(p, log);
            }
            Choice::Whirl(figure) => {
                self.whirl(p, figure, dice, log);
                self.end_turn(p, log);
            }
            Choice::End(_) => self.end_turn(p, log),
        }
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        let mut outcome = Outcome::default();
        for event in events {
            match event {
                Event::Struck { hits, .. } => outcome.hits = *hits,
                Event::Whirled { faces, .. } => outcome.hits = faces.iter().filter(|face| **face == 6).count() as u16,
                Event::Lost(figure, lost) => outcome.lost[side_of(*figure).index()] += i32::from(*lost),
                _ => {}
            }
        }
        outcome
    }

    fn harm(&self, outcome: &Outcome) -> [i32; 2] {
        outcome.lost
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        if !p.is_over() {
            return None;
        }
        let score @ [one, two] = self.score(p);
        let (winner, level) = match one.cmp(&two) {
            std::cmp::Ordering::Greater => (Some(Side::One), "The Reds have the prize"),
            std::cmp::Ordering::Less => (Some(Side::Two), "The Blues have the prize"),
            std::cmp::Ordering::Equal => (None, "The prize is shared"),
        };
        Some(Verdict {
            winner,
            level: level.into(),
            score,
            cite: Cite("J-11"),
            next: None,
        })
    }

    /// The strength that the other side has lost.
    fn score(&self, p: &Position) -> [i32; 2] {
        let strength = |figures: &[Figure; FIGURES], side| -> i32 {
            figures_of(side)
                .map(|figure| i32::from(figures[usize::from(figure)].strength))
                .sum()
        };
        Side::BOTH.map(|side| strength(&self.start, side.other()) - strength(&p.figures, side.other()))
    }

    fn turn(&self, p: &Position) -> u16 {
        u16::from((p.round + 1).min(ROUNDS))
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        out.extend([p.round, p.turn, p.ridden.into(), p.ready[0].into(), p.ready[1].into()]);
        out.extend(p.lances.map(|lance| match lance {
            Lance::Owed => 100,
            Lance::Somewhere => 101,
            Lance::Spent => 102,
            Lance::With(figure) => figure,
        }));
        out.extend(p.orders.map(|order| order.map_or(0, |order| order as u8 + 1)));
        for figure in &p.figures {
            let Figure { at, strength, charged } = figure;
            out.extend(at.x.to_le_bytes());
            out.extend(at.y.to_le_bytes());
            out.extend(at.angle.to_le_bytes());
            out.extend([*strength, (*charged).into()]);
        }
    }

    fn hides(&self) -> bool {
        self.lances
    }

    fn known<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        let other = side.other();
        let mut known = Cow::Borrowed(p);
        if let Lance::With(_) = p.lances[other.index()] {
            known.to_mut().lances[other.index()] = Lance::Somewhere;
        }
        // Orders of one side stand in a position while the other still gives its own.
        if p.phase() == Phase::Orders && figures_of(other).any(|figure| p.order(figure).is_some()) {
            figures_of(other).for_each(|figure| known.to_mut().orders[usize::from(figure)] = None);
        }
        known
    }

    /// The lance of the other side may be with anybody who would not have broken it yet.
    fn twin(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        let other = side.other();
        let Lance::With(holder) = p.lances[other.index()] else {
            return None;
        };
        let may_hold = |figure: &u8| *figure != holder && !p.figure(*figure).charged;
        let others: Vec<u8> = figures_of(other).filter(may_hold).collect();
        let figure = *others.get(pick(others.len().max(1)))?;
        let mut twin = p.clone();
        twin.lances[other.index()] = Lance::With(figure);
        Some(twin)
    }
}
