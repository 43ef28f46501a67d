//! What a room does with those who go away, and with captains.

use super::*;
use crate::api::Opened;
use crate::config::Limits;
use crate::library::Library;
use crate::notify::Notifier;
use crate::registry::{Beginning, Setting};
use crate::token::TokenHash;
use games::{Options, Shelf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc as plain;
use std::task::{Context, Poll};
use tempfile::TempDir;
use tokio::task::yield_now;
use tokio::time::sleep;

/// Games without a server around them.
pub struct Desk {
    pub registry: Arc<Registry>,
    _folder: TempDir,
}

impl Desk {
    pub fn open() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let metrics = Arc::new(Metrics::default());
        let store = Arc::new(Store::open(folder.path(), metrics.clone()).unwrap());
        let library = Arc::new(Library::new(Shelf::standard()));
        let notifier = Notifier::new(Vec::new(), None, None);
        Desk {
            registry: Arc::new(Registry::new(store, library, Limits::default(), metrics, notifier)),
            _folder: folder,
        }
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

#[tokio::test]
async fn captains_think_when_there_is_room_for_it() {
    let desk = Desk::open();
    let places = desk.registry.thinking.available_permits();
    assert!(places >= 1);
    let all = desk
        .registry
        .thinking
        .clone()
        .acquire_many_owned(places as u32)
        .await
        .unwrap();
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
