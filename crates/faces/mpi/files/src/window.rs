//! What an aggregator does with a window of the file: it writes what has come from all, or reads what all want.

use crate::access::read_pieces;
use crate::failure::{FileFailure, Transferred};
use crate::runs::PieceList;
use crate::storage::StoredFile;
use std::io::IoSlice;

/// Pieces below this are put together before they are written: a slice costs the system about as much as copying
/// so many bytes.
const SHORT: u64 = 512;

/// A piece of the file, and where its bytes are among those that came.
#[derive(Clone, Copy)]
struct PlacedPiece {
    offset: u64,
    len: usize,
    at: usize,
}

/// Writes what has come. `sources`: the pieces of each process, in order of rank, with where its bytes begin in
/// `data`. Pieces that overlap are written in the order of ranks.
pub fn store_window(
    file: &StoredFile,
    sources: &[(PieceList, usize)],
    data: &[u8],
) -> Option<FileFailure> {
    let mut pieces = Vec::new();
    for (list, start) in sources {
        let mut at = *start;
        list.each(|offset, len| {
            pieces.push(PlacedPiece { offset, len: len as usize, at });
            at += len as usize;
        });
    }
    // Those of one process ascend: this merges runs, and is stable.
    pieces.sort_by_key(|piece| piece.offset);
    let is_short = {
        let bytes: u64 = sources.iter().map(|(list, _)| list.bytes()).sum();
        bytes / pieces.len().max(1) as u64 <= SHORT
    };
    let (mut left, mut room) = (&pieces[..], Vec::new());
    while !left.is_empty() {
        let row = row_of(left);
        let written = if is_short && row > 1 {
            room.clear();
            left[..row]
                .iter()
                .for_each(|piece| room.extend_from_slice(&data[piece.at..piece.at + piece.len]));
            file.write_at(&room, left[0].offset)
        } else {
            let slice = |piece: &PlacedPiece| IoSlice::new(&data[piece.at..piece.at + piece.len]);
            let slices: Vec<IoSlice<'_>> = left[..row].iter().map(slice).collect();
            file.write_slices(&slices, left[0].offset)
        };
        if written.failure.is_some() {
            return written.failure;
        }
        left = &left[row..];
    }
    None
}

/// How many pieces from the first on lie in a row.
fn row_of(pieces: &[PlacedPiece]) -> usize {
    let mut end = pieces[0].offset + pieces[0].len as u64;
    let mut row = 1;
    for piece in &pieces[1..] {
        if piece.offset != end {
            break;
        }
        end += piece.len as u64;
        row += 1;
    }
    row
}

/// Bytes of a window that was read: the pieces that anybody wants, without what is between them.
#[derive(Default)]
pub struct LoadedWindow {
    /// Offsets and lengths, which ascend and do not touch, with where their bytes begin.
    pieces: Vec<(u64, u64, usize)>,
    bytes: Vec<u8>,
    /// How many of them were there.
    filled: usize,
    /// Why no more, if not because the file ends.
    pub failure: Option<FileFailure>,
}

/// Reads what all want, each byte once.
pub fn load_window(file: &StoredFile, wanted: &[PieceList]) -> LoadedWindow {
    let mut all = Vec::new();
    wanted.iter().for_each(|list| list.each(|offset, len| all.push((offset, len))));
    all.sort_by_key(|piece| piece.0);
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (offset, len) in all {
        match joined.last_mut() {
            Some((start, have)) if offset <= *start + *have => {
                *have = (*have).max(offset + len - *start)
            }
            _ => joined.push((offset, len)),
        }
    }
    let total: u64 = joined.iter().map(|(_, len)| len).sum();
    let mut bytes = vec![0; total as usize];
    let Transferred { bytes: filled, failure } = read_pieces(file, &joined, &mut bytes);
    let mut at = 0;
    let placed = |(offset, len): (u64, u64)| {
        let start = at;
        at += len as usize;
        (offset, len, start)
    };
    let pieces = joined.into_iter().map(placed).collect();
    LoadedWindow { pieces, bytes, filled: filled as usize, failure }
}

impl LoadedWindow {
    /// Copies the pieces that a process wanted to `room`, one behind the other; tells how many bytes from the first
    /// on were there.
    pub fn copy(&self, wanted: &PieceList, room: &mut [u8]) -> u64 {
        let (mut index, mut done, mut valid, mut ended) = (0, 0, 0, false);
        wanted.each(|offset, len| {
            while self.pieces.get(index + 1).is_some_and(|next| next.0 <= offset) {
                index += 1;
            }
            let (start, _, at) = self.pieces[index];
            let from = at + (offset - start) as usize;
            let len = len as usize;
            let there = self.filled.saturating_sub(from).min(len);
            room[done..done + there].copy_from_slice(&self.bytes[from..from + there]);
            done += len;
            if !ended {
                valid += there as u64;
                ended = there < len;
            }
        });
        valid
    }
}
