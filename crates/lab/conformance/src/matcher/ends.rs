//! Ends that die or leave while frames of theirs are held.

use super::*;

/// The death of a peer ends what is held of it, is reported once, and harms nobody else.
pub fn death_ends_what_is_held(subject: &Subject) {
    if !subject.peer_death {
        return;
    }
    let mut mesh = mesh(subject, 3);
    let longest = mesh.method(0).attributes().max_frame.min(subject.longest);
    mesh.sink(1).place = LandsIn::Hold;
    let mut small = StreamTraffic::new((0, 1), own(1, 1), 100);
    let mut large = StreamTraffic::new((0, 1), own(1, 2), longest.min(16 << 20));
    let mut third = StreamTraffic::new((2, 1), own(1, 1), 1000);
    for lane in [&mut small, &mut large, &mut third] {
        lane.send_until_held(&mut mesh, 0);
    }
    drop(mesh.remove(0));
    mesh.until("the death is noticed", |mesh| mesh.sink(1).losses.len() == 1);
    assert_eq!(mesh.sink(1).losses[0].0, PeerId(0));
    for lane in [&small, &large] {
        let landing = mesh.sink(1).land(LandsIn::Heap, lane.len);
        let result = mesh.method(1).resume(PeerId(0), lane.key(), landing);
        assert!(result.is_err(), "a frame of the dead goes on");
    }
    mesh.settle();
    assert!(mesh.sink(1).arrivals.is_empty() && mesh.sink(1).losses.len() == 1);
    mesh.resume((2, 1), third.key(), LandsIn::Memory);
    mesh.until("the frame of the living arrives", |mesh| !mesh.sink(1).arrivals.is_empty());
    check_content(&mesh.take(1)[0]);
    let mut back = StreamTraffic::new((1, 2), own(1, 1), 1000);
    back.send(&mut mesh);
    mesh.until("the living go on", |mesh| mesh.take(2).len() == 1);
    assert_eq!((mesh.sink(1).losses.len(), mesh.sink(2).losses.len()), (1, 0));
}

/// What was sent before an orderly end and is held can still be had afterwards.
pub fn close_leaves_what_is_held(subject: &Subject) {
    let mut mesh = mesh(subject, 2);
    let ends = mesh.ends();
    mesh.sink(ends.1).place = LandsIn::Hold;
    let mut lanes: Vec<StreamTraffic> =
        (0..10).map(|tag| StreamTraffic::new(ends, own(1, tag), 3000)).collect();
    for lane in &mut lanes {
        for _ in 0..3 {
            lane.send(&mut mesh);
        }
    }
    mesh.until("all streams are held", |mesh| mesh.sink(ends.1).held.len() == lanes.len());
    mesh.close(ends.0);
    drop(mesh.remove(ends.0));
    mesh.settle();
    assert!(mesh.sink(ends.1).losses.is_empty(), "an orderly end was reported as a loss");
    for lane in &lanes {
        for number in 0..3 {
            mesh.until("a frame is held", |mesh| {
                mesh.sink(ends.1).held.iter().any(|h| h.header.stream_key() == lane.key())
            });
            mesh.resume(ends, lane.key(), LandsIn::Heap);
            mesh.until("it arrives after all", |mesh| !mesh.sink(ends.1).arrivals.is_empty());
            let arrival = mesh.take(ends.1).remove(0);
            assert_eq!(
                (arrival.header.stream_key(), arrival.header.words[0]),
                (lane.key(), number)
            );
            check_content(&arrival);
        }
    }
    mesh.settle();
    assert!(mesh.sink(ends.1).losses.is_empty(), "an orderly end was reported as a loss");
    mesh.close(ends.1);
}
