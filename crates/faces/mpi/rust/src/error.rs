//! Errors: a class of the standard (MPI-5.0 §9.4) and a sentence for people.

use ferry_mpi::constants::*;
use ferry_mpi::process_failure::{ERR_PROC_FAILED_PENDING, ERR_REVOKED};
use std::borrow::Cow;
use std::fmt;

/// Result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// use ferry::{ErrorClass, Universe};
/// let universe = Universe::init()?;
/// let error = universe.world().send(&1, 1_000, 0).unwrap_err();
/// assert_eq!(error.class(), ErrorClass::RANK);
/// assert!(error.message().contains("1000"));
/// assert_eq!(error.call(), Some("send"));
/// assert!(error.to_string().starts_with("send: MPI_ERR_RANK: "));
/// # universe.finalize()
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    /// The function that the program called.
    call: Option<&'static str>,
    class: ErrorClass,
    message: Cow<'static, str>,
}

/// The standard's class of an error, with its value of the standard ABI.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorClass(i32);

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $value:ident;)*) => {
        impl ErrorClass {
            $($(#[$doc])* pub const $name: ErrorClass =
                ErrorClass($value);)*
        }
    };
}

classes! {
    /// Wrong number of elements.
    COUNT = MPI_ERR_COUNT;
    /// The bytes of a message are no whole elements of the type asked for, or a datatype is wrong.
    TYPE = MPI_ERR_TYPE;
    /// Invalid tag.
    TAG = MPI_ERR_TAG;
    /// Invalid communicator, or a thread that may not use it.
    COMM = MPI_ERR_COMM;
    /// No such rank.
    RANK = MPI_ERR_RANK;
    /// No such root.
    ROOT = MPI_ERR_ROOT;
    /// Wrong use of a reduction operation.
    OP = MPI_ERR_OP;
    /// Invalid argument.
    ARG = MPI_ERR_ARG;
    /// A buffer is missing where one is needed.
    BUFFER = MPI_ERR_BUFFER;
    /// A message was longer than the room for it.
    TRUNCATE = MPI_ERR_TRUNCATE;
    /// Memory cannot be had.
    NO_MEM = MPI_ERR_NO_MEM;
    /// A peer process has ended.
    PROC_ABORTED = MPI_ERR_PROC_ABORTED;
    /// A process has failed that a receive from any source may wait for; the receive goes on.
    PROC_FAILED_PENDING = ERR_PROC_FAILED_PENDING;
    /// The communicator was revoked.
    REVOKED = ERR_REVOKED;
    /// Something that is not built.
    UNSUPPORTED_OPERATION = MPI_ERR_UNSUPPORTED_OPERATION;
    /// Invalid group.
    GROUP = MPI_ERR_GROUP;
    /// Invalid topology, or a communicator without the one that is asked for.
    TOPOLOGY = MPI_ERR_TOPOLOGY;
    /// Invalid dimensions.
    DIMS = MPI_ERR_DIMS;
    /// Invalid request, or an operation that a request's does not know.
    REQUEST = MPI_ERR_REQUEST;
    /// Invalid session.
    SESSION = MPI_ERR_SESSION;
    /// Invalid window.
    WIN = MPI_ERR_WIN;
    /// Invalid size.
    SIZE = MPI_ERR_SIZE;
    /// An access outside of an epoch, or epochs in the wrong order.
    RMA_SYNC = MPI_ERR_RMA_SYNC;
    /// An access outside of the memory of a window.
    RMA_RANGE = MPI_ERR_RMA_RANGE;
    /// Memory that is attached already, or not at all.
    RMA_ATTACH = MPI_ERR_RMA_ATTACH;
    /// Memory that is not shared.
    RMA_SHARED = MPI_ERR_RMA_SHARED;
    /// Something that this kind of window cannot do.
    RMA_FLAVOR = MPI_ERR_RMA_FLAVOR;
    /// Two accesses to a window that exclude each other.
    RMA_CONFLICT = MPI_ERR_RMA_CONFLICT;
    /// Invalid file.
    FILE = MPI_ERR_FILE;
    /// No such file.
    NO_SUCH_FILE = MPI_ERR_NO_SUCH_FILE;
    /// There is such a file, and a new one was asked for.
    FILE_EXISTS = MPI_ERR_FILE_EXISTS;
    /// A file that others have open.
    FILE_IN_USE = MPI_ERR_FILE_IN_USE;
    /// A name that no file can have.
    BAD_FILE = MPI_ERR_BAD_FILE;
    /// The system does not permit it.
    ACCESS = MPI_ERR_ACCESS;
    /// Ways of opening that exclude each other.
    AMODE = MPI_ERR_AMODE;
    /// A file, or a file system, that can only be read.
    READ_ONLY = MPI_ERR_READ_ONLY;
    /// A file system that is full.
    NO_SPACE = MPI_ERR_NO_SPACE;
    /// More than this user may store.
    QUOTA = MPI_ERR_QUOTA;
    /// The system could not read or write.
    IO = MPI_ERR_IO;
    /// Processes gave different values where all must give one.
    NOT_SAME = MPI_ERR_NOT_SAME;
    /// Invalid displacement.
    DISP = MPI_ERR_DISP;
    /// A data representation that nobody has registered.
    UNSUPPORTED_DATAREP = MPI_ERR_UNSUPPORTED_DATAREP;
    /// Data that cannot be converted to or from a representation.
    CONVERSION = MPI_ERR_CONVERSION;
    /// Processes that could not be started.
    SPAWN = MPI_ERR_SPAWN;
    /// A port that nobody has opened, or where nobody answers.
    PORT = MPI_ERR_PORT;
    /// A service that nobody has published.
    NAME = MPI_ERR_NAME;
    /// A service that cannot be published or withdrawn.
    SERVICE = MPI_ERR_SERVICE;
    /// An invalid key of a hint.
    INFO_KEY = MPI_ERR_INFO_KEY;
    /// An invalid value of a hint.
    INFO_VALUE = MPI_ERR_INFO_VALUE;
    /// A number that is too large for what it should count.
    VALUE_TOO_LARGE = MPI_ERR_VALUE_TOO_LARGE;
    /// Anything else.
    OTHER = MPI_ERR_OTHER;
}

impl ErrorClass {
    /// The class's value in the standard ABI.
    pub const fn code(self) -> i32 {
        self.0
    }

    /// The class of an error code of the standard ABI.
    pub(crate) fn of_code(code: i32) -> Self {
        ErrorClass(ferry_mpi::error::codes::class_of(code).unwrap_or(code))
    }

    /// The class's name in the standard, such as `MPI_ERR_RANK`.
    pub fn name(self) -> &'static str {
        ferry_mpi::error::class_name(self.0)
    }
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error {
    pub(crate) fn new(class: ErrorClass, message: impl Into<Cow<'static, str>>) -> Self {
        Error { call: None, class, message: message.into() }
    }

    /// The standard's class.
    pub fn class(&self) -> ErrorClass {
        self.class
    }

    /// The function of this crate that failed, such as `receive_into`.
    pub fn call(&self) -> Option<&'static str> {
        self.call
    }

    /// Who did what wrong, what was expected, what to do.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Runs the body of a public function; its errors carry the name of the outermost, which is what the
/// program called.
#[inline]
pub(crate) fn in_call<T>(name: &'static str, body: impl FnOnce() -> Result<T>) -> Result<T> {
    body().map_err(|error| Error { call: Some(name), ..error })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(call) = self.call {
            write!(f, "{call}: ")?;
        }
        write!(f, "{}: {}", self.class, self.message)
    }
}

/// The same sentence: people read this form when `main` returns the error or `unwrap` meets it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<ferry_mpi::Error> for Error {
    fn from(error: ferry_mpi::Error) -> Self {
        Error { call: None, class: ErrorClass(error.code), message: error.message.clone() }
    }
}

impl From<ferry_mpi::CompletionFailure> for Error {
    fn from(failure: ferry_mpi::CompletionFailure) -> Self {
        failure.error.into()
    }
}
