//! Reassembly of I-DATA: each fragment names its message and its place in it (RFC 8260 §2).

use super::assembly::{EarlyFragment, MessageAssembly};
use super::{Fate, InboundStreams, Violation};
use crate::serial::MessageId;
use crate::streams::Fragment;
use crate::streams::store::RecordKey;

/// How far before the last unordered message skipped another counts as skipped with it.
const REMNANTS: u32 = 1 << 16;

impl InboundStreams {
    pub(super) fn accept_interleaved(&mut self, fragment: Fragment) -> Result<Fate, Violation> {
        let stream = fragment.stream;
        let unordered = fragment.flags.unordered;
        let number = u64::from(fragment.number.0);
        if fragment.flags.beginning != (number == 0) {
            return Err(Violation::NoBeginning(stream));
        }
        // Fragments of a skipped message may come after the skip, mixed as they were with others.
        let remnant = |last: MessageId| last.distance_from(fragment.message) < REMNANTS;
        let found = &self.streams[usize::from(stream.0)];
        if unordered && found.skipped_unordered.is_some_and(remnant) {
            return Ok(Fate::Old);
        }
        let id = if unordered {
            u64::from(fragment.message.0)
        } else {
            match self.unwrap_message(&fragment) {
                Some(id) => id,
                None => return self.stale(stream),
            }
        };
        let is_whole = fragment.flags.beginning && fragment.flags.ending;
        if is_whole && !unordered && id == found.next && self.known.is_empty() {
            return self.accept_whole(fragment, id);
        }
        let place = (stream.0, unordered, id);
        let len = fragment.payload.len() as u64;
        let key = match self.known.get(&place) {
            Some(&key) => {
                self.check_place(key, &fragment)?;
                self.too_long(stream.0, self.messages.get(key).map_or(0, |m| m.total) + len)?;
                key
            }
            None => {
                self.too_long(stream.0, len)?;
                let key = self.messages.take();
                if let Some(message) = self.messages.get_mut(key) {
                    message.renew(&fragment, id, 0);
                }
                self.known.insert(place, key);
                key
            }
        };
        self.put(key, number, fragment);
        self.settle_delivery(key);
        Ok(Fate::Held)
    }

    /// A message that comes whole in its turn, while no other is waited for: nobody has to find it.
    fn accept_whole(&mut self, fragment: Fragment, id: u64) -> Result<Fate, Violation> {
        let stream = fragment.stream.0;
        self.too_long(stream, fragment.payload.len() as u64)?;
        let key = self.messages.take();
        if let Some(message) = self.messages.get_mut(key) {
            message.renew(&fragment, id, 0);
        }
        self.put(key, 0, fragment);
        self.offer(key);
        self.streams[usize::from(stream)].next += 1;
        self.list(stream);
        Ok(Fate::Held)
    }

    /// Whether the place of the fragment is free and before the end.
    fn check_place(&self, key: RecordKey, fragment: &Fragment) -> Result<(), Violation> {
        let number = u64::from(fragment.number.0);
        let Some(message) = self.messages.get(key) else {
            return Ok(());
        };
        if number < message.tail || self.gaps.contains_key(&(key, number)) {
            return Err(Violation::Overlap(fragment.stream));
        }
        let beyond = match message.end {
            Some(end) => number > end || fragment.flags.ending,
            None => fragment.flags.ending && number < message.highest,
        };
        if beyond { Err(Violation::BeyondEnd(fragment.stream)) } else { Ok(()) }
    }

    fn put(&mut self, key: RecordKey, number: u64, fragment: Fragment) {
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        message.total += fragment.payload.len() as u64;
        message.highest = message.highest.max(number);
        if fragment.flags.ending {
            message.end = Some(number);
        }
        if fragment.flags.beginning {
            message.protocol = fragment.protocol;
        }
        if number != message.tail {
            self.gaps.insert((key, number), EarlyFragment::from(fragment));
            return;
        }
        message.append(fragment.payload, fragment.flags.ending);
        self.close_gaps(key);
    }

    /// Adds the fragments that waited for the one just added.
    fn close_gaps(&mut self, key: RecordKey) {
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        while message.waits() {
            let Some(waiting) = self.gaps.remove(&(key, message.tail)) else {
                return;
            };
            message.append(waiting.payload, waiting.ending);
        }
    }
}

impl MessageAssembly {
    /// Whether fragments behind the tail have come.
    fn waits(&self) -> bool {
        !self.complete && self.highest >= self.tail
    }
}
