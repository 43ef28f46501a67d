//! Orders of movement worth considering for one unit, each of which is accepted (LR-81).

use crate::battle::Battle;
use crate::choice::{Choice, Step, Steps, Turn};
use crate::deny::Fault;
use crate::marks::Marks;
use crate::position::{Id, Position, one};
use crate::trial::Trial;
use crate::wheel::Wheels;
use arrayvec::ArrayVec;
use board::table::{Angle, By, Face, Footprint, Hand, Hull, Stance, Sweep, Way, distance};

/// No unit has more.
const MOST: usize = 64;
const WHEELS: [u16; 5] = [150, 300, 450, 600, 900];
/// A wheel for who must be quick.
const LITTLE: u16 = 300;
const PIVOTS: [u16; 3] = [150, 300, 450];
/// So far beyond its move enemies are looked at.
const BEYOND: i32 = 3000;
/// So far from an enemy it stops instead of meeting him.
const BEFORE: i32 = 1000;
/// Orders that lead to within so much of each other lead to the same place.
const SAME: i32 = 100;

/// Where an order leads: the place, rounded, the facing, the files, and whom it meets.
type Lead = (i32, i32, Angle, u8, Option<Id>);

/// The candidates of one unit, as they are put together.
pub struct Orders<'a> {
    battle: &'a Battle,
    p: &'a Position,
    unit: Id,
    out: &'a mut Vec<Choice>,
    /// Where its own begin in `out`.
    from: usize,
    leads: ArrayVec<Lead, MOST>,
}

impl<'a> Orders<'a> {
    pub fn new(battle: &'a Battle, p: &'a Position, unit: Id, out: &'a mut Vec<Choice>) -> Orders<'a> {
        let from = out.len();
        Orders {
            battle,
            p,
            unit,
            out,
            from,
            leads: ArrayVec::new(),
        }
    }

    /// Whether it may be ordered at all.
    fn is_free(battle: &Battle, p: &Position, unit: Id) -> bool {
        !battle.check_orderable(p, unit).any()
    }

    /// The most candidates that it can have, as far as bounds tell.
    pub fn most(battle: &Battle, p: &Position, unit: Id) -> usize {
        if !Orders::is_free(battle, p, unit) {
            return 0;
        }
        if p.in_contact(unit) {
            return 2 + p.touching(unit).count();
        }
        let (card, state) = (battle.card(unit), p.unit(unit));
        let enemies = |within: i32| {
            let near = battle.near(p, one(unit), battle.foot(p, unit).bounds().grown(within));
            near.filter(|other| battle.enemies(unit, *other)).count()
        };
        // Halt and reorder.
        let mut most = 1 + usize::from(state.is(Marks::DISORDERED));
        if card.is_artillery() {
            most += 2 * PIVOTS.len() + enemies(card.lead().weapon().map_or(0, |weapon| weapon.range));
        }
        if card.moves()[0] > 0 {
            most += 4;
            if !card.is_artillery() && !card.is_skirmisher() {
                most += (1 + 2 * Face::ALL.len()) * enemies(card.moves()[0] as i32 + BEYOND);
            }
            if !state.is(Marks::FAILED) {
                // Each with no step and with a straight one after it; then formations.
                most += 2 * (2 * WHEELS.len() + Turn::ALL.len()) + 4;
            }
        }
        most.min(MOST)
    }

    pub fn list(mut self) {
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        if !Orders::is_free(battle, p, unit) {
            return;
        }
        let (card, state) = (battle.card(unit), p.unit(unit));
        let foot = battle.foot(p, unit);
        self.leads.push(self.lead(foot.stance(), None));
        self.offer(Choice::Halt(unit), battle.check_halt(p, unit));
        if p.in_contact(unit) {
            self.offer(Choice::BreakOff(unit), battle.check_break_off(p, unit));
            for (enemy, _) in p.touching(unit) {
                self.offer(Choice::Face(unit, enemy), battle.check_face(p, unit, enemy));
            }
            return;
        }
        if card.moves()[0] > 0 {
            self.moves();
        }
        if state.is(Marks::DISORDERED) {
            self.offer(Choice::Reorder(unit), battle.check_reorder(p, unit));
        }
        if card.is_artillery() {
            self.pivots(&foot);
        }
    }

    /// A few of them, for who must be quick: straight on, into contact, a little to either hand, and if wanted formations.
    pub fn list_few(mut self, forms: bool) {
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        if p.in_contact(unit) || battle.card(unit).is_artillery() || battle.card(unit).moves()[0] == 0 {
            return self.list();
        }
        if !Orders::is_free(battle, p, unit) {
            return;
        }
        self.leads.push(self.lead(battle.foot(p, unit).stance(), None));
        self.offer(Choice::Halt(unit), battle.check_halt(p, unit));
        if p.unit(unit).is(Marks::DISORDERED) {
            self.offer(Choice::Reorder(unit), battle.check_reorder(p, unit));
        }
        let mut start = Trial::new(battle, p, unit);
        start.march.far = battle.too_far(p, unit);
        self.ahead(&start, None, &[4, 2]);
        if p.unit(unit).is(Marks::FAILED) {
            return self.contacts(&start, None);
        }
        let wheels = battle.wheels(p, &start.march);
        start.wheels = Some(&wheels);
        self.contacts(&start, Some(&wheels));
        if forms {
            self.formations(&start);
        }
        for hand in [Hand::Left, Hand::Right] {
            if wheels.allow(hand, LITTLE) {
                let wheel = Step::Wheel(hand, LITTLE);
                let mut trial = start.clone();
                trial.step(wheel, None);
                if !trial.faults.any() {
                    self.ahead(&trial, Some(wheel), &[4]);
                }
            }
        }
    }

    fn moves(&mut self) {
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        let again = p.unit(unit).is(Marks::FAILED);
        let mut start = Trial::new(battle, p, unit);
        start.march.far = battle.too_far(p, unit);
        self.ahead(&start, None, &[4, 3, 2, 1]);
        if again {
            self.contacts(&start, None);
            return;
        }
        let wheels = battle.wheels(p, &start.march);
        start.wheels = Some(&wheels);
        self.contacts(&start, Some(&wheels));
        self.wheels(&start, &wheels);
        self.turns(&start);
        self.formations(&start);
    }

    fn is_full(&self) -> bool {
        self.out.len() - self.from >= MOST
    }

    fn offer(&mut self, choice: Choice, known: Result<(), Fault>) {
        if known.is_ok() && !self.is_full() {
            self.out.push(choice);
        }
    }

    fn lead(&self, to: Stance, contact: Option<Id>) -> Lead {
        let near = |c: i32| (c + SAME / 2).div_euclid(SAME);
        (
            near(to.at.x()),
            near(to.at.y()),
            to.facing,
            self.p.unit(self.unit).files,
            contact,
        )
    }

    /// Whether nothing known leads there; from then on it is known.
    fn is_new(&mut self, lead: Lead) -> bool {
        !self.leads.contains(&lead) && self.leads.try_push(lead).is_ok()
    }

    /// A move that has been looked at to its last step: on offer if it is accepted and leads anywhere new.
    fn offer_move(&mut self, trial: Trial<'_>, first: Option<Step>, last: Option<Step>, contact: Option<Id>) -> bool {
        if self.is_full() || trial.faults.any() {
            return false;
        }
        let stance = trial.march.foot.stance();
        let Ok(plan) = trial.finish(contact) else { return false };
        let mut lead = self.lead(plan.contact.map_or(stance, |to| to.stance), contact);
        if let Some(Step::Form(files)) = first {
            lead.3 = files;
        }
        if self.is_new(lead) {
            let steps: Steps = [first, last].into_iter().flatten().collect();
            self.out.push(Choice::Move {
                unit: self.unit,
                steps,
                contact,
            });
        }
        true
    }

    fn forward(&mut self, begun: &Trial<'_>, first: Option<Step>, mils: i32) {
        if mils > 0 {
            let step = Step::Forward(mils as u32);
            let mut trial = begun.clone();
            trial.step(step, None);
            self.offer_move(trial, first, Some(step), None);
        }
    }

    /// Straight on by so many quarters of what is free.
    fn ahead(&mut self, begun: &Trial<'_>, first: Option<Step>, quarters: &[i32]) {
        let reach = begun.march.reach(self.p);
        for part in quarters {
            self.forward(begun, first, reach * part / 4);
        }
    }

    /// Every enemy within reach: straight ahead, or after a wheel towards the middle of one of its edges; and an inch before him.
    fn contacts(&mut self, start: &Trial<'_>, wheels: Option<&Wheels<'_>>) {
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        let (card, foot) = (battle.card(unit), start.march.foot);
        if card.is_skirmisher() || card.is_artillery() {
            return;
        }
        let within = card.moves()[0] as i32 + BEYOND;
        for enemy in battle.near(p, start.march.far | one(unit), foot.bounds().grown(within)) {
            let its = battle.foot(p, enemy);
            let apt = battle.enemies(unit, enemy) && !p.unit(enemy).state.is_broken();
            if !apt || !distance(&foot, &its).within(within) || self.meet(start, None, enemy, &its) {
                continue;
            }
            let Some(wheels) = wheels else { continue };
            for face in Face::ALL {
                let Some(bearing) = Angle::bearing(foot.stance().at, its.point_on(face, 0)) else {
                    continue;
                };
                let turn = foot.stance().facing.turn_to(bearing);
                if turn == 0 || turn.abs() > 900 {
                    continue;
                }
                let hand = if turn < 0 { Hand::Left } else { Hand::Right };
                let tenths = turn.unsigned_abs() as u16;
                if !wheels.allow(hand, tenths) {
                    continue;
                }
                let wheel = Step::Wheel(hand, tenths);
                let mut trial = start.clone();
                trial.step(wheel, None);
                if !trial.faults.any() {
                    self.meet(&trial, Some(wheel), enemy, &its);
                }
            }
        }
    }

    /// Into contact with an enemy who is straight ahead, and to an inch before him. Whether the contact is legal.
    fn meet(&mut self, begun: &Trial<'_>, first: Option<Step>, enemy: Id, its: &Footprint) -> bool {
        let full = begun.march.card.moves()[0] as i32;
        let front = begun.march.foot.front();
        let way = Way::along(begun.march.foot.stance().facing);
        let Some(touch) = Sweep::new(&way, By::Common, &front, its).first(1..=full + BEFORE) else {
            return false;
        };
        let step = Step::Forward(full as u32);
        let mut trial = begun.clone();
        trial.step(step, Some(enemy));
        let legal = self.offer_move(trial, first, Some(step), Some(enemy));
        self.forward(begun, first, touch - BEFORE);
        legal
    }

    fn wheels(&mut self, start: &Trial<'_>, wheels: &Wheels<'_>) {
        for hand in [Hand::Left, Hand::Right] {
            // What is too much once is too much farther round.
            for tenths in WHEELS.into_iter().take_while(|tenths| wheels.allow(hand, *tenths)) {
                let wheel = Step::Wheel(hand, tenths);
                let mut trial = start.clone();
                trial.step(wheel, None);
                if trial.faults.any() {
                    break;
                }
                self.offer_move(trial.clone(), Some(wheel), None, None);
                self.ahead(&trial, Some(wheel), &[4]);
            }
        }
    }

    fn turns(&mut self, start: &Trial<'_>) {
        if start.march.card.is_artillery() {
            return;
        }
        for turn in Turn::ALL {
            let step = Step::Turn(turn);
            let mut trial = start.clone();
            trial.step(step, None);
            if !trial.faults.any() {
                self.offer_move(trial.clone(), Some(step), None, None);
                self.ahead(&trial, Some(step), &[4]);
            }
        }
    }

    fn formations(&mut self, start: &Trial<'_>) {
        let state = self.p.unit(self.unit);
        let files = state.files;
        for wanted in [files.saturating_sub(1), files + 1, files / 2, files * 2] {
            if wanted != files && wanted > 0 && wanted <= state.elements {
                let step = Step::Form(wanted);
                let mut trial = start.clone();
                trial.step(step, None);
                self.offer_move(trial, Some(step), None, None);
            }
        }
    }

    /// To both hands, and towards every enemy in range.
    fn pivots(&mut self, foot: &Footprint) {
        let (battle, p, unit) = (self.battle, self.p, self.unit);
        let range = battle.card(unit).lead().weapon().map_or(0, |weapon| weapon.range);
        let enemies = battle.near(p, one(unit), foot.bounds().grown(range));
        let towards = enemies
            .filter(|other| battle.enemies(unit, *other))
            .filter_map(|enemy| {
                let its = battle.foot(p, enemy);
                let bearing = Angle::bearing(foot.centre(), its.centre())?;
                distance(foot, &its)
                    .within(range)
                    .then(|| foot.stance().facing.turn_to(bearing))
            });
        let about = PIVOTS.map(|tenths| [-1, 1].map(|hand| hand * i32::from(tenths)));
        for turn in about.into_iter().flatten().chain(towards) {
            let hand = if turn < 0 { Hand::Left } else { Hand::Right };
            let tenths = turn.unsigned_abs() as u16;
            let known = battle.check_pivot(p, unit, hand, tenths);
            let to = foot.turned(foot.stance().facing.turned(turn)).stance();
            if known.is_ok() && self.is_new(self.lead(to, None)) {
                self.offer(Choice::Pivot(unit, hand, tenths), known);
            }
        }
    }
}
