//! Taking addresses and a port.

use crate::channel::SystemSocket;
use crate::error::SocketError;
use crate::options::{SocketOptions, TransportKind};
use socket2::{Domain, Protocol, SockAddr, Socket as System, Type};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// SCTP's number among the protocols of IP.
const IPPROTO_SCTP: i32 = 132;
/// Free ports of the first address that are tried until one is free on all.
const TRIES: usize = 16;

/// Sockets on all addresses asked for, with one port.
pub(crate) struct Bound {
    pub(crate) channels: Vec<SystemSocket>,
    pub(crate) port: u16,
    /// UDP sockets that hold the port among all users of raw IP on this host.
    pub(crate) guards: Vec<System>,
}

/// Takes what the options ask for.
pub(crate) fn bind(options: &SocketOptions) -> Result<Bound, SocketError> {
    for (at, address) in options.addresses.iter().enumerate() {
        if options.addresses[..at].contains(address) {
            let why = format!("{address} is given twice; give each address once");
            return Err(SocketError::Configuration { parameter: "addresses", why });
        }
        if options.addresses.len() > 1 && address.is_unspecified() {
            let why = format!("{address} stands for all addresses; give it alone, or none");
            return Err(SocketError::Configuration { parameter: "addresses", why });
        }
    }
    let addresses = match &options.addresses[..] {
        [] => everywhere(options.transport),
        given => given.to_vec(),
    };
    let mut last = None;
    for _ in 0..TRIES {
        match bind_all(options, &addresses) {
            Err(e @ SocketError::Port { .. }) if options.port == 0 => last = Some(e),
            other => return other,
        }
    }
    Err(last.unwrap_or_else(|| SocketError::system("finding a port", ErrorKind::AddrInUse.into())))
}

/// All addresses of this host. One UDP socket has both families; a raw one has only its own.
fn everywhere(kind: TransportKind) -> Vec<IpAddr> {
    let v6 = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
    let v4 = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let has_v6 = udp(SocketAddr::new(v6, 0)).is_ok();
    match (kind, has_v6) {
        (TransportKind::Udp, true) => vec![v6],
        (TransportKind::Raw, true) => vec![v4, v6],
        (_, false) => vec![v4],
    }
}

fn bind_all(options: &SocketOptions, addresses: &[IpAddr]) -> Result<Bound, SocketError> {
    let mut bound = Bound { channels: Vec::new(), port: options.port, guards: Vec::new() };
    for &address in addresses {
        let at = SocketAddr::new(address, bound.port);
        let both = addresses.len() == 1;
        let holder = udp_of(at, both).map_err(|e| refused(at, e))?;
        let port = local_port(&holder).map_err(|e| SocketError::system("asking for a port", e))?;
        bound.port = port;
        let system = match options.transport {
            TransportKind::Udp => holder,
            TransportKind::Raw => {
                bound.guards.push(holder);
                raw(address).map_err(|e| not_raw(at, e))?
            }
        };
        let several = options.several_addresses;
        let channel = SystemSocket::new(system, options.transport, address, several)
            .map_err(|e| SocketError::system(format!("setting up a socket on {address}"), e))?;
        channel.set_buffers(options.receive_buffer, options.send_buffer)?;
        bound.channels.push(channel);
    }
    Ok(bound)
}

fn udp(at: SocketAddr) -> io::Result<System> {
    udp_of(at, true)
}

/// A UDP socket; of IPv6's wildcard it also has IPv4 if `both`.
fn udp_of(at: SocketAddr, both: bool) -> io::Result<System> {
    let system = System::new(Domain::for_address(at), Type::DGRAM, Some(Protocol::UDP))?;
    if at.is_ipv6() {
        system.set_only_v6(!(both && at.ip().is_unspecified()))?;
    }
    system.bind(&SockAddr::from(at))?;
    Ok(system)
}

fn raw(address: IpAddr) -> io::Result<System> {
    let at = SocketAddr::new(address, 0);
    let protocol = Protocol::from(IPPROTO_SCTP);
    let system = System::new(Domain::for_address(at), Type::RAW, Some(protocol))?;
    system.bind(&SockAddr::from(at))?;
    Ok(system)
}

fn local_port(system: &System) -> io::Result<u16> {
    Ok(system.local_addr()?.as_socket().ok_or(ErrorKind::AddrNotAvailable)?.port())
}

fn refused(at: SocketAddr, source: io::Error) -> SocketError {
    let (address, port) = (at.ip(), at.port());
    match source.kind() {
        ErrorKind::AddrInUse | ErrorKind::PermissionDenied => {
            SocketError::Port { port, address, source }
        }
        ErrorKind::AddrNotAvailable | ErrorKind::Unsupported | ErrorKind::InvalidInput => {
            SocketError::Address { address, source }
        }
        _ => SocketError::system(format!("opening a UDP socket on {at}"), source),
    }
}

fn not_raw(at: SocketAddr, source: io::Error) -> SocketError {
    match source.kind() {
        ErrorKind::PermissionDenied => SocketError::NotPermitted { source },
        ErrorKind::AddrNotAvailable => SocketError::Address { address: at.ip(), source },
        _ => SocketError::system(format!("opening a raw IP socket on {}", at.ip()), source),
    }
}
