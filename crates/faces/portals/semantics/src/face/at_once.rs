//! Requests that go at once, when nothing waits to be sent and the links take all of them. They are never among what
//! waits: what a small request costs is its head and its bytes.

use super::sending::HeadSent;
use super::sending::Sending;
use super::{Handlers, PortalsLinks, PortalsState, SHORT};
use crate::four::{
    Movement, NetworkInterfaces, NiError, NiKind, NiObject, OperationKind, PlainMovement,
};
use crate::handle::PortalsHandle;
use crate::three::{LocalPart, PortalsError, RemotePlace, RequestKind};
use crate::version::{BriefHead, FrameHead, OutgoingFrames, PortalsVersion};
use ferry_link::{Face, Links, SmallFrame, TrafficClass};
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
        head: FrameHead,
        bytes: &[u8],
    ) -> Result<(), HeadSent> {
        match head {
            FrameHead::Brief(brief) => Self::send_brief(links, peer, &brief, bytes),
            FrameHead::Long(head) => Self::send_long(links, peer, head, bytes),
        }
    }

    /// The same with the brief head, or else the long one. Neither is put into a [`FrameHead`], which would be stored in
    /// parts and read as a whole.
    #[inline(always)]
    fn send_brief_or(
        links: &mut Links,
        peer: PeerId,
        (brief, long): (Option<BriefHead>, impl FnOnce() -> SmallFrame),
        bytes: &[u8],
    ) -> Result<(), HeadSent> {
        match brief {
            Some(brief) => Self::send_brief(links, peer, &brief, bytes),
            None => Self::send_long(links, peer, long(), bytes),
        }
    }

    /// The same of a head of its own.
    fn send_long(
        links: &mut Links,
        peer: PeerId,
        mut head: SmallFrame,
        bytes: &[u8],
    ) -> Result<(), HeadSent> {
        let (class, mut so_far) = (TrafficClass::Message, HeadSent::default());
        let (header, progress) = (Header::new(Handlers::<V>::HEADED), &mut so_far.long);
        let sent = match head.add(bytes) {
            true => links.send_small(peer, class, &header, &head, progress),
            false => links.send_headed(peer, class, &header, (head.head(), bytes), progress),
        };
        if matches!(sent, Ok(true)) { Ok(()) } else { Err(so_far) }
    }

    /// The same of one of which the frame's header says all.
    #[inline(always)]
    pub(super) fn send_brief(
        links: &mut Links,
        peer: PeerId,
        brief: &BriefHead,
        bytes: &[u8],
    ) -> Result<(), HeadSent> {
        let (header, bytes) = (Handlers::<V>::header_of(brief), brief.payload(bytes));
        let (class, mut so_far) = (TrafficClass::Message, HeadSent::default());
        let sent = links.send(peer, class, &header, bytes, &mut so_far.brief);
        if matches!(sent, Ok(true)) { Ok(()) } else { Err(so_far) }
    }

    /// What is to be sent next, and has come so far, waits for its peer: nothing else was to be sent.
    #[cold]
    pub(super) fn wait_for(&mut self, peer: PeerId, progress: HeadSent) {
        let frames = self.interfaces.next_frames();
        self.push_begun(peer, frames, progress);
    }

    /// What was to be sent, and has come so far, waits for its peer.
    pub(super) fn push_begun(
        &mut self,
        peer: PeerId,
        frames: Option<OutgoingFrames<V::After>>,
        progress: HeadSent,
    ) {
        let Some(frames) = frames else { return };
        debug_assert_eq!(self.names.peer(frames.to), Some(peer), "frames for somebody else");
        self.sending.push(peer, Sending::begun(frames, progress));
    }
}

impl PortalsState {
    /// [`PortalsInterface::put`](crate::three::PortalsInterface::put) to a place at `peer`, at once if that goes.
    /// Whether it has gone.
    ///
    /// # Errors
    /// As for that.
    #[inline(always)]
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
        let (part, bytes, token) = interface.check_put(descriptor, part, wants_ack, to)?;
        let head = interface.head(RequestKind::Put, to, part.length, (hdr_data, token));
        let Some(bytes) = bytes.filter(|bytes| is_clear && bytes.len() <= SHORT) else {
            return interface.send(descriptor, part, head, to).map(|()| false);
        };
        if let Err(progress) =
            Self::send_brief_or(links, peer, (head.brief(), || head.encode()), bytes.as_slice())
        {
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
    #[inline(always)]
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
        if let Err(progress) =
            Self::send_brief_or(links, peer, (head.brief(), || head.encode()), &[])
        {
            interface.get_waits(head, from);
            self.wait_for(peer, progress);
            return Ok(false);
        }
        Ok(true)
    }
}

impl PortalsLinks<NetworkInterfaces> {
    /// A plain put, at once. Whether nothing is left to be sent; `None`: something about it is out of the ordinary, and
    /// nothing was done.
    #[inline(always)]
    pub fn put_plainly(&mut self, links: &mut Links, put: &PlainMovement) -> Option<bool> {
        let is_clear = self.is_clear();
        let (_, kind) = NiObject::named(put.local.descriptor)?;
        let interface = self.interfaces.get_mut(kind).filter(|_| is_clear)?;
        let (process, head, bytes, is_told) = interface.plain_put(put)?;
        let (peer, brief) = self.names.peer(process).zip(head.brief())?;
        if let Err(so_far) = Self::send_brief(links, peer, &brief, bytes.as_slice()) {
            interface.launch_waits(&put.movement(OperationKind::Put), process, head);
            self.wait_for(peer, so_far);
            return Some(false);
        }
        if !is_told {
            return Some(true);
        }
        interface.plain_gone(put);
        // That may have triggered others.
        Some(self.is_clear())
    }

    /// The same of a plain get.
    #[inline(always)]
    pub fn get_plainly(&mut self, links: &mut Links, get: &PlainMovement) -> Option<bool> {
        let is_clear = self.is_clear();
        let (_, kind) = NiObject::named(get.local.descriptor)?;
        let interface = self.interfaces.get_mut(kind).filter(|_| is_clear)?;
        let (_, process) = interface.check_plain(get)?;
        let peer = self.names.peer(process)?;
        let head = interface.plain_get(get, process)?;
        if let Err(so_far) = Self::send_brief_or(links, peer, (head.brief(), || head.encode()), &[])
        {
            interface.launch_waits(&get.movement(OperationKind::Get), process, head);
            self.wait_for(peer, so_far);
            return Some(false);
        }
        Some(true)
    }

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
        if let Err(progress) =
            Self::send_brief_or(links, peer, (head.brief(), || head.encode()), bytes.as_slice())
        {
            interface.launch_waits(movement, process, head);
            self.wait_for(peer, progress);
            return Ok(false);
        }
        interface.launch_gone(movement);
        // That may have triggered others.
        Ok(self.is_clear())
    }
}
