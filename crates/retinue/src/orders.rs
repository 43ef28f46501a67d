//! Commits: whether one is allowed, and what it writes down.

use crate::battle::{Battle, Until};
use crate::choice::{Choice, MoveEntry, Wish};
use crate::deny::{Fault, Faults};
use crate::position::{Id, NOBODY, Order, Phase, Position};
use crate::troops::Chit;
use crate::weapons::Missile;
use kernel::Side;

impl Battle {
    pub fn check_commit(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Fault> {
        if let Some(phase) = choice.phase() {
            if phase < p.phase {
                return Err(Fault::Revealed);
            }
            if phase > p.phase {
                return Err(Fault::Phase);
            }
        }
        let own = side.index();
        // A commit may be replaced until the other side's is in; one without entries says nothing new.
        let again = p.committed[own] && choice.is_bare();
        if p.phase == Phase::Over || !p.asked[own] || again {
            return Err(Fault::Phase);
        }
        let mut faults = Faults::default();
        match choice {
            Choice::Pass => {}
            Choice::Shooters(list) => self.check_shooters(p, side, list, &mut faults),
            Choice::Chits(list) => {
                if self.known(p, side, list.iter().map(|entry| entry.who), &mut faults) {
                    self.check_chits(p, list, &mut faults);
                }
            }
            Choice::Moves(list) => {
                if self.known(p, side, list.iter().map(|entry| entry.who), &mut faults) {
                    self.check_moves(p, list, &mut faults);
                } else if list.iter().any(|entry| self.mismatched(p, entry.who, &entry.what)) {
                    faults.add(Fault::Syntax);
                }
            }
            Choice::Shots(list) => {
                if self.known(p, side, list.iter().map(|entry| entry.who), &mut faults) {
                    for entry in list {
                        self.check_shot(p, entry.who, entry.what, &mut faults);
                    }
                }
            }
            Choice::Strikes(list) => {
                if self.known(p, side, list.iter().map(|entry| entry.who), &mut faults) {
                    for entry in list {
                        let touched = self.touched(p, entry.who).any(|enemy| enemy == entry.what);
                        faults.add_if(!touched, Fault::NotTouching);
                        faults.add_if(!self.may_strike(p, entry.who), Fault::Chit);
                    }
                }
            }
        }
        faults.result()
    }

    /// A horse's gait for a man on foot, or the reverse.
    fn mismatched(&self, p: &Position, who: Id, entry: &MoveEntry) -> bool {
        let known = usize::from(who) < p.figures.len();
        known && p.figure(who).mounted() != matches!(entry, MoveEntry::Ride(_))
    }

    /// Whether all these figures are known, this side's, fit to be told anything, and named once.
    fn known(&self, p: &Position, side: Side, all: impl Iterator<Item = Id> + Clone, faults: &mut Faults) -> bool {
        let mut good = true;
        for (at, who) in all.clone().enumerate() {
            let fault = match () {
                () if usize::from(who) >= p.figures.len() => Some(Fault::UnknownFigure),
                () if self.side_of(who) != side => Some(Fault::NotYours),
                () if all.clone().take(at).any(|other| other == who) => Some(Fault::Syntax),
                () if !p.figure(who).ready() || self.withdraws(p, who) && p.phase != Phase::Melee => Some(Fault::State),
                () => None,
            };
            if let Some(fault) = fault {
                faults.add(fault);
                good = false;
            }
        }
        good
    }

    fn check_shooters(&self, p: &Position, side: Side, list: &[Wish], faults: &mut Faults) {
        let shooters = list.iter().filter_map(|wish| match wish {
            Wish::Shoots(who) => Some(*who),
            Wish::Signal(_) => None,
        });
        for wish in list {
            if let Wish::Signal(unit) = wish {
                let card = self.units.get(usize::from(*unit)).filter(|card| card.side == side);
                let order = card.and_then(|card| card.order);
                let waits = order.is_some_and(|order| order.until == Until::Signal);
                faults.add_if(!waits || p.units[usize::from(*unit)].activated != 0, Fault::Order);
            }
        }
        if !self.known(p, side, shooters.clone(), faults) {
            return;
        }
        for who in shooters.clone() {
            let armed = self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown);
            faults.add_if(!armed || !p.figure(who).in_command, Fault::Permission);
            faults.add_if(armed && !p.figure(who).ammo, Fault::Ammo);
            let mate = self.card(who).team;
            faults.add_if(
                self.is_team(p, who) && shooters.clone().any(|other| other == mate),
                Fault::Team,
            );
        }
    }

    /// Writes a commit down, in place of an earlier one.
    pub fn commit(&self, p: &mut Position, side: Side, choice: &Choice) {
        for who in p.ids().filter(|who| self.side_of(*who) == side) {
            let phase = p.phase;
            let told = self.gets_chit(p, who);
            let figure = p.figure_mut(who);
            match phase {
                Phase::Command => figure.wishes = false,
                Phase::Action => {
                    figure.chit = told.then_some(Chit::Hold);
                    figure.readies = NOBODY;
                    if told {
                        figure.line = NOBODY;
                    }
                }
                Phase::Movement => {
                    figure.order = Order::None;
                }
                Phase::Shooting | Phase::Melee => figure.target = NOBODY,
                Phase::Over => {}
            }
        }
        if p.phase == Phase::Command {
            for (unit, card) in p.units.iter_mut().zip(&self.units) {
                unit.signalled &= card.side != side;
            }
        }
        match choice {
            Choice::Pass => {}
            Choice::Shooters(list) => {
                for wish in list {
                    match wish {
                        Wish::Shoots(who) => p.figure_mut(*who).wishes = true,
                        Wish::Signal(unit) => p.units[usize::from(*unit)].signalled = true,
                    }
                }
            }
            Choice::Chits(list) => {
                for entry in list {
                    let figure = p.figure_mut(entry.who);
                    figure.chit = Some(entry.what.chit);
                    figure.readies = entry.what.ready.unwrap_or(NOBODY);
                    figure.line = entry.what.line.unwrap_or(NOBODY);
                }
            }
            Choice::Moves(list) => {
                for entry in list {
                    p.figure_mut(entry.who).order = match &entry.what {
                        MoveEntry::Face(angle) => Order::Face(*angle),
                        MoveEntry::Path(pace, legs, facing) => {
                            Order::Path(*pace, legs.iter().copied().collect(), *facing)
                        }
                        MoveEntry::At(pace, target, facing) => Order::At(*pace, *target, *facing),
                        MoveEntry::Ride(ride) => Order::Ride(*ride),
                    };
                }
            }
            Choice::Shots(list) | Choice::Strikes(list) => {
                for entry in list {
                    p.figure_mut(entry.who).target = entry.what;
                }
            }
        }
        p.committed[side.index()] = true;
    }
}
