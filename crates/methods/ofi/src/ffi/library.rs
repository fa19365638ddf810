//! libfabric as it is found: loaded once, for good.

use super::layout::{FabricAttr, FidFabric, Info, version};
use libloading::os::unix::{Library as Loaded, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// Older ones lack what is asked of them: this is as old as any system that Ferry is built for has.
const OLDEST: u32 = version(1, 9);
/// The version whose words are spoken here. A later library answers in them.
const SPOKEN: u32 = version(1, 17);
/// What the library is called everywhere.
const USUAL: &str = "libfabric.so.1";

type GetInfo = unsafe extern "C" fn(
    u32,
    *const c_char,
    *const c_char,
    u64,
    *const Info,
    *mut *mut Info,
) -> c_int;

/// The functions that are symbols; all others are in the tables of what these make.
pub(crate) struct Library {
    path: String,
    pub(super) version: u32,
    pub(super) getinfo: GetInfo,
    pub(super) freeinfo: unsafe extern "C" fn(*mut Info),
    pub(super) dupinfo: unsafe extern "C" fn(*const Info) -> *mut Info,
    pub(super) fabric:
        unsafe extern "C" fn(*mut FabricAttr, *mut *mut FidFabric, *mut c_void) -> c_int,
    strerror: unsafe extern "C" fn(c_int) -> *const c_char,
}

static LOADED: Mutex<Vec<&'static Library>> = Mutex::new(Vec::new());

impl Library {
    /// The library of that path, or the system's; loaded if it is not yet.
    ///
    /// # Errors
    /// Why there is none to use, as a sentence goes on.
    pub(crate) fn of(path: Option<&str>) -> Result<&'static Library, String> {
        let path = path.unwrap_or(USUAL);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.iter().find(|library| library.path == path) {
            return Ok(known);
        }
        let library: &'static Library = Box::leak(Box::new(load(path)?));
        loaded.push(library);
        Ok(library)
    }

    /// The version, for people.
    pub(crate) fn version(&self) -> String {
        in_words(self.version)
    }

    /// The version to speak with it.
    pub(super) fn spoken(&self) -> u32 {
        self.version.min(SPOKEN)
    }

    /// What an error's number means, be it negative or not.
    pub(super) fn explain(&self, code: isize) -> String {
        let code = c_int::try_from(code.unsigned_abs()).unwrap_or(c_int::MAX);
        // SAFETY: takes any number, and gives a text that stays, or null.
        let text = unsafe { (self.strerror)(code) };
        if text.is_null() {
            return format!("error {code}");
        }
        // SAFETY: not null; texts of libfabric end with a zero.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}

fn in_words(version: u32) -> String {
    format!("{}.{}", version >> 16, version & 0xffff)
}

fn load(path: &str) -> Result<Library, String> {
    // SAFETY: the library's initialisers run; who installs libfabric, or names one, trusts it.
    let loaded = unsafe { Loaded::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
        .map_err(|e| format!("libfabric cannot be loaded: {e}"))?;
    let missing = |name: &str| format!("{path} has no function {name}: it is no libfabric");
    macro_rules! symbol {
        ($name:literal) => {
            // SAFETY: a symbol of this name in libfabric is a function of the type that the field has.
            *unsafe { loaded.get(concat!($name, "\0").as_bytes()) }.map_err(|_| missing($name))?
        };
    }
    let version: unsafe extern "C" fn() -> u32 = symbol!("fi_version");
    // SAFETY: takes nothing.
    let version = unsafe { version() };
    if version < OLDEST {
        let (found, oldest) = (in_words(version), in_words(OLDEST));
        return Err(format!("{path} is libfabric {found}, which is too old; {oldest} would do"));
    }
    let library = Library {
        path: path.to_owned(),
        version,
        getinfo: symbol!("fi_getinfo"),
        freeinfo: symbol!("fi_freeinfo"),
        dupinfo: symbol!("fi_dupinfo"),
        fabric: symbol!("fi_fabric"),
        strerror: symbol!("fi_strerror"),
    };
    // Its code must outlive everything that was made by it.
    std::mem::forget(loaded);
    Ok(library)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_libfabric_is_named() {
        let why = |path| Library::of(Some(path)).err().expect("no libfabric");
        assert!(why("/nowhere/libfabric.so.1").contains("cannot be loaded"));
        let other = why("libc.so.6");
        assert!(other.contains("libc.so.6 has no function fi_version"), "{other}");
    }
}
