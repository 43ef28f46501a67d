//! Games that are no longer kept: archived or deleted, as the host has said.

use crate::config::Retention;
use crate::host::write_privately;
use crate::opening::before;
use crate::registry::Registry;
use crate::store::{Exported, Kept, Store, Wanted};
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
        match let_go(registry, id, wanted, retention.archive.as_deref()).await {
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

async fn let_go(registry: &Arc<Registry>, id: GameId, wanted: Wanted, archive: Option<&Path>) -> Result<bool, String> {
    registry
        .remove(id, is_ready(registry.store(), id, wanted, archive))
        .await
}

/// Whether a game may go: it is still as old as it was when it was looked for, and in the archive if there is one.
async fn is_ready(store: &Store, id: GameId, wanted: Wanted, archive: Option<&Path>) -> Result<bool, String> {
    let words = |fault: &dyn Display| fault.to_string();
    if !store.is_unwanted(wanted, id).await.map_err(|f| words(&f))? {
        return Ok(false);
    }
    let Some(folder) = archive else {
        return Ok(true);
    };
    let Some(kept) = store.read(id).await.map_err(|f| words(&f))? else {
        return Ok(false);
    };
    let texts = store.texts(kept.game.scenario_hash.clone());
    let texts = texts.await.map_err(|f| words(&f))?;
    let file = folder.join(format!("{id}.json"));
    let written = spawn_blocking(move || archived(kept, texts, &file)).await;
    written.map_err(|f| words(&f))?.map_err(|f| words(&f))?;
    Ok(true)
}

fn archived(kept: Kept, texts: Option<OwnScenario>, file: &Path) -> std::io::Result<()> {
    let text = serde_json::to_string(&Exported::new(kept, texts)).map_err(std::io::Error::other)?;
    write_privately(file, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::tests::Desk;
    use crate::store::Row;
    use kernel::Side;

    /// A game that was found too old, and in which somebody has chosen before its turn to go came.
    #[tokio::test]
    async fn a_game_that_was_played_meanwhile_stays() {
        let desk = Desk::open();
        let opened = desk.begin().await;
        let id = GameId::parse(&opened.game).unwrap();
        desk.empty(id);
        let store = desk.registry.store();
        let wanted = Wanted {
            finished_before: None,
            untouched_since: Some(before(Duration::ZERO) + 100),
        };
        assert_eq!(store.unwanted(wanted).await.unwrap(), [id]);
        // It has ended since, and games that are over are kept.
        let ending = crate::store::Ending {
            at: before(Duration::ZERO),
            winner: Some(Side::One),
            level: String::new(),
            score: [0; 2],
        };
        store.write(vec![Row::Ended { game: id, ending }]).await.unwrap();
        let archive = tempfile::tempdir().unwrap();
        let gone = let_go(&desk.registry, id, wanted, Some(archive.path())).await;
        assert_eq!(gone, Ok(false));
        assert!(store.keys(id).await.unwrap().is_some());
        assert_eq!(std::fs::read_dir(archive.path()).unwrap().count(), 0);
        let finished = Wanted {
            finished_before: Some(before(Duration::ZERO) + 100),
            untouched_since: None,
        };
        assert_eq!(
            let_go(&desk.registry, id, finished, Some(archive.path())).await,
            Ok(true)
        );
        assert!(store.keys(id).await.unwrap().is_none());
        assert_eq!(std::fs::read_dir(archive.path()).unwrap().count(), 1);
    }
}
