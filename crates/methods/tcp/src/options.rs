//! What can be asked of the TCP method.

use crate::promptness::RTO_MIN;
use crate::transport::Transport;
use ferry_config::Ports;
use std::time::Duration;

/// Parameters of the TCP method; the defaults need no thought.
#[derive(Clone, Debug)]
pub struct TcpOptions {
    /// Plain TCP or multipath TCP.
    pub transport: Transport,
    /// Restricts the addresses that are published and used as the own to those that one of these
    /// names: an interface (`eth0`), an address (`10.0.0.7`) or a network (`10.0.0.0/8`). Empty: every
    /// interface that is up.
    pub interfaces: Vec<String>,
    /// The ports to listen on.
    pub ports: Ports,
    /// How long a peer's addresses may all fail to accept a connection before the peer is declared
    /// unreachable. A peer that accepts but is busy computing is waited for without limit.
    pub connect_timeout: Duration,
    /// Whether a link whose connection breaks goes on over another one, nothing lost and nothing
    /// doubled; it takes a copy of all that is sent. Both ends must want it.
    pub replay: bool,
    /// Bytes sent to a peer that may be unacknowledged before sends wait; at least 1 MiB. Memory is
    /// taken as it is needed.
    pub replay_buffer: usize,
    /// How long a broken connection is tried to be replaced before the peer is declared lost. One
    /// whose process has ended is lost at once.
    pub reconnect_timeout: Duration,
    /// Payloads up to this size are sent without asking first.
    pub eager_limit: usize,
    /// Long messages are cut into fragments of this size.
    pub fragment: usize,
    /// Size of the kernel's send buffer; `None` leaves the kernel's autotuning on.
    pub send_buffer: Option<usize>,
    /// Size of the kernel's receive buffer; `None` leaves the kernel's autotuning on.
    pub recv_buffer: Option<usize>,
    /// Connections that long payloads are spread over, 1 to 8. `None`: as many as there are networks
    /// that both hosts are in.
    pub stripes: Option<usize>,
    /// Silence after which the other host is probed for being there at all; zero: never.
    pub keepalive: Duration,
    /// How long sent data may stay unacknowledged by the other host before the connection counts as
    /// broken; `None` leaves it to the kernel (about 15 minutes).
    pub user_timeout: Option<Duration>,
    /// Smallest retransmission timeout, towards ends that acknowledge soon (Linux 6.15 on both hosts); zero
    /// leaves it to the kernel (200 ms).
    pub rto_min: Duration,
    /// The congestion control's name (`cubic`, `bbr`); `None` leaves it to the kernel.
    pub congestion: Option<String>,
    /// Index of this process among the job's processes of its host.
    pub local_rank: u32,
}

impl Default for TcpOptions {
    fn default() -> Self {
        TcpOptions {
            transport: Transport::Tcp,
            interfaces: Vec::new(),
            ports: Ports::Any,
            connect_timeout: Duration::from_secs(20),
            replay: true,
            replay_buffer: 4 << 20,
            reconnect_timeout: Duration::from_secs(10),
            // One trip there and back less: between namespaces of a host 128 KiB take 15.3 us one way where asking first
            // takes 23.4, 256 KiB 28 where it takes 40 (bare sockets 13.2 and 23.4). From 512 KiB on it no longer shows.
            eager_limit: 256 << 10,
            fragment: 256 << 10,
            send_buffer: None,
            recv_buffer: None,
            stripes: None,
            keepalive: Duration::from_secs(60),
            user_timeout: None,
            rto_min: RTO_MIN,
            congestion: None,
            local_rank: 0,
        }
    }
}
