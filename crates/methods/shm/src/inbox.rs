//! The receiving side: this process's inbox and the slots of those who send to it.

use crate::bell::{OwnBell, front_of};
use crate::descriptor::{Address, NAME};
use crate::entrance::{Board, Entrance, Surroundings};
use crate::layout::{
    AWAKE, Claim, Front, Geometry, ON_BELL, ON_FIFO, RoomPiece, SlotFront, piece, stamp,
};
use crate::liveness::open_process;
use crate::outbox::Outbox;
use crate::waker::Waker;
use ferry_method::{
    Armed, Counters, HandlerId, Header, Identity, Landing, MethodError, PeerId, Sink, StreamId,
};
use ferry_sync::{BODY, BulkReader, Cell, CellReader, Envelope};
use ferry_sys::{AsymmetricFence, Fifo, Segment, SegmentFile};
use rustix::fd::AsFd;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// With more senders than this, senders mark their slots and only marked ones are polled.
const POLLED_DIRECTLY: usize = 8;
/// Cells taken from one slot before the next has its turn.
const BATCH: usize = 64;

/// A frame whose payload streams through the room.
struct Begun {
    header: Header,
    total: usize,
    got: usize,
    /// Where in the room its next byte lies, as a position.
    position: u64,
    landing: Landing,
}

/// Bytes copied before room is given back.
const STEP: usize = 16 << 10;

/// One sender's slot, as its only reader sees it.
pub(crate) struct Slot {
    peer: PeerId,
    segment: Segment,
    geometry: Geometry,
    reader: CellReader,
    bulk: BulkReader,
    begun: Option<Begun>,
    broken: bool,
    /// Wakes the sender where it sleeps for room.
    sender: Option<Waker>,
    pid: u32,
    /// Where the sender has left the way to itself, if not in `/proc`.
    board: Option<Arc<dyn Board>>,
}

/// This process's inbox.
pub(crate) struct Inbox {
    file: SegmentFile,
    pub(crate) front: Arc<Segment>,
    pub(crate) geometry: Geometry,
    pub(crate) bell: Arc<OwnBell>,
    fence: AsymmetricFence,
    /// `None`: the slot of one that is not heard.
    pub(crate) slots: Vec<Option<Slot>>,
    board: Option<Arc<dyn Board>>,
    marking: bool,
    armed_fifo: bool,
    size: u32,
    pub(crate) counters: Counters,
    /// Senders seen for the first time.
    pub(crate) newcomers: Vec<Claim>,
}

impl Inbox {
    pub(crate) fn create(
        identity: &Identity,
        surroundings: &Surroundings,
        geometry: Geometry,
    ) -> Result<(Self, Address), MethodError> {
        let sys = |doing: &str, e: std::io::Error| MethodError::system(doing.to_string(), e);
        let file = SegmentFile::create("ferry-inbox", geometry.len())
            .map_err(|e| sys("making an inbox in shared memory", e))?;
        let front = file.map(0, geometry.front_len()).map_err(|e| sys("mapping the inbox", e))?;
        let fifo = Arc::new(Fifo::new().map_err(|e| sys("making a pipe", e))?);
        let mut random = [0u8; 16];
        rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())
            .map_err(|e| sys("asking for randomness", e.into()))?;
        let bits = u128::from_le_bytes(random);
        let token = [bits as u64, (bits >> 64) as u64];
        stamp(front_of(&front), token, &geometry);
        let fence = AsymmetricFence::register();
        let must = u32::from(fence.frequent_side_must_fence());
        front_of(&front).sleep_words().must_fence.store(must, Ordering::SeqCst);
        let mut address = Address {
            node: surroundings.node,
            board: 0,
            place: surroundings.place.clone(),
            pid: std::process::id(),
            inbox_fd: file.raw_fd(),
            fifo_fd: fifo.write_fd(),
            token,
            geometry,
            host: identity.host.clone(),
        };
        let front = Arc::new(front);
        let mut inbox = Inbox {
            file,
            bell: Arc::new(OwnBell { front: front.clone(), fifo }),
            front,
            geometry,
            fence,
            slots: Vec::new(),
            board: None,
            marking: false,
            armed_fifo: false,
            size: identity.size,
            counters: Counters::default(),
            newcomers: Vec::new(),
        };
        inbox.board = surroundings.board.clone().filter(|board| inbox.leave_on(&**board).is_ok());
        address.board = inbox.board.as_ref().map_or(0, |board| board.id());
        Ok((inbox, address))
    }

    /// Leaves the way into this process where the others of its node find it.
    fn leave_on(&self, board: &dyn Board) -> io::Result<()> {
        let this = open_process(std::process::id()).ok().flatten();
        let ways = [self.file.lend(), self.bell.fifo.lend_write()];
        let ways: Vec<_> = ways.into_iter().chain(this.as_ref().map(AsFd::as_fd)).collect();
        board.give(&ways)
    }

    #[inline]
    fn front(&self) -> &Front {
        front_of(&self.front)
    }

    /// Takes what has arrived.
    #[inline]
    pub(crate) fn poll(&mut self, sink: &mut dyn Sink) -> usize {
        let claimed = self.front().claims.0.claimed.load(Ordering::Acquire) as usize;
        if claimed > self.slots.len() {
            self.admit(claimed.min(self.geometry.capacity));
        }
        if self.marking {
            return self.poll_marked(sink);
        }
        let mut taken = 0;
        for slot in self.slots.iter_mut().flatten() {
            taken += slot.poll(sink, &mut self.counters);
        }
        taken
    }

    fn poll_marked(&mut self, sink: &mut dyn Sink) -> usize {
        let words = self.geometry.activity_words();
        let front = self.front.clone();
        // SAFETY: atomics, valid for any bits.
        let activity: &[AtomicU64] = unsafe { front.slice(Geometry::ACTIVITY, words) };
        let mut taken = 0;
        for (w, word) in activity.iter().enumerate() {
            if word.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let mut marks = word.swap(0, Ordering::SeqCst);
            while marks != 0 {
                let bit = marks.trailing_zeros() as usize;
                marks &= marks - 1;
                let index = w * 64 + bit;
                if index >= self.slots.len() {
                    self.admit((index + 1).min(self.geometry.capacity));
                }
                let Some(Some(slot)) = self.slots.get_mut(index) else { continue };
                taken += slot.poll(sink, &mut self.counters);
                if slot.is_ready() {
                    word.fetch_or(1 << bit, Ordering::SeqCst);
                }
            }
        }
        taken
    }

    /// Maps the slots of new senders.
    #[cold]
    #[inline(never)]
    fn admit(&mut self, claimed: usize) {
        while self.slots.len() < claimed {
            // Without memory for it now, the next poll tries again.
            let Ok(slot) = self.open_slot(self.slots.len()) else { break };
            self.slots.push(slot);
        }
        if self.slots.len() > POLLED_DIRECTLY && !self.marking {
            self.marking = true;
            self.front().sleep_words().mark_activity.store(1, Ordering::SeqCst);
            self.fence.rare_side();
            // Whoever sent before it saw that marks are wanted is found by marking everyone once.
            (0..self.slots.len()).for_each(|index| self.mark(index));
        }
    }

    /// A claimed slot; `None` if no process of this job has claimed it.
    fn open_slot(&mut self, index: usize) -> io::Result<Option<Slot>> {
        let geometry = self.geometry;
        // SAFETY: atomics, valid for any bits.
        let claims: &[AtomicU64] =
            unsafe { self.front.slice(geometry.claims_at(), geometry.capacity) };
        let claim = Claim::of_word(claims[index].load(Ordering::Acquire));
        let Some(claim) = claim.filter(|claim| claim.peer < self.size) else {
            self.counters.refused += 1;
            return Ok(None);
        };
        let segment = self.file.map(geometry.slot_at(index), geometry.slot_len())?;
        self.newcomers.push(claim);
        self.counters.peers += 1;
        if self.marking {
            self.mark(index);
        }
        Ok(Some(Slot {
            peer: PeerId(claim.peer),
            segment,
            geometry,
            reader: CellReader::new(geometry.cells),
            bulk: BulkReader::default(),
            begun: None,
            broken: false,
            sender: None,
            pid: claim.pid,
            board: self.board.clone().filter(|_| claim.by_board),
        }))
    }

    fn mark(&self, index: usize) {
        let words = self.geometry.activity_words();
        // SAFETY: atomics, valid for any bits.
        let activity: &[AtomicU64] = unsafe { self.front.slice(Geometry::ACTIVITY, words) };
        activity[index / 64].fetch_or(1 << (index % 64), Ordering::SeqCst);
    }

    /// See `Method::arm`.
    pub(crate) fn arm<'a>(
        &mut self,
        by_bell: bool,
        outboxes: impl Iterator<Item = &'a mut Outbox>,
    ) -> Armed {
        let mut outboxes: Vec<_> = outboxes.collect();
        outboxes.iter().for_each(|outbox| outbox.starve());
        let words = self.front().sleep_words();
        let ticket = words.doorbell.load(Ordering::SeqCst);
        self.armed_fifo |= !by_bell;
        let words = self.front().sleep_words();
        words.sleeping.store(if by_bell { ON_BELL } else { ON_FIFO }, Ordering::SeqCst);
        self.fence.rare_side();
        if self.has_news() || outboxes.iter_mut().any(|outbox| outbox.has_news()) {
            self.disarm();
            return Armed::Busy;
        }
        Armed::Ready(ticket)
    }

    fn has_news(&mut self) -> bool {
        let claimed = self.front().claims.0.claimed.load(Ordering::SeqCst) as usize;
        claimed.min(self.geometry.capacity) > self.slots.len()
            || self.slots.iter().any(|slot| slot.as_ref().is_some_and(Slot::is_ready))
    }

    pub(crate) fn disarm(&mut self) {
        self.front().sleep_words().sleeping.store(AWAKE, Ordering::SeqCst);
        if std::mem::take(&mut self.armed_fifo) {
            self.bell.fifo.drain();
        }
    }

    /// Whether `peer` has said, in its slot here, that it ends orderly.
    pub(crate) fn sender_ended(&self, peer: PeerId) -> bool {
        let mut slots = self.slots.iter().flatten();
        slots.any(|s| s.peer == peer && s.front().owner.0.ended.load(Ordering::Acquire) != 0)
    }

    /// Ends what a dead sender had begun; what it had sent whole was delivered before.
    pub(crate) fn abandon(&mut self, peer: PeerId) {
        for slot in self.slots.iter_mut().flatten().filter(|slot| slot.peer == peer) {
            slot.begun = None;
            slot.broken = true;
        }
    }

    /// Says that this process ends orderly.
    pub(crate) fn close(&self) {
        self.front().closed.store(1, Ordering::Release);
    }
}

impl Slot {
    #[inline]
    fn cells(&self) -> &[Cell] {
        // SAFETY: cells are ordered by their own sequence words; this is the only reader.
        unsafe { self.segment.slice(self.geometry.cells_at(), self.geometry.cells) }
    }

    #[inline]
    fn front(&self) -> &SlotFront {
        // SAFETY: made of atomics, valid for any bits.
        unsafe { self.segment.get(0) }
    }

    #[inline]
    fn is_ready(&self) -> bool {
        if self.broken {
            return false;
        }
        match &self.begun {
            None => self.reader.is_ready(self.cells()),
            Some(begun) => self.front().written.0.load(Ordering::Acquire) != begun.position,
        }
    }

    #[inline]
    fn poll(&mut self, sink: &mut dyn Sink, counters: &mut Counters) -> usize {
        let mut taken = 0;
        while taken < BATCH && self.is_ready() {
            taken += 1;
            if self.begun.is_some() {
                self.take_stream(sink, counters);
                continue;
            }
            self.take(sink, counters);
            // SAFETY: made of atomics, valid for any bits; borrowed apart from the reader.
            let front: &SlotFront = unsafe { self.segment.get(0) };
            self.reader.advance();
            self.reader.publish_in_batches(&front.head.0);
        }
        if taken == 0 && self.reader.unpublished() != 0 {
            // SAFETY: as above.
            let front: &SlotFront = unsafe { self.segment.get(0) };
            self.reader.publish(&front.head.0);
        }
        if self.front().owner.0.starved.load(Ordering::Relaxed) != 0 {
            self.feed();
        }
        taken
    }

    /// The sender sleeps until there is room: gives back all there is, and wakes it.
    #[cold]
    #[inline(never)]
    fn feed(&mut self) {
        // SAFETY: made of atomics, valid for any bits; borrowed apart from the reader.
        let front: &SlotFront = unsafe { self.segment.get(0) };
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
        let owner = &self.front().owner.0;
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
        Ok(Waker::new(front, way.pipe))
    }

    /// Delivers the next cell, which is ready.
    #[inline]
    fn take(&mut self, sink: &mut dyn Sink, counters: &mut Counters) {
        let peer = self.peer;
        let long = self.reader.peek(self.cells(), |envelope, body| {
            let mut header = header_of(&envelope);
            let len = envelope.len as usize;
            match envelope.kind {
                piece::INLINE if len <= BODY => sink.frame(peer, &header, &body[..len]),
                piece::INLINE_WORDS if len <= BODY - 16 => {
                    header.words = [word(body, 0), word(body, 8)];
                    sink.frame(peer, &header, &body[16..16 + len]);
                }
                _ => return Some((envelope, RoomPiece::decode(body))),
            }
            counters.frames_received += 1;
            counters.bytes_received += len as u64;
            None
        });
        if let Some(Some((envelope, room))) = long
            && let Err(why) = self.take_piece(&envelope, &room, sink, counters)
        {
            self.give_up(why, sink, counters);
        }
    }

    /// The sender broke the rules: nothing more is taken from it.
    #[cold]
    fn give_up(&mut self, why: String, sink: &mut dyn Sink, counters: &mut Counters) {
        let peer = self.peer;
        self.broken = true;
        counters.refused += 1;
        sink.lost(peer, MethodError::Nonsense { peer, method: NAME, why });
    }

    /// Bytes of the room; the caller has checked that they lie in it.
    fn room(&self, offset: usize, len: usize) -> &[u8] {
        let start = self.segment.at(self.geometry.bulk_at() + offset, len);
        // SAFETY: in bounds (`at`); the writer is done with these bytes (it said so after writing
        // them) and leaves them alone until they are freed.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    fn take_piece(
        &mut self,
        envelope: &Envelope,
        room: &RoomPiece,
        sink: &mut dyn Sink,
        counters: &mut Counters,
    ) -> Result<(), String> {
        let (offset, len) = (room.offset as usize, envelope.len as usize);
        if offset + len > self.geometry.bulk {
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
                self.front().freed.0.store(freed, Ordering::Release);
            }
            piece::STREAM => {
                let total = usize::try_from(room.total).map_err(|e| e.to_string())?;
                let landing = sink.begin(self.peer, &header, total);
                let position = room.position;
                self.begun = Some(Begun { header, total, got: 0, position, landing });
            }
            kind => return Err(format!("a cell of kind {kind} makes no sense")),
        }
        Ok(())
    }

    /// Copies what has come of a long payload.
    fn take_stream(&mut self, sink: &mut dyn Sink, counters: &mut Counters) {
        let Some(mut begun) = self.begun.take() else { return };
        let size = self.geometry.bulk as u64;
        let ready = self.front().written.0.load(Ordering::Acquire).wrapping_sub(begun.position);
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
            place.copy_from_slice(self.room(offset, n));
        }
        begun.got += n;
        begun.position += n as u64;
        let done = begun.got == begun.total;
        let end = if done { begun.position.next_multiple_of(64) } else { begun.position };
        let freed = self.bulk.free(end);
        self.front().freed.0.store(freed, Ordering::Release);
        if done {
            counters.frames_received += 1;
            counters.bytes_received += begun.total as u64;
            sink.finish(self.peer, &begun.header, begun.landing);
        } else {
            self.begun = Some(begun);
        }
    }
}

#[inline]
fn header_of(envelope: &Envelope) -> Header {
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
