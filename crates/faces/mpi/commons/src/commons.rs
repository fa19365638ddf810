//! The members' meeting place.

use crate::layout::{CommonsLayout, PLACES, ROOM, SLEEPERS, TOKEN};
use ferry_sys::{Arena, ReadRegion};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// What a member has laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonsMark {
    /// For what kind of operation.
    pub kind: u8,
    /// Bytes.
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
    /// The latest operation that was begun here.
    number: AtomicU32,
    /// All members are through with this one, as far as is known.
    passed: AtomicU32,
    must_fence: bool,
}

impl Commons {
    /// How much memory so many members need.
    pub fn bytes(members: u32) -> usize {
        CommonsLayout::new(members).len()
    }

    /// Of `members` of which this process is number `me`, in memory that was all zero when they began. `must_fence`:
    /// whoever is about to sleep cannot fence for the others.
    ///
    /// # Panics
    /// If the memory is too short or not aligned for numbers of 64 bits.
    pub fn new(arena: Arena, (me, members): (u32, u32), must_fence: bool) -> Self {
        let layout = CommonsLayout::new(members);
        let arena = arena.part(0, layout.len());
        assert!(arena.atomic::<AtomicU64>(TOKEN).is_some(), "misaligned memory of a communicator");
        let (number, passed) = (AtomicU32::new(0), AtomicU32::new(0));
        Commons { arena, layout, me, members, number, passed, must_fence }
    }

    #[inline]
    fn long(&self, at: usize) -> &AtomicU64 {
        self.arena.atomic(at).expect("aligned since `new`")
    }

    #[inline]
    fn word(&self, at: usize) -> &AtomicU32 {
        self.arena.atomic(at).expect("aligned since `new`")
    }

    /// What tells this memory from other files.
    pub fn token(&self) -> &AtomicU64 {
        self.long(TOKEN)
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
        let number = self.number.load(Ordering::Relaxed).wrapping_add(1);
        self.number.store(number, Ordering::Relaxed);
        number
    }

    /// Whether this process's place for an operation may be written to.
    #[inline]
    pub fn is_free(&self, number: u32) -> bool {
        let needed = number.wrapping_sub(PLACES);
        has_come_to(self.passed.load(Ordering::Relaxed), needed) || self.all_have_passed(needed)
    }

    #[cold]
    fn all_have_passed(&self, needed: u32) -> bool {
        let mut least = self.number.load(Ordering::Relaxed);
        for rank in 0..self.members {
            let done = self.word(self.layout.done(rank)).load(Ordering::Acquire);
            least = if has_come_to(done, least) { least } else { done };
        }
        self.passed.store(least, Ordering::Relaxed);
        has_come_to(least, needed)
    }

    /// Lays `len` bytes out, which `fill` writes. The place is free. True: somebody sleeps ([`Commons::sleepers`]).
    ///
    /// # Panics
    /// If there are more than [`ROOM`].
    #[inline]
    pub fn lay_out(&self, number: u32, mark: CommonsMark, fill: impl FnOnce(&mut [u8])) -> bool {
        let CommonsMark { kind, len } = mark;
        assert!(len <= ROOM);
        if len != 0 {
            let mut place = self.arena.write(self.layout.bytes(self.me, number, len), len);
            fill(place.as_mut_slice());
        }
        let mark = u64::from(number) << 32 | u64::from(kind) << 24 | len as u64;
        self.long(self.layout.mark(self.me, number)).store(mark, Ordering::Release);
        self.somebody_sleeps()
    }

    /// What a member has laid out for an operation, if it has.
    #[inline]
    pub fn found(&self, number: u32, rank: u32) -> Option<CommonsMark> {
        let mark = self.long(self.layout.mark(rank, number)).load(Ordering::Acquire);
        let found = CommonsMark { kind: (mark >> 24) as u8, len: mark as usize & 0xff_ffff };
        // Its length is a member's word, and is believed as far as its room goes.
        (mark >> 32 == u64::from(number))
            .then_some(CommonsMark { len: found.len.min(ROOM), ..found })
    }

    /// The bytes of that.
    #[inline]
    pub fn read(&self, number: u32, rank: u32, len: usize) -> ReadRegion {
        self.arena.read(self.layout.bytes(rank, number, len), len)
    }

    /// This process is through with an operation; `all_came`: it has found what every member laid out for it. True:
    /// somebody sleeps.
    #[inline]
    pub fn end(&self, number: u32, all_came: bool) -> bool {
        if all_came {
            self.passed.store(number.wrapping_sub(1), Ordering::Relaxed);
        }
        self.word(self.layout.done(self.me)).store(number, Ordering::Release);
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

/// Whether somebody at `here` has come to `there`; numbers go round.
#[inline]
fn has_come_to(here: u32, there: u32) -> bool {
    here.wrapping_sub(there).cast_signed() >= 0
}

#[cfg(test)]
mod tests;
