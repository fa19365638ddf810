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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::UdpSocket;

    fn is_set(socket: &UdpSocket, level: c_int, option: c_int) -> bool {
        let (mut value, mut len) = (0 as c_int, size_of::<c_int>() as socklen_t);
        let into = (&raw mut value).cast();
        // SAFETY: the kernel writes at most `len` bytes, which is what `value` has.
        let asked = unsafe {
            libc::getsockopt(socket.as_fd().as_raw_fd(), level, option, into, &raw mut len)
        };
        assert_eq!(asked, 0, "{}", io::Error::last_os_error());
        value != 0
    }

    fn set(socket: &UdpSocket, level: c_int, option: c_int) {
        let on: c_int = 1;
        let len = size_of_val(&on) as socklen_t;
        // SAFETY: the kernel reads `len` bytes, which is what `on` has.
        let done = unsafe {
            let from = (&raw const on).cast();
            libc::setsockopt(socket.as_fd().as_raw_fd(), level, option, from, len)
        };
        assert_eq!(done, 0, "{}", io::Error::last_os_error());
    }

    #[test]
    fn what_a_library_asked_for_is_left_out() {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let times = (libc::SOL_SOCKET, libc::SO_TIMESTAMPNS);
        let destinations = (libc::IPPROTO_IP, libc::IP_PKTINFO);
        for (level, option) in [times, destinations] {
            set(&socket, level, option);
            assert!(is_set(&socket, level, option));
        }
        leave_out_udp_times(&socket).unwrap();
        assert!(
            !is_set(&socket, times.0, times.1) && is_set(&socket, destinations.0, destinations.1)
        );
        leave_out_udp_destinations(&socket).unwrap();
        assert!(!is_set(&socket, destinations.0, destinations.1));
    }
}
