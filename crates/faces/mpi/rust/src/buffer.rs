//! The caller's memory, lent to the layers below: all `unsafe` of this crate but the implementations of
//! [`Equivalence`] for Rust's own types.
//!
//! What is lent is used by an operation until it is complete. Within this crate two rules hold:
//!
//! - a blocking operation runs inside [`finish`], so that no panic leaves it half done;
//! - the borrow that a non-blocking operation lends from lasts as long as the scope that waits for it. So does that of a
//!   function that a scope is lent, which is gone with the scope besides, whoever still has its operation.

#![allow(unsafe_code)]

mod lent;

pub(crate) use lent::{LentCombine, Loans, lend_function};

use crate::equivalence::{Basic, Equivalence, Layout};
use crate::error::{Error, ErrorClass, Result};
use crate::types;
use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::op::UserFunction;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use std::any::type_name;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

/// Ends the process when it is dropped, which only a panic does: memory that was lent would be used after its end.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        ferry_sys::tell("ferry: a panic inside of a communication call: the process ends");
        std::process::abort();
    }
}

/// Runs a blocking operation on lent memory.
#[inline]
pub(crate) fn finish<R>(operation: impl FnOnce() -> R) -> R {
    let bomb = Bomb;
    let result = operation();
    std::mem::forget(bomb);
    result
}

/// Elements lent to be read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    memory: UserMemory,
    count: u64,
    lender: PhantomData<&'a [u8]>,
}

/// Lends elements to be read.
#[inline]
pub(crate) fn reading<T: Equivalence>(items: &[T]) -> Reading<'_> {
    // SAFETY: the datatype of `T` reaches initialised bytes of the elements only, and they are
    // borrowed until the operation is complete (see the module's rules).
    let memory = unsafe { UserMemory::new(items.as_ptr().cast()) };
    Reading { memory, count: items.len() as u64, lender: PhantomData }
}

impl Reading<'_> {
    pub(crate) fn memory(&self) -> UserMemory {
        self.memory
    }

    #[inline]
    pub(crate) fn of(&self, datatype: DatatypeHandle) -> SendBuffer {
        SendBuffer { memory: self.memory, count: self.count, datatype }
    }
}

/// Elements lent to be written; they are made valid when this is dropped.
pub struct Writing<'a> {
    memory: UserMemoryMut,
    count: u64,
    repair: Repair,
    lender: PhantomData<&'a mut [u8]>,
}

/// Lends elements to be written.
#[inline]
pub(crate) fn writing<T: Equivalence>(items: &mut [T]) -> Writing<'_> {
    let count = items.len();
    let start: *mut u8 = items.as_mut_ptr().cast();
    // SAFETY: the elements are borrowed exclusively until the operation is complete (see the
    // module's rules), and any bytes the datatype of `T` reaches may be written: what they make
    // invalid is repaired before the borrow ends.
    let memory = unsafe { UserMemoryMut::new(start) };
    Writing {
        memory,
        count: count as u64,
        repair: Repair::of::<T>(start, count),
        lender: PhantomData,
    }
}

/// A slice of which a view is written, and only that: views of the same slice that share no element may be written at
/// the same time.
pub(crate) struct Viewed<'a, T> {
    start: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for an exclusive borrow of elements that may move between threads.
unsafe impl<T: Equivalence> Send for Viewed<'_, T> {}

impl<'a, T: Equivalence> Viewed<'a, T> {
    pub(crate) fn of(items: &'a mut [T]) -> Self {
        Viewed { start: items.as_mut_ptr(), len: items.len(), slice: PhantomData }
    }

    /// The slice once for each part of the array that it is, each to be written in that part alone. `None`: two parts
    /// share elements, or elements may have to be made valid, which is done for slices as a whole.
    pub(crate) fn apart(items: &'a mut [T], parts: &[&[Range<usize>]]) -> Option<Vec<Self>> {
        let is_apart = |a: &Range<usize>, b: &Range<usize>| a.end <= b.start || b.end <= a.start;
        let all_apart = parts.iter().enumerate().all(|(at, a)| {
            parts[..at].iter().all(|b| a.iter().zip(*b).any(|(a, b)| is_apart(a, b)))
        });
        let start = items.as_mut_ptr();
        let view = |_: &&[Range<usize>]| Viewed { start, len: items.len(), slice: PhantomData };
        (all_apart && !T::LAYOUT.has_truth()).then(|| parts.iter().map(view).collect())
    }

    /// Lends it. The datatype that it is used with reaches the view's elements alone.
    pub(crate) fn writing(&mut self) -> Writing<'_> {
        let start: *mut u8 = self.start.cast();
        // SAFETY: the elements that the view's datatype reaches are borrowed exclusively until the operation is
        // complete (see the module's rules), and no other view reaches them.
        let memory = unsafe { UserMemoryMut::new(start) };
        let (repair, lender) = (Repair::of::<T>(start, self.len), PhantomData);
        Writing { memory, count: 1, repair, lender }
    }
}

impl Writing<'_> {
    pub(crate) fn memory(&self) -> UserMemoryMut {
        self.memory
    }

    #[inline]
    pub(crate) fn of(&self, datatype: DatatypeHandle) -> RecvBuffer {
        RecvBuffer { memory: self.memory, count: self.count, datatype }
    }

    /// What remains to be done when a non-blocking operation is complete.
    pub(crate) fn defer(mut self) -> Repair {
        let deferred = Repair { ..self.repair };
        self.repair.start = std::ptr::null_mut();
        deferred
    }
}

impl Drop for Writing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.repair.run();
    }
}

/// Makes elements valid whose bytes came from elsewhere: what is no truth value becomes true.
#[derive(Debug)]
pub(crate) struct Repair {
    /// Null: nothing to do.
    start: *mut u8,
    count: usize,
    size: usize,
    layout: &'static Layout,
}

impl Repair {
    #[inline]
    pub(crate) fn of<T: Equivalence>(start: *mut u8, count: usize) -> Self {
        let needed = const { T::LAYOUT.has_truth() };
        let start = if needed { start } else { std::ptr::null_mut() };
        Repair { start, count, size: size_of::<T>(), layout: const { &T::LAYOUT } }
    }

    /// Does it, once.
    #[inline]
    pub(crate) fn run(&mut self) {
        if !self.start.is_null() {
            self.run_now();
        }
    }

    #[inline(never)]
    fn run_now(&mut self) {
        for index in 0..self.count {
            // SAFETY: the elements are still borrowed exclusively and laid out so.
            unsafe { repair(self.layout, self.start.add(index * self.size)) }
        }
        self.start = std::ptr::null_mut();
    }
}

/// # Safety
/// A value of this layout lies at `at`, alone in the caller's hands. Bytes that are valid already are
/// only read.
unsafe fn repair(layout: &Layout, at: *mut u8) {
    // SAFETY: the parts of a value lie within it.
    unsafe {
        match layout {
            Layout::Basic(Basic::CxxBool) if at.read() > 1 => at.write(1),
            Layout::Basic(_) => {}
            Layout::Array { item, stride, len } if item.has_truth() => {
                (0..*len).for_each(|index| repair(item, at.add(index * stride)));
            }
            Layout::Array { .. } => {}
            Layout::Struct { fields } => {
                fields.iter().for_each(|field| repair(field.layout, at.add(field.offset)));
            }
        }
    }
}

/// A value whose bytes are zero.
#[inline]
pub(crate) fn zeroed<T: Equivalence>() -> T {
    // SAFETY: `Equivalence` promises that zeros are valid.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Elements whose bytes are zero.
pub(crate) fn zeroed_vec<T: Equivalence>(count: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| {
        let text = format!("there is no memory for {count} elements of {}", type_name::<T>());
        Error::new(ErrorClass::NO_MEM, text)
    })?;
    // SAFETY: there is room for `count` elements, and `Equivalence` promises that zeros are valid.
    unsafe {
        std::ptr::write_bytes(items.as_mut_ptr(), 0, count);
        items.set_len(count);
    }
    Ok(items)
}

/// A reference that rests while an operation uses its memory.
pub(crate) struct Resting<B>(MaybeUninit<B>);

impl<B> Resting<B> {
    /// Puts a reference to rest. Memory is lent from what [`Resting::get`] gives, later than this.
    pub(crate) fn new(reference: B) -> Self {
        Resting(MaybeUninit::new(reference))
    }

    /// The reference, to lend from.
    pub(crate) fn get(&mut self) -> &mut B {
        // SAFETY: initialised by `new`, taken by `wake` only, which consumes.
        unsafe { self.0.assume_init_mut() }
    }

    /// The reference again, when the operation is complete.
    pub(crate) fn wake(self) -> B {
        // SAFETY: as above.
        unsafe { self.0.assume_init() }
    }
}

/// What a custom operation computes on elements.
pub(crate) type Combine<T> = BorrowingCombine<'static, T>;

/// The same where it borrows.
type BorrowingCombine<'a, T> = dyn Fn(&[T], &mut [T]) + Send + Sync + 'a;

/// A custom operation as the layers below call it. `T` is the element of the reduction's buffers.
pub(crate) fn user_function<T: Equivalence>(combine: Arc<Combine<T>>) -> Box<UserFunction> {
    Box::new(move |operand, into, count, _| {
        let count = count as usize;
        let operand: *mut T = std::ptr::with_exposed_provenance_mut(operand);
        let into: *mut T = std::ptr::with_exposed_provenance_mut(into);
        // What came from other processes is made valid; what is the caller's own is valid already.
        Repair::of::<T>(operand.cast(), count).run();
        Repair::of::<T>(into.cast(), count).run();
        if operand.is_aligned() && into.is_aligned() && count > 0 {
            // SAFETY: two arrays of `count` elements, of which the second is this call's alone.
            let (operand, into) = unsafe {
                (
                    std::slice::from_raw_parts(operand, count),
                    std::slice::from_raw_parts_mut(into, count),
                )
            };
            combine(operand, into);
            return;
        }
        for index in 0..count {
            // SAFETY: as above, one by one, for types that want more alignment than buffers have.
            unsafe {
                let left = operand.add(index).read_unaligned();
                let mut right = into.add(index).read_unaligned();
                combine(std::slice::from_ref(&left), std::slice::from_mut(&mut right));
                into.add(index).write_unaligned(right);
            }
        }
    })
}

/// Bytes of one `T` in a message.
pub(crate) const fn packed_size<T: Equivalence>() -> usize {
    const { types::packed_size(&T::LAYOUT) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_truth_value_becomes_true() {
        let mut bytes = [0u8, 1, 2, 255, 7, 0];
        let layout = &<(u8, [bool; 2])>::LAYOUT;
        for at in [0, 3] {
            // SAFETY: bytes are seen as bytes.
            unsafe { repair(layout, bytes[at..].as_mut_ptr()) }
        }
        let offset = std::mem::offset_of!((u8, [bool; 2]), 0);
        let mut expected = [0u8, 1, 1, 1, 1, 0];
        expected[offset] = [0u8, 1, 2][offset];
        expected[3 + offset] = [255, 7, 0][offset];
        assert_eq!(bytes, expected);
    }

    #[test]
    fn misaligned_operands_are_combined() {
        let add = |a: &[u64], b: &mut [u64]| b.iter_mut().zip(a).for_each(|(b, a)| *b += a);
        let function = user_function::<u64>(Arc::new(add));
        let mut room = [0u8; 40];
        let base = room.as_mut_ptr().expose_provenance();
        let odd = base.next_multiple_of(8) + 1;
        let place = odd - base;
        room[place] = 5;
        room[place + 16] = 7;
        function(odd, odd + 16, 1, DatatypeHandle::NULL);
        assert_eq!(room[place + 16], 12);
    }
}
