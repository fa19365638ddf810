//! Functions that are constants of Open MPI's header.
#![allow(non_snake_case)]

use core::ffi::{c_int, c_void};

use ferry_foreign::data::duplicate;
use ferry_mpi::handle::kind;

use crate::AddressHandle;

macro_rules! attribute_functions {
    ($($kind:ident $null_copy:ident $duplicate:ident $null_delete:ident;)*) => { $(
        /// A copy function by which the new object gets no value.
        ///
        /// # Safety
        /// The arguments are those of a copy function of attributes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $null_copy(
            _object: AddressHandle<kind::$kind>,
            _keyval: c_int,
            _extra: *mut c_void,
            _value: *mut c_void,
            _place: *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: the place of a flag.
            unsafe { *flag = 0 };
            0
        }

        /// A copy function by which the new object gets the same value.
        ///
        /// # Safety
        /// The arguments are those of a copy function of attributes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $duplicate(
            _object: AddressHandle<kind::$kind>,
            _keyval: c_int,
            _extra: *mut c_void,
            value: *mut c_void,
            place: *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: the places of a value and of a flag.
            unsafe { duplicate(value, place, flag) }
        }

        /// A delete function that does nothing.
        #[unsafe(no_mangle)]
        pub extern "C" fn $null_delete(
            _object: AddressHandle<kind::$kind>,
            _keyval: c_int,
            _value: *mut c_void,
            _extra: *mut c_void,
        ) -> c_int {
            0
        }
    )* };
}

attribute_functions! {
    Comm OMPI_C_MPI_NULL_COPY_FN OMPI_C_MPI_DUP_FN OMPI_C_MPI_NULL_DELETE_FN;
    Comm OMPI_C_MPI_COMM_NULL_COPY_FN OMPI_C_MPI_COMM_DUP_FN OMPI_C_MPI_COMM_NULL_DELETE_FN;
    Datatype OMPI_C_MPI_TYPE_NULL_COPY_FN OMPI_C_MPI_TYPE_DUP_FN OMPI_C_MPI_TYPE_NULL_DELETE_FN;
    Win OMPI_C_MPI_WIN_NULL_COPY_FN OMPI_C_MPI_WIN_DUP_FN OMPI_C_MPI_WIN_NULL_DELETE_FN;
}
