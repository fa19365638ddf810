//! Packets as they travel: what each begins with once two processes have proven themselves to each other.
//!
//! ```text
//! 0  kind  1  version  2  reserved  4  from  8  token  16  number  20  consumed  24 ...
//! ```
//!
//! A frame's first packet goes on with the frame's header, which says how long the payload is; those that
//! follow go on with more of it, or say where more of it lies to be read ([`crate::reading`]).
//!
//! Packets of a pair are numbered in one row. `consumed` is how much of what the
//! receiver of this packet has sent was taken out of the buffers ([`crate::link`]).

use ferry_method::PeerId;
use ferry_wire::{Reader, Writer};

/// The version of the method's protocol.
pub(crate) const VERSION: u8 = 2;
/// Bytes before what a packet brings.
pub(crate) const PREFIX: usize = 24;
/// The first byte of a greeting, which has a layout of its own ([`crate::proof`]).
pub(crate) const GREETING: u8 = 1;

/// What a packet brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PacketKind {
    /// A frame's header and the beginning of its payload.
    Frame = 2,
    /// More of the payload.
    Rest = 3,
    /// Nothing but how much was consumed.
    Credit = 4,
    /// The same, and the peer is asked to say so too.
    Ping = 5,
    /// The last: the sender parts in good order.
    Goodbye = 6,
    /// Where more of the payload lies ready to be read.
    Ready = 7,
}

impl PacketKind {
    const ALL: [PacketKind; 6] = [
        PacketKind::Frame,
        PacketKind::Rest,
        PacketKind::Credit,
        PacketKind::Ping,
        PacketKind::Goodbye,
        PacketKind::Ready,
    ];

    /// Whether it takes room of the window.
    pub(crate) fn is_data(self) -> bool {
        matches!(self, PacketKind::Frame | PacketKind::Rest | PacketKind::Ready)
    }
}

/// What a packet begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prefix {
    pub(crate) kind: PacketKind,
    pub(crate) from: PeerId,
    pub(crate) token: u64,
    pub(crate) number: u32,
    pub(crate) consumed: u32,
}

impl Prefix {
    pub(crate) fn encode(&self) -> [u8; PREFIX] {
        let mut out = [0; PREFIX];
        let mut w = Writer::new(&mut out);
        w.u8(self.kind as u8);
        w.u8(VERSION);
        w.u16(0);
        w.u32(self.from.0);
        w.u64(self.token);
        w.u32(self.number);
        w.u32(self.consumed);
        out
    }

    /// What a packet begins with, and what it brings; `None`: it is none.
    pub(crate) fn decode(packet: &[u8]) -> Option<(Prefix, &[u8])> {
        let mut r = Reader::new(packet);
        let kind = r.u8().ok()?;
        let kind = PacketKind::ALL.into_iter().find(|known| *known as u8 == kind)?;
        if r.u8().ok()? != VERSION || r.u16().ok()? != 0 {
            return None;
        }
        let (from, token) = (PeerId(r.u32().ok()?), r.u64().ok()?);
        let (number, consumed) = (r.u32().ok()?, r.u32().ok()?);
        Some((Prefix { kind, from, token, number, consumed }, r.rest()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            kind in 0..PacketKind::ALL.len(), from: u32, token: u64, number: u32, consumed: u32, rest: Vec<u8>,
        ) {
            let kind = PacketKind::ALL[kind];
            let prefix = Prefix { kind, from: PeerId(from), token, number, consumed };
            let packet = [&prefix.encode()[..], &rest].concat();
            prop_assert_eq!(Prefix::decode(&packet), Some((prefix, &rest[..])));
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Prefix::decode(&bytes);
        }
    }

    #[test]
    fn what_is_no_packet_is_none() {
        let prefix =
            Prefix { kind: PacketKind::Ping, from: PeerId(1), token: 2, number: 3, consumed: 4 };
        let good = prefix.encode();
        for (at, to) in [(0, GREETING), (0, 8), (1, VERSION + 1), (2, 1)] {
            let mut bad = good;
            bad[at] = to;
            assert_eq!(Prefix::decode(&bad), None, "byte {at} is {to}");
        }
        assert_eq!(Prefix::decode(&good[..PREFIX - 1]), None);
    }
}
