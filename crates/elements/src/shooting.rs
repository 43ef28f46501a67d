//! Shooting: who, at whom, with how many dice, at what score (section 8).

use crate::battle::{AreaKind, Battle, UnitCard};
use crate::contact::AT_LINE;
use crate::deny::{Fault, Faults};
use crate::event::{Event, Modifiers};
use crate::marks::Marks;
use crate::position::{Id, Obstacle, Phase, Position, State, one};
use crate::troops::{FRONTAGE, Quality, Troop};
use board::table::{
    Distance, Face, Footprint, Hull, Point, Segment, Slope, Stance, crosses_near, in_arc, inside, meets, more_inside,
    nearest,
};
use kernel::{Dice, Log};

/// LR-38: how near to the target a line must be.
const NEAR_TARGET: i32 = 1000;

/// A shot that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Dice at half range or less, and beyond.
    pub dice: [u16; 2],
    /// From the nearest element to the target.
    pub sight: Segment,
}

/// The middle of the front of a file, looking ahead.
pub fn file_stance(foot: &Footprint, file: u8) -> Stance {
    let along = -foot.half_width() + i32::from(file) * FRONTAGE + FRONTAGE / 2;
    Stance {
        at: foot.point_on(Face::Front, along),
        ..foot.stance()
    }
}

/// LR-34: how an arc widens, of guns half as much.
pub fn slope(card: &UnitCard) -> Slope {
    Slope {
        sideways: 1,
        forward: if card.is_artillery() { 2 } else { 1 },
    }
}

impl Battle {
    pub fn check_shot(&self, p: &Position, unit: Id, target: Id) -> Result<Shot, Fault> {
        let card = self.card(unit);
        let shooter = p.unit(unit);
        let mut faults = Faults::default();
        let aimed = p.units.get(usize::from(target)).ok_or(Fault::UnknownUnit)?;
        if aimed.state == State::Unseen {
            return Err(Fault::UnknownUnit);
        }
        if !aimed.state.on_table() {
            return Err(Fault::Gone);
        }
        if !self.enemies(unit, target) {
            return Err(Fault::NotYours);
        }
        faults.add_if(shooter.state != State::Steady, Fault::State);
        faults.add_if(p.in_contact(unit), Fault::InContact);
        let Some(weapon) = card.lead().weapon() else {
            faults.add(Fault::NoWeapon);
            return Err(faults.result().err().unwrap_or(Fault::NoWeapon));
        };
        let own_turn = p.phase == Phase::Shooting;
        faults.add_if(own_turn && card.is_artillery(), Fault::WrongTurn);
        let moved = match card.lead() {
            Troop::HeavyArtillery => shooter.is(Marks::PIVOTED),
            Troop::LightArtillery => shooter.is(Marks::PIVOTED) || shooter.is(Marks::MOVED),
            Troop::Crossbow | Troop::Handgun => own_turn && shooter.is(Marks::MOVED),
            _ => false,
        };
        faults.add_if(moved, Fault::Moved);
        faults.add_if(p.in_contact(target), Fault::TargetEngaged);
        faults.add_if(shooter.is(Marks::SHOT), Fault::AlreadyShot);
        if faults.result().is_err_and(|fault| fault < Fault::Arc) {
            return Err(faults.result().err().unwrap_or(Fault::Arc));
        }
        let slope = slope(card);
        let (foot, its) = (self.foot(p, unit), self.foot(p, target));
        let (mut aims, mut reaches) = (false, false);
        let mut quarters = [0u16; 2];
        let mut best: Option<(Distance, Segment)> = None;
        for file in 0..shooter.files {
            let from = file_stance(&foot, file);
            if !in_arc(from, FRONTAGE / 2, slope, &its) {
                continue;
            }
            aims = true;
            let (far, range) = nearest(&its, from.at);
            if !range.within(weapon.range) {
                continue;
            }
            reaches = true;
            let sight = Segment([from.at, far]);
            if !self.sees(p, unit, target, sight) {
                continue;
            }
            let band = usize::from(!range.twice_within(weapon.range));
            let mut sum = u16::from(weapon.quarters[band]);
            // L-33: half of the second rank of longbows, unless disordered (L-38).
            let behind = usize::from(shooter.files) + usize::from(file) < usize::from(shooter.elements);
            if card.lead() == Troop::Longbow && behind && !shooter.is(Marks::DISORDERED) {
                sum += sum / 2;
            }
            quarters[band] += sum;
            if best.is_none_or(|(least, _)| range < least) {
                best = Some((range, sight));
            }
        }
        match best {
            Some((_, sight)) => {
                let shot = Shot {
                    dice: quarters.map(|sum| (sum + 2) / 4),
                    sight,
                };
                faults.result().map(|()| shot)
            }
            None => {
                faults.add(match () {
                    () if !aims => Fault::Arc,
                    () if !reaches => Fault::Range,
                    () => Fault::Sight,
                });
                Err(faults.result().err().unwrap_or(Fault::Sight))
            }
        }
    }

    /// LR-36.
    pub fn sees(&self, p: &Position, unit: Id, target: Id, sight: Segment) -> bool {
        let level = |unit: Id| self.level(p.unit(unit).at.at);
        let (from, to) = (level(unit), level(target));
        let above = |third: Id| {
            let over = level(third);
            (from > over && from > to) || to > over
        };
        // How high somebody stands takes longest to find out, and is asked last.
        let blocks =
            |third: Id| !self.card(third).is_skirmisher() && meets(&sight, &self.foot(p, third)) && !above(third);
        if self.near(p, one(unit) | one(target), sight.bounds()).any(blocks) {
            return false;
        }
        let hidden = self.areas.iter().filter(|area| area.covers()).map(|area| &area.shape);
        if more_inside(sight, hidden, self.rulings.into_wood) {
            return false;
        }
        let hill = |area: &&crate::battle::AreaCard| area.kind == AreaKind::Hill && area.level > from.max(to);
        !self.areas.iter().filter(hill).any(|area| meets(&sight, &area.shape))
    }

    /// Lines that stand between shooter and target and could protect it (LR-38, LC-10).
    fn screens(&self, p: &Position, unit: Id, target: Id, sight: Segment) -> impl Iterator<Item = usize> + use<> {
        let (at, its) = (p.unit(unit).at.at, self.foot(p, target));
        let near = move |line: &crate::battle::LineCard| {
            line.camp.is_none()
                && crosses_near(sight, &line.line, &its, NEAR_TARGET)
                && !line.line.distance(&at).within(AT_LINE)
        };
        let list: arrayvec::ArrayVec<usize, { crate::position::MOST_LINES }> =
            (0..self.lines.len()).filter(|line| near(&self.lines[*line])).collect();
        list.into_iter()
    }

    /// Unknown lines that would protect the target, to be diced first (LC-9).
    pub fn unknown_screens(
        &self,
        p: &Position,
        unit: Id,
        target: Id,
        sight: Segment,
    ) -> impl Iterator<Item = usize> + use<> {
        let lines = p.lines.clone();
        let covers: arrayvec::ArrayVec<bool, { crate::position::MOST_LINES }> =
            self.lines.iter().map(|line| line.cover).collect();
        self.screens(p, unit, target, sight)
            .filter(move |line| lines[*line] == Obstacle::Unknown && covers[*line])
    }

    /// What changes the score of a shot, but for the longbow's range (L-14, L-16 to L-20).
    pub fn shot_modifiers(&self, p: &Position, unit: Id, target: Id, sight: Segment) -> Modifiers {
        let mut list = Modifiers::new();
        let (card, its) = (self.card(unit), self.card(target));
        if p.unit(unit).is(Marks::DISORDERED) {
            list.push((14, 1));
        }
        let aimed = p.unit(target).at.at;
        let Segment([_, far]) = sight;
        let is_in = |kind: fn(&crate::battle::AreaCard) -> bool, at: Point| {
            self.areas.iter().any(|area| kind(area) && inside(&area.shape, at))
        };
        let lines = || self.screens(p, unit, target, sight);
        let camp = self.in_camp(aimed, self.foot(p, unit).centre());
        let fortified = camp || lines().any(|line| p.lines[line] == Obstacle::Fortification);
        let covered = is_in(crate::battle::AreaCard::covers, aimed)
            || is_in(crate::battle::AreaCard::covers, far)
            || lines().any(|line| p.lines[line].is_defensible() && self.lines[line].cover);
        if fortified {
            list.push((16, 2));
        }
        let ahead = self.foot(p, target).zone(p.unit(unit).at.at) == Face::Front;
        if its.pavise && ahead && !card.is_artillery() {
            list.push((17, 1));
        }
        if covered && !fortified {
            list.push((18, 1));
        }
        if !ahead {
            list.push((19, -1));
        }
        let armoured = matches!(its.lead(), Troop::MenAtArms | Troop::SuperiorKnights);
        if armoured && (card.is_artillery() || matches!(card.lead(), Troop::Crossbow | Troop::Handgun)) {
            list.push((20, -1));
        }
        list
    }

    /// LC-11: inside a fortified camp, against an enemy outside it.
    pub fn in_camp(&self, at: Point, enemy: Point) -> bool {
        let camps = self
            .areas
            .iter()
            .filter(|area| area.kind == AreaKind::Camp && area.fortified);
        camps
            .into_iter()
            .any(|camp| inside(&camp.shape, at) && !inside(&camp.shape, enemy))
    }

    pub fn shoot(&self, p: &mut Position, unit: Id, target: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let known = self.known_to(p, self.side_of(unit));
        let Ok(shot) = self.check_shot(&known, unit, target) else {
            debug_assert!(false, "a shot is checked before it is made");
            return;
        };
        drop(known);
        p.unit_mut(unit).marks.set(Marks::SHOT);
        for line in self.unknown_screens(p, unit, target, shot.sight) {
            self.find_line(p, line, dice, log);
        }
        let card = self.card(unit);
        let mut modifiers = self.shot_modifiers(p, unit, target, shot.sight);
        let base = self.card(target).lead().shooting_defence();
        let sum: i8 = modifiers.iter().map(|(_, value)| value).sum();
        let longbow = i8::from(card.lead() == Troop::Longbow);
        let needs = [base + sum - longbow, base + sum].map(|need| need.clamp(2, 6) as u8);
        let mut casualties = 0;
        let mut shown = None;
        for (band, (n, need)) in shot.dice.into_iter().zip(needs).enumerate() {
            if n == 0 {
                continue;
            }
            shown.get_or_insert(need);
            if band == 0 && longbow > 0 {
                modifiers.push((15, -1));
            }
            log.event(|| Event::Dicing {
                by: unit,
                at: target,
                dice: n,
                need,
            });
            casualties += self.hits(p, unit, n, need, dice);
        }
        let hit = p.unit_mut(target);
        hit.suffered += casualties;
        if self.card(target).quality == Quality::D && card.is_artillery() && casualties > 0 {
            hit.triggers.set(83);
        }
        if p.unit(unit).is(Marks::WAS_HIDDEN) {
            p.unit_mut(target).triggers.set(84);
        }
        let disorders = self.disorders(p, target, p.unit(target).suffered);
        let need = shown.unwrap_or(6);
        log.event(|| Event::Shot {
            by: unit,
            at: target,
            base,
            need,
            casualties,
            disorders,
            modifiers,
        });
        self.reveal(p, unit, log);
    }

    /// Hits of a band; each 1 of a gun with powder is thrown again, and may burst it (LR-41).
    fn hits(&self, p: &mut Position, unit: Id, n: u16, need: u8, dice: &mut impl Dice) -> u16 {
        if !self.card(unit).gunpowder {
            return dice.count(n, 6, need);
        }
        let mut hits = 0;
        for _ in 0..n {
            match dice.die(6) {
                1 => p.unit_mut(unit).burst += u8::from(dice.die(6) == 1),
                die => hits += u16::from(die >= need),
            }
        }
        hits
    }
}
