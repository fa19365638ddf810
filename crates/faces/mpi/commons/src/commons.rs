//! The members' meeting place.

mod chain;
mod lent;
mod pieces;

pub use pieces::CommonsPiece;

use crate::layout::{
    CommonsLayout, HEAD, LEN_BITS, LINE, LONGEST, PLACES, ROOM, SHORT, SLEEPERS, TOKEN,
};
use ferry_sys::{Arena, ReadRegion};
use lent::LENT;
use pieces::RoomUses;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// What a member has laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonsMark {
    /// For what kind of operation.
    pub kind: u8,
    /// Bytes: those that lie there, or all that go in pieces.
    pub len: usize,
}

/// What a member waits for in its sleep: that others do this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommonsChange {
    /// That a member lays something out.
    Laying(u32),
    /// That members come to the end of an operation.
    Ending,
}

impl CommonsChange {
    fn word(self) -> u32 {
        match self {
            CommonsChange::Laying(rank) => rank + 1,
            CommonsChange::Ending => u32::MAX,
        }
    }
}

/// The memory as one member sees it. One thread at a time uses it, as of a communicator's collectives one follows
/// the other (MPI-5.0 §6.14).
#[derive(Debug)]
pub struct Commons {
    arena: Arena,
    layout: CommonsLayout,
    me: u32,
    members: u32,
    /// How many operations were begun here: the lower half is the number of the latest.
    begun: AtomicU64,
    /// All others have come as far, as far as is known.
    passed: AtomicU64,
    uses: RoomUses,
    /// A bit for each room of each member in which this process has been.
    known: Box<[AtomicU64]>,
    must_fence: bool,
}

impl Commons {
    /// How much memory so many members need, each with so many rooms ([`rooms_of`](crate::rooms_of)).
    pub fn bytes(members: u32, rooms: u32) -> usize {
        CommonsLayout::new(members, rooms).len()
    }

    /// Of `members` of which this process is number `me`, each with so many rooms, in memory that was all zero when they began. `must_fence`:
    /// whoever is about to sleep cannot fence for the others.
    ///
    /// # Panics
    /// If the memory is too short or not aligned for numbers of 64 bits.
    pub fn new(arena: Arena, (me, members): (u32, u32), rooms: u32, must_fence: bool) -> Self {
        let layout = CommonsLayout::new(members, rooms);
        let arena = arena.part(0, layout.len());
        Commons::token(&arena);
        // Nobody has to end the operation before the first.
        let (begun, passed) = (AtomicU64::new(0), AtomicU64::new(came_to(1, 0)));
        let uses: RoomUses = (0..rooms).map(|_| Default::default()).collect();
        let known = (members * rooms).div_ceil(u64::BITS);
        let known = (0..known).map(|_| AtomicU64::new(0)).collect();
        let commons =
            Commons { arena, layout, me, members, begun, passed, uses, known, must_fence };
        commons.come_to(came_to(1, 0));
        commons
    }

    #[inline]
    fn long(&self, at: usize) -> &AtomicU64 {
        self.arena.atomic(at).expect("aligned since `new`")
    }

    #[inline]
    fn word(&self, at: usize) -> &AtomicU32 {
        self.arena.atomic(at).expect("aligned since `new`")
    }

    /// What tells such memory from other files, before anything is written to it.
    ///
    /// # Panics
    /// If the memory is too short or not aligned for numbers of 64 bits.
    pub fn token(arena: &Arena) -> &AtomicU64 {
        arena.atomic(TOKEN).expect("misaligned memory of a communicator")
    }

    /// This process's number among the members.
    #[inline]
    pub fn me(&self) -> u32 {
        self.me
    }

    /// How many there are.
    #[inline]
    pub fn members(&self) -> u32 {
        self.members
    }

    /// Begins the next operation. Every member begins every operation, takes part as it has to, and
    /// [ends](Commons::end) it.
    #[inline]
    pub fn begin(&self) -> u32 {
        let begun = self.begun.load(Ordering::Relaxed) + 1;
        self.begun.store(begun, Ordering::Relaxed);
        begun as u32
    }

    /// Whether this process may lay out `len` bytes for an operation, in one piece.
    #[inline]
    pub fn is_free(&self, piece: CommonsPiece, len: usize) -> bool {
        let number = piece.number;
        let end_of = |ahead: u32| came_to(number.wrapping_sub(ahead).wrapping_add(1), 0);
        let is_free = has_come_to(self.passed.load(Ordering::Relaxed), end_of(PLACES))
            // Who has to wait waits for half of the places, so that it need not look again for as many operations.
            || self.all_have_come_to(end_of(PLACES / 2));
        is_free && (len <= SHORT || self.is_room_free(piece))
    }

    #[cold]
    fn all_have_come_to(&self, needed: u64) -> bool {
        let number = self.begun.load(Ordering::Relaxed) as u32;
        let mut least = came_to(number.wrapping_add(1), 0);
        for rank in (0..self.members).filter(|rank| *rank != self.me) {
            let came = self.came(rank);
            least = if has_come_to(came, least) { least } else { came };
        }
        let have = has_come_to(least, needed);
        if have {
            self.passed.store(least, Ordering::Relaxed);
        }
        have
    }

    /// How far a member has come.
    #[inline]
    fn came(&self, rank: u32) -> u64 {
        self.long(self.layout.done(rank)).load(Ordering::Acquire)
    }

    /// Whether a member is through with an operation: what it has not laid out for it will not come.
    pub fn has_left(&self, number: u32, rank: u32) -> bool {
        has_come_to(self.came(rank), came_to(number.wrapping_add(1), 0))
    }

    /// Says why this process leaves an operation, and all later ones, before the others have what they wait for. The
    /// first time counts.
    pub fn excuse(&self, number: u32, why: u16) {
        let own = self.long(self.layout.excuse(self.me));
        if own.load(Ordering::Relaxed) == 0 {
            own.store(came_to(number, u32::from(why) + 1), Ordering::Relaxed);
        }
    }

    /// Why a member has left an operation, if it has said so.
    pub fn excuse_of(&self, number: u32, rank: u32) -> Option<u16> {
        // What it said before it left is seen by whoever has seen that.
        let excuse = self.long(self.layout.excuse(rank)).load(Ordering::Relaxed);
        let is_of_it = has_come_to(came_to(number, 0), came_to((excuse >> 32) as u32, 0));
        u16::try_from((excuse as u32).checked_sub(1)?).ok().filter(|_| is_of_it)
    }

    /// Lays `len` bytes out, which `fill` writes. The place is free. True: somebody sleeps ([`Commons::sleepers`]).
    ///
    /// # Panics
    /// If there are more than [`ROOM`].
    #[inline]
    pub fn lay_out(
        &self,
        piece: CommonsPiece,
        mark: CommonsMark,
        fill: impl FnOnce(&mut [u8]),
    ) -> bool {
        let CommonsMark { kind, len } = mark;
        assert!(len <= ROOM);
        if len > SHORT {
            self.note_use(piece, None);
        }
        if len != 0 {
            let mut place = self.arena.write(self.bytes_of(piece, self.me, len), len);
            fill(place.as_mut_slice());
        }
        self.announce(piece.number, CommonsMark { kind, len })
    }

    /// Where a member lays out so many bytes for an operation, in one piece.
    #[inline]
    fn bytes_of(&self, piece: CommonsPiece, rank: u32, len: usize) -> usize {
        match len <= SHORT {
            true => self.layout.mark(rank, piece.number) + HEAD,
            false => self.layout.room(rank, self.room(piece)),
        }
    }

    /// Says what this process lays out for an operation, without any bytes: they come in pieces, or there are none. True:
    /// somebody sleeps.
    ///
    /// # Panics
    /// If they are more than [`LONGEST`].
    #[inline]
    pub fn announce(&self, number: u32, mark: CommonsMark) -> bool {
        assert!(mark.len <= LONGEST);
        let mark =
            u64::from(number) << 32 | u64::from(mark.kind & 31) << LEN_BITS | mark.len as u64;
        self.long(self.layout.mark(self.me, number)).store(mark, Ordering::Release);
        self.somebody_sleeps()
    }

    /// What a member has laid out for an operation, if it has.
    #[inline]
    pub fn found(&self, number: u32, rank: u32) -> Option<CommonsMark> {
        let mark = self.long(self.layout.mark(rank, number)).load(Ordering::Acquire);
        if mark >> 32 != u64::from(number) {
            return None;
        }
        let found = CommonsMark { kind: kind_of(mark), len: mark as usize & LONGEST };
        Some(if found.kind == LENT { self.lent_mark(number, rank, found.len) } else { found })
    }

    /// Has what a member lays out for the next operation, of as many bytes, brought here: it is there already, as far as
    /// can be told. Of what lies in a room only the mark is.
    #[inline]
    pub fn expect(&self, number: u32, rank: u32, len: usize) {
        let mark = self.layout.mark(rank, number.wrapping_add(1));
        let here = if len <= SHORT { len } else { 0 };
        (0..HEAD + here).step_by(LINE).for_each(|at| self.arena.expect(mark + at));
    }

    /// The bytes that a member has laid out, as many as a room has at most.
    #[inline]
    pub fn read(&self, piece: CommonsPiece, rank: u32, len: usize) -> ReadRegion {
        let len = len.min(ROOM);
        self.arena.read(self.bytes_of(piece, rank, len), len)
    }

    /// This process is through with an operation; `all_came`: it has found what every member laid out for it. True:
    /// somebody sleeps.
    #[inline]
    pub fn end(&self, number: u32, all_came: bool) -> bool {
        if all_came {
            self.passed.store(came_to(number, 0), Ordering::Relaxed);
        }
        self.come_to(came_to(number.wrapping_add(1), 0))
    }

    /// Tells the others how far this process has come. True: somebody sleeps.
    #[inline]
    fn come_to(&self, place: u64) -> bool {
        self.long(self.layout.done(self.me)).store(place, Ordering::Release);
        self.somebody_sleeps()
    }

    #[inline]
    fn somebody_sleeps(&self) -> bool {
        if self.must_fence {
            fence(Ordering::SeqCst);
        }
        self.word(SLEEPERS).load(Ordering::Relaxed) != 0
    }

    /// The members that sleep until this process does what it has just done.
    pub fn sleepers(&self, what: CommonsChange) -> impl Iterator<Item = u32> + '_ {
        let awaited = move |rank| self.word(self.layout.awaited(rank)).load(Ordering::Acquire);
        (0..self.members).filter(move |rank| *rank != self.me && awaited(*rank) == what.word())
    }

    /// This process is about to sleep until something has happened, and looks once more after a fence that reaches
    /// the others.
    pub fn begin_sleeping(&self, until: CommonsChange) {
        self.word(self.layout.awaited(self.me)).store(until.word(), Ordering::Release);
        self.word(SLEEPERS).fetch_add(1, Ordering::SeqCst);
    }

    /// It is awake again.
    pub fn end_sleeping(&self) {
        self.word(SLEEPERS).fetch_sub(1, Ordering::SeqCst);
        self.word(self.layout.awaited(self.me)).store(0, Ordering::Release);
    }
}

/// The kind that the word of a mark tells.
#[inline]
fn kind_of(mark: u64) -> u8 {
    (mark >> LEN_BITS) as u8 & 31
}

/// The place where somebody is that has begun an operation, and taken so many pieces of it.
#[inline]
fn came_to(number: u32, pieces: u32) -> u64 {
    u64::from(number) << 32 | u64::from(pieces)
}

/// Whether somebody at `here` has come to `there`; numbers go round.
#[inline]
fn has_come_to(here: u64, there: u64) -> bool {
    here.wrapping_sub(there).cast_signed() >= 0
}

#[cfg(test)]
mod tests;
