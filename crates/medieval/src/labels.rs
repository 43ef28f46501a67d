//! Choices in words, for those who choose.

use crate::Battle;
use crate::cards::{NONE, UnitId};
use crate::choice::{Choice, Pace, Pass, Target, Wheel};
use crate::ground::Object;
use crate::position::{Form, Piece, Place, Position, Stage};
use crate::task::{Coming, Round, Stride, Task, Walk, Window};
use board::{Dir, Hex};

impl Battle {
    fn unit_name(&self, unit: UnitId) -> &str {
        &self.card(unit).name
    }

    /// What stands in a hex, for the label of an attack on it.
    fn those_on(&self, p: &Position, hex: Hex) -> String {
        let units = p.at(hex).map(|u| self.unit_name(u).to_string());
        let leaders = self
            .leader_ids()
            .filter(|l| p.leader(*l).on_map() && p.leader(*l).hex == hex && p.is_clear(hex))
            .map(|l| self.leaders[usize::from(l)].name.to_string());
        listing(units.chain(leaders))
    }

    /// Those who are to be attacked, hex by hex.
    pub(crate) fn struck_names(&self, p: &Position) -> String {
        let hexes = p.combat.hexes.iter();
        listing(hexes.map(|h| format!("{} on {}", self.those_on(p, *h), self.hex_text(*h))))
    }

    fn target_name(&self, target: Target) -> String {
        match target {
            Target::Piece(piece) => self.piece_name(piece).to_string(),
            Target::Object(o) => {
                let what = match self.objects[usize::from(o)] {
                    Object::Fort(_) => "fort",
                    Object::Gate(..) => "gate",
                    Object::Bridge(..) => "bridge",
                };
                format!("the {what} {}", self.object_name(o))
            }
        }
    }

    /// What a choice does, in a few words.
    pub(crate) fn label(&self, p: &Position, choice: &Choice) -> String {
        let unit = |u: UnitId| self.unit_name(u);
        let hex = |h: Hex| self.hex_text(h);
        let leader = |l: u8| self.leaders[usize::from(l)].name.as_ref();
        match *choice {
            Choice::Take(piece) => format!("Take {} in hand", self.piece_name(piece)),
            Choice::Exchange(a, b) if p.unit(b).place == Place::Spare => {
                format!("Choose {} instead of {}", unit(b), unit(a))
            }
            Choice::Exchange(a, b) => format!("Exchange {} with {}", unit(a), unit(b)),
            Choice::Assign(u, l) => format!("Put {} under {}", unit(u), leader(l)),
            Choice::Pit(from, to) if from == to => format!("Leave the pits on {}", hex(from)),
            Choice::Pit(from, to) => format!("Dig the pits of {} on {}", hex(from), hex(to)),
            Choice::Ready => "Take the army as it stands".into(),
            Choice::Put(h, d, None) => format!("On {}, facing {}", hex(h), compass(d)),
            Choice::Put(h, _, Some(Form::Shiltron)) => format!("On {}, in shiltron", hex(h)),
            Choice::Put(h, d, Some(_)) => format!("On {}, facing {}, ready to shoot", hex(h), compass(d)),
            Choice::PutLeader(h) => format!("On {}", hex(h)),
            Choice::Stay => match p.stack.last() {
                Some(Task::Place { .. }) => "Leave it on the track".into(),
                _ => "Stay".into(),
            },
            Choice::Remove(u) => format!("Take 1 SP from {}", unit(u)),
            Choice::Regroup(u) => format!("Try to regroup {}", unit(u)),
            Choice::Done => self.done_label(p).into(),
            Choice::Activate(piece) => format!("Activate {}", self.piece_name(piece)),
            Choice::Return(piece) => format!("{} returns to the map", self.piece_name(piece)),
            Choice::Bring(u, NONE) => format!("Bring on {}", unit(u)),
            Choice::Bring(u, l) => format!("Bring on {} under {}", unit(u), leader(l)),
            Choice::BringLeader(l) => format!("{} enters the battle", leader(l)),
            Choice::End => "End the phase".into(),
            Choice::Enter(pace) => match (p.stack.last(), pace) {
                (Some(Task::Stride(_)), _) => "Go on into the hex ahead".into(),
                (_, Pace::Gain) => match p.active.as_ref().map(|a| a.piece) {
                    Some(Piece::Unit(u)) if self.card(u).class.is_horse() => "Ride on".into(),
                    _ => "March on".into(),
                },
                (_, Pace::Hold) => "Ride on, keeping the charge factor".into(),
                (_, Pace::Reduce) => "Ride on, lowering the charge factor".into(),
            },
            Choice::Ride => "Ride them down".into(),
            Choice::Turn(d) => format!("Turn {}", compass(d)),
            Choice::To(d) => match p.stack.last() {
                Some(Task::Walk {
                    walk: Walk::Retreat, ..
                }) => format!("Retreat {}", compass(d)),
                Some(Task::Walk { walk: Walk::Pit, .. }) => format!("Out of the pits, {}", compass(d)),
                Some(Task::Walk { .. }) => format!("Pursue {}", compass(d)),
                _ => format!("Move {}", compass(d)),
            },
            Choice::Exit(edge) => format!("Leave the map by the {} edge", edge.name()),
            Choice::Change => match p.active.as_ref().map(|a| a.piece) {
                Some(Piece::Unit(u)) if p.unit(u).form == Form::Combat => "Make ready to march".into(),
                _ => "Make ready to shoot".into(),
            },
            Choice::Form => "Form a shiltron".into(),
            Choice::Lift(d) => format!("Leave the shiltron, facing {}", compass(d)),
            Choice::PassBanner(u) => format!("Pass the banner to {}", unit(u)),
            Choice::OwnShot(piece) => format!("Shoot at {}", self.piece_name(piece)),
            Choice::Minimum(true, d) => format!("Minimum move: into the hex ahead, then face {}", compass(d)),
            Choice::Minimum(false, d) => format!("Minimum move: face {}", compass(d)),
            Choice::Demolish => "Begin to demolish the fort".into(),
            Choice::Shoot(u, target) => format!("{} shoots at {}", unit(u), self.target_name(target)),
            Choice::Countercharge(u, wheel) => {
                let way = match wheel {
                    Wheel::Straight => "straight ahead",
                    Wheel::Left => "wheeling left",
                    Wheel::Right => "wheeling right",
                };
                format!("{} countercharges, {way}", unit(u))
            }
            Choice::Pass(pass) => self.pass_label(p, pass),
            Choice::Go if p.stack.last() == Some(&Task::Muster) => {
                let names = listing(p.picked.iter().map(|u| unit(u).to_string()));
                format!("{names} against {}", self.struck_names(p))
            }
            Choice::Go => "Charge home with these".into(),
            Choice::Answer => "Shoot back".into(),
            Choice::Against(h) if p.stack.is_empty() => format!("Attack {} on {}", self.those_on(p, h), hex(h)),
            Choice::Against(h) => format!("Attack {} on {} too", self.those_on(p, h), hex(h)),
            Choice::Spare(h) if p.combat.hexes.len() > 1 => format!("Spare {} on {}", self.those_on(p, h), hex(h)),
            Choice::Spare(_) => "Give up this attack".into(),
            Choice::Join(u) => format!("{} joins in", unit(u)),
            Choice::Drop(u) => format!("{} stays out of it", unit(u)),
            Choice::Check(u) => format!("{} checks for fatigue first", unit(u)),
            Choice::Fight(u) => format!("{} fights", unit(u)),
            Choice::Ground(h) => format!("The ground of {} counts", hex(h)),
            Choice::Lose(u) if p.stack.is_empty() => match self.owes(p, p.unit(u).side) {
                Some(owed) if owed.reduced => format!("{} comes from the Prelude with 1 SP", unit(u)),
                _ => format!("{} was lost in the Prelude", unit(u)),
            },
            Choice::Lose(u) => format!("{} takes the loss", unit(u)),
            Choice::Retreat(u) => format!("{} retreats first", unit(u)),
            Choice::Pursue(u) => format!("{} is tested first", unit(u)),
            Choice::Follow(u) => format!("Follow {}", unit(u)),
            Choice::Stop => "Stop here".into(),
            Choice::Face(d) => format!("Face {}", compass(d)),
            Choice::Advance(u, h) => format!("{} advances to {}", unit(u), hex(h)),
            Choice::Hit(u) => format!("{} is hit", unit(u)),
            Choice::Six(u) => format!("{} loses 1 SP", unit(u)),
            Choice::Holder(u) => format!("{} takes the banner", unit(u)),
        }
    }

    fn done_label(&self, p: &Position) -> &'static str {
        match p.stack.last() {
            Some(Task::Step) => "End the move",
            Some(Task::Combat(Round::Fighters)) => "These fight, the others stand by",
            Some(Task::Stride(Stride::Who)) => "Nobody else advances",
            Some(Task::Stride(_)) => "Stop here",
            None if p.stage == Stage::Regroup => "Regroup nobody else",
            None if p.removed_sp == 0 => "Take nothing from the Welsh now",
            None => "Take no more from the Welsh",
            Some(_) => "Done",
        }
    }

    /// What is let pass: this moment, this unit's whole move, or all up to the end of the phase.
    fn pass_label(&self, p: &Position, pass: Pass) -> String {
        let mover = p.active.as_ref().map(|a| self.piece_name(a.piece));
        match (p.stack.last(), pass, mover) {
            (Some(Task::Answer), ..) => "Do not shoot back".into(),
            (Some(Task::Turncoats), ..) => "Leave those who have come over where they are".into(),
            (_, Pass::Phase, _) => "Let everybody pass until the end of the phase".into(),
            (_, Pass::Unit, Some(name)) => format!("Let {name} pass for all of its move"),
            (Some(Task::Window(Window::W1)), ..) => "Let them begin".into(),
            (Some(Task::Window(Window::W4)), ..) => "Shoot no more in this phase".into(),
            (_, _, Some(name)) => format!("Let {name} pass for now"),
            _ => "Let it pass for now".into(),
        }
    }

    /// The question that is put to whoever places a piece.
    pub(crate) fn place_prompt(&self, piece: Piece, coming: Coming) -> String {
        let name = self.piece_name(piece);
        match coming {
            Coming::Taken => format!("put {name} down, exchange it, or give it to another leader"),
            Coming::Regrouped => format!("where does {name} regroup?"),
            Coming::Returning => format!("where does {name} return?"),
            Coming::Brought => format!("where does {name} enter the battle?"),
        }
    }
}

/// Directions in words.
pub(crate) fn compass(d: Dir) -> &'static str {
    match d {
        Dir::N => "north",
        Dir::NE => "north-east",
        Dir::SE => "south-east",
        Dir::S => "south",
        Dir::SW => "south-west",
        Dir::NW => "north-west",
    }
}

/// `one`, `one and two`, `one, two and three`.
pub(crate) fn listing(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => "nobody".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
