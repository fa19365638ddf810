//! What can be sent and received: single values, slices, vectors.

use crate::buffer;
use crate::equivalence::Equivalence;
use crate::error::Result;

/// Elements in a row: a single value of a type with [`Equivalence`], a slice of them or a vector.
/// An array is one element, of array type; slice it (`&array[..]`) to send its elements.
pub trait Buffer: sealed::Sealed {
    /// The elements.
    type Item: Equivalence;

    /// What holds as many elements by itself: the value's own type, or a vector.
    type Owned: Buffer<Item = Self::Item>;

    /// The elements, to be read.
    fn items(&self) -> &[Self::Item];

    /// The elements, to be written.
    fn items_mut(&mut self) -> &mut [Self::Item];

    /// As many elements, all zero.
    #[doc(hidden)]
    fn zeroed(&self) -> Result<Self::Owned>;
}

mod sealed {
    use super::Equivalence;

    pub trait Sealed {}
    impl<T: Equivalence> Sealed for T {}
    impl<T: Equivalence> Sealed for [T] {}
    impl<T: Equivalence> Sealed for Vec<T> {}
}

impl<T: Equivalence> Buffer for T {
    type Item = T;
    type Owned = T;

    #[inline]
    fn items(&self) -> &[T] {
        std::slice::from_ref(self)
    }

    #[inline]
    fn items_mut(&mut self) -> &mut [T] {
        std::slice::from_mut(self)
    }

    #[inline]
    fn zeroed(&self) -> Result<T> {
        Ok(buffer::zeroed())
    }
}

impl<T: Equivalence> Buffer for [T] {
    type Item = T;
    type Owned = Vec<T>;

    #[inline]
    fn items(&self) -> &[T] {
        self
    }

    #[inline]
    fn items_mut(&mut self) -> &mut [T] {
        self
    }

    fn zeroed(&self) -> Result<Vec<T>> {
        buffer::zeroed_vec(self.len())
    }
}

impl<T: Equivalence> Buffer for Vec<T> {
    type Item = T;
    type Owned = Vec<T>;

    #[inline]
    fn items(&self) -> &[T] {
        self
    }

    #[inline]
    fn items_mut(&mut self) -> &mut [T] {
        self
    }

    fn zeroed(&self) -> Result<Vec<T>> {
        buffer::zeroed_vec(self.len())
    }
}
