//! What all processes, or the members of a mask, do together.

use crate::error::MpLiteError;
use crate::members::Participants;
use crate::point_to_point::{ReceivedMessage, Wanted};
use crate::process::MpLite;
use crate::reduction::{Element, ReductionKind, reduce};
use ferry_sys::{Arena, OwnedBuffer, ReadRegion, WriteRegion};
use ferry_two_sided::Mode;
use ferry_wire::ContextId;
use std::mem::ManuallyDrop;

/// Messages of collective operations: programs' tags are their own.
const COLLECTIVE: ContextId = ContextId(3);
/// Longest part of a shift that goes at once.
const SHIFTED: usize = 1_000_000;
/// Tags of this context from here on are of messages in the order of processes.
const IN_ORDER: i32 = 1 << 16;

/// Which operation a message is of.
#[derive(Clone, Copy)]
enum MeetingPurpose {
    Sync = 1,
    Broadcast,
    Fold,
    Reduction,
    Gather,
    Shift,
}

/// One of several processes that do something together.
#[derive(Clone, Copy)]
struct MpLiteMeeting<'a> {
    process: &'a MpLite,
    members: &'a Participants,
    /// The place of this process.
    place: usize,
    purpose: MeetingPurpose,
    /// The number of process 0 on the links that are used.
    first: u32,
}

impl MpLiteMeeting<'_> {
    fn send(&self, data: ReadRegion, to: usize) -> Result<(), MpLiteError> {
        let to = self.first + self.members.at(to);
        self.process.send_in(COLLECTIVE, data, to, self.purpose as i32)
    }

    fn recv(&self, memory: WriteRegion, from: usize) -> Result<ReceivedMessage, MpLiteError> {
        let from = self.first + self.members.at(from);
        let wanted = Wanted { node: Some(from), tag: Some(self.purpose as i32) };
        self.process.recv_in(COLLECTIVE, memory, wanted)
    }

    /// Sends and receives at once.
    fn exchange(
        &self,
        (data, to): (ReadRegion, usize),
        (memory, from): (WriteRegion, usize),
    ) -> Result<(), MpLiteError> {
        let to = (self.first + self.members.at(to), self.purpose as i32);
        let request = self.process.start_send(COLLECTIVE, data, to, Mode::Standard)?;
        self.recv(memory, from)?;
        request.map_or(Ok(()), |request| self.process.release(request))
    }
}

impl MpLite {
    /// This process among members that do something together; `None`: it is not one of them, or the only
    /// one.
    fn meeting<'a>(
        &'a self,
        members: &'a Participants,
        purpose: MeetingPurpose,
    ) -> Option<MpLiteMeeting<'a>> {
        let place = members.place_of(self.node())?;
        let meeting = MpLiteMeeting { process: self, members, place, purpose, first: 0 };
        (members.len() > 1).then_some(meeting)
    }

    /// Meets all processes: a token goes round twice, once to hear of all and once to tell all, on
    /// connections that nothing else uses.
    ///
    /// # Errors
    /// If a process is gone, or does not come for too long.
    pub fn sync(&self) -> Result<(), MpLiteError> {
        if self.size() == 1 {
            return Ok(());
        }
        self.sync_on(self.sync_links()?)
    }

    /// The same before a process ends: connections that there are not are not made any more.
    ///
    /// # Errors
    /// If a process is gone, or does not come for too long.
    pub fn sync_to_end(&self) -> Result<(), MpLiteError> {
        self.sync_on(self.sync_links_there_are())
    }

    fn sync_on(&self, first: u32) -> Result<(), MpLiteError> {
        let members = Participants::all(self.size());
        let Some(meeting) = self.meeting(&members, MeetingPurpose::Sync) else { return Ok(()) };
        let meeting = MpLiteMeeting { first, ..meeting };
        let (next, last) = (meeting.place + 1, meeting.place + members.len() - 1);
        for _ in 0..2 {
            if meeting.place == 0 {
                meeting.send(ReadRegion::empty(), next)?;
            }
            meeting.recv(WriteRegion::empty(), last)?;
            if meeting.place != 0 {
                meeting.send(ReadRegion::empty(), next)?;
            }
        }
        Ok(())
    }

    /// What the root has comes to all members, along a binomial tree.
    ///
    /// # Errors
    /// If the root is no member, or a process is gone or does not come for too long.
    pub fn broadcast(
        &self,
        memory: Arena,
        root: u32,
        members: &Participants,
    ) -> Result<(), MpLiteError> {
        let Some(meeting) = self.meeting(members, MeetingPurpose::Broadcast) else { return Ok(()) };
        let root = members.place_of(root).ok_or(MpLiteError::RootOutside(root))?;
        let (count, len) = (members.len(), memory.len());
        let place = (meeting.place + count - root) % count;
        let mut step = 1;
        while step < count && place & step == 0 {
            step *= 2;
        }
        if place != 0 {
            meeting.recv(memory.write(0, len), place - step + root)?;
        }
        while step > 1 {
            step /= 2;
            if place + step < count {
                meeting.send(memory.read(0, len), place + step + root)?;
            }
        }
        Ok(())
    }

    /// The numbers of all members are reduced one by one; the results come to all, the same to each. By
    /// exchanges along the edges of a cube, which those too many for it join before and leave after.
    ///
    /// # Errors
    /// If a process is gone, or does not come for too long.
    pub fn reduce<T: Element>(
        &self,
        memory: Arena,
        kind: ReductionKind,
        members: &Participants,
    ) -> Result<(), MpLiteError> {
        let Some(meeting) = self.meeting(members, MeetingPurpose::Reduction) else { return Ok(()) };
        let (place, count, len) = (meeting.place, members.len(), memory.len());
        let corners = 1 << count.ilog2();
        let fold = MpLiteMeeting { purpose: MeetingPurpose::Fold, ..meeting };
        if place >= corners {
            fold.send(memory.read(0, len), place - corners)?;
            return fold.recv(memory.write(0, len), place - corners).map(drop);
        }
        // Where this ends early, something may still come into it.
        let scratch = ManuallyDrop::new(OwnedBuffer::new(len));
        let theirs = scratch.arena(len);
        let add = |mut mine: WriteRegion| {
            reduce::<T>(mine.as_mut_slice(), theirs.read(0, len).as_slice(), kind);
        };
        let has_guest = place + corners < count;
        if has_guest {
            fold.recv(theirs.write(0, len), place + corners)?;
            add(memory.write(0, len));
        }
        let mut edge = 1;
        while edge < corners {
            let other = place ^ edge;
            meeting.exchange((memory.read(0, len), other), (theirs.write(0, len), other))?;
            add(memory.write(0, len));
            edge *= 2;
        }
        if has_guest {
            fold.send(memory.read(0, len), place + corners)?;
        }
        drop(ManuallyDrop::into_inner(scratch));
        Ok(())
    }

    /// Each member has a part of the memory, at its place among the members; all parts come to all, round a
    /// ring.
    ///
    /// # Errors
    /// If a process is gone, or does not come for too long.
    pub fn gather(&self, memory: Arena, members: &Participants) -> Result<(), MpLiteError> {
        let Some(meeting) = self.meeting(members, MeetingPurpose::Gather) else { return Ok(()) };
        let count = members.len();
        let part = memory.len() / count;
        let at = |place: usize| (place + count) % count * part;
        let (next, last) = (meeting.place + 1, meeting.place + count - 1);
        for step in 0..count - 1 {
            let out = memory.read(at(meeting.place + count - step), part);
            let into = memory.write(at(meeting.place + 2 * count - step - 1), part);
            meeting.exchange((out, next), (into, last))?;
        }
        Ok(())
    }

    /// Sends to one process what comes from another, as in a ring; both are as long.
    ///
    /// # Errors
    /// If a process is gone, or does not come for too long.
    pub fn shift(&self, out: Arena, to: u32, into: Arena, from: u32) -> Result<(), MpLiteError> {
        let members = Participants::all(self.size());
        let meeting = MpLiteMeeting {
            process: self,
            members: &members,
            place: self.node() as usize,
            purpose: MeetingPurpose::Shift,
            first: 0,
        };
        let len = out.len().min(into.len());
        let mut start = 0;
        loop {
            let part = (len - start).min(SHIFTED);
            let (data, memory) = (out.read(start, part), into.write(start, part));
            meeting.exchange((data, to as usize), (memory, from as usize))?;
            start += part;
            if start == len {
                return Ok(());
            }
        }
    }

    /// Sends bytes whose number the receiver does not know, apart from what programs send. There may be many
    /// purposes.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn send_any_length(&self, bytes: &[u8], to: u32, purpose: u8) -> Result<(), MpLiteError> {
        let tag = IN_ORDER + i32::from(purpose);
        let len = (bytes.len() as u64).to_le_bytes();
        for part in [&len[..], bytes] {
            // What is not taken soon is copied.
            let copy = OwnedBuffer::new(part.len());
            let memory = copy.arena(part.len());
            memory.write(0, part.len()).as_mut_slice().copy_from_slice(part);
            self.send_in(COLLECTIVE, memory.read(0, part.len()), to, tag)?;
        }
        Ok(())
    }

    /// Receives what a process has sent so.
    ///
    /// # Errors
    /// If the sender is gone, or nothing comes for too long.
    pub fn recv_any_length(&self, from: u32, purpose: u8) -> Result<Vec<u8>, MpLiteError> {
        let wanted = Wanted { node: Some(from), tag: Some(IN_ORDER + i32::from(purpose)) };
        let take = |len: usize| {
            // Where this ends early, something may still come into it.
            let buffer = ManuallyDrop::new(OwnedBuffer::new(len));
            let memory = buffer.arena(len);
            self.recv_in(COLLECTIVE, memory.write(0, len), wanted)?;
            let bytes = memory.read(0, len).as_slice().to_vec();
            drop(ManuallyDrop::into_inner(buffer));
            Ok::<_, MpLiteError>(bytes)
        };
        let len = take(size_of::<u64>())?.try_into().map_or(0, u64::from_le_bytes);
        take(usize::try_from(len).map_err(|_| MpLiteError::BadLength(i64::MAX))?)
    }
}
