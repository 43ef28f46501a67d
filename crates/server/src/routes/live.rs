//! The websocket of a game: requests in, answers and the newest state out.

use super::App;
use super::guard::{Address, Named};
use crate::accept::Kept;
use crate::answers::{Question, raw};
use crate::api::{Answer, Ask, Fault, FaultBody, HelloMessage, LuckFrom, Refused, ServerMessage};
use crate::bucket::Bucket;
use crate::denied::Denied;
use crate::keys::Keys;
use crate::metrics::{Counted, Metrics};
use crate::room::{Handle, Presence, Request, Saying, ShareChange};
use crate::standing::Orders;
use crate::token::{GameId, TokenHash};
use crate::update::{Picture, Update, Wish, slot};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use board::{Place, There};
use futures_util::{FutureExt, SinkExt};
use kernel::{Seed, Side, Viewer};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

/// A client that says nothing is given up after this.
const HELLO: Duration = Duration::from_secs(10);
/// A client that takes nothing in is given up after this.
const SEND: Duration = Duration::from_secs(30);
/// Choices of a plan; the longest way of a unit is far shorter.
const LONGEST_PLAN: usize = 200;
/// After so many refusals for haste in a row the socket is closed.
const PATIENCE: u32 = 100;
/// Questions that take long of one socket, worked on while it goes on with others.
const LONG_QUESTIONS: usize = 4;

#[utoipa::path(
    get,
    path = "/api/games/{id}/live",
    params(("id" = String, Path)),
    responses((status = 101, description = "A websocket; see docs/http.md"), (status = "4XX", body = FaultBody))
)]
pub async fn live(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Extension(kept): Extension<Arc<Kept>>,
    Named(id): Named,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Denied> {
    let upgrade = upgrade.map_err(|fault| {
        let why = format!("This address is for websockets: {fault}.");
        Denied::new(StatusCode::BAD_REQUEST, "NotAWebsocket", why)
    })?;
    let most = app.limits.message;
    // The buffer is cleared before every read, and nearly all messages are short.
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(2048);
    Ok(upgrade.on_upgrade(async move |socket| {
        serve(app, address, id, socket).await;
        drop(kept);
    }))
}

/// Why a socket ends.
enum End {
    /// The client went away, or takes nothing in any more.
    Gone,
    /// It is told why first.
    Refused(Box<Denied>),
}

impl From<Denied> for End {
    fn from(denied: Denied) -> End {
        End::Refused(Box::new(denied))
    }
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> End {
        End::Gone
    }
}

async fn serve(app: Arc<App>, address: IpAddr, id: GameId, mut socket: WebSocket) {
    let end = match app.sockets.hold(address, app.limits.sockets) {
        Some(_held) => {
            let _counted = Counted::one(&app.registry.metrics.sockets);
            talk(&app, address, id, &mut socket).await
        }
        None => Err(Denied::too_fast("open sockets").into()),
    };
    if let Err(End::Refused(denied)) = end {
        app.registry.metrics.refused(&denied.fault.code);
        let refused = ServerMessage::Refused(Refused { error: denied.fault });
        let _ = timeout(SEND, socket.send(text(&refused))).await;
    }
    let _ = timeout(SEND, socket.send(Message::Close(None))).await;
}

async fn talk(app: &Arc<App>, address: IpAddr, id: GameId, socket: &mut WebSocket) -> Result<(), End> {
    let hello = timeout(HELLO, next_text(socket, app)).await.map_err(|_| {
        Denied::new(
            StatusCode::REQUEST_TIMEOUT,
            "NoHello",
            "The first message must be a hello.",
        )
    })??;
    let hello = serde_json::from_str::<HelloMessage>(&hello);
    let hello = hello
        .map_err(|fault| Denied::malformed(format!("The hello cannot be read: {fault}.")))?
        .hello;
    let token = TokenHash::of(&hello.token);
    let (handle, viewer) = app.registry.admit(id, token).await?;
    let mut keys = handle.keys();
    // Nothing is taken for granted that was true before this one was counted.
    keys.mark_changed();
    let session = Session {
        address,
        present: handle.presence(viewer),
        token,
        keys,
        metrics: app.registry.metrics.clone(),
        news: handle.news(),
        viewer,
        light: hello.light,
        since: hello.since,
        scene: None,
        said: 0,
        tick: None,
        state: None,
        handle,
        bucket: Bucket::new(app.limits.socket, Instant::now().into_std()),
        refused: 0,
        long: JoinSet::new(),
    };
    session.run(app, socket).await
}

async fn next_text(socket: &mut WebSocket, app: &App) -> Result<Utf8Bytes, End> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Binary(_))) => return Err(Denied::malformed("Messages are text, in JSON.").into()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
            Some(Err(fault)) if is_too_large(&fault) => return Err(Denied::too_large(app.limits.message).into()),
            Some(Err(_)) => return Err(End::Gone),
        }
    }
}

struct Session {
    address: IpAddr,
    metrics: Arc<Metrics>,
    handle: Handle,
    viewer: Viewer,
    token: TokenHash,
    keys: watch::Receiver<Arc<Keys>>,
    present: Presence,
    light: bool,
    /// What the client has got: the version, and the scene.
    since: u64,
    scene: Option<Arc<Picture>>,
    /// Lines of talk.
    said: usize,
    news: watch::Receiver<[u64; 3]>,
    /// The news that the client has got; nothing before the first state.
    tick: Option<u64>,
    /// A state that came with an answer and is to be sent after it.
    state: Option<Message>,
    bucket: Bucket,
    /// Requests refused for haste, in a row.
    refused: u32,
    /// Questions that take long: nothing else waits for them.
    long: JoinSet<Answered>,
}

/// What a request came to, with its `ref`.
type Answered = (u32, Result<Arc<RawValue>, Denied>);

impl Session {
    async fn run(mut self, app: &App, socket: &mut WebSocket) -> Result<(), End> {
        let mut closing = app.closing.clone();
        let every = app.limits.heartbeat;
        let mut heartbeat = interval_at(Instant::now() + every, every);
        // After a while in which nothing was looked at, one sign of life is missing and not several.
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut alive = true;
        self.bring_up_to_date(socket).await?;
        loop {
            let came = tokio::select! {
                message = socket.recv() => Some(message),
                changed = self.news.changed() => {
                    if changed.is_err() {
                        return Err(Denied::broken("a room has closed with sockets open").into());
                    }
                    None
                }
                Some(known) = self.long.join_next() => {
                    self.check_seat().await?;
                    socket.feed(self.late(known)?).await?;
                    None
                }
                _ = heartbeat.tick() => {
                    if app.blocks.has_game(self.handle.card.game.id) {
                        return Err(Denied::game_blocked().into());
                    }
                    if app.blocks.has_address(self.address) {
                        return Err(Denied::blocked().into());
                    }
                    if std::mem::take(&mut alive) {
                        socket.feed(Message::Ping(Default::default())).await?;
                        None
                    } else {
                        // A sign of life may lie there unread, if a room was long in answering.
                        Some(socket.recv().now_or_never().flatten())
                    }
                }
                _ = closing.changed() => {
                    return Err(Denied::closing().into());
                }
            };
            if let Some(message) = came {
                alive = true;
                match message {
                    Some(Ok(Message::Text(text))) => self.answer(&text, socket).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => {
                        return Err(Denied::malformed("Messages are text, in JSON.").into());
                    }
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(fault)) if is_too_large(&fault) => {
                        return Err(Denied::too_large(app.limits.message).into());
                    }
                    Some(Err(_)) => return Ok(()),
                }
            }
            self.bring_up_to_date(socket).await?;
        }
    }

    /// Sends what is waiting, and the newest state if the client has not got it. Whatever happened since the last one is
    /// in it, however much it was: a slow client gets fewer and fuller messages.
    async fn bring_up_to_date(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        self.check_seat().await?;
        if let Some(state) = self.state.take() {
            socket.feed(state).await?;
        }
        let newest = self.news.borrow_and_update()[slot(self.viewer)];
        if self.tick != Some(newest) {
            let update = self.handle.update(self.wish()).await?;
            let state = self.take(update);
            socket.feed(state).await?;
        }
        match timeout(SEND, socket.flush()).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(End::Gone),
        }
    }

    /// Who has lost his seat is shown out. Who holds it while somebody else is invited to it lets that be known.
    async fn check_seat(&mut self) -> Result<(), End> {
        while matches!(self.keys.has_changed(), Ok(true)) {
            let keys = self.keys.borrow_and_update().clone();
            if keys.viewer(self.token)? != self.viewer {
                return Err(Denied::wrong_token().into());
            }
            self.handle.show(self.viewer, self.token).await?;
        }
        Ok(())
    }

    fn wish(&self) -> Wish {
        Wish {
            viewer: self.viewer,
            light: self.light,
            since: self.since,
            scene: self.scene.clone(),
            said: self.said,
        }
    }

    fn take(&mut self, update: Update) -> Message {
        self.since = update.version;
        self.scene = update.scene;
        self.said = update.said;
        self.tick = Some(update.tick);
        self.metrics.socket_bytes_out.inc_by(update.message.len() as u64);
        Message::Text(update.message)
    }

    fn reply(&self, reference: Option<u32>, done: Result<Arc<RawValue>, Denied>) -> Message {
        let (ok, error): (_, Option<Fault>) = match done {
            Ok(ok) => (Some(ok), None),
            Err(denied) => (None, Some(denied.fault)),
        };
        if let Some(fault) = &error {
            self.metrics.refused(&fault.code);
        }
        let answer = Answer {
            r#ref: reference,
            ok,
            error,
        };
        let message = text(&ServerMessage::Answer(answer));
        if let Message::Text(text) = &message {
            self.metrics.socket_bytes_out.inc_by(text.len() as u64);
        }
        message
    }

    /// The answer to a question that took long.
    fn late(&self, known: Result<Answered, JoinError>) -> Result<Message, Denied> {
        let (reference, done) = known.map_err(Denied::broken)?;
        Ok(self.reply(Some(reference), done))
    }

    /// Answers a request, but for what takes long: that is answered when it is known.
    async fn answer(&mut self, message: &str, socket: &mut WebSocket) -> Result<(), End> {
        self.check_seat().await?;
        self.metrics.socket_bytes_in.inc_by(message.len() as u64);
        if !self.bucket.take(Instant::now().into_std()) {
            self.refused += 1;
            let denied = Denied::too_fast("requests");
            if self.refused > PATIENCE {
                return Err(denied.into());
            }
            return Ok(socket.feed(self.reply(read_ref(message), Err(denied))).await?);
        }
        self.refused = 0;
        while self.long.len() >= LONG_QUESTIONS
            && let Some(known) = self.long.join_next().await
        {
            socket.feed(self.late(known)?).await?;
        }
        let (reference, done) = match serde_json::from_str::<Ask>(message) {
            Ok(ask) => match self.obey(ask).await {
                Some((reference, done)) => (Some(reference), done),
                None => return Ok(()),
            },
            Err(fault) => {
                let denied = Denied::malformed(format!("The request cannot be read: {fault}."));
                (read_ref(message), Err(denied))
            }
        };
        Ok(socket.feed(self.reply(reference, done)).await?)
    }

    /// Nothing for a question that takes long: its answer comes later.
    async fn obey(&mut self, ask: Ask) -> Option<Answered> {
        let answered = match ask {
            Ask::Choose { r#ref, version, choice } => (r#ref, self.act(version, Request::Choose(choice)).await),
            Ask::Plan {
                r#ref,
                version,
                choices,
            } => (r#ref, self.plan(version, choices).await),
            Ask::Undo { r#ref, version } => (r#ref, self.act(version, Request::Undo).await),
            Ask::Odds { r#ref, choice } => (r#ref, self.odds(choice).await),
            Ask::Destinations { r#ref, piece } => (r#ref, self.destinations(piece).await),
            Ask::Drag { r#ref, piece, to } => (r#ref, self.drag(piece, to).await),
            Ask::WhyNot { r#ref, piece, there } => (r#ref, self.why_not(piece, there).await),
            Ask::Sight { r#ref, from, to } => (r#ref, self.sight(from, to).await),
            Ask::Lanes { r#ref, piece } => (r#ref, self.lanes(piece).await),
            Ask::Areas { r#ref } => (r#ref, self.areas().await),
            Ask::Hint { r#ref } => {
                let (handle, side) = (self.handle.clone(), self.side());
                let hint = async move { raw(&handle.hint(side?).await?) };
                self.long.spawn(hint.map(move |done| (r#ref, done)));
                return None;
            }
            Ask::Check { r#ref, choice } => (r#ref, self.check(choice).await),
            Ask::Luck { r#ref, from } => {
                let (handle, viewer) = (self.handle.clone(), self.viewer);
                let luck = async move {
                    let entries = handle.luck(viewer, from).await?;
                    raw(&LuckFrom { from, entries })
                };
                self.long.spawn(luck.map(move |done| (r#ref, done)));
                return None;
            }
            Ask::Pace { r#ref, ms } => (r#ref, self.pace(ms).await),
            Ask::Say {
                r#ref,
                text,
                about,
                invites,
            } => (r#ref, self.say(Saying { text, about, invites }).await),
            Ask::Standing { r#ref, orders } => (r#ref, self.settle(orders).await),
            Ask::Notify { r#ref, address } => (r#ref, self.notify(address).await),
            Ask::Look { r#ref, reads } => (r#ref, self.look(reads)),
            Ask::PromiseShare { r#ref, commitment } => (r#ref, self.share(&commitment, ShareChange::Promise).await),
            Ask::ShowShare { r#ref, value } => (r#ref, self.share(&value, ShareChange::Show).await),
        };
        Some(answered)
    }

    fn side(&self) -> Result<Side, Denied> {
        self.viewer.side().ok_or_else(Denied::not_your_seat)
    }

    async fn act(&mut self, version: u64, request: Request) -> Result<Arc<RawValue>, Denied> {
        let begun = Instant::now();
        let (report, update) = self.handle.act(self.side()?, version, request, self.wish()).await?;
        self.metrics.choice_time.observe(begun.elapsed().as_secs_f64());
        self.state = Some(self.take(update));
        raw(&report)
    }

    async fn plan(&mut self, version: u64, choices: Vec<String>) -> Result<Arc<RawValue>, Denied> {
        if choices.len() > LONGEST_PLAN {
            let why = format!("A plan has at most {LONGEST_PLAN} choices.");
            return Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "PlanTooLong", why));
        }
        self.act(version, Request::Plan(choices)).await
    }

    async fn say(&self, saying: Saying) -> Result<Arc<RawValue>, Denied> {
        self.handle.say(self.side()?, saying).await?;
        raw(&())
    }

    async fn settle(&self, orders: Option<Orders>) -> Result<Arc<RawValue>, Denied> {
        raw(&self.handle.settle(self.side()?, orders).await?)
    }

    async fn notify(&self, address: Option<String>) -> Result<Arc<RawValue>, Denied> {
        raw(&self.handle.notify(self.side()?, address).await?)
    }

    fn look(&mut self, reads: bool) -> Result<Arc<RawValue>, Denied> {
        self.present.look(reads);
        raw(&())
    }

    async fn odds(&self, choice: String) -> Result<Arc<RawValue>, Denied> {
        let question = Question::Odds(self.side()?, choice);
        self.handle.ask(self.viewer, question).await
    }

    async fn destinations(&self, piece: String) -> Result<Arc<RawValue>, Denied> {
        let question = Question::Reach(self.side()?, piece);
        self.handle.ask(self.viewer, question).await
    }

    async fn drag(&self, piece: String, to: Option<Place>) -> Result<Arc<RawValue>, Denied> {
        let side = self.side()?;
        match to {
            Some(to) => {
                let look = self
                    .handle
                    .look(self.viewer, move |seen| seen.table.drag(side, &piece, &to));
                raw(&look.await??)
            }
            None => {
                let look = self
                    .handle
                    .look(self.viewer, move |seen| seen.table.envelope(side, &piece));
                raw(&look.await?)
            }
        }
    }

    async fn why_not(&self, piece: String, there: There) -> Result<Arc<RawValue>, Denied> {
        let side = self.side()?;
        let look = self
            .handle
            .look(self.viewer, move |seen| seen.table.why_not(side, &piece, &there));
        raw(&look.await?)
    }

    async fn sight(&self, from: Place, to: Place) -> Result<Arc<RawValue>, Denied> {
        let viewer = self.viewer;
        let look = self
            .handle
            .look(viewer, move |seen| seen.table.sight(viewer, &from, &to));
        raw(&look.await?)
    }

    async fn lanes(&self, piece: String) -> Result<Arc<RawValue>, Denied> {
        let side = self.side()?;
        let look = self
            .handle
            .look(self.viewer, move |seen| seen.table.lanes(side, &piece));
        raw(&look.await?)
    }

    async fn areas(&self) -> Result<Arc<RawValue>, Denied> {
        self.handle.ask(self.viewer, Question::Areas(self.viewer)).await
    }

    async fn check(&self, choice: String) -> Result<Arc<RawValue>, Denied> {
        let side = self.side()?;
        let look = self
            .handle
            .look(self.viewer, move |seen| seen.table.check(side, &choice).err());
        raw(&look.await?)
    }

    async fn share(&self, text: &str, change: impl FnOnce([u8; 32]) -> ShareChange) -> Result<Arc<RawValue>, Denied> {
        let bytes = Seed::from_hex(text).map(|seed| seed.0);
        let bytes = bytes.ok_or_else(|| Denied::malformed("A share is 32 bytes in hexadecimal: 64 digits."))?;
        self.handle.share(self.side()?, change(bytes)).await?;
        raw(&())
    }

    async fn pace(&self, ms: u32) -> Result<Arc<RawValue>, Denied> {
        self.side()?;
        raw(&self.handle.pace(ms).await?)
    }
}

fn is_too_large(fault: &axum::Error) -> bool {
    fault.to_string().contains("too long")
}

fn text(message: &ServerMessage) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// The `ref` of a request that cannot be read as a whole.
fn read_ref(message: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Only {
        r#ref: u32,
    }
    serde_json::from_str::<Only>(message).ok().map(|only| only.r#ref)
}

#[cfg(test)]
mod tests;
