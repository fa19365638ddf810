//! The sending side of one pair: a claimed slot in the receiver's inbox.

use crate::descriptor::{Address, NAME};
use crate::entrance::{Board, Entrance};
use crate::layout::{
    BEHIND_WORDS, Claim, InboxFront, PAGE, RoomPiece, SlotMemory, claim, is_inbox, longest_run,
    piece,
};
use crate::liveness::has_ended;
use crate::room::RoomWriter;
use crate::shuttle::Berth;
use crate::waker::Waker;
use ferry_method::{Header, MethodError, PeerId};
use ferry_sync::{BODY, BulkWriter, CellEnvelope, CellWriter, FURTHER};
use ferry_sys::{Clock, descriptor_advice};
use rustix::fd::OwnedFd;
use std::sync::atomic::{Ordering, fence};

/// One receiver's slot, as its only writer sees it.
pub(crate) struct Outbox {
    address: Address,
    by_board: bool,
    inbox: InboxFront,
    waker: Waker,
    slot: SlotMemory,
    index: usize,
    writer: CellWriter,
    bulk: BulkWriter,
    pub(crate) room: RoomWriter,
    pub(crate) berth: Berth,
    longest_run: usize,
    piece: usize,
    /// The last send found no room.
    blocked: bool,
    /// It was the room that was full, and not the ring.
    lacks_room: bool,
}

/// From here on a payload streams in pieces of twice the size: the first one's copy counts for less, the word on each for
/// more.
const LARGE: usize = 128 << 10;

#[inline]
fn envelope_of(header: &Header, len: usize, kind: u32) -> CellEnvelope {
    CellEnvelope {
        len: len as u32,
        handler: header.handler.0,
        flags: header.flags,
        stream: header.stream.0,
        kind,
        bits: header.bits,
    }
}

/// The header's words, by a load each: they were mostly stored one after the other just now, and a wider load of both
/// would wait until they have left for the cache, behind all that was stored before.
#[inline(always)]
fn words_of(header: &Header) -> [u64; 2] {
    // SAFETY: what a reference is to can be read.
    header.words.each_ref().map(|word| unsafe { std::ptr::read_volatile(word) })
}

fn unreachable(peer: PeerId, why: String) -> MethodError {
    MethodError::Unreachable { peer, method: NAME, why }
}

impl Outbox {
    /// Opens `peer`'s inbox and claims a slot for process `me`; also what tells of the peer's end, where
    /// there is such a thing. `board`: where the peer has left the way to itself, if not in `/proc`.
    pub(crate) fn open(
        peer: PeerId,
        me: PeerId,
        own: &Address,
        address: &Address,
        board: Option<&dyn Board>,
        (piece, clock): (usize, Option<Clock>),
    ) -> Result<(Self, Option<OwnedFd>), MethodError> {
        let no = |doing: &str, e: std::io::Error| {
            // No other method leads to the dead either.
            if board.is_none() && has_ended(address.pid) {
                let why = "its process has ended".into();
                return MethodError::Lost { peer, method: NAME, why };
            }
            unreachable(peer, format!("{doing}: {e}{}", descriptor_advice(&e)))
        };
        let way = Entrance::of(peer, address, board).map_err(|e| no("opening its inbox", e))?;
        let Entrance { inbox: file, pipe, process } = way;
        let geometry = address.geometry;
        let front = file.map(0, geometry.front_len()).map_err(|e| no("mapping its inbox", e))?;
        let inbox = InboxFront::of(front, &geometry);
        if !is_inbox(&inbox.words, address.token, &geometry) {
            return Err(unreachable(peer, "the file found is not its inbox: it has ended".into()));
        }
        let by_board = board.is_some();
        let mine = Claim { peer: me.0, pid: std::process::id(), by_board };
        let Some(index) = claim(&inbox, mine) else {
            let why = format!("all {} slots of its inbox are taken", geometry.capacity);
            return Err(unreachable(peer, why));
        };
        let slot = file
            .map(geometry.slot_at(index), geometry.slot_len())
            .map_err(|e| no("mapping a slot", e))?;
        let slot = SlotMemory::of(slot, &geometry);
        let outbox = Outbox {
            address: address.clone(),
            waker: Waker::new(inbox.words.clone(), pipe),
            inbox,
            by_board,
            berth: Berth::new(slot.shuttle.clone()),
            slot,
            index,
            writer: CellWriter::new(geometry.cells),
            bulk: BulkWriter::new(geometry.bulk),
            room: RoomWriter::new(clock),
            longest_run: longest_run(geometry.cells),
            piece: piece.min(geometry.bulk / 2),
            blocked: false,
            lacks_room: false,
        };
        let words = &outbox.slot.front.owner.0;
        words.inbox_fd.store(own.inbox_fd as u32, Ordering::Relaxed);
        words.fifo_fd.store(own.fifo_fd as u32, Ordering::Relaxed);
        words.front_len.store(own.geometry.front_len() as u32, Ordering::Relaxed);
        Ok((outbox, process))
    }

    /// The receiver has ended orderly.
    pub(crate) fn receiver_closed(&self) -> bool {
        self.inbox.words.closed.load(Ordering::Acquire) != 0
    }

    /// Says that this process ends orderly.
    pub(crate) fn end(&self) {
        self.slot.front.owner.0.ended.store(1, Ordering::Release);
    }

    /// See `Method::send`.
    #[inline(always)]
    pub(crate) fn send(&mut self, header: &Header, payload: &[u8], done: &mut usize) -> bool {
        let words = words_of(header);
        let taken = if payload.len() <= BODY && words[0] | words[1] == 0 {
            self.push_inline(header, payload, piece::INLINE, None)
        } else if payload.len() <= BEHIND_WORDS {
            self.push_inline(header, payload, piece::INLINE_WORDS, Some(words))
        } else if payload.len() <= self.longest_run {
            self.push_run(header, payload)
        } else {
            self.send_through_room(header, payload, done)
        };
        self.wake();
        self.blocked = !taken;
        taken
    }

    #[inline]
    fn has_cell(&mut self) -> bool {
        self.writer.has_room(&self.slot.front.head.0)
    }

    #[inline(always)]
    fn push(
        &mut self,
        header: &Header,
        kind: u32,
        (len, words): (usize, Option<[u64; 2]>),
        bytes: &[u8],
    ) {
        self.writer.push(&self.slot.cells, envelope_of(header, len, kind), words, bytes);
    }

    /// Puts a cell there as it is.
    #[cfg(test)]
    pub(crate) fn push_raw(&mut self, header: &Header, kind: u32, len: usize, body: &[u8]) {
        assert!(self.has_cell());
        self.push(header, kind, (len, None), body);
    }

    /// Puts a payload into the ring that takes several cells.
    #[inline(never)]
    fn push_run(&mut self, header: &Header, payload: &[u8]) -> bool {
        let (first, rest) = payload.split_at(BEHIND_WORDS);
        let cells = 1 + rest.len().div_ceil(FURTHER) as u32;
        if !self.writer.has_room_for(cells, &self.slot.front.head.0) {
            return false;
        }
        let envelope = envelope_of(header, payload.len(), piece::RUN);
        self.writer.push_run(&self.slot.cells, envelope, (Some(words_of(header)), first), rest);
        true
    }

    #[inline(always)]
    fn push_inline(
        &mut self,
        header: &Header,
        payload: &[u8],
        kind: u32,
        words: Option<[u64; 2]>,
    ) -> bool {
        if !self.has_cell() {
            return false;
        }
        self.push(header, kind, (payload.len(), words), payload);
        true
    }

    #[inline(never)]
    fn send_through_room(&mut self, header: &Header, payload: &[u8], done: &mut usize) -> bool {
        self.lacks_room = false;
        if *done == 0 {
            if !self.has_cell() {
                return false;
            }
            if self.send_by_shuttle(header, payload) {
                return true;
            }
            if payload.len() <= self.piece {
                return self.push_piece(header, payload);
            }
            let freed = &self.slot.front.freed.0;
            let position = self.bulk.begin_stream(payload.len(), || freed.load(Ordering::Acquire));
            let total = payload.len() as u64;
            let room = RoomPiece { words: header.words, position, offset: 0, total };
            // Whole pieces have moved the position on without a word.
            self.slot.front.written.0.store(position, Ordering::Release);
            let is_cold = self.room.goes_around_caches();
            let kind = if is_cold { piece::COLD_STREAM } else { piece::STREAM };
            self.push(header, kind, (0, None), &room.encode());
            // From here on the frame is under way, though none of its bytes may have found room.
            *done = 1;
            self.wake();
        }
        self.stream(payload, done)
    }

    /// Sends a payload by shuttle; false: there is none for it. There is a cell.
    fn send_by_shuttle(&mut self, header: &Header, payload: &[u8]) -> bool {
        let Some((home, shuttle)) = self.berth.depart(payload.len()) else { return false };
        let (offset, total) = (home.to_word(), payload.len() as u64);
        let body = RoomPiece { words: header.words, position: 0, offset, total }.encode();
        if payload.len() <= 2 * self.piece {
            shuttle.put(0, payload);
            self.push(header, piece::SHUTTLE, (payload.len(), None), &body);
            return true;
        }
        let shuttle = shuttle.clone();
        shuttle.written.0.store(0, Ordering::Relaxed);
        self.push(header, piece::SHUTTLE_STREAM, (0, None), &body);
        self.wake();
        let step = if payload.len() < LARGE { 2 * self.piece } else { 4 * self.piece };
        let mut done = 0;
        for bytes in payload.chunks(step) {
            shuttle.put(done, bytes);
            done += bytes.len();
            shuttle.written.0.store(done as u64, Ordering::Release);
            self.wake();
        }
        true
    }

    /// Puts a payload that fits the room as one piece; there is a cell for it.
    fn push_piece(&mut self, header: &Header, bytes: &[u8]) -> bool {
        let freed = &self.slot.front.freed.0;
        let Some((offset, position)) =
            self.bulk.take(bytes.len(), || freed.load(Ordering::Acquire))
        else {
            self.lacks_room = true;
            return false;
        };
        self.room.put(&self.slot, offset, bytes);
        let (offset, total) = (offset as u32, bytes.len() as u64);
        let body = RoomPiece { words: header.words, position, offset, total }.encode();
        self.push(header, piece::WHOLE, (bytes.len(), None), &body);
        true
    }

    /// Streams the rest of a long payload, a step at a time, so that both ends copy at once. `done`: one
    /// for the announcement, and the bytes.
    fn stream(&mut self, payload: &[u8], done: &mut usize) -> bool {
        let piece = if payload.len() < LARGE { self.piece } else { 2 * self.piece };
        while *done <= payload.len() {
            let rest = &payload[*done - 1..];
            // The reader begins when the first piece is there, so that one is short.
            let want = rest.len().min(piece).min((*done - 1).max(piece.div_ceil(4)));
            let freed = &self.slot.front.freed.0;
            let Some((offset, n)) = self.bulk.take_some(want, || freed.load(Ordering::Acquire))
            else {
                self.lacks_room = true;
                return false;
            };
            self.room.put(&self.slot, offset, &rest[..n]);
            *done += n;
            self.slot.front.written.0.store(self.bulk.position(), Ordering::Release);
            self.wake();
        }
        self.bulk.end_stream();
        true
    }

    /// Wakes the receiver if it sleeps, and marks this slot where the receiver asks for that.
    #[inline]
    fn wake(&mut self) {
        let words = self.inbox.words.sleep_words();
        if words.must_fence.load(Ordering::Relaxed) != 0 {
            fence(Ordering::SeqCst);
        }
        if words.mark_activity.load(Ordering::Relaxed) != 0 {
            self.inbox.mark(self.index);
        }
        self.waker.wake();
    }

    /// Prepares for sleeping although a send found no room: the receiver will wake this process when
    /// it makes some. The caller fences, then asks `has_news`.
    pub(crate) fn starve(&self) {
        if self.blocked {
            self.slot.front.owner.0.starved.store(1, Ordering::SeqCst);
        }
    }

    /// Whether there is room again for a send that found none.
    pub(crate) fn has_news(&mut self) -> bool {
        if !self.blocked {
            return false;
        }
        let front = &self.slot.front;
        // A receiver that cannot wake this process must be looked at all the time.
        let is_deaf = front.owner.0.deaf.load(Ordering::SeqCst) != 0;
        // What the reader does with the one says nothing to whoever waits for the other.
        let has_come = match self.lacks_room {
            true => self.has_half(front.freed.0.load(Ordering::SeqCst)),
            false => self.writer.has_news(&front.head.0),
        };
        is_deaf || has_come
    }

    /// Whether the reader has given room back, and half of it is free; it wakes a sleeper no sooner.
    fn has_half(&self, freed: u64) -> bool {
        let room = self.slot.room as u64;
        let free = freed.wrapping_add(room).wrapping_sub(self.bulk.position());
        self.bulk.has_news(freed) && free >= room / 2
    }

    /// Process id of the receiver, where it means anything to this process.
    pub(crate) fn pid(&self) -> Option<u32> {
        (!self.by_board).then_some(self.address.pid)
    }

    /// Bytes mapped for this pair.
    pub(crate) fn mapped(&self) -> usize {
        self.inbox.words.segment().len().max(PAGE) + self.slot.mapped()
    }

    /// Cells of the ring, for enquiry.
    pub(crate) fn ring(&self) -> usize {
        self.slot.cells.len()
    }
}
