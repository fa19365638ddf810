//! Bytes laid out by hand after the figures of the RFCs, so that no field can move both ways at once.

use ferry_sctp_core::serial::*;
use ferry_sctp_core::wire::chunk::*;
use ferry_sctp_core::wire::parameter::*;
use ferry_sctp_core::wire::{
    Cause, Causes, ChecksumCheck, ChecksumWrite, CommonHeader, HmacId, List, Packet, PacketWriter,
    PayloadProtocol, StreamId, VerificationTag,
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const HEADER: CommonHeader = CommonHeader {
    source_port: 0x1122,
    destination_port: 0x3344,
    verification_tag: VerificationTag(0x5566_7788),
};
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// Writes `chunk` and wants exactly `bytes` behind the common header; then reads it back.
fn is(chunk: Chunk<'_>, bytes: &[u8]) {
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 1500);
    writer.push(&chunk).expect("it fits");
    writer.finish(ChecksumWrite::Zero);
    assert_eq!(&out[..12], [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0, 0, 0, 0]);
    assert_eq!(&out[12..], bytes);
    let packet = Packet::parse(&out, ChecksumCheck::ZeroAccepted).expect("in order");
    assert!(packet.has_zero_checksum());
    assert_eq!(packet.chunks().collect::<Vec<_>>(), [Ok(chunk)]);
}

#[test]
fn data() {
    let flags = DataFlags { immediate: true, ..DataFlags::WHOLE };
    let header = DataHeader {
        flags,
        tsn: Tsn(0x0102_0304),
        stream: StreamId(0x0506),
        sequence: StreamSequence(0x0708),
        protocol: PayloadProtocol(0x090A_0B0C),
    };
    is(
        Chunk::Data(Data { header, payload: b"hello" }),
        &[
            0, 0x0B, 0, 21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, b'h', b'e', b'l', b'l', b'o', 0,
            0, 0,
        ],
    );
}

#[test]
fn i_data() {
    let first = IDataHeader {
        immediate: false,
        unordered: true,
        ending: false,
        tsn: Tsn(1),
        stream: StreamId(2),
        message: MessageId(3),
        position: Position::First(PayloadProtocol(4)),
    };
    is(
        Chunk::IData(IData { header: first, payload: &[9] }),
        &[64, 0x06, 0, 21, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4, 9, 0, 0, 0],
    );
    let later = IDataHeader {
        unordered: false,
        ending: true,
        position: Position::Later(FragmentSequence(5)),
        ..first
    };
    is(
        Chunk::IData(IData { header: later, payload: &[9] }),
        &[64, 0x01, 0, 21, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 5, 9, 0, 0, 0],
    );
}

#[test]
fn init_with_parameters() {
    let parameters = [
        Parameter::Address(ADDRESS),
        Parameter::Address(IpAddr::V6(Ipv6Addr::LOCALHOST)),
        Parameter::SupportedExtensions(List::of(&[ChunkType::ReConfig, ChunkType::IData])),
        Parameter::ZeroChecksumAcceptable(1),
        Parameter::ForwardTsnSupported,
        Parameter::StateCookie(&[0xAA; 5]),
    ];
    let init = Init {
        initiate_tag: VerificationTag(1),
        receiver_window: 0x10000,
        outbound_streams: 2,
        inbound_streams: 3,
        initial_tsn: Tsn(4),
        parameters: Parameters::of(&parameters),
    };
    // The length counts the padding of the extensions, not that of the cookie (RFC 9260 §3.2).
    let bytes = [
        2, 0, 0, 77, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 4, // fixed part
        0, 5, 0, 8, 192, 0, 2, 1, // IPv4
        0, 6, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, // IPv6
        0x80, 8, 0, 6, 0x82, 0x40, 0, 0, // extensions, padded
        0x80, 1, 0, 8, 0, 0, 0, 1, // zero checksum
        0xC0, 0, 0, 4, // forward TSN
        0, 7, 0, 9, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0, 0, 0, // cookie, padded
    ];
    let ack = InitAck(init);
    is(Chunk::InitAck(ack), &bytes);
    assert_eq!(ack.cookie(), Some(&[0xAA; 5][..]));
}

#[test]
fn sack() {
    let sack = Sack {
        cumulative_tsn: Tsn(12),
        receiver_window: 4660,
        gap_blocks: List::of(&[GapBlock { start: 2, end: 3 }, GapBlock { start: 5, end: 5 }]),
        duplicates: List::of(&[Tsn(9)]),
    };
    // The example of RFC 9260 §3.3.4: 12 is the cumulative TSN; 14, 15 and 17 are there as well.
    let first = sack.gap_blocks.get(0).expect("two blocks");
    assert_eq!((first.first(Tsn(12)), first.last(Tsn(12))), (Tsn(14), Tsn(15)));
    assert_eq!(sack.gap_blocks.get(1).expect("two blocks").first(Tsn(12)), Tsn(17));
    is(
        Chunk::Sack(sack),
        &[
            3, 0, 0, 28, 0, 0, 0, 12, 0, 0, 0x12, 0x34, 0, 2, 0, 1, 0, 2, 0, 3, 0, 5, 0, 5, 0, 0,
            0, 9,
        ],
    );
    assert!(!GapBlock { start: 0, end: 1 }.is_valid() && !GapBlock { start: 3, end: 2 }.is_valid());
}

#[test]
fn heartbeat_wraps_its_info() {
    is(Chunk::Heartbeat(Heartbeat { info: &[7, 8] }), &[4, 0, 0, 10, 0, 1, 0, 6, 7, 8, 0, 0]);
    is(Chunk::HeartbeatAck(HeartbeatAck { info: &[] }), &[5, 0, 0, 8, 0, 1, 0, 4]);
}

#[test]
fn ends() {
    let causes = [Cause::InvalidStream(StreamId(7)), Cause::UserInitiatedAbort(b"no")];
    is(
        Chunk::Abort(Abort { reflected_tag: true, causes: Causes::of(&causes) }),
        &[6, 1, 0, 18, 0, 1, 0, 8, 0, 7, 0, 0, 0, 12, 0, 6, b'n', b'o', 0, 0],
    );
    is(Chunk::Abort(Abort { reflected_tag: false, causes: Causes::empty() }), &[6, 0, 0, 4]);
    is(Chunk::Shutdown(Shutdown { cumulative_tsn: Tsn(5) }), &[7, 0, 0, 8, 0, 0, 0, 5]);
    is(Chunk::ShutdownAck(ShutdownAck), &[8, 0, 0, 4]);
    is(Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true }), &[14, 1, 0, 4]);
}

#[test]
fn causes() {
    let missing = [ParameterType::StateCookie, ParameterType::Ipv4Address, ParameterType::Random];
    let causes = [
        Cause::MissingParameters(List::of(&missing)),
        Cause::StaleCookie(0x0001_0000),
        Cause::UnsupportedHmac(HmacId::SHA256),
        Cause::NoUserData(Tsn(6)),
    ];
    is(
        Chunk::Error(ErrorChunk { causes: Causes::of(&causes) }),
        &[
            9, 0, 0, 44, 0, 2, 0, 14, 0, 0, 0, 3, 0, 7, 0, 5, 0x80, 2, 0,
            0, // missing, padded
            0, 3, 0, 8, 0, 1, 0, 0, // stale
            1, 5, 0, 6, 0, 3, 0, 0, // HMAC, padded
            0, 9, 0, 8, 0, 0, 0, 6, // no user data
        ],
    );
}

#[test]
fn forward_tsn() {
    let skipped = [SkippedStream { stream: StreamId(1), sequence: StreamSequence(2) }];
    let forward = ForwardTsn { new_cumulative_tsn: Tsn(3), streams: List::of(&skipped) };
    is(Chunk::ForwardTsn(forward), &[0xC0, 0, 0, 12, 0, 0, 0, 3, 0, 1, 0, 2]);
    let skipped =
        [SkippedMessage { stream: StreamId(1), unordered: true, message: MessageId(0x10002) }];
    let forward = IForwardTsn { new_cumulative_tsn: Tsn(3), messages: List::of(&skipped) };
    is(Chunk::IForwardTsn(forward), &[0xC2, 0, 0, 16, 0, 0, 0, 3, 0, 1, 0, 1, 0, 1, 0, 2]);
}

#[test]
fn re_configuration() {
    let request = RequestSequence(1);
    let parameters = [
        Parameter::OutgoingReset(OutgoingReset {
            request,
            response: RequestSequence(2),
            last_tsn: Tsn(3),
            streams: List::of(&[StreamId(4)]),
        }),
        Parameter::ReConfigResponse(ReConfigResponse {
            response: RequestSequence(5),
            result: ReConfigResult::PERFORMED,
            next: Some(NextTsns { sender: Tsn(6), receiver: Tsn(7) }),
        }),
        Parameter::AddOutgoingStreams(AddStreams { request, streams: 8 }),
    ];
    is(
        Chunk::ReConfig(ReConfig { parameters: Parameters::of(&parameters) }),
        &[
            0x82, 0, 0, 56, 0, 13, 0, 18, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 4, 0,
            0, // reset
            0, 16, 0, 20, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 7, // response
            0, 17, 0, 12, 0, 0, 0, 1, 0, 8, 0, 0, // more streams
        ],
    );
}

#[test]
fn address_configuration() {
    let change = AddressChange { correlation: 2, address: ADDRESS };
    let parameters = [Parameter::AddAddress(change), Parameter::SetPrimary(change)];
    is(
        Chunk::Asconf(Asconf {
            serial: AsconfSerial(1),
            address: ADDRESS,
            parameters: Parameters::of(&parameters),
        }),
        &[
            0xC1, 0, 0, 48, 0, 0, 0, 1, 0, 5, 0, 8, 192, 0, 2, 1, // whose
            0xC0, 1, 0, 16, 0, 0, 0, 2, 0, 5, 0, 8, 192, 0, 2, 1, // add
            0xC0, 4, 0, 16, 0, 0, 0, 2, 0, 5, 0, 8, 192, 0, 2, 1, // prefer
        ],
    );
    let causes = [Cause::DeleteLastAddress(&[0xC0, 2, 0, 4])];
    let parameters =
        [Parameter::ErrorCauseIndication(3, Causes::of(&causes)), Parameter::SuccessIndication(4)];
    is(
        Chunk::AsconfAck(AsconfAck {
            serial: AsconfSerial(1),
            parameters: Parameters::of(&parameters),
        }),
        &[
            0x80, 0, 0, 32, 0, 0, 0, 1, 0xC0, 3, 0, 16, 0, 0, 0, 3, 0, 0xA0, 0, 8, 0xC0, 2, 0, 4,
            0xC0, 5, 0, 8, 0, 0, 0, 4,
        ],
    );
}

#[test]
fn auth_and_pad() {
    let auth = Auth { shared_key: 1, hmac_id: HmacId::SHA1, hmac: &[5; 6] };
    is(Chunk::Auth(auth), &[15, 0, 0, 14, 0, 1, 0, 1, 5, 5, 5, 5, 5, 5, 0, 0]);
    is(Chunk::Pad(Pad { padding: &[0; 2] }), &[0x84, 0, 0, 6, 0, 0, 0, 0]);
}

/// A packet made by another implementation, checksum and all.
#[test]
fn a_strangers_packet() {
    let bytes = [
        19, 136, 19, 137, 1, 2, 3, 4, 237, 91, 191, 108, 11, 0, 0, 4, 0, 3, 0, 24, 0, 0, 0, 7, 0,
        1, 0, 2, 0, 0, 0, 3, 99, 104, 101, 99, 107, 115, 117, 109,
    ];
    let packet = Packet::parse(&bytes, ChecksumCheck::Required).expect("in order");
    assert_eq!((packet.header.source_port, packet.header.destination_port), (5000, 5001));
    assert_eq!(packet.header.verification_tag, VerificationTag(0x0102_0304));
    let header = DataHeader {
        flags: DataFlags::WHOLE,
        tsn: Tsn(7),
        stream: StreamId(1),
        sequence: StreamSequence(2),
        protocol: PayloadProtocol(3),
    };
    let data = Data { header, payload: b"checksum" };
    let chunks: Vec<_> = packet.chunks().collect();
    assert_eq!(chunks, [Ok(Chunk::CookieAck(CookieAck)), Ok(Chunk::Data(data))]);
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, packet.header, 1500);
    chunks.iter().flatten().for_each(|chunk| writer.push(chunk).expect("it fits"));
    writer.finish(ChecksumWrite::Crc32c);
    assert_eq!(out, bytes);
}

/// What the highest bits ask of those who do not know a type (RFC 9260 §3.2, §3.2.1).
#[test]
fn actions() {
    let both = |kind: u8| (ChunkType(kind).action().skip, ChunkType(kind).action().report);
    assert_eq!(both(0x3F), (false, false));
    assert_eq!(both(0x7F), (false, true));
    assert_eq!(both(0xBF), (true, false));
    assert_eq!(both(0xFF), (true, true));
    let action = ParameterType::ForwardTsnSupported.action();
    assert!(action.skip && action.report);
    assert!(!ParameterType::ZeroChecksumAcceptable.action().report);
}
