//! One game and all who look at it. A room is a task with a queue: it alone owns the game, so nothing is ever locked, and
//! whatever takes long is done on another thread while the queue waits.

use crate::answers::{Answers, Question};
use crate::api::{CaptainState, Pace, Report};
use crate::denied::Denied;
use crate::keys::{KeyChange, Keys, Moment};
use crate::metrics::{Counted, Metrics, Weighed};
use crate::opening::{Card, Opening};
use crate::registry::Registry;
use crate::store::{Ending, Ledger, Row, SeatRow, Staged, StagedRow, Stamp, Store};
use crate::thought::Thoughts;
use crate::token::TokenHash;
use crate::update::{Now, Shown, Update, VersionLog, Views, Wish, slot};
use kernel::replay::hash_text;
use kernel::story::Luck;
use kernel::{Side, Viewer};
use prometheus_client::metrics::gauge::Gauge;
use seat::{Receipt, Table};
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at, sleep_until};

/// What a side wants to do.
pub enum Request {
    Choose(String),
    Plan(Vec<String>),
    Undo,
}

/// What a player does about his share of the dice.
pub enum ShareChange {
    Promise([u8; 32]),
    Show([u8; 32]),
}

/// A game at the moment of a look.
pub struct Seen<'a> {
    pub table: &'a mut dyn Table,
    versions: [u64; 3],
    /// Unix seconds.
    pub changed: u64,
}

impl Seen<'_> {
    /// Of this viewer's game.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.versions[slot(viewer)]
    }
}

type Look = Box<dyn FnOnce(Seen<'_>) + Send>;

enum Order {
    Act {
        side: Side,
        version: u64,
        request: Request,
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
    Share {
        side: Side,
        change: ShareChange,
        reply: oneshot::Sender<Result<(), Denied>>,
    },
    Keys {
        change: KeyChange,
        reply: oneshot::Sender<Result<Side, Denied>>,
    },
    Ask {
        question: Question,
        reply: oneshot::Sender<Result<Arc<RawValue>, Denied>>,
    },
    Luck {
        viewer: Viewer,
        from: usize,
        /// Nothing as long as there is more to be worked out.
        reply: oneshot::Sender<Option<Vec<Option<Luck>>>>,
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
    news: watch::Receiver<[u64; 3]>,
    keys: watch::Receiver<Arc<Keys>>,
    /// Sockets of each viewer.
    present: [Gauge; 3],
    touched: Arc<AtomicU64>,
    bytes: Arc<AtomicUsize>,
    shown: Arc<Shown>,
    /// Watchers ask one after the other, so that a player never waits for more than one of them.
    watchers: Arc<Semaphore>,
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
    pub async fn act(
        &self,
        side: Side,
        version: u64,
        request: Request,
        wish: Wish,
    ) -> Result<(Report, Update), Denied> {
        let order = |reply| Order::Act {
            side,
            version,
            request,
            wish,
            reply,
        };
        self.order(order).await?
    }

    pub async fn pace(&self, ms: u32) -> Result<Pace, Denied> {
        self.order(|reply| Order::Pace { ms, reply }).await?
    }

    pub async fn share(&self, side: Side, change: ShareChange) -> Result<(), Denied> {
        self.order(|reply| Order::Share { side, change, reply }).await?
    }

    pub async fn update(&self, wish: Wish) -> Result<Update, Denied> {
        let newest = self.news.borrow()[slot(wish.viewer)];
        if let Some(update) = self.shown.find(&wish, newest) {
            return Ok(update);
        }
        let _turn = self.turn(wish.viewer).await;
        // Somebody before may have asked for the same.
        let newest = self.news.borrow()[slot(wish.viewer)];
        if let Some(update) = self.shown.find(&wish, newest) {
            return Ok(update);
        }
        let asked = wish.clone();
        let update = self.order(|reply| Order::Update { wish, reply }).await?;
        self.shown.keep(asked, &update);
        Ok(update)
    }

    /// Watchers wait for each other.
    async fn turn(&self, viewer: Viewer) -> Option<SemaphorePermit<'_>> {
        match viewer {
            Viewer::Watcher => self.watchers.acquire().await.ok(),
            Viewer::One | Viewer::Two => None,
        }
    }

    /// What many may ask for; it is worked out once.
    pub async fn ask(&self, viewer: Viewer, question: Question) -> Result<Arc<RawValue>, Denied> {
        let _turn = self.turn(viewer).await;
        self.order(|reply| Order::Ask { question, reply }).await?
    }

    /// What the dice gave from an entry on. It is worked out in steps, so that others have their turn in between.
    pub async fn luck(&self, viewer: Viewer, from: usize) -> Result<Vec<Option<Luck>>, Denied> {
        loop {
            let _turn = self.turn(viewer).await;
            let step = self.order(|reply| Order::Luck { viewer, from, reply });
            if let Some(luck) = step.await? {
                return Ok(luck);
            }
        }
    }

    /// Asks something of the game that takes its time; nothing else happens in this game meanwhile.
    pub async fn look<T: Send + 'static>(
        &self,
        viewer: Viewer,
        look: impl FnOnce(Seen<'_>) -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let _turn = self.turn(viewer).await;
        let order = |reply: oneshot::Sender<T>| Order::Look(Box::new(move |seen| drop(reply.send(look(seen)))));
        self.order(order).await
    }

    /// Who may sit where; when it changes there is news for everybody.
    pub fn keys(&self) -> watch::Receiver<Arc<Keys>> {
        self.keys.clone()
    }

    /// The seat that it was about; the change is on disk.
    pub async fn change_keys(&self, change: KeyChange) -> Result<Side, Denied> {
        self.order(|reply| Order::Keys { change, reply }).await?
    }

    /// The holder of a token is there: nobody needs to be invited to that seat any more.
    pub async fn show(&self, viewer: Viewer, token: TokenHash) -> Result<(), Denied> {
        let claimed = self.keys.borrow().is_claimed(viewer);
        if claimed {
            self.change_keys(KeyChange::Shown { token }).await?;
        }
        Ok(())
    }

    /// A viewer is connected, until this is dropped.
    pub fn presence(&self, viewer: Viewer) -> Counted {
        Counted::one(&self.present[slot(viewer)])
    }

    /// Changes, for each viewer, whenever there is something new to show him.
    pub fn news(&self) -> watch::Receiver<[u64; 3]> {
        self.news.clone()
    }

    pub fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    /// Whether nobody but the registry has this handle.
    pub fn is_idle(&self) -> bool {
        self.orders.strong_count() == 1
    }

    /// Of memory, about.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    pub fn ask_to_leave(&self) {
        // A full queue means that somebody is there after all.
        let _ = self.orders.try_send(Order::Leave);
    }
}

/// The game before a side acts.
struct Before {
    entries: usize,
    staged: [Vec<String>; 2],
    versions: [u64; 3],
}

/// What a room takes besides its game: scenes, offers and messages that were made, and queues. Measured with `examples/load.rs`.
pub const ROOM: usize = 200 << 10;

/// Changes of a game between two times that its memory is counted.
const WEIGHED_EVERY: u64 = 32;

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
    answers: Answers,
    weighed: Weighed,
    news: watch::Sender<[u64; 3]>,
    keys: watch::Sender<Arc<Keys>>,
    present: [Gauge; 3],
    absence: Duration,
    last_change: Instant,
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
        } = opening;
        let card = Arc::new(card);
        let (keys, known) = watch::channel(Arc::new(keys));
        let present: [Gauge; 3] = Default::default();
        let versions = [version + private[0], version + private[1], version];
        let metrics = registry.metrics.clone();
        let weighed = Weighed::new(&metrics.games_bytes);
        weighed.set(ROOM + table.bytes());
        let bytes = weighed.bytes();
        let room = Room {
            thoughts: Thoughts::appoint(&card.game.seats, &mut *table, metrics.captain_time.clone()),
            logs: versions.map(|version| VersionLog::new(version, table.entries())),
            card: card.clone(),
            store: registry.store().clone(),
            registry: Arc::downgrade(registry),
            ledger,
            version,
            private,
            changed,
            views: Views::default(),
            answers: Answers::default(),
            weighed,
            news,
            keys,
            present: present.clone(),
            absence: registry.limits().absence,
            last_change: Instant::now(),
            idle: registry.limits().idle,
            _counted: Counted::one(&metrics.games),
            metrics,
        };
        tokio::spawn(room.run(table, queue));
        Handle {
            card,
            orders,
            news: listen,
            keys: known,
            present,
            touched: Arc::new(AtomicU64::new(now())),
            bytes,
            shown: Arc::default(),
            watchers: Arc::new(Semaphore::new(1)),
        }
    }

    async fn run(mut self, mut table: Box<dyn Table>, mut queue: mpsc::Receiver<Order>) {
        let mut quiet = interval_at(Instant::now() + self.idle, self.idle);
        let mut touched = true;
        loop {
            self.thoughts.think(&*table);
            let due = self.thoughts.due(self.last_change);
            tokio::select! {
                order = queue.recv() => {
                    touched = true;
                    match order {
                    None => return,
                    Some(Order::Look(look)) => {
                        let (versions, changed) = (self.versions(), self.changed);
                        let looked = spawn_blocking(move || {
                            look(Seen { table: &mut *table, versions, changed });
                            table
                        });
                        match looked.await {
                            Ok(back) => table = back,
                            Err(fault) => return tracing::error!("game {}: {fault}", self.card.game.id),
                        }
                    }
                    Some(Order::Ask { question, reply }) => {
                        if let Some(known) = self.answers.known(&*table, &question) {
                            let _ = reply.send(Ok(known));
                            continue;
                        }
                        self.metrics.questions.inc();
                        let worked = spawn_blocking(move || {
                            let answer = question.answer(&*table);
                            (table, question, answer)
                        });
                        match worked.await {
                            Ok((back, question, answer)) => {
                                table = back;
                                if let Ok(answer) = &answer {
                                    self.answers.keep(&*table, &question, answer.clone());
                                }
                                let _ = reply.send(answer);
                            }
                            Err(fault) => return tracing::error!("game {}: {fault}", self.card.game.id),
                        }
                    }
                    Some(Order::Luck { viewer, from, reply }) => {
                        let mut luck = self.answers.take_luck(&*table, viewer);
                        let worked = spawn_blocking(move || {
                            luck.go_on(&mut *table);
                            (table, luck)
                        });
                        match worked.await {
                            Ok((back, luck)) => {
                                table = back;
                                let _ = reply.send(luck.from(&*table, from));
                                self.answers.put_luck(luck);
                            }
                            Err(fault) => return tracing::error!("game {}: {fault}", self.card.game.id),
                        }
                    }
                    Some(Order::Act { side, version, request: Request::Plan(choices), wish, reply }) => {
                        // A plan may be long, and others have games on this thread.
                        let before = match self.before(&*table, side, version) {
                            Ok(before) => before,
                            Err(denied) => {
                                let _ = reply.send(Err(denied));
                                continue;
                            }
                        };
                        let worked = spawn_blocking(move || {
                            let done = table.plan(side, &choices);
                            (table, done)
                        });
                        let (back, done) = match worked.await {
                            Ok(worked) => worked,
                            Err(fault) => return tracing::error!("game {}: {fault}", self.card.game.id),
                        };
                        table = back;
                        let done = match done {
                            Ok(receipt) => Ok(self.after(&mut *table, side, before, receipt).await),
                            Err(refused) => Err(refused.into()),
                        };
                        if self.answer_act(&*table, done, wish, reply).is_err() {
                            return;
                        }
                    }
                    Some(Order::Leave) => {
                        if self.leave(&queue) {
                            return;
                        }
                    }
                    Some(order) => {
                        if self.obey(&mut *table, order).await.is_err() {
                            return;
                        }
                    }
                    }
                }
                () = self.thoughts.ready() => {}
                () = sleep_until(due.unwrap_or(self.last_change)), if due.is_some() => {
                    if self.captain_acts(&mut *table).await.is_err() {
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

    async fn obey(&mut self, table: &mut dyn Table, order: Order) -> Result<(), Lost> {
        match order {
            Order::Act {
                side,
                version,
                request,
                wish,
                reply,
            } => {
                let done = self.act(table, side, version, request).await;
                self.answer_act(table, done, wish, reply)
            }
            Order::Pace { ms, reply } => {
                let set = self.thoughts.set_pause(ms).map(|()| Pace { pause_ms: ms });
                if set.is_ok() {
                    self.tell(&Viewer::ALL);
                }
                let _ = reply.send(set);
                Ok(())
            }
            Order::Update { wish, reply } => {
                let _ = reply.send(self.update(table, wish));
                Ok(())
            }
            Order::Share { side, change, reply } => {
                let done = self.share(table, side, change).await;
                let lost = matches!(done, Ok(Err(Lost)));
                let answer = done.and_then(|kept| kept.map_err(|Lost| Denied::broken("a share could not be kept")));
                let _ = reply.send(answer);
                if lost { Err(Lost) } else { Ok(()) }
            }
            Order::Keys { change, reply } => {
                let done = self.change_keys(&change).await;
                let lost = matches!(done, Ok(Err(Lost)));
                let answer = done.and_then(|side| side.map_err(|Lost| Denied::broken("a seat could not be kept")));
                let _ = reply.send(answer);
                if lost { Err(Lost) } else { Ok(()) }
            }
            Order::Look(_) | Order::Ask { .. } | Order::Luck { .. } | Order::Leave => Ok(()),
        }
    }

    /// The seat that it was about; the change is on disk when this returns, and those who lose a seat by it are told.
    async fn change_keys(&mut self, change: &KeyChange) -> Result<Result<Side, Lost>, Denied> {
        let connected = |side: Side| self.present[slot(side.into())].get() > 0;
        let moment = Moment {
            now: now(),
            absence: self.absence.as_secs(),
            present: Side::BOTH.map(connected),
        };
        let mut keys = Keys::clone(&self.keys.borrow());
        let (side, seat) = keys.changed(change, &moment)?;
        if *keys.of(side) == seat {
            return Ok(Ok(side));
        }
        keys.seats[side.index()] = seat.clone();
        let row = Row::Seat(SeatRow {
            game: self.card.game.id,
            side,
            keys: seat,
        });
        if self.keep(vec![row]).await.is_err() {
            return Ok(Err(Lost));
        }
        self.keys.send_replace(Arc::new(keys));
        self.tell(&Viewer::ALL);
        Ok(Ok(side))
    }

    /// A player promises or shows his share of the dice; it is on disk when this returns.
    async fn share(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        change: ShareChange,
    ) -> Result<Result<(), Lost>, Denied> {
        let mut shares = table.shares().ok_or_else(Denied::dice_not_shared)?;
        let before = shares;
        match change {
            ShareChange::Promise(commitment) => shares.commit(side, commitment)?,
            ShareChange::Show(value) => shares.reveal(side, value)?,
        }
        if shares == before {
            return Ok(Ok(()));
        }
        let game = self.card.game.id;
        if self.keep(vec![Row::Shares { game, shares }]).await.is_err() {
            return Ok(Err(Lost));
        }
        table.share_dice(shares);
        // A captain that had to wait for the dice is asked again.
        self.thoughts.take_heart();
        self.tell(&Viewer::ALL);
        Ok(Ok(()))
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
            asked: wish.viewer.side().and_then(|side| self.keys.borrow().of(side).asked),
        };
        let log = &self.logs[slot(wish.viewer)];
        self.views.update(table, wish, now, log)
    }

    /// Carries out what a side does; it is on disk when this returns.
    async fn act(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        version: u64,
        request: Request,
    ) -> Result<Result<Report, Lost>, Denied> {
        let before = self.before(table, side, version)?;
        let receipt = match request {
            Request::Choose(choice) => table.choose(side, &choice)?,
            Request::Plan(choices) => table.plan(side, &choices)?,
            Request::Undo => table.undo(side)?,
        };
        Ok(self.after(table, side, before, receipt).await)
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

    fn answer_act(
        &mut self,
        table: &dyn Table,
        done: Result<Result<Report, Lost>, Denied>,
        wish: Wish,
        reply: oneshot::Sender<Result<(Report, Update), Denied>>,
    ) -> Result<(), Lost> {
        let lost = matches!(done, Ok(Err(Lost)));
        let answer = match done {
            Ok(Ok(report)) => Ok((report, self.update(table, wish))),
            Ok(Err(Lost)) => Err(Denied::broken("a choice could not be kept")),
            Err(denied) => Err(denied),
        };
        let _ = reply.send(answer);
        if lost { Err(Lost) } else { Ok(()) }
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
            self.weighed.set(ROOM + table.bytes());
        }
        // A commitment is news for nobody but its side.
        let now = self.versions();
        let changed = Viewer::ALL.into_iter().filter(|v| now[slot(*v)] != versions[slot(*v)]);
        self.tell(&changed.collect::<Vec<_>>());
        let shown = !table.hides() || table.verdict().is_some();
        Ok(Report {
            version: self.version_of(side.into()),
            done: receipt.done,
            hash: shown.then(|| hash_text(receipt.hash)),
            events: receipt.events,
        })
    }

    /// There is something new to show these.
    fn tell(&self, viewers: &[Viewer]) {
        self.news
            .send_modify(|ticks| viewers.iter().for_each(|viewer| ticks[slot(*viewer)] += 1));
    }

    fn version_of(&self, viewer: Viewer) -> u64 {
        self.version + viewer.side().map_or(0, |side| self.private[side.index()])
    }

    fn versions(&self) -> [u64; 3] {
        Viewer::ALL.map(|viewer| self.version_of(viewer))
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

    async fn keep(&mut self, rows: Vec<Row>) -> Result<(), Lost> {
        if let Err(fault) = self.store.write(rows).await {
            tracing::error!("game {}: {fault}", self.card.game.id);
            return Err(Lost);
        }
        self.last_change = Instant::now();
        Ok(())
    }

    async fn captain_acts(&mut self, table: &mut dyn Table) -> Result<(), Lost> {
        let Some((side, choice)) = self.thoughts.take(table) else {
            return Ok(());
        };
        let version = self.version_of(side.into());
        match self.act(table, side, version, Request::Choose(choice)).await {
            Ok(done) => done.map(drop),
            Err(denied) => {
                if denied.fault.code != "DiceNotReady" {
                    tracing::error!("game {}: the captain chose {:?}", self.card.game.id, denied.fault);
                }
                self.thoughts.give_up(side, table.version(side.into()));
                Ok(())
            }
        }
    }

    /// Goes out of memory, if really nobody is there. The registry's lock keeps others from coming in at the same moment.
    fn leave(&self, queue: &mpsc::Receiver<Order>) -> bool {
        match self.registry.upgrade() {
            None => true,
            Some(registry) => registry.forget(self.card.game.id, || {
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
