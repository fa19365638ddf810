//! What can be asked of the QUIC method.

use ferry_config::Ports;
use ferry_sys::Clock;
use std::time::Duration;

/// How the sending rate follows the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Congestion {
    /// RFC 9438, but losses that are no sign of congestion leave the window as it is.
    #[default]
    Adaptive,
    /// RFC 9438.
    Cubic,
    /// Model of bottleneck bandwidth and round-trip time.
    Bbr,
    /// RFC 9002 §7.
    NewReno,
}

impl Congestion {
    /// Whether losses without a queue leave the rate as it is.
    pub(crate) const fn keeps_pace(self) -> bool {
        matches!(self, Congestion::Adaptive | Congestion::Bbr)
    }
}

impl std::str::FromStr for Congestion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "adaptive" => Ok(Congestion::Adaptive),
            "cubic" => Ok(Congestion::Cubic),
            "bbr" => Ok(Congestion::Bbr),
            "newreno" => Ok(Congestion::NewReno),
            _ => Err(format!("'{text}' is none of adaptive, cubic, bbr, newreno")),
        }
    }
}

/// Parameters of the QUIC method; the defaults need no thought.
#[derive(Clone, Debug)]
pub struct QuicOptions {
    /// Restricts the addresses that are published and used as the own to those that one of these
    /// names: an interface (`eth0`), an address (`10.0.0.7`) or a network (`10.0.0.0/8`). Empty: every
    /// interface that is up.
    pub interfaces: Vec<String>,
    /// The UDP ports to use.
    pub ports: Ports,
    /// How long a peer on another host may say nothing at all before it is declared unreachable. A
    /// peer that computes and does not poll says nothing, as a network does that drops datagrams.
    /// Peers of the own host are waited for without limit: of their death the system tells.
    pub connect_timeout: Duration,
    /// Payloads up to this size are sent without asking first.
    pub eager_limit: usize,
    /// Long messages are cut into fragments of this size.
    pub fragment: usize,
    /// How the sending rate follows the path.
    pub congestion: Congestion,
    /// Quiet links are probed in this interval, so that a peer's death is noticed; `None`: never.
    pub keepalive: Option<Duration>,
    /// A link on which nothing comes for so long is lost. `None`, the default: never, as a process
    /// that computes for hours without a call of Ferry's answers nothing meanwhile.
    pub idle_timeout: Option<Duration>,
    /// Bytes of a link that may be sent and not yet acknowledged.
    pub send_window: u64,
    /// The same where round trips take ten milliseconds and more, if that is more.
    pub far_send_window: u64,
    /// Bytes of a link that a peer may send before they are read; streams that are held back come
    /// on top of it.
    pub receive_window: u64,
    /// Bytes of one stream that a peer may send before they are read. Where streams are held back unread it is what
    /// each may cost in memory, where none is it should not be what limits a link.
    pub stream_window: u64,
    /// Streams that a peer may have open at a time, and own ones beyond which those longest unused
    /// are closed.
    pub max_streams: u32,
    /// A stream of a single context and tag that is unused for so long is closed, to be opened again
    /// when needed; `None`: never.
    pub stream_idle: Option<Duration>,
    /// Largest UDP payload; `None`: what the network interfaces carry. From 1200 on.
    pub max_datagram: Option<u16>,
    /// Size asked for the socket's buffers; the system may give less.
    pub socket_buffer: usize,
    /// Tells the time more exactly than calls are told it, by which round trips are measured: a process
    /// that waits or computes tells `poll` a time that may be old. `None`: what calls are told.
    pub clock: Option<Clock>,
    /// Index of this process among the job's processes of its host.
    pub local_rank: u32,
}

impl Default for QuicOptions {
    fn default() -> Self {
        QuicOptions {
            interfaces: Vec::new(),
            ports: Ports::Any,
            connect_timeout: Duration::from_secs(120),
            // As over TCP: 128 KiB take 75 to 95 us one way where asking first takes 107 to 115.
            eager_limit: 256 << 10,
            fragment: 256 << 10,
            congestion: Congestion::default(),
            keepalive: Some(Duration::from_secs(10)),
            idle_timeout: None,
            send_window: 4 << 20,
            far_send_window: 16 << 20,
            receive_window: 16 << 20,
            stream_window: 1 << 20,
            max_streams: 65535,
            stream_idle: Some(Duration::from_secs(60)),
            max_datagram: None,
            socket_buffer: 4 << 20,
            clock: None,
            local_rank: 0,
        }
    }
}
