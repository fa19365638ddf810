//! The writer: room, packets end to end, payloads in parts, authentication, no allocation.

use ferry_sctp_core::serial::{MessageId, StreamSequence, Tsn};
use ferry_sctp_core::wire::chunk::*;
use ferry_sctp_core::wire::{
    ChecksumCheck, ChecksumWrite, CommonHeader, FixedBuffer, Full, HmacId, List, Packet,
    PacketBuffer, PacketWriter, PayloadProtocol, StreamId, VerificationTag,
};
use proptest::prelude::*;

const HEADER: CommonHeader =
    CommonHeader { source_port: 1, destination_port: 2, verification_tag: VerificationTag(3) };
const DATA: DataHeader = DataHeader {
    flags: DataFlags::WHOLE,
    tsn: Tsn(1),
    stream: StreamId(2),
    sequence: StreamSequence(3),
    protocol: PayloadProtocol(4),
};
const I_DATA: IDataHeader = IDataHeader {
    immediate: false,
    unordered: false,
    ending: true,
    tsn: Tsn(1),
    stream: StreamId(2),
    message: MessageId(3),
    position: Position::First(PayloadProtocol(4)),
};

proptest! {
    /// A payload as long as the room that is left fits exactly, one byte more does not, and whatever is
    /// refused leaves nothing behind.
    #[test]
    fn room_is_what_it_says(limit in 12_usize..300, slice: bool) {
        let payload = [7; 300];
        let mut space = vec![0xEE; if slice { limit } else { 400 }];
        let mut buffer = FixedBuffer::new(&mut space);
        let limit_said = if slice { 9000 } else { limit };
        let mut writer = PacketWriter::begin(&mut buffer, HEADER, limit_said);
        let room = writer.data_left();
        if limit >= 12 + 16 {
            let too_long = Data { header: DATA, payload: &payload[..room + 1] };
            prop_assert!(!writer.fits(&too_long));
            let refused = writer.push(&too_long);
            let beyond = matches!(refused, Err(Full { needed, left }) if needed > left);
            prop_assert!(beyond);
            prop_assert!(writer.is_empty());
            let fitting = Data { header: DATA, payload: &payload[..room] };
            prop_assert!(writer.push(&fitting).is_ok());
            prop_assert_eq!(writer.left(), 0);
            prop_assert_eq!(writer.len(), limit & !3);
        } else {
            prop_assert_eq!(room, 0);
            let none = Data { header: DATA, payload: &[] };
            prop_assert!(writer.push(&none).is_err());
        }
        prop_assert!(writer.finish(ChecksumWrite::Crc32c) <= limit);
        prop_assert!(buffer.written() <= limit);
    }

    #[test]
    fn parts_make_the_whole(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)) {
        let whole = parts.concat();
        let mut out = Vec::new();
        let mut writer = PacketWriter::begin(&mut out, HEADER, 1500);
        let slices = || parts.iter().map(Vec::as_slice);
        writer.push_data(&DATA, whole.len(), slices()).expect("it fits");
        writer.push_i_data(&I_DATA, whole.len(), slices()).expect("it fits");
        writer.finish(ChecksumWrite::Crc32c);
        let packet = Packet::parse(&out, ChecksumCheck::Required).expect("in order");
        let read: Vec<_> = packet.chunks().collect();
        prop_assert_eq!(read, vec![
            Ok(Chunk::Data(Data { header: DATA, payload: &whole })),
            Ok(Chunk::IData(IData { header: I_DATA, payload: &whole })),
        ]);
    }
}

#[test]
fn a_chunk_beyond_its_length_field_is_refused() {
    let payload = vec![0; 70_000];
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 100_000);
    assert!(writer.push(&Data { header: DATA, payload: &payload }).is_err());
    let blocks = vec![GapBlock { start: 2, end: 2 }; 20_000];
    let sack = Sack {
        cumulative_tsn: Tsn(0),
        receiver_window: 0,
        gap_blocks: List::of(&blocks),
        duplicates: List::empty(),
    };
    assert!(writer.push(&sack).is_err());
    assert!(writer.is_empty());
}

#[test]
#[should_panic(expected = "as long as its length says")]
fn parts_of_another_length() {
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 1500);
    let _ = writer.push_data(&DATA, 3, [&[1, 2][..]]);
}

#[test]
fn packets_end_to_end() {
    let mut out = vec![0xEE; 5];
    let mut ends = vec![5];
    for tsn in 0..3 {
        let mut writer = PacketWriter::begin(&mut out, HEADER, 100);
        let payload = vec![tsn as u8; writer.data_left()];
        let header = DataHeader { tsn: Tsn(tsn), ..DATA };
        writer.push(&Data { header, payload: &payload }).expect("it fits");
        let len = writer.finish(ChecksumWrite::Crc32c);
        assert_eq!(len, 100);
        ends.push(ends.last().expect("one is there") + len);
    }
    let mut writer = PacketWriter::begin(&mut out, HEADER, 100);
    writer.push(&CookieAck).expect("it fits");
    writer.discard();
    assert_eq!(out.len(), 305);
    for (tsn, ends) in ends.windows(2).enumerate() {
        let datagram = &out[ends[0]..ends[1]];
        let packet = Packet::parse(datagram, ChecksumCheck::Required).expect("in order");
        let Some(Ok(Chunk::Data(data))) = packet.chunks().next() else { panic!("no DATA") };
        assert_eq!(data.header.tsn, Tsn(tsn as u32));
    }
}

/// A stand-in for an HMAC that depends on every byte and its place.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; 20] {
    let mut sum = [0_u8; 20];
    for (at, byte) in parts.into_iter().flatten().enumerate() {
        let slot = &mut sum[at % 20];
        *slot = slot.wrapping_mul(31).wrapping_add(*byte).wrapping_add(1);
    }
    sum
}

#[test]
fn both_ends_authenticate_the_same_bytes() {
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 1500);
    writer.push(&CookieEcho { cookie: b"cookie" }).expect("it fits");
    let slot = writer.push_auth(7, HmacId::SHA1, 20).expect("it fits");
    writer.push(&Data { header: DATA, payload: b"covered" }).expect("it fits");
    let hmac = digest([writer.signed(slot)]);
    writer.sign(slot, &hmac);
    writer.finish(ChecksumWrite::Crc32c);

    let packet = Packet::parse(&out, ChecksumCheck::Required).expect("in order");
    let raw = packet.raw_chunks().flatten().find(|raw| raw.chunk_type == ChunkType::Auth);
    let raw = raw.expect("AUTH is there");
    let Ok(Chunk::Auth(chunk)) = Chunk::decode(&raw) else { panic!("no AUTH") };
    assert_eq!((chunk.shared_key, chunk.hmac_id, chunk.hmac), (7, HmacId::SHA1, &hmac[..]));
    let (before, behind) =
        auth::signed_parts(packet.bytes(), raw.offset, chunk.hmac.len()).expect("it fits");
    assert_eq!(digest([before, &[0; 20], behind]), hmac);
    assert_eq!(HmacId::SHA1.output_len(), Some(20));
    assert_eq!(auth::signed_parts(packet.bytes(), raw.offset, 2000), None);
}

/// Once a buffer has grown to the size of its packets, writing leaves it where it is.
#[test]
fn a_reused_buffer_does_not_move() {
    let mut out = Vec::with_capacity(1500);
    let (place, capacity) = (out.as_ptr(), out.capacity());
    for _ in 0..10 {
        out.clear();
        let mut writer = PacketWriter::begin(&mut out, HEADER, 1500);
        let payload = [1; 1500];
        let room = writer.data_left();
        writer.push_data(&DATA, room, [&payload[..room]]).expect("it fits");
        assert_eq!(writer.finish(ChecksumWrite::Crc32c), 1500);
    }
    assert_eq!((out.as_ptr(), out.capacity()), (place, capacity));
}
