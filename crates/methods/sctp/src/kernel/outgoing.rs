//! Frames to a peer: which stream each takes, and how long ones are cut.

use super::socket::{KernelPayloadKind, Wire};
use ferry_method::{Header, StreamKey};
use ferry_sys::SctpAssociation;
use ferry_wire::HEADER_LEN;
use std::io;

/// All streams to a peer.
pub(crate) struct Outgoing {
    /// Streams beside stream 0 that are asked for.
    pool: u16,
    /// By stream: whose frame is partly written. Nothing else is written to the stream meanwhile.
    open: Vec<Option<StreamKey>>,
}

impl Outgoing {
    pub(crate) fn new(pool: u16) -> Self {
        Outgoing { pool, open: Vec::new() }
    }

    /// The association stands and has so many streams.
    pub(crate) fn begin(&mut self, streams: u16) {
        self.pool = self.pool.min(streams.saturating_sub(1));
        self.open = vec![None; usize::from(self.pool) + 1];
    }

    /// Streams there are.
    pub(crate) fn count(&self) -> usize {
        self.open.len()
    }

    /// The stream of a key.
    fn stream_of(&self, StreamKey(key): StreamKey) -> u16 {
        match (self.pool, key) {
            (0, _) | (_, 0) => 0,
            (n, key) if key >> 63 == 0 => 1 + ((key - 1) % u64::from(n)) as u16,
            (n, key) => 1 + ((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % u64::from(n)) as u16,
        }
    }

    /// Writes as much of a frame as there is room for; true when all of it is taken.
    pub(crate) fn send(
        &mut self,
        wire: &Wire,
        association: SctpAssociation,
        (header, payload): (&Header, &[u8]),
        done: &mut usize,
    ) -> io::Result<bool> {
        let key = header.stream_key();
        let stream = self.stream_of(key);
        let Some(open) = self.open.get_mut(usize::from(stream)) else { return Ok(false) };
        // Another frame has the stream until it ends.
        if *done == 0 && open.is_some() {
            return Ok(false);
        }
        let head = header.encode(payload.len() as u32);
        let all = HEADER_LEN + payload.len();
        while *done < all {
            let head = &head[(*done).min(HEADER_LEN)..];
            let rest = &payload[done.saturating_sub(HEADER_LEN)..];
            let piece = &rest[..rest.len().min(wire.cut.saturating_sub(head.len()))];
            if !wire.send((association, stream), KernelPayloadKind::Frame, [head, piece])? {
                break;
            }
            *done += head.len() + piece.len();
            *open = (*done < all).then_some(key);
        }
        Ok(*done == all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_is_apart_and_the_pool_is_used_evenly() {
        let mut outgoing = Outgoing::new(10);
        outgoing.begin(11);
        assert_eq!((outgoing.count(), outgoing.stream_of(StreamKey(0))), (11, 0));
        let numbers: Vec<u16> = (1..=10).map(|key| outgoing.stream_of(StreamKey(key))).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<u16>>());
        let mut used = [0; 11];
        for tag in 0..1000 {
            used[usize::from(outgoing.stream_of(StreamKey(1 << 63 | tag)))] += 1;
        }
        assert!(used[0] == 0 && used[1..].iter().all(|n| (50..200).contains(n)), "{used:?}");
    }

    #[test]
    fn fewer_streams_than_asked_for_are_enough() {
        for (streams, most) in [(4, 3), (1, 0), (0, 0)] {
            let mut outgoing = Outgoing::new(10);
            outgoing.begin(streams);
            assert!((0..99).all(|key| outgoing.stream_of(StreamKey(key)) <= most));
        }
    }
}
