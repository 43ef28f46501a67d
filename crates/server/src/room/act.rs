//! What a side or its captain does: carried out, written, told.

use super::{Lost, Request, Room, away, now};
use crate::api::Report;
use crate::denied::Denied;
use crate::store::{Ending, Row, Staged, StagedRow, Stamp};
use crate::update::slot;
use kernel::replay::hash_text;
use kernel::{Side, Viewer};
use seat::{Receipt, Table};
use tokio::time::Instant;

/// The game before a side acts.
struct Before {
    entries: usize,
    staged: [Vec<String>; 2],
    versions: [u64; 3],
}

/// Changes of a game between two times that its memory is counted.
const WEIGHED_EVERY: u64 = 32;

impl Room {
    /// Carries out what a side does; it is on disk when this returns.
    pub(super) async fn act(
        &mut self,
        mut table: Box<dyn Table>,
        side: Side,
        version: u64,
        request: Request,
    ) -> Result<(Box<dyn Table>, Result<Report, Denied>), Lost> {
        let before = match self.before(&*table, side, version) {
            Ok(before) => before,
            Err(denied) => return Ok((table, Err(denied))),
        };
        self.thinks_again[side.index()] = matches!(request, Request::Undo);
        let done = match request {
            Request::Choose(choice) => table.choose(side, &choice).map_err(Denied::from),
            Request::Undo => table.undo(side).map_err(Denied::from),
            // It may be long.
            Request::Plan(choices) => {
                let (back, done) = away(self.card.game.id, table, move |table| table.plan(side, &choices)).await?;
                table = back;
                done.map_err(Denied::from)
            }
        };
        let report = match done {
            Ok(receipt) => Ok(self.after(&mut *table, side, before, receipt).await?),
            Err(denied) => Err(denied),
        };
        Ok((table, report))
    }

    /// The game before a side acts, if that side knows it as it is.
    fn before(&self, table: &dyn Table, side: Side, version: u64) -> Result<Before, Denied> {
        if version != self.version_of(side.into()) {
            return Err(Denied::stale_version(self.version_of(side.into())));
        }
        Ok(Before {
            entries: table.entries(),
            staged: Side::BOTH.map(|side| table.staged(side)),
            versions: self.versions(),
        })
    }

    /// Keeps what a side has done, and lets it be known.
    async fn after(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        before: Before,
        receipt: Receipt,
    ) -> Result<Report, Lost> {
        let versions = before.versions;
        let mut rows = self.note(table, before, receipt.hash);
        // Nobody can act after the end, so this is noted once.
        if let Some(verdict) = table.verdict() {
            rows.push(Row::Ended {
                game: self.card.game.id,
                ending: Ending::new(verdict, now()),
            });
        }
        self.keep(rows).await?;
        self.metrics.choices.inc_by(receipt.done as u64);
        // It costs a look at every entry, so not each time.
        if self.version.is_multiple_of(WEIGHED_EVERY) {
            self.weigh(table);
        }
        // A commitment is news for nobody but its side.
        let now = self.versions();
        let changed: Vec<_> = Viewer::ALL
            .into_iter()
            .filter(|v| now[slot(*v)] != versions[slot(*v)])
            .collect();
        self.spread(table, side, &changed);
        self.notices.noted(&changed);
        let shown = !table.hides() || table.verdict().is_some();
        Ok(Report {
            version: self.version_of(side.into()),
            done: receipt.done,
            hash: shown.then(|| hash_text(receipt.hash)),
            events: receipt.events,
        })
    }

    /// Counts the change that has just been made, and says what is to be written.
    fn note(&mut self, table: &dyn Table, before: Before, hash: u64) -> Vec<Row> {
        let Before {
            entries: before,
            staged,
            ..
        } = before;
        let after = table.entries();
        // Everybody is told when the game last changed, so a commitment is no change yet.
        if after != before {
            self.changed = now();
        }
        let mut rows = self.note_staged(table, &staged);
        // A choice counts one, and so does taking one back.
        self.version += after.abs_diff(before) as u64;
        let stamp = Stamp {
            version: self.version,
            changed: self.changed,
            hash,
        };
        let mut now_have = |entries: usize| self.logs.iter_mut().for_each(|log| log.now_has(entries));
        if after > before {
            (before..after).for_each(|n| now_have(n + 1));
            rows.extend(self.ledger.append(&table.moves(before), stamp));
        } else if after < before {
            now_have(after);
            self.answers.taken_back(after);
            rows.extend(self.ledger.truncate(after, |from| table.moves(from), stamp));
        }
        rows
    }

    /// What a side has committed itself to changes its own version alone.
    fn note_staged(&mut self, table: &dyn Table, before: &[Vec<String>; 2]) -> Vec<Row> {
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let choices = table.staged(side);
            if choices == before[side.index()] {
                continue;
            }
            // When both are in, the commitments become entries, which count for themselves.
            if !choices.is_empty() || table.entries() == self.logs[slot(side.into())].entries() {
                self.private[side.index()] += 1;
                self.logs[slot(side.into())].now_has(table.entries());
            }
            rows.push(Row::Staged(StagedRow {
                game: self.card.game.id,
                side,
                staged: Staged {
                    changes: self.private[side.index()],
                    choices,
                },
            }));
        }
        rows
    }

    pub(super) async fn keep(&mut self, rows: Vec<Row>) -> Result<(), Lost> {
        if let Err(fault) = self.store.write(rows).await {
            tracing::error!("game {}: {fault}", self.card.game.id);
            return Err(Lost);
        }
        self.last_change = Instant::now();
        Ok(())
    }

    pub(super) async fn captain_acts(&mut self, table: Box<dyn Table>) -> Result<Box<dyn Table>, Lost> {
        let Some((side, choice)) = self.thoughts.take(&*table) else {
            return Ok(table);
        };
        let version = self.version_of(side.into());
        let (table, done) = self.act(table, side, version, Request::Choose(choice)).await?;
        if let Err(denied) = done {
            if denied.fault.code != "DiceNotReady" {
                tracing::error!("game {}: the captain chose {:?}", self.card.game.id, denied.fault);
            }
            self.thoughts.give_up(side, table.version(side.into()));
        }
        Ok(table)
    }
}
