//! Streams to a peer: opened on first use, closed when long unused, and never two of one key at a
//! time, so that frames keep their order.
//!
//! Each begins with its key, 8 bytes; frames follow, each a header and its payload.

use crate::core::{Session, StreamId, Write};
use ferry_method::{Header, Now, StreamKey};
use ferry_wire::{HEADER_LEN, KeyMap};
use std::time::Duration;

/// Bytes of the key that a stream begins with.
pub(crate) const KEY_LEN: usize = 8;
/// What is put together before it is written; longer payloads are written from where they are.
const COPIED: usize = 2 << 10;
/// Written at a time of a long payload, so that sealing and sending begin before all is copied.
const PIECE: usize = 128 << 10;

/// Whether a stream is for a single context and tag.
fn is_own(key: StreamKey) -> bool {
    key.0 >> 63 != 0
}

/// A stream to the peer.
struct SendStream {
    id: StreamId,
    /// Bytes of the key that are written.
    named: usize,
    used: Now,
    mid_frame: bool,
    /// It was finished and its end has not arrived yet.
    is_ending: bool,
}

/// The peer's end takes nothing any more on a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refused;

/// All streams to a peer.
#[derive(Default)]
pub(crate) struct Outgoing {
    lanes: KeyMap<StreamKey, SendStream>,
    ending: KeyMap<StreamId, StreamKey>,
    /// When unused streams were last looked for.
    swept: Now,
}

/// A frame on its way into a stream.
struct Bytes<'a> {
    head: [u8; KEY_LEN + HEADER_LEN],
    payload: &'a [u8],
    /// Bytes of both that are written.
    at: usize,
}

impl Bytes<'_> {
    fn left(&self) -> usize {
        self.head.len() + self.payload.len() - self.at
    }

    /// Writes the next piece.
    fn write(&self, session: &mut Session, id: StreamId) -> Write {
        let head = &self.head[self.at.min(self.head.len())..];
        let payload = &self.payload[self.at.saturating_sub(self.head.len())..];
        if head.is_empty() {
            return session.write(id, &payload[..payload.len().min(PIECE)]);
        }
        let mut whole = [0; COPIED];
        whole[..head.len()].copy_from_slice(head);
        let n = payload.len().min(COPIED - head.len());
        whole[head.len()..head.len() + n].copy_from_slice(&payload[..n]);
        session.write(id, &whole[..head.len() + n])
    }
}

impl Outgoing {
    /// Streams that are open.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Opens the control stream, and so shows the peer that the connection is to be used.
    pub(crate) fn begin(&mut self, session: &mut Session, now: Now) {
        let key = StreamKey(0);
        if self.open(session, key, now)
            && let Some(lane) = self.lanes.get_mut(&key)
            && let Write::Taken(n) = session.write(lane.id, &key.0.to_le_bytes())
        {
            lane.named = n;
        }
    }

    fn open(&mut self, session: &mut Session, key: StreamKey, now: Now) -> bool {
        let Some(id) = session.open() else { return false };
        let lane = SendStream { id, named: 0, used: now, mid_frame: false, is_ending: false };
        self.lanes.insert(key, lane);
        true
    }

    /// Puts as much of a frame into its stream as there is room for, calling `flush` after each piece;
    /// true when all of it is in.
    pub(crate) fn send(
        &mut self,
        session: &mut Session,
        (header, payload): (&Header, &[u8]),
        done: &mut usize,
        now: Now,
        most: usize,
        mut flush: impl FnMut(&mut Session),
    ) -> Result<bool, Refused> {
        let key = header.stream_key();
        let is_there = self.lanes.contains_key(&key)
            || (self.lanes.len() < most && self.open(session, key, now));
        if !is_there {
            self.end_unused(session, most / 8 + 1);
            flush(session);
            return Ok(false);
        }
        let Some(lane) = self.lanes.get_mut(&key).filter(|lane| !lane.is_ending) else {
            return Ok(false);
        };
        lane.used = now;
        let mut head = [0; KEY_LEN + HEADER_LEN];
        head[..KEY_LEN].copy_from_slice(&key.0.to_le_bytes());
        head[KEY_LEN..].copy_from_slice(&header.encode(payload.len() as u32));
        let at = if lane.named < KEY_LEN { lane.named } else { KEY_LEN + *done };
        let mut bytes = Bytes { head, payload, at };
        while bytes.left() > 0 {
            let was_head = bytes.at < bytes.head.len();
            let written = bytes.write(session, lane.id);
            match written {
                Write::Taken(n) => bytes.at += n,
                Write::Blocked => {}
                Write::Ended => return Err(Refused),
            }
            // What was put together leaves with what follows it.
            let goes_on = was_head && bytes.left() > 0 && written != Write::Blocked;
            if !goes_on {
                flush(session);
            }
            if written == Write::Blocked {
                break;
            }
        }
        lane.named = bytes.at.min(KEY_LEN);
        *done = bytes.at.saturating_sub(KEY_LEN);
        lane.mid_frame = bytes.left() > 0 && *done > 0;
        Ok(bytes.left() == 0)
    }

    /// All of a stream that was ended has arrived: its key may be used again.
    pub(crate) fn arrived(&mut self, id: StreamId) {
        if let Some(key) = self.ending.remove(&id) {
            self.lanes.remove(&key);
        }
    }

    fn end(&mut self, session: &mut Session, key: StreamKey) {
        let Some(lane) = self.lanes.get_mut(&key).filter(|lane| !lane.is_ending) else { return };
        if session.finish(lane.id) {
            lane.is_ending = true;
            self.ending.insert(lane.id, key);
        } else {
            self.lanes.remove(&key);
        }
    }

    /// Ends streams of single contexts and tags that were not used since `before`, if this was not
    /// looked into since. Returns how many there were.
    pub(crate) fn sweep(&mut self, session: &mut Session, now: Now, idle: Duration) -> usize {
        self.swept = now;
        let is_idle = |lane: &SendStream| !lane.mid_frame && lane.used + idle <= now;
        let idle = self.lanes.iter().filter(|(key, lane)| is_own(**key) && is_idle(lane));
        let idle: Vec<StreamKey> = idle.map(|(key, _)| *key).collect();
        idle.iter().for_each(|key| self.end(session, *key));
        idle.len()
    }

    /// When unused streams are to be looked for next.
    pub(crate) fn sweep_due(&self, idle: Duration) -> Option<Now> {
        self.lanes.keys().any(|key| is_own(*key)).then(|| self.swept + idle)
    }

    /// Ends the `n` streams of single contexts and tags that were not used for longest.
    fn end_unused(&mut self, session: &mut Session, n: usize) {
        if !self.ending.is_empty() {
            return;
        }
        let mut idle: Vec<(Now, StreamKey)> = self
            .lanes
            .iter()
            .filter(|(key, lane)| is_own(**key) && !lane.mid_frame && lane.named == KEY_LEN)
            .map(|(key, lane)| (lane.used, *key))
            .collect();
        idle.sort_unstable();
        idle.iter().take(n).for_each(|(_, key)| self.end(session, *key));
    }

    /// Ends all streams; those within a frame can only be given up.
    pub(crate) fn end_all(&mut self, session: &mut Session) {
        let keys: Vec<StreamKey> = self.lanes.keys().copied().collect();
        for key in keys {
            match self.lanes.get(&key) {
                Some(lane) if lane.mid_frame || (1..KEY_LEN).contains(&lane.named) => {
                    session.reset(lane.id);
                }
                _ => self.end(session, key),
            }
        }
    }
}
