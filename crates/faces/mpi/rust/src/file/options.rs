//! How a file is opened (MPI-5.0 §14.2.1).

use super::File;
use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::hints::info_of;
use crate::universe::admit;
use ferry_mpi::constants::{
    MPI_MODE_APPEND, MPI_MODE_CREATE, MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_EXCL, MPI_MODE_RDONLY,
    MPI_MODE_RDWR, MPI_MODE_SEQUENTIAL, MPI_MODE_UNIQUE_OPEN, MPI_MODE_WRONLY,
};
use ferry_mpi::file;
use std::path::Path;

/// How a file is to be opened; nothing is allowed at first.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{ErrorClass, FileOptions};
/// let none = FileOptions::new().read(true).open(&universe.world(), "/no/such/file");
/// assert_eq!(none.unwrap_err().class(), ErrorClass::NO_SUCH_FILE);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    reads: bool,
    writes: bool,
    /// Further bits of the access mode.
    mode: i32,
    hints: Vec<(String, String)>,
}

macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident = $bit:ident;)*) => { $(
        $(#[$doc])*
        #[must_use]
        pub fn $name(mut self, wanted: bool) -> Self {
            self.mode = if wanted { self.mode | $bit } else { self.mode & !$bit };
            self
        }
    )* };
}

impl FileOptions {
    /// None yet.
    pub fn new() -> Self {
        FileOptions::default()
    }

    /// It may be read.
    #[must_use]
    pub fn read(mut self, wanted: bool) -> Self {
        self.reads = wanted;
        self
    }

    /// It may be written to.
    #[must_use]
    pub fn write(mut self, wanted: bool) -> Self {
        self.writes = wanted;
        self
    }

    modes! {
        /// It is made if there is none (`MPI_MODE_CREATE`).
        create = MPI_MODE_CREATE;
        /// There must be none yet (`MPI_MODE_EXCL`), beside [`create`](FileOptions::create).
        exclusive = MPI_MODE_EXCL;
        /// All pointers begin at its end (`MPI_MODE_APPEND`).
        append = MPI_MODE_APPEND;
        /// It is deleted when it is closed (`MPI_MODE_DELETE_ON_CLOSE`).
        delete_on_close = MPI_MODE_DELETE_ON_CLOSE;
        /// The program vouches that nobody else opens it meanwhile (`MPI_MODE_UNIQUE_OPEN`).
        unique = MPI_MODE_UNIQUE_OPEN;
        /// It is read or written in one go, by the shared pointer alone (`MPI_MODE_SEQUENTIAL`).
        sequential = MPI_MODE_SEQUENTIAL;
    }

    /// Gives a hint, such as `("cb_buffer_size", "1048576")`; what is not known is passed over.
    #[must_use]
    pub fn hint(mut self, key: &str, value: &str) -> Self {
        self.hints.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Opens a file for the processes of a communicator, who all call with the same name and options
    /// (`MPI_File_open`). It is seen as bytes at first.
    pub fn open(&self, comm: &Communicator, path: impl AsRef<Path>) -> Result<File> {
        in_call("open", || {
            admit()?;
            let direction = match (self.reads, self.writes) {
                (true, false) => MPI_MODE_RDONLY,
                (false, true) => MPI_MODE_WRONLY,
                (true, true) => MPI_MODE_RDWR,
                (false, false) => {
                    let text = "the file is to be neither read nor written: say .read(true) or .write(true)";
                    return Err(Error::new(ErrorClass::AMODE, text));
                }
            };
            let info = info_of(&self.hints)?;
            let mode = self.mode | direction;
            let handle = file::open(comm.handle(), path.as_ref(), mode, Ok(info))?;
            Ok(File::of(handle))
        })
    }
}
