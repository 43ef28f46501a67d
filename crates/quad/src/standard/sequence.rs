//! Section 4, the sequence of play, written once. [`Battle::settle`] runs through everything in which nobody has a
//! decision (ER-73) and stops where somebody has.
//!
//! A phase that holds no decision when it begins is passed over. Movement and the naming of attacks, once begun, are
//! ended by their player, since what was done in them can still be taken back; the other steps end by themselves when
//! nothing is left to do.

use super::cards::{ENGLISH, SCOTS};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::position::{Moving, Position, Stage, leader_bit, leader_members, members};
use super::{Battle, Choice, Variant};
use kernel::{Log, Side};

/// Told of every phase, also of one that is passed over: who reads of it sees then that nobody could act in it.
fn begins(phase: &'static str, side: Option<Side>, log: &mut impl Log<Event>) {
    log.event(|| Event::PhaseBegins { phase, side });
}

impl<R: Variant> Battle<R> {
    pub(crate) fn settle(&self, p: &mut Position, log: &mut impl Log<Event>) {
        while p.stage != Stage::Over && !self.somebody_decides(p) {
            self.next_stage(p, log);
        }
    }

    fn somebody_decides(&self, p: &mut Position) -> bool {
        if p.active.kind != Moving::Nobody {
            return true;
        }
        match p.stage {
            Stage::SetupScots | Stage::SetupEnglish | Stage::Movement | Stage::Over => true,
            // Attacks that were only named can be taken back; those made one by one cannot.
            Stage::NamePhasing | Stage::NameOther if R::NAMES_ATTACKS => true,
            Stage::NamePhasing => self.can_attack_any(p, p.player),
            Stage::NameOther => self.can_attack_any(p, p.player.other()),
            Stage::Checks => self.hits_wait(p),
            Stage::RoutPhasing => self.owes_rout(p, p.player) != 0,
            Stage::RoutOther => self.owes_rout(p, p.player.other()) != 0,
            Stage::RangedPhasing | Stage::RangedOther => self.somebody_shoots(p),
            Stage::ResolvePhasing => self.named(p, p.player) != 0,
            Stage::ResolveOther => self.named(p, p.player.other()) != 0,
        }
    }

    /// From one stage to the next, with the automatic steps between them.
    pub(crate) fn next_stage(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let (player, other) = (p.player, p.player.other());
        match p.stage {
            Stage::SetupScots => p.stage = Stage::SetupEnglish,
            Stage::SetupEnglish => self.begin_player_turn(p, SCOTS, log),
            Stage::RoutPhasing => {
                p.stage = Stage::RoutOther;
                begins("rout moves", Some(other), log);
            }
            Stage::RoutOther => {
                p.stage = Stage::Movement;
                begins("movement", Some(player), log);
                self.begin_movement(p);
                if !self.can_move_anything(p, player) {
                    self.next_stage(p, log);
                }
            }
            Stage::Movement => {
                p.stage = Stage::RangedPhasing;
                let shooting = (!self.settings.alternate_fire).then_some(player);
                begins("shooting", shooting, log);
                self.begin_fire(p);
            }
            Stage::RangedPhasing if !self.settings.alternate_fire => {
                p.stage = Stage::RangedOther;
                begins("shooting", Some(other), log);
                p.shooting = other;
            }
            Stage::RangedPhasing | Stage::RangedOther => p.stage = Stage::Checks,
            Stage::Checks => {
                self.apply_fire(p, log);
                self.forget_attacks(p);
                begins("melee", Some(player), log);
                R::melee_begins(self, p, log);
                let fights = self.can_attack_any(p, player);
                p.stage = if fights {
                    Stage::NamePhasing
                } else {
                    Stage::ResolvePhasing
                };
            }
            Stage::NamePhasing => p.stage = Stage::ResolvePhasing,
            Stage::ResolvePhasing => {
                self.clear_charges(p, log);
                begins("melee", Some(other), log);
                self.forget_attacks(p);
                let fights = self.can_attack_any(p, other);
                p.stage = if fights { Stage::NameOther } else { Stage::ResolveOther };
            }
            Stage::NameOther => p.stage = Stage::ResolveOther,
            Stage::ResolveOther => self.end_player_turn(p, log),
            Stage::Over => {}
        }
    }

    /// E-01, E-10
    fn end_player_turn(&self, p: &mut Position, log: &mut impl Log<Event>) {
        if p.player == SCOTS {
            self.begin_player_turn(p, ENGLISH, log);
        } else if p.turn < self.turns {
            p.turn += 1;
            self.begin_player_turn(p, SCOTS, log);
        } else {
            p.stage = Stage::Over;
            let lead = self.scottish_lead(p);
            log.event(|| Event::GameEnds {
                lead,
                level: super::victory::level(lead),
            });
        }
    }

    /// Phase 1, rout removal, and on to phase 2.
    pub(crate) fn begin_player_turn(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        p.player = side;
        let turn = p.turn;
        log.event(|| Event::TurnBegins { turn, side });
        self.remove_routs(p, log);
        p.rout_moved = 0;
        p.stage = Stage::RoutPhasing;
        begins("rout moves", Some(side), log);
    }

    /// E-08, E-09: every routed unit with an obeyed leader of its side rallies; then all leaders are obeyed again.
    fn remove_routs(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in members(p.routed) {
            let here = p.leaders_with(unit) & self.staff[self.card(unit).side.index()] & !p.disobeyed;
            if let Some(leader) = leader_members(here).next() {
                p.set_rout(unit, 0);
                log.event(|| Event::Rallied { unit, leader });
            }
        }
        if p.disobeyed != 0 {
            let leaders = std::mem::take(&mut p.disobeyed);
            log.event(|| Event::Heeded { leaders });
        }
    }

    fn begin_movement(&self, p: &mut Position) {
        p.moved = 0;
        p.mode_changed = 0;
        p.entered = 0;
        p.strayed = 0;
        p.leaders_moved = 0;
        p.tried = [0; 2];
        for unit in members(p.on_map) {
            p.unit_mut(unit).spent = 0;
        }
    }

    fn begin_fire(&self, p: &mut Position) {
        p.shot = 0;
        (p.scored, p.checked) = (0, 0);
        p.shooting = p.player;
        p.ceased = [false; 2];
    }

    /// ER-31: with alternating shots the turn passes to whoever still can and will shoot.
    fn somebody_shoots(&self, p: &mut Position) -> bool {
        if !self.settings.alternate_fire {
            return self.can_shoot_any(p, p.shooting);
        }
        let ready = |side: Side| !p.ceased[side.index()] && self.can_shoot_any(p, side);
        if ready(p.shooting) {
            return true;
        }
        if ready(p.shooting.other()) {
            p.shooting = p.shooting.other();
            return true;
        }
        false
    }

    /// one attack each melee phase, where they are made one by one.
    pub(crate) fn forget_attacks(&self, p: &mut Position) {
        (p.scored, p.checked) = (0, 0);
        if !R::NAMES_ATTACKS {
            p.shot = 0;
        }
    }

    /// E-40, Q-24: at the latest after the melee of the phasing side every charge is over.
    fn clear_charges(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in members(p.on_map & self.cavalry) {
            self.end_charge(p, unit, log);
        }
    }

    /// `End` is a choice wherever a step of the sequence is ended by its player.
    pub(crate) fn may_end(&self, p: &Position, side: Side) -> Allowed {
        if p.active.kind != Moving::Nobody {
            return Err(Deny::new(Code::AlreadyMoving, R::CITES.one_by_one));
        }
        match p.stage {
            Stage::RoutPhasing | Stage::RoutOther if self.owes_rout(p, side) != 0 => {
                Err(Deny::new(Code::RoutMoveOwed, R::CITES.rout_owed))
            }
            Stage::Movement
            | Stage::RoutPhasing
            | Stage::RoutOther
            | Stage::RangedPhasing
            | Stage::RangedOther
            | Stage::NamePhasing
            | Stage::NameOther => Ok(()),
            _ => Self::in_stage(false),
        }
    }

    pub(crate) fn end(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        let alternate = self.settings.alternate_fire;
        if alternate && p.stage == Stage::RangedPhasing {
            p.ceased[side.index()] = true;
            p.shooting = side.other();
        } else {
            self.next_stage(p, log);
        }
    }

    /// Everything the side to act may choose.
    pub(crate) fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        match p.active.kind {
            Moving::Unit => return R::list_move(self, p, side, out),
            Moving::Leaders => return self.list_lead(p, side, out),
            Moving::Rout | Moving::RoutFacing => return self.list_rout_path(p, side, out),
            Moving::Nobody => {}
        }
        match p.stage {
            Stage::SetupScots | Stage::SetupEnglish => self.list_setup(p, side, out),
            Stage::RoutPhasing | Stage::RoutOther => {
                out.extend(members(self.owes_rout(p, side)).map(Choice::Rout));
                if out.is_empty() {
                    out.push(Choice::End);
                }
            }
            Stage::Movement => {
                if self.still_moving(p).is_ok() {
                    out.extend(members(self.movable(p, side)).map(Choice::Move));
                    out.extend(leader_members(self.movable_leaders(p, side)).map(Choice::Lead));
                }
                self.list_modes(p, side, out);
                if self.still_moving(p).is_ok() {
                    R::list_organising(self, p, side, out);
                }
                out.push(Choice::End);
            }
            Stage::RangedPhasing | Stage::RangedOther => {
                self.list_shots(p, side, out);
                out.push(Choice::End);
            }
            Stage::Checks => out.push(Choice::Check),
            Stage::NamePhasing | Stage::NameOther => {
                self.list_attacks(p, side, out);
                out.push(Choice::End);
            }
            Stage::ResolvePhasing | Stage::ResolveOther => {
                self.list_resolving(p, side, out);
            }
            Stage::Over => {}
        }
    }

    /// Units that may begin a move. E-12, E-13
    pub(crate) fn movable(&self, p: &Position, side: Side) -> u128 {
        self.army(side) & p.on_map & !p.routed & !p.moved
    }

    pub(crate) fn movable_leaders(&self, p: &Position, side: Side) -> u16 {
        self.staff[side.index()] & !p.captured & !p.leaders_moved
    }

    fn can_move_anything(&self, p: &Position, side: Side) -> bool {
        self.movable(p, side) != 0
            || self.movable_leaders(p, side) != 0
            || self.can_change_any_mode(p, side)
            || R::can_organise_any(self, p, side)
    }

    pub(crate) fn is_own_leader(&self, p: &Position, side: Side, leader: u8) -> Allowed {
        if self.staff[side.index()] & leader_bit(leader) == 0 {
            return Err(Deny::new(Code::NotYourUnit, R::CITES.own));
        }
        if p.captured & leader_bit(leader) != 0 {
            return Err(Deny::new(Code::UnitOffMap, R::CITES.captured));
        }
        Ok(())
    }
}
