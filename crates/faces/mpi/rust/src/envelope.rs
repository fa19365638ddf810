//! What messages are known by: sources, tags, statuses.

use crate::buffer::packed_size;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result};
use crate::universe::admit;
use ferry_mpi::constants::{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL};

/// Whom to receive from. A rank is a source by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Any process (`MPI_ANY_SOURCE`).
    Any,
    /// The process with this rank.
    Rank(usize),
    /// Nobody: the receive is complete at once, with nothing (`MPI_PROC_NULL`).
    Nobody,
}

impl From<usize> for Source {
    fn from(rank: usize) -> Self {
        Source::Rank(rank)
    }
}

/// A neighbour beyond the edge of a grid is nobody.
impl From<Option<usize>> for Source {
    fn from(rank: Option<usize>) -> Self {
        rank.map_or(Source::Nobody, Source::Rank)
    }
}

/// Whom to send to. A rank is a destination by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The process with this rank.
    Rank(usize),
    /// Nobody: the send is complete at once (`MPI_PROC_NULL`).
    Nobody,
}

impl From<usize> for Destination {
    fn from(rank: usize) -> Self {
        Destination::Rank(rank)
    }
}

/// A neighbour beyond the edge of a grid is nobody.
impl From<Option<usize>> for Destination {
    fn from(rank: Option<usize>) -> Self {
        rank.map_or(Destination::Nobody, Destination::Rank)
    }
}

impl Destination {
    #[inline]
    pub(crate) fn admit(self, comm: &Communicator) -> Result<i32> {
        match self {
            Destination::Rank(rank) => comm.admit_rank(rank, ErrorClass::RANK),
            Destination::Nobody => admit().map(|()| MPI_PROC_NULL),
        }
    }
}

impl Source {
    #[inline]
    pub(crate) fn admit(self, comm: &Communicator) -> Result<i32> {
        match self {
            Source::Any => admit().map(|()| MPI_ANY_SOURCE),
            Source::Rank(rank) => comm.admit_rank(rank, ErrorClass::RANK),
            Source::Nobody => admit().map(|()| MPI_PROC_NULL),
        }
    }
}

/// Which tag to receive. A number is a tag by itself; tags are not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Any tag (`MPI_ANY_TAG`).
    Any,
    /// This one.
    Is(i32),
}

impl From<i32> for Tag {
    fn from(tag: i32) -> Self {
        Tag::Is(tag)
    }
}

impl Tag {
    #[inline]
    pub(crate) fn check(self) -> Result<i32> {
        match self {
            Tag::Any => Ok(MPI_ANY_TAG),
            Tag::Is(tag) => check_tag(tag),
        }
    }
}

#[inline]
pub(crate) fn check_tag(tag: i32) -> Result<i32> {
    if tag >= 0 { Ok(tag) } else { Err(bad_tag(tag)) }
}

#[cold]
fn bad_tag(tag: i32) -> Error {
    Error::new(ErrorClass::TAG, format!("tag {tag} is negative: tags are 0 to {}", i32::MAX))
}

/// What is known of a message that was received or found.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{Source, Tag};
/// let comm = universe.self_comm();
/// comm.send(&[1.0, 2.0, 3.0][..], 0, 5)?;
/// let status = comm.probe(Source::Any, Tag::Any)?;
/// assert_eq!((status.source(), status.tag()), (0, 5));
/// assert_eq!(status.count::<f64>(), Some(3));
/// assert_eq!(comm.receive_vec::<f64>(0, 5)?.0, [1.0, 2.0, 3.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub(crate) ferry_mpi::Status);

impl Status {
    /// Rank of the sender; `usize::MAX` for a receive from nobody.
    pub fn source(&self) -> usize {
        usize::try_from(self.0.source).unwrap_or(usize::MAX)
    }

    /// Whether it is of a receive from nobody.
    pub fn is_from_nobody(&self) -> bool {
        self.0.source == MPI_PROC_NULL
    }

    /// The message's tag.
    pub fn tag(&self) -> i32 {
        self.0.tag
    }

    /// Bytes of data, gaps in structs not counted.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Elements of type `T`; `None` if the message does not consist of whole ones.
    pub fn count<T: Equivalence>(&self) -> Option<usize> {
        let (size, bytes) = (packed_size::<T>() as u64, self.bytes());
        match size {
            0 => (bytes == 0).then_some(0),
            _ if bytes.is_multiple_of(size) => usize::try_from(bytes / size).ok(),
            _ => None,
        }
    }
}
