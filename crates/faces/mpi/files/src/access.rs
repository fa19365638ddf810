//! Independent accesses: a part of a stream to the places of a view and back.

use crate::failure::Transferred;
use crate::storage::StoredFile;
use crate::stream::{StreamSink, StreamSource};
use crate::view::FileView;

/// Bytes of a stream that are copied on their way at a time.
const CHUNK: u64 = 4 << 20;
/// A read takes a gap of so many bytes along rather than call the system once more: copying them takes as long
/// as a call.
const GAP: u64 = 4096;
/// The most bytes that one call reads of pieces and gaps.
const SPAN: u64 = 4 << 20;

/// Writes a whole stream from `position` of the view's on.
pub fn write(
    file: &StoredFile,
    view: &FileView,
    position: u64,
    source: &StreamSource,
) -> Transferred {
    let total = source.len();
    let chunk = if source.is_in_one_piece() { total } else { CHUNK };
    let (mut done, mut scratch) = (0, Vec::new());
    while done < total {
        let len = chunk.min(total - done);
        let part = source.with(done, len as usize, &mut scratch, |bytes| {
            write_part(file, view, position + done, bytes)
        });
        done += part.bytes;
        if part.failure.is_some() {
            return Transferred { bytes: done, ..part };
        }
    }
    Transferred::all(done)
}

fn write_part(file: &StoredFile, view: &FileView, position: u64, bytes: &[u8]) -> Transferred {
    let (mut done, mut failure) = (0, None);
    view.pieces(position, bytes.len() as u64, |offset, len| {
        if failure.is_some() {
            return;
        }
        let piece = file.write_at(&bytes[done..done + len as usize], offset);
        done += piece.bytes as usize;
        failure = piece.failure;
    });
    Transferred { bytes: done as u64, failure }
}

/// Reads into a whole sink from `position` of the view's stream on, until the file ends.
pub fn read(file: &StoredFile, view: &FileView, position: u64, sink: &StreamSink) -> Transferred {
    let total = sink.len();
    let chunk = if sink.is_in_one_piece() && view.is_plain() { total } else { CHUNK };
    let (mut done, mut scratch, mut pieces) = (0, Vec::new(), Vec::new());
    while done < total {
        let len = chunk.min(total - done);
        pieces.clear();
        view.pieces(position + done, len, |offset, len| pieces.push((offset, len)));
        let part = sink.fill(done, len as usize, &mut scratch, |room| {
            let part = read_pieces(file, &pieces, room);
            (part.bytes as usize, part)
        });
        done += part.bytes;
        if part.failure.is_some() || part.bytes < len {
            return Transferred { bytes: done, ..part };
        }
    }
    Transferred::all(done)
}

/// Reads pieces one behind the other into `room`. Where the file ends, what is left is not filled.
pub(crate) fn read_pieces(
    file: &StoredFile,
    pieces: &[(u64, u64)],
    room: &mut [u8],
) -> Transferred {
    let (mut done, mut left, mut sieve) = (0, pieces, Vec::new());
    while let Some((first, _)) = left.split_first() {
        let together = cluster(left);
        let wanted: u64 = left[..together].iter().map(|(_, len)| len).sum();
        let part = match together {
            1 => file.read_at(&mut room[done..done + first.1 as usize], first.0),
            _ => sift(file, &left[..together], &mut room[done..], &mut sieve),
        };
        done += part.bytes as usize;
        if part.failure.is_some() || part.bytes < wanted {
            return Transferred { bytes: done as u64, ..part };
        }
        left = &left[together..];
    }
    Transferred::all(done as u64)
}

/// How many pieces from the first on are read by one call: none that lies before the first, as pieces may where
/// filetypes interleave.
fn cluster(pieces: &[(u64, u64)]) -> usize {
    let (start, len) = pieces[0];
    let (mut end, mut together) = (start + len, 1);
    for (offset, len) in &pieces[1..] {
        let next = end.max(offset + len);
        if *offset < start || *offset > end + GAP || next - start > SPAN {
            break;
        }
        end = next;
        together += 1;
    }
    together
}

/// Reads pieces with what is between them, and keeps the pieces.
fn sift(
    file: &StoredFile,
    pieces: &[(u64, u64)],
    room: &mut [u8],
    sieve: &mut Vec<u8>,
) -> Transferred {
    let start = pieces[0].0;
    let end = pieces.iter().map(|(offset, len)| offset + len).max().unwrap_or(start);
    sieve.resize((end - start) as usize, 0);
    let found = file.read_at(sieve, start);
    let mut done = 0;
    for (offset, len) in pieces {
        let at = offset - start;
        let there = found.bytes.saturating_sub(at).min(*len) as usize;
        room[done..done + there].copy_from_slice(&sieve[at as usize..at as usize + there]);
        done += there;
        if (there as u64) < *len {
            break;
        }
    }
    Transferred { bytes: done as u64, failure: found.failure }
}
