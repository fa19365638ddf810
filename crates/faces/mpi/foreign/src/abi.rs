//! What a front end says of itself.

use core::ffi::c_int;

use ferry_abi::calls::{handle as integers, op};
use ferry_abi::check::HandleKind;
use ferry_abi::convert::StatusForm;
use ferry_abi::entry::On;
use ferry_mpi::constants::{
    MPI_BUFFER_AUTOMATIC, MPI_IN_PLACE, MPI_T_PVAR_ALL_HANDLES, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY,
};
use ferry_mpi::handle::{Handle, kind};
use ferry_mpi::request::RequestForm;
use ferry_mpi::{Status, constants};

use crate::generated::numbers::Numbers;

/// An ABI of programs.
pub trait Abi: Numbers + 'static {
    /// `MPI_Comm`.
    type Comm: Native<Kind = kind::Comm>;
    /// `MPI_Datatype`.
    type Datatype: Native<Kind = kind::Datatype>;
    /// `MPI_Win`.
    type Win: Native<Kind = kind::Win>;
    /// `MPI_File`.
    type File: Native<Kind = kind::File>;
    /// `MPI_Session`.
    type Session: Native<Kind = kind::Session>;
    /// `MPI_Status`.
    type Status: NativeStatus;

    /// `MPI_STATUS_IGNORE`, and `MPI_STATUSES_IGNORE`, as an address.
    const STATUS_IGNORE: usize;
    /// `MPI_IN_PLACE`.
    const IN_PLACE: usize;
    /// `MPI_BUFFER_AUTOMATIC`.
    const BUFFER_AUTOMATIC: usize;
    /// `MPI_UNWEIGHTED`.
    const UNWEIGHTED: usize;
    /// `MPI_WEIGHTS_EMPTY`.
    const WEIGHTS_EMPTY: usize;
    /// `MPI_T_PVAR_ALL_HANDLES`.
    const ALL_HANDLES: usize;
    /// `MPI_MAX_OBJECT_NAME`.
    const MAX_OBJECT_NAME: usize;
    /// `MPI_MAX_ERROR_STRING`.
    const MAX_ERROR_STRING: usize;
    /// `MPI_MAX_LIBRARY_VERSION_STRING`.
    const MAX_LIBRARY_VERSION_STRING: usize;
    /// `MPI_MAX_INFO_KEY`.
    const MAX_INFO_KEY: usize;
    /// `MPI_MAX_PORT_NAME`.
    const MAX_PORT_NAME: usize;
    /// `MPI_MAX_PROCESSOR_NAME`.
    const MAX_PROCESSOR_NAME: usize;
    /// `MPI_DISPLACEMENT_CURRENT`.
    const DISPLACEMENT_CURRENT: i64;

    /// What a function returns to the program.
    #[inline]
    fn returned(code: c_int) -> c_int {
        // The same everywhere, and by far the most.
        if code == constants::MPI_SUCCESS { code } else { Self::error_outward(code) }
    }

    /// The standard's address for a buffer of the program.
    #[inline]
    fn buffer<P: Address>(buffer: P) -> P {
        let automatic = (Self::BUFFER_AUTOMATIC, MPI_BUFFER_AUTOMATIC);
        marked(buffer, [(Self::IN_PLACE, MPI_IN_PLACE), automatic])
    }

    /// The standard's address for weights of a graph's edges.
    #[inline]
    fn weights<P: Address>(weights: P) -> P {
        let empty = (Self::WEIGHTS_EMPTY, MPI_WEIGHTS_EMPTY);
        marked(weights, [(Self::UNWEIGHTED, MPI_UNWEIGHTED), empty])
    }

    /// The standard's handle of a performance variable.
    #[inline]
    fn variables<P: Address>(variable: P) -> P {
        marked(variable, [(Self::ALL_HANDLES, MPI_T_PVAR_ALL_HANDLES)])
    }
}

/// A pointer that may be one of these numbers of the program's, each with the standard's.
#[inline]
fn marked<P: Address, const N: usize>(pointer: P, marks: [(usize, usize); N]) -> P {
    let number = pointer.number();
    match marks.iter().find(|(own, _)| *own == number) {
        Some((_, standard)) => P::of(*standard),
        // An address that the standard ABI takes for a mark.
        None if marks.iter().any(|(_, standard)| *standard == number) => P::of(0),
        None => pointer,
    }
}

/// A pointer to a buffer.
pub trait Address: Copy {
    /// Its number.
    fn number(self) -> usize;
    /// The pointer of a number that is no address.
    fn of(number: usize) -> Self;
}

impl<T> Address for *const T {
    #[inline]
    fn number(self) -> usize {
        self.addr()
    }

    #[inline]
    fn of(number: usize) -> Self {
        std::ptr::without_provenance(number)
    }
}

impl<T> Address for *mut T {
    #[inline]
    fn number(self) -> usize {
        self.addr()
    }

    #[inline]
    fn of(number: usize) -> Self {
        std::ptr::without_provenance_mut(number)
    }
}

/// A kind of objects that an integer can name.
pub trait Numbered: HandleKind {
    /// The handle that `MPI_*_fromint` finds for an integer, the null handle where there is none.
    fn find(integer: c_int) -> Handle<Self>;
    /// The integer that `MPI_*_toint` gives for a handle.
    fn integer(handle: Handle<Self>) -> c_int;
}

macro_rules! numbered {
    ($($kind:ident $module:ident $find:ident $integer:ident;)*) => { $(
        impl Numbered for kind::$kind {
            #[inline]
            fn find(integer: c_int) -> Handle<Self> {
                // SAFETY: it takes no pointer.
                unsafe { $module::$find(integer) }
            }

            #[inline]
            fn integer(handle: Handle<Self>) -> c_int {
                // SAFETY: it takes no pointer.
                unsafe { integers::$integer(handle) }
            }
        }
    )* };
}

numbered! {
    Comm integers comm_fromint comm_toint;
    Group integers group_fromint group_toint;
    Datatype integers type_fromint type_toint;
    Op op op_fromint op_toint;
    Request integers request_fromint request_toint;
    Message integers message_fromint message_toint;
    Info integers info_fromint info_toint;
    Errhandler integers errhandler_fromint errhandler_toint;
    Win integers win_fromint win_toint;
    File integers file_fromint file_toint;
    Session integers session_fromint session_toint;
}

/// What no object has for its handle: not null, so that the complaint is of a bad handle and not of a null one.
pub const NOBODY: usize = constants::MPI_BUFFER_AUTOMATIC;

/// A handle as the program has it.
pub trait Native: Copy + PartialEq + 'static {
    /// Of which kind of objects.
    type Kind: Numbered;

    /// The standard's handle of the object. Any bits will do that are no address.
    fn inward(self) -> Handle<Self::Kind>;
    /// The program's handle of the object.
    fn outward(handle: Handle<Self::Kind>) -> Self;
    /// `MPI_*_c2f`.
    fn to_integer(self) -> c_int;
    /// `MPI_*_f2c`.
    fn from_integer(integer: c_int) -> Self;
}

/// The handle of a request as the program has it.
pub trait NativeRequest: Native<Kind = kind::Request> + RequestForm {
    /// What hears of the error of a call that is about the request.
    fn on(self) -> On;
}

/// A status as the program has it.
pub trait NativeStatus: StatusForm + Copy + 'static {
    /// The program's form of a status.
    fn of(status: &Status) -> Self;
    /// The standard's.
    fn inward(&self) -> Status;
    /// The error field as the standard has it.
    fn error(&self) -> c_int;
}
