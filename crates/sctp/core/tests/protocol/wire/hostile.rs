//! Bytes of strangers: nothing panics, every walk ends, every fault has its kind.

use super::seed::seed;
use ferry_sctp_core::wire::chunk::{Chunk, auth};
use ferry_sctp_core::wire::{
    Causes, ChecksumCheck, ChecksumWrite, ChunkType, CommonHeader, ErrorKind, Item, Packet,
    PacketWriter, Parameter, Parameters, VerificationTag, WireError,
};
use proptest::prelude::*;

/// Looks at all there is to see, and counts it.
fn walk(datagram: &[u8]) -> usize {
    let Ok(packet) = Packet::parse(datagram, ChecksumCheck::Unchecked) else {
        return 0;
    };
    packet.raw_chunks().flatten().for_each(|raw| {
        let _ = auth::signed_parts(packet.bytes(), raw.offset, 20);
        assert_eq!(&datagram[raw.offset..][..raw.bytes.len()], raw.bytes);
    });
    packet.chunks().map(|chunk| 1 + chunk.map_or(0, walk_chunk)).sum()
}

fn walk_chunk(chunk: Chunk<'_>) -> usize {
    // Whatever can be read can also be shown.
    let shown = format!("{chunk:?}").len().min(1);
    shown
        + match chunk {
            Chunk::Init(init) => parameters(init.parameters),
            Chunk::InitAck(ack) => parameters(ack.0.parameters) + ack.cookie().map_or(0, |_| 1),
            Chunk::ReConfig(chunk) => parameters(chunk.parameters),
            Chunk::Asconf(chunk) => parameters(chunk.parameters),
            Chunk::AsconfAck(chunk) => parameters(chunk.parameters),
            Chunk::Abort(chunk) => causes(chunk.causes),
            Chunk::Error(chunk) => causes(chunk.causes),
            Chunk::Sack(chunk) => chunk.gap_blocks.iter().count() + chunk.duplicates.iter().count(),
            Chunk::ForwardTsn(chunk) => chunk.streams.iter().count(),
            Chunk::IForwardTsn(chunk) => chunk.messages.iter().count(),
            _ => 0,
        }
}

fn parameters(list: Parameters<'_>) -> usize {
    list.iter()
        .map(|entry| match entry {
            Ok(Parameter::ErrorCauseIndication(_, list)) => 1 + causes(list),
            _ => 1,
        })
        .sum()
}

fn causes(list: Causes<'_>) -> usize {
    list.iter().map(|entry| 1 + entry.map_or(0, |cause| parameters(cause.parameters()))).sum()
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        walk(&bytes);
    }

    /// Random bytes behind the header of a chunk that needs a look inside. Nothing nests deeper than
    /// four levels of at least four bytes each, which bounds the things seen.
    #[test]
    fn any_inside(kind: u8, named in 0..24_usize, flags: u8,
                  inside in prop::collection::vec(0_u8..24, 0..300)) {
        let known: Vec<u8> = (0..=255).filter(|n| ChunkType(*n).name().is_some()).collect();
        let kind = known.get(named).copied().unwrap_or(kind);
        let mut datagram = vec![0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, kind, flags];
        datagram.extend_from_slice(&(inside.len() as u16 + 4).to_be_bytes());
        datagram.extend_from_slice(&inside);
        let seen = walk(&datagram);
        prop_assert!(seen <= 4 + 2 * datagram.len(), "{} things in {} bytes", seen, datagram.len());
    }

    /// Good packets with a few bytes changed, and cut anywhere.
    #[test]
    fn damaged(seed in seed(), pick: prop::sample::Index, cut: prop::sample::Index,
               changes in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..6)) {
        let (all_causes, header) = (seed.causes(), CommonHeader {
            source_port: 1, destination_port: 2, verification_tag: VerificationTag(3),
        });
        let all_parameters = seed.parameters(&all_causes);
        let mut out = Vec::new();
        let mut writer = PacketWriter::begin(&mut out, header, 65_535);
        let chunks = seed.chunks(&all_parameters, &all_causes);
        let _ = writer.push(pick.get(&chunks));
        let _ = writer.push(&chunks[0]);
        writer.finish(ChecksumWrite::Zero);
        for (at, value) in changes {
            let at = at.index(out.len());
            out[at] = value;
        }
        walk(&out);
        walk(&out[..cut.index(out.len())]);
    }
}

/// Errors of all chunks in a datagram with this behind the common header.
fn errors(chunks: &[u8]) -> Vec<WireError> {
    let mut datagram = vec![0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0];
    datagram.extend_from_slice(chunks);
    match Packet::parse(&datagram, ChecksumCheck::Unchecked) {
        Ok(packet) => packet.chunks().filter_map(Result::err).collect(),
        Err(error) => vec![error],
    }
}

fn kinds(chunks: &[u8]) -> Vec<ErrorKind> {
    errors(chunks).iter().map(|error| error.kind).collect()
}

#[test]
fn packets_refused_whole() {
    let parse = |bytes: &[u8]| {
        Packet::parse(bytes, ChecksumCheck::Required).map(|_| ()).map_err(|error| error.kind)
    };
    assert_eq!(parse(&[]), Err(ErrorKind::ShortPacket));
    assert_eq!(parse(&[1; 11]), Err(ErrorKind::ShortPacket));
    assert_eq!(parse(&[0; 16]), Err(ErrorKind::ZeroPort));
    assert_eq!(parse(&[1; 15]), Err(ErrorKind::NoChunks));
    assert_eq!(parse(&[1; 16]), Err(ErrorKind::BadChecksum));
}

#[test]
fn lengths_that_make_no_sense_end_the_walk() {
    // A length of 0 to 3 would make the walk stand still.
    for length in 0..4 {
        assert_eq!(kinds(&[0x0B, 0, 0, length, 0x0B, 0, 0, 4]), [ErrorKind::ZeroLength]);
    }
    // One byte more than there are.
    assert_eq!(kinds(&[0x0A, 0, 0, 9, 1, 2, 3, 4]), [ErrorKind::Overrun]);
    assert_eq!(kinds(&[0x0A, 0, 0xFF, 0xFF, 1, 2, 3, 4]), [ErrorKind::Overrun]);
}

#[test]
fn a_bad_inside_does_not_end_the_walk() {
    // A SHUTDOWN without its TSN, then a COOKIE ACK, then a SHUTDOWN ACK with too much.
    let found = errors(&[7, 0, 0, 4, 11, 0, 0, 4, 8, 0, 0, 8, 1, 2, 3, 4]);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].kind, found[0].length), (ErrorKind::TooShort, 4));
    assert_eq!(found[0].item, Item::Chunk(ChunkType::Shutdown));
    assert_eq!((found[1].kind, found[1].length), (ErrorKind::TooLong, 8));
    assert_eq!(
        found[0].to_string(),
        "peer sent a malformed SHUTDOWN chunk (4 bytes): shorter than its fixed part"
    );
}

#[test]
fn missing_and_surplus_padding_at_the_end() {
    // COOKIE ECHO of 5 bytes: its 3 bytes of padding may be missing, be there, or be fewer.
    for padding in 0..=3 {
        let mut chunk = vec![10, 0, 0, 5, 0xAA];
        chunk.resize(5 + padding, 0);
        assert_eq!(kinds(&chunk), []);
    }
    // Up to three bytes behind a chunk that needs none are too few for a chunk.
    assert_eq!(kinds(&[11, 0, 0, 4, 9, 9, 9]), []);
    // Four are a chunk, and have to be a good one.
    assert_eq!(kinds(&[11, 0, 0, 4, 9, 9, 9, 9]), [ErrorKind::Overrun]);
}

#[test]
fn sack_counts_must_fit() {
    let mut sack = vec![3, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 0, 3];
    assert_eq!(kinds(&sack), []);
    sack[13] = 2;
    assert_eq!(kinds(&sack), [ErrorKind::BadList]);
    sack[12..16].fill(0xFF);
    assert_eq!(kinds(&sack), [ErrorKind::BadList]);
}

#[test]
fn chunks_that_miss_what_they_must_carry() {
    // HEARTBEAT without, and with something other than, Heartbeat Info; ERROR and RE-CONFIG of nothing;
    // ASCONF whose first parameter is no address.
    for chunk in [
        &[4, 0, 0, 4][..],
        &[4, 0, 0, 8, 0, 7, 0, 4],
        &[9, 0, 0, 4],
        &[0x82, 0, 0, 4],
        &[0xC1, 0, 0, 8, 0, 0, 0, 1],
        &[0xC1, 0, 0, 12, 0, 0, 0, 1, 0xC0, 0, 0, 4],
    ] {
        assert_eq!(kinds(chunk), [ErrorKind::MissingParameter], "{chunk:?}");
    }
}

#[test]
fn parameters_that_lie() {
    let first = |bytes: &[u8]| {
        let errors: Vec<_> = Parameters::from_wire(bytes).iter().filter_map(Result::err).collect();
        errors.first().map(|error| error.kind)
    };
    assert_eq!(first(&[0, 7]), Some(ErrorKind::Overrun));
    assert_eq!(first(&[0, 7, 0, 0]), Some(ErrorKind::ZeroLength));
    assert_eq!(first(&[0, 7, 0, 5]), Some(ErrorKind::Overrun));
    assert_eq!(first(&[0, 5, 0, 7, 1, 2, 3]), Some(ErrorKind::TooShort));
    assert_eq!(first(&[0, 5, 0, 9, 1, 2, 3, 4, 5]), Some(ErrorKind::TooLong));
    assert_eq!(first(&[0, 12, 0, 5, 1]), Some(ErrorKind::BadList));
    // Malformed, then fine: the walk goes on.
    let list = Parameters::from_wire(&[0, 5, 0, 4, 0xC0, 0, 0, 4]);
    assert_eq!(list.iter().last(), Some(Ok(Parameter::ForwardTsnSupported)));
    assert!(list.check().is_err());
}

#[test]
fn kinds_index_counters() {
    for (index, kind) in ErrorKind::ALL.iter().enumerate() {
        assert_eq!(kind.index(), index);
    }
}
