//! Messages between the two groups (MPI-5.0 §7.6): as on a [`Communicator`](crate::Communicator), with partners of the
//! remote group.

use super::Intercommunicator;
use crate::data::{Incoming, Outgoing};
use crate::envelope::{Destination, Source, Status, Tag};
use crate::equivalence::Equivalence;
use crate::error::Result;
use crate::probe::Message;
use crate::request::Request;
use crate::scope::Scope;

impl Intercommunicator {
    /// Sends to a process of the remote group (`MPI_Send`).
    pub fn send<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        self.comm.send(data, dest, tag)
    }

    /// Sends, and returns when the receive has begun (`MPI_Ssend`).
    pub fn send_synchronous<D: Outgoing + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<()> {
        self.comm.send_synchronous(data, dest, tag)
    }

    /// Receives from a process of the remote group into a buffer (`MPI_Recv`).
    pub fn receive_into<D: Incoming + ?Sized>(
        &self,
        buffer: &mut D,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Status> {
        self.comm.receive_into(buffer, source, tag)
    }

    /// Receives one value.
    pub fn receive<T: Equivalence>(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<(T, Status)> {
        self.comm.receive(source, tag)
    }

    /// Receives as many elements as the message has.
    pub fn receive_vec<T: Equivalence>(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<(Vec<T>, Status)> {
        self.comm.receive_vec(source, tag)
    }

    /// Sends and receives at once (`MPI_Sendrecv`).
    pub fn send_receive<D: Outgoing + ?Sized, R: Incoming + ?Sized>(
        &self,
        data: &D,
        dest: impl Into<Destination>,
        send_tag: i32,
        buffer: &mut R,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Status> {
        self.comm.send_receive(data, dest, send_tag, buffer, source, receive_tag)
    }

    /// The same with one buffer: what it holds is sent, then replaced by what comes (`MPI_Sendrecv_replace`).
    pub fn send_receive_replace<D: Incoming + ?Sized>(
        &self,
        buffer: &mut D,
        dest: impl Into<Destination>,
        send_tag: i32,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Status> {
        self.comm.send_receive_replace(buffer, dest, send_tag, source, receive_tag)
    }

    /// Starts the same (`MPI_Isendrecv_replace`).
    pub fn isend_receive_replace<'scope, D: Incoming + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        buffer: &'scope mut D,
        dest: impl Into<Destination>,
        send_tag: i32,
        source: impl Into<Source>,
        receive_tag: impl Into<Tag>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        self.comm.isend_receive_replace(scope, buffer, dest, send_tag, source, receive_tag)
    }

    /// Starts a send (`MPI_Isend`).
    pub fn isend<'scope, D: Outgoing + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        dest: impl Into<Destination>,
        tag: i32,
    ) -> Result<Request<'scope, &'scope D>> {
        self.comm.isend(scope, data, dest, tag)
    }

    /// Starts a receive (`MPI_Irecv`).
    pub fn irecv<'scope, D: Incoming + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        buffer: &'scope mut D,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        self.comm.irecv(scope, buffer, source, tag)
    }

    /// Waits for a message without receiving it (`MPI_Probe`).
    pub fn probe(&self, source: impl Into<Source>, tag: impl Into<Tag>) -> Result<Status> {
        self.comm.probe(source, tag)
    }

    /// Looks whether a message is here (`MPI_Iprobe`).
    pub fn try_probe(
        &self,
        source: impl Into<Source>,
        tag: impl Into<Tag>,
    ) -> Result<Option<Status>> {
        self.comm.try_probe(source, tag)
    }

    /// Waits for a message and takes it (`MPI_Mprobe`).
    pub fn matched_probe(&self, source: impl Into<Source>, tag: impl Into<Tag>) -> Result<Message> {
        self.comm.matched_probe(source, tag)
    }
}
