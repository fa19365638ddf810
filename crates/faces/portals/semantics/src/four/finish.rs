//! Ends of operations at their target.

use crate::four::event::NiFail;
use crate::four::interface::NetworkInterface;
use crate::four::options::EntryOptions;
use crate::four::target::TargetCourse;
use crate::four::unexpected::{HeaderClaim, SettledHeader, UnexpectedHeader};

impl NetworkInterface {
    /// An operation is over: its entry's program is told, and what it held is let go of.
    pub(crate) fn end_at_target(&mut self, course: TargetCourse, fail: NiFail) {
        let TargetCourse { entry: handle, header, mut event, .. } = course;
        let index = event.pt_index;
        event.fail = fail;
        let mut told = (false, None, None);
        if let Some(entry) = self.entries.get_mut(handle) {
            entry.pending -= 1;
            let options = entry.spec.options;
            let counter = entry.spec.counter.filter(|_| options.has(EntryOptions::CT_COMM));
            let bytes = options.has(EntryOptions::CT_BYTES).then_some(event.mlength);
            told = (entry.tells(event.kind, fail), counter, bytes);
        }
        let mut queue = None;
        if let Some(portal) = self.portal_mut(index) {
            portal.in_flight -= 1;
            queue = portal.events;
        }
        if let Some(queue) = queue.and_then(|queue| self.queues.get_mut(queue)) {
            queue.promised -= 1;
        }
        let (is_told, counter, bytes) = told;
        if is_told {
            self.post(queue, event);
        }
        // Who disables a portal waits for its last operation.
        self.news += 1;
        if counter.is_some() {
            self.count(counter, bytes, fail);
        }
        if let Some(header) = header {
            self.settle_header(index, header, fail);
        }
        self.settle_entry(handle);
        self.settle_portal(index);
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
