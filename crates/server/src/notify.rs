//! "It is your turn", to an address that a player has given. The server speaks to addresses that the host allows and to no
//! other: a player's address must begin with one of the host's prefixes, and goes on with plain letters. No answer is looked at,
//! no redirection followed, and there is no secret in what is sent.

use crate::bucket::{Bucket, locked};
use crate::config::Rate;
use crate::denied::Denied;
use crate::push::{Push, service};
use crate::room::now;
use axum::http::StatusCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Whoever does not take it within this time does not get it.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many are sent at one time.
const AT_ONCE: usize = 8;
/// Of the whole server.
const RATE: Rate = Rate {
    burst: 60,
    per_second: 2.0,
};
const LONGEST: usize = 200;

/// Where notices may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// What a player's address begins with.
    pub prefix: String,
    /// What stands in its place when the server sends; for addresses with TLS, which the server does not speak.
    pub via: String,
    /// As an object with the fields `content` and `text`, and not as plain text.
    pub json: bool,
}

impl Hook {
    /// `PREFIX` or `PREFIX=VIA`, both ending in `/`.
    pub fn read(text: &str, json: bool) -> Result<Hook, String> {
        let (prefix, via) = text.split_once('=').unwrap_or((text, text));
        let is_address = |address: &str| {
            let rest = address.strip_prefix("http://").or(address.strip_prefix("https://"));
            rest.is_some_and(|rest| rest.len() > 1 && rest.ends_with('/') && !rest.contains(['@', '?', '#', ' ']))
        };
        if !is_address(prefix) || !is_address(via) {
            return Err("write it like http://127.0.0.1:2586/, or https://ntfy.example/=http://127.0.0.1:2586/".into());
        }
        if target(via).is_none() {
            return Err(
                "this server speaks no TLS: name a proxy that does, as in PREFIX=http://127.0.0.1:2586/".into(),
            );
        }
        Ok(Hook {
            prefix: prefix.into(),
            via: via.into(),
            json,
        })
    }

    /// Where a notice to this address goes, if it may.
    fn leads(&self, address: &str) -> Option<String> {
        let rest = address.strip_prefix(self.prefix.as_str())?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.~".contains(letter);
        let is_name = |part: &str| !part.is_empty() && part.chars().all(plain) && part.chars().any(|c| c != '.');
        (address.len() <= LONGEST && rest.split('/').all(is_name)).then(|| format!("{}{rest}", self.via))
    }
}

/// The address of a proxy without TLS, ending in `/`.
pub fn read_proxy(text: &str) -> Result<String, String> {
    match Hook::read(text, false) {
        Ok(hook) if hook.prefix == hook.via => Ok(hook.via),
        _ => Err("write it like http://127.0.0.1:2587/".into()),
    }
}

/// Host with port, and path, of an address without TLS.
fn target(address: &str) -> Option<(String, &str)> {
    let rest = address.strip_prefix("http://")?;
    let at = rest.find('/')?;
    let (host, path) = rest.split_at(at);
    let named = match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_string(),
        _ => format!("{host}:80"),
    };
    Some((named, path))
}

/// Sends notices.
pub struct Notifier {
    hooks: Vec<Hook>,
    push: Option<Push>,
    /// The address under which players reach the server, if the host has told it.
    site: Option<String>,
    rate: Mutex<Bucket>,
    at_once: Arc<Semaphore>,
}

impl Notifier {
    pub fn new(hooks: Vec<Hook>, push: Option<Push>, site: Option<String>) -> Notifier {
        Notifier {
            hooks,
            push,
            site,
            rate: Mutex::new(Bucket::new(RATE, Instant::now())),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// What an address may begin with.
    pub fn allowed(&self) -> Vec<String> {
        self.hooks.iter().map(|hook| hook.prefix.clone()).collect()
    }

    /// The key that a browser wants to be shown before it gives an address for web push.
    pub fn push_key(&self) -> Option<String> {
        self.push.as_ref().map(|push| push.key.public())
    }

    pub fn check(&self, address: &str) -> Result<(), Denied> {
        let pushed = self.push.is_some() && service(address).is_some();
        if pushed || self.hooks.iter().any(|hook| hook.leads(address).is_some()) {
            return Ok(());
        }
        let why = match self.allowed() {
            none if none.is_empty() => "The host of this server sends no notices.".into(),
            allowed => format!(
                "An address begins with {}, goes on with letters, digits, - . _ ~ and /, and has {LONGEST} letters at most.",
                allowed.join(" or ")
            ),
        };
        Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "BadAddress", why))
    }

    /// Nobody waits for it. An address that the host no longer allows gets nothing.
    pub fn send(&self, address: &str, game: &str, words: &str, after: Duration) {
        let Some(letter) = self.letter(address, game, words) else {
            return;
        };
        if !locked(&self.rate).take(Instant::now()) {
            tracing::warn!(game, "a notice is not sent: there are too many");
            return;
        }
        let (at_once, game) = (self.at_once.clone(), game.to_string());
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            let _turn = at_once.acquire().await;
            match timeout(PATIENCE, post(&letter)).await {
                Ok(Ok(status)) if (200..300).contains(&status) => {}
                Ok(Ok(status)) => tracing::warn!(game, status, "a notice was refused"),
                Ok(Err(fault)) => tracing::warn!(game, "a notice was not sent: {fault}"),
                Err(_) => tracing::warn!(game, "a notice was not taken in time"),
            }
        });
    }

    /// What is sent to an address, if the host allows it.
    fn letter(&self, address: &str, game: &str, words: &str) -> Option<Letter> {
        if let Some(hook) = self.hooks.iter().find(|hook| hook.leads(address).is_some()) {
            let text = match &self.site {
                Some(site) => format!("{words} {site}/g/{game}"),
                None => words.into(),
            };
            let (kind, body) = match hook.json {
                true => (
                    "application/json",
                    serde_json::json!({"content": text, "text": text}).to_string(),
                ),
                false => ("text/plain; charset=utf-8", text),
            };
            return Some(Letter {
                to: hook.leads(address)?,
                headers: format!("content-type: {kind}\r\n"),
                body,
            });
        }
        // Services want to know whom to complain to.
        let site = self.site.as_deref().unwrap_or("mailto:nobody@localhost");
        let (to, headers) = self.push.as_ref()?.leads(address, site, now())?;
        Some(Letter {
            to,
            headers,
            body: String::new(),
        })
    }
}

struct Letter {
    to: String,
    /// Each with its end of line.
    headers: String,
    body: String,
}

/// The status of the answer.
async fn post(letter: &Letter) -> std::io::Result<u16> {
    let strange = || std::io::Error::other("no answer in HTTP");
    let Letter { to, headers, body } = letter;
    let (host, path) = target(to).ok_or_else(strange)?;
    let length = body.len();
    let mut stream = TcpStream::connect(&host).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nuser-agent: schiltron\r\n{headers}content-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut line = Vec::new();
    // The first line says it all: `HTTP/1.1 200 OK`.
    stream.take(64).read_to_end(&mut line).await?;
    let line = String::from_utf8_lossy(&line);
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    status.ok_or_else(strange)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_host_allows_is_an_address() {
        let hook = Hook::read("https://ntfy.example/=http://127.0.0.1:2586/", false).unwrap();
        let leads = |address: &str| hook.leads(address);
        assert_eq!(
            leads("https://ntfy.example/my-topic").as_deref(),
            Some("http://127.0.0.1:2586/my-topic")
        );
        for bad in [
            "https://ntfy.example/",
            "https://ntfy.example",
            "https://ntfy.example.evil/topic",
            "https://ntfy.example/../admin",
            "https://ntfy.example/a/./b",
            "https://ntfy.example//evil.example/",
            "https://ntfy.example/@evil.example",
            "https://ntfy.example/a?b=c",
            "https://ntfy.example/a#b",
            "https://ntfy.example/%2e%2e/admin",
            "https://ntfy.example/a\r\nx: y",
            "https://ntfy.example/a b",
            "http://ntfy.example/topic",
            "http://127.0.0.1:2586/topic",
            "",
        ] {
            assert_eq!(leads(bad), None, "{bad}");
        }
        assert_eq!(leads(&format!("https://ntfy.example/{}", "a".repeat(LONGEST))), None);
    }

    #[test]
    fn a_host_names_prefixes_that_it_can_speak_to() {
        assert!(Hook::read("http://127.0.0.1:2586/", true).unwrap().json);
        for bad in [
            "ntfy.example/",
            "http://ntfy.example",
            "https://ntfy.example/",
            "https://ntfy.example/=https://ntfy.example/",
            "http://",
            "http:///",
            "http://me@ntfy.example/",
            "http://ntfy.example/?topic=/",
        ] {
            assert!(Hook::read(bad, false).is_err(), "{bad}");
        }
        assert_eq!(target("http://a/b/c"), Some(("a:80".into(), "/b/c")));
    }
}
