//! Handles as integers, for Fortran and for other languages (MPI-5.0 §19.3.4, §20).
//!
//! A predefined handle is its own integer. For a made one the integer is the handle without its
//! generation, and the table of its kind finds the handle again.

use core::ffi::c_int;

use ferry_mpi::handle::*;
use ferry_mpi::init::{self, Phase};
use ferry_mpi::{errhandler, info, process};

use crate::check::HandleKind;

/// What [`Table::to_fortran`](ferry_mpi::table::Table::to_fortran) gives, which needs no table.
fn to_int<K>(handle: Handle<K>) -> c_int {
    (handle.0 & 0x7fff_ffff) as c_int
}

/// The handle of an integer: `find` looks made objects up in the table of their kind
/// ([`Table::from_fortran`](ferry_mpi::table::Table::from_fortran)). An integer that names nothing
/// gives the null handle.
pub fn from_int<K: HandleKind>(
    value: c_int,
    find: impl FnOnce(i32) -> Option<Handle<K>>,
) -> Handle<K> {
    match usize::try_from(value) {
        Ok(value) if value < PREDEFINED_END => Handle::new(value),
        Ok(_) => find(value).unwrap_or(K::NULL),
        Err(_) => K::NULL,
    }
}

macro_rules! to_int {
    ($($name:ident $handle:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(handle: $handle) -> c_int {
            to_int(handle)
        }
    )* };
}

to_int! {
    comm_toint CommHandle;
    errhandler_toint ErrhandlerHandle;
    file_toint FileHandle;
    group_toint GroupHandle;
    info_toint InfoHandle;
    message_toint MessageHandle;
    op_toint OpHandle;
    request_toint RequestHandle;
    session_toint SessionHandle;
    type_toint DatatypeHandle;
    win_toint WinHandle;
}

/// `MPI_Info_fromint`.
pub unsafe fn info_fromint(value: c_int) -> InfoHandle {
    from_int(value, |value| Some(info::from_int(value)))
}

fn runs() -> bool {
    init::phase() == Phase::Running
}

/// `MPI_Comm_fromint`.
pub unsafe fn comm_fromint(value: c_int) -> CommHandle {
    from_int(value, |value| runs().then(|| process::enter().comms.from_fortran(value))?)
}

/// `MPI_Group_fromint`.
pub unsafe fn group_fromint(value: c_int) -> GroupHandle {
    from_int(value, |value| runs().then(|| process::enter().groups.from_fortran(value))?)
}

/// `MPI_Type_fromint`.
pub unsafe fn type_fromint(value: c_int) -> DatatypeHandle {
    from_int(value, |value| runs().then(|| process::enter().types.from_fortran(value))?)
}

/// `MPI_Errhandler_fromint`.
pub unsafe fn errhandler_fromint(value: c_int) -> ErrhandlerHandle {
    from_int(value, errhandler::from_int)
}

/// `MPI_Request_fromint`.
pub unsafe fn request_fromint(value: c_int) -> RequestHandle {
    from_int(value, |value| runs().then(|| ferry_mpi::request::from_fortran(value)))
}

/// `MPI_Message_fromint`: a matched message is a transfer, as a request may be.
pub unsafe fn message_fromint(value: c_int) -> MessageHandle {
    from_int(value, |value| {
        let request = runs().then(|| ferry_mpi::request::from_fortran(value))?;
        (request != RequestHandle::NULL).then_some(MessageHandle::new(request.0))
    })
}

/// `MPI_Session_fromint`.
pub unsafe fn session_fromint(value: c_int) -> SessionHandle {
    from_int(value, |value| runs().then(|| process::enter().session_from_fortran(value))?)
}

/// `MPI_Win_fromint`.
pub unsafe fn win_fromint(value: c_int) -> WinHandle {
    from_int(value, |value| runs().then(|| process::enter().win_from_fortran(value))?)
}

/// `MPI_File_fromint`.
pub unsafe fn file_fromint(value: c_int) -> FileHandle {
    from_int(value, |value| runs().then(|| process::enter().file_from_fortran(value))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_mpi::info::Info;

    #[test]
    fn integers_are_those_of_the_table() {
        let handle = info::create(Info::new());
        assert_eq!(to_int(handle), info::to_int(handle));
        // SAFETY: no pointers.
        assert_eq!(unsafe { info_fromint(info_toint(handle)) }, handle);
        info::free(handle).unwrap();
    }

    #[test]
    fn integers_that_name_nothing_are_null() {
        assert_eq!(from_int::<kind::Comm>(-5, |_| unreachable!()), CommHandle::NULL);
        assert_eq!(from_int::<kind::Comm>(0x4000, |_| None), CommHandle::NULL);
        assert_eq!(from_int::<kind::Comm>(0x101, |_| unreachable!()), CommHandle::new(0x101));
    }
}
