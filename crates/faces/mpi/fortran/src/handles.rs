//! Handles as integers (MPI-5.0 §19.3.4): what the standard ABI's `*_toint` and `*_fromint` say.

use core::ffi::c_int;

/// Predefined handles are their own integers (MPI-5.0 §20).
const PREDEFINED_END: c_int = 0x1000;

macro_rules! handles {
    ($($word:ident $from:ident $to:ident $null:ident;)*) => { $(
        #[doc = concat!("Handles of kind `", stringify!($word), "`.")]
        pub mod $word {
            use core::ffi::c_int;

            use crate::generated::constants;

            unsafe extern "C" {
                fn $from(value: c_int) -> usize;
                fn $to(handle: usize) -> c_int;
            }

            /// The null handle.
            pub const NULL: usize = constants::$null;

            /// The handle of an integer.
            pub fn c(value: c_int) -> usize {
                if (0..super::PREDEFINED_END).contains(&value) {
                    return value as usize;
                }
                // SAFETY: any integer may be asked for.
                unsafe { $from(value) }
            }

            /// The integer of a handle.
            pub fn fortran(handle: usize) -> c_int {
                if handle < super::PREDEFINED_END as usize {
                    return handle as c_int;
                }
                // SAFETY: MPI gave the handle.
                unsafe { $to(handle) }
            }
        }
    )* };
}

handles! {
    comm PMPI_Comm_fromint PMPI_Comm_toint MPI_COMM_NULL;
    group PMPI_Group_fromint PMPI_Group_toint MPI_GROUP_NULL;
    datatype PMPI_Type_fromint PMPI_Type_toint MPI_DATATYPE_NULL;
    op PMPI_Op_fromint PMPI_Op_toint MPI_OP_NULL;
    request PMPI_Request_fromint PMPI_Request_toint MPI_REQUEST_NULL;
    message PMPI_Message_fromint PMPI_Message_toint MPI_MESSAGE_NULL;
    info PMPI_Info_fromint PMPI_Info_toint MPI_INFO_NULL;
    errhandler PMPI_Errhandler_fromint PMPI_Errhandler_toint MPI_ERRHANDLER_NULL;
    win PMPI_Win_fromint PMPI_Win_toint MPI_WIN_NULL;
    file PMPI_File_fromint PMPI_File_toint MPI_FILE_NULL;
    session PMPI_Session_fromint PMPI_Session_toint MPI_SESSION_NULL;
}

/// So many fit without asking the system for memory.
const FEW: usize = 32;

/// An array of handles in C's form.
pub struct Handles {
    few: [usize; FEW],
    many: Vec<usize>,
    len: usize,
}

/// A count of the program's as a length; MPI itself refuses a negative one.
pub fn length(count: i64) -> usize {
    usize::try_from(count).unwrap_or(0)
}

impl Handles {
    /// Room for `len` handles.
    pub fn room(len: usize, null: usize) -> Handles {
        let many = if len > FEW { vec![null; len] } else { Vec::new() };
        Handles { few: [null; FEW], many, len }
    }

    /// The handles of `len` integers.
    ///
    /// # Safety
    /// `from` has as many.
    pub unsafe fn from(from: *const c_int, len: usize, c: fn(c_int) -> usize) -> Handles {
        let mut this = Handles::room(len, 0);
        for at in 0..len {
            // SAFETY: the caller's promise.
            this.as_mut_slice()[at] = c(unsafe { *from.add(at) });
        }
        this
    }

    /// The handles.
    pub fn as_mut_slice(&mut self) -> &mut [usize] {
        if self.many.is_empty() { &mut self.few[..self.len] } else { &mut self.many }
    }

    /// The same to look at.
    pub fn as_slice(&self) -> &[usize] {
        if self.many.is_empty() { &self.few[..self.len] } else { &self.many }
    }

    /// Their place.
    pub fn as_mut_ptr(&mut self) -> *mut usize {
        self.as_mut_slice().as_mut_ptr()
    }

    /// Stores them as integers.
    ///
    /// # Safety
    /// `place` has room for as many.
    pub unsafe fn give(&mut self, place: *mut c_int, fortran: fn(usize) -> c_int) {
        for (at, handle) in self.as_mut_slice().iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { *place.add(at) = fortran(*handle) };
        }
    }
}
