//! Commits: whether one is allowed, and what it writes down.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, Line, MoveEntry, Wish};
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
            Choice::Pass | Choice::Ready => {}
            Choice::Line(line) => self.check_line(p, side, line, &mut faults),
            Choice::Shooters(list) => self.check_shooters(p, side, list, &mut faults),
            Choice::Chits(list) => {
                if self.known(p, side, list.iter().map(|entry| entry.who), &mut faults) {
                    self.check_chits(p, list, &mut faults);
                }
            }
            Choice::Moves(list) => self.check_all_moves(p, side, list, &mut faults),
            Choice::Shots(list) => self.check_shots(p, side, list, &mut faults),
            Choice::Strikes(list) => self.check_strikes(p, side, list, &mut faults),
        }
        faults.result()
    }

    fn check_all_moves(&self, p: &Position, side: Side, list: &[Entry<MoveEntry>], faults: &mut Faults) {
        if self.known(p, side, list.iter().map(|entry| entry.who), faults) {
            self.check_moves(p, list, faults);
        } else if list.iter().any(|entry| self.mismatched(p, entry.who, &entry.what)) {
            faults.add(Fault::Syntax);
        }
    }

    fn check_shots(&self, p: &Position, side: Side, list: &[Entry<Id>], faults: &mut Faults) {
        if self.known(p, side, list.iter().map(|entry| entry.who), faults) {
            for entry in list {
                self.check_shot(p, entry.who, entry.what, faults);
            }
        }
    }

    fn check_strikes(&self, p: &Position, side: Side, list: &[Entry<Id>], faults: &mut Faults) {
        if self.known(p, side, list.iter().map(|entry| entry.who), faults) {
            for entry in list {
                let touched = self.touched(p, entry.who).any(|enemy| enemy == entry.what);
                faults.add_if(!touched, Fault::NotTouching);
                faults.add_if(!self.may_strike(p, entry.who), Fault::Chit);
            }
        }
    }

    /// A line, against what has been drawn up so far.
    fn check_line(&self, p: &Position, side: Side, line: &Line, faults: &mut Faults) {
        match line {
            Line::Wish(wish) => {
                self.check_shooters(p, side, std::slice::from_ref(wish), faults);
                if let Wish::Shoots(who) = wish {
                    let known = usize::from(*who) < p.figures.len();
                    let wishes = known && self.mate(p, *who).is_some_and(|mate| mate.wishes);
                    faults.add_if(wishes, Fault::Team);
                }
            }
            Line::Chit(entry) => {
                if self.known(p, side, std::iter::once(entry.who), faults) {
                    self.check_chit(p, entry.who, &entry.what, faults);
                    let shoots = self
                        .mate(p, entry.who)
                        .is_some_and(|mate| mate.chit.is_some_and(Chit::shoots));
                    faults.add_if(entry.what.chit.shoots() && shoots, Fault::Team);
                }
            }
            Line::Move(entry) => self.check_all_moves(p, side, std::slice::from_ref(entry), faults),
            Line::Shot(entry) => self.check_shots(p, side, std::slice::from_ref(entry), faults),
            Line::Strike(entry) => self.check_strikes(p, side, std::slice::from_ref(entry), faults),
            Line::Leave(who) => {
                self.known(p, side, std::iter::once(*who), faults);
            }
        }
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
                let own = self.units.get(usize::from(*unit)).is_some_and(|card| card.side == side);
                let waits = own && self.awaits_signal(*unit) && p.units[usize::from(*unit)].activated == 0;
                faults.add_if(!waits, Fault::Order);
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

    /// Nothing is told to a figure: whatever the phase asks of it has its default.
    fn leave(&self, p: &mut Position, who: Id) {
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
            Phase::Movement => figure.order = Order::None,
            Phase::Shooting | Phase::Melee => figure.target = NOBODY,
            Phase::Over => {}
        }
    }

    /// Writes a line of a commit down, in place of an earlier one for the same figure.
    pub fn draw_up(&self, p: &mut Position, side: Side, line: &Line) {
        let who = match line {
            Line::Wish(Wish::Shoots(who)) | Line::Leave(who) => Some(*who),
            Line::Wish(Wish::Signal(_)) => None,
            Line::Chit(entry) => Some(entry.who),
            Line::Move(entry) => Some(entry.who),
            Line::Shot(entry) | Line::Strike(entry) => Some(entry.who),
        };
        if let Some(who) = who {
            let told = &mut p.told[side.index()];
            *told = (*told).max(who + 1);
        }
        match line {
            Line::Wish(wish) => note_wish(p, wish),
            Line::Chit(entry) => note_chit(p, entry),
            Line::Move(entry) => note_move(p, entry),
            Line::Shot(entry) | Line::Strike(entry) => p.figure_mut(entry.who).target = entry.what,
            Line::Leave(who) => self.leave(p, *who),
        }
    }

    /// Writes a commit down, in place of an earlier one.
    pub fn commit(&self, p: &mut Position, side: Side, choice: &Choice) {
        let own = p.ids().filter(|who| self.side_of(*who) == side);
        if matches!(choice, Choice::Ready) {
            for who in own {
                if p.phase == Phase::Action && p.figure(who).chit.is_none() {
                    self.leave(p, who);
                }
            }
        } else {
            own.for_each(|who| self.leave(p, who));
            if p.phase == Phase::Command {
                for (unit, card) in p.units.iter_mut().zip(&self.units) {
                    unit.signalled &= card.side != side;
                }
            }
        }
        match choice {
            Choice::Pass | Choice::Ready | Choice::Line(_) => {}
            Choice::Shooters(list) => list.iter().for_each(|wish| note_wish(p, wish)),
            Choice::Chits(list) => list.iter().for_each(|entry| note_chit(p, entry)),
            Choice::Moves(list) => list.iter().for_each(|entry| note_move(p, entry)),
            Choice::Shots(list) | Choice::Strikes(list) => {
                for entry in list {
                    p.figure_mut(entry.who).target = entry.what;
                }
            }
        }
        p.committed[side.index()] = true;
        p.told[side.index()] = 0;
    }
}

fn note_wish(p: &mut Position, wish: &Wish) {
    match wish {
        Wish::Shoots(who) => p.figure_mut(*who).wishes = true,
        Wish::Signal(unit) => p.units[usize::from(*unit)].signalled = true,
    }
}

fn note_chit(p: &mut Position, entry: &Entry<ChitEntry>) {
    let figure = p.figure_mut(entry.who);
    figure.chit = Some(entry.what.chit);
    figure.readies = entry.what.ready.unwrap_or(NOBODY);
    figure.line = entry.what.line.unwrap_or(NOBODY);
}

fn note_move(p: &mut Position, entry: &Entry<MoveEntry>) {
    p.figure_mut(entry.who).order = match &entry.what {
        MoveEntry::Face(angle) => Order::Face(*angle),
        MoveEntry::Path(pace, legs, facing) => Order::Path(*pace, legs.iter().copied().collect(), *facing),
        MoveEntry::At(pace, target, facing) => Order::At(*pace, *target, *facing),
        MoveEntry::Ride(ride) => Order::Ride(*ride),
    };
}
