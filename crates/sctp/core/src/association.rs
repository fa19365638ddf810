//! One association: its states, the chunks under way both ways, and what leaves when (RFC 9260 §4 to §9).
//!
//! Pure state. The endpoint hands it chunks, the user's wishes and the time, and takes packets and events.
//!
//! | what | source | file |
//! | --- | --- | --- |
//! | states, beginning and end | RFC 9260 §4, §5.1, §9 | `begin.rs`, `end.rs`, `state.rs` |
//! | chunks that come | RFC 9260 §3.2, §6 | `incoming.rs`, `data.rs`, `arrived.rs` |
//! | acknowledgements that come | RFC 9260 §6.2.1, §7.2.4 | `sack.rs`, `outstanding.rs` |
//! | packets that leave | RFC 9260 §6.1, §6.10 | `transmit.rs`, `bundle.rs`, `packing.rs` |
//! | timers | RFC 9260 §6.3, §8 | `timers.rs` |
//! | what the user may ask | RFC 6458 | `user.rs`, `report.rs` |

mod acknowledgement;
mod arrived;
mod asconf;
mod begin;
mod bundle;
mod config;
mod data;
mod end;
mod event;
mod incoming;
mod limits;
mod outstanding;
mod packing;
mod report;
mod run;
mod sack;
mod state;
mod timers;
mod transfer;
mod transmit;
mod user;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;

pub use config::{AssociationConfig, AuthenticationConfig};
pub use event::{AssociationEvent, Loss};
pub use report::{AssociationCounters, AssociationReport};
pub use state::AssociationState;
pub use transmit::Transmit;
pub use user::UserError;

pub(crate) use incoming::VerifiedPacket;

use crate::Now;
use crate::handshake::{HandshakeOffer, Tags};
use crate::path::{Path, PathId, PathSet, PathState};
use crate::random::Random;
use crate::wire::{ChunkType, CommonHeader, VerificationTag};
use transfer::Transfer;

/// Most events kept for a user who does not fetch them; the last one always is.
const MAX_EVENTS: usize = 4096;
/// Most control chunks that wait to be sent; what a peer provokes beyond is not answered.
const MAX_CONTROL: usize = 64;

/// A chunk other than data and SACK that waits to be sent.
#[derive(Debug)]
struct Control {
    kind: ChunkType,
    flags: u8,
    value: Vec<u8>,
    /// Where it must go, such as an answer; else the path for data.
    path: Option<PathId>,
}

/// A packet of its own that a path asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathQuestion {
    Heartbeat(PathId),
    Probe(PathId, u16),
}

/// The handshake's own state (RFC 9260 §5.1).
#[derive(Debug, Default)]
struct Handshake {
    /// The cookie to send back.
    cookie: Bytes,
    /// T1-init or T1-cookie.
    due: Option<Now>,
    tries: u32,
    /// When the chunk that is to be answered left first.
    sent_at: Option<Now>,
    timeout: Duration,
    /// The chunk is to be sent now.
    send: bool,
    /// By how much longer the next cookie should live (RFC 9260 §5.2.6).
    preserve: Option<Duration>,
    stale: u32,
}

/// The end's own state (RFC 9260 §9).
#[derive(Debug, Default)]
struct ShutdownState {
    /// T2-shutdown.
    due: Option<Now>,
    /// T5-shutdown-guard.
    guard: Option<Now>,
    /// SHUTDOWN or SHUTDOWN-ACK is to be sent now.
    send: bool,
    /// Where to, unless it is where data goes: where the peer's own came from, or after a timeout another.
    path: Option<PathId>,
}

/// An association.
#[derive(Debug)]
pub(crate) struct Association {
    config: AssociationConfig,
    state: AssociationState,
    port: u16,
    peer_port: u16,
    own: HandshakeOffer,
    /// The tag that packets to the peer carry; zero until its INIT-ACK.
    peer_tag: VerificationTag,
    /// What goes into the cookies of a peer that begins anew (RFC 9260 §5.2.2).
    tie: Option<(VerificationTag, VerificationTag)>,
    paths: PathSet,
    /// Addresses of the peer that the user called.
    called: Vec<IpAddr>,
    handshake: Handshake,
    ending: ShutdownState,
    transfer: Option<Transfer>,
    control: VecDeque<Control>,
    questions: VecDeque<PathQuestion>,
    events: VecDeque<AssociationEvent>,
    counters: AssociationCounters,
    random: Random,
    /// Something happened since the last burst.
    opportunity: bool,
    /// Data came, and what follows from it was not seen to yet.
    has_taken_data: bool,
    /// Something became readable since the endpoint asked.
    readable: bool,
    /// When user data last went either way.
    active_at: Now,
    /// When the first of the errors was seen that have been counted since the last sign of life.
    silent_from: Option<Now>,
}

impl Association {
    pub(crate) const fn state(&self) -> AssociationState {
        self.state
    }

    pub(crate) const fn own_tag(&self) -> VerificationTag {
        self.own.tag
    }

    pub(crate) const fn peer_tag(&self) -> VerificationTag {
        self.peer_tag
    }

    /// The tie-tags of this association, made when they are first wanted.
    pub(crate) fn tie(&mut self) -> (VerificationTag, VerificationTag) {
        let random = &mut self.random;
        *self.tie.get_or_insert_with(|| {
            (VerificationTag(random.nonzero()), VerificationTag(random.nonzero()))
        })
    }

    pub(crate) fn tags(&self) -> Tags {
        Tags { local: self.own.tag, peer: self.peer_tag, tie: self.tie }
    }

    /// Whether packets without a checksum are taken (RFC 9653 §5.3).
    pub(crate) fn accepts_zero_checksum(&self) -> bool {
        self.transfer.as_ref().is_some_and(|t| t.agreed.accept_zero_checksum)
    }

    pub(crate) const fn peer_port(&self) -> u16 {
        self.peer_port
    }

    pub(crate) const fn own_offer(&self) -> &HandshakeOffer {
        &self.own
    }

    pub(crate) const fn config(&self) -> &AssociationConfig {
        &self.config
    }

    /// Addresses of the peer, those not yet confirmed included.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = IpAddr> {
        self.paths.iter().map(|path| path.addr().ip())
    }

    /// Addresses that the peer has answered from, and those that the user called. Those that the peer
    /// merely named may be another's, who must not be taken for this peer (RFC 9260 §5.4).
    pub(crate) fn trusted_addresses(&self) -> impl Iterator<Item = IpAddr> {
        let confirmed = |path: &&Path| path.state() != PathState::Unconfirmed;
        let called = |path: &&Path| self.called.contains(&path.addr().ip());
        self.paths.iter().filter(move |p| confirmed(p) || called(p)).map(|path| path.addr().ip())
    }

    pub(crate) fn poll_event(&mut self) -> Option<AssociationEvent> {
        self.events.pop_front()
    }

    pub(crate) fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// Whether something became readable since this was asked last.
    pub(crate) fn take_readable(&mut self) -> bool {
        std::mem::take(&mut self.readable)
    }

    fn tell(&mut self, event: AssociationEvent) {
        if self.events.len() < MAX_EVENTS
            || matches!(event, AssociationEvent::Closed | AssociationEvent::Lost(_))
        {
            self.events.push_back(event);
        }
    }

    fn queue(&mut self, kind: ChunkType, value: Vec<u8>, path: Option<PathId>) {
        if self.control.len() < MAX_CONTROL {
            self.control.push_back(Control { kind, flags: 0, value, path });
        }
    }

    fn header(&self) -> CommonHeader {
        CommonHeader {
            source_port: self.port,
            destination_port: self.peer_port,
            verification_tag: self.peer_tag,
        }
    }
}
