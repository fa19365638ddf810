//! What requests and answers say before their bytes.

use crate::version::HeadError;
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

impl RequestHead {
    /// Bytes of one.
    pub const LEN: usize = 2 + 4 * 4 + 5 * 8;

    /// As it crosses a link.
    pub fn encode(&self) -> [u8; Self::LEN] {
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
    pub fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
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
    pub fn encode(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        let mut out = Writer::new(&mut bytes);
        out.u8(self.kind as u8);
        out.u8(self.interface);
        for word in [self.token, self.offset, self.length] {
            out.u64(word);
        }
        bytes
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
        let kind = match bytes.u8()? {
            3 => AnswerKind::Ack,
            4 => AnswerKind::Reply,
            5 => AnswerKind::Nothing,
            _ => return Err(HeadError),
        };
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
