//! The bytes of a lane each way, which outlive its connections: nothing is lost or doubled when one breaks
//! and another takes its place.

use crate::loss_watch::LossWatch;
use crate::options::TcpOptions;
use crate::outbox::{ACKNOWLEDGE, Outbox};
use crate::pace::ConnectionRate;
use crate::receiver::Receiver;
use crate::terms::Terms;
use ferry_method::Now;
use ferry_wire::Header;
use socket2::Socket;
use std::io;
use std::time::Duration;

/// Bytes taken in after which an acknowledgement goes along with a frame, and after which it goes alone.
pub(crate) const ACKNOWLEDGE_AFTER: (u64, u64) = (4 << 10, 512 << 10);
/// A connection that was up for so long ends the trouble that was before it.
const HELD: Duration = Duration::from_secs(1);
/// Below this the two ends could wait for each other.
const LEAST_REPLAY: usize = 1 << 20;

/// What goes each way over a lane.
pub(crate) struct LaneBytes {
    pub(crate) outbox: Outbox,
    pub(crate) receiver: Receiver,
    /// The position that the other end was told last.
    told: u64,
    /// Nothing is acknowledged any more: the goodbye was said.
    pub(crate) is_silent: bool,
    /// Connections it has had.
    pub(crate) generation: u32,
    /// Whether this end accepted the last one.
    pub(crate) accepted: bool,
    /// When a connection broke after which nothing has come yet.
    pub(crate) trouble_since: Option<Now>,
    /// When the present connection came about.
    up_since: Now,
    /// Times that a connection took the place of a broken one.
    pub(crate) reconnects: u32,
    /// Bytes sent again.
    pub(crate) replayed: u64,
    /// What is lost on the way.
    pub(crate) losses: LossWatch,
    /// How quick the present connection is.
    pub(crate) pace: ConnectionRate,
}

impl LaneBytes {
    /// Those of a lane on its first connection, with the terms of the other end.
    pub(crate) fn new(options: &TcpOptions, theirs: Terms, accepted: bool) -> Self {
        let keep = options.replay && theirs.replays;
        LaneBytes {
            outbox: Outbox::new(keep, options.replay_buffer.max(LEAST_REPLAY)),
            receiver: Receiver::new(theirs.lane > 0),
            told: 0,
            is_silent: false,
            generation: theirs.generation,
            accepted,
            trouble_since: None,
            up_since: Now::ZERO,
            reconnects: 0,
            replayed: 0,
            losses: LossWatch::default(),
            pace: ConnectionRate::default(),
        }
    }

    /// A connection is up.
    pub(crate) fn rises(&mut self, now: Now) {
        self.up_since = now;
    }

    /// The connection broke: since when there is trouble. One that held for a while ended what was
    /// before, even if nothing came over it, for the peer may be computing.
    pub(crate) fn breaks(&mut self, now: Now) -> Now {
        if now.saturating_sub(self.up_since) >= HELD {
            self.trouble_since = None;
        }
        *self.trouble_since.get_or_insert(now)
    }

    /// Nobody looked for so long.
    pub(crate) fn forgive(&mut self, missed: Duration) {
        if let Some(since) = &mut self.trouble_since {
            *since += missed;
        }
    }

    /// Bytes taken in.
    pub(crate) fn received(&self) -> u64 {
        self.receiver.position()
    }

    /// Whether a connection of these terms of the peer's takes the place of the present one: it is a
    /// later one, or the peer opened both and gave this one up before it knew that it was accepted.
    pub(crate) fn is_followed_by(&self, theirs: Terms) -> bool {
        theirs.generation > self.generation
            || (theirs.generation == self.generation && self.accepted)
    }

    /// Goes on over another connection, as the other end's terms say. False if that cannot be.
    pub(crate) fn reconnect(&mut self, theirs: Terms, accepted: bool) -> bool {
        let Some(again) = self.outbox.rewind(theirs.received) else { return false };
        self.receiver.reconnect();
        self.told = self.receiver.position();
        self.generation = self.generation.max(theirs.generation);
        self.accepted = accepted;
        self.reconnects += 1;
        self.replayed += again;
        self.pace = ConnectionRate::default();
        true
    }

    /// Puts an acknowledgement on its way, if there are `least` bytes to acknowledge and no record is
    /// partly out.
    #[inline]
    pub(crate) fn acknowledge(&mut self, least: u64) {
        let position = self.receiver.position();
        let is_due = position - self.told >= least && self.outbox.keeps();
        if is_due && self.outbox.is_between_records() && !self.is_silent {
            self.told = position;
            let record = Header { words: [position, 0], ..Header::default() };
            self.outbox.append(&record.encode(ACKNOWLEDGE));
        }
    }

    /// Whether a flush would do something.
    pub(crate) fn wants_flush(&self) -> bool {
        let is_due = self.receiver.position() - self.told >= ACKNOWLEDGE_AFTER.1;
        (is_due && self.outbox.keeps() && !self.is_silent) || self.outbox.has_unsent()
    }

    /// Sends what was taken and could not be sent, and acknowledgements that are due. False if the
    /// system has no room for it.
    pub(crate) fn flush(&mut self, socket: &Socket) -> io::Result<bool> {
        self.acknowledge(ACKNOWLEDGE_AFTER.1);
        self.outbox.flush(socket)
    }

    /// Lets go of what the other end has. False if it claims to have what was never sent.
    pub(crate) fn release(&mut self) -> bool {
        !self.outbox.keeps() || self.outbox.release(self.receiver.acknowledged())
    }
}
