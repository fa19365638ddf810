//! What requests and results say before their bytes.

use crate::four::atomic::{AtomicDatatype, AtomicOperation};
use crate::four::event::{EntryList, NiFail};
use crate::version::{FrameHead, HeadError, short_head, short_words};
use ferry_wire::{Reader, Writer};

/// What is asked. The numbers are none of Portals 3.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationKind {
    /// Bytes to be written.
    Put,
    /// Bytes to be read.
    Get,
    /// An atomic operation.
    Atomic(AtomicOperation, AtomicDatatype),
    /// One that returns what was there.
    Fetch(AtomicOperation, AtomicDatatype),
    /// A swap, which returns what was there. One item, its operand, comes before the bytes where the
    /// operation has one.
    Swap(AtomicOperation, AtomicDatatype),
}

const PUT: u8 = 0x40;
const GET: u8 = 0x41;
const ATOMIC: u8 = 0x42;
const FETCH: u8 = 0x43;
const SWAP: u8 = 0x44;
const ACK: u8 = 0x50;
const REPLY: u8 = 0x51;

impl OperationKind {
    /// The operation and its datatype, if it is atomic.
    pub fn atomic(self) -> Option<(AtomicOperation, AtomicDatatype)> {
        match self {
            OperationKind::Put | OperationKind::Get => None,
            OperationKind::Atomic(operation, datatype)
            | OperationKind::Fetch(operation, datatype)
            | OperationKind::Swap(operation, datatype) => Some((operation, datatype)),
        }
    }

    fn number(self) -> u8 {
        match self {
            OperationKind::Put => PUT,
            OperationKind::Get => GET,
            OperationKind::Atomic(..) => ATOMIC,
            OperationKind::Fetch(..) => FETCH,
            OperationKind::Swap(..) => SWAP,
        }
    }

    fn decode(kind: u8, (operation, datatype): (u8, u8)) -> Option<Self> {
        let plain = match kind {
            PUT => Some(OperationKind::Put),
            GET => Some(OperationKind::Get),
            _ => None,
        };
        if plain.is_some() {
            return plain.filter(|_| (operation, datatype) == (0, 0));
        }
        let operation = AtomicOperation::from_number(operation)?;
        let datatype = AtomicDatatype::from_number(datatype)?;
        Some(match kind {
            ATOMIC => OperationKind::Atomic(operation, datatype),
            FETCH => OperationKind::Fetch(operation, datatype),
            SWAP => OperationKind::Swap(operation, datatype),
            _ => return None,
        })
    }
}

/// A request for a place at another process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperationHead {
    /// What is asked.
    pub kind: OperationKind,
    /// Of which interface.
    pub interface: u8,
    /// The initiator's user.
    pub uid: u32,
    /// Portal.
    pub pt_index: u32,
    /// Match bits.
    pub match_bits: u64,
    /// Where in the place, if its owner leaves that to others.
    pub offset: u64,
    /// Bytes, without an operand.
    pub length: u64,
    /// A word for the owner.
    pub hdr_data: u64,
    /// What a result names; 0: none is wanted.
    pub token: u64,
}

/// Bit of the first byte of a short request: with the bytes of a small put it fits in a cache line.
const SHORT: u8 = 0x80;
/// The bit of the first of the words behind one.
const FIRST_WORD: u8 = 0x04;
/// The bits of all of them.
const WORDS: u8 = 0x1c;
/// Bytes before those words.
const SHORT_LEN: usize = 3 + 2 * 2 + 8;

impl OperationHead {
    /// Bytes of one that is not short.
    pub const LEN: usize = 4 + 2 * 4 + 5 * 8;

    /// As it crosses a link.
    #[inline(always)]
    pub fn encode(&self) -> FrameHead {
        let kind = match self.kind {
            OperationKind::Put => Some(0),
            OperationKind::Get => Some(1),
            _ => None,
        };
        let small = u16::try_from(self.uid).ok().zip(u16::try_from(self.length).ok());
        match (kind, u8::try_from(self.pt_index), small) {
            (Some(kind), Ok(index), Some(small)) => self.encode_short(kind, index, small),
            _ => FrameHead::with_head(&self.encode_long()),
        }
    }

    #[inline(always)]
    fn encode_short(&self, kind: u8, pt_index: u8, (uid, length): (u16, u16)) -> FrameHead {
        let mut bytes = [0; SHORT_LEN];
        bytes[..3].copy_from_slice(&[kind | SHORT, self.interface, pt_index]);
        bytes[3..5].copy_from_slice(&uid.to_le_bytes());
        bytes[5..7].copy_from_slice(&length.to_le_bytes());
        bytes[7..].copy_from_slice(&self.match_bits.to_le_bytes());
        short_head(bytes, [self.hdr_data, self.offset, self.token], FIRST_WORD)
    }

    #[inline]
    fn decode_short(bytes: &[u8]) -> Result<Self, HeadError> {
        let (fixed, rest) = bytes.split_first_chunk::<SHORT_LEN>().ok_or(HeadError)?;
        let number = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let first = fixed[0];
        let kind = match first & !(SHORT | WORDS) {
            0 => OperationKind::Put,
            1 => OperationKind::Get,
            _ => return Err(HeadError),
        };
        let [hdr_data, offset, token] = short_words(rest, first, FIRST_WORD)?;
        let match_bits = [7, 9, 11, 13].map(number);
        Ok(OperationHead {
            kind,
            interface: fixed[1],
            uid: number(3).into(),
            pt_index: fixed[2].into(),
            match_bits: match_bits.iter().rev().fold(0, |bits, more| bits << 16 | u64::from(*more)),
            offset,
            length: number(5).into(),
            hdr_data,
            token,
        })
    }

    #[cold]
    fn encode_long(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        let atomic = self.kind.atomic().map_or((0, 0), |(op, of)| (op as u8, of as u8));
        for byte in [self.kind.number(), self.interface, atomic.0, atomic.1] {
            out.u8(byte);
        }
        for word in [self.uid, self.pt_index] {
            out.u32(word);
        }
        for word in [self.match_bits, self.offset, self.length, self.hdr_data, self.token] {
            out.u64(word);
        }
        bytes
    }

    /// From what came.
    ///
    /// # Errors
    /// When it is none.
    #[inline]
    pub fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        match bytes.first() {
            Some(first) if first & SHORT != 0 => OperationHead::decode_short(bytes),
            _ => OperationHead::decode_long(bytes),
        }
    }

    fn decode_long(bytes: &[u8]) -> Result<Self, HeadError> {
        let mut bytes = Reader::new(bytes);
        let (kind, interface) = (bytes.u8()?, bytes.u8()?);
        let atomic = (bytes.u8()?, bytes.u8()?);
        let head = OperationHead {
            kind: OperationKind::decode(kind, atomic).ok_or(HeadError)?,
            interface,
            uid: bytes.u32()?,
            pt_index: bytes.u32()?,
            match_bits: bytes.u64()?,
            offset: bytes.u64()?,
            length: bytes.u64()?,
            hdr_data: bytes.u64()?,
            token: bytes.u64()?,
        };
        if bytes.rest().is_empty() { Ok(head) } else { Err(HeadError) }
    }
}

/// What a request has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultHead {
    /// Whether the bytes asked for come behind it; otherwise it acknowledges what was sent.
    pub is_reply: bool,
    /// Of which interface.
    pub interface: u8,
    /// How it has failed.
    pub fail: NiFail,
    /// Which list has matched.
    pub list: EntryList,
    /// What the request said.
    pub token: u64,
    /// Where at the target.
    pub offset: u64,
    /// Bytes moved.
    pub length: u64,
}

impl ResultHead {
    /// Bytes of one.
    pub const LEN: usize = 4 + 3 * 8;

    /// As it crosses a link.
    pub fn encode(&self) -> FrameHead {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        let kind = if self.is_reply { REPLY } else { ACK };
        for byte in [kind, self.interface, self.fail as u8, self.list as u8] {
            out.u8(byte);
        }
        for word in [self.token, self.offset, self.length] {
            out.u64(word);
        }
        FrameHead::with_head(&bytes)
    }

    /// From what came.
    ///
    /// # Errors
    /// When it is none.
    pub fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        let mut bytes = Reader::new(bytes);
        let is_reply = match bytes.u8()? {
            ACK => false,
            REPLY => true,
            _ => return Err(HeadError),
        };
        let head = ResultHead {
            is_reply,
            interface: bytes.u8()?,
            fail: NiFail::from_number(bytes.u8()?).ok_or(HeadError)?,
            list: match bytes.u8()? {
                0 => EntryList::Priority,
                1 => EntryList::Overflow,
                _ => return Err(HeadError),
            },
            token: bytes.u64()?,
            offset: bytes.u64()?,
            length: bytes.u64()?,
        };
        if bytes.rest().is_empty() { Ok(head) } else { Err(HeadError) }
    }
}
