//! What a stream's connection begins with.

use ferry_method::StreamKey;
use std::collections::BTreeSet;

/// The first message after the proof: whose bytes follow, and from where on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Introduction {
    /// The stream's name.
    pub(crate) key: StreamKey,
    /// The number of the connection among all that its sender has opened to this receiver.
    pub(crate) number: u64,
    /// How many bytes of that connection came before: not 0 where another method carries it on.
    pub(crate) from: u64,
}

impl Introduction {
    pub(crate) const LEN: usize = 24;

    pub(crate) fn encode(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        let words = [self.key.0, self.number, self.from];
        for (at, word) in bytes.chunks_exact_mut(8).zip(words) {
            at.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// What the bytes say, unless that makes no sense.
    pub(crate) fn decode(bytes: [u8; Self::LEN]) -> Result<Self, String> {
        let mut words = [0; 3];
        for (word, at) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = at.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        let [key, number, from] = words;
        if key == 0 || (key > u64::from(u16::MAX) && key >> 63 == 0) {
            return Err(format!("{key} names no stream"));
        }
        Ok(Introduction { key: StreamKey(key), number, from })
    }
}

/// The numbers of connections that have come in, which come nearly in order.
#[derive(Default)]
pub(crate) struct SeenNumbers {
    /// All below have.
    below: u64,
    /// Those that have although some before them have not.
    beyond: BTreeSet<u64>,
}

impl SeenNumbers {
    /// False if the number was there before.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        if number < self.below || !self.beyond.insert(number) {
            return false;
        }
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introductions_are_read_as_they_were_written() {
        let said = Introduction { key: StreamKey(1 << 63 | 7), number: 300, from: 1 << 40 };
        assert_eq!(Introduction::decode(said.encode()), Ok(said));
        let nobody = Introduction { key: StreamKey(0), ..said };
        assert!(Introduction::decode(nobody.encode()).is_err());
    }

    #[test]
    fn every_number_is_new_once() {
        let mut seen = SeenNumbers::default();
        for number in [1, 0, 5, 3, 2] {
            assert!(seen.insert(number) && !seen.insert(number), "{number}");
        }
        assert_eq!((seen.below, seen.beyond.len()), (4, 1));
        assert!(!seen.insert(0) && seen.insert(4));
        assert_eq!((seen.below, seen.beyond.len()), (6, 0));
    }
}
