//! Packets amid long messages, each like the one before: what is asked for every packet elsewhere is asked
//! once for all of them.

use super::Association;
use super::outstanding::SentChunk;
use super::transfer::Transfer;
use crate::Now;
use crate::path::PathId;
use crate::wire::chunk::{DataHeader, IDataHeader};
use crate::wire::packet::COMMON_HEADER;
use crate::wire::{ChecksumWrite, ChunkType, PacketWriter};

impl Association {
    /// Bytes of a message that a full packet carries.
    pub(crate) fn fragment_len(&self) -> usize {
        let packet = usize::from(self.paths.packet_size()) & !3;
        self.transfer.as_ref().map_or(0, |transfer| transfer.room_of(packet))
    }

    /// Appends up to `most` packets of exactly `len` bytes to `out`, each with one fragment amid a message,
    /// as long as nothing else is to be sent and the windows allow; tells how many.
    pub(super) fn write_run(
        &mut self,
        now: Now,
        out: &mut Vec<u8>,
        path: PathId,
        len: usize,
        most: usize,
    ) -> usize {
        if !self.has_only_data() || !self.takes_full_packets(path, len) {
            return 0;
        }
        let header = self.header();
        let Some(transfer) = &mut self.transfer else { return 0 };
        let interleaving = transfer.agreed.interleaving;
        let room = transfer.room_of(len);
        let Some(to) = self.paths.get_mut(path) else { return 0 };
        let allowance = to.allowance(now).min(transfer.peer_window());
        let window = to.window().min(transfer.peer_window());
        let burst = to.burst_left();
        let most = most.min(burst);
        let how = match transfer.agreed.send_zero_checksum {
            true => ChecksumWrite::Zero,
            false => ChecksumWrite::Crc32c,
        };
        let (mut packets, mut sent) = (0, 0);
        while packets < most && allowance >= sent + room as u64 {
            let next = transfer.outgoing.next_full(now, room);
            let Some((message, mut fragment)) = next else { break };
            // What nothing may follow is acknowledged at once (RFC 7053 §4).
            let left = window.saturating_sub(sent + room as u64);
            fragment.flags.immediate |= left < room as u64 || packets + 1 >= burst;
            let tsn = transfer.outstanding.last().next();
            let chunk = SentChunk::new(message, fragment, path, now);
            let payload = &chunk.fragment.payload[..];
            let mut writer = PacketWriter::begin(out, header, len);
            let pushed = match interleaving {
                true => writer.push_i_data(&chunk.fragment.i_data_header(tsn), room, [payload]),
                false => writer.push_data(&chunk.fragment.data_header(tsn), room, [payload]),
            };
            debug_assert!(pushed.is_ok(), "the room was measured");
            writer.finish(how);
            transfer.outstanding.push(chunk);
            packets += 1;
            sent += room as u64;
        }
        if packets > 0 {
            self.counters.chunks_sent += packets as u64;
            self.counters.packets_sent += packets as u64;
            let packet = u16::try_from(len).unwrap_or(u16::MAX);
            self.paths.on_run_sent(now, path, sent, packets as u32, packet);
            self.note_sent(now, false);
        }
        packets
    }

    /// Whether a path takes new data, in packets of this length: one that carries what is sent again may be another
    /// path, or longer.
    fn takes_full_packets(&self, path: PathId, len: usize) -> bool {
        let Some(transfer) = &self.transfer else { return false };
        let full = usize::from(self.paths.packet_size()) & !3;
        len == full && self.paths.takes_new_data(path, transfer.outgoing.queued() as u64)
    }

    /// Whether data, sent for the first time and without proof, is all that there is to send on any path.
    fn has_only_data(&self) -> bool {
        let Some(transfer) = &self.transfer else { return false };
        let kind = if transfer.agreed.interleaving { ChunkType::IData } else { ChunkType::Data };
        let proves = transfer.agreed.authentication.as_ref().is_some_and(|a| a.peer_demands(kind));
        let is_quiet = self.control.is_empty()
            && self.questions.is_empty()
            && !self.handshake.send
            && !self.ending.send;
        is_quiet
            && !proves
            && !self.config.paths.multipath
            && !transfer.forward_now
            && transfer.acknowledgement.packets == 0
            && !transfer.acknowledgement.is_urgent()
            && transfer.outstanding.lost() == 0
    }
}

impl Transfer {
    /// Bytes of a message in a packet of `len` bytes with nothing else, not even a proof.
    fn room_of(&self, len: usize) -> usize {
        let header = if self.agreed.interleaving { IDataHeader::LEN } else { DataHeader::LEN };
        len.saturating_sub(COMMON_HEADER + header)
    }
}
