//! What went to and came from one peer by one method.

use ferry_method::{Header, StreamKey};

/// Frames and their payload bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct FrameTally {
    /// Frames.
    pub frames: u64,
    /// Payload bytes.
    pub bytes: u64,
}

impl FrameTally {
    #[inline]
    pub(crate) fn add(&mut self, bytes: usize) {
        self.frames += 1;
        self.bytes += bytes as u64;
    }
}

/// Both directions; frames of the link layer's own are not counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Traffic {
    /// To the peer.
    pub sent: FrameTally,
    /// From the peer.
    pub received: FrameTally,
}

impl std::ops::AddAssign for Traffic {
    fn add_assign(&mut self, other: Traffic) {
        for (sum, part) in [(&mut self.sent, other.sent), (&mut self.received, other.received)] {
            sum.frames += part.frames;
            sum.bytes += part.bytes;
        }
    }
}

/// The traffic with one peer by one method, and what of it is under way.
#[derive(Clone, Copy, Default, Debug)]
// A line of its own: each message touches it.
#[repr(align(64))]
pub(crate) struct Flow {
    pub(crate) traffic: Traffic,
    /// Those of the frames sent and received that went through a relay: the method is only that of the first or
    /// last part of their way.
    pub(crate) relayed: [u64; 2],
    /// Frames that the method has taken in part.
    pub(crate) halfway: u16,
    /// One of them is on the stream of the link layer's own frames.
    pub(crate) halfway_on_first: bool,
    /// Frames that have begun to arrive, and are not held.
    pub(crate) arriving: u16,
    /// It was not yet known whether the method gets through at all when it was last used.
    pub(crate) on_trial: bool,
}

impl Flow {
    /// Notes how a send went: `before` and `after` are the marks of progress.
    #[inline]
    pub(crate) fn note(
        &mut self,
        header: &Header,
        len: usize,
        (before, after): (usize, usize),
        taken: bool,
    ) {
        if taken {
            self.traffic.sent.add(len);
        }
        if !taken || before != 0 {
            self.note_part(header, before != 0, taken || after != 0, taken);
        }
    }

    #[cold]
    fn note_part(&mut self, header: &Header, was_begun: bool, is_begun: bool, taken: bool) {
        let on_first = header.stream_key() == StreamKey(0);
        match (was_begun, is_begun && !taken) {
            (false, true) => {
                self.halfway += 1;
                self.halfway_on_first |= on_first;
            }
            (true, false) => {
                self.halfway = self.halfway.saturating_sub(1);
                self.halfway_on_first &= !on_first;
            }
            _ => {}
        }
    }

    /// A send that had begun failed: it is over.
    #[cold]
    pub(crate) fn give_up(&mut self, header: &Header, before: usize) {
        self.note_part(header, before != 0, false, false);
    }

    /// Frames that were ever sent straight.
    pub(crate) fn sent_straight(&self) -> u64 {
        self.traffic.sent.frames - self.relayed[0]
    }

    /// Frames that have ever come straight.
    pub(crate) fn received_straight(&self) -> u64 {
        self.traffic.received.frames - self.relayed[1]
    }

    /// Nothing went by the method yet, and it is on trial: should it fail, the peer is not lost.
    pub(crate) fn is_only_tried(&self) -> bool {
        self.on_trial && self.traffic == Traffic::default()
    }

    /// Nothing is under way any more.
    pub(crate) fn cut(&mut self) {
        *self = Flow { traffic: self.traffic, relayed: self.relayed, ..Flow::default() };
    }
}
