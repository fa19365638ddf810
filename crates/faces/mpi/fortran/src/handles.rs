//! Handles as integers (MPI-5.0 §19.3.4): between them and those of C.

use core::ffi::c_int;

pub use crate::abi::{
    CHandle, comm, datatype, errhandler, file, group, info, message, op, request, session, win,
};

/// A handle of a file as C has it: an address everywhere.
pub type CFile = usize;

/// So many fit without asking the system for memory.
const FEW: usize = 32;

/// An array of handles in C's form.
pub struct Handles {
    few: [CHandle; FEW],
    many: Vec<CHandle>,
    len: usize,
}

/// A count of the program's as a length; MPI itself refuses a negative one.
pub fn length(count: i64) -> usize {
    usize::try_from(count).unwrap_or(0)
}

impl Handles {
    /// Room for `len` handles.
    pub fn room(len: usize, null: CHandle) -> Handles {
        let many = if len > FEW { vec![null; len] } else { Vec::new() };
        Handles { few: [null; FEW], many, len }
    }

    /// The handles of `len` integers.
    ///
    /// # Safety
    /// `from` has as many.
    pub unsafe fn from(from: *const c_int, len: usize, c: fn(c_int) -> CHandle) -> Handles {
        let mut this = Handles::room(len, 0);
        for at in 0..len {
            // SAFETY: the caller's promise.
            this.as_mut_slice()[at] = c(unsafe { *from.add(at) });
        }
        this
    }

    /// The handles.
    pub fn as_mut_slice(&mut self) -> &mut [CHandle] {
        if self.many.is_empty() { &mut self.few[..self.len] } else { &mut self.many }
    }

    /// The same to look at.
    pub fn as_slice(&self) -> &[CHandle] {
        if self.many.is_empty() { &self.few[..self.len] } else { &self.many }
    }

    /// Their place.
    pub fn as_mut_ptr(&mut self) -> *mut CHandle {
        self.as_mut_slice().as_mut_ptr()
    }

    /// Stores them as integers.
    ///
    /// # Safety
    /// `place` has room for as many.
    pub unsafe fn give(&mut self, place: *mut c_int, fortran: fn(CHandle) -> c_int) {
        for (at, handle) in self.as_mut_slice().iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { *place.add(at) = fortran(*handle) };
        }
    }
}
