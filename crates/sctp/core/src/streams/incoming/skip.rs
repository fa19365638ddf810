//! Messages that will not come: FORWARD-TSN (RFC 3758 §3.6, RFC 8260 §2.3.1) and streams that are reset
//! (RFC 6525 §5.2.2).

use super::{InboundStreams, Violation};
use crate::serial::{MessageId, Tsn};
use crate::streams::Skip;
use crate::streams::store::RecordKey;
use crate::wire::StreamId;

impl InboundStreams {
    /// The peer has given up all that is missing up to `cumulative`, and in each stream named the messages
    /// up to the one named. What is complete among them is delivered in order, the rest is dropped.
    /// Entries about streams that do not exist, or that say nothing new, are passed over.
    ///
    /// The association calls this for each FORWARD-TSN or I-FORWARD-TSN that moves the cumulative
    /// acknowledgement point, and then [`Self::advance`] if the point goes further by what has come.
    ///
    /// # Errors
    ///
    /// None of its own: once something was skipped, remnants are dropped without a word.
    pub fn forward(
        &mut self,
        cumulative: Tsn,
        skips: impl IntoIterator<Item = Skip>,
    ) -> Result<(), Violation> {
        self.forwarded = true;
        for skip in skips {
            if usize::from(skip.stream.0) >= self.streams.len() {
                continue;
            }
            self.streams[usize::from(skip.stream.0)].skipped = true;
            if skip.unordered {
                self.skip_unordered(skip.stream.0, skip.message);
            } else {
                self.skip_ordered(skip.stream.0, skip.message);
            }
        }
        self.advance(cumulative)
    }

    fn skip_ordered(&mut self, stream: u16, last: MessageId) {
        let next = self.streams[usize::from(stream)].next;
        let ahead = if self.config.interleaving {
            i64::from(last.0.wrapping_sub(next as u32) as i32)
        } else {
            i64::from((last.0 as u16).wrapping_sub(next as u16) as i16)
        };
        if ahead < 0 {
            return;
        }
        let last = next.saturating_add_signed(ahead);
        loop {
            let range = (stream, false, 0)..=(stream, false, last);
            let Some((&place, &key)) = self.known.range(range).next() else {
                break;
            };
            self.known.remove(&place);
            if self.messages.get(key).is_some_and(|message| message.complete) {
                self.offer(key);
            } else {
                self.drop_message(key);
            }
        }
        self.streams[usize::from(stream)].next = last + 1;
        self.settle_order(stream);
    }

    fn skip_unordered(&mut self, stream: u16, last: MessageId) {
        // Numbers wrap, so the messages up to the last are the ones within half the space before it.
        self.streams[usize::from(stream)].skipped_unordered = Some(last);
        let mut from = 0;
        loop {
            let range = (stream, true, from)..=(stream, true, u64::from(u32::MAX));
            let Some((&place, &key)) = self.known.range(range).next() else {
                break;
            };
            from = place.2 + 1;
            if MessageId(place.2 as u32).at_or_before(last) {
                self.known.remove(&place);
                self.drop_message(key);
            }
        }
    }

    /// The peer's stream begins anew: its next message is number 0. To be called when all that the peer
    /// had sent before has come ("Sender's Last Assigned TSN"). What is readable stays so; what is
    /// incomplete, which a correct peer does not leave behind, is dropped.
    pub fn reset(&mut self, stream: StreamId) {
        if usize::from(stream.0) >= self.streams.len() {
            return;
        }
        for unordered in [false, true] {
            loop {
                let range = (stream.0, unordered, 0)..=(stream.0, unordered, u64::MAX);
                let Some((&place, &key)) = self.known.range(range).next() else {
                    break;
                };
                self.known.remove(&place);
                self.drop_message(key);
            }
        }
        let found = &mut self.streams[usize::from(stream.0)];
        found.next = ((found.next >> 32) + 1) << 32;
        found.skipped_unordered = None;
    }

    /// Forgets an incomplete message. The reader hears of it only if it has begun to read it.
    pub(super) fn drop_message(&mut self, key: RecordKey) {
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        let (stream, unordered, id) = (message.stream, message.unordered, message.id);
        let (tail, touched, ready) = (message.tail, message.touched, message.ready);
        let pieces = message.pieces.len();
        let mut bytes = message.unread;
        message.pieces.clear();
        message.unread = 0;
        message.aborted = touched;
        if self.tails.get(&tail) == Some(&key) {
            self.tails.remove(&tail);
        }
        if self.known.get(&(stream, unordered, id)) == Some(&key) {
            self.known.remove(&(stream, unordered, id));
        }
        let mut count = pieces;
        while let Some((&place, waiting)) = self.gaps.range((key, 0)..=(key, u64::MAX)).next() {
            bytes += waiting.payload.len();
            count += 1;
            self.gaps.remove(&place);
        }
        self.discard(stream, bytes, count);
        if touched {
            self.list(stream);
            return;
        }
        if ready {
            let found = &mut self.streams[usize::from(stream)];
            let chain = if unordered { &mut found.unordered } else { &mut found.ordered };
            self.messages.remove(chain, key);
        }
        self.messages.free(key);
    }
}
