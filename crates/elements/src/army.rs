//! Army morale, succession, score and victory (section 12).

use crate::battle::Battle;
use crate::event::Event;
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
                let sum = dice.die(6) + u8::from(army.defence);
                let passed = sum >= FIGHTS_ON;
                log.event(|| Event::ArmyMorale { side, sum, passed });
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

    /// LR-75, LC-7: whether the battle is over before its last turn, and who has won.
    pub fn decided(&self, p: &Position) -> Option<Option<Side>> {
        let beaten = Side::BOTH.map(|side| {
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
            let worn = p.army(side).demoralised && 3 * u16::from(self.lost(p, side)) >= 2 * u16::from(card.counting);
            nobody || worn
        });
        match beaten {
            [false, false] => None,
            [true, true] => Some(None),
            [one, _] => Some(Some(if one { Side::Two } else { Side::One })),
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

    /// At the limit: the higher score wins if it is ahead by a tenth of the loser's points.
    pub fn by_score(&self, p: &Position) -> Option<Side> {
        let [one, two] = Side::BOTH.map(|side| self.score_of(p, side));
        let (winner, ahead) = if one > two {
            (Side::One, one - two)
        } else {
            (Side::Two, two - one)
        };
        let needed = self.sides[winner.other().index()].points;
        (ahead > 0 && 10 * ahead >= needed).then_some(winner)
    }
}
