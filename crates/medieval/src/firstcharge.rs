//! SR-B6: on the first turns of Bannockburn the English horse must go for the nearest shiltron. MR-62

use crate::Battle;
use crate::cards::{Class, ENGLISH, MP, UnitId};
use crate::choice::{Choice, Pace};
use crate::deny::{Allowed, Code, need};
use crate::position::{Active, Form, Goals, March, Piece, Pose, Position};
use crate::zones::Stop;
use board::{Dir, Terrain};

impl Battle {
    /// Whether the rule binds this unit now.
    fn is_bound(&self, p: &Position, unit: UnitId) -> bool {
        p.phase == 1
            && p.turn <= self.special.first_charge_until
            && p.unit(unit).side == ENGLISH
            && self.card(unit).class.is_horse()
    }

    /// The hexes of the shiltrons closest to a unit that is activated now, if the rule binds it; without any, of the
    /// closest Scottish infantry.
    pub(crate) fn first_charge_goals(&self, p: &Position, unit: UnitId) -> Goals {
        if !self.is_bound(p, unit) {
            return Goals::new();
        }
        let shiltrons = self.closest(p, unit, |u| p.unit(u).form == Form::Shiltron);
        if shiltrons.is_empty() {
            self.closest(p, unit, |u| self.card(u).class == Class::Infantry)
        } else {
            shiltrons
        }
    }

    fn closest(&self, p: &Position, unit: UnitId, wanted: impl Fn(UnitId) -> bool) -> Goals {
        let from = p.unit(unit).hex;
        let foes = p.army[ENGLISH.other().index()].and(&p.on_map);
        let mut nearest = u16::MAX;
        let mut hexes = Goals::new();
        for foe in foes.iter().filter(|u| wanted(*u)) {
            let hex = p.unit(foe).hex;
            let distance = self.map.distance(from, hex);
            if distance < nearest {
                nearest = distance;
                hexes.clear();
            }
            if distance == nearest && !hexes.contains(&hex) {
                let _ = hexes.try_push(hex);
            }
        }
        hexes
    }

    /// How near the active unit can come, worked out anew after whatever has happened to somebody. MR-62
    pub(crate) fn aims_first_charge(&self, p: &mut Position) {
        let Some(a) = &p.active else {
            return;
        };
        let Piece::Unit(unit) = a.piece else {
            return;
        };
        if a.goals.is_empty() || a.wanted.is_some() {
            return;
        }
        let wanted = Hunt::new(self, p, unit, &a.goals).best(&a.march, p.unit(unit).pose());
        if let Some(a) = &mut p.active {
            a.wanted = Some(wanted);
        }
    }

    /// The search of the active unit, if the rule binds it. Where every way out costs SP it is free.
    pub(crate) fn hunt_of<'a>(&'a self, p: &'a Position, a: &'a Active) -> Option<Hunt<'a>> {
        let wanted = a.wanted.filter(|w| *w != Hunt::FREE && !a.over)?;
        let Piece::Unit(unit) = a.piece else {
            return None;
        };
        let mut hunt = Hunt::new(self, p, unit, &a.goals);
        hunt.target = wanted;
        Some(hunt)
    }

    /// Refuses what leaves the goal of the active unit out of reach.
    pub(crate) fn keeps_to_first_charge(&self, p: &Position, a: &Active, choice: &Choice) -> Allowed {
        match self.hunt_of(p, a) {
            Some(mut hunt) => need(hunt.keeps(&a.march, choice), Code::Scenario, "SR-B6"),
            None => Ok(()),
        }
    }

    /// A unit that has not been activated and could come nearer.
    pub(crate) fn owes_first_charge(&self, p: &Position, unit: UnitId) -> bool {
        if !self.is_bound(p, unit) || p.activated.has(unit) {
            return false;
        }
        let goals = self.first_charge_goals(p, unit);
        let mut hunt = Hunt::new(self, p, unit, &goals);
        let pose = p.unit(unit).pose();
        let now = hunt.rank(pose);
        if now == 0 {
            return false;
        }
        hunt.target = now - 1;
        hunt.can(&March::begin(self.card(unit).mp), pose)
    }
}

/// The search for a way that ends well, by this unit alone on the present board, without loss.
pub(crate) struct Hunt<'a> {
    battle: &'a Battle,
    p: &'a Position,
    unit: UnitId,
    goals: &'a Goals,
    /// The least a turn costs it off the road, in sixths. M-41
    turning: u16,
    /// The rank that is good enough.
    target: u16,
    seen: Seen,
}

impl<'a> Hunt<'a> {
    const FREE: u16 = u16::MAX - 1;

    fn new(battle: &'a Battle, p: &'a Position, unit: UnitId, goals: &'a Goals) -> Hunt<'a> {
        Hunt {
            battle,
            p,
            unit,
            goals,
            turning: match battle.card(unit).class {
                Class::HorseArcher => u16::from(MP / 2 + MP * battle.card(unit).armour),
                _ => u16::from(MP + MP * battle.card(unit).armour),
            },
            target: 0,
            seen: Seen::EMPTY,
        }
    }

    /// How well it stands: 0 with a goal in its front area, else by distance.
    fn rank(&self, at: Pose) -> u16 {
        let rank = |goal| match self.battle.map.direction(at.hex, goal) {
            Some(d) if at.facing.turns_to(d) <= 1 => 0,
            _ => self.battle.map.distance(at.hex, goal),
        };
        self.goals.iter().map(|g| rank(*g)).min().unwrap_or(0)
    }

    /// Whether it stands worse than it could.
    pub(crate) fn is_short(&self) -> bool {
        self.rank(self.p.unit(self.unit).pose()) > self.target
    }

    /// No way from here ends better. With two numbers, because a turn is dear: of all ways, and of the way straight on.
    fn hope(&self, a: &March, at: Pose) -> (u16, u16) {
        let away = self.goals.iter().map(|g| self.battle.map.distance(at.hex, *g)).min();
        let away = away.unwrap_or(0);
        // A goal next to the unit can be in its front; anything further off is as far as it is.
        let after = |steps: u16| if away <= steps + 1 { 0 } else { away - steps };
        // A road step costs half a point, and the next road is so many whole points away.
        let gap = self.battle.road_gaps.get(at.hex.index()).map_or(0, |g| u16::from(*g));
        let (mp, whole, half) = (u16::from(a.mp), u16::from(MP), u16::from(MP / 2));
        if gap * whole < mp {
            return (after(gap + (mp - gap * whole) / half), u16::MAX);
        }
        let turning = mp.saturating_sub(self.turning) / whole;
        (after(turning), after(mp / whole))
    }

    /// The best rank on the way straight on, were nothing in it.
    fn straight(&self, a: &March, at: Pose) -> u16 {
        let mut best = self.rank(at);
        let mut there = at;
        for _ in 0..a.mp / MP {
            there.hex = self.battle.map.neighbour(there.hex, at.facing);
            if there.hex.is_off() {
                break;
            }
            best = best.min(self.rank(there));
        }
        best
    }

    /// The best rank there is, or `FREE` if every way out costs SP.
    fn best(&mut self, a: &March, at: Pose) -> u16 {
        let worst = self.rank(at) + u16::from(a.mp / (MP / 2)) + 1;
        let (all, ahead) = self.hope(a, at);
        for target in all.min(ahead)..=worst {
            self.target = target;
            self.seen = Seen::EMPTY;
            if self.can(a, at) {
                return target;
            }
        }
        Hunt::FREE
    }

    /// Whether a way from here ends at the target or better.
    fn can(&mut self, a: &March, at: Pose) -> bool {
        let (all, ahead) = self.hope(a, at);
        let may_turn = all <= self.target;
        if !may_turn && (ahead > self.target || self.straight(a, at) > self.target) {
            return false;
        }
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        if self.rank(at) <= self.target && !battle.must_ride_on_from(p, a, unit, at) {
            return true;
        }
        if let Some(known) = self.seen.get(a, at) {
            return known;
        }
        let found = [Pace::Gain, Pace::Hold, Pace::Reduce].into_iter().any(|pace| {
            self.enter(a, at, pace)
                .is_some_and(|(next, there)| self.can(&next, there))
        }) || (may_turn
            && !a.turned
            && Dir::ALL
                .into_iter()
                .any(|d| self.turn(a, at, d).is_some_and(|(next, there)| self.can(&next, there))));
        self.seen.set(a, at, found);
        found
    }

    fn turn(&self, a: &March, at: Pose, d: Dir) -> Option<(March, Pose)> {
        let cost = self.battle.may_turn_from(self.p, a, self.unit, at, d).ok()?;
        let next = March {
            mp: a.mp - cost,
            turned: true,
            ..*a
        };
        Some((next, Pose { facing: d, cf: 0, ..at }))
    }

    /// A step that costs no SP.
    fn enter(&self, a: &March, at: Pose, pace: Pace) -> Option<(March, Pose)> {
        let (battle, p) = (self.battle, self.p);
        let step = battle.may_enter_from(p, a, self.unit, at, pace).ok()?;
        let c = step.crossing;
        let terrain = battle.terrain(p, c.to);
        let rough = matches!(terrain, Terrain::Forest | Terrain::Village | Terrain::Fort) || c.ford;
        let spared = c.road && at.cf <= 1;
        if !spared && (terrain == Terrain::Swamp || (rough && at.cf > 0)) {
            return None;
        }
        let stop = battle.stops(p, c.to, p.unit(self.unit).side, step.cf);
        let next = March {
            mp: a.mp - step.cost,
            spent: true,
            steps: a.steps + 1,
            by_road: c.road,
            turned: false,
            stopped: stop == Stop::Stopped,
            pressing: stop == Stop::Pressing,
            ..*a
        };
        let there = Pose {
            hex: c.to,
            cf: step.cf,
            ..at
        };
        Some((next, there))
    }

    /// Whether the target can still be met after a choice that is legal otherwise.
    pub(crate) fn keeps(&mut self, a: &March, choice: &Choice) -> bool {
        let at = self.p.unit(self.unit).pose();
        match *choice {
            Choice::Done => self.rank(at) <= self.target,
            Choice::Enter(pace) => self
                .enter(a, at, pace)
                .is_some_and(|(next, there)| self.can(&next, there)),
            Choice::Turn(d) => self.turn(a, at, d).is_some_and(|(next, there)| self.can(&next, there)),
            // The whole of its movement. M-40
            Choice::Minimum(false, facing) => self.rank(Pose { facing, ..at }) <= self.target,
            Choice::Minimum(true, facing) => {
                let unlimited = March { mp: u8::MAX, ..*a };
                let there = self.enter(&unlimited, at, Pace::Gain);
                there.is_some_and(|(_, there)| self.rank(Pose { facing, ..there }) <= self.target)
            }
            // They cost a point and leave it where it is. M-124, M-163
            Choice::PassBanner(_) | Choice::OwnShot(_) => {
                let next = March {
                    mp: a.mp.saturating_sub(MP),
                    spent: true,
                    ..*a
                };
                self.can(&next, at)
            }
            Choice::Ride => self.rides_well(a, at),
            _ => false,
        }
    }

    /// A ride down is never owed, but is a step like another: those in the way are gone after it. M-110
    fn rides_well(&self, a: &March, at: Pose) -> bool {
        let (battle, unit) = (self.battle, self.unit);
        let Ok(step) = battle.may_ride(self.p, a, unit) else {
            return false;
        };
        let mut cleared = self.p.clone();
        battle.rides_down(&mut cleared, unit, step.crossing.to, &mut kernel::Quiet);
        let mut then = Hunt::new(battle, &cleared, unit, self.goals);
        then.target = self.target;
        // The price of the hex itself is that of an ordinary step; that of the riding down is more.
        let paid = March { mp: u8::MAX, ..*a };
        let Some((next, there)) = then.enter(&paid, at, Pace::Gain) else {
            return false;
        };
        let left = March {
            mp: a.mp - step.cost,
            ..next
        };
        then.can(&left, there)
    }
}

/// What has been found out about places on the way. Full, it forgets: the search is then only slower.
struct Seen([u32; Seen::SIZE]);

impl Seen {
    const SIZE: usize = 1024;
    const EMPTY: Seen = Seen([0; Seen::SIZE]);
    const TRIES: usize = 8;
    const GOOD: u32 = 1 << 30;

    /// Everything that matters for what can come in 26 bits, and one that is always set.
    fn key(a: &March, at: Pose) -> u32 {
        let flags = [a.turned, a.pressing, a.stopped, a.by_road];
        let flags = flags.iter().fold(0, |set, flag| set << 1 | u32::from(*flag));
        let place = u32::from(at.hex.0) << 5 | u32::from(at.facing as u8) << 2 | u32::from(at.cf);
        1 << 31 | (place << 4 | flags) << 6 | u32::from(a.mp / (MP / 2))
    }

    fn slots(key: u32) -> impl Iterator<Item = usize> {
        let start = (key.wrapping_mul(0x9E37_79B1) >> 22) as usize;
        (0..Seen::TRIES).map(move |i| (start + i) % Seen::SIZE)
    }

    fn get(&self, a: &March, at: Pose) -> Option<bool> {
        let key = Seen::key(a, at);
        Seen::slots(key)
            .find(|i| self.0[*i] & !Seen::GOOD == key)
            .map(|i| self.0[i] & Seen::GOOD != 0)
    }

    fn set(&mut self, a: &March, at: Pose, good: bool) {
        let key = Seen::key(a, at);
        if let Some(i) = Seen::slots(key).find(|i| self.0[*i] == 0) {
            self.0[i] = key | if good { Seen::GOOD } else { 0 };
        }
    }
}
