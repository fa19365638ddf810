//! Names for which the program has less room than the standard ABI gives them.

use core::ffi::{c_char, c_int};

use ferry_abi::calls::{comm, datatype, dynamic, env, error_code, info, version, win};
use ferry_abi::convert::{store, store_text};
use ferry_mpi::constants::{
    MPI_ERR_NO_SPACE, MPI_MAX_ERROR_STRING, MPI_MAX_INFO_KEY, MPI_MAX_LIBRARY_VERSION_STRING,
    MPI_MAX_OBJECT_NAME, MPI_MAX_PORT_NAME, MPI_MAX_PROCESSOR_NAME,
};
use ferry_mpi::handle::{CommHandle, DatatypeHandle, InfoHandle, WinHandle};
use ferry_mpi::{Error, Result};

use crate::abi::Abi;

const PORT: usize = MPI_MAX_PORT_NAME as usize;
const OBJECT: usize = MPI_MAX_OBJECT_NAME as usize;
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

/// Stores a name of which the program may have room for a part, and how long that is.
///
/// # Safety
/// `place` has `room` characters; `ask` stores no more than `MOST`.
unsafe fn cut<const MOST: usize>(
    (place, room): (*mut c_char, usize),
    resultlen: *mut c_int,
    ask: impl FnOnce(*mut c_char, *mut c_int) -> Result<()>,
) -> Result<()> {
    let (mut whole, mut len) = ([0; MOST], 0);
    ask(whole.as_mut_ptr().cast(), &mut len)?;
    // SAFETY: as the caller vouches; a checked pointer.
    unsafe { store(resultlen, store_text(place, room, told(&whole)) as c_int) };
    Ok(())
}

/// `MPI_Get_processor_name`.
pub unsafe fn get_processor_name<A: Abi>(name: *mut c_char, resultlen: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe {
        cut::<PROCESSOR>((name, A::MAX_PROCESSOR_NAME), resultlen, |name, len| {
            env::get_processor_name(name, len)
        })
    }
}

/// `MPI_Get_library_version`.
pub unsafe fn get_library_version<A: Abi>(
    version: *mut c_char,
    resultlen: *mut c_int,
) -> Result<()> {
    const MOST: usize = MPI_MAX_LIBRARY_VERSION_STRING as usize;
    // SAFETY: checked pointers.
    unsafe {
        cut::<MOST>((version, A::MAX_LIBRARY_VERSION_STRING), resultlen, |version, len| {
            version::get_library_version(version, len)
        })
    }
}

/// `MPI_Error_string`.
pub unsafe fn error_string<A: Abi>(
    code: c_int,
    string: *mut c_char,
    resultlen: *mut c_int,
) -> Result<()> {
    const MOST: usize = MPI_MAX_ERROR_STRING as usize;
    // SAFETY: checked pointers.
    unsafe {
        cut::<MOST>((string, A::MAX_ERROR_STRING), resultlen, |string, len| {
            error_code::error_string(code, string, len)
        })
    }
}

macro_rules! names {
    ($($name:ident $module:ident $handle:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name<A: Abi>(
            object: $handle,
            name: *mut c_char,
            resultlen: *mut c_int,
        ) -> Result<()> {
            // SAFETY: checked pointers.
            unsafe {
                cut::<OBJECT>((name, A::MAX_OBJECT_NAME), resultlen, |name, len| {
                    $module::$name(object, name, len)
                })
            }
        }
    )* };
}

names! {
    comm_get_name comm CommHandle;
    type_get_name datatype DatatypeHandle;
    win_get_name win WinHandle;
}

/// `MPI_Info_get_nthkey`.
pub unsafe fn info_get_nthkey<A: Abi>(info: InfoHandle, n: c_int, key: *mut c_char) -> Result<()> {
    const MOST: usize = MPI_MAX_INFO_KEY as usize;
    let mut len = 0;
    // SAFETY: a checked pointer and a local variable.
    unsafe {
        cut::<MOST>((key, A::MAX_INFO_KEY), &mut len, |key, _| info::info_get_nthkey(info, n, key))
    }
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
