//! A hash that is the same in every process, whatever it was built with: numbers that processes must
//! agree on are made with it.

/// FNV-1a in 64 bits.
pub(crate) fn fixed_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::fixed_hash;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fixed_hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fixed_hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fixed_hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
