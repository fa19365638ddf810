//! Packets in words, for traces of tests that failed.

use ferry_sctp_core::wire::{ChecksumCheck, Chunk, EncodeChunk, Packet};

/// A packet in one line.
pub fn packet(bytes: &[u8]) -> String {
    match Packet::parse(bytes, ChecksumCheck::Unchecked) {
        Err(why) => format!("{why}"),
        Ok(packet) => {
            let chunks: Vec<String> = packet
                .chunks()
                .map(|chunk| chunk.map_or_else(|why| format!("<{why}>"), |chunk| one(&chunk)))
                .collect();
            format!("{} {}", packet.header.verification_tag, chunks.join(" + "))
        }
    }
}

fn one(chunk: &Chunk<'_>) -> String {
    match chunk {
        Chunk::Data(data) => format!(
            "DATA {} s{} n{} {:?} {}B",
            data.header.tsn,
            data.header.stream,
            data.header.sequence,
            data.header.flags.bits(),
            data.payload.len()
        ),
        Chunk::IData(data) => format!(
            "I-DATA {} s{} m{} f{} {:?} {}B",
            data.header.tsn,
            data.header.stream,
            data.header.message,
            data.header.position.fragment(),
            data.header.flags().bits(),
            data.payload.len()
        ),
        Chunk::Sack(sack) => format!(
            "SACK {} rwnd {} gaps {:?} dups {}",
            sack.cumulative_tsn,
            sack.receiver_window,
            sack.gap_blocks.iter().map(|gap| (gap.start, gap.end)).collect::<Vec<_>>(),
            sack.duplicates.len()
        ),
        Chunk::Heartbeat(_) | Chunk::HeartbeatAck(_) | Chunk::CookieEcho(_) | Chunk::Pad(_) => {
            format!("{} {}B", chunk.chunk_type(), chunk.value_len())
        }
        other => format!("{other:?}"),
    }
}
