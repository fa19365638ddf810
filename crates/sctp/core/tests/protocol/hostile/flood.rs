//! Floods: strangers make the endpoint hold nothing (RFC 9260 §5.1.3, §12.2.4.1). The memory itself is
//! measured in `flood.rs`, alone in its process.

use bytes::Bytes;
use ferry_sctp_core::endpoint::Endpoint;
use ferry_sctp_core::wire::chunk::{CookieEcho, Init};
use ferry_sctp_core::wire::{
    ChecksumWrite, Chunk, CommonHeader, PacketWriter, Parameters, VerificationTag,
};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::common::random::Random;
use crate::common::script::{endpoint, plain};
use crate::common::{ms, seed};

fn packet(from: SocketAddr, tag: u32, chunk: &Chunk<'_>) -> Bytes {
    let header = CommonHeader {
        source_port: from.port(),
        destination_port: 5000,
        verification_tag: VerificationTag(tag),
    };
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, header, 2000);
    writer.push(chunk).expect("it fits");
    writer.finish(ChecksumWrite::Crc32c);
    out.into()
}

fn stranger(random: &mut Random) -> SocketAddr {
    let ip = Ipv4Addr::from(random.next() as u32);
    SocketAddr::new(IpAddr::V4(ip), 1 + random.below(65_535) as u16)
}

#[test]
fn a_flood_of_inits_keeps_nothing() {
    let mut end = Endpoint::new(endpoint(plain()), seed(1));
    let mut random = Random::new(1);
    let mut out = Vec::with_capacity(1 << 16);
    let (mut came, mut answered, mut answers) = (0_u64, 0_u64, 0_u64);
    for n in 0..50_000_u32 {
        let now = ms(u64::from(n) / 100);
        let init = Chunk::Init(Init {
            initiate_tag: VerificationTag(random.next() as u32 | 1),
            receiver_window: 1 << 16,
            outbound_streams: 10,
            inbound_streams: 10,
            initial_tsn: ferry_sctp_core::serial::Tsn(n),
            parameters: Parameters::empty(),
        });
        let from = stranger(&mut random);
        let bytes = packet(from, 0, &init);
        came += bytes.len() as u64;
        end.handle(now, bytes, from, None);
        while let Some(transmit) = end.poll_transmit(now, &mut out, 16) {
            assert_eq!(transmit.to, from);
            answered += transmit.len as u64;
            answers += 1;
            out.clear();
        }
    }
    assert_eq!(end.associations().count(), 0);
    assert_eq!(end.next_due(), None, "no timer runs for any of them");
    // Each is answered once. An INIT ACK carries a cookie, so that it is longer than the shortest INIT;
    // how much longer is bounded.
    assert!(answers <= 50_000);
    assert!(answered <= 5 * came, "{answered} bytes in answer to {came}");
}

#[test]
fn unsent_answers_are_bounded() {
    // Nobody fetches what is to be sent: what waits stays within bounds.
    let mut end = Endpoint::new(endpoint(plain()), seed(2));
    let mut random = Random::new(2);
    for n in 0..100_000_u32 {
        let init = Chunk::Init(Init {
            initiate_tag: VerificationTag(n | 1),
            receiver_window: 1 << 16,
            outbound_streams: 10,
            inbound_streams: 10,
            initial_tsn: ferry_sctp_core::serial::Tsn(n),
            parameters: Parameters::empty(),
        });
        let from = stranger(&mut random);
        end.handle(ms(1), packet(from, 0, &init), from, None);
    }
    let (mut out, mut answered) = (Vec::new(), 0);
    while let Some(transmit) = end.poll_transmit(ms(1), &mut out, 64) {
        answered += transmit.len;
        out.clear();
    }
    assert!(answered < 8 << 20, "{answered} bytes were kept");
}

#[test]
fn a_flood_of_forged_cookies_makes_nothing() {
    let mut end = Endpoint::new(endpoint(plain()), seed(3));
    let mut random = Random::new(3);
    let mut out = Vec::new();
    for n in 0..50_000_u32 {
        let cookie: Vec<u8> = (0..40 + random.below(200)).map(|_| random.next() as u8).collect();
        let from = stranger(&mut random);
        let bytes = packet(from, n, &Chunk::CookieEcho(CookieEcho { cookie: &cookie }));
        let len = bytes.len();
        end.handle(ms(1), bytes, from, None);
        let mut answered = 0;
        while let Some(transmit) = end.poll_transmit(ms(1), &mut out, 16) {
            answered += transmit.len;
            out.clear();
        }
        assert!(answered <= len);
    }
    assert_eq!(end.associations().count(), 0);
}
