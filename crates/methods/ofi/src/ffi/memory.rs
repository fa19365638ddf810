//! Memory that is lent to libfabric: it reads and writes there while operations are under way, so that no
//! reference to it lives longer than a copy takes.

use super::layout::Context;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::ptr::NonNull;

/// A row of bytes, in equal places, with a context for each place.
pub(super) struct Places {
    bytes: NonNull<u8>,
    contexts: NonNull<Context>,
    /// Bytes of a place.
    pub(super) each: usize,
    /// How many there are.
    pub(super) count: usize,
}

// SAFETY: plain memory that is owned.
unsafe impl Send for Places {}

impl Places {
    /// As many places of so many bytes.
    pub(super) fn new(count: usize, each: usize) -> Self {
        let (bytes, contexts) = layouts(count, each);
        Places { bytes: zeroed(bytes), contexts: zeroed(contexts), each, count }
    }

    /// Where a place begins.
    pub(super) fn at(&self, place: usize) -> *mut u8 {
        assert!(place < self.count, "place {place} of {}", self.count);
        // SAFETY: within the allocation, which has `count` times `each` bytes.
        unsafe { self.bytes.as_ptr().add(place * self.each) }
    }

    /// The context of a place.
    pub(super) fn context(&self, place: usize) -> *mut c_void {
        assert!(place < self.count, "place {place} of {}", self.count);
        // SAFETY: within the allocation, which has `count` contexts.
        unsafe { self.contexts.as_ptr().add(place) }.cast()
    }

    /// Whose context it is.
    pub(super) fn place_of(&self, context: *mut c_void) -> Option<usize> {
        let distance = (context as usize).checked_sub(self.contexts.as_ptr() as usize)?;
        let place = distance / size_of::<Context>();
        (distance % size_of::<Context>() == 0 && place < self.count).then_some(place)
    }

    /// Copies into a place, one part after the other; how many bytes they are together.
    ///
    /// # Panics
    /// When they are more than the place has.
    pub(super) fn fill(&mut self, place: usize, parts: &[&[u8]]) -> usize {
        let (start, mut len) = (self.at(place), 0);
        for part in parts {
            assert!(part.len() <= self.each - len, "a packet is too long");
            // SAFETY: within the place by the assertion; nothing is under way there, as its slot is free, and
            // what is copied is of other memory, since nobody has a reference to this.
            unsafe { start.add(len).copy_from_nonoverlapping(part.as_ptr(), part.len()) };
            len += part.len();
        }
        len
    }

    /// What has arrived at `at`, within a place.
    pub(super) fn arrived(&self, place: usize, at: *const u8, len: usize) -> Option<&[u8]> {
        let start = (at as usize).checked_sub(self.at(place) as usize)?;
        if len > self.each || start > self.each - len {
            return None;
        }
        // SAFETY: within the place. It is initialised, having been zero at first, and what a provider has
        // said to have arrived it writes to no more until the place is posted again, for which it takes
        // `&mut self`.
        Some(unsafe { std::slice::from_raw_parts(self.at(place).add(start), len) })
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        let (bytes, contexts) = layouts(self.count, self.each);
        // SAFETY: allocated with these layouts; the endpoint that used them is closed by now.
        unsafe {
            dealloc(self.bytes.as_ptr(), bytes);
            dealloc(self.contexts.as_ptr().cast(), contexts);
        }
    }
}

fn layouts(count: usize, each: usize) -> (Layout, Layout) {
    let bytes = count.checked_mul(each).and_then(|all| Layout::from_size_align(all, 16).ok());
    let contexts = Layout::array::<Context>(count).ok();
    bytes.zip(contexts).filter(|_| count > 0 && each > 0).expect("places of a sensible size")
}

fn zeroed<T>(layout: Layout) -> NonNull<T> {
    // SAFETY: the layout's size is not zero.
    let memory = unsafe { alloc_zeroed(layout) };
    NonNull::new(memory.cast()).unwrap_or_else(|| handle_alloc_error(layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_contexts_are_told_apart() {
        let mut places = Places::new(3, 10);
        assert_eq!(places.fill(1, &[b"one", b"", b"two"]), 6);
        let at = places.at(1).cast_const();
        assert_eq!(places.arrived(1, at, 6), Some(&b"onetwo"[..]));
        assert_eq!(places.arrived(1, at.wrapping_add(3), 7), Some(&b"two\0\0\0\0"[..]));
        assert_eq!(places.arrived(1, at.wrapping_add(4), 7), None);
        assert_eq!(places.arrived(1, at.wrapping_sub(1), 2), None);
        assert_eq!(
            (0..3).map(|i| places.place_of(places.context(i))).collect::<Option<_>>(),
            Some(vec![0, 1, 2])
        );
        let beyond = places.context(2).wrapping_byte_add(size_of::<Context>());
        assert_eq!(places.place_of(beyond), None);
        assert_eq!(places.place_of(std::ptr::null_mut()), None);
        assert_eq!(places.place_of(places.context(0).wrapping_byte_add(8)), None);
    }
}
