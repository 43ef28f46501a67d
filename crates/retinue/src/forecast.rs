//! What a shot or a blow does by itself: exact, by the sums of its dice and not by their faces, and without the checks of others.
//!
//! Who may be hit, how hard and what a fall does is asked of `shooting`, `melee` and `falls`; only that the dice are multiplied out
//! here and thrown there. Tests hold the two together.

use crate::battle::Battle;
use crate::falls::Effect;
use crate::melee::higher;
use crate::position::{Id, NOBODY, Phase, Position};
use kernel::Ratio;

/// What one blow or shot must be expected to do to one figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    pub by: Id,
    pub at: Id,
    /// That it hits or strikes home.
    pub home: Ratio,
    /// That it takes 1, 2, 3, ... off his stamina, or that of his horse; at 0 that it hits and takes nothing.
    pub lost: Vec<Ratio>,
    pub horse_lost: Vec<Ratio>,
    pub falls: Ratio,
    pub stunned: Ratio,
    pub disabled: Ratio,
}

/// A hit or a strike home: how likely, at the horse by so many of ten faces, with so many dice and pips, and whether it may fell.
struct Blow {
    home: Ratio,
    at_horse: u8,
    dice: u8,
    pips: i16,
    fells: bool,
}

/// The ways in which so many dice come to each sum, and all of them.
fn sums(dice: u8) -> (Vec<u128>, u128) {
    let mut ways = vec![1];
    for _ in 0..dice {
        let mut more = vec![0; ways.len() + 10];
        for (sum, n) in ways.iter().enumerate() {
            more[sum + 1..=sum + 10].iter_mut().for_each(|way| *way += n);
        }
        ways = more;
    }
    let all = ways.iter().sum();
    (ways, all)
}

impl Battle {
    /// The fates of all that the commits of this position roll for; `None` if the numbers grow too large.
    pub fn fates(&self, p: &Position) -> Option<Vec<Fate>> {
        match p.phase {
            Phase::Shooting => {
                let shoots = |who: &Id| p.figure(*who).target != NOBODY && self.has_shot(p, *who);
                p.ids().filter(shoots).map(|who| self.shot_fate(p, who)).collect()
            }
            Phase::Melee => {
                let ids = || p.ids().flat_map(|a| p.ids().map(move |b| [a, b]));
                let pairs = ids().filter(|[a, b]| self.enemies(*a, *b) && p.touch(*a, *b) && self.named(p, *a) == *b);
                pairs.map(|[by, at]| self.strike_fate(p, by, at)).collect()
            }
            _ => Some(Vec::new()),
        }
    }

    fn shot_fate(&self, p: &Position, by: Id) -> Option<Fate> {
        let at = p.figure(by).target;
        let need = self.hit_number(p, by, at);
        let hits = if need == 0 { 0 } else { 11 - need.clamp(1, 11) };
        let (dice, pips) = self.shot_damage(p, by, at);
        let blow = Blow {
            home: Ratio::new(hits.into(), 10),
            at_horse: self.hits_horse(p, at),
            dice,
            pips,
            fells: false,
        };
        self.fate(p, by, at, &blow)
    }

    /// Of one who names an enemy he touches.
    fn strike_fate(&self, p: &Position, by: Id, at: Id) -> Option<Fate> {
        let faces = |who: Id, other: Id| {
            let factor = self.strength(p, who, other);
            (1..=10).map(move |die| factor.map_or(0, |factor| factor + die))
        };
        let pairs = faces(by, at).flat_map(|own| faces(at, by).map(move |other| [own, other]));
        let home = pairs.filter(|totals| higher(*totals) == Some(0)).count();
        let (dice, pips) = self.blow(p, by, at);
        let blow = Blow {
            home: Ratio::new(home as u128, 100),
            at_horse: self.strikes_horse(p, by, at),
            dice,
            pips,
            fells: self.may_fell(p, by, at),
        };
        self.fate(p, by, at, &blow)
    }

    fn fate(&self, p: &Position, by: Id, at: Id, blow: &Blow) -> Option<Fate> {
        let mut fate = Fate {
            by,
            at,
            home: blow.home,
            lost: Vec::new(),
            horse_lost: Vec::new(),
            falls: Ratio::ZERO,
            stunned: Ratio::ZERO,
            disabled: Ratio::ZERO,
        };
        let (ways, all) = sums(blow.dice);
        for (horse, faces) in [(true, blow.at_horse), (false, 10 - blow.at_horse)] {
            if faces == 0 || blow.home == Ratio::ZERO {
                continue;
            }
            // Sums that take the same are looked at once.
            let mut by_loss = vec![0; ways.len() + blow.pips.max(0) as usize];
            for (sum, n) in ways.iter().enumerate() {
                by_loss[self.lost_by(p, at, horse, sum as i16 + blow.pips) as usize] += n;
            }
            let share = blow.home.times(faces.into(), 10)?;
            for (lost, n) in by_loss.into_iter().enumerate().filter(|(_, n)| *n > 0) {
                let chance = share.times(n, all)?;
                let list = if horse { &mut fate.horse_lost } else { &mut fate.lost };
                list.resize(list.len().max(lost + 1), Ratio::ZERO);
                list[lost] = list[lost].plus(chance)?;
                self.add_wound(p, (horse, lost as i16, blow.fells && !horse), chance, &mut fate)?;
            }
        }
        Some(fate)
    }

    /// What follows from a wound of so much, which comes by so great a chance.
    fn add_wound(&self, p: &Position, wound: (bool, i16, bool), chance: Ratio, fate: &mut Fate) -> Option<()> {
        let (horse, lost, fells) = wound;
        let (mut then, at) = (p.clone(), fate.at);
        let hurt = self.hurt_by(&mut then, at, horse, lost) && lost > 0;
        if then.figure(at).stamina <= 0 {
            fate.disabled = fate.disabled.plus(chance)?;
            return Some(());
        }
        let unhorsed = horse && then.figure(at).horse.is_some_and(|mount| mount.stamina <= 0);
        let faces = match () {
            () if unhorsed => 10,
            () if self.must_roll_fall(&then, at, hurt, fells) => {
                let number = self.fall_number(&then, at);
                (1..=10)
                    .filter(|die| self.fall_total(&then, at, *die) <= number)
                    .count() as u128
            }
            () => 0,
        };
        if faces == 0 {
            return Some(());
        }
        let falls = chance.times(faces, 10)?;
        fate.falls = fate.falls.plus(falls)?;
        if self.falls_to_death(&then, at) {
            fate.disabled = fate.disabled.plus(falls)?;
            return Some(());
        }
        let (ways, all) = sums(2);
        for (natural, n) in ways.into_iter().enumerate().skip(2) {
            let Effect { lost, stunned, .. } = self.fall_effect(&then, at, natural as u8);
            let share = falls.times(n, all)?;
            if then.figure(at).stamina <= lost {
                fate.disabled = fate.disabled.plus(share)?;
            } else if stunned > 0 {
                fate.stunned = fate.stunned.plus(share)?;
            }
        }
        Some(())
    }
}
