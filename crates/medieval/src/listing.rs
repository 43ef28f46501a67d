//! Every legal answer to the open decision.

use crate::Battle;
use crate::cards::{LeaderId, NONE, UnitId};
use crate::choice::{Choice, Pace, Pass};
use crate::position::{Banner, Edge, Form, Piece, Place, Position, Set, Stage};
use crate::task::{Coming, Round, Stride, Task, Walk};
use arrayvec::ArrayVec;
use board::{Dir, Hex};
use kernel::Side;

impl Battle {
    pub(crate) fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let Some(task) = p.stack.last().copied() else {
            return self.list_at_rest(p, side, out);
        };
        let mut offer = |choice: Choice| {
            if self.allowed(p, side, &choice).is_ok() {
                out.push(choice);
            }
        };
        match task {
            Task::Place { piece, coming } => self.list_places(p, piece, coming, out),
            Task::Step => self.list_steps(p, out),
            Task::Window(window) => self.list_window(p, side, window, out),
            Task::Join => {
                self.list_charges(p, side, out);
                out.push(Choice::Go);
            }
            Task::Answer => out.extend([Choice::Answer, Choice::Pass(Pass::Now)]),
            Task::Friend { hex, .. } => {
                for d in Dir::ALL {
                    let mut there: ArrayVec<UnitId, 16> = p.at(self.map.neighbour(hex, d)).take(16).collect();
                    there.drain(..).for_each(|u| offer(Choice::Hit(u)));
                }
            }
            Task::Combat(round) => self.list_combat(p, round, out),
            Task::Loss { attacker, .. } => {
                for i in 0..p.combat.units(attacker).len() {
                    offer(Choice::Lose(p.combat.units(attacker)[i]));
                }
            }
            Task::Walk { walk, .. } => {
                Dir::ALL.into_iter().for_each(|d| offer(Choice::To(d)));
                if matches!(walk, Walk::Free(_)) {
                    Edge::ALL.into_iter().for_each(|e| offer(Choice::Exit(e)));
                    offer(Choice::Stop);
                }
            }
            Task::Face { .. } | Task::Stride(Stride::FirstFace(_) | Stride::LastFace(_)) => {
                out.extend(Dir::ALL.map(Choice::Face));
            }
            Task::Follow { unit, forced } => self.list_follow(p, unit, forced, out),
            Task::Stride(Stride::Who) => self.list_advances(p, out),
            Task::Stride(Stride::On(_)) => {
                offer(Choice::Enter(Pace::Gain));
                out.push(Choice::Done);
            }
            Task::Six { side, .. } => p.army[side.index()]
                .and(&p.on_map)
                .iter()
                .for_each(|u| offer(Choice::Six(u))),
            Task::Holder { hex, .. } => {
                let here: ArrayVec<UnitId, 16> = p.at(hex).take(16).collect();
                here.into_iter().for_each(|u| offer(Choice::Holder(u)));
            }
            Task::Fire | Task::Mourn(_) => {}
        }
    }

    fn list_at_rest(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let mut offer = |choice: Choice| {
            if self.allowed(p, side, &choice).is_ok() {
                out.push(choice);
            }
        };
        match p.stage {
            Stage::SetupA | Stage::SetupB => self.list_setup(p, side, out),
            Stage::Regroup => {
                p.army[side.index()].iter().for_each(|u| offer(Choice::Regroup(u)));
                offer(Choice::Done);
            }
            Stage::Remove => {
                (0..self.units.len() as UnitId).for_each(|u| offer(Choice::Remove(u)));
                offer(Choice::Done);
            }
            Stage::Act => {
                for unit in self.movers(p, side).iter() {
                    let piece = Piece::Unit(unit);
                    if self.may_activate(p, side, piece).is_ok() {
                        out.push(Choice::Activate(piece));
                    }
                }
                if p.horse_phase() {
                    for leader in self.leader_ids() {
                        let piece = Piece::Leader(leader);
                        if self.may_activate(p, side, piece).is_ok() {
                            out.push(Choice::Activate(piece));
                        }
                    }
                }
                self.list_arrivals(p, side, out);
                if self.allowed(p, side, &Choice::End).is_ok() {
                    out.push(Choice::End);
                }
            }
            Stage::Attack => {
                self.list_attacks(p, side, out);
                if self.allowed(p, side, &Choice::End).is_ok() {
                    out.push(Choice::End);
                }
            }
            Stage::Begin | Stage::Open | Stage::Closing | Stage::Over => {}
        }
    }

    /// Those who return and those who come for the first time.
    pub(crate) fn list_arrivals(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let absent = p.army[side.index()].without(&p.on_map);
        let class = if p.horse_phase() {
            absent.and(&self.horse)
        } else {
            absent.without(&self.horse)
        };
        let mut seen = 0u16;
        for unit in class.iter() {
            match p.unit(unit).place {
                Place::Off if self.may_return(p, side, Piece::Unit(unit)).is_ok() => {
                    out.push(Choice::Return(Piece::Unit(unit)));
                }
                // Only the first of each kind can be brought.
                Place::Reserve if seen >> self.card(unit).kind as u8 & 1 == 0 => {
                    seen |= 1 << self.card(unit).kind as u8;
                    self.list_bringing(p, side, unit, out);
                }
                _ => {}
            }
        }
        if !p.horse_phase() {
            return;
        }
        for leader in self.leader_ids() {
            match p.leader(leader).place {
                Place::Off if self.may_return(p, side, Piece::Leader(leader)).is_ok() => {
                    out.push(Choice::Return(Piece::Leader(leader)));
                }
                Place::Reserve if self.may_bring_leader(p, side, leader).is_ok() => {
                    out.push(Choice::BringLeader(leader));
                }
                _ => {}
            }
        }
    }

    fn list_bringing(&self, p: &Position, side: Side, unit: UnitId, out: &mut Vec<Choice>) {
        if self.may_bring(p, side, unit, NONE).is_ok() {
            out.push(Choice::Bring(unit, NONE));
        }
        for leader in self.leader_ids() {
            if self.may_bring(p, side, unit, leader).is_ok() {
                out.push(Choice::Bring(unit, leader));
            }
        }
    }

    fn list_places(&self, p: &Position, piece: Piece, coming: Coming, out: &mut Vec<Choice>) {
        self.each_place(p, piece, coming, &mut |hex| {
            match piece {
                Piece::Leader(_) => out.push(Choice::PutLeader(hex)),
                Piece::Unit(unit) => {
                    for form in [None, Some(Form::Shiltron), Some(Form::Combat)] {
                        if form.is_none() || (coming == Coming::Taken && self.may_start_as(p, unit, hex, form)) {
                            out.extend(Dir::ALL.map(|facing| Choice::Put(hex, facing, form)));
                        }
                    }
                }
            }
            true
        });
        match (coming, piece) {
            (Coming::Taken, Piece::Unit(unit)) => self.list_in_hand(p, unit, out),
            (Coming::Regrouped, _) => out.push(Choice::Stay),
            _ => {}
        }
    }

    /// The steps of the active piece.
    pub(crate) fn list_steps(&self, p: &Position, out: &mut Vec<Choice>) {
        let from = out.len();
        self.list_plain_steps(p, out);
        // SR-B6 looks at whole moves, so it comes last.
        if let Some(a) = &p.active
            && let Piece::Unit(unit) = a.piece
        {
            self.keep_to_first_charge(p, a, unit, from, out);
        }
    }

    fn list_plain_steps(&self, p: &Position, out: &mut Vec<Choice>) {
        let Some(a) = &p.active else {
            return;
        };
        let unit = match a.piece {
            Piece::Leader(leader) => {
                for d in Dir::ALL {
                    if !a.over && self.may_lead(p, leader, d, a.mp).is_ok() {
                        out.push(Choice::To(d));
                    }
                }
                self.list_exits(p, out);
                out.push(Choice::Done);
                return;
            }
            Piece::Unit(unit) => unit,
        };
        let (u, card) = (p.unit(unit), self.card(unit));
        if a.over {
            out.push(Choice::Done);
            return;
        }
        let horse = card.class.is_horse();
        match u.form {
            Form::Shiltron => {
                for d in Dir::ALL {
                    if self.may_shuffle(p, a, unit, d).is_ok() {
                        out.push(Choice::To(d));
                    }
                }
                if self.may_lift(p, a, unit).is_ok() {
                    out.extend(Dir::ALL.map(Choice::Lift));
                }
            }
            _ => {
                for pace in [Pace::Gain, Pace::Hold, Pace::Reduce] {
                    if (horse || pace == Pace::Gain) && self.may_enter(p, a, unit, pace).is_ok() {
                        out.push(Choice::Enter(pace));
                    }
                }
                if horse && u.cf >= 2 && self.may_ride(p, a, unit).is_ok() {
                    out.push(Choice::Ride);
                }
                if !a.turned {
                    for d in Dir::ALL {
                        if self.may_turn(p, a, unit, d).is_ok() {
                            out.push(Choice::Turn(d));
                        }
                    }
                }
                self.list_exits(p, out);
                if card.shiltron && self.may_form(p, a, unit).is_ok() {
                    out.push(Choice::Form);
                }
            }
        }
        if card.class.is_foot_ranged() && self.may_change(p, a, unit).is_ok() {
            out.push(Choice::Change);
        }
        if p.banners[u.side.index()] == Banner::Held(unit) {
            let own: Set = p.army[u.side.index()].and(&p.on_map);
            for to in own.iter().filter(|to| self.may_pass_banner(p, unit, *to, a.mp).is_ok()) {
                out.push(Choice::PassBanner(to));
            }
        }
        if card.class == crate::cards::Class::HorseArcher {
            self.list_own_shots(p, unit, out);
        }
        for enter in [false, true] {
            if self.may_make_minimum(p, a, unit, enter).is_ok() {
                out.extend(Dir::ALL.map(|d| Choice::Minimum(enter, d)));
            }
        }
        if self.may_demolish(p, a, unit).is_ok() {
            out.push(Choice::Demolish);
        }
        if !self.must_ride_on(p, a, unit) {
            out.push(Choice::Done);
        }
    }

    fn list_exits(&self, p: &Position, out: &mut Vec<Choice>) {
        let Some(a) = &p.active else {
            return;
        };
        if !self.map.is_border(p.piece_hex(a.piece)) {
            return;
        }
        for edge in Edge::ALL {
            if self.may_exit(p, a, edge).is_ok() {
                out.push(Choice::Exit(edge));
            }
        }
    }

    fn list_own_shots(&self, p: &Position, unit: UnitId, out: &mut Vec<Choice>) {
        let Some(a) = &p.active else {
            return;
        };
        let mut offer = |piece: Piece| {
            if self.may_shoot_own(p, a, unit, piece).is_ok() {
                out.push(Choice::OwnShot(piece));
            }
        };
        for d in Dir::ALL {
            let near: ArrayVec<UnitId, 16> = p.at(self.map.neighbour(p.unit(unit).hex, d)).take(16).collect();
            near.into_iter().for_each(|u| offer(Piece::Unit(u)));
        }
        let leaders: ArrayVec<LeaderId, 16> = self.leader_ids().collect();
        leaders.into_iter().for_each(|l| offer(Piece::Leader(l)));
    }

    fn list_combat(&self, p: &Position, round: Round, out: &mut Vec<Choice>) {
        match round {
            Round::Checks => {
                let tired = p.combat.attackers.iter().copied().filter(|u| self.must_check(p, *u));
                out.extend(tired.map(Choice::Check));
            }
            Round::Fighters => {
                let Some(hex) = self.crowded_fort(p) else {
                    return;
                };
                let used = self.picked_sp(p, hex);
                out.extend(
                    p.at(hex)
                        .filter(|u| !p.picked.has(*u) && used + p.unit(*u).sp <= 4)
                        .map(Choice::Fight),
                );
                if used > 0 {
                    out.push(Choice::Done);
                }
            }
            Round::Ground => out.extend(self.grounds(p).into_iter().map(Choice::Ground)),
            Round::Retreats => out.extend(self.to_retreat(p).into_iter().map(Choice::Retreat)),
            Round::Pursuit => out.extend(self.to_pursue(p).into_iter().map(Choice::Pursue)),
            _ => {}
        }
    }

    /// Hexes as words, for prompts.
    pub(crate) fn hex_text(&self, hex: Hex) -> String {
        self.map.name(hex).to_string()
    }
}
