//! 4.0 Movement of units: steps, the minimum move, ride downs. M-27 to M-40, M-108 to M-113

use crate::Battle;
use crate::arrival::{Fate, How};
use crate::cards::{Class, MP, UnitId};
use crate::choice::Pace;
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::position::{Form, March, Piece, Place, Pose, Position};
use crate::task::{Task, Walk};
use crate::zones::Stop;
use board::{Dir, Hex, Terrain};
use kernel::{Dice, Log, Side};

/// A step that may be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub crossing: Crossing,
    pub cost: u8,
    pub cf: u8,
    /// The extra road hex of M-49.
    pub extra: bool,
    /// Whoever is there is ridden down.
    pub ride: bool,
}

/// The hex ahead of a unit that could come there, and what the ground and those on it ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    pub crossing: Crossing,
    pub cost: u8,
    pub terrain: Terrain,
}

impl Battle {
    /// M-28
    #[inline]
    pub(crate) fn enough(&self, left: u8, cost: u8) -> Allowed {
        if cost <= left {
            Ok(())
        } else {
            Err(Deny::new(Code::NotEnoughMp, "M-28").points(cost, left))
        }
    }

    /// Only units on the map act; why another is not there is worth saying. M-27
    pub(crate) fn may_act_from_map(&self, p: &Position, unit: UnitId) -> Allowed {
        let deny = Deny::new(Code::UnitOffMap, "M-27");
        match p.unit(unit).place {
            Place::Map => Ok(()),
            Place::Scattered if p.checked.has(unit) => Err(deny.because(Why::Tired)),
            Place::Scattered => Err(deny.because(Why::Scattered)),
            _ => Err(deny),
        }
    }

    /// Whether units of this class act in this phase. M-11 to M-14
    #[inline]
    pub(crate) fn right_class(&self, p: &Position, unit: UnitId) -> Allowed {
        if self.card(unit).class.is_horse() == p.horse_phase() {
            return Ok(());
        }
        let rule = ["M-11", "M-12", "M-13", "M-14"][usize::from((p.phase + 3) % 4)];
        Err(Deny::new(Code::WrongClassForPhase, rule))
    }

    /// SR-S3, SR-F7; the leaders who changed sides are free (SR-S4).
    #[inline]
    pub(crate) fn may_move_yet(&self, p: &Position, command: u8) -> Allowed {
        let Some(card) = self.leaders.get(usize::from(command)) else {
            return Ok(());
        };
        let free = p.turn >= card.moves_from || (card.wavers && p.turned_coat);
        need(free, Code::MayNotMoveYet, card.moves_rule)
    }

    /// Each once. M-27, M-123; who has changed sides is not moved by both (SR-S4).
    #[inline]
    pub(crate) fn may_still_move(&self, p: &Position, unit: UnitId) -> Allowed {
        need(!p.activated.has(unit), Code::AlreadyActivated, "M-27")?;
        if p.acted.has(unit) {
            return Err(Deny::new(Code::AlreadyActivated, "M-27").because(Why::ActedBefore));
        }
        if p.locked.has(unit) {
            return Err(Deny::new(Code::Banner, "M-123").because(Why::Locked));
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn may_activate(&self, p: &Position, side: Side, piece: Piece) -> Allowed {
        match piece {
            Piece::Unit(unit) => {
                need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
                self.may_act_from_map(p, unit)?;
                self.right_class(p, unit)?;
                self.may_still_move(p, unit)?;
                self.may_move_yet(p, p.unit(unit).command)
            }
            Piece::Leader(id) => {
                let leader = p.leader(id);
                need(leader.side == side, Code::NotYourUnit, "M-27")?;
                need(leader.on_map(), Code::UnitOffMap, "M-27")?;
                need(p.horse_phase(), Code::WrongClassForPhase, "M-13")?;
                if leader.moved {
                    let deny = Deny::new(Code::AlreadyActivated, "M-27");
                    let earlier = self.leaders[usize::from(id)].wavers;
                    return Err(if earlier { deny.because(Why::ActedBefore) } else { deny });
                }
                self.may_move_yet(p, id)
            }
        }
    }

    /// Whether the ground and those on it let a unit in, without ride down. M-31 to M-35, M-57, M-179
    pub(crate) fn may_come(&self, p: &Position, unit: UnitId, from: Hex, d: Dir) -> Allowed<Crossing> {
        let side = p.unit(unit).side;
        let c = self.may_cross(p, from, d)?;
        if p.holds(c.to, side.other()) {
            return Err(Deny::new(Code::EnemyInHex, "M-32").at(c.to));
        }
        if self.has_shiltron(p, unit, c.to) {
            return Err(Deny::new(Code::StackLimit, "M-179").at(c.to));
        }
        if !self.has_room(p, unit, c.to) {
            let rule = if self.is_fort(p, c.to) { "M-182" } else { "M-57" };
            return Err(Deny::new(Code::StackLimit, rule).at(c.to));
        }
        Ok(c)
    }

    fn may_cross(&self, p: &Position, from: Hex, d: Dir) -> Allowed<Crossing> {
        let c = self.crossing(p, from, d);
        need(c.to.is_on(), Code::NotFrontalHex, "M-31")?;
        if c.closed {
            return Err(Deny::new(Code::RiverNoCrossing, "M-35").at(c.to));
        }
        Ok(c)
    }

    /// The state of an active unit that is to enter a hex. M-25
    pub(crate) fn may_go_on(&self, a: &March) -> Allowed {
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!a.stopped, Code::StoppedInZoc, "M-25")
    }

    /// CF after a step into ground of this kind. M-90, M-93, M-193; along a road through what is difficult off it a CF of 1
    /// or less stays as it is (M-38).
    pub(crate) fn cf_after(&self, unit: UnitId, cf: u8, c: &Crossing, terrain: Terrain, pace: Pace) -> u8 {
        if !self.card(unit).class.is_horse() || (c.ford && !(c.road && cf <= 1)) {
            return 0;
        }
        match (c.drops(), pace) {
            (0, Pace::Gain) if c.is_rough_road(terrain) => cf,
            (0, Pace::Gain) => (cf + 1).min(3),
            (0, Pace::Hold) => cf,
            (0, Pace::Reduce) => cf.saturating_sub(1),
            (drops, _) => cf.saturating_sub(drops),
        }
    }

    pub(crate) fn may_enter(&self, p: &Position, a: &March, unit: UnitId, pace: Pace) -> Allowed<Step> {
        self.may_enter_from(p, a, unit, p.unit(unit).pose(), pace)
    }

    /// The same for a unit that is thought to stand elsewhere. M-168 looks ahead like this.
    pub(crate) fn may_enter_from(&self, p: &Position, a: &March, unit: UnitId, at: Pose, pace: Pace) -> Allowed<Step> {
        let ahead = self.may_march(p, a, unit, at)?;
        self.price(a, unit, at, &ahead, pace)
    }

    /// Everything about a step but its pace, so that it is looked at once for all three.
    pub(crate) fn may_march(&self, p: &Position, a: &March, unit: UnitId, at: Pose) -> Allowed<Ahead> {
        self.may_go_on(a)?;
        let form = p.unit(unit).form;
        need(form != Form::Combat, Code::NotEnoughMp, "M-148")?;
        need(form != Form::Shiltron, Code::Shiltron, "M-178")?;
        self.ahead(p, unit, at)
    }

    /// The frontal hex, if a unit can come there. M-30, M-34
    pub(crate) fn ahead(&self, p: &Position, unit: UnitId, at: Pose) -> Allowed<Ahead> {
        let crossing = self.may_come(p, unit, at.hex, at.facing)?;
        let friends = if p.at(crossing.to).all(|u| u == unit) { 0 } else { MP };
        Ok(Ahead {
            crossing,
            cost: self.step_cost(p, self.mover(unit), at.hex, &crossing) + friends,
            terrain: self.terrain(p, crossing.to),
        })
    }

    /// M-26, M-96, M-97, M-39, M-49
    pub(crate) fn price(&self, a: &March, unit: UnitId, at: Pose, ahead: &Ahead, pace: Pace) -> Allowed<Step> {
        let c = ahead.crossing;
        let horse = self.card(unit).class.is_horse();
        match pace {
            Pace::Gain => {}
            // Nothing is gained over a crossing, nor by a road through difficult ground.
            Pace::Hold => {
                let gains = !c.ford && c.drops() == 0 && !c.is_rough_road(ahead.terrain);
                need(horse && gains && at.cf < 3, Code::HoldOrReduce, "M-96")?;
            }
            Pace::Reduce => {
                let keeps = c.drops() == 0 && (!c.ford || (c.road && at.cf <= 1));
                need(horse && keeps && at.cf > 0, Code::HoldOrReduce, "M-97")?;
            }
        }
        let pressing = if a.pressing { MP } else { 0 };
        let held = match pace {
            Pace::Gain => 0,
            Pace::Hold if c.road => MP / 2,
            Pace::Hold => MP,
            Pace::Reduce => 2 * MP,
        };
        let mut cost = ahead.cost + pressing + held;
        let extra = !horse && c.road && a.steps > 0 && a.all_road && !a.extra_used && a.mp < MP;
        if extra {
            cost = 0;
        }
        if cost > a.mp {
            return Err(Deny::new(Code::NotEnoughMp, "M-28").at(c.to).points(cost, a.mp));
        }
        Ok(Step {
            crossing: c,
            cost,
            cf: self.cf_after(unit, at.cf, &c, ahead.terrain, pace),
            extra,
            ride: false,
        })
    }

    /// Whether cavalry with this CF may ride down whoever is in the hex. M-108, M-109, M-113
    pub(crate) fn may_trample(&self, p: &Position, unit: UnitId, c: &Crossing) -> Allowed {
        let deny = |rule| Err(Deny::new(Code::RideDownNotAllowed, rule).at(c.to));
        let card = self.card(unit);
        let u = p.unit(unit);
        if p.is_clear(c.to) || !card.class.is_horse() || u.cf < 2 || p.at(c.to).any(|v| self.card(v).class.is_horse()) {
            return deny("M-108");
        }
        let terrain = self.terrain(p, c.to);
        if matches!(terrain, Terrain::Village | Terrain::Fort) || p.at(c.to).any(|v| p.unit(v).form == Form::Shiltron) {
            return deny("M-113");
        }
        if c.ends_charge(terrain) {
            return deny("M-109").map_err(|d| d.because(Why::ChargeGone));
        }
        let cf = if c.ford { 0 } else { u.cf.saturating_sub(c.drops()) };
        let charge = if card.class == Class::HorseArcher {
            0
        } else {
            cf.min(card.armour + 1)
        };
        let terrain = self.cover(p, c.to) + u8::from(c.stream) + u8::from(c.uphill);
        let armour = p.at(c.to).map(|v| self.card(v).armour).max().unwrap_or(0);
        if charge + card.armour <= terrain + armour {
            return deny("M-109");
        }
        Ok(())
    }

    pub(crate) fn may_ride(&self, p: &Position, a: &March, unit: UnitId) -> Allowed<Step> {
        self.may_go_on(a)?;
        let u = p.unit(unit);
        let c = self.may_cross(p, u.hex, u.facing)?;
        self.may_trample(p, unit, &c)?;
        let pressing = if a.pressing { MP } else { 0 };
        // M-111, MR-78
        let step = match self.options.ride_instead {
            false => self.step_cost(p, self.mover(unit), u.hex, &c),
            true => 0,
        };
        let cost = step + pressing + MP * self.stacked(p, c.to);
        if cost > a.mp {
            return Err(Deny::new(Code::NotEnoughMp, "M-28").at(c.to).points(cost, a.mp));
        }
        Ok(Step {
            crossing: c,
            cost,
            cf: self.cf_after(unit, u.cf, &c, self.terrain(p, c.to), Pace::Gain),
            extra: false,
            ride: true,
        })
    }

    /// M-40, MR-15, MR-76
    pub(crate) fn may_make_minimum(&self, p: &Position, a: &March, unit: UnitId, enter: bool) -> Allowed {
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!a.spent, Code::MinMoveAfterSpending, "M-40")?;
        let u = p.unit(unit);
        need(u.form != Form::Shiltron, Code::Shiltron, "M-178")?;
        if enter {
            need(!a.stopped, Code::StoppedInZoc, "M-25")?;
            self.may_come(p, unit, u.hex, u.facing)?;
        }
        Ok(())
    }

    /// Enters the hex and pays for it.
    pub(crate) fn enter(
        &self,
        p: &mut Position,
        unit: UnitId,
        step: Step,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let before = p.unit(unit).cf;
        if let Some(a) = &mut p.active {
            a.mp -= step.cost;
            a.extra_used |= step.extra;
            a.spent = true;
            a.steps += 1;
            a.all_road &= step.crossing.road;
            a.by_road = step.crossing.road;
            a.turned = false;
            a.pressing = false;
            a.news = true;
        }
        self.set_cf(p, unit, step.cf);
        if step.ride {
            self.rides_down(p, unit, step.crossing.to, log);
        }
        let left = p.active.as_ref().map_or(0, |a| a.mp);
        log.event(|| Event::Plain(Deed::Entered, Of::unit(unit).at(step.crossing.to).n(left)));
        let fate = self.arrive(p, unit, &step.crossing, before, How::Move, dice, log);
        self.after_entering(p, unit, fate);
    }

    fn after_entering(&self, p: &mut Position, unit: UnitId, fate: Fate) {
        let (hex, side, cf) = (p.unit(unit).hex, p.unit(unit).side, p.unit(unit).cf);
        match fate {
            Fate::Gone => {}
            Fate::Pit => {
                if let Some(a) = &mut p.active {
                    a.over = true;
                }
                let piece = Piece::Unit(unit);
                self.push_under_news(
                    p,
                    Task::Walk {
                        piece,
                        walk: Walk::Pit,
                        left: 1,
                        from: hex,
                        last: Dir::N,
                    },
                );
                self.push_under_news(
                    p,
                    Task::Face {
                        unit,
                        pursuit: false,
                        last: Dir::N,
                    },
                );
            }
            Fate::Stays => {
                let stop = self.stops(p, hex, side, cf);
                if let Some(a) = &mut p.active {
                    a.stopped |= stop == Stop::Stopped;
                    a.pressing = stop == Stop::Pressing;
                }
            }
        }
    }

    /// Puts a task above the activation but below what a leader's death or a banner has put there.
    pub(crate) fn push_under_news(&self, p: &mut Position, task: Task) {
        let at = p
            .stack
            .iter()
            .rposition(|t| matches!(t, Task::Step))
            .map_or(0, |i| i + 1);
        p.stack.insert(at, task);
    }

    pub(crate) fn make_minimum(
        &self,
        p: &mut Position,
        unit: UnitId,
        enter: bool,
        facing: Dir,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        log.event(|| Event::Plain(Deed::Minimum, Of::unit(unit)));
        let u = *p.unit(unit);
        if enter {
            let c = self.crossing(p, u.hex, u.facing);
            let cf = self.cf_after(unit, u.cf, &c, self.terrain(p, c.to), Pace::Gain);
            let cost = p.active.as_ref().map_or(0, |a| a.mp);
            self.enter(
                p,
                unit,
                Step {
                    crossing: c,
                    cost,
                    cf,
                    extra: false,
                    ride: false,
                },
                dice,
                log,
            );
        }
        if let Some(a) = &mut p.active {
            a.mp = 0;
            a.spent = true;
            a.over = true;
        }
        let now = p.unit_mut(unit);
        if now.place == Place::Map {
            now.facing = facing;
            now.cf = 0;
        }
    }
}
