//! The order of play (LR-12).

use crate::battle::Battle;
use crate::close_combat::Groups;
use crate::event::{End, Event};
use crate::marks::Marks;
use crate::position::{Checkpoint, Course, Id, NOBODY, Pending, Phase, Position, State, one};
use arrayvec::ArrayVec;
use kernel::{Dice, Log, Rules, Side};

/// Told of every phase, also of one that is passed over: who reads of it sees then that nobody could act in it.
fn enter(p: &mut Position, phase: Phase, log: &mut impl Log<Event>) {
    p.phase = phase;
    log.event(|| Event::Phase(phase));
}

impl Battle {
    /// The first player turn, before anything else.
    pub fn begin(&mut self) {
        let mut p = self.start.clone();
        p.active = self.first;
        self.clear_flags(&mut p);
        self.after_flags(&mut p, &mut kernel::Quiet);
        if self.free_deployment {
            (p.phase, p.active) = (Phase::Deploy, self.first.other());
        }
        // Nobody is broken or pursuing at the start of a battle, so that no die is asked for.
        if p.phase == Phase::Rally {
            p.phase = Phase::Movement;
        }
        self.settle(&mut p);
        self.start = p;
    }

    /// Step 1: flags of the turn.
    fn clear_flags(&self, p: &mut Position) {
        let turn = Marks::ORDERED
            .and(Marks::FAILED)
            .and(Marks::SHOT)
            .and(Marks::HALTED)
            .and(Marks::TRIED)
            .and(Marks::RUN_THROUGH);
        for unit in p.ids() {
            let own = self.side_of(unit) == p.active;
            let state = p.unit_mut(unit);
            state.marks.clear(turn.and(Marks::WAS_HIDDEN));
            if own {
                state.marks.clear(Marks::MOVED.and(Marks::PIVOTED));
            }
            if state.is(Marks::HIDDEN) {
                state.marks.set(Marks::WAS_HIDDEN);
            }
            state.spent = 0;
            state.into = NOBODY;
            self.clear_casualties(state);
        }
        for contact in &mut p.contacts {
            contact.fresh = false;
        }
        for commander in &mut p.commanders {
            commander.moved = false;
        }
        for side in Side::BOTH {
            let lost = self.lost(p, side);
            let army = p.army_mut(side);
            army.lost_at_start = lost;
            army.general_lost = false;
        }
    }

    fn clear_casualties(&self, unit: &mut crate::position::Unit) {
        unit.suffered = 0;
        unit.inflicted = 0;
        unit.burst = 0;
        unit.before = unit.elements;
        unit.deep = unit.ranks();
    }

    /// Reserves, if any is due; else rallying, if anybody may; else movement.
    fn after_flags(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let due = p
            .ids()
            .any(|unit| self.side_of(unit) == p.active && self.is_due(p, unit));
        enter(p, Phase::Start, log);
        if !due {
            self.rally_or_movement(p, log);
        }
    }

    fn rally_or_movement(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let rallies = |unit: Id| matches!(p.unit(unit).state, State::Fleeing | State::Pursuing);
        let any = p.ids().any(|unit| self.side_of(unit) == p.active && rallies(unit));
        enter(p, Phase::Rally, log);
        if !any {
            enter(p, Phase::Movement, log);
        }
    }

    fn begin_turn(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.clear_flags(p);
        log.event(|| Event::Turn(p.turn, p.active));
        self.after_flags(p, log);
        if p.phase == Phase::Movement {
            self.compulsory_moves(p, dice, log);
        }
    }

    /// Step 3: fleeing and routing units, then those still pursuing.
    fn compulsory_moves(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let (active, ids) = (p.active, 0..p.units.len() as Id);
        let own = || ids.clone().filter(|unit| self.side_of(*unit) == active);
        for unit in own() {
            if p.unit(unit).state.is_broken() {
                self.run_later(p, unit, log);
            }
        }
        for unit in own() {
            if p.unit(unit).state == State::Pursuing {
                self.pursue_later(p, unit, dice, log);
            }
        }
    }

    /// `end`: the phase is over for whoever acts in it.
    pub fn end_phase(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match p.phase {
            // Who moves first sets up last.
            Phase::Deploy if p.active == self.first => self.begin_turn(p, dice, log),
            Phase::Deploy => {
                p.active = self.first;
                enter(p, Phase::Deploy, log);
            }
            Phase::Start => {
                self.rally_or_movement(p, log);
                if p.phase == Phase::Movement {
                    self.compulsory_moves(p, dice, log);
                }
            }
            Phase::Rally => {
                enter(p, Phase::Movement, log);
                self.compulsory_moves(p, dice, log);
            }
            Phase::Movement => {
                p.phase = Phase::Resolving;
                self.begin_checkpoint(p, Checkpoint::Moved);
                self.go_on(p, dice, log);
            }
            Phase::Shooting => enter(p, Phase::Reply, log),
            Phase::Reply => {
                enter(p, Phase::Resolving, log);
                for unit in self.in_order(p) {
                    if p.unit(unit).state.on_table() {
                        self.end_of_shooting(p, unit, dice, log);
                    }
                }
                self.close_up(p, log);
                self.begin_checkpoint(p, Checkpoint::Shot);
                self.go_on(p, dice, log);
            }
            Phase::Resolving | Phase::Over => {}
        }
    }

    /// Goes on with whatever follows by itself, up to the next decision.
    pub fn go_on(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        loop {
            match p.pending.course {
                Course::Idle => return,
                Course::Tests(checkpoint) => {
                    if self.go_on_testing(p, dice, log) {
                        return;
                    }
                    p.pending = Pending::NONE;
                    match checkpoint {
                        Checkpoint::Moved => {
                            enter(p, Phase::Shooting, log);
                            p.units.iter_mut().for_each(|unit| self.clear_casualties(unit));
                            return;
                        }
                        Checkpoint::Shot => self.combat(p, dice, log),
                        Checkpoint::Fought => {
                            self.end_turn(p, dice, log);
                            return;
                        }
                    }
                }
                Course::Recoils => {
                    if self.next_follower(p, log) {
                        return;
                    }
                    let next = self.in_order(p).find(|unit| p.pending.waiting & one(*unit) != 0);
                    if let Some(unit) = next {
                        p.pending.waiting &= !one(unit);
                        if p.unit(unit).state.on_table() {
                            self.recoil(p, unit, log);
                        }
                        continue;
                    }
                    self.evade_after(p, log);
                    self.begin_checkpoint(p, Checkpoint::Fought);
                }
            }
        }
    }

    /// Steps 6a to 6d: all dice against the strengths at the start, removal, closing up, the list of those that recoil.
    fn combat(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.units.iter_mut().for_each(|unit| self.clear_casualties(unit));
        self.claim_lines(p, dice, log);
        let before = p.clone();
        for unit in self.in_order(p) {
            let enemies = self.fights(&before, unit);
            if enemies == 0 {
                continue;
            }
            let enemies: ArrayVec<(Id, Groups), 16> = p
                .ids()
                .filter(|enemy| enemies & one(*enemy) != 0)
                .take(16)
                .map(|enemy| (enemy, self.blows(&before, unit, enemy).0))
                .collect();
            self.fight(p, unit, &enemies, dice, log);
        }
        for unit in &mut p.units {
            unit.followed = NOBODY;
        }
        for unit in self.in_order(p) {
            let hit = p.unit(unit);
            if hit.state.on_table() && hit.suffered > 0 {
                let removed = self.removal_dice(unit, hit.suffered, dice).min(hit.elements.into()) as u8;
                self.take_off(p, unit, removed, dice, log);
                self.ridden_by_horse(&before, p, unit, removed);
            }
        }
        self.close_up(p, log);
        let recoiling = p
            .ids()
            .filter(|unit| self.must_recoil(p, *unit))
            .fold(0, |set, unit| set | one(unit));
        p.pending = Pending {
            course: Course::Recoils,
            waiting: recoiling,
            done: recoiling,
            ..Pending::NONE
        };
    }

    /// L-86: skirmishers that lost elements to mounted troops.
    fn ridden_by_horse(&self, before: &Position, p: &mut Position, unit: Id, removed: u8) {
        let horse = before.touching(unit).any(|(enemy, _)| self.card(enemy).is_mounted());
        if removed > 0 && horse && self.card(unit).is_skirmisher() && p.unit(unit).state.on_table() {
            p.unit_mut(unit).triggers.set(86);
        }
    }

    /// LC-23: Unknown lines that somebody defends in a contact are diced before the blows.
    fn claim_lines(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for unit in self.in_order(p) {
            for contact in p.contacts.clone() {
                if contact.target == unit {
                    let [_, unknown] = self.defended(p, unit, &self.foot(p, contact.unit));
                    for line in (0..self.lines.len()).filter(|line| unknown & (1 << line) != 0) {
                        self.find_line(p, line, dice, log);
                    }
                }
            }
        }
    }

    /// Step 7.
    fn end_turn(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.units.iter_mut().for_each(|unit| self.clear_casualties(unit));
        for side in [p.active, p.active.other()] {
            self.army_morale(p, side, dice, log);
        }
        self.take_camps(p, log);
        if let Some(result) = self.decided(p) {
            let result = if self.is_handicapped() {
                self.by_score(p)
            } else {
                result
            };
            self.finish(p, result, End::Beaten(self.beaten(p)), log);
            return;
        }
        if p.active != self.first {
            if p.turn >= self.limit {
                let result = self.by_score(p);
                self.finish(p, result, End::Limit, log);
                return;
            }
            p.turn += 1;
        }
        p.active = p.active.other();
        self.begin_turn(p, dice, log);
    }

    pub fn finish(&self, p: &mut Position, winner: Option<Side>, end: End, log: &mut impl Log<Event>) {
        p.phase = Phase::Over;
        p.pending = Pending::NONE;
        p.result = Some(winner);
        let score = self.score(p);
        log.event(|| Event::Over { winner, end, score });
    }
}
