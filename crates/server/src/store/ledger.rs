//! What of a game is written where: which rows a change of its choices touches.

use super::pack;
use super::sql::{Chunk, Row};
use crate::token::GameId;
use kernel::Move;

/// A chunk is closed when it is this long; with the rest of its row it still fits into a page of the database.
const FULL: usize = 900;

/// The state of a game that goes with its last choice.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    pub version: u64,
    pub changed: u64,
    pub hash: u64,
}

/// The chunks of one game.
#[derive(Clone, Debug)]
pub struct Ledger {
    game: GameId,
    /// The index of the first choice of each chunk; the last one is open. Empty before the first write.
    firsts: Vec<usize>,
    /// The bytes of the open chunk, and where each of its choices begins.
    open: Vec<u8>,
    begins: Vec<usize>,
}

impl Ledger {
    pub fn new(game: GameId) -> Ledger {
        Ledger {
            game,
            firsts: Vec::new(),
            open: Vec::new(),
            begins: Vec::new(),
        }
    }

    fn entries(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0) + self.begins.len()
    }

    fn next_chunk(&mut self) {
        self.firsts.push(self.entries());
        self.open.clear();
        self.begins.clear();
    }

    fn push(&mut self, entry: &Move) {
        self.begins.push(self.open.len());
        pack::write(entry, &mut self.open);
    }

    /// The next chunk as it was read from disk.
    pub fn found(&mut self, moves: &[Move]) {
        self.next_chunk();
        for entry in moves {
            self.push(entry);
        }
    }

    /// The rows to be written when these choices are added.
    pub fn append(&mut self, moves: &[Move], stamp: Stamp) -> Vec<Row> {
        let mut rows = Vec::with_capacity(1);
        if self.firsts.is_empty() {
            self.next_chunk();
        }
        for entry in moves {
            if self.open.len() >= FULL {
                rows.push(self.row(true, stamp));
                self.next_chunk();
            }
            self.push(entry);
        }
        rows.push(self.row(false, stamp));
        rows
    }

    /// The rows to be written when only the first `entries` choices remain. `moves` gives the choices from an index on.
    pub fn truncate(&mut self, entries: usize, moves: impl Fn(usize) -> Vec<Move>, stamp: Stamp) -> Vec<Row> {
        let mut rows = Vec::new();
        while self.firsts.len() > 1 && self.firsts.last().is_some_and(|first| *first >= entries) {
            self.firsts.pop();
            // It was closed and is the open one now.
            rows.push(Row::Drop {
                game: self.game,
                n: self.firsts.len() - 1,
            });
        }
        let first = self.firsts.pop().unwrap_or(0);
        self.open.clear();
        self.begins.clear();
        self.firsts.push(first);
        for entry in moves(first).iter().take(entries - first.min(entries)) {
            self.push(entry);
        }
        rows.push(self.row(false, stamp));
        rows
    }

    fn row(&self, closed: bool, stamp: Stamp) -> Row {
        Row::Chunk(Chunk {
            game: self.game,
            n: self.firsts.len() - 1,
            stamp,
            closed,
            body: self.open.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Side;
    use std::collections::BTreeMap;

    const STAMP: Stamp = Stamp {
        version: 1,
        changed: 2,
        hash: 3,
    };

    fn entry(n: usize) -> Move {
        Move {
            side: Side::BOTH[n % 2],
            text: format!("advance {n}"),
            dice: vec![(n % 6) as u8; n % 3],
        }
    }

    /// A database of one game: chunks that are closed, and the open one.
    #[derive(Default)]
    struct Shelf(BTreeMap<usize, Vec<u8>>, Option<Chunk>);

    impl Shelf {
        fn write(&mut self, rows: Vec<Row>) {
            for row in rows {
                match row {
                    Row::Chunk(chunk) if chunk.closed => drop(self.0.insert(chunk.n, chunk.body)),
                    Row::Chunk(chunk) => self.1 = Some(chunk),
                    Row::Drop { n, .. } => drop(self.0.remove(&n)),
                    _ => unreachable!("a ledger writes choices only"),
                }
            }
        }

        fn moves(&self) -> Vec<Move> {
            let open = self.1.iter().map(|chunk| &chunk.body);
            let bodies = self.0.values().chain(open);
            bodies.flat_map(|body| pack::read(body).unwrap()).collect()
        }
    }

    #[test]
    fn what_is_written_is_what_was_played() {
        let mut shelf = Shelf::default();
        let mut ledger = Ledger::new(GameId(7));
        shelf.write(ledger.append(&[], STAMP));
        let mut played: Vec<Move> = Vec::new();
        for n in 0..400 {
            let new: Vec<Move> = (0..n % 4).map(|i| entry(10 * n + i)).collect();
            played.extend(new.clone());
            shelf.write(ledger.append(&new, STAMP));
            // Now and then some are taken back, across the border of a chunk too.
            if n % 20 == 0 {
                for _ in 0..n % 27 {
                    played.pop();
                    let kept = played.clone();
                    shelf.write(ledger.truncate(kept.len(), |from| kept[from..].to_vec(), STAMP));
                }
            }
            assert_eq!(shelf.moves(), played, "after {n}");
            assert!(shelf.0.keys().copied().eq(0..shelf.1.as_ref().unwrap().n));
        }
        assert!(shelf.0.len() > 3);
    }
}
