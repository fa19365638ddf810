//! Starting and ending MPI (MPI-5.0 §11.2, §11.4, §11.6).

use core::ffi::{c_char, c_int};

use ferry_mpi::comm::WORLD;
use ferry_mpi::constants::{
    MPI_ERR_ARG, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED, MPI_THREAD_SINGLE,
};
use ferry_mpi::handle::CommHandle;
use ferry_mpi::process::enter;
use ferry_mpi::{Error, Result, init as life};

use crate::convert::{store, store_flag};

/// `MPI_Init`. The arguments of `main` stay as they are.
pub unsafe fn init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Result<()> {
    begin(MPI_THREAD_SINGLE).map(drop)
}

/// `MPI_Init_thread`.
pub unsafe fn init_thread(
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> Result<()> {
    let level = begin(required)?;
    // SAFETY: a checked output pointer.
    unsafe { store(provided, level) };
    Ok(())
}

const LEVELS: [c_int; 4] =
    [MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE];

fn begin(required: c_int) -> Result<c_int> {
    if !LEVELS.contains(&required) {
        let text = format!("argument required is {required}, which is no MPI_THREAD_ constant");
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    life::init(required)
}

/// `MPI_Initialized`: whether it was called, even if MPI has ended since.
pub unsafe fn initialized(flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, life::world_phase() != life::Phase::Before) };
    Ok(())
}

/// `MPI_Finalized`.
pub unsafe fn finalized(flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, life::world_phase() == life::Phase::After) };
    Ok(())
}

/// `MPI_Finalize`.
pub unsafe fn finalize() -> Result<()> {
    life::finalize()
}

/// `MPI_Query_thread`.
pub unsafe fn query_thread(provided: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(provided, life::thread_level()) };
    Ok(())
}

/// `MPI_Is_thread_main`.
pub unsafe fn is_thread_main(flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, life::is_main_thread()) };
    Ok(())
}

/// `MPI_Abort`: ends the whole job, as the standard allows.
pub unsafe fn abort(comm: CommHandle, code: c_int) -> Result<()> {
    let name = enter().comms.get(comm).map(|entry| entry.name.clone()).unwrap_or_default();
    let on = if name.is_empty() { "a communicator without a name" } else { name.as_str() };
    let why = if comm == WORLD { String::new() } else { format!("on {on}") };
    life::abort(code, &why)
}
