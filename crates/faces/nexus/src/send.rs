//! Sending remote service requests.

use crate::inbox::{self, PART, REQUEST};
use crate::{Buffer, Nexus, NexusError};
use ferry_link::TrafficClass;
use ferry_method::{Header, PeerId};
use ferry_runtime::{Runtime, TICK};
use ferry_wire::ContextId;

/// Parts are cut into pieces of at most this many bytes, so that a receiver allocates as they come.
const MOST_PIECE: usize = 64 << 20;

/// Where a request goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) peer: PeerId,
    pub(crate) endpoint: u64,
    /// The startpoint's own channel; 0 if it has none.
    pub(crate) channel: u32,
}

impl Target {
    fn bits(&self, low: u32) -> u64 {
        u64::from(self.channel) << 32 | u64::from(low)
    }
}

/// A request on its way: which of its frames is next, and how much of that is gone.
struct Sending<'b> {
    buffer: &'b Buffer<'b>,
    head: Header,
    bits: u64,
    number: u32,
    /// 0: the head; otherwise a part's index plus one.
    stage: usize,
    /// Where in the part the piece begins.
    offset: usize,
    done: usize,
    piece: usize,
}

impl<'b> Sending<'b> {
    /// The frame that is next.
    fn frame(&self) -> Option<(Header, &'b [u8])> {
        if self.stage == 0 {
            return Some((self.head, &self.buffer.bytes));
        }
        let part = self.buffer.parts.get(self.stage - 1)?;
        let end = part.len().min(self.offset + self.piece);
        let words = [u64::from(self.number), part.len() as u64];
        Some((Header { bits: self.bits, words, ..Header::new(PART) }, &part[self.offset..end]))
    }

    fn pass(&mut self, len: usize) {
        self.done = 0;
        match self.stage.checked_sub(1) {
            Some(part) if self.offset + len < self.buffer.parts[part].len() => self.offset += len,
            _ => (self.stage, self.offset) = (self.stage + 1, 0),
        }
    }
}

impl Nexus {
    /// Sends a request; returns when its buffer may be used again.
    #[inline]
    pub(crate) fn send(
        &self,
        to: &Target,
        handler: u32,
        buffer: &Buffer<'_>,
    ) -> Result<(), NexusError> {
        // As in `progress`.
        let mut state = self.lock();
        if state.finished {
            return Err(NexusError::Finished);
        }
        let has_sleepers = state.runtime.watch.has_sleepers();
        let Runtime { links, face, .. } = &mut state.runtime;
        let worlds = &mut face.worlds;
        if !worlds.peer(to.peer)?.is_free() || !buffer.parts.is_empty() {
            drop(state);
            return self.send_slowly(to, handler, buffer, None);
        }
        let words = [to.endpoint, 0];
        let header = Header { bits: to.bits(handler), words, ..Header::new(REQUEST) };
        let mut done = 0;
        let class = TrafficClass::Message;
        if !links.send(to.peer, class, &header, &buffer.bytes, &mut done)? {
            // A frame that was refused for want of room is under way all the same.
            if self.must_not_wait() {
                worlds.post(to.peer, header, buffer.bytes.clone(), done);
                state.call_sleepers();
                return Ok(());
            }
            worlds.peer(to.peer)?.turn = true;
            drop(state);
            return self.send_slowly(to, handler, buffer, Some(done));
        }
        if has_sleepers && links.has_pending_output() {
            state.call_sleepers();
        }
        Ok(())
    }

    /// Sends what cannot go at once in one frame. `begun`: this thread has its turn, and so much of the
    /// head is gone.
    #[cold]
    #[inline(never)]
    fn send_slowly(
        &self,
        to: &Target,
        handler: u32,
        buffer: &Buffer<'_>,
        begun: Option<usize>,
    ) -> Result<(), NexusError> {
        let sending = match self.begin(to, handler, buffer, begun.unwrap_or(0)) {
            Ok(sending) => sending,
            Err(why) => {
                if begun.is_some() {
                    self.give_turn_back(to.peer);
                }
                return Err(why);
            }
        };
        if self.must_not_wait() {
            return self.post_all(to, &sending);
        }
        self.send_waiting(to, sending, begun.is_some())
    }

    fn begin<'b>(
        &self,
        to: &Target,
        handler: u32,
        buffer: &'b Buffer<'b>,
        done: usize,
    ) -> Result<Sending<'b>, NexusError> {
        let parts = buffer.parts.len();
        if parts > inbox::MOST_PARTS {
            let (len, most, hint) = (parts, inbox::MOST_PARTS, "lend fewer slices");
            return Err(NexusError::TooLong { len, most, hint });
        }
        let mut state = self.enter()?;
        let Runtime { links, face, .. } = &mut state.runtime;
        let worlds = &mut face.worlds;
        worlds.peer(to.peer)?;
        let number = worlds.number();
        let (class, context) = (TrafficClass::Message, ContextId(to.channel));
        let attributes = links.attributes(to.peer, class, context)?;
        let most = attributes.max_frame;
        if !attributes.reliable && parts > 0 {
            let hint = "a request that may be lost is one datagram, without lent slices";
            return Err(NexusError::TooLong { len: buffer.len(), most, hint });
        }
        if buffer.bytes.len() > most {
            let (len, hint) = (buffer.bytes.len(), "lend large slices with put_lent");
            return Err(NexusError::TooLong { len, most, hint });
        }
        let words = [to.endpoint, u64::from(number) << 32 | parts as u64];
        let head = Header { bits: to.bits(handler), words, ..Header::new(REQUEST) };
        let piece = most.min(MOST_PIECE);
        Ok(Sending { buffer, head, bits: to.bits(0), number, stage: 0, offset: 0, done, piece })
    }

    /// Lets copies of all frames wait for room.
    fn post_all(&self, to: &Target, sending: &Sending<'_>) -> Result<(), NexusError> {
        let mut state = self.enter()?;
        state.runtime.face.worlds.peer(to.peer)?;
        let mut sending = Sending { buffer: sending.buffer, ..*sending };
        while let Some((header, payload)) = sending.frame() {
            state.runtime.face.worlds.post(to.peer, header, payload.to_vec(), 0);
            sending.pass(payload.len());
        }
        state.call_sleepers();
        Ok(())
    }

    /// Sends all frames, waiting for room, and moving everything on meanwhile.
    fn send_waiting(
        &self,
        to: &Target,
        mut sending: Sending<'_>,
        mut turn: bool,
    ) -> Result<(), NexusError> {
        let mut patience = self.begin_waiting();
        loop {
            let advanced = self.advance(to.peer, &mut sending, &mut turn);
            let moved = match advanced {
                Ok(true) => return Ok(()),
                Ok(false) => self.progress(),
                Err(why) => Err(why),
            };
            match moved {
                Ok((0, _)) => {}
                Ok(_) => {
                    patience.renew();
                    continue;
                }
                Err(why) => {
                    if turn {
                        self.give_turn_back(to.peer);
                    }
                    return Err(why);
                }
            }
            // Room is made without ringing.
            self.rest(&mut patience, TICK, true, &mut || false);
        }
    }

    /// Sends as many frames as there is room for; whether that were all.
    fn advance(
        &self,
        to: PeerId,
        sending: &mut Sending<'_>,
        turn: &mut bool,
    ) -> Result<bool, NexusError> {
        let mut state = self.enter()?;
        let Runtime { links, face, .. } = &mut state.runtime;
        let worlds = &mut face.worlds;
        let peer = worlds.peer(to)?;
        if !*turn {
            if !peer.is_free() {
                return Ok(false);
            }
            peer.turn = true;
            *turn = true;
        }
        while let Some((header, payload)) = sending.frame() {
            let done = &mut sending.done;
            if !links.send(to, TrafficClass::Message, &header, payload, done)? {
                return Ok(false);
            }
            sending.pass(payload.len());
        }
        worlds.end_turn(to);
        *turn = false;
        state.call_sleepers();
        Ok(true)
    }

    fn give_turn_back(&self, peer: PeerId) {
        self.lock().runtime.face.worlds.end_turn(peer);
    }
}
