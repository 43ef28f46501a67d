//! 5.5 Pursuit and 5.2.8 advance. M-67, M-81 to M-88, M-173

use crate::Battle;
use crate::arrival::{Fate, How};
use crate::cards::{MAX_COMPANY, UnitId};
use crate::choice::{Choice, Pace};
use crate::combat::Company;
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::position::{Edge, Form, Piece, Place, Position};
use crate::task::{Round, Stride, Task, Walk};
use crate::zones::Stop;
use arrayvec::ArrayVec;
use board::{Dir, Hex, Terrain};
use kernel::{Dice, Log};

impl Battle {
    /// Units that must still be tested; their owner chooses the order.
    pub(crate) fn to_pursue(&self, p: &Position) -> Company {
        let Some((attacker, _)) = p.combat.retreating() else {
            return ArrayVec::new();
        };
        let units = p.combat.units(!attacker).iter().copied();
        units
            .filter(|u| !p.combat.tested.has(*u) && self.can_pursue(p, *u))
            .collect()
    }

    /// M-81, MR-83
    fn can_pursue(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        u.on_map() && u.form != Form::Combat && (0..p.combat.trails.len()).any(|t| self.may_follow(p, unit, t).is_ok())
    }

    /// Whether the unit can enter the hex that the retreat left. M-84
    pub(crate) fn may_follow(&self, p: &Position, unit: UnitId, trail: usize) -> Allowed {
        let t = &p.combat.trails[trail];
        need(t.len > 0, Code::PursuitPath, "M-84")?;
        let Some(d) = self.map.direction(p.unit(unit).hex, t.from) else {
            return Err(Deny::new(Code::PursuitPath, "M-84"));
        };
        self.may_chase(p, unit, d).map(drop)
    }

    /// A step in pursuit; enemy foot may be ridden down. M-85, M-87
    fn may_chase(&self, p: &Position, unit: UnitId, d: Dir) -> Allowed<(Crossing, bool)> {
        let u = p.unit(unit);
        let deny = |rule| Deny::new(Code::PursuitPath, rule);
        let c = self.crossing(p, u.hex, d);
        if c.to.is_off() || c.closed || (self.terrain(p, c.to) == Terrain::Swamp && !c.road) {
            return Err(deny("M-85"));
        }
        if p.holds(c.to, u.side.other()) {
            let ride = self.may_trample(p, unit, &c);
            ride.map_err(|why| deny("M-87").at(c.to).because(why.why))?;
            return Ok((c, true));
        }
        self.may_come(p, unit, u.hex, d).map_err(|_| deny("M-85").at(c.to))?;
        Ok((c, false))
    }

    pub(crate) fn run_pursuit(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        match self.to_pursue(p).as_slice() {
            [] => {
                if let Some(top) = p.stack.last_mut() {
                    *top = Task::Combat(Round::Advance);
                }
                true
            }
            [one] => {
                self.test_pursuit(p, *one, dice, log);
                true
            }
            _ => false,
        }
    }

    /// T-5, M-119
    pub(crate) fn test_pursuit(&self, p: &mut Position, unit: UnitId, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.combat.tested.add(unit);
        let eager = if self.morale_of(p, p.unit(unit).side) == 2 {
            3
        } else {
            0
        };
        let die = dice.die(6);
        let forced = i32::from(die) - eager <= i32::from(self.leader_distance(p, unit));
        let word = if forced { "it must pursue" } else { "it may pursue" };
        log.event(|| Event::Plain(Deed::PursuitTest, Of::unit(unit).die(die).word(word)));
        p.stack.push(Task::Follow { unit, forced });
    }

    /// Trails of which no earlier one is the same way.
    pub(crate) fn each_follow(
        &self,
        p: &Position,
        unit: UnitId,
        forced: bool,
        visit: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        let mut whom = p.combat.trails.iter().map(|t| t.unit);
        whom.all(|w| self.may_follow_named(p, unit, w).is_err() || visit(Choice::Follow(w)))
            && (forced || visit(Choice::Stay))
    }

    pub(crate) fn may_follow_named(&self, p: &Position, unit: UnitId, whom: UnitId) -> Allowed {
        let Some(at) = p.combat.trails.iter().position(|t| t.unit == whom) else {
            return Err(Deny::new(Code::PursuitPath, "M-82"));
        };
        let same = |a: &crate::combat::Trail, b: &crate::combat::Trail| a.path().eq(b.path());
        let twin = p.combat.trails[..at].iter().any(|t| same(t, &p.combat.trails[at]));
        need(!twin, Code::PursuitPath, "M-82")?;
        self.may_follow(p, unit, at)
    }

    pub(crate) fn follow(&self, p: &mut Position, whom: UnitId, log: &mut impl Log<Event>) {
        let Some(Task::Follow { unit, forced }) = p.stack.pop() else {
            return;
        };
        let Some(at) = p.combat.trails.iter().position(|t| t.unit == whom) else {
            return;
        };
        let trail = p.combat.trails[at];
        // M-173
        let left = if self.is_fort(p, trail.from) { 1 } else { trail.len };
        self.breaks_up(p, unit, log);
        p.combat.moved.add(unit);
        let facing = p.unit(unit).facing;
        let walk = if forced {
            Walk::Forced(at as u8)
        } else {
            Walk::Free(at as u8)
        };
        p.stack.push(Task::Walk {
            piece: Piece::Unit(unit),
            walk,
            left,
            from: p.unit(unit).hex,
            last: facing,
        });
    }

    /// The next direction of a pursuit, if it may go there. M-82, M-83
    pub(crate) fn may_pursue_to(
        &self,
        p: &Position,
        unit: UnitId,
        walk: Walk,
        left: u8,
        from: Hex,
        d: Dir,
    ) -> Allowed<(Crossing, bool)> {
        let (Walk::Forced(i) | Walk::Free(i)) = walk else {
            return Err(Deny::new(Code::PursuitPath, "M-83"));
        };
        let trail = &p.combat.trails[usize::from(i)];
        let to = self.map.neighbour(p.unit(unit).hex, d);
        let at_start = p.unit(unit).hex == from;
        let done = if self.is_fort(p, trail.from) { 1 } else { trail.len } - left;
        let on_way = if at_start || matches!(walk, Walk::Forced(_)) {
            to == trail.left(done)
        } else {
            trail.path().any(|h| self.map.distance(h, to) <= 1)
        };
        need(
            to.is_on() && on_way,
            Code::PursuitPath,
            if at_start { "M-84" } else { "M-83" },
        )?;
        self.may_chase(p, unit, d)
    }

    pub(crate) fn may_stop(&self, p: &Position, unit: UnitId, walk: Walk, from: Hex) -> Allowed {
        let free = matches!(walk, Walk::Free(_)) && p.unit(unit).hex != from;
        need(free, Code::PursuitPath, "M-82")
    }

    /// M-50: the last step of a voluntary pursuit may lead off the map.
    pub(crate) fn may_chase_off(
        &self,
        p: &Position,
        unit: UnitId,
        walk: Walk,
        from: Hex,
        last: Dir,
        edge: Edge,
    ) -> Allowed {
        self.may_stop(p, unit, walk, from)?;
        let hex = p.unit(unit).hex;
        let open = self.map.neighbour(hex, last).is_off() && self.touches(hex, edge);
        need(open, Code::NoExit, "M-50")
    }

    pub(crate) fn chase(&self, p: &mut Position, d: Dir, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Some(Task::Walk {
            piece: Piece::Unit(unit),
            walk,
            left,
            from,
            last,
        }) = p.stack.pop()
        else {
            return;
        };
        let Ok((c, ride)) = self.may_pursue_to(p, unit, walk, left, from, d) else {
            return;
        };
        // M-86
        if last.turns_to(d) >= 2 {
            p.unit_mut(unit).cf = 0;
        }
        let before = p.unit(unit).cf;
        let cf = self.cf_after(unit, before, &c, self.terrain(p, c.to), Pace::Hold);
        p.unit_mut(unit).cf = cf;
        if ride {
            self.rides_down(p, unit, c.to, log);
        }
        log.event(|| Event::Plain(Deed::Pursues, Of::unit(unit).at(c.to)));
        p.unit_mut(unit).facing = d;
        let piece = Piece::Unit(unit);
        let at = p.stack.len();
        let fate = self.arrive(p, unit, &c, before, How::Pursuit, dice, log);
        let after = match fate {
            Fate::Gone => return,
            Fate::Pit => Task::Walk {
                piece,
                walk: Walk::Pit,
                left: 1,
                from: c.to,
                last: d,
            },
            Fate::Stays if left > 1 => Task::Walk {
                piece,
                walk,
                left: left - 1,
                from,
                last: d,
            },
            Fate::Stays => Task::Face {
                unit,
                pursuit: true,
                last: d,
            },
        };
        p.stack.insert(at, after);
        if fate == Fate::Pit {
            p.stack.insert(
                at,
                Task::Face {
                    unit,
                    pursuit: true,
                    last: d,
                },
            );
        }
    }

    /// Ends a pursuit where it stands.
    pub(crate) fn stop_chase(&self, p: &mut Position) {
        if let Some(Task::Walk {
            piece: Piece::Unit(unit),
            from,
            last,
            ..
        }) = p.stack.pop()
            && p.unit(unit).on_map()
            && p.unit(unit).hex != from
        {
            p.stack.push(Task::Face {
                unit,
                pursuit: true,
                last,
            });
        }
    }

    pub(crate) fn face(&self, p: &mut Position, d: Dir) {
        match p.stack.pop() {
            Some(Task::Face { unit, pursuit, last }) => {
                let u = p.unit_mut(unit);
                u.facing = d;
                if pursuit && last.turns_to(d) >= 2 {
                    u.cf = 0;
                }
            }
            Some(Task::Stride(Stride::FirstFace(unit))) => {
                self.face_freely(p, unit, d);
                p.stack.push(Task::Stride(Stride::On(unit)));
            }
            Some(Task::Stride(Stride::LastFace(unit))) => self.face_freely(p, unit, d),
            _ => {}
        }
    }

    fn face_freely(&self, p: &mut Position, unit: UnitId, d: Dir) {
        let u = p.unit_mut(unit);
        if u.facing != d {
            u.facing = d;
            u.cf = 0;
        }
    }

    /// M-67: who may go into which emptied hex.
    pub(crate) fn may_advance(&self, p: &Position, unit: UnitId, hex: Hex) -> Allowed<Dir> {
        let combat = &p.combat;
        let deny = |rule| Deny::new(Code::PursuitPath, rule);
        let countercharged = combat.counter && p.active.as_ref().is_some_and(|a| a.is(unit));
        let (entitled, emptied) = if countercharged {
            (true, self.home_emptied(p, hex))
        } else {
            let ran = combat.trails.iter().any(|t| t.from == hex && t.len > 0);
            let target = combat.hexes.contains(&hex);
            (combat.attackers.contains(&unit), target && !ran)
        };
        if !entitled || !emptied || combat.moved.has(unit) {
            return Err(deny("M-67"));
        }
        let u = p.unit(unit);
        need(u.on_map(), Code::UnitOffMap, "M-27")?;
        if u.form == Form::Combat {
            return Err(deny("M-148").because(Why::BowsStand));
        }
        let d = self.map.direction(u.hex, hex).ok_or(deny("M-67"))?;
        need(self.in_front(p, unit, d), Code::NotInFrontArea, "M-67")?;
        // A leader who is left alone in it keeps nobody out. M-138
        if p.holds(hex, u.side.other()) {
            return Err(deny("M-67"));
        }
        self.may_come(p, unit, u.hex, d)?;
        // A shiltron keeps its hex to itself. M-179
        if u.form == Form::Shiltron && !p.is_clear(hex) {
            return Err(Deny::new(Code::StackLimit, "M-179").at(hex));
        }
        Ok(d)
    }

    /// Every charger that fought from this hex was eliminated in it.
    fn home_emptied(&self, p: &Position, hex: Hex) -> bool {
        let gone = |u: UnitId| {
            p.unit(u).place == Place::Eliminated && !p.combat.trails.iter().any(|t| t.unit == u && t.len > 0)
        };
        let mut fought = p.combat.homes.iter().filter(|(_, h)| *h == hex).peekable();
        fought.peek().is_some() && fought.all(|(u, _)| gone(*u))
    }

    pub(crate) fn each_advance(&self, p: &Position, visit: &mut dyn FnMut(Choice) -> bool) -> bool {
        let combat = &p.combat;
        let mover = p.active.as_ref().map(|a| a.piece);
        let units = combat.attackers.iter().chain(combat.defenders.iter());
        for &unit in
            units.filter(|u| !combat.counter || combat.attackers.contains(u) || mover == Some(Piece::Unit(**u)))
        {
            let homes = combat.homes.iter().map(|(_, h)| *h);
            let mut hexes: ArrayVec<Hex, { 6 + MAX_COMPANY }> = combat.hexes.iter().copied().chain(homes).collect();
            hexes.sort_unstable();
            let mut last = Hex::OFF;
            for hex in hexes {
                if hex != last && self.may_advance(p, unit, hex).is_ok() && !visit(Choice::Advance(unit, hex)) {
                    return false;
                }
                last = hex;
            }
        }
        visit(Choice::Done)
    }

    pub(crate) fn advance(
        &self,
        p: &mut Position,
        unit: UnitId,
        hex: Hex,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Ok(d) = self.may_advance(p, unit, hex) else {
            return;
        };
        p.combat.moved.add(unit);
        self.strides(p, unit, d, true, dice, log);
    }

    fn strides(
        &self,
        p: &mut Position,
        unit: UnitId,
        d: Dir,
        first: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let at = p.stack.len();
        let after = match self.advance_into(p, unit, d, dice, log) {
            Fate::Gone => return,
            Fate::Pit => {
                p.stack.insert(
                    at,
                    Task::Face {
                        unit,
                        pursuit: false,
                        last: d,
                    },
                );
                let from = p.unit(unit).hex;
                let walk = Task::Walk {
                    piece: Piece::Unit(unit),
                    walk: Walk::Pit,
                    left: 1,
                    from,
                    last: d,
                };
                return p.stack.insert(at + 1, walk);
            }
            // A shiltron goes one hex and looks to all sides. M-67, M-176
            Fate::Stays if p.unit(unit).form == Form::Shiltron => return,
            Fate::Stays => {
                let u = p.unit(unit);
                let stopped = self.stops(p, u.hex, u.side, u.cf) == Stop::Stopped;
                if first && !stopped {
                    Task::Stride(Stride::FirstFace(unit))
                } else {
                    Task::Stride(Stride::LastFace(unit))
                }
            }
        };
        p.stack.insert(at, after);
    }

    pub(crate) fn may_stride_on(&self, p: &Position, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        self.may_come(p, unit, u.hex, u.facing).map(drop)
    }

    pub(crate) fn stride_on(&self, p: &mut Position, unit: UnitId, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.stack.pop();
        let d = p.unit(unit).facing;
        self.strides(p, unit, d, false, dice, log);
    }
}
