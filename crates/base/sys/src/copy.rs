//! Copies between cores: of what another one has just written, and of what it is about to read.

/// Copies `from`, which another core has written, into `into`, in the order that takes the least time.
///
/// A core that reads upwards has its next lines brought before it asks for them. Behind a message lie those that its
/// sender, on another core, writes next, and has to take back first. Read downwards, what is brought too early is
/// what has been read already: 4 KiB cross in half the time. Of many pages four are read side by side: lines are
/// brought early within a page, so that more are under way at once (`docs/shared-memory.md`).
///
/// # Panics
/// If the two are not equally long.
#[inline]
pub fn copy_received(into: &mut [u8], from: &[u8]) {
    if from.len() < DOWNWARDS_FROM || !copied_in_order(into, from) {
        into.copy_from_slice(from);
    }
}

/// Shorter copies are over before anything is brought too early.
const DOWNWARDS_FROM: usize = 512;

/// From so many bytes on four places are read side by side.
#[cfg(target_arch = "x86_64")]
const SIDE_BY_SIDE_FROM: usize = 8 << 10;

/// Bytes copied at a time: two lines, as many as come in pairs.
#[cfg(target_arch = "x86_64")]
const BLOCK: usize = 128;

/// Whether what another core has written is best read upwards, if it writes nothing behind meanwhile: so on processors of
/// AMD, and those that descend from them. No other has SSE4a.
#[inline]
pub fn reads_best_upwards() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("sse4a");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx() -> bool {
    std::arch::is_x86_feature_detected!("avx")
}

/// Whether this processor has copied in an order of its own. In registers of 16 bytes it takes longer than it saves.
#[cfg(target_arch = "x86_64")]
#[inline]
fn copied_in_order(into: &mut [u8], from: &[u8]) -> bool {
    let has_avx = has_avx();
    if has_avx {
        // SAFETY: the processor has what the functions are built for.
        unsafe {
            match from.len() < SIDE_BY_SIDE_FROM {
                true => copy_downwards(into, from),
                false => copy_side_by_side(into, from),
            }
        }
    }
    has_avx
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn copied_in_order(_: &mut [u8], _: &[u8]) -> bool {
    false
}

/// `black_box` keeps the compiler from seeing that this is a plain copy, which it would make one of any order.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn copy_downwards(into: &mut [u8], from: &[u8]) {
    assert!(into.len() == from.len(), "room of {} for {}", into.len(), from.len());
    let (first_place, places) = into.as_rchunks_mut::<BLOCK>();
    let (first, blocks) = from.as_rchunks::<BLOCK>();
    for (place, block) in places.iter_mut().zip(blocks).rev() {
        *place = *std::hint::black_box(block);
    }
    first_place.copy_from_slice(first);
}

/// Four quarters side by side, in whole blocks; then the rest.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn copy_side_by_side(into: &mut [u8], from: &[u8]) {
    assert!(into.len() == from.len(), "room of {} for {}", into.len(), from.len());
    let (places, last_place) = into.as_chunks_mut::<BLOCK>();
    let (blocks, last) = from.as_chunks::<BLOCK>();
    let quarter = blocks.len() / 4;
    for at in 0..quarter {
        for block in [at, at + quarter, at + 2 * quarter, at + 3 * quarter] {
            places[block] = blocks[block];
        }
    }
    places[4 * quarter..].copy_from_slice(&blocks[4 * quarter..]);
    last_place.copy_from_slice(last);
}

/// Has a line brought to this core, which is about to read it, where the processor does so.
#[inline]
pub fn expect_line<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, of an instruction that every such processor has and that faults at no address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Copies bytes to where another core will read them, through the caches.
///
/// Processors of AMD bring what is copied from the second cache to the first no sooner than it is asked for: there it is
/// asked for early (`docs/shared-memory.md`).
///
/// # Safety
/// `to` is valid for writes of as many bytes, which nobody else accesses meanwhile and which are not among `bytes`.
#[inline]
pub unsafe fn copy_for_reader(to: *mut u8, bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    if bytes.len() >= AHEAD_FROM && reads_best_upwards() && has_avx() {
        // SAFETY: as the caller promises; the processor has what the function is built for.
        return unsafe { copy_ahead(std::slice::from_raw_parts_mut(to, bytes.len()), bytes) };
    }
    // SAFETY: as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
}

/// Of fewer bytes the first ones, which nobody has asked for, are too many.
#[cfg(target_arch = "x86_64")]
const AHEAD_FROM: usize = 4 << 10;

/// How far ahead lines are asked for.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 512;

/// Upwards, a line at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn copy_ahead(into: &mut [u8], from: &[u8]) {
    const LINE: usize = 64;
    assert!(into.len() == from.len(), "room of {} for {}", into.len(), from.len());
    let (places, last_place) = into.as_chunks_mut::<LINE>();
    let (lines, last) = from.as_chunks::<LINE>();
    for (place, line) in places.iter_mut().zip(lines) {
        expect_line(line.as_ptr().wrapping_add(AHEAD));
        *place = *line;
    }
    last_place.copy_from_slice(last);
}

/// Copies bytes to where another core will read them, around the caches: no line of there is asked for, which pays
/// where that core is far. All of it is seen by whoever sees what the caller stores next with release order.
///
/// # Safety
/// `to` is valid for writes of as many bytes, which nobody else accesses meanwhile and which are not among `bytes`.
pub unsafe fn copy_around_caches(to: *mut u8, bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    if has_avx() {
        // SAFETY: as the caller promises; the processor has what the function is built for.
        return unsafe { stream(to, bytes) };
    }
    // SAFETY: as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
}

/// # Safety
/// As for [`copy_around_caches`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
unsafe fn stream(to: *mut u8, bytes: &[u8]) {
    use std::arch::x86_64::{__m256i, _mm_sfence, _mm256_loadu_si256, _mm256_stream_si256};
    const VECTOR: usize = size_of::<__m256i>();
    let (head, rest) = bytes.split_at(to.align_offset(VECTOR).min(bytes.len()));
    let (vectors, tail) = rest.as_chunks::<VECTOR>();
    // SAFETY: all of it is within the room that the caller promises; vectors begin where one is aligned, behind the
    // head. The fence orders them before what is stored next, which stores of this kind are not by themselves.
    unsafe {
        std::ptr::copy_nonoverlapping(head.as_ptr(), to, head.len());
        let mut place = to.add(head.len());
        for vector in vectors {
            _mm256_stream_si256(place.cast(), _mm256_loadu_si256(vector.as_ptr().cast()));
            place = place.add(VECTOR);
        }
        std::ptr::copy_nonoverlapping(tail.as_ptr(), place, tail.len());
        _mm_sfence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_copied_for_a_reader_arrives_whole_and_nowhere_else() {
        for (at, len) in (0..3).flat_map(|at| {
            [0, 1, 63, 64, 65, 4095, 4096, 4097, 8190, 16384].map(|len| (21 * at, len))
        }) {
            let from: Vec<u8> = (0..len).map(|at| (at * 7 % 251) as u8).collect();
            let mut into = vec![255; at + len + 40];
            // SAFETY: the vector is as long, and borrowed by nobody else.
            unsafe { copy_for_reader(into.as_mut_ptr().add(at), &from) };
            #[cfg(target_arch = "x86_64")]
            if has_avx() {
                let mut again = vec![255; len];
                // SAFETY: the processor has what the function is built for.
                unsafe { copy_ahead(&mut again, &from) };
                assert!(again == from, "{len} bytes");
            }
            let untouched = into[..at].iter().chain(&into[at + len..]).all(|byte| *byte == 255);
            assert!(into[at..at + len] == from && untouched, "{len} bytes at {at}");
        }
    }

    #[test]
    fn what_goes_around_the_caches_arrives_whole_and_nowhere_else() {
        for (at, len) in
            (0..40).flat_map(|at| [0, 1, 31, 32, 33, 64, 127, 1000, 8192].map(|len| (at, len)))
        {
            let from: Vec<u8> = (0..len).map(|at| (at * 7 % 251) as u8).collect();
            let mut into = vec![255; at + len + 40];
            // SAFETY: the vector is as long, and borrowed by nobody else.
            unsafe { copy_around_caches(into.as_mut_ptr().add(at), &from) };
            let untouched = into[..at].iter().chain(&into[at + len..]).all(|byte| *byte == 255);
            assert!(into[at..at + len] == from && untouched, "{len} bytes at {at}");
        }
    }

    #[test]
    fn what_was_received_is_copied_whole() {
        let lengths = (0..600)
            .chain([1023, 1024, 1025, 4096, 8191, 8192, 8193, 16383, 16384, 16385, 17000, 65537]);
        for len in lengths {
            let from: Vec<u8> = (0..len).map(|at| (at * 7 % 251) as u8).collect();
            let mut into = vec![0; len];
            copy_received(&mut into, &from);
            assert!(into == from, "{len} bytes");
            #[cfg(target_arch = "x86_64")]
            if has_avx() {
                for copy in [copy_downwards, copy_side_by_side] {
                    into.fill(0);
                    // SAFETY: the processor has what the functions are built for.
                    unsafe { copy(&mut into, &from) };
                    assert!(into == from, "{len} bytes");
                }
            }
        }
    }

    #[test]
    #[should_panic]
    fn room_of_another_length_is_a_mistake() {
        copy_received(&mut [0; 2000], &[1; 1000]);
    }
}
