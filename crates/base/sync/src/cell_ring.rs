//! A ring of cache lines from one writer to one reader.
//!
//! Each cell carries its own "full" mark: a sequence word that equals the cell's absolute position
//! plus one. The reader watches that word and no shared index, so a small message costs one transfer
//! of one cache line. The writer keeps a copy of the reader's position and looks at the real one only
//! when the ring seems full; the reader publishes its position in batches.
//!
//! A message that is longer than a cell's body goes on in the cells behind it. They are published by the
//! first one's mark.

use crate::atomics::{AtomicU32, Ordering, UnsafeCell};
use ferry_wire::copy_few;

/// Bytes of a cell that carry payload.
pub const BODY: usize = 40;
/// Bytes of payload of each further cell of a message.
pub const FURTHER: usize = size_of::<Content>();

/// What a cell says besides its payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct CellEnvelope {
    /// Length; its meaning belongs to `kind`.
    pub len: u32,
    /// Handler of the frame.
    pub handler: u8,
    /// Flags of the handler.
    pub flags: u8,
    /// Stream of the frame.
    pub stream: u16,
    /// What sort of cell this is.
    pub kind: u32,
    /// Match bits.
    pub bits: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Content {
    envelope: PackedEnvelope,
    body: [u8; BODY],
}

/// [`CellEnvelope`] without its alignment gap: 20 bytes after the 4 of the sequence word.
#[derive(Clone, Copy)]
#[repr(C, packed(4))]
struct PackedEnvelope {
    len: u32,
    handler: u8,
    flags: u8,
    stream: u16,
    kind: u32,
    bits: u64,
}

/// One cache line of the ring. All zero bytes are an empty cell.
#[repr(C, align(64))]
pub struct Cell {
    sequence: AtomicU32,
    content: UnsafeCell<Content>,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Cell>() == 64);

// SAFETY: the content is written by the one writer before it stores the sequence word with release
// order, and read by the one reader after loading it with acquire order; the writer reuses a cell only
// after the reader has published that it is done with it.
unsafe impl Sync for Cell {}
// SAFETY: plain data.
unsafe impl Send for Cell {}

impl Default for Cell {
    fn default() -> Self {
        let envelope = PackedEnvelope { len: 0, handler: 0, flags: 0, stream: 0, kind: 0, bits: 0 };
        Cell {
            sequence: AtomicU32::new(0),
            content: UnsafeCell::new(Content { envelope, body: [0; BODY] }),
        }
    }
}

/// The writing end.
#[derive(Debug)]
pub struct CellWriter {
    position: u32,
    limit: u32,
    mask: u32,
}

/// The reading end.
#[derive(Debug)]
pub struct CellReader {
    position: u32,
    published: u32,
    mask: u32,
}

fn mask_of(cells: usize) -> u32 {
    assert!(cells.is_power_of_two() && cells >= 2, "{cells} cells: a power of two is needed");
    cells as u32 - 1
}

impl CellWriter {
    /// A writer at the start of an unused ring of `cells` cells.
    pub fn new(cells: usize) -> Self {
        CellWriter { position: 0, limit: cells as u32, mask: mask_of(cells) }
    }

    /// Whether a cell is free; `head` is the reader's published position.
    #[inline]
    pub fn has_room(&mut self, head: &AtomicU32) -> bool {
        if self.position != self.limit {
            return true;
        }
        self.limit = head.load(Ordering::Acquire).wrapping_add(self.mask + 1);
        self.position != self.limit
    }

    /// Whether so many cells are free.
    #[inline]
    pub fn has_room_for(&mut self, cells: u32, head: &AtomicU32) -> bool {
        if self.limit.wrapping_sub(self.position) >= cells {
            return true;
        }
        self.limit = head.load(Ordering::Acquire).wrapping_add(self.mask + 1);
        self.limit.wrapping_sub(self.position) >= cells
    }

    /// Whether the reader has published cells since the writer last looked.
    pub fn has_news(&self, head: &AtomicU32) -> bool {
        head.load(Ordering::SeqCst).wrapping_add(self.mask + 1) != self.limit
    }

    /// Fills and publishes the next cell: with the words, if there are any, and the bytes behind them. The caller has seen
    /// `has_room`.
    #[inline]
    pub fn push(
        &mut self,
        cells: &[Cell],
        envelope: CellEnvelope,
        words: Option<[u64; 2]>,
        bytes: &[u8],
    ) {
        debug_assert!(self.position != self.limit);
        let cell = &cells[(self.position & self.mask) as usize];
        cell.content.with_mut(|content| {
            // SAFETY: the reader is done with this cell (`has_room`), and there is one writer.
            let content = unsafe { &mut *content };
            content.envelope = PackedEnvelope {
                len: envelope.len,
                handler: envelope.handler,
                flags: envelope.flags,
                stream: envelope.stream,
                kind: envelope.kind,
                bits: envelope.bits,
            };
            match words {
                None => copy_short(&mut content.body, bytes),
                Some(words) => copy_behind_words(&mut content.body, words, bytes),
            }
        });
        self.position = self.position.wrapping_add(1);
        cell.sequence.store(self.position, Ordering::Release);
    }
}

impl CellWriter {
    /// [`CellWriter::push`] of more than a cell holds: `rest` lies in the cells behind it, and all are
    /// published at once. The caller has seen `has_room_for` one cell, and one for each [`FURTHER`] bytes.
    #[inline]
    pub fn push_run(
        &mut self,
        cells: &[Cell],
        envelope: CellEnvelope,
        (words, bytes): (Option<[u64; 2]>, &[u8]),
        rest: &[u8],
    ) {
        let mut end = self.position.wrapping_add(1);
        for part in rest.chunks(FURTHER) {
            debug_assert!(end != self.limit);
            let cell = &cells[(end & self.mask) as usize];
            cell.content.with_mut(|content| {
                // SAFETY: the reader is done with this cell (`has_room_for`), there is one writer, and the
                // content is plain bytes without gaps.
                let bytes = unsafe { &mut *content.cast::<[u8; FURTHER]>() };
                bytes[..part.len()].copy_from_slice(part);
            });
            end = end.wrapping_add(1);
            // Nobody waits for this word; it must not be one that is waited for in a later lap.
            cell.sequence.store(end, Ordering::Relaxed);
        }
        self.push(cells, envelope, words, bytes);
        self.position = end;
    }
}

/// The cells behind one that is full, for as much as its message is longer.
pub struct Further<'a> {
    cells: &'a [Cell],
    position: u32,
    mask: u32,
}

impl Further<'_> {
    /// Copies what lies there. Returns how many cells it fills.
    #[inline]
    pub fn read(&self, into: &mut [u8]) -> u32 {
        let mut position = self.position;
        for part in into.chunks_mut(FURTHER) {
            let cell = &self.cells[(position & self.mask) as usize];
            cell.content.with(|content| {
                // SAFETY: the writer was done with this cell when it published the one before, and will
                // not come back before `advance` and `publish`; plain bytes without gaps.
                let bytes = unsafe { &*content.cast::<[u8; FURTHER]>() };
                part.copy_from_slice(&bytes[..part.len()]);
            });
            position = position.wrapping_add(1);
        }
        position.wrapping_sub(self.position)
    }
}

/// Copies up to a body's worth of bytes, the lengths that are most frequent by one move.
#[inline(always)]
fn copy_short(body: &mut [u8; BODY], bytes: &[u8]) {
    let n = bytes.len();
    match n {
        0 => {}
        8 => body[..8].copy_from_slice(bytes),
        4 => body[..4].copy_from_slice(bytes),
        _ => copy_few(&mut body[..n], bytes),
    }
}

/// The same behind two words. Apart from it, so that what has none is not made longer.
#[inline(never)]
fn copy_behind_words(body: &mut [u8; BODY], words: [u64; 2], bytes: &[u8]) {
    let (head, rest) = body.split_at_mut(size_of_val(&words));
    for (place, word) in head.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    copy_few(&mut rest[..bytes.len()], bytes);
}

impl CellReader {
    /// A reader at the start of an unused ring of `cells` cells.
    pub fn new(cells: usize) -> Self {
        CellReader { position: 0, published: 0, mask: mask_of(cells) }
    }

    /// Whether a full cell is waiting.
    #[inline]
    pub fn is_ready(&self, cells: &[Cell]) -> bool {
        let cell = &cells[(self.position & self.mask) as usize];
        cell.sequence.load(Ordering::Acquire) == self.position.wrapping_add(1)
    }

    /// The cell that is so many ahead of the next.
    #[inline]
    pub fn further<'c>(&self, cells: &'c [Cell], ahead: u32) -> &'c Cell {
        &cells[(self.position.wrapping_add(ahead) & self.mask) as usize]
    }

    /// Where it is: of the cells that were ever put into the ring, so many were taken, modulo 2^32.
    #[inline]
    pub fn position(&self) -> u32 {
        self.position
    }

    /// Whether the cell at that position is full, for whoever is not the reader but knows where that is. If the
    /// reader has gone on since, the answer is that of a cell it has left.
    #[inline]
    pub fn is_full_at(cells: &[Cell], position: u32) -> bool {
        let cell = &cells[position as usize & (cells.len() - 1)];
        cell.sequence.load(Ordering::Acquire) == position.wrapping_add(1)
    }

    /// Looks at the next cell, if it is full, and at those behind it, if they belong to it; `advance` then
    /// takes them.
    #[inline]
    pub fn peek<R>(
        &self,
        cells: &[Cell],
        f: impl FnOnce(CellEnvelope, &[u8; BODY], Further<'_>) -> R,
    ) -> Option<R> {
        let cell = &cells[(self.position & self.mask) as usize];
        if cell.sequence.load(Ordering::Acquire) != self.position.wrapping_add(1) {
            return None;
        }
        Some(cell.content.with(|content| {
            // SAFETY: the sequence word says that the writer is done with this cell, and it will not
            // come back before `advance` and `publish`.
            let content = unsafe { &*content };
            let e = content.envelope;
            let envelope = CellEnvelope {
                len: e.len,
                handler: e.handler,
                flags: e.flags,
                stream: e.stream,
                kind: e.kind,
                bits: e.bits,
            };
            let further =
                Further { cells, position: self.position.wrapping_add(1), mask: self.mask };
            f(envelope, &content.body, further)
        }))
    }

    /// Takes the cell that `peek` showed, with as many behind it as belong to it.
    #[inline]
    pub fn advance(&mut self, cells: u32) {
        self.position = self.position.wrapping_add(cells);
    }

    /// Cells taken since the last `publish`.
    #[inline]
    pub fn unpublished(&self) -> u32 {
        self.position.wrapping_sub(self.published)
    }

    /// Tells the writer which cells are free again.
    #[inline]
    pub fn publish(&mut self, head: &AtomicU32) {
        if self.published != self.position {
            self.published = self.position;
            head.store(self.position, Ordering::Release);
        }
    }

    /// Publishes once a quarter of the ring has been taken.
    #[inline]
    pub fn publish_in_batches(&mut self, head: &AtomicU32) {
        if self.unpublished() > self.mask / 4 {
            self.publish(head);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn cells_arrive_in_order_over_many_laps() {
        let cells: Vec<Cell> = (0..8).map(|_| Cell::default()).collect();
        let head = AtomicU32::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut writer = CellWriter::new(8);
                for i in 0..10_000u64 {
                    while !writer.has_room(&head) {
                        std::thread::yield_now();
                    }
                    let envelope = CellEnvelope { len: 8, bits: i, ..CellEnvelope::default() };
                    writer.push(&cells, envelope, None, &i.to_le_bytes());
                }
            });
            let mut reader = CellReader::new(8);
            for i in 0..10_000u64 {
                loop {
                    let seen = reader.peek(&cells, |e, body, _| (e.bits, body[..8].to_vec()));
                    if let Some((bits, body)) = seen {
                        assert_eq!((bits, body), (i, i.to_le_bytes().to_vec()));
                        break;
                    }
                    reader.publish(&head);
                    std::thread::yield_now();
                }
                reader.advance(1);
                reader.publish_in_batches(&head);
            }
            assert!(!reader.is_ready(&cells));
        });
    }

    #[test]
    fn a_full_ring_has_no_room() {
        let cells: Vec<Cell> = (0..4).map(|_| Cell::default()).collect();
        let head = AtomicU32::new(0);
        let mut writer = CellWriter::new(4);
        for _ in 0..4 {
            assert!(writer.has_room(&head));
            writer.push(&cells, CellEnvelope::default(), Some([1, 2]), b"c");
        }
        assert!(!writer.has_room(&head));
        let mut reader = CellReader::new(4);
        let words = [1u64, 2].map(u64::to_le_bytes).concat();
        let read = reader.peek(&cells, |_, body, _| (body[..16].to_vec(), body[16]));
        assert_eq!(read, Some((words, b'c')));
        reader.advance(1);
        assert!(!writer.has_room(&head));
        reader.publish(&head);
        assert!(writer.has_room(&head));
    }

    #[test]
    fn messages_of_several_cells_arrive_whole_among_others() {
        let cells: Vec<Cell> = (0..8).map(|_| Cell::default()).collect();
        let head = AtomicU32::new(0);
        let (mut writer, mut reader) = (CellWriter::new(8), CellReader::new(8));
        let bytes: Vec<u8> = (0..=255).collect();
        for i in 0..1000 {
            let rest = &bytes[..i % (3 * FURTHER + 1)];
            let needed = 1 + rest.len().div_ceil(FURTHER) as u32;
            assert!(writer.has_room_for(needed, &head));
            let envelope = CellEnvelope { bits: i as u64, ..CellEnvelope::default() };
            writer.push_run(&cells, envelope, (None, b"head"), rest);
            let read = reader.peek(&cells, |e, body, further| {
                let mut got = vec![0; rest.len()];
                let used = 1 + further.read(&mut got);
                (e.bits, body[..4].to_vec(), got, used)
            });
            assert_eq!(read, Some((i as u64, b"head".to_vec(), rest.to_vec(), needed)));
            reader.advance(needed);
            assert!(!reader.is_ready(&cells), "a further cell passes for a message");
            reader.publish_in_batches(&head);
        }
    }

    #[test]
    fn room_for_several_cells_is_room_in_a_row() {
        let cells: Vec<Cell> = (0..4).map(|_| Cell::default()).collect();
        let head = AtomicU32::new(0);
        let mut writer = CellWriter::new(4);
        assert!(writer.has_room_for(4, &head) && !writer.has_room_for(5, &head));
        writer.push_run(&cells, CellEnvelope::default(), (None, &[]), &[1; 2 * FURTHER]);
        assert!(writer.has_room_for(1, &head) && !writer.has_room_for(2, &head));
        let mut reader = CellReader::new(4);
        reader.advance(3);
        reader.publish(&head);
        assert!(writer.has_room_for(4, &head));
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;

    #[test]
    fn every_interleaving_keeps_order_and_content() {
        loom::model(|| {
            let cells: Arc<Vec<Cell>> = Arc::new((0..2).map(|_| Cell::default()).collect());
            let head = Arc::new(AtomicU32::new(0));
            let (their_cells, their_head) = (cells.clone(), head.clone());
            let writer = loom::thread::spawn(move || {
                let mut writer = CellWriter::new(2);
                for i in 0..3u64 {
                    while !writer.has_room(&their_head) {
                        loom::thread::yield_now();
                    }
                    let envelope = CellEnvelope { bits: i, ..CellEnvelope::default() };
                    writer.push(&their_cells, envelope, None, &[i as u8]);
                }
            });
            let mut reader = CellReader::new(2);
            for i in 0..3u64 {
                loop {
                    match reader.peek(&cells, |e, body, _| (e.bits, body[0])) {
                        Some(seen) => {
                            assert_eq!(seen, (i, i as u8));
                            break;
                        }
                        None => loom::thread::yield_now(),
                    }
                }
                reader.advance(1);
                reader.publish(&head);
            }
            writer.join().unwrap();
        });
    }

    #[test]
    fn further_cells_are_seen_with_the_first() {
        loom::model(|| {
            let cells: Arc<Vec<Cell>> = Arc::new((0..2).map(|_| Cell::default()).collect());
            let head = Arc::new(AtomicU32::new(0));
            let (their_cells, their_head) = (cells.clone(), head.clone());
            let writer = loom::thread::spawn(move || {
                let mut writer = CellWriter::new(2);
                for i in 0..2u8 {
                    while !writer.has_room_for(2, &their_head) {
                        loom::thread::yield_now();
                    }
                    writer.push_run(
                        &their_cells,
                        CellEnvelope::default(),
                        (None, &[i]),
                        &[i, i + 1],
                    );
                }
            });
            let mut reader = CellReader::new(2);
            for i in 0..2u8 {
                let mut rest = [0; 2];
                while reader
                    .peek(&cells, |_, body, further| {
                        assert_eq!((body[0], further.read(&mut rest)), (i, 1));
                    })
                    .is_none()
                {
                    loom::thread::yield_now();
                }
                assert_eq!(rest, [i, i + 1]);
                reader.advance(2);
                reader.publish(&head);
            }
            writer.join().unwrap();
        });
    }
}
