//! Lists of items of one size, such as gap blocks.

use super::buffer::{PacketBuffer, be16, be32};
use super::types::{HmacId, StreamId};
use super::{ChunkType, ParameterType};
use crate::serial::Tsn;
use std::fmt;

/// An item that always takes the same number of bytes.
pub trait Fixed: Copy {
    /// Bytes it takes.
    const SIZE: usize;
    /// Reads the item from the first [`Fixed::SIZE`] of `bytes`, which are there.
    fn read(bytes: &[u8]) -> Self;
    /// Appends the item.
    fn write<B: PacketBuffer + ?Sized>(self, out: &mut B);
}

/// A list of items, either as they came or as they are to be sent.
#[derive(Clone, Copy)]
pub struct List<'a, T>(ListInner<'a, T>);

#[derive(Clone, Copy)]
enum ListInner<'a, T> {
    /// Encoded; a whole number of items.
    Wire(&'a [u8]),
    Items(&'a [T]),
}

impl<'a, T: Fixed> List<'a, T> {
    /// A list of nothing.
    #[must_use]
    pub const fn empty() -> Self {
        Self(ListInner::Items(&[]))
    }

    /// A list to be sent.
    #[must_use]
    pub const fn of(items: &'a [T]) -> Self {
        Self(ListInner::Items(items))
    }

    /// A list as it came; `None` unless `bytes` hold whole items.
    #[inline]
    #[must_use]
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        bytes.len().is_multiple_of(T::SIZE).then_some(Self(ListInner::Wire(bytes)))
    }

    /// How many items there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.0 {
            ListInner::Wire(bytes) => bytes.len() / T::SIZE,
            ListInner::Items(items) => items.len(),
        }
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes the list takes.
    #[inline]
    #[must_use]
    pub const fn encoded_len(&self) -> usize {
        self.len() * T::SIZE
    }

    /// The item at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        match self.0 {
            ListInner::Wire(bytes) => bytes.chunks_exact(T::SIZE).nth(index).map(T::read),
            ListInner::Items(items) => items.get(index).copied(),
        }
    }

    /// The items in order.
    #[inline]
    #[must_use]
    pub const fn iter(&self) -> ListIter<'a, T> {
        ListIter(self.0)
    }

    /// Appends the items.
    pub fn encode<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        match self.0 {
            ListInner::Wire(bytes) => out.put(bytes),
            ListInner::Items(items) => items.iter().for_each(|item| item.write(out)),
        }
    }
}

impl<T: Fixed> Default for List<'_, T> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<T: Fixed + fmt::Debug> fmt::Debug for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Fixed + PartialEq> PartialEq for List<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Fixed + Eq> Eq for List<'_, T> {}

impl<'a, T: Fixed> IntoIterator for List<'a, T> {
    type Item = T;
    type IntoIter = ListIter<'a, T>;
    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

/// Iterator over the items of a [`List`].
#[derive(Clone)]
pub struct ListIter<'a, T>(ListInner<'a, T>);

impl<T: Fixed> Iterator for ListIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            ListInner::Wire(bytes) => {
                let (item, rest) = bytes.split_at_checked(T::SIZE)?;
                *bytes = rest;
                Some(T::read(item))
            }
            ListInner::Items(items) => {
                let (item, rest) = items.split_first()?;
                *items = rest;
                Some(*item)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = List(self.0).len();
        (len, Some(len))
    }
}

impl<T: Fixed> ExactSizeIterator for ListIter<'_, T> {}

macro_rules! fixed {
    ($($name:ident: $size:literal, $get:path, $put:ident;)*) => {
        $(impl Fixed for $name {
            const SIZE: usize = $size;
            #[inline]
            fn read(bytes: &[u8]) -> Self {
                Self($get(bytes, 0))
            }
            #[inline]
            fn write<B: PacketBuffer + ?Sized>(self, out: &mut B) {
                out.$put(self.0);
            }
        })*
    };
}

/// The byte at `at`, or 0.
#[inline]
fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

fixed! {
    Tsn: 4, be32, put_u32;
    StreamId: 2, be16, put_u16;
    HmacId: 2, be16, put_u16;
    ParameterType: 2, be16, put_u16;
    ChunkType: 1, byte, put_u8;
}
