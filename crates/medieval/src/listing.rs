//! Every legal answer to the open decision.

use crate::Battle;
use crate::cards::{Class, NONE, UnitId};
use crate::choice::{Choice, Pace, Pass};
use crate::position::{Active, Banner, Edge, Form, Piece, Place, Position, Set, Stage};
use crate::task::{Coming, Round, Stride, Task, Walk};
use board::{Dir, Hex};
use kernel::Side;

impl Battle {
    pub(crate) fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let Some(task) = p.stack.last().copied() else {
            return self.list_at_rest(p, side, out);
        };
        match task {
            Task::Place { piece, coming } => self.list_places(p, piece, coming, out),
            Task::Step => self.list_steps(p, out),
            Task::Window(window) => self.list_window(p, side, window, out),
            Task::Join => {
                self.list_charges(p, side, out);
                out.push(Choice::Go);
            }
            Task::Muster => self.list_muster(p, side, out),
            Task::Turncoats => {
                out.extend(self.turncoats(p).map(|u| Choice::Activate(Piece::Unit(u))));
                out.push(Choice::Pass(Pass::Now));
            }
            Task::Answer => out.extend([Choice::Answer, Choice::Pass(Pass::Now)]),
            Task::Combat(round) => self.list_combat(p, round, out),
            Task::Face { .. } | Task::Stride(Stride::FirstFace(_) | Stride::LastFace(_)) => {
                out.extend(Dir::ALL.map(Choice::Face));
            }
            Task::Stride(Stride::On(unit)) => {
                if self.may_stride_on(p, unit).is_ok() {
                    out.push(Choice::Enter(Pace::Gain));
                }
                out.push(Choice::Done);
            }
            _ => {
                self.each_answer(p, side, &mut |choice| {
                    out.push(choice);
                    true
                });
            }
        }
    }

    /// Visits the answers to a decision that makes itself if there is but one, until told to stop.
    pub(crate) fn each_answer(&self, p: &Position, side: Side, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some(task) = p.stack.last() else {
            return true;
        };
        let mut offer = |choice: Choice| self.allowed(p, side, &choice).is_err() || visit(choice);
        match *task {
            Task::Friend { hex, .. } => {
                let mut near = Dir::ALL.into_iter().flat_map(|d| p.at(self.map.neighbour(hex, d)));
                near.all(|u| offer(Choice::Hit(u)))
            }
            Task::Loss { attacker, .. } => p.combat.units(attacker).iter().all(|u| offer(Choice::Lose(*u))),
            Task::Walk { walk, .. } => {
                Dir::ALL.into_iter().all(|d| offer(Choice::To(d)))
                    && (!matches!(walk, Walk::Free(_))
                        || (Edge::ALL.into_iter().all(|e| offer(Choice::Exit(e))) && offer(Choice::Stop)))
            }
            Task::Follow { unit, forced } => self.each_follow(p, unit, forced, visit),
            Task::Stride(Stride::Who) => self.each_advance(p, visit),
            Task::Six { side, .. } => {
                let mut own = p.army[side.index()].and(&p.on_map).iter();
                own.all(|u| offer(Choice::Six(u)))
            }
            Task::Holder { hex, .. } => p.at(hex).all(|u| offer(Choice::Holder(u))),
            _ => true,
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
                out.extend(self.free_movers(p, side).map(|u| Choice::Activate(Piece::Unit(u))));
                if p.horse_phase() {
                    for leader in self.leader_ids() {
                        let piece = Piece::Leader(leader);
                        if self.may_activate(p, side, piece).is_ok() {
                            out.push(Choice::Activate(piece));
                        }
                    }
                }
                self.each_arrival(p, side, &mut |choice| {
                    out.push(choice);
                    true
                });
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

    /// Visits those who return and those who come for the first time, until told to stop.
    pub(crate) fn each_arrival(&self, p: &Position, side: Side, visit: &mut dyn FnMut(Choice) -> bool) {
        let absent = p.army[side.index()].without(&p.on_map);
        let class = if p.horse_phase() {
            absent.and(&self.horse)
        } else {
            absent.without(&self.horse)
        };
        let mut seen = 0u16;
        for unit in class.iter() {
            match p.unit(unit).place {
                Place::Off
                    if self.may_return(p, side, Piece::Unit(unit)).is_ok()
                        && !visit(Choice::Return(Piece::Unit(unit))) =>
                {
                    return;
                }
                // Only the first of each kind can be brought.
                Place::Reserve if seen >> self.card(unit).kind as u8 & 1 == 0 => {
                    seen |= 1 << self.card(unit).kind as u8;
                    if self.may_bring_any(p, side, unit).is_ok() && !self.each_bringing(p, side, unit, visit) {
                        return;
                    }
                }
                _ => {}
            }
        }
        if !p.horse_phase() {
            return;
        }
        for leader in self.leader_ids() {
            let choice = match p.leader(leader).place {
                Place::Off if self.may_return(p, side, Piece::Leader(leader)).is_ok() => {
                    Choice::Return(Piece::Leader(leader))
                }
                Place::Reserve if self.may_bring_leader(p, side, leader).is_ok() => Choice::BringLeader(leader),
                _ => continue,
            };
            if !visit(choice) {
                return;
            }
        }
    }

    /// A unit of the reserve under every leader it may go to; `false` if told to stop.
    fn each_bringing(&self, p: &Position, side: Side, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let mut leaders = self.leader_ids().chain([NONE]);
        leaders.all(|l| self.may_be_brought_under(p, side, l).is_err() || visit(Choice::Bring(unit, l)))
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
        let Some(a) = &p.active else {
            return;
        };
        let mut hunt = self.hunt_of(p, a);
        let fits = self.room_keeper(p, a);
        self.each_step(p, a, &mut |choice| {
            if fits(&choice) && hunt.as_mut().is_none_or(|h| h.keeps(&a.march, &choice)) {
                out.push(choice);
            }
            true
        });
    }

    /// Whether the active piece can do anything but end its move.
    pub(crate) fn can_step(&self, p: &Position) -> bool {
        let Some(a) = &p.active else {
            return false;
        };
        let (mut hunt, mut found) = (self.hunt_of(p, a), false);
        // Short of its goal there is a step towards it.
        if hunt.as_ref().is_some_and(|h| h.is_short()) {
            return true;
        }
        let fits = self.room_keeper(p, a);
        self.each_step(p, a, &mut |choice| {
            found |=
                choice != Choice::Done && fits(&choice) && hunt.as_mut().is_none_or(|h| h.keeps(&a.march, &choice));
            !found
        });
        found
    }

    /// What M-168 leaves of the steps; hardly ever is there anything to ask.
    fn room_keeper<'a>(&'a self, p: &'a Position, a: &'a Active) -> impl Fn(&Choice) -> bool + 'a {
        let unit = match a.piece {
            Piece::Unit(unit) if self.is_overfull(p, p.unit(unit).hex) => Some(unit),
            _ => None,
        };
        move |choice| unit.is_none_or(|u| self.makes_room(p, a, u, choice).is_ok())
    }

    /// Visits the steps that everything but M-168 and SR-B6 allows, until told to stop.
    fn each_step(&self, p: &Position, a: &Active, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let unit = match a.piece {
            Piece::Unit(unit) => unit,
            Piece::Leader(leader) => {
                let may_lead = |d: Dir| !a.over && self.may_lead(p, leader, d, a.mp).is_ok();
                return Dir::ALL.into_iter().all(|d| !may_lead(d) || visit(Choice::To(d)))
                    && self.each_exit(p, a, visit)
                    && visit(Choice::Done);
            }
        };
        if a.over {
            return visit(Choice::Done);
        }
        let (u, card) = (p.unit(unit), self.card(unit));
        let on_foot = match u.form {
            Form::Shiltron => self.each_shuffle(p, a, unit, visit),
            Form::Combat => self.each_sidestep(p, a, unit, visit),
            _ => self.each_stride(p, a, unit, visit),
        };
        on_foot
            && (!card.class.is_foot_ranged() || self.may_change(p, a, unit).is_err() || visit(Choice::Change))
            && (p.banners[u.side.index()] != Banner::Held(unit) || self.each_receiver(p, a, unit, visit))
            && (card.class != Class::HorseArcher || self.each_own_shot(p, a, unit, visit))
            && [false, true].into_iter().all(|enter| {
                self.may_make_minimum(p, a, unit, enter).is_err()
                    || Dir::ALL.into_iter().all(|d| visit(Choice::Minimum(enter, d)))
            })
            && (self.may_demolish(p, a, unit).is_err() || visit(Choice::Demolish))
            && (self.must_ride_on(p, a, unit) || visit(Choice::Done))
    }

    fn each_shuffle(&self, p: &Position, a: &Active, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let mut ways = Dir::ALL.into_iter();
        ways.all(|d| self.may_shuffle(p, a, unit, d).is_err() || visit(Choice::To(d)))
            && (self.may_lift(p, a, unit).is_err() || Dir::ALL.into_iter().all(|d| visit(Choice::Lift(d))))
    }

    /// Besides it can do nothing with its legs but turn its counter, or make its minimum move. M-148
    fn each_sidestep(&self, p: &Position, a: &Active, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let mut ways = Dir::ALL.into_iter();
        a.spent || ways.all(|d| self.may_sidestep(p, a, unit, d).is_err() || visit(Choice::To(d)))
    }

    fn each_stride(&self, p: &Position, a: &Active, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let (horse, at) = (self.card(unit).class.is_horse(), p.unit(unit).pose());
        let paces: &[Pace] = if horse {
            &[Pace::Gain, Pace::Hold, Pace::Reduce]
        } else {
            &[Pace::Gain]
        };
        let mut paces = paces.iter().copied();
        let ahead = self.may_march(p, a, unit, at).ok();
        ahead.is_none_or(|ahead| {
            paces.all(|pace| self.price(a, unit, at, &ahead, pace).is_err() || visit(Choice::Enter(pace)))
        }) && (!horse || at.cf < 2 || self.may_ride(p, a, unit).is_err() || visit(Choice::Ride))
            && (a.turned || {
                let footing = self.footing(p, unit, at.hex);
                let mut ways = Dir::ALL.into_iter();
                ways.all(|d| self.may_turn_on(p, a, unit, at, d, &footing).is_err() || visit(Choice::Turn(d)))
            })
            && self.each_exit(p, a, visit)
            && (!self.card(unit).shiltron || self.may_form(p, a, unit).is_err() || visit(Choice::Form))
    }

    fn each_receiver(&self, p: &Position, a: &Active, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let own: Set = p.army[p.unit(unit).side.index()].and(&p.on_map);
        let mut others = own.iter();
        others.all(|to| self.may_pass_banner(p, unit, to, a.mp).is_err() || visit(Choice::PassBanner(to)))
    }

    fn each_exit(&self, p: &Position, a: &Active, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        !self.map.is_border(p.piece_hex(a.piece))
            || Edge::ALL
                .into_iter()
                .all(|edge| self.may_exit(p, a, edge).is_err() || visit(Choice::Exit(edge)))
    }

    fn each_own_shot(&self, p: &Position, a: &Active, unit: UnitId, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let mut offer = |piece: Piece| self.may_shoot_own(p, a, unit, piece).is_err() || visit(Choice::OwnShot(piece));
        let hex = p.unit(unit).hex;
        let mut near = Dir::ALL.into_iter().flat_map(|d| p.at(self.map.neighbour(hex, d)));
        near.all(|u| offer(Piece::Unit(u))) && self.leader_ids().all(|l| offer(Piece::Leader(l)))
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
