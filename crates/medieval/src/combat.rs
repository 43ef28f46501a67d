//! 5.1 to 5.3 Combat: its order, the column, the roll. M-58, M-65 to M-74

use crate::Battle;
use crate::cards::{MAX_COMPANY, UnitId};
use crate::event::{Deed, Event, Modifiers, Of};
use crate::position::{Position, Set, Stack};
use crate::tables::{self, Cell, column_name, scatters_on, shift};
use crate::task::{Round, Task};
use arrayvec::ArrayVec;
use board::Hex;
use kernel::{Dice, Log, Side};

/// The way a unit has retreated, from where it fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail {
    pub unit: UnitId,
    pub from: Hex,
    pub len: u8,
    pub hexes: [Hex; 6],
}

impl Trail {
    /// The hexes left one after the other: the combat hex and all but the last of the path.
    pub fn left(&self, i: u8) -> Hex {
        if i == 0 {
            self.from
        } else {
            self.hexes[usize::from(i) - 1]
        }
    }

    pub fn path(&self) -> impl Iterator<Item = Hex> + '_ {
        std::iter::once(self.from).chain(self.hexes[..usize::from(self.len)].iter().copied())
    }
}

/// The units of a side in one combat.
pub type Company = ArrayVec<UnitId, MAX_COMPANY>;

/// The combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    pub side: Side,
    pub counter: bool,
    pub attackers: Company,
    /// All field units of the target hexes.
    pub defenders: Company,
    pub hexes: ArrayVec<Hex, 6>,
    /// Where the attackers stood.
    pub homes: ArrayVec<(UnitId, Hex), MAX_COMPANY>,
    /// Units of a fort that do not fight. M-182
    pub idle: Set,
    /// Leaders stacked at declaration with attackers and with defenders; lone ones in target hexes.
    pub leaders: [u16; 2],
    pub lone: u16,
    /// Units and the leaders who stood with them. M-141
    pub shields: ArrayVec<(UnitId, u16), { 2 * MAX_COMPANY }>,
    /// The hex that counts for terrain. M-72
    pub ground: Hex,
    pub cell: Cell,
    /// SP lost by attacker and defender. M-136
    pub lost: [u8; 2],
    pub trails: ArrayVec<Trail, MAX_COMPANY>,
    /// Leaders who must still retreat.
    pub fleeing: u16,
    /// Units tested for pursuit, and units that have pursued or advanced.
    pub tested: Set,
    pub moved: Set,
}

impl Combat {
    pub const NONE: Combat = Combat {
        side: Side::One,
        counter: false,
        attackers: ArrayVec::new_const(),
        defenders: ArrayVec::new_const(),
        hexes: ArrayVec::new_const(),
        homes: ArrayVec::new_const(),
        idle: Set::EMPTY,
        leaders: [0; 2],
        lone: 0,
        shields: ArrayVec::new_const(),
        ground: Hex::OFF,
        cell: Cell {
            attacker: crate::tables::Half {
                retreat: 0,
                loss: 0,
                scatter: false,
            },
            defender: crate::tables::Half {
                retreat: 0,
                loss: 0,
                scatter: false,
            },
        },
        lost: [0; 2],
        trails: ArrayVec::new_const(),
        fleeing: 0,
        tested: Set::EMPTY,
        moved: Set::EMPTY,
    };

    pub fn attack(side: Side) -> Combat {
        Combat { side, ..Combat::NONE }
    }

    pub fn countercharge(side: Side) -> Combat {
        Combat {
            side,
            counter: true,
            ..Combat::NONE
        }
    }

    /// The units of one side.
    pub fn units(&self, attacker: bool) -> &[UnitId] {
        if attacker { &self.attackers } else { &self.defenders }
    }

    pub fn side_of(&self, attacker: bool) -> Side {
        if attacker { self.side } else { self.side.other() }
    }

    /// Which side retreats, if any: the table never sends both.
    pub fn retreating(&self) -> Option<(bool, u8)> {
        match (self.cell.attacker.retreat, self.cell.defender.retreat) {
            (0, 0) => None,
            (0, n) => Some((false, n)),
            (n, _) => Some((true, n)),
        }
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend([self.side as u8, self.counter.into()]);
        for list in [self.attackers.as_slice(), self.defenders.as_slice()] {
            out.push(list.len() as u8);
            out.extend(list);
        }
        for hex in self.hexes.iter().chain([&self.ground]) {
            out.extend(hex.0.to_le_bytes());
        }
        for (unit, hex) in &self.homes {
            out.push(*unit);
            out.extend(hex.0.to_le_bytes());
        }
        for set in [self.leaders[0], self.leaders[1], self.lone, self.fleeing] {
            out.extend(set.to_le_bytes());
        }
        for (unit, leaders) in &self.shields {
            out.push(*unit);
            out.extend(leaders.to_le_bytes());
        }
        for half in [self.cell.attacker, self.cell.defender] {
            out.extend([half.retreat, half.loss, half.scatter.into()]);
        }
        out.extend(self.lost);
        for trail in &self.trails {
            out.extend([trail.unit, trail.len]);
            for hex in trail.path() {
                out.extend(hex.0.to_le_bytes());
            }
        }
        for set in [self.idle, self.tested, self.moved] {
            for word in set.0 {
                out.extend(word.to_le_bytes());
            }
        }
    }
}

impl Battle {
    /// Who defends, and which leaders stand with whom at declaration.
    pub(crate) fn muster(&self, p: &mut Position) {
        let mut combat = std::mem::replace(&mut p.combat, Combat::NONE);
        for &hex in &combat.hexes {
            for unit in p.at(hex) {
                combat.defenders.push(unit);
            }
            if p.is_clear(hex) {
                for leader in p.leaders_at(hex, combat.side.other()) {
                    combat.lone |= 1 << leader;
                }
            }
        }
        for &unit in &combat.attackers {
            combat.homes.push((unit, p.unit(unit).hex));
        }
        for attacker in [true, false] {
            let side = combat.side_of(attacker);
            let mut with = 0;
            let units: Company = combat.units(attacker).iter().copied().collect();
            for unit in units {
                let here = p.leaders_at(p.unit(unit).hex, side).fold(0u16, |set, l| set | 1 << l);
                with |= here;
                if here != 0 {
                    combat.shields.push((unit, here));
                }
                if p.unit(unit).due > 0 {
                    p.unit_mut(unit).due = p.turn;
                }
            }
            combat.leaders[usize::from(!attacker)] = with;
        }
        for leader in bits(combat.leaders[0] | combat.leaders[1]) {
            p.leader_mut(leader).strained = true;
        }
        p.combat = combat;
    }

    /// Takes the combat on; `false` if somebody must decide.
    pub(crate) fn run_combat(
        &self,
        p: &mut Position,
        round: Round,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> bool {
        let next = |p: &mut Position, round: Round| {
            if let Some(top) = p.stack.last_mut() {
                *top = Task::Combat(round);
            }
            true
        };
        match round {
            Round::Checks => self.run_checks(p, dice, log),
            Round::Fighters => self.run_fighters(p),
            Round::Ground => match self.grounds(p).as_slice() {
                [] => next(p, Round::Roll),
                [one] => {
                    p.combat.ground = *one;
                    next(p, Round::Roll)
                }
                _ => false,
            },
            Round::Roll => {
                self.roll_combat(p, dice, log);
                next(p, Round::AttackerLoss)
            }
            Round::AttackerLoss | Round::DefenderLoss => {
                let attacker = round == Round::AttackerLoss;
                next(p, if attacker { Round::DefenderLoss } else { Round::Retreats });
                let left = p.combat.cell.of(attacker).loss;
                if left > 0 {
                    p.stack.push(Task::Loss {
                        attacker,
                        left,
                        shortfall: false,
                    });
                }
                true
            }
            Round::Retreats => self.run_retreats(p, log),
            Round::Shortfall => {
                next(p, Round::LeaderDeaths);
                self.shortfall(p);
                true
            }
            Round::LeaderDeaths => {
                next(p, Round::LeaderRetreats);
                self.leader_tests(p, dice, log);
                true
            }
            Round::LeaderRetreats => self.run_leader_retreats(p),
            Round::Pursuit => self.run_pursuit(p, dice, log),
            Round::Advance => {
                next(p, Round::Scatter);
                p.stack.push(Task::Stride(crate::task::Stride::Who));
                true
            }
            Round::Scatter => {
                next(p, Round::Close);
                self.scatter_after(p, dice, log);
                true
            }
            Round::Close => {
                p.stack.pop();
                // M-69
                for attacker in [true, false] {
                    for i in 0..p.combat.units(attacker).len() {
                        let unit = p.combat.units(attacker)[i];
                        let u = p.unit_mut(unit);
                        u.cf = u.cf.saturating_sub(1);
                    }
                }
                p.combat = Combat::NONE;
                true
            }
        }
    }

    /// M-190: attackers who must check, one after the other.
    fn run_checks(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let tired: Company = p
            .combat
            .attackers
            .iter()
            .copied()
            .filter(|u| self.must_check(p, *u))
            .collect();
        match tired.as_slice() {
            [] => {}
            [one] => self.check_attacker(p, *one, dice, log),
            _ => return false,
        }
        if p.combat.attackers.is_empty() {
            log.event(|| Event::Plain(Deed::CannotReach, Of::NOTHING));
            for unit in p.combat.defenders.clone() {
                p.defended.drop(unit);
            }
            p.combat = Combat::NONE;
            p.stack.pop();
        } else if let Some(top) = p.stack.last_mut() {
            *top = Task::Combat(Round::Fighters);
        }
        true
    }

    pub(crate) fn check_attacker(
        &self,
        p: &mut Position,
        unit: UnitId,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        if !self.check_fatigue(p, unit, dice, log) {
            p.combat.attackers.retain(|u| *u != unit);
        }
    }

    /// The fort among the target hexes whose owner must still say who fights. M-182
    pub(crate) fn crowded_fort(&self, p: &Position) -> Option<Hex> {
        let full = |hex: Hex| self.is_fort(p, hex) && self.stacked(p, hex) > 4;
        let open = |hex: Hex| {
            p.at(hex)
                .any(|u| p.combat.defenders.contains(&u) && !p.combat.idle.has(u) && !p.picked.has(u))
        };
        p.combat.hexes.iter().copied().find(|h| full(*h) && open(*h))
    }

    pub(crate) fn picked_sp(&self, p: &Position, hex: Hex) -> u8 {
        p.at(hex).filter(|u| p.picked.has(*u)).map(|u| p.unit(u).sp).sum()
    }

    fn run_fighters(&self, p: &mut Position) -> bool {
        let Some(hex) = self.crowded_fort(p) else {
            p.picked = Set::EMPTY;
            if let Some(top) = p.stack.last_mut() {
                *top = Task::Combat(Round::Ground);
            }
            return true;
        };
        let used = self.picked_sp(p, hex);
        let fits = p.at(hex).any(|u| !p.picked.has(u) && used + p.unit(u).sp <= 4);
        if fits {
            return false;
        }
        self.close_fort(p, hex);
        true
    }

    /// The others of the fort stand by.
    pub(crate) fn close_fort(&self, p: &mut Position, hex: Hex) {
        let rest: Stack = p.at(hex).filter(|u| !p.picked.has(*u)).collect();
        for unit in rest {
            p.combat.idle.add(unit);
        }
    }

    /// M-72: the defended hexes with most SP. Where it makes no difference which of them counts nobody is asked.
    pub(crate) fn grounds(&self, p: &Position) -> ArrayVec<Hex, 6> {
        let most = p.combat.hexes.iter().map(|h| self.stacked(p, *h)).max().unwrap_or(0);
        let mut hexes: ArrayVec<Hex, 6> = p.combat.hexes.clone();
        hexes.retain(|h| self.stacked(p, *h) == most);
        if hexes.iter().all(|h| self.fights_alike(p, *h, hexes[0])) {
            hexes.truncate(1);
        }
        hexes
    }

    /// Whether two hexes are the same to every attacker, as far as M-71, M-92, M-93 and M-170 go.
    fn fights_alike(&self, p: &Position, one: Hex, two: Hex) -> bool {
        let over = |unit: UnitId, hex: Hex| {
            let from = p.unit(unit).hex;
            let c = self.crossing(p, from, self.map.direction(from, hex)?);
            Some((c.drops(), c.ford, c.stream, c.uphill, c.wall || c.gate))
        };
        self.terrain(p, one) == self.terrain(p, two)
            && p.combat.attackers.iter().all(|u| over(*u, one) == over(*u, two))
    }

    fn roll_combat(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.brake(p);
        let (initial, modifiers, helpers) = self.reckon(p);
        for leader in bits(helpers) {
            p.leader_mut(leader).strained = true;
        }
        let plus: i32 = modifiers.iter().map(|m| m.value.max(0)).sum();
        let minus: i32 = modifiers.iter().map(|m| (-m.value).max(0)).sum();
        let only_leaders = p.combat.defenders.is_empty();
        // M-139
        let (initial, modifiers, last) = if only_leaders {
            (11, Modifiers::new(), 11)
        } else {
            (initial, modifiers, shift(initial, plus, minus))
        };
        let roll = dice.pair(6);
        let mut cell = tables::combat(last, roll[0] + roll[1]);
        if only_leaders {
            cell.defender = Default::default();
        }
        p.combat.cell = cell;
        log.event(|| Event::Combat {
            side: p.combat.side,
            attackers: p.combat.attackers.clone(),
            hexes: p.combat.hexes.clone(),
            initial: column_name(initial),
            modifiers,
            column: column_name(last),
            dice: roll,
            cell,
        });
    }

    /// One die for a side that was to go back, read by all of it that is left, whether or not it found room; with nobody left
    /// it falls all the same. M-58 g, M-141, MR-33, MR-34
    fn scatter_after(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for attacker in [true, false] {
            let half = p.combat.cell.of(attacker);
            let units: Company = p.combat.units(attacker).iter().copied().collect();
            if half.scatter {
                for unit in units {
                    if p.unit(unit).on_map() && !self.shielded(p, unit) {
                        self.scatter(p, unit, log);
                    }
                }
                continue;
            }
            if half.retreat == 0 {
                continue;
            }
            let moved_only = self.options.scatter_moved;
            let reads = |p: &Position, u: UnitId| {
                p.unit(u).on_map() && (!moved_only || p.combat.trails.iter().any(|t| t.unit == u && t.len > 0))
            };
            if moved_only && !units.iter().any(|u| reads(p, *u)) {
                continue;
            }
            let die = dice.die(6);
            log.event(|| Event::Plain(Deed::ScatterDie, Of::NOTHING.die(die)));
            for unit in units {
                let card = self.card(unit);
                if reads(p, unit)
                    && !self.shielded(p, unit)
                    && die <= scatters_on(half.retreat, card.class, card.armour)
                {
                    self.scatter(p, unit, log);
                }
            }
        }
    }

    fn shielded(&self, p: &Position, unit: UnitId) -> bool {
        let with = p.combat.shields.iter().find(|(u, _)| *u == unit).map_or(0, |(_, l)| *l);
        bits(with).any(|l| p.leader(l).on_map())
    }
}

/// The members of a set of leaders.
pub(crate) fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let id = set.trailing_zeros() as u8;
            set &= set - 1;
            id
        })
    })
}
