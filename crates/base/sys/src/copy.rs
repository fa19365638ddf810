//! Copies of what another core has just written.

/// Copies `from` into `into`, beginning at the end where that is quicker.
///
/// A core that reads upwards has its next lines brought before it asks for them. Behind a message lie those that its
/// sender, on another core, writes next, and has to take back first. Read downwards, what is brought too early is
/// what has been read already: 4 KiB cross in half the time (`docs/shared-memory.md`).
///
/// # Panics
/// If the two are not equally long.
#[inline]
pub fn copy_received(into: &mut [u8], from: &[u8]) {
    if from.len() < DOWNWARDS_FROM || !copied_downwards(into, from) {
        into.copy_from_slice(from);
    }
}

/// Shorter copies are over before anything is brought too early.
const DOWNWARDS_FROM: usize = 512;

/// Bytes copied at a time: two lines, as many as come in pairs.
const BLOCK: usize = 128;

/// Whether this processor has copied downwards. In registers of 16 bytes it takes longer than it saves.
#[cfg(target_arch = "x86_64")]
#[inline]
fn copied_downwards(into: &mut [u8], from: &[u8]) -> bool {
    let has_avx = std::arch::is_x86_feature_detected!("avx");
    if has_avx {
        // SAFETY: the processor has what the function is built for.
        unsafe { copy_downwards(into, from) };
    }
    has_avx
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn copied_downwards(_: &mut [u8], _: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_received_is_copied_whole() {
        let lengths = (0..600).chain([1023, 1024, 1025, 4096, 8191, 65537]);
        for len in lengths {
            let from: Vec<u8> = (0..len).map(|at| (at * 7 % 251) as u8).collect();
            let mut into = vec![0; len];
            copy_received(&mut into, &from);
            assert!(into == from, "{len} bytes");
        }
    }

    #[test]
    #[should_panic]
    fn room_of_another_length_is_a_mistake() {
        copy_received(&mut [0; 2000], &[1; 1000]);
    }
}
