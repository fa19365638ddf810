//! What can be sent and received: single values, slices, vectors.

use crate::buffer::{self, Writing, reading, writing};
use crate::equivalence::Equivalence;
use crate::error::Result;
use crate::types;
use crate::view::{View, ViewMut};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

/// Elements in a row: a single value of a type with [`Equivalence`], a slice of them or a vector.
/// An array is one element, of array type; slice it (`&array[..]`) to send its elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no elements of messages",
    label = "neither a value with `Equivalence` nor a slice or vector of such values",
    note = "slice arrays, `&array[..]`, to send their elements; derive `Equivalence` for structs"
)]
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

/// What can be sent: a [`Buffer`] or a [`View`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent",
    label = "neither a `Buffer` (a value with `Equivalence`, a slice or vector of such values) nor a `View`",
    note = "slice arrays, `&array[..]`, to send their elements; send `text.as_bytes()` for text; derive \
            `Equivalence` for structs"
)]
pub trait Outgoing: lend::Out {
    /// The elements.
    type Element: Equivalence;
}

/// What can be received into: a [`Buffer`] or a [`ViewMut`].
#[diagnostic::on_unimplemented(
    message = "nothing can be received into `{Self}`",
    label = "neither a `Buffer` (a value with `Equivalence`, a slice or vector of such values) nor a `ViewMut`",
    note = "slice arrays, `&mut array[..]`, to receive their elements; derive `Equivalence` for structs"
)]
pub trait Incoming: lend::In {
    /// The elements.
    type Element: Equivalence;
}

impl<D: Buffer + ?Sized> Outgoing for D {
    type Element = D::Item;
}
impl<T: Equivalence> Outgoing for View<'_, T> {
    type Element = T;
}
impl<D: Buffer + ?Sized> Incoming for D {
    type Element = D::Item;
}
impl<T: Equivalence> Incoming for ViewMut<'_, T> {
    type Element = T;
}

pub(crate) mod lend {
    use super::{
        Buffer, Equivalence, RecvBuffer, Result, SendBuffer, View, ViewMut, Writing, reading,
        types, writing,
    };

    /// What borrows memory as long as an operation uses it, which buffers by themselves do not: nobody else has one.
    pub struct Borrower(());

    /// This crate's.
    pub(crate) const BORROWER: Borrower = Borrower(());

    /// Memory to send from. It is borrowed until the operation is complete.
    pub trait Out {
        #[doc(hidden)]
        fn outgoing(&self, by: Borrower) -> Result<SendBuffer>;
    }

    /// Memory to receive into. It is borrowed until the operation is complete.
    pub trait In {
        #[doc(hidden)]
        fn incoming(&mut self, by: Borrower) -> Result<(Writing<'_>, RecvBuffer)>;
    }

    impl<D: Buffer + ?Sized> Out for D {
        #[inline]
        fn outgoing(&self, _by: Borrower) -> Result<SendBuffer> {
            Ok(reading(self.items()).of(types::element::<D::Item>()?))
        }
    }

    impl<D: Buffer + ?Sized> In for D {
        #[inline]
        fn incoming(&mut self, _by: Borrower) -> Result<(Writing<'_>, RecvBuffer)> {
            let datatype = types::element::<D::Item>()?;
            let lent = writing(self.items_mut());
            let buffer = lent.of(datatype);
            Ok((lent, buffer))
        }
    }

    impl<T: Equivalence> Out for View<'_, T> {
        fn outgoing(&self, _by: Borrower) -> Result<SendBuffer> {
            Ok(SendBuffer { count: 1, ..reading(self.items).of(self.datatype()) })
        }
    }

    impl<T: Equivalence> In for ViewMut<'_, T> {
        fn incoming(&mut self, _by: Borrower) -> Result<(Writing<'_>, RecvBuffer)> {
            let datatype = self.datatype();
            let lent = self.items.writing();
            let buffer = lent.of(datatype);
            Ok((lent, buffer))
        }
    }
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
