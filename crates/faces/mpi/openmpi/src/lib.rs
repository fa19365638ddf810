//! Open MPI's ABI (`libmpi.so.40`): handles are addresses, those of predefined objects the addresses of variables of the
//! library.
#![deny(clippy::print_stderr)]

pub mod data;
pub mod generated;
mod handle;
mod integers;
mod objects;
mod status;
pub mod types;

pub use handle::AddressHandle;
pub use status::WideStatus;

use ferry_foreign::abi::Abi;
use ferry_mpi::handle::kind;

/// The front end of `libmpi.so.40`.
#[derive(Clone, Copy, Debug)]
pub enum OpenMpi {}

impl Abi for OpenMpi {
    type Comm = AddressHandle<kind::Comm>;
    type Datatype = AddressHandle<kind::Datatype>;
    type Win = AddressHandle<kind::Win>;
    type File = AddressHandle<kind::File>;
    type Session = AddressHandle<kind::Session>;
    type Status = WideStatus;

    const STATUS_IGNORE: usize = 0;
    const IN_PLACE: usize = 1;
    // It has none: no buffer ends beyond all memory.
    const BUFFER_AUTOMATIC: usize = usize::MAX;
    const UNWEIGHTED: usize = 2;
    const WEIGHTS_EMPTY: usize = 3;
    const ALL_HANDLES: usize = usize::MAX;
    const MAX_OBJECT_NAME: usize = 64;
    const MAX_ERROR_STRING: usize = 256;
    const MAX_LIBRARY_VERSION_STRING: usize = 256;
    const MAX_INFO_KEY: usize = 36;
    const MAX_PORT_NAME: usize = 1024;
    const MAX_PROCESSOR_NAME: usize = 256;
    const DISPLACEMENT_CURRENT: i64 = -54_278_278;
}
