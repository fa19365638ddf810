//! Tables by numbers that the processes of one job give each other.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are such numbers: looked up for every message, and only those who hold the job's
/// secret could choose numbers that meet.
pub type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// One wide multiplication for each number, its halves folded.
#[derive(Clone, Copy, Default, Debug)]
pub struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn add(&mut self, number: u64) {
        let mixed = u128::from(self.0 ^ number ^ 0x9e37_79b9_7f4a_7c15) * 0xd1b5_4a32_d192_ed03;
        self.0 = mixed as u64 ^ (mixed >> 64) as u64;
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PeerId, StreamKey};
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    #[test]
    fn streams_in_sequence_are_spread() {
        let build = BuildHasherDefault::<KeyHasher>::default();
        let hash = |peer: u32, tag: u64| build.hash_one((PeerId(peer), StreamKey(1 << 63 | tag)));
        let all: Vec<u64> = (0..64).flat_map(|p| (0..64).map(move |t| hash(p, t))).collect();
        let distinct =
            |of: fn(u64) -> u64| all.iter().map(|h| of(*h)).collect::<HashSet<_>>().len();
        // Both ends are used by the table: the low bits for the place, the high ones to tell entries apart.
        assert_eq!(distinct(|hash| hash), 4096);
        assert!(distinct(|hash| hash & 0xfff) > 2400, "{}", distinct(|hash| hash & 0xfff));
        assert_eq!(distinct(|hash| hash >> 57), 128);
    }
}
