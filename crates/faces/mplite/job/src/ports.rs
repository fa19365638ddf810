//! Ports to listen on: the first that is free from a number that all know.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

/// The port that jobs try first, and the last.
pub const PORTS: std::ops::RangeInclusive<u16> = 5800..=5999;

/// Listens on the first free port from `first` on.
///
/// # Errors
/// If the system refuses all of them.
pub fn listen_from(first: u16) -> io::Result<(TcpListener, u16)> {
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for port in first..=*PORTS.end() {
        match listen(port) {
            Ok(listener) => return Ok((listener, port)),
            Err(error) => last = error,
        }
    }
    Err(io::Error::new(
        last.kind(),
        format!("no port from {first} to {} can be listened on: {last}", PORTS.end()),
    ))
}

/// On all addresses; where IPv6 is off, on those of IPv4.
fn listen(port: u16) -> io::Result<TcpListener> {
    match TcpListener::bind(SocketAddr::from((Ipv6Addr::UNSPECIFIED, port))) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)))
        }
        bound => bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_is_passed_over() {
        let (_one, first) = listen_from(*PORTS.start()).unwrap();
        let (_other, second) = listen_from(first).unwrap();
        assert!(PORTS.contains(&first) && second > first && PORTS.contains(&second));
    }
}
