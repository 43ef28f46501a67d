//! Shooting (section 8).

use crate::battle::{Battle, LineKind};
use crate::deny::{Fault, Faults};
use crate::event::Event;
use crate::falls::Blows;
use crate::ground::Sight;
use crate::position::{Id, NOBODY, Position};
use crate::troops::Shield;
use crate::weapons::Missile;
use board::table::Angle;
use kernel::{Dice, Log, Side};

impl Battle {
    /// Whether his chit lets him shoot now.
    pub fn has_shot(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let shoots = figure.chit.is_some_and(|chit| chit.shoots()) && figure.panic.is_none();
        figure.ready() && shoots && self.shooter(p, who).is_some() && !self.withdraws(p, who)
    }

    /// Every reason against a shot (TR-37).
    pub fn check_shot(&self, p: &Position, who: Id, target: Id, faults: &mut Faults) {
        let figure = p.figure(who);
        faults.add_if(!self.has_shot(p, who), Fault::Chit);
        let missile = self.shooter(p, who);
        faults.add_if(
            missile.is_some_and(|m| m != Missile::Thrown) && !figure.ammo,
            Fault::Ammo,
        );
        let free = missile == Some(Missile::Thrown) || figure.result.is_some();
        faults.add_if(!free && !figure.permission, Fault::Permission);
        let known = usize::from(target) < p.figures.len();
        if !known || !self.enemies(who, target) || !p.figure(target).state.stands() {
            faults.add(Fault::Target);
            return;
        }
        let at = p.figure(target).at;
        faults.add_if(self.in_contact(p, who) || self.in_contact(p, target), Fault::Target);
        faults.add_if(
            missile == Some(Missile::Thrown) && !figure.at.within(self.rulings.throw, at),
            Fault::Throw,
        );
        faults.add_if(!self.sees(p, who, target), Fault::Sight);
        // A man on foot may turn freely first.
        let ahead = Angle::bearing(figure.at, at).is_none_or(|bearing| figure.facing.apart(bearing) <= 900);
        faults.add_if(figure.mounted() && !ahead, Fault::Arc);
    }

    pub fn targets<'a>(&'a self, p: &'a Position, who: Id) -> impl Iterator<Item = Id> + 'a {
        self.standing_enemies(p, who).filter(move |target| {
            let mut faults = Faults::default();
            self.check_shot(p, who, *target, &mut faults);
            faults.result().is_ok()
        })
    }

    /// The modified skill (TR-38); it may be below 1.
    pub fn skill(&self, p: &Position, who: Id, target: Id) -> i8 {
        let (figure, aimed) = (p.figure(who), p.figure(target));
        let mut skill = self.card(who).shooting as i8;
        if figure.moved {
            skill /= 2;
        }
        if self.sight(p, who, target) == Sight::Obstructed {
            skill -= 1;
        }
        let before = Angle::bearing(aimed.at, figure.at).is_none_or(|bearing| aimed.facing.apart(bearing) <= 900);
        if before || !self.options.shield_arc {
            skill -= match self.card(target).shield {
                Shield::None => 0,
                Shield::Small => 2,
                Shield::Large => 4,
                Shield::Pavise if aimed.moved && self.options.still_pavise => 0,
                Shield::Pavise => 6,
            };
        }
        // Only the best of wall and window counts.
        skill -= match () {
            () if self.through_window(figure.at, aimed.at) => 8,
            () if self.behind(aimed.at, figure.at, |kind| kind == LineKind::ChestWall) => 6,
            () if self.behind(aimed.at, figure.at, |kind| kind == LineKind::WaistWall) => 3,
            () => 0,
        };
        if aimed.mounted() {
            skill -= 1;
        }
        skill - 2 * p.permanent as i8 - self.hurt(p, who) as i8
    }

    /// The column after all steps to the right.
    pub fn column(&self, p: &Position, who: Id, target: Id) -> u8 {
        let measured = self.chart.column(p.figure(who).at.squared(p.figure(target).at));
        let moved = if p.figure(target).moved { 4 } else { 0 };
        measured + moved + self.weapon(p, who).right()
    }

    /// The hit number; 0: it cannot hit.
    pub fn hit_number(&self, p: &Position, who: Id, target: Id) -> u8 {
        self.chart.need(self.skill(p, who, target), self.column(p, who, target))
    }

    /// Dice and pips of a hit (T-108 to T-111).
    pub fn shot_damage(&self, p: &Position, who: Id, target: Id) -> (u8, i16) {
        let range = p.figure(who).at.squared(p.figure(target).at);
        let dice = match range {
            ..36_000_000 => 3,
            36_000_000..=400_000_000 => 2,
            _ => 1,
        };
        (dice, if self.weapon(p, who).strong() { 2 } else { 0 })
    }

    /// Of ten faces those by which a shot hits the horse (TR-40).
    pub fn hits_horse(&self, p: &Position, at: Id) -> u8 {
        if p.figure(at).mounted() {
            self.rulings.horse_shot as u8
        } else {
            0
        }
    }

    /// Everybody shoots, then all damage, falls and checks together (TR-41).
    pub fn shoot_all(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mut blows = Blows::default();
        for side in Side::BOTH {
            for who in p.ids().filter(|who| self.side_of(*who) == side) {
                let target = p.figure(who).target;
                if target == NOBODY || !self.has_shot(p, who) {
                    continue;
                }
                self.shoot(p, who, target, &mut blows, dice, log);
            }
        }
        for figure in &mut p.figures {
            figure.shot |= figure.target != NOBODY && figure.chit.is_some_and(|chit| chit.shoots());
            figure.target = NOBODY;
        }
        self.take_blows(p, &blows, dice, log);
    }

    fn shoot(&self, p: &Position, by: Id, at: Id, blows: &mut Blows, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let need = self.hit_number(p, by, at);
        if need == 0 {
            log.event(|| Event::Shot {
                by,
                at,
                die: 0,
                need,
                hit: false,
            });
            return;
        }
        let die = dice.die(10);
        let hit = die >= need;
        log.event(|| Event::Shot { by, at, die, need, hit });
        if hit {
            let at_horse = self.hits_horse(p, at);
            let horse = at_horse > 0 && dice.count(1, 10, at_horse + 1) == 0;
            let (number, pips) = self.shot_damage(p, by, at);
            let sum = crate::falls::throw(number, dice) + pips;
            blows.add(self, p, at, horse, sum);
        }
    }
}
