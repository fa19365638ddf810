//! Partitioned communication (MPI-5.0 §4): a message whose parts leave, and are seen to arrive, one by one.
//!
//! The buffer is the operation's own: a part that is under way can then neither be changed nor end.

use crate::buffer::finish;
use crate::communicator::Communicator;
use crate::envelope::{Source, check_tag};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaves::Shares;
use crate::types;
use crate::universe::admit;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use ferry_mpi::{partitioned, request};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A message in parts, to be sent again and again; it owns the elements.
///
/// Each round begins with [`start`](PartitionedSend::start). Its parts are filled, by several threads if the program
/// likes, and each leaves when it is [`ready`](Part::ready).
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let comm = universe.self_comm();
/// // The two sides may cut the message differently.
/// let mut send = comm.partitioned_send::<f64>(4, 10, 0, 7)?;
/// let mut receive = comm.partitioned_receive::<f64>(2, 20, 0, 7)?;
/// for step in 0..3 {
///     let (sending, receiving) = (send.start()?, receive.start()?);
///     for index in [2, 3, 0, 1] {
///         let mut part = sending.part(index)?;
///         part.fill((step * index) as f64);
///         part.ready()?;
///     }
///     sending.wait()?;
///     let numbers = receiving.wait()?;
///     assert_eq!(numbers[39], 3.0 * step as f64);
/// }
/// # Ok(())
/// # }
/// ```
pub struct PartitionedSend<T: Equivalence> {
    shares: Shares<T>,
    operation: PartitionedRequest,
}

/// Where the parts of a [`PartitionedSend`] arrive; it owns the elements.
pub struct PartitionedReceive<T: Equivalence> {
    shares: Shares<T>,
    operation: PartitionedRequest,
}

/// A persistent request.
struct PartitionedRequest {
    handle: RequestHandle,
    /// Between the start and the end of a round.
    is_active: bool,
}

impl PartitionedRequest {
    fn start(&mut self) -> Result<()> {
        admit()?;
        if self.is_active {
            let text = "the round that was started before has not ended: call its wait";
            return Err(Error::new(ErrorClass::REQUEST, text));
        }
        request::start(self.handle)?;
        self.is_active = true;
        Ok(())
    }

    fn wait(&mut self) -> Result<()> {
        admit()?;
        let mut handle = self.handle;
        finish(|| request::wait(&mut handle))?;
        self.is_active = false;
        Ok(())
    }
}

impl Drop for PartitionedRequest {
    fn drop(&mut self) {
        // One that is under way goes on, and keeps its elements.
        if !self.is_active && admit().is_ok() {
            let _ = request::free(&mut self.handle);
        }
    }
}

macro_rules! frees {
    ($($kind:ident),*) => { $(
        impl<T: Equivalence> Drop for $kind<T> {
            fn drop(&mut self) {
                if !self.operation.is_active {
                    self.shares.free();
                }
            }
        }
    )* };
}

frees!(PartitionedSend, PartitionedReceive);

/// Elements of all parts.
fn total(partitions: usize, count: usize) -> Result<(usize, i32)> {
    let total = partitions.checked_mul(count).zip(i32::try_from(partitions).ok());
    total.ok_or_else(|| {
        let text = format!("{partitions} parts of {count} elements exceed the address space");
        Error::new(ErrorClass::COUNT, text)
    })
}

impl Communicator {
    /// Makes a send of `partitions` parts with `count` elements each, all zero (`MPI_Psend_init`). It meets the
    /// receive that is made for it in the same order.
    pub fn partitioned_send<T: Equivalence>(
        &self,
        partitions: usize,
        count: usize,
        dest: usize,
        tag: i32,
    ) -> Result<PartitionedSend<T>> {
        in_call("partitioned_send", || {
            let dest = self.admit_rank(dest, ErrorClass::RANK)?;
            let tag = check_tag(tag)?;
            let datatype = types::element::<T>()?;
            let (total, parts) = total(partitions, count)?;
            let shares = Shares::new(partitions, count, total)?;
            let memory = shares.memory().reader();
            let buffer = SendBuffer { memory, count: count as u64, datatype };
            let handle = partitioned::psend_init(&buffer, parts, (dest, tag), self.handle())?;
            let operation = PartitionedRequest { handle, is_active: false };
            Ok(PartitionedSend { shares, operation })
        })
    }

    /// Makes a receive of `partitions` parts with `count` elements each (`MPI_Precv_init`). As a whole they are as
    /// many as the sender's.
    pub fn partitioned_receive<T: Equivalence>(
        &self,
        partitions: usize,
        count: usize,
        source: usize,
        tag: i32,
    ) -> Result<PartitionedReceive<T>> {
        in_call("partitioned_receive", || {
            let source = Source::Rank(source).admit(self)?;
            let tag = check_tag(tag)?;
            let datatype = types::element::<T>()?;
            let (total, parts) = total(partitions, count)?;
            let shares = Shares::new(partitions, count, total)?;
            let buffer = RecvBuffer { memory: shares.memory(), count: count as u64, datatype };
            let handle = partitioned::precv_init(&buffer, parts, (source, tag), self.handle())?;
            let operation = PartitionedRequest { handle, is_active: false };
            Ok(PartitionedReceive { shares, operation })
        })
    }
}

impl<T: Equivalence> PartitionedSend<T> {
    /// Begins a round (`MPI_Start`).
    pub fn start(&mut self) -> Result<SendRound<'_, T>> {
        in_call("start", || {
            self.operation.start()?;
            self.shares.reset();
            Ok(SendRound { send: self, ready: AtomicUsize::new(0) })
        })
    }
}

/// A round of a [`PartitionedSend`]. Dropped, it goes on, and the send can start no other.
#[must_use = "it ends with `wait`"]
pub struct SendRound<'p, T: Equivalence> {
    send: &'p mut PartitionedSend<T>,
    ready: AtomicUsize,
}

impl<T: Equivalence> SendRound<'_, T> {
    /// A part, to be filled; each may be taken once in a round. Its elements are those of the round before.
    pub fn part(&self, index: usize) -> Result<Part<'_, T>> {
        in_call("part", || {
            let items = self.send.shares.claim(index)?;
            Ok(Part { items, index, request: self.send.operation.handle, ready: &self.ready })
        })
    }

    /// Waits until all has left (`MPI_Wait`).
    ///
    /// # Errors
    /// [`ErrorClass::REQUEST`] if not all parts are ready: it would wait for ever.
    pub fn wait(self) -> Result<()> {
        in_call("wait", || {
            let (ready, all) = (self.ready.into_inner(), self.send.shares.count());
            if ready < all {
                let text = format!("{ready} of {all} parts are ready: the others never leave");
                return Err(Error::new(ErrorClass::REQUEST, text));
            }
            self.send.operation.wait()
        })
    }
}

/// A part of a message that is not sent yet: elements to be written.
pub struct Part<'r, T: Equivalence> {
    items: &'r mut [T],
    index: usize,
    request: RequestHandle,
    ready: &'r AtomicUsize,
}

impl<T: Equivalence> Part<'_, T> {
    /// It leaves (`MPI_Pready`).
    pub fn ready(self) -> Result<()> {
        in_call("ready", || {
            admit()?;
            partitioned::pready(self.request, [self.index as i32])?;
            self.ready.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    }
}

impl<T: Equivalence> Deref for Part<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items
    }
}

impl<T: Equivalence> DerefMut for Part<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.items
    }
}

impl<T: Equivalence> PartitionedReceive<T> {
    /// Begins a round (`MPI_Start`).
    pub fn start(&mut self) -> Result<ReceiveRound<'_, T>> {
        in_call("start", || {
            self.operation.start()?;
            self.shares.reset();
            Ok(ReceiveRound(self))
        })
    }
}

/// A round of a [`PartitionedReceive`]. Dropped, it goes on, and the receive can start no other.
#[must_use = "it ends with `wait`"]
pub struct ReceiveRound<'p, T: Equivalence>(&'p mut PartitionedReceive<T>);

impl<'p, T: Equivalence> ReceiveRound<'p, T> {
    /// A part, if it has arrived (`MPI_Parrived`).
    pub fn part(&self, index: usize) -> Result<Option<&[T]>> {
        in_call("part", || {
            admit()?;
            // What is too large is no part.
            let number = i32::try_from(index).unwrap_or(i32::MAX);
            if !partitioned::parrived(self.0.operation.handle, number)? {
                return Ok(None);
            }
            self.0.shares.arrived(index).map(Some)
        })
    }

    /// Waits until all have arrived (`MPI_Wait`); the elements of all parts.
    pub fn wait(self) -> Result<&'p [T]> {
        in_call("wait", || {
            self.0.operation.wait()?;
            let shares = &self.0.shares;
            (0..shares.count()).try_for_each(|index| shares.arrived(index).map(drop))?;
            Ok(self.0.shares.all())
        })
    }
}
