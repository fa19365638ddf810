//! Numbers that nobody else can guess, from a seed of the caller.

use ring::hmac;

/// A stream of random numbers: HMAC-SHA256 of a counter under the seed.
pub(crate) struct Random {
    key: hmac::Key,
    counter: u64,
    pool: [u8; 32],
    left: usize,
}

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Random")
    }
}

impl Random {
    pub(crate) fn new(seed: &[u8; 32], purpose: &[u8]) -> Self {
        let root = hmac::Key::new(hmac::HMAC_SHA256, seed);
        let derived = hmac::sign(&root, purpose);
        let key = hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref());
        Self { key, counter: 0, pool: [0; 32], left: 0 }
    }

    /// A seed for somebody else.
    pub(crate) fn seed(&mut self) -> [u8; 32] {
        self.refill();
        self.left = 0;
        self.pool
    }

    fn refill(&mut self) {
        self.counter += 1;
        let tag = hmac::sign(&self.key, &self.counter.to_be_bytes());
        self.pool.copy_from_slice(tag.as_ref());
        self.left = self.pool.len();
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        if self.left < N {
            self.refill();
        }
        let from = self.pool.len() - self.left;
        let mut out = [0; N];
        out.copy_from_slice(&self.pool[from..from + N]);
        self.left -= N;
        out
    }

    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_be_bytes(self.take())
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_be_bytes(self.take())
    }

    /// A number that is not 0, as tags are (RFC 9260 §3.3.2).
    pub(crate) fn nonzero(&mut self) -> u32 {
        loop {
            let number = self.u32();
            if number != 0 {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_purposes_give_streams_of_their_own() {
        let first = |seed: u8, purpose: &[u8]| Random::new(&[seed; 32], purpose).u64();
        assert_eq!(first(1, b"a"), first(1, b"a"));
        assert_ne!(first(1, b"a"), first(2, b"a"));
        assert_ne!(first(1, b"a"), first(1, b"b"));
        let mut random = Random::new(&[3; 32], b"c");
        let numbers: std::collections::BTreeSet<u32> =
            (0..1000).map(|_| random.nonzero()).collect();
        assert!(numbers.len() > 990 && !numbers.contains(&0));
    }
}
