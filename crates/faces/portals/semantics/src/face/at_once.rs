//! Requests that go at once, when nothing waits to be sent and the links take all of them. They are never among what
//! waits: what a small request costs is its head and its bytes.

use super::sending::Sending;
use super::{Handlers, PortalsLinks, PortalsState, SHORT};
use crate::four::{Movement, NetworkInterfaces, NiError, NiKind};
use crate::handle::PortalsHandle;
use crate::three::{LocalPart, PortalsError, RemotePlace, RequestKind};
use crate::version::{FrameHead, PortalsVersion};
use ferry_link::{Face, HeadedProgress, Links, TrafficClass};
use ferry_method::{Header, PeerId};

impl<V: PortalsVersion> PortalsLinks<V> {
    /// Whether nothing waits to be sent that a request would overtake.
    #[inline]
    fn is_clear(&self) -> bool {
        !self.has_output()
    }

    /// Sends a head with few bytes. `Err`: how far that went; an error comes again when its turn comes.
    #[inline(always)]
    pub(super) fn send_now(
        links: &mut Links,
        peer: PeerId,
        mut head: FrameHead,
        bytes: &[u8],
    ) -> Result<(), HeadedProgress> {
        let (header, mut progress) = (Header::new(Handlers::<V>::HEADED), Default::default());
        let class = TrafficClass::Message;
        let sent = match head.add(bytes) {
            true => links.send_small(peer, class, &header, &head, &mut progress),
            false => links.send_headed(peer, class, &header, (head.head(), bytes), &mut progress),
        };
        if matches!(sent, Ok(true)) { Ok(()) } else { Err(progress) }
    }

    /// What is to be sent next, and has come so far, waits for its peer.
    #[cold]
    pub(super) fn wait_for(&mut self, peer: PeerId, progress: HeadedProgress) {
        if let Some(frames) = self.interfaces.next_frames() {
            self.sending.push(peer, Sending::begun(frames, progress));
        }
    }
}

impl PortalsState {
    /// [`PortalsInterface::put`](crate::three::PortalsInterface::put) to a place at `peer`, at once if that goes.
    /// Whether it has gone.
    ///
    /// # Errors
    /// As for that.
    #[inline]
    pub fn put(
        &mut self,
        links: &mut Links,
        (descriptor, part): (PortalsHandle, Option<LocalPart>),
        wants_ack: bool,
        (peer, to): (PeerId, &RemotePlace),
        hdr_data: u64,
    ) -> Result<bool, PortalsError> {
        let is_clear = self.is_clear();
        let interface = self.interface(descriptor).ok_or(PortalsError::MdInvalid)?;
        let (part, token) = interface.check_put(descriptor, part, wants_ack, to)?;
        let head = interface.head(RequestKind::Put, to, part.length, (hdr_data, token));
        let bytes = interface.bytes_of(descriptor, part);
        let Some(bytes) = bytes.filter(|bytes| is_clear && bytes.len() <= SHORT) else {
            return interface.send(descriptor, part, head, to).map(|()| false);
        };
        if let Err(progress) = Self::send_now(links, peer, head.encode(), bytes.as_slice()) {
            interface.send(descriptor, part, head, to)?;
            self.wait_for(peer, progress);
            return Ok(false);
        }
        interface.put_gone(descriptor, part, (to, hdr_data));
        Ok(true)
    }

    /// [`PortalsInterface::get`](crate::three::PortalsInterface::get) from a place at `peer`, at once if that goes.
    /// Whether it has gone.
    ///
    /// # Errors
    /// As for that.
    #[inline]
    pub fn get(
        &mut self,
        links: &mut Links,
        (descriptor, part): (PortalsHandle, Option<LocalPart>),
        (peer, from): (PeerId, &RemotePlace),
    ) -> Result<bool, PortalsError> {
        let is_clear = self.is_clear();
        let interface = self.interface(descriptor).ok_or(PortalsError::MdInvalid)?;
        let (length, token) = interface.check_get(descriptor, part, from)?;
        let head = interface.head(RequestKind::Get, from, length, (0, token));
        if !is_clear {
            interface.get_waits(head, from);
            return Ok(false);
        }
        if let Err(progress) = Self::send_now(links, peer, head.encode(), &[]) {
            interface.get_waits(head, from);
            self.wait_for(peer, progress);
            return Ok(false);
        }
        Ok(true)
    }
}

impl PortalsLinks<NetworkInterfaces> {
    /// [`NetworkInterface::start`](crate::four::NetworkInterface::start) by the interface of a kind, at once if that
    /// goes. Whether nothing is left to be sent.
    ///
    /// # Errors
    /// As for that; and when there is no such interface.
    #[inline]
    pub fn start(
        &mut self,
        links: &mut Links,
        kind: NiKind,
        movement: &Movement,
    ) -> Result<bool, NiError> {
        let is_clear = self.is_clear();
        let interface = self.interfaces.get_mut(kind).ok_or(NiError::ArgInvalid)?;
        let process = interface.check_movement(movement)?;
        let peer = self.names.peer(process).filter(|_| is_clear && !interface.is_bundling());
        let token = interface.expect(movement, process)?;
        let head = interface.head_of(movement, token);
        let bytes = interface.plain_bytes(movement).filter(|bytes| bytes.len() <= SHORT);
        let Some((peer, bytes)) = peer.zip(bytes) else {
            interface.launch_waits(movement, process, head);
            return Ok(false);
        };
        if let Err(progress) = Self::send_now(links, peer, head.encode(), bytes.as_slice()) {
            interface.launch_waits(movement, process, head);
            self.wait_for(peer, progress);
            return Ok(false);
        }
        interface.launch_gone(movement);
        // That may have triggered others.
        Ok(self.is_clear())
    }
}
