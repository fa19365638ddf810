//! Predefined objects, which are variables of the library: their addresses are handles. A program that is no shared
//! object has copies of them in itself, to which the linker leads the library as well. What they hold is copied with them.

use core::ffi::c_void;

use ferry_foreign::abi::NOBODY;

use crate::generated::handles;

/// A variable of this size. It begins with the standard's handle of what it stands for; nobody reads the rest.
#[repr(C, align(32))]
pub struct Object<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Object<SIZE> {
    /// The object with this handle; 0 where the standard has none.
    pub(crate) const fn of(number: usize) -> Self {
        let handle = if number == 0 { NOBODY } else { number }.to_ne_bytes();
        let mut bytes = [0; SIZE];
        let mut at = 0;
        while at < handle.len() {
            bytes[at] = handle[at];
            at += 1;
        }
        Object(bytes)
    }
}

/// Beyond the standard's predefined handles.
pub(crate) const NUMBERS: usize = 0x300;

/// The objects of all handles of the standard, `NULL` where Open MPI has none.
pub struct ObjectTable([*const c_void; NUMBERS]);

// SAFETY: addresses that nobody changes.
unsafe impl Sync for ObjectTable {}

impl ObjectTable {
    pub(crate) const EMPTY: Self = ObjectTable([std::ptr::null(); NUMBERS]);

    /// The same with an object in it, unless it stands for nothing, or another stands there for the same.
    pub(crate) const fn with<const SIZE: usize>(
        mut self,
        number: usize,
        object: *const Object<SIZE>,
    ) -> Self {
        if number != 0 && self.0[number].is_null() {
            self.0[number] = object.cast();
        }
        self
    }
}

/// Variables with their sizes and the standard's handles of what they stand for, 0 where there is none.
macro_rules! objects {
    ($($symbol:ident: $size:literal = $number:literal;)*) => {
        /// The variables, by Open MPI's names.
        pub mod exported {
            #![allow(non_upper_case_globals, missing_docs)]
            use crate::objects::Object;

            $(
                #[unsafe(no_mangle)]
                #[used]
                pub static $symbol: Object<$size> = Object::of($number);
            )*
        }

        /// Where they are.
        pub static TABLE: crate::objects::ObjectTable =
            crate::objects::ObjectTable::EMPTY$(.with($number, &raw const exported::$symbol))*;

        /// The address of each, and the standard's handle.
        #[cfg(test)]
        pub(crate) fn each(mut take: impl FnMut(usize, usize)) {
            $( take((&raw const exported::$symbol).addr(), $number); )*
        }
    };
}

pub(crate) use objects;

/// The address of the object of a standard's handle; 0 if Open MPI has no such object.
#[inline]
pub(crate) fn address_of(number: usize) -> usize {
    // Exposed: a program hands it back as a handle, which is followed.
    handles::TABLE.0.get(number).map_or(0, |object| object.expose_provenance())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_found_by_its_handle() {
        let (mut known, mut unknown) = (0, 0);
        handles::each(|address, number| match number {
            0 => unknown += 1,
            _ => {
                known += 1;
                // SAFETY: an object, and another with the same handle.
                let of = |address| unsafe { *std::ptr::with_exposed_provenance::<usize>(address) };
                assert_eq!([of(address), of(address_of(number))], [number; 2]);
            }
        });
        assert_eq!((known, unknown), (103, 5));
    }

    #[test]
    fn what_is_no_object_has_none() {
        for number in [0, 1, 0x2ff, NUMBERS, usize::MAX] {
            assert_eq!(address_of(number), 0);
        }
    }

    #[test]
    fn sizes_are_those_of_open_mpi() {
        use handles::exported::*;
        assert_eq!(size_of_val(&ompi_mpi_comm_world), 512);
        assert_eq!(size_of_val(&ompi_mpi_op_sum), 2048);
        assert_eq!(size_of_val(&ompi_mpi_file_null), 1536);
        assert_eq!(size_of_val(&ompi_request_null), 256);
    }
}
