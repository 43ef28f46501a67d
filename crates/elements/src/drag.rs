//! A piece dragged over the table: the order that brings it there, or as near as it may come, and how far it could go at all.

use crate::battle::Battle;
use crate::choice::{Choice, Step, Steps, Turn};
use crate::deny::Fault;
use crate::march::March;
use crate::movement::Plan;
use crate::position::{Id, Phase, Position};
use board::scene::{Area, Drag, Need};
use board::table::{Footprint, Hand, Hull, Point, Stance, brief_inches, distance};
use board::{Place, Shape};
use kernel::story::Chance;
use kernel::{Cite, Refusal, Side};

/// Nearer than this is there.
const THERE: i64 = 120;
/// An enemy so near to where it is dragged is meant.
const MEANT: i32 = 500;
/// A wheel is looked for in steps of so many tenths of a degree.
const WHEEL: u16 = 10;
/// So much nearer must a way with a test lead, or the one without is taken.
const WORTH: i64 = 400;

/// An order with where it leads.
struct Lead {
    choice: Choice,
    plan: Plan,
    foot: Footprint,
    cost: i64,
    /// From where it was dragged to.
    off: i64,
}

impl Battle {
    pub fn dragged(&self, p: &Position, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        let Place::Table(pose) = *to else {
            return Err(Refusal::new(
                "NoSuchPlace",
                Cite::NONE,
                "There are no hexes on a table.",
            ));
        };
        let wanted = self.table.stance(pose).ok_or(Fault::OffTable)?;
        let p = &*self.known_to(p, side);
        if let Some(who) = self.find_commander(piece) {
            return self.drag_commander(p, side, who, wanted.at, to);
        }
        let unit = self.find_unit(piece).ok_or(Fault::UnknownUnit)?;
        match p.phase {
            Phase::Deploy => self.drag_to_deploy(p, side, unit, wanted, to),
            _ => self.drag_unit(p, side, unit, wanted.at),
        }
    }

    fn drag_commander(&self, p: &Position, side: Side, who: u8, at: Point, to: &Place) -> Result<Drag, Refusal> {
        let from = self.commander_at(p, usize::from(who)).ok_or(Fault::Gone)?;
        let leading = matches!(p.commanders[usize::from(who)].place, crate::position::Place::Leading(_));
        let own = |unit: &Id| self.side_of(*unit) == side && distance(&at, &self.foot(p, *unit)).within(0);
        let join = p.ids().filter(|unit| p.unit(*unit).state.on_table()).find(own);
        let choice = Choice::Commander {
            who,
            leave: leading,
            to: join.is_none().then(|| [at.x(), at.y()]),
            join,
        };
        self.judge(p, side, &choice)?;
        let needs = join.map(|unit| Need {
            words: format!("Joins {}", self.card(unit).name),
            cite: Cite("LR-17"),
            basis_points: None,
        });
        let start = Place::Table(self.table.pose(Stance {
            at: from,
            facing: board::table::Angle::AHEAD,
        }));
        Ok(Drag {
            choice: self.write(&choice),
            to: to.clone(),
            path: vec![start, to.clone()],
            cost: format!("{} in", brief_inches(distance(&from, &at).mils())),
            needs: needs.into_iter().collect(),
            chances: Vec::new(),
            short: None,
        })
    }

    fn drag_to_deploy(&self, p: &Position, side: Side, unit: Id, wanted: Stance, to: &Place) -> Result<Drag, Refusal> {
        let foot = self.foot(p, unit);
        let stance = wanted.moved(foot.depth() / 2);
        let choice = Choice::Deploy(unit, stance);
        self.judge(p, side, &choice)?;
        Ok(Drag {
            choice: self.write(&choice),
            to: self.drawn(&foot.placed(stance)),
            path: vec![self.drawn(&foot), to.clone()],
            cost: "Set up here".into(),
            needs: Vec::new(),
            chances: Vec::new(),
            short: None,
        })
    }

    fn drag_unit(&self, p: &Position, side: Side, unit: Id, to: Point) -> Result<Drag, Refusal> {
        // What holds whatever the way: its turn, its state, its one order.
        match self.judge(p, side, &Choice::forward(unit, 1)) {
            Ok(()) => {}
            Err(fault) if fault > Fault::Steps => {}
            Err(fault) => return Err(fault.into()),
        }
        let foot = self.foot(p, unit);
        // What would bring it nearest if nothing hindered it.
        let mut wish: Option<(i64, Steps)> = None;
        let mut best: Option<Lead> = None;
        let mut consider = |lead: Option<Lead>| {
            let Some(lead) = lead else { return };
            let worse = |known: &Lead| {
                let handicap = |lead: &Lead| if lead.plan.rolls() { WORTH } else { 0 };
                lead.off + handicap(&lead) >= known.off + handicap(known)
            };
            if !best.as_ref().is_some_and(worse) {
                best = Some(lead);
            }
        };
        for before in self.beginnings(p, unit, &foot, to) {
            let moved = self.after_steps(p, unit, &before);
            let ahead = moved.foot.stance().local(to).mils()[1] + moved.foot.depth() / 2;
            let reach = moved.reach(p);
            if ahead > 0 {
                let off = away(moved.foot.moved(ahead).centre(), to);
                if wish.as_ref().is_none_or(|(least, _)| off < *least) {
                    wish = Some((off, with_forward(&before, ahead)));
                }
            }
            if !before.is_empty() {
                consider(self.lead(p, unit, before.clone(), None, to));
            }
            if ahead.min(reach) > 0 {
                consider(self.lead(p, unit, with_forward(&before, ahead.min(reach)), None, to));
            }
        }
        // An enemy pointed at is to be met.
        let enemy = p
            .ids()
            .filter(|id| self.enemies(unit, *id) && p.unit(*id).state.on_table());
        let mut near = enemy.filter(|id| distance(&to, &self.foot(p, *id)).within(MEANT));
        if let Some(enemy) = near.next() {
            let mut orders = Vec::new();
            self.list_orders(p, unit, &mut orders);
            let meets = orders.into_iter().filter_map(|choice| match choice {
                Choice::Move { steps, contact, .. } if contact == Some(enemy) => Some(steps),
                _ => None,
            });
            if let Some(lead) = meets
                .filter_map(|steps| self.lead(p, unit, steps, Some(enemy), to))
                .min_by_key(|l| l.off)
            {
                best = Some(lead);
            } else if best.is_none() {
                let far = self.card(unit).moves()[0] as i32;
                wish = Some((0, with_forward(&Steps::new(), far)));
            }
        }
        let refusal = |wish: Option<(i64, Steps)>| {
            let (_, steps) = wish?;
            let choice = Choice::Move {
                unit,
                steps,
                contact: None,
            };
            self.judge(p, side, &choice).err().map(Refusal::from)
        };
        let Some(lead) = best else {
            return Err(refusal(wish).unwrap_or_else(|| Fault::Overlap.into()));
        };
        let short = (lead.off > THERE && !matches!(lead.choice, Choice::Move { contact: Some(_), .. }))
            .then(|| refusal(wish))
            .flatten();
        Ok(self.told(p, unit, &foot, lead, short))
    }

    /// What a move towards a point may begin with: nothing, a wheel that brings it into line, a turn.
    fn beginnings(&self, p: &Position, unit: Id, foot: &Footprint, to: Point) -> Vec<Steps> {
        let mut found = vec![Steps::new()];
        let failed = p.unit(unit).is(crate::marks::Marks::FAILED);
        if failed {
            return found;
        }
        let [right, _] = foot.stance().local(to).mils();
        let hand = if right < 0 { Hand::Left } else { Hand::Right };
        let lateral = |tenths: &u16| {
            let [right, _] = foot.wheeled(hand, (*tenths).into()).stance().local(to).mils();
            right.abs()
        };
        if let Some(tenths) = (1..=900 / WHEEL).map(|n| n * WHEEL).min_by_key(lateral) {
            found.push([Step::Wheel(hand, tenths)].into_iter().collect());
        }
        for turn in Turn::ALL {
            found.push([Step::Turn(turn)].into_iter().collect());
        }
        found
    }

    fn lead(&self, p: &Position, unit: Id, steps: Steps, contact: Option<Id>, to: Point) -> Option<Lead> {
        let plan = self.check_move(p, unit, &steps, contact).ok()?;
        let (foot, cost) = self.after_move(p, unit, &steps, contact)?;
        Some(Lead {
            choice: Choice::Move { unit, steps, contact },
            plan,
            foot,
            cost,
            off: away(foot.centre(), to),
        })
    }

    fn told(&self, p: &Position, unit: Id, from: &Footprint, lead: Lead, short: Option<Refusal>) -> Drag {
        let card = self.card(unit);
        let [good, _] = card.moves();
        let to = self.drawn(&lead.foot);
        let mut path = vec![self.drawn(from)];
        if let Choice::Move { steps, .. } = &lead.choice
            && let [first @ (Step::Wheel(..) | Step::Turn(_)), _, ..] = steps.as_slice()
        {
            path.push(self.drawn(&self.after_steps(p, unit, &[*first]).foot));
        }
        path.push(to.clone());
        let chances = match (&lead.choice, lead.plan.contact) {
            (
                Choice::Move {
                    contact: Some(enemy), ..
                },
                Some(met),
            ) => self.charge_prospects(p, unit, *enemy, met),
            _ => Vec::new(),
        };
        Drag {
            choice: self.write(&lead.choice),
            to,
            path,
            cost: format!(
                "{} of {} in",
                self.in_good_going(unit, lead.cost),
                brief_inches(good as i32)
            ),
            needs: self.needs(p, unit, &lead, &chances),
            chances,
            short,
        }
    }

    /// Points as inches of good going (LR-18).
    fn in_good_going(&self, unit: Id, cost: i64) -> String {
        let [_, bad] = self.card(unit).moves();
        brief_inches(cost.checked_div(bad).unwrap_or(0) as i32)
    }

    pub(crate) fn in_inches(&self, unit: Id, cost: i64) -> String {
        format!("{} in", self.in_good_going(unit, cost))
    }

    /// The tests of an order in the order in which they are rolled (LR-14), lines to be diced, and whom it meets.
    fn needs(&self, p: &Position, unit: Id, lead: &Lead, chances: &[Chance]) -> Vec<Need> {
        let value = self.card(unit).discipline.value() + i8::from(self.under_command(p, unit));
        let ways = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
        let passing = ways.filter(|sum| *sum <= value).count() as u32;
        let test = |applies: bool, what: &str, cite: &'static str| {
            applies.then(|| Need {
                words: format!("{what}: {value} or less with two dice"),
                cite: Cite(cite),
                basis_points: Some((passing * 10_000 + 18) / 36),
            })
        };
        let mut needs = Vec::new();
        needs.extend((lead.plan.claimed != 0).then(|| Need {
            words: "The line in between is diced for".into(),
            cite: Cite("LC-9"),
            basis_points: None,
        }));
        needs.extend(test(lead.plan.shot, "Shot into contact", "L-58"));
        needs.extend(test(lead.plan.crosses, "Across an enemy's front", "L-62"));
        needs.extend(test(lead.plan.manoeuvre, "Manoeuvre", "L-56"));
        if let Choice::Move {
            contact: Some(enemy), ..
        } = lead.choice
        {
            let mut words = format!("Meets {}", self.card(enemy).name);
            if let Some(to) = lead.plan.contact {
                // As if it were fought at once.
                let then = self.after_contact(p, unit, enemy, to);
                let [own, theirs] = [unit, enemy].map(|fighter| elements(self.expected_loss(&then, fighter)));
                words += &format!("; on average it loses {own} elements in the fight and they {theirs}");
            }
            needs.push(Need {
                words,
                cite: Cite("LR-30"),
                basis_points: None,
            });
        }
        needs.extend(chances.iter().map(|chance| Need {
            words: format!("{} {}", chance.outcome, percent(chance.basis_points)),
            cite: Cite("LR-55"),
            basis_points: None,
        }));
        needs
    }

    /// Straight on, and what a wheel to either hand opens; while there is shooting, its arc.
    pub fn envelope_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Area> {
        let p = &*self.known_to(p, side);
        let Some(unit) = self.find_unit(piece).filter(|unit| self.side_of(*unit) == side) else {
            return Vec::new();
        };
        if matches!(p.phase, Phase::Shooting | Phase::Reply) {
            return self.arcs(p, unit);
        }
        let area = |kind: &'static str, cite: &'static str, outline: Vec<[i32; 2]>| Area {
            kind,
            side,
            piece: Some(piece.into()),
            shape: Shape::Outline { outline },
            cite: Cite(cite),
        };
        if p.phase == Phase::Deploy
            && let Some([west, south, east, north]) = self.sides[side.index()].zone
        {
            let corners = [[west, south], [east, south], [east, north], [west, north]];
            let outline = corners.map(|[x, y]| [x, self.table.depth - y]).to_vec();
            return vec![area("zone", "EL-11", outline)];
        }
        if p.phase != Phase::Movement || self.check_orderable(p, unit).any() || p.in_contact(unit) {
            return Vec::new();
        }
        let mut areas = Vec::new();
        let start = March::new(self, p, unit);
        let (foot, reach) = (start.foot, start.reach(p));
        if reach > 0 {
            let outline = foot.sweep(reach).corners().iter().map(|at| self.shown(*at)).collect();
            areas.push(area("straight on", "LR-18", outline));
        }
        if p.unit(unit).is(crate::marks::Marks::FAILED) {
            return areas;
        }
        for hand in [Hand::Left, Hand::Right] {
            let mut outline = vec![self.shown(foot.stance().at)];
            for tenths in (0..=900).step_by(50) {
                let wheel = [Step::Wheel(hand, tenths)];
                let steps = if tenths == 0 { &[][..] } else { &wheel[..] };
                if tenths > 0 && self.check_move(p, unit, steps, None).is_err() {
                    break;
                }
                let wheeled = self.after_steps(p, unit, steps);
                let front = wheeled.foot.stance().moved(wheeled.reach(p));
                outline.push(self.shown(front.at));
            }
            if outline.len() > 2 {
                areas.push(area("after a wheel", "LR-21", outline));
            }
        }
        areas
    }
}

/// Hundredths of a percent, to a tenth.
fn percent(basis_points: u32) -> String {
    let tenths = (basis_points + 5) / 10;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Thousandths of an element, to a tenth.
fn elements(thousandths: i64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn away(from: Point, to: Point) -> i64 {
    from.squared(to).isqrt()
}

fn with_forward(before: &Steps, mils: i32) -> Steps {
    let mut steps = before.clone();
    steps.push(Step::Forward(mils as u32));
    steps
}
