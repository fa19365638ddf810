//! Names for which the program has less room than the standard ABI gives them.

use core::ffi::{c_char, c_int};

use ferry_abi::calls::{dynamic, env};
use ferry_abi::convert::{store, store_text};
use ferry_mpi::constants::{MPI_ERR_NO_SPACE, MPI_MAX_PORT_NAME, MPI_MAX_PROCESSOR_NAME};
use ferry_mpi::handle::InfoHandle;
use ferry_mpi::{Error, Result};

use crate::abi::Abi;

const PORT: usize = MPI_MAX_PORT_NAME as usize;
const PROCESSOR: usize = MPI_MAX_PROCESSOR_NAME as usize;

/// The text that a function has stored.
fn told(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Stores the name of a port, of which no character may be missing.
unsafe fn store_port<A: Abi>(place: *mut c_char, name: &str) -> Result<()> {
    if name.len() >= A::MAX_PORT_NAME {
        let text = format!(
            "the port's name has {} characters, and this program's MPI_MAX_PORT_NAME is {}; build the program with \
             Ferry's mpicc, or let fewer networks be named (`method.enabled`)",
            name.len(),
            A::MAX_PORT_NAME
        );
        return Err(Error::new(MPI_ERR_NO_SPACE, text));
    }
    // SAFETY: a checked pointer to so many characters.
    unsafe { store_text(place, A::MAX_PORT_NAME, name) };
    Ok(())
}

/// `MPI_Open_port`.
pub unsafe fn open_port<A: Abi>(info: InfoHandle, port_name: *mut c_char) -> Result<()> {
    let mut name = [0; PORT];
    // SAFETY: room for the longest name; a checked pointer.
    unsafe {
        dynamic::open_port(info, name.as_mut_ptr().cast())?;
        store_port::<A>(port_name, &told(&name))
    }
}

/// `MPI_Lookup_name`.
pub unsafe fn lookup_name<A: Abi>(
    service_name: *const c_char,
    info: InfoHandle,
    port_name: *mut c_char,
) -> Result<()> {
    let mut name = [0; PORT];
    // SAFETY: room for the longest name; a checked string and a checked pointer.
    unsafe {
        dynamic::lookup_name(service_name, info, name.as_mut_ptr().cast())?;
        store_port::<A>(port_name, &told(&name))
    }
}

/// `MPI_Get_processor_name`: a name may be cut.
pub unsafe fn get_processor_name<A: Abi>(name: *mut c_char, resultlen: *mut c_int) -> Result<()> {
    let (mut whole, mut len) = ([0; PROCESSOR], 0);
    // SAFETY: room for the longest name; checked pointers.
    unsafe {
        env::get_processor_name(whole.as_mut_ptr().cast(), &mut len)?;
        store(resultlen, store_text(name, A::MAX_PROCESSOR_NAME, &told(&whole)) as c_int);
    }
    Ok(())
}

/// `MPI_Abi_get_version`: it is not the standard's ABI.
pub unsafe fn abi_get_version<A: Abi>(abi_major: *mut c_int, abi_minor: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe {
        store(abi_major, -1);
        store(abi_minor, -1);
    }
    Ok(())
}
