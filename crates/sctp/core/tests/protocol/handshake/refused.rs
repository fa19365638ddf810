//! INITs and INIT ACKs that begin nothing (RFC 9260 §3.3.2, §3.3.3, §5.1.2).

use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::endpoint::EndpointConfig;
use ferry_sctp_core::wire::chunk::{Init, InitAck};
use ferry_sctp_core::wire::{
    CauseCode, Chunk, ChunkType, Parameter, ParameterType, Parameters, VerificationTag,
};

use super::stage::{PEER, Said, Stage, causes, init, is_abort};
use crate::common::script::{endpoint, plain};

/// An ABORT under the tag that the INIT gave, its T bit clear; and nothing is kept.
fn refused(stage: &mut Stage, init: Init<'_>, code: Option<CauseCode>) {
    stage.say(VerificationTag::ZERO, &[Chunk::Init(init)]);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), init.initiate_tag));
    if let Some(code) = code {
        assert_eq!(sent.causes(), [code]);
    }
    stage.nothing();
}

#[test]
fn a_tag_of_zero_is_dropped_in_silence() {
    let mut stage = Stage::new();
    stage.say_init(VerificationTag::ZERO, &[]);
    stage.nothing();
}

#[test]
fn zero_streams_are_refused() {
    let mut stage = Stage::new();
    let code = Some(CauseCode::InvalidParameter);
    refused(&mut stage, Init { outbound_streams: 0, ..init(PEER, &[]) }, code);
    refused(&mut stage, Init { inbound_streams: 0, ..init(PEER, &[]) }, code);
}

#[test]
fn a_window_below_1500_is_refused() {
    let mut stage = Stage::new();
    let code = Some(CauseCode::InvalidParameter);
    refused(&mut stage, Init { receiver_window: 1499, ..init(PEER, &[]) }, code);
    stage.say(
        VerificationTag::ZERO,
        &[Chunk::Init(Init { receiver_window: 1500, ..init(PEER, &[]) })],
    );
    stage.hear(ChunkType::InitAck);
}

#[test]
fn a_host_name_is_refused() {
    let mut stage = Stage::new();
    let name = [Parameter::HostName(b"host.example\0")];
    stage.say_init(PEER, &name);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER));
    causes(&sent, |causes| {
        assert_eq!(causes[0].code(), CauseCode::UnresolvableAddress);
        let handed_back: Vec<_> = causes[0].parameters().iter().collect();
        assert_eq!(handed_back, [Ok(name[0])]);
    });
    stage.nothing();
}

/// An address parameter three bytes long.
#[test]
fn malformed_parameters_are_refused() {
    let mut stage = Stage::new();
    let bytes = [0, 5, 0, 7, 10, 0, 0, 0];
    let parameters = Parameters::from_wire(&bytes);
    refused(&mut stage, Init { parameters, ..init(PEER, &[]) }, Some(CauseCode::ProtocolViolation));
}

/// Lengths that would never end a walk, or lead out of the chunk.
#[test]
fn lengths_without_sense_are_refused() {
    for bytes in [[0xC0, 6, 0, 0], [0xC0, 6, 0, 3], [0xC0, 6, 0xFF, 0xFF], [0x80, 2, 0, 36]] {
        let mut stage = Stage::new();
        let parameters = Parameters::from_wire(&bytes);
        refused(&mut stage, Init { parameters, ..init(PEER, &[]) }, None);
    }
}

#[test]
fn whoever_does_not_accept_says_so() {
    let mut stage = Stage::of(EndpointConfig { accepts: false, ..endpoint(plain()) });
    refused(&mut stage, init(PEER, &[]), None);
}

/// There is a bound on associations; what was there stays.
#[test]
fn no_more_associations_than_allowed() {
    let mut stage = Stage::of(EndpointConfig { most_associations: 1, ..endpoint(plain()) });
    let (id, ack) = stage.accepted();
    let first = stage.from;
    stage.from = crate::common::sim::address(2, 0);
    let other = VerificationTag(0x0777);
    stage.say_init(other, &[]);
    let sent = stage.only();
    match is_abort(&sent) {
        Some(reflected) => assert_eq!((reflected, sent.tag()), (false, other)),
        // The bound may also be looked at when the cookie comes back.
        None => {
            let (tag, cookie) = sent.look(ChunkType::InitAck, |chunk| match chunk {
                Chunk::InitAck(ack) => (ack.0.initiate_tag, ack.cookie().unwrap().to_vec()),
                other => panic!("{other:?}"),
            });
            let said = Said { tag, cookie, ..ack.clone() };
            stage.say_echo(&said);
            assert_eq!(is_abort(&stage.only()), Some(false));
        }
    }
    stage.from = first;
    stage.undisturbed(id, ack.tag);
    assert_eq!(stage.end.associations().count(), 1);
}

/// The endpoint asked; what it is answered makes no sense. The association is over, and the peer is told.
fn answer_refused(ack: InitAck<'_>, code: CauseCode) {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    stage.say(asked.tag, &[Chunk::InitAck(ack)]);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER));
    assert_eq!(sent.causes(), [code]);
    let event = stage.event();
    assert!(
        matches!(event, Some((gone, AssociationEvent::Lost(Loss::Violation(_)))) if gone == id),
        "{event:?}"
    );
    assert_eq!(stage.end.next_due(), None, "no timer runs");
}

#[test]
fn an_answer_without_cookie_is_refused() {
    let mut stage = Stage::new();
    let (_, asked) = stage.connect();
    stage.say(asked.tag, &[Chunk::InitAck(InitAck(init(PEER, &[])))]);
    causes(&stage.only(), |causes| match causes {
        [ferry_sctp_core::wire::Cause::MissingParameters(missing)] => {
            assert_eq!(missing.iter().collect::<Vec<_>>(), [ParameterType::StateCookie]);
        }
        other => panic!("{other:?}"),
    });
    answer_refused(InitAck(init(PEER, &[])), CauseCode::MissingParameters);
}

#[test]
fn an_answer_with_zero_streams_or_a_host_name_is_refused() {
    let cookie = Parameter::StateCookie(b"biscuit");
    let parameters = [cookie];
    let good = init(PEER, &parameters);
    let code = CauseCode::InvalidParameter;
    answer_refused(InitAck(Init { outbound_streams: 0, ..good }), code);
    answer_refused(InitAck(Init { inbound_streams: 0, ..good }), code);
    answer_refused(InitAck(Init { receiver_window: 1499, ..good }), code);
    let parameters = [cookie, Parameter::HostName(b"host.example\0")];
    answer_refused(InitAck(init(PEER, &parameters)), CauseCode::UnresolvableAddress);
}

/// There is nobody to tell, since the peer's tag is not known (§3.3.3).
#[test]
fn an_answer_with_a_tag_of_zero_ends_the_attempt() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    stage.say_init_ack(asked.tag, VerificationTag::ZERO, b"biscuit");
    stage.silent();
    let event = stage.event();
    assert!(matches!(event, Some((gone, AssociationEvent::Lost(_))) if gone == id), "{event:?}");
}
