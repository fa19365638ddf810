//! What the program knows by numbers.

use crate::code::{Code, Done, Failure};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A number that the program has: place (low half, from 1) and generation. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct Handle(pub(crate) u64);

struct Seat<T> {
    generation: u32,
    object: Option<Arc<T>>,
}

/// Objects of one kind.
pub(crate) struct Table<T> {
    what: &'static str,
    seats: Mutex<Vec<Seat<T>>>,
}

impl<T> Table<T> {
    pub(crate) const fn new(what: &'static str) -> Self {
        Table { what, seats: Mutex::new(Vec::new()) }
    }

    fn seats(&self) -> MutexGuard<'_, Vec<Seat<T>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an object; its number.
    pub(crate) fn add(&self, object: T) -> Handle {
        let mut seats = self.seats();
        let free = seats.iter().position(|seat| seat.object.is_none());
        let at = free.unwrap_or_else(|| {
            seats.push(Seat { generation: 0, object: None });
            seats.len() - 1
        });
        let seat = &mut seats[at];
        seat.generation = seat.generation.wrapping_add(1);
        seat.object = Some(Arc::new(object));
        Handle(u64::from(seat.generation) << 32 | (at as u64 + 1))
    }

    fn wrong(&self) -> Failure {
        Failure::new(Code::Handle, format!("this {} was destroyed, or never there", self.what))
    }

    /// The object of a number.
    pub(crate) fn get(&self, handle: Handle) -> Done<Arc<T>> {
        let seats = self.seats();
        let seat = (handle.0 as u32).checked_sub(1).and_then(|at| seats.get(at as usize));
        let seat = seat.filter(|seat| seat.generation == (handle.0 >> 32) as u32);
        seat.and_then(|seat| seat.object.clone()).ok_or_else(|| self.wrong())
    }

    /// Takes the object of a number away.
    pub(crate) fn remove(&self, handle: Handle) -> Done<Arc<T>> {
        let object = self.get(handle)?;
        // Of two that remove it one is too late.
        let mut seats = self.seats();
        let seat = &mut seats[handle.0 as u32 as usize - 1];
        let is_it = seat.generation == (handle.0 >> 32) as u32;
        let removed = if is_it { seat.object.take() } else { None };
        removed.map(|_| object).ok_or_else(|| self.wrong())
    }

    /// Takes all away.
    pub(crate) fn clear(&self) {
        let objects: Vec<_> =
            self.seats().iter_mut().filter_map(|seat| seat.object.take()).collect();
        drop(objects);
    }
}
