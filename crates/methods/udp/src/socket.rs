//! The socket of a process: one for both families of addresses where the system has IPv6.

use crate::options::UdpOptions;
use ferry_method::MethodError;
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
    let mut last = None;
    for port in ports(options)? {
        match bind_any(port) {
            Ok((socket, has_v6)) => return finish(socket, has_v6, options),
            Err(e) if e.kind() == ErrorKind::AddrInUse => last = Some(e),
            Err(e) => return Err(MethodError::system(format!("binding UDP port {port}"), e)),
        }
    }
    let why = match last {
        Some(_) => "every port that it allows is in use on this host",
        None => "the range of ports is empty",
    };
    let parameter = if options.port.is_some() { "udp.port" } else { "udp.port_range" };
    Err(MethodError::Configuration { parameter, why: why.to_owned() })
}

/// The ports to try, in order.
fn ports(options: &UdpOptions) -> Result<Vec<u16>, MethodError> {
    if let Some(port) = options.port {
        let own = u32::from(port) + options.local_rank;
        let own = u16::try_from(own).map_err(|_| MethodError::Configuration {
            parameter: "udp.port",
            why: format!("port {port} plus local rank {} is beyond 65535", options.local_rank),
        })?;
        return Ok(vec![own]);
    }
    let Some(range) = &options.port_range else { return Ok(vec![0]) };
    let all: Vec<u16> = range.clone().collect();
    let first = if all.is_empty() { 0 } else { options.local_rank as usize % all.len() };
    Ok(all[first..].iter().chain(&all[..first]).copied().collect())
}

fn bind_any(port: u16) -> io::Result<(Socket, bool)> {
    let both = Socket::new(Domain::IPV6, Type::DGRAM, Some(Protocol::UDP)).and_then(|socket| {
        socket.set_only_v6(false)?;
        socket.bind(&SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)).into())?;
        Ok(socket)
    });
    match both {
        Ok(socket) => Ok((socket, true)),
        Err(e) if e.kind() == ErrorKind::AddrInUse => Err(e),
        // A kernel without IPv6.
        Err(_) => {
            let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
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
