//! Descriptors of arrays, as `ISO_Fortran_binding.h` has them.
//!
//! The header of each compiler may order the fields as it likes. GNU's and LLVM's differ only in what is not
//! looked at here; a compiler that differs in more needs a reader of its own beside this one.
//!
//! MPICH's procedures with descriptors are Fortran's own, to which `gfortran` passes descriptors of another form
//! (`native`).

use core::ffi::c_void;

use crate::sentinels::memory;

#[cfg(not(feature = "mpich"))]
pub use interoperable::Cdesc;
#[cfg(feature = "mpich")]
pub use native::Cdesc;

/// Those of C.
#[cfg(not(feature = "mpich"))]
mod interoperable {
    use core::ffi::{c_int, c_void};

    /// `CFI_cdesc_t`, with as many dimensions behind it as `rank` says.
    #[repr(C)]
    pub struct Cdesc {
        pub(super) base: *mut c_void,
        pub(super) element: usize,
        version: c_int,
        pub(super) rank: i8,
        rest: [i8; 3],
    }

    /// `CFI_dim_t`: the lower bound, how many, and how many bytes apart.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub(super) struct CdescDimension {
        lower: isize,
        extent: isize,
        apart: isize,
    }

    impl Cdesc {
        /// Of a dimension: how many, and how many bytes apart.
        pub(super) fn of(&self, dimension: &CdescDimension) -> (isize, isize) {
            (dimension.extent, dimension.apart)
        }
    }
}

/// Those that `gfortran` passes between procedures of Fortran.
#[cfg(feature = "mpich")]
mod native {
    use core::ffi::{c_int, c_void};

    /// With as many dimensions behind it as `rank` says.
    #[repr(C)]
    pub struct Cdesc {
        pub(super) base: *mut c_void,
        offset: isize,
        pub(super) element: usize,
        version: c_int,
        pub(super) rank: i8,
        rest: [i8; 3],
        /// Bytes of a unit of strides.
        span: isize,
    }

    /// How many units apart, and the bounds.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub(super) struct CdescDimension {
        stride: isize,
        lower: isize,
        upper: isize,
    }

    impl Cdesc {
        /// Of a dimension: how many, and how many bytes apart.
        pub(super) fn of(&self, dimension: &CdescDimension) -> (isize, isize) {
            let unit = if self.span == 0 { self.element as isize } else { self.span };
            let extent = dimension.upper.wrapping_sub(dimension.lower).wrapping_add(1);
            (extent, dimension.stride.wrapping_mul(unit))
        }
    }
}

#[cfg(not(feature = "mpich"))]
use interoperable::CdescDimension;
#[cfg(feature = "mpich")]
use native::CdescDimension;

/// The most that Fortran allows.
const MOST: usize = 15;

/// A buffer, with or without a descriptor.
pub trait BufferPlace {
    /// Its address in the program.
    ///
    /// # Safety
    /// A descriptor is null, or the compiler made it.
    unsafe fn place(self) -> *mut c_void;
}

impl BufferPlace for *mut c_void {
    unsafe fn place(self) -> *mut c_void {
        self
    }
}

impl BufferPlace for *const Cdesc {
    unsafe fn place(self) -> *mut c_void {
        // SAFETY: the caller's promise.
        unsafe { self.as_ref() }.map_or(core::ptr::null_mut(), |cdesc| cdesc.base)
    }
}

/// The address for C: one that stands for something else becomes that.
///
/// # Safety
/// As of [`BufferPlace::place`].
pub unsafe fn memory_of(cdesc: *const Cdesc) -> *mut c_void {
    // SAFETY: the caller's promise.
    memory(unsafe { cdesc.place() })
}

/// Bytes of one element: what `MPI_SIZEOF` asks for.
///
/// # Safety
/// The compiler made the descriptor.
pub unsafe fn element_size(cdesc: *const Cdesc) -> usize {
    // SAFETY: the caller's promise.
    unsafe { (*cdesc).element }
}

/// Whether the elements lie in a row.
///
/// # Safety
/// As of [`BufferPlace::place`].
pub unsafe fn lies_in_a_row(cdesc: *const Cdesc) -> bool {
    // SAFETY: the caller's promise.
    unsafe { cdesc.is_null() || Section::of(cdesc).is_in_a_row() }
}

/// Elements of an array, wherever they lie.
#[derive(Clone, Debug)]
pub struct Section {
    /// The first one.
    pub base: *mut u8,
    /// Bytes of each.
    pub element: usize,
    /// For each dimension, the fastest first: how many, and how many bytes apart.
    pub dimensions: Vec<(usize, isize)>,
    in_a_row: bool,
}

impl Section {
    /// What a descriptor says.
    ///
    /// # Safety
    /// The compiler made it.
    pub unsafe fn of(cdesc: *const Cdesc) -> Section {
        // SAFETY: the caller's promise: so many dimensions follow.
        let (head, all) = unsafe {
            let rank = usize::try_from((*cdesc).rank).unwrap_or(0).min(MOST);
            let first = cdesc.add(1).cast::<CdescDimension>();
            (&*cdesc, core::slice::from_raw_parts(first, rank))
        };
        let mut in_a_row = true;
        let mut expected = head.element as isize;
        let all = all.iter().map(|dimension| head.of(dimension));
        for (extent, apart) in all.clone() {
            // The last extent of an assumed size is -1; a single element is nowhere else.
            in_a_row &= extent == 1 || apart == expected;
            expected = expected.saturating_mul(extent);
        }
        let dimensions: Vec<(usize, isize)> =
            all.map(|(extent, apart)| (usize::try_from(extent).unwrap_or(0), apart)).collect();
        let is_empty = dimensions.iter().any(|(extent, _)| *extent == 0);
        let (base, element) = (head.base.cast(), head.element);
        Section { base, element, dimensions, in_a_row: in_a_row || is_empty }
    }

    /// Whether the elements lie in a row, in their order.
    pub fn is_in_a_row(&self) -> bool {
        self.in_a_row
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.dimensions.iter().map(|(extent, _)| extent).product()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with the distance from the first element of each, in their order, until `count` were seen.
    pub fn each(&self, count: usize, mut visit: impl FnMut(isize)) {
        let mut at = vec![0; self.dimensions.len()];
        let mut distance = 0isize;
        for _ in 0..count.min(self.len()) {
            visit(distance);
            for (at, (extent, apart)) in at.iter_mut().zip(&self.dimensions) {
                *at += 1;
                distance += apart;
                if *at < *extent {
                    break;
                }
                distance -= apart * *extent as isize;
                *at = 0;
            }
        }
    }
}
