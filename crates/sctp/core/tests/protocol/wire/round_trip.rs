//! What is written is what is read.

use super::seed::{Seed, seed};
use ferry_sctp_core::wire::{
    Cause, Causes, ChecksumCheck, ChecksumWrite, Chunk, ChunkType, CommonHeader, EncodeChunk,
    FixedBuffer, Packet, PacketWriter, Parameter, Parameters, VerificationTag, padded,
};
use proptest::prelude::*;

fn header(seed: &Seed) -> CommonHeader {
    CommonHeader {
        source_port: seed.s[0] | 1,
        destination_port: seed.s[1] | 1,
        verification_tag: VerificationTag(seed.n[3]),
    }
}

/// Lists for the chunks, with something in them.
fn lists(seed: &Seed) -> (Vec<Parameter<'_>>, Vec<Cause<'_>>) {
    let mut causes = seed.pick(&seed.causes());
    causes.push(Cause::UnsupportedHmac(Default::default()));
    let mut parameters = seed.pick(&seed.parameters(&[]));
    parameters.push(Parameter::ForwardTsnSupported);
    (parameters, causes)
}

proptest! {
    #[test]
    fn every_chunk_alone(seed in seed()) {
        let (parameters, causes) = lists(&seed);
        for chunk in seed.chunks(&parameters, &causes) {
            let mut out = Vec::new();
            let mut writer = PacketWriter::begin(&mut out, header(&seed), 65_535);
            writer.push(&chunk).expect("it fits");
            let len = writer.finish(ChecksumWrite::Crc32c);
            prop_assert_eq!(len, out.len());
            prop_assert_eq!(len, 16 + padded(chunk.value_len()));
            let packet = Packet::parse(&out, ChecksumCheck::Required).expect("in order");
            prop_assert_eq!(packet.header, header(&seed));
            prop_assert_eq!(packet.first_chunk_type(), chunk.chunk_type());
            let read: Vec<_> = packet.chunks().collect();
            prop_assert_eq!(read, vec![Ok(chunk)]);
        }
    }

    /// Every chunk that RFC 9260 and the extensions name is among those tried above.
    #[test]
    fn no_chunk_is_forgotten(seed in seed()) {
        let tried: Vec<_> = seed.chunks(&[], &[]).iter().map(Chunk::chunk_type).collect();
        for kind in (0..=255).map(ChunkType).filter(|kind| kind.name().is_some()) {
            prop_assert!(tried.contains(&kind), "{} is not tried", kind);
        }
    }

    #[test]
    fn bundles(seed in seed(), order in prop::collection::vec(any::<prop::sample::Index>(), 1..12)) {
        let (parameters, causes) = lists(&seed);
        let all = seed.chunks(&parameters, &causes);
        let chosen: Vec<Chunk<'_>> = order.iter().map(|index| *index.get(&all)).collect();
        let mut space = vec![0xEE; 65_535];
        let mut buffer = FixedBuffer::new(&mut space);
        let mut writer = PacketWriter::begin(&mut buffer, header(&seed), 65_535);
        let mut pushed = Vec::new();
        for chunk in chosen {
            if writer.push(&chunk).is_ok() {
                pushed.push(Ok(chunk));
            }
        }
        let len = writer.finish(ChecksumWrite::Crc32c);
        let packet = Packet::parse(&space[..len], ChecksumCheck::Required).expect("in order");
        prop_assert_eq!(packet.chunks().collect::<Vec<_>>(), pushed);
    }

    #[test]
    fn every_parameter(seed in seed()) {
        let causes = seed.pick(&seed.causes());
        let parameters = seed.parameters(&causes);
        let mut out = Vec::new();
        Parameters::of(&parameters).encode(&mut out);
        prop_assert_eq!(out.len(), Parameters::of(&parameters).encoded_len());
        let read = Parameters::from_wire(&out);
        prop_assert!(read.check().is_ok());
        prop_assert_eq!(read, Parameters::of(&parameters));
    }

    #[test]
    fn every_cause(seed in seed()) {
        let causes = seed.causes();
        let mut out = Vec::new();
        let list = Causes::of(&causes);
        list.encode(&mut out);
        prop_assert_eq!(out.len(), list.encoded_len());
        let read = Causes::from_wire(&out);
        prop_assert_eq!(read, list);
    }

    /// A chunk of a type not known here keeps type, flags and bytes, and says what its type asks for.
    #[test]
    fn unknown_chunks(seed in seed(), kind: u8, flags: u8) {
        let kind = ChunkType(kind);
        prop_assume!(kind.name().is_none());
        let mut chunk = vec![kind.0, flags];
        chunk.extend_from_slice(&(seed.bytes.len() as u16 + 4).to_be_bytes());
        chunk.extend_from_slice(&seed.bytes);
        let mut datagram = header(&seed).encode().to_vec();
        datagram.extend_from_slice(&chunk);
        let packet = Packet::parse(&datagram, ChecksumCheck::Unchecked).expect("in order");
        let Some(Ok(Chunk::Unknown(raw))) = packet.chunks().next() else {
            return Err(TestCaseError::fail("not taken for unknown"));
        };
        prop_assert_eq!(raw.bytes, &chunk[..]);
        prop_assert_eq!((raw.chunk_type, raw.flags), (kind, flags));
        prop_assert_eq!(raw.action().skip, kind.0 >= 128);
        prop_assert_eq!(raw.action().report, kind.0 & 64 != 0);
        let mut out = Vec::new();
        let mut writer = PacketWriter::begin(&mut out, header(&seed), 9000);
        writer.push(&raw).expect("it fits");
        writer.finish(ChecksumWrite::Zero);
        prop_assert_eq!(&out[12..12 + chunk.len()], &chunk[..]);
    }
}
