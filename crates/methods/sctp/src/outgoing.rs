//! Frames to a peer: which stream each takes, and streams that give way to others.
//!
//! A frame is one SCTP message, its header and its payload. A stream that has a message under way takes
//! nothing else until it has ended, so that whatever comes amid a long frame can never be taken for part
//! of it.

use crate::hello::PayloadKind;
use crate::options::Spreading;
use crate::pieces::{PieceBuffers, piece_len};
use crate::timed_association::{Full, TimedAssociation};
use ferry_method::{Header, Now, StreamKey};
use ferry_sctp_core::streams::Payload;
use ferry_wire::{HEADER_LEN, KeyMap};
use std::time::Duration;

/// Between two rounds of asking for streams back, when the first has freed none.
const AGAIN: Duration = Duration::from_millis(10);

/// The stream that a context and tag have at present.
struct StreamInUse {
    stream: u16,
    /// When it was last used, in sends.
    used: u64,
    /// The peer was told that it is left.
    is_ending: bool,
}

/// All streams to a peer.
pub(crate) struct Outgoing {
    spreading: Spreading,
    /// Streams that the association has.
    count: u16,
    /// By stream: the key of the message that is under way.
    open: Vec<Option<StreamKey>>,
    /// One stream each: what is used at present.
    lanes: KeyMap<StreamKey, StreamInUse>,
    /// By stream: whose it is.
    owners: Vec<Option<StreamKey>>,
    free: Vec<u16>,
    ending: usize,
    asked: Option<Now>,
    sends: u64,
}

/// The association takes nothing any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused(pub(crate) String);

impl Outgoing {
    pub(crate) fn new(spreading: Spreading) -> Self {
        Outgoing {
            spreading,
            count: 0,
            open: Vec::new(),
            lanes: KeyMap::default(),
            owners: Vec::new(),
            free: Vec::new(),
            ending: 0,
            asked: None,
            sends: 0,
        }
    }

    /// The association stands and has so many streams.
    pub(crate) fn begin(&mut self, streams: u16) {
        self.count = streams;
        self.open = vec![None; streams.into()];
        self.owners = vec![None; streams.into()];
        if let Spreading::Each(_) = self.spreading {
            self.free = (1..streams).rev().collect();
        }
    }

    /// Streams in use.
    pub(crate) fn used(&self) -> usize {
        match self.spreading {
            Spreading::Each(_) => 1 + self.lanes.len(),
            _ => self.owners.iter().flatten().count(),
        }
    }

    /// The stream of a key, where several may share one.
    fn shared(&self, key: StreamKey) -> u16 {
        let pool = match self.spreading {
            Spreading::Pool(n) => n.min(self.count.saturating_sub(1)),
            Spreading::One | Spreading::Each(_) => 0,
        };
        match (pool, key) {
            (0, _) | (_, StreamKey(0)) => 0,
            (n, StreamKey(k)) if k >> 63 == 0 => 1 + ((k - 1) % u64::from(n)) as u16,
            (n, StreamKey(k)) => {
                let mixed = k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
                1 + (mixed % u64::from(n)) as u16
            }
        }
    }

    /// The stream for a frame of this key, if it may take one now.
    fn stream_of(&mut self, line: &mut TimedAssociation<'_>, key: StreamKey) -> Option<u16> {
        let is_shared = !matches!(self.spreading, Spreading::Each(_)) || key == StreamKey(0);
        if is_shared {
            let stream = self.shared(key);
            *self.owners.get_mut(usize::from(stream))? = Some(key);
            return Some(stream);
        }
        self.sends += 1;
        if let Some(lane) = self.lanes.get_mut(&key) {
            lane.used = self.sends;
            return (!lane.is_ending).then_some(lane.stream);
        }
        let Some(stream) = self.free.pop() else {
            self.leave_unused(line);
            return None;
        };
        self.owners[usize::from(stream)] = Some(key);
        self.lanes.insert(key, StreamInUse { stream, used: self.sends, is_ending: false });
        Some(stream)
    }

    /// Gives as much of a frame to the association as there is room for, calling `flush` after each
    /// piece; true when all of it is taken.
    pub(crate) fn send(
        &mut self,
        line: &mut TimedAssociation<'_>,
        (header, payload): (&Header, &[u8]),
        done: &mut usize,
        buffers: &mut PieceBuffers,
    ) -> Result<bool, Refused> {
        let key = header.stream_key();
        let Some(stream) = self.stream_of(line, key) else { return Ok(false) };
        let Some(open) = self.open.get_mut(usize::from(stream)) else { return Ok(false) };
        // Another key's long frame has the stream until it ends.
        if *done == 0 && open.is_some() {
            return Ok(false);
        }
        let head = header.encode(payload.len() as u32);
        let all = HEADER_LEN + payload.len();
        while *done < all {
            let head = &head[(*done).min(HEADER_LEN)..];
            let rest = &payload[done.saturating_sub(HEADER_LEN)..];
            // Sending begins before all is copied.
            let piece = &rest[..rest.len().min(piece_len(line.fragment_len()) - head.len())];
            let parts = [head, piece];
            let end = piece.len() == rest.len();
            let len = head.len() + piece.len();
            // Of what finds too little room only that much is to be copied.
            let bytes = match PieceBuffers::takes(len) && line.free(stream) >= len {
                true => Payload::Shared(buffers.gather(&parts)),
                false => Payload::Gather(&parts),
            };
            let given = match open {
                None => line.send(stream, PayloadKind::Frame, bytes, end),
                Some(_) => line.append(stream, bytes, end),
            };
            match given {
                Ok(n) => *done += n,
                Err(Full::Yes) => break,
                Err(Full::Never(why)) => return Err(Refused(why)),
            }
            *open = (*done < all).then_some(key);
            line.flush();
        }
        Ok(*done == all)
    }

    /// Says something short that is no frame; false if there is no room for it now.
    pub(crate) fn say(
        &self,
        line: &mut TimedAssociation<'_>,
        stream: u16,
        kind: PayloadKind,
        bytes: &[u8],
    ) -> bool {
        let is_free = self.open.get(usize::from(stream)).is_some_and(Option::is_none);
        is_free && line.send(stream, kind, Payload::Borrowed(bytes), true).is_ok()
    }

    /// Leaves the streams that were not used for longest, to have them for other keys once all on them
    /// is read.
    fn leave_unused(&mut self, line: &mut TimedAssociation<'_>) {
        let waits = self.asked.is_some_and(|asked| line.now() < asked + AGAIN);
        if self.ending > 0 && waits {
            return;
        }
        self.asked = Some(line.now());
        let is_quiet =
            |lane: &StreamInUse| !lane.is_ending && self.open[usize::from(lane.stream)].is_none();
        let quiet = self.lanes.iter().filter(|(_, lane)| is_quiet(lane));
        let mut quiet: Vec<(u64, StreamKey, u16)> =
            quiet.map(|(key, lane)| (lane.used, *key, lane.stream)).collect();
        quiet.sort_unstable();
        quiet.truncate(usize::from(self.count) / 8 + 1);
        for (_, key, stream) in quiet {
            if !self.say(line, stream, PayloadKind::Leave, &[0]) {
                break;
            }
            if let Some(lane) = self.lanes.get_mut(&key) {
                lane.is_ending = true;
                self.ending += 1;
            }
        }
        line.flush();
    }

    /// The peer has read all on a stream that was left. False if it was not.
    pub(crate) fn freed(&mut self, stream: u16) -> bool {
        let Some(key) = self.owners.get(usize::from(stream)).copied().flatten() else {
            return false;
        };
        if !self.lanes.get(&key).is_some_and(|lane| lane.is_ending) {
            return false;
        }
        self.lanes.remove(&key);
        self.owners[usize::from(stream)] = None;
        self.ending -= 1;
        self.free.push(stream);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outgoing(spreading: Spreading) -> Outgoing {
        let mut outgoing = Outgoing::new(spreading);
        outgoing.begin(spreading.streams());
        outgoing
    }

    #[test]
    fn one_stream_takes_all() {
        let one = outgoing(Spreading::One);
        let keys = [0, 1, 9, 1 << 63 | 5];
        assert!(keys.iter().all(|key| one.shared(StreamKey(*key)) == 0));
    }

    #[test]
    fn a_pool_keeps_control_apart_and_is_used_evenly() {
        let pool = outgoing(Spreading::Pool(10));
        assert_eq!(pool.shared(StreamKey(0)), 0);
        let numbers: Vec<u16> = (1..=10).map(|key| pool.shared(StreamKey(key))).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<u16>>(), "the pool's own numbers");
        let mut used = [0; 11];
        for tag in 0..1000 {
            used[usize::from(pool.shared(StreamKey(1 << 63 | tag)))] += 1;
        }
        assert_eq!(used[0], 0);
        assert!(used[1..].iter().all(|n| (50..200).contains(n)), "{used:?}");
    }

    #[test]
    fn a_pool_is_no_larger_than_the_association() {
        let mut pool = Outgoing::new(Spreading::Pool(10));
        pool.begin(4);
        assert!((1..100).all(|key| (1..4).contains(&pool.shared(StreamKey(key)))));
        pool.begin(1);
        assert!((0..100).all(|key| pool.shared(StreamKey(key)) == 0));
    }
}
