//! Copies of few bytes.

/// Copies bytes, which are few more often than not: two moves of a fixed size, which may overlap, instead of a call.
///
/// # Panics
/// If the two are not equally long.
#[inline]
pub fn copy_few(into: &mut [u8], bytes: &[u8]) {
    assert!(into.len() == bytes.len(), "room of {} for {}", into.len(), bytes.len());
    match bytes.len() {
        4..8 => copy_ends::<4>(into, bytes),
        8..=16 => copy_ends::<8>(into, bytes),
        17..=32 => copy_ends::<16>(into, bytes),
        33..=64 => copy_ends::<32>(into, bytes),
        _ => into.copy_from_slice(bytes),
    }
}

/// Copies the first and the last bytes of what is at least as long, and no longer than both.
#[inline(always)]
fn copy_ends<const LEN: usize>(into: &mut [u8], bytes: &[u8]) {
    if let (Some((first, _)), Some((_, last))) =
        (bytes.split_first_chunk::<LEN>(), bytes.split_last_chunk::<LEN>())
        && let Some(place) = into.first_chunk_mut::<LEN>()
    {
        let (first, last) = (*first, *last);
        *place = first;
        if let Some(place) = into.last_chunk_mut::<LEN>() {
            *place = last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_copied_and_no_others() {
        let bytes: Vec<u8> = (1..=100).collect();
        for len in 0..=bytes.len() {
            let mut into = [0; 102];
            copy_few(&mut into[1..=len], &bytes[..len]);
            assert_eq!(into[1..=len], bytes[..len]);
            assert!(into[0] == 0 && into[len + 1..].iter().all(|byte| *byte == 0), "{len}");
        }
    }
}
