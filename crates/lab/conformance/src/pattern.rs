//! Content and chance, reproducible from a seed.

use std::ops::Range;

/// Seeds of random cases: so many as a rule, or as many as the variable `FERRY_TEST_SEEDS` says.
pub fn seeds(usual: u64) -> Range<u64> {
    let wanted = std::env::var("FERRY_TEST_SEEDS").ok().and_then(|text| text.parse().ok());
    0..wanted.unwrap_or(usual)
}

/// A seeded source of numbers (xorshift, 64 bits).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.roll() >> 11) as usize % bound.max(1)
    }
}

/// `len` bytes that depend on the seed and on their place.
pub fn pattern(seed: u64, len: usize) -> Vec<u8> {
    let mut dice = Dice::new(seed ^ 0xf00d);
    let mut bytes = vec![0; len];
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&dice.roll().to_le_bytes()[..chunk.len()]);
    }
    bytes
}
