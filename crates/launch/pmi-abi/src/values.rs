//! The key-value space of the job.

use crate::code::{PmiCode, told};
use crate::library::{PmiJob, with};
use crate::pointer::{place, text, write};
use std::ffi::{c_char, c_int};

/// Room for the name of any launcher's key-value space, its zero included.
const NAME_MAX: usize = 256;

/// Answers with a length, its zero included.
fn length(to: *mut c_int, of: impl FnOnce(&PmiJob) -> usize) -> c_int {
    told(place(to).and_then(|to| {
        *to = with(|job| Ok(of(job)))? as c_int;
        Ok(())
    }))
}

/// `PMI_KVS_Get_name_length_max`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Get_name_length_max(length_max: *mut c_int) -> c_int {
    length(length_max, |job| NAME_MAX.max(job.space().len() + 1))
}

/// `PMI_Get_id_length_max`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_id_length_max(length_max: *mut c_int) -> c_int {
    PMI_KVS_Get_name_length_max(length_max)
}

/// `PMI_KVS_Get_key_length_max`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Get_key_length_max(length_max: *mut c_int) -> c_int {
    length(length_max, |job| job.longest().0 + 1)
}

/// `PMI_KVS_Get_value_length_max`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Get_value_length_max(length_max: *mut c_int) -> c_int {
    length(length_max, |job| job.longest().1 + 1)
}

/// `PMI_KVS_Get_my_name`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Get_my_name(kvsname: *mut c_char, length: c_int) -> c_int {
    told(with(|job| write(&job.space(), kvsname, length)))
}

/// `PMI_KVS_Put`: others see it after the next barrier.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Put(
    kvsname: *const c_char,
    key: *const c_char,
    value: *const c_char,
) -> c_int {
    told(with(|job| {
        job.check_space(text(kvsname, PmiCode::ARGUMENT)?)?;
        job.put(text(key, PmiCode::KEY)?, text(value, PmiCode::VALUE)?)
    }))
}

/// `PMI_KVS_Commit`: everything that was put is with the launcher already.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Commit(kvsname: *const c_char) -> c_int {
    told(with(|job| job.check_space(text(kvsname, PmiCode::ARGUMENT)?)))
}

/// `PMI_KVS_Get`: `PMI_FAIL` where nobody has put it.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_KVS_Get(
    kvsname: *const c_char,
    key: *const c_char,
    value: *mut c_char,
    length: c_int,
) -> c_int {
    told(with(|job| {
        job.check_space(text(kvsname, PmiCode::ARGUMENT)?)?;
        write(&job.get(text(key, PmiCode::KEY)?)?, value, length)
    }))
}
