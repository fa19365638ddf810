//! Typed buffers: what a remote service request carries.
//!
//! Numbers travel little-endian, each item with its kind before it, so that what is got is what was
//! put. Large slices can be lent instead of copied: they are sent from where they are.

use crate::value::{ItemKind, Value, portable};
use ferry_wire::{Reader, Short, copy_few};
use std::borrow::Cow;
use zerocopy::IntoBytes;

/// Slices that are lent are copied after all below this many bytes: a frame of its own costs more.
const WORTH_LENDING: usize = 4096;

const MANY: u8 = 0x40;
const LENT: u8 = 0x80;

/// Why something cannot be got out of a buffer. The buffer stands where it stood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BufferError {
    /// There is nothing more, or an item is cut off.
    #[error("the buffer ends at byte {at}, where {wanted} was to be got")]
    Ends {
        /// Where.
        at: usize,
        /// What the caller asked for.
        wanted: &'static str,
    },
    /// Something else is next.
    #[error("at byte {at} of the buffer is {found}, not {wanted}")]
    Other {
        /// Where.
        at: usize,
        /// What the caller asked for.
        wanted: String,
        /// What is there.
        found: String,
    },
    /// A slice has another length than the place for it.
    #[error("at byte {at} of the buffer are {found} values, and there is room for {wanted}")]
    Length {
        /// Where.
        at: usize,
        /// How many there is room for.
        wanted: usize,
        /// How many there are.
        found: u64,
    },
    /// An item that makes no sense.
    #[error("at byte {at} of the buffer is a damaged item: {why}")]
    Damaged {
        /// Where.
        at: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// What a remote service request carries: items that are put in and got out in the same order.
///
/// ```
/// use ferry_nexus::Buffer;
/// let mut buffer = Buffer::new();
/// buffer.put(7u32).put_slice(&[1.5f64, 2.5]).put_str("north");
/// assert_eq!(buffer.get::<u32>(), Ok(7));
/// assert!(buffer.get::<u32>().is_err(), "doubles come next");
/// assert_eq!(buffer.get_vec::<f64>(), Ok(vec![1.5, 2.5]));
/// assert_eq!(buffer.get_str(), Ok("north"));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Buffer<'a> {
    pub(crate) bytes: Vec<u8>,
    /// Where getting stands.
    at: usize,
    pub(crate) parts: Vec<Cow<'a, [u8]>>,
    /// The next part to get.
    part: usize,
}

impl<'a> Buffer<'a> {
    /// An empty buffer.
    pub fn new() -> Self {
        Buffer::default()
    }

    /// An empty buffer with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Buffer { bytes: Vec::with_capacity(bytes), ..Buffer::default() }
    }

    /// What came over a link.
    pub(crate) fn received(bytes: Vec<u8>) -> Buffer<'static> {
        Buffer { bytes, ..Buffer::default() }
    }

    /// Holds a copy of what came over a link, in the memory that it has, and nothing else.
    #[inline]
    pub(crate) fn refill(&mut self, bytes: &[u8]) {
        if self.bytes.len() == bytes.len() {
            // As those of requests mostly are that come one after the other.
            copy_few(&mut self.bytes, bytes);
        } else {
            self.bytes.clear();
            self.bytes.extend_from_slice(bytes);
        }
        self.rewind();
    }

    /// Whether it has memory for a later request, and no more than that should keep.
    #[inline]
    pub(crate) fn is_worth_keeping(&self, most: usize) -> bool {
        self.parts.capacity() == 0 && self.bytes.capacity() <= most
    }

    /// Takes everything out; the memory is kept for what comes next.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.parts.clear();
        self.rewind();
    }

    /// Getting starts again at the first item.
    pub fn rewind(&mut self) {
        self.at = 0;
        self.part = 0;
    }

    /// Bytes that would travel, those of lent slices included.
    pub fn len(&self) -> usize {
        self.bytes.len() + self.parts.iter().map(|part| part.len()).sum::<usize>()
    }

    /// Whether nothing has been put in.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether everything has been got.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Puts a number.
    #[inline]
    pub fn put<T: Value>(&mut self, value: T) -> &mut Self {
        self.bytes.push(T::KIND as u8);
        self.bytes.extend_from_slice(portable(value).as_bytes());
        self
    }

    /// Puts a copy of a slice.
    pub fn put_slice<T: Value>(&mut self, values: &[T]) -> &mut Self {
        self.head(T::KIND as u8 | MANY, values.len());
        if cfg!(target_endian = "little") {
            self.bytes.extend_from_slice(values.as_bytes());
        } else {
            values.iter().for_each(|v| self.bytes.extend_from_slice(portable(*v).as_bytes()));
        }
        self
    }

    /// Puts a slice without copying it: it is sent from where it is, and arrives like one that was put
    /// with [`Buffer::put_slice`].
    pub fn put_lent<T: Value>(&mut self, values: &'a [T]) -> &mut Self {
        let bytes = values.as_bytes();
        if bytes.len() < WORTH_LENDING || cfg!(target_endian = "big") {
            return self.put_slice(values);
        }
        self.head(T::KIND as u8 | MANY | LENT, values.len());
        self.parts.push(Cow::Borrowed(bytes));
        self
    }

    /// Puts text.
    pub fn put_str(&mut self, text: &str) -> &mut Self {
        self.put_raw(ItemKind::Text, text.as_bytes())
    }

    pub(crate) fn put_raw(&mut self, kind: ItemKind, bytes: &[u8]) -> &mut Self {
        self.head(kind as u8 | MANY, bytes.len());
        self.bytes.extend_from_slice(bytes);
        self
    }

    fn head(&mut self, kind: u8, count: usize) {
        self.bytes.push(kind);
        self.bytes.extend_from_slice(&(count as u64).to_le_bytes());
    }

    /// Gets a number.
    #[inline]
    pub fn get<T: Value>(&mut self) -> Result<T, BufferError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let (kind, rest) = rest.split_first().ok_or_else(|| self.ends(T::KIND))?;
        if *kind != T::KIND as u8 {
            return Err(self.other(T::KIND as u8, *kind));
        }
        let (value, _) = T::read_from_prefix(rest).map_err(|_| self.ends(T::KIND))?;
        self.at += 1 + size_of::<T>();
        Ok(portable(value))
    }

    /// Gets a slice into new memory.
    pub fn get_vec<T: Value>(&mut self) -> Result<Vec<T>, BufferError> {
        let item = self.item(T::KIND, size_of::<T>())?;
        let mut values = vec![T::new_zeroed(); item.count];
        fill(&mut values, item.bytes_of(self));
        self.pass(&item);
        Ok(values)
    }

    /// Gets a slice into a place of the caller's, which has its length.
    pub fn get_into<T: Value>(&mut self, values: &mut [T]) -> Result<(), BufferError> {
        let item = self.item(T::KIND, size_of::<T>())?;
        if item.count != values.len() {
            let found = item.count as u64;
            return Err(BufferError::Length { at: self.at, wanted: values.len(), found });
        }
        fill(values, item.bytes_of(self));
        self.pass(&item);
        Ok(())
    }

    /// Gets a slice of bytes without copying it.
    pub fn get_bytes(&mut self) -> Result<&[u8], BufferError> {
        let item = self.item(ItemKind::U8, 1)?;
        self.pass(&item);
        Ok(item.bytes_of(self))
    }

    /// Gets text.
    pub fn get_str(&mut self) -> Result<&str, BufferError> {
        // Before it is passed: what is damaged stays next.
        self.peek_str()?;
        let at = self.at;
        text_in(self.get_raw(ItemKind::Text)?, at)
    }

    /// Looks at text that is next, without getting it.
    pub fn peek_str(&self) -> Result<&str, BufferError> {
        text_in(self.peek_raw(ItemKind::Text)?, self.at)
    }

    pub(crate) fn get_raw(&mut self, kind: ItemKind) -> Result<&[u8], BufferError> {
        let item = self.item(kind, 1)?;
        self.pass(&item);
        Ok(item.bytes_of(self))
    }

    /// The same without getting it.
    pub(crate) fn peek_raw(&self, kind: ItemKind) -> Result<&[u8], BufferError> {
        Ok(self.item(kind, 1)?.bytes_of(self))
    }

    /// Where getting stands.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Where getting stands, to return there.
    pub(crate) fn mark(&self) -> BufferMark {
        BufferMark { at: self.at, part: self.part }
    }

    /// Getting goes on from where it stood.
    pub(crate) fn return_to(&mut self, BufferMark { at, part }: BufferMark) {
        (self.at, self.part) = (at, part);
    }

    /// The next item, if it is a slice of this kind and whole.
    fn item(&self, kind: ItemKind, size: usize) -> Result<Item, BufferError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let mut r = Reader::new(rest);
        let ends = |_: Short| self.ends(kind);
        let found = r.u8().map_err(ends)?;
        if found & !LENT != kind as u8 | MANY {
            return Err(self.other(kind as u8 | MANY, found));
        }
        let count = r.u64().map_err(ends)?;
        let len = usize::try_from(count).ok().and_then(|n| n.checked_mul(size));
        let (start, lent) = (rest.len() - r.rest().len(), found & LENT != 0);
        let whole = match (len, lent) {
            (Some(len), false) => r.bytes(len).is_ok(),
            (Some(len), true) => self.parts.get(self.part).is_some_and(|part| part.len() == len),
            (None, _) => false,
        };
        match (whole, len) {
            (true, Some(len)) => {
                Ok(Item { count: count as usize, start: self.at + start, len, lent })
            }
            _ => Err(self.ends(kind)),
        }
    }

    fn pass(&mut self, item: &Item) {
        self.part += usize::from(item.lent);
        self.at = item.start + if item.lent { 0 } else { item.len };
    }

    #[cold]
    fn ends(&self, kind: ItemKind) -> BufferError {
        BufferError::Ends { at: self.at, wanted: name(kind) }
    }

    #[cold]
    fn other(&self, wanted: u8, found: u8) -> BufferError {
        BufferError::Other { at: self.at, wanted: describe(wanted), found: describe(found) }
    }
}

/// Where getting stood.
#[derive(Clone, Copy)]
pub(crate) struct BufferMark {
    at: usize,
    part: usize,
}

/// A slice in a buffer.
struct Item {
    count: usize,
    /// Its first byte, if it is not lent.
    start: usize,
    len: usize,
    lent: bool,
}

impl Item {
    /// Its bytes, before or after it was passed.
    fn bytes_of<'b>(&self, buffer: &'b Buffer<'_>) -> &'b [u8] {
        if !self.lent {
            return &buffer.bytes[self.start..self.start + self.len];
        }
        // It is the part that stands next, unless it was passed.
        let passed = usize::from(buffer.at >= self.start);
        &buffer.parts[buffer.part - passed]
    }
}

/// The text of the item at this byte of a buffer.
fn text_in(bytes: &[u8], at: usize) -> Result<&str, BufferError> {
    std::str::from_utf8(bytes)
        .map_err(|e| BufferError::Damaged { at, why: format!("text that is not UTF-8: {e}") })
}

fn fill<T: Value>(values: &mut [T], bytes: &[u8]) {
    for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(size_of::<T>())) {
        if let Ok(read) = T::read_from_bytes(bytes) {
            *value = portable(read);
        }
    }
}

fn name(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::U8 => "u8",
        ItemKind::I8 => "i8",
        ItemKind::U16 => "u16",
        ItemKind::I16 => "i16",
        ItemKind::U32 => "u32",
        ItemKind::I32 => "i32",
        ItemKind::U64 => "u64",
        ItemKind::I64 => "i64",
        ItemKind::U128 => "u128",
        ItemKind::I128 => "i128",
        ItemKind::F32 => "f32",
        ItemKind::F64 => "f64",
        ItemKind::Text => "text",
        ItemKind::Startpoint => "a startpoint",
    }
}

fn describe(byte: u8) -> String {
    match (ItemKind::of(byte & !(MANY | LENT)), byte & MANY != 0) {
        (None, _) => format!("something unknown ({byte:#04x})"),
        (Some(kind @ (ItemKind::Text | ItemKind::Startpoint)), _) => name(kind).into(),
        (Some(kind), true) => format!("a slice of {}", name(kind)),
        (Some(kind), false) => name(kind).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_is_got(
            a: u8, b: i16, c: u32, d: i64, e: f64, f: f32, g: i128, text: String,
            many: Vec<i32>, wide: Vec<u64>,
        ) {
            let long: Vec<f64> = (0..1000).map(f64::from).collect();
            let mut buffer = Buffer::new();
            buffer.put(a).put(b).put(c).put_slice(&many).put_lent(&long).put(d).put(e).put(f);
            buffer.put(g).put_str(&text).put_lent(&wide);
            prop_assert_eq!(buffer.parts.len(), 1);
            prop_assert_eq!(buffer.get(), Ok(a));
            prop_assert_eq!(buffer.get(), Ok(b));
            prop_assert_eq!(buffer.get(), Ok(c));
            prop_assert_eq!(buffer.get_vec(), Ok(many));
            prop_assert_eq!(buffer.get_vec(), Ok(long.clone()));
            prop_assert_eq!(buffer.get(), Ok(d));
            prop_assert_eq!(buffer.get::<f64>().map(f64::to_bits), Ok(e.to_bits()));
            prop_assert_eq!(buffer.get::<f32>().map(f32::to_bits), Ok(f.to_bits()));
            prop_assert_eq!(buffer.get(), Ok(g));
            prop_assert_eq!(buffer.get_str(), Ok(text.as_str()));
            prop_assert_eq!(buffer.get_vec(), Ok(wide.clone()));
            prop_assert!(buffer.is_at_end());
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>, parts: Vec<Vec<u8>>, kinds: Vec<u8>) {
            let mut buffer = Buffer::received(bytes);
            buffer.parts = parts.into_iter().map(Cow::Owned).collect();
            for kind in kinds {
                let _ = match kind % 6 {
                    0 => buffer.get::<u8>().is_ok(),
                    1 => buffer.get_vec::<f64>().is_ok(),
                    2 => buffer.get_str().is_ok(),
                    3 => buffer.get_bytes().is_ok(),
                    4 => buffer.get_into(&mut [0u16; 4]).is_ok(),
                    _ => buffer.get::<i64>().is_ok(),
                };
            }
        }
    }

    #[test]
    fn what_was_not_put_is_not_got() {
        let mut buffer = Buffer::new();
        buffer.put(1u32).put_slice(&[1u8, 2, 3]);
        let other = buffer.get::<i32>().unwrap_err().to_string();
        assert_eq!(other, "at byte 0 of the buffer is u32, not i32");
        assert_eq!(buffer.get(), Ok(1u32));
        assert!(matches!(
            buffer.get_into(&mut [0u8; 2]),
            Err(BufferError::Length { found: 3, .. })
        ));
        assert_eq!(buffer.get_bytes(), Ok(&[1u8, 2, 3][..]));
        assert!(matches!(buffer.get::<u8>(), Err(BufferError::Ends { .. })));
    }

    #[test]
    fn text_that_is_only_looked_at_or_damaged_stays_next() {
        let mut buffer = Buffer::new();
        buffer.put_str("north").put_raw(ItemKind::Text, &[b'n', 0xff]).put(1u8);
        assert_eq!((buffer.peek_str(), buffer.position()), (Ok("north"), 0));
        assert_eq!(buffer.get_str(), Ok("north"));
        let at = buffer.position();
        for _ in 0..2 {
            assert!(matches!(buffer.peek_str(), Err(BufferError::Damaged { .. })));
            assert!(matches!(buffer.get_str(), Err(BufferError::Damaged { .. })));
            assert_eq!(buffer.position(), at);
        }
    }

    #[test]
    fn a_lent_slice_is_not_copied() {
        let data = vec![7u8; 1 << 20];
        let mut buffer = Buffer::new();
        buffer.put(1u8).put_lent(&data);
        assert_eq!(buffer.parts[0].as_ptr(), data.as_ptr());
        assert!(buffer.bytes.len() < 32);
        assert_eq!(buffer.get(), Ok(1u8));
        assert_eq!(buffer.get_bytes().unwrap().as_ptr(), data.as_ptr());
    }

    #[test]
    fn a_count_that_lies_is_refused() {
        let mut bytes = vec![ItemKind::F64 as u8 | MANY];
        bytes.extend(u64::MAX.to_le_bytes());
        assert!(matches!(Buffer::received(bytes).get_vec::<f64>(), Err(BufferError::Ends { .. })));
    }
}
