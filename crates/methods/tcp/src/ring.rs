//! What was sent and is not yet known to have arrived: a ring that grows as it must.

use std::io::IoSlice;

/// First size of a ring.
const SMALLEST: usize = 4 << 10;

/// Bytes of a link by their position in it: from `kept` on they are here, from `sent` on the system has
/// not taken them yet.
#[derive(Default)]
pub(crate) struct Ring {
    /// Its length is a power of two, or 0 at first.
    bytes: Box<[u8]>,
    kept: u64,
    sent: u64,
    end: u64,
}

impl Ring {
    /// Bytes kept.
    pub(crate) fn len(&self) -> usize {
        (self.end - self.kept) as usize
    }

    /// Bytes that the system is yet to take.
    pub(crate) fn unsent(&self) -> usize {
        (self.end - self.sent) as usize
    }

    /// The position behind the last byte.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Adds bytes that are yet to be sent.
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        let at = self.index(self.end);
        let first = bytes.len().min(self.bytes.len() - at);
        self.bytes[at..at + first].copy_from_slice(&bytes[..first]);
        self.bytes[..bytes.len() - first].copy_from_slice(&bytes[first..]);
        self.end += bytes.len() as u64;
    }

    /// Adds bytes that the system has taken already. Nothing may be unsent.
    pub(crate) fn append_sent(&mut self, bytes: &[u8]) {
        debug_assert_eq!(self.unsent(), 0, "the order on the wire is that of the ring");
        self.append(bytes);
        self.sent = self.end;
    }

    /// Counts bytes that the system has taken and that nobody will ask for again.
    pub(crate) fn skip(&mut self, n: usize) {
        debug_assert_eq!(self.len(), 0, "what is kept is not skipped");
        self.end += n as u64;
        (self.kept, self.sent) = (self.end, self.end);
    }

    /// The unsent bytes, in two parts.
    pub(crate) fn unsent_parts(&self) -> [IoSlice<'_>; 2] {
        let (from, len) = (self.index(self.sent), self.unsent());
        let first = len.min(self.bytes.len() - from);
        [IoSlice::new(&self.bytes[from..from + first]), IoSlice::new(&self.bytes[..len - first])]
    }

    /// The system took `n` of the unsent bytes; without `keep` they are forgotten.
    pub(crate) fn note_sent(&mut self, n: usize, keep: bool) {
        self.sent += n as u64;
        if !keep {
            self.kept = self.sent;
        }
    }

    /// The other end has everything before `position`. False if that cannot be.
    pub(crate) fn release(&mut self, position: u64) -> bool {
        if position > self.sent {
            return false;
        }
        self.kept = self.kept.max(position);
        true
    }

    /// The other end goes on from `position`: what follows is to be sent again. The number of bytes
    /// that are, or `None` if they are not kept.
    pub(crate) fn rewind(&mut self, position: u64) -> Option<u64> {
        if position < self.kept || position > self.sent {
            return None;
        }
        let again = self.sent - position;
        (self.kept, self.sent) = (position, position);
        Some(again)
    }

    fn index(&self, position: u64) -> usize {
        if self.bytes.is_empty() { 0 } else { position as usize & (self.bytes.len() - 1) }
    }

    fn reserve(&mut self, more: usize) {
        let needed = self.len() + more;
        if needed <= self.bytes.len() {
            return;
        }
        let mut larger = vec![0; needed.next_power_of_two().max(SMALLEST)].into_boxed_slice();
        let mut position = self.kept;
        while position < self.end {
            let (from, to) = (self.index(position), position as usize & (larger.len() - 1));
            let n = ((self.end - position) as usize)
                .min(self.bytes.len() - from)
                .min(larger.len() - to);
            larger[to..to + n].copy_from_slice(&self.bytes[from..from + n]);
            position += n as u64;
        }
        self.bytes = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unsent(ring: &Ring) -> Vec<u8> {
        ring.unsent_parts().iter().flat_map(|part| part.to_vec()).collect()
    }

    #[test]
    fn what_is_not_kept_cannot_be_had_again() {
        let mut ring = Ring::default();
        ring.append(&[1, 2, 3, 4]);
        ring.note_sent(3, true);
        assert!(!ring.release(4), "what was never sent cannot have arrived");
        assert!(ring.release(2) && ring.rewind(1).is_none() && ring.rewind(4).is_none());
        assert_eq!(ring.rewind(2), Some(1));
        assert_eq!(unsent(&ring), [3, 4]);
    }

    proptest! {
        /// Against a plain vector of all bytes ever appended.
        #[test]
        fn the_ring_gives_back_what_was_put_in(
            steps: Vec<(u8, u16, u16)>,
        ) {
            let (mut ring, mut all) = (Ring::default(), Vec::new());
            let (mut kept, mut sent) = (0usize, 0usize);
            for (kind, a, b) in steps {
                match kind % 4 {
                    0 => {
                        let bytes: Vec<u8> = (0..a % 5000).map(|i| (i ^ b) as u8).collect();
                        all.extend(&bytes);
                        ring.append(&bytes);
                    }
                    1 => {
                        let n = usize::from(a).min(all.len() - sent);
                        sent += n;
                        ring.note_sent(n, true);
                    }
                    2 => {
                        kept += usize::from(a) % (sent - kept + 1);
                        prop_assert!(ring.release(kept as u64));
                    }
                    _ => {
                        let to = kept + usize::from(a) % (sent - kept + 1);
                        prop_assert_eq!(ring.rewind(to as u64), Some((sent - to) as u64));
                        (kept, sent) = (to, to);
                    }
                }
                prop_assert_eq!(unsent(&ring), &all[sent..]);
                prop_assert_eq!(ring.len(), all.len() - kept);
            }
        }
    }
}
