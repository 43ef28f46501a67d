//! What a shot or blow must be expected to do, from the tables alone, without walking the dice. A test holds it to the walk.

use super::cards::UnitId;
use super::event::Modifiers;
use super::morale::{Hit, LAST_LEVEL};
use super::position::Position;
use super::{Battle, Variant, tables};

/// Ways in which two dice come to this sum or less, of 36.
const AT_MOST: [i32; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];

/// A shot or blow and what it needs on two dice.
#[derive(Clone, Copy)]
pub struct Aim {
    pub by: UnitId,
    pub target: UnitId,
    pub needs: i32,
    pub hit: Hit,
}

impl Aim {
    pub(crate) fn new(by: UnitId, target: UnitId, base: i8, modifiers: &Modifiers, hit: Hit) -> Aim {
        let needs = match base {
            tables::NA => 0,
            base => i32::from(base) + modifiers.iter().map(|m| m.value).sum::<i32>(),
        };
        Aim { by, target, needs, hit }
    }

    /// Chances of a hit, of 36.
    fn hits(&self) -> i32 {
        AT_MOST[self.needs.clamp(0, 12) as usize]
    }
}

impl<R: Variant> Battle<R> {
    /// Ways of 216 in which the target ends with each rout level; the last is its loss.
    pub(crate) fn levels_after(&self, p: &Position, aim: &Aim) -> [i32; LAST_LEVEL as usize + 2] {
        let mut ways = [0; LAST_LEVEL as usize + 2];
        let before = p.unit(aim.target).pending;
        let hits = aim.hits();
        ways[usize::from(before.min(LAST_LEVEL + 1))] += (36 - hits) * 6;
        if hits > 0 {
            let bonus: i32 = self
                .morale_modifiers(p, aim.target, aim.hit)
                .iter()
                .map(|m| m.value)
                .sum();
            let morale = self.face(p, aim.target).morale;
            for die in 1..=6 {
                let level = before + tables::rout_increase(die + bonus, morale);
                ways[usize::from(level.min(LAST_LEVEL + 1))] += hits;
            }
        }
        ways
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::standard::choice::Choice;
    use crate::standard::event::Effect;
    use crate::{edward, robert};
    use board::HexMap;
    use captain::{Captain, Commanded, Rng};
    use kernel::{Quiet, Ratio, Rules, Seed, Seeded, ToAct, odds};

    /// In games between greedy captains: what every shot and blow must be expected to do, by the tables and by the walk.
    fn tables_and_walk_agree<R: Variant>(battle: &Battle<R>, captain: &mut dyn Captain<Battle<R>>) {
        let mut dice = Seeded::new(Seed::derived(2, 3));
        let (mut p, mut list, mut compared) = (battle.start(), Vec::new(), 0);
        while let ToAct::One(side) = battle.to_act(&p) {
            list.clear();
            battle.choices(&p, side, &mut list);
            for choice in list.iter().take(12) {
                let rolls = !matches!(choice, Choice::Attack(..));
                let Some(aim) = R::aim(battle, &p, choice).filter(|_| rolls) else {
                    continue;
                };
                let ways = battle.levels_after(&p, &aim);
                let before = usize::from(p.unit(aim.target).pending);
                let walked = odds::odds(battle, &p, side, choice).unwrap();
                let chance = |wanted: Effect| {
                    let found = walked.iter().find(|(outcome, _)| outcome.effect == wanted);
                    found.map_or(Ratio::ZERO, |(_, chance)| *chance)
                };
                compared += 1;
                // in Robert morale is checked when everybody has shot.
                if matches!(choice, Choice::Fire { .. }) {
                    assert_eq!(
                        chance(Effect::Hit),
                        Ratio::new(aim.hits() as u128, 36),
                        "{choice:?} {walked:?}"
                    );
                    continue;
                }
                for (level, ways) in ways.iter().enumerate().skip(before + 1) {
                    let effect = match level {
                        5 => Effect::Eliminated,
                        level => Effect::Rout((level - before) as u8),
                    };
                    assert_eq!(chance(effect), Ratio::new(*ways as u128, 216), "{choice:?} {walked:?}");
                }
            }
            let choice = captain.choose(battle, &p, side, &list).into_owned();
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn in_edward_tables_and_walk_agree() {
        let map = HexMap::from_toml(include_str!("../../../../data/maps/edward-bannockburn.toml")).unwrap();
        let file = edward::scenario::read(include_str!("../../../../data/scenarios/edward-bannockburn.toml"));
        let battle = edward::scenario::build(&file.unwrap(), map, Default::default()).unwrap();
        tables_and_walk_agree(&battle, &mut *edward::Battle::captain("greedy", Rng::new(1)).unwrap());
    }

    #[test]
    fn in_robert_tables_and_walk_agree() {
        let map = HexMap::from_toml(include_str!("../../../../data/maps/quad-bannockburn.toml")).unwrap();
        let file = robert::scenario::read(include_str!("../../../../data/scenarios/quad-robert.toml"));
        let battle = robert::scenario::build(&file.unwrap(), map, Default::default()).unwrap();
        tables_and_walk_agree(&battle, &mut *robert::Battle::captain("greedy", Rng::new(1)).unwrap());
    }
}
