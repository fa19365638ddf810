//! How long the rings and rooms of an inbox are.

use crate::layout::Geometry;
use crate::method::ShmOptions;
use ferry_method::MethodError;

/// Sizes of an inbox that so many can send to.
///
/// A room that is longer than the second cache of a core is the faster one, by two to three times: its lines
/// have left the cache of the other core before they are written again (`docs/shared-memory.md`). Where ranks
/// share a core they share its cache, and short ones stay there.
pub(crate) fn geometry(
    options: &ShmOptions,
    capacity: usize,
    longest_file: Option<u64>,
) -> Geometry {
    let cells = options.cells;
    if let Some(bulk) = options.bulk {
        return Geometry { capacity, cells, bulk };
    }
    let senders = options.senders.unwrap_or(capacity).max(1);
    let each = match options.crowded {
        true => SMALLEST_ROOM,
        false => (ROOMS / senders).clamp(SMALLEST_ROOM, LARGEST_ROOM),
    };
    let mut geometry = Geometry { capacity, cells, bulk: 1 << each.ilog2() };
    let is_too_long = |g: &Geometry| longest_file.is_some_and(|most| g.len() as u64 > most);
    while is_too_long(&geometry) && geometry.bulk > SMALLEST_ROOM {
        geometry.bulk /= 2;
    }
    geometry
}

/// All rooms of a process, as far as they are used, and the bounds of one.
const ROOMS: usize = 16 << 20;
const SMALLEST_ROOM: usize = 128 << 10;
const LARGEST_ROOM: usize = 2 << 20;

/// Whether they can be used; `piece`: what is copied at a time.
pub(crate) fn check(geometry: &Geometry, piece: usize) -> Result<(), MethodError> {
    let bad = |parameter, why: &str| MethodError::Configuration { parameter, why: why.into() };
    if !geometry.cells.is_power_of_two() || !(2..=1 << 16).contains(&geometry.cells) {
        return Err(bad("shm.ring_cells", "must be a power of two from 2 to 65536"));
    }
    if !geometry.bulk.is_multiple_of(4096) || !(4096..=1 << 28).contains(&geometry.bulk) {
        return Err(bad("shm.bulk_bytes", "must be a multiple of 4096 from 4 KiB to 256 MiB"));
    }
    if piece < LINE {
        return Err(bad("shm.piece", "must be 64 bytes or more"));
    }
    Ok(())
}

/// Less is never copied at a time.
const LINE: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_cannot_be_used_are_named() {
        let good = geometry(&ShmOptions::default(), 2, None);
        assert!(check(&good, 64).is_ok());
        for (bad, piece, name) in [
            (good, 0, "shm.piece"),
            (Geometry { cells: 3, ..good }, 64, "shm.ring_cells"),
            (Geometry { bulk: 5000, ..good }, 64, "shm.bulk_bytes"),
        ] {
            assert!(check(&bad, piece).unwrap_err().to_string().contains(name), "{name}");
        }
    }

    #[test]
    fn rooms_are_long_where_few_share_them_and_files_may_be_long() {
        let room = |capacity, longest| geometry(&ShmOptions::default(), capacity, longest).bulk;
        assert_eq!([2, 8, 9, 64].map(|ranks| room(ranks, None) >> 10), [2048, 2048, 1024, 256]);
        assert_eq!(room(4096, None), SMALLEST_ROOM);
        assert_eq!(room(2, Some(4 << 20)), 1 << 20);
        assert_eq!(room(2, Some(0)), SMALLEST_ROOM);
        let few = ShmOptions { senders: Some(8), ..ShmOptions::default() };
        assert_eq!(geometry(&few, 4096, None).bulk, LARGEST_ROOM);
        let crowded = ShmOptions { crowded: true, ..few };
        assert_eq!(geometry(&crowded, 4096, None).bulk, SMALLEST_ROOM);
        let asked = ShmOptions { bulk: Some(4096), ..ShmOptions::default() };
        assert_eq!(geometry(&asked, 2, None).bulk, 4096);
    }
}
