//! What an endpoint sent, taken apart.

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::wire::chunk::{Abort, Data, DataFlags, ErrorChunk, IData};
use ferry_sctp_core::wire::{
    CauseCode, ChecksumCheck, Chunk, ChunkType, CommonHeader, Packet, VerificationTag,
};

use super::describe;

/// A packet that the endpoint sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub at: Now,
    pub to: SocketAddr,
    pub from: Option<IpAddr>,
    pub probe: bool,
    pub bytes: Bytes,
}

/// A DATA or I-DATA chunk that the endpoint sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub tsn: Tsn,
    pub stream: u16,
    pub message: u32,
    pub fragment: u32,
    pub flags: DataFlags,
    pub payload: Vec<u8>,
}

/// A SACK that the endpoint sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSack {
    pub cumulative: Tsn,
    pub window: u32,
    pub gaps: Vec<(u16, u16)>,
    pub duplicates: Vec<Tsn>,
}

impl Sent {
    pub fn packet(&self) -> Packet<'_> {
        Packet::parse(&self.bytes, ChecksumCheck::Required).expect("what is sent is well-formed")
    }

    pub fn tag(&self) -> VerificationTag {
        CommonHeader::parse(&self.bytes).expect("a header").verification_tag
    }

    pub fn chunks(&self) -> Vec<Chunk<'_>> {
        let packet = Packet::parse(&self.bytes, ChecksumCheck::Unchecked).expect("a packet");
        packet.chunks().map(|chunk| chunk.expect("chunks are well-formed")).collect()
    }

    pub fn kinds(&self) -> Vec<ChunkType> {
        let packet = Packet::parse(&self.bytes, ChecksumCheck::Unchecked).expect("a packet");
        packet.raw_chunks().map(|raw| raw.expect("chunks are well-formed").chunk_type).collect()
    }

    pub fn has(&self, kind: ChunkType) -> bool {
        self.kinds().contains(&kind)
    }

    /// Its DATA or I-DATA chunks.
    pub fn data(&self) -> Vec<Seen> {
        self.chunks()
            .into_iter()
            .filter_map(|chunk| match chunk {
                Chunk::Data(Data { header, payload }) => Some(Seen {
                    tsn: header.tsn,
                    stream: header.stream.0,
                    message: u32::from(header.sequence.0),
                    fragment: 0,
                    flags: header.flags,
                    payload: payload.to_vec(),
                }),
                Chunk::IData(IData { header, payload }) => Some(Seen {
                    tsn: header.tsn,
                    stream: header.stream.0,
                    message: header.message.0,
                    fragment: header.position.fragment().0,
                    flags: header.flags(),
                    payload: payload.to_vec(),
                }),
                _ => None,
            })
            .collect()
    }

    /// TSNs of its DATA or I-DATA chunks.
    pub fn tsns(&self) -> Vec<Tsn> {
        self.data().iter().map(|data| data.tsn).collect()
    }

    pub fn sack(&self) -> Option<SeenSack> {
        self.chunks().into_iter().find_map(|chunk| match chunk {
            Chunk::Sack(sack) => Some(SeenSack {
                cumulative: sack.cumulative_tsn,
                window: sack.receiver_window,
                gaps: sack.gap_blocks.iter().map(|gap| (gap.start, gap.end)).collect(),
                duplicates: sack.duplicates.iter().collect(),
            }),
            _ => None,
        })
    }

    /// Codes of the causes in its ABORT or ERROR chunks.
    pub fn causes(&self) -> Vec<CauseCode> {
        let mut codes = Vec::new();
        for chunk in self.chunks() {
            if let Chunk::Abort(Abort { causes, .. }) | Chunk::Error(ErrorChunk { causes }) = chunk
            {
                codes.extend(causes.iter().map(|cause| cause.expect("well-formed").code()));
            }
        }
        codes
    }

    /// What its first chunk of this type is, looked at.
    pub fn look<R>(&self, kind: ChunkType, look: impl FnOnce(&Chunk<'_>) -> R) -> R {
        let chunks = self.chunks();
        let at = self.kinds().iter().position(|found| *found == kind);
        let at = at.unwrap_or_else(|| panic!("no {kind} in {}", describe::packet(&self.bytes)));
        look(&chunks[at])
    }
}
