//! `long double` to and from IEEE binary128, the format that external32 prescribes for it.
//!
//! On x86-64 a `long double` is the x87 format in 16 bytes: a sign, 15 bits of exponent with the
//! same bias as binary128, and a significand of 64 bits whose first bit is written out. Elsewhere
//! it is binary128 already.

const SIGN: u128 = 1 << 127;
const FRACTION: u128 = (1 << 112) - 1;
const INTEGER_BIT: u64 = 1 << 63;

/// From the machine's bytes to binary128.
pub(crate) fn from_native(bytes: [u8; 16]) -> u128 {
    if cfg!(target_arch = "x86_64") {
        let exponent = u16::from_le_bytes([bytes[8], bytes[9]]);
        from_x87(exponent, u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])))
    } else {
        u128::from_ne_bytes(bytes)
    }
}

/// From binary128 to the machine's bytes.
pub(crate) fn to_native(bits: u128) -> [u8; 16] {
    if cfg!(target_arch = "x86_64") {
        let (exponent, significand) = to_x87(bits);
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&significand.to_le_bytes());
        bytes[8..10].copy_from_slice(&exponent.to_le_bytes());
        bytes
    } else {
        bits.to_ne_bytes()
    }
}

fn from_x87(head: u16, significand: u64) -> u128 {
    let sign = if head & 0x8000 != 0 { SIGN } else { 0 };
    let mut exponent = head & 0x7fff;
    // A pseudo-denormal has its integer bit set under exponent 0 and equals exponent 1.
    if exponent == 0 && significand & INTEGER_BIT != 0 {
        exponent = 1;
    }
    let fraction = u128::from(significand & !INTEGER_BIT) << 49;
    sign | (u128::from(exponent) << 112) | fraction
}

fn to_x87(bits: u128) -> (u16, u64) {
    let sign = if bits & SIGN != 0 { 0x8000 } else { 0 };
    let exponent = ((bits >> 112) & 0x7fff) as u16;
    let fraction = bits & FRACTION;
    if exponent == 0x7fff {
        // The highest bit of a NaN's payload is kept, so it stays a quiet NaN; another must not
        // become infinity.
        let payload = (fraction >> 49) as u64;
        let payload = if fraction != 0 && payload == 0 { 1 } else { payload };
        return (sign | exponent, INTEGER_BIT | payload);
    }
    let integer = if exponent == 0 { 0 } else { INTEGER_BIT };
    let significand = integer | (fraction >> 49) as u64;
    let rest = fraction & ((1 << 49) - 1);
    let half = 1 << 48;
    let up = rest > half || rest == half && significand & 1 == 1;
    match significand.checked_add(u64::from(up)) {
        None => (sign | (exponent + 1), INTEGER_BIT),
        // Rounding may turn the largest denormal into the smallest normal number.
        Some(rounded) if exponent == 0 && rounded & INTEGER_BIT != 0 => (sign | 1, rounded),
        Some(rounded) => (sign | exponent, rounded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        // 1.0, -2.5, infinity, the smallest x87 denormal.
        assert_eq!(from_x87(0x3fff, 1 << 63), 0x3fff << 112);
        assert_eq!(from_x87(0xc000, 0b101 << 61), (0xc000 << 112) | (1 << 110));
        assert_eq!(from_x87(0x7fff, 1 << 63), 0x7fff << 112);
        assert_eq!(from_x87(0, 1), 1 << 49);
    }

    #[test]
    fn every_exponent_returns() {
        for exponent in 0..0x7fffu16 {
            for low in [0u64, 1, 0x1234_5678_9abc_def0 >> 1, (1 << 63) - 1] {
                let integer = if exponent == 0 { 0 } else { INTEGER_BIT };
                let number = (exponent | 0x8000, low | integer);
                assert_eq!(to_x87(from_x87(number.0, number.1)), number);
            }
        }
    }

    #[test]
    fn rounds_to_nearest_even() {
        let one = 0x3fffu128 << 112;
        assert_eq!(to_x87(one | (1 << 48)), (0x3fff, 1 << 63));
        assert_eq!(to_x87(one | (1 << 48) | 1), (0x3fff, (1 << 63) | 1));
        assert_eq!(to_x87(one | (3 << 48)), (0x3fff, (1 << 63) | 2));
        assert_eq!(to_x87(one | FRACTION), (0x4000, 1 << 63));
        assert_eq!(to_x87(FRACTION), (1, 1 << 63));
    }

    #[test]
    fn not_a_number_stays_so() {
        let (exponent, significand) = to_x87((0x7fff << 112) | 1);
        assert_eq!(exponent, 0x7fff);
        assert_ne!(significand << 1, 0);
    }
}
