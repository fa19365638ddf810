//! Held streams stand still; nothing else does.

use super::*;
use crate::cases::{FOREVER, arm_and_wait};
use std::time::Duration;

/// No method takes in more than this for a stream that nobody reads.
const BOUND: u64 = 64 << 20;

fn others_go_on(mesh: &mut Mesh, ends: (usize, usize)) {
    mesh.sink(ends.1).place = LandsIn::Heap;
    for header in [pooled(0), pooled(4), own(9, 9)] {
        for _ in 0..20 {
            let mut lane = StreamTraffic::new(ends, header, 5000);
            lane.send(mesh);
            mesh.until("a frame of another stream arrives", |mesh| {
                mesh.take(ends.1).iter().any(|a| a.header.stream_key() == lane.key())
            });
        }
    }
}

/// Neither other streams nor stream 0 wait for a stream that is held within a long frame.
pub fn a_held_stream_holds_up_nobody(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    for header in [own(1, 1), pooled(2)] {
        let longest = mesh.method(ends.0).attributes().max_frame.min(subject.longest);
        let mut held = StreamTraffic::new(ends, header, longest.min(24 << 20));
        mesh.sink(ends.1).place = LandsIn::Hold;
        held.send_until_held(&mut mesh, 0);
        others_go_on(&mut mesh, ends);
        mesh.resume(ends, held.key(), LandsIn::Memory);
        mesh.until("the frame arrives", |mesh| {
            let taken = held.sent > 0 || held.push(mesh);
            taken && !mesh.sink(ends.1).arrivals.is_empty()
        });
        check_content(&mesh.take(ends.1)[0]);
    }
}

/// Whoever sends on a held stream is held back before long, while its other streams go on; all of it
/// arrives once the stream is let go.
pub fn senders_wait_for_a_held_stream(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    let mut lane = StreamTraffic::new(ends, own(1, 5), 64 << 10);
    lane.send_until_held(&mut mesh, 0);
    let mut refusals = 0;
    mesh.until("the sender is held back", |mesh| {
        let (sent, done) = (lane.sent, lane.done);
        let moved = lane.push(mesh) || lane.done != done || mesh.poll_all() > 0;
        refusals = if moved { 0 } else { refusals + 1 };
        assert!(sent * lane.len as u64 <= BOUND, "a held stream takes in without bound");
        refusals > 500
    });
    let sent = lane.sent;
    others_go_on(&mut mesh, ends);
    mesh.resume(ends, lane.key(), LandsIn::Heap);
    let mut came = 0;
    mesh.until("all frames arrive", |mesh| {
        if lane.sent <= sent {
            lane.push(mesh);
        }
        for arrival in mesh.take(ends.1) {
            assert_eq!(arrival.header.words[0], came, "frames changed places");
            check_content(&arrival);
            came += 1;
        }
        came == sent + 1
    });
}

/// A stream that is held wakes nobody and is nothing to do, though bytes wait on it.
pub fn held_streams_wake_nobody(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    for tag in 0..20 {
        let mut lane = StreamTraffic::new(ends, own(3, tag), 2000);
        lane.send(&mut mesh);
        lane.send(&mut mesh);
    }
    mesh.until("all streams are held", |mesh| mesh.sink(ends.1).held.len() == 20);
    mesh.settle();
    for by_bell in [false, true] {
        mesh.until("the receiver can sleep", |mesh| {
            !arm_and_wait(mesh, ends.1, by_bell, Duration::ZERO)
        });
    }
}

/// Whoever lets a stream go on does not sleep over what comes of it.
pub fn resuming_is_noticed(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    for (tag, len) in (0..).zip([0, 1, 40, 1000, 5000, 50_000]) {
        let mut lane = StreamTraffic::new(ends, own(4, tag), len);
        lane.send_until_held(&mut mesh, 0);
        mesh.settle();
        mesh.resume(ends, lane.key(), LandsIn::Heap);
        let noticed = arm_and_wait(&mut mesh, ends.1, false, FOREVER);
        assert!(noticed, "{len} bytes that wait on a resumed stream were slept over");
        mesh.until("the frame arrives", |mesh| {
            let taken = lane.sent > 0 || lane.push(mesh);
            taken && !mesh.sink(ends.1).arrivals.is_empty()
        });
        check_content(&mesh.take(ends.1)[0]);
    }
}
