//! What this process asks of others.

use crate::data::{OutgoingData, OwnBytes};
use crate::face::SHORT;
use crate::four::descriptor::{BoundDescriptor, MdSpec};
use crate::four::error::NiError;
use crate::four::head::{OperationHead, OperationKind};
use crate::four::interface::NetworkInterface;
use crate::four::movement::{AckRequest, LocalPlace, Movement, PlainMovement};
use crate::four::options::MdOptions;
use crate::four::outgoing::{NiDeparture, NiHead, NiOutgoing};
use crate::four::serve::operand_len;
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use ferry_sys::ReadRegion;

/// Something of this process's on its way, and what its departure will tell.
#[derive(Debug)]
pub(crate) struct SendCourse {
    pub(crate) descriptor: PortalsHandle,
    pub(crate) length: u64,
    pub(crate) user_ptr: u64,
}

/// What was asked for and comes.
#[derive(Debug)]
pub(crate) struct ReplyCourse {
    pub(crate) awaited: AwaitedResult,
    /// What the target has said.
    pub(crate) result: crate::four::head::ResultHead,
}

/// A request that waits for its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AwaitedResult {
    /// Who is asked.
    pub(crate) process: PortalsProcess,
    /// What is to come: the bytes asked for, or that what was sent has come to something.
    pub(crate) is_reply: bool,
    /// Whether the program is told by an event, too.
    pub(crate) is_full: bool,
    pub(crate) descriptor: PortalsHandle,
    /// Where in that what comes goes.
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) user_ptr: u64,
}

impl NetworkInterface {
    /// Moves bytes between this process and another, as soon as what goes before them is out.
    ///
    /// # Errors
    /// When it cannot be, or too much waits for results.
    #[inline]
    pub fn start(&mut self, movement: &Movement) -> Result<(), NiError> {
        let process = self.check_movement(movement)?;
        self.launch(movement, process)
    }

    /// The same of one that was checked.
    pub(crate) fn launch(
        &mut self,
        movement: &Movement,
        process: PortalsProcess,
    ) -> Result<(), NiError> {
        let token = self.expect(movement, process)?;
        let head = self.head_of(movement, token);
        self.launch_waits(movement, process, head);
        Ok(())
    }

    /// What a checked movement says, whose result will name this.
    #[inline(always)]
    pub(crate) fn head_of(&self, movement: &Movement, token: u64) -> OperationHead {
        OperationHead {
            kind: movement.kind,
            interface: self.kind.number(),
            uid: self.uid,
            pt_index: movement.pt_index,
            match_bits: movement.match_bits,
            offset: movement.offset,
            length: movement.length,
            hdr_data: movement.hdr_data,
            token,
        }
    }

    /// The bytes of a plain put or get as they lie, if they are one region: such a one may go at once.
    #[inline]
    pub(crate) fn plain_bytes(&self, movement: &Movement) -> Option<ReadRegion> {
        match (movement.kind, movement.from) {
            (OperationKind::Get, _) => Some(ReadRegion::empty()),
            (OperationKind::Put, Some(LocalPlace { descriptor, offset })) => {
                self.descriptors.get(descriptor)?.spec.memory.lent(offset, movement.length)
            }
            _ => None,
        }
    }

    /// What there is to send of a plain put: to whom, the head, the bytes as they lie, and whether its end is told.
    /// `None`: something about it is out of the ordinary.
    #[inline]
    pub(crate) fn plain_put(
        &self,
        put: &PlainMovement,
    ) -> Option<(PortalsProcess, OperationHead, ReadRegion, bool)> {
        let (bound, process) = self.check_plain(put)?;
        let MdSpec { memory, options, events, counter } = &bound.spec;
        if options.has(MdOptions::VOLATILE) {
            return None;
        }
        let bytes = memory.lent(put.local.offset, put.length)?;
        let hides = MdOptions::SUCCESS_DISABLE | MdOptions::SEND_DISABLE;
        let is_told = counter.is_some() || events.is_some() && !options.has(hides);
        Some((process, self.plain_head(OperationKind::Put, put, 0), bytes, is_told))
    }

    /// The same of a plain get, whose reply is awaited from now on: to whom, and the head.
    #[inline]
    pub(crate) fn plain_get(
        &mut self,
        get: &PlainMovement,
        process: PortalsProcess,
    ) -> Option<OperationHead> {
        let awaited = AwaitedResult {
            process,
            is_reply: true,
            is_full: true,
            descriptor: get.local.descriptor,
            offset: get.local.offset,
            length: get.length,
            user_ptr: get.user_ptr,
        };
        let token = self.awaited.insert(awaited)?;
        self.hold(get.local.descriptor);
        Some(self.plain_head(OperationKind::Get, get, token))
    }

    /// A plain put has gone.
    pub(crate) fn plain_gone(&mut self, put: &PlainMovement) {
        let (descriptor, length) = (put.local.descriptor, put.length);
        self.tell_sent(&SendCourse { descriptor, length, user_ptr: put.user_ptr }, false);
    }

    /// Whether a plain movement can be, and goes at once; then its descriptor and the other process.
    #[inline]
    pub(crate) fn check_plain(
        &self,
        plain: &PlainMovement,
    ) -> Option<(&BoundDescriptor, PortalsProcess)> {
        let bound = self.descriptors.get(plain.local.descriptor)?;
        let end = plain.local.offset.checked_add(plain.length)?;
        let can_be = end <= bound.spec.memory.len()
            && plain.length <= self.limits.max_msg_size.min(SHORT as u64)
            && plain.pt_index as usize <= self.limits.max_pt_index
            && !self.is_bundling();
        if !can_be {
            return None;
        }
        Some((bound, self.process_of(plain.target).ok()?))
    }

    #[inline(always)]
    fn plain_head(&self, kind: OperationKind, of: &PlainMovement, token: u64) -> OperationHead {
        OperationHead {
            kind,
            interface: self.kind.number(),
            uid: self.uid,
            pt_index: of.pt_index,
            match_bits: of.match_bits,
            offset: of.offset,
            length: of.length,
            hdr_data: of.hdr_data,
            token,
        }
    }

    /// What was launched has gone, and held nothing.
    #[inline]
    pub(crate) fn launch_gone(&mut self, movement: &Movement) {
        if let Some(place) = movement.from {
            let (length, user_ptr) = (movement.length, movement.user_ptr);
            let course = SendCourse { descriptor: place.descriptor, length, user_ptr };
            self.tell_sent(&course, false);
        }
    }

    /// What is launched waits to be sent.
    pub(crate) fn launch_waits(
        &mut self,
        movement: &Movement,
        process: PortalsProcess,
        head: OperationHead,
    ) {
        let (data, after) = match movement.from {
            Some(place) => self.take_from(movement, place),
            None => (OutgoingData::nothing(), NiDeparture::Nothing),
        };
        let head = NiHead::Operation(head);
        self.outgoing.push(NiOutgoing { to: process, head, data, after });
    }

    /// A result will come, if one is wanted; returns what it will name.
    #[inline]
    pub(crate) fn expect(
        &mut self,
        movement: &Movement,
        process: PortalsProcess,
    ) -> Result<u64, NiError> {
        let (place, is_reply) = match (movement.into, movement.from, movement.ack) {
            (Some(into), ..) => (into, true),
            (None, Some(from), ack) if self.can_tell(from.descriptor, ack) => (from, false),
            _ => return Ok(0),
        };
        let awaited = AwaitedResult {
            process,
            is_reply,
            is_full: is_reply || movement.ack == AckRequest::Full,
            descriptor: place.descriptor,
            offset: place.offset,
            length: movement.length,
            user_ptr: movement.user_ptr,
        };
        let token = self.awaited.insert(awaited).ok_or(NiError::NoSpace)?;
        self.hold(place.descriptor);
        Ok(token)
    }

    /// Whether a descriptor's program would hear of an acknowledgement. If not, none is asked for: none holds
    /// the descriptor, either.
    fn can_tell(&self, descriptor: PortalsHandle, ack: AckRequest) -> bool {
        let Some(bound) = self.descriptors.get(descriptor) else { return false };
        let counts = bound.spec.counter.is_some() && bound.spec.options.has(MdOptions::CT_ACK);
        match ack {
            AckRequest::None => false,
            AckRequest::Full => true,
            AckRequest::Counting | AckRequest::Completion => counts,
        }
    }

    /// The bytes that are sent, as they are now.
    fn take_from(&mut self, movement: &Movement, place: LocalPlace) -> (OutgoingData, NiDeparture) {
        let LocalPlace { descriptor, offset } = place;
        let Some(bound) = self.descriptors.get_mut(descriptor) else {
            return (OutgoingData::nothing(), NiDeparture::Nothing);
        };
        bound.pending += 1;
        let MdSpec { memory, options, .. } = &bound.spec;
        let operand = operand_len(movement.kind);
        let data = if operand > 0 {
            let mut bytes = OwnBytes::from_slice(&movement.operand[..operand]);
            bytes.extend_from_slice(&memory.copied(offset, movement.length));
            OutgoingData::Own(bytes)
        } else if options.has(MdOptions::VOLATILE) {
            OutgoingData::Own(memory.copied(offset, movement.length))
        } else {
            OutgoingData::Lent(memory.read(offset, movement.length))
        };
        let (length, user_ptr) = (movement.length, movement.user_ptr);
        (data, NiDeparture::Sent(SendCourse { descriptor, length, user_ptr }))
    }
}
