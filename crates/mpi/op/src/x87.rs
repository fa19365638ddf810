//! The x87 extended format: ten bytes in sixteen, computed by the processor's own unit, since no
//! Rust type has it.

#![allow(unsafe_code)]

use std::arch::asm;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// A `long double` of x86-64; the last six bytes are padding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct X87([u8; 16]);

impl X87 {
    #[inline(always)]
    pub(crate) fn from_ne_bytes(bytes: [u8; 16]) -> Self {
        X87(bytes)
    }

    #[inline(always)]
    pub(crate) fn to_ne_bytes(self) -> [u8; 16] {
        self.0
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident, $instruction:literal) => {
        impl $trait for X87 {
            type Output = X87;

            #[inline(always)]
            fn $method(self, other: X87) -> X87 {
                let mut out = X87([0; 16]);
                // SAFETY: the loads read ten bytes of each operand, the store writes ten of `out`,
                // all of sixteen; the unit's stack is empty before and after, and its registers are
                // named as changed.
                unsafe {
                    asm!(
                        "fld tbyte ptr [{left}]",
                        "fld tbyte ptr [{right}]",
                        $instruction,
                        "fstp tbyte ptr [{out}]",
                        left = in(reg) self.0.as_ptr(),
                        right = in(reg) other.0.as_ptr(),
                        out = in(reg) out.0.as_mut_ptr(),
                        out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                        out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                        options(nostack, preserves_flags),
                    );
                }
                out
            }
        }
    };
}

binary!(Add, add, "faddp st(1), st");
binary!(Sub, sub, "fsubp st(1), st");
binary!(Mul, mul, "fmulp st(1), st");

impl X87 {
    /// Whether `self > other`; false if either is not a number.
    #[inline(always)]
    fn above(&self, other: &X87) -> bool {
        let above: u8;
        // SAFETY: the loads read ten of each operand's sixteen bytes; the comparison pops one
        // operand and `fstp` the other, so that the unit's stack is left empty.
        unsafe {
            asm!(
                "fld tbyte ptr [{right}]",
                "fld tbyte ptr [{left}]",
                "fucomip st, st(1)",
                "fstp st(0)",
                "seta {above}",
                left = in(reg) self.0.as_ptr(),
                right = in(reg) other.0.as_ptr(),
                above = out(reg_byte) above,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack, readonly),
            );
        }
        above != 0
    }

    /// An exponent of ones and a fraction other than zero.
    fn is_nan(&self) -> bool {
        let head = u16::from_le_bytes([self.0[8], self.0[9]]);
        head & 0x7fff == 0x7fff && (self.0[..7].iter().any(|b| *b != 0) || self.0[7] & 0x7f != 0)
    }
}

impl PartialEq for X87 {
    fn eq(&self, other: &X87) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for X87 {
    fn partial_cmp(&self, other: &X87) -> Option<Ordering> {
        if self.above(other) {
            Some(Ordering::Greater)
        } else if other.above(self) {
            Some(Ordering::Less)
        } else if self.is_nan() || other.is_nan() {
            None
        } else {
            Some(Ordering::Equal)
        }
    }

    #[inline(always)]
    fn gt(&self, other: &X87) -> bool {
        self.above(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(exponent: u16, significand: u64) -> X87 {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&significand.to_le_bytes());
        bytes[8..10].copy_from_slice(&exponent.to_le_bytes());
        X87(bytes)
    }

    #[test]
    fn keeps_all_64_bits_of_the_significand() {
        let one = number(0x3fff, 1 << 63);
        let tiny = number(0x3fff - 63, 1 << 63);
        assert_eq!((one + tiny).0, number(0x3fff, (1 << 63) | 1).0);
        assert_eq!((one + tiny - one).0, tiny.0);
        assert_eq!((one * tiny).0, tiny.0);
    }

    #[test]
    fn compares() {
        let one = number(0x3fff, 1 << 63);
        let two = number(0x4000, 1 << 63);
        let minus = number(0xbfff, 1 << 63);
        let nan = number(0x7fff, 3 << 62);
        assert!(two > one && one > minus && two > minus);
        assert!(one == one && one != two);
        assert_eq!(one.partial_cmp(&nan), None);
        assert_eq!(number(0, 0).partial_cmp(&number(0x8000, 0)), Some(Ordering::Equal));
    }
}
