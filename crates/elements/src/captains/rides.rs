//! Where a commander rides: he is heard from a unit that will stand, and lost with one that does not.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::commanders::{REACH, Ride};
use crate::marks::Marks;
use crate::position::{Id, Place, Position, State};
use board::table::{Bounds, Point};
use kernel::Side;

impl Battle {
    /// The ride of the first commander who had better be elsewhere. One who leads a sound unit stays with it, and so does one whose
    /// unit has moved or fights: he moves with it.
    pub(super) fn ride(&self, p: &Position, side: Side) -> Option<Choice> {
        let own = (0..p.commanders.len()).filter(|who| self.commanders[*who].side == side && !p.commanders[*who].moved);
        own.into_iter().find_map(|who| {
            let (from, led) = match p.commanders[who].place {
                Place::Free(at) => (at, None),
                Place::Leading(unit) if self.is_shaken(p, unit) => (p.unit(unit).at.at, Some(unit)),
                _ => return None,
            };
            let join = self.best_to_join(p, side, who as u8, from, led)?;
            Some(Choice::Commander {
                who: who as u8,
                leave: led.is_some(),
                to: None,
                join: Some(join),
            })
        })
    }

    /// Whether a unit will be lost soon, with whoever leads it: two thirds of it are gone, as its morale counts it (L-99). Before that he is
    /// worth more where he is: the morale of those whom he leaves is worse without him, and they break.
    fn is_shaken(&self, p: &Position, unit: Id) -> bool {
        let (card, state) = (self.card(unit), p.unit(unit));
        let free = state.state == State::Steady && !p.in_contact(unit) && !state.is(Marks::MOVED);
        free && 3 * u32::from(state.elements) <= u32::from(card.original)
    }

    /// The steady unit in reach that is least likely to be lost: whole, of good men, no light troops; of his own command if he can, and
    /// nobody else's place.
    fn best_to_join(&self, p: &Position, side: Side, who: u8, from: Point, led: Option<Id>) -> Option<Id> {
        let within = Bounds { min: from, max: from }.grown(REACH[0]);
        let sound = |unit: &Id| {
            let (card, state) = (self.card(*unit), p.unit(*unit));
            card.side == side
                && Some(*unit) != led
                && state.state == State::Steady
                && !card.is_skirmisher()
                && !card.is_artillery()
                && 3 * u32::from(state.elements) > 2 * u32::from(card.original)
        };
        let may = |unit: &Id| {
            let ride = Ride {
                to: None,
                join: Some(*unit),
                leave: led.is_some(),
            };
            self.check_commander(p, side, who, &ride).is_ok()
        };
        let merit = |unit: Id| {
            let (card, state) = (self.card(unit), p.unit(unit));
            let his = self.commanders[usize::from(who)].command == card.command;
            let alone = self.leaders(p, unit).next().is_none();
            let morale = i64::from(card.quality.morale()) - i64::from(state.is(Marks::DISORDERED));
            // A point of morale is about four elements in a unit of twelve.
            4 * morale + i64::from(state.elements) + 4 * i64::from(his) + 4 * i64::from(alone)
                - 8 * i64::from(p.in_contact(unit))
        };
        let units = self.near(p, 0, within).filter(sound).filter(may);
        units.max_by_key(|unit| (merit(*unit), std::cmp::Reverse(*unit)))
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    fn ride(units: &[&str], commander: &str, change: impl Fn(&mut Position)) -> Option<String> {
        let text = format!("phase = \"movement\"\nunits = {units:?}\ncommanders = [{commander:?}]\n");
        let setting: crate::case::Setting = toml::from_str(&text).expect("a setting");
        let (battle, mut p) = setting.build().expect("a position");
        change(&mut p);
        let ride = battle.ride(&p, p.active)?;
        assert!(kernel::Rules::check(&battle, &p, p.active, &ride).is_ok());
        Some(battle.write(&ride))
    }

    const WHOLE: &str = "A2 a Pikes 12 4x3 B/III @44,20 0.0";
    const FAR: &str = "B1 b Spears 12 4x3 C/III @36,40 180.0";

    #[test]
    fn a_commander_leaves_a_unit_that_may_break_for_one_that_is_whole() {
        let led = "A1 a Cavalry 8 4x2 B/III @36,20 0.0";
        let worn = |p: &mut Position| p.unit_mut(0).elements = 2;
        let ride_of = |change: &dyn Fn(&mut Position)| ride(&[led, WHOLE, FAR], "G a general with A1", change);
        assert_eq!(ride_of(&|_| ()), None);
        assert_eq!(ride_of(&worn).as_deref(), Some("commander G leave join A2"));
        // He goes with a unit that has moved.
        assert_eq!(
            ride_of(&|p| {
                worn(p);
                p.unit_mut(0).marks.set(Marks::MOVED);
            }),
            None
        );
    }

    #[test]
    fn a_commander_alone_joins_a_unit_but_no_skirmishers() {
        let light = "A1 a SkirmishBow 4 4x1 C/III @40,20 0.0";
        let alone = "G a general @40,22";
        assert_eq!(
            ride(&[light, WHOLE, FAR], alone, |_| ()).as_deref(),
            Some("commander G join A2")
        );
        assert_eq!(ride(&[light, FAR], alone, |_| ()), None);
    }
}
