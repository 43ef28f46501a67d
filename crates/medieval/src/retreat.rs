//! 5.4 Losses and retreats, 8.2 leaders in them. M-75 to M-80, M-136 to M-138, M-158

use crate::Battle;
use crate::arrival::{By, Fate, How};
use crate::cards::UnitId;
use crate::choice::Pace;
use crate::combat::{Company, Trail, bits};
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::position::{Form, Piece, Position, Stack};
use crate::task::{Round, Task, Walk};
use arrayvec::ArrayVec;
use board::{Dir, Hex, Terrain};
use kernel::{Dice, Log};

impl Battle {
    /// Who can take a loss. M-79, M-80
    pub(crate) fn may_lose(&self, p: &Position, attacker: bool, shortfall: bool, unit: UnitId) -> Allowed {
        let fought = p.combat.units(attacker).contains(&unit) && p.unit(unit).on_map();
        need(fought, Code::WrongDecision, if shortfall { "M-79" } else { "M-80" })?;
        if !shortfall {
            return need(!p.combat.idle.has(unit), Code::WrongDecision, "M-80");
        }
        let n = p.combat.cell.of(attacker).retreat;
        let short = p.combat.trails.iter().any(|t| t.unit == unit && t.len < n);
        need(short, Code::WrongDecision, "M-79")
    }

    pub(crate) fn take_loss(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let Some(Task::Loss {
            attacker,
            left,
            shortfall,
        }) = p.stack.pop()
        else {
            return;
        };
        if left > 1 {
            p.stack.push(Task::Loss {
                attacker,
                left: left - 1,
                shortfall,
            });
        }
        p.combat.lost[usize::from(!attacker)] += 1;
        self.loses(p, unit, 1, By::Enemy, log);
    }

    /// The next unit that must retreat; its owner chooses if there are several.
    pub(crate) fn run_retreats(&self, p: &mut Position, log: &mut impl Log<Event>) -> bool {
        let waiting = self.to_retreat(p);
        // M-158: those who do not retreat are not asked about, nor are those none of whom can.
        let n = p.combat.retreating().map_or(0, |(_, n)| n);
        let stuck = |u: UnitId| self.farthest(p, u, p.unit(u).hex, p.unit(u).hex, n.min(1)) == 0;
        let none_can = waiting.iter().all(|u| stuck(*u));
        if let Some(unit) = waiting
            .iter()
            .copied()
            .find(|u| none_can || p.unit(*u).form == Form::Combat)
        {
            self.begin_retreat(p, unit, log);
            return true;
        }
        match waiting.as_slice() {
            [] => {
                if let Some(top) = p.stack.last_mut() {
                    *top = Task::Combat(Round::Shortfall);
                }
                true
            }
            [one] => {
                self.begin_retreat(p, *one, log);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn to_retreat(&self, p: &Position) -> Company {
        let Some((attacker, _)) = p.combat.retreating() else {
            return ArrayVec::new();
        };
        let started = |u: UnitId| p.combat.trails.iter().any(|t| t.unit == u);
        let units = p.combat.units(attacker).iter().copied();
        units.filter(|u| p.unit(*u).on_map() && !started(*u)).collect()
    }

    pub(crate) fn begin_retreat(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let Some((attacker, n)) = p.combat.retreating() else {
            return;
        };
        let from = p.unit(unit).hex;
        p.combat.trails.push(Trail {
            unit,
            from,
            len: 0,
            hexes: [Hex::OFF; 6],
        });
        // M-158
        if p.unit(unit).form == Form::Combat {
            return;
        }
        if attacker {
            p.unit_mut(unit).cf = 0;
        }
        let left = self.farthest(p, unit, from, from, n);
        if left == 0 {
            return;
        }
        self.breaks_up(p, unit, log);
        let facing = p.unit(unit).facing;
        p.stack.push(Task::Face {
            unit,
            pursuit: false,
            last: facing,
        });
        p.stack.push(Task::Walk {
            piece: Piece::Unit(unit),
            walk: Walk::Retreat,
            left,
            from,
            last: facing,
        });
    }

    /// Hexes a retreat from `from` can still go, at most `left`. M-75
    fn farthest(&self, p: &Position, unit: UnitId, at: Hex, from: Hex, left: u8) -> u8 {
        let mut best = 0;
        if left == 0 {
            return 0;
        }
        for d in Dir::ALL {
            if let Ok(c) = self.may_fall_back(p, unit, at, d, from) {
                best = best.max(1 + self.farthest(p, unit, c.to, from, left - 1));
                if best == left {
                    break;
                }
            }
        }
        best
    }

    /// One step of a retreat. M-75, M-77, M-78
    pub(crate) fn may_fall_back(&self, p: &Position, unit: UnitId, at: Hex, d: Dir, from: Hex) -> Allowed<Crossing> {
        let deny = |rule| Deny::new(Code::RetreatPath, rule);
        let side = p.unit(unit).side;
        let c = self.crossing(p, at, d);
        if c.to.is_off() || c.closed {
            return Err(deny("M-78"));
        }
        if self.map.distance(from, c.to) != self.map.distance(from, at) + 1 {
            return Err(deny("M-75").at(c.to));
        }
        let bad = (self.terrain(p, c.to) == Terrain::Swamp && !c.road)
            || p.holds(c.to, side.other())
            || self.led(p, c.to, side.other())
            || self.has_shiltron(p, unit, c.to)
            || self.zone(p, c.to, side.other());
        if bad {
            return Err(deny("M-78").at(c.to));
        }
        let horse = self.card(unit).class.is_horse();
        let mut others = p.at(c.to).filter(|u| *u != unit);
        if horse && others.any(|u| !self.card(u).class.is_horse()) {
            let safe = matches!(self.terrain(p, c.to), Terrain::Village | Terrain::Fort)
                || p.at(c.to).any(|u| self.card(u).class.is_horse());
            if safe {
                return Err(deny("M-77").at(c.to));
            }
        } else if !self.has_room(p, unit, c.to) {
            return Err(deny("M-78").at(c.to));
        }
        Ok(c)
    }

    /// A step of the walk on top of the stack by a retreating piece. M-79: it leads as far as any.
    pub(crate) fn may_retreat_to(&self, p: &Position, piece: Piece, d: Dir, left: u8, from: Hex) -> Allowed<Crossing> {
        let at = p.piece_hex(piece);
        match piece {
            Piece::Unit(unit) => {
                let c = self.may_fall_back(p, unit, at, d, from)?;
                let on = self.farthest(p, unit, c.to, from, left - 1);
                need(on == left - 1, Code::RetreatNotLongest, "M-79")?;
                Ok(c)
            }
            Piece::Leader(leader) => {
                let c = self.may_flee(p, leader, at, d, from)?;
                let on = self.leader_farthest(p, leader, c.to, from, left - 1);
                need(on == left - 1, Code::RetreatNotLongest, "M-137")?;
                Ok(c)
            }
        }
    }

    fn may_flee(&self, p: &Position, leader: u8, at: Hex, d: Dir, from: Hex) -> Allowed<Crossing> {
        let c = self
            .leader_crossing(p, leader, at, d)
            .map_err(|_| Deny::new(Code::RetreatPath, "M-137"))?;
        let away = self.map.distance(from, c.to) == self.map.distance(from, at) + 1;
        need(away, Code::RetreatPath, "M-137")?;
        Ok(c)
    }

    fn leader_farthest(&self, p: &Position, leader: u8, at: Hex, from: Hex, left: u8) -> u8 {
        let mut best = 0;
        for d in Dir::ALL {
            if best == left {
                break;
            }
            if let Ok(c) = self.may_flee(p, leader, at, d, from) {
                best = best.max(1 + self.leader_farthest(p, leader, c.to, from, left - 1));
            }
        }
        best
    }

    /// Makes a step of a retreat or out of a pit.
    pub(crate) fn fall_back(&self, p: &mut Position, d: Dir, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Some(Task::Walk {
            piece,
            walk,
            left,
            from,
            ..
        }) = p.stack.pop()
        else {
            return;
        };
        let at = p.piece_hex(piece);
        let c = self.crossing(p, at, d);
        let side = match piece {
            Piece::Unit(unit) => p.unit(unit).side,
            Piece::Leader(leader) => p.leader(leader).side,
        };
        log.event(|| Event::Plain(Deed::Retreats, Of::piece(piece).whose(side).at(c.to)));
        let unit = match piece {
            Piece::Leader(leader) => {
                if left > 1 {
                    p.stack.push(Task::Walk {
                        piece,
                        walk,
                        left: left - 1,
                        from,
                        last: d,
                    });
                }
                return self.leader_arrives(p, leader, c.to, log);
            }
            Piece::Unit(unit) => unit,
        };
        if self.card(unit).class.is_horse() {
            self.rides_over(p, unit, c.to, log);
        }
        if walk == Walk::Retreat
            && let Some(trail) = p.combat.trails.iter_mut().find(|t| t.unit == unit)
        {
            trail.hexes[usize::from(trail.len)] = c.to;
            trail.len += 1;
        }
        if left > 1 {
            p.stack.push(Task::Walk {
                piece,
                walk,
                left: left - 1,
                from,
                last: d,
            });
        }
        // M-76: turning costs no CF, and a retreat gains none.
        let before = p.unit(unit).cf;
        let cf = self.cf_after(unit, before, &c, self.terrain(p, c.to), Pace::Hold);
        p.unit_mut(unit).cf = cf;
        match self.arrive(p, unit, &c, before, How::Retreat, dice, log) {
            Fate::Stays => {}
            fate => {
                p.stack
                    .retain(|t| !matches!(t, Task::Walk { piece: x, .. } if *x == piece));
                if fate == Fate::Pit {
                    let walk = Task::Walk {
                        piece,
                        walk: Walk::Pit,
                        left: 1,
                        from: c.to,
                        last: d,
                    };
                    p.stack.push(walk);
                }
            }
        }
    }

    /// M-77
    fn rides_over(&self, p: &mut Position, rider: UnitId, hex: Hex, log: &mut impl Log<Event>) {
        let foot: Stack = p.at(hex).filter(|u| !self.card(*u).class.is_horse()).collect();
        for victim in foot {
            log.event(|| Event::Plain(Deed::RodeOver, Of::unit(rider).and(Piece::Unit(victim))));
            p.unit_mut(victim).sp = 0;
            self.eliminate(p, victim, By::Own, log);
        }
    }

    /// Whether there is a legal step out of the pits. M-184
    pub(crate) fn leaves_pit(&self, p: &Position, unit: UnitId) -> bool {
        let hex = p.unit(unit).hex;
        Dir::ALL
            .iter()
            .any(|d| self.may_fall_back(p, unit, hex, *d, hex).is_ok())
    }

    /// M-79: one pool, the largest deficit, at most what those who fell short have.
    pub(crate) fn shortfall(&self, p: &mut Position) {
        let Some((attacker, n)) = p.combat.retreating() else {
            return;
        };
        let short = p.combat.trails.iter().filter(|t| t.len < n && p.unit(t.unit).on_map());
        let (mut deficit, mut able) = (0, 0);
        for trail in short {
            deficit = deficit.max(n - trail.len);
            able += p.unit(trail.unit).sp;
        }
        let left = deficit.min(able);
        if left > 0 {
            p.stack.push(Task::Loss {
                attacker,
                left,
                shortfall: true,
            });
        }
    }

    /// M-136, M-139
    pub(crate) fn leader_tests(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for leader in bits(p.combat.lone) {
            if p.leader(leader).on_map() {
                self.leader_dies(p, leader, log);
            }
        }
        let Some((attacker, n)) = p.combat.retreating() else {
            return;
        };
        let lost = p.combat.lost[usize::from(!attacker)];
        for leader in bits(p.combat.leaders[usize::from(!attacker)]) {
            if !p.leader(leader).on_map() {
                continue;
            }
            let roll = dice.pair(6);
            let total = i32::from(roll[0] + roll[1]) - i32::from(lost);
            log.event(|| Event::Plain(Deed::LeaderTest, Of::leader(leader).dice(roll, total)));
            if total <= i32::from(n) {
                self.leader_dies(p, leader, log);
            } else {
                p.combat.fleeing |= 1 << leader;
            }
        }
    }

    /// M-137
    pub(crate) fn run_leader_retreats(&self, p: &mut Position) -> bool {
        let Some((_, n)) = p.combat.retreating() else {
            return self.to_pursuit(p);
        };
        let Some(leader) = bits(p.combat.fleeing).next() else {
            return self.to_pursuit(p);
        };
        p.combat.fleeing &= !(1 << leader);
        let from = p.leader(leader).hex;
        let left = self.leader_farthest(p, leader, from, from, n);
        if left > 0 && p.leader(leader).on_map() {
            let piece = Piece::Leader(leader);
            p.stack.push(Task::Walk {
                piece,
                walk: Walk::Retreat,
                left,
                from,
                last: Dir::N,
            });
        }
        true
    }

    fn to_pursuit(&self, p: &mut Position) -> bool {
        if let Some(top) = p.stack.last_mut() {
            *top = Task::Combat(Round::Pursuit);
        }
        true
    }
}
