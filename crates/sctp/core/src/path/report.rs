//! What a path tells of itself, for reports such as `SCTP_GET_PEER_ADDR_INFO` (RFC 6458 §8.2.2).

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use super::{Path, PathId, PathState};

/// Events of a path since it exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets with data.
    pub packets: u64,
    /// Bytes of DATA chunks sent, retransmissions included.
    pub bytes: u64,
    /// Bytes of DATA chunks acknowledged.
    pub acked: u64,
    /// Packets that carried a retransmission.
    pub retransmissions: u64,
    /// Recoveries begun by fast retransmit.
    pub fast_recoveries: u64,
    /// Expiries of T3-rtx.
    pub timeouts: u64,
    /// Those of them that turned out to be spurious.
    pub spurious_timeouts: u64,
    /// Heartbeats sent.
    pub heartbeats: u64,
    /// Heartbeats that were not answered in time.
    pub heartbeats_lost: u64,
    /// Probes of the MTU sent.
    pub probes: u64,
    /// Times the MTU fell back because large packets vanished.
    pub black_holes: u64,
    /// Congestion marks echoed by the peer.
    pub ecn: u64,
}

/// A snapshot of one path.
#[derive(Clone, Copy, Debug)]
pub struct PathReport {
    /// The path.
    pub id: PathId,
    /// Address of the peer.
    pub addr: SocketAddr,
    /// Source address to use, where one was chosen.
    pub source: Option<IpAddr>,
    /// State.
    pub state: PathState,
    /// Whether it is the primary.
    pub primary: bool,
    /// Consecutive errors.
    pub errors: u32,
    /// Smoothed round trip.
    pub rtt: Option<Duration>,
    /// Variation of the round trip.
    pub rtt_variation: Option<Duration>,
    /// Shortest round trip.
    pub least_rtt: Option<Duration>,
    /// Retransmission timeout.
    pub rto: Duration,
    /// Name of the congestion control.
    pub congestion: &'static str,
    /// Congestion window in bytes.
    pub cwnd: u64,
    /// Slow start threshold in bytes, `u64::MAX` before the first loss.
    pub ssthresh: u64,
    /// Bytes outstanding.
    pub in_flight: u64,
    /// Pacing rate in bytes per second.
    pub pacing_rate: Option<u64>,
    /// IP packet size in use.
    pub mtu: u16,
    /// What happened so far.
    pub counters: Counters,
}

impl Path {
    /// A snapshot of this path; `primary` is the set's primary.
    #[must_use]
    pub fn report(&self, primary: PathId) -> PathReport {
        let congestion = self.congestion();
        PathReport {
            id: self.id(),
            addr: self.addr(),
            source: self.source(),
            state: self.state(),
            primary: self.id() == primary,
            errors: self.errors(),
            rtt: self.rto().smoothed(),
            rtt_variation: self.rto().variation(),
            least_rtt: self.rto().least(),
            rto: self.rto().current(),
            congestion: congestion.name(),
            cwnd: congestion.cwnd(),
            ssthresh: congestion.ssthresh(),
            in_flight: self.in_flight(),
            pacing_rate: self.pacing_rate(),
            mtu: self.pmtu().mtu(),
            counters: *self.counters(),
        }
    }
}
