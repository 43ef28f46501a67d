//! Candidates: orders worth considering, each of which is accepted (LR-81).

use crate::battle::Battle;
use crate::choice::Choice;
use crate::position::{Phase, Position};
use kernel::Side;

impl Battle {
    /// Appends what is on offer to the side that is to act, in a position as it knows it.
    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let offer = |choice: Choice, out: &mut Vec<Choice>| {
            if self.judge(p, side, &choice).is_ok() {
                out.push(choice);
            }
        };
        if let Some((question, unit)) = p.pending.question {
            out.push(match question {
                crate::position::Question::Follow => Choice::Follow(unit),
                crate::position::Question::Pursue => Choice::Pursue(unit),
            });
            out.push(Choice::Hold(unit));
            return;
        }
        if p.phase == Phase::Movement {
            for unit in p.ids() {
                offer(Choice::Halt(unit), out);
            }
        }
        offer(Choice::End, out);
    }
}
