//! A position in bytes that are the same on every machine.

use crate::battle::Battle;
use crate::position::{Course, Place, Position, Question};
use kernel::Side;

impl Battle {
    pub fn write_bytes(&self, p: &Position, out: &mut Vec<u8>) {
        out.extend(p.turn.to_le_bytes());
        out.extend([p.active as u8, p.phase as u8]);
        for unit in &p.units {
            out.extend(unit.at.at.x().to_le_bytes());
            out.extend(unit.at.at.y().to_le_bytes());
            out.extend(unit.at.facing.tenths().to_le_bytes());
            out.extend([
                unit.state as u8,
                unit.elements,
                unit.files,
                unit.before,
                unit.deep,
                unit.burst,
                unit.into,
                unit.followed,
            ]);
            for word in [unit.marks.0, unit.triggers.0, unit.suffered, unit.inflicted] {
                out.extend(word.to_le_bytes());
            }
            out.extend(unit.spent.to_le_bytes());
        }
        for commander in &p.commanders {
            let (kind, a, b) = match commander.place {
                Place::Leading(unit) => (0, i32::from(unit), 0),
                Place::Free(at) => (1, at.x(), at.y()),
                Place::Lost => (2, 0, 0),
                Place::Out => (3, 0, 0),
                Place::Unseen => (4, 0, 0),
            };
            out.extend([kind, commander.general.into(), commander.moved.into()]);
            out.extend(a.to_le_bytes());
            out.extend(b.to_le_bytes());
        }
        out.extend(p.lines.iter().map(|line| *line as u8));
        out.push(p.contacts.len() as u8);
        for c in &p.contacts {
            out.extend([c.unit, c.target, c.edge as u8, c.fresh.into()]);
        }
        for army in &p.armies {
            out.extend([army.demoralised, army.defence, army.camp_taken, army.general_lost].map(u8::from));
            out.extend([army.lost_before, army.lost_at_start]);
            out.extend(army.points_before.to_le_bytes());
        }
        let pending = &p.pending;
        let course = match pending.course {
            Course::Idle => 0,
            Course::Tests(checkpoint) => 1 + checkpoint as u8,
            Course::Recoils => 4,
        };
        out.extend([course, pending.runner]);
        for set in [pending.waiting, pending.done, pending.chasers, pending.defending] {
            out.extend(set.to_le_bytes());
        }
        out.extend(pending.heading.to_le_bytes());
        out.extend(match pending.question {
            None => [0, 0],
            Some((Question::Follow, unit)) => [1, unit],
            Some((Question::Pursue, unit)) => [2, unit],
        });
        out.push(match p.result {
            None => 0,
            Some(None) => 1,
            Some(Some(Side::One)) => 2,
            Some(Some(Side::Two)) => 3,
        });
    }
}
