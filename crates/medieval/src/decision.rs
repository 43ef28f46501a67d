//! Which decision is open, who makes it, and what may be chosen.

use crate::Battle;
use crate::cards::{SCOTS, UnitId};
use crate::choice::{Choice, Pass};
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::position::{Active, Piece, Position, Stage};
use crate::ranged::Shot;
use crate::task::{Coming, Round, Stride, Task, Walk};
use kernel::Side;

fn wrong<T>() -> Allowed<T> {
    Err(Deny::new(Code::WrongDecision, "M-10"))
}

impl Battle {
    pub(crate) fn piece_side(&self, p: &Position, piece: Piece) -> Side {
        match piece {
            Piece::Unit(u) => p.unit(u).side,
            Piece::Leader(l) => p.leader(l).side,
        }
    }

    /// Who must decide; nobody once the game is over.
    pub(crate) fn decider(&self, p: &Position) -> Option<Side> {
        let active = self.active_side(p);
        let Some(task) = p.stack.last() else {
            return match p.stage {
                Stage::Over => None,
                Stage::SetupB => Some(self.initiative.other()),
                Stage::SetupA => Some(self.initiative),
                _ => Some(active),
            };
        };
        Some(match *task {
            Task::Place { piece, .. } | Task::Walk { piece, .. } => self.piece_side(p, piece),
            // Whoever moves, in whosever phase. SR-S4
            Task::Step => p.active.as_ref().map_or(active, |a| self.piece_side(p, a.piece)),
            Task::Muster | Task::Fire | Task::Mourn(_) => active,
            Task::Turncoats => SCOTS,
            Task::Window(_) | Task::Join => active.other(),
            Task::Answer => p.unit(p.shot.shooter).side.other(),
            Task::Friend { shooter, .. } => p.unit(shooter).side,
            Task::Combat(Round::Checks) => p.combat.side,
            Task::Combat(Round::Fighters | Round::Ground) => p.combat.side.other(),
            Task::Combat(Round::Pursuit) => p.combat.side_of(!p.combat.retreating().is_some_and(|(a, _)| a)),
            Task::Combat(_) => p.combat.side_of(p.combat.retreating().is_some_and(|(a, _)| a)),
            Task::Loss { attacker, .. } => p.combat.side_of(attacker),
            Task::Face { unit, .. } | Task::Follow { unit, .. } => p.unit(unit).side,
            Task::Stride(Stride::Who) => {
                if p.combat.counter && p.combat.attackers.iter().all(|u| !p.unit(*u).on_map()) {
                    p.combat.side.other()
                } else {
                    p.combat.side
                }
            }
            Task::Stride(Stride::FirstFace(u) | Stride::On(u) | Stride::LastFace(u)) => p.unit(u).side,
            Task::Six { side, .. } | Task::Holder { side, .. } => side,
        })
    }

    /// Whether a choice is allowed: the one place where it is decided, for listing, checking and explaining.
    pub(crate) fn allowed(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        let decider = self.decider(p).ok_or(Deny::new(Code::GameOver, "M-10"))?;
        need(side == decider, Code::NotYourDecision, "M-10")?;
        let Some(task) = p.stack.last().copied() else {
            return self.allowed_at_rest(p, side, choice);
        };
        match (task, *choice) {
            (
                Task::Place {
                    piece: piece @ Piece::Unit(_),
                    coming,
                },
                Choice::Put(hex, _, form),
            ) => self.may_put(p, piece, coming, hex, form),
            (
                Task::Place {
                    piece: piece @ Piece::Leader(_),
                    coming,
                },
                Choice::PutLeader(hex),
            ) => self.may_put(p, piece, coming, hex, None),
            (
                Task::Place {
                    coming: Coming::Regrouped,
                    ..
                },
                Choice::Stay,
            ) => Ok(()),
            (
                Task::Place {
                    piece: Piece::Unit(unit),
                    coming: Coming::Taken,
                },
                Choice::Exchange(a, b),
            ) if a == unit => self.may_exchange(p, a, b),
            (
                Task::Place {
                    piece: Piece::Unit(unit),
                    coming: Coming::Taken,
                },
                Choice::Assign(u, l),
            ) if u == unit => self.may_assign(p, u, l),
            (Task::Step, _) => match &p.active {
                Some(a) => self.allowed_step(p, a, choice),
                None => wrong(),
            },
            (Task::Window(_), Choice::Shoot(shooter, target)) => self.may_shoot(p, side, shooter, target).map(drop),
            (Task::Window(crate::task::Window::W2 | crate::task::Window::W3), Choice::Countercharge(u, w))
            | (Task::Join, Choice::Countercharge(u, w)) => self.may_countercharge(p, side, u, w).map(drop),
            (Task::Window(_), Choice::Countercharge(..)) => {
                Err(Deny::new(Code::NoCountercharge, "M-98").because(Why::NobodyMoves))
            }
            (Task::Window(window), Choice::Pass(pass)) => self.may_pass(window, pass),
            (Task::Turncoats, Choice::Activate(piece)) => self.may_move_at_once(p, piece),
            (Task::Turncoats, Choice::Pass(Pass::Now)) => Ok(()),
            (Task::Muster, Choice::Against(hex)) => self.may_name_too(p, side, hex),
            (Task::Muster, Choice::Spare(hex)) => self.may_spare(p, hex),
            (Task::Muster, Choice::Join(u)) => self.may_join(p, side, u),
            (Task::Muster, Choice::Drop(u)) => self.may_drop(p, u),
            (Task::Muster, Choice::Go) => self.may_go(p, side),
            (Task::Join, Choice::Go) | (Task::Answer, Choice::Answer) => Ok(()),
            (Task::Answer, Choice::Pass(Pass::Now)) => Ok(()),
            (Task::Friend { shooter, hex }, Choice::Hit(u)) => self.may_hit_friend(p, shooter, hex, u),
            (Task::Combat(round), _) => self.allowed_in_combat(p, round, choice),
            (
                Task::Loss {
                    attacker, shortfall, ..
                },
                Choice::Lose(u),
            ) => self.may_lose(p, attacker, shortfall, u),
            (
                Task::Walk {
                    piece,
                    walk,
                    left,
                    from,
                    last,
                },
                _,
            ) => match (walk, piece, *choice) {
                (Walk::Retreat | Walk::Pit, _, Choice::To(d)) => self.may_retreat_to(p, piece, d, left, from).map(drop),
                (_, Piece::Unit(u), Choice::To(d)) => self.may_pursue_to(p, u, walk, left, from, d).map(drop),
                (_, Piece::Unit(u), Choice::Stop) => self.may_stop(p, u, walk, from),
                (_, Piece::Unit(u), Choice::Exit(edge)) => self.may_chase_off(p, u, walk, from, last, edge),
                _ => wrong(),
            },
            (Task::Face { .. } | Task::Stride(Stride::FirstFace(_) | Stride::LastFace(_)), Choice::Face(_)) => Ok(()),
            (Task::Follow { unit, .. }, Choice::Follow(whom)) => self.may_follow_named(p, unit, whom),
            (Task::Follow { forced: false, .. }, Choice::Stay) => Ok(()),
            (Task::Follow { forced: true, .. }, Choice::Stay) => Err(Deny::new(Code::PursuitPath, "M-82")),
            (Task::Stride(Stride::Who), Choice::Advance(u, hex)) => self.may_advance(p, u, hex).map(drop),
            (Task::Stride(Stride::Who | Stride::On(_)), Choice::Done) => Ok(()),
            (Task::Stride(Stride::On(u)), Choice::Enter(crate::choice::Pace::Gain)) => self.may_stride_on(p, u),
            (
                Task::Six {
                    side, hex, distance, ..
                },
                Choice::Six(u),
            ) => self.may_pick(p, side, hex, distance, u),
            (Task::Holder { side, hex }, Choice::Holder(u)) => self.may_hold(p, side, hex, u),
            _ => wrong(),
        }
    }

    fn allowed_at_rest(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        match (p.stage, *choice) {
            (Stage::SetupA | Stage::SetupB, _) => self.allowed_in_setup(p, side, choice),
            (Stage::Regroup, Choice::Regroup(u)) => self.may_regroup(p, side, u),
            (Stage::Remove, Choice::Remove(u)) => self.may_remove(p, u),
            (Stage::Regroup | Stage::Remove, Choice::Done) => Ok(()),
            (Stage::Act, Choice::Activate(piece)) => self.may_activate(p, side, piece),
            (Stage::Act, Choice::Return(piece)) => self.may_return(p, side, piece),
            (Stage::Act, Choice::Bring(u, l)) => self.may_bring(p, side, u, l),
            (Stage::Act, Choice::BringLeader(l)) => self.may_bring_leader(p, side, l),
            (Stage::Act, Choice::End) => self.may_end_movement(p, side),
            (Stage::Attack, Choice::Against(hex)) => self.may_begin_against(p, side, hex),
            (Stage::Attack, Choice::End) => need(!self.any_duty(p, side), Code::ObligationOpen, "M-70"),

            _ => wrong(),
        }
    }

    /// M-95
    fn may_end_movement(&self, p: &Position, side: Side) -> Allowed {
        let crowded = p.razed != 0 && self.free_movers(p, side).any(|u| self.owes_room(p, u));
        need(!crowded, Code::StackLimit, "M-168")?;
        if !p.horse_phase() {
            return Ok(());
        }
        let owes = self.free_movers(p, side).any(|u| self.owes_ride(p, u));
        need(!owes, Code::MustKeepCharging, "M-95")?;
        match self.free_movers(p, side).find(|u| self.owes_first_charge(p, *u)) {
            Some(unit) => {
                let deny = Deny::new(Code::Scenario, "SR-B6").because(Why::GoalAhead);
                Err(deny.at(p.unit(unit).hex).n(self.special.first_charge_until.into()))
            }
            None => Ok(()),
        }
    }

    /// SR-F4
    pub(crate) fn may_remove(&self, p: &Position, unit: UnitId) -> Allowed {
        let welsh = self.card(unit).kind == crate::cards::Kind::Welsh && p.unit(unit).on_map();
        need(welsh, Code::Scenario, "SR-F4")
    }

    fn allowed_step(&self, p: &Position, a: &Active, choice: &Choice) -> Allowed {
        let unit = match a.piece {
            Piece::Leader(leader) => {
                return match *choice {
                    Choice::To(d) => {
                        need(!a.over, Code::MovementOver, "M-107")?;
                        self.may_lead(p, leader, d, a.mp).map(drop)
                    }
                    Choice::Exit(edge) => self.may_exit(p, a, edge),
                    Choice::Done => Ok(()),
                    Choice::Turn(_) => Err(Deny::new(Code::CannotTurn, "M-128")),
                    _ => wrong(),
                };
            }
            Piece::Unit(unit) => unit,
        };
        self.allowed_of_unit(p, a, unit, choice)?;
        self.makes_room(p, a, unit, choice)?;
        self.keeps_to_first_charge(p, a, choice)
    }

    fn allowed_of_unit(&self, p: &Position, a: &Active, unit: UnitId, choice: &Choice) -> Allowed {
        match *choice {
            Choice::Enter(pace) => self.may_enter(p, a, unit, pace).map(drop),
            Choice::Ride => self.may_ride(p, a, unit).map(drop),
            Choice::Turn(d) => self.may_turn(p, a, unit, d).map(drop),
            Choice::To(d) => self.may_move_to(p, a, unit, d).map(drop),
            Choice::Exit(edge) => self.may_exit(p, a, edge),
            Choice::Change => self.may_change(p, a, unit),
            Choice::Form => self.may_form(p, a, unit),
            Choice::Lift(_) => self.may_lift(p, a, unit),
            Choice::PassBanner(to) => {
                need(!a.over, Code::MovementOver, "M-107")?;
                self.may_pass_banner(p, unit, to, a.mp)
            }
            Choice::OwnShot(target) => self.may_shoot_own(p, a, unit, target).map(drop),
            Choice::Minimum(enter, _) => self.may_make_minimum(p, a, unit, enter),
            Choice::Demolish => self.may_demolish(p, a, unit),
            Choice::Done => need(!self.must_ride_on(p, a, unit), Code::MustKeepCharging, "M-95"),
            _ => wrong(),
        }
    }

    fn allowed_in_combat(&self, p: &Position, round: Round, choice: &Choice) -> Allowed {
        match (round, *choice) {
            (Round::Checks, Choice::Check(u)) => match p.combat.attackers.contains(&u) && self.must_check(p, u) {
                true => Ok(()),
                false => Err(Deny::new(Code::WrongDecision, "M-190").because(Why::Fresh)),
            },
            (Round::Fighters, Choice::Fight(u)) => {
                let hex = self.crowded_fort(p).ok_or(Deny::new(Code::FortLimit, "M-182"))?;
                let here = p.unit(u).on_map() && p.unit(u).hex == hex && !p.picked.has(u);
                need(
                    here && self.picked_sp(p, hex) + p.unit(u).sp <= 4,
                    Code::FortLimit,
                    "M-182",
                )
            }
            (Round::Fighters, Choice::Done) => {
                let hex = self.crowded_fort(p).ok_or(Deny::new(Code::FortLimit, "M-182"))?;
                need(self.picked_sp(p, hex) > 0, Code::FortLimit, "M-182")
            }
            (Round::Ground, Choice::Ground(hex)) => need(self.grounds(p).contains(&hex), Code::NoTarget, "M-72"),
            (Round::Retreats, Choice::Retreat(u)) => need(self.to_retreat(p).contains(&u), Code::RetreatPath, "M-75"),
            (Round::Pursuit, Choice::Pursue(u)) => need(self.to_pursue(p).contains(&u), Code::PursuitPath, "M-81"),
            _ => wrong(),
        }
    }

    /// The shot under way, for prompts.
    pub(crate) fn shot_now(&self, p: &Position) -> Option<Shot> {
        (p.shot != Shot::NONE).then_some(p.shot)
    }
}
