//! 2.0 The sequence of play, and what goes on by itself between decisions. M-10 to M-17

use crate::Battle;
use crate::cards::{LeaderId, SCOTS, UnitId};
use crate::event::{Deed, Event, Of};
use crate::ground::Object;
use crate::position::{Active, Piece, Place, Position, Set, Stage};
use crate::task::{Coming, Stride, Task, Walk, Window};
use board::Dir;
use kernel::{Dice, Log, Side};

impl Battle {
    /// The player whose phase it is. M-16
    #[inline]
    pub(crate) fn active_side(&self, p: &Position) -> Side {
        if p.phase <= 4 {
            self.initiative
        } else {
            self.initiative.other()
        }
    }

    /// Goes on until somebody must decide or the game is over.
    pub(crate) fn settle(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        loop {
            if p.stage == Stage::Over {
                return;
            }
            if p.winner.is_some() {
                return self.finish(p, log);
            }
            // Nothing is half done: a combat, a shot or a step is over. SR-S4
            if matches!(p.stack.last(), None | Some(Task::Step | Task::Window(_))) {
                self.turn_coats(p, log);
            }
            let goes_on = match p.stack.last().copied() {
                None => self.next_stage(p, log),
                Some(task) => self.run(p, task, dice, log),
            };
            if !goes_on {
                return;
            }
        }
    }

    pub(crate) fn finish(&self, p: &mut Position, log: &mut impl Log<Event>) {
        p.stage = Stage::Over;
        p.stack.clear();
        p.active = None;
        log.event(|| Event::Over(self.ending(p)));
    }

    /// Between activations and attacks; `false` if somebody must decide.
    fn next_stage(&self, p: &mut Position, log: &mut impl Log<Event>) -> bool {
        let side = self.active_side(p);
        match p.stage {
            Stage::SetupB | Stage::SetupA | Stage::Over => return false,
            Stage::Begin => {
                self.finish_demolitions(p, side, log);
                self.abandon(p, side, log);
                p.stage = Stage::Regroup;
            }
            Stage::Regroup => {
                if p.army[side.index()]
                    .iter()
                    .any(|u| self.may_regroup(p, side, u).is_ok())
                {
                    return false;
                }
                p.stage = Stage::Remove;
            }
            Stage::Remove => {
                if self.may_remove_more(p, side) {
                    return false;
                }
                self.end_removal(p);
            }
            Stage::Open => {
                p.stage = Stage::Act;
                p.stack.push(Task::Window(Window::W1));
            }
            Stage::Act => {
                if self.anybody_acts(p, side) {
                    return false;
                }
                self.close_movement(p);
            }
            Stage::Closing => self.next_phase(p, log),
            Stage::Attack => {
                if self.any_attack(p, side) {
                    return false;
                }
                self.next_phase(p, log);
            }
        }
        true
    }

    /// `end` of a movement phase: W4 first.
    pub(crate) fn close_movement(&self, p: &mut Position) {
        p.stage = Stage::Closing;
        p.stack.push(Task::Window(Window::W4));
    }

    /// M-17
    fn anybody_acts(&self, p: &Position, side: Side) -> bool {
        let leaders = 0..self.leaders.len() as LeaderId;
        self.free_movers(p, side).next().is_some()
            || (p.horse_phase()
                && leaders
                    .clone()
                    .any(|l| self.may_activate(p, side, Piece::Leader(l)).is_ok()))
            || self.anybody_comes(p, side)
    }

    fn anybody_comes(&self, p: &Position, side: Side) -> bool {
        let mut found = false;
        self.each_arrival(p, side, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// Units that have not been activated, of the class of the phase.
    pub(crate) fn movers(&self, p: &Position, side: Side) -> Set {
        let own = p.army[side.index()]
            .and(&p.on_map)
            .without(&p.activated)
            .without(&p.acted);
        if p.horse_phase() {
            own.and(&self.horse)
        } else {
            own.without(&self.horse)
        }
    }

    /// Those among them who may be activated: all that [`Battle::may_activate`] asks besides. M-123, SR-S3, SR-F7
    pub(crate) fn free_movers<'a>(&'a self, p: &'a Position, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let unlocked = self.movers(p, side).without(&p.locked);
        (unlocked.iter()).filter(|u| self.may_move_yet(p, p.unit(*u).command).is_ok())
    }

    pub(crate) fn next_phase(&self, p: &mut Position, log: &mut impl Log<Event>) {
        if self.wavers {
            p.acted = p.acted.or(&p.activated);
        }
        for set in [
            &mut p.activated,
            &mut p.attacked,
            &mut p.defended,
            &mut p.charged,
            &mut p.rolled,
        ] {
            *set = Set::EMPTY;
        }
        p.passed = false;
        for (leader, card) in p.leaders.iter_mut().zip(&self.leaders) {
            // Nor does a leader move with both sides. SR-S4
            leader.moved &= card.wavers;
        }
        p.phase += 1;
        if p.phase == 9 {
            return self.end_turn(p, log);
        }
        self.begin_phase(p, log);
    }

    fn begin_phase(&self, p: &mut Position, log: &mut impl Log<Event>) {
        p.stage = if p.phase % 2 == 1 { Stage::Begin } else { Stage::Attack };
        let (phase, side) = (p.phase, self.active_side(p));
        log.event(|| Event::Plain(Deed::PhaseBegins, Of::side(side).n(phase).word(phase_name(phase))));
    }

    /// Phase 9. M-15, M-188, M-192
    pub(crate) fn end_turn(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let effective = self.tracks.value(p.morale);
        if effective != p.effective {
            p.effective = effective;
            log.event(|| Event::Plain(Deed::MoraleSet, Of::NOTHING.n(effective)));
        }
        self.book_fatigue(p, log);
        self.look_at_regions(p);
        if p.winner.is_some() || p.turn >= self.last_turn {
            return self.finish(p, log);
        }
        for set in [
            &mut p.shots,
            &mut p.own_shots,
            &mut p.checked,
            &mut p.acted,
            &mut p.locked,
        ] {
            *set = Set::EMPTY;
        }
        for leader in &mut p.leaders {
            leader.moved = false;
        }
        p.carried = [crate::cards::NONE; 2];
        p.brought = [0; crate::cards::MAX_ENTRIES];
        p.removed_sp = 0;
        p.removal_over = false;
        p.turn += 1;
        p.phase = 1;
        let turn = p.turn;
        log.event(|| Event::Plain(Deed::TurnBegins, Of::NOTHING.n(turn)));
        self.leave_field(p, log);
        self.begin_phase(p, log);
    }

    /// SR-F3
    fn leave_field(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for (id, card) in self.leaders.iter().enumerate() {
            let id = id as LeaderId;
            if card.removed == 0 || p.turn < card.removed || p.leader(id).place == Place::Removed {
                continue;
            }
            log.event(|| Event::Plain(Deed::LeavesField, Of::leader(id)));
            if p.leader(id).place != Place::Eliminated {
                p.leader_mut(id).place = Place::Removed;
            }
            for unit in p.army[card.side.index()].iter() {
                if p.unit(unit).command == id
                    && matches!(p.unit(unit).place, Place::Map | Place::Scattered | Place::Off)
                {
                    let (hex, on_map) = (p.unit(unit).hex, p.unit(unit).on_map());
                    p.take_away(unit, Place::Removed);
                    if on_map {
                        self.drops_banners(p, unit, hex, log);
                    }
                }
            }
        }
    }

    /// M-180
    fn finish_demolitions(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        for unit in p.army[side.index()].and(&p.on_map).iter() {
            let u = p.unit(unit);
            if u.due == 0 || self.right_class(p, unit).is_err() || p.turn < u.due + 4 {
                continue;
            }
            let hex = u.hex;
            p.unit_mut(unit).due = 0;
            if let Some(i) = self.objects.iter().position(|o| *o == Object::Fort(hex)) {
                p.razed |= 1 << i;
                log.event(|| Event::Plain(Deed::Demolished, Of::NOTHING.at(hex)));
            }
        }
    }

    /// Once a turn, in one of the movement phases: who has taken nothing may still do so in the next. SR-F4
    pub(crate) fn end_removal(&self, p: &mut Position) {
        p.removal_over |= p.removed_sp > 0;
        p.stage = Stage::Open;
    }

    /// SR-F4
    pub(crate) fn may_remove_more(&self, p: &Position, side: Side) -> bool {
        self.special.remove_welsh > 0
            && side == SCOTS
            && !p.removal_over
            && p.removed_sp < self.special.remove_welsh
            && self.tracks.value(p.morale) >= 2
            && (0..self.units.len() as UnitId).any(|u| self.may_remove(p, u).is_ok())
    }

    /// Takes a task on; `false` if somebody must decide.
    fn run(&self, p: &mut Position, task: Task, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        match task {
            Task::Place { piece, coming } => {
                let (mut only, mut many) = (None, false);
                self.each_place(p, piece, coming, &mut |hex| {
                    many = only.replace(hex).is_some();
                    !many
                });
                let Some(hex) = only else {
                    p.stack.pop();
                    return true;
                };
                let Piece::Leader(_) = piece else {
                    return false;
                };
                if many || coming == Coming::Taken {
                    return false;
                }
                p.stack.pop();
                self.comes(p, piece, coming, hex, Dir::N, dice, log);
                true
            }
            Task::Step => self.run_step(p),
            Task::Window(window) => {
                let skipped = p.passed && window != Window::W4;
                if !skipped && self.window_open(p, window) {
                    return false;
                }
                p.stack.pop();
                true
            }
            Task::Join => {
                let more = self.any_charge(p, self.active_side(p).other());
                if !more {
                    self.go(p, log);
                }
                !more
            }
            Task::Muster | Task::Answer => false,
            Task::Turncoats => {
                let any = self.turncoats(p).next().is_some();
                if !any {
                    self.turncoats_done(p);
                }
                !any
            }
            Task::Fire => {
                p.stack.pop();
                self.fire(p, dice, log);
                true
            }
            Task::Combat(round) => self.run_combat(p, round, dice, log),
            Task::Mourn(leader) => {
                p.stack.pop();
                self.mourn(p, leader, log);
                true
            }
            Task::Walk {
                piece,
                walk,
                left,
                from,
                ..
            } => {
                if !p.piece_on_map(piece) {
                    p.stack.pop();
                    return true;
                }
                if let (Walk::Forced(_), Piece::Unit(unit)) = (walk, piece) {
                    let next = Dir::ALL
                        .into_iter()
                        .find(|d| self.may_pursue_to(p, unit, walk, left, from, *d).is_ok());
                    match next {
                        Some(d) => self.chase(p, d, dice, log),
                        None => self.stop_chase(p),
                    }
                    return true;
                }
                self.only_answer(p, dice, log)
            }
            Task::Face { unit, .. }
            | Task::Stride(Stride::FirstFace(unit) | Stride::LastFace(unit) | Stride::On(unit))
                if !p.unit(unit).on_map() =>
            {
                p.stack.pop();
                true
            }
            Task::Face { .. } | Task::Stride(Stride::FirstFace(_) | Stride::LastFace(_)) => false,
            Task::Stride(Stride::On(unit)) => {
                let stuck = self.may_stride_on(p, unit).is_err();
                if stuck {
                    p.stack.pop();
                }
                stuck
            }
            Task::Friend { .. }
            | Task::Loss { .. }
            | Task::Follow { .. }
            | Task::Stride(Stride::Who)
            | Task::Six { .. }
            | Task::Holder { .. } => self.only_answer(p, dice, log),
        }
    }

    /// Gives the only answer there is; `false` if there are several.
    fn only_answer(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let Some(side) = self.decider(p) else {
            return false;
        };
        let (mut only, mut many) = (None, false);
        self.each_answer(p, side, &mut |choice| {
            many = only.replace(choice).is_some();
            !many
        });
        match only {
            _ if many => return false,
            None => {
                p.stack.pop();
            }
            Some(one) => self.apply(p, side, &one, dice, log),
        }
        true
    }

    fn run_step(&self, p: &mut Position) -> bool {
        let Some(a) = &mut p.active else {
            p.stack.pop();
            return true;
        };
        let piece = a.piece;
        let news = std::mem::take(&mut a.news);
        if !p.piece_on_map(piece) {
            self.end_activation(p);
            return true;
        }
        if news && self.opens_on_mover(p, Window::W3) {
            p.stack.push(Task::Window(Window::W3));
            return true;
        }
        self.aims_first_charge(p);
        // Somebody who must ride on always can.
        if self.can_step(p) {
            return false;
        }
        self.end_activation(p);
        true
    }

    pub(crate) fn end_activation(&self, p: &mut Position) {
        p.active = None;
        if p.stack.last() == Some(&Task::Step) {
            p.stack.pop();
        }
    }

    pub(crate) fn activate(&self, p: &mut Position, piece: Piece, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        log.event(|| Event::Plain(Deed::Activated, Of::piece(piece)));
        let mp = match piece {
            Piece::Unit(unit) => {
                p.activated.add(unit);
                if !self.check_fatigue(p, unit, dice, log) {
                    return;
                }
                self.card(unit).mp
            }
            Piece::Leader(leader) => {
                p.leader_mut(leader).moved = true;
                10 * crate::cards::MP
            }
        };
        let mut active = Active::begin(piece, mp);
        // Nobody reacts to a move outside the phases of movement. MR-98
        active.passed = p.stack.last() == Some(&Task::Turncoats);
        if let Piece::Unit(unit) = piece {
            active.goals = self.first_charge_goals(p, unit);
        }
        p.active = Some(active);
        p.stack.push(Task::Step);
        let horse = matches!(piece, Piece::Unit(u) if self.card(u).class.is_horse());
        if self.opens_on_mover(p, Window::W2) && horse {
            p.stack.push(Task::Window(Window::W2));
        }
    }

    /// Placed pieces that need a decision: where.
    pub(crate) fn begin_coming(&self, p: &mut Position, piece: Piece, coming: Coming) {
        p.stack.push(Task::Place { piece, coming });
    }
}

pub fn phase_name(phase: u8) -> &'static str {
    match phase {
        1 | 5 => "cavalry movement",
        2 | 6 => "cavalry attack",
        3 | 7 => "infantry movement",
        4 | 8 => "infantry attack",
        _ => "end of turn",
    }
}
