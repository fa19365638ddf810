//! Accumulation: each element is changed as a whole, whoever else changes it (MPI-5.0 §12.7.1).
//!
//! An element that one instruction can change is changed by one, through shared memory and for frames alike.
//! Any other is changed under the window's guard. Which of both follows from datatype and address alone, so
//! that all who change an element do it in the same way.

mod word;

pub use word::{LongUpdate, swap_long};

use crate::control::ControlPage;
use ferry_datatype::{Basic, Datatype, UserMemoryMut};
use ferry_op::BuiltinOp;
use ferry_sys::Arena;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use word::{Change, Element, word_size};

/// What is done with each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Update {
    /// The operation.
    pub op: BuiltinOp,
    /// The elements' datatype.
    pub basic: Basic,
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
    let how = (Change::of(what), what);
    for (index, operand) in operand.chunks_exact(W::SIZE).enumerate() {
        let at = index * W::SIZE;
        let old = old.as_deref_mut().map(|old| &mut old[at..at + W::SIZE]);
        match memory.atomic::<W>(at) {
            Some(word) => word.change(how, operand, old),
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
