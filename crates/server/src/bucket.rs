//! Limits for each socket and address: a bucket that fills at a steady rate, and each request takes one out of it.

use crate::config::Rate;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            rate,
            left: f64::from(rate.burst),
            at: now,
        }
    }

    pub fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + passed * self.rate.per_second).min(f64::from(self.rate.burst));
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    /// Nothing is lost by forgetting a full bucket.
    fn full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left + passed * self.rate.per_second >= f64::from(self.rate.burst)
    }
}

/// A bucket for each address.
pub struct Buckets {
    rate: Rate,
    addresses: Mutex<HashMap<IpAddr, Bucket>>,
}

/// Above this many, full buckets are thrown away.
const CROWD: usize = 10_000;

impl Buckets {
    pub fn new(rate: Rate) -> Buckets {
        Buckets {
            rate,
            addresses: Mutex::default(),
        }
    }

    pub fn take(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut addresses = locked(&self.addresses);
        if addresses.len() >= CROWD {
            addresses.retain(|_, bucket| !bucket.full(now));
        }
        let rate = self.rate;
        addresses
            .entry(address)
            .or_insert_with(|| Bucket::new(rate, now))
            .take(now)
    }
}

/// How many of something each address holds open.
#[derive(Default)]
pub struct Tally {
    addresses: Mutex<HashMap<IpAddr, usize>>,
}

/// One of them, until it is dropped.
pub struct Held {
    tally: Arc<Tally>,
    address: IpAddr,
}

impl Tally {
    pub fn hold(self: &Arc<Tally>, address: IpAddr, most: usize) -> Option<Held> {
        let mut addresses = locked(&self.addresses);
        let open = addresses.entry(address).or_default();
        if *open >= most {
            return None;
        }
        *open += 1;
        Some(Held {
            tally: self.clone(),
            address,
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut addresses = locked(&self.tally.addresses);
        if let Some(open) = addresses.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

/// What counts as one address: whoever has an IPv6 address has the whole /64 around it.
pub fn one_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::from((v6.to_bits() >> 64 << 64).to_be_bytes()),
        v4 => v4,
    }
}

/// A lock, whatever happened to the thread that held it before: what it guards here is whole at every moment.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_fills_again() {
        let start = Instant::now();
        let rate = Rate {
            burst: 2,
            per_second: 1.0,
        };
        let mut bucket = Bucket::new(rate, start);
        assert!(bucket.take(start) && bucket.take(start) && !bucket.take(start));
        assert!(!bucket.take(start + Duration::from_millis(500)));
        assert!(bucket.take(start + Duration::from_millis(1500)));
        assert!(bucket.full(start + Duration::from_secs(9)));
    }

    #[test]
    fn a_network_is_one_address() {
        let one = |text: &str| one_address(text.parse().unwrap()).to_string();
        assert_eq!(one("192.0.2.7"), "192.0.2.7");
        assert_eq!(one("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(one("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn what_is_held_is_given_back() {
        let tally = Arc::new(Tally::default());
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = tally.hold(here, 1);
        assert!(first.is_some() && tally.hold(here, 1).is_none());
        drop(first);
        assert!(tally.hold(here, 1).is_some());
    }
}
