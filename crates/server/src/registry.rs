//! The rooms of the games in memory. Games that nobody looks at are on disk only, and come back when somebody asks.

use crate::api::{Opened, Seat};
use crate::beginning::{Beginning, Begun, begin};
use crate::bucket::locked;
use crate::config::Limits;
use crate::denied::Denied;
use crate::keys::{Issued, KeyChange, Keys, Moment};
use crate::library::{Library, sentence};
use crate::metrics::Metrics;
use crate::notify::Notifier;
use crate::opening::{Card, Opening, card, resume};
use crate::room::{Handle, ROOM, Room, now};
use crate::store::{Edition, Ending, Ledger, Row, SeatRow, Stamp, Store, StoreFault, StoredGame};
use crate::thought::Thinking;
use crate::token::{GameId, Token, TokenHash};
use axum::http::StatusCode;
use games::{Options, OwnScenario, Scenario};
use kernel::{Next, Shares, Side, Viewer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};
use tokio::sync::{OnceCell, watch};
use tokio::task::spawn_blocking;

type Place = Arc<OnceCell<Handle>>;

pub struct Registry {
    store: Arc<Store>,
    library: Arc<Library>,
    limits: Limits,
    pub metrics: Arc<Metrics>,
    pub notifier: Arc<Notifier>,
    places: Mutex<HashMap<GameId, Place>>,
    /// The texts of scenarios of the shelf, by the hashes of the scenarios.
    texts: Mutex<HashMap<String, Arc<OwnScenario>>>,
    pub thinking: Thinking,
}

enum Found<'a> {
    Room(Handle),
    /// No room yet, or one that is being opened.
    Empty(Reserved<'a>),
}

/// A place for a game that is being opened. Whoever gives up, or is cut off, leaves nothing behind.
struct Reserved<'a> {
    registry: &'a Registry,
    id: GameId,
    place: Option<Place>,
}

impl Reserved<'_> {
    fn place(&self) -> &Place {
        self.place.as_ref().expect("it is given up only when this is dropped")
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut places = locked(&self.registry.places);
        // Given back under the lock, so that of several who give up together the last one finds itself alone.
        let Some(place) = self.place.take() else { return };
        let is_mine = places.get(&self.id).is_some_and(|there| Arc::ptr_eq(there, &place));
        if is_mine && place.get().is_none() && Arc::strong_count(&place) == 2 {
            places.remove(&self.id);
        }
        drop(place);
    }
}

/// How a new game is to be played.
pub struct Setting {
    pub seats: [Seat; 2],
    /// Whether the players add to the dice.
    pub shared_dice: bool,
    /// Of the one who begins it.
    pub name: Option<String>,
    /// Whether strangers may join, and watch.
    pub open: bool,
    pub watched: bool,
}

impl Setting {
    pub fn private(seats: [Seat; 2], shared_dice: bool) -> Setting {
        Setting {
            seats,
            shared_dice,
            name: None,
            open: false,
            watched: false,
        }
    }
}

impl Registry {
    pub fn new(
        store: Arc<Store>,
        library: Arc<Library>,
        limits: Limits,
        metrics: Arc<Metrics>,
        notifier: Notifier,
    ) -> Registry {
        Registry {
            store,
            library,
            thinking: Thinking::new(limits.thinking),
            limits,
            metrics,
            notifier: Arc::new(notifier),
            places: Mutex::default(),
            texts: Mutex::default(),
        }
    }

    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Games in memory.
    pub fn games(&self) -> usize {
        locked(&self.places).len()
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The room of a game for whoever has a token of it. It is opened if need be, but not before the token is known to be good:
    /// opening one costs much more than asking.
    pub async fn admit(self: &Arc<Self>, id: GameId, token: TokenHash) -> Result<(Handle, Viewer), Denied> {
        self.keys(id).await?.viewer(token)?;
        let handle = self.game(id).await?;
        // The seat may have moved while the game was opened.
        let viewer = handle.keys().borrow().viewer(token)?;
        handle.show(viewer, token).await?;
        Ok((handle, viewer))
    }

    /// Changes who may sit where; it is on disk when this returns. What is refused is refused before the game is opened.
    pub async fn change_keys(self: &Arc<Self>, id: GameId, change: KeyChange) -> Result<Side, Denied> {
        let moment = Moment {
            now: now(),
            absence: self.limits.absence.as_secs(),
            present: [false; 2],
        };
        self.keys(id).await?.changed(&change, &moment)?;
        self.game(id).await?.change_keys(change).await
    }

    /// The seat that an invitation is good for, and its game. What is refused is refused before the game is opened.
    pub async fn invited(self: &Arc<Self>, id: GameId, invitation: TokenHash) -> Result<(Side, Handle), Denied> {
        let seat = self.keys(id).await?.invited(invitation)?;
        Ok((seat, self.game(id).await?))
    }

    async fn keys(&self, id: GameId) -> Result<Arc<Keys>, Denied> {
        let present = locked(&self.places).get(&id).and_then(|place| place.get().cloned());
        if let Some(handle) = present {
            return Ok(handle.keys().borrow().clone());
        }
        let kept = self.store.keys(id).await.map_err(Denied::broken)?;
        kept.map(Arc::new).ok_or_else(Denied::unknown_game)
    }

    async fn game(self: &Arc<Self>, id: GameId) -> Result<Handle, Denied> {
        match self.find(id)? {
            Found::Room(handle) => Ok(handle),
            Found::Empty(reserved) => {
                let handle = reserved.place().get_or_try_init(|| self.load(id)).await?;
                Ok(handle.clone())
            }
        }
    }

    fn find(&self, id: GameId) -> Result<Found<'_>, Denied> {
        let empty = |place: &Place| {
            Found::Empty(Reserved {
                registry: self,
                id,
                place: Some(place.clone()),
            })
        };
        let mut places = locked(&self.places);
        let used = self.bytes_in(&places);
        let full = used >= self.limits.memory;
        match places.entry(id) {
            Entry::Occupied(mut there) => {
                return Ok(match there.get().get() {
                    // The handle is copied while the lock is held, so the room knows of it before it could leave.
                    Some(handle) if !handle.is_closed() => Found::Room(handle.clone()),
                    // The room has failed; the game comes from disk again.
                    Some(_) => {
                        there.insert(Place::default());
                        empty(there.get())
                    }
                    None => empty(there.get()),
                });
            }
            Entry::Vacant(vacant) if !full => return Ok(empty(vacant.insert(Place::default()))),
            Entry::Vacant(_) => {}
        }
        // Those that nobody has asked for longest are to leave. They take a moment, so a few more may come in meanwhile.
        let handles = places.values().filter_map(|place| place.get());
        let mut idle: Vec<&Handle> = handles.filter(|handle| handle.is_idle()).collect();
        idle.sort_by_key(|handle| handle.touched());
        let mut left = used - self.limits.memory / 10 * 9;
        for handle in idle {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(handle.bytes());
            handle.ask_to_leave();
        }
        if used > self.limits.memory / 4 * 5 {
            let why = "Too many games are being played here; try again later.";
            return Err(Denied::new(StatusCode::SERVICE_UNAVAILABLE, "TooManyGames", why));
        }
        Ok(empty(places.entry(id).or_default()))
    }

    /// Bytes that games take in memory.
    pub fn bytes(&self) -> usize {
        self.bytes_in(&locked(&self.places))
    }

    fn bytes_in(&self, places: &HashMap<GameId, Place>) -> usize {
        // One that is being opened is counted like an empty one.
        places
            .values()
            .map(|place| place.get().map_or(ROOM, Handle::bytes))
            .sum()
    }

    /// Forgets the room of a game if `empty` still holds while nobody can come in.
    pub fn forget(&self, id: GameId, empty: impl FnOnce() -> bool) -> bool {
        let mut places = locked(&self.places);
        let empty = empty();
        if empty {
            places.remove(&id);
        }
        empty
    }

    async fn load(self: &Arc<Self>, id: GameId) -> Result<Handle, Denied> {
        let opening = self.read(id).await?;
        Ok(self.open(opening))
    }

    /// Takes a game up from the disk.
    async fn read(&self, id: GameId) -> Result<Opening, Denied> {
        let kept = self.store.read(id).await.map_err(Denied::broken)?;
        let kept = kept.ok_or_else(Denied::unknown_game)?;
        let texts = self.store.texts(kept.game.scenario_hash.clone());
        let texts = texts.await.map_err(Denied::broken)?;
        let library = self.library.clone();
        // Playing a game again takes a while.
        let loaded = spawn_blocking(move || resume(&library, kept, texts.as_ref())).await;
        let mut opening = loaded.map_err(Denied::broken)?;
        // Games from before endings were kept.
        if let Some(ending) = opening.unnoted_ending() {
            let row = Row::Ended {
                game: id,
                ending: ending.clone(),
            };
            self.store.write(vec![row]).await.map_err(Denied::broken)?;
            opening.card.game.ending = Some(ending);
        }
        Ok(opening)
    }

    /// Looks into games from before endings were kept, so that those that are over count as finished.
    pub async fn note_endings(&self) {
        let games = match self.store.of_no_known_ending().await {
            Ok(games) => games,
            Err(fault) => return tracing::error!("games of former programs: {fault}"),
        };
        for id in games {
            if let Err(denied) = self.read(id).await {
                tracing::error!("game {id}: {}", denied.fault.why);
            }
        }
    }

    /// Takes up the games in which a captain may have to go on although nobody looks: those whose players have settled beforehand what
    /// is to be done while they are away, or want to be told of their turn. One after the other, and not more than half of the memory
    /// holds. For all others it is soon enough when somebody asks.
    pub async fn wake(self: &Arc<Self>, closing: watch::Receiver<bool>) {
        let games = match self.store.left_to_captains().await {
            Ok(games) => games,
            Err(fault) => return tracing::error!("games that are left to captains: {fault}"),
        };
        for id in games {
            if *closing.borrow() || self.bytes() > self.limits.memory / 2 {
                return;
            }
            if let Err(denied) = self.game(id).await {
                tracing::error!("game {id}: {}", denied.fault.why);
            }
        }
    }

    /// Removes a game that is not in memory, with all there is of it, if `ready` says so: that is asked while nobody can come in.
    /// `false` if it stays.
    pub async fn remove(
        self: &Arc<Self>,
        id: GameId,
        ready: impl Future<Output = Result<bool, String>>,
    ) -> Result<bool, String> {
        let found = self.find(id).map_err(|denied| denied.fault.why)?;
        let Found::Empty(reserved) = found else {
            return Ok(false);
        };
        let mut removed = Ok(false);
        let told = &mut removed;
        // Whoever asks for the game meanwhile waits, and looks on the disk then.
        let forgetting = move || async move {
            *told = self.forget_if(id, ready).await;
            Err::<Handle, ()>(())
        };
        // If somebody was faster it is in memory, and this was never asked.
        let _ = reserved.place().get_or_try_init(forgetting).await;
        removed
    }

    async fn forget_if(&self, id: GameId, ready: impl Future<Output = Result<bool, String>>) -> Result<bool, String> {
        if !ready.await? {
            return Ok(false);
        }
        let forgotten = self.store.write(vec![Row::Forget(id)]).await;
        forgotten.map(|()| true).map_err(|fault| fault.to_string())
    }

    /// Takes a game off the list of those for everybody.
    pub async fn unlist(&self, game: GameId) -> Result<(), Denied> {
        let row = Row::Public {
            game,
            invitation: None,
            watch: None,
        };
        self.store.write(vec![row]).await.map_err(Denied::broken)
    }

    /// Keeps the texts of scenarios that games from before were begun with, as long as the shelf still has them.
    pub async fn keep_texts(&self) -> Result<(), StoreFault> {
        let mut rows = Vec::new();
        for (id, hash) in self.store.without_texts().await? {
            if self
                .library
                .open(&id, &Options::new())
                .is_ok_and(|s| s.heading.scenario_hash == hash)
                && let Ok(texts) = self.library.shelf.texts(&id)
            {
                let texts = Arc::new(texts);
                rows.push(Row::Texts { hash, texts });
            }
        }
        match rows.is_empty() {
            true => Ok(()),
            false => self.store.write(rows).await,
        }
    }

    fn open(self: &Arc<Self>, opening: Opening) -> Handle {
        Room::open(opening, self)
    }

    /// Begins a game; it is on disk when this returns.
    pub async fn begin(self: &Arc<Self>, beginning: Beginning, setting: Setting) -> Result<Opened, Denied> {
        let id = GameId::random()?;
        let Found::Empty(reserved) = self.find(id)? else {
            return Err(Denied::broken("two games have got the same name"));
        };
        self.begin_at(id, beginning, setting, reserved.place()).await
    }

    /// Where the next battle after a game begins: with the same texts if it is fought over the same ground.
    pub async fn follows(&self, game: &StoredGame, next: Next) -> Result<Beginning, Denied> {
        let mut options = game.options.clone();
        options.extend(next.options);
        let hash = game.scenario_hash.clone();
        let texts = match next.scenario == game.scenario {
            true => self.store.texts(hash.clone()).await.map_err(Denied::broken)?,
            false => None,
        };
        Ok(match texts {
            Some(texts) => Beginning::Again {
                hash,
                texts: Arc::new(texts),
                options,
            },
            None => Beginning::Start {
                scenario: next.scenario,
                options,
                seed: None,
            },
        })
    }

    /// Where the same battle begins once more.
    pub async fn once_more(&self, game: &StoredGame) -> Result<Beginning, Denied> {
        let same = Next {
            scenario: game.scenario.clone(),
            options: Options::new(),
        };
        self.follows(game, same).await
    }

    /// The texts of the scenario of a new game. They are written with every game, for those that are there may go at any moment
    /// with the last other game of theirs; the store keeps them once.
    async fn texts_of(&self, game: &StoredGame) -> Result<Option<Arc<OwnScenario>>, Denied> {
        let hash = &game.scenario_hash;
        if let Some(texts) = locked(&self.texts).get(hash) {
            return Ok(Some(texts.clone()));
        }
        let (library, id) = (self.library.clone(), game.scenario.clone());
        let texts = spawn_blocking(move || {
            let scenario = library.open(&id, &Options::new()).ok()?;
            let texts = library.shelf.texts(&id).ok()?;
            Some((scenario.heading.scenario_hash.clone(), Arc::new(texts)))
        });
        match texts.await.map_err(Denied::broken)? {
            Some((now, texts)) if now == *hash => {
                locked(&self.texts).insert(now, texts.clone());
                Ok(Some(texts))
            }
            // A branch of a game whose scenario has changed has the texts of that game.
            _ => {
                let kept = self.store.texts(hash.clone()).await.map_err(Denied::broken)?;
                Ok(kept.map(Arc::new))
            }
        }
    }

    async fn begin_at(
        self: &Arc<Self>,
        id: GameId,
        beginning: Beginning,
        setting: Setting,
        place: &Place,
    ) -> Result<Opened, Denied> {
        let library = self.library.clone();
        let begun = spawn_blocking(move || begin(&library, beginning)).await;
        let Begun {
            scenario,
            mut table,
            seed,
            given,
            texts,
        } = begun.map_err(Denied::broken)??;
        let seats = setting.seats;
        check_captains(&scenario, &seats)?;
        if setting.shared_dice && table.verdict().is_none() {
            table.share_dice(Shares::awaited(seats.each_ref().map(Seat::is_person)));
        }
        let issued = Issued::to(&seats, Token::to_watch(seed, id))?;
        let mut keys = issued.keys();
        for (seat, kind) in keys.seats.iter_mut().zip(&seats) {
            seat.name = setting.name.clone().filter(|_| *kind == Seat::Here);
        }
        let game = StoredGame {
            id,
            scenario: scenario.heading.scenario.clone(),
            scenario_hash: scenario.heading.scenario_hash.clone(),
            options: scenario.heading.options.clone(),
            seed,
            given,
            seats,
            created: now(),
            edition: Edition::current(),
            ending: table.verdict().map(|verdict| Ending::new(verdict, now())),
            shares: table.shares(),
        };
        let stamp = Stamp {
            version: table.entries() as u64,
            changed: game.created,
            hash: table.hash(),
        };
        let mut ledger = Ledger::new(id);
        let texts = match texts {
            Some(own) => Some(own),
            None => self.texts_of(&game).await?,
        };
        let hash = game.scenario_hash.clone();
        let mut rows: Vec<Row> = texts
            .into_iter()
            .map(|texts| Row::Texts {
                hash: hash.clone(),
                texts,
            })
            .collect();
        rows.push(Row::Game {
            game: Box::new(game.clone()),
            watch: keys.watch,
        });
        let people = Side::BOTH
            .into_iter()
            .filter(|side| game.seats[side.index()].is_person());
        rows.extend(people.map(|side| {
            Row::Seat(SeatRow {
                game: id,
                side,
                keys: keys.of(side).clone(),
            })
        }));
        if setting.open || setting.watched {
            let text = |token: &Token| token.text().to_string();
            let invitation = issued.invitations.iter().flatten().next().filter(|_| setting.open);
            rows.push(Row::Public {
                game: id,
                invitation: invitation.map(text),
                watch: setting.watched.then(|| text(&issued.watch)),
            });
        }
        rows.extend(game.shares.map(|shares| Row::Shares { game: id, shares }));
        rows.extend(ledger.append(&table.moves(0), stamp));
        self.store.write(rows).await.map_err(Denied::broken)?;
        tracing::info!(game = %id, scenario = game.scenario, "begun");
        let commitment = seed.commitment();
        let handle = self.open(Opening {
            card: Card {
                open: setting.open,
                ..card(game, Some(scenario), None)
            },
            keys,
            table,
            ledger,
            version: stamp.version,
            private: [0; 2],
            changed: stamp.changed,
            said: Vec::new(),
            standing: Default::default(),
            notices: Default::default(),
        });
        // The place is new and its name told to nobody, so it is empty.
        let _ = place.set(handle);
        let text = |secret: Option<Token>| secret.map(Token::into_text);
        Ok(Opened {
            game: id.to_string(),
            seats: issued.seats.map(text),
            invitations: issued.invitations.map(text),
            recoveries: issued.recoveries.map(|code| code.map(|c| c.to_string())),
            watch: issued.watch.into_text(),
            commitment,
        })
    }
}

fn check_captains(scenario: &Scenario, seats: &[Seat; 2]) -> Result<(), Denied> {
    let known = scenario.battle.captains();
    for seat in seats {
        if let Seat::Captain { name } = seat
            && !known.iter().any(|card| card.name == name)
        {
            let unknown = captain::UnknownCaptain {
                name: name.clone(),
                known: known.iter().map(|card| card.name).collect(),
            };
            let unfit = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(Denied::new(unfit, "UnknownCaptain", sentence(&unknown)));
        }
    }
    Ok(())
}
