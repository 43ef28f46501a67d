//! What a choice does.

use crate::Battle;
use crate::arrival::By;
use crate::cards::UnitId;
use crate::choice::{Choice, Target};
use crate::event::{Deed, Event, Of};
use crate::position::{Piece, Position, Set, Stage};
use crate::task::{Coming, Round, Stride, Task, Walk};
use board::Dir;
use kernel::{Dice, Log, Side};

impl Battle {
    /// Carries out a choice; what follows by itself is for [`Battle::settle`].
    pub(crate) fn apply(
        &self,
        p: &mut Position,
        side: Side,
        choice: &Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        match *choice {
            Choice::Take(piece) => self.begin_coming(p, piece, Coming::Taken),
            Choice::Exchange(a, b) => self.exchange(p, a, b),
            Choice::Assign(u, l) => self.assign(p, u, l),
            Choice::Pit(from, to) => self.dig(p, side, from, to, log),
            Choice::Ready => self.ready(p, side, log),
            Choice::Put(hex, facing, form) => {
                if let Some(Task::Place { piece, coming }) = p.stack.pop() {
                    match (coming, piece) {
                        (Coming::Taken, Piece::Unit(u)) => self.set(p, u, hex, facing, form),
                        _ => self.comes(p, piece, coming, hex, facing, dice, log),
                    }
                }
            }
            Choice::PutLeader(hex) => match p.stack.pop() {
                Some(Task::Place {
                    piece: Piece::Leader(leader),
                    coming: Coming::Taken,
                }) => self.set_leader(p, leader, hex),
                Some(Task::Place { piece, coming }) => self.comes(p, piece, coming, hex, Dir::N, dice, log),
                _ => {}
            },
            Choice::Stay | Choice::Stop if matches!(p.stack.last(), Some(Task::Walk { .. })) => self.stop_chase(p),
            Choice::Stay | Choice::Stop => {
                p.stack.pop();
            }
            Choice::Remove(u) => {
                p.removed_sp += 1;
                log.event(|| Event::Plain(Deed::WelshRemoved, Of::unit(u)));
                self.loses(p, u, 1, By::Own, log);
            }
            Choice::Regroup(u) => self.regroup(p, u, dice, log),
            Choice::Done => self.done(p),
            Choice::Activate(piece) => self.activate(p, piece, dice, log),
            Choice::Return(piece) => self.begin_coming(p, piece, Coming::Returning),
            Choice::Bring(u, l) => {
                p.unit_mut(u).command = l;
                self.begin_coming(p, Piece::Unit(u), Coming::Brought);
            }
            Choice::BringLeader(l) => self.begin_coming(p, Piece::Leader(l), Coming::Brought),
            Choice::End if p.stage == Stage::Attack => self.next_phase(p, log),
            Choice::End => self.close_movement(p),
            Choice::Shoot(shooter, target) => {
                if self.check_fatigue(p, shooter, dice, log) {
                    self.declare_shot(p, shooter, target, false);
                }
            }
            Choice::Countercharge(u, wheel) => self.countercharge(p, side, u, wheel, dice, log),
            Choice::Pass(_) if p.stack.last() == Some(&Task::Turncoats) => self.turncoats_done(p),
            Choice::Pass(_) if p.stack.last() == Some(&Task::Answer) => {
                p.stack.pop();
            }
            Choice::Pass(pass) => self.pass(p, pass),
            Choice::Go if p.stack.last() == Some(&Task::Muster) => {
                p.stack.pop();
                self.attack(p, log);
            }
            Choice::Go => self.go(p, log),
            Choice::Answer => {
                p.stack.pop();
                self.answer(p);
            }
            Choice::Against(hex) => self.name_target(p, side, hex),
            Choice::Spare(hex) => self.spare_target(p, hex),
            Choice::Join(u) => p.picked.add(u),
            Choice::Drop(u) => p.picked.drop(u),
            Choice::Check(u) => self.check_attacker(p, u, dice, log),
            Choice::Fight(u) => p.picked.add(u),
            Choice::Ground(hex) => {
                p.combat.ground = hex;
                if let Some(top) = p.stack.last_mut() {
                    *top = Task::Combat(Round::Roll);
                }
            }
            Choice::Lose(u) if p.stack.is_empty() => self.carry_loss(p, side, u),
            Choice::Lose(u) => self.take_loss(p, u, log),
            Choice::Retreat(u) => self.begin_retreat(p, u, log),
            Choice::Pursue(u) => self.test_pursuit(p, u, dice, log),
            Choice::Follow(whom) => self.follow(p, whom, log),
            Choice::Face(d) => self.face(p, d),
            Choice::Advance(u, hex) => self.advance(p, u, hex, dice, log),
            Choice::Hit(u) => {
                p.stack.pop();
                let hex = p.unit(u).hex;
                self.loses(p, u, 1, By::Own, log);
                self.leaders_under_fire(p, hex, side, dice, log);
            }
            Choice::Six(u) => self.pick_six(p, u, log),
            Choice::Holder(u) => {
                p.stack.pop();
                self.takes_banner(p, u, log);
            }
            _ => self.apply_step(p, choice, dice, log),
        }
    }

    fn apply_step(&self, p: &mut Position, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match (p.stack.last().copied(), *choice) {
            (
                Some(Task::Walk {
                    walk: Walk::Retreat | Walk::Pit,
                    ..
                }),
                Choice::To(d),
            ) => {
                return self.fall_back(p, d, dice, log);
            }
            (Some(Task::Walk { .. }), Choice::To(d)) => return self.chase(p, d, dice, log),
            (Some(Task::Walk { piece, .. }), Choice::Exit(edge)) => {
                p.stack.pop();
                return self.exit(p, piece, edge, 4, log);
            }
            (Some(Task::Stride(Stride::On(u))), Choice::Enter(_)) => return self.stride_on(p, u, dice, log),
            _ => {}
        }
        let Some(a) = p.active.clone() else {
            return;
        };
        let unit = match a.piece {
            Piece::Unit(unit) => unit,
            Piece::Leader(leader) => {
                match *choice {
                    Choice::To(d) => self.lead(p, leader, d, log),
                    Choice::Exit(edge) => self.exit(p, a.piece, edge, 3, log),
                    _ => {}
                }
                return;
            }
        };
        match *choice {
            Choice::Enter(pace) => {
                if let Ok(step) = self.may_enter(p, &a, unit, pace) {
                    self.enter(p, unit, step, dice, log);
                }
            }
            Choice::Ride => {
                if let Ok(step) = self.may_ride(p, &a, unit) {
                    self.enter(p, unit, step, dice, log);
                }
            }
            Choice::Turn(d) => {
                if let Ok(cost) = self.may_turn(p, &a, unit, d) {
                    self.turn(p, unit, d, cost, log);
                }
            }
            Choice::To(d) => {
                if let Ok(c) = self.may_move_to(p, &a, unit, d) {
                    self.shuffle(p, unit, c, dice, log);
                }
            }
            Choice::Exit(edge) => self.exit(p, a.piece, edge, 3, log),
            Choice::Change => self.change(p, unit, log),
            Choice::Form => self.form(p, unit, log),
            Choice::Lift(d) => self.lift(p, unit, d, log),
            Choice::PassBanner(to) => {
                self.pay(p, crate::cards::MP);
                self.pass_banner(p, unit, to, log);
            }
            Choice::OwnShot(target) => self.declare_shot(p, unit, Target::Piece(target), true),
            Choice::Minimum(enter, d) => self.make_minimum(p, unit, enter, d, dice, log),
            Choice::Demolish => {
                let hex = p.unit(unit).hex;
                p.unit_mut(unit).due = p.turn;
                if let Some(a) = &mut p.active {
                    a.over = true;
                }
                log.event(|| Event::Plain(Deed::Demolishes, Of::unit(unit).at(hex)));
            }
            _ => {}
        }
    }

    fn lead(&self, p: &mut Position, leader: u8, d: Dir, log: &mut impl Log<Event>) {
        let mp = p.active.as_ref().map_or(0, |a| a.mp);
        let Ok((c, cost)) = self.may_lead(p, leader, d, mp) else {
            return;
        };
        self.pay(p, cost);
        if let Some(a) = &mut p.active {
            a.steps += 1;
            a.news = true;
        }
        log.event(|| Event::Plain(Deed::Entered, Of::leader(leader).at(c.to).n(mp - cost)));
        self.leader_arrives(p, leader, c.to, log);
    }

    /// `done` means the end of what is open.
    fn done(&self, p: &mut Position) {
        match p.stack.last() {
            Some(Task::Step) => self.end_activation(p),
            Some(Task::Combat(Round::Fighters)) => {
                if let Some(hex) = self.crowded_fort(p) {
                    self.close_fort(p, hex);
                }
            }
            Some(_) => {
                p.stack.pop();
            }
            None if p.stage == Stage::Regroup => p.stage = Stage::Remove,
            None => self.end_removal(p),
        }
    }

    fn pick_six(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let Some(Task::Six {
            side,
            hex,
            left,
            distance,
        }) = p.stack.pop()
        else {
            return;
        };
        p.picked.add(unit);
        if left > 1 {
            p.stack.push(Task::Six {
                side,
                hex,
                left: left - 1,
                distance,
            });
        } else {
            p.picked = Set::EMPTY;
        }
        self.loses(p, unit, 1, By::Own, log);
    }
}
