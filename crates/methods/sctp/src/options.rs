//! What can be asked of the SCTP method.

use ferry_config::Ports;
use ferry_sys::Clock;
use std::fmt;
use std::time::Duration;

pub use ferry_sctp_core::congestion::Algorithm as Congestion;

/// Streams of a pool unless somebody says otherwise: as many as in the SCTP paper.
pub const DEFAULT_POOL: u16 = 10;
/// Streams where each context and tag has its own.
pub const DEFAULT_EACH: u16 = 1024;

/// How contexts and tags are spread over the streams of an association. Stream 0 is for control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spreading {
    /// All frames of a peer travel on stream 0 and keep one order.
    One,
    /// Over this many streams; several contexts and tags share one.
    Pool(u16),
    /// One for each, of this many; those that are longest unused give way to others. Only so can a
    /// stream be held without holding up others, as the direct design asks for.
    Each(u16),
}

impl Spreading {
    /// Streams to ask the peer for, in each direction.
    pub fn streams(self) -> u16 {
        match self {
            Spreading::One => 1,
            Spreading::Pool(n) | Spreading::Each(n) => n.saturating_add(1).max(2),
        }
    }
}

impl fmt::Display for Spreading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spreading::One => f.write_str("one"),
            Spreading::Pool(n) => write!(f, "a pool of {n}"),
            Spreading::Each(n) => write!(f, "one each of {n}"),
        }
    }
}

/// Which chunks have to prove that they come from the job (RFC 4895).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Auth {
    /// Those that begin, change and end an association.
    #[default]
    Handshake = 0,
    /// These, data and acknowledgements: whatever somebody on the way changes or makes up is dropped.
    All = 1,
    /// None; the ranks prove themselves in their first message only.
    None = 2,
}

impl fmt::Display for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Auth::Handshake => "handshake",
            Auth::All => "all",
            Auth::None => "none",
        })
    }
}

/// What carries the packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Transport {
    /// UDP datagrams (RFC 6951).
    #[default]
    Udp = 0,
    /// Raw IP; needs the privilege for it.
    Raw = 1,
    /// The kernel's own SCTP.
    Kernel = 2,
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Transport::Udp => "udp",
            Transport::Raw => "raw",
            Transport::Kernel => "kernel",
        })
    }
}

/// Parameters of the SCTP method; the defaults need no thought.
#[derive(Clone, Debug)]
pub struct SctpOptions {
    /// Restricts the addresses that are published and used as the own to those that one of these
    /// names: an interface (`eth0`), an address (`10.0.0.7`) or a network (`10.0.0.0/8`). Empty: every
    /// interface that is up.
    pub interfaces: Vec<String>,
    /// The ports to use.
    pub ports: Ports,
    /// How long a peer on another host may leave the handshake unanswered before it is declared
    /// unreachable. Peers of the own host are waited for without limit: of their death the system tells.
    pub connect_timeout: Duration,
    /// Payloads up to this size are sent without asking first.
    pub eager_limit: usize,
    /// Long messages are cut into frames of this size.
    pub fragment: usize,
    /// How frames are spread over streams.
    pub streams: Spreading,
    /// Bytes of one stream that a peer may send before they are read.
    pub stream_window: u32,
    /// Bytes of an association that a peer may send before they are read; streams that are held come on
    /// top of it.
    pub receive_window: u32,
    /// Bytes of an association that are queued or not yet acknowledged.
    pub send_buffer: usize,
    /// Smallest retransmission timeout.
    pub rto_min: Option<Duration>,
    /// Retransmission timeout before anything was measured.
    pub rto_initial: Option<Duration>,
    /// Interval in which idle paths are asked whether they still work; zero: never.
    pub heartbeat: Option<Duration>,
    /// How the sending rate follows the path.
    pub congestion: Congestion,
    /// Use all paths at once rather than the best one alone.
    pub multipath: bool,
    /// Largest IP packet; `None`: what the network interfaces carry and the search along the path finds.
    pub mtu: Option<u16>,
    /// What has to prove where it comes from.
    pub auth: Auth,
    /// Packets carry a checksum (RFC 9260 §6.8). Without, the two ends agree to leave it to what lies
    /// below (RFC 9653). `None`: those between hosts do; within a host they never leave its memory.
    pub checksum: Option<bool>,
    /// What carries the packets.
    pub transport: Transport,
    /// Tells the time, as told to `poll`, also to sends that come long after the last poll: they would
    /// otherwise look slow on the way. `None`: sends carry the time of the last poll.
    pub clock: Option<Clock>,
    /// Index of this process among the job's processes of its host.
    pub local_rank: u32,
}

impl Default for SctpOptions {
    fn default() -> Self {
        SctpOptions {
            interfaces: Vec::new(),
            ports: Ports::Any,
            connect_timeout: Duration::from_secs(120),
            // As over TCP: 128 KiB take 75 to 95 us one way where asking first takes 107 to 115.
            eager_limit: 256 << 10,
            fragment: 256 << 10,
            streams: Spreading::Pool(DEFAULT_POOL),
            stream_window: 512 << 10,
            receive_window: 4 << 20,
            send_buffer: 4 << 20,
            rto_min: None,
            rto_initial: None,
            heartbeat: None,
            congestion: Congestion::default(),
            multipath: false,
            mtu: None,
            auth: Auth::default(),
            checksum: None,
            transport: Transport::default(),
            clock: None,
            local_rank: 0,
        }
    }
}
