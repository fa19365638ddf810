//! What this process asks of others.

use crate::data::OutgoingData;
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::three::accept::{OperationCourse, OperationStep};
use crate::three::descriptor::DescriptorSpec;
use crate::three::error::PortalsError;
use crate::three::head::{AnswerKind, RequestHead, RequestKind};
use crate::three::interface::PortalsInterface;
use crate::three::outgoing::{AfterSending, OutgoingHead, OutgoingOperation, SendingEnd};
use crate::three::outstanding::Outstanding;
use ferry_sys::ReadRegion;

/// A part of a descriptor's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalPart {
    /// Where it begins.
    pub offset: u64,
    /// Bytes.
    pub length: u64,
}

/// What a request asks for, at its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemotePlace {
    /// The target.
    pub process: PortalsProcess,
    /// Portal.
    pub pt_index: u32,
    /// Access entry.
    pub ac_index: u32,
    /// Match bits.
    pub match_bits: u64,
    /// Where in what is found, if its owner leaves that to others.
    pub offset: u64,
}

impl PortalsInterface {
    /// Sends a descriptor's memory, or a part of it, to a place at another process. `wants_ack`: that it has
    /// found its place is told.
    ///
    /// # Errors
    /// When there is no such descriptor or part, or too much waits for answers.
    pub fn put(
        &mut self,
        descriptor: PortalsHandle,
        part: Option<LocalPart>,
        wants_ack: bool,
        to: &RemotePlace,
        hdr_data: u64,
    ) -> Result<(), PortalsError> {
        let (part, _, token) = self.check_put(descriptor, part, wants_ack, to)?;
        let head = self.head(RequestKind::Put, to, part.length, (hdr_data, token));
        self.send(descriptor, part, head, to)
    }

    /// The checks of a put: the part that it is of, that as it lies if it is one region, and what an acknowledgement will
    /// name if one is to come.
    #[inline(always)]
    pub(crate) fn check_put(
        &mut self,
        descriptor: PortalsHandle,
        part: Option<LocalPart>,
        wants_ack: bool,
        to: &RemotePlace,
    ) -> Result<(LocalPart, Option<ReadRegion>, u64), PortalsError> {
        let (part, spec) = self.part_of(descriptor, part)?;
        let bytes = spec.memory.lent(part.offset, part.length);
        let token = match wants_ack && spec.events.is_some() {
            true => self.expect(to, AnswerKind::Ack, descriptor, part)?,
            false => 0,
        };
        Ok((part, bytes, token))
    }

    /// A put has gone, before it was said to begin.
    #[inline]
    pub(crate) fn put_gone(
        &mut self,
        descriptor: PortalsHandle,
        part: LocalPart,
        (to, hdr_data): (&RemotePlace, u64),
    ) {
        self.registers.send(part.length);
        let course = self.send_course(part, (to.pt_index, to.match_bits), hdr_data);
        self.pass(descriptor, &course, ());
    }

    /// Asks another process for what is to come into a descriptor's memory, or a part of it.
    ///
    /// # Errors
    /// As for [`PortalsInterface::put`].
    pub fn get(
        &mut self,
        descriptor: PortalsHandle,
        part: Option<LocalPart>,
        from: &RemotePlace,
    ) -> Result<(), PortalsError> {
        let (length, token) = self.check_get(descriptor, part, from)?;
        let head = self.head(RequestKind::Get, from, length, (0, token));
        self.get_waits(head, from);
        Ok(())
    }

    /// The checks of a get: how many bytes it asks for, and what its reply will name.
    #[inline(always)]
    pub(crate) fn check_get(
        &mut self,
        descriptor: PortalsHandle,
        part: Option<LocalPart>,
        from: &RemotePlace,
    ) -> Result<(u64, u64), PortalsError> {
        let (part, _) = self.part_of(descriptor, part)?;
        let token = self.expect(from, AnswerKind::Reply, descriptor, part)?;
        Ok((part.length, token))
    }

    /// A get waits to be sent.
    pub(crate) fn get_waits(&mut self, head: RequestHead, from: &RemotePlace) {
        self.outgoing.push(OutgoingOperation {
            to: from.process,
            head: OutgoingHead::Request(head),
            data: OutgoingData::nothing(),
            after: AfterSending(None),
        });
    }

    /// Puts one descriptor's memory into a place at another process; what was there comes into the other's.
    ///
    /// # Errors
    /// As for [`PortalsInterface::put`]; and when that is more than is exchanged at once, or the one has less room
    /// than the other.
    pub fn get_put(
        &mut self,
        get: PortalsHandle,
        put: PortalsHandle,
        at: &RemotePlace,
        hdr_data: u64,
    ) -> Result<(), PortalsError> {
        let (into, from) = (self.part_of(get, None)?.0, self.part_of(put, None)?.0);
        if from.length > self.limits.max_getput_md as u64 || into.length < from.length {
            return Err(PortalsError::MdIllegal);
        }
        let part = LocalPart { offset: 0, length: from.length };
        let token = self.expect(at, AnswerKind::Reply, get, part)?;
        let head = self.head(RequestKind::GetPut, at, from.length, (hdr_data, token));
        self.send(put, from, head, at)
    }

    /// The part of an active descriptor that a request is about.
    #[inline(always)]
    fn part_of(
        &self,
        descriptor: PortalsHandle,
        part: Option<LocalPart>,
    ) -> Result<(LocalPart, &DescriptorSpec), PortalsError> {
        let state = self.descriptors.get(descriptor).filter(|state| state.is_active());
        let spec = &state.ok_or(PortalsError::MdInvalid)?.spec;
        let len = spec.memory.len();
        let part = part.unwrap_or(LocalPart { offset: 0, length: len });
        let end = part.offset.checked_add(part.length);
        match end.is_some_and(|end| end <= len) {
            true => Ok((part, spec)),
            false => Err(PortalsError::MdIllegal),
        }
    }

    /// An answer to a request will come; returns what it will name.
    #[inline(always)]
    fn expect(
        &mut self,
        of: &RemotePlace,
        kind: AnswerKind,
        descriptor: PortalsHandle,
        part: LocalPart,
    ) -> Result<u64, PortalsError> {
        let RemotePlace { process, pt_index, match_bits, .. } = *of;
        let request = Outstanding { process, pt_index, match_bits, kind, descriptor, part };
        let token = self.outstanding.insert(request).ok_or(PortalsError::NoSpace)?;
        if let Some(state) = self.descriptors.get_mut(descriptor) {
            state.awaited += 1;
        }
        Ok(token)
    }

    #[inline(always)]
    pub(crate) fn head(
        &self,
        kind: RequestKind,
        to: &RemotePlace,
        length: u64,
        (hdr_data, token): (u64, u64),
    ) -> RequestHead {
        RequestHead {
            kind,
            interface: self.number,
            uid: self.me.uid,
            jid: self.me.jid,
            pt_index: to.pt_index,
            ac_index: to.ac_index,
            match_bits: to.match_bits,
            offset: to.offset,
            length,
            hdr_data,
            token,
        }
    }

    #[inline(always)]
    fn send_course(
        &self,
        part: LocalPart,
        (pt_index, match_bits): (u32, u64),
        hdr_data: u64,
    ) -> OperationCourse {
        OperationCourse {
            step: OperationStep::Send,
            by: self.me,
            pt_index,
            match_bits,
            rlength: part.length,
            mlength: part.length,
            offset: part.offset,
            hdr_data,
            link: 0,
            events: None,
        }
    }

    /// A request with a part of a descriptor's memory begins, and waits to be sent.
    pub(crate) fn send(
        &mut self,
        descriptor: PortalsHandle,
        part: LocalPart,
        head: RequestHead,
        to: &RemotePlace,
    ) -> Result<(), PortalsError> {
        let data = self.md_state(descriptor)?.memory.read(part.offset, part.length);
        let course = self.send_course(part, (head.pt_index, head.match_bits), head.hdr_data);
        let course = self.start(descriptor, course);
        self.registers.send(part.length);
        self.outgoing.push(OutgoingOperation {
            to: to.process,
            head: OutgoingHead::Request(head),
            data: OutgoingData::Lent(data),
            after: AfterSending(Some(SendingEnd { descriptor, course })),
        });
        Ok(())
    }
}
