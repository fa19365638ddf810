//! What the user may ask of an association (RFC 6458, RFC 9260 §11.1).

use std::net::{IpAddr, SocketAddr};

use super::{Association, AssociationState};
use crate::Now;
use crate::addresses::OwnAddressChange;
use crate::path::PathError;
use crate::streams::incoming::ReadableStream;
use crate::streams::outgoing::ResetError;
use crate::streams::{Accepted, MessageOptions, Payload, Read, SendError};
use crate::wire::{PayloadProtocol, StreamId};

/// Why the association does not do what the user asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UserError {
    /// The handshake is under way.
    #[error("the association is not up yet ({0}); wait for it")]
    NotUp(AssociationState),
    /// It ends, or has ended.
    #[error("the association is ending ({0}) and takes no more messages")]
    Ending(AssociationState),
    /// The streams said no.
    #[error(transparent)]
    Send(#[from] SendError),
    /// A stream cannot be reset.
    #[error(transparent)]
    Reset(#[from] ResetError),
    /// The paths said no.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The peer does not offer that.
    #[error("the peer does not offer {0}")]
    NotOffered(&'static str),
    /// Which own address the peer knows is not known here, so that changes cannot be asked for.
    #[error("no own address that the peer knows is configured, and packets do not tell theirs")]
    NoOwnAddress,
    /// No path leads to that address.
    #[error("{0} is not an address of the peer")]
    UnknownAddress(SocketAddr),
}

impl Association {
    fn ready(&self) -> Result<(), UserError> {
        match self.state {
            state if state.takes_messages() => Ok(()),
            state @ (AssociationState::CookieWait | AssociationState::CookieEchoed) => {
                Err(UserError::NotUp(state))
            }
            state => Err(UserError::Ending(state)),
        }
    }

    pub(crate) fn send(
        &mut self,
        now: Now,
        stream: StreamId,
        options: MessageOptions,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<Accepted, UserError> {
        self.ready()?;
        let Some(transfer) = &mut self.transfer else { return Err(UserError::NotUp(self.state)) };
        let result = transfer.outgoing.send(now, stream, options, payload, end);
        self.after_send(now, stream, matches!(result, Err(SendError::Full { .. })));
        Ok(result?)
    }

    pub(crate) fn append(
        &mut self,
        now: Now,
        stream: StreamId,
        payload: Payload<'_>,
        end: bool,
    ) -> Result<usize, UserError> {
        if !self.state.sends_data() {
            self.ready()?;
        }
        let Some(transfer) = &mut self.transfer else { return Err(UserError::NotUp(self.state)) };
        let result = transfer.outgoing.append(now, stream, payload, end);
        self.after_send(now, stream, matches!(result, Err(SendError::Full { .. })));
        Ok(result?)
    }

    fn after_send(&mut self, now: Now, stream: StreamId, refused: bool) {
        if let Some(transfer) = &mut self.transfer {
            // What waits for its stream's limit is told when that has risen.
            transfer.refused |= refused && !transfer.outgoing.wants(stream);
            transfer.settle_abandoned(now, &mut self.paths, &mut self.events);
        }
        self.opportunity = true;
        self.watch_limits(now);
    }

    pub(crate) fn free(&self, stream: StreamId) -> usize {
        let open = self.transfer.as_ref().filter(|_| self.state.takes_messages());
        open.map_or(0, |transfer| transfer.outgoing.free(stream))
    }

    pub(crate) fn readable_streams(&self) -> impl Iterator<Item = StreamId> {
        self.transfer.iter().flat_map(|transfer| transfer.incoming.readable())
    }

    pub(crate) fn peek(&self, stream: StreamId) -> Option<ReadableStream> {
        self.transfer.as_ref()?.incoming.peek(stream)
    }

    pub(crate) fn front(&self, stream: StreamId) -> Option<(&[u8], PayloadProtocol, bool)> {
        self.transfer.as_ref()?.incoming.front(stream)
    }

    pub(crate) fn read(&mut self, stream: StreamId, most: usize) -> Option<Read> {
        let read = self.transfer.as_mut()?.incoming.read(stream, most)?;
        self.after_read();
        Some(read)
    }

    pub(crate) fn read_any(&mut self, most: usize) -> Option<Read> {
        let read = self.transfer.as_mut()?.incoming.read_any(most);
        self.after_read();
        read
    }

    /// The reader made room: the peer hears of it at once if it is much (RFC 9260 §6.2).
    fn after_read(&mut self) {
        let packet = usize::from(self.paths.packet_size());
        let takes = self.state.takes_data();
        let Some(transfer) = self.transfer.as_mut().filter(|_| takes) else { return };
        transfer.acknowledgement.now |= transfer.incoming.window_update_due(packet);
        self.tell_limits();
    }

    pub(crate) fn hold(&mut self, stream: StreamId, apart: bool) -> bool {
        let held = self.transfer.as_mut().is_some_and(|t| t.incoming.hold(stream, apart));
        self.after_read();
        held
    }

    pub(crate) fn has_stream_windows(&self) -> bool {
        self.transfer.as_ref().is_some_and(|t| t.agreed.stream_windows.is_some())
    }

    pub(crate) fn reset_streams(
        &mut self,
        now: Now,
        streams: &[StreamId],
    ) -> Result<(), UserError> {
        self.ready()?;
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.re_configuration) else {
            return Err(UserError::NotOffered("re-configuration of streams (RFC 6525)"));
        };
        transfer.re_configuration.reset_outgoing(streams, &mut transfer.outgoing)?;
        self.settle(now);
        Ok(())
    }

    pub(crate) fn reset_peer_streams(
        &mut self,
        now: Now,
        streams: &[StreamId],
    ) -> Result<(), UserError> {
        self.ready()?;
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.re_configuration) else {
            return Err(UserError::NotOffered("re-configuration of streams (RFC 6525)"));
        };
        transfer.re_configuration.reset_incoming(streams);
        self.settle(now);
        Ok(())
    }

    pub(crate) fn add_streams(
        &mut self,
        now: Now,
        outbound: u16,
        inbound: u16,
    ) -> Result<(), UserError> {
        self.ready()?;
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.re_configuration) else {
            return Err(UserError::NotOffered("re-configuration of streams (RFC 6525)"));
        };
        transfer.re_configuration.add_streams(outbound, inbound);
        self.settle(now);
        Ok(())
    }

    pub(crate) fn change_address(
        &mut self,
        now: Now,
        change: OwnAddressChange,
    ) -> Result<(), UserError> {
        self.ready()?;
        let own = self.own_address();
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.dynamic_addresses) else {
            return Err(UserError::NotOffered("changes of addresses (RFC 5061)"));
        };
        if own.is_none() {
            return Err(UserError::NoOwnAddress);
        }
        transfer.addresses.request(change);
        self.settle(now);
        Ok(())
    }

    fn path_to(&self, peer: SocketAddr) -> Result<crate::path::PathId, UserError> {
        self.paths.find(peer).ok_or(UserError::UnknownAddress(peer))
    }

    pub(crate) fn set_primary(&mut self, peer: SocketAddr) -> Result<(), UserError> {
        let path = self.path_to(peer)?;
        Ok(self.paths.set_primary(path)?)
    }

    pub(crate) fn request_heartbeat(
        &mut self,
        now: Now,
        peer: SocketAddr,
    ) -> Result<(), UserError> {
        let path = self.path_to(peer)?;
        self.paths.request_heartbeat(now, path);
        Ok(())
    }

    /// Which own address packets to a peer's address leave from.
    pub(crate) fn set_source(
        &mut self,
        peer: SocketAddr,
        source: Option<IpAddr>,
    ) -> Result<(), UserError> {
        let id = self.path_to(peer)?;
        if let Some(path) = self.paths.get_mut(id) {
            path.set_source(source);
        }
        Ok(())
    }

    pub(crate) fn set_paths(
        &mut self,
        now: Now,
        settings: crate::path::PathSettings,
    ) -> Result<(), UserError> {
        self.config.paths = settings;
        self.paths.set_settings(now, None, settings)?;
        self.settle(now);
        Ok(())
    }

    pub(crate) const fn path_settings(&self) -> &crate::path::PathSettings {
        &self.config.paths
    }

    pub(crate) fn set_scheduler(&mut self, scheduler: crate::streams::Scheduler) {
        self.config.scheduler = scheduler;
        if let Some(transfer) = &mut self.transfer {
            transfer.outgoing.set_scheduler(scheduler);
        }
    }

    pub(crate) fn set_stream_value(&mut self, stream: StreamId, value: u16) -> bool {
        self.transfer.as_mut().is_some_and(|t| t.outgoing.set_value(stream, value))
    }

    pub(crate) fn export_key(&self, label: &[u8]) -> Option<[u8; 32]> {
        let authentication = self.transfer.as_ref()?.agreed.authentication.as_ref()?;
        Some(authentication.export(label))
    }

    /// The host found a probe of the MTU too long to send.
    pub(crate) fn probe_too_big(&mut self, now: Now, to: SocketAddr, packet: usize) {
        if let Some(path) = self.paths.find(to) {
            let packet = u16::try_from(packet).unwrap_or(u16::MAX);
            self.paths.probe_sent(now, path, 0, packet, false);
            self.settle(now);
        }
    }

    /// The host cannot reach an address of the peer.
    pub(crate) fn unreachable(&mut self, now: Now, to: SocketAddr) {
        if let Some(path) = self.paths.find(to) {
            self.paths.on_unreachable(now, path);
            self.settle(now);
        }
    }
}
