//! Numbers as bytes: what the operations need of each.

use crate::half::Half;
#[cfg(target_arch = "x86_64")]
use crate::long_double::LongDouble;
use crate::quad::Quad;

/// A number of `N` bytes in memory. Integers wrap.
pub(crate) trait Number<const N: usize>: Copy {
    fn read(bytes: [u8; N]) -> Self;
    fn write(self) -> [u8; N];
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn exceeds(self, other: Self) -> bool;
    fn equals(self, other: Self) -> bool;
}

macro_rules! integers {
    ($($type:ty: $bytes:literal),*) => { $(
        impl Number<$bytes> for $type {
            #[inline(always)]
            fn read(bytes: [u8; $bytes]) -> Self {
                <$type>::from_ne_bytes(bytes)
            }

            #[inline(always)]
            fn write(self) -> [u8; $bytes] {
                self.to_ne_bytes()
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn subtract(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn multiply(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn exceeds(self, other: Self) -> bool {
                self > other
            }

            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                self == other
            }
        }
    )* };
}

integers!(i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8, i128: 16, u128: 16);

macro_rules! floats {
    ($($type:ty: $bytes:literal),*) => { $(
        impl Number<$bytes> for $type {
            #[inline(always)]
            fn read(bytes: [u8; $bytes]) -> Self {
                <$type>::from_ne_bytes(bytes)
            }

            #[inline(always)]
            fn write(self) -> [u8; $bytes] {
                self.to_ne_bytes()
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn subtract(self, other: Self) -> Self {
                self - other
            }

            #[inline(always)]
            fn multiply(self, other: Self) -> Self {
                self * other
            }

            #[inline(always)]
            fn exceeds(self, other: Self) -> bool {
                self > other
            }

            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                self == other
            }
        }
    )* };
}

floats!(Half: 2, f32: 4, f64: 8, Quad: 16);
// Elsewhere it is `Quad`.
#[cfg(target_arch = "x86_64")]
floats!(LongDouble: 16);
