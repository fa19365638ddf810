//! Ends of operations at their target.

use crate::four::event::{NiEvent, NiFail};
use crate::four::interface::NetworkInterface;
use crate::four::options::EntryOptions;
use crate::four::outgoing::NiDeparture;
use crate::four::target::TargetCourse;
use crate::four::unexpected::{HeaderClaim, SettledHeader, UnexpectedHeader};
use crate::handle::PortalsHandle;

impl NetworkInterface {
    /// Something is out, or never will be.
    #[inline]
    pub(crate) fn departed(&mut self, after: NiDeparture, has_failed: bool) {
        match after {
            NiDeparture::Nothing => {}
            NiDeparture::Sent(course) => self.sent_out(&course, has_failed),
            NiDeparture::Served(course) => {
                let fail = if has_failed { NiFail::Undeliverable } else { NiFail::Ok };
                self.end_at_target(course, fail);
            }
        }
    }

    /// An operation is over: its entry's program is told, and what it held is let go of.
    #[inline]
    pub(crate) fn end_at_target(&mut self, course: TargetCourse, fail: NiFail) {
        let TargetCourse { entry: handle, header, event, .. } = course;
        let index = event.pt_index;
        let queue = self.note_end(index);
        self.tell_end(handle, queue, NiEvent { fail, ..event });
        if let Some(header) = header {
            self.settle_header(index, header, fail);
        }
        self.settle_entry(handle);
        self.settle_portal(index);
    }

    /// An operation at a portal is over, and its event no longer promised. Returns where that goes.
    #[inline]
    fn note_end(&mut self, index: u32) -> Option<PortalsHandle> {
        // Who disables a portal waits for its last operation.
        self.news += 1;
        let portal = self.portal_mut(index)?;
        portal.in_flight -= 1;
        let queue = portal.events?;
        if let Some(queue) = self.queues.get_mut(queue) {
            queue.promised -= 1;
        }
        Some(queue)
    }

    /// Tells of an operation at an entry, and counts it.
    #[inline]
    fn tell_end(&mut self, handle: PortalsHandle, queue: Option<PortalsHandle>, event: NiEvent) {
        let Some(entry) = self.entries.get_mut(handle) else { return };
        entry.pending -= 1;
        let options = entry.spec.options;
        let counter = entry.spec.counter.filter(|_| options.has(EntryOptions::CT_COMM));
        let bytes = options.has(EntryOptions::CT_BYTES).then_some(event.mlength);
        if entry.tells(event.kind, event.fail) {
            self.post(queue, || event);
        }
        self.count(counter, bytes, event.fail);
    }

    /// The bytes of an unexpected header are all there, or never will be.
    fn settle_header(&mut self, index: u32, id: u64, fail: NiFail) {
        let Some(portal) = self.portal_mut(index) else { return };
        match portal.unexpected.settle(id, fail != NiFail::Ok) {
            SettledHeader::Waits | SettledHeader::Gone(None) => {}
            SettledHeader::Gone(Some(header)) => self.release_header(&header),
            SettledHeader::Claimed(header, claim) => self.settle_claim(&header, claim, fail),
        }
    }

    fn settle_claim(&mut self, header: &UnexpectedHeader, claim: HeaderClaim, fail: NiFail) {
        self.tell_overflow(claim.entry, header, fail);
        self.release_header(header);
        if let Some(entry) = self.entries.get_mut(claim.entry) {
            entry.pending -= 1;
        }
        self.settle_entry(claim.entry);
    }
}
