//! What requests and results say before their bytes.

use crate::face::SHORT as FEW;
use crate::four::atomic::{AtomicDatatype, AtomicOperation};
use crate::four::event::{EntryList, NiFail};
use crate::version::{BriefHead, BriefWords, FrameHead, HeadError, short_head, short_words};
use ferry_link::SmallFrame;
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

/// What the lowest two bits of a header say, if that is all: the next two, which word a put has; the interface; the
/// portal; the user.
const BRIEF_PUT: u8 = 0;
const BRIEF_GET: u8 = 1;
/// How it has failed, and which list has matched, are in place of portal and user.
const BRIEF_ACK: u8 = 2;
const BRIEF_REPLY: u8 = 3;
/// Interfaces have numbers up to this there.
const BRIEF_INTERFACES: u8 = 15;

impl OperationHead {
    /// Bytes of one that is not short.
    pub const LEN: usize = 4 + 2 * 4 + 5 * 8;

    /// As it crosses a link.
    #[inline(always)]
    pub fn framed(&self) -> FrameHead {
        FrameHead::of(self.brief(), || self.encode())
    }

    /// As a head of its own.
    #[inline(always)]
    pub fn encode(&self) -> SmallFrame {
        let kind = match self.kind {
            OperationKind::Put => Some(0),
            OperationKind::Get => Some(1),
            _ => None,
        };
        let small = u16::try_from(self.uid).ok().zip(u16::try_from(self.length).ok());
        match (kind, u8::try_from(self.pt_index), small) {
            (Some(kind), Ok(index), Some(small)) => self.encode_short(kind, index, small),
            _ => SmallFrame::with_head(&self.encode_long()),
        }
    }

    /// In the frame's header alone: a put of few bytes with one more word at most, or a get.
    #[inline(always)]
    pub fn brief(&self) -> Option<BriefHead> {
        let pt_index = u8::try_from(self.pt_index).ok()?;
        let [low, high] = u16::try_from(self.uid).ok()?.to_le_bytes();
        if self.interface > BRIEF_INTERFACES {
            return None;
        }
        let (which, word, more) = match self.kind {
            OperationKind::Put if self.length <= FEW as u64 => {
                let (which, word) = match (self.hdr_data, self.offset, self.token) {
                    (0, 0, 0) => (0, 0),
                    (word, 0, 0) => (1, word),
                    (0, word, 0) => (2, word),
                    (0, 0, word) => (3, word),
                    _ => return None,
                };
                (BRIEF_PUT | which << 2, word, BriefWords::default())
            }
            OperationKind::Get if self.hdr_data == 0 => {
                (BRIEF_GET, self.token, BriefWords::of([self.length, self.offset, 0]))
            }
            _ => return None,
        };
        let bits = u32::from_le_bytes([which | self.interface << 4, pt_index, low, high]);
        Some(BriefHead { bits, words: [self.match_bits, word], more })
    }

    /// From a header, and how many bytes came with it or what in place of any. `None`: it is no request.
    #[inline]
    pub fn decode_brief(
        (bits, words): (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<Option<Self>, HeadError> {
        let [first, pt_index, low, high] = bits.to_le_bytes();
        let mut head = OperationHead {
            kind: OperationKind::Put,
            interface: first >> 4,
            uid: u16::from_le_bytes([low, high]).into(),
            pt_index: pt_index.into(),
            match_bits: words[0],
            offset: 0,
            length: payload.len() as u64,
            hdr_data: 0,
            token: 0,
        };
        match (first & 3, first >> 2 & 3) {
            (BRIEF_PUT, 0) => {}
            (BRIEF_PUT, 1) => head.hdr_data = words[1],
            (BRIEF_PUT, 2) => head.offset = words[1],
            (BRIEF_PUT, _) => head.token = words[1],
            (BRIEF_GET, 0) => {
                (head.kind, head.token) = (OperationKind::Get, words[1]);
                [head.length, head.offset, _] = BriefWords::read(payload)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(head))
    }

    #[inline(always)]
    fn encode_short(&self, kind: u8, pt_index: u8, (uid, length): (u16, u16)) -> SmallFrame {
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
    #[inline(always)]
    pub fn framed(&self) -> FrameHead {
        FrameHead::of(self.brief(), || self.encode())
    }

    /// In the frame's header alone, unless more bytes come behind it than go with a head.
    #[inline(always)]
    pub fn brief(&self) -> Option<BriefHead> {
        if self.is_reply && self.length > FEW as u64 || self.interface > BRIEF_INTERFACES {
            return None;
        }
        let (kind, length) =
            if self.is_reply { (BRIEF_REPLY, 0) } else { (BRIEF_ACK, self.length) };
        let first = kind | self.interface << 4;
        let bits = u32::from_le_bytes([first, self.fail as u8, self.list as u8, 0]);
        let (words, more) = ([self.token, self.offset], BriefWords::of([length, 0, 0]));
        Some(BriefHead { bits, words, more })
    }

    /// From a header, and how many bytes came with it or what in place of any.
    #[inline]
    pub fn decode_brief(
        (bits, [token, offset]): (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<Self, HeadError> {
        let [first, fail, list, _] = bits.to_le_bytes();
        let is_reply = first & 3 == BRIEF_REPLY;
        let length = match first & 3 {
            BRIEF_REPLY => payload.len() as u64,
            BRIEF_ACK => BriefWords::read(payload)?[0],
            _ => return Err(HeadError),
        };
        let fail = NiFail::from_number(fail).ok_or(HeadError)?;
        let list = EntryList::from_number(list).ok_or(HeadError)?;
        Ok(ResultHead { is_reply, interface: first >> 4, fail, list, token, offset, length })
    }

    /// As a head of its own.
    #[cold]
    pub fn encode(&self) -> SmallFrame {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        let kind = if self.is_reply { REPLY } else { ACK };
        for byte in [kind, self.interface, self.fail as u8, self.list as u8] {
            out.u8(byte);
        }
        for word in [self.token, self.offset, self.length] {
            out.u64(word);
        }
        SmallFrame::with_head(&bytes)
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
            list: EntryList::from_number(bytes.u8()?).ok_or(HeadError)?,
            token: bytes.u64()?,
            offset: bytes.u64()?,
            length: bytes.u64()?,
        };
        if bytes.rest().is_empty() { Ok(head) } else { Err(HeadError) }
    }
}
