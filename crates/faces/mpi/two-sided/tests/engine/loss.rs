//! A lost peer fails what concerns it and nothing else.

use crate::net::Shape;
use crate::node::{Job, pattern, selector};
use ferry_link::Face;
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Design, Label, Limits, Mode, Outcome, RecvSpace, SendData, SendStart, Streams, TransferFault,
};

fn is_loss_of(outcome: &Outcome, lost: u32) -> bool {
    let fault = outcome.fault.as_deref();
    matches!(fault, Some(TransferFault::Lost { peer, .. }) if *peer == PeerId(lost))
}

#[test]
fn everything_that_waits_for_a_lost_peer_fails() {
    let shape = Shape { in_pieces: 100, ..Shape::default() };
    let mut job = Job::new(3, shape, Limits { bytes: 10_000, envelopes: 3 });
    let buffers: Vec<_> = (0..6).map(|_| OwnedBuffer::new(1 << 20)).collect();
    let posted = job.nodes[0].recv(Some(1), Some(9), &buffers[0], 100);
    let other = job.nodes[0].recv(Some(2), Some(9), &buffers[1], 100);
    let any = job.nodes[0].recv(None, Some(10), &buffers[2], 100);
    // Two that wait for clearance, one eager that is kept, and one that is held back.
    job.nodes[1].send(0, 1, pattern(1, 100_000));
    job.nodes[1].send(0, 2, pattern(1, 100_000));
    job.nodes[1].send(0, 3, pattern(1, 10));
    let sync = SendData::Owned(vec![1; 10]);
    let SendStart::Pending(mine) = job.nodes[0].send_as(1, 1, sync, Mode::Synchronous) else {
        panic!("synchronous and not matched")
    };
    let asked = job.nodes[0].send(1, 1, vec![1; 100_000]);
    let SendStart::Pending(asked) = asked else { panic!("no clearance yet") };
    job.settle();
    let (probed, _) = job.nodes[0]
        .engine
        .probe_matched(&selector(Some(1), Some(2)), Label::default())
        .expect("it has come");
    // One transfer is halfway.
    let halfway = job.nodes[0].recv(Some(1), Some(1), &buffers[3], 1 << 20);
    for _ in 0..3 {
        job.nodes[0].step();
        job.nodes[1].step();
    }
    assert!(!job.nodes[0].engine.transfer.is_done(halfway));
    job.net.cut(0, 1);
    job.settle();
    for request in [posted, mine, asked, halfway] {
        assert!(is_loss_of(&job.nodes[0].outcome(request), 1));
    }
    let space = RecvSpace::Region(buffers[4].arena(100_000).write(0, 100_000));
    assert!(job.nodes[0].engine.recv_matched(probed, space, Label::default()));
    assert!(is_loss_of(&job.nodes[0].outcome(probed), 1));

    // What is here whole can still be received; what is not fails at once.
    let kept = job.nodes[0].recv(Some(1), Some(3), &buffers[0], 100);
    assert_eq!(job.nodes[0].outcome(kept).bytes, 10);
    let late = job.nodes[0].recv(Some(1), Some(2), &buffers[0], 100);
    assert!(is_loss_of(&job.nodes[0].outcome(late), 1));
    let SendStart::Pending(late) = job.nodes[0].send(1, 1, vec![]) else {
        panic!("sent to nobody")
    };
    assert!(is_loss_of(&job.nodes[0].outcome(late), 1));

    // The others go on.
    job.nodes[2].send(0, 9, vec![5; 100]);
    job.nodes[2].send(0, 10, vec![6; 100]);
    job.settle();
    assert_eq!(job.nodes[0].outcome(other).bytes, 100);
    assert_eq!(job.nodes[0].outcome(any).source, PeerId(2));
    assert!(!job.nodes[0].engine.has_output());
}

#[test]
fn a_wildcard_never_takes_what_a_lost_peer_only_announced() {
    let mut job = Job::new(3, Shape::default(), Limits::default());
    job.nodes[1].send(0, 1, pattern(1, 100_000));
    job.settle();
    job.net.cut(0, 1);
    job.settle();
    assert_eq!(job.nodes[0].engine.probe(&selector(None, None)), None);
    let buffer = OwnedBuffer::new(100);
    let request = job.nodes[0].recv(None, None, &buffer, 100);
    job.nodes[2].send(0, 1, vec![1; 100]);
    job.settle();
    assert_eq!(job.nodes[0].outcome(request).source, PeerId(2));
}

#[test]
fn what_a_lost_peer_had_only_begun_fails_or_is_forgotten() {
    for claimed_by_probe in [true, false] {
        let shape = Shape { bytes: 100, in_pieces: 100, ..Shape::default() };
        let mut job = Job::new(4, shape, Limits::default());
        let buffer = OwnedBuffer::new(4000);
        for from in [1, 2] {
            job.nodes[from].send(0, 1, pattern(from as u32, 4000));
        }
        job.nodes[0].step();
        let claimed = if claimed_by_probe {
            let from = selector(Some(1), None);
            job.nodes[0].engine.probe_matched(&from, Label::default()).expect("it has begun").0
        } else {
            job.nodes[0].recv(Some(1), None, &buffer, 4000)
        };
        assert!(!job.nodes[0].engine.transfer.is_done(claimed), "it is still arriving");
        job.net.cut(0, 1);
        job.net.cut(0, 2);
        job.settle();
        if claimed_by_probe {
            let space = RecvSpace::Region(buffer.arena(4000).write(0, 4000));
            assert!(job.nodes[0].engine.recv_matched(claimed, space, Label::default()));
        }
        assert!(is_loss_of(&job.nodes[0].outcome(claimed), 1));
        assert_eq!(job.nodes[0].engine.probe(&selector(None, None)), None);
    }
}

#[test]
fn a_receive_that_took_a_held_message_fails_with_its_sender() {
    let shape = Shape { streams: 100, holds: true, ..Shape::default() };
    let (limits, design) = (Limits::default(), Design::Direct);
    let mut job = Job::designed(2, shape, limits, design, Streams::Each);
    let buffer = OwnedBuffer::new(100);
    job.nodes[1].send(0, 7, vec![1; 10]);
    job.settle();
    // The sender is lost after the match and before the method has heard of it.
    let request = job.nodes[0].recv(Some(1), Some(7), &buffer, 100);
    job.cut(0, 1);
    job.settle();
    assert!(is_loss_of(&job.nodes[0].outcome(request), 1));
}
