//! Candidates: orders worth considering, each of which is accepted (LR-81).

use crate::battle::Battle;
use crate::choice::{Choice, Step, Steps, Turn};
use crate::march::{March, Stretch};
use crate::marks::Marks;
use crate::position::{Id, Obstacle, Phase, Place, Position, Question, State};
use crate::wheel::{Cleared, UNCLEARED};
use board::table::{Angle, Face, Footprint, Hand, Stance, Way, distance};
use kernel::Side;

/// How far short of somebody a straight move stops.
const SHORT: i32 = 20;
const WHEELS: [u16; 5] = [150, 300, 450, 600, 900];
const PIVOTS: [u16; 3] = [150, 300, 450];

/// What is on offer, as it is put together for one side.
struct Offers<'a> {
    battle: &'a Battle,
    p: &'a Position,
    side: Side,
    out: &'a mut Vec<Choice>,
    /// Where the candidates of the unit under consideration begin.
    from: usize,
    /// How far it can wheel.
    cleared: Cleared,
}

impl Battle {
    /// Appends what is on offer to the side that is to act, in a position as it knows it.
    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let mut offers = Offers {
            battle: self,
            p,
            side,
            out,
            from: 0,
            cleared: UNCLEARED,
        };
        if let Some((question, unit)) = p.pending.question {
            offers.out.push(match question {
                Question::Follow => Choice::Follow(unit),
                Question::Pursue => Choice::Pursue(unit),
            });
            offers.out.push(Choice::Hold(unit));
            return;
        }
        let own = p.ids().filter(|unit| self.side_of(*unit) == side);
        match p.phase {
            Phase::Deploy => own.for_each(|unit| offers.deployments(unit)),
            Phase::Start => own
                .filter(|unit| self.is_due(p, *unit))
                .for_each(|unit| offers.places(unit)),
            Phase::Rally => own.for_each(|unit| offers.offer(Choice::Rally(unit))),
            Phase::Movement => {
                own.for_each(|unit| offers.orders(unit));
                offers.commanders();
            }
            Phase::Shooting | Phase::Reply => own.for_each(|unit| offers.shots(unit)),
            Phase::Resolving | Phase::Over => return,
        }
        offers.out.push(Choice::End);
    }

    /// Candidates of movement for one unit.
    pub fn list_orders(&self, p: &Position, unit: Id, out: &mut Vec<Choice>) {
        Offers {
            battle: self,
            p,
            side: self.side_of(unit),
            out,
            from: 0,
            cleared: UNCLEARED,
        }
        .orders(unit);
    }

    /// How far a unit that stands there with so many points left can go straight on without meeting anybody.
    pub(crate) fn straight_reach(&self, p: &Position, unit: Id, foot: Footprint, left: i64) -> i32 {
        let mut march = March::new(self, p, unit);
        (march.foot, march.left, march.left_unhindered) = (foot, left, left);
        let most = march.farthest(march.card.moves()[0] as i32);
        let way = Way::along(foot.stance().facing);
        let mut free = self.free_mils(p, unit, &foot, &way, most, 0, |_| false);
        if free < most {
            free -= SHORT;
        }
        if !march.card.is_foot() {
            free = self.first_wall(p, &foot, free).map_or(free, |mil| mil - 1);
        }
        if march.card.is_artillery() && march.enters_bad(free) {
            free = 0;
        }
        if free <= 0 {
            return 0;
        }
        march.go(p, &Stretch::of(free), |_| Obstacle::Slight).mils
    }
}

impl Offers<'_> {
    /// Puts a choice on offer if it is accepted and not yet there.
    fn offer(&mut self, choice: Choice) {
        if !self.out[self.from..].contains(&choice) && self.battle.judge(self.p, self.side, &choice).is_ok() {
            self.out.push(choice);
        }
    }

    /// The same for a move of a unit that is to be ordered now.
    fn offer_move(&mut self, unit: Id, steps: &[Step], contact: Option<Id>) {
        let known = self.battle.check_move_from(self.p, unit, steps, contact, self.cleared);
        let steps: Steps = steps.iter().copied().collect();
        let choice = Choice::Move { unit, steps, contact };
        if known.is_ok() && !self.out[self.from..].contains(&choice) {
            self.out.push(choice);
        }
    }

    fn places(&mut self, unit: Id) {
        self.from = self.out.len();
        if let Some(reserve) = self.battle.card(unit).reserve {
            for part in 0..=8 {
                let along = reserve.from + (reserve.to - reserve.from) / 8 * part;
                self.offer(Choice::Place(unit, along));
            }
        }
    }

    /// A little to every side, and a little more.
    fn deployments(&mut self, unit: Id) {
        self.from = self.out.len();
        let at = self.p.unit(unit).at;
        for [x, y] in [[0, 1], [1, 0], [0, -1], [-1, 0], [0, 4], [4, 0], [0, -4], [-4, 0]] {
            let to = at.at.plus([1000 * x, 1000 * y]);
            self.offer(Choice::Deploy(unit, Stance { at: to, ..at }));
        }
    }

    fn shots(&mut self, unit: Id) {
        self.from = self.out.len();
        let (battle, p) = (self.battle, self.p);
        if battle.card(unit).lead().weapon().is_none() || p.unit(unit).is(Marks::SHOT) || !p.unit(unit).state.on_table()
        {
            return;
        }
        for target in battle.others(p, unit).filter(|other| battle.enemies(unit, *other)) {
            self.offer(Choice::Shoot(unit, target));
        }
    }

    fn orders(&mut self, unit: Id) {
        self.from = self.out.len();
        let (battle, p) = (self.battle, self.p);
        let state = p.unit(unit);
        let again = state.is(Marks::FAILED);
        if state.state != State::Steady || state.is(Marks::HALTED) || (state.is(Marks::ORDERED) && !again) {
            return;
        }
        if p.in_contact(unit) {
            self.offer(Choice::Halt(unit));
            self.offer(Choice::BreakOff(unit));
            for (enemy, _) in p.touching(unit) {
                self.offer(Choice::Face(unit, enemy));
            }
            return;
        }
        self.offer(Choice::Halt(unit));
        if state.is(Marks::DISORDERED) {
            self.offer(Choice::Reorder(unit));
        }
        if battle.card(unit).is_artillery() {
            self.pivots(unit);
        }
        if battle.card(unit).moves()[0] == 0 {
            return;
        }
        self.cleared = battle.cleared(p, unit);
        let foot = battle.foot(p, unit);
        let left = battle.card(unit).budget() - i64::from(state.spent);
        self.ahead(unit, &[], foot, left);
        self.contacts(unit, foot);
        if !again {
            self.wheels(unit, foot, left);
            self.turns(unit, foot, left);
            self.formations(unit);
        }
    }

    /// Straight on after some steps, by all, three quarters, half and a quarter of what is free.
    fn ahead(&mut self, unit: Id, before: &[Step], foot: Footprint, left: i64) {
        let reach = self.battle.straight_reach(self.p, unit, foot, left);
        let parts: &[i32] = if before.is_empty() { &[4, 3, 2, 1] } else { &[4] };
        for part in parts {
            let mils = reach * part / 4;
            if mils > 0 {
                let mut steps: Steps = before.iter().copied().collect();
                steps.push(Step::Forward(mils as u32));
                self.offer_move(unit, &steps, None);
            }
        }
    }

    /// Every enemy within reach: straight ahead, or after a wheel towards the middle of one of its edges.
    fn contacts(&mut self, unit: Id, foot: Footprint) {
        let (battle, p) = (self.battle, self.p);
        let card = battle.card(unit);
        if card.is_skirmisher() || card.is_artillery() {
            return;
        }
        let full = card.moves()[0] as i32;
        for enemy in battle.others(p, unit) {
            let its = battle.foot(p, enemy);
            let apt = battle.enemies(unit, enemy) && !p.unit(enemy).state.is_broken();
            if !apt || !distance(&foot, &its).within(full + 3000) {
                continue;
            }
            let known = self.out.len();
            self.offer_move(unit, &[Step::Forward(full as u32)], Some(enemy));
            if self.out.len() > known {
                continue;
            }
            for face in Face::ALL {
                let Some(bearing) = Angle::bearing(foot.stance().at, its.point_on(face, 0)) else {
                    continue;
                };
                let turn = foot.stance().facing.turn_to(bearing);
                if turn == 0 || turn.abs() > 900 {
                    continue;
                }
                let hand = if turn < 0 { Hand::Left } else { Hand::Right };
                let wheel = Step::Wheel(hand, turn.unsigned_abs() as u16);
                self.offer_move(unit, &[wheel, Step::Forward(full as u32)], Some(enemy));
            }
        }
    }

    fn wheels(&mut self, unit: Id, foot: Footprint, left: i64) {
        for hand in [Hand::Left, Hand::Right] {
            for tenths in WHEELS {
                let step = Step::Wheel(hand, tenths);
                let known = self.out.len();
                self.offer_move(unit, &[step], None);
                if self.out.len() == known {
                    // What is too much once is too much farther round.
                    break;
                }
                let march = March::new(self.battle, self.p, unit);
                let cost = self.battle.wheel_points(&march, hand, tenths);
                self.ahead(unit, &[step], foot.wheeled(hand, tenths.into()), left - cost);
            }
        }
    }

    fn turns(&mut self, unit: Id, foot: Footprint, left: i64) {
        let card = self.battle.card(unit);
        for turn in Turn::ALL {
            let step = Step::Turn(turn);
            let known = self.out.len();
            self.offer_move(unit, &[step], None);
            if self.out.len() > known {
                let free = turn == Turn::About && card.is_skirmisher();
                let cost = if free { 0 } else { card.budget() / 2 };
                let turned = foot.turned(foot.stance().facing.turned(turn.tenths()));
                self.ahead(unit, &[step], turned, left - cost);
            }
        }
    }

    fn formations(&mut self, unit: Id) {
        let state = self.p.unit(unit);
        let files = state.files;
        for wanted in [files.saturating_sub(1), files + 1, files / 2, files * 2] {
            if wanted != files && wanted > 0 && wanted <= state.elements {
                self.offer_move(unit, &[Step::Form(wanted)], None);
            }
        }
    }

    fn pivots(&mut self, unit: Id) {
        let (battle, p) = (self.battle, self.p);
        for hand in [Hand::Left, Hand::Right] {
            for tenths in PIVOTS {
                self.offer(Choice::Pivot(unit, hand, tenths));
            }
        }
        let foot = battle.foot(p, unit);
        for enemy in battle.others(p, unit).filter(|other| battle.enemies(unit, *other)) {
            if let Some(bearing) = Angle::bearing(foot.centre(), battle.foot(p, enemy).centre()) {
                let turn = foot.stance().facing.turn_to(bearing);
                let hand = if turn < 0 { Hand::Left } else { Hand::Right };
                self.offer(Choice::Pivot(unit, hand, turn.unsigned_abs() as u16));
            }
        }
    }

    /// Every commander to every unit he can join.
    fn commanders(&mut self) {
        self.from = self.out.len();
        let (battle, p, side) = (self.battle, self.p, self.side);
        for (who, commander) in p.commanders.iter().enumerate() {
            if battle.commanders[who].side != self.side || commander.moved {
                continue;
            }
            let leave = matches!(commander.place, Place::Leading(_));
            for unit in p.ids().filter(|unit| battle.side_of(*unit) == side) {
                if commander.place != Place::Leading(unit) {
                    self.offer(Choice::Commander {
                        who: who as u8,
                        leave,
                        to: None,
                        join: Some(unit),
                    });
                }
            }
        }
    }
}
