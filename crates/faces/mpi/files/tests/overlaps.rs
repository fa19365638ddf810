//! Views whose bytes do not lie one behind the other, as parts of a filetype overlap or filetypes interleave, against
//! a list of places.

use ferry_datatype::{Basic, Datatype, Form, UserMemoryMut};
use ferry_files::{
    AccessMode, AccessShare, FileView, OpenFlags, StoredFile, StreamSink, StreamSource,
    TransportPlan, ViewError, read, write,
};
use ferry_sys::OwnedBuffer;
use proptest::prelude::*;
use std::sync::Arc;

/// Etypes of `unit` bytes, which begin `steps` behind each other, and the filetype's extent.
#[derive(Clone, Debug)]
struct Tile {
    unit: u64,
    /// What is between an etype's first byte and the others.
    gap: u64,
    steps: Vec<u64>,
    extent: u64,
}

fn tiles() -> impl Strategy<Value = Tile> {
    let steps = prop::collection::vec(0u64..12, 1..8);
    (1u64..5, 0u64..4, steps, 1u64..60).prop_map(|(unit, gap, mut steps, extent)| {
        // Displacements must not decrease: what an etype's gap divides is over before the next begins.
        steps.iter_mut().filter(|_| unit > 1 && gap > 0).for_each(|step| *step += 1 + gap);
        Tile { unit, gap, steps, extent }
    })
}

impl Tile {
    fn starts(&self) -> Vec<u64> {
        self.steps
            .iter()
            .scan(0, |at, step| Some(std::mem::replace(at, *at + step) + step))
            .collect()
    }

    fn view(&self, displacement: u64, writable: bool) -> Result<FileView, ViewError> {
        let (mut places, mut lens) = (Vec::new(), Vec::new());
        for start in self.starts() {
            places.extend([start as i64, (start + 1 + self.gap) as i64]);
            lens.extend([1, self.unit as i64 - 1]);
        }
        let byte = Datatype::basic(Basic::Byte);
        let row = Datatype::hindexed(Form::Int, &lens, &places, &byte).unwrap();
        let tile = Datatype::resized(Form::Int, 0, self.extent as i64, &row).unwrap();
        tile.commit();
        FileView::new(displacement, self.unit, &tile, writable)
    }

    /// Where the first `count` etypes of the stream begin.
    fn etypes(&self, displacement: u64, count: usize) -> Vec<u64> {
        let starts = self.starts();
        let tile = |number: u64| {
            starts.iter().map(move |start| displacement + number * self.extent + start)
        };
        (0..).flat_map(tile).take(count).collect()
    }

    /// Where their bytes lie.
    fn places(&self, displacement: u64, count: usize) -> Vec<u64> {
        let bytes = |start: &u64| {
            let start = *start;
            (0..self.unit).map(move |byte| start + if byte == 0 { 0 } else { byte + self.gap })
        };
        self.etypes(displacement, count).iter().flat_map(bytes).collect()
    }
}

/// A file of so many bytes that tell where they are, which has no name any more.
fn temporary(len: usize) -> (StoredFile, Vec<u8>) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("ferry-files-overlaps-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let flags = OpenFlags { create: true, exclusive: true, permissions: 0o600 };
    let file = StoredFile::open(&path, AccessMode::new(32).unwrap(), flags).unwrap();
    StoredFile::delete(&path).unwrap();
    let bytes: Vec<u8> = (0..len).map(|place| (place * 7 % 251) as u8).collect();
    file.write_at(&bytes, 0);
    (file, bytes)
}

/// What is read of a part of a stream.
fn read_part(file: &StoredFile, view: &FileView, position: u64, len: usize) -> Vec<u8> {
    let buffer = OwnedBuffer::new(len.max(1));
    let memory = UserMemoryMut::within(&buffer.arena(len), 0);
    let sink =
        StreamSink::Memory { memory, datatype: Datatype::basic(Basic::Byte), count: len as u64 };
    let done = read(file, view, position, &sink);
    assert_eq!(done.failure, None);
    buffer.arena(len).read(0, done.bytes as usize).as_slice().to_vec()
}

proptest! {
    #[test]
    fn a_view_is_its_places(tile in tiles(), displacement in 0u64..50, from in 0usize..60, len in 0usize..60) {
        let view = tile.view(displacement, false).unwrap();
        let places = tile.places(displacement, 150);
        let (start, end) = (from as u64, (from + len) as u64);
        prop_assert_eq!(view.position(0, end), Ok(0));
        let part = &places[from..from + len];
        let mut seen = Vec::new();
        view.pieces(start, len as u64, |offset, len| seen.extend(offset..offset + len));
        prop_assert_eq!(&seen[..], part);
        for (position, place) in places.iter().enumerate() {
            prop_assert_eq!(view.place(position as u64), *place);
        }
        let share = AccessShare::new(&view, start, len as u64);
        let span = part.iter().min().map_or(0, |first| *first)..part.iter().max().map_or(0, |last| last + 1);
        prop_assert_eq!(view.span(start, len as u64), span.clone());
        prop_assert_eq!(share.start..share.end, span);
        if view.ascends(start, len as u64) {
            prop_assert!(part.is_sorted_by(|one, next| one < next));
            for offset in 0..400 {
                let expected = start + part.iter().take_while(|place| **place < offset).count() as u64;
                prop_assert_eq!(view.position_from(offset, &(start..end)), expected);
                let window = TransportPlan::part(&view, &(start..end), &(offset..offset + 9));
                prop_assert!(part[(window.start - start) as usize..(window.end - start) as usize]
                    .iter().all(|place| (offset..offset + 9).contains(place)));
            }
        }
    }

    /// Two-phase accesses are left where there is a choice: a part within one filetype without overlaps ascends.
    #[test]
    fn one_filetype_without_overlaps_ascends(tile in tiles(), displacement in 0u64..50, number in 0u64..5) {
        let Ok(view) = tile.view(displacement, true) else { return Ok(()) };
        let size = tile.unit * tile.steps.len() as u64;
        prop_assert!(view.ascends(number * size, size));
    }

    #[test]
    fn a_file_ends_where_the_first_etype_behind_it_begins(
        tile in tiles(), displacement in 0u64..50, size in 0u64..500,
    ) {
        let view = tile.view(displacement, false).unwrap();
        let begins = tile.etypes(displacement, 8 * 600);
        let expected = begins.iter().position(|start| *start >= size).unwrap();
        prop_assert_eq!(view.end(size), expected as u64);
    }

    #[test]
    fn what_is_read_is_what_lies_there(
        tile in tiles(), displacement in 0u64..50, from in 0usize..60, len in 0usize..400, size in 0usize..900,
    ) {
        let view = tile.view(displacement, false).unwrap();
        let (file, bytes) = temporary(size);
        let places = tile.places(displacement, 500);
        let there = places[from..from + len].iter().map_while(|place| bytes.get(*place as usize)).copied();
        prop_assert_eq!(read_part(&file, &view, from as u64, len), there.collect::<Vec<u8>>());
    }

    /// Where filetypes overlap each other the last in the stream is what stays.
    #[test]
    fn what_is_written_is_what_is_there(
        tile in tiles(), displacement in 0u64..50, from in 0usize..60, len in 0usize..400,
    ) {
        let Ok(view) = tile.view(displacement, true) else { return Ok(()) };
        let (file, mut model) = temporary(100);
        let stream: Vec<u8> = (0..len).map(|i| (i * 11 + 3) as u8).collect();
        let done = write(&file, &view, from as u64, &StreamSource::Bytes(Arc::new(stream.clone())));
        prop_assert_eq!((done.bytes, done.failure), (len as u64, None));
        for (place, byte) in tile.places(displacement, 500)[from..].iter().zip(stream) {
            model.resize(model.len().max(*place as usize + 1), 0);
            model[*place as usize] = byte;
        }
        let mut all = vec![0; file.size().unwrap() as usize];
        file.read_at(&mut all, 0);
        prop_assert_eq!(all, model);
    }
}

/// Bytes 4 at 0 and 2 at 8, between bounds.
fn header_and_array(lb: i64, extent: i64) -> FileView {
    let byte = Datatype::basic(Basic::Byte);
    let parts = Datatype::hindexed(Form::Int, &[4, 2], &[0, 8], &byte).unwrap();
    let narrow = Datatype::resized(Form::Int, lb, extent, &parts).unwrap();
    narrow.commit();
    FileView::new(100, 1, &narrow, true).unwrap()
}

#[test]
fn a_filetype_that_does_not_move_on_has_no_second_one() {
    for extent in [0, -4] {
        let view = header_and_array(6, extent);
        assert_eq!(view.position(0, 6), Ok(0));
        assert_eq!(view.position(5, 2), Err(ViewError::Repeated(extent)));
        assert_eq!(view.place(5), 109);
        assert_eq!(
            [0, 100, 101, 104, 109, 110, 999].map(|size| view.end(size)),
            [0, 0, 1, 4, 5, 6, 6]
        );
    }
}

#[test]
fn a_filetype_with_narrow_bounds_is_one_for_a_plan() {
    let view = header_and_array(6, 4);
    let mut pieces = Vec::new();
    view.pieces(3, 6, |offset, len| pieces.push((offset, len)));
    assert_eq!(pieces, [(103, 1), (108, 2), (104, 3)]);
    assert!(view.ascends(0, 6) && view.ascends(6, 6) && !view.ascends(5, 2));
    assert_eq!(view.span(5, 2), 104..110);
    let from = |offset| view.position_from(offset, &(0..6));
    assert_eq!([99, 103, 104, 109, 110, 999].map(from), [0, 3, 4, 5, 6, 6]);
}

#[test]
fn an_end_beyond_all_numbers_is_the_last_of_them() {
    let lens = vec![1; 100_000];
    let places: Vec<i64> = (0..100_000).map(|i| i * 2).collect();
    let row = Datatype::hindexed(Form::Int, &lens, &places, &Datatype::basic(Basic::Byte)).unwrap();
    let tile = Datatype::resized(Form::Int, 0, 1, &row).unwrap();
    tile.commit();
    let view = FileView::new(0, 1, &tile, true).unwrap();
    assert_eq!(view.end(i64::MAX as u64), u64::MAX);
}
