//! How the rest of the server speaks to a room.

use super::{Saying, now};
use crate::answers::{LuckKnown, LuckPlace, Question};
use crate::api::{Notices, Pace, Report, Seat};
use crate::denied::Denied;
use crate::keys::{KeyChange, Keys};
use crate::metrics::Counted;
use crate::opening::Card;
use crate::standing::Orders;
use crate::thought::Ends;
use crate::token::TokenHash;
use crate::update::{Shown, Update, Wish, slot};
use captain::Stop;
use kernel::story::Luck;
use kernel::{Side, Viewer};
use prometheus_client::metrics::gauge::Gauge;
use seat::{Hint, Table};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;

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
    pub(super) versions: [u64; 3],
    /// Unix seconds.
    pub changed: u64,
}

impl Seen<'_> {
    /// Of this viewer's game.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.versions[slot(viewer)]
    }
}

/// A look at a game, and whoever waits for what comes of it.
pub(super) trait Looks: Send {
    fn look(self: Box<Self>, seen: Seen<'_>);
    /// Whether nobody waits any longer.
    fn is_unheard(&self) -> bool;
}

struct Look<T, F> {
    look: F,
    reply: oneshot::Sender<T>,
}

impl<T: Send, F: FnOnce(Seen<'_>) -> T + Send> Looks for Look<T, F> {
    fn look(self: Box<Self>, seen: Seen<'_>) {
        let _ = self.reply.send((self.look)(seen));
    }

    fn is_unheard(&self) -> bool {
        self.reply.is_closed()
    }
}

/// An order on its way. A watcher's turn lasts until it is carried out, even if the watcher has gone away meanwhile: otherwise
/// those who come and go could fill the queue.
pub(super) struct Posted {
    pub order: Order,
    pub turn: Option<OwnedSemaphorePermit>,
}

impl From<Order> for Posted {
    fn from(order: Order) -> Posted {
        Posted { order, turn: None }
    }
}

pub(super) enum Order {
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
        walked: Option<(LuckPlace, Option<Luck>)>,
        reply: oneshot::Sender<LuckKnown>,
    },
    Say {
        side: Side,
        saying: Saying,
        reply: oneshot::Sender<Result<(), Denied>>,
    },
    Settle {
        side: Side,
        orders: Option<Orders>,
        reply: oneshot::Sender<Result<Orders, Denied>>,
    },
    Notify {
        side: Side,
        address: Option<String>,
        reply: oneshot::Sender<Result<Notices, Denied>>,
    },
    /// A player has come or gone.
    Seen,
    Look(Box<dyn Looks>),
    /// Memory is short.
    Leave,
}

impl Order {
    /// A question whose asker has gone away. What somebody does is carried out all the same.
    pub fn is_unheard(&self) -> bool {
        match self {
            Order::Update { reply, .. } => reply.is_closed(),
            Order::Ask { reply, .. } => reply.is_closed(),
            Order::Luck { reply, .. } => reply.is_closed(),
            Order::Look(look) => look.is_unheard(),
            Order::Act { .. } | Order::Pace { .. } | Order::Share { .. } | Order::Keys { .. } => false,
            Order::Say { .. } | Order::Settle { .. } | Order::Notify { .. } | Order::Seen | Order::Leave => false,
        }
    }
}

/// A viewer is connected. That a player has come or gone is told to everybody; watchers come and go unnoticed.
pub struct Presence {
    counted: Option<Counted>,
    sockets: Gauge,
    /// Only while somebody looks.
    reads: Option<Counted>,
    readers: Gauge,
    orders: Option<mpsc::WeakSender<Posted>>,
}

impl Presence {
    /// Only of the first socket of a seat to come or to be looked at, and of the last to go or to be left alone.
    fn tell(&self, is_news: bool) {
        let orders = self.orders.as_ref().and_then(mpsc::WeakSender::upgrade);
        if let Some(orders) = orders.filter(|_| is_news) {
            // In a full queue there is something that is told with it.
            let _ = orders.try_send(Order::Seen.into());
        }
    }

    /// Whether whoever is connected looks at the game, or only has it open.
    pub fn look(&mut self, reads: bool) {
        if reads == self.reads.is_some() {
            return;
        }
        self.reads = reads.then(|| Counted::one(&self.readers));
        self.tell(self.readers.get() == i64::from(reads));
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let was_read = self.reads.take().is_some();
        self.counted = None;
        self.tell(self.sockets.get() == 0 || (was_read && self.readers.get() == 0));
    }
}

/// How the rest of the server speaks to a room.
#[derive(Clone)]
pub struct Handle {
    pub card: Arc<Card>,
    pub(super) orders: mpsc::Sender<Posted>,
    pub(super) news: watch::Receiver<[u64; 3]>,
    pub(super) keys: watch::Receiver<Arc<Keys>>,
    /// Sockets of each viewer, and those of them that are looked at.
    pub(super) present: [Gauge; 3],
    pub(super) reading: [Gauge; 3],
    pub(super) touched: Arc<AtomicU64>,
    pub(super) bytes: Arc<AtomicUsize>,
    pub(super) shown: Arc<Shown>,
    /// A game is thought about by one captain more at most.
    pub(super) hints: Arc<Semaphore>,
    /// And its luck is worked out by one.
    pub(super) lucks: Arc<Semaphore>,
    /// Watchers ask one after the other, so that a player never waits for more than one of them.
    pub(super) watchers: Arc<Semaphore>,
    /// As many search at once as there are processors, in all games together.
    pub(super) thinking: Arc<Semaphore>,
}

/// The turn of whoever asks; players need none.
type Turn = Option<OwnedSemaphorePermit>;

impl Handle {
    async fn order<T>(&self, make: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Denied> {
        self.order_in(None, make).await
    }

    async fn order_in<T>(&self, turn: Turn, make: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Denied> {
        self.touched.store(now(), Ordering::Relaxed);
        let (reply, answer) = oneshot::channel();
        let gone = || Denied::broken(format_args!("the room of game {} has closed", self.card.game.id));
        let order = make(reply);
        self.orders.send(Posted { order, turn }).await.map_err(|_| gone())?;
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

    pub async fn say(&self, side: Side, saying: Saying) -> Result<(), Denied> {
        self.order(|reply| Order::Say { side, saying, reply }).await?
    }

    pub async fn settle(&self, side: Side, orders: Option<Orders>) -> Result<Orders, Denied> {
        self.order(|reply| Order::Settle { side, orders, reply }).await?
    }

    pub async fn notify(&self, side: Side, address: Option<String>) -> Result<Notices, Denied> {
        self.order(|reply| Order::Notify { side, address, reply }).await?
    }

    pub async fn update(&self, wish: Wish) -> Result<Update, Denied> {
        let newest = self.news.borrow()[slot(wish.viewer)];
        if let Some(update) = self.shown.find(&wish, newest) {
            return Ok(update);
        }
        let turn = self.turn(wish.viewer).await;
        // Somebody before may have asked for the same.
        let newest = self.news.borrow()[slot(wish.viewer)];
        if let Some(update) = self.shown.find(&wish, newest) {
            return Ok(update);
        }
        let asked = wish.clone();
        let update = self.order_in(turn, |reply| Order::Update { wish, reply }).await?;
        self.shown.keep(asked, &update, true);
        Ok(update)
    }

    /// Watchers wait for each other.
    async fn turn(&self, viewer: Viewer) -> Turn {
        match viewer {
            Viewer::Watcher => self.watchers.clone().acquire_owned().await.ok(),
            Viewer::One | Viewer::Two => None,
        }
    }

    /// What many may ask for; it is worked out once.
    pub async fn ask(&self, viewer: Viewer, question: Question) -> Result<Arc<RawValue>, Denied> {
        let turn = self.turn(viewer).await;
        self.order_in(turn, |reply| Order::Ask { question, reply }).await?
    }

    /// What the dice gave from an entry on. They are walked away from the game, entry by entry; who asks for the same waits and is
    /// told what is known by then.
    pub async fn luck(&self, viewer: Viewer, from: usize) -> Result<Vec<Option<Luck>>, Denied> {
        let _turn = self.lucks.acquire().await.map_err(Denied::broken)?;
        let mut walked = None;
        loop {
            let turn = self.turn(viewer).await;
            let order = |reply| Order::Luck {
                viewer,
                from,
                walked: walked.take(),
                reply,
            };
            match self.order_in(turn, order).await? {
                LuckKnown::All(luck) => return Ok(luck),
                LuckKnown::Open { place, walk } => {
                    walked = Some((place, self.think(|_| walk()).await?));
                }
            }
        }
    }

    /// Thinks on a thread of its own, when it is its turn among all who do.
    async fn think<T: Send + 'static>(&self, think: impl FnOnce(&Stop) -> T + Send + 'static) -> Result<T, Denied> {
        let permit = self.thinking.clone().acquire_owned().await.map_err(Denied::broken)?;
        // It is told to stop when nobody waits for it any more, and keeps its place until it has.
        let ends = Ends::default();
        let stop = ends.0.clone();
        let thinking = spawn_blocking(move || {
            let thought = think(&stop);
            drop(permit);
            thought
        });
        thinking.await.map_err(Denied::broken)
    }

    /// Asks something of the game that takes its time; nothing else happens in this game meanwhile.
    pub async fn look<T: Send + 'static>(
        &self,
        viewer: Viewer,
        look: impl FnOnce(Seen<'_>) -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let turn = self.turn(viewer).await;
        let order = |reply: oneshot::Sender<T>| Order::Look(Box::new(Look { look, reply }));
        self.order_in(turn, order).await
    }

    /// What the best captain would do for a side. It thinks away from the game, which goes on meanwhile.
    pub async fn hint(&self, side: Side) -> Result<Option<Hint>, Denied> {
        if self.card.game.seats.contains(&Seat::Friend) {
            return Err(Denied::no_hints());
        }
        let _turn = self.hints.acquire().await.map_err(Denied::broken)?;
        let Some(hinting) = self.look(side.into(), move |seen| seen.table.hint(side)).await? else {
            return Ok(None);
        };
        Ok(Some(self.think(hinting).await?))
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
    pub fn presence(&self, viewer: Viewer) -> Presence {
        let presence = Presence {
            counted: Some(Counted::one(&self.present[slot(viewer)])),
            sockets: self.present[slot(viewer)].clone(),
            reads: Some(Counted::one(&self.reading[slot(viewer)])),
            readers: self.reading[slot(viewer)].clone(),
            orders: viewer.side().map(|_| self.orders.downgrade()),
        };
        presence.tell(presence.sockets.get() == 1 || presence.readers.get() == 1);
        presence
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
        let _ = self.orders.try_send(Order::Leave.into());
    }
}
