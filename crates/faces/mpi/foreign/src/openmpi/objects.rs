//! Predefined objects, which are variables of the library: their addresses are handles. A program that is no shared
//! object has copies of them in itself, so addresses are known at run time only, by the linker's table.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::generated::openmpi::handles;

/// A variable of this size, of which nobody reads a byte.
#[repr(C, align(32))]
pub struct Object<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Object<SIZE> {
    pub(crate) const EMPTY: Self = Object([0; SIZE]);
}

/// Variables with their sizes and the standard's handles of what they stand for, 0 where there is none.
macro_rules! objects {
    ($($symbol:ident: $size:literal = $number:literal;)*) => {
        /// The variables, by Open MPI's names.
        pub mod exported {
            #![allow(non_upper_case_globals, missing_docs)]
            use crate::openmpi::objects::Object;

            $(
                #[unsafe(no_mangle)]
                #[used]
                pub static $symbol: Object<$size> = Object::EMPTY;
            )*
        }

        /// The address of each, and the standard's handle.
        pub fn each(mut take: impl FnMut(usize, usize)) {
            $( take((&raw const exported::$symbol).addr(), $number); )*
        }
    };
}

pub(crate) use objects;

/// Room for four times as many objects as there are, so that few share a place.
const PLACES: usize = 1 << PLACES_BITS;
const PLACES_BITS: u32 = 9;

/// Beyond the standard's predefined handles.
const NUMBERS: usize = 0x300;

struct KnownAddress {
    /// 0 in one that is free.
    address: AtomicUsize,
    number: AtomicUsize,
}

static PLACES_BY_ADDRESS: [KnownAddress; PLACES] =
    [const { KnownAddress { address: AtomicUsize::new(0), number: AtomicUsize::new(0) } }; PLACES];

static ADDRESSES: [AtomicUsize; NUMBERS] = [const { AtomicUsize::new(0) }; NUMBERS];

static FILLED: Once = Once::new();

/// Where the search for an address begins.
#[inline]
fn first_place(address: usize) -> usize {
    // The lowest bits of all are 0; a multiplication mixes the others into the highest.
    let mixed = (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - PLACES_BITS)) as usize
}

#[inline]
fn look(address: usize) -> Option<usize> {
    let mut at = first_place(address);
    loop {
        let place = &PLACES_BY_ADDRESS[at];
        // Acquire: the number was stored before.
        match place.address.load(Ordering::Acquire) {
            0 => return None,
            own if own == address => return Some(place.number.load(Ordering::Relaxed)),
            _ => at = (at + 1) % PLACES,
        }
    }
}

fn fill() {
    FILLED.call_once(|| {
        handles::each(|address, number| {
            if number == 0 {
                return;
            }
            let mut at = first_place(address);
            while PLACES_BY_ADDRESS[at].address.load(Ordering::Relaxed) != 0 {
                at = (at + 1) % PLACES;
            }
            PLACES_BY_ADDRESS[at].number.store(number, Ordering::Relaxed);
            PLACES_BY_ADDRESS[at].address.store(address, Ordering::Release);
            // Of several variables for one object the first stands for it.
            let first = &ADDRESSES[number];
            let _ = first.compare_exchange(0, address, Ordering::Relaxed, Ordering::Relaxed);
        });
    });
}

#[cold]
fn look_again(address: usize) -> Option<usize> {
    fill();
    look(address)
}

/// The standard's handle of the object at an address.
#[inline]
pub(super) fn number_of(address: usize) -> Option<usize> {
    look(address).or_else(|| look_again(address))
}

#[cold]
fn address_again(number: usize) -> usize {
    fill();
    ADDRESSES.get(number).map_or(0, |address| address.load(Ordering::Relaxed))
}

/// The address of the object of a standard's handle; 0 if Open MPI has no such object.
#[inline]
pub(super) fn address_of(number: usize) -> usize {
    match ADDRESSES.get(number).map_or(0, |address| address.load(Ordering::Relaxed)) {
        0 => address_again(number),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_found_by_its_address() {
        let (mut known, mut unknown) = (0, 0);
        handles::each(|address, number| match number {
            0 => {
                unknown += 1;
                assert_eq!(number_of(address), None);
            }
            _ => {
                known += 1;
                assert_eq!(number_of(address), Some(number));
                assert_eq!(number_of(address + 32), None, "within an object");
                assert_eq!(number_of(address_of(number)), Some(number));
            }
        });
        assert_eq!((known, unknown), (103, 5));
        assert!(known * 4 <= PLACES);
    }

    #[test]
    fn what_is_no_object_has_none() {
        assert_eq!(number_of(0), None);
        assert_eq!(number_of(usize::MAX), None);
        assert_eq!(address_of(0x2ff), 0);
        assert_eq!(address_of(usize::MAX), 0);
    }

    #[test]
    fn sizes_are_those_of_open_mpi() {
        use handles::exported::*;
        assert_eq!(size_of_val(&ompi_mpi_comm_world), 512);
        assert_eq!(size_of_val(&ompi_mpi_op_sum), 2048);
        assert_eq!(size_of_val(&ompi_mpi_file_null), 1536);
        assert_eq!(size_of_val(&ompi_request_null), 256);
    }
}
