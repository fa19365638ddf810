//! Messages that say of what type their elements are, and receives that know what type theirs are (MPI-5.0 §3.3.1).
//!
//! What the word of a message means is its sender's and its receiver's affair: here it goes with the message to the
//! receive that it matches, and is compared before anything is written to the receiver's memory. Whoever says nothing, or
//! asks nothing, is served as if there were no types.

use crate::eager::word_of;
use crate::two_sided::TwoSided;
use ferry_method::Landing;
use ferry_transfer::{Announced, Outcome, RequestId, TransferFault, Whole};
use ferry_wire::{Header, PeerId};

/// What a receive expects of its message.
pub trait Expects: Sync {
    /// Whether it may have a message of so many bytes that says this.
    fn admits(&self, word: u64, bytes: u64) -> bool;

    /// The two types, for a sentence.
    fn tell(&self, word: u64) -> String;
}

/// What a receive expects.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    request: RequestId,
    by: &'static dyn Expects,
}

impl TwoSided {
    /// Notes of what type the elements of a receive are.
    #[inline]
    pub(crate) fn expect(&mut self, request: RequestId, by: &'static dyn Expects) {
        let expected = Some(Expected { request, by });
        match self.expected.get_mut(request.slot()) {
            Some(slot) => *slot = expected,
            None => self.expect_first(request, expected),
        }
    }

    #[cold]
    fn expect_first(&mut self, request: RequestId, expected: Option<Expected>) {
        self.expected.resize(request.slot() + 1, None);
        self.expected[request.slot()] = expected;
    }

    /// Whether a receive may have the message that it has met, which says `word`. One that may not has failed.
    #[inline]
    pub(crate) fn suits(
        &mut self,
        request: RequestId,
        source: PeerId,
        tag: i32,
        (word, bytes): (u64, u64),
    ) -> bool {
        let noted = self.expected.get(request.slot()).copied().flatten();
        let Some(expected) = noted.filter(|expected| expected.request == request) else {
            return true;
        };
        let suits = expected.by.admits(word, bytes);
        if !suits {
            self.fail_unlike(request, expected, (source, tag, word));
        }
        suits
    }

    #[cold]
    fn fail_unlike(
        &mut self,
        request: RequestId,
        expected: Expected,
        (source, tag, word): (PeerId, i32, u64),
    ) {
        let fault = TransferFault::Unlike { what: expected.by.tell(word).into() };
        self.transfer.fail(request, fault, Outcome { source, tag, ..Outcome::sent() });
    }

    /// A receive has met a message whose data is at the sender: fetches it, unless it is of another type.
    pub(crate) fn clear_suitable(&mut self, request: RequestId, message: Announced, word: u64) {
        let Announced { peer, tag, sender, len, .. } = message;
        if word == 0 || self.suits(request, peer, tag, (word, len)) {
            self.transfer.clear(request, message);
        } else {
            self.transfer.let_go(peer, sender);
        }
    }

    /// A long message begins that came with its data, and has met its receive. One that has failed takes nothing, but
    /// the frame has to come to its end before its sender is told.
    pub(crate) fn begin_met(&mut self, peer: PeerId, header: &Header, whole: Whole) -> Landing {
        let word = word_of(header);
        if word != 0 {
            self.suits(whole.request, peer, header.tag(), (word, whole.len as u64));
        }
        self.transfer.begin_whole(peer, header, whole)
    }
}
