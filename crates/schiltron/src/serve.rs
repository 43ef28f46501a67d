//! `schiltron play`, `schiltron serve`

use crate::{Found, open};
use anyhow::{Context, Result};
use server::{Config, Hook, Retention};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Where and with what the server runs.
#[derive(clap::Args)]
pub struct Place {
    /// Port to listen on; 0 takes a free one and prints it.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Address to listen on. Only this machine unless you name another.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Folder that keeps the games; by default `schiltron` in your data folder.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Scenario files of your own, or folders of them, to play beside those of the program.
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
}

/// What only a server for others needs.
#[derive(clap::Args)]
pub struct Hosting {
    /// The address under which players reach the server, such as https://games.example. May be given several times.
    #[arg(long, value_name = "URL", value_parser = site_of)]
    public: Vec<Site>,
    /// Players may be told of their turn at addresses that begin so, such as http://127.0.0.1:2586/ (ntfy and its like); for one with
    /// TLS, PREFIX=VIA names a proxy that speaks it. May be given several times.
    #[arg(long, value_name = "PREFIX", value_parser = |text: &str| Hook::read(text, false))]
    notify: Vec<Hook>,
    /// The same for services that want an object with `content` or `text` (Discord, Slack and their like).
    #[arg(long, value_name = "PREFIX", value_parser = |text: &str| Hook::read(text, true))]
    notify_json: Vec<Hook>,
    /// Players may let their browsers be told too, with no page open (web push). The address of a proxy that passes what comes to
    /// /HOST/PATH on to https://HOST/PATH, such as http://127.0.0.1:2587/.
    #[arg(long, value_name = "PROXY", value_parser = server::read_proxy)]
    push: Option<String>,
    /// Tell measurements to Prometheus at this address, such as 127.0.0.1:9420; the path is /metrics.
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// The address of a proxy in front of the server, whose X-Forwarded-For is believed. May be given several times.
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,
    /// Keep games that are over for so many days only. Without it they are kept for ever.
    #[arg(long, value_name = "DAYS")]
    keep_finished: Option<u32>,
    /// Keep games in which nothing happens for so many days only. Without it they are kept for ever.
    #[arg(long, value_name = "DAYS")]
    keep_abandoned: Option<u32>,
    /// Put games that are no longer kept into files of this folder, from where `schiltron import` takes them in again, instead
    /// of deleting them.
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Memory for games, in megabytes. When they take more, those that nobody looks at leave it; they come back from the disk.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
    /// Write a line of the log for every request.
    #[arg(long)]
    log_requests: bool,
    /// Write the log as JSON, one object a line.
    #[arg(long)]
    log_json: bool,
}

/// Where players reach the server.
#[derive(Clone)]
struct Site {
    url: String,
    /// With the port if it has one.
    host: String,
}

fn site_of(url: &str) -> Result<Site, String> {
    let rest = url.strip_prefix("https://").or(url.strip_prefix("http://"));
    let host = rest.map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '@', '?', '#', ' ']) => Ok(Site {
            url: url.trim_end_matches('/').into(),
            host: host.into(),
        }),
        _ => Err("write it like https://games.example or http://games.example:8420, without a path".into()),
    }
}

pub fn play(place: Place) -> Result<Found> {
    log(LevelFilter::WARN, false, false)?;
    run(config(&place)?, &place.scenarios, open_browser)
}

pub fn serve(place: Place, hosting: Hosting) -> Result<Found> {
    log(LevelFilter::INFO, hosting.log_requests, hosting.log_json)?;
    let mut config = config(&place)?;
    config.metrics = hosting.metrics;
    config.site = hosting.public.first().map(|site| site.url.clone());
    config.hosts = hosting.public.into_iter().map(|site| site.host).collect();
    config.notify = [hosting.notify, hosting.notify_json].concat();
    config.push = hosting.push;
    config.limits.memory = hosting.memory.saturating_mul(1 << 20);
    let days = |n: u32| Duration::from_secs(u64::from(n) * 24 * 3600);
    config.retention = Retention {
        finished: hosting.keep_finished.map(days),
        abandoned: hosting.keep_abandoned.map(days),
        archive: hosting.archive,
    };
    config.proxies = hosting.proxy;
    run(config, &place.scenarios, |_| ())
}

/// Lines of requests; there are many, so they are only written if somebody asks for them by this name or by the flag.
const REQUESTS: &str = "server::request";

/// The log goes to standard error. `RUST_LOG` says what is written; without it, everything from `usual` on is.
fn log(usual: LevelFilter, requests: bool, json: bool) -> Result<()> {
    let text = std::env::var("RUST_LOG").unwrap_or_else(|_| usual.to_string());
    let mut wanted: Targets = text
        .parse()
        .with_context(|| format!("RUST_LOG is `{text}`; write it like info or server=debug,warn"))?;
    if requests {
        wanted = wanted.with_target(REQUESTS, LevelFilter::INFO);
    } else if !text.contains(REQUESTS) {
        wanted = wanted.with_target(REQUESTS, LevelFilter::OFF);
    }
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = tracing_subscriber::registry();
    match json {
        true => log.with(lines.json().with_filter(wanted)).init(),
        false => log
            .with(lines.with_ansi(std::io::stderr().is_terminal()).with_filter(wanted))
            .init(),
    }
    Ok(())
}

/// The folder of the games.
pub fn folder(named: Option<&PathBuf>) -> Result<PathBuf> {
    match named {
        Some(data) => Ok(data.clone()),
        None => data_folder().context("there is no home folder; name one with --data"),
    }
}

fn config(place: &Place) -> Result<Config> {
    let mut config = Config::new(folder(place.data.as_ref())?);
    config.addr = SocketAddr::new(place.host, place.port);
    Ok(config)
}

fn run(config: Config, scenarios: &[PathBuf], ready: impl FnOnce(&str)) -> Result<Found> {
    let shelf = open::shelf(scenarios)?;
    server::run_blocking(config, shelf, |addr| {
        let address = format!("http://{addr}");
        // Somebody may wait for this line.
        println!("Schiltron is at {address}");
        let _ = std::io::stdout().flush();
        ready(&address);
    })?;
    Ok(Found::AllWell)
}

/// `XDG_DATA_HOME`, or what stands for it.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(base.join("schiltron"))
}

/// Opens the page where there is a screen to show it on. If that fails, the address has been printed.
fn open_browser(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|v| std::env::var_os(v).is_some())
    {
        ("xdg-open", &[])
    } else {
        return;
    };
    let quiet = Command::new(program)
        .args(before)
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if quiet.is_err() {
        eprintln!("no browser could be opened; open the address yourself");
    }
}
