//! Error handlers of the program (MPI-5.0 §9.3).
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::{give, raise};
use crate::generated::c::*;
use crate::generated::constants::{MPI_ERR_ERRHANDLER, MPI_SUCCESS};
use crate::handles::{CFile, CHandle, comm, errhandler, file, session, win};
use crate::trampolines::{FunctionSlots, SLOTS, all_slots};

/// An error handler in Fortran: object and code.
type Handler = unsafe extern "C" fn(*mut c_int, *mut c_int);
/// The same in C. What else is passed behind these two is not looked at, which the calling conventions of
/// the supported targets allow.
type CHandler<Handle> = unsafe extern "C" fn(*mut Handle, *mut c_int);

macro_rules! error_handlers {
    ($($handle:ident: $entry:ident $create:ident $slots:ident $function:ident $word:ident;)*) => { $(
        static $slots: FunctionSlots = FunctionSlots::new();

        unsafe extern "C" fn $function<const SLOT: usize>(object: *mut $handle, code: *mut c_int) {
            // SAFETY: the program's function, with the arguments that the standard names.
            unsafe {
                let function = core::mem::transmute::<usize, Handler>($slots.address(SLOT));
                let mut value = $word::fortran(*object);
                function(&mut value, code);
            }
        }

        #[doc = concat!("`", stringify!($create), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            function: *const c_void,
            place: *mut c_int,
            ierror: *mut c_int,
        ) {
            const ALL: [[CHandler<$handle>; 8]; SLOTS / 8] =
                all_slots!($function, CHandler<$handle>);
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let Some(slot) = $slots.of(function.addr()) else { return no_slot(ierror) };
                let mut handle = errhandler::null();
                let code = $create(ALL[slot / 8][slot % 8] as *const c_void, &mut handle);
                if code == MPI_SUCCESS {
                    *place = errhandler::fortran(handle);
                }
                give(ierror, code);
            }
        }
    )* };
}

error_handlers! {
    CHandle: pmpi_comm_create_errhandler_ PMPI_Comm_create_errhandler COMMS on_comm comm;
    CFile: pmpi_file_create_errhandler_ PMPI_File_create_errhandler FILES on_file file;
    CHandle: pmpi_session_create_errhandler_ PMPI_Session_create_errhandler SESSIONS on_session session;
    CHandle: pmpi_win_create_errhandler_ PMPI_Win_create_errhandler WINS on_win win;
}

unsafe fn no_slot(ierror: *mut c_int) {
    let text = format!("a program may have {SLOTS} different error handlers of each kind");
    // SAFETY: the program's place.
    unsafe { give(ierror, raise(MPI_ERR_ERRHANDLER, &text)) }
}
