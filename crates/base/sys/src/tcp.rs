//! What the kernel knows of a TCP connection.

use libc::{c_int, socklen_t};
use std::io;
use std::mem::size_of_val;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

/// Words of `struct tcp_info` up to `tcpi_data_segs_out`, which Linux has since 4.6.
const WORDS: usize = 40;
/// The same up to `tcpi_delivery_rate`, which Linux has since 4.9.
const FLOW_WORDS: usize = 42;
/// Its second byte is `tcpi_ca_state`.
const STATES: usize = 0;
/// Its fourth byte is `tcpi_probes`: questions whether the other end is there, or has room, without an answer.
const PROBES: usize = 0;
/// Its fourth byte begins with `tcpi_delivery_rate_app_limited`.
const FLAGS: usize = 1;
/// Congestion states from here on mend a loss: `TCP_CA_Recovery`, `TCP_CA_Loss`.
const RECOVERY: u8 = 3;
/// `tcpi_rto`, in microseconds.
const RTO: usize = 2;
const SND_MSS: usize = 4;
const UNACKED: usize = 6;
/// `tcpi_rtt`, in microseconds.
const RTT: usize = 17;
const SND_CWND: usize = 20;
const TOTAL_RETRANS: usize = 25;
const SEGS_IN: usize = 35;
const NOTSENT_BYTES: usize = 36;
/// `tcpi_min_rtt`, in microseconds; all ones before the first measurement.
const MIN_RTT: usize = 37;
const DATA_SEGS_OUT: usize = 39;
/// 64 bits, in bytes a second.
const DELIVERY_RATE: usize = 40;

/// How a TCP connection does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TcpPath {
    /// Shortest round trip of late.
    pub round_trip: Duration,
    /// Usual round trip of late, queues included.
    pub smooth_round_trip: Duration,
    /// What was not acknowledged for so long is sent again.
    pub rto: Duration,
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
    let info = tcp_info::<WORDS>(socket)?;
    Ok(TcpPath {
        round_trip: shortest_round_trip(&info),
        smooth_round_trip: Duration::from_micros(info[RTT].into()),
        rto: Duration::from_micros(info[RTO].into()),
        sent: info[DATA_SEGS_OUT],
        retransmitted: info[TOTAL_RETRANS],
    })
}

/// Whether anything is heard over a TCP connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TcpAnswers {
    /// Something was sent that the other host has not acknowledged, or it was asked something. What waits since
    /// the other end has no room, and says so, does not count.
    pub is_awaited: bool,
    /// Segments that came.
    pub segments: u32,
}

/// Whether anything is heard over the TCP connection of a socket; of several subflows, the first.
///
/// # Errors
/// As for [`tcp_path`].
pub fn tcp_answers(socket: impl AsFd) -> io::Result<TcpAnswers> {
    let info = tcp_info::<WORDS>(socket)?;
    let [.., probes] = info[PROBES].to_ne_bytes();
    let is_awaited = info[UNACKED] != 0 || probes != 0;
    Ok(TcpAnswers { is_awaited, segments: info[SEGS_IN] })
}

/// Bytes that the TCP connection of a socket took and that the other host has not acknowledged; its end counts
/// as one.
///
/// # Errors
/// What the system says about a socket of another kind.
pub fn tcp_unacknowledged(socket: impl AsFd) -> io::Result<u64> {
    let mut bytes: c_int = 0;
    let fd: c_int = socket.as_fd().as_raw_fd();
    // SAFETY: this request, which is SIOCOUTQ for a socket, writes one `int`, which is what `bytes` is.
    match unsafe { libc::ioctl(fd, libc::TIOCOUTQ, &raw mut bytes) } {
        0 => Ok(bytes.unsigned_abs().into()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// How quickly a TCP connection delivers, and what waits on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TcpFlow {
    /// Bytes a second that the other end acknowledged of late; 0 before the first measurement.
    pub rate: u64,
    /// More may be possible: there was not enough to send while this was measured.
    pub rate_is_least: bool,
    /// Shortest round trip of late.
    pub round_trip: Duration,
    /// Usual round trip of late, queues included.
    pub smooth_round_trip: Duration,
    /// Bytes that the system took and of which it does not know that they arrived.
    pub queued: u64,
    /// Bytes that may be under way at once.
    pub window: u64,
    /// A loss is being mended.
    pub is_recovering: bool,
}

/// How the TCP connection of a socket flows; of several subflows, the first. One system call.
///
/// # Errors
/// What the system says about a socket of another kind, and a kernel that does not measure rates.
pub fn tcp_flow(socket: impl AsFd) -> io::Result<TcpFlow> {
    let info = tcp_info::<FLOW_WORDS>(socket)?;
    let [_, state, ..] = info[STATES].to_ne_bytes();
    let [.., flags] = info[FLAGS].to_ne_bytes();
    // A bit field begins at the end of its byte where the byte order does.
    let least = if cfg!(target_endian = "little") { 1 } else { 1 << 7 };
    let segments = |at: usize| u64::from(info[at]) * u64::from(info[SND_MSS]);
    let mut rate = [0; 8];
    for (half, word) in rate.chunks_exact_mut(4).zip(&info[DELIVERY_RATE..]) {
        half.copy_from_slice(&word.to_ne_bytes());
    }
    Ok(TcpFlow {
        rate: u64::from_ne_bytes(rate),
        rate_is_least: flags & least != 0,
        round_trip: shortest_round_trip(&info),
        smooth_round_trip: Duration::from_micros(info[RTT].into()),
        queued: segments(UNACKED) + u64::from(info[NOTSENT_BYTES]),
        window: segments(SND_CWND),
        is_recovering: state >= RECOVERY,
    })
}

fn shortest_round_trip(info: &[u32]) -> Duration {
    let micros = if info[MIN_RTT] == u32::MAX { info[RTT] } else { info[MIN_RTT] };
    Duration::from_micros(micros.into())
}

/// The first words of a socket's `struct tcp_info`.
fn tcp_info<const N: usize>(socket: impl AsFd) -> io::Result<[u32; N]> {
    let mut info = [0u32; N];
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
    Ok(info)
}

/// `TCP_RTO_MIN_US`, which Linux has since 6.15.
const RTO_MIN: c_int = 45;
/// `TCP_DELACK_MAX_US`, likewise.
const DELACK_MAX: c_int = 46;

/// Has the kernel send again what was not acknowledged a round trip and this time after it was sent, rather
/// than 200 ms.
///
/// # Errors
/// `InvalidInput` for what is less than two of the kernel's ticks or more than 200 ms; what an older kernel
/// says.
pub fn set_tcp_rto_min(socket: impl AsFd, least: Duration) -> io::Result<()> {
    set_micros(socket, RTO_MIN, least)
}

/// Has the kernel acknowledge what arrives within this time at most, rather than 40 to 200 ms.
///
/// # Errors
/// As for [`set_tcp_rto_min`].
pub fn set_tcp_delack_max(socket: impl AsFd, most: Duration) -> io::Result<()> {
    set_micros(socket, DELACK_MAX, most)
}

fn set_micros(socket: impl AsFd, option: c_int, time: Duration) -> io::Result<()> {
    let micros = c_int::try_from(time.as_micros()).unwrap_or(c_int::MAX);
    let fd: c_int = socket.as_fd().as_raw_fd();
    let from = (&raw const micros).cast();
    let len = size_of_val(&micros) as socklen_t;
    // SAFETY: the kernel reads `len` bytes, which is what `micros` has.
    match unsafe { libc::setsockopt(fd, libc::IPPROTO_TCP, option, from, len) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
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
        assert!(after.smooth_round_trip > Duration::ZERO, "{after:?}");
        assert_eq!(tcp_path(&back).unwrap().sent, 0);
    }

    #[test]
    fn what_nobody_read_is_queued_and_what_arrived_has_a_rate() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut out = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut back, _) = listener.accept().unwrap();
        out.write_all(&[1; 4000]).unwrap();
        back.read_exact(&mut [0; 4000]).unwrap();
        // The answer acknowledges what it answers.
        back.write_all(b"x").unwrap();
        out.read_exact(&mut [0]).unwrap();
        let idle = tcp_flow(&out).unwrap();
        assert!(idle.rate > 0 && idle.rate_is_least && idle.window > 0, "{idle:?}");
        assert!(idle.queued == 0 && !idle.is_recovering, "{idle:?}");
        assert!(idle.smooth_round_trip > Duration::ZERO, "{idle:?}");
        out.set_nonblocking(true).unwrap();
        while out.write(&[1; 1 << 16]).is_ok() {}
        let full = tcp_flow(&out).unwrap();
        assert!(full.queued >= 1 << 16, "{full:?}");
    }

    #[test]
    fn what_the_other_host_has_is_acknowledged_though_nobody_read_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut out = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (back, _) = listener.accept().unwrap();
        out.write_all(&[1; 4000]).unwrap();
        while tcp_unacknowledged(&out).unwrap() > 0 {}
        assert!(!tcp_answers(&out).unwrap().is_awaited);
        out.set_nonblocking(true).unwrap();
        while out.write(&[1; 1 << 16]).is_ok() {}
        assert!(tcp_unacknowledged(&out).unwrap() >= 1 << 16);
        drop(back);
    }

    #[test]
    fn times_that_the_kernel_takes_are_set_and_others_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let ms = Duration::from_millis;
        let rto = |time| set_tcp_rto_min(&listener, time).is_ok();
        let delay = |time| set_tcp_delack_max(&listener, time).is_ok();
        for refused in [Duration::ZERO, ms(500)] {
            assert!(!rto(refused) && !delay(refused));
        }
        // Older kernels have neither.
        assert_eq!(rto(ms(100)), delay(ms(100)));
    }

    #[test]
    fn other_sockets_are_refused() {
        assert!(tcp_path(UdpSocket::bind("127.0.0.1:0").unwrap()).is_err());
        assert!(tcp_flow(UdpSocket::bind("127.0.0.1:0").unwrap()).is_err());
    }
}
