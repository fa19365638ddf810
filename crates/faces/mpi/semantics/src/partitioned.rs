//! Partitioned communication (MPI-5.0 §4): a message whose parts leave, and are seen to arrive, one by one.
//!
//! Each partition of the sender's is a message of its own, so that it leaves as soon as it is ready and the receiver
//! may ask for what lies in it before the others are there. The two sides may cut the same bytes differently: the
//! sender's cut counts on the way, and its outline tells the receiver of it. The outline is sent
//! when the send is made and met by the receive in the order in which both are made, which is how partitioned
//! operations match. These messages travel on contexts of their own, where nothing else is sent.

mod ready;
mod receive;
mod send;

pub use ready::ReadyBoard;
pub use receive::precv_init;
pub use send::psend_init;
pub(crate) use send::{PartitionedSend, send_ready};

use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_COUNT, MPI_ERR_REQUEST};
use crate::context_id::PARTITIONED;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, RequestHandle};
use crate::p2p::{kept_datatype, packed_len};
use crate::process::{Process, enter, is_shared, send_errand};
use ferry_datatype::Datatype;
use ferry_wire::ContextId;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a partitioned operation does for its request.
pub trait Partitioned: Send + Sync {
    /// Where partitions are noted that may leave (`MPI_Pready`); `None`: the operation is a receive.
    fn board(&self) -> Option<&Arc<ReadyBoard>> {
        None
    }

    /// Whether a partition is there (`MPI_Parrived`).
    fn has_arrived(
        &self,
        _process: &mut Process,
        _partition: usize,
        _is_active: bool,
    ) -> Result<bool> {
        Err(Error::new(MPI_ERR_REQUEST, "partitions arrive at the receiver"))
    }
}

/// How a buffer is cut.
#[derive(Clone)]
struct PartitionCut {
    datatype: Arc<Datatype>,
    partitions: usize,
    /// Elements of a partition.
    count: u64,
    /// Bytes of a partition.
    bytes: usize,
}

impl PartitionCut {
    /// As the program says; a partner that is none needs no datatype.
    fn new(
        process: &Process,
        (partitions, count, datatype): (i32, u64, DatatypeHandle),
        partner: i32,
        address: *const u8,
    ) -> Result<Self> {
        let datatype = kept_datatype(process, datatype, partner)?.datatype;
        let partitions = usize::try_from(partitions).map_err(|_| {
            Error::new(MPI_ERR_ARG, format!("{partitions} partitions; none is the least"))
        })?;
        let all = count.checked_mul(partitions as u64).ok_or_else(|| {
            let text =
                format!("{partitions} partitions of {count} elements exceed the address space");
            Error::new(MPI_ERR_COUNT, text)
        })?;
        packed_len(&datatype, all)?;
        check_null(address, &datatype, all)?;
        let bytes = packed_len(&datatype, count)?;
        Ok(PartitionCut { datatype, partitions, count, bytes })
    }

    /// Elements of all partitions.
    fn elements(&self) -> u64 {
        self.count * self.partitions as u64
    }

    /// Bytes of all partitions.
    fn total(&self) -> usize {
        self.bytes * self.partitions
    }

    /// Messages that carry them: an empty message tells that partitions without data are ready.
    fn messages(&self) -> usize {
        if self.bytes == 0 { self.partitions.min(1) } else { self.partitions }
    }

    /// Where a partition begins in the buffer, in bytes.
    fn offset(&self, partition: usize) -> i64 {
        (partition as i64) * (self.count as i64) * self.datatype.extent()
    }

    fn check(&self, partition: usize) -> Result<()> {
        check_partition(partition, self.partitions)
    }
}

fn check_partition(partition: usize, of: usize) -> Result<()> {
    if partition < of {
        return Ok(());
    }
    Err(Error::new(MPI_ERR_ARG, format!("partition {partition} of {of}, which count from 0")))
}

/// What a sender says of its messages: that of partition `i` has tag `first_tag + i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outline {
    first_tag: u32,
    messages: u32,
    /// Bytes of each.
    bytes: u64,
}

impl Outline {
    const LEN: usize = 16;

    fn encode(self) -> Vec<u8> {
        let words = [self.first_tag.to_le_bytes(), self.messages.to_le_bytes()];
        words.into_iter().flatten().chain(self.bytes.to_le_bytes()).collect()
    }

    /// `None`: no outline of an honest process.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let (first_tag, rest) = bytes.split_first_chunk()?;
        let (messages, rest) = rest.split_first_chunk()?;
        let outline = Outline {
            first_tag: u32::from_le_bytes(*first_tag),
            messages: u32::from_le_bytes(*messages),
            bytes: u64::from_le_bytes(rest.try_into().ok()?),
        };
        let is_sound = outline.total().is_some_and(|total| total <= i64::MAX as u64)
            && outline.first_tag.checked_add(outline.messages)? <= i32::MAX as u32;
        is_sound.then_some(outline)
    }

    fn total(self) -> Option<u64> {
        self.bytes.checked_mul(u64::from(self.messages))
    }

    fn tag(self, message: usize) -> i32 {
        self.first_tag.wrapping_add(message as u32).cast_signed()
    }
}

/// Tags for the messages of the sends that this process makes.
#[derive(Default)]
pub(crate) struct PartitionTags(u32);

impl PartitionTags {
    /// The first of so many.
    fn take(&mut self, messages: u32) -> u32 {
        let fits = self.0.checked_add(messages).is_some_and(|end| end <= i32::MAX as u32);
        let first = if fits { self.0 } else { 0 };
        self.0 = first + messages;
        first
    }
}

/// Where outlines travel.
fn outlines(comm: &Comm) -> ContextId {
    ContextId(comm.context.0 | PARTITIONED)
}

/// Where partitions travel.
fn data(comm: &Comm) -> ContextId {
    ContextId(comm.collective_context().0 | PARTITIONED)
}

fn operation(process: &Process, handle: RequestHandle) -> Result<Arc<dyn Partitioned>> {
    process.partitioned_of(handle).ok_or_else(|| {
        Error::new(MPI_ERR_REQUEST, "the request is not that of a partitioned operation")
    })
}

/// `MPI_Pready`, `MPI_Pready_range`, `MPI_Pready_list`. Threads that make partitions ready wait neither for each other
/// nor for those that do something else: each notes what is ready, and whoever is inside sends it.
pub fn pready(handle: RequestHandle, partitions: impl IntoIterator<Item = i32>) -> Result<()> {
    ready::with_board(handle, |board| {
        let mut partitions = partitions.into_iter();
        let noted = partitions.try_for_each(|partition| board.note(index(partition)?));
        if is_shared() {
            send_errand();
        } else {
            send_ready(&mut enter());
        }
        noted.and_then(|()| board.trouble())
    })
}

/// The partitions of `MPI_Pready_range`.
///
/// # Errors
/// When the last is below the first.
pub fn range(low: i32, high: i32) -> Result<RangeInclusive<i32>> {
    if low <= high {
        return Ok(low..=high);
    }
    Err(Error::new(
        MPI_ERR_ARG,
        format!("partitions from {low} to {high}: the last is below the first"),
    ))
}

/// `MPI_Parrived`.
pub fn parrived(handle: RequestHandle, partition: i32) -> Result<bool> {
    // As of a receive that was not started (MPI-5.0 §4.2).
    if handle == RequestHandle::NULL {
        return Ok(true);
    }
    let mut process = enter();
    let operation = operation(&process, handle)?;
    let partition = index(partition)?;
    let is_active = process.is_active(handle)?;
    if operation.has_arrived(&mut process, partition, is_active)? {
        return Ok(true);
    }
    process.progress_of_test();
    operation.has_arrived(&mut process, partition, is_active)
}

fn index(partition: i32) -> Result<usize> {
    let text = || Error::new(MPI_ERR_ARG, format!("partition {partition} is negative"));
    usize::try_from(partition).map_err(|_| text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_come_back_and_nonsense_does_not() {
        let outline = Outline { first_tag: 7, messages: 3, bytes: 1 << 40 };
        let bytes = outline.encode();
        assert_eq!((bytes.len(), Outline::decode(&bytes)), (Outline::LEN, Some(outline)));
        assert_eq!(outline.tag(2), 9);
        for len in 0..Outline::LEN {
            assert_eq!(Outline::decode(&bytes[..len]), None);
        }
        let tags = Outline { first_tag: i32::MAX as u32, ..outline };
        let huge = Outline { bytes: u64::MAX / 2, ..outline };
        for nonsense in [tags, huge] {
            assert_eq!(Outline::decode(&nonsense.encode()), None);
        }
    }

    #[test]
    fn tags_are_in_a_row_and_go_round() {
        let mut tags = PartitionTags::default();
        assert_eq!([tags.take(5), tags.take(1), tags.take(0)], [0, 5, 6]);
        assert_eq!(tags.take(i32::MAX as u32 - 6), 6);
        assert_eq!([tags.take(1), tags.take(2)], [0, 1]);
    }
}
