//! The handshake's parts against each other and against hostile bytes.

mod agreements;
mod collisions;
mod cookies;
mod offers;

use std::net::IpAddr;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Cookie, HandshakeOffer, Refusal};
use crate::association::{AssociationConfig, AuthenticationConfig};
use crate::serial::Tsn;
use crate::wire::chunk::{Chunk, Init, InitAck};
use crate::wire::{
    ChecksumCheck, ChecksumWrite, ChunkType, CommonHeader, Full, HmacId, Packet, PacketWriter,
    VerificationTag,
};

const HEADER: CommonHeader = CommonHeader {
    source_port: 5001,
    destination_port: 5002,
    verification_tag: VerificationTag::ZERO,
};

/// A packet with what `push` pushes.
fn packet(push: impl FnOnce(&mut PacketWriter<'_, Vec<u8>>) -> Result<(), Full>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 65_000);
    push(&mut writer).expect("the packet has room");
    writer.finish(ChecksumWrite::Crc32c);
    out
}

/// Hands the only chunk of `packet` to `f`, an INIT ACK as an INIT.
fn with_init<R>(packet: &[u8], f: impl FnOnce(&Init<'_>) -> R) -> R {
    let packet = Packet::parse(packet, ChecksumCheck::Required).expect("a packet");
    match packet.chunks().next() {
        Some(Ok(Chunk::Init(init) | Chunk::InitAck(InitAck(init)))) => f(&init),
        other => panic!("no INIT: {other:?}"),
    }
}

/// Reads an INIT with these parameters, encoded end to end.
fn read(parameters: &[u8]) -> Result<(HandshakeOffer, Vec<u8>), Refusal> {
    let init = Init {
        initiate_tag: VerificationTag(7),
        receiver_window: 64 << 10,
        outbound_streams: 4,
        inbound_streams: 5,
        initial_tsn: Tsn(9),
        parameters: crate::wire::Parameters::from_wire(parameters),
    };
    HandshakeOffer::read(&init)
}

fn authentication() -> AuthenticationConfig {
    AuthenticationConfig {
        key_id: 1,
        key: b"a key that both ends share".to_vec(),
        chunks: vec![ChunkType::Data, ChunkType::IData],
        algorithms: vec![HmacId::SHA256],
    }
}

/// A configuration in which everything is offered.
fn everything() -> AssociationConfig {
    AssociationConfig {
        dynamic_addresses: true,
        authentication: Some(authentication()),
        zero_checksum: Some(1),
        adaptation: Some(0xFE44),
        stream_window: Some(64 << 10),
        addresses: vec!["192.0.2.1".parse().unwrap(), "2001:db8::1".parse().unwrap()],
        ..AssociationConfig::default()
    }
}

fn offer(config: &AssociationConfig, tag: u32) -> HandshakeOffer {
    HandshakeOffer::own(config, VerificationTag(tag), Tsn(tag.wrapping_mul(3)), [tag as u8; 32])
}

pub(super) fn cookie(own: u32, peer: u32) -> Cookie {
    Cookie {
        made: Duration::from_secs(100),
        life: Duration::from_secs(60),
        source_port: 5001,
        destination_port: 5002,
        from: "192.0.2.9:9899".parse().unwrap(),
        to: Some("192.0.2.1".parse().unwrap()),
        own: offer(&everything(), own),
        peer: offer(&AssociationConfig::default(), peer),
        tie: None,
    }
}

fn any_config() -> impl Strategy<Value = AssociationConfig> {
    let flags = any::<[bool; 5]>();
    let numbers = (any::<Option<u32>>(), any::<Option<u32>>(), any::<Option<u32>>());
    let sizes = (1..u16::MAX, 1..u16::MAX, 1500..u32::MAX);
    let auth = proptest::option::of((vec(any::<u8>(), 0..40), any::<bool>()));
    let addresses = vec(any::<IpAddr>(), 0..20);
    (flags, numbers, sizes, auth, addresses).prop_map(|(flags, numbers, sizes, auth, addresses)| {
        AssociationConfig {
            interleaving: flags[0],
            partial_reliability: flags[1],
            re_configuration: flags[2],
            dynamic_addresses: flags[3],
            authentication: auth.map(|(chunks, sha256)| AuthenticationConfig {
                chunks: chunks.into_iter().map(ChunkType).collect(),
                algorithms: if sha256 { vec![HmacId::SHA256] } else { Vec::new() },
                ..authentication()
            }),
            zero_checksum: numbers.0,
            adaptation: numbers.1,
            stream_window: numbers.2,
            outbound_streams: sizes.0,
            inbound_streams: sizes.1,
            receive_window: sizes.2,
            addresses,
            ..AssociationConfig::default()
        }
    })
}

fn any_offer() -> impl Strategy<Value = HandshakeOffer> {
    (any_config(), 1..u32::MAX).prop_map(|(config, tag)| offer(&config, tag))
}
