//! One game and all who look at it. A room is a task with a queue: it alone owns the game, so nothing is ever locked, and
//! whatever takes long is done on another thread while the queue waits.

mod act;
mod handle;
mod notice;
mod seats;
mod talk;
#[cfg(test)]
pub mod tests;

pub use handle::{Handle, Presence, Request, Seen, ShareChange};
pub use talk::Saying;

use crate::answers::{Answers, LuckKnown};
use crate::api::{CaptainState, Pace, SaidLine, Seat};
use crate::denied::Denied;
use crate::keys::Keys;
use crate::metrics::{Counted, Metrics, Weighed};
use crate::opening::{Card, Opening};
use crate::registry::Registry;
use crate::standing::Orders;
use crate::store::{Ledger, Store};
use crate::thought::Thoughts;
use crate::token::GameId;
use crate::update::{Now, Shown, Update, VersionLog, Views, Wish, slot};
use handle::{Order, Posted};
use kernel::{Side, Viewer};
use notice::Notices;
use prometheus_client::metrics::gauge::Gauge;
use seat::Table;
use std::future;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at, sleep_until};

/// What a room takes besides its game: scenes, offers and messages that were made, and queues. Measured with `examples/load`.
pub const ROOM: usize = 200 << 10;

/// Who is only looking on is sent states no closer together than this: less than a page takes to draw one, and when
/// choices come fast, most of what there is to send.
const APART: Duration = Duration::from_millis(16);

/// The room could not keep its word to the disk, or lost its game: it closes, and the game is loaded again when somebody
/// asks for it.
struct Lost;

pub struct Room {
    card: Arc<Card>,
    store: Arc<Store>,
    registry: Weak<Registry>,
    ledger: Ledger,
    /// Counts what everybody may know of; beside it what each side has changed of its own commitments.
    version: u64,
    private: [u64; 2],
    changed: u64,
    /// What each viewer's versions were.
    logs: [VersionLog; 3],
    thoughts: Thoughts,
    views: Views,
    /// What was made for others is found here by them.
    shown: Arc<Shown>,
    answers: Answers,
    weighed: Weighed,
    news: watch::Sender<[u64; 3]>,
    /// When each viewer was last told of a change, and whether there has been another since.
    told: [Instant; 3],
    owed: [bool; 3],
    keys: watch::Sender<Arc<Keys>>,
    said: Vec<SaidLine>,
    standing: [Orders; 2],
    notices: Notices,
    /// Who has taken something back is asked himself until he chooses.
    thinks_again: [bool; 2],
    present: [Gauge; 3],
    reading: [Gauge; 3],
    absence: Duration,
    last_change: Instant,
    last_order: Instant,
    idle: Duration,
    metrics: Arc<Metrics>,
    _counted: Counted,
}

impl Room {
    pub fn open(opening: Opening, registry: &Arc<Registry>) -> Handle {
        let (orders, queue) = mpsc::channel(256);
        let (news, listen) = watch::channel([0; 3]);
        let Opening {
            card,
            keys,
            mut table,
            ledger,
            version,
            private,
            changed,
            said,
            standing,
            notices,
        } = opening;
        let card = Arc::new(card);
        let (keys, known) = watch::channel(Arc::new(keys));
        let present: [Gauge; 3] = Default::default();
        let reading: [Gauge; 3] = Default::default();
        let versions = [version + private[0], version + private[1], version];
        let metrics = registry.metrics.clone();
        let weighed = Weighed::new(&metrics.games_bytes);
        let bytes = weighed.bytes();
        let shown = Arc::<Shown>::default();
        let room = Room {
            thoughts: Thoughts::appoint(
                &card.game.seats,
                &mut *table,
                metrics.captain_time.clone(),
                &registry.thinking,
            ),
            logs: versions.map(|version| VersionLog::new(version, table.entries())),
            card: card.clone(),
            store: registry.store().clone(),
            registry: Arc::downgrade(registry),
            ledger,
            version,
            private,
            changed,
            views: Views::default(),
            shown: shown.clone(),
            answers: Answers::default(),
            weighed,
            news,
            told: [Instant::now(); 3],
            owed: [false; 3],
            keys,
            said,
            standing,
            notices: Notices::new(notices, registry.notifier.clone()),
            thinks_again: [false; 2],
            present: present.clone(),
            reading: reading.clone(),
            absence: registry.limits().absence,
            last_change: Instant::now(),
            last_order: Instant::now(),
            idle: registry.limits().idle,
            _counted: Counted::one(&metrics.games),
            metrics,
        };
        room.weigh(&*table);
        tokio::spawn(room.run(table, queue));
        Handle {
            card,
            orders,
            news: listen,
            keys: known,
            present,
            reading,
            touched: Arc::new(AtomicU64::new(now())),
            bytes,
            shown,
            hints: Arc::new(Semaphore::new(1)),
            lucks: Arc::new(Semaphore::new(1)),
            watchers: Arc::new(Semaphore::new(1)),
            thinking: registry.thinking.searching.clone(),
        }
    }

    async fn run(mut self, mut table: Box<dyn Table>, mut queue: mpsc::Receiver<Posted>) {
        let mut quiet = interval_at(Instant::now() + self.idle, self.idle);
        let mut touched = true;
        loop {
            // Before anything else: a game that has just been read from the disk may have stood still at one.
            let Ok((back, followed)) = self.follow_an_order(table).await else {
                return;
            };
            table = back;
            self.remind(&*table);
            if !self.is_left_alone() {
                self.thoughts.think(&*table);
            }
            let due = self.thoughts.due(self.last_change);
            let owed = self.owed_at();
            let done = tokio::select! {
                order = queue.recv() => {
                    touched = true;
                    self.last_order = Instant::now();
                    match order {
                        None => return,
                        Some(Posted { order: Order::Leave, .. }) if self.leave(&queue) => return,
                        Some(Posted { order, .. }) if order.is_unheard() => Ok(table),
                        Some(Posted { order, turn }) => {
                            let done = self.obey(table, order).await;
                            drop(turn);
                            done
                        }
                    }
                }
                () = self.thoughts.ready() => Ok(table),
                () = sleep_until(due.unwrap_or(self.last_change)), if due.is_some() => {
                    self.captain_acts(table).await
                }
                () = sleep_until(owed.unwrap_or(self.last_change)), if owed.is_some() => {
                    let viewers: Vec<Viewer> = Viewer::ALL.into_iter().filter(|v| self.owed[slot(*v)]).collect();
                    self.prepare(&*table, &viewers);
                    Ok(table)
                }
                // There may be another order, after whoever else has something to do.
                () = future::ready(()), if followed => Ok(table),
                _ = quiet.tick() => {
                    if !touched && !self.thoughts.busy() && self.leave(&queue) {
                        return;
                    }
                    touched = false;
                    Ok(table)
                }
            };
            table = match done {
                Ok(back) => back,
                Err(Lost) => return,
            };
        }
    }

    /// Gives the game back, if it is not lost.
    async fn obey(&mut self, mut table: Box<dyn Table>, order: Order) -> Result<Box<dyn Table>, Lost> {
        match order {
            Order::Act {
                side,
                version,
                request,
                wish,
                reply,
            } => {
                let (table, done) = match self.act(table, side, version, request).await {
                    Ok(done) => done,
                    Err(Lost) => {
                        let _ = reply.send(Err(Denied::broken("a choice could not be kept")));
                        return Err(Lost);
                    }
                };
                let _ = reply.send(done.map(|report| (report, self.newest(&*table, wish))));
                return Ok(table);
            }
            Order::Look(look) => {
                let (versions, changed) = (self.versions(), self.changed);
                let look = move |table: &mut dyn Table| {
                    look.look(Seen {
                        table,
                        versions,
                        changed,
                    })
                };
                return Ok(away(self.card.game.id, table, look).await?.0);
            }
            Order::Ask { question, reply } => {
                if let Some(known) = self.answers.known(&*table, &question) {
                    let _ = reply.send(Ok(known));
                    return Ok(table);
                }
                self.metrics.questions.inc();
                let work = move |table: &mut dyn Table| (question.answer(table), question);
                let (back, (answer, question)) = away(self.card.game.id, table, work).await?;
                table = back;
                if let Ok(answer) = &answer {
                    self.answers.keep(&*table, &question, answer.clone());
                }
                let _ = reply.send(answer);
            }
            Order::Luck {
                viewer,
                from,
                walked,
                reply,
            } => {
                if let Some((place, luck)) = walked {
                    self.answers.keep_luck(place, luck);
                }
                let known = self.answers.luck(&mut *table, viewer, from);
                if matches!(known, LuckKnown::All(_)) {
                    self.weigh(&*table);
                }
                let _ = reply.send(known);
            }
            Order::Pace { ms, reply } => {
                let set = self.thoughts.set_pause(ms).map(|()| Pace { pause_ms: ms });
                if set.is_ok() {
                    self.tell(&Viewer::ALL);
                }
                let _ = reply.send(set);
            }
            Order::Update { wish, reply } => drop(reply.send(self.update(&*table, wish))),
            Order::Share { side, change, reply } => {
                let done = self.share(&mut *table, side, change).await;
                answer(reply, done, "a share could not be kept")?;
            }
            Order::Keys { change, reply } => {
                let done = self.change_keys(&change).await;
                answer(reply, done, "a seat could not be kept")?;
            }
            Order::Say { side, saying, reply } => {
                let done = self.say(table.entries(), side, saying).await;
                self.weigh(&*table);
                answer(reply, done, "a line could not be kept")?;
            }
            Order::Settle { side, orders, reply } => {
                let done = self.settle(side, orders).await;
                answer(reply, done, "orders could not be kept")?;
            }
            Order::Notify { side, address, reply } => {
                let done = self.set_notice(side, address).await;
                answer(reply, done, "an address could not be kept")?;
            }
            Order::Seen => self.tell(&Viewer::ALL),
            // Somebody has come after all.
            Order::Leave => {}
        }
        Ok(table)
    }

    fn update(&mut self, table: &dyn Table, wish: Wish) -> Update {
        let captain = self.thoughts.pause_ms().map(|pause_ms| CaptainState {
            thinking: self.thoughts.thinking(table, wish.viewer),
            pause_ms,
        });
        let now = Now {
            version: self.version_of(wish.viewer),
            tick: self.news.borrow()[slot(wish.viewer)],
            captain,
            vacant: self.keys.borrow().vacant(),
            present: counted(&self.present),
            reading: counted(&self.reading),
            said: if wish.viewer == Viewer::Watcher {
                &[]
            } else {
                &self.said
            },
            asked: wish.viewer.side().and_then(|side| self.keys.borrow().of(side).asked),
        };
        let log = &self.logs[slot(wish.viewer)];
        self.views.update(table, wish, now, log)
    }

    /// There is something new for these: at once for whoever did it or is asked next, soon for those who look on.
    fn spread(&mut self, table: &dyn Table, by: Side, viewers: &[Viewer]) {
        let over = table.verdict().is_some();
        let at_once = |viewer: &Viewer| {
            let waits = viewer.side().is_some_and(|side| side == by || table.is_asked(side));
            over || waits || self.told[slot(*viewer)].elapsed() >= APART
        };
        let (now, later): (Vec<Viewer>, Vec<Viewer>) = viewers.iter().partition(|viewer| at_once(viewer));
        later.iter().for_each(|viewer| self.owed[slot(*viewer)] = true);
        self.prepare(table, &now);
    }

    /// When the next of those who look on is to be told.
    fn owed_at(&self) -> Option<Instant> {
        let owed = (0..3).filter(|at| self.owed[*at]);
        owed.map(|at| self.told[at] + APART).min()
    }

    /// There is something new to show these. What they will ask for is made at once, if they have seen everything so far, so that
    /// they need not come for it one by one.
    fn prepare(&mut self, table: &dyn Table, viewers: &[Viewer]) {
        let before = *self.news.borrow();
        for viewer in viewers {
            self.told[slot(*viewer)] = Instant::now();
            self.owed[slot(*viewer)] = false;
        }
        self.news.send_if_modified(|ticks| {
            viewers.iter().for_each(|viewer| ticks[slot(*viewer)] += 1);
            // They are told when all is made.
            false
        });
        for wish in self.shown.next(viewers, before) {
            let update = self.update(table, wish.clone());
            self.shown.keep(wish, &update, false);
        }
        self.tell(&[]);
    }

    /// What a wish comes to now.
    fn newest(&mut self, table: &dyn Table, wish: Wish) -> Update {
        let tick = self.news.borrow()[slot(wish.viewer)];
        if let Some(update) = self.shown.find(&wish, tick) {
            return update;
        }
        let update = self.update(table, wish.clone());
        self.shown.keep(wish, &update, true);
        update
    }

    /// There is something new to show these.
    fn tell(&self, viewers: &[Viewer]) {
        self.news
            .send_modify(|ticks| viewers.iter().for_each(|viewer| ticks[slot(*viewer)] += 1));
    }

    /// Whether captains play each other and nobody has looked for a while: then they wait until somebody does.
    fn is_left_alone(&self) -> bool {
        !self.card.game.seats.iter().any(Seat::is_person)
            && self.present.iter().all(|sockets| sockets.get() == 0)
            && self.last_order.elapsed() >= self.idle
    }

    /// Counts what this game takes of memory.
    fn weigh(&self, table: &dyn Table) {
        let said: usize = self.said.iter().map(SaidLine::bytes).sum();
        self.weighed.set(ROOM + table.bytes() + said + self.answers.bytes());
    }

    fn version_of(&self, viewer: Viewer) -> u64 {
        self.version + viewer.side().map_or(0, |side| self.private[side.index()])
    }

    fn versions(&self) -> [u64; 3] {
        Viewer::ALL.map(|viewer| self.version_of(viewer))
    }

    /// Goes out of memory, if really nobody is there. The registry's lock keeps others from coming in at the same moment.
    fn leave(&self, queue: &mpsc::Receiver<Posted>) -> bool {
        match self.registry.upgrade() {
            None => true,
            Some(registry) => registry.forget(self.card.game.id, || {
                queue.is_empty() && queue.sender_strong_count() <= 1
            }),
        }
    }
}

/// The sides of which somebody is counted.
fn counted(sockets: &[Gauge; 3]) -> Vec<Side> {
    let is_there = |side: &Side| sockets[slot((*side).into())].get() > 0;
    Side::BOTH.into_iter().filter(is_there).collect()
}

/// Answers for something that was to be kept on disk. A room that could not keep it is lost.
fn answer<T>(
    reply: oneshot::Sender<Result<T, Denied>>,
    done: Result<Result<T, Lost>, Denied>,
    broken: &str,
) -> Result<(), Lost> {
    let lost = matches!(done, Ok(Err(Lost)));
    let _ = reply.send(done.and_then(|kept| kept.map_err(|Lost| Denied::broken(broken))));
    if lost { Err(Lost) } else { Ok(()) }
}

/// Does on another thread what may take long: others have games on this one.
async fn away<T: Send + 'static>(
    game: GameId,
    mut table: Box<dyn Table>,
    work: impl FnOnce(&mut dyn Table) -> T + Send + 'static,
) -> Result<(Box<dyn Table>, T), Lost> {
    let worked = spawn_blocking(move || {
        let done = work(&mut *table);
        (table, done)
    });
    worked.await.map_err(|fault| {
        tracing::error!("game {game}: {fault}");
        Lost
    })
}

/// Unix seconds.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs())
}
