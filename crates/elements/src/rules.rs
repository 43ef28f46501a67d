//! What is true: the kernel's questions, answered by the parts.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::commanders::Ride;
use crate::deny::Fault;
use crate::event::{End, Event, Kind, Outcome, Verdict as Result_};
use crate::marks::Marks;
use crate::position::{Id, Phase, Position, Question, State};
use crate::telling::name_outcome;
use kernel::story::Chance;
use kernel::{Cite, Dice, Log, OutcomeName, Refusal, Rules, Side, Telling, ToAct, Verdict, Viewer, Words};
use std::borrow::Cow;

impl Battle {
    /// The phase in which a choice is made (LR-12).
    fn fits_phase(&self, p: &Position, choice: &Choice) -> bool {
        match choice {
            Choice::Deploy(..) => p.phase == Phase::Deploy,
            Choice::Place(..) => p.phase == Phase::Start,
            Choice::Rally(_) => p.phase == Phase::Rally,
            Choice::Move { .. }
            | Choice::Pivot(..)
            | Choice::Reorder(_)
            | Choice::BreakOff(_)
            | Choice::Halt(_)
            | Choice::Face(..)
            | Choice::Commander { .. } => p.phase == Phase::Movement,
            Choice::Shoot(..) => matches!(p.phase, Phase::Shooting | Phase::Reply),
            Choice::Follow(_) => p
                .pending
                .question
                .is_some_and(|(question, _)| question == Question::Follow),
            Choice::Pursue(_) => p
                .pending
                .question
                .is_some_and(|(question, _)| question == Question::Pursue),
            Choice::Hold(_) => p.pending.question.is_some(),
            Choice::End | Choice::Resign => p.phase != Phase::Over,
        }
    }

    /// The unit that a choice orders.
    fn ordered(choice: &Choice) -> Option<Id> {
        match choice {
            Choice::Move { unit, .. }
            | Choice::Pivot(unit, ..)
            | Choice::Rally(unit)
            | Choice::Reorder(unit)
            | Choice::BreakOff(unit)
            | Choice::Halt(unit)
            | Choice::Face(unit, _)
            | Choice::Shoot(unit, _)
            | Choice::Follow(unit)
            | Choice::Pursue(unit)
            | Choice::Hold(unit)
            | Choice::Deploy(unit, _)
            | Choice::Place(unit, _) => Some(*unit),
            Choice::Commander { .. } | Choice::End | Choice::Resign => None,
        }
    }

    pub fn judge(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Fault> {
        if !self.fits_phase(p, choice) {
            return Err(Fault::Phase);
        }
        if *choice == Choice::Resign {
            return Ok(());
        }
        if self.to_act(p) != ToAct::One(side) {
            return Err(Fault::NotYours);
        }
        if let Some(unit) = Battle::ordered(choice) {
            let state = p.units.get(usize::from(unit)).ok_or(Fault::UnknownUnit)?;
            if state.state == State::Unseen {
                return Err(Fault::UnknownUnit);
            }
            if self.side_of(unit) != side {
                return Err(Fault::NotYours);
            }
            if !state.state.on_table() && state.state != State::Reserve {
                return Err(Fault::Gone);
            }
            if state.state == State::Reserve && !matches!(choice, Choice::Place(..)) {
                return Err(Fault::State);
            }
        }
        let asked = |unit: Id| match p.pending.question {
            Some((_, known)) if known == unit => Ok(()),
            _ => Err(Fault::Phase),
        };
        match choice {
            Choice::Move { unit, steps, contact } => self.check_move(p, *unit, steps, *contact).map(drop),
            Choice::Pivot(unit, hand, tenths) => self.check_pivot(p, *unit, *hand, *tenths),
            Choice::Rally(unit) => self.check_rally(p, *unit),
            Choice::Reorder(unit) => self.check_reorder(p, *unit),
            Choice::BreakOff(unit) => self.check_break_off(p, *unit),
            Choice::Halt(unit) => self.check_halt(p, *unit),
            Choice::Face(unit, enemy) => self.check_face(p, *unit, *enemy),
            Choice::Commander { who, leave, to, join } => {
                let ride = Ride {
                    to: *to,
                    join: *join,
                    leave: *leave,
                };
                self.check_commander(p, side, *who, &ride)
            }
            Choice::Shoot(unit, target) => self.check_shot(p, *unit, *target).map(drop),
            Choice::Follow(unit) | Choice::Pursue(unit) | Choice::Hold(unit) => asked(*unit),
            Choice::Deploy(unit, to) => self.check_deploy(p, *unit, *to),
            Choice::Place(unit, along) => self.check_place(p, *unit, *along),
            Choice::End if p.pending.question.is_some() => Err(Fault::Pending),
            Choice::End | Choice::Resign => Ok(()),
        }
    }
}

impl Rules for Battle {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Outcome = Outcome;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn to_act(&self, p: &Position) -> ToAct {
        match (p.phase, p.pending.question) {
            (Phase::Over, _) => ToAct::Nobody,
            (_, Some((_, unit))) => ToAct::One(self.side_of(unit)),
            (Phase::Reply, None) => ToAct::One(p.active.other()),
            _ => ToAct::One(p.active),
        }
    }

    fn choices(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if self.to_act(p) == ToAct::One(side) {
            self.list(&self.known_to(p, side), side, out);
        }
    }

    fn draw(&self, p: &Position, side: Side, below: &mut impl FnMut(usize) -> usize, out: &mut Vec<Choice>) -> usize {
        self.draw_one(&self.known_to(p, side), side, below, out)
    }

    /// Any distance and angle will do; `choices` names some.
    fn lists_all(&self) -> bool {
        false
    }

    fn check(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Refusal> {
        Ok(self.judge(&self.known_to(p, side), side, choice)?)
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match choice {
            Choice::Move { unit, steps, contact } => self.resolve_move(p, *unit, steps, *contact, dice, log),
            Choice::Pivot(unit, hand, tenths) => self.pivot(p, *unit, *hand, *tenths, dice, log),
            Choice::Rally(unit) => self.rally(p, *unit, dice, log),
            Choice::Reorder(unit) => self.reorder(p, *unit, dice, log),
            Choice::BreakOff(unit) => self.break_off(p, *unit, dice, log),
            Choice::Halt(unit) => p.unit_mut(*unit).marks.set(Marks::ORDERED),
            Choice::Face(unit, enemy) => self.face(p, *unit, *enemy, dice, log),
            Choice::Commander { who, leave, to, join } => {
                let ride = Ride {
                    to: *to,
                    join: *join,
                    leave: *leave,
                };
                self.move_commander(p, *who, &ride, log);
            }
            Choice::Shoot(unit, target) => self.shoot(p, *unit, *target, dice, log),
            Choice::Follow(unit) => {
                p.pending.question = None;
                self.follow_up(p, *unit, p.pending.runner, log);
                self.go_on(p, dice, log);
            }
            Choice::Pursue(unit) => {
                p.pending.question = None;
                self.pursue(p, *unit, dice, log);
                self.go_on(p, dice, log);
            }
            Choice::Hold(unit) => {
                let question = p.pending.question.take();
                let stays = self.holds(p, *unit, dice, log);
                match question {
                    Some((Question::Follow, _)) if !stays => self.follow_up(p, *unit, p.pending.runner, log),
                    Some((Question::Pursue, _)) if !stays => self.pursue(p, *unit, dice, log),
                    _ => {}
                }
                self.go_on(p, dice, log);
            }
            Choice::Deploy(unit, to) => self.deploy(p, *unit, *to, log),
            Choice::Place(unit, along) => self.place(p, *unit, *along, log),
            Choice::End => self.end_phase(p, dice, log),
            Choice::Resign => {
                log.event(|| Event::Resigned(side));
                self.finish(p, Some(side.other()), End::Resigned(side), log);
            }
        }
        self.settle(p);
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        let mut outcome = Outcome::default();
        for event in events {
            match event {
                Event::Shot {
                    casualties, disorders, ..
                } => {
                    outcome.kind = Kind::Shot;
                    outcome.casualties = *casualties;
                    outcome.disorders = *disorders;
                }
                Event::Control { passed, .. } if outcome.kind != Kind::Failed => {
                    outcome.kind = if *passed { Kind::Passed } else { Kind::Failed };
                }
                Event::Morale {
                    rally: true, verdict, ..
                } => {
                    outcome.kind = match verdict {
                        Result_::Passed => Kind::Rallied,
                        Result_::Routed => Kind::Routed,
                        _ => Kind::Flees,
                    };
                }
                Event::Lost(unit, n) => {
                    let lost = &mut outcome.elements[self.side_of(*unit).index()];
                    *lost = lost.saturating_add(*n);
                }
                Event::Gone(unit, state) if *state != State::Left => outcome.units[self.side_of(*unit).index()] += 1,
                _ => {}
            }
        }
        outcome
    }

    /// Elements lost.
    fn harm(&self, outcome: &Outcome) -> [i32; 2] {
        outcome.elements.map(i32::from)
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        let winner = p.result?;
        let name = |side: Side| self.sides[side.index()].name;
        let level = match (winner, self.decided(p).filter(|_| !self.is_handicapped())) {
            (Some(side), Some(_)) => format!("The army of the {} is beaten", name(side.other())),
            (Some(side), None) => format!("The {} win", name(side)),
            (None, Some(_)) => "Both armies are beaten".into(),
            (None, None) => "A drawn battle".into(),
        };
        Some(Verdict {
            winner,
            level,
            score: self.score(p),
            cite: Cite("LR-75"),
            next: None,
        })
    }

    fn score(&self, p: &Position) -> [i32; 2] {
        Side::BOTH.map(|side| self.score_of(p, side) as i32)
    }

    fn turn(&self, p: &Position) -> u16 {
        p.turn
    }

    fn bytes_beside(&self, p: &Position) -> usize {
        p.units.capacity() * size_of::<crate::unit::Unit>()
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        self.write_bytes(p, out);
    }

    fn hides(&self) -> bool {
        self.sides.iter().any(|side| side.hides)
    }

    fn known<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        self.known_to(p, side)
    }

    fn twin(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        self.another(p, side, pick)
    }
}

impl Words for Battle {
    fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()].name
    }

    fn write_choice(&self, choice: &Choice) -> String {
        self.write(choice)
    }

    fn read_choice(&self, p: &Position, _: Side, text: &str) -> Result<Choice, Refusal> {
        self.read(p, text)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        self.may_know(event, viewer).then(|| self.tell_event(event))
    }

    fn is_secret(&self, choice: &Choice) -> bool {
        self.keeps_secret(choice)
    }

    fn apart(&self, p: &Position, _: Side, choice: &Choice) -> Vec<Chance> {
        match choice {
            Choice::End => self.prospects(p),
            Choice::Follow(_) | Choice::Pursue(_) | Choice::Hold(_) => self.answer_prospects(p, choice),
            _ => Vec::new(),
        }
    }

    fn ahead(&self, p: &Position, _: Side, choice: &Choice) -> Vec<Chance> {
        match choice {
            Choice::End => self.later_prospects(p),
            _ => Vec::new(),
        }
    }

    fn name_outcome(&self, outcome: &Outcome) -> OutcomeName {
        name_outcome(outcome)
    }
}
