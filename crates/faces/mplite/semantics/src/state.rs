//! What a process has behind the lock of its links.

use crate::error::MpLiteError;
use crate::messages::Messages;
use crate::point_to_point::ReceivedMessage;
use crate::windows::{WindowNumber, Windows};
use ferry_link::{Face, Links};
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};
use ferry_sys::Arena;
use ferry_two_sided::{Limits, TwoSided};
use ferry_wire::Share;
use std::ops::Range;

/// What a process has done, for its log.
#[derive(Clone, Copy, Default, Debug)]
pub struct CallCounters {
    /// Messages sent.
    pub sends: u64,
    /// Of those, what was copied since its receiver did not take it soon.
    pub copied: u64,
    /// Messages received.
    pub receives: u64,
}

impl std::fmt::Display for CallCounters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let CallCounters { sends, copied, receives } = self;
        write!(f, "{sends} sends with {copied} buffered, {receives} receives")
    }
}

/// Messages of a process, as its links see them.
pub struct MpLiteState {
    /// This process.
    pub(crate) me: u32,
    pub(crate) two_sided: TwoSided,
    pub(crate) messages: Messages,
    pub(crate) windows: Windows,
    pub(crate) counters: CallCounters,
    /// The last message that was received.
    pub(crate) last: ReceivedMessage,
}

impl MpLiteState {
    /// Process `me` of a job of so many. What a send leaves behind may be taken from under its receiver, so that
    /// no process reads the memory of others.
    pub fn new(me: u32, size: u32) -> Self {
        let two_sided = TwoSided::new(size, Limits::default(), false).matching_by_size();
        MpLiteState {
            me,
            two_sided,
            messages: Messages::default(),
            windows: Windows::default(),
            counters: CallCounters::default(),
            last: ReceivedMessage::default(),
        }
    }

    /// Opens a part of some memory to the others by itself, where they know of it by other ways than
    /// [`MpLite::win_create`](crate::MpLite::win_create).
    ///
    /// # Errors
    /// If there are too many windows.
    pub fn open_window(
        &mut self,
        memory: &Arena,
        part: Range<usize>,
    ) -> Result<WindowNumber, MpLiteError> {
        let size = self.two_sided.transfer.size() as u32;
        self.windows.add(memory.part(part.start, part.len()), None, size)
    }

    /// Whether something that was sent has not left.
    pub(crate) fn is_sending(&self) -> bool {
        self.two_sided.has_output() || self.two_sided.is_transferring()
    }
}

impl Sink for MpLiteState {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if Share::ONE_SIDED.contains(header.handler) {
            return self.window_frame(peer, header, payload);
        }
        self.two_sided.frame_by_size(peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if Share::ONE_SIDED.contains(header.handler) {
            return self.begin_window_frame(header, len);
        }
        self.two_sided.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if Share::ONE_SIDED.contains(header.handler) {
            return self.finish_window_frame(peer, header, landing);
        }
        self.two_sided.finish(peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.two_sided.lost(peer, why);
        self.part_from_windows(peer);
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
        let (done, kept) = self.two_sided.news();
        (done.wrapping_add(self.windows.news()), kept)
    }
}
