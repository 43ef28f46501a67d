//! Army morale, succession, score and victory (section 12).

use crate::battle::Battle;
use crate::event::{Beaten, Event};
use crate::position::{Place, Position, State};
use kernel::{Dice, Log, Side};

/// LC-8.
const CAMP: u32 = 25;
/// L-111.
const FIGHTS_ON: u8 = 4;

impl Battle {
    /// Counting units lost (LR-65, LR-72).
    pub fn lost(&self, p: &Position, side: Side) -> u8 {
        let gone = self
            .units
            .iter()
            .zip(&p.units)
            .filter(|(card, unit)| card.side == side && card.counts() && unit.state.is_lost());
        p.army(side).lost_before + gone.count() as u8
    }

    /// L-108 to L-112.
    pub fn army_morale(&self, p: &mut Position, side: Side, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let lost = self.lost(p, side);
        let army = *p.army(side);
        let heir = self.heir(p, side);
        let weak = lost > army.lost_at_start && 2 * u16::from(lost) >= u16::from(self.sides[side.index()].counting);
        if !army.demoralised {
            if army.general_lost && heir.is_none() {
                self.demoralise(p, side, log);
            } else if weak || army.general_lost {
                let die = dice.die(6);
                let sum = die + u8::from(army.defence);
                let passed = sum >= FIGHTS_ON;
                log.event(|| Event::ArmyMorale { side, die, sum, passed });
                if !passed {
                    self.demoralise(p, side, log);
                }
            }
        }
        if army.general_lost {
            p.army_mut(side).general_lost = false;
            if let Some(heir) = heir {
                p.commanders[heir].general = true;
                log.event(|| Event::Succeeds(heir as u8));
            }
            for (who, card) in self.commanders.iter().enumerate() {
                if card.side == side && p.commanders[who].place == Place::Lost {
                    p.commanders[who].general = false;
                }
            }
        }
    }

    fn demoralise(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        p.army_mut(side).demoralised = true;
        log.event(|| Event::Demoralised(side));
    }

    /// LR-73: the first of the others in the list; one in reserve will do (LC-5).
    fn heir(&self, p: &Position, side: Side) -> Option<usize> {
        (0..self.commanders.len()).find(|who| {
            let here = !matches!(p.commanders[*who].place, Place::Lost | Place::Out);
            self.commanders[*who].side == side && !p.commanders[*who].general && here
        })
    }

    /// LR-75, LC-7: which armies are beaten.
    pub fn beaten(&self, p: &Position) -> [Option<Beaten>; 2] {
        Side::BOTH.map(|side| {
            let stands = |(card, unit): (&crate::battle::UnitCard, &crate::position::Unit)| {
                let counts = card.side == side && card.counts();
                counts
                    && matches!(
                        unit.state,
                        State::Steady | State::Pursuing | State::Reserve | State::Left
                    )
            };
            let card = &self.sides[side.index()];
            let nobody = card.unlisted == 0 && !self.units.iter().zip(&p.units).any(stands);
            let lost = self.lost(p, side);
            let worn = p.army(side).demoralised && 3 * u16::from(lost) >= 2 * u16::from(card.counting);
            if nobody {
                Some(Beaten::Nobody)
            } else {
                worn.then_some(Beaten::Worn(lost))
            }
        })
    }

    /// LR-75, LC-7: whether the battle is over before its last turn, and who has won.
    pub fn decided(&self, p: &Position) -> Option<Option<Side>> {
        match self.beaten(p) {
            [None, None] => None,
            [Some(_), Some(_)] => Some(None),
            [one, _] => Some(Some(if one.is_some() { Side::Two } else { Side::One })),
        }
    }

    /// LR-75: points of what the enemy lost, half of what flees, a quarter of his total if he is demoralised, and his camp.
    pub fn score_of(&self, p: &Position, side: Side) -> u32 {
        let enemy = side.other();
        let army = p.army(enemy);
        let mut score = u32::from(army.points_before);
        for (card, unit) in self.units.iter().zip(&p.units).filter(|(card, _)| card.side == enemy) {
            score += match unit.state {
                state if state.is_lost() => u32::from(card.points),
                State::Fleeing => u32::from(card.points) / 2,
                _ => 0,
            };
        }
        if army.demoralised {
            score += self.sides[enemy.index()].points / 4;
        }
        score + if army.camp_taken { CAMP } else { 0 }
    }

    /// Points with which each side begins, as its players have agreed: as if the other had lost them before.
    pub fn give(&mut self, points: [i32; 2]) {
        self.handicap = points;
        for side in Side::BOTH {
            self.start.army_mut(side.other()).points_before += points[side.index()] as u16;
        }
    }

    /// At the limit: the higher score wins if it is ahead by a tenth of the loser's points.
    pub fn by_score(&self, p: &Position) -> Option<Side> {
        let [one, two] = Side::BOTH.map(|side| self.score_of(p, side));
        let (winner, ahead) = if one > two {
            (Side::One, one - two)
        } else {
            (Side::Two, two - one)
        };
        (ahead >= self.lead_needed(winner)).then_some(winner)
    }

    /// A tenth of the other side's points, and at least one.
    pub fn lead_needed(&self, side: Side) -> u32 {
        self.sides[side.other().index()].points.div_ceil(10).max(1)
    }

    pub fn is_handicapped(&self) -> bool {
        self.handicap != [0; 2]
    }
}
