//! Games over HTTP and websockets, kept in SQLite. The protocol is in `docs/http.md`.
//!
//! A request goes from `routes` to the `registry`, which finds the `room` of its game; the room owns the game, and nothing it
//! does is told to anybody before the `store` has it on disk.

pub mod api;
mod bucket;
mod config;
mod denied;
mod library;
mod registry;
mod room;
mod routes;
mod store;
mod thought;
mod token;
mod update;

pub use config::{Config, Limits, Rate};
pub use denied::Denied;
pub use routes::{description, paths};
pub use store::StoreFault;

use axum::serve::ListenerExt;
use library::Library;
use registry::Registry;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen on {addr}: {fault}")]
    Listen { addr: SocketAddr, fault: std::io::Error },
    #[error(transparent)]
    Store(#[from] StoreFault),
    #[error("the runtime does not start: {0}")]
    Runtime(std::io::Error),
}

/// A server at work.
pub struct Running {
    addr: SocketAddr,
    close: watch::Sender<bool>,
    served: JoinHandle<std::io::Result<()>>,
    store: Arc<Store>,
}

/// Requests under way have so long to come to their end.
const LAST_ORDERS: Duration = Duration::from_secs(10);

impl Running {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Lets requests under way come to their end, takes no new ones, and closes the database.
    pub async fn shutdown(self) {
        self.close.send_replace(true);
        if timeout(LAST_ORDERS, self.served).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        if let Err(fault) = spawn_blocking(move || self.store.close()).await {
            tracing::error!("{fault}");
        }
    }
}

/// Serves the games of the shelf.
pub async fn start(config: Config) -> Result<Running, StartError> {
    start_with(config, games::Shelf::standard()).await
}

/// Serves whatever is on this shelf.
pub async fn start_with(config: Config, shelf: games::Shelf) -> Result<Running, StartError> {
    let Config { addr, data, limits } = config;
    let library = Arc::new(Library::new(shelf));
    let store = Arc::new(Store::open(&data)?);
    let listen = async |addr| {
        let listener = TcpListener::bind(addr).await?;
        let bound = listener.local_addr()?;
        Ok((listener, bound))
    };
    let (listener, bound) = listen(addr).await.map_err(|fault| StartError::Listen { addr, fault })?;
    let registry = Arc::new(Registry::new(store.clone(), library, limits));
    let (close, closing) = watch::channel(false);
    let router = routes::router(registry, limits, closing.clone());
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let mut closed = closing;
    let until = async move {
        let _ = closed.wait_for(|closing| *closing).await;
    };
    // States are small and must not wait for the acknowledgement of the one before.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let served = tokio::spawn(
        axum::serve(listener, service)
            .with_graceful_shutdown(until)
            .into_future(),
    );
    Ok(Running {
        addr: bound,
        close,
        served,
        store,
    })
}

/// Serves until the program is told to stop (Ctrl-C, or the signal to terminate). `ready` is called with the address as
/// soon as the server answers.
pub fn run_blocking(config: Config, shelf: games::Shelf, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    // Half of the cores for the sockets: the rest is for the writer and the captains, and threads that look for work cost more
    // than they do.
    let cores = std::thread::available_parallelism().map_or(2, |n| n.get());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores / 2).max(1))
        .enable_all()
        .build()
        .map_err(StartError::Runtime)?;
    runtime.block_on(async {
        let running = start_with(config, shelf).await?;
        ready(running.addr());
        told_to_stop().await;
        running.shutdown().await;
        Ok(())
    })
}

async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
