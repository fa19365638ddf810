//! Losses that no queue explains: where a path loses packets at random, a congestion control that slows
//! down at each loss is changed to one that does not.

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
/// From this round trip on a window that a loss has halved takes long to grow again, and many programs are over before
/// that much is seen. So there looks come sooner, and one is enough with so many packets lost, of a thousand so many.
const LONG: Duration = Duration::from_micros(500);
const ENOUGH_IF_LONG: (u32, u64) = (4, 10);
const PERIOD_IF_LONG: Duration = Duration::from_millis(25);
/// From this one on it takes so long that fewer are enough.
const VERY_LONG: Duration = Duration::from_millis(5);
const ENOUGH_IF_VERY_LONG: (u32, u64) = (2, LOSSY);
/// Of a thousand packets, how many a lossy path loses at least.
const LOSSY: u64 = 3;
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
    /// The last look found it long.
    is_long: bool,
    /// Two looks in a row did, or one at a long path: the congestion control was changed.
    found: bool,
}

impl LossWatch {
    /// Whether a look is worth it, at a lane that is at `position`.
    fn wants_look(&mut self, position: u64) -> bool {
        !self.found && std::mem::replace(&mut self.position, position) != position
    }

    /// Takes in what the kernel counted; true when it is time for the change.
    fn look(&mut self, path: &TcpPath) -> bool {
        let sent = path.sent.wrapping_sub(self.counted.0);
        let lost = path.retransmitted.wrapping_sub(self.counted.1);
        self.is_long = path.round_trip >= LONG;
        let alone = match path.round_trip {
            time if time >= VERY_LONG => Some(ENOUGH_IF_VERY_LONG),
            time if time >= LONG => Some(ENOUGH_IF_LONG),
            _ => None,
        };
        if sent < ENOUGH.0 && lost < alone.map_or(ENOUGH.1, |(enough, _)| enough) {
            return false;
        }
        self.counted = (path.sent, path.retransmitted);
        let loses = |most: u64| u64::from(lost) * 1000 >= u64::from(sent) * most;
        let is_lossy = loses(LOSSY) && !has_queue(path.round_trip, path.smooth_round_trip);
        let was_lossy = std::mem::replace(&mut self.was_lossy, is_lossy);
        let is_certain = alone.is_some_and(|(enough, of)| lost >= enough && loses(of));
        is_lossy && (was_lossy || is_certain)
    }

    /// Time until the next look.
    fn period(&self) -> Duration {
        let may_be_long = self.is_long || self.position == 0;
        if may_be_long && !self.found { PERIOD_IF_LONG } else { PERIOD }
    }

    /// The lane goes on over this socket, of which the kernel counts anew.
    pub(crate) fn begin(&mut self, socket: &Socket) {
        let found = self.found && socket.set_tcp_congestion(BBR).is_ok();
        *self = LossWatch { position: self.position, found, ..LossWatch::default() };
    }
}

impl LaneBytes {
    /// Errors: the kernel has no BBR, or not for this process.
    fn watch_losses(&mut self, socket: &Socket) -> io::Result<()> {
        let (position, watch) = (self.outbox.position(), &mut self.losses);
        if watch.wants_look(position) && tcp_path(socket).is_ok_and(|path| watch.look(&path)) {
            socket.set_tcp_congestion(BBR)?;
            watch.found = true;
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
        let found = self.lanes.iter().filter(|lane| lane.bytes.losses.found).count();
        let of = match self.lanes.len() {
            _ if found == 0 => return String::new(),
            1 => String::new(),
            lanes => format!(" on {found} of {lanes} stripes"),
        };
        format!(", congestion bbr since losses without queueing{of}")
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
        self.losses_due = result.map_or(Now::MAX, |period| self.now + period);
    }

    /// A connection is new, and may have a long path.
    pub(crate) fn watch_losses_soon(&mut self) {
        if self.losses_due < Now::MAX {
            self.losses_due = self.losses_due.min(self.now + PERIOD_IF_LONG);
        }
    }

    /// Time until the next look.
    fn watch_all(&mut self) -> io::Result<Duration> {
        let mut period = PERIOD;
        for peer in self.peers.iter_mut() {
            let names = peer.memory.as_ref().is_some_and(|settings| settings.names_congestion());
            let PeerState::Open(stream) = peer.state_mut() else { continue };
            if names {
                continue;
            }
            for lane in &mut stream.lanes {
                if let Some((bytes, socket)) = lane.writer() {
                    bytes.watch_losses(socket)?;
                    period = period.min(bytes.losses.period());
                }
            }
        }
        Ok(period)
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
            assert_eq!(watch.look(&path(sent, lost, 400, 500)), change, "{sent}");
        }
    }

    #[test]
    fn on_a_very_long_way_two_losses_are_enough() {
        let mut watch = LossWatch::default();
        assert!(!watch.look(&path(40, 0, 5_000, 6_000)) && watch.period() == PERIOD_IF_LONG);
        assert!(!watch.look(&path(80, 1, 5_000, 6_000)));
        // As many, but packets wait in a queue.
        assert!(!watch.look(&path(120, 2, 5_000, 10_000)));
        assert!(!watch.look(&path(160, 3, 5_000, 6_000)));
        // Too few of many.
        assert!(!watch.look(&path(1000, 4, 5_000, 6_000)));
        assert!(watch.look(&path(1600, 6, 5_000, 6_000)));
        watch.found = true;
        assert_eq!(watch.period(), PERIOD);
    }

    #[test]
    fn on_a_long_way_one_look_is_enough_that_finds_much_lost() {
        let mut watch = LossWatch::default();
        assert!(!watch.look(&path(100, 3, 500, 600)) && watch.period() == PERIOD_IF_LONG);
        assert!(watch.look(&path(400, 4, 500, 600)));
        let mut watch = LossWatch::default();
        // Not so many, but twice.
        assert!(!watch.look(&path(401, 4, 500, 600)));
        assert!(watch.look(&path(802, 8, 500, 600)));
        let mut watch = LossWatch::default();
        assert!(!watch.look(&path(40, 20, 500, 2_751)), "packets wait in a queue");
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
            assert!(!queue.look(&path(round * 1000, round * 50, 400, 2_601)));
        }
        assert!(!queue.look(&path(30_000, 2000, 400, 2_600)));
        assert!(queue.look(&path(40_000, 3000, 400, 2_600)));
    }

    #[test]
    fn only_a_line_that_sent_something_and_was_not_changed_is_looked_at() {
        let mut watch = LossWatch::default();
        assert!(!watch.wants_look(0) && watch.wants_look(7) && !watch.wants_look(7));
        watch.found = true;
        assert!(!watch.wants_look(9));
    }

    #[test]
    fn a_new_connection_has_what_was_found_and_counts_anew() {
        let plain = || Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        let mut stream = LastingStream::new(&TcpOptions::default(), Terms::default(), false);
        assert_eq!(stream.describe_congestion(), "");
        stream.first_mut().bytes.losses =
            LossWatch { found: true, counted: (900, 9), ..LossWatch::default() };
        let (socket, other) = (plain(), plain());
        other.set_tcp_congestion(b"reno").expect("every kernel has it");
        assert_eq!((first_look(false, &other), first_look(true, &other)), (Now::ZERO, Now::MAX));
        stream.first_mut().bytes.losses.begin(&socket);
        assert_eq!(stream.first().bytes.losses.counted, (0, 0));
        // Not every kernel lets every process have it; then nothing is said of it.
        assert_eq!(stream.first().bytes.losses.found, other.set_tcp_congestion(BBR).is_ok());
        let told = stream.describe_congestion().contains("bbr since losses");
        assert_eq!(told, stream.first().bytes.losses.found);
        assert!(!told || first_look(false, &socket) == Now::MAX);
        stream.forget_losses();
        assert_eq!(stream.describe_congestion(), "");
    }
}
