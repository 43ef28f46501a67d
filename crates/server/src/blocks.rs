//! Whom and what the host has blocked: a file of addresses, networks and games, read again whenever it has changed.

use crate::bucket::locked;
use crate::token::GameId;
use std::collections::HashSet;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tokio::sync::watch;
use tokio::time::interval;

pub const FILE: &str = "blocked";

/// How soon a change of the file is noticed.
const EVERY: Duration = Duration::from_secs(1);

/// One line of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// So many bits of the address count; of an IPv6 address 64 at most.
    Network(IpAddr, u8),
    Game(GameId),
}

impl Block {
    /// An address, a network such as 192.0.2.0/24, or the name of a game.
    pub fn read(text: &str) -> Option<Block> {
        if let Some(game) = GameId::parse(text) {
            return Some(Block::Game(game));
        }
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let whole = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(whole);
        // A network of 64 bits is one address here, whichever of its numbers somebody uses.
        let counted = if address.is_ipv4() { bits } else { bits.min(64) };
        (bits <= whole).then_some(Block::Network(address, counted))
    }
}

#[derive(Default)]
struct Found {
    networks: Vec<(IpAddr, u8)>,
    games: HashSet<GameId>,
}

pub struct Blocks {
    path: PathBuf,
    found: Mutex<(Option<SystemTime>, Arc<Found>)>,
}

impl Blocks {
    pub fn of(folder: &Path) -> Blocks {
        let blocks = Blocks {
            path: folder.join(FILE),
            found: Mutex::default(),
        };
        blocks.refresh();
        blocks
    }

    /// Reads the file, if it is another one than before. A line that cannot be read is told in the log.
    fn refresh(&self) {
        let changed = fs::metadata(&self.path).and_then(|meta| meta.modified()).ok();
        if locked(&self.found).0 == changed {
            return;
        }
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        let mut found = Found::default();
        for line in lines(&text) {
            match Block::read(line) {
                Some(Block::Network(address, bits)) => found.networks.push((address, bits)),
                Some(Block::Game(game)) => drop(found.games.insert(game)),
                None => tracing::error!("{}: `{line}` is no address, network or game", self.path.display()),
            }
        }
        let (networks, games) = (found.networks.len(), found.games.len());
        *locked(&self.found) = (changed, Arc::new(found));
        tracing::info!(networks, games, "blocked");
    }

    fn found(&self) -> Arc<Found> {
        locked(&self.found).1.clone()
    }

    pub fn has_address(&self, address: IpAddr) -> bool {
        let within = |(network, bits): &(IpAddr, u8)| is_within(address.to_canonical(), *network, *bits);
        self.found().networks.iter().any(within)
    }

    pub fn has_game(&self, game: GameId) -> bool {
        self.found().games.contains(&game)
    }
}

/// What stands in the file, without remarks.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let bare = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    bare.filter(|line| !line.is_empty())
}

fn is_within(address: IpAddr, network: IpAddr, bits: u8) -> bool {
    let same = |a: &[u8], b: &[u8]| {
        let whole = usize::from(bits / 8);
        let rest = 0xffu16 << (8 - bits % 8);
        let same_rest = bits.is_multiple_of(8) || u16::from(a[whole] ^ b[whole]) & rest & 0xff == 0;
        a[..whole] == b[..whole] && same_rest
    };
    match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(b)) => same(&a.octets(), &b.octets()),
        (IpAddr::V6(a), IpAddr::V6(b)) => same(&a.octets(), &b.octets()),
        _ => false,
    }
}

/// Keeps an eye on the file.
pub async fn watch(blocks: Arc<Blocks>, mut closing: watch::Receiver<bool>) {
    let mut clock = interval(EVERY);
    loop {
        tokio::select! {
            _ = clock.tick() => blocks.refresh(),
            _ = closing.changed() => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_told_apart_by_their_bits() {
        let within = |address: &str, block: &str| match Block::read(block) {
            Some(Block::Network(network, bits)) => is_within(address.parse().unwrap(), network, bits),
            other => panic!("{other:?}"),
        };
        assert!(within("192.0.2.7", "192.0.2.7") && !within("192.0.2.8", "192.0.2.7"));
        assert!(within("192.0.2.200", "192.0.2.0/24") && !within("192.0.3.1", "192.0.2.0/24"));
        assert!(within("192.0.2.130", "192.0.2.128/25") && !within("192.0.2.127", "192.0.2.128/25"));
        assert!(within("10.1.2.3", "0.0.0.0/0") && !within("10.1.2.3", "::/0"));
        assert!(within("2001:db8::1", "2001:db8::/32") && !within("2001:db9::1", "2001:db8::/32"));
        // Who has one number of such a network has them all.
        for finer in ["2001:db8::1", "2001:db8::1/128", "2001:db8::/96", "2001:db8::7:0:0:1"] {
            assert!(within("2001:db8::", finer) && within("2001:db8::9", finer), "{finer}");
            assert!(!within("2001:db8:0:1::", finer), "{finer}");
        }
        for nonsense in ["", "x", "192.0.2.0/33", "1.2.3", "2001:db8::/129", "games.example"] {
            assert_eq!(Block::read(nonsense), None, "{nonsense}");
        }
        assert_eq!(Block::read("000000000007"), Some(Block::Game(GameId(7))));
        let text = "# nuisance\n192.0.2.7  # again\n\n000000000007\n";
        assert_eq!(lines(text).collect::<Vec<_>>(), ["192.0.2.7", "000000000007"]);
    }
}
