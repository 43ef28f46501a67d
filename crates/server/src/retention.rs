//! Games that are no longer kept: archived or deleted, as the host has said.

use crate::config::Retention;
use crate::host::write_privately;
use crate::opening::before;
use crate::registry::Registry;
use crate::store::{Exported, Kept, Wanted};
use crate::token::GameId;
use games::OwnScenario;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::interval;

const EVERY: Duration = Duration::from_secs(3600);

/// Looks through the games now and every hour.
pub async fn watch(registry: Arc<Registry>, retention: Retention, mut closing: watch::Receiver<bool>) {
    registry.note_endings().await;
    let mut clock = interval(EVERY);
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            _ = closing.changed() => return,
        }
        sweep(&registry, &retention).await;
    }
}

async fn sweep(registry: &Arc<Registry>, retention: &Retention) {
    let wanted = Wanted {
        finished_before: retention.finished.map(before),
        untouched_since: retention.abandoned.map(before),
    };
    let unwanted = match registry.store().unwanted(wanted).await {
        Ok(unwanted) => unwanted,
        Err(fault) => return tracing::error!("games that need not be kept: {fault}"),
    };
    let mut gone = 0;
    for id in unwanted {
        match let_go(registry, id, retention.archive.as_deref()).await {
            Ok(true) => gone += 1,
            // Somebody looks at it; it stays until the next time.
            Ok(false) => {}
            // It stays.
            Err(fault) => tracing::error!("game {id} stays: {fault}"),
        }
    }
    if gone > 0 {
        let archived = retention.archive.is_some();
        tracing::info!(games = gone, archived, "no longer kept");
    }
}

async fn let_go(registry: &Arc<Registry>, id: GameId, archive: Option<&Path>) -> Result<bool, String> {
    if let Some(folder) = archive {
        let words = |fault: &dyn Display| fault.to_string();
        let store = registry.store();
        let Some(kept) = store.read(id).await.map_err(|f| words(&f))? else {
            return Ok(false);
        };
        let texts = store
            .texts(kept.game.scenario_hash.clone())
            .await
            .map_err(|f| words(&f))?;
        let file = folder.join(format!("{id}.json"));
        let written = spawn_blocking(move || archived(kept, texts, &file)).await;
        written.map_err(|f| words(&f))?.map_err(|f| words(&f))?;
    }
    registry.remove(id).await.map_err(|denied| denied.fault.why)
}

fn archived(kept: Kept, texts: Option<OwnScenario>, file: &Path) -> std::io::Result<()> {
    let text = serde_json::to_string(&Exported::new(kept, texts)).map_err(std::io::Error::other)?;
    write_privately(file, text.as_bytes())
}
