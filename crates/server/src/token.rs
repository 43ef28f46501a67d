//! Names of games and the secrets that give a seat.

use kernel::Seed;
use std::fmt;

/// A game's name: 60 random bits, written in twelve letters and digits that cannot be mistaken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId(pub u64);

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 12;

/// The system's randomness failed, which leaves nothing that could be kept secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoRandomness;

pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

pub fn random_seed() -> Result<Seed, NoRandomness> {
    Ok(Seed(random()?))
}

impl GameId {
    pub fn random() -> Result<GameId, NoRandomness> {
        Ok(GameId(u64::from_le_bytes(random()?) >> 4))
    }

    pub fn parse(text: &str) -> Option<GameId> {
        if text.len() != LENGTH {
            return None;
        }
        let mut bits = 0;
        for letter in text.bytes() {
            bits = bits << 5 | LETTERS.iter().position(|l| *l == letter)? as u64;
        }
        Some(GameId(bits))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for at in (0..LENGTH).rev() {
            let letter = LETTERS[(self.0 >> (5 * at) & 31) as usize];
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

/// The secret of a seat as its holder has it: 128 random bits in base64url.
pub struct Token(String);

impl Token {
    pub fn random() -> Result<Token, NoRandomness> {
        Ok(Token::of_bits(u128::from_be_bytes(random()?)))
    }

    /// What opens a game for watchers. It follows from the game's secret seed, so that it need not be kept and both players can be
    /// told it at any time.
    pub fn to_watch(seed: Seed, game: GameId) -> Token {
        let mut hasher = blake3::Hasher::new_derive_key("schiltron watch token 1");
        hasher.update(&seed.0);
        hasher.update(&game.0.to_le_bytes());
        let mut bits = [0; 16];
        hasher.finalize_xof().fill(&mut bits);
        Token::of_bits(u128::from_be_bytes(bits))
    }

    fn of_bits(bits: u128) -> Token {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        // 22 digits hold 132 bits; the last four are empty.
        let digit = |at: u32| char::from(DIGITS[((bits << (6 * at)) >> 122) as usize]);
        let last = char::from(DIGITS[((bits & 3) << 4) as usize]);
        Token((0..21).map(digit).chain([last]).collect())
    }

    /// Reads what a client has made: it may be anything, but not short.
    pub fn read(text: &str) -> Option<Token> {
        let is_digit = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        (text.len() == 22 && text.bytes().all(is_digit)).then(|| Token(text.into()))
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

/// The secret that gives a seat back, made to be written down: 100 random bits in twenty letters and digits.
pub struct Recovery(String);

impl Recovery {
    pub fn random() -> Result<Recovery, NoRandomness> {
        let bits = u128::from_be_bytes(random()?);
        let letter = |at: usize| char::from(LETTERS[(bits >> (5 * at) & 31) as usize]);
        Ok(Recovery((0..20).map(letter).collect()))
    }

    /// Reads what somebody has copied by hand: neither dashes, spaces and capitals matter nor letters that look alike.
    pub fn read(text: &str) -> Recovery {
        let plain = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        let alike = |c: char| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        };
        Recovery(plain.map(alike).collect())
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, letter) in self.0.chars().enumerate() {
            if at > 0 && at % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

/// A name that a player may give himself: short, and nothing in it that could pass for something else.
pub fn read_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = |c: char| c.is_alphanumeric() || " .-_'".contains(c);
    (!name.is_empty() && name.chars().count() <= 24 && name.chars().all(fits)).then_some(name)
}

/// All that is kept of a token. Equality takes the same time whatever differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub blake3::Hash);

impl TokenHash {
    pub fn of(text: &str) -> TokenHash {
        TokenHash(blake3::hash(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_survive_their_text_form() {
        for id in [GameId(0), GameId((1 << 60) - 1), GameId::random().unwrap()] {
            assert_eq!(GameId::parse(&id.to_string()), Some(id));
        }
        for text in [
            "",
            "0",
            "00000000000",
            "0000000000000",
            "00000000000i",
            "00000000000\u{e9}",
            "OOOOOOOOOOOO",
        ] {
            assert_eq!(GameId::parse(text), None);
        }
    }

    #[test]
    fn a_name_is_short_and_plain() {
        let read = |text: &str| read_name(text);
        assert_eq!(read("  Sir  James Douglas ").as_deref(), Some("Sir James Douglas"));
        assert_eq!(read("Éowyn-3 O'Neill").as_deref(), Some("Éowyn-3 O'Neill"));
        for bad in ["", " ", "<b>", "a\u{202e}b", "a\nb\u{7}", "https://x", &"x".repeat(25)] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_recovery_code_survives_being_written_down() {
        let code = Recovery::random().unwrap();
        let text = code.to_string();
        assert_eq!((text.len(), text.matches('-').count()), (24, 4));
        for copy in [
            text.to_uppercase(),
            text.replace('-', " "),
            text.replace('1', "l").replace('0', "O"),
        ] {
            assert_eq!(Recovery::read(&copy).hash(), code.hash(), "{copy}");
        }
        assert_ne!(Recovery::random().unwrap().hash(), code.hash());
    }

    #[test]
    fn a_token_is_never_short() {
        assert!(Token::read(&Token::random().unwrap().into_text()).is_some());
        for text in [
            "",
            "x",
            "AAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAA=",
            "AAAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert!(Token::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_digit_of_a_token_is_random() {
        let tokens: Vec<String> = (0..2000).map(|_| Token::random().unwrap().into_text()).collect();
        assert!(tokens.iter().all(|t| t.len() == 22));
        for at in 0..21 {
            let digits: BTreeSet<u8> = tokens.iter().map(|t| t.as_bytes()[at]).collect();
            assert_eq!(digits.len(), 64, "digit {at}");
        }
        let last: BTreeSet<u8> = tokens.iter().map(|t| t.as_bytes()[21]).collect();
        assert_eq!(last.len(), 4);
    }
}
