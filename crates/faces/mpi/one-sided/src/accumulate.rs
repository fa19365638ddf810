//! Accumulation: each element is changed as a whole, whoever else changes it (MPI-5.0 §12.7.1).
//!
//! An element that one instruction can change is changed by one, through shared memory and for frames alike.
//! Any other is changed under the window's guard. Which of both follows from datatype and address alone, so
//! that all who change an element do it in the same way.

use crate::control::ControlPage;
use ferry_datatype::{Basic, Datatype, Format, UserMemoryMut};
use ferry_op::BuiltinOp;
use ferry_sys::Arena;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// What is done with each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Update {
    /// The operation.
    pub op: BuiltinOp,
    /// The elements' datatype.
    pub basic: Basic,
}

/// A word that elements lie in.
trait Element: ferry_sys::AtomicWord + Sized {
    const SIZE: usize;

    /// Changes it; returns the bytes that it had.
    fn change(&self, update: Update, operand: &[u8], old: Option<&mut [u8]>);

    /// Puts `new` in place of `expected`; returns the bytes that it had.
    fn swap_if(&self, expected: &[u8], new: &[u8], old: &mut [u8]);
}

macro_rules! elements {
    ($($word:ident $unsigned:ident;)*) => { $(
        impl Element for $word {
            const SIZE: usize = size_of::<$unsigned>();

            #[inline]
            fn change(&self, update: Update, operand: &[u8], old: Option<&mut [u8]>) {
                const ORDER: Ordering = Ordering::SeqCst;
                let value = $unsigned::from_ne_bytes(operand.try_into().expect("one element"));
                let is_integer =
                    || matches!(update.basic.format(), Format::Signed(_) | Format::Unsigned(_));
                let before = match update.op {
                    BuiltinOp::Sum if is_integer() => self.fetch_add(value, ORDER),
                    BuiltinOp::NoOp => self.load(ORDER),
                    BuiltinOp::Replace if old.is_none() => {
                        self.store(value, Ordering::Release);
                        return;
                    }
                    BuiltinOp::Replace => self.swap(value, ORDER),
                    BuiltinOp::Band => self.fetch_and(value, ORDER),
                    BuiltinOp::Bor => self.fetch_or(value, ORDER),
                    BuiltinOp::Bxor => self.fetch_xor(value, ORDER),
                    _ => replace(self, |before| $unsigned::combined(update, before, value)),
                };
                if let Some(old) = old {
                    old.copy_from_slice(&before.to_ne_bytes());
                }
            }

            #[inline]
            fn swap_if(&self, expected: &[u8], new: &[u8], old: &mut [u8]) {
                let word = |bytes: &[u8]| $unsigned::from_ne_bytes(bytes.try_into().expect("one element"));
                let swapped =
                    self.compare_exchange(word(expected), word(new), Ordering::SeqCst, Ordering::SeqCst);
                let (Ok(before) | Err(before)) = swapped;
                old.copy_from_slice(&before.to_ne_bytes());
            }
        }

        impl Word for $word {
            type Value = $unsigned;

            #[inline]
            fn get(&self) -> $unsigned {
                self.load(Ordering::Relaxed)
            }

            #[inline]
            fn put(&self, old: $unsigned, new: $unsigned) -> Result<$unsigned, $unsigned> {
                self.compare_exchange_weak(old, new, Ordering::SeqCst, Ordering::Relaxed)
            }
        }

        impl Combined for $unsigned {
            #[inline]
            fn combined(update: Update, before: Self, value: Self) -> Self {
                if update.op == BuiltinOp::Sum && update.basic.format() == Format::Float(8) && Self::BITS == 64 {
                    let sum = f64::from_bits(before as u64) + f64::from_bits(value as u64);
                    return sum.to_bits() as Self;
                }
                let mut result = before.to_ne_bytes();
                // Fits the datatype, which was checked where the operation was called.
                let _ = ferry_op::reduce(update.op, update.basic, &value.to_ne_bytes(), &mut result);
                Self::from_ne_bytes(result)
            }
        }
    )* };
}

/// The loads and exchanges of a word.
trait Word {
    type Value: Copy;
    fn get(&self) -> Self::Value;
    fn put(&self, old: Self::Value, new: Self::Value) -> Result<Self::Value, Self::Value>;
}

trait Combined {
    /// What becomes of an element.
    fn combined(update: Update, before: Self, value: Self) -> Self;
}

elements! {
    AtomicU8 u8;
    AtomicU16 u16;
    AtomicU32 u32;
    AtomicU64 u64;
}

/// Replaces a word by what becomes of it; returns what it was.
#[inline]
fn replace<W: Word>(word: &W, become_of: impl Fn(W::Value) -> W::Value) -> W::Value {
    let mut before = word.get();
    loop {
        match word.put(before, become_of(before)) {
            Ok(before) => return before,
            Err(other) => before = other,
        }
    }
}

/// Whether elements of a datatype are words, where they are aligned.
#[inline]
fn word_size(basic: Basic) -> Option<usize> {
    let size = basic.size();
    (matches!(size, 1 | 2 | 4 | 8) && basic.extent() == size).then_some(size)
}

/// Updates elements that lie in a row without gaps; `operand` and `old` are packed.
pub fn update(
    memory: &Arena,
    control: &ControlPage,
    what: Update,
    operand: &[u8],
    old: Option<&mut [u8]>,
) {
    match word_size(what.basic) {
        Some(size) if operand.len() >= LONG && memory.address(0).is_multiple_of(size) => {
            update_row(memory, control, what, operand, old);
        }
        Some(1) => update_words::<AtomicU8>(memory, control, what, operand, old),
        Some(2) => update_words::<AtomicU16>(memory, control, what, operand, old),
        Some(4) => update_words::<AtomicU32>(memory, control, what, operand, old),
        Some(8) => update_words::<AtomicU64>(memory, control, what, operand, old),
        _ => control.guarded(|| update_alone(memory, what, operand, old)),
    }
}

/// The same for one element, which most are.
#[inline]
pub fn update_one(
    memory: &Arena,
    control: &ControlPage,
    what: Update,
    operand: &[u8],
    old: Option<&mut [u8]>,
) {
    if operand.len() == WORD
        && word_size(what.basic) == Some(WORD)
        && let Some(word) = memory.atomic::<AtomicU64>(0)
    {
        return word.change(what, operand, old);
    }
    update(memory, control, what, operand, old);
}

/// Rows of so many bytes are updated in words of 64 bits, whatever their elements.
const LONG: usize = 64;
/// Bytes that are combined at a time.
const BLOCK: usize = 512;
const WORD: usize = size_of::<u64>();

/// Updates a row of aligned elements: the ends one by one, what lies between word by word.
fn update_row(
    memory: &Arena,
    control: &ControlPage,
    what: Update,
    operand: &[u8],
    mut old: Option<&mut [u8]>,
) {
    let head = memory.address(0).wrapping_neg() % WORD;
    let words = (operand.len() - head) / WORD * WORD;
    for range in [0..head, head + words..operand.len()] {
        let part = memory.part(range.start, range.len());
        let old = old.as_deref_mut().map(|old| &mut old[range.clone()]);
        update_few(&part, control, what, &operand[range.clone()], old);
    }
    for start in (head..head + words).step_by(BLOCK) {
        let range = start..(head + words).min(start + BLOCK);
        let block = memory.part(start, range.len());
        let old = old.as_deref_mut().map(|old| &mut old[range.clone()]);
        update_block(&block, what, &operand[range.clone()], old);
    }
}

/// Fewer elements than make a row.
fn update_few(
    memory: &Arena,
    control: &ControlPage,
    what: Update,
    operand: &[u8],
    old: Option<&mut [u8]>,
) {
    if !operand.is_empty() {
        update(memory, control, what, operand, old);
    }
}

/// Updates whole words: what becomes of them is computed for all at once, and put in place of each that is
/// still as it was.
fn update_block(memory: &Arena, what: Update, operand: &[u8], mut old: Option<&mut [u8]>) {
    let mut before = [0; BLOCK];
    let mut after = [0; BLOCK];
    let (before, after) = (&mut before[..operand.len()], &mut after[..operand.len()]);
    let word = |at: usize| memory.atomic::<AtomicU64>(at).expect("an aligned row");
    for (at, place) in (0..).step_by(WORD).zip(before.chunks_exact_mut(WORD)) {
        place.copy_from_slice(&word(at).load(Ordering::Acquire).to_ne_bytes());
    }
    after.copy_from_slice(before);
    combine(what, operand, after);
    for at in (0..operand.len()).step_by(WORD) {
        let mut expected = word_at(before, at);
        let mut new = word_at(after, at);
        while what.op != BuiltinOp::NoOp
            && let Err(other) =
                word(at).compare_exchange(expected, new, Ordering::SeqCst, Ordering::SeqCst)
        {
            expected = other;
            let mut again = other.to_ne_bytes();
            combine(what, &operand[at..at + WORD], &mut again);
            new = u64::from_ne_bytes(again);
        }
        if let Some(old) = &mut old {
            old[at..at + WORD].copy_from_slice(&expected.to_ne_bytes());
        }
    }
}

fn word_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(bytes[at..at + WORD].try_into().expect("a word"))
}

#[inline]
fn update_words<W: Element>(
    memory: &Arena,
    control: &ControlPage,
    what: Update,
    operand: &[u8],
    mut old: Option<&mut [u8]>,
) {
    for (index, operand) in operand.chunks_exact(W::SIZE).enumerate() {
        let at = index * W::SIZE;
        let old = old.as_deref_mut().map(|old| &mut old[at..at + W::SIZE]);
        match memory.atomic::<W>(at) {
            Some(word) => word.change(what, operand, old),
            None => control.guarded(|| update_alone(&memory.part(at, W::SIZE), what, operand, old)),
        }
    }
}

/// The same where nobody else changes them.
fn update_alone(memory: &Arena, what: Update, operand: &[u8], old: Option<&mut [u8]>) {
    let mut there = memory.write(0, operand.len());
    let there = there.as_mut_slice();
    if let Some(old) = old {
        old.copy_from_slice(there);
    }
    combine(what, operand, there);
}

/// `into = operand op into`, both packed.
fn combine(what: Update, operand: &[u8], into: &mut [u8]) {
    match what.op {
        BuiltinOp::NoOp => {}
        BuiltinOp::Replace => into.copy_from_slice(operand),
        op if what.basic.extent() == what.basic.size() => {
            // Fits the datatype, as above.
            let _ = ferry_op::reduce(op, what.basic, operand, into);
        }
        op => combine_with_gaps(op, what.basic, operand, into),
    }
}

/// Reductions take elements as they lie in C's arrays, gaps included: one at a time.
fn combine_with_gaps(op: BuiltinOp, basic: Basic, operand: &[u8], into: &mut [u8]) {
    let (size, extent) = (basic.size(), basic.extent());
    let datatype = Datatype::basic(basic);
    let rooms = [ferry_sys::OwnedBuffer::new(extent), ferry_sys::OwnedBuffer::new(extent)];
    let [a, b] = [rooms[0].arena(extent), rooms[1].arena(extent)];
    let spread = |arena: &Arena| UserMemoryMut::within(arena, 0);
    for (operand, into) in operand.chunks_exact(size).zip(into.chunks_exact_mut(size)) {
        datatype.unpack(&spread(&a), 1, 0, operand);
        datatype.unpack(&spread(&b), 1, 0, into);
        let left = a.read(0, extent);
        let _ = ferry_op::reduce(op, basic, left.as_slice(), b.write(0, extent).as_mut_slice());
        datatype.pack(&spread(&b).reader(), 1, 0, into);
    }
}

/// Elements of a target that do not lie in a row: `count` of a datatype, seen from a place of its memory on.
pub struct Scattered<'a> {
    /// The window's memory.
    pub memory: &'a Arena,
    /// Where in it the buffer of the datatype begins.
    pub place: usize,
    /// The datatype.
    pub datatype: &'a Datatype,
    /// How many.
    pub count: u64,
}

impl Scattered<'_> {
    /// Updates elements from packed position `position` on. All of the datatype is inside the memory.
    pub fn update(
        &self,
        control: &ControlPage,
        what: Update,
        (position, operand): (u64, &[u8]),
        mut old: Option<&mut [u8]>,
    ) {
        if word_size(what.basic).is_none() {
            return control.guarded(|| self.update_alone(what, (position, operand), old));
        }
        let mut done = 0;
        self.datatype.for_each_block(self.count, position, operand.len(), |offset, len| {
            let (at, len) = (self.place.wrapping_add_signed(offset as isize), len as usize);
            let old = old.as_deref_mut().map(|old| &mut old[done..done + len]);
            update(&self.memory.part(at, len), control, what, &operand[done..done + len], old);
            done += len;
        });
    }

    fn update_alone(
        &self,
        what: Update,
        (position, operand): (u64, &[u8]),
        old: Option<&mut [u8]>,
    ) {
        let memory = UserMemoryMut::within(self.memory, -(self.place as i64));
        let mut there = vec![0; operand.len()];
        self.datatype.pack(&memory.reader(), self.count, position, &mut there);
        if let Some(old) = old {
            old.copy_from_slice(&there);
        }
        combine(what, operand, &mut there);
        self.datatype.unpack(&memory, self.count, position, &there);
    }
}

/// Puts an element in place of another if it is that one (`MPI_Compare_and_swap`); `old`: what it was.
pub fn compare_and_swap(
    memory: &Arena,
    control: &ControlPage,
    (expected, new): (&[u8], &[u8]),
    old: &mut [u8],
) {
    fn swap<W: Element>(
        memory: &Arena,
        (expected, new): (&[u8], &[u8]),
        old: &mut [u8],
    ) -> Option<()> {
        memory.atomic::<W>(0).map(|word| word.swap_if(expected, new, old))
    }
    let both = (expected, new);
    let done = match new.len() {
        1 => swap::<AtomicU8>(memory, both, old),
        2 => swap::<AtomicU16>(memory, both, old),
        4 => swap::<AtomicU32>(memory, both, old),
        8 => swap::<AtomicU64>(memory, both, old),
        _ => None,
    };
    if done.is_some() {
        return;
    }
    control.guarded(|| {
        let mut there = memory.write(0, new.len());
        old.copy_from_slice(there.as_mut_slice());
        if old == expected {
            there.as_mut_slice().copy_from_slice(new);
        }
    });
}

#[cfg(test)]
mod tests;
