//! An association within its socket: what is written to it and read from it.

use crate::hello::PayloadKind;
use ferry_method::Now;
use ferry_sctp::Socket;
use ferry_sctp_core::endpoint::{AssociationId, EndpointError};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};

/// Why nothing was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// There is no room now.
    Yes,
    /// There never will be.
    Never(String),
}

/// An association within its socket, at a time.
pub(crate) struct TimedAssociation<'a> {
    socket: &'a mut Socket,
    id: AssociationId,
    now: Now,
}

impl<'a> TimedAssociation<'a> {
    pub(crate) fn new(socket: &'a mut Socket, id: AssociationId, now: Now) -> Self {
        TimedAssociation { socket, id, now }
    }

    pub(crate) fn now(&self) -> Now {
        self.now
    }

    /// Offers a message, or the begin of one unless `end`; bytes that were taken.
    pub(crate) fn send(
        &mut self,
        stream: u16,
        kind: PayloadKind,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<usize, Full> {
        let options = MessageOptions {
            protocol: PayloadProtocol(kind as u32),
            ends_with_bytes: true,
            ..MessageOptions::default()
        };
        let endpoint = self.socket.endpoint_mut();
        let taken = endpoint.send(self.now, self.id, StreamId(stream), options, payload, end);
        taken.map(|accepted| accepted.bytes).map_err(full)
    }

    /// Offers more of the message that a send left open.
    pub(crate) fn append(
        &mut self,
        stream: u16,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<usize, Full> {
        let endpoint = self.socket.endpoint_mut();
        endpoint.append(self.now, self.id, StreamId(stream), payload, end).map_err(full)
    }

    /// Bytes of a message that a full packet carries.
    pub(crate) fn fragment_len(&self) -> usize {
        self.socket.endpoint().fragment_len(self.id)
    }

    /// Bytes that there is room for on a stream.
    pub(crate) fn free(&self, stream: u16) -> usize {
        self.socket.endpoint().free(self.id, StreamId(stream))
    }

    /// The bytes in front of a stream where they begin a message (else none), what kind that is, and whether they
    /// are all of it. They stay unread. `None`: nothing can be read.
    pub(crate) fn front(&self, stream: u16) -> Option<(&[u8], PayloadProtocol, bool)> {
        self.socket.endpoint().front(self.id, StreamId(stream))
    }

    /// The next piece of a stream.
    pub(crate) fn read(&mut self, stream: u16, most: usize) -> Option<Read> {
        self.socket.endpoint_mut().read(self.id, StreamId(stream), most)
    }

    /// Counts a stream that is left unread apart from the window of all, or no more.
    pub(crate) fn hold(&mut self, stream: u16, apart: bool) {
        self.socket.endpoint_mut().hold(self.id, StreamId(stream), apart);
    }

    /// Sends what there is to send.
    pub(crate) fn flush(&mut self) {
        self.socket.flush(self.now);
    }
}

fn full(e: EndpointError) -> Full {
    if e.is_full() { Full::Yes } else { Full::Never(e.to_string()) }
}
