//! Views, accesses and windows against naive models: a list of places, and a file in memory.

use ferry_datatype::{Basic, Datatype, Form, UserMemoryMut};
use ferry_files::{
    AccessMode, AccessShare, FileView, OpenFlags, PieceList, StoredFile, StreamSink, StreamSource,
    TransportPlan, TransportWishes, load_window, read, store_window, write,
};
use ferry_sys::OwnedBuffer;
use proptest::prelude::*;
use std::sync::Arc;

/// A file that has no name any more.
fn temporary() -> StoredFile {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("ferry-files-model-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let flags = OpenFlags { create: true, exclusive: true, permissions: 0o600 };
    let file = StoredFile::open(&path, AccessMode::new(32).unwrap(), flags).unwrap();
    StoredFile::delete(&path).unwrap();
    file
}

/// Runs of a tile: gap before each, and its length; and what follows the last.
#[derive(Clone, Debug)]
struct Tile {
    runs: Vec<(u64, u64)>,
    tail: u64,
}

fn tiles() -> impl Strategy<Value = Tile> {
    let runs = prop::collection::vec((0u64..6, 1u64..7), 1..8);
    (runs, 0u64..5).prop_map(|(runs, tail)| Tile { runs, tail })
}

impl Tile {
    fn datatype(&self) -> Arc<Datatype> {
        let (mut at, mut lens, mut places) = (0, Vec::new(), Vec::new());
        for (gap, len) in &self.runs {
            at += gap;
            places.push(at as i64);
            lens.push(*len as i64);
            at += len;
        }
        let byte = Datatype::basic(Basic::Byte);
        let row = Datatype::hindexed(Form::Int, &lens, &places, &byte).unwrap();
        let tile = Datatype::resized(Form::Int, 0, (at + self.tail) as i64, &row).unwrap();
        tile.commit();
        tile
    }

    fn view(&self, displacement: u64) -> FileView {
        FileView::new(displacement, 1, &self.datatype(), true).unwrap()
    }

    /// Where the first `count` bytes of the stream lie.
    fn places(&self, displacement: u64, count: usize) -> Vec<u64> {
        let mut places = Vec::new();
        let mut at = displacement;
        while places.len() < count {
            for (gap, len) in &self.runs {
                at += gap;
                places.extend(at..at + len);
                at += len;
            }
            at += self.tail;
        }
        places.truncate(count);
        places
    }
}

/// Bytes of a rank's stream that tell whose they are.
fn pattern(rank: usize, len: usize) -> Vec<u8> {
    (0..len).map(|i| (rank * 89 + i * 7 + 1) as u8).collect()
}

fn source(bytes: &[u8]) -> StreamSource {
    StreamSource::Bytes(Arc::new(bytes.to_vec()))
}

/// Room of `len` bytes for a sink, and the sink: in one piece, or with a gap behind each byte.
fn room(len: usize, gaps: bool) -> (OwnedBuffer, StreamSink) {
    let each = if gaps { 2 } else { 1 };
    let buffer = OwnedBuffer::new((len * each).max(1));
    let memory = UserMemoryMut::within(&buffer.arena(len * each), 0);
    let byte = Datatype::basic(Basic::Byte);
    let datatype = Datatype::resized(Form::Int, 0, each as i64, &byte).unwrap();
    datatype.commit();
    (buffer, StreamSink::Memory { memory, datatype, count: len as u64 })
}

fn content(buffer: &OwnedBuffer, len: usize, gaps: bool) -> Vec<u8> {
    let each = if gaps { 2 } else { 1 };
    let region = buffer.arena(len * each).read(0, len * each);
    region.as_slice().iter().step_by(each).copied().collect()
}

fn whole(file: &StoredFile) -> Vec<u8> {
    let mut all = vec![0; file.size().unwrap() as usize];
    file.read_at(&mut all, 0);
    all
}

proptest! {
    #[test]
    fn a_view_is_its_places(tile in tiles(), displacement in 0u64..50, from in 0usize..80, len in 0usize..80) {
        let (view, places) = (tile.view(displacement), tile.places(displacement, from + len + 1));
        let mut seen = Vec::new();
        let mut end = None;
        view.pieces(from as u64, len as u64, |offset, len| {
            assert_ne!(end, Some(offset), "pieces that touch are one");
            end = Some(offset + len);
            seen.extend(offset..offset + len);
        });
        prop_assert_eq!(&seen[..], &places[from..from + len]);
        for (position, place) in places.iter().enumerate() {
            prop_assert_eq!(view.place(position as u64), *place);
        }
        let part = from..from + len;
        for offset in 0..=places[part.end] {
            let expected = places.iter().position(|place| *place >= offset).unwrap();
            prop_assert_eq!(view.end(offset), expected as u64);
            let within = view.position_from(offset, &(part.start as u64..part.end as u64));
            prop_assert_eq!(within, expected.clamp(part.start, part.end) as u64);
        }
    }

    #[test]
    fn accesses_are_those_of_a_file_in_memory(
        accesses in prop::collection::vec((tiles(), 0u64..60, 0usize..90, 0usize..200, any::<bool>()), 1..6),
        cut in 0u64..300,
    ) {
        let (file, mut model) = (temporary(), Vec::<u8>::new());
        for (number, (tile, displacement, from, len, _)) in accesses.iter().enumerate() {
            let bytes = pattern(number, *len);
            let done = write(&file, &tile.view(*displacement), *from as u64, &source(&bytes));
            prop_assert_eq!((done.bytes, done.failure), (*len as u64, None));
            for (place, byte) in tile.places(*displacement, from + len)[*from..].iter().zip(bytes) {
                model.resize(model.len().max(*place as usize + 1), 0);
                model[*place as usize] = byte;
            }
        }
        prop_assert_eq!(whole(&file), model.clone());
        // A file that was cut meanwhile ends where it ends.
        file.set_size(cut).unwrap();
        model.resize(cut as usize, 0);
        for (tile, displacement, from, len, gaps) in &accesses {
            let (buffer, sink) = room(*len, *gaps);
            let done = read(&file, &tile.view(*displacement), *from as u64, &sink);
            let places = tile.places(*displacement, from + len);
            let there: Vec<u8> = places[*from..].iter().map_while(|place| model.get(*place as usize)).copied().collect();
            prop_assert_eq!((done.bytes, done.failure), (there.len() as u64, None));
            prop_assert_eq!(&content(&buffer, *len, *gaps)[..there.len()], &there[..]);
        }
    }

    /// All ranks' accesses through windows, as the messages carry them.
    #[test]
    fn windows_are_those_of_a_file_in_memory(
        tile in tiles(), ranks in 1usize..5, first in 0usize..40,
        lens in prop::collection::vec(0usize..300, 5), aggregators in 1u32..4, buffer in 1u64..700, cut in 0u64..900,
    ) {
        // One rank's tile is behind the other's: they interleave.
        let own = |rank: usize| {
            let row = tile.datatype();
            let extent = row.extent();
            let wide = Datatype::resized(Form::Int, 0, extent * ranks as i64, &row).unwrap();
            wide.commit();
            FileView::new(rank as u64 * extent as u64, 1, &wide, true).unwrap()
        };
        let views: Vec<FileView> = (0..ranks).map(own).collect();
        let share = |rank: usize| AccessShare::new(&views[rank], first as u64, lens[rank] as u64);
        let shares: Vec<AccessShare> = (0..ranks).map(share).collect();
        let wishes = TransportWishes { aggregators: (0..aggregators).collect(), buffer, always: true, large_piece: 1 };
        let Some(plan) = TransportPlan::new(&shares, wishes) else { return Ok(()) };
        let (file, mut model) = (temporary(), Vec::<u8>::new());
        let streams: Vec<Vec<u8>> = (0..ranks).map(|rank| pattern(rank, lens[rank])).collect();
        let stream = |rank: usize| first as u64..(first + lens[rank]) as u64;
        let parts = |aggregator: usize, round: u64| -> Vec<(PieceList, std::ops::Range<usize>)> {
            let window = plan.window(aggregator, round);
            (0..ranks).map(|rank| {
                let part = TransportPlan::part(&views[rank], &stream(rank), &window);
                let mut list = PieceList::default();
                views[rank].pieces(part.start, part.end - part.start, |offset, len| list.push(offset, len));
                let mut bytes = vec![0; list.encoded_len()];
                list.encode(&mut bytes);
                let came = PieceList::decode(&bytes, &window, list.bytes()).expect("it is sound");
                (came, part.start as usize - first..part.end as usize - first)
            }).collect()
        };
        for rank in 0..ranks {
            let mut at = 0;
            views[rank].pieces(first as u64, lens[rank] as u64, |offset, len| {
                for place in offset..offset + len {
                    model.resize(model.len().max(place as usize + 1), 0);
                    model[place as usize] = streams[rank][at];
                    at += 1;
                }
            });
        }
        for aggregator in 0..aggregators as usize {
            for round in 0..plan.rounds() {
                let (mut data, mut sources) = (Vec::new(), Vec::new());
                for (rank, (list, part)) in parts(aggregator, round).into_iter().enumerate() {
                    sources.push((list, data.len()));
                    data.extend_from_slice(&streams[rank][part]);
                }
                prop_assert_eq!(store_window(&file, &sources, &data), None);
            }
        }
        prop_assert_eq!(whole(&file), model.clone());
        file.set_size(cut).unwrap();
        model.resize(cut as usize, 0);
        let mut got: Vec<Vec<u8>> = lens.iter().map(|len| vec![0; *len]).collect();
        let mut there: Vec<usize> = lens.clone();
        for aggregator in 0..aggregators as usize {
            for round in 0..plan.rounds() {
                let parts = parts(aggregator, round);
                let lists: Vec<PieceList> = parts.iter().map(|(list, _)| list.clone()).collect();
                let loaded = load_window(&file, &lists);
                for (rank, (list, part)) in parts.iter().enumerate().filter(|(_, (list, _))| list.bytes() > 0) {
                    let valid = loaded.copy(list, &mut got[rank][part.clone()]) as usize;
                    if valid < part.len() {
                        there[rank] = there[rank].min(part.start + valid);
                    }
                }
            }
        }
        for rank in 0..ranks {
            let mut places = Vec::new();
            views[rank].pieces(first as u64, lens[rank] as u64, |offset, len| places.extend(offset..offset + len));
            let expected: Vec<u8> = places.iter().map_while(|place| model.get(*place as usize)).copied().collect();
            prop_assert_eq!(there[rank], expected.len());
            prop_assert_eq!(&got[rank][..there[rank]], &expected[..]);
        }
    }
}
