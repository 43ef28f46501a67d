//! Action (section 6): the table for those out of command, stragglers, chits.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Entry};
use crate::deny::{Fault, Faults};
use crate::event::Event;
use crate::position::{Id, NOBODY, Position, State};
use crate::troops::{Chit, Grant, Pace, Trait};
use crate::weapons::Missile;
use kernel::{Dice, Log, Side};

/// The rows of the table (T-42 to T-45), columns 1-2 to 9-10.
#[rustfmt::skip]
const TABLE: [[Grant; 5]; 4] = {
    use Grant::*;
    [
        [Stay, Shoot, HalfShoot, FullShoot, FullEither], // archers, slingers, latches, teams
        [Stay, Stay,  Shoot,     Half,      FullEither], // medium and heavy crossbows
        [Stay, Stay,  Half,      Shoot,     FullMelee],  // hand guns
        [Stay, Half,  Full,      HalfMelee, FullMelee],  // others
    ]
};

impl Battle {
    fn row(&self, p: &Position, who: Id) -> usize {
        match self.shooter(p, who) {
            _ if !p.figure(who).ammo => 3,
            Some(Missile::Bow | Missile::Latch) => 0,
            Some(Missile::Crossbow) if self.is_team(p, who) => 0,
            Some(Missile::Crossbow) => 1,
            Some(Missile::HandGun) => 2,
            Some(Missile::Thrown) | None => 3,
        }
    }

    /// What is added to his die (T-46 to T-54).
    pub fn action_modifier(&self, p: &Position, who: Id) -> i8 {
        let card = self.card(who);
        let leader = p.units[usize::from(card.unit)].leader;
        let led = match leader {
            NOBODY => 0,
            leader if leader == who => 0,
            leader => match p.figure(leader).result {
                None => 0,
                Some(Grant::Stay) => -2,
                Some(_) => 2,
            },
        };
        let bold = card.traits.has(Trait::Knight) || card.traits.has(Trait::Berserker);
        let mut sum = led + if bold { 2 } else { 0 };
        sum -= if card.traits.has(Trait::Unreliable) { 2 } else { 0 };
        sum - p.levels(who) as i8 + self.order_modifier(p, card.unit)
    }

    pub fn granted(&self, p: &Position, who: Id, total: i8) -> Grant {
        let column = (total.clamp(1, 10) - 1) / 2;
        TABLE[self.row(p, who)][column as usize]
    }

    /// The member of his unit whom a straggler must rejoin (TR-22, TC-3).
    pub fn strays_from(&self, p: &Position, who: Id) -> Option<Id> {
        if self.leads(p, who) || self.in_contact(p, who) {
            return None;
        }
        let at = p.figure(who).at;
        let mates = self
            .members(self.card(who).unit)
            .filter(|mate| *mate != who && p.figure(*mate).ready());
        let mate = mates.min_by_key(|mate| at.squared(p.figure(*mate).at))?;
        (!at.within(2000, p.figure(mate).at)).then_some(mate)
    }

    /// The result of a die, and what the die came to; a straggler's is not modified.
    pub fn result(&self, p: &Position, who: Id, die: u8) -> (i8, Grant) {
        match self.strays_from(p, who) {
            Some(_) if die == 10 => (10, Grant::Enemy),
            Some(mate) => (die as i8, Grant::Rejoin(mate)),
            None => {
                let total = die as i8 + self.action_modifier(p, who);
                (total, self.granted(p, who, total))
            }
        }
    }

    pub fn rolls_action(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        figure.ready() && !figure.in_command && !self.withdraws(p, who)
    }

    /// The dice of those out of command, side by side, leaders first (TR-21, TC-19).
    pub fn roll_actions(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for side in Side::BOTH {
            for leaders in [true, false] {
                for who in p.ids() {
                    if self.side_of(who) != side || self.leads(p, who) != leaders || !self.rolls_action(p, who) {
                        continue;
                    }
                    let die = dice.die(10);
                    let (total, grant) = self.result(p, who, die);
                    let figure = p.figure_mut(who);
                    (figure.die, figure.result) = (die, Some(grant));
                    log.event(|| Event::Action { who, die, total, grant });
                }
            }
        }
    }

    /// Whether a chit may be laid at all.
    pub fn gets_chit(&self, p: &Position, who: Id) -> bool {
        p.figure(who).ready() && !self.withdraws(p, who)
    }

    fn check_shooting_chit(&self, p: &Position, who: Id, moves: bool, faults: &mut Faults) {
        let figure = p.figure(who);
        let missile = self.shooter(p, who);
        faults.add_if(missile.is_none(), Fault::Chit);
        faults.add_if(
            missile.is_some_and(|m| m != Missile::Thrown) && !figure.ammo,
            Fault::Ammo,
        );
        match figure.result {
            None => {
                let free = missile == Some(Missile::Thrown);
                faults.add_if(!free && !figure.permission, Fault::Permission);
            }
            Some(grant) => {
                let fits = grant.shoots() && (!moves || grant.pace().is_some());
                faults.add_if(!fits || missile == Some(Missile::Thrown), Fault::Result);
            }
        }
    }

    /// Every reason against one chit.
    pub fn check_chit(&self, p: &Position, who: Id, entry: &ChitEntry, faults: &mut Faults) {
        let figure = p.figure(who);
        let grant = figure.result.filter(|_| !figure.in_command);
        let touched = self.in_contact(p, who);
        if let Some(grant) = grant
            && grant.straggles()
        {
            let must = matches!(entry.chit, Chit::Move);
            faults.add_if(!must, Fault::Straggler);
        }
        // Crossing, mounting and dismounting need a half or full result (TC-8).
        let moving = grant.is_none_or(|grant| matches!(grant, Grant::Half | Grant::Full) || grant.pace().is_some());
        match entry.chit {
            Chit::Hold => {}
            Chit::Shoot => self.check_shooting_chit(p, who, false, faults),
            Chit::Move => faults.add_if(grant.is_some_and(|grant| grant.pace().is_none()), Fault::Result),
            Chit::MoveShoot => self.check_shooting_chit(p, who, true, faults),
            Chit::Melee => faults.add_if(
                grant.is_some_and(|grant| !grant.fights() && !grant.straggles()),
                Fault::Result,
            ),
            Chit::Cross => {
                faults.add_if(touched, Fault::Engaged);
                faults.add_if(!moving, Fault::Special);
                faults.add_if(self.crossable(p, who, entry.line).is_none(), Fault::Obstacle);
            }
            Chit::Mount => {
                faults.add_if(!moving, Fault::Special);
                faults.add_if(figure.mounted() || figure.led.is_none() || touched, Fault::Mount);
                faults.add_if(!self.is_free(p, who, 750, figure.at), Fault::Room);
            }
            Chit::Dismount => {
                faults.add_if(!moving, Fault::Special);
                faults.add_if(!figure.mounted() || touched, Fault::Mount);
            }
            Chit::Resupply => {
                let own = self.baggage.iter().filter(|(side, _)| *side == self.side_of(who));
                let beside = own
                    .into_iter()
                    .any(|(_, at)| figure.at.within(figure.radius() + 520, *at));
                faults.add_if(!beside, Fault::Supply);
            }
            Chit::Loot => faults.add_if(!self.has_corpse(p, who), Fault::Supply),
            // It names a weapon, or it is no entry.
            Chit::Switch => faults.add_if(entry.ready.is_none(), Fault::Syntax),
        }
        if let Some(weapon) = entry.ready {
            let owned = usize::from(weapon) < self.card(who).weapons.len();
            faults.add_if(!owned || weapon == figure.readied, Fault::Switch);
            let free = matches!(entry.chit, Chit::Hold | Chit::Move) && !touched;
            faults.add_if(entry.chit != Chit::Switch && !free, Fault::Switch);
        }
    }

    pub fn has_corpse(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        p.ids().any(|other| {
            let corpse = p.figure(other);
            let lies = corpse.state == State::Disabled && corpse.storey == figure.storey;
            lies && figure.at.within(figure.radius() + corpse.radius() + 20, corpse.at)
        })
    }

    pub fn check_chits(&self, p: &Position, list: &[Entry<ChitEntry>], faults: &mut Faults) {
        for Entry { who, what } in list {
            self.check_chit(p, *who, what, faults);
            let mate = self.card(*who).team;
            let both = what.chit.shoots()
                && self.is_team(p, *who)
                && list.iter().any(|other| other.who == mate && other.what.chit.shoots());
            faults.add_if(both, Fault::Team);
        }
    }

    /// The chits open to a figure, each with its entry.
    pub fn open_chits(&self, p: &Position, who: Id) -> impl Iterator<Item = ChitEntry> + '_ {
        let open: arrayvec::ArrayVec<ChitEntry, 11> = match self.gets_chit(p, who) {
            false => arrayvec::ArrayVec::new(),
            true => Chit::ALL
                .iter()
                .filter_map(|chit| {
                    let others = (0..self.card(who).weapons.len() as u8).find(|at| *at != p.figure(who).readied);
                    let ready = match chit {
                        Chit::Switch => Some(others?),
                        _ => None,
                    };
                    let entry = ChitEntry {
                        chit: *chit,
                        ready,
                        line: None,
                    };
                    let mut faults = Faults::default();
                    self.check_chit(p, who, &entry, &mut faults);
                    faults.result().is_ok().then_some(entry)
                })
                .collect(),
        };
        open.into_iter()
    }

    /// Chits are turned up: weapons are readied (TR-61), lines named.
    pub fn turn_up(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for who in p.ids() {
            // The chit of one whose horse is in panic is void (TR-36).
            if !self.gets_chit(p, who) || p.figure(who).panic.is_some() {
                p.figure_mut(who).chit = None;
                continue;
            }
            let touched = self.in_contact(p, who);
            let line = p.figure(who).line;
            let crosses = p.figure(who).has(Chit::Cross);
            let line = if crosses {
                self.crossable(p, who, (line != NOBODY).then_some(line))
            } else {
                None
            };
            let figure = p.figure_mut(who);
            let chit = *figure.chit.get_or_insert(Chit::Hold);
            figure.line = line.unwrap_or(NOBODY);
            figure.crossing = chit == Chit::Cross;
            figure.switching = chit == Chit::Switch && touched;
            let readies = std::mem::replace(&mut figure.readies, NOBODY);
            if readies != NOBODY {
                figure.readied = readies;
            }
        }
        log.event(|| Event::Revealed);
    }

    /// The fastest pace that a result allows (T-57).
    pub fn fastest(&self, p: &Position, who: Id) -> Option<Pace> {
        let figure = p.figure(who);
        let grant = figure.result.filter(|_| !figure.in_command)?;
        Some(match (grant.pace()?, figure.mounted()) {
            (Pace::Half, false) => Pace::Half,
            (Pace::Half, true) => Pace::Walk,
            (_, false) => Pace::Walk,
            (_, true) => Pace::Canter,
        })
    }
}
