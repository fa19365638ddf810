//! What a buffer can hold.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// Kinds of items, by the byte that stands before each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ItemKind {
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

impl ItemKind {
    const ALL: [ItemKind; 14] = [
        ItemKind::U8,
        ItemKind::I8,
        ItemKind::U16,
        ItemKind::I16,
        ItemKind::U32,
        ItemKind::I32,
        ItemKind::U64,
        ItemKind::I64,
        ItemKind::U128,
        ItemKind::I128,
        ItemKind::F32,
        ItemKind::F64,
        ItemKind::Text,
        ItemKind::Startpoint,
    ];

    pub(crate) fn of(byte: u8) -> Option<ItemKind> {
        ItemKind::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// Numbers that a [`Buffer`](crate::Buffer) takes, alone and in slices.
pub trait Value: IntoBytes + FromBytes + Immutable + Copy + private::Sealed + 'static {
    /// Its kind.
    const KIND: ItemKind;
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
            const KIND: ItemKind = ItemKind::$kind;
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
            const KIND: ItemKind = ItemKind::$kind;
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
