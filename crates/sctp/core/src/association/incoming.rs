//! Packets that come: every chunk in turn (RFC 9260 §3.2, §6.10, §8.5).

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;

use super::begin::encoded;
use super::{Association, AssociationEvent, AssociationState, Loss};
use crate::Now;
use crate::authentication::AuthError;
use crate::endpoint::EndpointCounters;
use crate::path::PathId;
use crate::streams::Fragment;
use crate::wire::chunk::{Abort, ErrorChunk, Heartbeat, HeartbeatAck, RawChunk};
use crate::wire::{Cause, CauseCode, Chunk, ChunkType, Packet, Parameter, Parameters};

/// Bytes of the peer's reason that are kept.
const MAX_REASON: usize = 256;

/// A packet whose checksum and verification tag are right.
pub(crate) struct VerifiedPacket<'a> {
    pub(crate) now: Now,
    /// The datagram; payloads are kept as parts of it.
    pub(crate) datagram: &'a Bytes,
    pub(crate) packet: Packet<'a>,
    pub(crate) from: SocketAddr,
    pub(crate) to: Option<IpAddr>,
    /// The chunks before this distance were handled by the endpoint.
    pub(crate) after: usize,
    /// Those that follow stand behind an AUTH that was right.
    pub(crate) authenticated: bool,
}

/// Whether the rest of the packet is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Stop,
}

impl Association {
    /// Takes a packet; [`Self::settle_taken`] has to follow, once for several.
    pub(crate) fn take(&mut self, arrival: &VerifiedPacket<'_>, counted: &mut EndpointCounters) {
        let Some(path) = self.path_of(arrival) else {
            counted.unknown_source += 1;
            return;
        };
        self.counters.packets_received += 1;
        let mut authenticated = arrival.authenticated;
        let mut data = false;
        for raw in arrival.packet.raw_chunks() {
            let raw = match raw {
                Ok(raw) if raw.offset < arrival.after => continue,
                Ok(raw) => raw,
                Err(error) => {
                    counted.malformed(error.kind);
                    break;
                }
            };
            if raw.chunk_type == ChunkType::Auth {
                match self.check(arrival, &raw, counted) {
                    Next::GoOn => authenticated = true,
                    Next::Stop => break,
                }
                continue;
            }
            if !authenticated && self.demands_authentication(raw.chunk_type) {
                counted.unauthenticated += 1;
                continue;
            }
            match Chunk::decode(&raw) {
                Ok(Chunk::Data(chunk)) => {
                    data = true;
                    let payload = arrival.datagram.slice_ref(chunk.payload);
                    let fragment = Fragment::from_data(&chunk.header, payload);
                    self.on_data(arrival.now, chunk.header.tsn, fragment, false);
                }
                Ok(Chunk::IData(chunk)) => {
                    data = true;
                    let payload = arrival.datagram.slice_ref(chunk.payload);
                    let fragment = Fragment::from_i_data(&chunk.header, payload);
                    self.on_data(arrival.now, chunk.header.tsn, fragment, true);
                }
                Ok(chunk) => {
                    if self.on_control(arrival, chunk, path) == Next::Stop {
                        break;
                    }
                }
                Err(error) => counted.malformed(error.kind),
            }
            if self.state == AssociationState::Closed {
                break;
            }
        }
        if data {
            self.note_data(arrival.now, path);
        }
    }

    /// Sees to what follows from the packets that were taken.
    pub(crate) fn settle_taken(&mut self, now: Now) {
        if std::mem::take(&mut self.has_taken_data) {
            self.after_data(now);
        }
        self.settle(now);
    }

    /// The path that a packet came on. Over UDP a known address may have got another port on the way
    /// (RFC 6951 §5.4); the packet's tag was right, so the path follows it.
    fn path_of(&mut self, arrival: &VerifiedPacket<'_>) -> Option<PathId> {
        if let Some(path) = self.paths.find(arrival.from) {
            // The peer reaches this own address: answers leave from it.
            if let Some(path) = self.paths.get_mut(path).filter(|p| p.source().is_none()) {
                path.set_source(arrival.to);
            }
            return Some(path);
        }
        let moved = self.paths.iter().find(|p| p.addr().ip() == arrival.from.ip())?.id();
        if let Some(path) = self.paths.get_mut(moved) {
            path.set_addr(arrival.from);
        }
        Some(moved)
    }

    fn demands_authentication(&self, kind: ChunkType) -> bool {
        let agreed = self.transfer.as_ref().and_then(|t| t.agreed.authentication.as_ref());
        agreed.is_some_and(|authentication| authentication.demanded(kind))
    }

    /// RFC 4895 §6.3: what follows a wrong AUTH is dropped.
    fn check(
        &mut self,
        arrival: &VerifiedPacket<'_>,
        raw: &RawChunk<'_>,
        counted: &mut EndpointCounters,
    ) -> Next {
        let agreed = self.transfer.as_ref().and_then(|t| t.agreed.authentication.as_ref());
        let Some(authentication) = agreed else {
            return Next::Stop;
        };
        let Ok(Chunk::Auth(chunk)) = Chunk::decode(raw) else {
            return Next::Stop;
        };
        match authentication.verify(arrival.packet.bytes(), &chunk, raw.offset) {
            Ok(()) => Next::GoOn,
            Err(error) => {
                counted.forged += 1;
                if let AuthError::UnsupportedHmac(id) = error {
                    let value = encoded(Cause::UnsupportedHmac(id));
                    self.queue(ChunkType::Error, value, None);
                }
                Next::Stop
            }
        }
    }

    fn on_control(&mut self, arrival: &VerifiedPacket<'_>, chunk: Chunk<'_>, path: PathId) -> Next {
        let now = arrival.now;
        match chunk {
            Chunk::Sack(sack) => {
                self.on_sack(now, &sack, path);
            }
            Chunk::InitAck(ack) => self.on_init_ack(now, &ack, arrival.from),
            Chunk::CookieAck(_) => self.on_cookie_ack(now, arrival.from),
            Chunk::Heartbeat(beat) => self.on_heartbeat(&beat, path),
            Chunk::HeartbeatAck(ack) => self.on_heartbeat_ack(now, &ack),
            Chunk::Abort(abort) => self.on_abort(&abort),
            Chunk::Shutdown(shutdown) => self.on_shutdown(now, shutdown.cumulative_tsn, path),
            Chunk::ShutdownAck(_) => self.on_shutdown_ack(),
            Chunk::ShutdownComplete(_) => self.on_shutdown_complete(),
            Chunk::Error(error) => self.on_error(&error),
            Chunk::ForwardTsn(forward) => {
                let skips = forward.streams.iter().map(|skip| crate::streams::Skip {
                    stream: skip.stream,
                    unordered: false,
                    message: crate::serial::MessageId(u32::from(skip.sequence.0)),
                });
                self.on_forward(now, forward.new_cumulative_tsn, skips, false, path);
            }
            Chunk::IForwardTsn(forward) => {
                let skips = forward.messages.iter().map(|skip| crate::streams::Skip {
                    stream: skip.stream,
                    unordered: skip.unordered,
                    message: skip.message,
                });
                self.on_forward(now, forward.new_cumulative_tsn, skips, true, path);
            }
            Chunk::ReConfig(chunk) => self.on_re_config(&chunk, path),
            Chunk::Asconf(chunk) => self.on_asconf(now, &chunk, arrival.from, path),
            Chunk::AsconfAck(chunk) => self.on_asconf_ack(now, &chunk),
            Chunk::Unknown(raw) if raw.chunk_type == super::limits::STREAM_LIMITS => {
                self.on_limits(now, &raw);
            }
            Chunk::Unknown(raw) => return self.on_unknown(&raw, path),
            // The endpoint's (INIT, COOKIE-ECHO), padding, or of no meaning here.
            _ => {}
        }
        Next::GoOn
    }

    /// RFC 9260 §3.2: the two highest bits say what to do.
    fn on_unknown(&mut self, raw: &RawChunk<'_>, path: PathId) -> Next {
        if raw.action().report {
            let value = encoded(Cause::UnrecognizedChunk(raw.bytes));
            self.queue(ChunkType::Error, value, Some(path));
        }
        if raw.action().skip { Next::GoOn } else { Next::Stop }
    }

    /// RFC 9260 §8.3: brought back at once, as it came.
    fn on_heartbeat(&mut self, beat: &Heartbeat<'_>, path: PathId) {
        if !self.state.is_up() {
            return;
        }
        let mut value = Vec::new();
        Parameters::of(&[Parameter::HeartbeatInfo(beat.info)]).encode(&mut value);
        self.queue(ChunkType::HeartbeatAck, value, Some(path));
    }

    fn on_heartbeat_ack(&mut self, now: Now, ack: &HeartbeatAck<'_>) {
        if let Ok(nonce) = ack.info.try_into().map(u64::from_be_bytes) {
            let jitter = self.random.u32();
            self.paths.on_heartbeat_ack(now, nonce, jitter);
            self.opportunity = true;
        }
    }

    fn on_abort(&mut self, abort: &Abort<'_>) {
        if self.state == AssociationState::ShutdownAckSent && abort.reflected_tag {
            // The peer is done and answers thus something that was overtaken on another path; both have
            // everything, and only its SHUTDOWN-COMPLETE is missing.
            return self.close(AssociationEvent::Closed);
        }
        let mut causes = abort.causes.iter().filter_map(Result::ok);
        let first = causes.next();
        let reason = match first {
            Some(Cause::UserInitiatedAbort(why) | Cause::ProtocolViolation(why)) => {
                why[..why.len().min(MAX_REASON)].to_vec()
            }
            _ => Vec::new(),
        };
        let cause = first.map(|cause| cause.code());
        self.close(AssociationEvent::Lost(Loss::AbortedByPeer { cause, reason }));
    }

    fn on_error(&mut self, error: &ErrorChunk<'_>) {
        for cause in error.causes.iter().filter_map(Result::ok) {
            match cause {
                Cause::StaleCookie(microseconds) => {
                    let staleness = std::time::Duration::from_micros(microseconds.into());
                    self.on_stale_cookie(staleness);
                }
                Cause::CookieWhileShuttingDown if self.state == AssociationState::CookieEchoed => {
                    // The peer still ends an older association; T1 tries again (RFC 9260 §5.2.4).
                }
                other if other.code() == CauseCode::UnrecognizedParameters => {}
                other => self.tell(AssociationEvent::PeerError(other.code())),
            }
        }
    }

    fn on_re_config(&mut self, chunk: &crate::wire::chunk::ReConfig<'_>, path: PathId) {
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.re_configuration) else {
            return;
        };
        if !self.state.is_up() {
            return;
        }
        let asked = transfer.re_configuration.next_due().is_some();
        let answer = transfer.re_configuration.on_chunk(
            chunk,
            transfer.arrived.cumulative(),
            &mut transfer.incoming,
            &mut transfer.outgoing,
            &mut self.events,
        );
        if asked && transfer.re_configuration.next_due().is_none() {
            self.paths.answered();
        }
        if let Some(value) = answer {
            self.queue(ChunkType::ReConfig, value, Some(path));
        }
        self.opportunity = true;
    }
}
