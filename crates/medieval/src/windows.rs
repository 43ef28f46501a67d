//! Windows of the inactive player (section 4.3 of the catalogue) and 5.7 Countercharge. M-98 to M-107

use crate::Battle;
use crate::arrival::{Fate, How};
use crate::cards::{MAX_UNITS, UnitId};
use crate::choice::{Choice, Pace, Pass, Target, Wheel};
use crate::combat::Combat;
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::position::{Form, Piece, Position, Reactions, Set};
use crate::task::{Round, Task, Walk, Window};
use board::{Dir, Terrain};
use kernel::{Dice, Log, Side};

/// The mark of a countercharge among the reactions; shots have their figures.
const CHARGE: u8 = 0x80;

/// Nobody shoots further than bows do. M-159
const FARTHEST: u16 = 4;

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
        let mut list = [0; MAX_UNITS];
        let hex = p.piece_hex(piece);
        for shooter in self.shooters_left(p, side).iter() {
            if p.unit(shooter).form == Form::March || self.map.distance(p.unit(shooter).hex, hex) > FARTHEST {
                continue;
            }
            if let Ok(aim) = self.may_shoot(p, side, shooter, Target::Piece(piece)) {
                list[usize::from(shooter)] = aim.range | aim.less << 3 | u8::from(aim.risky) << 6;
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
                    list[usize::from(unit)] |= CHARGE;
                }
            }
        }
        list
    }

    /// Horse exactly two hexes from the mover.
    fn charger_ids<'a>(&'a self, p: &'a Position, side: Side, mover: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let hex = p.unit(mover).hex;
        let own = p.army[side.index()].and(&p.on_map).and(&self.horse);
        own.iter().filter(move |u| self.map.distance(p.unit(*u).hex, hex) == 2)
    }

    /// M-106
    fn is_open_to_charge(&self, p: &Position, mover: UnitId) -> Allowed {
        let (hex, enemy) = (p.unit(mover).hex, p.unit(mover).side.other());
        let near = Dir::ALL.iter().any(|d| p.holds(self.map.neighbour(hex, *d), enemy));
        match near {
            false => Ok(()),
            true => Err(Deny::new(Code::NoCountercharge, "M-106")
                .at(hex)
                .because(Why::Supported)),
        }
    }

    /// M-98, M-99, M-104; M-106 is asked for the first charger only, since the others come with him.
    pub(crate) fn may_countercharge(&self, p: &Position, side: Side, unit: UnitId, wheel: Wheel) -> Allowed<Crossing> {
        let deny = |rule, why| Deny::new(Code::NoCountercharge, rule).because(why);
        let Some(Piece::Unit(mover)) = p.active.as_ref().map(|a| a.piece) else {
            return Err(deny("M-98", Why::NobodyMoves));
        };
        let u = p.unit(unit);
        need(u.side == side, Code::NotYourUnit, "M-27")?;
        self.may_act_from_map(p, unit)?;
        let horse = |u: UnitId| self.card(u).class.is_horse();
        if !horse(unit) || !horse(mover) || !p.horse_phase() {
            return Err(deny("M-98", Why::HorseOnly));
        }
        self.may_move_yet(p, u.command)?;
        if p.charged.has(unit) {
            return Err(deny("M-104", Why::ChargedBefore));
        }
        let target = p.unit(mover).hex;
        let apart = self.map.distance(u.hex, target);
        if apart != 2 {
            return Err(deny("M-98", Why::NotTwoAway).n(apart));
        }
        if self.zone_cf(p, u.hex, side.other(), true).is_some() {
            return Err(deny("M-104", Why::Held).at(u.hex));
        }
        if p.stack.last() != Some(&Task::Join) {
            self.is_open_to_charge(p, mover)?;
        }
        let d = u.facing.turned(wheel.turns());
        let there = self.map.neighbour(u.hex, d);
        if there.is_off() || !self.map.adjacent(there, target) {
            return Err(deny("M-99", Why::WrongWay).at(there));
        }
        let come = self.may_come(p, unit, u.hex, d);
        let c = come.map_err(|_| deny("M-99", Why::NoWay).at(there))?;
        // Out of where it would stand it must be able to get at the enemy.
        if self.terrain(p, c.to) == Terrain::Swamp {
            return Err(deny("M-99", Why::ChargeSwamp).at(there));
        }
        match self.map.direction(c.to, target) {
            Some(at) if !self.crossing(p, c.to, at).closed => Ok(c),
            _ => Err(deny("M-99", Why::ChargeRiver).at(there)),
        }
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
        let cf = self.cf_after(unit, before, &c, self.terrain(p, c.to), Pace::Gain);
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
        // Another shot than before, or a charge that was not to be had.
        let fresh = |(now, then): (&u8, &u8)| {
            let shot = now & !CHARGE;
            (shot != 0 && shot != then & !CHARGE) || (now & !then & CHARGE != 0)
        };
        let opens = match window {
            Window::W2 => list.iter().any(|what| what & CHARGE != 0),
            _ if self.options.ask_every_step => list != [0; MAX_UNITS],
            _ => list != a.noted && list.iter().zip(&a.noted).any(fresh),
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
        let marching = p.unit(shooter).form == Form::March;
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
