//! What a process has behind the lock of its links.

use crate::messages::Messages;
use crate::point_to_point::Received;
use ferry_link::{Face, Links};
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};
use ferry_two_sided::{Limits, TwoSided};

/// Messages of a process, as its links see them.
pub struct MpLiteState {
    pub(crate) two_sided: TwoSided,
    pub(crate) messages: Messages,
    /// The last message that was received.
    pub(crate) last: Received,
}

impl MpLiteState {
    /// In a job of so many processes. What a send leaves behind may be taken from under its receiver, so that
    /// no process reads the memory of others.
    pub fn new(size: u32) -> Self {
        let two_sided = TwoSided::new(size, Limits::default(), false).matching_by_size();
        MpLiteState { two_sided, messages: Messages::default(), last: Received::default() }
    }

    /// Whether something that was sent has not left.
    pub(crate) fn is_sending(&self) -> bool {
        self.two_sided.has_output() || self.two_sided.is_transferring()
    }
}

impl Sink for MpLiteState {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.two_sided.frame(peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.two_sided.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.two_sided.finish(peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.two_sided.lost(peer, why);
    }
}

impl Face for MpLiteState {
    #[inline]
    fn flush(&mut self, links: &mut Links) -> usize {
        self.two_sided.flush(links)
    }

    #[inline]
    fn has_output(&self) -> bool {
        self.two_sided.has_output()
    }

    fn news(&self) -> (u64, usize) {
        self.two_sided.news()
    }
}
