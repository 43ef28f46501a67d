//! What a rule system is: what is true in it. Its words are in [`crate::words`], what is shown of it in the board crate.

use crate::cite::{Cite, Refusal};
use crate::dice::Dice;
use crate::log::Log;
use crate::side::{Side, ToAct, Viewer};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// One battle under one set of options: everything about a game that does not change while it is played.
///
/// Positions are small and cheap to clone; they hold ids and numbers, never names. Everything listed by `choices` is
/// accepted by `check`.
///
/// **Hidden commits.** While `to_act` is [`ToAct::Both`], each side owes one choice or several. Whatever one side chooses
/// then changes nothing that the other side may know, or may choose, and rolls no die; `to_act` leaves a side out as soon
/// as it owes nothing more. The game keeps what each side commits to itself and resolves it when both are done: all of
/// side one, then all of side two. What is revealed then, and what follows of it, belongs to the last of these choices,
/// which calls [`Log::reveal`] unless both are to commit themselves anew: what was committed stands from then on. A battle
/// may also let one side alone draw up its choices in secret ([`Rules::in_secret`]); the last of them calls [`Log::reveal`].
pub trait Rules: Send + Sync + Sized + 'static {
    type Position: Clone + Eq + Debug + Send + Sync;
    type Choice: Clone + Eq + Debug + Send + Sync;
    type Event: Clone + Debug + Send + Sync;
    /// What a chance result comes to: least first, as odds list them.
    type Outcome: Clone + Ord + Debug + Send + Sync;

    /// The position before the first choice.
    fn start(&self) -> Self::Position;

    fn to_act(&self, p: &Self::Position) -> ToAct;

    /// Whether what is chosen now is kept from the other side until all of it is shown together.
    fn in_secret(&self, p: &Self::Position) -> bool {
        self.to_act(p) == ToAct::Both
    }

    /// Bytes of memory that a position takes beside its own size, about.
    fn bytes_beside(&self, _p: &Self::Position) -> usize {
        0
    }

    /// Appends what `side` may choose now; nothing if it is not to act. Where [`Rules::lists_all`] holds this is everything
    /// that `check` accepts; elsewhere (a table in inches) it is a choice of candidates worth considering, the same
    /// for the same position, and never empty for a side that is to act.
    fn choices(&self, p: &Self::Position, side: Side, out: &mut Vec<Self::Choice>);

    /// Draws one of `choices`, each as likely as the other: which of those in `out`. `below(n)` gives a number below `n`. Where the
    /// whole list costs much, `out` has only as much of it as was needed.
    #[inline]
    fn draw(
        &self,
        p: &Self::Position,
        side: Side,
        below: &mut impl FnMut(usize) -> usize,
        out: &mut Vec<Self::Choice>,
    ) -> usize {
        out.clear();
        self.choices(p, side, out);
        below(out.len())
    }

    /// Whether `choices` has everything that `check` accepts.
    fn lists_all(&self) -> bool {
        true
    }

    /// Says whether `side` may choose this now, and if not, by which rule.
    fn check(&self, p: &Self::Position, side: Side, choice: &Self::Choice) -> Result<(), Refusal>;

    /// Carries out a choice that `check` accepts, up to the next decision.
    fn resolve(
        &self,
        p: &mut Self::Position,
        side: Side,
        choice: &Self::Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    );

    /// What the events of one choice come to.
    fn outcome(&self, events: &[Self::Event]) -> Self::Outcome;

    /// The harm that each side suffers in an outcome, in the system's own unit, for reckoning luck.
    fn harm(&self, outcome: &Self::Outcome) -> [i32; 2];

    /// The result, once nobody is to act any more.
    fn verdict(&self, p: &Self::Position) -> Option<Verdict>;

    /// Victory points of each side as things stand.
    fn score(&self, p: &Self::Position) -> [i32; 2];

    /// The game turn.
    fn turn(&self, p: &Self::Position) -> u16;

    /// Everything that makes this position what it is, in bytes that are the same on every machine.
    fn write_position(&self, p: &Self::Position, out: &mut Vec<u8>);

    /// Whether a side has facts in this battle that the other may not know. Whatever depends on one of them, `resolve` calls
    /// [`Log::reveal`] where it is looked up, whether it is there or not.
    fn hides(&self) -> bool {
        false
    }

    /// The position as `side` may know it, for what is worked out on its behalf: odds, the plans of captains. It has the
    /// same choices. Where nothing is hidden it is the position itself.
    fn known<'a>(&self, p: &'a Self::Position, _side: Side) -> Cow<'a, Self::Position> {
        Cow::Borrowed(p)
    }

    /// The position as a viewer may know it: a watcher knows what both sides do.
    fn known_by<'a>(&self, p: &'a Self::Position, viewer: Viewer) -> Cow<'a, Self::Position> {
        match viewer.side() {
            Some(side) => self.known(p, side),
            None => match self.known(p, Side::One) {
                Cow::Borrowed(p) => self.known(p, Side::Two),
                Cow::Owned(one) => Cow::Owned(self.known(&one, Side::Two).into_owned()),
            },
        }
    }

    /// The position as everybody may know it once a choice made in it has rolled dice: what both sides committed themselves to lies
    /// open then.
    fn disclosed<'a>(&self, p: &'a Self::Position) -> Cow<'a, Self::Position> {
        self.known_by(p, Viewer::Watcher)
    }

    /// Another position that `side` cannot tell from this one, if there is any: for the proof that nothing hidden shows.
    /// `pick(n)` gives a number below `n`.
    fn twin(&self, _p: &Self::Position, _side: Side, _pick: &mut dyn FnMut(usize) -> usize) -> Option<Self::Position> {
        None
    }

    /// For a choice whose dice fall later (an attack is named now and fought afterwards): the position in which they would
    /// fall if nothing came between, and the choice of the same side that rolls them.
    fn foresee(
        &self,
        _p: &Self::Position,
        _side: Side,
        _choice: &Self::Choice,
    ) -> Option<(Self::Position, Self::Choice)> {
        None
    }

    /// While the odds of something that rolls are worked out: goes on to the dice that fall later for what was rolled, past
    /// decisions that do not bear on them (who takes a loss, which way he retreats), with any answer to these. `false` if
    /// there are none.
    fn carry_on(&self, _p: &mut Self::Position, _dice: &mut impl Dice, _log: &mut impl Log<Self::Event>) -> bool {
        false
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Verdict {
    pub winner: Option<Side>,
    /// The level of victory in words.
    pub level: String,
    pub score: [i32; 2],
    pub cite: Cite,
    /// The battle of a campaign that follows from this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<Next>,
}

/// A scenario, and the options that carry into it what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Next {
    pub scenario: String,
    pub options: BTreeMap<String, String>,
}

/// A point on which players may differ, as it is shown to them.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionCard {
    pub key: &'static str,
    /// The first is the default; none: a text of its own form.
    pub values: &'static [&'static str],
    pub ruling: &'static str,
    pub words: &'static str,
}

/// 64 bits of the BLAKE3 hash of a position.
pub fn position_hash<R: Rules>(battle: &R, p: &R::Position) -> u64 {
    let mut bytes = Vec::with_capacity(size_of::<R::Position>());
    battle.write_position(p, &mut bytes);
    let hash = blake3::hash(&bytes);
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"))
}
