//! What the kernel tells of UDP datagrams beside their bytes and their sender: little, since each costs time.

use libc::{c_int, socklen_t};
use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// Has the kernel tell no longer when a datagram came, which libraries ask for that measure networks.
///
/// # Errors
/// The kernel's refusal; on a socket that is none of UDP's, for one.
pub fn leave_out_udp_times(socket: impl AsFd) -> io::Result<()> {
    clear(&socket, libc::SOL_SOCKET, libc::SO_TIMESTAMPNS)
}

/// Has the kernel tell no longer at which own address a datagram came, which hosts with a single one know.
///
/// # Errors
/// As for [`leave_out_udp_times`].
pub fn leave_out_udp_destinations(socket: impl AsFd) -> io::Result<()> {
    // A socket of IPv6 has both: datagrams of IPv4 are told of under their own name.
    let v4 = clear(&socket, libc::IPPROTO_IP, libc::IP_PKTINFO);
    let v6 = clear(&socket, libc::IPPROTO_IPV6, libc::IPV6_RECVPKTINFO);
    v4.or(v6)
}

fn clear(socket: &impl AsFd, level: c_int, option: c_int) -> io::Result<()> {
    let off: c_int = 0;
    let fd = socket.as_fd().as_raw_fd();
    let len = size_of_val(&off) as socklen_t;
    // SAFETY: the kernel reads `len` bytes, which is what `off` has.
    match unsafe { libc::setsockopt(fd, level, option, (&raw const off).cast(), len) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
