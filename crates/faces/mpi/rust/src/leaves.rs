//! Memory of windows, which other processes change: copied to and from values by atomic loads and stores, and vectors
//! whose memory is a window's.

#![allow(unsafe_code)]

use crate::buffer::{Repair, packed_size, zeroed_vec};
use crate::equivalence::{Equivalence, Layout};
use crate::error::{Error, ErrorClass, Result};
use crate::types::basic_size;
use ferry_datatype::UserMemoryMut;
use ferry_sys::Arena;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Loads elements that lie in `memory` from byte `place` on.
#[inline]
pub(crate) fn load<T: Equivalence>(memory: &Arena, place: usize, room: &mut [T]) {
    let start: *mut u8 = room.as_mut_ptr().cast();
    each_leaf::<T>(room.len(), |offset, len| {
        // SAFETY: the leaves of the elements lie within them, and they are the caller's alone; what makes no
        // valid element is repaired below.
        unsafe { load_bytes(memory, place + offset, start.add(offset), len) }
    });
    Repair::of::<T>(start, room.len()).run();
}

/// Stores elements to `memory` from byte `place` on.
#[inline]
pub(crate) fn store<T: Equivalence>(memory: &Arena, place: usize, data: &[T]) {
    let start: *const u8 = data.as_ptr().cast();
    each_leaf::<T>(data.len(), |offset, len| {
        // SAFETY: the leaves of the elements lie within them and are initialised.
        unsafe { store_bytes(memory, place + offset, start.add(offset), len) }
    });
}

/// Where the bytes of elements lie that mean something: offset and length of each piece.
#[inline]
fn each_leaf<T: Equivalence>(count: usize, mut piece: impl FnMut(usize, usize)) {
    if const { packed_size::<T>() == size_of::<T>() } {
        piece(0, count * size_of::<T>());
        return;
    }
    for index in 0..count {
        leaves(&T::LAYOUT, index * size_of::<T>(), &mut piece);
    }
}

fn leaves(layout: &Layout, at: usize, piece: &mut impl FnMut(usize, usize)) {
    match layout {
        Layout::Basic(basic) => piece(at, basic_size(*basic)),
        Layout::Array { item, stride, len } => {
            (0..*len).for_each(|index| leaves(item, at + index * stride, piece));
        }
        Layout::Struct { fields } => {
            fields.iter().for_each(|field| leaves(field.layout, at + field.offset, piece));
        }
    }
}

/// Runs over `len` bytes of memory by the largest words that fit all the way.
macro_rules! by_words {
    ($memory:ident, $place:ident, $len:ident, |$at:ident, $atomic:ident: $word:ident| $step:expr) => {
        match ($memory.address($place) | $len).trailing_zeros() {
            0 => by_words!(@ $memory, $place, $len, AtomicU8, u8, $at, $atomic, $word, $step),
            1 => by_words!(@ $memory, $place, $len, AtomicU16, u16, $at, $atomic, $word, $step),
            2 => by_words!(@ $memory, $place, $len, AtomicU32, u32, $at, $atomic, $word, $step),
            _ => by_words!(@ $memory, $place, $len, AtomicU64, u64, $at, $atomic, $word, $step),
        }
    };
    (@ $memory:ident, $place:ident, $len:ident, $type:ty, $plain:ty, $at:ident, $atomic:ident, $word:ident,
     $step:expr) => {{
        type $word = $plain;
        for $at in (0..$len).step_by(size_of::<$word>()) {
            if let Some($atomic) = $memory.atomic::<$type>($place + $at) {
                $step
            }
        }
    }};
}

/// # Safety
/// `len` bytes at `to` may be written.
#[inline]
unsafe fn load_bytes(memory: &Arena, place: usize, to: *mut u8, len: usize) {
    // SAFETY: each word lies within the bytes that the caller vouches for.
    by_words!(memory, place, len, |at, word: Word| unsafe {
        to.add(at).cast::<Word>().write_unaligned(word.load(Relaxed));
    });
}

/// # Safety
/// `len` bytes at `from` may be read and are initialised.
#[inline]
unsafe fn store_bytes(memory: &Arena, place: usize, from: *const u8, len: usize) {
    // SAFETY: each word lies within the bytes that the caller vouches for.
    by_words!(memory, place, len, |at, word: Word| unsafe {
        word.store(from.add(at).cast::<Word>().read_unaligned(), Relaxed);
    });
}

/// A vector whose memory others access until it is given back. Dropped, it is never freed.
pub(crate) struct LentVec<T> {
    start: *mut T,
    len: usize,
    capacity: usize,
}

// SAFETY: it is a vector, taken apart, of elements that may move between threads.
unsafe impl<T: Equivalence> Send for LentVec<T> {}
// SAFETY: its memory is reached by atomic instructions only, and as a vector by its last owner.
unsafe impl<T: Equivalence> Sync for LentVec<T> {}

impl<T: Equivalence> LentVec<T> {
    pub(crate) fn new(items: Vec<T>) -> Self {
        let mut items = ManuallyDrop::new(items);
        LentVec { start: items.as_mut_ptr(), len: items.len(), capacity: items.capacity() }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Its memory, for a window.
    pub(crate) fn memory(&self) -> UserMemoryMut {
        // SAFETY: the memory is nobody else's and stays, also if this is dropped.
        unsafe { UserMemoryMut::new(self.start.cast()) }
    }

    /// The vector, as others have left it. Nobody accesses its memory any more.
    pub(crate) fn back(self) -> Vec<T> {
        Repair::of::<T>(self.start.cast(), self.len).run();
        // SAFETY: the parts of a vector, whose elements are valid for they have been repaired.
        unsafe { Vec::from_raw_parts(self.start, self.len, self.capacity) }
    }
}

/// Elements that an operation owns and lends part by part. Dropped, their memory stays; [`Shares::free`] frees it.
pub(crate) struct Shares<T> {
    all: LentVec<T>,
    /// Elements of a part.
    count: usize,
    /// What was lent of each part in this round.
    states: Box<[Mutex<ShareState>]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ShareState {
    /// It is the library's.
    Kept,
    /// It is lent, for writing or, made valid, for reading.
    Lent,
}

impl<T: Equivalence> Shares<T> {
    pub(crate) fn new(parts: usize, count: usize, total: usize) -> Result<Self> {
        let items = zeroed_vec(total)?;
        let mut states = Vec::new();
        states.try_reserve_exact(parts).map_err(|_| {
            let text = format!("there is no memory for {parts} parts");
            Error::new(ErrorClass::NO_MEM, text)
        })?;
        states.extend((0..parts).map(|_| Mutex::new(ShareState::Kept)));
        Ok(Shares { all: LentVec::new(items), count, states: states.into() })
    }

    /// Parts.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn memory(&self) -> UserMemoryMut {
        self.all.memory()
    }

    /// A round begins, in which nothing is lent yet.
    pub(crate) fn reset(&mut self) {
        self.states.iter_mut().for_each(|state| *state = Mutex::new(ShareState::Kept));
    }

    fn state(&self, index: usize) -> Result<&Mutex<ShareState>> {
        self.states.get(index).ok_or_else(|| {
            let text = format!("part {index} of {}, which count from 0", self.count());
            Error::new(ErrorClass::ARG, text)
        })
    }

    /// A part for its only user of the round.
    #[allow(clippy::mut_from_ref, reason = "each part is given out once in a round")]
    pub(crate) fn claim(&self, index: usize) -> Result<&mut [T]> {
        let mut state = self.state(index)?.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *state, ShareState::Lent) == ShareState::Lent {
            let text = format!("part {index} was taken before in this round");
            return Err(Error::new(ErrorClass::ARG, text));
        }
        // SAFETY: a part of the vector that nobody else was given, nor is before `reset`, which borrows exclusively.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.start(index), self.count) })
    }

    /// A part that has come and does not change before `reset`.
    pub(crate) fn arrived(&self, index: usize) -> Result<&[T]> {
        let mut state = self.state(index)?.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *state, ShareState::Lent) == ShareState::Kept {
            Repair::of::<T>(self.start(index).cast(), self.count).run();
        }
        // SAFETY: a part of the vector that nobody writes to before `reset`, valid for it was repaired.
        Ok(unsafe { std::slice::from_raw_parts(self.start(index), self.count) })
    }

    /// All elements. Nothing is under way.
    pub(crate) fn all(&self) -> &[T] {
        // SAFETY: as above, for all parts.
        unsafe { std::slice::from_raw_parts(self.all.start, self.all.len) }
    }

    fn start(&self, index: usize) -> *mut T {
        self.all.start.wrapping_add(index * self.count)
    }

    /// Frees the elements. Nothing is under way, and this is not used again.
    pub(crate) fn free(&mut self) {
        let nothing = LentVec::new(Vec::new());
        self.states = Box::default();
        drop(std::mem::replace(&mut self.all, nothing).back());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_round<T: Equivalence + PartialEq + std::fmt::Debug>(data: &[T], odd: usize) {
        let buffer = ferry_sys::OwnedBuffer::new(size_of_val(data) + odd);
        let memory = buffer.arena(size_of_val(data) + odd);
        store(&memory, odd, data);
        let mut room = vec![crate::buffer::zeroed::<T>(); data.len()];
        load(&memory, odd, &mut room);
        assert_eq!(room, data);
    }

    #[test]
    fn elements_come_back_wherever_they_lie() {
        for odd in [0, 1, 2, 4, 8] {
            goes_round(&[1.5, -2.5], odd);
            goes_round(&[7u8, 8, 9], odd);
            goes_round(&[[1u16, 2, 3], [4, 5, 6]], odd);
            goes_round(&[(1u8, 2.5f64, true), (3, 4.5, false)], odd);
            goes_round::<u32>(&[], odd);
        }
    }

    #[test]
    fn nonsense_becomes_true() {
        let buffer = ferry_sys::OwnedBuffer::new(2);
        let memory = buffer.arena(2);
        store(&memory, 0, &[0u8, 77]);
        let mut room = [true, false];
        load(&memory, 0, &mut room);
        assert_eq!(room, [false, true]);
    }

    #[test]
    fn lent_vectors_come_back() {
        let mut items = Vec::with_capacity(10);
        items.extend([1u32, 2, 3]);
        let lent = LentVec::new(items);
        store(&lent.memory().arena(0, 12), 4, &[9u32]);
        assert_eq!(lent.back(), [1, 9, 3]);
    }
}
