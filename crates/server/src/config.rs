//! What a server is told when it starts.

use crate::notify::Hook;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 takes a free one.
    pub addr: SocketAddr,
    /// The folder that keeps the games; it is made if it is missing.
    pub data: PathBuf,
    pub limits: Limits,
    /// Where measurements are told, to whoever asks (Prometheus); nowhere if absent.
    pub metrics: Option<SocketAddr>,
    /// Proxies in front of the server: only what they say of where a request comes from is believed.
    pub proxies: Vec<IpAddr>,
    /// The names under which players reach the server, with the port if it is not the usual one. Numbers and `localhost` need not
    /// be named.
    pub hosts: Vec<String>,
    pub retention: Retention,
    /// Where players may be told that it is their turn.
    pub notify: Vec<Hook>,
    /// A proxy through which browsers that are not open are told the same: what goes to `https://HOST/PATH` is sent to this
    /// address with `HOST/PATH` behind it.
    pub push: Option<String>,
    /// The address of the site, without a slash at its end, for what is told there.
    pub site: Option<String>,
}

impl Config {
    /// Listens on this machine only.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            data: data.into(),
            limits: Limits::default(),
            metrics: None,
            proxies: Vec::new(),
            hosts: Vec::new(),
            retention: Retention::default(),
            notify: Vec::new(),
            push: None,
            site: None,
        }
    }
}

/// How long games are kept; for ever, unless the host says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Retention {
    /// Games that are over, after their end.
    pub finished: Option<Duration>,
    /// Games under way, after their last choice.
    pub abandoned: Option<Duration>,
    /// A folder into which games go that are no longer kept, as files that can be imported again. Without it they are deleted.
    pub archive: Option<PathBuf>,
}

impl Retention {
    pub fn wants_anything(&self) -> bool {
        self.finished.is_some() || self.abandoned.is_some()
    }
}

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub burst: u32,
    pub per_second: f64,
}

impl Rate {
    pub const NONE: Rate = Rate {
        burst: u32::MAX,
        per_second: 1e9,
    };
}

/// How much one stranger may ask for. Everything has a bound.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a websocket message, and of a request's body unless it holds a record.
    pub message: usize,
    /// Bytes of a request's body that holds a record.
    pub record: usize,
    /// Requests over one socket.
    pub socket: Rate,
    /// HTTP requests from one address.
    pub address: Rate,
    /// New games from one address.
    pub games: Rate,
    /// Joinings and recoveries from one address.
    pub joins: Rate,
    /// A seat that is held goes to whoever was newly invited to it when its holder has stayed away for so long.
    pub absence: Duration,
    /// Open sockets from one address.
    pub sockets: usize,
    /// Connections from one address.
    pub connections: usize,
    /// The whole head of a request must have come within this time.
    pub header: Duration,
    /// The whole body of a request must have come within this time.
    pub body: Duration,
    /// A client that takes in nothing of an answer for so long is given up.
    pub stalled: Duration,
    /// A websocket is asked for a sign of life this often, and given up if it does not give one until the next time. Whether it is
    /// blocked is looked up as often.
    pub heartbeat: Duration,
    /// Bytes of memory for games; beyond, those that nobody looks at leave it.
    pub memory: usize,
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long a captain may think about a choice before it has to make up its mind.
    pub thinking: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message: 64 << 10,
            record: 2 << 20,
            socket: Rate {
                burst: 200,
                per_second: 100.0,
            },
            address: Rate {
                burst: 400,
                per_second: 100.0,
            },
            games: Rate {
                burst: 60,
                per_second: 1.0,
            },
            joins: Rate {
                burst: 60,
                per_second: 1.0,
            },
            absence: Duration::from_secs(24 * 3600),
            sockets: 100,
            connections: 200,
            header: Duration::from_secs(15),
            body: Duration::from_secs(20),
            stalled: Duration::from_secs(30),
            heartbeat: Duration::from_secs(30),
            memory: 1 << 30,
            idle: Duration::from_secs(300),
            thinking: Duration::from_secs(20),
        }
    }
}
