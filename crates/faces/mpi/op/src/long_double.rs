//! C's `long double`: the x87 format on x86-64, IEEE binary128 on the other 64-bit platforms.

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use crate::quad::Quad as LongDouble;
#[cfg(target_arch = "x86_64")]
pub(crate) use crate::x87::X87 as LongDouble;
