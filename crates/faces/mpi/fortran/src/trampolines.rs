//! C functions that stand for functions of Fortran's where C is told nothing but an address.
//!
//! Each distinct function of the program has a slot for good; slot and C function have the same number.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many distinct functions of one kind a program may hand over.
pub(crate) const SLOTS: usize = 128;

/// The functions of one kind, by their addresses.
pub(crate) struct FunctionSlots {
    addresses: [AtomicUsize; SLOTS],
    /// How many are taken, held while another is.
    taken: Mutex<usize>,
}

impl FunctionSlots {
    pub(crate) const fn new() -> FunctionSlots {
        FunctionSlots { addresses: [const { AtomicUsize::new(0) }; SLOTS], taken: Mutex::new(0) }
    }

    /// The slot of a function, a new one if it has none; none if all are taken.
    pub(crate) fn of(&self, address: usize) -> Option<usize> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let known = &self.addresses[..*taken];
        let found = known.iter().position(|known| known.load(Ordering::Relaxed) == address);
        if let Some(slot) = found {
            return Some(slot);
        }
        let slot = *taken;
        // Whoever calls by this slot got its number after this.
        self.addresses.get(slot)?.store(address, Ordering::Release);
        *taken += 1;
        Some(slot)
    }

    /// The function of a slot.
    pub(crate) fn address(&self, slot: usize) -> usize {
        self.addresses[slot].load(Ordering::Acquire)
    }
}

/// The array of all instances of a generic function with a slot's number.
macro_rules! all_slots {
    ($name:ident, $ty:ty) => {
        crate::trampolines::rows!($name, $ty; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
}

macro_rules! rows {
    ($name:ident, $ty:ty; $($row:literal)*) => {
        [$([
            $name::<{ $row * 8 }> as $ty,
            $name::<{ $row * 8 + 1 }> as $ty,
            $name::<{ $row * 8 + 2 }> as $ty,
            $name::<{ $row * 8 + 3 }> as $ty,
            $name::<{ $row * 8 + 4 }> as $ty,
            $name::<{ $row * 8 + 5 }> as $ty,
            $name::<{ $row * 8 + 6 }> as $ty,
            $name::<{ $row * 8 + 7 }> as $ty,
        ]),*]
    };
}

pub(crate) use all_slots;
pub(crate) use rows;
