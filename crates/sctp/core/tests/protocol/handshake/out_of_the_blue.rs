//! Packets of no association (RFC 9260 §8.4).

use ferry_sctp_core::wire::chunk::{
    Abort, Auth, CookieAck, CookieEcho, ErrorChunk, ForwardTsn, Heartbeat, HeartbeatAck, InitAck,
    Sack, Shutdown, ShutdownAck, ShutdownComplete,
};
use ferry_sctp_core::wire::{Cause, Causes, Chunk, ChunkType, HmacId, RawTlv, VerificationTag};

use super::stage::{PEER, STRANGE, Stage, TSN, init, is_abort};
use crate::common::script::{data, i_data};

/// Rule 8: an ABORT with the tag of the packet and the T bit set.
fn aborted(chunks: &[Chunk<'_>]) {
    let mut stage = Stage::new();
    stage.say(STRANGE, chunks);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(true), STRANGE), "{chunks:?}");
    assert_eq!(sent.to, stage.from);
    stage.nothing();
}

/// No answer at all.
fn ignored(chunks: &[Chunk<'_>]) {
    let mut stage = Stage::new();
    stage.say(STRANGE, chunks);
    stage.nothing();
}

fn sack() -> Chunk<'static> {
    Chunk::Sack(Sack {
        cumulative_tsn: TSN,
        receiver_window: 1 << 20,
        gap_blocks: Default::default(),
        duplicates: Default::default(),
    })
}

fn error<'a>(causes: &'a [Cause<'a>]) -> Chunk<'a> {
    Chunk::Error(ErrorChunk { causes: Causes::of(causes) })
}

const ABORT: Chunk<'static> = Chunk::Abort(Abort { reflected_tag: false, causes: Causes::empty() });

#[test]
fn most_chunks_are_answered_with_an_abort() {
    let forward = ForwardTsn { new_cumulative_tsn: TSN, streams: Default::default() };
    let auth = Auth { shared_key: 0, hmac_id: HmacId::SHA256, hmac: &[0; 32] };
    for chunk in [
        data(TSN, 0, 0, b"hello"),
        i_data(TSN, 0, 0, b"hello"),
        sack(),
        Chunk::Heartbeat(Heartbeat { info: b"are you there" }),
        Chunk::HeartbeatAck(HeartbeatAck { info: b"I am here" }),
        Chunk::Shutdown(Shutdown { cumulative_tsn: TSN }),
        Chunk::InitAck(InitAck(init(PEER, &[]))),
        Chunk::ForwardTsn(forward),
        Chunk::Auth(auth),
    ] {
        aborted(&[chunk]);
    }
}

/// Rule 2: an ABORT anywhere in the packet, whatever its T bit.
#[test]
fn an_abort_is_not_answered() {
    ignored(&[ABORT]);
    ignored(&[Chunk::Abort(Abort { reflected_tag: true, causes: Causes::empty() })]);
    ignored(&[data(TSN, 0, 0, b"hello"), ABORT]);
}

/// Rule 5: SHUTDOWN COMPLETE with the tag of the packet and the T bit set.
#[test]
fn a_shutdown_ack_is_answered_so_that_the_peer_can_forget() {
    let mut stage = Stage::new();
    stage.say(STRANGE, &[Chunk::ShutdownAck(ShutdownAck)]);
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::ShutdownComplete], STRANGE));
    sent.look(ChunkType::ShutdownComplete, |chunk| {
        assert_eq!(*chunk, Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true }));
    });
    stage.nothing();
}

/// Rule 6.
#[test]
fn a_shutdown_complete_is_not_answered() {
    ignored(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false })]);
    ignored(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true })]);
}

/// Rule 7: what may itself be an answer to a cookie.
#[test]
fn a_cookie_ack_or_stale_cookie_is_not_answered() {
    ignored(&[Chunk::CookieAck(CookieAck)]);
    ignored(&[error(&[Cause::StaleCookie(1)])]);
    let other = [Cause::InvalidStream(ferry_sctp_core::wire::StreamId(3))];
    aborted(&[error(&other)]);
}

/// Rule 3: an INIT begins something, if its tag is zero (§8.5.1 A).
#[test]
fn an_init_with_a_tag_is_not_answered() {
    ignored(&[Chunk::Init(init(PEER, &[]))]);
}

/// Rule 4: a cookie begins something, if it is one.
#[test]
fn a_cookie_of_nobody_is_not_answered() {
    ignored(&[Chunk::CookieEcho(CookieEcho { cookie: b"fortune" })]);
    ignored(&[Chunk::CookieEcho(CookieEcho { cookie: b"" })]);
}

/// Rule 1: nobody to answer to.
#[test]
fn packets_from_nobody_or_everybody_are_not_answered() {
    for from in
        ["0.0.0.0:5001", "224.0.0.1:5001", "255.255.255.255:5001", "[ff02::1]:5001", "[::]:5001"]
    {
        let mut stage = Stage::new();
        stage.from = from.parse().expect("an address");
        stage.say(STRANGE, &[data(TSN, 0, 0, b"hello")]);
        stage.say(STRANGE, &[Chunk::ShutdownAck(ShutdownAck)]);
        stage.say_init(PEER, &[]);
        stage.nothing();
    }
}

/// A chunk of a type not known is as good as any (rule 8).
#[test]
fn unknown_chunks_are_answered_with_an_abort() {
    for first in [0x3E, 0x7E, 0xBE, 0xFE] {
        let mut stage = Stage::new();
        let mut bytes = super::stage::packet(STRANGE, &[Chunk::CookieAck(CookieAck)]);
        bytes[12] = first;
        ferry_sctp_core::wire::checksum::seal(&mut bytes);
        stage.say_bytes(&bytes);
        let sent = stage.only();
        assert_eq!((is_abort(&sent), sent.tag()), (Some(true), STRANGE));
    }
}

/// What is not even a packet gets no answer, and is counted.
#[test]
fn what_is_no_packet_is_dropped() {
    let mut stage = Stage::new();
    let good = super::stage::packet(STRANGE, &[data(TSN, 0, 0, b"hello")]);
    for len in 0..good.len() {
        stage.say_bytes(&good[..len]);
    }
    let mut wrong = good.clone();
    wrong[8] ^= 1;
    stage.say_bytes(&wrong);
    let mut portless = good.clone();
    portless[..2].fill(0);
    ferry_sctp_core::wire::checksum::seal(&mut portless);
    stage.say_bytes(&portless);
    stage.nothing();
    let refused = stage.end.counters().refused();
    assert_eq!(refused, good.len() as u64 + 2);
}

/// Chunks whose lengths make no sense: no answer, whatever stands before them.
#[test]
fn chunks_that_lead_nowhere_are_dropped() {
    for length in [0_u16, 3, 200] {
        let mut stage = Stage::new();
        let sound = data(TSN, 0, 0, b"hello!!!");
        let mut bytes = super::stage::packet(STRANGE, &[sound, sound]);
        let second = 12 + (bytes.len() - 12) / 2;
        bytes[second + 2..second + 4].copy_from_slice(&length.to_be_bytes());
        ferry_sctp_core::wire::checksum::seal(&mut bytes);
        stage.say_bytes(&bytes);
        stage.nothing();
    }
}

/// Packets for another port are not this endpoint's.
#[test]
fn another_port_is_anothers() {
    let mut stage = Stage::new();
    let mut bytes = super::stage::packet(STRANGE, &[data(TSN, 0, 0, b"hello")]);
    bytes[2..4].copy_from_slice(&5999_u16.to_be_bytes());
    ferry_sctp_core::wire::checksum::seal(&mut bytes);
    stage.say_bytes(&bytes);
    stage.nothing();
}

/// Two endpoints that know nothing of each other do not answer each other for ever: an answer gets none.
#[test]
fn no_answer_is_answered() {
    let questions = [
        data(TSN, 0, 0, b"hello"),
        Chunk::ShutdownAck(ShutdownAck),
        Chunk::Heartbeat(Heartbeat { info: b"are you there" }),
    ];
    for question in questions {
        let (mut here, mut there) = (Stage::new(), Stage::new());
        here.say(STRANGE, &[question]);
        let mut answer = here.only().bytes.to_vec();
        // Back to where it came from, were it an endpoint like this one.
        answer.copy_within(0..2, 2);
        ferry_sctp_core::wire::checksum::seal(&mut answer);
        there.say_bytes(&answer);
        there.nothing();
    }
    let raw = RawTlv { kind: 0x8123, value: &[0; 8], bytes: &[] };
    let unknown = [ferry_sctp_core::wire::Parameter::Unknown(raw)];
    let mut stage = Stage::new();
    stage.say(VerificationTag::ZERO, &[Chunk::Init(init(PEER, &unknown))]);
    let ack = stage.hear(ChunkType::InitAck);
    let mut back = ack.sent.bytes.to_vec();
    back.copy_within(0..2, 2);
    ferry_sctp_core::wire::checksum::seal(&mut back);
    stage.say_bytes(&back);
    let abort = stage.only();
    assert_eq!(is_abort(&abort), Some(true), "an INIT ACK that nobody asked for");
}
