//! The x87 extended format: ten bytes in sixteen, computed by the processor's own unit, since no
//! Rust type has it.

#![allow(unsafe_code)]

use std::arch::asm;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// A `long double` of x86-64: sixteen bytes, of which the last six are padding. Two fields, since
/// the processor forwards what it has just stored only to loads of the same parts.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct X87 {
    significand: u64,
    /// Sign and exponent.
    head: u16,
}

impl X87 {
    #[inline(always)]
    pub(crate) fn from_ne_bytes(bytes: [u8; 16]) -> Self {
        let [significand @ .., a, b, _, _, _, _, _, _] = bytes;
        X87 { significand: u64::from_le_bytes(significand), head: u16::from_le_bytes([a, b]) }
    }

    #[inline(always)]
    pub(crate) fn to_ne_bytes(self) -> [u8; 16] {
        let bits = u128::from(self.head) << 64 | u128::from(self.significand);
        bits.to_le_bytes()
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident, $instruction:literal) => {
        impl $trait for X87 {
            type Output = X87;

            #[inline(always)]
            fn $method(self, other: X87) -> X87 {
                let mut out = X87 { significand: 0, head: 0 };
                // SAFETY: the loads read the ten bytes of each operand's fields, the store writes
                // those of `out`, which lie at 0 and 8 of a `repr(C)` structure; the unit's stack is empty before and after, and its registers are
                // named as changed.
                unsafe {
                    asm!(
                        "fld tbyte ptr [{left}]",
                        "fld tbyte ptr [{right}]",
                        $instruction,
                        "fstp tbyte ptr [{out}]",
                        left = in(reg) &raw const self,
                        right = in(reg) &raw const other,
                        out = in(reg) &raw mut out,
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
        // SAFETY: the loads read the ten bytes of each operand's fields; the comparison pops one
        // operand and `fstp` the other, so that the unit's stack is left empty.
        unsafe {
            asm!(
                "fld tbyte ptr [{right}]",
                "fld tbyte ptr [{left}]",
                "fucomip st, st(1)",
                "fstp st(0)",
                "seta {above}",
                left = in(reg) std::ptr::from_ref(self),
                right = in(reg) std::ptr::from_ref(other),
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
        self.head & 0x7fff == 0x7fff && self.significand << 1 != 0
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
        X87 { significand, head: exponent }
    }

    fn bits(number: X87) -> (u16, u64) {
        (number.head, number.significand)
    }

    #[test]
    fn keeps_all_64_bits_of_the_significand() {
        let one = number(0x3fff, 1 << 63);
        let tiny = number(0x3fff - 63, 1 << 63);
        assert_eq!(bits(one + tiny), (0x3fff, (1 << 63) | 1));
        assert_eq!(bits(one + tiny - one), bits(tiny));
        assert_eq!(bits(one * tiny), bits(tiny));
        assert_eq!(X87::from_ne_bytes(tiny.to_ne_bytes()).head, tiny.head);
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
