//! The listening socket.

use crate::address::Address;
use crate::options::TcpOptions;
use crate::ports::{none_free, of_rank};
use crate::promptness;
use crate::settings::SocketSettings;
use ferry_config::Ports;
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
    const PARAMETER: &str = "tcp.ports";
    let ports = of_rank(&options.ports, options.local_rank, PARAMETER)?;
    let refused = |e| MethodError::system(format!("listening for TCP connections on {ip}"), e);
    let mut last = ErrorKind::AddrInUse.into();
    for &port in &ports {
        match listen(SocketAddr::new(ip, port), options) {
            Ok(socket) => return finish(socket, ip).map_err(refused),
            Err(e) if options.ports != Ports::Any && is_about_the_port(&e) => last = e,
            Err(e) => return Err(refused(e)),
        }
    }
    Err(none_free(&ports, PARAMETER, &last))
}

fn is_about_the_port(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied)
}

fn listen(address: SocketAddr, options: &TcpOptions) -> io::Result<Socket> {
    let (domain, protocol) = (Domain::for_address(address), options.transport.protocol());
    let open = || Socket::new(domain, Type::STREAM, Some(protocol));
    let socket = ferry_sys::with_descriptors(open)?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        socket.set_only_v6(false)?;
    }
    if address.port() != 0 {
        // A port asked for is had again at once after an earlier job.
        socket.set_reuse_address(true)?;
    }
    // Accepted sockets inherit the sizes; the window scale is settled before accept returns.
    SocketSettings::of(options).size_buffers(&socket)?;
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
        let options =
            TcpOptions { ports: Ports::Within(free.port..=free.port), ..Default::default() };
        let error = open(&options).err().unwrap().to_string();
        assert!(error.contains("tcp.ports") && error.contains(&free.port.to_string()));
        drop(free);
        assert!(open(&options).is_ok());
    }
}
