//! Data representations of the program's.

use core::ffi::{c_char, c_int, c_void};

use ferry_abi::convert::text;
use ferry_abi::types::{Aint, Offset};
use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::file::{self, DatarepFunctions};
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::{Error, Result};

use super::pointer;
use crate::abi::{Abi, Native};
use crate::callback::{DatarepConversion, DatarepExtent};

/// A conversion function of either form.
enum ForeignConversion<A: Abi> {
    Int(DatarepConversion<A, c_int>),
    Large(DatarepConversion<A, i64>),
}

/// The functions of a program and what they are called with.
struct ForeignDatarep<A: Abi> {
    reads: Option<ForeignConversion<A>>,
    writes: Option<ForeignConversion<A>>,
    extent: DatarepExtent<A>,
    extra_state: usize,
    most: u64,
}

impl<A: Abi> ForeignDatarep<A> {
    fn convert(
        &self,
        conversion: &Option<ForeignConversion<A>>,
        (userbuf, filebuf): (usize, usize),
        datatype: DatatypeHandle,
        (count, position): (u64, u64),
    ) -> i32 {
        let (userbuf, filebuf) = (pointer(userbuf), pointer(filebuf));
        let (state, position) = (pointer(self.extra_state), position as Offset);
        let datatype = A::Datatype::outward(datatype);
        A::error_inward(match conversion {
            None => 0,
            // SAFETY: the program vouches for its function; the buffers hold so many elements, no more than `most`.
            Some(ForeignConversion::Int(function)) => unsafe {
                function(userbuf, datatype, count as c_int, filebuf, position, state)
            },
            // SAFETY: as for the other form.
            Some(ForeignConversion::Large(function)) => unsafe {
                function(userbuf, datatype, count as i64, filebuf, position, state)
            },
        })
    }
}

impl<A: Abi> DatarepFunctions for ForeignDatarep<A> {
    fn extent(&self, datatype: DatatypeHandle, extent: &mut i64) -> i32 {
        let (mut told, state): (Aint, _) = (0, pointer(self.extra_state));
        // SAFETY: the program vouches for its function, which stores one value.
        let code = unsafe { (self.extent)(A::Datatype::outward(datatype), &mut told, state) };
        *extent = told as i64;
        A::error_inward(code)
    }

    fn converts_reads(&self) -> bool {
        self.reads.is_some()
    }

    fn converts_writes(&self) -> bool {
        self.writes.is_some()
    }

    fn most(&self) -> u64 {
        self.most
    }

    fn read(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32 {
        self.convert(&self.reads, (userbuf, filebuf), datatype, (count, position))
    }

    fn write(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32 {
        self.convert(&self.writes, (userbuf, filebuf), datatype, (count, position))
    }
}

macro_rules! registrations {
    ($($name:ident $count:ty, $form:ident, $most:expr;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name<A: Abi>(
            datarep: *const c_char,
            reads: Option<DatarepConversion<A, $count>>,
            writes: Option<DatarepConversion<A, $count>>,
            extent: Option<DatarepExtent<A>>,
            extra_state: *mut c_void,
        ) -> Result<()> {
            let missing = || Error::new(MPI_ERR_ARG, "argument dtype_file_extent_fn is NULL");
            let functions = ForeignDatarep::<A> {
                reads: reads.map(ForeignConversion::$form),
                writes: writes.map(ForeignConversion::$form),
                extent: extent.ok_or_else(missing)?,
                extra_state: extra_state.expose_provenance(),
                most: $most,
            };
            // SAFETY: a checked string.
            file::register_datarep(&unsafe { text(datarep) }?, Box::new(functions))
        }
    )* };
}

registrations! {
    register_datarep c_int, Int, c_int::MAX as u64;
    register_datarep_c i64, Large, i64::MAX as u64;
}
