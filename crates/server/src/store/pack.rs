//! Choices in few bytes. A game is kept in chunks: the last one plain, so that a choice is appended by writing one small
//! row; the others deflated, for the words of a game repeat.

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use kernel::{Move, Side};
use std::io::Read;

/// Two bytes, then the text, then the dice: the side in the top bit and the number of dice, then the length of the text.
/// Either number is followed by two more bytes if it does not fit.
pub fn write(entry: &Move, out: &mut Vec<u8>) {
    let side = (entry.side.index() as u8) << 7;
    let dice = short(entry.dice.len(), MANY_DICE);
    let length = short(entry.text.len(), LONG_TEXT);
    out.extend([side | dice, length]);
    if dice == MANY_DICE {
        out.extend((entry.dice.len() as u16).to_le_bytes());
    }
    if length == LONG_TEXT {
        out.extend((entry.text.len() as u16).to_le_bytes());
    }
    out.extend(entry.text.as_bytes());
    out.extend(&entry.dice);
}

const MANY_DICE: u8 = 127;
const LONG_TEXT: u8 = 255;

fn short(n: usize, most: u8) -> u8 {
    u8::try_from(n).map_or(most, |n| n.min(most))
}

/// The choices of a chunk; `None` if the bytes were not written by us.
pub fn read(mut bytes: &[u8]) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    while !bytes.is_empty() {
        let [first, length] = take(&mut bytes, 2)? else {
            return None;
        };
        let side = if first & 128 == 0 { Side::One } else { Side::Two };
        let dice = long(first & 127, MANY_DICE, &mut bytes)?;
        let length = long(*length, LONG_TEXT, &mut bytes)?;
        let text = std::str::from_utf8(take(&mut bytes, length)?).ok()?.to_string();
        let dice = take(&mut bytes, dice)?.to_vec();
        moves.push(Move { side, text, dice });
    }
    Some(moves)
}

fn take<'a>(bytes: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (head, rest) = bytes.split_at_checked(n)?;
    *bytes = rest;
    Some(head)
}

fn long(short: u8, most: u8, bytes: &mut &[u8]) -> Option<usize> {
    if short < most {
        return Some(short.into());
    }
    let n = take(bytes, 2)?.try_into().ok()?;
    Some(u16::from_le_bytes(n).into())
}

/// Deflates chunks, one after the other in the same memory.
pub struct Packer(Compress);

impl Packer {
    pub fn new() -> Packer {
        Packer(Compress::new(Compression::default(), false))
    }

    pub fn deflate(&mut self, plain: &[u8]) -> Vec<u8> {
        // What cannot be made smaller is kept as it is, with a few bytes before it.
        let mut out = Vec::with_capacity(plain.len() + 64);
        self.0.reset();
        let done = self.0.compress_vec(plain, &mut out, FlushCompress::Finish);
        debug_assert!(matches!(done, Ok(Status::StreamEnd)), "there is room for all of it");
        out
    }
}

pub fn inflate(packed: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    DeflateDecoder::new(packed).read_to_end(&mut out).ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_survive() {
        let entry = |side, text: &str, dice: &[u8]| Move {
            side,
            text: text.into(),
            dice: dice.into(),
        };
        let moves = vec![
            entry(Side::One, "advance n", &[]),
            entry(Side::Two, "shoot L1 K2", &[1, 6]),
            entry(Side::Two, "", &[3; 126]),
            entry(Side::One, &"long ".repeat(200), &[5; 700]),
        ];
        let mut bytes = Vec::new();
        for entry in &moves {
            write(entry, &mut bytes);
        }
        assert_eq!(read(&bytes), Some(moves));
        let mut packer = Packer::new();
        for _ in 0..2 {
            assert_eq!(inflate(&packer.deflate(&bytes)), Some(bytes.clone()));
        }
        let noise: Vec<u8> = (0..2000u32)
            .map(|n| (n.wrapping_mul(n).wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        assert_eq!(inflate(&packer.deflate(&noise)), Some(noise));
        for cut in 1..11 {
            assert_eq!(read(&bytes[..cut]), None);
        }
    }
}
