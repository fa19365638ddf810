//! Reassembly of DATA: neighbours in the transmission sequence belong together (RFC 9260 §6.9).

use super::assembly::EarlyFragment;
use super::{Fate, InboundStreams, Violation};
use crate::serial::Tsn;
use crate::streams::Fragment;
use crate::streams::store::RecordKey;
use crate::wire::StreamId;

impl InboundStreams {
    pub(super) fn accept_data(&mut self, tsn: u64, fragment: Fragment) -> Result<Fate, Violation> {
        if tsn <= self.cumulative || self.loose.contains_key(&tsn) {
            return Ok(Fate::Old);
        }
        if fragment.flags.beginning {
            return self.begin_data(tsn, fragment);
        }
        let stream = fragment.stream.0;
        let waiting = EarlyFragment::from(fragment);
        match self.tails.get(&tsn).copied() {
            Some(key) => {
                self.check_same(key, &waiting)?;
                self.too_long(stream, self.total(key) + waiting.payload.len() as u64)?;
                self.tails.remove(&tsn);
                self.continue_data(key, waiting)?;
            }
            None => {
                self.loose.insert(tsn, waiting);
            }
        }
        Ok(Fate::Held)
    }

    fn begin_data(&mut self, tsn: u64, fragment: Fragment) -> Result<Fate, Violation> {
        let stream = fragment.stream;
        if let Some(&unended) = self.tails.get(&tsn) {
            if !self.config.partial_reliability {
                return Err(Violation::UnexpectedBeginning(stream));
            }
            // Its sender gave the message up and went on; that it is skipped will be heard of.
            self.drop_message(unended);
        }
        self.too_long(stream.0, fragment.payload.len() as u64)?;
        let ordered = !fragment.flags.unordered;
        let id = match ordered.then(|| self.unwrap_message(&fragment)) {
            Some(None) => return self.stale(stream),
            Some(Some(id)) => id,
            None => 0,
        };
        if ordered && self.known.contains_key(&(stream.0, false, id)) {
            return Err(Violation::Overlap(stream));
        }
        let key = self.messages.take();
        if let Some(message) = self.messages.get_mut(key) {
            message.renew(&fragment, id, tsn);
            message.protocol = fragment.protocol;
        }
        if ordered {
            self.known.insert((stream.0, false, id), key);
        }
        self.continue_data(key, EarlyFragment::from(fragment))?;
        Ok(Fate::Held)
    }

    /// Adds a fragment and all that wait behind it.
    fn continue_data(&mut self, key: RecordKey, waiting: EarlyFragment) -> Result<(), Violation> {
        let mut next = Some(waiting);
        while let Some(waiting) = next.take() {
            let Some(message) = self.messages.get_mut(key) else {
                return Ok(());
            };
            message.total += waiting.payload.len() as u64;
            message.append(waiting.payload, waiting.ending);
            let (tail, complete, total, stream) =
                (message.tail, message.complete, message.total, message.stream);
            if complete {
                break;
            }
            if let Some(follower) = self.loose.get(&tail) {
                self.check_same(key, follower)?;
                self.too_long(stream, total + follower.payload.len() as u64)?;
                next = self.loose.remove(&tail);
            } else {
                self.tails.insert(tail, key);
            }
        }
        self.settle_delivery(key);
        Ok(())
    }

    fn total(&self, key: RecordKey) -> u64 {
        self.messages.get(key).map_or(0, |message| message.total)
    }

    fn check_same(&self, key: RecordKey, waiting: &EarlyFragment) -> Result<(), Violation> {
        let same = self.messages.get(key).is_some_and(|message| {
            message.stream == waiting.stream
                && message.unordered == waiting.unordered
                && (message.unordered || message.id as u16 == waiting.message as u16)
        });
        if same { Ok(()) } else { Err(Violation::Contradiction(StreamId(waiting.stream))) }
    }

    /// All up to `cumulative` has come or was skipped: the peer's cumulative acknowledgement point. What
    /// still waits for a fragment below waits in vain.
    ///
    /// # Errors
    ///
    /// The peer sent fragments that form no message, and has skipped none.
    pub fn advance(&mut self, cumulative: Tsn) -> Result<(), Violation> {
        let cumulative = self.unwrap(cumulative);
        if cumulative <= self.cumulative {
            return Ok(());
        }
        self.cumulative = cumulative;
        while let Some((&tsn, &key)) = self.tails.first_key_value() {
            if tsn > cumulative {
                break;
            }
            if !self.forwarded {
                return self.refuse(Violation::NoEnding(self.stream_of(key)));
            }
            self.tails.remove(&tsn);
            self.drop_message(key);
        }
        while let Some((&tsn, waiting)) = self.loose.first_key_value() {
            if tsn > cumulative {
                break;
            }
            let (stream, len) = (waiting.stream, waiting.payload.len());
            if !self.forwarded {
                return self.refuse(Violation::NoBeginning(StreamId(stream)));
            }
            self.loose.remove(&tsn);
            self.discard(stream, len, 1);
        }
        Ok(())
    }

    fn refuse(&mut self, violation: Violation) -> Result<(), Violation> {
        self.broken = Some(violation);
        Err(violation)
    }

    fn stream_of(&self, key: RecordKey) -> StreamId {
        StreamId(self.messages.get(key).map_or(0, |message| message.stream))
    }
}
