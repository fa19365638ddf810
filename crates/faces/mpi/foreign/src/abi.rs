//! What a front end says of itself.

use core::ffi::{c_int, c_void};

use ferry_abi::calls::{handle as integers, op};
use ferry_abi::check::HandleKind;
use ferry_mpi::constants::{MPI_BUFFER_AUTOMATIC, MPI_IN_PLACE};
use ferry_mpi::handle::{Handle, kind};
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
    /// `MPI_MAX_PORT_NAME`.
    const MAX_PORT_NAME: usize;
    /// `MPI_MAX_PROCESSOR_NAME`.
    const MAX_PROCESSOR_NAME: usize;
    /// `MPI_DISPLACEMENT_CURRENT`.
    const DISPLACEMENT_CURRENT: i64;

    /// The standard's address for a buffer of the program.
    #[inline]
    fn buffer<P: Address>(buffer: P) -> P {
        match buffer.number() {
            number if number == Self::IN_PLACE => P::of(MPI_IN_PLACE),
            number if number == Self::BUFFER_AUTOMATIC => P::of(MPI_BUFFER_AUTOMATIC),
            // An address that the standard ABI takes for a mark.
            MPI_IN_PLACE | MPI_BUFFER_AUTOMATIC => P::of(0),
            _ => buffer,
        }
    }
}

/// A pointer to a buffer.
pub trait Address: Copy {
    /// Its number.
    fn number(self) -> usize;
    /// The pointer of a number that is no address.
    fn of(number: usize) -> Self;
}

impl Address for *const c_void {
    #[inline]
    fn number(self) -> usize {
        self.addr()
    }

    #[inline]
    fn of(number: usize) -> Self {
        std::ptr::without_provenance(number)
    }
}

impl Address for *mut c_void {
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
}

macro_rules! numbered {
    ($($kind:ident $module:ident $find:ident;)*) => { $(
        impl Numbered for kind::$kind {
            #[inline]
            fn find(integer: c_int) -> Handle<Self> {
                // SAFETY: it takes no pointer.
                unsafe { $module::$find(integer) }
            }
        }
    )* };
}

numbered! {
    Comm integers comm_fromint;
    Group integers group_fromint;
    Datatype integers type_fromint;
    Op op op_fromint;
    Request integers request_fromint;
    Message integers message_fromint;
    Info integers info_fromint;
    Errhandler integers errhandler_fromint;
    Win integers win_fromint;
    File integers file_fromint;
    Session integers session_fromint;
}

/// What no object has for its handle: not null, so that the complaint is of a bad handle and not of a null one.
pub const NOBODY: usize = constants::MPI_BUFFER_AUTOMATIC;

/// A handle as the program has it.
pub trait Native: Copy + PartialEq + 'static {
    /// Of which kind of objects.
    type Kind: Numbered;

    /// The standard's handle of the object. Any bits will do.
    fn inward(self) -> Handle<Self::Kind>;
    /// The program's handle of the object.
    fn outward(handle: Handle<Self::Kind>) -> Self;
    /// `MPI_*_c2f`.
    fn to_integer(self) -> c_int;
    /// `MPI_*_f2c`.
    fn from_integer(integer: c_int) -> Self;
}

/// A status as the program has it.
pub trait NativeStatus: Copy + 'static {
    /// The program's form of a status.
    fn of(status: &Status) -> Self;
    /// The standard's.
    fn inward(&self) -> Status;
    /// Stores a status, and its error field if that has changed from what [`inward`](Self::inward) gave.
    fn store(&mut self, status: &Status, old_error: c_int);
    /// The error field as the standard has it.
    fn error(&self) -> c_int;
}
