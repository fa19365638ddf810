//! Where held frames go when they are let go.

use super::*;

const SIZES: [usize; 8] = [0, 1, 40, 4 << 10, 64 << 10, 100_000, 1 << 20, 16 << 20];

/// Every class of size, landing in the user's memory after it was held.
pub fn held_frames_land_in_memory(subject: &Subject) {
    held_frames_land(subject, LandsIn::Memory);
}

/// Every class of size, landing amid bytes of the user's after it was held.
pub fn held_frames_land_within_a_region(subject: &Subject) {
    held_frames_land(subject, LandsIn::Part);
}

/// Every class of size, landing in a buffer of Ferry's after it was held.
pub fn held_frames_land_on_the_heap(subject: &Subject) {
    held_frames_land(subject, LandsIn::Heap);
}

/// Every class of size, thrown away after it was held; what follows is unharmed.
pub fn held_frames_are_discarded(subject: &Subject) {
    held_frames_land(subject, LandsIn::Discard);
}

fn held_frames_land(subject: &Subject, place: LandsIn) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    let longest = mesh.method(ends.0).attributes().max_frame.min(subject.longest);
    for header in [own(1, 7), pooled(9)] {
        for len in SIZES.into_iter().filter(|len| *len <= longest) {
            let mut lane = StreamTraffic::new(ends, header, len);
            let sent = lane.header;
            lane.send_until_held(&mut mesh, 0);
            mesh.settle();
            assert!(mesh.sink(ends.1).arrivals.is_empty(), "{len} bytes came though held");
            mesh.resume(ends, lane.key(), place);
            mesh.until("the frame arrives", |mesh| {
                let taken = lane.sent > 0 || lane.push(mesh);
                taken && !mesh.sink(ends.1).arrivals.is_empty()
            });
            let arrivals = mesh.take(ends.1);
            assert_eq!(arrivals.len(), 1, "one frame of {len} bytes came as several");
            assert_eq!((arrivals[0].header, arrivals[0].len), (sent, len));
            assert_eq!(arrivals[0].payload.is_none(), place == LandsIn::Discard);
            if place != LandsIn::Discard {
                check_content(&arrivals[0]);
            }
        }
    }
}

/// Only a frame that is held can be resumed, and only to a place; anything else changes nothing.
pub fn only_what_is_held_is_resumed(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    let peer = PeerId(ends.0 as u32);
    let mut lane = StreamTraffic::new(ends, own(2, 1), 3000);
    let refused = |mesh: &mut Mesh, peer: PeerId, stream: StreamKey, place: LandsIn| {
        let landing = mesh.sink(ends.1).land(place, 3000);
        let result = mesh.method(ends.1).resume(peer, stream, landing);
        assert!(result.is_err(), "stream {stream} of rank {peer} was resumed");
    };
    for stream in [StreamKey(0), StreamKey(3), lane.key()] {
        refused(&mut mesh, peer, stream, LandsIn::Heap);
    }
    refused(&mut mesh, PeerId(77), lane.key(), LandsIn::Heap);
    lane.send(&mut mesh);
    mesh.until("the frame arrives", |mesh| mesh.take(ends.1).len() == 1);
    refused(&mut mesh, peer, lane.key(), LandsIn::Heap);
    mesh.sink(ends.1).place = LandsIn::Hold;
    lane.send_until_held(&mut mesh, 1);
    let other = own(2, 2).stream_key();
    for stream in [StreamKey(0), StreamKey(3), other] {
        refused(&mut mesh, peer, stream, LandsIn::Heap);
    }
    refused(&mut mesh, PeerId(ends.1 as u32), lane.key(), LandsIn::Heap);
    // Held it stays, whatever was refused.
    refused(&mut mesh, peer, lane.key(), LandsIn::Hold);
    mesh.settle();
    assert!(mesh.sink(ends.1).arrivals.is_empty());
    mesh.resume(ends, lane.key(), LandsIn::Memory);
    refused(&mut mesh, peer, lane.key(), LandsIn::Heap);
    mesh.until("the frame arrives", |mesh| !mesh.sink(ends.1).arrivals.is_empty());
    refused(&mut mesh, peer, lane.key(), LandsIn::Heap);
    check_content(&mesh.take(ends.1)[0]);
}
