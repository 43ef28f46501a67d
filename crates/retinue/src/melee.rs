//! Melee (section 9).

use crate::battle::Battle;
use crate::event::Event;
use crate::falls::{Blows, throw};
use crate::morale::{News, bit};
use crate::position::{Figure, Id, NOBODY, Order, Position, State};
use crate::troops::{Pace, Panic, Shield};
use crate::weapons::Weapon;
use kernel::{Dice, Log, Side};

/// Whom a figure has charged at the gallop this turn, over so many straight mils at least (TR-26, TR-46).
fn galloped_at(figure: &Figure, least: i32) -> Option<Id> {
    match &figure.order {
        Order::Ride(ride) if figure.ready() && figure.mounted() && ride.target != NOBODY => {
            (figure.gait == Pace::Gallop && figure.gallop >= least).then_some(ride.target)
        }
        _ => None,
    }
}

impl Battle {
    /// Whether a figure may strike this turn (TR-43, TC-1).
    pub fn may_strike(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let helpless = figure.panic == Some(Panic::Bolts) || figure.crossing || figure.switching || figure.struck;
        figure.ready() && !helpless
    }

    /// The opponent a figure names: what was committed, else the one it fought last, else the lowest id.
    pub fn named(&self, p: &Position, who: Id) -> Id {
        if !self.may_strike(p, who) {
            return NOBODY;
        }
        let figure = p.figure(who);
        let mut touched = self.touched(p, who);
        let first = touched.next();
        let also = |wanted: Id| wanted != NOBODY && self.touched(p, who).any(|enemy| enemy == wanted);
        match first {
            None => NOBODY,
            Some(_) if also(figure.target) => figure.target,
            Some(_) if also(figure.fought) => figure.fought,
            Some(first) => first,
        }
    }

    /// The weapon value against an opponent (T-121, TR-61).
    pub fn weapon_value(&self, p: &Position, who: Id, other: Id) -> i8 {
        let figure = p.figure(who);
        if figure.switching {
            return 0;
        }
        self.weapon(p, who).value(figure.spent & bit(other) != 0)
    }

    /// The combat factor with its modifiers, without the weapon (T-122 to T-129).
    fn bare_factor(&self, p: &Position, who: Id, other: Id) -> i8 {
        let (figure, opponent) = (p.figure(who), p.figure(other));
        let mut factor = self.card(who).melee as i8;
        let higher = figure.mounted() && !opponent.mounted() || self.is_above(p, who, other);
        factor += i8::from(higher);
        factor -= i8::from(self.is_restricted(p, who));
        if !self.weapon(p, other).two_handed() {
            factor -= match self.card(other).shield {
                Shield::Small => 1,
                Shield::Large => 2,
                Shield::None | Shield::Pavise => 0,
            };
        }
        factor - self.hurt(p, who) as i8 - p.levels(who) as i8
    }

    pub fn factor(&self, p: &Position, who: Id, other: Id) -> i8 {
        self.bare_factor(p, who, other) + self.weapon_value(p, who, other)
    }

    /// Dice and pips of a blow that strikes home (T-132 to T-136).
    pub fn blow(&self, p: &Position, who: Id, other: Id) -> (u8, i16) {
        let weapon = self.weapon(p, who);
        let long = weapon.is_spear() || weapon == Weapon::Lance;
        let least = self.rulings.gallop;
        let charge =
            long && (galloped_at(p.figure(who), least).is_some() || galloped_at(p.figure(other), least) == Some(who));
        (weapon.dice() + u8::from(charge), -(p.levels(who) as i16))
    }

    /// A blow strikes home: where, how hard, and what it may cause.
    fn strike_home(&self, p: &Position, by: Id, at: Id, blows: &mut Blows, dice: &mut impl Dice) {
        let at_horse = self.strikes_horse(p, by, at);
        let horse = at_horse > 0 && dice.count(1, 10, at_horse + 1) == 0;
        let (number, pips) = self.blow(p, by, at);
        let sum = throw(number, dice) + pips;
        blows.add(self, p, at, horse, sum);
        if !horse && self.may_fell(p, by, at) {
            blows.may_fall(at);
        }
    }

    /// Of ten faces those by which it is the horse that is struck (TR-47).
    pub fn strikes_horse(&self, p: &Position, by: Id, at: Id) -> u8 {
        if p.figure(at).mounted() && !p.figure(by).mounted() {
            self.rulings.horse_struck as u8
        } else {
            0
        }
    }

    /// Whether a weapon that strikes the man home may fell him (T-137, T-139).
    pub fn may_fell(&self, p: &Position, by: Id, at: Id) -> bool {
        let (striker, victim, weapon) = (p.figure(by), p.figure(at), self.weapon(p, by));
        let lance = weapon == Weapon::Lance && galloped_at(striker, self.rulings.gallop).is_some();
        let long = weapon.is_spear() || weapon.is_halberd();
        lance || victim.mounted() && !striker.mounted() && long
    }

    /// A blow at one who leaves: damage and a fall at once (TR-34, TC-1).
    pub fn free_strike(
        &self,
        p: &mut Position,
        by: Id,
        at: Id,
        news: &mut News,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let factors = [self.factor(p, by, at), self.bare_factor(p, at, by)];
        let rolled = [dice.die(10), dice.die(10)];
        let totals = [0, 1].map(|at| factors[at] + rolled[at] as i8);
        let home = (totals[0] > totals[1]).then_some(by);
        log.event(|| Event::Fight {
            ids: [by, at],
            dice: rolled,
            totals,
            home,
        });
        let mut blows = Blows::default();
        if home.is_some() {
            self.strike_home(p, by, at, &mut blows, dice);
        } else {
            p.figure_mut(by).spent |= bit(at);
        }
        p.figure_mut(at).spent |= bit(by);
        let striker = p.figure_mut(by);
        (striker.struck, striker.fought) = (true, at);
        self.wound(p, &blows, news, dice, log);
    }

    /// Everybody strikes, pair by pair; then all damage, falls and checks together.
    pub fn strike_all(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            // The second number holds until they part (TR-44).
            let touched = self.touched(p, who).fold(0, |all, enemy| all | bit(enemy));
            let figure = p.figure_mut(who);
            figure.spent &= touched;
            figure.engaged = touched != 0;
        }
        let mut names = [NOBODY; crate::position::MOST_FIGURES];
        for who in p.ids() {
            names[usize::from(who)] = self.named(p, who);
        }
        let mut blows = Blows::default();
        let mut struck = [0u128; crate::position::MOST_FIGURES];
        let first = p.ids().filter(|who| self.side_of(*who) == Side::One).count() as Id;
        for a in 0..first {
            for b in first..p.ids().end {
                if !p.touch(a, b) || names[usize::from(a)] != b && names[usize::from(b)] != a {
                    continue;
                }
                if let Some(home) = self.fight(p, [a, b], &names, &mut blows, dice, log) {
                    struck[usize::from(home)] |= bit(if home == a { b } else { a });
                }
            }
        }
        for who in p.ids() {
            let touched = self.touched(p, who).fold(0, |all, enemy| all | bit(enemy));
            let figure = p.figure_mut(who);
            figure.spent |= touched & !struck[usize::from(who)];
            figure.target = NOBODY;
            if names[usize::from(who)] != NOBODY {
                figure.fought = names[usize::from(who)];
            }
        }
        self.take_blows(p, &blows, dice, log);
    }

    /// What a figure adds to its die against another; the stunned throw none (TR-43).
    pub fn strength(&self, p: &Position, who: Id, other: Id) -> Option<i8> {
        match p.figure(who).state {
            State::Stunned(_) => None,
            _ => Some(self.factor(p, who, other)),
        }
    }

    /// One pair rolls; who struck home.
    fn fight(
        &self,
        p: &Position,
        ids: [Id; 2],
        names: &[Id],
        blows: &mut Blows,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Option<Id> {
        let [a, b] = ids;
        let mut rolls = |who: Id, other: Id| match self.strength(p, who, other) {
            None => (0, 0),
            Some(factor) => {
                let die = dice.die(10);
                (die, factor + die as i8)
            }
        };
        let [(one, first), (two, second)] = [rolls(a, b), rolls(b, a)];
        let (rolled, totals) = ([one, two], [first, second]);
        let strikes = [names[usize::from(a)] == b, names[usize::from(b)] == a];
        let home = higher(totals).filter(|at| strikes[*at]).map(|at| ids[at]);
        log.event(|| Event::Fight {
            ids,
            dice: rolled,
            totals,
            home,
        });
        if let Some(home) = home {
            self.strike_home(p, home, if home == a { b } else { a }, blows, dice);
        }
        home
    }
}

/// The first or the second of a pair, whose total is higher (T-130).
pub fn higher(totals: [i8; 2]) -> Option<usize> {
    match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    }
}
