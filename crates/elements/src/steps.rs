//! The steps of an order one by one: how they may follow each other (LR-22 to LR-24), what each costs and where it leads.

use crate::battle::Battle;
use crate::choice::{Step, Turn};
use crate::deny::{Fault, Faults};
use crate::march::March;
use crate::position::{Id, Position};
use board::table::Footprint;

/// A wheel, a turn or a change of formation.
pub struct Aside {
    /// In points (LR-18).
    pub cost: i64,
    pub foot: Footprint,
    /// It is not tested: Skirmishers turn about freely (L-54).
    pub free: bool,
}

impl Battle {
    /// Of a step that goes not straight on: what it costs and where it leads.
    pub fn aside(&self, p: &Position, march: &March<'_>, step: Step) -> Option<Aside> {
        let card = march.card;
        let (cost, foot, free) = match step {
            Step::Forward(_) => return None,
            Step::Wheel(hand, tenths) => {
                let wheeled = march.foot.wheeled(hand, tenths.min(900).into());
                (self.wheel_points(march, hand, tenths), wheeled, false)
            }
            Step::Turn(turn) => {
                let free = turn == Turn::About && card.is_skirmisher();
                let cost = if free { 0 } else { card.budget() / 2 };
                let facing = march.foot.stance().facing.turned(turn.tenths());
                (cost, march.foot.turned(facing), free)
            }
            Step::Form(files) => {
                let mut formed = *p.unit(march.unit);
                formed.files = files.clamp(1, formed.elements.max(1));
                formed.at = march.foot.stance();
                (card.budget(), self.shape_of(march.unit, &formed), false)
            }
        };
        Some(Aside { cost, foot, free })
    }

    /// A unit after these steps if nothing comes between: every test passed, no line more than slight, nobody in the way.
    pub fn after_steps(&self, p: &Position, unit: Id, steps: &[Step]) -> March<'_> {
        let mut march = March::new(self, p, unit);
        for step in steps {
            let (cost, foot) = match (self.aside(p, &march, *step), *step) {
                (Some(aside), _) => (aside.cost, aside.foot),
                (None, Step::Forward(mils)) => {
                    let mils = straight(mils);
                    (march.unhindered(mils), march.foot.moved(mils))
                }
                (None, _) => continue,
            };
            march.left -= cost;
            march.left_unhindered -= cost;
            march.foot = foot;
        }
        march
    }
}

/// The mils of a straight step, of which no table has more.
pub fn straight(mils: u32) -> i32 {
    i32::try_from(mils).unwrap_or(i32::MAX).min(board::table::LIMIT)
}

/// How steps may follow each other (LR-22, LR-23, LR-24).
pub fn check_steps(steps: &[Step], gun: bool, faults: &mut Faults) {
    let other = steps.iter().filter(|step| !matches!(step, Step::Forward(_))).count();
    let late_turn = steps.iter().skip(1).any(|step| matches!(step, Step::Turn(_)));
    let forms = steps.iter().any(|step| matches!(step, Step::Form(_)));
    faults.add_if(
        steps.is_empty() || steps.len() > 3 || other > 1 || late_turn,
        Fault::Steps,
    );
    faults.add_if(forms && steps.len() > 1, Fault::FormSteps);
    faults.add_if(
        gun && steps.iter().any(|step| matches!(step, Step::Turn(_))),
        Fault::GunSteps,
    );
    // Every step goes somewhere.
    faults.add_if(steps.contains(&Step::Forward(0)), Fault::Steps);
}
