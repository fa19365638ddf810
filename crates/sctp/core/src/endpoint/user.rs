//! What the user may ask of an endpoint (RFC 6458 §3 and §8), with the three things that the thesis on
//! SCTP for MPI found missing: receiving from a chosen stream, readiness by stream, and flow control by
//! stream.

use std::net::{IpAddr, SocketAddr};

use super::{AssociationId, Endpoint, Remote};
use crate::Now;
use crate::addresses::OwnAddressChange;
use crate::association::{Association, AssociationConfig, AssociationReport, UserError};
use crate::handshake::is_unicast;
use crate::path::PathSettings;
use crate::streams::incoming::ReadableStream;
use crate::streams::{Accepted, MessageOptions, Payload, Read, Scheduler};
use crate::wire::{PayloadProtocol, StreamId};

/// Why an endpoint does not do what the user asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointError {
    /// There is no such association (any more).
    #[error("{0} does not exist (any more)")]
    Unknown(AssociationId),
    /// Nobody to connect to.
    #[error("no address to connect to was given")]
    NoAddress,
    /// The address is not one host's, or the port is 0.
    #[error("{0} with SCTP port {1} cannot be connected to")]
    BadAddress(SocketAddr, u16),
    /// There is one with that peer.
    #[error("{0} with that peer exists already")]
    Exists(AssociationId),
    /// The endpoint's own bound.
    #[error("the endpoint has all the {0} associations that it may have")]
    TooMany(usize),
    /// The association said no.
    #[error(transparent)]
    Association(#[from] UserError),
}

impl EndpointError {
    /// Whether the send buffer is full, so that the same call may succeed after [`crate::association::AssociationEvent::Writable`].
    #[must_use]
    pub const fn is_full(&self) -> bool {
        use crate::streams::SendError;
        matches!(self, Self::Association(UserError::Send(SendError::Full { .. })))
    }

    /// Whether the handshake is still under way.
    #[must_use]
    pub const fn is_not_up(&self) -> bool {
        matches!(self, Self::Association(UserError::NotUp(_)))
    }
}

type Outcome<T> = Result<T, EndpointError>;

impl Endpoint {
    /// Begins an association with the endpoint's settings.
    ///
    /// # Errors
    /// See [`EndpointError`]; that nobody answers is told by an event.
    pub fn connect(&mut self, now: Now, remote: &Remote) -> Outcome<AssociationId> {
        let config = self.config.association.clone();
        self.connect_with(now, remote, config)
    }

    /// Begins an association with settings of its own.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn connect_with(
        &mut self,
        now: Now,
        remote: &Remote,
        config: AssociationConfig,
    ) -> Outcome<AssociationId> {
        if remote.addresses.is_empty() {
            return Err(EndpointError::NoAddress);
        }
        for &address in &remote.addresses {
            if remote.port == 0 || !is_unicast(address.ip()) {
                return Err(EndpointError::BadAddress(address, remote.port));
            }
            if let Some(id) = self.find(address, remote.port) {
                return Err(EndpointError::Exists(id));
            }
        }
        if self.slots.live() >= self.config.most_associations {
            return Err(EndpointError::TooMany(self.config.most_associations));
        }
        let (tag, seed) = (self.new_tag(), self.random.seed());
        let port = self.config.port;
        let association =
            Association::connect(now, config, port, remote.port, &remote.addresses, tag, seed);
        let id = self.slots.insert(association);
        self.after(id.slot);
        Ok(id)
    }

    /// Acts on an association, and notes that something happened to it.
    fn with<T>(
        &mut self,
        id: AssociationId,
        act: impl FnOnce(&mut Association) -> Result<T, UserError>,
    ) -> Outcome<T> {
        let association = self.slots.get_mut(id).ok_or(EndpointError::Unknown(id))?;
        let result = act(association);
        self.after(id.slot);
        Ok(result?)
    }

    /// Offers a message, or its first part if not `end`; see
    /// [`OutboundStreams::send`](crate::streams::OutboundStreams::send).
    ///
    /// # Errors
    /// Nothing was taken.
    pub fn send(
        &mut self,
        now: Now,
        id: AssociationId,
        stream: StreamId,
        options: MessageOptions,
        payload: Payload<'_>,
        end: bool,
    ) -> Outcome<Accepted> {
        self.with(id, |association| association.send(now, stream, options, payload, end))
    }

    /// Offers the rest of a message; see [`OutboundStreams::append`](crate::streams::OutboundStreams::append).
    ///
    /// # Errors
    /// Nothing was taken.
    pub fn append(
        &mut self,
        now: Now,
        id: AssociationId,
        stream: StreamId,
        payload: Payload<'_>,
        end: bool,
    ) -> Outcome<usize> {
        self.with(id, |association| association.append(now, stream, payload, end))
    }

    /// Bytes that the send buffer takes for a stream now.
    #[must_use]
    pub fn free(&self, id: AssociationId, stream: StreamId) -> usize {
        self.slots.get(id).map_or(0, |association| association.free(stream))
    }

    /// Bytes of a message that a full packet carries now; 0 without an association.
    #[must_use]
    pub fn fragment_len(&self, id: AssociationId) -> usize {
        self.slots.get(id).map_or(0, Association::fragment_len)
    }

    /// The streams of an association of which something can be read.
    pub fn readable_streams(&self, id: AssociationId) -> impl Iterator<Item = StreamId> {
        self.slots.get(id).into_iter().flat_map(Association::readable_streams)
    }

    /// What [`Self::read`] would find.
    #[must_use]
    pub fn peek(&self, id: AssociationId, stream: StreamId) -> Option<ReadableStream> {
        self.slots.get(id)?.peek(stream)
    }

    /// The bytes in front of a stream where they begin a message (else none), its payload protocol identifier,
    /// and whether they are all of it. They stay unread. `None`: nothing can be read.
    #[must_use]
    pub fn front(
        &self,
        id: AssociationId,
        stream: StreamId,
    ) -> Option<(&[u8], PayloadProtocol, bool)> {
        self.slots.get(id)?.front(stream)
    }

    /// Reads from a chosen stream of a chosen association: a message, or its next piece, of at most
    /// `most` bytes.
    pub fn read(&mut self, id: AssociationId, stream: StreamId, most: usize) -> Option<Read> {
        let read = self.slots.get_mut(id)?.read(stream, most);
        if read.is_some() {
            self.after_read(id.slot);
        }
        read
    }

    /// Reads from the streams of one association in turn.
    pub fn receive_from(&mut self, id: AssociationId, most: usize) -> Option<Read> {
        let read = self.slots.get_mut(id)?.read_any(most);
        if read.is_some() {
            self.after_read(id.slot);
        }
        read
    }

    /// Reads from any association and stream, a message each (RFC 6458 §3.1.4).
    pub fn receive(&mut self, most: usize) -> Option<(AssociationId, Read)> {
        while let Some(&index) = self.reading.front() {
            let id = self.slots.id(index);
            let Some(read) = self.receive_from(id, most) else {
                self.poll_readable();
                continue;
            };
            if !matches!(&read, Read::Piece(piece) if !piece.last) {
                // The next message may be another's.
                self.reading.rotate_left(1);
            }
            return Some((id, read));
        }
        None
    }

    /// A stream that the reader leaves alone for a while is counted apart from the window that all
    /// streams share (`apart`), or with it again. False without flow control by stream.
    pub fn hold(&mut self, id: AssociationId, stream: StreamId, apart: bool) -> bool {
        let Some(association) = self.slots.get_mut(id) else { return false };
        let held = association.hold(stream, apart);
        self.after_read(id.slot);
        held
    }

    /// Whether both ends agreed on flow control by stream.
    #[must_use]
    pub fn has_stream_windows(&self, id: AssociationId) -> bool {
        self.slots.get(id).is_some_and(Association::has_stream_windows)
    }

    /// Ends in order, once everything has arrived.
    ///
    /// # Errors
    /// No such association.
    pub fn shutdown(&mut self, now: Now, id: AssociationId) -> Outcome<()> {
        self.with(id, |association| {
            association.shutdown(now);
            Ok(())
        })
    }

    /// Ends now; the peer hears of it and of the reason.
    pub fn abort(&mut self, now: Now, id: AssociationId, reason: &[u8]) {
        // There is nothing to end where there is no association.
        let _ = self.with(id, |association| {
            association.abort(now, &reason[..reason.len().min(256)]);
            Ok(())
        });
    }

    /// Forgets an association that has ended, and what of it is unread. One that has not is forgotten
    /// when it has.
    pub fn release(&mut self, id: AssociationId) {
        if self.slots.get(id).is_some() {
            self.slots.slot(id.slot).released = true;
            self.bury(id.slot);
        }
    }

    /// Own outgoing streams begin anew (RFC 6525); all if none is named.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn reset_streams(
        &mut self,
        now: Now,
        id: AssociationId,
        streams: &[StreamId],
    ) -> Outcome<()> {
        self.with(id, |association| association.reset_streams(now, streams))
    }

    /// The peer is asked to let its streams begin anew.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn reset_peer_streams(
        &mut self,
        now: Now,
        id: AssociationId,
        streams: &[StreamId],
    ) -> Outcome<()> {
        self.with(id, |association| association.reset_peer_streams(now, streams))
    }

    /// More streams, own ones and the peer's.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn add_streams(
        &mut self,
        now: Now,
        id: AssociationId,
        outbound: u16,
        inbound: u16,
    ) -> Outcome<()> {
        self.with(id, |association| association.add_streams(now, outbound, inbound))
    }

    /// The peer is told of one more own address (RFC 5061).
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn add_address(&mut self, now: Now, id: AssociationId, address: IpAddr) -> Outcome<()> {
        self.with(id, |association| association.change_address(now, OwnAddressChange::Add(address)))
    }

    /// The peer is told that an own address goes away.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn remove_address(&mut self, now: Now, id: AssociationId, address: IpAddr) -> Outcome<()> {
        self.with(id, |association| {
            association.change_address(now, OwnAddressChange::Remove(address))
        })
    }

    /// The peer is asked to send to an own address by preference.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn ask_primary(&mut self, now: Now, id: AssociationId, address: IpAddr) -> Outcome<()> {
        self.with(id, |association| {
            association.change_address(now, OwnAddressChange::AskPrimary(address))
        })
    }

    /// Data goes to this address of the peer while it can be reached.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn set_primary(&mut self, id: AssociationId, peer: SocketAddr) -> Outcome<()> {
        self.with(id, |association| association.set_primary(peer))
    }

    /// Packets to an address of the peer leave from this own address.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn set_source(
        &mut self,
        id: AssociationId,
        peer: SocketAddr,
        source: Option<IpAddr>,
    ) -> Outcome<()> {
        self.with(id, |association| association.set_source(peer, source))
    }

    /// A HEARTBEAT goes to this address of the peer now.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn request_heartbeat(
        &mut self,
        now: Now,
        id: AssociationId,
        peer: SocketAddr,
    ) -> Outcome<()> {
        self.with(id, |association| association.request_heartbeat(now, peer))
    }

    /// The way to the peer is another, where nothing of what is under way will arrive: all of that is sent
    /// again at once.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn hurry(&mut self, now: Now, id: AssociationId) -> Outcome<()> {
        self.with(id, |association| {
            association.hurry(now);
            Ok(())
        })
    }

    /// Settings of all paths of an association, those to come included.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn set_paths(&mut self, now: Now, id: AssociationId, paths: PathSettings) -> Outcome<()> {
        self.with(id, |association| association.set_paths(now, paths))
    }

    /// Settings of the paths of an association.
    #[must_use]
    pub fn path_settings(&self, id: AssociationId) -> Option<PathSettings> {
        Some(*self.slots.get(id)?.path_settings())
    }

    /// Another scheduler from the next fragment on (RFC 8260 §3).
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn set_scheduler(&mut self, id: AssociationId, scheduler: Scheduler) -> Outcome<()> {
        self.with(id, |association| {
            association.set_scheduler(scheduler);
            Ok(())
        })
    }

    /// Priority or weight of a stream, as the scheduler reads it; false if there is no such stream.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn set_stream_value(
        &mut self,
        id: AssociationId,
        stream: StreamId,
        value: u16,
    ) -> Outcome<bool> {
        self.with(id, |association| Ok(association.set_stream_value(stream, value)))
    }

    /// A key that both ends of an association have, and nobody else, made from the key that it is
    /// authenticated with. `None` without authentication.
    #[must_use]
    pub fn export_key(&self, id: AssociationId, label: &[u8]) -> Option<[u8; 32]> {
        self.slots.get(id)?.export_key(label)
    }

    /// A snapshot.
    #[must_use]
    pub fn report(&self, id: AssociationId) -> Option<AssociationReport> {
        Some(self.slots.get(id)?.report())
    }

    /// All associations that have not been forgotten.
    pub fn associations(&self) -> impl Iterator<Item = AssociationId> {
        self.slots.ids()
    }

    /// SCTP port of the peer.
    #[must_use]
    pub fn peer_port(&self, id: AssociationId) -> Option<u16> {
        Some(self.slots.get(id)?.peer_port())
    }

    /// The association with a peer, by one of its addresses and its SCTP port.
    #[must_use]
    pub fn find(&self, peer: SocketAddr, port: u16) -> Option<AssociationId> {
        self.slots.by_peer(peer.ip(), port).map(|index| self.slots.id(index))
    }

    /// Whether messages can be sent.
    #[must_use]
    pub fn is_established(&self, id: AssociationId) -> bool {
        self.slots.get(id).is_some_and(|association| association.state().takes_messages())
    }
}
