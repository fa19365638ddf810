//! Type, length and value: the form of parameters (RFC 9260 §3.2.1) and of error causes (§3.3.10).

use super::buffer::{PacketBuffer, be16};
use super::{ErrorKind, Item, WireError, padded};
use std::fmt;

/// Bytes of a type and a length.
pub const TLV_HEADER: usize = 4;

/// A parameter or cause whose length was checked and whose value was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawTlv<'a> {
    /// Type or cause code.
    pub kind: u16,
    /// Value, without header and padding.
    pub value: &'a [u8],
    /// Header and value, without padding: what an Unrecognized Parameter hands back.
    pub bytes: &'a [u8],
}

/// Something with a type, a length and a value.
pub trait Tlv<'a>: Sized {
    /// What errors name it.
    fn item(kind: u16) -> Item;
    /// Reads the value.
    ///
    /// # Errors
    /// When the value is not what its type demands.
    fn decode(raw: RawTlv<'a>) -> Result<Self, WireError>;
    /// Type or cause code.
    fn kind(&self) -> u16;
    /// Bytes of the value, without header and padding.
    fn value_len(&self) -> usize;
    /// Appends the value, without header and padding.
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B);

    /// Appends header and value, without padding.
    fn encode<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        let len = TLV_HEADER + self.value_len();
        out.put_u16(self.kind());
        // A value that does not fit 16 bits does not fit a packet either; the writer refuses it earlier.
        out.put_u16(u16::try_from(len).unwrap_or(u16::MAX));
        self.encode_value(out);
    }
}

/// Takes the first type-length-value off `bytes`, with its padding.
///
/// `None` at the end. After an error `bytes` is empty, so that a walk ends.
pub fn take<'a>(
    bytes: &mut &'a [u8],
    item: impl FnOnce(u16) -> Item,
) -> Option<Result<RawTlv<'a>, WireError>> {
    if bytes.is_empty() {
        return None;
    }
    let all = std::mem::take(bytes);
    if all.len() < TLV_HEADER {
        return Some(Err(WireError::new(ErrorKind::Overrun, Item::Header, all.len())));
    }
    let kind = be16(all, 0);
    let length = usize::from(be16(all, 2));
    if length < TLV_HEADER {
        return Some(Err(WireError::new(ErrorKind::ZeroLength, item(kind), length)));
    }
    let Some(own) = all.get(..length) else {
        return Some(Err(WireError::new(ErrorKind::Overrun, item(kind), length)));
    };
    // The padding of the last one may be missing (RFC 9260 §3.2).
    *bytes = all.get(padded(length)..).unwrap_or(&[]);
    Some(Ok(RawTlv { kind, value: &own[TLV_HEADER..], bytes: own }))
}

/// A list of parameters or of causes, either as they came or as they are to be sent.
///
/// Walking over a list that came yields an error for each malformed entry, and ends where lengths no
/// longer make sense.
#[derive(Clone, Copy)]
pub struct TlvList<'a, P>(TlvInner<'a, P>);

#[derive(Clone, Copy)]
enum TlvInner<'a, P> {
    Wire(&'a [u8]),
    Items(&'a [P]),
}

impl<'a, P: Tlv<'a> + Copy> TlvList<'a, P> {
    /// A list of nothing.
    #[must_use]
    pub const fn empty() -> Self {
        Self(TlvInner::Items(&[]))
    }

    /// A list to be sent.
    #[must_use]
    pub const fn of(items: &'a [P]) -> Self {
        Self(TlvInner::Items(items))
    }

    /// A list as it came, not looked at yet.
    #[must_use]
    pub const fn from_wire(bytes: &'a [u8]) -> Self {
        Self(TlvInner::Wire(bytes))
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        match self.0 {
            TlvInner::Wire(bytes) => bytes.is_empty(),
            TlvInner::Items(items) => items.is_empty(),
        }
    }

    /// The entries in order.
    #[must_use]
    pub const fn iter(&self) -> TlvIter<'a, P> {
        TlvIter(self.0)
    }

    /// Walks over the whole list.
    ///
    /// # Errors
    /// The first malformed entry.
    pub fn check(&self) -> Result<(), WireError> {
        self.iter().try_for_each(|entry| entry.map(drop))
    }

    /// Bytes the list takes. The padding of the last entry is not among them, since the length of the
    /// chunk around it does not count it (RFC 9260 §3.2).
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        match self.0 {
            TlvInner::Wire(bytes) => bytes.len(),
            TlvInner::Items(items) => {
                items.iter().fold(0, |len, item| padded(len) + TLV_HEADER + item.value_len())
            }
        }
    }

    /// Appends the list, without the padding of the last entry.
    pub fn encode<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        match self.0 {
            TlvInner::Wire(bytes) => out.put(bytes),
            TlvInner::Items(items) => {
                let mut len = 0;
                for item in items {
                    out.put_padding(len);
                    item.encode(out);
                    len = padded(len) + TLV_HEADER + item.value_len();
                }
            }
        }
    }
}

impl<'a, P: Tlv<'a> + Copy> Default for TlvList<'a, P> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<'a, P: Tlv<'a> + Copy + fmt::Debug> fmt::Debug for TlvList<'a, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, P: Tlv<'a> + Copy + PartialEq> PartialEq for TlvList<'a, P> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, P: Tlv<'a> + Copy + Eq> Eq for TlvList<'a, P> {}

impl<'a, P: Tlv<'a> + Copy> IntoIterator for TlvList<'a, P> {
    type Item = Result<P, WireError>;
    type IntoIter = TlvIter<'a, P>;
    fn into_iter(self) -> TlvIter<'a, P> {
        self.iter()
    }
}

/// Iterator over the entries of a [`TlvList`].
#[derive(Clone)]
pub struct TlvIter<'a, P>(TlvInner<'a, P>);

impl<'a, P: Tlv<'a> + Copy> Iterator for TlvIter<'a, P> {
    type Item = Result<P, WireError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            TlvInner::Wire(bytes) => Some(take(bytes, P::item)?.and_then(P::decode)),
            TlvInner::Items(items) => {
                let (item, rest) = items.split_first()?;
                *items = rest;
                Some(Ok(*item))
            }
        }
    }
}
