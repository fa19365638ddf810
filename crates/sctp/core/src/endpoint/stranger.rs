//! Answers to packets that belong to no association (RFC 9260 §8.4), which keep no state and must not
//! serve to flood a third party.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};

use super::Endpoint;
use crate::Now;
use crate::association::Transmit;
use crate::handshake::is_unicast;
use crate::wire::chunk::{Abort, EncodeChunk, ShutdownComplete};
use crate::wire::{
    Cause, Causes, ChecksumWrite, Chunk, ChunkType, CommonHeader, Packet, PacketWriter,
    VerificationTag,
};

/// Answers that wait to be sent; what would be more is not answered.
const MAX_WAITING: usize = 1024;
/// Bytes by which answers may exceed what was asked, before anybody proved to be where they say.
const BUDGET: u64 = 256 << 10;
/// Bytes by which that grows again each second.
const REFILL: u64 = 256 << 10;

#[derive(Debug)]
struct StrangerAnswer {
    to: SocketAddr,
    from: Option<IpAddr>,
    bytes: Vec<u8>,
}

/// Answers under way, and how much they may still exceed the questions.
#[derive(Debug)]
pub(super) struct Strangers {
    answers: VecDeque<StrangerAnswer>,
    budget: u64,
    filled: Now,
}

impl Default for Strangers {
    fn default() -> Self {
        Self { answers: VecDeque::new(), budget: BUDGET, filled: Now::ZERO }
    }
}

impl Strangers {
    pub(super) fn has_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    pub(super) fn poll(&mut self, out: &mut Vec<u8>) -> Option<Transmit> {
        let StrangerAnswer { to, from, bytes } = self.answers.pop_front()?;
        out.extend_from_slice(&bytes);
        Some(Transmit { to, from, segment: bytes.len(), len: bytes.len(), probe: false })
    }

    /// Whether `more` bytes than were asked with may be answered.
    fn may_exceed(&mut self, now: Now, more: u64) -> bool {
        let elapsed = now.saturating_sub(self.filled).as_micros() as u64;
        self.filled = self.filled.max(now);
        let refill = elapsed.saturating_mul(REFILL) / 1_000_000;
        self.budget = self.budget.saturating_add(refill).min(BUDGET);
        let left = self.budget.checked_sub(more);
        self.budget = left.unwrap_or(self.budget);
        left.is_some()
    }
}

/// Where an answer goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) now: Now,
    pub(super) from: SocketAddr,
    pub(super) to: Option<IpAddr>,
    /// Bytes of the question.
    pub(super) asked: usize,
    pub(super) header: CommonHeader,
}

impl Endpoint {
    /// Queues an answer of one packet, filled by `fill`.
    pub(super) fn answer(
        &mut self,
        asker: &Asker,
        tag: VerificationTag,
        fill: impl FnOnce(&mut PacketWriter<'_, Vec<u8>>) -> bool,
    ) {
        let header = CommonHeader {
            source_port: asker.header.destination_port,
            destination_port: asker.header.source_port,
            verification_tag: tag,
        };
        let mut bytes = Vec::new();
        let mut writer = PacketWriter::begin(&mut bytes, header, 65_000);
        if !fill(&mut writer) {
            return;
        }
        writer.finish(ChecksumWrite::Crc32c);
        let more = bytes.len().saturating_sub(asker.asked) as u64;
        let room = self.strangers.answers.len() < MAX_WAITING;
        if !room || more > 0 && !self.strangers.may_exceed(asker.now, more) {
            self.counters.unanswered += 1;
            return;
        }
        self.strangers.answers.push_back(StrangerAnswer { to: asker.from, from: asker.to, bytes });
    }

    pub(super) fn answer_chunk(
        &mut self,
        asker: &Asker,
        tag: VerificationTag,
        chunk: &impl EncodeChunk,
    ) {
        self.answer(asker, tag, |writer| writer.push(chunk).is_ok());
    }

    /// An ABORT that names one cause.
    pub(super) fn answer_abort(&mut self, asker: &Asker, tag: VerificationTag, cause: Cause<'_>) {
        let causes = [cause];
        self.answer_chunk(asker, tag, &Abort { reflected_tag: false, causes: Causes::of(&causes) });
    }

    /// A packet out of the blue (RFC 9260 §8.4, rules 1 to 8; INIT and COOKIE-ECHO are not among them).
    pub(super) fn out_of_the_blue(&mut self, asker: &Asker, packet: &Packet<'_>) {
        self.counters.out_of_the_blue += 1;
        if !is_unicast(asker.from.ip()) {
            return;
        }
        let tag = packet.header.verification_tag;
        for chunk in packet.chunks() {
            match chunk {
                // A reply to one of these could go on for ever; malformed chunks deserve none.
                Ok(Chunk::Abort(_) | Chunk::CookieAck(_) | Chunk::ShutdownComplete(_)) | Err(_) => {
                    return;
                }
                Ok(Chunk::Error(error)) => {
                    let stale = |cause| matches!(cause, Ok(Cause::StaleCookie(_)));
                    if error.causes.iter().any(stale) {
                        return;
                    }
                }
                Ok(_) => {}
            }
        }
        if packet.first_chunk_type() == ChunkType::ShutdownAck {
            self.answer_chunk(asker, tag, &ShutdownComplete { reflected_tag: true });
        } else {
            self.answer_chunk(asker, tag, &Abort { reflected_tag: true, causes: Causes::empty() });
        }
    }
}
