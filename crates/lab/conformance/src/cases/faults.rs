//! Ends that die, and ends that leave.

use crate::{Mesh, Reach, Subject, pattern};
use ferry_method::{Culprit, HandlerId, Header, PeerId};

fn all_to_all(mesh: &mut Mesh, ranks: &[usize]) {
    for &from in ranks {
        for &to in ranks.iter().filter(|to| **to != from) {
            mesh.send((from, to), &Header::new(HandlerId(1)), b"alive");
        }
    }
    for &to in ranks {
        mesh.until("all frames arrive", |mesh| mesh.sink(to).arrivals.len() >= ranks.len() - 1);
        mesh.take(to);
    }
}

/// The death of a peer is reported once, fails later sends, and harms nobody else.
pub fn death_is_reported_once(subject: &Subject) {
    if !subject.peer_death {
        return;
    }
    let mut mesh = Mesh::new(subject, 3);
    all_to_all(&mut mesh, &[0, 1, 2]);
    // One of the others waits within a long frame.
    let long = pattern(1, 8 << 20);
    let mut done = 0;
    let header = Header::new(HandlerId(1));
    let whole = mesh.try_send((0, 1), &header, &long, &mut done).expect("a healthy link");
    mesh.poll(1);
    drop(mesh.remove(0));
    mesh.until("the death is noticed", |mesh| {
        mesh.sink(1).losses.len() == 1 && mesh.sink(2).losses.len() == 1
    });
    for i in [1, 2] {
        let (peer, why) = mesh.sink(i).losses[0].clone();
        assert_eq!((peer, why.culprit()), (PeerId(0), Culprit::Peer));
        for _ in 0..3 {
            let result = mesh.try_send((i, 0), &header, b"anybody there?", &mut 0);
            assert!(result.is_err(), "a send to the dead succeeds");
        }
    }
    assert!(whole || mesh.take(1).is_empty(), "a frame that was cut off was delivered");
    mesh.take(1);
    mesh.settle();
    all_to_all(&mut mesh, &[1, 2]);
    assert_eq!((mesh.sink(1).losses.len(), mesh.sink(2).losses.len()), (1, 1));
}

/// What was sent before an orderly end arrives, and the end is no loss.
pub fn close_loses_nothing(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let frames = 200;
    for number in 0..frames {
        let header = Header { words: [number, 0], ..Header::new(HandlerId(1)) };
        mesh.send((from, to), &header, &pattern(number, 3000));
    }
    if subject.reach == Reach::Others {
        mesh.send((to, from), &Header::new(HandlerId(1)), b"on its way");
    }
    mesh.close(from);
    mesh.until("all frames arrive", |mesh| mesh.sink(to).arrivals.len() >= frames as usize);
    for (number, arrival) in (0..).zip(mesh.take(to)).take(frames as usize) {
        assert_eq!(arrival.header.words[0], number);
        assert_eq!(arrival.payload, Some(pattern(number, 3000)));
    }
    if subject.reach == Reach::Others {
        drop(mesh.remove(from));
        mesh.settle();
        assert!(mesh.sink(to).losses.is_empty(), "an orderly end was reported as a loss");
        if subject.farewells {
            let end = [PeerId(from as u32)];
            mesh.until("it is told of the end", |mesh| mesh.sink(to).departures == end);
            assert!(mesh.method(to).has_departed(end[0]), "nobody sees that it has left");
        }
        mesh.close(to);
    }
    let result = mesh.try_send((to, from), &Header::new(HandlerId(1)), b"too late", &mut 0);
    assert!(result.is_err(), "a send after the end succeeds");
}

/// Whoever has made contact, and has said and heard nothing, is told of the end as well.
pub fn silent_links_end_in_good_order(subject: &Subject) {
    if subject.reach != Reach::Others || !subject.farewells {
        return;
    }
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    // The frame is not tried again: contact is all that is wanted.
    let header = Header::new(HandlerId(1));
    mesh.try_send((to, from), &header, b"", &mut 0).expect("a healthy link");
    mesh.until("they have met", |mesh| {
        [from, to].into_iter().all(|end| mesh.method(end).counters().peers == 1)
    });
    mesh.close(from);
    drop(mesh.remove(from));
    let end = [PeerId(from as u32)];
    mesh.until("it is told of the end", |mesh| mesh.sink(to).departures == end);
    assert!(mesh.sink(to).losses.is_empty(), "an orderly end was reported as a loss");
}

/// Until a peer is seen to have left, a send is no error: those that only greet look first.
pub fn leaving_is_seen_before_sends_fail(subject: &Subject) {
    if subject.reach != Reach::Others || !subject.farewells {
        return;
    }
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let header = Header::new(HandlerId(1));
    mesh.send((from, to), &header, b"before it leaves");
    mesh.until("they have met", |mesh| !mesh.sink(to).arrivals.is_empty());
    let (end, mut done) = (PeerId(from as u32), 0);
    let mut has_closed = false;
    mesh.until("it is seen that it has left", |mesh| {
        has_closed = has_closed || mesh.try_close(from);
        let is_seen = mesh.method(to).has_departed(end);
        if !is_seen {
            let taken = mesh.try_send((to, from), &header, b"a greeting", &mut done);
            done = if taken.expect("it has not left") { 0 } else { done };
        }
        is_seen
    });
}
