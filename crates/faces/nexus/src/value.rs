//! What a buffer can hold.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// Kinds of items, by the byte that stands before each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `u8`.
    U8 = 1,
    /// `i8`.
    I8,
    /// `u16`.
    U16,
    /// `i16`.
    I16,
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// `u64`.
    U64,
    /// `i64`.
    I64,
    /// `u128`.
    U128,
    /// `i128`.
    I128,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// Text.
    Text,
    /// A startpoint.
    Startpoint,
}

impl Kind {
    const ALL: [Kind; 14] = [
        Kind::U8,
        Kind::I8,
        Kind::U16,
        Kind::I16,
        Kind::U32,
        Kind::I32,
        Kind::U64,
        Kind::I64,
        Kind::U128,
        Kind::I128,
        Kind::F32,
        Kind::F64,
        Kind::Text,
        Kind::Startpoint,
    ];

    pub(crate) fn of(byte: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// Numbers that a [`Buffer`](crate::Buffer) takes, alone and in slices.
pub trait Value: IntoBytes + FromBytes + Immutable + Copy + private::Sealed + 'static {
    /// Its kind.
    const KIND: Kind;
    #[doc(hidden)]
    fn swapped(self) -> Self;
}

mod private {
    pub trait Sealed {}
}

macro_rules! integers {
    ($($type:ty: $kind:ident;)*) => {$(
        impl private::Sealed for $type {}
        impl Value for $type {
            const KIND: Kind = Kind::$kind;
            fn swapped(self) -> Self {
                self.swap_bytes()
            }
        }
    )*};
}

integers! {
    u8: U8; i8: I8; u16: U16; i16: I16; u32: U32; i32: I32; u64: U64; i64: I64; u128: U128; i128: I128;
}

macro_rules! floats {
    ($($type:ty: $kind:ident;)*) => {$(
        impl private::Sealed for $type {}
        impl Value for $type {
            const KIND: Kind = Kind::$kind;
            fn swapped(self) -> Self {
                <$type>::from_bits(self.to_bits().swap_bytes())
            }
        }
    )*};
}

floats! { f32: F32; f64: F64; }

/// To or from little-endian, which is what travels.
#[inline]
pub(crate) fn portable<T: Value>(value: T) -> T {
    if cfg!(target_endian = "little") { value } else { value.swapped() }
}
