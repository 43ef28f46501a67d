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
use prometheus_client::metrics::counter::Counter;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
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
/// So many who come in vain at once are waited for until they have read that; others are told in passing.
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
        let refusal: Arc<str> = refusal().into();
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
                self.metrics.refused("Overloaded");
                tracing::info!(target: "server::request", status = 503, address = %peer.ip(), "turned away");
                match refusals.clone().try_acquire_owned() {
                    Ok(permit) => {
                        let refusal = refusal.clone();
                        connections.spawn(async move {
                            turn_away(stream, &refusal).await;
                            drop(permit);
                        });
                    }
                    Err(_) => tell_in_passing(stream, &refusal),
                }
                continue;
            };
            let kept = Arc::new(Kept {
                _room: room,
                _held: held,
                _counted: Counted::one(&self.metrics.connections),
            });
            let stream = Measured::new(stream, &self.metrics);
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
    stream: Measured,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    mut closing: watch::Receiver<bool>,
    kept: Arc<Kept>,
) {
    // States are small and must not wait for the acknowledgement of the one before.
    let _ = stream.stream.set_nodelay(true);
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

/// What is said to who comes when there is no room.
fn refusal() -> String {
    let denied = Denied::overloaded("Too many connections are open; try again in a moment.");
    let body = serde_json::to_string(&denied.body()).unwrap_or_default();
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close";
    format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Says that there is no room, and waits a moment for the other side to have read it.
async fn turn_away(mut stream: TcpStream, refusal: &str) {
    let told = async {
        stream.write_all(refusal.as_bytes()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    let _ = timeout(Duration::from_millis(500), told).await;
}

/// Says the same and waits for nothing: the line is new, so there is room in it for a few words. A request that comes later
/// than this meets a closed door; most clients have read the answer by then.
fn tell_in_passing(stream: TcpStream, refusal: &str) {
    use std::io::{Read, Write};
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream.write(refusal.as_bytes());
    // What is left unread would take the answer away with it.
    let _ = stream.read(&mut [0; 4096]);
    let _ = stream.shutdown(std::net::Shutdown::Write);
}

/// A connection whose bytes are counted, as they go over the line.
struct Measured {
    stream: TcpStream,
    received: Counter,
    sent: Counter,
}

impl Measured {
    fn new(stream: TcpStream, metrics: &Metrics) -> Measured {
        Measured {
            stream,
            received: metrics.bytes_in.clone(),
            sent: metrics.bytes_out.clone(),
        }
    }

    fn count(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &written {
            self.sent.inc_by(*bytes as u64);
        }
        written
    }
}

impl AsyncRead for Measured {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        self.received.inc_by((into.filled().len() - before) as u64);
        read
    }
}

impl AsyncWrite for Measured {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.count(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.count(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_network_holds_as_many_connections_as_an_address_and_our_proxy_all() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let door = Door {
            router: Router::new(),
            limits: Limits {
                connections: 2,
                ..Limits::default()
            },
            proxies: vec![ip("10.0.0.1")],
            closing: watch::channel(false).1,
            metrics: Arc::default(),
        };
        let each = Arc::default();
        let hold = |from: &str| door.hold(&each, ip(from));
        let held = [hold("2001:db8:1:2::1"), hold("2001:db8:1:2:9:9:9:9")];
        assert!(held.iter().all(Option::is_some));
        assert!(hold("2001:db8:1:2::3").is_none());
        assert!(hold("2001:db8:1:3::1").is_some());
        drop(held);
        assert!(hold("2001:db8:1:2::3").is_some());
        let proxy: Vec<_> = ["10.0.0.1", "::ffff:10.0.0.1"]
            .repeat(5)
            .into_iter()
            .map(hold)
            .collect();
        assert!(proxy.iter().all(Option::is_some));
        let other: Vec<_> = (0..3).map(|_| hold("10.0.0.2")).collect();
        assert_eq!(other.iter().filter(|held| held.is_some()).count(), 2);
    }
}
