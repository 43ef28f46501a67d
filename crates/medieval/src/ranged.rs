//! 10.0 Ranged units. M-146 to M-167

use crate::Battle;
use crate::arrival::By;
use crate::cards::{Class, MP, NONE, UnitId};
use crate::choice::Target;
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Modifiers, Of, modifier};
use crate::ground::Object;
use crate::position::{Captains, Form, March, Piece, Position};
use crate::tables::{Hit, destroys, fire, range_of, scatters_on};
use crate::task::Task;
use board::{Dir, Hex, SideFacing, Terrain};
use kernel::{Dice, Log, Side};

/// The shot that is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub shooter: UnitId,
    pub target: Target,
    /// The target shoots back. M-155
    pub answered: bool,
    /// A horse archer's shot in its own phase.
    pub own: bool,
}

impl Shot {
    pub const NONE: Shot = Shot {
        shooter: NONE,
        target: Target::Object(0),
        answered: false,
        own: false,
    };

    pub fn write(&self, out: &mut Vec<u8>) {
        let (kind, id) = match self.target {
            Target::Piece(Piece::Unit(u)) => (0, u),
            Target::Piece(Piece::Leader(l)) => (1, l),
            Target::Object(o) => (2, o),
        };
        out.extend([self.shooter, kind, id, self.answered.into(), self.own.into()]);
    }
}

/// A shot that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub range: u8,
    /// What is taken off the roll.
    pub less: u8,
    /// The friendly-fire die is needed. M-151
    pub risky: bool,
}

impl Battle {
    /// Range, cone and sight. M-154, M-159, M-161, M-166
    fn may_aim_at(&self, p: &Position, shooter: UnitId, hex: Hex) -> Allowed<u8> {
        let u = p.unit(shooter);
        let class = self.card(shooter).class;
        let range = self.map.distance(u.hex, hex);
        if range == 0 || range > u16::from(range_of(class)) {
            return Err(Deny::new(Code::OutOfRange, "M-159").at(hex));
        }
        if class != Class::HorseArcher {
            let ((aq, a_s), (bq, bs)) = (self.map.axial(u.hex), self.map.axial(hex));
            if !SideFacing(u.facing).in_cone((bq - aq, bs - a_s)) {
                return Err(Deny::new(Code::OutOfCone, "M-159").at(hex));
            }
        }
        if range > 1 && !self.sees(p, u.hex, hex) {
            return Err(Deny::new(Code::NoSight, "M-154").at(hex));
        }
        Ok(range as u8)
    }

    /// A unit that can shoot at all. M-147
    fn may_be_shooter(&self, p: &Position, shooter: UnitId) -> Allowed {
        let u = p.unit(shooter);
        self.may_act_from_map(p, shooter)?;
        let class = self.card(shooter).class;
        need(range_of(class) > 0, Code::NotInCombatFormation, "M-147")?;
        need(
            class == Class::HorseArcher || u.form == Form::Combat,
            Code::NotInCombatFormation,
            "M-147",
        )
    }

    fn aim(&self, p: &Position, shooter: UnitId, target: Piece) -> Allowed<Aim> {
        let hex = p.piece_hex(target);
        let range = self.may_aim_at(p, shooter, hex)?;
        let side = p.unit(shooter).side;
        let less = match target {
            Piece::Unit(t) => self.shot_modifiers(p, shooter, t).iter().map(|m| -m.value).sum::<i32>() as u8,
            Piece::Leader(_) => 0,
        };
        Ok(Aim {
            range,
            less,
            risky: self.near_friends(p, shooter, hex, side),
        })
    }

    /// M-151: a friend other than the shooter has the target in his zone.
    fn near_friends(&self, p: &Position, shooter: UnitId, hex: Hex, side: Side) -> bool {
        Dir::ALL.iter().any(|d| {
            let from = self.map.neighbour(hex, *d);
            p.holds(from, side) && p.at(from).any(|u| u != shooter && self.controls(p, u, d.opposite()))
        })
    }

    /// M-152, M-164, M-166
    fn shot_modifiers(&self, p: &Position, shooter: UnitId, target: UnitId) -> Modifiers {
        let mut list = Modifiers::new();
        let armour = i32::from(self.card(target).armour);
        if self.card(shooter).class == Class::Bombard {
            if armour == 2 {
                list.push(modifier("armour", -1, "M-166"));
            }
            return list;
        }
        if armour > 0 {
            list.push(modifier("armour", -armour, "M-152"));
        }
        if matches!(
            self.terrain(p, p.unit(target).hex),
            Terrain::Forest | Terrain::Village | Terrain::Fort
        ) {
            list.push(modifier("cover", -1, "M-152"));
        }
        if self.card(shooter).class == Class::HorseArcher && p.unit(shooter).sp == 1 {
            list.push(modifier("few horse archers", -1, "M-164"));
        }
        list
    }

    /// A reaction shot. M-11, M-13, M-149, M-150, MR-41
    pub(crate) fn may_shoot(&self, p: &Position, side: Side, shooter: UnitId, target: Target) -> Allowed<Aim> {
        need(p.unit(shooter).side == side, Code::NotYourUnit, "M-27")?;
        self.may_be_shooter(p, shooter)?;
        let horse = self.card(shooter).class == Class::HorseArcher;
        let rule = if horse { "M-163" } else { "M-150" };
        need(!p.shots.has(shooter), Code::ShotUsed, rule)?;
        match target {
            Target::Piece(piece @ Piece::Unit(t)) => {
                need(p.unit(t).side != side, Code::WrongTargetClass, "M-149")?;
                need(p.unit(t).on_map(), Code::UnitOffMap, "M-27")?;
                let rule = if p.horse_phase() { "M-11" } else { "M-13" };
                need(
                    self.card(t).class.is_horse() == p.horse_phase(),
                    Code::WrongTargetClass,
                    rule,
                )?;
                self.aim(p, shooter, piece)
            }
            Target::Piece(piece @ Piece::Leader(l)) => {
                let leader = p.leader(l);
                need(leader.side != side, Code::WrongTargetClass, "M-149")?;
                need(leader.on_map(), Code::UnitOffMap, "M-27")?;
                need(p.horse_phase(), Code::WrongTargetClass, "M-13")?;
                need(p.is_clear(leader.hex), Code::WrongTargetClass, "M-11")?;
                self.aim(p, shooter, piece)
            }
            Target::Object(object) => self.may_batter(p, shooter, object),
        }
    }

    /// M-167
    fn may_batter(&self, p: &Position, shooter: UnitId, object: u8) -> Allowed<Aim> {
        let Some(what) = self.objects.get(usize::from(object)) else {
            return Err(Deny::new(Code::UnknownId, ""));
        };
        need(
            self.card(shooter).class == Class::Bombard,
            Code::WrongTargetClass,
            "M-167",
        )?;
        need(p.razed >> object & 1 == 0, Code::WrongTargetClass, "M-167")?;
        let hexes = match *what {
            Object::Fort(hex) => [hex, hex],
            Object::Gate(hex, d) | Object::Bridge(hex, d) => [hex, self.map.neighbour(hex, d)],
        };
        let first = self.may_aim_at(p, shooter, hexes[0]);
        let range = match (first, self.may_aim_at(p, shooter, hexes[1])) {
            (Ok(a), Ok(b)) => a.min(b),
            (Ok(range), _) | (_, Ok(range)) => range,
            (Err(deny), _) => return Err(deny),
        };
        Ok(Aim {
            range,
            less: 0,
            risky: false,
        })
    }

    /// A horse archer's shot in its own activation. M-161, M-163
    pub(crate) fn may_shoot_own(&self, p: &Position, a: &March, unit: UnitId, target: Piece) -> Allowed<Aim> {
        need(
            self.card(unit).class == Class::HorseArcher,
            Code::NotInCombatFormation,
            "M-163",
        )?;
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!p.own_shots.has(unit), Code::ShotUsed, "M-163")?;
        let (side, on_map, lone) = match target {
            Piece::Unit(t) => (p.unit(t).side, p.unit(t).on_map(), true),
            Piece::Leader(l) => (p.leader(l).side, p.leader(l).on_map(), p.is_clear(p.leader(l).hex)),
        };
        need(side != p.unit(unit).side && lone, Code::WrongTargetClass, "M-149")?;
        need(on_map, Code::UnitOffMap, "M-27")?;
        let aim = self.aim(p, unit, target)?;
        self.enough(a.mp, MP)?;
        Ok(aim)
    }

    /// The other side may answer before the dice fall. M-155
    pub(crate) fn may_answer(&self, p: &Position) -> bool {
        let Shot {
            shooter,
            target: Target::Piece(Piece::Unit(target)),
            own,
            ..
        } = p.shot
        else {
            return false;
        };
        if own {
            let side = p.unit(target).side;
            return self
                .may_shoot(p, side, target, Target::Piece(Piece::Unit(shooter)))
                .is_ok();
        }
        // Its own shot, from its points while it moves, for nothing while it stands.
        let active = p.active.as_ref().filter(|a| a.is(target));
        let a = &active.map_or(March::begin(MP), |a| a.march);
        p.horse_phase() && self.may_shoot_own(p, a, target, Piece::Unit(shooter)).is_ok()
    }

    /// Declares a shot; it is fired when nobody answers any more.
    pub(crate) fn declare_shot(&self, p: &mut Position, shooter: UnitId, target: Target, own: bool) {
        if own {
            p.own_shots.add(shooter);
            self.pay(p, MP);
        } else {
            p.shots.add(shooter);
        }
        p.shot = Shot {
            shooter,
            target,
            answered: false,
            own,
        };
        p.stack.push(Task::Fire);
        if self.may_answer(p) {
            p.stack.push(Task::Answer);
        }
    }

    pub(crate) fn answer(&self, p: &mut Position) {
        let Target::Piece(Piece::Unit(target)) = p.shot.target else {
            return;
        };
        p.shot.answered = true;
        if p.shot.own {
            p.shots.add(target);
        } else {
            p.own_shots.add(target);
            if p.active.as_ref().is_some_and(|a| a.is(target)) {
                self.pay(p, MP);
            }
        }
    }

    pub(crate) fn fire(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let shot = std::mem::replace(&mut p.shot, Shot::NONE);
        let (shooter, target) = (shot.shooter, shot.target);
        let Target::Piece(piece) = target else {
            return self.batter(p, shooter, target, dice, log);
        };
        let hex = p.piece_hex(piece);
        let hit = self.roll_shot(p, shooter, piece, dice, log);
        let back = match piece {
            Piece::Unit(t) if shot.answered => self.roll_shot(p, t, Piece::Unit(shooter), dice, log),
            _ => None,
        };
        let back_hex = p.unit(shooter).hex;
        if let (Some(hit), Piece::Unit(t)) = (hit, piece) {
            self.suffer(p, shooter, t, hit, dice, log);
        }
        if let (Some(hit), Piece::Unit(t)) = (back, piece) {
            self.suffer(p, t, shooter, hit, dice, log);
        }
        if hit.is_some() {
            self.leaders_under_fire(p, hex, p.unit(shooter).side.other(), dice, log);
        }
        if back.is_some() {
            self.leaders_under_fire(p, back_hex, p.unit(shooter).side, dice, log);
        }
    }

    /// The roll of one shot; `None` if it hit friends instead.
    fn roll_shot(
        &self,
        p: &mut Position,
        shooter: UnitId,
        target: Piece,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Option<Hit> {
        let hex = p.piece_hex(target);
        let side = p.unit(shooter).side;
        let range = self.map.distance(p.unit(shooter).hex, hex) as u8;
        if self.near_friends(p, shooter, hex, side) {
            let die = dice.die(6);
            log.event(|| Event::Plain(Deed::FriendlyFire, Of::unit(shooter).die(die)));
            if die == 1 {
                p.stack.push(Task::Friend { shooter, hex });
                return None;
            }
        }
        let Piece::Unit(unit) = target else {
            return Some(Hit::default());
        };
        if p.unit(unit).due > 0 {
            p.unit_mut(unit).due = p.turn;
        }
        let modifiers = self.shot_modifiers(p, shooter, unit);
        let roll = dice.pair(6);
        let total = i32::from(roll[0] + roll[1]) + modifiers.iter().map(|m| m.value).sum::<i32>();
        let class = self.card(shooter).class;
        let hit = fire(class, range, total).on(p.unit(unit).sp);
        log.event(|| Event::Shot {
            shooter,
            class,
            target,
            dice: roll,
            modifiers,
            total,
            hit,
        });
        Some(hit)
    }

    /// Losses of a shot and what may follow them. M-164, M-165
    fn suffer(
        &self,
        p: &mut Position,
        shooter: UnitId,
        target: UnitId,
        hit: Hit,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        if !p.unit(target).on_map() || (hit.loss > 0 && self.loses(p, target, hit.loss, By::Enemy, log)) {
            return;
        }
        let class = self.card(shooter).class;
        let card = self.card(target);
        let mut scatters = hit.scatter;
        if hit.loss > 0 && !scatters {
            scatters = match class {
                Class::Crossbow => self.scatter_die(dice, log) == 6,
                Class::HorseArcher => self.scatter_die(dice, log) <= scatters_on(1, card.class, card.armour),
                _ => false,
            };
        }
        if scatters {
            self.scatter(p, target, log);
        }
    }

    fn scatter_die(&self, dice: &mut impl Dice, log: &mut impl Log<Event>) -> u8 {
        let die = dice.die(6);
        log.event(|| Event::Plain(Deed::ScatterDie, Of::NOTHING.die(die)));
        die
    }

    /// M-153
    pub(crate) fn leaders_under_fire(
        &self,
        p: &mut Position,
        hex: Hex,
        side: Side,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let here: Captains = p.leaders_at(hex, side).collect();
        for leader in here {
            let roll = dice.pair(6);
            log.event(|| {
                Event::Plain(
                    Deed::LeaderShot,
                    Of::leader(leader).dice(roll, i32::from(roll[0] + roll[1])),
                )
            });
            if roll[0] + roll[1] == 12 {
                self.leader_dies(p, leader, log);
            }
        }
    }

    /// M-151: a friendly field unit next to the target, the shooter only if it is the only one.
    pub(crate) fn may_hit_friend(&self, p: &Position, shooter: UnitId, hex: Hex, unit: UnitId) -> Allowed {
        let side = p.unit(shooter).side;
        let near = |u: UnitId| p.unit(u).on_map() && p.unit(u).side == side && self.map.adjacent(p.unit(u).hex, hex);
        need(near(unit), Code::WrongTargetClass, "M-151")?;
        let others = Dir::ALL.iter().any(|d| {
            let mut there = p.at(self.map.neighbour(hex, *d));
            there.any(|u| u != shooter && p.unit(u).side == side)
        });
        need(unit != shooter || !others, Code::WrongTargetClass, "M-151")
    }

    fn batter(
        &self,
        p: &mut Position,
        shooter: UnitId,
        target: Target,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Target::Object(object) = target else {
            return;
        };
        let range = self.may_batter(p, shooter, object).map_or(3, |aim| aim.range);
        let roll = dice.pair(6);
        let word = match self.objects[usize::from(object)] {
            Object::Fort(_) => "fort",
            Object::Gate(..) => "gate",
            Object::Bridge(..) => "bridge",
        };
        let done = destroys(range, roll[0] + roll[1]);
        let deed = if done { Deed::Destroyed } else { Deed::Missed };
        log.event(|| {
            Event::Plain(
                deed,
                Of::unit(shooter).word(word).dice(roll, i32::from(roll[0] + roll[1])),
            )
        });
        if done {
            p.razed |= 1 << object;
        }
    }

    pub(crate) fn object_name(&self, object: u8) -> String {
        let name = |h: Hex| self.map.name(h).to_string();
        match self.objects[usize::from(object)] {
            Object::Fort(hex) => name(hex),
            Object::Gate(hex, d) | Object::Bridge(hex, d) => {
                format!("{}-{}", name(hex), name(self.map.neighbour(hex, d)))
            }
        }
    }

    pub(crate) fn object_named(&self, text: &str) -> Option<u8> {
        let turned = text.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        let same = |o: u8| self.object_name(o) == text || turned.as_ref() == Some(&self.object_name(o));
        (0..self.objects.len() as u8).find(|o| same(*o))
    }
}
