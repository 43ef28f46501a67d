//! What a room does with those who go away, and with captains.

use super::*;
use crate::api::Opened;
use crate::beginning::Beginning;
use crate::config::Limits;
use crate::library::Library;
use crate::notify::Notifier;
use crate::registry::Setting;
use crate::token::TokenHash;
use games::{Options, Shelf};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc as plain;
use std::task::{Context, Poll};
use tempfile::TempDir;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

/// Whatever has not come by then does not come.
pub const LONG: Duration = Duration::from_secs(60);

/// Games without a server around them.
pub struct Desk {
    pub registry: Arc<Registry>,
    folder: TempDir,
}

impl Desk {
    pub fn open() -> Desk {
        Desk::with(Limits::default())
    }

    fn with(limits: Limits) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let metrics = Arc::new(Metrics::default());
        let store = Arc::new(Store::open(folder.path(), metrics.clone()).unwrap());
        let library = Arc::new(Library::new(Shelf::standard()));
        let notifier = Notifier::new(Vec::new(), None, None);
        Desk {
            registry: Arc::new(Registry::new(store, library, limits, metrics, notifier)),
            folder,
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn start() -> Beginning {
        Beginning::Start {
            scenario: "edward/bannockburn".into(),
            options: Options::new(),
            seed: None,
        }
    }

    pub async fn begin(&self) -> Opened {
        self.begin_with([Seat::Here, Seat::Here]).await
    }

    async fn begin_with(&self, seats: [Seat; 2]) -> Opened {
        let setting = Setting::private(seats, false);
        self.registry.begin(Desk::start(), setting).await.unwrap()
    }

    /// The game goes out of memory.
    pub fn empty(&self, id: GameId) {
        assert!(self.registry.forget(id, || true));
    }

    async fn handle(&self, opened: &Opened) -> Handle {
        let id = GameId::parse(&opened.game).unwrap();
        self.registry.admit(id, TokenHash::of(&opened.watch)).await.unwrap().0
    }

    /// Whether the texts are kept that a game needs to go on.
    async fn has_texts(&self, opened: &Opened) -> bool {
        let card = self.handle(opened).await.card;
        let texts = self.registry.store().texts(card.game.scenario_hash.clone()).await;
        texts.unwrap().is_some()
    }
}

/// Lets a look under way, which its asker has left, keep the room busy until the sender is dropped.
async fn occupy(handle: &Handle, viewer: Viewer) -> plain::Sender<()> {
    let (release, wait) = plain::channel::<()>();
    let (begun, begins) = oneshot::channel();
    let handle = handle.clone();
    let task = tokio::spawn(async move {
        let look = handle.look(viewer, move |_| {
            let _ = begun.send(());
            let _ = wait.recv();
        });
        look.await
    });
    begins.await.unwrap();
    task.abort();
    assert!(task.await.is_err());
    release
}

/// Asks so often, goes away each time, and says how often somebody looked for nobody.
async fn in_vain(viewer: Viewer) -> usize {
    let desk = Desk::open();
    let opened = desk.begin().await;
    let handle = desk.handle(&opened).await;
    let looked = Arc::new(AtomicUsize::new(0));
    let busy = occupy(&handle, viewer).await;
    for _ in 0..50 {
        let (handle, looked) = (handle.clone(), looked.clone());
        let task = tokio::spawn(async move {
            let look = move |_: Seen<'_>| looked.fetch_add(1, Ordering::Relaxed);
            handle.look(viewer, look).await
        });
        // It comes as far as it can.
        for _ in 0..10 {
            yield_now().await;
        }
        task.abort();
        let _ = task.await;
    }
    drop(busy);
    // Whoever comes after them is answered.
    handle.look(Viewer::One, |_| ()).await.unwrap();
    handle.look(viewer, |_| ()).await.unwrap();
    looked.load(Ordering::Relaxed)
}

#[tokio::test]
async fn nobody_works_for_watchers_who_have_gone() {
    assert_eq!(in_vain(Viewer::Watcher).await, 0);
}

#[tokio::test]
async fn nobody_works_for_players_who_have_gone() {
    assert_eq!(in_vain(Viewer::One).await, 0);
}

/// A watcher who has gone away while his question is worked on still has his turn: the next one waits outside the queue.
#[tokio::test]
async fn watchers_have_one_place_in_the_queue() {
    let desk = Desk::open();
    let opened = desk.begin().await;
    let handle = desk.handle(&opened).await;
    let busy = occupy(&handle, Viewer::Watcher).await;
    let free = handle.orders.capacity();
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let handle = handle.clone();
            tokio::spawn(async move { handle.look(Viewer::Watcher, |_| ()).await })
        })
        .collect();
    for _ in 0..50 {
        yield_now().await;
    }
    assert_eq!(handle.orders.capacity(), free);
    drop(busy);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

/// All places there are, until they are given back.
pub async fn take_all(places: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    let all = places.available_permits();
    assert!(all >= 1);
    places.clone().acquire_many_owned(all as u32).await.unwrap()
}

/// However many search in other games.
#[tokio::test]
async fn a_captain_that_decides_at_once_does_not_wait_for_those_that_search() {
    let desk = Desk::open();
    let _all = take_all(&desk.registry.thinking.searching).await;
    for name in ["random", "greedy", "marshal"] {
        let captain = Seat::Captain { name: name.into() };
        let opened = desk.begin_with([captain, Seat::Here]).await;
        let handle = desk.handle(&opened).await;
        handle.pace(0).await.unwrap();
        let entries = async || handle.look(Viewer::One, |seen| seen.table.entries()).await.unwrap();
        let begins = async {
            while entries().await == 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        assert!(timeout(LONG, begins).await.is_ok(), "{name} waits for others");
    }
}

#[tokio::test]
async fn captains_think_when_there_is_room_for_it() {
    let desk = Desk::open();
    let all = take_all(&desk.registry.thinking.searching).await;
    let captain = |name: &str| Seat::Captain { name: name.into() };
    let opened = desk.begin_with([captain("beginner"), Seat::Here]).await;
    let handle = desk.handle(&opened).await;
    handle.pace(0).await.unwrap();
    let entries = async || handle.look(Viewer::One, |seen| seen.table.entries()).await.unwrap();
    sleep(Duration::from_millis(300)).await;
    assert_eq!(entries().await, 0);
    drop(all);
    while entries().await == 0 {
        sleep(Duration::from_millis(10)).await;
    }
}

/// Who comes when memory is full of games that are looked at is told that it is the server, and not he, who has too much.
#[tokio::test]
async fn a_server_full_of_games_says_so_until_some_are_left() {
    let desk = Desk::with(Limits {
        memory: 4 * ROOM,
        ..Limits::default()
    });
    let begin = async || {
        let setting = Setting::private([Seat::Here, Seat::Here], false);
        desk.registry.begin(Desk::start(), setting).await
    };
    let mut looked_at = Vec::new();
    let refused = loop {
        match begin().await {
            Ok(opened) => looked_at.push(desk.handle(&opened).await),
            Err(denied) => break denied,
        }
        assert!(looked_at.len() < 20, "nobody is refused");
    };
    assert_eq!(refused.status, axum::http::StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.fault.code, "TooManyGames");
    assert!(looked_at.len() >= 4, "{} games", looked_at.len());
    looked_at.clear();
    // They leave when somebody needs their place.
    let comes_in = async {
        while begin().await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(timeout(LONG, comes_in).await.is_ok());
}

#[tokio::test]
async fn the_texts_of_a_scenario_come_back_after_its_last_game_has_gone() {
    let desk = Desk::open();
    let opened = desk.begin().await;
    assert!(desk.has_texts(&opened).await);
    let id = GameId::parse(&opened.game).unwrap();
    desk.empty(id);
    assert_eq!(desk.registry.remove(id, async { Ok(true) }).await, Ok(true));
    assert!(desk.has_texts(&desk.begin().await).await);
}

#[tokio::test]
async fn a_beginning_that_is_cut_off_costs_no_other_game_its_texts() {
    let desk = Desk::open();
    // Ever farther, until it is done before it can be cut off.
    for polls in 1..4 {
        let setting = Setting::private([Seat::Here, Seat::Here], false);
        let mut beginning = Box::pin(desk.registry.begin(Desk::start(), setting));
        for _ in 0..polls {
            let once = |context: &mut Context<'_>| Poll::Ready(beginning.as_mut().poll(context).is_ready());
            if std::future::poll_fn(once).await {
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
    assert!(desk.has_texts(&desk.begin().await).await);
}

#[tokio::test]
async fn what_is_said_and_reckoned_takes_memory() {
    let desk = Desk::open();
    let opened = desk.begin().await;
    let handle = desk.handle(&opened).await;
    let before = handle.bytes();
    let line = || Saying {
        text: "x".repeat(400),
        about: None,
        invites: None,
    };
    for _ in 0..10 {
        handle.say(Side::One, line()).await.unwrap();
    }
    assert!(handle.bytes() >= before + 4000, "{before} {}", handle.bytes());
}
