//! What is bundled into a packet (RFC 9260 §6.10): control chunks, SACK, FORWARD-TSN, data.

use super::outstanding::{Flight, SentChunk};
use super::packing::Packing;
use super::{Association, AssociationState};
use crate::Now;
use crate::path::PathId;
use crate::streams::Retransmission;
use crate::wire::chunk::{
    DataHeader, ForwardTsn, GapBlock, IDataHeader, IForwardTsn, Sack, Shutdown, ShutdownAck,
    SkippedMessage, SkippedStream,
};
use crate::wire::packet::{CHUNK_HEADER, COMMON_HEADER};
use crate::wire::{ChunkType, List};

/// Gap blocks that one SACK tells of.
const MAX_BLOCKS: usize = 64;
/// Entries of one FORWARD-TSN.
const MAX_SKIPS: usize = 64;

impl Association {
    /// Control chunks, SACK, FORWARD-TSN and data, as far as they fit (RFC 9260 §6.10).
    pub(super) fn write_bundle(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        path: PathId,
        limit: usize,
    ) -> usize {
        let header = self.header();
        let Some(transfer) = &mut self.transfer else {
            // An ABORT in answer to an INIT-ACK that cannot be used.
            let mut packing = Packing::begin(out, header, limit, None, false);
            while let Some(control) = self.control.pop_front() {
                let _ = packing.push_raw(control.kind, control.flags, &control.value);
            }
            return packing.finish();
        };
        // Out for the time of the packet, so that the rest can change.
        let auth = transfer.agreed.authentication.take();
        let zero = transfer.agreed.send_zero_checksum;
        let interleaving = transfer.agreed.interleaving;
        let kind = if interleaving { ChunkType::IData } else { ChunkType::Data };
        let proof = auth.as_ref().filter(|a| a.peer_demands(kind)).map_or(0, |a| a.chunk_len());
        let longest = self.longest_lost(proof);
        // A chunk cut for a larger MTU than there is now travels alone, and IP cuts the packet.
        let limit = limit.max(longest.map_or(0, |len| COMMON_HEADER + 64 + len));
        let packing = Packing::begin(out, header, limit, auth.as_ref(), zero);
        let len = self.fill(now, packing.interleaving(interleaving), path);
        if let Some(transfer) = &mut self.transfer {
            transfer.agreed.authentication = auth;
        }
        len
    }

    fn fill(&mut self, now: Now, mut packing: Packing<'_>, path: PathId) -> usize {
        if self.push_control(now, &mut packing, path) == Bundle::Open && self.state.is_up() {
            self.push_sack(&mut packing);
            self.push_forward(now, &mut packing);
            if self.state.sends_data() {
                self.push_data(now, &mut packing, path);
            }
        }
        packing.finish()
    }

    /// Length of the chunk to be sent again, with the `proof` before it, if it is longer than any packet
    /// now.
    fn longest_lost(&mut self, proof: usize) -> Option<usize> {
        let most = usize::from(self.paths.packet_size());
        let transfer = self.transfer.as_mut()?;
        let place = transfer.outstanding.next_lost(0)?;
        let header = if transfer.agreed.interleaving { IDataHeader::LEN } else { DataHeader::LEN };
        let len = transfer.outstanding.get(place)?.fragment.payload.len() + header + proof;
        (len + COMMON_HEADER > most).then_some(len)
    }

    fn push_control(&mut self, now: Now, packing: &mut Packing<'_>, path: PathId) -> Bundle {
        while let Some(control) = self.control.front() {
            let elsewhere = control.path.is_some_and(|to| self.paths.for_control(Some(to)) != path);
            let last = matches!(control.kind, ChunkType::ShutdownComplete | ChunkType::Abort);
            if elsewhere && !last {
                break;
            }
            let pushed = packing.push_raw(control.kind, control.flags, &control.value);
            if pushed.is_err() && !packing.is_empty() {
                return Bundle::Closed;
            }
            // What does not fit into any packet is not sent at all.
            self.control.pop_front();
            self.counters.control_sent += 1;
            if last {
                return Bundle::Closed;
            }
        }
        if std::mem::take(&mut self.ending.send) {
            self.push_ending(now, packing);
        }
        Bundle::Open
    }

    /// SHUTDOWN or SHUTDOWN-ACK (RFC 9260 §9.2).
    fn push_ending(&mut self, now: Now, packing: &mut Packing<'_>) {
        let Some(transfer) = &self.transfer else { return };
        let pushed = match self.state {
            AssociationState::ShutdownSent => {
                let cumulative_tsn = transfer.arrived.cumulative();
                packing.push(&Shutdown { cumulative_tsn })
            }
            AssociationState::ShutdownAckSent => packing.push(&ShutdownAck),
            _ => return,
        };
        if pushed.is_ok() {
            self.ending.due = Some(now.saturating_add(self.rto()));
            self.counters.control_sent += 1;
        }
    }

    /// The retransmission timeout of the path for data.
    pub(super) fn rto(&self) -> std::time::Duration {
        let path = self.paths.get(self.paths.data_path());
        path.map_or(self.config.paths.rto.initial, |path| path.rto().current())
    }

    /// A SACK, if any data came since the last (RFC 9260 §6.2).
    fn push_sack(&mut self, packing: &mut Packing<'_>) {
        let packet = usize::from(self.paths.packet_size());
        let Some(transfer) = &mut self.transfer else { return };
        if !transfer.acknowledgement.is_urgent() && transfer.acknowledgement.packets == 0 {
            return;
        }
        let duplicates = transfer.arrived.duplicates().len();
        let room = packing.left(ChunkType::Sack).saturating_sub(Sack::LEN + 4 * duplicates);
        let mut blocks = [GapBlock::default(); MAX_BLOCKS];
        let most = (room / 4).min(MAX_BLOCKS);
        let sack = Sack {
            cumulative_tsn: transfer.arrived.cumulative(),
            receiver_window: transfer.incoming.window(packet),
            gap_blocks: List::of(transfer.arrived.blocks(&mut blocks[..most])),
            duplicates: List::of(transfer.arrived.duplicates()),
        };
        if packing.push(&sack).is_err() {
            return;
        }
        transfer.incoming.advertise(packet);
        transfer.arrived.forget_duplicates();
        transfer.acknowledgement.told();
        self.counters.sacks_sent += 1;
    }

    /// FORWARD-TSN or I-FORWARD-TSN (RFC 3758 §3.5 C2, RFC 8260 §2.3.1).
    fn push_forward(&mut self, now: Now, packing: &mut Packing<'_>) {
        let rto = self.rto();
        let Some(transfer) = &mut self.transfer else { return };
        if !transfer.forward_now {
            return;
        }
        let point = transfer.outstanding.forward_point();
        if point == transfer.outstanding.acked() {
            transfer.forward_now = false;
            return;
        }
        let kind = if transfer.agreed.interleaving { 8 } else { 4 };
        let room = packing.left(ChunkType::ForwardTsn).saturating_sub(CHUNK_HEADER + 4) / kind;
        let most = room.min(MAX_SKIPS);
        transfer.skips.clear();
        let mut reached = transfer.outstanding.acked();
        for chunk in transfer.outstanding.iter() {
            let next = reached.next();
            let given_up = chunk.flight == Flight::Abandoned;
            if next.after(point) || given_up && !transfer.skips.note(chunk.fragment.skip(), most) {
                break;
            }
            reached = next;
        }
        if reached == transfer.outstanding.acked() {
            return;
        }
        let pushed = if transfer.agreed.interleaving {
            let entries = transfer.skips.as_slice().iter().map(|skip| SkippedMessage {
                stream: skip.stream,
                unordered: skip.unordered,
                message: skip.message,
            });
            let entries: Vec<SkippedMessage> = entries.collect();
            let messages = List::of(&entries);
            packing.push(&IForwardTsn { new_cumulative_tsn: reached, messages })
        } else {
            let entries = transfer.skips.as_slice().iter().map(|skip| SkippedStream {
                stream: skip.stream,
                sequence: crate::serial::StreamSequence(skip.message.0 as u16),
            });
            let entries: Vec<SkippedStream> = entries.collect();
            let streams = List::of(&entries);
            packing.push(&ForwardTsn { new_cumulative_tsn: reached, streams })
        };
        if pushed.is_ok() {
            transfer.forward_now = false;
            transfer.forward_due = Some(now.saturating_add(rto));
            self.counters.control_sent += 1;
        }
    }

    /// Chunks to be sent again, then new ones, as the windows allow.
    fn push_data(&mut self, now: Now, packing: &mut Packing<'_>, path: PathId) {
        let mut sent = 0_u64;
        let again = self.push_lost(now, packing, path, &mut sent);
        let Some(transfer) = &self.transfer else { return };
        let lost = transfer.outstanding.lost() > 0;
        let queued = transfer.outgoing.queued() as u64;
        // An answer that goes to another path takes no data there.
        if !lost && self.paths.takes_new_data(path, queued) {
            self.push_new(now, packing, path, &mut sent);
        }
        if sent == 0 {
            return;
        }
        let packet = u16::try_from(packing.len()).unwrap_or(u16::MAX);
        self.paths.on_sent(now, path, sent, packet, again);
        self.note_sent(now, again);
    }

    /// Data left, some of it `again`.
    pub(super) fn note_sent(&mut self, now: Now, again: bool) {
        self.active_at = now;
        if let Some(transfer) = &mut self.transfer {
            transfer.dry = false;
            if !again {
                transfer.acknowledgement.note_answer(now, self.config.answer_delay);
            }
            transfer.arm_probe(now, &self.paths, self.config.early_recovery);
        }
    }

    fn push_lost(
        &mut self,
        now: Now,
        packing: &mut Packing<'_>,
        path: PathId,
        sent: &mut u64,
    ) -> bool {
        let Some(transfer) = &mut self.transfer else { return false };
        let mut from = 0;
        let mut pushed = false;
        let first = transfer.outstanding.tsn(0);
        while let Some(place) = transfer.outstanding.next_lost(from) {
            from = place + 1;
            let tsn = transfer.outstanding.tsn(place);
            let Some(chunk) = transfer.outstanding.get(place) else { break };
            let Flight::Lost(cause) = chunk.flight else { break };
            if self.paths.for_retransmission(chunk.path, cause) != path {
                continue;
            }
            let free = self.paths.get_mut(path).map_or(0, |p| p.allowance(now));
            if free <= *sent && !transfer.free_packet {
                break;
            }
            let (message, again) = (chunk.message, chunk.again);
            if transfer.outgoing.retransmission(now, message, again) == Retransmission::Abandoned {
                transfer.settle_abandoned(now, &mut self.paths, &mut self.events);
                continue;
            }
            let Some(chunk) = transfer.outstanding.get_mut(place) else { break };
            if packing.push_fragment(&chunk.fragment, tsn).is_err() {
                break;
            }
            *sent += u64::from(chunk.bytes());
            (chunk.path, chunk.sent_at, chunk.misses) = (path, now, 0);
            chunk.again = chunk.again.saturating_add(1);
            transfer.outstanding.set(place, Flight::Flying);
            self.counters.retransmissions += 1;
            pushed = true;
            if tsn == first {
                self.paths.restart_t3(now, path);
            }
        }
        transfer.free_packet &= !pushed;
        pushed
    }

    fn push_new(&mut self, now: Now, packing: &mut Packing<'_>, path: PathId, sent: &mut u64) {
        let Some(transfer) = &mut self.transfer else { return };
        let interleaving = transfer.agreed.interleaving;
        let (kind, header) = if interleaving {
            (ChunkType::IData, IDataHeader::LEN)
        } else {
            (ChunkType::Data, DataHeader::LEN)
        };
        let size = usize::from(self.paths.packet_size()) & !3;
        let full = size.saturating_sub(COMMON_HEADER + packing.authentication_len(kind) + header);
        transfer.outgoing.begin_packet(full.max(1));
        loop {
            // A packet that is longer for the sake of an old chunk gives new ones no more room.
            let room = packing.left(kind).min(size.saturating_sub(packing.len()));
            let room = room.saturating_sub(header);
            let window = transfer.peer_window();
            let probe = window == 0 && transfer.may_ask_for_room(now);
            let free = self.paths.get_mut(path).map_or(0, |p| p.allowance(now));
            let room =
                if probe { room } else { room.min(usize::try_from(window).unwrap_or(usize::MAX)) };
            if room == 0 || free <= *sent {
                break;
            }
            let Some((message, mut fragment)) = transfer.outgoing.next_fragment(now, room) else {
                break;
            };
            // The end of a long message with nothing behind it is acknowledged at once.
            let tail = fragment.flags.ending && !fragment.flags.beginning;
            let is_last = !transfer.outgoing.has_fragment();
            fragment.flags.immediate |= tail && is_last;
            // So is what nothing may follow before, for want of a window or of room (RFC 7053 §4).
            let len = fragment.payload.len() as u64;
            let (cwnd, burst) =
                self.paths.get(path).map_or((0, 0), |p| (p.window(), p.burst_left()));
            let left = cwnd.saturating_sub(*sent + len).min(window.saturating_sub(len));
            let is_full = transfer.outgoing.held() > self.config.send_buffer / 4 * 3;
            fragment.flags.immediate |= left < full as u64 || burst <= 1 || is_last && is_full;
            let chunk = SentChunk::new(message, fragment, path, now);
            let tsn = transfer.outstanding.last().next();
            let pushed = packing.push_fragment(&chunk.fragment, tsn);
            debug_assert!(pushed.is_ok(), "the room was measured");
            *sent += u64::from(chunk.bytes());
            transfer.outstanding.push(chunk);
            self.counters.chunks_sent += 1;
        }
        transfer.settle_abandoned(now, &mut self.paths, &mut self.events);
    }
}

/// Whether more may be bundled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bundle {
    Open,
    Closed,
}
