//! MPICH's ABI (`libmpi.so.12`), which Intel MPI and Cray MPI share: handles are `int`s, but those of files; a status has
//! five `int`s.
#![deny(clippy::print_stderr)]

pub mod data;
pub mod generated;
mod handle;
mod status;
pub mod types;

pub use handle::{FileAddress, IntHandle};
pub use status::IntStatus;

use ferry_foreign::abi::Abi;
use ferry_mpi::constants;
use ferry_mpi::handle::kind;

/// The front end of `libmpi.so.12`.
#[derive(Clone, Copy, Debug)]
pub enum Mpich {}

impl Abi for Mpich {
    type Comm = IntHandle<kind::Comm>;
    type Datatype = IntHandle<kind::Datatype>;
    type Win = IntHandle<kind::Win>;
    type File = FileAddress;
    type Session = IntHandle<kind::Session>;
    type Status = IntStatus;

    const STATUS_IGNORE: usize = 1;
    const IN_PLACE: usize = -1isize as usize;
    const BUFFER_AUTOMATIC: usize = -2isize as usize;
    // Variables of the library, which have the standard's values.
    const UNWEIGHTED: usize = constants::MPI_UNWEIGHTED;
    const WEIGHTS_EMPTY: usize = constants::MPI_WEIGHTS_EMPTY;
    const ALL_HANDLES: usize = constants::MPI_T_PVAR_ALL_HANDLES;
    const MAX_OBJECT_NAME: usize = 128;
    const MAX_ERROR_STRING: usize = 512;
    const MAX_LIBRARY_VERSION_STRING: usize = 8192;
    const MAX_INFO_KEY: usize = 255;
    const MAX_PORT_NAME: usize = 256;
    const MAX_PROCESSOR_NAME: usize = 128;
    const DISPLACEMENT_CURRENT: i64 = -54_278_278;
}
