//! Connections: how many, how slow they may be, and how they end.

use crate::bucket::{Held, Tally, one_address};
use crate::config::Limits;
use crate::denied::Denied;
use crate::metrics::{Counted, Metrics};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Requests under way have so long to come to their end when the server goes down.
const LAST_ORDERS: Duration = Duration::from_secs(10);
/// What has been answered has so long to go out.
const FLUSH: Duration = Duration::from_millis(250);
/// Files that the server needs for itself: the database, the log, the page.
const OWN_FILES: usize = 64;
/// So many who come in vain are told so at once; others are only shut out.
const TURNED_AWAY: usize = 64;

/// What an open connection takes from the others. A websocket outlives the request that it began with, so it keeps this too.
pub struct Kept {
    _room: OwnedSemaphorePermit,
    _held: Option<Held>,
    _counted: Counted,
}

pub struct Door {
    pub router: Router,
    pub limits: Limits,
    pub proxies: Vec<IpAddr>,
    pub closing: watch::Receiver<bool>,
    pub metrics: Arc<Metrics>,
}

impl Door {
    /// Serves until the server goes down and every request under way has come to its end.
    pub async fn serve(self, listener: TcpListener) {
        let all = Arc::new(Semaphore::new(open_files().saturating_sub(OWN_FILES).max(OWN_FILES)));
        let each = Arc::new(Tally::default());
        let refusals = Arc::new(Semaphore::new(TURNED_AWAY));
        let mut closing = self.closing.clone();
        let mut connections = JoinSet::new();
        loop {
            let came = tokio::select! {
                came = listener.accept() => came,
                _ = closing.wait_for(|closing| *closing) => break,
                Some(_) = connections.join_next() => continue,
            };
            let (stream, peer) = match came {
                Ok(came) => came,
                Err(fault) => {
                    // Mostly for want of files: some will be closed in a moment.
                    tracing::warn!("a connection could not be taken: {fault}");
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let room = all.clone().try_acquire_owned().ok();
            let held = self.hold(&each, peer.ip());
            let (Some(room), Some(held)) = (room, held) else {
                self.metrics.turned_away.inc();
                if let Ok(permit) = refusals.clone().try_acquire_owned() {
                    connections.spawn(async move {
                        turn_away(stream).await;
                        drop(permit);
                    });
                }
                continue;
            };
            let kept = Arc::new(Kept {
                _room: room,
                _held: held,
                _counted: Counted::one(&self.metrics.connections),
            });
            let (router, limits, closing) = (self.router.clone(), self.limits, self.closing.clone());
            connections.spawn(talk(stream, peer, router, limits, closing, kept));
        }
        drop(listener);
        while connections.join_next().await.is_some() {}
    }

    /// A proxy of ours brings everybody, so it may hold as many connections as there are.
    fn hold(&self, each: &Arc<Tally>, peer: IpAddr) -> Option<Option<Held>> {
        if self.proxies.contains(&peer.to_canonical()) {
            return Some(None);
        }
        each.hold(one_address(peer), self.limits.connections).map(Some)
    }
}

/// How many files may be open at once: as many as the system lets us ask for.
fn open_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: maximum,
            maximum,
        };
        let limit = match setrlimit(Resource::Nofile, raised) {
            Ok(()) => maximum,
            Err(_) => current,
        };
        limit.map_or(1 << 20, |n| n.min(1 << 20) as usize)
    }
    #[cfg(not(unix))]
    (1 << 14)
}

/// One connection from its first request to its last.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    mut closing: watch::Receiver<bool>,
    kept: Arc<Kept>,
) {
    // States are small and must not wait for the acknowledgement of the one before.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stalled));
    let under_way = Arc::new(AtomicUsize::new(0));
    let (router, count) = (TowerToHyperService::new(router), under_way.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let count = count.clone();
        count.fetch_add(1, Ordering::Relaxed);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(kept.clone());
        let answer = router.call(request);
        async move {
            let answer = answer.await;
            count.fetch_sub(1, Ordering::Relaxed);
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        done = connection.as_mut() => {
            if let Err(fault) = done {
                tracing::debug!("connection of {peer}: {fault}");
            }
            return;
        }
        _ = closing.wait_for(|closing| *closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    // A request of which not even the head has come is not waited for.
    let patience = match under_way.load(Ordering::Relaxed) {
        0 => FLUSH,
        _ => LAST_ORDERS,
    };
    if timeout(patience, connection).await.is_err() && patience == LAST_ORDERS {
        tracing::warn!("a request was cut off");
    }
}

/// Says that there is no room, and waits a moment for the other side to have read it.
async fn turn_away(mut stream: TcpStream) {
    let denied = Denied::overloaded("Too many connections are open; try again in a moment.");
    let body = serde_json::to_string(&denied.body()).unwrap_or_default();
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close";
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    let _ = timeout(Duration::from_millis(500), told).await;
}
