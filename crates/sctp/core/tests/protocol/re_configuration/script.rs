//! One end played by hand: each request, answer and refusal, packet by packet.

use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::serial::{RequestSequence, Tsn};
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::chunk::{ReConfig, Sack};
use ferry_sctp_core::wire::parameter::{
    AddStreams, IncomingReset, OutgoingReset, ReConfigResponse, ReConfigResult,
};
use ferry_sctp_core::wire::{Chunk, ChunkType, List, Parameter, Parameters, StreamId};

use super::streams;
use crate::common::script::{PEER_TSN, Peer, Script, Sent, WINDOW, data, plain};
use crate::common::{ms, s};

/// A script whose hand-played end understands RE-CONFIG.
fn script() -> Script {
    let peer = Peer { extensions: vec![ChunkType::ReConfig], ..Peer::default() };
    Script::connected(plain(), peer)
}

/// Looks at the parameters of the packet's RE-CONFIG.
fn look<R>(sent: &Sent, look: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
    sent.look(ChunkType::ReConfig, |chunk| match chunk {
        Chunk::ReConfig(chunk) => {
            let parameters: Vec<_> =
                chunk.parameters.iter().map(|p| p.expect("it is well formed")).collect();
            look(&parameters)
        }
        other => panic!("{other:?}"),
    })
}

/// The outgoing reset that a packet asks for: its number, the number it answers, the last TSN, streams.
fn outgoing_reset(sent: &Sent) -> (u32, u32, Tsn, Vec<u16>) {
    look(sent, |parameters| match parameters {
        [Parameter::OutgoingReset(reset)] => (
            reset.request.0,
            reset.response.0,
            reset.last_tsn,
            reset.streams.iter().map(|stream| stream.0).collect(),
        ),
        other => panic!("{other:?}"),
    })
}

/// The results that a packet reports, by request.
fn results(sent: &Sent) -> Vec<(u32, ReConfigResult)> {
    look(sent, |parameters| {
        let result = |parameter: &Parameter<'_>| match parameter {
            Parameter::ReConfigResponse(response) => (response.response.0, response.result),
            other => panic!("{other:?}"),
        };
        parameters.iter().map(result).collect()
    })
}

fn say(script: &mut Script, parameters: &[Parameter<'_>]) {
    script.say(&[Chunk::ReConfig(ReConfig { parameters: Parameters::of(parameters) })]);
}

fn answer(script: &mut Script, number: u32, result: ReConfigResult) {
    let response = RequestSequence(number);
    say(script, &[Parameter::ReConfigResponse(ReConfigResponse { response, result, next: None })]);
}

/// The peer's reset of its streams; its requests are numbered from its first TSN on.
fn peer_reset(number: u32, last_tsn: Tsn, streams: &[StreamId]) -> Parameter<'_> {
    Parameter::OutgoingReset(OutgoingReset {
        request: RequestSequence(PEER_TSN.plus(number).0),
        response: RequestSequence(0),
        last_tsn,
        streams: List::of(streams),
    })
}

#[test]
fn a_stream_is_reset_when_all_of_it_has_arrived() {
    let mut script = script();
    script.send(1, b"one");
    script.send(1, b"two");
    script.take();
    script.end.reset_streams(script.now, script.id, &streams(&[1])).expect("it was offered");
    // What was sent is on its way still: nothing is asked for yet (RFC 6525 §5.1.2).
    script.silent_for(ms(1));
    script.send(1, b"three");
    script.silent();
    // endpoint <-- SACK -- peer: now it is.
    script.sack(script.t(1));
    // endpoint -- Outgoing SSN Reset Request --> peer: numbered by the first TSN (§4.1).
    let request = script.expect();
    let (number, response, last, named) = outgoing_reset(&request);
    assert_eq!((number, response), (script.first.0, PEER_TSN.previous().0));
    assert_eq!((last, named), (script.t(1), vec![1]));
    script.silent();
    // endpoint <-- performed -- peer: the stream counts from 0, and what waited is sent.
    answer(&mut script, number, ReConfigResult::PERFORMED);
    assert_eq!(
        script.news(),
        Some(AssociationEvent::OutgoingReset { streams: streams(&[1]), accepted: true })
    );
    let data = script.expect().data();
    assert_eq!((data[0].tsn, data[0].stream, data[0].message), (script.t(2), 1, 0));
    assert_eq!(data[0].payload, b"three");
}

#[test]
fn a_refused_reset_leaves_the_stream_as_it_was() {
    let mut script = script();
    script.send(1, b"one");
    script.take();
    script.sack(script.t(0));
    script.end.reset_streams(script.now, script.id, &streams(&[1])).expect("it was offered");
    let (number, ..) = outgoing_reset(&script.expect());
    script.send(1, b"two");
    answer(&mut script, number, ReConfigResult::DENIED);
    let told = AssociationEvent::OutgoingReset { streams: streams(&[1]), accepted: false };
    assert_eq!(script.news(), Some(told));
    assert_eq!(script.expect().data()[0].message, 1);
}

#[test]
fn an_unanswered_request_is_sent_again_until_the_association_is_lost() {
    let mut script = script();
    script.end.reset_streams(script.now, script.id, &[]).expect("it was offered");
    let first = script.expect();
    let mut before = first.at;
    let mut waits = Vec::new();
    for _ in 0..3 {
        let again = script.expect_within(s(60));
        assert_eq!(outgoing_reset(&again), outgoing_reset(&first), "the same request");
        waits.push(again.at - before);
        before = again.at;
    }
    assert!(waits.windows(2).all(|pair| pair[0] <= pair[1]), "not more often with time: {waits:?}");
    script.wait(s(600));
    let news = std::iter::from_fn(|| script.news()).last();
    assert!(matches!(news, Some(AssociationEvent::Lost(Loss::Unreachable { .. }))), "{news:?}");
}

#[test]
fn the_peer_resets_its_stream() {
    let mut script = script();
    script.say(&[data(PEER_TSN, 3, 0, b"old")]);
    script.wait(ms(20));
    script.take();
    // endpoint <-- Outgoing SSN Reset Request -- peer; endpoint -- performed --> peer.
    let named = streams(&[3]);
    say(&mut script, &[peer_reset(0, PEER_TSN, &named)]);
    let answer = script.expect();
    assert_eq!(results(&answer), [(PEER_TSN.0, ReConfigResult::PERFORMED)]);
    // The answer was lost: the same comes again.
    say(&mut script, &[peer_reset(0, PEER_TSN, &named)]);
    assert_eq!(results(&script.expect()), results(&answer));
    assert_eq!(script.news(), Some(AssociationEvent::IncomingReset { streams: named }));
    assert_eq!(script.news(), None);
    // The stream counts from 0.
    script.say(&[data(PEER_TSN.plus(1), 3, 0, b"new")]);
    assert_eq!(script.read(), Some((3, b"old".to_vec(), true)));
    assert_eq!(script.read(), Some((3, b"new".to_vec(), true)));
}

#[test]
fn a_reset_that_overtakes_its_data_waits() {
    let mut script = script();
    let named = streams(&[3]);
    // The request says that a message was sent before, which has not come (§5.2.2 E2).
    say(&mut script, &[peer_reset(0, PEER_TSN, &named)]);
    assert_eq!(results(&script.expect()), [(PEER_TSN.0, ReConfigResult::IN_PROGRESS)]);
    assert_eq!(script.news(), None);
    script.say(&[data(PEER_TSN, 3, 0, b"late")]);
    script.wait(ms(20));
    let told: Vec<_> =
        script.take().iter().filter(|p| p.has(ChunkType::ReConfig)).flat_map(results).collect();
    assert_eq!(told, [(PEER_TSN.0, ReConfigResult::PERFORMED)]);
    assert_eq!(script.news(), Some(AssociationEvent::IncomingReset { streams: named }));
}

#[test]
fn the_peer_asks_for_a_reset() {
    let mut script = script();
    script.send(2, b"one");
    script.take();
    script.sack(script.t(0));
    let named = streams(&[2]);
    let wish = IncomingReset { request: RequestSequence(PEER_TSN.0), streams: List::of(&named) };
    say(&mut script, &[Parameter::IncomingReset(wish)]);
    // endpoint -- agreed --> peer, and the request, which says what it answers (§5.2.3).
    let sent = script.take();
    let chunks: Vec<_> = sent.iter().flat_map(|packet| packet.kinds()).collect();
    assert_eq!(chunks, [ChunkType::ReConfig; 2]);
    let mut asked = None;
    for packet in &sent {
        for chunk in packet.chunks() {
            let Chunk::ReConfig(chunk) = chunk else { continue };
            for parameter in chunk.parameters.iter().flatten() {
                match parameter {
                    Parameter::ReConfigResponse(response) => {
                        assert_eq!(response.response.0, PEER_TSN.0);
                        assert_eq!(response.result, ReConfigResult::PERFORMED);
                    }
                    Parameter::OutgoingReset(reset) => {
                        asked = Some((reset.request, reset.response))
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    let (number, response) = asked.expect("a request");
    assert_eq!(response.0, PEER_TSN.0);
    answer(&mut script, number.0, ReConfigResult::PERFORMED);
    assert_eq!(
        script.news(),
        Some(AssociationEvent::OutgoingReset { streams: named, accepted: true })
    );
    script.send(2, b"two");
    assert_eq!(script.expect().data()[0].message, 0);
}

#[test]
fn streams_are_added() {
    let mut script = script();
    assert!(
        script
            .end
            .send(
                script.now,
                script.id,
                StreamId(11),
                MessageOptions::default(),
                b"x"[..].into(),
                true
            )
            .is_err()
    );
    script.end.add_streams(script.now, script.id, 2, 0).expect("it was offered");
    let request = script.expect();
    let number = look(&request, |parameters| match parameters {
        [Parameter::AddOutgoingStreams(AddStreams { request, streams: 2 })] => request.0,
        other => panic!("{other:?}"),
    });
    answer(&mut script, number, ReConfigResult::PERFORMED);
    assert!(matches!(
        script.news(),
        Some(AssociationEvent::StreamsChanged { outbound_streams: 12, accepted: true, .. })
    ));
    script.send(11, b"x");
    assert_eq!(script.expect().data()[0].stream, 11);
    // endpoint <-- two more -- peer.
    let more = AddStreams { request: RequestSequence(PEER_TSN.0), streams: 2 };
    say(&mut script, &[Parameter::AddOutgoingStreams(more)]);
    assert_eq!(results(&script.expect()), [(PEER_TSN.0, ReConfigResult::PERFORMED)]);
    let Some(AssociationEvent::StreamsChanged { inbound_streams, accepted: true, .. }) =
        script.news()
    else {
        panic!("streams were added");
    };
    assert_eq!(inbound_streams, 12);
    script.say(&[data(PEER_TSN, 11, 0, b"y")]);
    assert_eq!(script.read(), Some((11, b"y".to_vec(), true)));
}

#[test]
fn too_much_is_refused() {
    let mut script = script();
    let far = streams(&[10]);
    let number = |n| RequestSequence(PEER_TSN.plus(n).0);
    let all = |n| AddStreams { request: number(n), streams: u16::MAX };
    let far_wish = IncomingReset { request: number(1), streams: List::of(&far) };
    let cases = [
        (peer_reset(0, PEER_TSN.previous(), &far), ReConfigResult::WRONG_SSN),
        (Parameter::IncomingReset(far_wish), ReConfigResult::WRONG_SSN),
        // An SSN/TSN reset is not offered.
        (Parameter::TsnReset(number(2)), ReConfigResult::DENIED),
        (Parameter::AddOutgoingStreams(all(3)), ReConfigResult::DENIED),
        (Parameter::AddIncomingStreams(all(4)), ReConfigResult::DENIED),
        // A number out of turn.
        (peer_reset(9, PEER_TSN.previous(), &far), ReConfigResult::BAD_SEQUENCE),
    ];
    for (request, result) in cases {
        say(&mut script, &[request]);
        let told = results(&script.expect());
        assert_eq!(told[0].1, result, "{request:?}");
    }
    assert_eq!(script.news(), None);
    // What makes no sense is not answered.
    let none = streams(&[]);
    let reset = peer_reset(5, PEER_TSN.previous(), &none);
    say(&mut script, &[reset, reset]);
    script.silent();
}

#[test]
fn without_an_offer_there_is_no_reset() {
    let mut script = Script::connected(plain(), Peer::default());
    assert!(script.end.reset_streams(script.now, script.id, &[]).is_err());
    assert!(script.end.reset_peer_streams(script.now, script.id, &[]).is_err());
    assert!(script.end.add_streams(script.now, script.id, 1, 1).is_err());
    script.silent();
}

/// A packet can hold a SACK and an answer; both count.
#[test]
fn an_answer_may_come_with_a_sack() {
    let mut script = script();
    script.send(1, b"one");
    script.take();
    script.sack(script.t(0));
    script.end.reset_streams(script.now, script.id, &streams(&[1])).expect("it was offered");
    let (number, ..) = outgoing_reset(&script.expect());
    script.send(0, b"other");
    script.take();
    let response = RequestSequence(number);
    let result = ReConfigResult::PERFORMED;
    let done = [Parameter::ReConfigResponse(ReConfigResponse { response, result, next: None })];
    let sack = Sack {
        cumulative_tsn: script.t(1),
        receiver_window: WINDOW,
        gap_blocks: List::empty(),
        duplicates: List::empty(),
    };
    let re_config = ReConfig { parameters: Parameters::of(&done) };
    script.say(&[Chunk::Sack(sack), Chunk::ReConfig(re_config)]);
    assert!(matches!(script.news(), Some(AssociationEvent::OutgoingReset { accepted: true, .. })));
    script.silent();
}
