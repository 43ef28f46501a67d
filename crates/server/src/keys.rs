//! Who may sit where: the secrets of a game, of which only hashes are kept, and how a seat goes from one holder to the next.

use crate::api::Seat;
use crate::denied::Denied;
use crate::token::{GameId, NoRandomness, Recovery, Token, TokenHash};
use kernel::{Seed, Side, Viewer};

/// The secrets of one seat. A captain's has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatKeys {
    /// Of whoever holds the seat.
    pub token: Option<TokenHash>,
    /// The token before this one; who still has it is told what has become of the seat.
    pub moved: Option<TokenHash>,
    /// Good for one joining.
    pub invitation: Option<TokenHash>,
    /// The last invitation that somebody joined with.
    pub used: Option<TokenHash>,
    /// When somebody was last invited to this seat although it was held, in Unix seconds.
    pub asked: Option<u64>,
    pub recovery: Option<TokenHash>,
    /// What its holder calls himself.
    pub name: Option<String>,
}

impl SeatKeys {
    /// Whether nobody has joined yet.
    fn is_vacant(&self) -> bool {
        self.token.is_none() && self.invitation.is_some()
    }

    fn take(&mut self, token: TokenHash) {
        self.moved = self.token.filter(|old| *old != token).or(self.moved);
        self.token = Some(token);
        self.invitation = None;
    }
}

/// The secrets of a game.
#[derive(Clone, Debug)]
pub struct Keys {
    pub seats: [SeatKeys; 2],
    pub watch: TokenHash,
}

/// What somebody wants to do with them.
pub enum KeyChange {
    /// The token is made by whoever joins: so he can ask again if he gets no answer.
    Join {
        invitation: TokenHash,
        token: TokenHash,
        recovery: TokenHash,
        name: Option<String>,
    },
    Recover {
        recovery: TokenHash,
        token: TokenHash,
    },
    /// Whoever has `token` invites somebody to the other seat.
    Invite {
        token: TokenHash,
        invitation: TokenHash,
    },
    NewRecovery {
        token: TokenHash,
        recovery: TokenHash,
    },
    /// Whoever has `token` shows the holder of the other seat out; somebody else can be invited to it.
    TurnOut {
        token: TokenHash,
        invitation: TokenHash,
    },
    /// The holder of a seat is there.
    Shown {
        token: TokenHash,
    },
}

/// When it is to be done.
pub struct Moment {
    /// Unix seconds.
    pub now: u64,
    /// For so many seconds a holder must have stayed away before a new invitation to his seat is good.
    pub absence: u64,
    /// Whether somebody is connected with the token of each seat.
    pub present: [bool; 2],
}

impl Keys {
    /// What the players call themselves.
    pub fn names(&self) -> [Option<String>; 2] {
        self.seats.each_ref().map(|seat| seat.name.clone())
    }

    /// The token of watchers, if it follows from the seed; in games from before that only its hash is known.
    pub fn to_watch(&self, seed: Seed, game: GameId) -> Option<String> {
        let token = Token::to_watch(seed, game);
        (token.hash() == self.watch).then(|| token.into_text())
    }

    /// What a token gives.
    pub fn viewer(&self, token: TokenHash) -> Result<Viewer, Denied> {
        let held = |seat: &SeatKeys| seat.token == Some(token);
        let left = |seat: &SeatKeys| seat.moved == Some(token);
        if let Some(side) = Side::BOTH.into_iter().find(|side| held(self.of(*side))) {
            return Ok(side.into());
        }
        match self.watch == token {
            true => Ok(Viewer::Watcher),
            false if self.seats.iter().any(left) => Err(Denied::seat_moved()),
            false => Err(Denied::wrong_token()),
        }
    }

    pub fn of(&self, side: Side) -> &SeatKeys {
        &self.seats[side.index()]
    }

    /// Seats that nobody has joined yet.
    pub fn vacant(&self) -> Vec<Side> {
        let vacant = |side: &Side| self.of(*side).is_vacant();
        Side::BOTH.into_iter().filter(vacant).collect()
    }

    /// Whether somebody was invited to a seat that is held, and may still come.
    pub fn is_claimed(&self, viewer: Viewer) -> bool {
        let claimed = |seat: &SeatKeys| seat.token.is_some() && seat.invitation.is_some();
        viewer.side().is_some_and(|side| claimed(self.of(side)))
    }

    /// The seat to which somebody with this invitation can come.
    pub fn invited(&self, invitation: TokenHash) -> Result<Side, Denied> {
        let used = || self.find(|seat| seat.used == Some(invitation)).is_some();
        match self.find(|seat| seat.invitation == Some(invitation)) {
            Some(side) => Ok(side),
            None if used() => Err(Denied::invitation_used()),
            None => Err(Denied::wrong_invitation()),
        }
    }

    /// The seat that a change concerns, and what becomes of its secrets.
    pub fn changed(&self, change: &KeyChange, moment: &Moment) -> Result<(Side, SeatKeys), Denied> {
        match *change {
            KeyChange::Join {
                invitation,
                token,
                recovery,
                ref name,
            } => {
                let (side, mut seat) = self.joined(invitation, token, recovery, moment)?;
                seat.name = name.clone().or(seat.name);
                Ok((side, seat))
            }
            KeyChange::TurnOut { token, invitation } => {
                let side = self.holder(token)?.other();
                let mut seat = self.of(side).clone();
                let out = seat.token.take().ok_or_else(Denied::nobody_there)?;
                seat.moved = Some(out);
                seat.invitation = Some(invitation);
                seat.recovery = None;
                seat.name = None;
                seat.asked = None;
                Ok((side, seat))
            }
            KeyChange::Recover { recovery, token } => {
                let side = self.find(|seat| seat.recovery == Some(recovery));
                let side = side.ok_or_else(Denied::wrong_recovery)?;
                self.check_new(side, token)?;
                let mut seat = self.of(side).clone();
                seat.take(token);
                Ok((side, seat))
            }
            KeyChange::Invite { token, invitation } => {
                let side = self.holder(token)?.other();
                let mut seat = self.of(side).clone();
                match seat.token {
                    Some(_) if moment.present[side.index()] => return Err(Denied::seat_in_use()),
                    Some(_) => seat.asked = Some(moment.now),
                    None if !seat.is_vacant() => return Err(Denied::no_human()),
                    None => {}
                }
                seat.invitation = Some(invitation);
                Ok((side, seat))
            }
            KeyChange::NewRecovery { token, recovery } => {
                let side = self.holder(token)?;
                let mut seat = self.of(side).clone();
                seat.recovery = Some(recovery);
                Ok((side, seat))
            }
            KeyChange::Shown { token } => {
                let side = self.holder(token)?;
                let mut seat = self.of(side).clone();
                seat.invitation = None;
                Ok((side, seat))
            }
        }
    }

    fn joined(
        &self,
        invitation: TokenHash,
        token: TokenHash,
        recovery: TokenHash,
        moment: &Moment,
    ) -> Result<(Side, SeatKeys), Denied> {
        if let Some(side) = self.find(|seat| seat.invitation == Some(invitation)) {
            self.check_new(side, token)?;
            let mut seat = self.of(side).clone();
            if seat.token.is_some() {
                let good = seat.asked.unwrap_or(moment.now).saturating_add(moment.absence);
                if moment.now < good {
                    return Err(Denied::seat_held(good - moment.now));
                }
            }
            seat.take(token);
            seat.used = Some(invitation);
            seat.asked = None;
            seat.name = None;
            seat.recovery = Some(recovery);
            return Ok((side, seat));
        }
        let side = self.find(|seat| seat.used == Some(invitation));
        let side = side.ok_or_else(Denied::wrong_invitation)?;
        let mut seat = self.of(side).clone();
        // The same one again: his answer was lost on its way, and the recovery code with it.
        if seat.token != Some(token) {
            return Err(Denied::invitation_used());
        }
        seat.recovery = Some(recovery);
        Ok((side, seat))
    }

    fn find(&self, is_it: impl Fn(&SeatKeys) -> bool) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| is_it(self.of(*side)))
    }

    fn holder(&self, token: TokenHash) -> Result<Side, Denied> {
        self.viewer(token)?.side().ok_or_else(Denied::not_your_seat)
    }

    /// Nobody makes the token of another his own.
    fn check_new(&self, side: Side, token: TokenHash) -> Result<(), Denied> {
        match self.viewer(token) {
            Ok(viewer) if viewer != side.into() => Err(Denied::malformed("This token is taken; make a random one.")),
            _ => Ok(()),
        }
    }
}

/// The secrets of a new game, as they are told once.
pub struct Issued {
    pub seats: [Option<Token>; 2],
    pub invitations: [Option<Token>; 2],
    pub recoveries: [Option<Recovery>; 2],
    pub watch: Token,
}

impl Issued {
    /// Whoever creates a game gets the tokens of his own seats; a friend makes his own when he joins.
    pub fn to(seats: &[Seat; 2], watch: Token) -> Result<Issued, NoRandomness> {
        let token = |wanted: bool| wanted.then(Token::random).transpose();
        let recovery = |wanted: bool| wanted.then(Recovery::random).transpose();
        let here = seats.each_ref().map(|seat| *seat == Seat::Here);
        let friend = seats.each_ref().map(|seat| *seat == Seat::Friend);
        Ok(Issued {
            seats: [token(here[0])?, token(here[1])?],
            invitations: [token(friend[0])?, token(friend[1])?],
            recoveries: [recovery(here[0])?, recovery(here[1])?],
            watch,
        })
    }

    pub fn keys(&self) -> Keys {
        let seat = |at: usize| SeatKeys {
            token: self.seats[at].as_ref().map(Token::hash),
            invitation: self.invitations[at].as_ref().map(Token::hash),
            recovery: self.recoveries[at].as_ref().map(Recovery::hash),
            ..SeatKeys::default()
        };
        Keys {
            seats: [seat(0), seat(1)],
            watch: self.watch.hash(),
        }
    }
}
