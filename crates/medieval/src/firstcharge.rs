//! SR-B6: on the first turns of Bannockburn the English horse must go for the nearest shiltron. MR-62

use crate::Battle;
use crate::cards::{Class, ENGLISH, MP, UnitId};
use crate::choice::{Choice, Pace};
use crate::deny::{Allowed, Code, Deny, Why};
use crate::movement::Ahead;
use crate::position::{Active, Form, Goals, March, Piece, Pose, Position};
use crate::turning::Footing;
use crate::zones::Stop;
use board::{Dir, Hex, Terrain};

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
                hexes.push(hex);
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
        let Some(mut hunt) = self.hunt_of(p, a) else {
            return Ok(());
        };
        if hunt.keeps(&a.march, choice) {
            return Ok(());
        }
        let deny = Deny::new(Code::Scenario, "SR-B6").because(Why::LosesGoal);
        let goal = a.goals.first().copied().unwrap_or(Hex::OFF);
        Err(deny.at(goal).n(self.special.first_charge_until.into()))
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
    /// Hexes between the goals and the nearest road.
    off_road: u16,
    /// The rank that is good enough.
    target: u16,
    /// Go on after something good enough for something better, which is then the target.
    thorough: bool,
    /// The rank of the best end found.
    found: Option<u16>,
    /// Hexes ahead that have been looked at, each in a place of its own that another may take.
    looks: [(u16, Option<Look>); Hunt::LOOKS],
    seen: Seen,
}

/// The hex ahead on the way. The board does not change while a unit thinks.
#[derive(Clone, Copy)]
struct Look {
    ahead: Ahead,
    /// The highest CF of the enemy zones there.
    zone: Option<u8>,
}

impl<'a> Hunt<'a> {
    const FREE: u16 = u16::MAX - 1;
    const LOOKS: usize = 64;

    fn new(battle: &'a Battle, p: &'a Position, unit: UnitId, goals: &'a Goals) -> Hunt<'a> {
        let gap = |goal: &Hex| battle.road_gaps.get(goal.index()).map_or(0, |g| u16::from(*g));
        Hunt {
            battle,
            p,
            unit,
            goals,
            turning: match battle.card(unit).class {
                Class::HorseArcher => u16::from(MP / 2 + MP * battle.card(unit).armour),
                _ => u16::from(MP + MP * battle.card(unit).armour),
            },
            off_road: goals.iter().map(gap).min().unwrap_or(0),
            target: 0,
            thorough: false,
            found: None,
            looks: [(u16::MAX, None); Hunt::LOOKS],
            seen: Seen::EMPTY,
        }
    }

    /// Hexes to the next goal.
    fn away(&self, hex: Hex) -> u16 {
        let from = |goal: &Hex| self.battle.map.distance(hex, *goal);
        self.goals.iter().map(from).min().unwrap_or(0)
    }

    /// How well it stands: 0 with a goal in its front area, else by distance.
    fn rank(&self, at: Pose) -> u16 {
        self.rank_at(at, self.away(at.hex))
    }

    /// The same where the distance is known: only next to a goal does the facing matter.
    fn rank_at(&self, at: Pose, away: u16) -> u16 {
        let ahead = |goal: &Hex| {
            let d = self.battle.map.direction(at.hex, *goal);
            d.is_some_and(|d| at.facing.turns_to(d) <= 1)
        };
        if away == 1 && self.goals.iter().any(ahead) {
            0
        } else {
            away
        }
    }

    /// Whether it stands worse than it could.
    pub(crate) fn is_short(&self) -> bool {
        self.rank(self.p.unit(self.unit).pose()) > self.target
    }

    /// Whether the target could be met from so far away: by a way that bends, or that uses a road. Enemies, forests and
    /// slopes only make it harder.
    fn may_bend(&self, a: &March, hex: Hex, away: u16) -> bool {
        let (mp, whole, half) = (u16::from(a.mp), u16::from(MP), u16::from(MP / 2));
        // A goal next to the unit can be in its front.
        let near = self.target.max(1);
        if away <= mp.saturating_sub(self.turning) / whole + near {
            return true;
        }
        // To the road and away from it at the full price; on it a step costs half a point.
        let gap = self.battle.road_gaps.get(hex.index()).map_or(0, |g| u16::from(*g));
        let off_road = gap + self.off_road.saturating_sub(near);
        off_road * whole < mp && away <= off_road + (mp - off_road * whole) / half + near
    }

    /// Whether the target would be met on the way straight on, were nothing in it.
    fn may_go_straight(&self, a: &March, at: Pose, away: u16) -> bool {
        let steps = a.mp / MP;
        if away > u16::from(steps) + self.target.max(1) {
            return false;
        }
        let mut there = at;
        (0..steps).any(|_| {
            there.hex = self.battle.map.neighbour(there.hex, at.facing);
            there.hex.is_on() && self.rank(there) <= self.target
        })
    }

    /// The best rank there is, or `FREE` if every way out costs SP.
    fn best(&mut self, a: &March, at: Pose) -> u16 {
        // It cannot get further away than this.
        self.target = self.rank(at) + u16::from(a.mp / (MP / 2)) + 1;
        self.thorough = true;
        self.can(a, at);
        self.found.unwrap_or(Hunt::FREE)
    }

    /// Whether a way from here ends at the target or better.
    fn can(&mut self, a: &March, at: Pose) -> bool {
        let away = self.away(at.hex);
        let rank = self.rank_at(at, away);
        if rank <= self.target && !self.rides_on(a, at) {
            self.found = Some(rank);
            if !self.thorough || rank == 0 {
                return true;
            }
            self.target = rank - 1;
        }
        let may_bend = self.may_bend(a, at.hex, away);
        if !may_bend && !self.may_go_straight(a, at, away) {
            return false;
        }
        let key = Seen::key(a, at);
        if self.seen.has(key) {
            return false;
        }
        let done = self.look(at).is_some_and(|look| {
            [Pace::Gain, Pace::Hold, Pace::Reduce].into_iter().any(|pace| {
                self.enter(a, at, &look, pace)
                    .is_some_and(|(next, there)| self.can(&next, there))
            })
        }) || (may_bend && !a.turned && self.may_afford_turn(a, at.hex) && {
            let footing = self.battle.footing(self.p, self.unit, at.hex);
            Dir::ALL.into_iter().any(|d| {
                self.turn(a, at, d, &footing)
                    .is_some_and(|(next, there)| self.can(&next, there))
            })
        });
        if !done {
            self.seen.add(key);
        }
        done
    }

    /// On a road a turn may be free. M-48
    fn may_afford_turn(&self, a: &March, hex: Hex) -> bool {
        u16::from(a.mp) >= self.turning || (a.by_road && self.battle.map.is_road(hex))
    }

    /// M-95
    fn rides_on(&mut self, a: &March, at: Pose) -> bool {
        at.cf > 0
            && !a.stopped
            && self
                .look(at)
                .is_some_and(|l| self.battle.rides_on(a, self.unit, at, &l.ahead))
    }

    /// The hex ahead, if the unit could come there.
    fn look(&mut self, at: Pose) -> Option<Look> {
        let key = at.hex.0 * 6 + at.facing as u16;
        let slot = usize::from(key) % Hunt::LOOKS;
        if self.looks[slot].0 != key {
            let (battle, p) = (self.battle, self.p);
            let look = battle.ahead(p, self.unit, at).ok().map(|ahead| Look {
                ahead,
                zone: battle.zone_cf(p, ahead.crossing.to, p.unit(self.unit).side.other(), false),
            });
            self.looks[slot] = (key, look);
        }
        self.looks[slot].1
    }

    fn turn(&self, a: &March, at: Pose, d: Dir, footing: &Footing) -> Option<(March, Pose)> {
        let turned = self.battle.may_turn_on(self.p, a, self.unit, at, d, footing);
        let next = March {
            mp: a.mp - turned.ok()?,
            turned: true,
            ..*a
        };
        Some((next, Pose { facing: d, cf: 0, ..at }))
    }

    /// A step that costs no SP.
    fn enter(&self, a: &March, at: Pose, look: &Look, pace: Pace) -> Option<(March, Pose)> {
        let battle = self.battle;
        battle.may_go_on(a).ok()?;
        let step = battle.price(a, self.unit, at, &look.ahead, pace).ok()?;
        let (c, terrain) = (step.crossing, look.ahead.terrain);
        let rough = matches!(terrain, Terrain::Forest | Terrain::Village | Terrain::Fort) || c.ford;
        let spared = c.road && at.cf <= 1;
        if !spared && (terrain == Terrain::Swamp || (rough && at.cf > 0)) {
            return None;
        }
        let stop = Stop::in_zone(look.zone, step.cf);
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

    fn enter_from(&mut self, a: &March, at: Pose, pace: Pace) -> Option<(March, Pose)> {
        let look = self.look(at)?;
        self.enter(a, at, &look, pace)
    }

    /// Whether the target can still be met after a choice that is legal otherwise.
    pub(crate) fn keeps(&mut self, a: &March, choice: &Choice) -> bool {
        let at = self.p.unit(self.unit).pose();
        match *choice {
            Choice::Done => self.rank(at) <= self.target,
            Choice::Enter(pace) => self
                .enter_from(a, at, pace)
                .is_some_and(|(next, there)| self.can(&next, there)),
            Choice::Turn(d) => {
                let footing = self.battle.footing(self.p, self.unit, at.hex);
                self.turn(a, at, d, &footing)
                    .is_some_and(|(next, there)| self.can(&next, there))
            }
            // The whole of its movement. M-40
            Choice::Minimum(false, facing) => self.rank(Pose { facing, ..at }) <= self.target,
            Choice::Minimum(true, facing) => {
                let unlimited = March { mp: u8::MAX, ..*a };
                let there = self.enter_from(&unlimited, at, Pace::Gain);
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
        let Some((next, there)) = then.enter_from(&paid, at, Pace::Gain) else {
            return false;
        };
        let left = March {
            mp: a.mp - step.cost,
            ..next
        };
        then.can(&left, there)
    }
}

/// Places from which no way leads to the target. Full, it forgets: the search is then only slower.
struct Seen([u32; Seen::SIZE]);

impl Seen {
    const SIZE: usize = 512;
    const EMPTY: Seen = Seen([0; Seen::SIZE]);
    const TRIES: usize = 8;

    /// Everything that matters for what can come in 31 bits, and one that is always set.
    fn key(a: &March, at: Pose) -> u32 {
        let flags = [a.turned, a.pressing, a.stopped, a.by_road];
        let flags = flags.iter().fold(0, |set, flag| set << 1 | u32::from(*flag));
        let place = u32::from(at.hex.0) << 5 | u32::from(at.facing as u8) << 2 | u32::from(at.cf);
        1 << 31 | (place << 4 | flags) << 6 | u32::from(a.mp / (MP / 2))
    }

    fn slots(key: u32) -> impl Iterator<Item = usize> {
        let start = (key.wrapping_mul(0x9E37_79B1) >> 23) as usize;
        (0..Seen::TRIES).map(move |i| (start + i) % Seen::SIZE)
    }

    fn has(&self, key: u32) -> bool {
        Seen::slots(key).any(|i| self.0[i] == key)
    }

    fn add(&mut self, key: u32) {
        if let Some(i) = Seen::slots(key).find(|i| self.0[*i] == 0) {
            self.0[i] = key;
        }
    }
}
