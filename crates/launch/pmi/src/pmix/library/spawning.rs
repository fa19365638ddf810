//! Spawning by the library: `PMIx_Spawn`.
#![allow(unsafe_code)]

use super::{PmixInfo, PmixLibrary, PmixValue, text_of};
use crate::pmix::spawn::PmixApp;
use std::ffi::{CString, OsString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::ptr;

/// Programs of one kind, as the library lays them out.
#[repr(C)]
pub(super) struct PmixAppRecord {
    program: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    folder: *const c_char,
    count: c_int,
    wishes: *const PmixInfo,
    wish_count: usize,
}

const _: () = assert!(size_of::<PmixAppRecord>() == 56);

pub(super) type Spawn =
    unsafe extern "C" fn(*const PmixInfo, usize, *const PmixAppRecord, usize, *mut c_char) -> c_int;

/// A row of texts that ends with a null.
struct TextRow {
    /// What the pointers are to.
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl TextRow {
    fn of(texts: &[OsString]) -> Result<TextRow, String> {
        let texts: Vec<CString> =
            texts.iter().map(|text| text_of(text.as_bytes())).collect::<Result<_, _>>()?;
        let pointers = texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect();
        Ok(TextRow { _texts: texts, pointers })
    }
}

/// What a record of programs points to.
struct AppTexts {
    arguments: TextRow,
    environment: TextRow,
    folder: Option<CString>,
    _wished: Vec<CString>,
    wishes: Vec<PmixInfo>,
}

impl AppTexts {
    fn of(app: &PmixApp) -> Result<AppTexts, String> {
        let wished: Vec<CString> = app
            .wishes
            .iter()
            .map(|(_, value)| text_of(value.as_bytes()))
            .collect::<Result<_, _>>()?;
        let wishes = app.wishes.iter().zip(&wished);
        let wishes = wishes.map(|((key, _), text)| PmixInfo {
            value: PmixValue::text(text),
            ..PmixInfo::flag(key)
        });
        Ok(AppTexts {
            arguments: TextRow::of(&app.words)?,
            environment: TextRow::of(&app.environment)?,
            folder: app.folder.as_deref().map(|dir| text_of(dir.as_bytes())).transpose()?,
            wishes: wishes.collect(),
            _wished: wished,
        })
    }

    fn record(&self, count: u32) -> PmixAppRecord {
        PmixAppRecord {
            // The first word, or the null behind no word.
            program: self.arguments.pointers[0],
            arguments: self.arguments.pointers.as_ptr(),
            environment: self.environment.pointers.as_ptr(),
            folder: self.folder.as_ref().map_or(ptr::null(), |folder| folder.as_ptr()),
            count: c_int::try_from(count).unwrap_or(c_int::MAX),
            // Behind a pointer the library looks for an end itself, whatever their number.
            wishes: self.wishes.first().map_or(ptr::null(), ptr::from_ref),
            wish_count: self.wishes.len(),
        }
    }
}

impl PmixLibrary {
    /// Has the server start these as one job, and waits until they run or are known not to.
    pub(in crate::pmix) fn spawn(&self, apps: &[PmixApp]) -> Result<(), String> {
        if apps.iter().any(|app| app.words.is_empty()) {
            return Err("a command without a program".into());
        }
        let texts: Vec<AppTexts> = apps.iter().map(AppTexts::of).collect::<Result<_, _>>()?;
        let records: Vec<PmixAppRecord> =
            texts.iter().zip(apps).map(|(texts, app)| texts.record(app.count)).collect();
        let mut namespace: [c_char; 256] = [0; 256];
        // SAFETY: the records and all that they point to (`texts`) live until the call returns, and the library copies
        // what it keeps; it writes a name of 255 characters and a zero at most.
        let status = unsafe {
            (self.spawn)(ptr::null(), 0, records.as_ptr(), records.len(), namespace.as_mut_ptr())
        };
        self.outcome(status)
    }
}
