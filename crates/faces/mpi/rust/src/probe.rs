//! Looking at messages before receiving them (MPI-5.0 §3.8).

use crate::buffer::{self, finish, writing};
use crate::communicator::Communicator;
use crate::data::{Incoming, lend::BORROWER};
use crate::envelope::{Source, Status, Tag};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::point_to_point::whole;
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::types;
use crate::universe::admit;
use ferry_mpi::handle::MessageHandle;
use ferry_mpi::p2p;

impl Communicator {
    /// Waits for a message without receiving it (`MPI_Probe`). With several threads another one may
    /// receive it first: see [`Communicator::matched_probe`].
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send(&[0u8; 12][..], 0, 3)?;
    /// let status = comm.probe(0, 3)?;
    /// assert_eq!(status.bytes(), 12);
    /// let mut room = vec![0; status.count::<u8>().unwrap_or(0)];
    /// comm.receive_into(&mut room, status.source(), status.tag())?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn probe(&self, source: impl Into<Source>, tag: impl Into<Tag>) -> Result<Status> {
        in_call("probe", || {
            let (source, tag) = (source.into().admit(self)?, tag.into().check()?);
            Ok(Status(p2p::probe(source, tag, self.handle())?))
        })
    }

    /// Looks whether a message is here, without waiting or receiving it (`MPI_Iprobe`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::{Source, Tag};
    /// assert_eq!(universe.self_comm().try_probe(Source::Any, Tag::Any)?, None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn try_probe(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Option<Status>> {
        in_call("try_probe", || {
            let (source, tag) = (source.into().admit(self)?, tag.into().check()?);
            Ok(p2p::iprobe(source, tag, self.handle())?.map(Status))
        })
    }

    /// Waits for a message and takes it, to be received by nobody else (`MPI_Mprobe`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::{Source, Tag};
    /// let comm = universe.self_comm();
    /// comm.send(&[1u16, 2, 3][..], 0, 9)?;
    /// let message = comm.matched_probe(Source::Any, Tag::Any)?;
    /// assert_eq!(message.status().count::<u16>(), Some(3));
    /// let (numbers, _) = message.receive_vec::<u16>()?;
    /// assert_eq!(numbers, [1, 2, 3]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn matched_probe(&self, source: impl Into<Source>, tag: impl Into<Tag>) -> Result<Message> {
        in_call("matched_probe", || {
            let (source, tag) = (source.into().admit(self)?, tag.into().check()?);
            let (handle, status) = p2p::mprobe(source, tag, self.handle())?;
            Ok(Message { handle: Some(handle), status: Status(status), comm: self.clone() })
        })
    }

    /// Takes a message if one is here (`MPI_Improbe`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::{Source, Tag};
    /// let comm = universe.self_comm();
    /// assert!(comm.try_matched_probe(Source::Any, Tag::Any)?.is_none());
    /// comm.send(&1.5, 0, 0)?;
    /// while let Some(message) = comm.try_matched_probe(Source::Any, Tag::Any)? {
    ///     assert_eq!(message.receive::<f64>()?.0, 1.5);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn try_matched_probe(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Option<Message>> {
        in_call("try_matched_probe", || {
            let (source, tag) = (source.into().admit(self)?, tag.into().check()?);
            let found = p2p::improbe(source, tag, self.handle())?;
            Ok(found.map(|(handle, status)| Message {
                handle: Some(handle),
                status: Status(status),
                comm: self.clone(),
            }))
        })
    }
}

/// A message taken by a matched probe. It is thrown away if it is dropped unreceived.
#[derive(Debug)]
pub struct Message {
    handle: Option<MessageHandle>,
    status: Status,
    comm: Communicator,
}

impl Message {
    /// Sender, tag and length.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Receives it into a buffer (`MPI_Mrecv`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// comm.send(&[4, 5][..], 0, 0)?;
    /// let mut room = [0; 2];
    /// comm.matched_probe(0, 0)?.receive_into(&mut room[..])?;
    /// assert_eq!(room, [4, 5]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn receive_into<D: Incoming + ?Sized>(mut self, buffer: &mut D) -> Result<Status> {
        in_call("receive_into", || {
            admit()?;
            let (lent, memory) = buffer.incoming(BORROWER)?;
            let Some(handle) = self.handle.take() else { return Err(gone()) };
            let status = finish(|| p2p::mrecv(memory, handle))?;
            drop(lent);
            Ok(Status(status))
        })
    }

    /// Starts to receive it (`MPI_Imrecv`): a long message may still be on its way.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let comm = universe.self_comm();
    /// let data = vec![2.5; 100_000];
    /// let mut room = vec![0.0; data.len()];
    /// ferry::scope(|scope| {
    ///     let send = comm.isend(scope, &data, 0, 0)?;
    ///     let receive = comm.matched_probe(0, 0)?.ireceive_into(scope, &mut room)?;
    ///     // Here is time for something else.
    ///     assert_eq!(receive.wait()?.count::<f64>(), Some(100_000));
    ///     send.wait()
    /// })?;
    /// assert_eq!(room, data);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ireceive_into<'scope, D: Incoming + ?Sized>(
        mut self,
        scope: &'scope Scope<'scope, '_>,
        buffer: &'scope mut D,
    ) -> Result<Request<'scope, &'scope mut D>> {
        in_call("ireceive_into", || {
            admit()?;
            let Some(handle) = self.handle else { return Err(gone()) };
            scope.receiving(OperationKind::Message, buffer, |lent| {
                self.handle = None;
                p2p::imrecv(lent, handle)
            })
        })
    }

    /// Receives as many elements as it has.
    pub fn receive_vec<T: Equivalence>(self) -> Result<(Vec<T>, Status)> {
        in_call("receive_vec", || {
            let count = self.status.count::<T>();
            let Some(count) = count else {
                whole::<T>(&self.status, 1)?;
                return Ok((Vec::new(), self.status));
            };
            let mut items = buffer::zeroed_vec(count)?;
            let status = self.receive_into(&mut items)?;
            whole::<T>(&status, count)?;
            Ok((items, status))
        })
    }

    /// Receives one value.
    pub fn receive<T: Equivalence>(self) -> Result<(T, Status)> {
        in_call("receive", || {
            whole::<T>(&self.status, 1)?;
            let mut value = buffer::zeroed();
            let status = self.receive_into(&mut value)?;
            Ok((value, status))
        })
    }
}

#[cold]
fn gone() -> Error {
    Error::new(ErrorClass::OTHER, "the message was received already")
}

impl Drop for Message {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take()
            && admit().is_ok()
            && let Ok(datatype) = types::element::<u8>()
        {
            let mut nothing: [u8; 0] = [];
            let lent = writing(&mut nothing[..]);
            // Too long for no room at all, which is what throwing away means.
            let _ = finish(|| p2p::mrecv(lent.of(datatype), handle));
        }
        let _ = &self.comm;
    }
}
