//! Types whose values can be elements of messages.

pub use ferry_datatype::Basic;

use std::marker::PhantomData;

/// A type whose values can be sent, received and reduced.
///
/// It is there for the integers, `f32`, `f64`, `bool`, arrays and tuples of such types, and, with the
/// feature `num-complex`, complex numbers. Structs of such fields derive it:
///
/// ```
/// #![forbid(unsafe_code)]
/// use ferry::{Equivalence, Universe};
///
/// #[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
/// struct Particle {
///     position: [f64; 3],
///     charge: i8,
///     alive: bool,
/// }
///
/// # fn main() -> ferry::Result<()> {
/// let universe = Universe::init()?;
/// let comm = universe.self_comm();
/// let sent = Particle { position: [0.5, 1.5, 2.5], charge: -1, alive: true };
/// let mut received = Particle { position: [0.0; 3], charge: 0, alive: false };
/// comm.send_receive(&sent, 0, 7, &mut received, 0, 7)?;
/// assert_eq!(sent, received);
/// # universe.finalize()
/// # }
/// ```
///
/// Fields of type [`PhantomData`] are no part of the message, so that types without values, such as units, need not be
/// elements:
///
/// ```
/// use ferry::Equivalence;
/// use std::marker::PhantomData;
///
/// #[derive(Clone, Copy)]
/// enum Metre {}
///
/// #[derive(Equivalence, Clone, Copy)]
/// struct Quantity<U: Copy> {
///     value: f64,
///     unit: PhantomData<U>,
/// }
///
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// # let comm = universe.self_comm();
/// comm.send(&Quantity { value: 1.5, unit: PhantomData::<Metre> }, 0, 0)?;
/// assert_eq!(comm.receive::<Quantity<Metre>>(0, 0)?.0.value, 1.5);
/// # Ok(())
/// # }
/// ```
///
/// # Safety
/// [`LAYOUT`](Equivalence::LAYOUT) must describe the type:
///
/// - every byte it names is initialised in every value of the type;
/// - every byte that a value has a meaning for is named by it;
/// - any bytes there make a valid value, except where it says [`Basic::CxxBool`], where they are made 0
///   or 1; zeros everywhere make a valid value.
///
/// The derive macro sees to all of this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of messages",
    label = "no datatype is known for `{Self}`",
    note = "derive it for structs: `#[derive(Equivalence, Clone, Copy)]`; enums, `char`, references \
            and pointers have no equivalent datatype"
)]
pub unsafe trait Equivalence: Copy + Send + Sync + 'static {
    /// Where the parts of a value lie and what they are.
    const LAYOUT: Layout;
}

/// Where the parts of a value lie and what they are.
///
/// The derive macro writes it. By hand, for a type that it cannot see into:
///
/// ```
/// use ferry::{Equivalence, Layout};
///
/// #[derive(Clone, Copy)]
/// #[repr(transparent)]
/// struct Seconds(f64);
///
/// // SAFETY: it is laid out as its only field.
/// unsafe impl Equivalence for Seconds {
///     const LAYOUT: Layout = <f64 as Equivalence>::LAYOUT;
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// A number or a truth value.
    Basic(Basic),
    /// Elements in a row, without gaps.
    Array {
        /// The elements.
        item: &'static Layout,
        /// Bytes from one to the next.
        stride: usize,
        /// How many.
        len: usize,
    },
    /// Fields, possibly with gaps.
    Struct {
        /// The fields in the order in which they are sent.
        fields: &'static [Field],
    },
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Bytes from the start of the struct.
    pub offset: usize,
    /// What it is.
    pub layout: &'static Layout,
}

impl Layout {
    /// Whether there is a part that not all bytes are valid for.
    pub(crate) const fn has_truth(&self) -> bool {
        match self {
            Layout::Basic(basic) => matches!(basic, Basic::CxxBool),
            Layout::Array { item, .. } => item.has_truth(),
            Layout::Struct { fields } => {
                let mut index = 0;
                while index < fields.len() {
                    if fields[index].layout.has_truth() {
                        return true;
                    }
                    index += 1;
                }
                false
            }
        }
    }
}

macro_rules! basics {
    ($($type:ty = $basic:ident),* $(,)?) => { $(
        // SAFETY: the datatype has the type's size; numbers take any bytes, truth values are made
        // valid.
        unsafe impl Equivalence for $type {
            const LAYOUT: Layout = Layout::Basic(Basic::$basic);
        }
    )* };
}

// Sixteen bytes have one datatype; it is for sums and bits the same without a sign.
basics! {
    i8 = Int8, i16 = Int16, i32 = Int32, i64 = Int64, i128 = Integer16,
    u8 = Uint8, u16 = Uint16, u32 = Uint32, u64 = Uint64, u128 = Integer16,
    f32 = Float, f64 = Double, bool = CxxBool,
}

#[cfg(target_pointer_width = "64")]
basics! { isize = Int64, usize = Uint64 }
#[cfg(target_pointer_width = "32")]
basics! { isize = Int32, usize = Uint32 }

#[cfg(feature = "num-complex")]
basics! {
    num_complex::Complex<f32> = CFloatComplex,
    num_complex::Complex<f64> = CDoubleComplex,
}

// SAFETY: it has no bytes.
unsafe impl<T: ?Sized + Send + Sync + 'static> Equivalence for PhantomData<T> {
    const LAYOUT: Layout = Layout::Struct { fields: &[] };
}

// SAFETY: elements of an array follow one another.
unsafe impl<T: Equivalence, const N: usize> Equivalence for [T; N] {
    const LAYOUT: Layout = Layout::Array { item: &T::LAYOUT, stride: size_of::<T>(), len: N };
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*);)*) => { $(
        // SAFETY: the fields are all there is, and they are where the compiler says.
        unsafe impl<$($name: Equivalence),*> Equivalence for ($($name,)*) {
            const LAYOUT: Layout = Layout::Struct {
                fields: &[$(Field {
                    offset: std::mem::offset_of!(Self, $index),
                    layout: &$name::LAYOUT,
                }),*],
            };
        }
    )* };
}

tuples! {
    ();
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
}
