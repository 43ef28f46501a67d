//! One game and all who look at it. A room is a task with a queue: it alone owns the game, so nothing is ever locked, and
//! whatever takes long is done on another thread while the queue waits.

use crate::api::{CaptainState, Pace, Report};
use crate::bench::Bench;
use crate::denied::Denied;
use crate::hall::Hall;
use crate::library::Play;
use crate::store::{Ledger, Row, Stamp, Store, StoredGame};
use crate::thought::Thoughts;
use crate::token::TokenHash;
use crate::update::{Now, Told, Update, Views, Wish};
use kernel::{Side, Viewer};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at, sleep_until};

/// What never changes about a game.
pub struct Card {
    pub game: StoredGame,
    pub play: Arc<dyn Play>,
    pub sides: [String; 2],
    pub commitment: String,
}

impl Card {
    /// What a token gives, if anything.
    pub fn viewer(&self, token: &str) -> Option<Viewer> {
        let hash = TokenHash::of(token);
        let viewers = [Viewer::One, Viewer::Two, Viewer::Watcher];
        let mut seats = self.game.tokens.iter().zip(viewers);
        seats.find(|(seat, _)| **seat == Some(hash)).map(|(_, viewer)| viewer)
    }
}

/// What a side does.
pub enum Deed {
    Choose(String),
    Plan(Vec<String>),
    Undo,
}

/// A game at the moment of a look.
pub struct Seen<'a> {
    pub bench: &'a mut dyn Bench,
    pub version: u64,
    /// Unix seconds.
    pub changed: u64,
}

type Look = Box<dyn FnOnce(Seen<'_>) + Send>;

enum Order {
    Act {
        side: Side,
        version: u64,
        deed: Deed,
        /// What the one who acts wants to see of the result.
        wish: Wish,
        reply: oneshot::Sender<Result<(Report, Update), Denied>>,
    },
    Pace {
        ms: u32,
        reply: oneshot::Sender<Result<Pace, Denied>>,
    },
    Update {
        wish: Wish,
        reply: oneshot::Sender<Update>,
    },
    Look(Look),
    /// Memory is short.
    Leave,
}

/// How the rest of the server speaks to a room.
#[derive(Clone)]
pub struct Handle {
    pub card: Arc<Card>,
    orders: mpsc::Sender<Order>,
    news: watch::Receiver<u64>,
    touched: Arc<AtomicU64>,
}

impl Handle {
    async fn order<T>(&self, make: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Denied> {
        self.touched.store(now(), Ordering::Relaxed);
        let (reply, answer) = oneshot::channel();
        let gone = || Denied::broken(format_args!("the room of game {} has closed", self.card.game.id));
        self.orders.send(make(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())
    }

    /// What came of it, and the state after it.
    pub async fn act(&self, side: Side, version: u64, deed: Deed, wish: Wish) -> Result<(Report, Update), Denied> {
        let order = |reply| Order::Act {
            side,
            version,
            deed,
            wish,
            reply,
        };
        self.order(order).await?
    }

    pub async fn pace(&self, ms: u32) -> Result<Pace, Denied> {
        self.order(|reply| Order::Pace { ms, reply }).await?
    }

    pub async fn update(&self, wish: Wish) -> Result<Update, Denied> {
        self.order(|reply| Order::Update { wish, reply }).await
    }

    /// Asks something of the game that takes its time; nothing else happens in this game meanwhile.
    pub async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(Seen<'_>) -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let order = |reply: oneshot::Sender<T>| Order::Look(Box::new(move |seen| drop(reply.send(look(seen)))));
        self.order(order).await
    }

    /// Changes whenever there is something new to show.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.news.clone()
    }

    pub fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    /// Whether nobody but the hall has this handle.
    pub fn is_idle(&self) -> bool {
        self.orders.strong_count() == 1
    }

    pub fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    pub fn ask_to_leave(&self) {
        // A full queue means that somebody is there after all.
        let _ = self.orders.try_send(Order::Leave);
    }
}

/// The room could not keep its word to the disk, or lost its game: it closes, and the game is loaded again when somebody
/// asks for it.
struct Lost;

pub struct Room {
    card: Arc<Card>,
    store: Arc<Store>,
    hall: Weak<Hall>,
    ledger: Ledger,
    version: u64,
    changed: u64,
    told: Told,
    thoughts: Thoughts,
    views: Views,
    news: watch::Sender<u64>,
    last_change: Instant,
    idle: Duration,
}

/// A game ready to be given a room.
pub struct Opening {
    pub card: Card,
    pub bench: Box<dyn Bench>,
    pub ledger: Ledger,
    pub version: u64,
    pub changed: u64,
}

impl Room {
    pub fn open(opening: Opening, store: Arc<Store>, hall: Weak<Hall>, idle: Duration) -> Handle {
        let (orders, queue) = mpsc::channel(256);
        let (news, listen) = watch::channel(0);
        let Opening {
            card,
            mut bench,
            ledger,
            version,
            changed,
        } = opening;
        let card = Arc::new(card);
        let room = Room {
            thoughts: Thoughts::appoint(&card.game.seats, &mut *bench),
            told: Told::new(version, bench.entries()),
            card: card.clone(),
            store,
            hall,
            ledger,
            version,
            changed,
            views: Views::default(),
            news,
            last_change: Instant::now(),
            idle,
        };
        tokio::spawn(room.run(bench, queue));
        Handle {
            card,
            orders,
            news: listen,
            touched: Arc::new(AtomicU64::new(now())),
        }
    }

    async fn run(mut self, mut bench: Box<dyn Bench>, mut queue: mpsc::Receiver<Order>) {
        let mut quiet = interval_at(Instant::now() + self.idle, self.idle);
        let mut touched = true;
        loop {
            self.thoughts.think(&*bench, self.version);
            let due = self.thoughts.due(self.last_change);
            tokio::select! {
                order = queue.recv() => {
                    touched = true;
                    match order {
                    None => return,
                    Some(Order::Look(look)) => {
                        let (version, changed) = (self.version, self.changed);
                        let looked = spawn_blocking(move || {
                            look(Seen { bench: &mut *bench, version, changed });
                            bench
                        });
                        match looked.await {
                            Ok(back) => bench = back,
                            Err(fault) => return tracing::error!("game {}: {fault}", self.card.game.id),
                        }
                    }
                    Some(Order::Leave) => {
                        if self.leave(&queue) {
                            return;
                        }
                    }
                    Some(order) => {
                        if self.obey(&mut *bench, order).await.is_err() {
                            return;
                        }
                    }
                    }
                }
                () = self.thoughts.ready(self.version) => {}
                () = sleep_until(due.unwrap_or(self.last_change)), if due.is_some() => {
                    if self.captain_acts(&mut *bench).await.is_err() {
                        return;
                    }
                }
                _ = quiet.tick() => {
                    if !touched && !self.thoughts.busy() && self.leave(&queue) {
                        return;
                    }
                    touched = false;
                }
            }
        }
    }

    async fn obey(&mut self, bench: &mut dyn Bench, order: Order) -> Result<(), Lost> {
        match order {
            Order::Act {
                side,
                version,
                deed,
                wish,
                reply,
            } => {
                let done = self.act(bench, side, version, deed).await;
                let lost = matches!(done, Ok(Err(Lost)));
                let answer = match done {
                    Ok(Ok(report)) => Ok((report, self.update(bench, wish))),
                    Ok(Err(Lost)) => Err(Denied::broken("a choice could not be kept")),
                    Err(denied) => Err(denied),
                };
                let _ = reply.send(answer);
                if lost { Err(Lost) } else { Ok(()) }
            }
            Order::Pace { ms, reply } => {
                let set = self.thoughts.set_pause(ms).map(|()| Pace { pause_ms: ms });
                if set.is_ok() {
                    self.news.send_modify(|tick| *tick += 1);
                }
                let _ = reply.send(set);
                Ok(())
            }
            Order::Update { wish, reply } => {
                let _ = reply.send(self.update(bench, wish));
                Ok(())
            }
            Order::Look(_) | Order::Leave => Ok(()),
        }
    }

    fn update(&mut self, bench: &dyn Bench, wish: Wish) -> Update {
        let captain = self.thoughts.pause_ms().map(|pause_ms| CaptainState {
            thinking: self.thoughts.asked(bench, self.version),
            pause_ms,
        });
        let now = Now {
            version: self.version,
            tick: *self.news.borrow(),
            captain,
        };
        self.views.update(bench, wish, now, &self.told)
    }

    /// Carries out what a side does; it is on disk when this returns.
    async fn act(
        &mut self,
        bench: &mut dyn Bench,
        side: Side,
        version: u64,
        deed: Deed,
    ) -> Result<Result<Report, Lost>, Denied> {
        if version != self.version {
            return Err(Denied::stale_version(self.version));
        }
        let before = bench.entries();
        let report = match deed {
            Deed::Choose(choice) => bench.choose(side, &choice)?,
            Deed::Plan(choices) => bench.plan(side, &choices)?,
            Deed::Undo => bench.undo(side)?,
        };
        let rows = self.note(bench, before, &report.hash);
        if self.keep(rows).await.is_err() {
            return Ok(Err(Lost));
        }
        let shown = !bench.hides() || bench.table().verdict().is_some();
        Ok(Ok(Report {
            version: self.version,
            done: report.done,
            hash: shown.then_some(report.hash),
            events: report.events,
        }))
    }

    /// Counts the change that has just been made, and says what is to be written.
    fn note(&mut self, bench: &dyn Bench, before: usize, hash: &str) -> Vec<Row> {
        let after = bench.entries();
        // A choice counts one, and so does taking one back.
        self.version += after.abs_diff(before) as u64;
        self.changed = now();
        let stamp = Stamp {
            version: self.version,
            changed: self.changed,
            hash: u64::from_str_radix(hash, 16).unwrap_or_default(),
        };
        if after >= before {
            (before..after).for_each(|n| self.told.now_has(n + 1));
            self.ledger.append(&bench.moves(before), stamp)
        } else {
            self.told.now_has(after);
            self.ledger.truncate(after, |from| bench.moves(from), stamp)
        }
    }

    async fn keep(&mut self, rows: Vec<Row>) -> Result<(), Lost> {
        if let Err(fault) = self.store.write(rows).await {
            tracing::error!("game {}: {fault}", self.card.game.id);
            return Err(Lost);
        }
        self.last_change = Instant::now();
        self.news.send_modify(|tick| *tick += 1);
        Ok(())
    }

    async fn captain_acts(&mut self, bench: &mut dyn Bench) -> Result<(), Lost> {
        let Some((side, choice)) = self.thoughts.take(self.version) else {
            return Ok(());
        };
        let version = self.version;
        match self.act(bench, side, version, Deed::Choose(choice)).await {
            Ok(done) => done.map(drop),
            Err(denied) => {
                tracing::error!("game {}: the captain chose {:?}", self.card.game.id, denied.fault);
                self.thoughts.give_up(version);
                Ok(())
            }
        }
    }

    /// Goes out of memory, if really nobody is there. The hall's lock keeps others from coming in at the same moment.
    fn leave(&self, queue: &mpsc::Receiver<Order>) -> bool {
        match self.hall.upgrade() {
            None => true,
            Some(hall) => hall.forget(self.card.game.id, || {
                queue.is_empty() && queue.sender_strong_count() <= 1
            }),
        }
    }
}

/// Unix seconds.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs())
}
