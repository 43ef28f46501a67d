//! Web push: the browser of a player who is away says that it is his turn, without a page open. Nothing is in the message but that
//! it came, so nobody on the way learns anything. The server proves who it is with a key of its own (RFC 8292), which the browser
//! was shown when its player agreed.
//!
//! Push services are spoken to through a proxy of the host, because they want TLS.

use crate::token::{NoRandomness, random};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};

/// The services of Chrome, Firefox, Safari and Edge. Names that begin with a dot stand for every name that ends so.
const SERVICES: [&str; 4] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".notify.windows.com",
];
const LONGEST: usize = 1000;
/// A proof is good for so long, in seconds; services take no more than a day.
const PROOF: u64 = 12 * 3600;

/// The key of a server.
pub struct PushKey(SigningKey);

impl PushKey {
    /// Bytes of a new key.
    pub fn draw() -> Result<[u8; 32], NoRandomness> {
        loop {
            let bytes = random()?;
            // As good as always; a number beyond the order of the curve is none.
            if PushKey::read(&bytes).is_some() {
                return Ok(bytes);
            }
        }
    }

    pub fn read(bytes: &[u8]) -> Option<PushKey> {
        SigningKey::from_slice(bytes).ok().map(PushKey)
    }

    /// What a browser is shown.
    pub fn public(&self) -> String {
        BASE64.encode(self.0.verifying_key().to_sec1_point(false).as_bytes())
    }

    /// The header that proves to the service `https://HOST` that this server sends.
    fn proof(&self, host: &str, site: &str, now: u64) -> String {
        let claims = serde_json::json!({"aud": format!("https://{host}"), "exp": now + PROOF, "sub": site});
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = BASE64.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

/// What the host has set up for it.
pub struct Push {
    pub key: PushKey,
    /// A proxy: what goes to `https://HOST/PATH` is sent to this address with `HOST/PATH` behind it.
    pub via: String,
}

impl Push {
    /// Where a push to this address goes and the headers that go with it, if a push service gives such addresses.
    pub fn leads(&self, address: &str, site: &str, now: u64) -> Option<(String, String)> {
        let host = service(address)?;
        let rest = address.strip_prefix("https://")?;
        let headers = format!(
            "ttl: 86400\r\nurgency: normal\r\nauthorization: {}\r\n",
            self.key.proof(host, site, now)
        );
        Some((format!("{}{rest}", self.via), headers))
    }
}

/// The push service of an address.
pub fn service(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://")?;
    let (host, path) = rest.split_once('/')?;
    let known = |service: &str| match service.strip_prefix('.') {
        Some(family) => host.strip_suffix(family).is_some_and(|name| {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            name.strip_suffix('.')
                .is_some_and(|name| !name.is_empty() && name.chars().all(plain))
        }),
        None => host == service,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~:%=?&/+".contains(c);
    let fits = address.len() <= LONGEST && !path.is_empty() && path.chars().all(plain) && !path.contains("..");
    (fits && SERVICES.into_iter().any(known)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::signature::Verifier;
    use p256::ecdsa::{Signature, VerifyingKey};

    #[test]
    fn a_push_goes_to_services_only() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/dXx-_1:APA91b",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
            "https://web.push.apple.com/QGu",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2fa",
        ] {
            assert!(service(good).is_some(), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/fcm/send/a",
            "https://fcm.googleapis.com/",
            "https://fcm.googleapis.com",
            "https://fcm.googleapis.com.evil.example/a",
            "https://evil.example/fcm.googleapis.com/a",
            "https://notify.windows.com/a",
            "https://.notify.windows.com/a",
            "https://a/b.notify.windows.com/a",
            "https://me@fcm.googleapis.com/a",
            "https://fcm.googleapis.com:8080/a",
            "https://fcm.googleapis.com/../a",
            "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com/a\r\nx: y",
            "https://fcm.googleapis.com/a#b",
        ] {
            assert_eq!(service(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_proof_is_signed_with_the_key_that_browsers_are_shown() {
        let key = PushKey::read(&[7; 32]).unwrap();
        let push = Push {
            key,
            via: "http://127.0.0.1:2587/".into(),
        };
        let (to, headers) = push
            .leads("https://web.push.apple.com/abc", "https://games.example", 1_000)
            .unwrap();
        assert_eq!(to, "http://127.0.0.1:2587/web.push.apple.com/abc");
        let (token, shown) = headers
            .split_once("authorization: vapid t=")
            .and_then(|(_, rest)| rest.trim_end().split_once(", k="))
            .unwrap();
        assert_eq!(shown, push.key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = VerifyingKey::from_sec1_bytes(&BASE64.decode(shown).unwrap()).unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        public.verify(signed.as_bytes(), &signature).unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let told = serde_json::json!({"aud": "https://web.push.apple.com", "exp": 1_000 + PROOF, "sub": "https://games.example"});
        assert_eq!(claims, told);
        assert!(PushKey::read(&PushKey::draw().unwrap()).is_some());
        assert!(PushKey::read(&[0xff; 32]).is_none());
    }
}
