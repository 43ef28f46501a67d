//! Close combat: who fights whom, with how many dice, at what score (section 9).

use crate::battle::Battle;
use crate::contact::TOUCH;
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, Position, Set, one};
use crate::scores::Blow;
use crate::shooting::file_stance;
use crate::troops::{Class, FRONTAGE, Troop};
use arrayvec::ArrayVec;
use board::table::{Face, Footprint, Segment};
use kernel::{Dice, Log};

/// Dice that need the same score, thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub dice: u16,
    /// 0: every one is a casualty without a throw (LR-32).
    pub need: u8,
}

/// The dice of one unit against another, in the order of LR-51.
pub type Groups = ArrayVec<Group, 80>;

/// Elements of a unit, as bits.
type Elements = u32;

/// The front of one file.
fn file_front(foot: &Footprint, file: u8) -> Segment {
    let left = -foot.half_width() + i32::from(file) * FRONTAGE;
    foot.stretch(Face::Front, left, left + FRONTAGE)
}

impl Battle {
    /// Enemies in contact with a unit, by ascending id.
    pub fn fights(&self, p: &Position, unit: Id) -> Set {
        let all = p
            .contacts_of(unit)
            .map(|c| if c.unit == unit { c.target } else { c.unit });
        all.fold(0, |set, enemy| set | one(enemy))
    }

    /// The files of a unit that fight an enemy whose edge its front touches (LR-06, LR-43).
    fn contacting(&self, p: &Position, unit: Id, enemy: Id) -> Elements {
        let foot = self.foot(p, unit);
        let mut files = 0;
        for file in 0..p.unit(unit).files {
            let front = file_front(&foot, file);
            let shared = |(other, face): (Id, Face)| {
                let edge = self.foot(p, other).edge(face);
                TOUCH
                    .shares(front, &edge)
                    .then(|| (edge.line.shared(front), std::cmp::Reverse(other)))
            };
            let best = p.touched_by(unit).filter_map(shared).max();
            if best.is_some_and(|(_, std::cmp::Reverse(other))| other == enemy) {
                files |= 1 << file;
            }
        }
        files
    }

    /// LR-50: whether any contacting file stands in bad going.
    fn in_bad_going(&self, p: &Position, unit: Id, files: Elements) -> bool {
        let foot = self.foot(p, unit);
        (0..p.unit(unit).files).any(|file| files & (1 << file) != 0 && self.is_bad(file_stance(&foot, file).at))
    }

    /// How many ranks of a file fight, in halves (L-33 to L-39).
    fn half_ranks(&self, p: &Position, unit: Id, file: u8, one_rank: bool) -> u8 {
        if one_rank {
            return 2;
        }
        let card = self.card(unit);
        let files = p.unit(unit).files;
        let pike = |rank: u8| {
            let at = usize::from(rank) * usize::from(files) + usize::from(file);
            at < usize::from(p.unit(unit).elements) && card.troop(at) == Troop::Pikes
        };
        match card.class() {
            Class::Mounted | Class::LightFoot => 3,
            Class::CloseCombatFoot if (0..3).all(pike) => 6,
            Class::CloseCombatFoot => 4,
            Class::Artillery => 2,
        }
    }

    /// The element of an enemy that a point before one of its edges faces.
    fn struck(&self, p: &Position, enemy: Id, face: Face, at: board::table::Point) -> usize {
        let (foot, state) = (self.foot(p, enemy), p.unit(enemy));
        let files = usize::from(state.files.max(1));
        let n = usize::from(state.elements.max(1));
        let offset = foot.offset(face, at);
        let file_at = || (((offset + foot.half_width()) / FRONTAGE).max(0) as usize).min(files - 1);
        let deepest = |file: usize| (n - 1 - file) / files * files + file;
        match face {
            Face::Front => file_at().min(n - 1),
            Face::Rear => deepest(file_at().min(n - 1)),
            Face::Left | Face::Right => {
                let ranks = n.div_ceil(files);
                let depth = self.card(enemy).depth;
                let rank = (((foot.depth() / 2 - offset) / depth).max(0) as usize).min(ranks - 1);
                let file = if face == Face::Left { 0 } else { files - 1 };
                (rank * files + file).min(n - 1)
            }
        }
    }

    /// The dice of a unit against one enemy, and which of its elements fight with them.
    pub fn blows(&self, p: &Position, unit: Id, enemy: Id) -> (Groups, Elements) {
        if self.card(unit).is_skirmisher() {
            return (Groups::new(), 0);
        }
        match p.touched_by(unit).find(|(other, _)| *other == enemy) {
            Some((_, face)) => self.attack(p, unit, enemy, face),
            None => (self.reply(p, unit, enemy), 0),
        }
    }

    fn attack(&self, p: &Position, unit: Id, enemy: Id, face: Face) -> (Groups, Elements) {
        let files = self.contacting(p, unit, enemy);
        let blow = Blow {
            p,
            unit,
            enemy,
            common: self.common_modifiers(p, unit, enemy),
            frontal: face == Face::Front,
        };
        let one_rank = p.unit(unit).is(Marks::DISORDERED) || self.in_bad_going(p, unit, files);
        let (mut groups, fighting) = self.ranks_of(&blow, files, face, one_rank);
        if face == Face::Front {
            self.overlaps(&blow, files, &mut groups);
        }
        (groups, fighting)
    }

    /// Front rank, second and third, of these files.
    fn ranks_of(&self, blow: &Blow<'_>, files: Elements, face: Face, one_rank: bool) -> (Groups, Elements) {
        let Blow { p, unit, enemy, .. } = *blow;
        let (foot, state) = (self.foot(p, unit), p.unit(unit));
        let times = if face == Face::Front { 1 } else { 2 };
        let mut groups = Groups::new();
        let mut fighting = 0;
        for rank in 0..3u8 {
            let mut quarters = 0u16;
            let mut half_need = None;
            let first = groups.len();
            for file in (0..state.files).filter(|file| files & (1 << file) != 0) {
                let element = usize::from(rank) * usize::from(state.files) + usize::from(file);
                let halves = self.half_ranks(p, unit, file, one_rank).saturating_sub(2 * rank).min(2);
                if halves == 0 || element >= usize::from(state.elements) {
                    continue;
                }
                fighting |= 1 << element;
                let struck = self.struck(p, enemy, face, file_stance(&foot, file).at);
                let need = self.need(blow, element, struck, rank > 0);
                if halves == 1 {
                    quarters += 2 * times;
                    half_need.get_or_insert(need);
                } else {
                    push(&mut groups, first, times, need);
                }
            }
            if let Some(need) = half_need {
                push(&mut groups, first, (quarters + 2) / 4, need);
            }
        }
        (groups, fighting)
    }

    /// LR-45: one die on each side for the element beside the outermost file that fights, if it touches nobody.
    fn overlaps(&self, blow: &Blow<'_>, files: Elements, groups: &mut Groups) {
        let Blow { p, unit, enemy, .. } = *blow;
        let state = p.unit(unit);
        if files == 0 {
            return;
        }
        let foot = self.foot(p, unit);
        let (first, last) = (files.trailing_zeros() as u8, 31 - files.leading_zeros() as u8);
        let beside = [first.checked_sub(1).map(|file| (file, first)), Some((last + 1, last))];
        for (file, next) in beside.into_iter().flatten().filter(|(file, _)| *file < state.files) {
            let front = file_front(&foot, file);
            let touches = p
                .touched_by(unit)
                .any(|(other, face)| TOUCH.shares(front, &self.foot(p, other).edge(face)));
            if !touches {
                let struck = self.struck(p, enemy, Face::Front, file_stance(&foot, next).at);
                let need = self.need(blow, usize::from(file), struck, true);
                let at = groups.len();
                push(groups, at, 1, need);
            }
        }
    }

    /// LR-46: elements on an edge that an enemy's front touches, if they do not fight to their own front.
    fn reply(&self, p: &Position, unit: Id, enemy: Id) -> Groups {
        let mut groups = Groups::new();
        let Some((_, face)) = p.touching(unit).find(|(other, _)| *other == enemy) else {
            return groups;
        };
        let busy = p
            .touched_by(unit)
            .fold(0, |set, (other, _)| set | self.blows(p, unit, other).1);
        let (foot, its, state) = (self.foot(p, unit), self.foot(p, enemy), p.unit(unit));
        let blow = Blow {
            p,
            unit,
            enemy,
            common: self.common_modifiers(p, unit, enemy),
            frontal: true,
        };
        let (files, n) = (usize::from(state.files.max(1)), usize::from(state.elements));
        let depth = self.card(unit).depth;
        let places = if face == Face::Rear { files } else { n.div_ceil(files) };
        for place in 0..places {
            let (element, from, to) = match face {
                Face::Rear => {
                    let left = -foot.half_width() + place as i32 * FRONTAGE;
                    (
                        (n - 1 - place.min(n - 1)) / files * files + place,
                        left,
                        left + FRONTAGE,
                    )
                }
                _ => {
                    let front = foot.depth() / 2 - place as i32 * depth;
                    let file = if face == Face::Left { 0 } else { files - 1 };
                    (place * files + file, front - depth, front)
                }
            };
            if element >= n || busy & (1 << element) != 0 {
                continue;
            }
            let part = foot.stretch(face, from, to);
            if 2 * part.shared(its.front()) >= to - from {
                let middle = foot.point_on(face, (from + to) / 2);
                let struck = self.struck(p, enemy, Face::Front, middle);
                let need = self.need(&blow, element, struck, false);
                push(&mut groups, 0, 1, need);
            }
        }
        groups
    }

    /// All combat dice of one unit; casualties are noted with both.
    pub fn fight(
        &self,
        p: &mut Position,
        unit: Id,
        enemies: &[(Id, Groups)],
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        for (enemy, groups) in enemies {
            for group in groups {
                log.event(|| Event::Dicing {
                    by: unit,
                    at: *enemy,
                    dice: group.dice,
                    need: group.need,
                });
            }
            let hits = throw(groups, dice);
            p.unit_mut(*enemy).suffered += hits;
            p.unit_mut(unit).inflicted += hits;
        }
    }

    /// LR-66: the blows of a pursuit at those it comes up with: every front element that faces them, two dice.
    pub fn strike(&self, p: &mut Position, unit: Id, runner: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let groups = self.strike_groups(p, unit, runner);
        for group in &groups {
            log.event(|| Event::Dicing {
                by: unit,
                at: runner,
                dice: group.dice,
                need: group.need,
            });
        }
        let casualties = throw(&groups, dice);
        p.unit_mut(runner).before = p.unit(runner).elements;
        let left = u16::from(p.unit(runner).elements);
        let removed = self.removal_dice(runner, casualties, dice).min(left) as u8;
        self.take_off(p, runner, removed, dice, log);
        // It makes no test.
        p.unit_mut(runner).triggers = Default::default();
    }

    /// The dice of a pursuer that has caught somebody.
    pub fn strike_groups(&self, p: &Position, unit: Id, runner: Id) -> Groups {
        let (foot, its) = (self.foot(p, unit), self.foot(p, runner));
        // From where it comes: its front may stand a mil inside them.
        let face = its.zone(foot.centre());
        let edge = its.edge(face);
        let facing = (0..p.unit(unit).files).filter(|file| TOUCH.shares(file_front(&foot, *file), &edge));
        let files = facing.fold(0, |set, file| set | 1 << file);
        let blow = Blow {
            p,
            unit,
            enemy: runner,
            common: self.common_modifiers(p, unit, runner),
            frontal: false,
        };
        let (groups, _) = self.ranks_of(&blow, files, Face::Rear, true);
        groups
    }
}

/// Throws groups that follow each other and need the same score as one, so that odds branch by their number.
pub fn throw(groups: &Groups, dice: &mut impl Dice) -> u16 {
    let mut hits = 0;
    let mut at = 0;
    while at < groups.len() {
        let need = groups[at].need;
        let same = groups[at..].iter().take_while(|group| group.need == need);
        let (n, many) = same.fold((0, 0), |(n, many), group| (n + group.dice, many + 1));
        hits += if need == 0 { n } else { dice.count(n, 6, need) };
        at += many;
    }
    hits
}

/// Adds dice to the last group of a rank if they need the same, else a new group. `first` is where the rank begins.
fn push(groups: &mut Groups, first: usize, dice: u16, need: u8) {
    if dice == 0 {
        return;
    }
    let began = groups.len() > first;
    match groups.last_mut().filter(|last| began && last.need == need) {
        Some(last) => last.dice += dice,
        None => {
            let _ = groups.try_push(Group { dice, need });
        }
    }
}
