//! Losses that no queue explains: where a path loses packets at random, a congestion control that slows
//! down at each loss is changed to one that does not; where a path is long, before there are any.

use crate::lane_bytes::LaneBytes;
use crate::method::TcpMethod;
use crate::session::PeerState;
use crate::stream::LastingStream;
use ferry_method::{Now, has_queue};
use ferry_sys::{TcpPath, tcp_path};
use socket2::Socket;
use std::io;
use std::time::Duration;

/// Time between two looks at a connection.
const PERIOD: Duration = Duration::from_millis(250);
/// A look counts from so many packets sent on, or so many lost.
const ENOUGH: (u32, u32) = (300, 6);
/// Of a thousand packets, how many a lossy path loses at least.
const LOSSY: u64 = 3;
/// From this round trip on a window that losses have halved takes long to grow again, and many programs are over before
/// enough losses are seen.
const LONG: Duration = Duration::from_millis(5);
/// The kernel's name of the congestion control that looks at rates and round trips.
const BBR: &[u8] = b"bbr";

/// What the losses of a lane's connection come to.
#[derive(Debug, Default)]
pub(crate) struct LossWatch {
    /// The lane's position at the last look.
    position: u64,
    /// Packets sent, and lost, up to the last look that counted.
    counted: (u32, u32),
    /// That look found the path lossy.
    was_lossy: bool,
    /// The congestion control was changed, since this was found.
    found: Option<PathFinding>,
}

/// Why a connection has another congestion control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PathFinding {
    /// Two looks in a row found losses.
    Lossy,
    /// The connection took long to be opened.
    Long,
}

impl PathFinding {
    fn describe(self) -> &'static str {
        match self {
            PathFinding::Lossy => "since losses without queueing",
            PathFinding::Long => "since the way is long",
        }
    }
}

impl LossWatch {
    /// Whether a look is worth it, at a lane that is at `position`.
    fn wants_look(&mut self, position: u64) -> bool {
        self.found.is_none() && std::mem::replace(&mut self.position, position) != position
    }

    /// Takes in what the kernel counted; true when it is time for the change.
    fn look(&mut self, path: &TcpPath) -> bool {
        let sent = path.sent.wrapping_sub(self.counted.0);
        let lost = path.retransmitted.wrapping_sub(self.counted.1);
        if sent < ENOUGH.0 && lost < ENOUGH.1 {
            return false;
        }
        self.counted = (path.sent, path.retransmitted);
        let is_lossy = u64::from(lost) * 1000 >= u64::from(sent) * LOSSY
            && !has_queue(path.round_trip, path.smooth_round_trip);
        std::mem::replace(&mut self.was_lossy, is_lossy) && is_lossy
    }

    /// The lane goes on over this socket, of which the kernel counts anew; its congestion control may be changed, or not.
    pub(crate) fn begin(&mut self, socket: &Socket, may_change: bool) {
        let is_long = || tcp_path(socket).is_ok_and(|path| path.round_trip >= LONG);
        let long = || (may_change && is_long()).then_some(PathFinding::Long);
        let found = self.found.or_else(long).filter(|_| socket.set_tcp_congestion(BBR).is_ok());
        *self = LossWatch { position: self.position, found, ..LossWatch::default() };
    }
}

impl LaneBytes {
    /// Errors: the kernel has no BBR, or not for this process.
    fn watch_losses(&mut self, socket: &Socket) -> io::Result<()> {
        let (position, watch) = (self.outbox.position(), &mut self.losses);
        if watch.wants_look(position) && tcp_path(socket).is_ok_and(|path| watch.look(&path)) {
            socket.set_tcp_congestion(BBR)?;
            watch.found = Some(PathFinding::Lossy);
        }
        Ok(())
    }
}

impl LastingStream {
    /// The user chose a congestion control.
    pub(crate) fn forget_losses(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.bytes.losses = LossWatch::default());
    }

    /// What was changed, for people; nothing where nothing was.
    pub(crate) fn describe_congestion(&self) -> String {
        let findings: Vec<PathFinding> =
            self.lanes.iter().filter_map(|lane| lane.bytes.losses.found).collect();
        let Some(why) = findings.first() else { return String::new() };
        let of = match self.lanes.len() {
            1 => String::new(),
            lanes => format!(" on {} of {lanes} stripes", findings.len()),
        };
        format!(", congestion bbr {}{of}", why.describe())
    }
}

/// Whether a connection's congestion control is one that losses do not slow down.
pub(crate) fn keeps_pace(socket: &Socket) -> bool {
    socket.tcp_congestion().is_ok_and(|name| name.starts_with(BBR))
}

/// When losses are looked at first: never, where somebody chose the congestion control, or where it is
/// BBR anyhow.
pub(crate) fn first_look(is_chosen: bool, listener: &Socket) -> Now {
    if !keeps_pace(listener) && !is_chosen { Now::ZERO } else { Now::MAX }
}

impl TcpMethod {
    /// Looks at the connections that sent something; the next time in a while, or never again if the
    /// kernel refuses the change.
    pub(crate) fn watch_losses(&mut self) {
        let result = self.watch_all();
        self.losses_due = result.map_or(Now::MAX, |()| self.now + PERIOD);
    }

    fn watch_all(&mut self) -> io::Result<()> {
        for peer in self.peers.iter_mut() {
            let names = peer.memory.as_ref().is_some_and(|settings| settings.names_congestion());
            let PeerState::Open(stream) = peer.state_mut() else { continue };
            if names {
                continue;
            }
            for lane in &mut stream.lanes {
                if let Some((bytes, socket)) = lane.writer() {
                    bytes.watch_losses(socket)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::TcpOptions;
    use crate::terms::Terms;

    fn path(sent: u32, lost: u32, shortest: u64, usual: u64) -> TcpPath {
        let [round_trip, smooth_round_trip] = [shortest, usual].map(Duration::from_micros);
        let rto = Duration::from_millis(200);
        TcpPath { round_trip, smooth_round_trip, rto, sent, retransmitted: lost }
    }

    #[test]
    fn two_lossy_looks_in_a_row_are_enough_and_one_between_which_is_not_begins_anew() {
        let mut watch = LossWatch::default();
        let rounds = [(400, 4, false), (800, 4, false), (1200, 8, false), (1600, 10, true)];
        for (sent, lost, change) in rounds {
            assert_eq!(watch.look(&path(sent, lost, 100_000, 140_000)), change, "{sent}");
        }
    }

    #[test]
    fn a_look_counts_from_enough_packets_or_losses() {
        let mut watch = LossWatch::default();
        for sent in [50, 100, 150, 299] {
            assert!(!watch.look(&path(sent, 5, 200, 300)));
        }
        // As many lost as it takes, and again.
        assert!(!watch.look(&path(299, 6, 200, 300)) && watch.was_lossy);
        assert!(!watch.look(&path(350, 11, 200, 300)));
        assert!(watch.look(&path(350, 12, 200, 300)));
    }

    #[test]
    fn few_losses_and_losses_from_a_queue_change_nothing() {
        let mut watch = LossWatch::default();
        let mut queue = LossWatch::default();
        for round in 1..20 {
            assert!(!watch.look(&path(round * 10_000, round * 29, 100, 100)));
            // Beyond 1.5 times the shortest and 2 ms.
            assert!(!queue.look(&path(round * 1000, round * 50, 20_000, 32_001)));
        }
        assert!(!queue.look(&path(30_000, 2000, 20_000, 32_000)));
        assert!(queue.look(&path(40_000, 3000, 20_000, 32_000)));
    }

    #[test]
    fn only_a_line_that_sent_something_and_was_not_changed_is_looked_at() {
        let mut watch = LossWatch::default();
        assert!(!watch.wants_look(0) && watch.wants_look(7) && !watch.wants_look(7));
        watch.found = Some(PathFinding::Lossy);
        assert!(!watch.wants_look(9));
    }

    #[test]
    fn a_new_connection_has_what_was_found_and_counts_anew() {
        let plain = || Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        let mut stream = LastingStream::new(&TcpOptions::default(), Terms::default(), false);
        assert_eq!(stream.describe_congestion(), "");
        stream.first_mut().bytes.losses = LossWatch {
            found: Some(PathFinding::Lossy),
            counted: (900, 9),
            ..LossWatch::default()
        };
        let (socket, other) = (plain(), plain());
        other.set_tcp_congestion(b"reno").expect("every kernel has it");
        assert_eq!((first_look(false, &other), first_look(true, &other)), (Now::ZERO, Now::MAX));
        stream.first_mut().bytes.losses.begin(&socket, true);
        assert_eq!(stream.first().bytes.losses.counted, (0, 0));
        // Not every kernel lets every process have it; then nothing is said of it.
        let is_found = stream.first().bytes.losses.found.is_some();
        assert_eq!(is_found, other.set_tcp_congestion(BBR).is_ok());
        let told = stream.describe_congestion().contains("bbr since losses");
        assert_eq!(told, is_found);
        assert!(!told || first_look(false, &socket) == Now::MAX);
        stream.forget_losses();
        assert_eq!(stream.describe_congestion(), "");
    }
}
