//! A receive whose caller waits for it in the same call: a short message that comes meanwhile goes straight to its
//! memory. It has no name, since nobody asks for it later, and no place in the matcher, behind whose receives it comes.
//!
//! Whatever else comes for it (a message that is announced, in parts, too long) is kept as one that no receive has
//! waited for. Then it is over, and the caller posts a receive, which finds that message.

use crate::expected::Expects;
use crate::two_sided::{Matching, TwoSided};
use ferry_matching::{Envelope, Selector};
use ferry_sys::WriteRegion;
use ferry_transfer::copy_message;
use ferry_wire::PeerId;

/// Receives that are posted at once after one whose message came in parts: a method that brings one like that brings
/// most so, and to post a receive then is twice the work.
const POSTED: u32 = 256;

/// The receive, and what has come of it.
#[derive(Default)]
pub(crate) enum Awaited {
    /// Nobody waits.
    #[default]
    Nobody,
    /// It has not met its message.
    Waiting { selector: Selector, region: WriteRegion },
    /// It has.
    Met(AwaitedMessage),
}

/// A message that was waited for, and is in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AwaitedMessage {
    /// From whom.
    pub source: PeerId,
    /// Its tag.
    pub tag: i32,
    /// Its length.
    pub bytes: u64,
}

impl Awaited {
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self, Awaited::Waiting { .. })
    }
}

impl TwoSided {
    /// From now on a caller waits for a message, until it calls [`TwoSided::end_awaiting`]. False: something is out
    /// of the ordinary, it is to post a receive.
    #[inline]
    pub fn begin_awaiting(&mut self, selector: Selector, region: WriteRegion) -> bool {
        let may = self.is_plain() && !self.awaited.is_waiting();
        if may {
            self.awaited = Awaited::Waiting { selector, region };
        }
        may
    }

    /// Whether it is worth trying to wait for a message without posting a receive, as it mostly is.
    #[inline]
    pub fn may_await(&mut self) -> bool {
        if self.awaited_in_vain == 0 {
            return true;
        }
        if self.matching == Matching::Plain {
            self.awaited_in_vain -= 1;
        }
        false
    }

    /// A message begins to come in parts that no receive is posted for.
    pub(crate) fn note_parts(&mut self, envelope: &Envelope) {
        if let Awaited::Waiting { selector, .. } = &self.awaited
            && selector.accepts(envelope)
        {
            self.awaited_in_vain = POSTED;
        }
    }

    /// Whether messages are matched in the order in which they come, and none is kept, held back or lost.
    #[inline]
    fn is_plain(&self) -> bool {
        self.matcher.kept() == 0 && self.alerts == 0 && self.matching == Matching::Plain
    }

    /// The message, if it has come; then nobody waits any more.
    #[inline]
    pub fn take_awaited(&mut self) -> Option<AwaitedMessage> {
        let Awaited::Met(message) = self.awaited else { return None };
        self.awaited = Awaited::Nobody;
        Some(message)
    }

    /// Whether there is a reason to wait with a receive that is posted.
    #[inline]
    pub fn must_post(&self) -> bool {
        !self.is_plain()
    }

    /// Says of what type the elements are to be that the caller waits for. In programs that say so for some receives it
    /// is said for all.
    #[inline]
    pub fn await_type(&mut self, expected: Option<&'static dyn Expects>) {
        self.awaited_type = expected;
    }

    /// Whether a message that says this would be what the caller waits for. One that is not is kept, and found by a
    /// receive that is posted, which tells.
    #[inline]
    pub(crate) fn awaited_suits(&self, word: u64, bytes: u64) -> bool {
        word == 0 || self.awaited_type.is_none_or(|expected| expected.admits(word, bytes))
    }

    /// The caller waits no more.
    pub fn end_awaiting(&mut self) {
        self.awaited = Awaited::Nobody;
    }

    /// A short message that nobody has posted a receive for: whether it was waited for.
    #[inline]
    pub(crate) fn meet_awaited(&mut self, envelope: &Envelope, payload: &[u8]) -> bool {
        let Awaited::Waiting { selector, region } = &mut self.awaited else { return false };
        let is_next = selector.accepts(envelope) && self.matcher.kept() == 0;
        let Some(room) = region.as_mut_slice().get_mut(..payload.len()).filter(|_| is_next) else {
            return false;
        };
        copy_message(room, payload);
        let (source, bytes) = (PeerId(envelope.source), payload.len() as u64);
        self.transfer.note_delivered(payload.len());
        self.transfer.consume(source, Some(payload.len()));
        self.arrivals.meet(envelope, bytes);
        self.awaited = Awaited::Met(AwaitedMessage { source, tag: envelope.tag, bytes });
        true
    }
}
