//! Each request between two ends of this kind.

use super::*;
use crate::serial::RequestSequence;
use crate::streams::outgoing::ResetError;
use crate::wire::parameter::OutgoingReset;

#[test]
fn a_stream_begins_anew_at_both_ends() {
    let (mut a, mut z) = pair();
    a.send(1);
    a.send(1);
    assert_eq!(a.transfer(&mut z), [(1, 0), (1, 1)]);
    a.reset(&[1]);
    a.send(1);
    assert_eq!(a.transfer(&mut z), [], "what comes after waits for the answer");
    // A ── Outgoing SSN Reset Request ──► Z, numbered by the initial TSN.
    let request = a.poll(ms(0)).expect("the stream is drained");
    let [Parameter::OutgoingReset(reset)] = parameters(&request)[..] else {
        panic!("one request");
    };
    let named = [StreamId(1)];
    let expected = OutgoingReset {
        request: RequestSequence(100),
        response: RequestSequence(899),
        last_tsn: Tsn(101),
        streams: crate::wire::List::of(&named),
    };
    assert_eq!(reset, expected);
    assert_eq!(a.poll(ms(0)), None, "one at a time");
    // A ◄── performed ── Z.
    let answer = z.take(&request);
    assert_eq!(z.events(), [incoming_reset(&[1])]);
    a.take(&answer.expect("an answer"));
    assert_eq!(a.events(), [outgoing_reset(&[1], true)]);
    assert_eq!(a.transfer(&mut z), [(1, 0)], "the numbers begin at 0");
    assert_eq!(z.incoming.readable().count(), 1);
}

#[test]
fn none_named_means_all() {
    let (mut a, mut z) = pair();
    for stream in 0..4 {
        a.send(stream);
    }
    a.transfer(&mut z);
    a.reset(&[]);
    assert_eq!(
        a.re.reset_outgoing(&streams(&[2]), &mut a.outgoing),
        Err(ResetError::UnderWay(StreamId(2)))
    );
    assert_eq!(settle(ms(0), &mut a, &mut z), 2);
    assert_eq!(a.events(), [outgoing_reset(&[], true)]);
    assert_eq!(z.events(), [incoming_reset(&[])]);
    for stream in 0..4 {
        a.send(stream);
    }
    assert_eq!(a.transfer(&mut z), [(0, 0), (1, 0), (2, 0), (3, 0)]);
}

#[test]
fn a_mistaken_reset_changes_nothing() {
    let (mut a, _) = pair();
    let error = a.re.reset_outgoing(&streams(&[1, 4]), &mut a.outgoing);
    assert_eq!(error, Err(ResetError::NoSuchStream(StreamId(4))));
    assert!(!a.outgoing.is_resetting(StreamId(1)));
    assert!(!a.re.has_work(&a.outgoing));
    a.reset(&[3, 1, 3]);
    assert_eq!(parameters(&a.poll(ms(0)).expect("a request")).len(), 1);
}

#[test]
fn streams_that_are_busy_do_not_hold_up_others() {
    let (mut a, mut z) = pair();
    a.send(0);
    a.reset(&[0]);
    a.reset(&[1, 2]);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.events(), [outgoing_reset(&[1, 2], true)], "stream 0 has something to send");
    a.transfer(&mut z);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.events(), [outgoing_reset(&[0], true)]);
}

#[test]
fn a_reset_that_overtakes_data_waits_for_it() {
    let (mut a, mut z) = pair();
    a.reset(&[1]);
    a.last_tsn = Tsn(110);
    let request = a.poll(ms(0)).expect("a request");
    // A ── request ──► Z, which has only got 105; A ◄── in progress ── Z.
    z.advance(Tsn(105));
    let answer = z.take(&request);
    assert_eq!(results(answer.clone()), [(100, ReConfigResult::IN_PROGRESS)]);
    a.take(&answer.expect("an answer"));
    assert_eq!((a.events(), z.events()), (vec![], vec![]));
    // The same request again: the same answer.
    assert_eq!(results(z.take(&request)), [(100, ReConfigResult::IN_PROGRESS)]);
    // The rest comes, and Z says so without being asked.
    z.advance(Tsn(110));
    assert_eq!(z.events(), [incoming_reset(&[1])]);
    let late = z.poll(ms(1)).expect("a late answer");
    assert_eq!(results(Some(late.clone())), [(100, ReConfigResult::PERFORMED)]);
    // It is lost. A asks again, which is no error since Z answered.
    assert_eq!(a.re.next_due(), Some(ms(100)));
    assert!(!a.re.on_timer(ms(100)));
    assert_eq!(a.poll(ms(100)), Some(request.clone()), "under the same number");
    assert_eq!(results(z.take(&request)), [(100, ReConfigResult::PERFORMED)]);
    a.take(&late);
    assert_eq!(a.events(), [outgoing_reset(&[1], true)]);
    assert_eq!(z.events(), [], "once");
}

#[test]
fn a_lost_request_is_sent_again_and_a_lost_answer_repeated() {
    let (mut a, mut z) = pair();
    a.reset(&[1]);
    let request = a.poll(ms(0)).expect("a request");
    assert_eq!(a.re.next_due(), Some(ms(100)));
    assert!(!a.re.on_timer(ms(99)), "not yet");
    assert!(a.re.on_timer(ms(100)), "an error of the association");
    assert_eq!(a.re.next_due(), None);
    let again = a.poll(ms(100)).expect("the same request");
    assert_eq!(again, request);
    let first = z.take(&request).expect("an answer");
    assert_eq!(z.take(&again), Some(first.clone()), "the same answer");
    assert_eq!(z.events(), [incoming_reset(&[1])], "performed once");
    a.take(&first);
    a.take(&first);
    assert_eq!(a.events(), [outgoing_reset(&[1], true)], "and told once");
    assert_eq!(a.re.next_due(), None);
}

#[test]
fn the_peer_resets_its_streams_when_asked() {
    let (mut a, mut z) = pair();
    z.send(2);
    a.re.reset_incoming(&streams(&[2]));
    a.re.reset_incoming(&streams(&[2]));
    // A ── Incoming SSN Reset Request ──► Z; A ◄── agreed ── Z, which has to empty the stream first.
    let request = a.poll(ms(0)).expect("a request");
    let answer = z.take(&request).expect("an answer");
    assert_eq!(results(Some(answer.clone())), [(100, ReConfigResult::PERFORMED)]);
    a.take(&answer);
    assert_eq!(z.poll(ms(0)), None);
    z.transfer(&mut a);
    // A ◄── Outgoing SSN Reset Request that names A's ── Z.
    let reset = z.poll(ms(0)).expect("the stream is empty");
    let [Parameter::OutgoingReset(sent)] = parameters(&reset)[..] else { panic!("one request") };
    assert_eq!(sent.response, RequestSequence(100));
    let answer = a.take(&reset).expect("an answer");
    z.take(&answer);
    assert_eq!(a.events(), [incoming_reset(&[2])]);
    assert_eq!(z.events(), [outgoing_reset(&[2], true)]);
    assert_eq!(a.poll(ms(0)), None, "the same wish twice is one");
}

#[test]
fn both_ends_wish_at_once() {
    let (mut a, mut z) = pair();
    for end in [&mut a, &mut z] {
        end.re.reset_incoming(&[]);
        end.re.add_streams(2, 3);
        end.reset(&[0]);
    }
    settle(ms(0), &mut a, &mut z);
    // Stream 0 is being reset when the other end's wish for all comes, which is refused.
    for end in [&mut a, &mut z] {
        assert_eq!((end.outgoing.streams(), end.incoming.streams()), (9, 9));
        let events = end.events();
        assert!(events.contains(&outgoing_reset(&[0], true)), "{events:?}");
        assert!(events.contains(&incoming_reset(&[0])), "{events:?}");
        assert_eq!(end.re.next_due(), None);
    }
}

#[test]
fn streams_are_added_and_used() {
    let (mut a, mut z) = pair();
    a.re.add_streams(2, 1);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.events(), [changed(6, 4, true), changed(6, 5, true)]);
    assert_eq!(z.events(), [changed(4, 6, true), changed(5, 6, true)]);
    a.send(5);
    assert_eq!(a.transfer(&mut z), [(5, 0)]);
    z.send(4);
    assert_eq!(z.transfer(&mut a), [(4, 0)]);
}

#[test]
fn more_streams_than_allowed_are_refused() {
    let (mut a, mut z) = pair();
    a.re.add_streams(MOST, MOST);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.events(), [changed(4, 4, false), changed(4, 4, false)]);
    assert_eq!(z.events(), []);
    a.re.add_streams(0, 0);
    assert_eq!(a.poll(ms(0)), None);
    a.re.add_streams(MOST - 4, MOST - 4);
    settle(ms(0), &mut a, &mut z);
    assert_eq!((a.outgoing.streams(), z.outgoing.streams()), (16, 16));
}

#[test]
fn all_streams_are_those_that_there_were() {
    let (mut a, mut z) = pair();
    a.send(0);
    a.reset(&[]);
    a.re.add_streams(1, 0);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.outgoing.streams(), 4, "adding waits for the reset");
    a.transfer(&mut z);
    settle(ms(0), &mut a, &mut z);
    assert_eq!(a.events(), [outgoing_reset(&[], true), changed(5, 4, true)]);
}

#[test]
fn many_streams_take_several_requests() {
    let (mut a, mut z) = pair();
    a.outgoing.add_streams(996);
    z.incoming.add_streams(996);
    let most: Vec<u16> = (0..600).collect();
    a.reset(&most);
    let mut largest = 0;
    while let Some(request) = a.poll(ms(0)) {
        largest = largest.max(request.len());
        let answer = z.take(&request).expect("an answer");
        a.take(&answer);
    }
    assert_eq!(
        z.events(),
        [
            incoming_reset(&most[..256]),
            incoming_reset(&most[256..512]),
            incoming_reset(&most[512..])
        ]
    );
    assert!(largest < 600, "each fits a packet");
}

#[test]
fn streams_granted_since_are_not_among_all() {
    for more in [0, 596] {
        let (mut a, mut z) = pair();
        a.outgoing.add_streams(more);
        z.incoming.add_streams(more);
        let count = 4 + more;
        z.re = ReConfiguration::new(Tsn(900), Tsn(100), count + 2);
        // A ── Add Outgoing Streams ──► Z, and while it is on its way all streams are to begin anew.
        a.re.add_streams(2, 0);
        let request = a.poll(ms(0)).expect("a request");
        a.reset(&[]);
        let answer = z.take(&request).expect("an answer");
        a.take(&answer);
        // A new one is used and reset for itself.
        a.send(count);
        assert_eq!(a.transfer(&mut z), [(count, 0)]);
        a.reset(&[count]);
        settle(ms(0), &mut a, &mut z);
        let events = a.events();
        assert_eq!(events[0], changed(count + 2, 4, true));
        let mut reset = Vec::new();
        for event in &events[1..] {
            let AssociationEvent::OutgoingReset { streams, accepted: true } = event else {
                panic!("{event:?}");
            };
            reset.extend(streams.iter().map(|stream| stream.0));
        }
        assert_eq!(reset, (0..=count).collect::<Vec<u16>>());
        a.send(0);
        a.send(count + 1);
        assert_eq!(a.transfer(&mut z), [(0, 0), (count + 1, 0)]);
    }
}
