//! The reading end of one sender's slot.

use crate::descriptor::NAME;
use crate::entrance::{Board, Entrance};
use crate::layout::{BEHIND_WORDS, Claim, Front, LONGEST_RUN, RoomPiece, SlotMemory, piece};
use crate::lookout::SlotLookout;
use crate::read_choice::ReadChoice;
use crate::waker::Waker;
use ferry_method::{Counters, HandlerId, Header, Landing, MethodError, PeerId, Sink, StreamId};
use ferry_sync::{BODY, BulkReader, CellEnvelope, CellReader};
use ferry_sys::{View, copy_received, expect_line};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Cells taken from one slot before the next has its turn.
const BATCH: usize = 64;
/// So many messages taken in one turn say that the sender runs ahead: cells further on are asked for before they are needed.
const ROW: usize = 2;
const AHEAD: u32 = 4;
/// Bytes of messages taken in one turn: who waits for the first of several long ones may be about to say where the
/// second goes, which is a copy less.
const TURN: u64 = 4096;

/// A frame whose payload streams through the room.
struct Begun {
    header: Header,
    total: usize,
    got: usize,
    /// Where in the room its next byte lies, as a position.
    position: u64,
    landing: Landing,
    /// It comes from memory, which is read upwards the quickest.
    is_cold: bool,
    /// When it began to come, where that is measured.
    started: Option<Duration>,
}

/// Bytes copied before room is given back.
const STEP: usize = 16 << 10;

/// One sender's slot, as its only reader sees it.
pub(crate) struct Intake {
    pub(crate) peer: PeerId,
    slot: SlotMemory,
    reader: CellReader,
    bulk: BulkReader,
    /// A payload that lay in several cells.
    run: Box<[u8; LONGEST_RUN]>,
    begun: Option<Begun>,
    /// When the last long payload ended, and where the next message lies, if that was there already: this process alone
    /// keeps it waiting.
    waits_since: Option<(Duration, u32)>,
    broken: bool,
    /// Where it is, for other threads.
    lookout: Arc<SlotLookout>,
    /// Wakes the sender where it sleeps for room.
    sender: Option<Waker>,
    pid: u32,
    /// Where the sender has left the way to itself, if not in `/proc`.
    board: Option<Arc<dyn Board>>,
}

impl Intake {
    /// The reading end of a slot that was claimed.
    pub(crate) fn new(claim: Claim, slot: SlotMemory, board: Option<Arc<dyn Board>>) -> Self {
        Intake {
            peer: PeerId(claim.peer),
            reader: CellReader::new(slot.cells.len()),
            lookout: Arc::new(SlotLookout::new(&slot)),
            slot,
            bulk: BulkReader::default(),
            run: Box::new([0; LONGEST_RUN]),
            begun: None,
            waits_since: None,
            broken: false,
            sender: None,
            pid: claim.pid,
            board,
        }
    }

    /// The sender has said that it ends orderly.
    pub(crate) fn has_ended(&self) -> bool {
        self.slot.front.owner.0.ended.load(Ordering::Acquire) != 0
    }

    /// The sender is dead: what it had begun ends here.
    pub(crate) fn abandon(&mut self) {
        self.begun = None;
        self.fall_silent();
    }

    fn fall_silent(&mut self) {
        self.broken = true;
        self.lookout.fall_silent();
    }

    /// The slot as other threads see it.
    pub(crate) fn lookout(&self) -> &Arc<SlotLookout> {
        &self.lookout
    }

    #[inline]
    pub(crate) fn is_ready(&self) -> bool {
        if self.broken {
            return false;
        }
        match &self.begun {
            None => self.reader.is_ready(&self.slot.cells),
            Some(begun) => self.slot.front.written.0.load(Ordering::Acquire) != begun.position,
        }
    }

    #[inline]
    pub(crate) fn poll(
        &mut self,
        sink: &mut dyn Sink,
        counters: &mut Counters,
        choice: &mut Option<ReadChoice>,
    ) -> usize {
        let (mut taken, before) = (0, counters.bytes_received);
        while taken < BATCH && counters.bytes_received - before < TURN && self.is_ready() {
            taken += 1;
            if self.begun.is_some() {
                self.take_stream(sink, counters, choice);
                continue;
            }
            if taken > ROW {
                expect_line(self.reader.further(&self.slot.cells, AHEAD));
            }
            let cells = self.take(sink, counters);
            self.reader.advance(cells);
            self.reader.publish_in_batches(&self.slot.front.head.0);
        }
        if taken != 0 {
            self.lookout.note(self.reader.position());
        } else {
            // A message of two cells is told of by the first: the second crosses at the same time as that.
            expect_line(self.reader.further(&self.slot.cells, 1));
            if self.reader.unpublished() != 0 {
                self.reader.publish(&self.slot.front.head.0);
            }
        }
        if self.slot.front.owner.0.starved.load(Ordering::Relaxed) != 0 && self.is_roomy(taken) {
            self.feed();
        }
        taken
    }

    /// Whether it is time to wake a sender that sleeps for room: where half of it is free, or nothing is left to
    /// take. Woken for each step of a stream, a sender on this core would be let in for each.
    #[cold]
    #[inline(never)]
    fn is_roomy(&self, taken: usize) -> bool {
        let Some(begun) = self.begun.as_ref().filter(|_| taken != 0) else { return true };
        let written = self.slot.front.written.0.load(Ordering::Acquire);
        written.wrapping_sub(begun.position) <= self.slot.room as u64 / 2
    }

    /// The sender sleeps until there is room: gives back all there is, and wakes it.
    #[cold]
    #[inline(never)]
    fn feed(&mut self) {
        let front = &self.slot.front;
        self.reader.publish(&front.head.0);
        let owner = &front.owner.0;
        // Acquires what the sender wrote about itself before it first slept.
        owner.starved.swap(0, Ordering::SeqCst);
        if self.sender.is_none() && owner.deaf.load(Ordering::Relaxed) == 0 {
            self.sender = self.find_sender().ok();
        }
        match &mut self.sender {
            Some(sender) => sender.wake(),
            // It has ended, or it must not sleep where it waits for this process.
            None => owner.deaf.store(1, Ordering::SeqCst),
        }
    }

    fn find_sender(&self) -> io::Result<Waker> {
        let owner = &self.slot.front.owner.0;
        let number = |word: &AtomicU32| word.load(Ordering::Relaxed);
        let way = match &self.board {
            Some(board) => Entrance::by_board(&**board, self.peer),
            None => {
                let (inbox, fifo) = (number(&owner.inbox_fd), number(&owner.fifo_fd));
                Entrance::by_number(self.pid, inbox as i32, fifo as i32)
            }
        }?;
        let front = way.inbox.map(0, number(&owner.front_len) as usize)?;
        if front.len() < size_of::<Front>() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: made of atomics, valid for any bits.
        let front: View<Front> = unsafe { Arc::new(front).view(0) };
        Ok(Waker::new(front, way.pipe))
    }

    /// Delivers the next message, whose first cell is ready. Returns how many cells it takes.
    #[inline]
    fn take(&mut self, sink: &mut dyn Sink, counters: &mut Counters) -> u32 {
        let (peer, run) = (self.peer, &mut *self.run);
        let taken = self.reader.peek(&self.slot.cells, |envelope, body, further| {
            let mut header = header_of(&envelope);
            let len = envelope.len as usize;
            let cells = match envelope.kind {
                piece::INLINE if len <= BODY => {
                    sink.frame(peer, &header, &body[..len]);
                    1
                }
                piece::INLINE_WORDS if len <= BEHIND_WORDS => {
                    header.words = [word(body, 0), word(body, 8)];
                    sink.frame(peer, &header, &body[16..16 + len]);
                    1
                }
                piece::RUN if (BEHIND_WORDS..=LONGEST_RUN).contains(&len) => {
                    header.words = [word(body, 0), word(body, 8)];
                    run[..BEHIND_WORDS].copy_from_slice(&body[16..]);
                    let more = further.read(&mut run[BEHIND_WORDS..len]);
                    sink.frame(peer, &header, &run[..len]);
                    1 + more
                }
                _ => return Err((envelope, RoomPiece::decode(body))),
            };
            counters.frames_received += 1;
            counters.bytes_received += len as u64;
            Ok(cells)
        });
        match taken {
            Some(Ok(cells)) => cells,
            Some(Err((envelope, room))) => {
                if let Err(why) = self.take_piece(&envelope, &room, sink, counters) {
                    self.give_up(why, sink, counters);
                }
                1
            }
            None => 0,
        }
    }

    /// The sender broke the rules: nothing more is taken from it.
    #[cold]
    fn give_up(&mut self, why: String, sink: &mut dyn Sink, counters: &mut Counters) {
        let peer = self.peer;
        self.fall_silent();
        counters.refused += 1;
        sink.lost(peer, MethodError::Nonsense { peer, method: NAME, why });
    }

    /// Bytes of the room; the caller has checked that they lie in it.
    fn room(&self, offset: usize, len: usize) -> &[u8] {
        let start = self.slot.room(offset, len);
        // SAFETY: in bounds (`SlotMemory::room`); the writer is done with these bytes (it said so after writing
        // them) and leaves them alone until they are freed.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    fn take_piece(
        &mut self,
        envelope: &CellEnvelope,
        room: &RoomPiece,
        sink: &mut dyn Sink,
        counters: &mut Counters,
    ) -> Result<(), String> {
        let (offset, len) = (room.offset as usize, envelope.len as usize);
        if offset + len > self.slot.room {
            return Err(format!("a piece of {len} bytes at {offset} lies outside the room"));
        }
        let mut header = header_of(envelope);
        header.words = room.words;
        match envelope.kind {
            piece::WHOLE => {
                sink.frame(self.peer, &header, self.room(offset, len));
                counters.frames_received += 1;
                counters.bytes_received += len as u64;
                let freed = self.bulk.free(room.position);
                self.slot.front.freed.0.store(freed, Ordering::Release);
            }
            piece::STREAM | piece::COLD_STREAM => {
                let is_cold = envelope.kind == piece::COLD_STREAM;
                let total = usize::try_from(room.total).map_err(|e| e.to_string())?;
                let landing = sink.begin(self.peer, &header, total);
                let position = room.position;
                self.lookout.note_stream(Some(position));
                let here = self.reader.position();
                let waits_since = self.waits_since.take().filter(|(_, place)| *place == here);
                let started = waits_since.map(|(since, _)| since);
                self.begun =
                    Some(Begun { header, total, got: 0, position, landing, is_cold, started });
            }
            kind => return Err(format!("a cell of kind {kind} makes no sense")),
        }
        Ok(())
    }

    /// Copies what has come of a long payload.
    fn take_stream(
        &mut self,
        sink: &mut dyn Sink,
        counters: &mut Counters,
        choice: &mut Option<ReadChoice>,
    ) {
        let Some(mut begun) = self.begun.take() else { return };
        if begun.got == 0
            && let Some(choice) = choice
        {
            begun.started = choice.start(begun.total).map(|now| begun.started.unwrap_or(now));
        }
        let size = self.slot.room as u64;
        let ready = self.slot.front.written.0.load(Ordering::Acquire).wrapping_sub(begun.position);
        if ready > size {
            let why = format!("{ready} bytes are said to be in a room of {size}");
            return self.give_up(why, sink, counters);
        }
        let offset = (begun.position % size) as usize;
        // What lies behind this payload's end belongs to the next.
        let left = begun.total - begun.got;
        let n = (ready as usize).min(size as usize - offset).min(STEP).min(left);
        if let Some(place) = begun.landing.slice_from(begun.got)
            && let Some(place) = place.get_mut(..n)
        {
            match begun.is_cold {
                true => place.copy_from_slice(self.room(offset, n)),
                false => copy_received(place, self.room(offset, n)),
            }
        }
        begun.got += n;
        begun.position += n as u64;
        let done = begun.got == begun.total;
        self.lookout.note_stream((!done).then_some(begun.position));
        let end = if done { begun.position.next_multiple_of(64) } else { begun.position };
        let freed = self.bulk.free(end);
        self.slot.front.freed.0.store(freed, Ordering::Release);
        if done {
            counters.frames_received += 1;
            counters.bytes_received += begun.total as u64;
            if let (Some(choice), Some(start)) = (choice, begun.started) {
                let end = choice.copied(begun.total, start);
                let is_next_there = self.reader.is_ready(&self.slot.cells);
                self.waits_since = is_next_there.then_some((end, self.reader.position()));
            }
            sink.finish(self.peer, &begun.header, begun.landing);
        } else {
            self.begun = Some(begun);
        }
    }
}

#[inline]
fn header_of(envelope: &CellEnvelope) -> Header {
    Header {
        handler: HandlerId(envelope.handler),
        flags: envelope.flags,
        stream: StreamId(envelope.stream),
        bits: envelope.bits,
        words: [0, 0],
    }
}

#[inline]
fn word(body: &[u8; BODY], at: usize) -> u64 {
    u64::from_le_bytes(body[at..at + 8].try_into().unwrap_or_default())
}
