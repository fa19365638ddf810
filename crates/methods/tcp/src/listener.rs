//! The listening socket.

use crate::address::Address;
use crate::options::TcpOptions;
use crate::promptness;
use crate::settings::Settings;
use ferry_method::MethodError;
use socket2::{Domain, SockAddr, Socket, Type};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const BACKLOG: i32 = 4096;

/// A socket that listens, with its port and whether IPv6 reaches it.
pub struct Listener {
    /// The socket, non-blocking.
    pub socket: Socket,
    /// Its port.
    pub port: u16,
    /// Whether IPv6 reaches it.
    pub has_v6: bool,
}

impl Listener {
    /// Listens as the options ask: on the only chosen address if there is but one, otherwise on all.
    pub fn open(options: &TcpOptions, own: &[Address]) -> Result<Self, MethodError> {
        match own {
            [only] if !options.interfaces.is_empty() && !only.needs_scope() => {
                open_on(options, only.ip)
            }
            _ => match open_on(options, Ipv6Addr::UNSPECIFIED.into()) {
                Err(MethodError::System { .. }) => open_on(options, Ipv4Addr::UNSPECIFIED.into()),
                other => other,
            },
        }
    }
}

fn open_on(options: &TcpOptions, ip: IpAddr) -> Result<Listener, MethodError> {
    let (parameter, ports) = ports(options)?;
    let refused = |e| MethodError::system(format!("listening for TCP connections on {ip}"), e);
    let mut last = ErrorKind::AddrInUse.into();
    for &port in &ports {
        match listen(SocketAddr::new(ip, port), options) {
            Ok(socket) => return finish(socket, ip).map_err(refused),
            Err(e) if parameter.is_some() && is_about_the_port(&e) => last = e,
            Err(e) => return Err(refused(e)),
        }
    }
    let (first, end) = (ports.iter().min(), ports.iter().max());
    Err(MethodError::Configuration {
        parameter: parameter.unwrap_or("tcp.port"),
        why: format!(
            "no port from {} to {} can be listened on ({last}); name free ones",
            first.unwrap_or(&0),
            end.unwrap_or(&0)
        ),
    })
}

fn is_about_the_port(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied)
}

/// The ports to try, in this order, and which parameter chose them.
///
/// # Errors
/// When the options leave no port.
pub fn ports(options: &TcpOptions) -> Result<(Option<&'static str>, Vec<u16>), MethodError> {
    if let Some(port) = options.port {
        let mine = u16::try_from(options.local_rank).ok().and_then(|r| port.checked_add(r));
        let mine = mine.filter(|_| port != 0).ok_or_else(|| MethodError::Configuration {
            parameter: "tcp.port",
            why: format!(
                "port {port} plus local rank {} is no port; choose one from 1 to {}",
                options.local_rank,
                u32::from(u16::MAX).saturating_sub(options.local_rank)
            ),
        })?;
        return Ok((Some("tcp.port"), vec![mine]));
    }
    let Some(range) = &options.port_range else { return Ok((None, vec![0])) };
    if range.is_empty() || *range.start() == 0 {
        return Err(MethodError::Configuration {
            parameter: "tcp.port_range",
            why: format!(
                "{} to {} holds no port; give first and last from 1 to 65535",
                range.start(),
                range.end()
            ),
        });
    }
    let mut all: Vec<u16> = range.clone().collect();
    let shift = options.local_rank as usize % all.len();
    all.rotate_left(shift);
    Ok((Some("tcp.port_range"), all))
}

fn listen(address: SocketAddr, options: &TcpOptions) -> io::Result<Socket> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(options.transport.protocol()),
    )?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        socket.set_only_v6(false)?;
    }
    if address.port() != 0 {
        // A port asked for is had again at once after an earlier job.
        socket.set_reuse_address(true)?;
    }
    // Accepted sockets inherit the sizes; the window scale is settled before accept returns.
    Settings::of(options).size_buffers(&socket)?;
    promptness::prepare(&socket, options.rto_min);
    socket.set_nonblocking(true)?;
    socket.bind(&SockAddr::from(address))?;
    socket.listen(BACKLOG)?;
    Ok(socket)
}

fn finish(socket: Socket, ip: IpAddr) -> io::Result<Listener> {
    let bound = socket.local_addr()?.as_socket();
    let port = bound.map(|a| a.port()).ok_or(ErrorKind::AddrNotAvailable)?;
    Ok(Listener { socket, port, has_v6: ip.is_ipv6() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(options: &TcpOptions) -> Result<Listener, MethodError> {
        Listener::open(options, &crate::address::own(&[]).unwrap())
    }

    #[test]
    fn a_range_gives_each_its_own_port_until_none_is_left() {
        let free = open(&TcpOptions::default()).unwrap();
        let options = TcpOptions { port_range: Some(free.port..=free.port), ..Default::default() };
        let error = open(&options).err().unwrap().to_string();
        assert!(error.contains("tcp.port_range") && error.contains(&free.port.to_string()));
        drop(free);
        assert!(open(&options).is_ok());
    }

    #[test]
    fn impossible_ports_are_refused() {
        let beyond = TcpOptions { port: Some(65535), local_rank: 1, ..Default::default() };
        #[allow(clippy::reversed_empty_ranges)]
        let empty = TcpOptions { port_range: Some(9..=8), ..Default::default() };
        for options in [beyond, empty] {
            assert!(matches!(open(&options), Err(MethodError::Configuration { .. })));
        }
    }

    #[test]
    fn a_fixed_port_is_shifted_by_the_local_rank() {
        let options = TcpOptions { port: Some(4000), local_rank: 3, ..Default::default() };
        assert_eq!(ports(&options).unwrap().1, [4003]);
    }
}
