//! What the players add to the dice, so that nobody has chosen them alone: not even whoever runs the server.
//!
//! Each player draws 32 random bytes and first shows only their hash. When all hashes are known the bytes are shown, and the dice
//! come from them and the server's seed together. `docs/dice.md` has the whole of it.

use crate::cite::{Cite, Refusal};
use crate::dice::Seed;
use crate::side::Side;
use serde::{Deserialize, Serialize};

/// What one player adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// BLAKE3 hash of the bytes.
    pub commitment: Option<[u8; 32]>,
    pub value: Option<[u8; 32]>,
}

/// The shares of both sides; a captain's seat adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares(pub [Option<Share>; 2]);

/// Where the dice of a game come from.
#[derive(Clone, Copy, Debug)]
pub struct DiceFrom {
    pub seed: Seed,
    /// Nothing if they come from the seed alone.
    pub shares: Option<Shares>,
}

impl From<Seed> for DiceFrom {
    fn from(seed: Seed) -> DiceFrom {
        DiceFrom { seed, shares: None }
    }
}

impl DiceFrom {
    /// The key of the dice, as soon as it is known.
    pub fn key(&self) -> Option<Seed> {
        match self.shares {
            None => Some(self.seed),
            Some(shares) => shares.mixed_with(self.seed),
        }
    }
}

impl Shares {
    /// Nobody has added anything yet; these sides are to.
    pub fn awaited(people: [bool; 2]) -> Shares {
        Shares(people.map(|person| person.then(Share::default)))
    }

    pub fn is_complete(&self) -> bool {
        self.0.iter().flatten().all(|share| share.value.is_some())
    }

    fn all_committed(&self) -> bool {
        self.0.iter().flatten().all(|share| share.commitment.is_some())
    }

    /// A player shows the hash of his bytes. Until somebody shows his bytes it may be another one.
    pub fn commit(&mut self, side: Side, commitment: [u8; 32]) -> Result<(), Refusal> {
        let revealed = self.0.iter().flatten().any(|share| share.value.is_some());
        let share = self.of(side)?;
        if revealed && share.commitment != Some(commitment) {
            return refuse(
                "ShareCommitted",
                "A share has been shown already: no other one can be promised now.",
            );
        }
        share.commitment = Some(commitment);
        Ok(())
    }

    /// A player shows his bytes, which must be those he has promised. Before all have promised theirs nobody may.
    pub fn reveal(&mut self, side: Side, value: [u8; 32]) -> Result<(), Refusal> {
        let ready = self.all_committed();
        let share = self.of(side)?;
        if !ready {
            return refuse(
                "ShareTooEarly",
                "Nobody shows his share of the dice before all have promised theirs.",
            );
        }
        if share.commitment != Some(*blake3::hash(&value).as_bytes()) {
            return refuse("WrongShare", "This is not the share that was promised.");
        }
        share.value = Some(value);
        Ok(())
    }

    fn of(&mut self, side: Side) -> Result<&mut Share, Refusal> {
        let why = "A captain adds nothing to the dice.";
        let share = self.0[side.index()].as_mut();
        share.ok_or_else(|| Refusal::new("NoShare", Cite::NONE, why))
    }

    /// The key of the dice: BLAKE3 of the line `schiltron dice 2`, the seed, and for each side 1 and its bytes, or 0 if it adds
    /// nothing.
    fn mixed_with(&self, seed: Seed) -> Option<Seed> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"schiltron dice 2\n").update(&seed.0);
        for share in &self.0 {
            match share {
                None => hasher.update(&[0]),
                Some(share) => hasher.update(&[1]).update(&share.value?),
            };
        }
        Some(Seed(*hasher.finalize().as_bytes()))
    }

    /// As it stands in a record.
    pub fn written(&self) -> [Option<WrittenShare>; 2] {
        let hex = |bytes: [u8; 32]| Seed(bytes).to_hex();
        self.0.map(|share| {
            share.map(|share| WrittenShare {
                commitment: share.commitment.map(hex),
                value: share.value.map(hex),
            })
        })
    }

    /// `None` if it cannot be read, or a share is not what was promised.
    pub fn read(written: &[Option<WrittenShare>; 2]) -> Option<Shares> {
        let bytes = |text: &Option<String>| match text {
            None => Some(None),
            Some(text) => Seed::from_hex(text).map(|seed| Some(seed.0)),
        };
        let mut shares = Shares([None; 2]);
        for (share, written) in shares.0.iter_mut().zip(written) {
            let Some(written) = written else { continue };
            let read = Share {
                commitment: bytes(&written.commitment)?,
                value: bytes(&written.value)?,
            };
            let promised = |value: &[u8; 32]| read.commitment == Some(*blake3::hash(value).as_bytes());
            if !read.value.iter().all(promised) {
                return None;
            }
            *share = Some(read);
        }
        Some(shares)
    }
}

fn refuse(code: &'static str, why: &str) -> Result<(), Refusal> {
    Err(Refusal::new(code, Cite::NONE, why))
}

/// A share in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WrittenShare {
    /// BLAKE3 hash of the bytes; absent until the player has promised them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
    /// The bytes; absent until the player has shown them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub value: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(value: [u8; 32]) -> [u8; 32] {
        *blake3::hash(&value).as_bytes()
    }

    #[test]
    fn nobody_shows_a_share_before_all_are_promised() {
        let mut shares = Shares::awaited([true, true]);
        let code = |done: Result<(), Refusal>| done.err().map(|refusal| refusal.code);
        assert_eq!(code(shares.commit(Side::One, hash([1; 32]))), None);
        assert_eq!(code(shares.reveal(Side::One, [1; 32])), Some("ShareTooEarly"));
        // It can be another one as long as nothing is shown.
        assert_eq!(code(shares.commit(Side::One, hash([3; 32]))), None);
        assert_eq!(code(shares.commit(Side::Two, hash([2; 32]))), None);
        assert_eq!(code(shares.reveal(Side::One, [1; 32])), Some("WrongShare"));
        assert_eq!(code(shares.reveal(Side::One, [3; 32])), None);
        assert_eq!(code(shares.commit(Side::Two, hash([4; 32]))), Some("ShareCommitted"));
        let from = |shares| DiceFrom {
            seed: Seed([7; 32]),
            shares: Some(shares),
        };
        assert!(from(shares).key().is_none());
        assert_eq!(code(shares.reveal(Side::Two, [2; 32])), None);
        assert!(shares.is_complete());
        assert_eq!(Shares::read(&shares.written()), Some(shares));
        let mut captain = Shares::awaited([true, false]);
        assert_eq!(code(captain.commit(Side::Two, hash([2; 32]))), Some("NoShare"));
        assert_eq!(code(captain.commit(Side::One, hash([2; 32]))), None);
        assert_eq!(code(captain.reveal(Side::One, [2; 32])), None);
        assert!(from(captain).key().is_some());
    }

    #[test]
    fn a_written_share_must_be_what_was_promised() {
        let mut shares = Shares::awaited([true, false]);
        shares.commit(Side::One, hash([1; 32])).unwrap();
        shares.reveal(Side::One, [1; 32]).unwrap();
        let mut written = shares.written();
        written[0].as_mut().unwrap().value = Some(Seed([2; 32]).to_hex());
        assert_eq!(Shares::read(&written), None);
        written[0].as_mut().unwrap().value = Some("x".into());
        assert_eq!(Shares::read(&written), None);
    }

    /// The vectors of `docs/dice.md`.
    #[test]
    fn keys_are_those_of_the_description() {
        let share = |value: [u8; 32]| Share {
            commitment: Some(hash(value)),
            value: Some(value),
        };
        let key = |shares| {
            let from = DiceFrom {
                seed: Seed([7; 32]),
                shares: Some(Shares(shares)),
            };
            from.key().unwrap().to_hex()
        };
        let both = key([Some(share([1; 32])), Some(share([2; 32]))]);
        let one = key([Some(share([1; 32])), None]);
        let described = [
            "7b034f283243ba41debfb3c9fb37fa3a7e2ac5db9e58d51944a193217d1ed983",
            "423ce90052b8bce2d7b064b930ef7d74ca733a8d3808c62d2b6034bc6024a3f9",
        ];
        assert_eq!([both.as_str(), one.as_str()], described);
    }
}
