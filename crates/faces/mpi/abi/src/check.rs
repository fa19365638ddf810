//! Checks that follow from the kind of a parameter alone. Each names the argument it is about.

use core::ffi::c_int;

use ferry_mpi::constants::*;
use ferry_mpi::handle::{self, Handle, kind};
use ferry_mpi::init::{self, Phase};
use ferry_mpi::{Error, Result};

/// What the checks know of a kind of handle.
pub trait HandleKind: Sized + 'static {
    /// Its null handle.
    const NULL: Handle<Self>;
    /// Error class of a bad handle.
    const CLASS: i32;
    /// The null handle's name.
    const NULL_NAME: &'static str;
}

macro_rules! kinds {
    ($($kind:ident $alias:ident $class:ident $null:literal;)*) => { $(
        impl HandleKind for kind::$kind {
            const NULL: Handle<Self> = handle::$alias::NULL;
            const CLASS: i32 = $class;
            const NULL_NAME: &'static str = $null;
        }
    )* };
}

kinds! {
    Comm CommHandle MPI_ERR_COMM "MPI_COMM_NULL";
    Group GroupHandle MPI_ERR_GROUP "MPI_GROUP_NULL";
    Datatype DatatypeHandle MPI_ERR_TYPE "MPI_DATATYPE_NULL";
    Op OpHandle MPI_ERR_OP "MPI_OP_NULL";
    Request RequestHandle MPI_ERR_REQUEST "MPI_REQUEST_NULL";
    Message MessageHandle MPI_ERR_REQUEST "MPI_MESSAGE_NULL";
    Info InfoHandle MPI_ERR_INFO "MPI_INFO_NULL";
    Errhandler ErrhandlerHandle MPI_ERR_ERRHANDLER "MPI_ERRHANDLER_NULL";
    Win WinHandle MPI_ERR_WIN "MPI_WIN_NULL";
    File FileHandle MPI_ERR_FILE "MPI_FILE_NULL";
    Session SessionHandle MPI_ERR_SESSION "MPI_SESSION_NULL";
}

/// MPI runs.
#[inline(always)]
pub fn running() -> Result<()> {
    match init::phase() {
        Phase::Running => Ok(()),
        phase => Err(not_running(phase)),
    }
}

#[cold]
fn not_running(phase: Phase) -> Error {
    let why = match phase {
        Phase::Before => "called before MPI_Init or MPI_Session_init; initialise MPI first",
        _ => "called after MPI_Finalize; move the call before it",
    };
    Error::new(MPI_ERR_OTHER, why)
}

/// The handle is not the null handle.
#[inline(always)]
pub fn handle<K: HandleKind>(name: &'static str, handle: Handle<K>) -> Result<()> {
    if handle == K::NULL { Err(null_handle::<K>(name)) } else { Ok(()) }
}

#[cold]
fn null_handle<K: HandleKind>(name: &'static str) -> Error {
    Error::new(K::CLASS, format!("argument {name} is {}", K::NULL_NAME))
}

/// The place is not `NULL` and holds a handle that is not null.
///
/// # Safety
/// `place` is `NULL` or readable.
#[inline(always)]
pub unsafe fn handle_at<K: HandleKind>(name: &'static str, place: *const Handle<K>) -> Result<()> {
    pointer(name, place)?;
    // SAFETY: not null, and the caller vouches for the rest.
    self::handle(name, unsafe { *place })
}

/// The pointer is not `NULL`.
#[inline(always)]
pub fn pointer<T>(name: &'static str, pointer: *const T) -> Result<()> {
    if pointer.is_null() { Err(null_pointer(name)) } else { Ok(()) }
}

#[cold]
fn null_pointer(name: &'static str) -> Error {
    Error::new(MPI_ERR_ARG, format!("argument {name} is NULL"))
}

/// The value is 0 or more; otherwise an error of class `class`.
#[inline(always)]
pub fn not_negative(name: &'static str, class: i32, value: i64) -> Result<()> {
    if value < 0 { Err(negative(name, class, value)) } else { Ok(()) }
}

#[cold]
fn negative(name: &'static str, class: i32, value: i64) -> Error {
    Error::new(class, format!("argument {name} is {value}, but must not be negative"))
}

/// The value is 1 or more; otherwise an error of class `class`.
#[inline(always)]
pub fn positive(name: &'static str, class: i32, value: i64) -> Result<()> {
    if value < 1 { Err(not_positive(name, class, value)) } else { Ok(()) }
}

#[cold]
fn not_positive(name: &'static str, class: i32, value: i64) -> Error {
    Error::new(class, format!("argument {name} is {value}, but must be 1 or more"))
}

/// The tag of a message to send: 0 to the upper bound, which is the largest `int`.
#[inline(always)]
pub fn send_tag(name: &'static str, tag: c_int) -> Result<()> {
    if tag < 0 { Err(bad_tag(name, tag)) } else { Ok(()) }
}

/// The tag of a message to receive: that of a message, or any.
#[inline(always)]
pub fn recv_tag(name: &'static str, tag: c_int) -> Result<()> {
    if tag < 0 && tag != MPI_ANY_TAG { Err(bad_tag(name, tag)) } else { Ok(()) }
}

#[cold]
fn bad_tag(name: &'static str, tag: c_int) -> Error {
    let what = if tag == MPI_ANY_TAG {
        "MPI_ANY_TAG, which only receives and probes may use".to_owned()
    } else {
        format!("{tag}, but tags are 0 to MPI_TAG_UB")
    };
    Error::new(MPI_ERR_TAG, format!("argument {name} is {what}"))
}

/// The keyval is not `MPI_KEYVAL_INVALID`.
#[inline(always)]
pub fn keyval(name: &'static str, keyval: c_int) -> Result<()> {
    if keyval == MPI_KEYVAL_INVALID { Err(invalid_keyval(name)) } else { Ok(()) }
}

#[cold]
fn invalid_keyval(name: &'static str) -> Error {
    Error::new(MPI_ERR_KEYVAL, format!("argument {name} is MPI_KEYVAL_INVALID"))
}

/// Whether a buffer is `MPI_IN_PLACE`, with which its count and type mean nothing.
#[inline(always)]
pub fn in_place<T>(buffer: *const T) -> bool {
    buffer as usize == MPI_IN_PLACE
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_mpi::handle::CommHandle;

    fn code(result: Result<()>) -> i32 {
        result.map_or_else(|error| error.code, |()| MPI_SUCCESS)
    }

    #[test]
    fn errors_have_the_class_of_their_argument() {
        assert_eq!(code(handle("comm", CommHandle::NULL)), MPI_ERR_COMM);
        assert_eq!(code(handle("comm", CommHandle::new(MPI_COMM_WORLD))), MPI_SUCCESS);
        assert_eq!(code(not_negative("count", MPI_ERR_COUNT, -1)), MPI_ERR_COUNT);
        assert_eq!(code(positive("count", MPI_ERR_DIMS, 0)), MPI_ERR_DIMS);
        assert_eq!(code(pointer::<i32>("flag", std::ptr::null())), MPI_ERR_ARG);
        assert_eq!(code(keyval("keyval", MPI_KEYVAL_INVALID)), MPI_ERR_KEYVAL);
    }

    #[test]
    fn any_tag_is_for_receives() {
        assert_eq!(code(send_tag("tag", MPI_ANY_TAG)), MPI_ERR_TAG);
        assert_eq!(code(recv_tag("tag", MPI_ANY_TAG)), MPI_SUCCESS);
        assert_eq!(code(recv_tag("tag", -7)), MPI_ERR_TAG);
        assert_eq!(code(send_tag("tag", i32::MAX)), MPI_SUCCESS);
    }

    #[test]
    fn null_in_a_place_is_found() {
        let comm = CommHandle::NULL;
        // SAFETY: a local variable, and null.
        unsafe {
            assert_eq!(code(handle_at("comm", &comm)), MPI_ERR_COMM);
            assert_eq!(code(handle_at::<kind::Comm>("comm", std::ptr::null())), MPI_ERR_ARG);
        }
    }
}
