//! A connection and what the method knows of it.

use crate::core::{ConnectionEnding, Session};
use crate::incoming::Incoming;
use crate::options::QuicOptions;
use crate::outgoing::Outgoing;
use ferry_method::{Now, PeerId};
use ferry_session::Answering;
use std::time::Duration;

/// Reports that nobody listens after which a peer is believed dead...
const REPORTS: u32 = 3;
/// ...if they came over at least so long a time, with nothing heard in it.
const REPORTS_SPAN: Duration = Duration::from_millis(100);

/// Round trips from which on a line holds more than what hosts close by ever have under way.
const FAR_TRIP: Duration = Duration::from_millis(10);

/// What a connection is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionRole {
    /// Somebody calls, and has to prove who it is before this time.
    Caller {
        /// By when.
        deadline: Now,
    },
    /// This process calls a peer, which has not said yet whether this connection is to be used.
    Attempt {
        /// Whom.
        peer: PeerId,
        /// Index of the address among the peer's candidates.
        candidate: usize,
        /// Both have proven who they are.
        is_proven: bool,
    },
    /// The connection to a peer.
    Link(PeerId),
    /// Over; only late datagrams are still answered.
    Leaving,
    /// Over, but frames of this peer's that are held can still be had.
    Left(PeerId),
}

/// A connection.
pub(crate) struct Conn {
    pub(crate) session: Session,
    pub(crate) role: ConnectionRole,
    pub(crate) outgoing: Outgoing,
    pub(crate) incoming: Incoming,
    /// When it wants attention without a datagram.
    pub(crate) due: Option<Now>,
    /// It is on the list of those to be looked after in the next poll.
    pub(crate) is_marked: bool,
    /// A send found no room.
    pub(crate) is_blocked: bool,
    /// All streams to the peer were ended, at this time.
    pub(crate) goodbye: Option<Now>,
    pub(crate) keepalive: Option<Duration>,
    pub(crate) stream_idle: Option<Duration>,
    pub(crate) receive_window: u64,
    /// Bytes that may be under way should round trips turn out long, until they have.
    far_send_window: Option<u64>,
    /// The shortest round trip of the link so far.
    least_trip: Option<Duration>,
    /// When something last came, or the link was probed.
    pub(crate) quiet_since: Now,
    /// Reports that nobody listens at the other end, and since when.
    reports: (u32, Now),
    /// Streams for whose unread bytes the window was widened.
    widened: usize,
    /// Datagrams that came.
    pub(crate) heard: u64,
    /// What was sent before the last one that came.
    sent_before: u64,
    /// Datagrams that came since the protocol was last asked what to send.
    pub(crate) unanswered: u32,
    answering: Answering,
}

/// Datagrams whose acknowledgement waits for an answer at most.
const MOST_WAITING: u32 = 64;
/// What an end sends at most that has no answer, after something came.
const UNANSWERED: u64 = 4;

impl Conn {
    pub(crate) fn new(
        session: Session,
        role: ConnectionRole,
        options: &QuicOptions,
        now: Now,
    ) -> Self {
        Conn {
            session,
            role,
            outgoing: Outgoing::default(),
            incoming: Incoming::default(),
            due: None,
            is_marked: false,
            is_blocked: false,
            goodbye: None,
            keepalive: options.keepalive,
            stream_idle: options.stream_idle,
            receive_window: options.receive_window,
            least_trip: None,
            far_send_window: Some(options.far_send_window).filter(|&far| far > options.send_window),
            quiet_since: now,
            reports: (0, now),
            widened: 0,
            heard: 0,
            sent_before: 0,
            unanswered: 0,
            answering: Answering::default(),
        }
    }

    /// Frames were read: does their acknowledgement wait for an answer?
    pub(crate) fn waits_for_answer(&mut self, now: Now) -> bool {
        self.unanswered < MOST_WAITING && self.answering.note_read(now)
    }

    /// A frame is sent, and with it what there is to acknowledge.
    pub(crate) fn note_sent(&mut self, now: Now) {
        self.unanswered = 0;
        self.answering.note_sent(now);
    }

    /// The protocol was asked what to send.
    pub(crate) fn note_flushed(&mut self) {
        self.unanswered = 0;
        self.answering.note_acknowledged();
    }

    /// A datagram of this connection came.
    pub(crate) fn hear(&mut self, now: Now) {
        self.quiet_since = now;
        self.heard += 1;
        self.unanswered += 1;
        self.sent_before = self.session.sent();
        self.reports.0 = 0;
    }

    /// Whether so much was sent since anything came that answers should have come: more than
    /// acknowledgements, which have none.
    pub(crate) fn awaits_answer(&self) -> bool {
        self.session.sent() - self.sent_before >= UNANSWERED
    }

    /// The system reports that nobody listens at the other end; true once that is believed. Anybody on
    /// the way can make such a report up, but not keep the peer from being heard.
    pub(crate) fn report(&mut self, now: Now) -> bool {
        if self.reports.0 == 0 {
            self.reports.1 = now;
        }
        self.reports.0 += 1;
        // The next answer, or report, comes soon.
        self.session.ping();
        self.reports.0 >= REPORTS && now >= self.reports.1 + REPORTS_SPAN
    }

    /// Lets more be under way where round trips are long: asked when a sender had to wait for room.
    pub(crate) fn widen_far(&mut self) {
        if self.least_trip.is_some_and(|trip| trip >= FAR_TRIP)
            && let Some(bytes) = self.far_send_window.take()
        {
            self.session.set_send_window(bytes);
        }
    }

    /// Measures how far the peer is: busy processes make trips longer, never shorter.
    pub(crate) fn note_trip(&mut self) {
        if self.far_send_window.is_some()
            && let Some(trip) = self.session.round_trip()
        {
            self.least_trip = Some(self.least_trip.map_or(trip, |least| least.min(trip)));
        }
    }

    /// Sets what may be under way, wherever the peer is.
    pub(crate) fn set_send_window(&mut self, bytes: u64) {
        self.far_send_window = None;
        self.session.set_send_window(bytes);
    }

    /// Widens the connection's window by what unread streams may hold of it, so that they hold up
    /// nobody else.
    pub(crate) fn widen(&mut self, stream_window: u64) {
        let unread = self.incoming.unread();
        if unread != self.widened {
            self.widened = unread;
            let bytes = self.receive_window.saturating_add(stream_window * unread as u64);
            self.session.set_receive_window(bytes);
        }
    }

    /// Sets the window for what is read at once.
    pub(crate) fn set_receive_window(&mut self, bytes: u64, stream_window: u64) {
        self.receive_window = bytes;
        self.widened = usize::MAX;
        self.widen(stream_window);
    }

    /// When the method itself, apart from the protocol, has something to do.
    pub(crate) fn chore_due(&self, linger: Duration) -> Option<Now> {
        match self.role {
            ConnectionRole::Caller { deadline } => Some(deadline),
            ConnectionRole::Attempt { .. } | ConnectionRole::Leaving | ConnectionRole::Left(_) => {
                None
            }
            ConnectionRole::Link(_) => {
                let probe = self.keepalive.map(|every| self.quiet_since + every);
                let sweep = self.stream_idle.and_then(|idle| self.outgoing.sweep_due(idle));
                let leave = self.goodbye.map(|since| since + linger);
                let answer = self.answering.waits_until();
                [probe, sweep, leave, answer].into_iter().flatten().min()
            }
        }
    }
}

/// What people are told of the end of a connection.
pub(crate) fn describe(ending: &ConnectionEnding) -> String {
    match ending {
        ConnectionEnding::Code(code) => format!("it ended the connection with code {code}"),
        ConnectionEnding::GivenUp => "it gave the attempt up".to_owned(),
        ConnectionEnding::Unproven(why) | ConnectionEnding::Broken(why) => why.clone(),
        ConnectionEnding::Forgotten => "its process knows nothing of the connection".to_owned(),
        ConnectionEnding::Silent => "nothing came from it for too long".to_owned(),
    }
}
