//! Groups: a socket for each that was joined, and one per family of addresses to send by.

use crate::options::UdpOptions;
use crate::socket::{datagrams, set_buffers};
use crate::window::Window;
use ferry_method::{MethodError, PeerId};
use ferry_method_tcp::net::Address;
use socket2::{Domain, Socket};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};

/// A group this process is a member of.
pub(crate) struct JoinedGroup {
    pub(crate) address: SocketAddr,
    pub(crate) socket: UdpSocket,
    /// What came from whom.
    pub(crate) senders: HashMap<PeerId, Window>,
}

/// The interface of group traffic.
pub(crate) struct Interface {
    v4: Option<Ipv4Addr>,
    index: u32,
}

impl Interface {
    /// The one the options name among the own addresses, or the first that leads out of the host.
    pub(crate) fn choose(options: &UdpOptions, own: &[Address]) -> Result<Self, MethodError> {
        let named;
        let of = match &options.multicast_interface {
            Some(name) => {
                let choice = std::slice::from_ref(name);
                named =
                    ferry_method_tcp::net::own(choice).map_err(|e| MethodError::Configuration {
                        parameter: "udp.multicast_interface",
                        why: e.to_string(),
                    })?;
                &named[..]
            }
            None => own,
        };
        let first = of.iter().find(|a| !a.is_loopback()).or(of.first());
        let index = first.map_or(0, |a| a.interface);
        let v4 = of.iter().filter(|a| a.interface == index).find_map(|a| match a.ip {
            IpAddr::V4(ip) => Some(ip),
            IpAddr::V6(_) => None,
        });
        Ok(Interface { v4, index })
    }

    /// The IPv4 address that names the interface; the system's choice if it has none.
    fn v4(&self) -> Ipv4Addr {
        self.v4.unwrap_or(Ipv4Addr::UNSPECIFIED)
    }

    /// The index for a group's address, which may name one itself.
    fn index(&self, group: &SocketAddr) -> u32 {
        match group {
            SocketAddr::V6(v6) if v6.scope_id() != 0 => v6.scope_id(),
            _ => self.index,
        }
    }

    /// The address with the interface that it means nothing without (RFC 4291 §2.7: groups of an
    /// interface or a link).
    pub(crate) fn scoped(&self, group: SocketAddr) -> SocketAddr {
        match group {
            SocketAddr::V6(v6) if matches!(v6.ip().octets()[1] & 0xf, 1 | 2) => {
                SocketAddrV6::new(*v6.ip(), v6.port(), 0, self.index(&group)).into()
            }
            other => other,
        }
    }
}

/// Whether an address is a group's, with a port.
pub(crate) fn check(group: SocketAddr) -> Result<(), MethodError> {
    if group.ip().is_multicast() && group.port() != 0 {
        return Ok(());
    }
    Err(MethodError::Configuration {
        parameter: "multicast group",
        why: format!("{group} is no group; groups are 224.0.0.0/4 and ff00::/8, with a port"),
    })
}

/// Joins a group.
pub(crate) fn join(
    group: SocketAddr,
    interface: &Interface,
    options: &UdpOptions,
) -> Result<JoinedGroup, MethodError> {
    let socket = join_by(group, interface, options)
        .map_err(|e| MethodError::system(format!("joining the multicast group {group}"), e))?;
    Ok(JoinedGroup { address: group, socket: socket.into(), senders: HashMap::new() })
}

fn join_by(group: SocketAddr, interface: &Interface, options: &UdpOptions) -> io::Result<Socket> {
    let socket = datagrams(Domain::for_address(group))?;
    // Members on one host share the port.
    socket.set_reuse_address(true)?;
    if group.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    set_buffers(&socket, options)?;
    socket.set_nonblocking(true)?;
    // Bound to the group, it gets nothing that was sent to another.
    socket.bind(&interface.scoped(group).into())?;
    match group.ip() {
        IpAddr::V4(ip) => socket.join_multicast_v4(&ip, &interface.v4())?,
        IpAddr::V6(ip) => socket.join_multicast_v6(&ip, interface.index(&group))?,
    }
    Ok(socket)
}

/// A socket that sends to groups of the family of `group`.
pub(crate) fn sender(
    group: SocketAddr,
    interface: &Interface,
    options: &UdpOptions,
) -> Result<UdpSocket, MethodError> {
    sender_by(group, interface, options)
        .map_err(|e| MethodError::system("opening a socket for multicast", e))
}

fn sender_by(
    group: SocketAddr,
    interface: &Interface,
    options: &UdpOptions,
) -> io::Result<UdpSocket> {
    let socket = datagrams(Domain::for_address(group))?;
    socket.set_nonblocking(true)?;
    set_buffers(&socket, options)?;
    if group.is_ipv4() {
        socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)).into())?;
        socket.set_multicast_if_v4(&interface.v4())?;
        socket.set_multicast_ttl_v4(options.multicast_ttl)?;
        socket.set_multicast_loop_v4(options.multicast_loopback)?;
    } else {
        socket.bind(&SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)).into())?;
        socket.set_multicast_if_v6(interface.index)?;
        socket.set_multicast_hops_v6(options.multicast_ttl)?;
        socket.set_multicast_loop_v6(options.multicast_loopback)?;
    }
    Ok(socket.into())
}
