//! Chunks that this implementation would not send, and answers that it would not give.

use super::*;
use crate::re_configuration::encode;
use crate::serial::RequestSequence;
use crate::wire::List;
use crate::wire::parameter::{AddStreams, IncomingReset, OutgoingReset, ReConfigResponse};

fn reset(request: u32, last_tsn: u32, numbers: &[StreamId]) -> Parameter<'_> {
    Parameter::OutgoingReset(OutgoingReset {
        request: RequestSequence(request),
        response: RequestSequence(0),
        last_tsn: Tsn(last_tsn),
        streams: List::of(numbers),
    })
}

fn wish(request: u32, numbers: &[StreamId]) -> Parameter<'_> {
    let request = RequestSequence(request);
    Parameter::IncomingReset(IncomingReset { request, streams: List::of(numbers) })
}

fn answer(number: u32, result: ReConfigResult) -> Vec<u8> {
    let response = RequestSequence(number);
    encode(&[Parameter::ReConfigResponse(ReConfigResponse { response, result, next: None })])
}

fn add(request: u32, streams: u16) -> AddStreams {
    AddStreams { request: RequestSequence(request), streams }
}

/// An end whose peer's first request is number 900, with all of its data there.
fn end() -> End {
    End::new(100, 900)
}

#[test]
fn numbers_out_of_order_are_named_so() {
    let mut a = end();
    let (one, two) = (streams(&[1]), streams(&[2]));
    let wrong = ReConfigResult::BAD_SEQUENCE;
    assert_eq!(results(a.take(&encode(&[reset(899, 0, &one)]))), [(899, wrong)]);
    assert_eq!(results(a.take(&encode(&[reset(902, 0, &one)]))), [(902, wrong)]);
    assert_eq!(a.events(), []);
    for (number, named) in [(900, &one), (901, &two), (902, &one)] {
        let request = encode(&[reset(number, 899, named)]);
        assert_eq!(results(a.take(&request)), [(number, ReConfigResult::PERFORMED)]);
    }
    // The last two are remembered.
    assert_eq!(results(a.take(&encode(&[reset(900, 899, &one)]))), [(900, wrong)]);
    let known = results(a.take(&encode(&[reset(901, 899, &two)])));
    assert_eq!(known, [(901, ReConfigResult::PERFORMED)]);
    assert_eq!(a.events(), [incoming_reset(&[1]), incoming_reset(&[2]), incoming_reset(&[1])]);
}

#[test]
fn requests_that_cannot_be_are_refused() {
    let mut a = end();
    let (none, far) = (streams(&[]), streams(&[9]));
    let tsn_reset = Parameter::TsnReset(RequestSequence(902));
    let cases = [
        (reset(900, 899, &far), ReConfigResult::WRONG_SSN),
        (wish(901, &far), ReConfigResult::WRONG_SSN),
        (tsn_reset, ReConfigResult::DENIED),
        (Parameter::AddOutgoingStreams(add(903, 0)), ReConfigResult::NOTHING_TO_DO),
        (Parameter::AddIncomingStreams(add(904, 0)), ReConfigResult::NOTHING_TO_DO),
        (Parameter::AddOutgoingStreams(add(905, u16::MAX)), ReConfigResult::DENIED),
        (Parameter::AddIncomingStreams(add(906, u16::MAX)), ReConfigResult::DENIED),
        (Parameter::AddIncomingStreams(add(907, 1)), ReConfigResult::PERFORMED),
        (Parameter::AddIncomingStreams(add(908, MOST - 4)), ReConfigResult::DENIED),
        (wish(909, &none), ReConfigResult::PERFORMED),
        (wish(910, &none), ReConfigResult::ALREADY_IN_PROGRESS),
    ];
    for (number, (request, result)) in (900..).zip(cases) {
        assert_eq!(results(a.take(&encode(&[request]))), [(number, result)]);
    }
    assert_eq!(a.events(), []);
}

#[test]
fn pairs_that_the_rfc_knows_are_taken() {
    let mut a = end();
    let one = streams(&[1]);
    // Outgoing and incoming reset.
    let performed = ReConfigResult::PERFORMED;
    let both = encode(&[reset(900, 899, &one), wish(901, &one)]);
    assert_eq!(results(a.take(&both)), [(900, performed), (901, performed)]);
    assert_eq!(results(a.take(&both)), [(900, performed), (901, performed)], "again the same");
    // Both additions.
    let both = encode(&[
        Parameter::AddOutgoingStreams(add(902, 1)),
        Parameter::AddIncomingStreams(add(903, 1)),
    ]);
    assert_eq!(results(a.take(&both)), [(902, performed), (903, performed)]);
    assert_eq!(a.events(), [incoming_reset(&[1]), changed(4, 5, true)]);
    // An answer with a reset of the peer's own.
    let request = a.poll(ms(0)).expect("stream 1, as wished");
    assert!(matches!(parameters(&request)[..], [Parameter::OutgoingReset(_)]));
    let response = answer(100, performed);
    let [response] = parameters(&response)[..] else { panic!("one answer") };
    let both = encode(&[response, reset(904, 899, &one)]);
    assert_eq!(results(a.take(&both)), [(904, performed)]);
    assert_eq!(a.events(), [outgoing_reset(&[1], true), incoming_reset(&[1])]);
}

#[test]
fn what_does_not_go_together_is_passed_over_whole() {
    let mut a = end();
    let one = streams(&[1]);
    let refused = [
        vec![reset(900, 899, &one), reset(901, 899, &one)],
        vec![wish(900, &one), Parameter::AddOutgoingStreams(add(901, 1))],
        vec![Parameter::TsnReset(RequestSequence(900)), wish(901, &one)],
        vec![reset(900, 899, &one), wish(901, &one), wish(902, &one)],
        vec![Parameter::EcnCapable],
        vec![],
    ];
    for case in refused {
        assert_eq!(a.take(&encode(&case)), None, "{case:?}");
    }
    // A stream list that ends within a stream.
    let mut cut = encode(&[reset(900, 899, &one)]);
    cut[3] -= 1;
    assert_eq!(a.take(&cut), None);
    assert_eq!(a.events(), []);
    assert_eq!(
        results(a.take(&encode(&[reset(900, 899, &one)]))),
        [(900, ReConfigResult::PERFORMED)]
    );
}

#[test]
fn every_refusal_is_told() {
    let refusals = [
        ReConfigResult::DENIED,
        ReConfigResult::WRONG_SSN,
        ReConfigResult::ALREADY_IN_PROGRESS,
        ReConfigResult::BAD_SEQUENCE,
        ReConfigResult(77),
    ];
    for result in refusals {
        let mut a = end();
        a.send(1);
        let mut z = End::new(900, 100);
        a.transfer(&mut z);
        a.reset(&[1]);
        a.re.reset_incoming(&streams(&[2]));
        a.re.add_streams(1, 1);
        for number in 100..104 {
            a.poll(ms(0)).expect("a request");
            assert_eq!(a.take(&answer(number, result)), None);
        }
        let told = AssociationEvent::IncomingResetRefused { streams: streams(&[2]) };
        let events =
            [outgoing_reset(&[1], false), told, changed(4, 4, false), changed(4, 4, false)];
        assert_eq!(a.events(), events);
        a.send(1);
        assert_eq!(a.transfer(&mut z), [(1, 1)], "the stream goes on where it was");
    }
}

#[test]
fn nothing_to_do_is_success_for_own_streams_alone() {
    let mut a = end();
    a.reset(&[1]);
    a.re.reset_incoming(&streams(&[2]));
    for number in 100..102 {
        a.poll(ms(0)).expect("a request");
        a.take(&answer(number, ReConfigResult::NOTHING_TO_DO));
    }
    let told = AssociationEvent::IncomingResetRefused { streams: streams(&[2]) };
    assert_eq!(a.events(), [outgoing_reset(&[1], true), told]);
}

/// Some answer each number once and for all: the request needs another one.
#[test]
fn a_peer_that_never_looks_again_is_asked_under_a_new_number() {
    let mut a = end();
    a.reset(&[1]);
    let wait = ReConfigResult::IN_PROGRESS;
    for (at, number) in [(0, 100), (100, 100), (200, 101), (300, 101), (400, 102)] {
        a.re.on_timer(ms(at));
        let request = a.poll(ms(at)).expect("the request is due");
        let [Parameter::OutgoingReset(sent)] = parameters(&request)[..] else { panic!("a reset") };
        assert_eq!(sent.request.0, number, "at {at} ms");
        a.take(&answer(number, wait));
    }
    a.take(&answer(102, ReConfigResult::PERFORMED));
    assert_eq!(a.events(), [outgoing_reset(&[1], true)]);
    a.reset(&[2]);
    let next = a.poll(ms(500)).expect("the next request");
    assert!(matches!(parameters(&next)[..], [Parameter::OutgoingReset(r)] if r.request.0 == 103));
}

/// Others do not count what they could not do yet: the number has to stay.
#[test]
fn a_peer_that_takes_no_new_number_is_asked_under_the_old_one() {
    let mut a = end();
    a.reset(&[1]);
    let wait = ReConfigResult::IN_PROGRESS;
    let wrong = ReConfigResult::BAD_SEQUENCE;
    let script = [(0, 100, wait), (100, 100, wait), (200, 101, wrong), (300, 100, wait)];
    for (at, number, result) in script {
        assert!(!a.re.on_timer(ms(at)), "the peer answers");
        let request = a.poll(ms(at)).expect("the request is due");
        let [Parameter::OutgoingReset(sent)] = parameters(&request)[..] else { panic!("a reset") };
        assert_eq!(sent.request.0, number, "at {at} ms");
        a.take(&answer(number, result));
    }
    a.re.on_timer(ms(400));
    a.poll(ms(400)).expect("again");
    a.take(&answer(100, ReConfigResult::PERFORMED));
    assert_eq!(a.events(), [outgoing_reset(&[1], true)]);
    a.reset(&[2]);
    let next = a.poll(ms(500)).expect("the next request");
    assert!(matches!(parameters(&next)[..], [Parameter::OutgoingReset(r)] if r.request.0 == 101));
}

/// A peer that was told to wait asks again under a new number, after the reset has been performed.
#[test]
fn the_same_reset_under_a_new_number_is_performed_once() {
    let mut a = end();
    let one = streams(&[1]);
    let wait = results(a.take(&encode(&[reset(900, 905, &one)])));
    assert_eq!(wait, [(900, ReConfigResult::IN_PROGRESS)]);
    a.advance(Tsn(905));
    let again = results(a.take(&encode(&[reset(901, 905, &one)])));
    assert_eq!(again, [(901, ReConfigResult::PERFORMED)]);
    assert_eq!(a.events(), [incoming_reset(&[1])]);
    // A second reset while one waits: both are performed together.
    let two = streams(&[2]);
    a.take(&encode(&[reset(902, 910, &two)]));
    a.take(&encode(&[reset(903, 912, &one)]));
    a.advance(Tsn(911));
    assert_eq!(a.events(), []);
    a.advance(Tsn(912));
    assert_eq!(a.events(), [incoming_reset(&[1, 2])]);
}

/// A peer may answer a wish with the request itself, and no answer beside it.
#[test]
fn the_request_wished_for_is_an_answer() {
    let mut a = end();
    a.re.reset_incoming(&streams(&[1]));
    a.re.add_streams(0, 2);
    a.poll(ms(0)).expect("the first wish");
    let named = streams(&[1]);
    let reset = Parameter::OutgoingReset(OutgoingReset {
        request: RequestSequence(900),
        response: RequestSequence(100),
        last_tsn: Tsn(899),
        streams: List::of(&named),
    });
    a.take(&encode(&[reset]));
    a.poll(ms(0)).expect("the second wish");
    a.take(&encode(&[Parameter::AddOutgoingStreams(add(901, 2))]));
    assert_eq!(a.events(), [incoming_reset(&[1]), changed(4, 6, true)]);
    assert_eq!(a.re.next_due(), None, "nothing is outstanding");
}
