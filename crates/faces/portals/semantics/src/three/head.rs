//! What requests and answers say before their bytes.

use crate::face::SHORT as FEW;
use crate::version::{BriefHead, BriefWords, FrameHead, HeadError, short_head, short_words};
use ferry_link::SmallFrame;
use ferry_wire::{Reader, Writer};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum RequestKind {
    /// Bytes to be written.
    Put = 0,
    /// Bytes to be read.
    Get = 1,
    /// Both at once.
    GetPut = 2,
}

/// A request for a place at another process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestHead {
    /// What is asked.
    pub kind: RequestKind,
    /// Of which interface.
    pub interface: u8,
    /// The initiator's user and job.
    pub uid: u32,
    /// Its job.
    pub jid: u32,
    /// Portal.
    pub pt_index: u32,
    /// Access entry.
    pub ac_index: u32,
    /// Match bits.
    pub match_bits: u64,
    /// Where in the place, if its owner leaves that to others.
    pub offset: u64,
    /// Bytes.
    pub length: u64,
    /// A word for the owner.
    pub hdr_data: u64,
    /// What an answer names; 0: none is wanted.
    pub token: u64,
}

/// What is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum AnswerKind {
    /// A put has found its place.
    Ack = 3,
    /// The bytes asked for.
    Reply = 4,
    /// There is no answer that the program is told of: the initiator keeps nothing for it any more.
    Nothing = 5,
}

impl AnswerKind {
    #[inline]
    fn decode(number: u8) -> Result<Self, HeadError> {
        Ok(match number {
            3 => AnswerKind::Ack,
            4 => AnswerKind::Reply,
            5 => AnswerKind::Nothing,
            _ => return Err(HeadError),
        })
    }
}

/// An answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerHead {
    /// What is answered.
    pub kind: AnswerKind,
    /// Of which interface.
    pub interface: u8,
    /// What the request said.
    pub token: u64,
    /// Where at the target.
    pub offset: u64,
    /// Bytes moved.
    pub length: u64,
}

/// Bit of the first byte of a short request: with the bytes of a small put it fits in a cache line.
const SHORT: u8 = 0x80;
/// The bit of the first of the words behind one.
const FIRST_WORD: u8 = 0x04;
/// The bits of all of them.
const WORDS: u8 = 0x1c;
/// Bytes before those words.
const SHORT_LEN: usize = 4 + 2 + 2 * 4 + 8;

impl RequestHead {
    /// Bytes of one that is not short.
    pub const LEN: usize = 2 + 4 * 4 + 5 * 8;

    /// As it crosses a link.
    #[inline(always)]
    pub fn framed(&self) -> FrameHead {
        FrameHead::of(self.brief(), || self.encode())
    }

    /// As a head of its own.
    #[inline(always)]
    pub fn encode(&self) -> SmallFrame {
        let small = u8::try_from(self.pt_index).ok().zip(u8::try_from(self.ac_index).ok());
        match small.zip(u16::try_from(self.length).ok()) {
            Some((indices, length)) => self.encode_short(indices, length),
            None => SmallFrame::with_head(&self.encode_long()),
        }
    }

    /// In the frame's header alone: a put of few bytes that says no more than where they go, or a get.
    #[inline(always)]
    pub fn brief(&self) -> Option<BriefHead> {
        let pt_index = u8::try_from(self.pt_index).ok()?;
        let ac_index = u8::try_from(self.ac_index).ok()?;
        let bits = u32::from_le_bytes([self.kind as u8, self.interface, pt_index, ac_index]);
        let user = u64::from(self.uid) | u64::from(self.jid) << 32;
        match self.kind {
            RequestKind::Put if self.length <= FEW as u64 => {
                let says_more = self.hdr_data | self.offset | self.token != 0;
                let words = [self.match_bits, user];
                (!says_more).then_some(BriefHead { bits, words, more: BriefWords::default() })
            }
            RequestKind::Get if self.hdr_data == 0 => {
                let more = BriefWords::of([user, self.length, self.offset]);
                Some(BriefHead { bits, words: [self.match_bits, self.token], more })
            }
            _ => None,
        }
    }

    /// From a header, and how many bytes came with it or what in place of any. `None`: it is no request.
    #[inline]
    pub fn decode_brief(
        (bits, words): (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<Option<Self>, HeadError> {
        let [kind, interface, pt_index, ac_index] = bits.to_le_bytes();
        let (kind, user, token, length, offset) = match kind {
            0 => (RequestKind::Put, words[1], 0, payload.len() as u64, 0),
            1 => {
                let [user, length, offset] = BriefWords::read(payload)?;
                (RequestKind::Get, user, words[1], length, offset)
            }
            _ => return Ok(None),
        };
        Ok(Some(RequestHead {
            kind,
            interface,
            uid: user as u32,
            jid: (user >> 32) as u32,
            pt_index: pt_index.into(),
            ac_index: ac_index.into(),
            match_bits: words[0],
            offset,
            length,
            hdr_data: 0,
            token,
        }))
    }

    /// What is answered where it has found no place: that the initiator keeps nothing for it.
    pub(crate) fn refusal(&self) -> AnswerHead {
        let (kind, interface) = (AnswerKind::Nothing, self.interface);
        AnswerHead { kind, interface, token: self.token, offset: 0, length: 0 }
    }

    #[inline(always)]
    fn encode_short(&self, (pt_index, ac_index): (u8, u8), length: u16) -> SmallFrame {
        let mut bytes = [0; SHORT_LEN];
        bytes[..4].copy_from_slice(&[self.kind as u8 | SHORT, self.interface, pt_index, ac_index]);
        bytes[4..6].copy_from_slice(&length.to_le_bytes());
        bytes[6..10].copy_from_slice(&self.uid.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.jid.to_le_bytes());
        bytes[14..].copy_from_slice(&self.match_bits.to_le_bytes());
        short_head(bytes, [self.hdr_data, self.offset, self.token], FIRST_WORD)
    }

    #[inline]
    fn decode_short(bytes: &[u8]) -> Result<Self, HeadError> {
        let (fixed, rest) = bytes.split_first_chunk::<SHORT_LEN>().ok_or(HeadError)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| fixed[at + byte]));
        let first = fixed[0];
        let kind = match first & !(SHORT | WORDS) {
            0 => RequestKind::Put,
            1 => RequestKind::Get,
            2 => RequestKind::GetPut,
            _ => return Err(HeadError),
        };
        let [hdr_data, offset, token] = short_words(rest, first, FIRST_WORD)?;
        Ok(RequestHead {
            kind,
            interface: fixed[1],
            uid: number(6),
            jid: number(10),
            pt_index: fixed[2].into(),
            ac_index: fixed[3].into(),
            match_bits: u64::from(number(14)) | u64::from(number(18)) << 32,
            offset,
            length: u16::from_le_bytes([fixed[4], fixed[5]]).into(),
            hdr_data,
            token,
        })
    }

    #[cold]
    fn encode_long(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        out.u8(self.kind as u8);
        out.u8(self.interface);
        for word in [self.uid, self.jid, self.pt_index, self.ac_index] {
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
            Some(first) if first & SHORT != 0 => RequestHead::decode_short(bytes),
            _ => RequestHead::decode_long(bytes),
        }
    }

    fn decode_long(bytes: &[u8]) -> Result<Self, HeadError> {
        let mut bytes = Reader::new(bytes);
        let kind = match bytes.u8()? {
            0 => RequestKind::Put,
            1 => RequestKind::Get,
            2 => RequestKind::GetPut,
            _ => return Err(HeadError),
        };
        let head = RequestHead {
            kind,
            interface: bytes.u8()?,
            uid: bytes.u32()?,
            jid: bytes.u32()?,
            pt_index: bytes.u32()?,
            ac_index: bytes.u32()?,
            match_bits: bytes.u64()?,
            offset: bytes.u64()?,
            length: bytes.u64()?,
            hdr_data: bytes.u64()?,
            token: bytes.u64()?,
        };
        if bytes.rest().is_empty() { Ok(head) } else { Err(HeadError) }
    }
}

impl AnswerHead {
    /// Bytes of one.
    pub const LEN: usize = 2 + 3 * 8;

    /// As it crosses a link.
    #[inline(always)]
    pub fn framed(&self) -> FrameHead {
        FrameHead::of(self.brief(), || self.encode())
    }

    /// In the frame's header alone, unless more bytes come behind it than go with a head.
    #[inline(always)]
    pub fn brief(&self) -> Option<BriefHead> {
        if self.has_bytes() && self.length > FEW as u64 {
            return None;
        }
        let bits = u32::from_le_bytes([self.kind as u8, self.interface, 0, 0]);
        let length = if self.has_bytes() { 0 } else { self.length };
        let (words, more) = ([self.token, self.offset], BriefWords::of([length, 0, 0]));
        Some(BriefHead { bits, words, more })
    }

    /// From a header, and how many bytes came with it or what in place of any.
    #[inline]
    pub fn decode_brief(
        (bits, [token, offset]): (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<Self, HeadError> {
        let [kind, interface, ..] = bits.to_le_bytes();
        let kind = AnswerKind::decode(kind)?;
        let length = match kind {
            AnswerKind::Reply => payload.len() as u64,
            AnswerKind::Ack | AnswerKind::Nothing => BriefWords::read(payload)?[0],
        };
        Ok(AnswerHead { kind, interface, token, offset, length })
    }

    /// As a head of its own.
    #[cold]
    pub fn encode(&self) -> SmallFrame {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        out.u8(self.kind as u8);
        out.u8(self.interface);
        for word in [self.token, self.offset, self.length] {
            out.u64(word);
        }
        SmallFrame::with_head(&bytes)
    }

    /// The same to a request whose place is gone.
    pub(crate) fn refusal(&self) -> AnswerHead {
        AnswerHead { kind: AnswerKind::Nothing, offset: 0, length: 0, ..*self }
    }

    /// Whether its bytes come behind it.
    pub fn has_bytes(&self) -> bool {
        self.kind == AnswerKind::Reply
    }

    /// From what came.
    ///
    /// # Errors
    /// When it is none.
    pub fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        let mut bytes = Reader::new(bytes);
        let kind = AnswerKind::decode(bytes.u8()?)?;
        let head = AnswerHead {
            kind,
            interface: bytes.u8()?,
            token: bytes.u64()?,
            offset: bytes.u64()?,
            length: bytes.u64()?,
        };
        if bytes.rest().is_empty() { Ok(head) } else { Err(HeadError) }
    }
}
