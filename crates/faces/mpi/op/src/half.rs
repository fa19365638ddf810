//! IEEE binary16, for `MPI_REAL2` and `MPI_COMPLEX4`.
//!
//! Sums and products are computed in single precision and rounded once more, which gives the same
//! as rounding once: single precision has more than twice the bits. The conversions are free of
//! branches, so that loops over them become vector instructions.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// A number of two bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half(u16);

/// Exponent fields of binary16's infinity, in single precision before rebiasing and after.
const INFINITY_BEFORE: u32 = 0x1f << 23;
const INFINITY: u32 = 0xff << 23;

/// 2^112, the ratio of the two formats' biases.
const REBIAS: f32 = f32::from_bits((127 + 112) << 23);

#[inline(always)]
fn widen(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff) << 13;
    // Multiplying also makes denormals normal.
    let rebiased = (f32::from_bits(magnitude) * REBIAS).to_bits();
    let special = if magnitude & INFINITY_BEFORE == INFINITY_BEFORE { INFINITY } else { 0 };
    f32::from_bits(rebiased | special | u32::from(bits & 0x8000) << 16)
}

#[inline(always)]
fn narrow(value: f32) -> u16 {
    let bits = value.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // To nearest, ties to even; a carry goes on into the exponent, up to infinity.
    let rounded = magnitude.wrapping_add(0xfff + (magnitude >> 13 & 1));
    let normal = rounded.wrapping_sub(112 << 23) >> 13;
    // Adding a half moves denormals to the last bits of the sum, rounded by the processor.
    let tiny = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let finite = if magnitude < (127 - 14) << 23 { tiny } else { normal };
    let large = if magnitude >= (127 + 16) << 23 { 0x7c00 } else { finite };
    let result = if magnitude > INFINITY { 0x7e00 } else { large };
    result as u16 | (bits >> 16 & 0x8000) as u16
}

impl Half {
    #[inline(always)]
    pub(crate) fn from_ne_bytes(bytes: [u8; 2]) -> Self {
        Half(u16::from_ne_bytes(bytes))
    }

    #[inline(always)]
    pub(crate) fn to_ne_bytes(self) -> [u8; 2] {
        self.0.to_ne_bytes()
    }
}

impl Add for Half {
    type Output = Half;

    #[inline(always)]
    fn add(self, other: Half) -> Half {
        Half(narrow(widen(self.0) + widen(other.0)))
    }
}

impl Sub for Half {
    type Output = Half;

    #[inline(always)]
    fn sub(self, other: Half) -> Half {
        Half(narrow(widen(self.0) - widen(other.0)))
    }
}

impl Mul for Half {
    type Output = Half;

    #[inline(always)]
    fn mul(self, other: Half) -> Half {
        Half(narrow(widen(self.0) * widen(other.0)))
    }
}

impl PartialEq for Half {
    #[inline(always)]
    fn eq(&self, other: &Half) -> bool {
        widen(self.0) == widen(other.0)
    }
}

impl PartialOrd for Half {
    #[inline(always)]
    fn partial_cmp(&self, other: &Half) -> Option<Ordering> {
        widen(self.0).partial_cmp(&widen(other.0))
    }

    #[inline(always)]
    fn gt(&self, other: &Half) -> bool {
        widen(self.0) > widen(other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_widens_and_returns() {
        for bits in 0..=u16::MAX {
            let expected = half::f16::from_bits(bits);
            let wide = widen(bits);
            if expected.is_nan() {
                assert!(wide.is_nan());
                assert_eq!(narrow(wide) & 0x7e00, 0x7e00);
            } else {
                assert_eq!(wide.to_bits(), expected.to_f32().to_bits());
                assert_eq!(narrow(wide), bits);
            }
        }
    }

    #[test]
    fn rounds_like_the_reference() {
        // Around every number that half precision has, and half-way between neighbours.
        for bits in 0..0x7c00u16 {
            let (low, high) = (widen(bits), widen(bits + 1).min(65536.0));
            let middle = ((f64::from(low) + f64::from(high)) / 2.0) as f32;
            for value in [low, middle, middle.next_up(), middle.next_down(), high.next_down()] {
                let expected = half::f16::from_f32(value).to_bits();
                assert_eq!(narrow(value), expected, "{value:e}");
                assert_eq!(narrow(-value), expected | 0x8000, "{value:e}");
            }
        }
        for value in [f32::MIN_POSITIVE, 1e-30, 65519.9, 65520.0, 1e30, f32::MAX, f32::INFINITY] {
            assert_eq!(narrow(value), half::f16::from_f32(value).to_bits());
        }
    }
}
