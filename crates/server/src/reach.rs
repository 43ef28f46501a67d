//! From where players can reach this server.

use crate::api::Reach;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

impl Reach {
    pub fn of(bound: SocketAddr, public: bool) -> Reach {
        let here = |ip: IpAddr| format!("http://{}", SocketAddr::new(ip, bound.port()));
        let ip = bound.ip();
        Reach {
            only_here: ip.is_loopback() && !public,
            nearby: match public || ip.is_loopback() {
                true => None,
                false if ip.is_unspecified() => own_address().map(here),
                false => Some(here(ip)),
            },
        }
    }
}

/// The address of this machine in its own network: the one that it would speak from to a far address. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Of those that stand for examples only.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_friend_on_another_machine_needs_another_address() {
        let here = Reach::of("127.0.0.1:8420".parse().unwrap(), false);
        assert_eq!((here.only_here, here.nearby), (true, None));
        let near = Reach::of("10.1.2.3:8420".parse().unwrap(), false);
        assert_eq!(
            (near.only_here, near.nearby.as_deref()),
            (false, Some("http://10.1.2.3:8420"))
        );
        let proxied = Reach::of("127.0.0.1:8420".parse().unwrap(), true);
        assert_eq!((proxied.only_here, proxied.nearby), (false, None));
    }
}
