//! The kernel's one-to-many SCTP sockets (RFC 6458), as far as other libraries do not know them.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

use libc::{c_int, c_void, socklen_t};

/// What protocol 132 is called.
const PROTOCOL: c_int = libc::IPPROTO_SCTP;
/// `MSG_NOTIFICATION`: an event, no data.
const NOTIFICATION: c_int = 0x8000;
// With `SCTP_` or `SCTP_SOCKOPT_` before them, constants of <linux/sctp.h>.
const STREAM_SCHEDULER: c_int = 123;
const INTERLEAVING_SUPPORTED: c_int = 125;
const EVENT: c_int = 127;
const BINDX_ADD: c_int = 100;
const CONNECTX3: c_int = 111;
const GET_ASSOC_STATS: c_int = 112;

/// An association of a socket's, as the kernel numbers it; 0 for those yet to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SctpAssociation(pub i32);

impl SctpAssociation {
    /// All that the socket will have.
    pub const FUTURE: Self = SctpAssociation(0);
}

/// What can be set on a socket before it has associations (RFC 6458 §8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SctpOption {
    /// Small messages are not held back.
    NoDelay,
    /// Every message comes with its association and stream.
    ReceiveInfo,
    /// Pieces of messages may come before the rest, those of several associations (1) and streams (2)
    /// in turns.
    FragmentInterleave(u32),
    /// From how many bytes on a message is given out piece by piece.
    PartialDelivery(u32),
    /// User message interleaving (RFC 8260); refused where the system does not allow it.
    Interleaving,
    /// Streams take turns.
    RoundRobin,
    /// Streams to ask for, streams to allow, INITs to send and their largest interval.
    Init {
        /// Outgoing streams asked for.
        outbound: u16,
        /// Incoming streams allowed.
        inbound: u16,
        /// INITs sent before it is given up.
        attempts: u16,
        /// Largest time between two of them.
        interval: Duration,
    },
    /// First, largest and smallest retransmission timeout.
    Rto {
        /// Before anything was measured.
        initial: Duration,
        /// The largest.
        most: Duration,
        /// The smallest.
        least: Duration,
    },
    /// How long an acknowledgement may be held back.
    DelayedSack(Duration),
    /// Interval in which idle paths are asked whether they still work; zero: never.
    Heartbeat(Duration),
    /// The kind of event to be told of.
    Event(u16),
}

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// Numbers one after the other, as structures without padding hold them.
fn words<const N: usize>(words: [u32; N]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

impl SctpOption {
    /// Its number and value. Where a structure names an association first, 0 means those to come.
    fn encode(self) -> (c_int, Vec<u8>) {
        match self {
            SctpOption::NoDelay => (libc::SCTP_NODELAY, words([1])),
            SctpOption::ReceiveInfo => (libc::SCTP_RECVRCVINFO, words([1])),
            SctpOption::FragmentInterleave(level) => {
                (libc::SCTP_FRAGMENT_INTERLEAVE, words([level]))
            }
            SctpOption::PartialDelivery(from) => (libc::SCTP_PARTIAL_DELIVERY_POINT, words([from])),
            SctpOption::Interleaving => (INTERLEAVING_SUPPORTED, words([0, 1])),
            // SCTP_SS_RR of <linux/sctp.h>.
            SctpOption::RoundRobin => (STREAM_SCHEDULER, words([0, 2])),
            SctpOption::Init { outbound, inbound, attempts, interval } => {
                let interval = u16::try_from(milliseconds(interval)).unwrap_or(u16::MAX);
                let all = [outbound, inbound, attempts, interval];
                (libc::SCTP_INITMSG, all.iter().flat_map(|n| n.to_ne_bytes()).collect())
            }
            SctpOption::Rto { initial, most, least } => {
                let [initial, most, least] = [initial, most, least].map(milliseconds);
                (libc::SCTP_RTOINFO, words([0, initial, most, least]))
            }
            // At most every second packet is acknowledged late (RFC 9260 §6.2).
            SctpOption::DelayedSack(time) => {
                (libc::SCTP_DELAYED_SACK, words([0, milliseconds(time), 2]))
            }
            SctpOption::Heartbeat(interval) => (libc::SCTP_PEER_ADDR_PARAMS, heartbeat(interval)),
            SctpOption::Event(kind) => {
                let [low, high] = kind.to_ne_bytes();
                (EVENT, vec![0, 0, 0, 0, low, high, 1, 0])
            }
        }
    }
}

/// `struct sctp_paddrparams`: association, address, interval, and flags at byte 146.
fn heartbeat(interval: Duration) -> Vec<u8> {
    const INTERVAL: usize = 132;
    const FLAGS: usize = 146;
    const ENABLE: u32 = 1;
    const DISABLE: u32 = 2;
    let mut bytes = vec![0; 156];
    bytes[INTERVAL..INTERVAL + 4].copy_from_slice(&milliseconds(interval).to_ne_bytes());
    let flags = if interval.is_zero() { DISABLE } else { ENABLE };
    bytes[FLAGS..FLAGS + 4].copy_from_slice(&flags.to_ne_bytes());
    bytes
}

fn set(fd: impl AsFd, option: c_int, value: &[u8]) -> io::Result<()> {
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: the kernel reads `value.len()` bytes from `value` and no pointer in them: the options
    // used here have none.
    let result = unsafe {
        libc::setsockopt(fd, PROTOCOL, option, value.as_ptr().cast(), value.len() as socklen_t)
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Sets an option for the associations to come.
///
/// # Errors
/// What the kernel refuses; one it does not know is `ENOPROTOOPT`.
pub fn set_sctp_option(fd: impl AsFd, option: SctpOption) -> io::Result<()> {
    let (number, value) = option.encode();
    set(fd, number, &value)
}

/// An address as the kernel's structures hold it.
fn socket_address(address: SocketAddr) -> Vec<u8> {
    match address {
        SocketAddr::V4(v4) => {
            let mut bytes = (libc::AF_INET as u16).to_ne_bytes().to_vec();
            bytes.extend(v4.port().to_be_bytes());
            bytes.extend(v4.ip().octets());
            bytes.extend([0; 8]);
            bytes
        }
        SocketAddr::V6(v6) => {
            let mut bytes = (libc::AF_INET6 as u16).to_ne_bytes().to_vec();
            bytes.extend(v6.port().to_be_bytes());
            bytes.extend(v6.flowinfo().to_be_bytes());
            bytes.extend(v6.ip().octets());
            bytes.extend(v6.scope_id().to_ne_bytes());
            bytes
        }
    }
}

/// Takes one more address for a socket that is bound (RFC 6458 §9.1).
///
/// # Errors
/// What the kernel refuses.
pub fn sctp_bind_also(fd: impl AsFd, address: SocketAddr) -> io::Result<()> {
    set(fd, BINDX_ADD, &socket_address(address))
}

/// `struct sctp_getaddrs_old`, by which SCTP_SOCKOPT_CONNECTX3 is told where to.
#[repr(C)]
struct ConnectTo {
    association: i32,
    /// In bytes.
    len: i32,
    addresses: *const c_void,
}

/// Begins an association of a non-blocking one-to-many socket (RFC 6458 §9.9).
///
/// # Errors
/// What the kernel refuses at once; later failures come as events.
pub fn sctp_connect(fd: impl AsFd, to: SocketAddr) -> io::Result<SctpAssociation> {
    let address = socket_address(to);
    let len = address.len() as i32;
    let mut request = ConnectTo { association: 0, len, addresses: address.as_ptr().cast() };
    let mut size = size_of::<ConnectTo>() as socklen_t;
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: the kernel reads the structure and `len` bytes at `addresses`, which live until the
    // call returns, and writes no more than the association's number to its begin and 4 to `size`.
    let result = unsafe {
        libc::getsockopt(fd, PROTOCOL, CONNECTX3, (&raw mut request).cast(), &raw mut size)
    };
    match (result, io::Error::last_os_error()) {
        (-1, error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
        _ => Ok(SctpAssociation(request.association)),
    }
}

/// What is to be done with a message, and with the association after it (RFC 6458 §5.3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SctpFlag {
    /// It is delivered in the order of its stream.
    Ordered,
    /// No message: the association ends once all before has arrived.
    End,
    /// The association ends at once; the message is the reason.
    Abort,
}

#[repr(C)]
struct SendControl {
    header: libc::cmsghdr,
    info: libc::sctp_sndinfo,
}

#[repr(C)]
struct ReceiveControl {
    header: libc::cmsghdr,
    info: libc::sctp_rcvinfo,
    /// Room for what the kernel aligns.
    rest: [u64; 4],
}

fn message(parts: &mut [libc::iovec], control: *mut c_void, len: usize) -> libc::msghdr {
    // SAFETY: of plain numbers and pointers, for which all zeros is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = parts.as_mut_ptr();
    message.msg_iovlen = parts.len() as _;
    message.msg_control = control;
    message.msg_controllen = len as _;
    message
}

/// Sends one message, its parts one after the other, without waiting; `protocol` says to the receiver
/// what it is. A message is taken whole or not at all.
///
/// # Errors
/// `WouldBlock` where there is no room, and what the kernel refuses.
pub fn sctp_send(
    fd: impl AsFd,
    (association, stream): (SctpAssociation, u16),
    flag: SctpFlag,
    protocol: u32,
    parts: [&[u8]; 2],
) -> io::Result<usize> {
    let flags = match flag {
        SctpFlag::Ordered => 0,
        SctpFlag::End => libc::MSG_FIN as u16,
        SctpFlag::Abort => libc::SCTP_ABORT as u16,
    };
    let mut control = SendControl {
        // SAFETY: of plain numbers.
        header: unsafe { std::mem::zeroed() },
        info: libc::sctp_sndinfo {
            snd_sid: stream,
            snd_flags: flags,
            snd_ppid: protocol.to_be(),
            snd_context: 0,
            snd_assoc_id: association.0,
        },
    };
    control.header.cmsg_len = size_of::<SendControl>() as _;
    control.header.cmsg_level = PROTOCOL;
    control.header.cmsg_type = libc::SCTP_SNDINFO;
    let mut parts = parts
        .map(|part| libc::iovec { iov_base: part.as_ptr().cast_mut().cast(), iov_len: part.len() });
    let message = message(&mut parts, (&raw mut control).cast(), size_of::<SendControl>());
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: all that the message points to lives until the call returns, and sending only reads it.
    let sent = unsafe { libc::sendmsg(fd, &message, libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL) };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// What was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SctpReceived {
    /// Bytes of it.
    pub len: usize,
    /// The message ends with them.
    pub is_end: bool,
    /// An event instead of data (RFC 6458 §6); what follows is nought then.
    pub is_event: bool,
    /// Of which association.
    pub association: SctpAssociation,
    /// On which stream.
    pub stream: u16,
    /// What the sender says it is.
    pub protocol: u32,
}

/// Takes the next message, piece of one, or event, without waiting.
///
/// # Errors
/// `WouldBlock` where nothing is there, and what the kernel refuses.
pub fn sctp_receive(fd: impl AsFd, into: &mut [u8]) -> io::Result<SctpReceived> {
    // SAFETY: of plain numbers.
    let mut control: ReceiveControl = unsafe { std::mem::zeroed() };
    let mut parts = [libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() }];
    let mut message = message(&mut parts, (&raw mut control).cast(), size_of::<ReceiveControl>());
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: all that the message points to lives until the call returns, is borrowed exclusively and
    // as long as it says; of the control part every value is valid.
    let len = unsafe { libc::recvmsg(fd, &raw mut message, libc::MSG_DONTWAIT) };
    let len = usize::try_from(len).map_err(|_| io::Error::last_os_error())?;
    let is_info = message.msg_controllen as usize >= size_of::<libc::cmsghdr>()
        && control.header.cmsg_level == PROTOCOL
        && control.header.cmsg_type == libc::SCTP_RCVINFO;
    let is_event = message.msg_flags & NOTIFICATION != 0;
    if !is_info && !is_event {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message without its stream"));
    }
    Ok(SctpReceived {
        len,
        is_end: message.msg_flags & libc::MSG_EOR != 0,
        is_event,
        association: SctpAssociation(control.info.rcv_assoc_id),
        stream: control.info.rcv_sid,
        protocol: u32::from_be(control.info.rcv_ppid),
    })
}

/// How an association does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SctpStatus {
    /// Streams in and out.
    pub streams: (u16, u16),
    /// Bytes that the peer takes.
    pub window: u32,
    /// Chunks that are not acknowledged and chunks that wait to be sent.
    pub chunks: (u16, u16),
    /// Bytes that may be under way on the primary path.
    pub congestion_window: u32,
    /// Its smoothed round-trip time in milliseconds.
    pub round_trip: u32,
    /// Its retransmission timeout in milliseconds.
    pub timeout: u32,
    /// Its largest packet.
    pub mtu: u32,
    /// Chunks that were sent again.
    pub retransmitted: u64,
}

/// Reads an option about one association into `value`, whose length the kernel expects.
fn get(fd: impl AsFd, option: c_int, about: SctpAssociation, value: &mut [u8]) -> io::Result<()> {
    value[..4].copy_from_slice(&about.0.to_ne_bytes());
    let mut len = value.len() as socklen_t;
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: the kernel reads and writes at most `len` bytes of `value`, which is that long.
    let result =
        unsafe { libc::getsockopt(fd, PROTOCOL, option, value.as_mut_ptr().cast(), &raw mut len) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// How an association does.
///
/// # Errors
/// One that there is not.
pub fn sctp_status(fd: impl AsFd, association: SctpAssociation) -> io::Result<SctpStatus> {
    // `struct sctp_status` with the `struct sctp_paddrinfo` at its end; `struct sctp_assoc_stats`.
    let (mut status, mut stats) = ([0; 176], [0; 256]);
    get(&fd, libc::SCTP_STATUS, association, &mut status)?;
    let word = |at: usize| {
        u32::from_ne_bytes([status[at], status[at + 1], status[at + 2], status[at + 3]])
    };
    let half = |at: usize| u16::from_ne_bytes([status[at], status[at + 1]]);
    let counted = get(&fd, GET_ASSOC_STATS, association, &mut stats);
    let retransmitted = stats[176..184].try_into().map_or(0, u64::from_ne_bytes);
    Ok(SctpStatus {
        window: word(8),
        chunks: (half(12), half(14)),
        streams: (half(16), half(18)),
        congestion_window: word(160),
        round_trip: word(164),
        timeout: word(168),
        mtu: word(172),
        retransmitted: if counted.is_ok() { retransmitted } else { 0 },
    })
}

const _: () = assert!(size_of::<SendControl>() == 32 && size_of::<ReceiveControl>() >= 48);
