//! Files by numbers, as Fortran has them. These are MP_Lite's own: `mp_fopen` gives a file of process 0 a number from
//! 1 to 99, whatever the program has opened by `OPEN`. Until it does, 5 is what process 0 reads from, 6 what it writes
//! to and 0 what it says its errors on.

use crate::files::{Input, opened, refuse};
use crate::fortran::{runtime, text};
use crate::in_order::{pass_token, take_token};
use crate::library::{process, warn};
use crate::pointer::place;
use crate::stdio::{self, CFile, OpenFile};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

const UNITS: std::ops::RangeInclusive<c_int> = 1..=99;

#[derive(Default)]
struct Units {
    /// Files that were opened.
    files: BTreeMap<c_int, OpenFile>,
    /// Where to what is read from a unit is written too.
    echoes: BTreeMap<c_int, c_int>,
}

impl Units {
    fn file(&self, unit: c_int) -> Option<*mut CFile> {
        let [input, output, errors] = stdio::standard();
        match (self.files.get(&unit), unit) {
            (Some(OpenFile(file)), _) => Some(*file),
            (None, 5) => Some(input),
            (None, 6) => Some(output),
            (None, 0) => Some(errors),
            _ => None,
        }
    }
}

fn units() -> MutexGuard<'static, Units> {
    static OPEN: Mutex<Units> =
        Mutex::new(Units { files: BTreeMap::new(), echoes: BTreeMap::new() });
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file of a unit; null on all but process 0.
pub(crate) fn file(name: &str, unit: c_int) -> *mut CFile {
    if process().node() != 0 {
        return std::ptr::null_mut();
    }
    let file = units().file(unit);
    file.unwrap_or_else(|| refuse(format!("{name}: unit {unit} is not open: call mp_fopen first")))
}

/// What is read from a unit.
fn input(name: &'static str, unit: c_int) -> Input {
    let file = file(name, unit);
    let echo = units().echoes.get(&unit).copied();
    let echo = match echo {
        Some(to) if process().node() == 0 => self::file(name, to),
        _ => std::ptr::null_mut(),
    };
    Input { name, file, echo, padding: b' ' }
}

fn open(unit: c_int, name: &str, mode: &str) {
    if !UNITS.contains(&unit) {
        refuse(format!("mp_fopen: unit {unit} is out of the range 1-99"));
    }
    if !mode.starts_with(['r', 'w', 'a']) {
        refuse(format!("mp_fopen: {mode:?} is none of r, w and a"));
    }
    let file = opened(name, mode);
    if file.is_null() {
        return;
    }
    if let Some(OpenFile(before)) = units().files.insert(unit, OpenFile(file)) {
        stdio::close(before);
        warn(format_args!("mp_fopen: unit {unit} was open, and is closed"));
    }
}

spelled!(MP_FOPEN mp_fopen(
    unit: *mut c_int, name: *const c_char, mode: *const c_char, name_len: usize, mode_len: usize
) {
    let (name, mode) = (text(name, name_len), text(mode, mode_len));
    open(*place(unit), &name.to_string_lossy(), &mode.to_string_lossy());
});

spelled!(MP_FCLOSE mp_fclose(unit: *mut c_int) {
    let unit = *place(unit);
    if process().node() == 0 {
        match units().files.remove(&unit) {
            Some(OpenFile(file)) => stdio::close(file),
            None => refuse(format!("mp_fclose: unit {unit} is not open")),
        }
    }
});

spelled!(MP_ECHO mp_echo(unit: *mut c_int, echo_unit: *mut c_int) {
    let (unit, to) = (*place(unit), *place(echo_unit));
    if to == 0 {
        units().echoes.remove(&unit);
    } else {
        file("mp_echo", to);
        units().echoes.insert(unit, to);
    }
});

spelled!(MP_DREAD mp_dread(unit: *mut c_int, vec: *mut c_void, n: *mut c_int) {
    input("mp_dread", *place(unit)).numbers((vec, *place(n)), f64::to_ne_bytes);
});

spelled!(MP_IREAD mp_iread(unit: *mut c_int, vec: *mut c_void, n: *mut c_int) {
    input("mp_iread", *place(unit)).numbers((vec, *place(n)), i32::to_ne_bytes);
});

spelled!(MP_FREAD mp_fread(unit: *mut c_int, vec: *mut c_void, n: *mut c_int) {
    input("mp_fread", *place(unit)).numbers((vec, *place(n)), f32::to_ne_bytes);
});

spelled!(MP_CREAD mp_cread(unit: *mut c_int, vec: *mut c_void, n: *mut c_int) {
    input("mp_cread", *place(unit)).letters(vec, *place(n));
});

spelled!(MP_WREAD mp_wread(
    unit: *mut c_int, vec: *mut c_void, n: *mut c_int, wlen: *mut c_int
) {
    input("mp_wread", *place(unit)).texts(vec, *place(n), *place(wlen));
});

/// The file that `mp_fopen` has opened with this number here.
fn own_file(unit: c_int) -> Option<*mut CFile> {
    units().files.get(&unit).map(|file| file.0)
}

spelled!(MP_GET_TOKEN mp_get_token(unit: *mut c_int) {
    let unit = *place(unit);
    let Some(position) = take_token() else { return };
    match own_file(unit) {
        Some(file) => stdio::go_to(file, position),
        None if unit > 0 => runtime::go_to(unit, position),
        None => {}
    }
});

spelled!(MP_PASS_TOKEN mp_pass_token(unit: *mut c_int) {
    let unit = *place(unit);
    let position = match own_file(unit) {
        Some(file) => {
            stdio::flush(file);
            Some(stdio::position(file))
        }
        None if unit > 0 => runtime::position(unit),
        None => None,
    };
    pass_token(position);
});
