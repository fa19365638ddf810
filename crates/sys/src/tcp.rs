//! What the kernel knows of a TCP connection.

use libc::{c_int, socklen_t};
use std::io;
use std::mem::size_of_val;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

/// Words of `struct tcp_info` up to `tcpi_data_segs_out`, which Linux has since 4.6.
const WORDS: usize = 40;
/// `tcpi_rtt`, in microseconds.
const RTT: usize = 17;
const TOTAL_RETRANS: usize = 25;
/// `tcpi_min_rtt`, in microseconds; all ones before the first measurement.
const MIN_RTT: usize = 37;
const DATA_SEGS_OUT: usize = 39;

/// How a TCP connection does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TcpPath {
    /// Shortest round trip of late.
    pub round_trip: Duration,
    /// Segments with data sent, those sent again included.
    pub sent: u32,
    /// Segments sent again.
    pub retransmitted: u32,
}

/// How the TCP connection of a socket does; of several subflows, the first.
///
/// # Errors
/// What the system says about a socket of another kind, and a kernel that does not count segments.
pub fn tcp_path(socket: impl AsFd) -> io::Result<TcpPath> {
    let mut info = [0u32; WORDS];
    let mut len = size_of_val(&info) as socklen_t;
    let fd: c_int = socket.as_fd().as_raw_fd();
    let into = info.as_mut_ptr().cast();
    // SAFETY: the kernel writes at most `len` bytes, as many as `info` has; any bytes make words.
    let result =
        unsafe { libc::getsockopt(fd, libc::IPPROTO_TCP, libc::TCP_INFO, into, &raw mut len) };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    if (len as usize) < size_of_val(&info) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let round_trip = if info[MIN_RTT] == u32::MAX { info[RTT] } else { info[MIN_RTT] };
    Ok(TcpPath {
        round_trip: Duration::from_micros(round_trip.into()),
        sent: info[DATA_SEGS_OUT],
        retransmitted: info[TOTAL_RETRANS],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream, UdpSocket};

    #[test]
    fn segments_with_data_are_counted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut out = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut back, _) = listener.accept().unwrap();
        let before = tcp_path(&out).unwrap();
        for _ in 0..5 {
            out.write_all(b"x").unwrap();
            back.read_exact(&mut [0]).unwrap();
        }
        let after = tcp_path(&out).unwrap();
        assert!(after.sent >= before.sent + 5, "{before:?}, {after:?}");
        assert!(after.round_trip > Duration::ZERO && after.round_trip < Duration::from_secs(60));
        assert_eq!(tcp_path(&back).unwrap().sent, 0);
    }

    #[test]
    fn other_sockets_are_refused() {
        assert!(tcp_path(UdpSocket::bind("127.0.0.1:0").unwrap()).is_err());
    }
}
