//! Data representations of the program's (MPI-5.0 §14.5.3).

use core::ffi::{c_char, c_int, c_void};

use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::file::{self, DatarepFunctions};
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::{Error, Result};

use crate::callback::{
    DatarepConversionFunction, DatarepConversionFunctionLarge, DatarepExtentFunction,
};
use crate::convert::text;
use crate::types::{Aint, Offset};

/// A conversion function of either form.
#[derive(Clone, Copy)]
enum UserConversion {
    Int(DatarepConversionFunction),
    Large(DatarepConversionFunctionLarge),
}

/// The functions of a program and what they are called with.
struct UserDatarep {
    reads: Option<UserConversion>,
    writes: Option<UserConversion>,
    extent: DatarepExtentFunction,
    /// An address that only the functions use.
    extra_state: usize,
}

fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

impl UserDatarep {
    fn convert(
        &self,
        conversion: Option<UserConversion>,
        (userbuf, filebuf): (usize, usize),
        datatype: DatatypeHandle,
        (count, position): (u64, u64),
    ) -> i32 {
        let (userbuf, filebuf, state) =
            (pointer(userbuf), pointer(filebuf), pointer(self.extra_state));
        let position = position as Offset;
        match conversion {
            None => 0,
            // SAFETY: the program vouches for its function; the buffers hold so many elements, no more than `most`.
            Some(UserConversion::Int(function)) => unsafe {
                function(userbuf, datatype, count as c_int, filebuf, position, state)
            },
            // SAFETY: as for the other form.
            Some(UserConversion::Large(function)) => unsafe {
                function(userbuf, datatype, count as i64, filebuf, position, state)
            },
        }
    }
}

impl DatarepFunctions for UserDatarep {
    fn extent(&self, datatype: DatatypeHandle, extent: &mut i64) -> i32 {
        let mut told: Aint = 0;
        // SAFETY: the program vouches for its function, which stores one value.
        let code = unsafe { (self.extent)(datatype, &mut told, pointer(self.extra_state)) };
        *extent = told as i64;
        code
    }

    fn converts_reads(&self) -> bool {
        self.reads.is_some()
    }

    fn converts_writes(&self) -> bool {
        self.writes.is_some()
    }

    fn most(&self) -> u64 {
        let is_int = |conversion: &Option<UserConversion>| {
            matches!(conversion, Some(UserConversion::Int(_)))
        };
        if is_int(&self.reads) || is_int(&self.writes) {
            c_int::MAX as u64
        } else {
            i64::MAX as u64
        }
    }

    fn read(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32 {
        self.convert(self.reads, (userbuf, filebuf), datatype, (count, position))
    }

    fn write(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32 {
        self.convert(self.writes, (userbuf, filebuf), datatype, (count, position))
    }
}

unsafe fn register(
    datarep: *const c_char,
    (reads, writes): (Option<UserConversion>, Option<UserConversion>),
    extent: Option<DatarepExtentFunction>,
    extra_state: *mut c_void,
) -> Result<()> {
    let extent =
        extent.ok_or_else(|| Error::new(MPI_ERR_ARG, "argument dtype_file_extent_fn is NULL"))?;
    // SAFETY: a checked string.
    let name = unsafe { text(datarep) }?;
    let extra_state = extra_state.expose_provenance();
    file::register_datarep(&name, Box::new(UserDatarep { reads, writes, extent, extra_state }))
}

/// `MPI_Register_datarep`.
pub unsafe fn register_datarep(
    datarep: *const c_char,
    read_conversion_fn: Option<DatarepConversionFunction>,
    write_conversion_fn: Option<DatarepConversionFunction>,
    dtype_file_extent_fn: Option<DatarepExtentFunction>,
    extra_state: *mut c_void,
) -> Result<()> {
    let functions =
        (read_conversion_fn.map(UserConversion::Int), write_conversion_fn.map(UserConversion::Int));
    // SAFETY: a checked string.
    unsafe { register(datarep, functions, dtype_file_extent_fn, extra_state) }
}

/// `MPI_Register_datarep_c`.
pub unsafe fn register_datarep_c(
    datarep: *const c_char,
    read_conversion_fn: Option<DatarepConversionFunctionLarge>,
    write_conversion_fn: Option<DatarepConversionFunctionLarge>,
    dtype_file_extent_fn: Option<DatarepExtentFunction>,
    extra_state: *mut c_void,
) -> Result<()> {
    let functions = (
        read_conversion_fn.map(UserConversion::Large),
        write_conversion_fn.map(UserConversion::Large),
    );
    // SAFETY: a checked string.
    unsafe { register(datarep, functions, dtype_file_extent_fn, extra_state) }
}
