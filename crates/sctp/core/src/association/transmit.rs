//! Packets that leave (RFC 9260 §6.1): what goes where, and several of one size at once.

use std::net::{IpAddr, SocketAddr};

use super::outstanding::Flight;
use super::packing::Packing;
use super::transfer::Transfer;
use super::{Association, AssociationState, PathQuestion};
use crate::Now;
use crate::path::PathId;
use crate::wire::chunk::{CookieEcho, Heartbeat, Pad};
use crate::wire::packet::{CHUNK_HEADER, COMMON_HEADER};
use crate::wire::{ChunkType, VerificationTag};

/// Most bytes of one segmented call: what a UDP datagram may have.
const MAX_BATCH: usize = 65_000;
/// Bytes of a HEARTBEAT with its nonce: two headers and the nonce.
const HEARTBEAT: usize = CHUNK_HEADER + 4 + 8;

/// Packets to send: they lie end to end, all but the last `segment` bytes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transmit {
    /// Where to.
    pub to: SocketAddr,
    /// From which own address, where that matters.
    pub from: Option<IpAddr>,
    /// Bytes of each packet but the last.
    pub segment: usize,
    /// Bytes in all.
    pub len: usize,
    /// A probe of the MTU: it must not be cut on the way, and if the host finds it too long the
    /// endpoint is to be told.
    pub probe: bool,
}

/// What the next packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Handshake,
    Question(PathQuestion),
    /// Control chunks, SACK, FORWARD-TSN; data if there is room and leave.
    Control,
    Data,
}

impl Association {
    /// The next packets, appended to `out`, at most `most` of them.
    pub(crate) fn poll_transmit(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        most: usize,
    ) -> Option<Transmit> {
        if std::mem::take(&mut self.opportunity) {
            self.paths.begin_burst(now);
        }
        let mut batch: Option<Transmit> = None;
        let mut at = 0;
        while at < most.max(1) {
            at += 1;
            let Some((id, purpose)) = self.plan(now) else { break };
            let Some(path) = self.paths.get(id) else { break };
            let (to, from) = (path.addr(), path.source());
            let alone = matches!(purpose, Purpose::Question(_) | Purpose::Handshake);
            let limit = match &batch {
                Some(b) if b.to != to || b.from != from || alone => break,
                Some(b) if b.len + b.segment > MAX_BATCH => break,
                Some(b) => b.segment,
                None => self.limit(id, purpose),
            };
            let mut len = self.write(now, out, id, purpose, limit);
            if len == 0 && self.transfer.as_ref().is_some_and(|t| t.forward_now) {
                // All that there was to send again has been given up: the peer is to know that.
                len = self.write(now, out, id, purpose, limit);
            }
            if len == 0 {
                break;
            }
            self.counters.packets_sent += 1;
            let sent = batch.get_or_insert(Transmit {
                to,
                from,
                segment: len,
                len: 0,
                probe: matches!(purpose, Purpose::Question(PathQuestion::Probe(..))),
            });
            sent.len += len;
            // Only packets of one size are sent together.
            let full = usize::from(self.paths.packet_size()) & !3;
            if alone || len < sent.segment || len < full {
                break;
            }
            if purpose == Purpose::Data && len == sent.segment {
                let room = MAX_BATCH.saturating_sub(sent.len) / len;
                let packets = self.write_run(now, out, id, len, room.min(most.saturating_sub(at)));
                sent.len += packets * len;
                at += packets;
            }
        }
        batch
    }

    /// Whether there is anything for [`Self::poll_transmit`] to look at; it may find that all of it has to wait.
    pub(crate) fn has_output(&self) -> bool {
        let has_own = self.handshake.send
            || self.ending.send
            || !self.control.is_empty()
            || !self.questions.is_empty();
        has_own || self.transfer.as_ref().is_some_and(Transfer::has_output)
    }

    fn limit(&self, path: PathId, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Question(PathQuestion::Probe(_, packet)) => usize::from(packet),
            _ => {
                let own = self.paths.get(path).map_or(0, crate::path::Path::packet_size);
                usize::from(own.min(self.paths.packet_size()))
            }
        }
    }

    /// What the next packet is for and where it goes; `None` if nothing may leave.
    fn plan(&mut self, now: Now) -> Option<(PathId, Purpose)> {
        if self.handshake.send {
            return Some((self.handshake_path(), Purpose::Handshake));
        }
        if let Some(question) = self.questions.front() {
            let (PathQuestion::Heartbeat(path) | PathQuestion::Probe(path, _)) = *question;
            return Some((path, Purpose::Question(*question)));
        }
        if let Some(control) = self.control.front() {
            return Some((self.paths.for_control(control.path), Purpose::Control));
        }
        if self.ending.send {
            return Some((self.ending_path(), Purpose::Control));
        }
        if !self.state.is_up() {
            return None;
        }
        if self.state.sends_data()
            && let Some(path) = self.data_path(now)
        {
            return Some((path, Purpose::Data));
        }
        let transfer = self.transfer.as_ref()?;
        if transfer.acknowledgement.is_urgent() {
            let path = self.paths.for_control(transfer.acknowledgement.path);
            return Some((path, Purpose::Control));
        }
        transfer.forward_now.then(|| (self.paths.data_path(), Purpose::Control))
    }

    /// INITs and COOKIE-ECHOs that are sent again try the peer's addresses in turn (RFC 9260 §6.4.1), the
    /// primary first: the way on which the last answer came may have failed since.
    fn handshake_path(&self) -> PathId {
        let primary = self.paths.primary();
        let first = self.paths.iter().position(|path| path.id() == primary).unwrap_or(0);
        let count = self.paths.iter().count().max(1);
        let path = self.paths.iter().nth((first + self.handshake.tries as usize) % count);
        path.map_or(primary, crate::path::Path::id)
    }

    /// The path for the next packet with data: what is lost goes first (RFC 9260 §6.1 C).
    fn data_path(&mut self, now: Now) -> Option<PathId> {
        let transfer = self.transfer.as_mut()?;
        if let Some(place) = transfer.outstanding.next_lost(0) {
            let chunk = transfer.outstanding.get(place)?;
            let Flight::Lost(cause) = chunk.flight else { return None };
            let path = self.paths.for_retransmission(chunk.path, cause);
            let free = transfer.free_packet || self.paths.get_mut(path)?.allowance(now) > 0;
            return free.then_some(path);
        }
        if !transfer.outgoing.has_fragment() {
            self.paths.set_app_limited();
            return None;
        }
        let room = transfer.peer_window() > 0 || transfer.may_ask_for_room(now);
        let queued = transfer.outgoing.queued() as u64;
        if room { self.paths.for_new_data(now, queued) } else { None }
    }

    fn write(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        path: PathId,
        purpose: Purpose,
        limit: usize,
    ) -> usize {
        match purpose {
            Purpose::Handshake => self.write_handshake(now, out, limit),
            Purpose::Question(question) => self.write_question(now, out, question, limit),
            Purpose::Control | Purpose::Data => self.write_bundle(now, out, path, limit),
        }
    }

    fn write_handshake(&mut self, now: Now, out: &mut Vec<u8>, limit: usize) -> usize {
        let mut header = self.header();
        self.handshake.send = false;
        let init = self.state == AssociationState::CookieWait;
        if init {
            header.verification_tag = VerificationTag::ZERO;
        }
        let auth = self.transfer.as_ref().and_then(|t| t.agreed.authentication.as_ref());
        // A cookie is as long as the peer likes: rather a packet that IP cuts than none.
        let limit = limit.max(COMMON_HEADER + 64 + self.handshake.cookie.len()).max(1200);
        let mut packing = Packing::begin(out, header, limit, auth, false);
        let pushed = if init {
            packing.open(ChunkType::Init).and_then(|writer| match self.handshake.preserve {
                Some(more) => self.own.push_init_with_life(writer, more),
                None => self.own.push_init(writer),
            })
        } else {
            packing.push(&CookieEcho { cookie: &self.handshake.cookie })
        };
        if pushed.is_err() {
            return packing.finish();
        }
        if !init {
            while let Some(control) = self.control.front() {
                if packing.push_raw(control.kind, control.flags, &control.value).is_err() {
                    break;
                }
                self.control.pop_front();
            }
        }
        self.handshake.sent_at.get_or_insert(now);
        self.handshake.due = Some(now.saturating_add(self.handshake.timeout));
        self.counters.control_sent += 1;
        packing.finish()
    }

    /// A HEARTBEAT, padded if it probes the MTU (RFC 9260 §8.3, RFC 8899 §6.2).
    fn write_question(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        question: PathQuestion,
        limit: usize,
    ) -> usize {
        self.questions.pop_front();
        let nonce = self.random.u64();
        let header = self.header();
        let auth = self.transfer.as_ref().and_then(|t| t.agreed.authentication.as_ref());
        let mut packing = Packing::begin(out, header, limit, auth, false);
        if packing.push(&Heartbeat { info: &nonce.to_be_bytes() }).is_err() {
            return 0;
        }
        self.counters.control_sent += 1;
        match question {
            PathQuestion::Heartbeat(path) => self.paths.heartbeat_sent(now, path, nonce),
            PathQuestion::Probe(path, packet) => {
                let padding = vec![0; packing.left(ChunkType::Pad).saturating_sub(CHUNK_HEADER)];
                let _ = packing.push(&Pad { padding: &padding });
                self.paths.probe_sent(now, path, nonce, packet, true);
            }
        }
        debug_assert!(limit >= COMMON_HEADER + HEARTBEAT, "a path carries a HEARTBEAT");
        packing.finish()
    }
}
