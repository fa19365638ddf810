//! Blocking sends and receives (MPI-5.0 §3.2, §3.4, §3.11).

use crate::buffer::{self, finish};
use crate::communicator::Communicator;
use crate::data::{Incoming, Outgoing, lend::BORROWER};
use crate::envelope::{Destination, Source, Status, Tag, check_tag};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::scope;
use crate::universe::admit;
use ferry_mpi::{bsend, p2p};
use ferry_two_sided::Mode;
use std::any::type_name;

impl Communicator {
    /// Sends; the data are free again on return (`MPI_Send`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send("hello".as_bytes(), 0, 0)?;
    /// let (text, _) = comm.receive_vec::<u8>(0, 0)?;
    /// assert_eq!(text, b"hello");
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn send<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        in_call("send", || self.send_in(Mode::Standard, data, dest, tag))
    }

    /// Sends, and returns when the receive has begun (`MPI_Ssend`).
    ///
    /// ```no_run
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// universe.world().send_synchronous(&1, 1, 0)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_synchronous<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        in_call("send_synchronous", || self.send_in(Mode::Synchronous, data, dest, tag))
    }

    /// Sends to a receive that has begun already (`MPI_Rsend`), which the program vouches for. Here it is the same as
    /// [`send`](Communicator::send).
    pub fn send_ready<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        in_call("send_ready", || self.send_in(Mode::Standard, data, dest, tag))
    }

    /// Sends a copy, and never waits for the receiver (`MPI_Bsend`). The copies lie in memory that
    /// [`attach_buffer`](Communicator::attach_buffer) allows for.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.attach_buffer(None)?;
    /// comm.send_buffered(&vec![1; 1_000_000], 0, 0)?;
    /// assert_eq!(comm.receive_vec::<i32>(0, 0)?.0.len(), 1_000_000);
    /// comm.detach_buffer()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_buffered<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        in_call("send_buffered", || {
            let dest = dest.into().admit(self)?;
            let tag = check_tag(tag)?;
            let lent = data.outgoing(BORROWER)?;
            finish(|| bsend::bsend(&lent, dest, tag, self.handle()))?;
            Ok(())
        })
    }

    /// Allows buffered sends of this communicator to keep so many bytes under way; `None`: as many as there are
    /// (`MPI_Comm_attach_buffer`).
    pub fn attach_buffer(&self, bytes: Option<u64>) -> Result<()> {
        in_call("attach_buffer", || {
            admit()?;
            let size = bytes.unwrap_or(0);
            let attached = bsend::Attached { address: 0, size, automatic: bytes.is_none() };
            Ok(bsend::attach(bsend::BsendOwner::Comm(self.handle()), attached)?)
        })
    }

    /// Waits until what was sent by buffered sends has left (`MPI_Comm_flush_buffer`).
    pub fn flush_buffer(&self) -> Result<()> {
        in_call("flush_buffer", || {
            admit()?;
            Ok(bsend::flush(bsend::BsendOwner::Comm(self.handle()))?)
        })
    }

    /// Waits until what was sent by buffered sends has left, and allows no more (`MPI_Comm_detach_buffer`).
    pub fn detach_buffer(&self) -> Result<()> {
        in_call("detach_buffer", || {
            admit()?;
            bsend::detach(bsend::BsendOwner::Comm(self.handle()))?;
            Ok(())
        })
    }

    #[inline]
    fn send_in<D: Outgoing + ?Sized>(
        &self,
        mode: Mode,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        let dest = dest.into().admit(self)?;
        let tag = check_tag(tag)?;
        let lent = data.outgoing(BORROWER)?;
        Ok(finish(|| p2p::send(lent, dest, tag, self.handle(), mode))?)
    }

    /// Receives into a buffer (`MPI_Recv`). A longer message is an error of class
    /// [`ErrorClass::TRUNCATE`]; after a shorter one the rest of the buffer is as before, and
    /// [`Status::count`] tells how much came.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send(&[1, 2][..], 0, 0)?;
    /// let mut room = [0; 3];
    /// let status = comm.receive_into(&mut room[..], 0, 0)?;
    /// assert_eq!((status.count::<i32>(), room), (Some(2), [1, 2, 0]));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn receive_into<D: Incoming + ?Sized>(
        &self,
        buffer: &mut D,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Status> {
        in_call("receive_into", || {
            let source = source.into().admit(self)?;
            let tag = tag.into().check()?;
            let (lent, memory) = buffer.incoming(BORROWER)?;
            let status = finish(|| p2p::recv(memory, source, tag, self.handle()))?;
            drop(lent);
            Ok(Status(status))
        })
    }

    /// Receives one value.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send(&(3u8, 2.5f64), 0, 1)?;
    /// let (pair, status) = comm.receive::<(u8, f64)>(ferry::Source::Any, 1)?;
    /// assert_eq!((pair, status.source()), ((3, 2.5), 0));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn receive<T: Equivalence>(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<(T, Status)> {
        in_call("receive", || {
            let mut value: T = buffer::zeroed();
            let status = self.receive_into(&mut value, source, tag)?;
            whole::<T>(&status, 1)?;
            Ok((value, status))
        })
    }

    /// Receives as many elements as the message has (a matched probe and its receive).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send(&vec![7u64; 100], 0, 0)?;
    /// let (numbers, _) = comm.receive_vec::<u64>(0, 0)?;
    /// assert_eq!(numbers, [7; 100]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn receive_vec<T: Equivalence>(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<(Vec<T>, Status)> {
        in_call("receive_vec", || self.matched_probe(source, tag)?.receive_vec())
    }

    /// Sends and receives at once, so that processes may exchange without a deadlock
    /// (`MPI_Sendrecv`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let mut left = 0;
    /// world.send_receive(&me, (me + 1) % size, 0, &mut left, (me + size - 1) % size, 0)?;
    /// assert_eq!(left, (me + size - 1) % size);
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_receive<D: Outgoing + ?Sized, R: Incoming + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        send_tag: i32,
        buffer: &mut R,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Status> {
        in_call("send_receive", || {
            scope(|scope| {
                let receive = self.irecv(scope, buffer, source, receive_tag)?;
                self.isend(scope, data, dest, send_tag)?.wait()?;
                receive.wait()
            })
        })
    }

    /// The same with one buffer: what it holds is sent, then replaced by what comes (`MPI_Sendrecv_replace`). The two
    /// messages have as many elements.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let mut passed = [me; 10];
    /// world.send_receive_replace(&mut passed[..], (me + 1) % size, 0, (me + size - 1) % size, 0)?;
    /// assert_eq!(passed, [(me + size - 1) % size; 10]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_receive_replace<D: Incoming + ?Sized>(
        &self,
        buffer: &mut D,
        dest: impl Into<Destination>,
        send_tag: i32,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Status> {
        in_call("send_receive_replace", || {
            let (dest, source) = (dest.into().admit(self)?, source.into().admit(self)?);
            let tags = (check_tag(send_tag)?, receive_tag.into().check()?);
            let (lent, memory) = buffer.incoming(BORROWER)?;
            let status = finish(|| {
                p2p::sendrecv_replace(memory, dest, tags.0, source, tags.1, self.handle())
            })?;
            drop(lent);
            Ok(Status(status))
        })
    }
}

/// Checks that a message was `count` elements.
#[inline]
pub(crate) fn whole<T: Equivalence>(status: &Status, count: usize) -> Result<()> {
    if status.count::<T>() == Some(count) || packed(count, buffer::packed_size::<T>(), status) {
        return Ok(());
    }
    Err(differing::<T>(status, count))
}

/// Elements without bytes leave no trace in a message.
fn packed(count: usize, size: usize, status: &Status) -> bool {
    count.checked_mul(size).is_some_and(|bytes| bytes as u64 == status.bytes())
}

#[cold]
fn differing<T: Equivalence>(status: &Status, count: usize) -> Error {
    let (bytes, size) = (status.bytes(), buffer::packed_size::<T>());
    if status.is_from_nobody() {
        let text = format!(
            "nobody sends {count} of {}: receive_into leaves its buffer as it was where the source is nobody",
            type_name::<T>()
        );
        return Error::new(ErrorClass::TYPE, text);
    }
    let text = format!(
        "a message of {bytes} bytes came from rank {} where {count} of {} with {size} bytes each was \
         expected; make both sides agree",
        status.source(),
        type_name::<T>(),
    );
    Error::new(ErrorClass::TYPE, text)
}
