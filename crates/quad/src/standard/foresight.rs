//! What a choice leads to later, if nothing comes between: a named attack, a charge. And the reach of command, for who asks.

use super::choice::Choice;
use super::position::{Moving, Position, Stage, bit};
use super::{Battle, Variant};
use board::Hex;
use board::Shape;
use board::scene::Area;
use kernel::dice::Scripted;
use kernel::{Cite, Quiet, Side};

/// More steps than any run has.
const LONGEST: usize = 24;

impl<R: Variant> Battle<R> {
    /// The blow that an attack, a charge or the end of a charge leads to.
    pub(crate) fn foreseen(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        let mut p = p.clone();
        match *choice {
            Choice::Attack(attacker, _) => {
                self.carry_out_at_once(&mut p, side, choice);
                p.stage = match p.stage {
                    Stage::NameOther => Stage::ResolveOther,
                    _ => Stage::ResolvePhasing,
                };
                Some((p, Choice::Resolve(attacker)))
            }
            Choice::Charge(_) => {
                let unit = p.active.unit;
                self.carry_out_at_once(&mut p, side, choice);
                self.run_home(&mut p, side)?;
                self.blow_of_charge(p, side, unit)
            }
            Choice::Done if p.active.kind == Moving::Unit => {
                let unit = p.active.unit;
                self.finish_move(&mut p, &mut Quiet);
                self.blow_of_charge(p, side, unit)
            }
            _ => None,
        }
    }

    /// Choices that need no dice and of which nothing follows by itself.
    fn carry_out_at_once(&self, p: &mut Position, side: Side, choice: &Choice) {
        R::carry_out(self, p, side, choice, &mut Scripted::new(&[]), &mut Quiet);
    }

    /// Rides the charge that was declared to its end, by the first way that is offered.
    fn run_home(&self, p: &mut Position, side: Side) -> Option<()> {
        let mut list = Vec::new();
        for _ in 0..LONGEST {
            if p.active.kind != Moving::Unit {
                return Some(());
            }
            if R::may_finish(self, p).is_ok() {
                self.finish_move(p, &mut Quiet);
                return Some(());
            }
            list.clear();
            R::list_move(self, p, side, &mut list);
            let step = *list.iter().find(|c| matches!(c, Choice::Advance(_)))?;
            self.carry_out_at_once(p, side, &step);
        }
        None
    }

    /// The melee phase comes, and the charger attacks whom it charged.
    fn blow_of_charge(&self, mut p: Position, side: Side, unit: u8) -> Option<(Position, Choice)> {
        let wanted = p.unit(unit).charge;
        p.stage = Stage::NamePhasing;
        self.forget_attacks(&mut p);
        R::melee_begins(self, &mut p, &mut Quiet);
        // Where attacks are named, the charge stands named by now.
        if self.named(&p, side) & bit(unit) != 0 {
            p.stage = Stage::ResolvePhasing;
            return Some((p, Choice::Resolve(unit)));
        }
        let mut strike = None;
        R::attacks(self, &p, side, |choice| {
            if matches!(choice, Choice::Strike { attacker, target, .. } if (attacker, target) == (unit, wanted)) {
                strike = Some(choice);
            }
            strike.is_some()
        });
        strike.map(|strike| (p, strike))
    }

    /// Where longbows of each division are in command. E-55, Q-121
    pub(crate) fn command_areas(&self, p: &Position) -> Vec<Area> {
        let divided = |d: &u8| {
            let bows = super::position::members(self.longbows & p.on_map);
            bows.map(|u| self.card(u).division).any(|division| division == *d)
        };
        let area = |division: u8| {
            let near = |h: &Hex| self.commanded_at(p, *h, division);
            Area {
                kind: "command ranges",
                side: super::ENGLISH,
                piece: None,
                shape: Shape::Hexes {
                    hexes: self.map.hexes().filter(near).map(|h| self.map.label(h)).collect(),
                },
                cite: Cite(R::CITES.command),
            }
        };
        (0..self.divisions.len() as u8).filter(divided).map(area).collect()
    }
}
