//! Windows of the inactive player (section 4.3 of the catalogue) and 5.7 Countercharge. M-98 to M-107

use crate::Battle;
use crate::arrival::{Fate, How};
use crate::cards::UnitId;
use crate::choice::{Choice, Pace, Pass, Target, Wheel};
use crate::combat::Combat;
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::position::{Piece, Position, Set};
use crate::task::{Round, Task, Walk, Window};
use arrayvec::ArrayVec;
use board::{Dir, Terrain};
use kernel::{Dice, Log, Side};

/// The mark of a countercharge in a list of reactions; shots have their figures.
const CHARGE: u8 = 0x80;

/// Nobody shoots further than bows do. M-159
const FARTHEST: u16 = 4;

pub(crate) type Reactions = ArrayVec<(UnitId, u8), 40>;

impl Battle {
    /// Units of a side that could shoot in this turn.
    fn shooters_left(&self, p: &Position, side: Side) -> Set {
        p.army[side.index()]
            .and(&p.on_map)
            .and(&self.shooters)
            .without(&p.shots)
    }

    /// The legal reactions against a piece. 4.3.2
    pub(crate) fn reactions(&self, p: &Position, piece: Piece) -> Reactions {
        let side = self.active_side(p).other();
        let mut list = Reactions::new();
        let hex = p.piece_hex(piece);
        for shooter in self.shooters_left(p, side).iter() {
            if self.map.distance(p.unit(shooter).hex, hex) > FARTHEST {
                continue;
            }
            if let Ok(aim) = self.may_shoot(p, side, shooter, Target::Piece(piece)) {
                let what = aim.range | aim.less << 3 | u8::from(aim.risky) << 6;
                let _ = list.try_push((shooter, what));
            }
        }
        if let Piece::Unit(mover) = piece
            && self.card(mover).class.is_horse()
            && p.horse_phase()
            && self.is_open_to_charge(p, mover).is_ok()
        {
            for unit in self.charger_ids(p, side, mover) {
                if Wheel::ALL
                    .iter()
                    .any(|w| self.may_countercharge(p, side, unit, *w).is_ok())
                {
                    let _ = list.try_push((unit, CHARGE));
                }
            }
        }
        list
    }

    /// Horse exactly two hexes from the mover.
    fn charger_ids(&self, p: &Position, side: Side, mover: UnitId) -> ArrayVec<UnitId, 24> {
        let hex = p.unit(mover).hex;
        let own = p.army[side.index()].and(&p.on_map).and(&self.horse);
        own.iter()
            .filter(|u| self.map.distance(p.unit(*u).hex, hex) == 2)
            .take(24)
            .collect()
    }

    /// M-106
    fn is_open_to_charge(&self, p: &Position, mover: UnitId) -> Allowed {
        let (hex, enemy) = (p.unit(mover).hex, p.unit(mover).side.other());
        let near = Dir::ALL.iter().any(|d| p.holds(self.map.neighbour(hex, *d), enemy));
        need(!near, Code::NoCountercharge, "M-106")
    }

    /// M-98, M-99, M-104; M-106 is asked for the first charger only, since the others come with him.
    pub(crate) fn may_countercharge(&self, p: &Position, side: Side, unit: UnitId, wheel: Wheel) -> Allowed<Crossing> {
        let deny = |rule| Deny::new(Code::NoCountercharge, rule);
        let Some(Piece::Unit(mover)) = p.active.as_ref().map(|a| a.piece) else {
            return Err(deny("M-98"));
        };
        let u = p.unit(unit);
        need(u.side == side, Code::NotYourUnit, "M-27")?;
        need(u.on_map(), Code::UnitOffMap, "M-27")?;
        let horse = |u: UnitId| self.card(u).class.is_horse();
        if !horse(unit) || !horse(mover) || !p.horse_phase() {
            return Err(deny("M-98"));
        }
        self.may_move_yet(p, u.command)?;
        need(!p.charged.has(unit), Code::NoCountercharge, "M-104")?;
        let target = p.unit(mover).hex;
        need(self.map.distance(u.hex, target) == 2, Code::NoCountercharge, "M-98")?;
        need(
            self.zone_cf(p, u.hex, side.other(), true).is_none(),
            Code::NoCountercharge,
            "M-104",
        )?;
        if p.stack.last() != Some(&Task::Join) {
            self.is_open_to_charge(p, mover)?;
        }
        let d = u.facing.turned(wheel.turns());
        let there = self.map.neighbour(u.hex, d);
        need(
            there.is_on() && self.map.adjacent(there, target),
            Code::NoCountercharge,
            "M-99",
        )?;
        let c = self.may_come(p, unit, u.hex, d).map_err(|_| deny("M-99").at(there))?;
        // Out of where it would stand it must be able to get at the enemy.
        need(self.terrain(p, c.to) != Terrain::Swamp, Code::NoCountercharge, "M-99")?;
        let at = self.map.direction(c.to, target);
        need(
            at.is_some_and(|at| !self.crossing(p, c.to, at).closed),
            Code::NoCountercharge,
            "M-99",
        )?;
        Ok(c)
    }

    pub(crate) fn countercharge(
        &self,
        p: &mut Position,
        side: Side,
        unit: UnitId,
        wheel: Wheel,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Ok(c) = self.may_countercharge(p, side, unit, wheel) else {
            return;
        };
        if matches!(p.stack.last(), Some(Task::Window(_))) {
            p.stack.pop();
            p.combat = Combat::countercharge(side);
            p.stack.push(Task::Join);
        }
        p.charged.add(unit);
        if !self.check_fatigue(p, unit, dice, log) {
            return;
        }
        let turned = wheel != Wheel::Straight;
        let u = p.unit_mut(unit);
        u.facing = u.facing.turned(wheel.turns());
        if turned {
            u.cf = 0;
        }
        let before = u.cf;
        let cf = self.cf_after(unit, before, &c, Pace::Gain);
        self.set_cf(p, unit, cf);
        log.event(|| Event::Plain(Deed::Countercharges, Of::unit(unit).at(c.to)));
        match self.arrive(p, unit, &c, before, How::Countercharge, dice, log) {
            Fate::Stays => p.combat.attackers.push(unit),
            Fate::Gone => {}
            Fate::Pit => {
                let piece = Piece::Unit(unit);
                p.stack.push(Task::Face {
                    unit,
                    pursuit: false,
                    last: Dir::N,
                });
                p.stack.push(Task::Walk {
                    piece,
                    walk: Walk::Pit,
                    left: 1,
                    from: c.to,
                    last: Dir::N,
                });
            }
        }
    }

    /// The chargers are together: the combat begins. M-100, M-107
    pub(crate) fn go(&self, p: &mut Position, log: &mut impl Log<Event>) {
        p.stack.pop();
        let Some(a) = &mut p.active else {
            return;
        };
        a.over = true;
        a.stopped = true;
        let Piece::Unit(mover) = a.piece else {
            return;
        };
        if p.combat.attackers.is_empty() || !p.unit(mover).on_map() {
            return;
        }
        let hex = p.unit(mover).hex;
        p.combat.hexes.push(hex);
        self.muster(p);
        for unit in p.combat.attackers.clone() {
            log.event(|| Event::Plain(Deed::Declared, Of::unit(unit)));
        }
        p.stack.push(Task::Combat(Round::Fighters));
    }

    /// W2: a countercharge is legal; W3: there is news. 4.3.2
    pub(crate) fn opens_on_mover(&self, p: &mut Position, window: Window) -> bool {
        let Some(a) = &p.active else {
            return false;
        };
        if a.passed || p.passed || !p.piece_on_map(a.piece) {
            return false;
        }
        let list = self.reactions(p, a.piece);
        let fresh = |entry: &(UnitId, u8)| !a.noted.contains(entry);
        let opens = match window {
            Window::W2 => list.iter().any(|(_, what)| *what == CHARGE),
            _ if self.options.ask_every_step => !list.is_empty(),
            _ => list.iter().any(fresh),
        };
        if (opens || window == Window::W2)
            && let Some(a) = &mut p.active
        {
            a.noted = list;
        }
        opens
    }

    /// Any shot at any legal target.
    pub(crate) fn any_shot(&self, p: &Position, side: Side) -> bool {
        let mut found = false;
        self.each_shot(p, side, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// Visits legal shots until told to stop.
    fn each_shot(&self, p: &Position, side: Side, visit: &mut impl FnMut(Choice) -> bool) {
        let targets = p.army[side.other().index()].and(&p.on_map);
        let targets = if p.horse_phase() {
            targets.and(&self.horse)
        } else {
            targets.without(&self.horse)
        };
        for shooter in self.shooters_left(p, side).iter() {
            if self.may_be_shooter_now(p, shooter).is_err() {
                continue;
            }
            let from = p.unit(shooter).hex;
            let mut offer = |target: Target| {
                self.may_shoot(p, side, shooter, target).is_err() || visit(Choice::Shoot(shooter, target))
            };
            for target in targets.iter() {
                if self.map.distance(from, p.unit(target).hex) <= FARTHEST && !offer(Target::Piece(Piece::Unit(target)))
                {
                    return;
                }
            }
            if p.horse_phase() {
                for leader in 0..self.leaders.len() as u8 {
                    if !offer(Target::Piece(Piece::Leader(leader))) {
                        return;
                    }
                }
            }
            for object in 0..self.objects.len() as u8 {
                if !offer(Target::Object(object)) {
                    return;
                }
            }
        }
    }

    fn may_be_shooter_now(&self, p: &Position, shooter: UnitId) -> Allowed {
        let marching = p.unit(shooter).form == crate::position::Form::March;
        need(!marching, Code::NotInCombatFormation, "M-147")
    }

    pub(crate) fn may_pass(&self, window: Window, pass: Pass) -> Allowed {
        let offered = match pass {
            Pass::Now => true,
            Pass::Unit => matches!(window, Window::W2 | Window::W3),
            Pass::Phase => window != Window::W4,
        };
        need(offered, Code::WrongDecision, "M-149")
    }

    pub(crate) fn list_window(&self, p: &Position, side: Side, window: Window, out: &mut Vec<Choice>) {
        self.each_shot(p, side, &mut |choice| {
            out.push(choice);
            true
        });
        if matches!(window, Window::W2 | Window::W3) {
            self.list_charges(p, side, out);
        }
        for pass in [Pass::Now, Pass::Unit, Pass::Phase] {
            if self.may_pass(window, pass).is_ok() {
                out.push(Choice::Pass(pass));
            }
        }
    }

    pub(crate) fn list_charges(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.extend(self.charges(p, side));
    }

    pub(crate) fn any_charge(&self, p: &Position, side: Side) -> bool {
        self.charges(p, side).next().is_some()
    }

    fn charges<'a>(&'a self, p: &'a Position, side: Side) -> impl Iterator<Item = Choice> + 'a {
        let mover = match p.active.as_ref().map(|a| a.piece) {
            Some(Piece::Unit(mover)) => Some(mover),
            _ => None,
        };
        let units = mover.into_iter().flat_map(move |m| self.charger_ids(p, side, m));
        units
            .flat_map(|unit| Wheel::ALL.map(|wheel| (unit, wheel)))
            .filter(move |(unit, wheel)| self.may_countercharge(p, side, *unit, *wheel).is_ok())
            .map(|(unit, wheel)| Choice::Countercharge(unit, wheel))
    }

    /// Whether a window that stays open still has anything to offer.
    pub(crate) fn window_open(&self, p: &Position, window: Window) -> bool {
        let side = self.active_side(p).other();
        self.any_shot(p, side) || (matches!(window, Window::W2 | Window::W3) && self.any_charge(p, side))
    }

    pub(crate) fn pass(&self, p: &mut Position, pass: Pass) {
        p.stack.pop();
        match pass {
            Pass::Now => {}
            Pass::Unit => {
                if let Some(a) = &mut p.active {
                    a.passed = true;
                }
            }
            Pass::Phase => p.passed = true,
        }
    }
}
