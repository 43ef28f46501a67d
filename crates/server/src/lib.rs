//! Games over HTTP and websockets, kept in SQLite. The protocol is in `docs/http.md`.
//!
//! A request goes from `routes` to the `registry`, which finds the `room` of its game; the room owns the game, and nothing it
//! does is told to anybody before the `store` has it on disk.

mod accept;
mod answers;
pub mod api;
mod beginning;
mod blocks;
mod bucket;
mod config;
mod denied;
pub mod host;
mod keys;
mod library;
mod metrics;
mod notify;
mod offers;
mod opening;
mod push;
mod reach;
mod registry;
mod relic;
mod retention;
mod room;
mod routes;
mod standing;
mod store;
mod thought;
mod token;
mod update;

pub use config::{Config, Limits, Rate, Retention};
pub use denied::Denied;
pub use notify::{Hook, read_proxy};
pub use routes::{description, paths};
pub use store::StoreFault;

use accept::Door;
use blocks::Blocks;
use library::Library;
use metrics::Metrics;
use notify::Notifier;
use push::Push;
use registry::Registry;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen on {addr}: {fault}")]
    Listen { addr: SocketAddr, fault: std::io::Error },
    #[error("{}", words_of(folder, fault))]
    Store { folder: PathBuf, fault: StoreFault },
    #[error("the runtime does not start: {0}")]
    Runtime(std::io::Error),
}

/// The folder is named once.
fn words_of(folder: &Path, fault: &StoreFault) -> String {
    match fault {
        StoreFault::Folder { .. } | StoreFault::NoGames(_) => fault.to_string(),
        _ => format!("the games in {}: {fault}", folder.display()),
    }
}

/// A server at work.
pub struct Running {
    addr: SocketAddr,
    metrics: Option<SocketAddr>,
    close: watch::Sender<bool>,
    served: JoinHandle<()>,
    store: Arc<Store>,
}

impl Running {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Where measurements are told, if they are.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Lets requests under way come to their end, takes no new ones, and closes the database.
    pub async fn shutdown(self) {
        tracing::info!("going down");
        self.close.send_replace(true);
        if let Err(fault) = self.served.await {
            tracing::error!("{fault}");
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
    let (addr, limits) = (config.addr, config.limits);
    let library = Arc::new(Library::new(shelf));
    let metrics = Arc::new(Metrics::default());
    let in_folder = |fault| StartError::Store {
        folder: config.data.clone(),
        fault,
    };
    let store = Arc::new(Store::open(&config.data, metrics.clone()).map_err(in_folder)?);
    let listen = async |addr| {
        let listener = TcpListener::bind(addr).await?;
        let bound = listener.local_addr()?;
        Ok((listener, bound))
    };
    let (listener, bound) = listen(addr).await.map_err(|fault| StartError::Listen { addr, fault })?;
    let mut told_at = None;
    if let Some(addr) = config.metrics {
        let (listener, bound) = listen(addr).await.map_err(|fault| StartError::Listen { addr, fault })?;
        tokio::spawn(axum::serve(listener, metrics::router(metrics.clone())).into_future());
        tracing::info!(addr = %bound, "measurements");
        told_at = Some(bound);
    }
    let push = match &config.push {
        Some(via) => Some(Push {
            key: store.push_key().await.map_err(in_folder)?,
            via: via.clone(),
        }),
        None => None,
    };
    let notifier = Notifier::new(config.notify.clone(), push, config.site.clone());
    let registry = Arc::new(Registry::new(store.clone(), library, limits, metrics.clone(), notifier));
    registry.keep_texts().await.map_err(in_folder)?;
    let blocks = Arc::new(Blocks::of(&config.data));
    let (close, closing) = watch::channel(false);
    tokio::spawn(blocks::watch(blocks.clone(), closing.clone()));
    if config.retention.wants_anything() {
        tokio::spawn(retention::watch(
            registry.clone(),
            config.retention.clone(),
            closing.clone(),
        ));
    }
    tokio::spawn({
        let (registry, closing) = (registry.clone(), closing.clone());
        async move { registry.wake(closing).await }
    });
    let door = Door {
        router: routes::router(registry, &config, bound, blocks, closing.clone()),
        limits,
        proxies: config.proxies,
        closing,
        metrics,
    };
    tracing::info!(addr = %bound, data = %config.data.display(), "listening");
    let served = tokio::spawn(door.serve(listener));
    Ok(Running {
        addr: bound,
        metrics: told_at,
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
        let _full = survive_a_full_disk();
        let stop = told_to_stop().map_err(StartError::Runtime)?;
        let running = start_with(config, shelf).await?;
        ready(running.addr());
        stop.await;
        running.shutdown().await;
        Ok(())
    })
}

/// Where a file may not grow any more, the system sends a signal that would end the program. Whoever listens for it gets an error
/// from the write instead, as on a full disk.
#[cfg(unix)]
fn survive_a_full_disk() -> Option<tokio::signal::unix::Signal> {
    const SIGXFSZ: i32 = 25;
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(SIGXFSZ)).ok()
}

#[cfg(not(unix))]
fn survive_a_full_disk() {}

/// Listens from now on; whoever has been told that the server is there can already tell it to stop.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
