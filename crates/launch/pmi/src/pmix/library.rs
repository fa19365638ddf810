//! The functions of `libpmix.so.2` that Ferry calls, made safe. Layouts are those of OpenPMIx 3 and later, which the
//! Stable ABI of the PMIx Standard 5.0 has fixed; earlier ones are refused.
#![allow(unsafe_code)]

mod spawning;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;

/// A value of any kind, as the library lays it out.
#[repr(C)]
struct PmixValue {
    kind: u16,
    data: PmixData,
}

#[repr(C)]
union PmixData {
    text: *mut c_char,
    number: u32,
    flag: bool,
    whole: [u64; 3],
}

/// A process.
#[repr(C)]
#[derive(Clone)]
struct PmixProcess {
    namespace: [c_char; 256],
    rank: u32,
}

/// A key with its value.
#[repr(C)]
struct PmixInfo {
    key: [c_char; 512],
    flags: u32,
    value: PmixValue,
}

/// What is asked for by name.
#[repr(C)]
struct PmixQuestion {
    process: PmixProcess,
    key: [c_char; 512],
    value: PmixValue,
}

const _: () = {
    assert!(size_of::<PmixProcess>() == 260 && size_of::<PmixValue>() == 32);
    assert!(size_of::<PmixInfo>() == 552 && size_of::<PmixQuestion>() == 808);
};

const BOOL: u16 = 1;
const STRING: u16 = 3;
const UINT32: u16 = 14;
const SCOPE_GLOBAL: u8 = 3;
/// Longest key.
const KEY_MAX: usize = 511;
/// The whole job, where a rank is asked for.
pub(super) const WHOLE_JOB: u32 = 0xffff_fffe;

type Get = unsafe extern "C" fn(
    *const PmixProcess,
    *const c_char,
    *const PmixInfo,
    usize,
    *mut *mut PmixValue,
) -> c_int;

/// The loaded library, and the job that this process is of by it.
pub(super) struct PmixLibrary {
    init: unsafe extern "C" fn(*mut PmixProcess, *mut PmixInfo, usize) -> c_int,
    finalize: unsafe extern "C" fn(*const PmixInfo, usize) -> c_int,
    get: Get,
    put: unsafe extern "C" fn(u8, *const c_char, *mut PmixValue) -> c_int,
    commit: unsafe extern "C" fn() -> c_int,
    fence: unsafe extern "C" fn(*const PmixProcess, usize, *const PmixInfo, usize) -> c_int,
    abort: unsafe extern "C" fn(c_int, *const c_char, *mut PmixProcess, usize) -> c_int,
    publish: unsafe extern "C" fn(*const PmixInfo, usize) -> c_int,
    lookup: unsafe extern "C" fn(*mut PmixQuestion, usize, *const PmixInfo, usize) -> c_int,
    spawn: spawning::Spawn,
    unpublish: unsafe extern "C" fn(*mut *mut c_char, *const PmixInfo, usize) -> c_int,
    error: unsafe extern "C" fn(c_int) -> *const c_char,
    me: PmixProcess,
    /// Never unloaded: its own threads and handlers may be there to the end.
    _library: std::mem::ManuallyDrop<Library>,
}

/// What a value that was asked for holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PmixAnswer {
    Text(String),
    Number(u32),
}

/// Who is asked for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PmixSource {
    /// The library in this process.
    Process,
    /// The server of the node, too.
    Server,
}

impl PmixLibrary {
    /// Loads it.
    pub(super) fn load(path: &Path) -> Result<PmixLibrary, String> {
        let failed = |e: libloading::Error| format!("{}: {}", path.display(), with_cause(&e));
        // SAFETY: loading runs the library's initialisers; a file of this name is what PMIx's users load.
        let library =
            unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(failed)?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the symbol has this type in every version that `check` accepts.
                *unsafe { library.get($name) }.map_err(failed)?
            };
        }
        let version: unsafe extern "C" fn() -> *const c_char = function!(b"PMIx_Get_version");
        // SAFETY: it may be called at any time and returns a text that stays.
        let version = unsafe { CStr::from_ptr(version()) }.to_string_lossy();
        check(&version).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(PmixLibrary {
            init: function!(b"PMIx_Init"),
            finalize: function!(b"PMIx_Finalize"),
            get: function!(b"PMIx_Get"),
            put: function!(b"PMIx_Put"),
            commit: function!(b"PMIx_Commit"),
            fence: function!(b"PMIx_Fence"),
            abort: function!(b"PMIx_Abort"),
            publish: function!(b"PMIx_Publish"),
            lookup: function!(b"PMIx_Lookup"),
            spawn: function!(b"PMIx_Spawn"),
            unpublish: function!(b"PMIx_Unpublish"),
            error: function!(b"PMIx_Error_string"),
            me: PmixProcess { namespace: [0; 256], rank: 0 },
            _library: std::mem::ManuallyDrop::new(library),
        })
    }

    fn outcome(&self, status: c_int) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: it returns a text that stays, for any number.
        Err(unsafe { CStr::from_ptr((self.error)(status)) }.to_string_lossy().into_owned())
    }

    /// Joins the job that the environment names.
    pub(super) fn init(&mut self) -> Result<(), String> {
        // SAFETY: the library fills the process in, and is given nothing else.
        let status = unsafe { (self.init)(&mut self.me, std::ptr::null_mut(), 0) };
        self.outcome(status)
    }

    pub(super) fn finalize(&self) -> Result<(), String> {
        // SAFETY: no info is given.
        self.outcome(unsafe { (self.finalize)(std::ptr::null(), 0) })
    }

    /// The number of this process in its job.
    pub(super) fn rank(&self) -> u32 {
        self.me.rank
    }

    /// The name of the job.
    pub(super) fn namespace(&self) -> String {
        let bytes = self.me.namespace.iter().map(|c| *c as u8).take_while(|c| *c != 0);
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
    }

    /// What a process of this job has stored, as far as this one has it already, or else its server: nobody waits for it
    /// to be stored.
    pub(super) fn get(&self, owner: u32, key: &str, from: PmixSource) -> Option<PmixAnswer> {
        let process = PmixProcess { rank: owner, ..self.me.clone() };
        let key = CString::new(key).ok()?;
        let from = PmixInfo::flag(match from {
            PmixSource::Process => "pmix.optional",
            PmixSource::Server => "pmix.immediate",
        });
        let mut value: *mut PmixValue = std::ptr::null_mut();
        // SAFETY: all pointers are to what lives until the call returns; the library allocates the value.
        let status = unsafe { (self.get)(&process, key.as_ptr(), &from, 1, &mut value) };
        if status != 0 || value.is_null() {
            return None;
        }
        // SAFETY: the library has allocated a value for the caller, who reads it by its kind and frees it once.
        unsafe {
            let answer = (*value).read();
            (*value).release();
            libc::free(value.cast::<c_void>());
            answer
        }
    }

    /// Stores a text; others see it after [`PmixLibrary::fence`].
    pub(super) fn put(&self, key: &str, text: &str) -> Result<(), String> {
        let (key, text) = (text_of(key)?, text_of(text)?);
        let mut value = PmixValue::text(&text);
        // SAFETY: the library copies key and value before it returns.
        self.outcome(unsafe { (self.put)(SCOPE_GLOBAL, key.as_ptr(), &mut value) })
    }

    /// Waits for all processes of the job, and brings what they have stored.
    pub(super) fn fence(&self) -> Result<(), String> {
        // SAFETY: it takes nothing.
        self.outcome(unsafe { (self.commit)() })?;
        let all = PmixProcess { rank: WHOLE_JOB, ..self.me.clone() };
        let collect = PmixInfo::flag("pmix.collect");
        // SAFETY: both live until the call returns.
        self.outcome(unsafe { (self.fence)(&all, 1, &collect, 1) })
    }

    /// Has the job ended with this code.
    pub(super) fn abort(&self, code: c_int, message: &str) -> Result<(), String> {
        let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the text lives until the call returns; no processes are named, which means all of the job.
        self.outcome(unsafe { (self.abort)(code, message.as_ptr(), std::ptr::null_mut(), 0) })
    }

    /// Stores a text for other jobs.
    pub(super) fn publish(&self, key: &str, text: &str) -> Result<(), String> {
        if key.len() > KEY_MAX {
            return Err(format!(
                "a name of PMIx has {KEY_MAX} bytes at most, this one {}",
                key.len()
            ));
        }
        let text = text_of(text)?;
        let info = PmixInfo { value: PmixValue::text(&text), ..PmixInfo::flag(key) };
        // SAFETY: key and value live until the call returns.
        self.outcome(unsafe { (self.publish)(&info, 1) })
    }

    /// What another job has published.
    pub(super) fn lookup(&self, key: &str) -> Option<String> {
        // What is cut to fit would be another's name.
        if key.len() > KEY_MAX {
            return None;
        }
        let process = PmixProcess { namespace: [0; 256], rank: WHOLE_JOB };
        let value = PmixValue { kind: 0, data: PmixData { whole: [0; 3] } };
        let mut question = PmixQuestion { process, key: key_of(key), value };
        // SAFETY: the question lives until the call returns; the library puts a value into it.
        let status = unsafe { (self.lookup)(&mut question, 1, std::ptr::null(), 0) };
        if status != 0 {
            return None;
        }
        // SAFETY: the library has put a value there, to be read by its kind and released once.
        let answer = unsafe {
            let answer = question.value.read();
            question.value.release();
            answer
        };
        answer.and_then(|answer| match answer {
            PmixAnswer::Text(text) => Some(text),
            PmixAnswer::Number(_) => None,
        })
    }

    /// Withdraws what was published.
    pub(super) fn unpublish(&self, key: &str) -> Result<(), String> {
        let key = text_of(key)?;
        let mut keys = [key.as_ptr().cast_mut(), std::ptr::null_mut()];
        // SAFETY: a row of texts that ends with a null; the library reads it before it returns.
        self.outcome(unsafe { (self.unpublish)(keys.as_mut_ptr(), std::ptr::null(), 0) })
    }
}

impl PmixValue {
    /// A text that must outlive the value.
    fn text(text: &CStr) -> PmixValue {
        let mut data = PmixData { whole: [0; 3] };
        data.text = text.as_ptr().cast_mut();
        PmixValue { kind: STRING, data }
    }

    /// # Safety
    /// The library has filled the value in.
    unsafe fn read(&self) -> Option<PmixAnswer> {
        // SAFETY: the kind says which member is there; a text ends with a zero.
        unsafe {
            match self.kind {
                STRING if !self.data.text.is_null() => {
                    let text = CStr::from_ptr(self.data.text).to_string_lossy();
                    Some(PmixAnswer::Text(text.into_owned()))
                }
                UINT32 => Some(PmixAnswer::Number(self.data.number)),
                _ => None,
            }
        }
    }

    /// # Safety
    /// The library has filled the value in for this process, and nobody uses its text any more.
    unsafe fn release(&mut self) {
        if self.kind == STRING {
            // SAFETY: the library allocates texts with malloc, for the caller to free.
            unsafe { libc::free(self.data.text.cast::<c_void>()) };
        }
        self.kind = 0;
    }
}

impl PmixInfo {
    /// A key that is true.
    fn flag(key: &str) -> PmixInfo {
        let mut data = PmixData { whole: [0; 3] };
        data.flag = true;
        PmixInfo { key: key_of(key), flags: 0, value: PmixValue { kind: BOOL, data } }
    }
}

/// A key with zeros behind it; what is too long is cut.
fn key_of(text: &str) -> [c_char; 512] {
    let mut key = [0; 512];
    key.iter_mut().take(KEY_MAX).zip(text.bytes()).for_each(|(to, from)| *to = from as c_char);
    key
}

fn text_of(text: impl Into<Vec<u8>>) -> Result<CString, String> {
    CString::new(text).map_err(|_| "a text holds a zero".to_owned())
}

fn with_cause(error: &libloading::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| cause.to_string())
}

/// Whether the library lays its values out as this file does.
fn check(version: &str) -> Result<(), String> {
    let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let major = digits.split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= 3 => Ok(()),
        _ => Err(format!("it is version {version:?}, and 3 or later is needed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for good in ["OpenPMIx 5.0.11rc1 (PMIx Standard: 5.1)", "OpenPMIx 4.2.2, repo", "3.2.0"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in ["PMIx 2.2.5", "", "odd"] {
            assert!(check(bad).unwrap_err().contains("3 or later"), "{bad}");
        }
    }

    #[test]
    fn keys_are_cut() {
        let key = key_of(&"k".repeat(600));
        assert_eq!((key[510], key[511]), (b'k' as c_char, 0));
    }
}
