//! Memory that others change: elements that are loaded and stored, never lent.

use crate::buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaves;
use ferry_sys::Arena;
use std::marker::PhantomData;
use std::ops::Range;

/// Elements in memory that other processes may change at any time. Numbers of up to 8 bytes that are aligned are
/// loaded and stored as a whole; of longer elements, parts may be older than others.
///
/// What is loaded after an epoch has ended is what the others have put in it; [`Window::sync`](crate::Window::sync)
/// is for processes that agree by other means.
#[derive(Clone, Copy)]
pub struct Cells<'w, T> {
    memory: Arena,
    len: usize,
    elements: PhantomData<&'w T>,
}

impl<T: Equivalence> Cells<'_, T> {
    pub(crate) fn of(memory: Option<Arena>, len: usize) -> Self {
        let memory = memory.filter(|memory| memory.len() >= len * size_of::<T>());
        let len = if memory.is_some() { len } else { 0 };
        Cells { memory: memory.unwrap_or_else(Arena::empty), len, elements: PhantomData }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Loads an element.
    ///
    /// # Panics
    /// If there is no such element.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        let place = self.place(index..index + 1);
        let mut value = buffer::zeroed();
        self.load(place, std::slice::from_mut(&mut value));
        value
    }

    /// Stores an element.
    ///
    /// # Panics
    /// If there is no such element.
    #[inline]
    pub fn set(&self, index: usize, value: T) {
        self.store(self.place(index..index + 1), std::slice::from_ref(&value));
    }

    /// Loads elements from `at` on.
    ///
    /// # Panics
    /// If they are not all there.
    pub fn read_into(&self, at: usize, room: &mut [T]) {
        self.load(self.place(at..at.saturating_add(room.len())), room);
    }

    /// Stores elements from `at` on.
    ///
    /// # Panics
    /// If there are not as many.
    pub fn write_from(&self, at: usize, data: &[T]) {
        self.store(self.place(at..at.saturating_add(data.len())), data);
    }

    /// Loads all elements.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        in_call("to_vec", || {
            let mut all = buffer::zeroed_vec(self.len)?;
            self.read_into(0, &mut all);
            Ok(all)
        })
    }

    /// Stores the same value everywhere.
    pub fn fill(&self, value: T) {
        (0..self.len).for_each(|index| self.set(index, value));
    }

    /// Some of them.
    ///
    /// # Errors
    /// If they are not all there.
    pub fn part(&self, range: Range<usize>) -> Result<Self> {
        in_call("part", || {
            if range.start > range.end || range.end > self.len {
                let text = format!("elements {range:?} of {}", self.len);
                return Err(Error::new(ErrorClass::ARG, text));
            }
            let (at, len) = (range.start * size_of::<T>(), range.len());
            Ok(Cells { memory: self.memory.part(at, len * size_of::<T>()), len, ..*self })
        })
    }

    /// The byte at which elements begin.
    #[inline]
    fn place(&self, range: Range<usize>) -> usize {
        assert!(range.end <= self.len, "elements {range:?} of {} in the window", self.len);
        range.start * size_of::<T>()
    }

    #[inline]
    fn load(&self, place: usize, room: &mut [T]) {
        leaves::load(&self.memory, place, room);
    }

    #[inline]
    fn store(&self, place: usize, data: &[T]) {
        leaves::store(&self.memory, place, data);
    }
}

impl<T: Equivalence + std::fmt::Debug> std::fmt::Debug for Cells<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..self.len).map(|index| self.get(index))).finish()
    }
}
