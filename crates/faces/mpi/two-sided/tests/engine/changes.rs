//! Methods that change while messages of the direct design wait for their receives.

use crate::net::Shape;
use crate::node::{Job, bytes_of, pattern, selector};
use ferry_link::LinkPart;
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{Design, Label, Limits, RecvSpace, Streams};
use ferry_wire::ContextId;

/// Sends messages of these lengths that nobody receives yet, changes the method, and sends another that
/// is received first.
fn the_last_is_received_first(lens: &[usize], bytes: usize) {
    let first = Shape { streams: 100, holds: true, bytes, ..Shape::default() };
    let networks = (first, Some(Shape { seed: 2, ..Shape::default() }));
    let design = (Design::Direct, Streams::Each);
    let mut job = Job::on_networks(2, networks, Limits::default(), design);
    for len in lens {
        job.nodes[1].send(0, 1, pattern(1, *len));
    }
    job.settle();
    let channel = LinkPart::Context(ContextId(0));
    job.nodes[1].link.change_method(PeerId(0), channel, "mem2").expect("it reaches all");
    job.settle();
    job.nodes[1].send(0, 2, pattern(1, 9));
    let buffer = OwnedBuffer::new(1 << 20);
    let last = job.nodes[0].recv(Some(1), Some(2), &buffer, 9);
    job.settle();
    assert_eq!(job.nodes[0].outcome(last).bytes, 9);
    job.nodes[1].send(0, 1, pattern(1, 5));
    for len in lens.iter().copied().chain([5]) {
        let request = job.nodes[0].recv(Some(1), None, &buffer, 1 << 20);
        job.settle();
        assert_eq!(job.nodes[0].outcome(request).bytes, len as u64);
        assert!(bytes_of(&buffer, len) == pattern(1, len));
    }
    assert_eq!(job.nodes[0].engine.transfer.nonsense(), 0);
    assert!(!job.nodes[1].link.is_switching(), "the change has ended");
}

#[test]
fn a_change_does_not_wait_for_messages_that_wait_in_their_stream() {
    the_last_is_received_first(&[10, 20, 0, 30], 100_000);
}

#[test]
fn a_change_that_waits_for_a_long_message_holds_up_no_other() {
    the_last_is_received_first(&[50_000, 20], 100);
}

#[test]
fn a_probed_message_does_not_hold_a_change_up() {
    let first = Shape { streams: 100, holds: true, ..Shape::default() };
    let networks = (first, Some(Shape { seed: 2, ..Shape::default() }));
    let design = (Design::Direct, Streams::Each);
    let mut job = Job::on_networks(2, networks, Limits::default(), design);
    job.nodes[1].send(0, 1, pattern(1, 10));
    job.settle();
    let engine = &mut job.nodes[0].engine;
    let probed = engine.probe_matched(&selector(Some(1), Some(1)), Label::default());
    let (message, _) = probed.expect("it has come");
    let channel = LinkPart::Context(ContextId(0));
    job.nodes[1].link.change_method(PeerId(0), channel, "mem2").expect("it reaches all");
    job.nodes[1].send(0, 2, pattern(1, 9));
    let buffer = OwnedBuffer::new(10);
    let last = job.nodes[0].recv(Some(1), Some(2), &buffer, 9);
    job.settle();
    assert_eq!(job.nodes[0].outcome(last).bytes, 9);
    let space = RecvSpace::Region(buffer.arena(10).write(0, 10));
    assert!(job.nodes[0].engine.recv_matched(message, space, Label::default()));
    job.settle();
    assert_eq!(job.nodes[0].outcome(message).bytes, 10);
    assert!(bytes_of(&buffer, 10) == pattern(1, 10));
}
