//! The socket of a process: one for both families of addresses where the system has IPv6.

use crate::options::UdpOptions;
use ferry_method::MethodError;
use ferry_method_tcp::net::{none_free, ports_of_rank};
use socket2::{Domain, Protocol, Socket, Type};
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};

/// A bound socket.
pub(crate) struct Bound {
    pub(crate) socket: UdpSocket,
    pub(crate) port: u16,
    pub(crate) has_v6: bool,
}

/// Binds as the options ask.
pub(crate) fn open(options: &UdpOptions) -> Result<Bound, MethodError> {
    const PARAMETER: &str = "udp.ports";
    let ports = ports_of_rank(&options.ports, options.local_rank, PARAMETER)?;
    let mut last = io::Error::from(ErrorKind::AddrInUse);
    for &port in &ports {
        match bind_any(port) {
            Ok((socket, has_v6)) => return finish(socket, has_v6, options),
            Err(e) if e.kind() == ErrorKind::AddrInUse => last = e,
            Err(e) => return Err(MethodError::system(format!("binding UDP port {port}"), e)),
        }
    }
    Err(none_free(&ports, PARAMETER, &last))
}

pub(crate) fn datagrams(domain: Domain) -> io::Result<Socket> {
    ferry_sys::with_descriptors(|| Socket::new(domain, Type::DGRAM, Some(Protocol::UDP)))
}

fn bind_any(port: u16) -> io::Result<(Socket, bool)> {
    let both = datagrams(Domain::IPV6).and_then(|socket| {
        socket.set_only_v6(false)?;
        socket.bind(&SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)).into())?;
        Ok(socket)
    });
    match both {
        Ok(socket) => Ok((socket, true)),
        Err(e) if e.kind() == ErrorKind::AddrInUse => Err(e),
        // A kernel without IPv6.
        Err(_) => {
            let socket = datagrams(Domain::IPV4)?;
            socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)).into())?;
            Ok((socket, false))
        }
    }
}

fn finish(socket: Socket, has_v6: bool, options: &UdpOptions) -> Result<Bound, MethodError> {
    let system = |doing: &'static str| move |e: io::Error| MethodError::system(doing, e);
    set_buffers(&socket, options).map_err(system("sizing the buffers of a UDP socket"))?;
    socket.set_nonblocking(true).map_err(system("making a UDP socket non-blocking"))?;
    let socket = UdpSocket::from(socket);
    let port = socket.local_addr().map_err(system("asking for a UDP port"))?.port();
    Ok(Bound { socket, port, has_v6 })
}

/// Buffers as asked for.
pub(crate) fn set_buffers(socket: &Socket, options: &UdpOptions) -> io::Result<()> {
    if let Some(size) = options.send_buffer {
        socket.set_send_buffer_size(size)?;
    }
    if let Some(size) = options.recv_buffer {
        socket.set_recv_buffer_size(size)?;
    }
    Ok(())
}

/// The address as the socket wants it: IPv4 in IPv6's clothes where it serves both.
pub(crate) fn dressed(address: SocketAddr, has_v6: bool) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if has_v6 => {
            SocketAddrV6::new(v4.ip().to_ipv6_mapped(), v4.port(), 0, 0).into()
        }
        other => other,
    }
}
