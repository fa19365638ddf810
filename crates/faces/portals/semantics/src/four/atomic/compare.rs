//! Which of two items is the greater.

use super::AtomicDatatype;
use std::cmp::Ordering;

/// The first bytes as a number; both are at least that long.
fn bytes<const N: usize>(item: &[u8]) -> [u8; N] {
    item.first_chunk().copied().unwrap_or([0; N])
}

/// How two items of a real datatype compare; `None`: they do not.
pub(super) fn order(datatype: AtomicDatatype, a: &[u8], b: &[u8]) -> Option<Ordering> {
    macro_rules! compare {
        ($number:ty) => {
            <$number>::from_ne_bytes(bytes(a)).partial_cmp(&<$number>::from_ne_bytes(bytes(b)))
        };
    }
    match datatype {
        AtomicDatatype::Int8 => compare!(i8),
        AtomicDatatype::Uint8 => compare!(u8),
        AtomicDatatype::Int16 => compare!(i16),
        AtomicDatatype::Uint16 => compare!(u16),
        AtomicDatatype::Int32 => compare!(i32),
        AtomicDatatype::Uint32 => compare!(u32),
        AtomicDatatype::Int64 => compare!(i64),
        AtomicDatatype::Uint64 => compare!(u64),
        AtomicDatatype::Float => compare!(f32),
        AtomicDatatype::Double => compare!(f64),
        AtomicDatatype::LongDouble => LongFloat::read(a).partial_cmp(&LongFloat::read(b)),
        AtomicDatatype::FloatComplex
        | AtomicDatatype::DoubleComplex
        | AtomicDatatype::LongDoubleComplex => None,
    }
}

/// Whether two items are equal.
pub(super) fn equal(datatype: AtomicDatatype, a: &[u8], b: &[u8]) -> bool {
    let part = match datatype {
        AtomicDatatype::FloatComplex => AtomicDatatype::Float,
        AtomicDatatype::DoubleComplex => AtomicDatatype::Double,
        AtomicDatatype::LongDoubleComplex => AtomicDatatype::LongDouble,
        real => return order(real, a, b) == Some(Ordering::Equal),
    };
    let parts = |item: &[u8]| item.len() == 2 * part.size();
    let size = part.size();
    parts(a) && parts(b) && a.chunks(size).zip(b.chunks(size)).all(|(a, b)| equal(part, a, b))
}

/// A `long double`: sign, and what grows with the rest.
#[derive(Clone, Copy)]
struct LongFloat {
    is_negative: bool,
    magnitude: u128,
    is_number: bool,
}

impl LongFloat {
    /// Extended precision: 64 bits with the leading one, 15 of exponent, sign.
    #[cfg(target_arch = "x86_64")]
    fn read(item: &[u8]) -> Self {
        let bits = u128::from_ne_bytes(bytes(item)) & ((1 << 80) - 1);
        let magnitude = bits & ((1 << 79) - 1);
        // The greatest exponent, and more than the leading one: none.
        let is_number = magnitude >> 64 != 0x7fff || magnitude << 65 == 0;
        LongFloat { is_negative: bits >> 79 != 0, magnitude, is_number }
    }

    /// Quadruple precision: 112 bits, 15 of exponent, sign.
    #[cfg(not(target_arch = "x86_64"))]
    fn read(item: &[u8]) -> Self {
        let bits = u128::from_ne_bytes(bytes(item));
        let magnitude = bits & !(1 << 127);
        let is_number = magnitude <= 0x7fff << 112;
        LongFloat { is_negative: bits >> 127 != 0, magnitude, is_number }
    }
}

impl PartialEq for LongFloat {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for LongFloat {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if !self.is_number || !other.is_number {
            return None;
        }
        let (a, b) = (self.magnitude, other.magnitude);
        Some(match (self.is_negative, other.is_negative) {
            (false, false) => a.cmp(&b),
            (true, true) => b.cmp(&a),
            // The two zeros are equal.
            _ if a == 0 && b == 0 => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small whole number as a `long double` of this machine.
    #[cfg(target_arch = "x86_64")]
    fn long(value: i64) -> [u8; 16] {
        let magnitude = value.unsigned_abs();
        let bits = match magnitude {
            0 => 0,
            _ => {
                let shift = magnitude.leading_zeros();
                let exponent = u128::from(16383 + 63 - shift);
                exponent << 64 | u128::from(magnitude << shift)
            }
        };
        (bits | u128::from(value < 0) << 79).to_ne_bytes()
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn long_doubles_are_ordered_as_their_values() {
        let values = [-1 << 40, -3, -2, -1, 0, 1, 2, 3, 1000, 1 << 40];
        for a in values {
            for b in values {
                let found = order(AtomicDatatype::LongDouble, &long(a), &long(b));
                assert_eq!(found, Some(a.cmp(&b)), "{a} and {b}");
            }
        }
        let mut negative_zero = [0; 16];
        negative_zero[9] = 0x80;
        assert!(equal(AtomicDatatype::LongDouble, &negative_zero, &long(0)));
        let mut none = long(1);
        (none[8], none[9], none[7]) = (0xff, 0x7f, 0xc0);
        assert_eq!(order(AtomicDatatype::LongDouble, &none, &long(0)), None);
        assert!(!equal(AtomicDatatype::LongDouble, &none, &none));
        // What lies behind its ten bytes is nobody's.
        let mut padded = long(7);
        padded[15] = 9;
        assert!(equal(AtomicDatatype::LongDouble, &padded, &long(7)));
    }

    #[test]
    fn complex_numbers_are_equal_or_not() {
        let number = |re: f32, im: f32| [re.to_ne_bytes(), im.to_ne_bytes()].concat();
        let complex = AtomicDatatype::FloatComplex;
        assert!(equal(complex, &number(1.0, 0.0), &number(1.0, -0.0)));
        assert!(!equal(complex, &number(1.0, 2.0), &number(1.0, 3.0)));
        assert!(!equal(complex, &number(f32::NAN, 2.0), &number(f32::NAN, 2.0)));
        assert_eq!(order(complex, &number(1.0, 2.0), &number(1.0, 2.0)), None);
    }
}
