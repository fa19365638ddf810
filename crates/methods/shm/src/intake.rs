//! The reading end of one sender's slot.

mod stream;

use crate::descriptor::NAME;
use crate::entrance::{Board, Entrance};
use crate::layout::{BEHIND_WORDS, Claim, Front, LONGEST_RUN, RoomPiece, SlotMemory, piece};
use crate::lookout::SlotLookout;
use crate::notes::{Notes, Tiding};
use crate::shuttle::{Home, Shuttle};
use crate::waker::Waker;
use ferry_method::{HandlerId, Header, MethodError, PeerId, Sink, StreamId};
use ferry_sync::{BODY, BulkReader, CellEnvelope, CellReader};
use ferry_sys::{View, expect_line};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use stream::{Begun, Source};

/// Cells taken from one slot before the next has its turn.
const BATCH: usize = 64;
/// So many messages taken in one turn say that the sender runs ahead: cells further on are asked for before they are needed.
const ROW: usize = 2;
const AHEAD: u32 = 4;
/// Bytes of messages taken in one turn: who waits for the first of several long ones may be about to say where the
/// second goes, which is a copy less.
const TURN: u64 = 4096;

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
    /// How far streams have been read in the room, and in the shuttles.
    room_read: usize,
    shuttles_read: [usize; 2],
    /// The shuttle of the slot that goes the other way, once there is one.
    pub(crate) other_shuttle: Option<Shuttle>,
    /// The shuttle of this slot has come.
    pub(crate) has_landed: bool,
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
            room_read: 0,
            shuttles_read: [0; 2],
            other_shuttle: None,
            has_landed: false,
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
            Some(begun) => self.has_more(begun),
        }
    }

    /// The shuttle of this slot.
    pub(crate) fn shuttle(&self) -> &Shuttle {
        &self.slot.shuttle
    }

    fn shuttle_of(&self, home: Home) -> Option<&Shuttle> {
        match home {
            Home::ThisSlot => Some(&self.slot.shuttle),
            Home::OtherSlot => self.other_shuttle.as_ref(),
        }
    }

    #[inline]
    pub(crate) fn poll(&mut self, sink: &mut dyn Sink, notes: &mut Notes) -> usize {
        let (mut taken, before) = (0, notes.counters.bytes_received);
        while taken < BATCH && notes.counters.bytes_received - before < TURN && self.is_ready() {
            taken += 1;
            if self.begun.is_some() {
                self.take_stream(sink, notes);
                continue;
            }
            if taken > ROW {
                expect_line(self.reader.further(&self.slot.cells, AHEAD));
            }
            let cells = self.take(sink, notes);
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
        let source = self.begun.as_ref().filter(|_| taken != 0).map(|begun| begun.source);
        let Some(Source::Room { position, .. }) = source else { return true };
        let written = self.slot.front.written.0.load(Ordering::Acquire);
        written.wrapping_sub(position) <= self.slot.room as u64 / 2
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
    fn take(&mut self, sink: &mut dyn Sink, notes: &mut Notes) -> u32 {
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
            notes.received(len);
            Ok(cells)
        });
        match taken {
            Some(Ok(cells)) => cells,
            Some(Err((envelope, room))) => {
                if let Err(why) = self.take_piece(&envelope, &room, sink, notes) {
                    self.give_up(why, sink, notes);
                }
                1
            }
            None => 0,
        }
    }

    /// The sender broke the rules: nothing more is taken from it.
    #[cold]
    fn give_up(&mut self, why: String, sink: &mut dyn Sink, notes: &mut Notes) {
        let peer = self.peer;
        self.fall_silent();
        notes.counters.refused += 1;
        sink.lost(peer, MethodError::Nonsense { peer, method: NAME, why });
    }

    /// Takes a payload that lies outside the ring, or begins to.
    fn take_piece(
        &mut self,
        envelope: &CellEnvelope,
        room: &RoomPiece,
        sink: &mut dyn Sink,
        notes: &mut Notes,
    ) -> Result<(), String> {
        let (offset, len) = (room.offset as usize, envelope.len as usize);
        let mut header = header_of(envelope);
        header.words = room.words;
        match envelope.kind {
            piece::WHOLE if offset + len > self.slot.room => {
                return Err(format!("a piece of {len} bytes at {offset} lies outside the room"));
            }
            piece::WHOLE => {
                sink.frame(self.peer, &header, self.room(offset, len));
                let freed = self.bulk.free(room.position);
                self.slot.front.freed.0.store(freed, Ordering::Release);
                notes.received(len);
            }
            piece::SHUTTLE => {
                let (home, shuttle) = self.arriving(room, len as u64)?;
                sink.frame(self.peer, &header, shuttle.bytes(0, len));
                notes.received(len);
                self.land(home, notes);
            }
            piece::SHUTTLE_STREAM => {
                let (home, _) = self.arriving(room, room.total)?;
                self.begin_stream(header, room, Source::Shuttle(home), sink)?;
            }
            piece::STREAM | piece::COLD_STREAM => {
                let is_cold = envelope.kind == piece::COLD_STREAM;
                let source = Source::Room { position: room.position, is_cold };
                self.begin_stream(header, room, source, sink)?;
            }
            kind => return Err(format!("a cell of kind {kind} makes no sense")),
        }
        Ok(())
    }

    /// The shuttle that a cell tells of, which a payload of so many bytes fits.
    fn arriving(&self, cell: &RoomPiece, len: u64) -> Result<(Home, &Shuttle), String> {
        let home = Home::of_word(cell.offset);
        let shuttle = home.and_then(|home| Some((home, self.shuttle_of(home)?)));
        shuttle
            .filter(|(_, shuttle)| len <= shuttle.len as u64)
            .ok_or_else(|| format!("no shuttle {} has {len} bytes", cell.offset))
    }

    /// A shuttle is at this end, and what it brought is read.
    fn land(&mut self, home: Home, notes: &mut Notes) {
        self.has_landed |= home == Home::ThisSlot;
        notes.tidings.push(Tiding::Landed(self.peer, home));
    }

    /// Bytes of the room; the caller has checked that they lie in it.
    fn room(&self, offset: usize, len: usize) -> &[u8] {
        let start = self.slot.room(offset, len);
        // SAFETY: in bounds (`SlotMemory::room`); the writer is done with these bytes (it said so after writing
        // them) and leaves them alone until they are freed.
        unsafe { std::slice::from_raw_parts(start, len) }
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
