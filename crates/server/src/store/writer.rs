//! The one thread that owns the database. It takes whatever has come in from all games since its last turn, commits that
//! in one transaction, and only then tells those who wait: so one wait for the disk serves many.

use super::StoreFault;
use super::pack::Packer;
use super::sql::{self, Row};
use crate::metrics::Metrics;
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// What the writer is asked to do.
pub enum Job {
    Write {
        rows: Vec<Row>,
        done: oneshot::Sender<bool>,
    },
    Ask(Question),
    Stop,
}

type Question = Box<dyn FnOnce(&Connection) + Send>;

/// So many jobs at most in one turn.
const BATCH: usize = 512;

/// When several games were written at once of late, the others are waited for a little: far less than a person notices, and a
/// commit costs as much for one as for all of them. It is looked so often, and so many times at most.
const GATHER: Duration = Duration::from_micros(500);
const LOOKS: usize = 4;

pub fn start(connection: Connection, metrics: Arc<Metrics>) -> Result<(Sender<Job>, JoinHandle<()>), StoreFault> {
    let (jobs, queue) = channel();
    let thread = thread::Builder::new()
        .name("writer".into())
        .spawn(move || run(connection, &queue, &metrics))
        .map_err(StoreFault::Thread)?;
    Ok((jobs, thread))
}

fn run(mut connection: Connection, queue: &Receiver<Job>, metrics: &Metrics) {
    let (mut jobs, mut rows, mut waiting, mut questions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut packer = Packer::new();
    let mut stop = false;
    // How many came together of late.
    let mut usual = 1;
    while !stop && let Ok(first) = queue.recv() {
        jobs.push(first);
        for look in 0.. {
            jobs.extend(queue.try_iter().take(BATCH - jobs.len()));
            if jobs.len() >= usual || look == LOOKS {
                break;
            }
            thread::sleep(GATHER);
        }
        for job in jobs.drain(..) {
            match job {
                Job::Write { rows: more, done } => {
                    rows.extend(more);
                    waiting.push(done);
                }
                Job::Ask(question) => questions.push(question),
                Job::Stop => stop = true,
            }
        }
        // Less by one at a time, so that a single straggler does not end it.
        usual = waiting.len().max(usual - 1).max(1);
        let begun = Instant::now();
        let written = commit(&mut connection, &rows, &mut packer);
        if !rows.is_empty() {
            metrics.database_time.observe(begun.elapsed().as_secs_f64());
            metrics.database_bytes.inc_by(rows.iter().map(Row::bytes).sum());
        }
        if let Err(fault) = &written {
            tracing::error!("games could not be written: {fault}");
        }
        rows.clear();
        // Nobody waits any more if the server is going down.
        for done in waiting.drain(..) {
            let _ = done.send(written.is_ok());
        }
        for question in questions.drain(..) {
            question(&connection);
        }
    }
}

fn commit(connection: &mut Connection, rows: &[Row], packer: &mut Packer) -> rusqlite::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    for row in rows {
        sql::write(&transaction, row, packer)?;
    }
    transaction.commit()
}
