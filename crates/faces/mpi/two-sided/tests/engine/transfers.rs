//! Long messages: fragments with others between them, one-copy and its fallback.

use crate::net::Shape;
use crate::node::{Job, bytes_of, pattern};
use crate::numbers::{DATA, EAGER};
use ferry_link::{LinkPart, TrafficClass};
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{Design, Limits, Mode, SendData, SendStart, Streams};

#[test]
fn small_messages_pass_between_the_fragments_of_a_long_one() {
    let shape = Shape { bytes: 1 << 20, fragment: 256 << 10, ..Shape::default() };
    let mut job = Job::new(2, shape, Limits::default());
    let len = 64 << 20;
    let (from, to, small) = (OwnedBuffer::new(len), OwnedBuffer::new(len), OwnedBuffer::new(8));
    from.arena(len).write(len - 1, 1).as_mut_slice()[0] = 77;
    let long = job.nodes[1].recv(Some(0), Some(1), &to, len);
    let region = SendData::Region(from.arena(len).read(0, len));
    let SendStart::Pending(sent) = job.nodes[0].send_as(1, 1, region, Mode::Standard) else {
        panic!("64 MiB at once")
    };
    let mut passed = 0;
    while !job.nodes[0].engine.transfer.is_done(sent) {
        let request = job.nodes[1].recv(Some(0), Some(2), &small, 8);
        let fragments = |job: &Job| {
            let wires = job.net.wires();
            wires.taken.get(&(0, 1)).map_or(0, |all| all.iter().filter(|h| **h == DATA.0).count())
        };
        let before = fragments(&job);
        job.nodes[0].send(1, 2, vec![passed as u8; 8]);
        while !job.nodes[1].engine.transfer.is_done(request) {
            job.nodes[0].step();
            job.nodes[1].step();
        }
        // What the pipe holds goes before it, and what is cut while it is delivered.
        assert!(fragments(&job) - before <= 16, "{} fragments", fragments(&job) - before);
        assert_eq!(bytes_of(&small, 8), vec![passed as u8; 8]);
        job.nodes[1].outcome(request);
        passed += 1;
    }
    job.settle();
    assert!(passed > 10, "only {passed} passed");
    assert_eq!(job.nodes[1].outcome(long).bytes, len as u64);
    assert_eq!(bytes_of(&to, len)[len - 1], 77);
}

/// Sends `len` bytes and returns how many remote reads were tried for it.
fn transfer(job: &mut Job, len: usize) -> usize {
    let (from, to) = (OwnedBuffer::new(len), OwnedBuffer::new(len));
    from.arena(len).write(0, len).as_mut_slice().copy_from_slice(&pattern(0, len));
    let region = from.arena(len).read(0, len);
    job.net.wires().exported = vec![region];
    let before = job.net.wires().reads;
    let request = job.nodes[1].recv(Some(0), Some(1), &to, len);
    let sent = job.nodes[0].send_as(1, 1, SendData::Region(region), Mode::Synchronous);
    let SendStart::Pending(sent) = sent else { panic!("synchronous and not matched") };
    job.settle();
    assert_eq!(job.nodes[0].outcome(sent).fault, None);
    assert_eq!(job.nodes[1].outcome(request).bytes, len as u64);
    assert_eq!(bytes_of(&to, len), pattern(0, len));
    job.net.wires().reads - before
}

#[test]
fn one_copy_from_its_threshold_on() {
    let shape = Shape { remote_read_from: Some(20_000), ..Shape::default() };
    let mut job = Job::new(2, shape, Limits::default());
    assert_eq!(
        [100, 5000, 19_999, 20_000, 200_000].map(|len| transfer(&mut job, len)),
        [0, 0, 0, 1, 1]
    );
    let data = job.net.wires().taken[&(0, 1)].iter().filter(|h| **h == DATA.0).count();
    assert_eq!(data, 2, "one fragment for each message below the threshold");
}

#[test]
fn a_failed_read_falls_back_once_and_for_all() {
    let shape = Shape { remote_read_from: Some(20_000), ..Shape::default() };
    let mut job = Job::new(2, shape, Limits::default());
    job.net.wires().reads_fail = true;
    assert_eq!(transfer(&mut job, 10_000), 0);
    assert_eq!(transfer(&mut job, 50_000), 1);
    job.net.wires().reads_fail = false;
    assert_eq!(transfer(&mut job, 50_000), 0);
}

/// Sends `len` bytes, below the threshold, whose sender computes when they are wanted; returns how many remote
/// reads were tried.
fn transfer_unattended(job: &mut Job, len: usize) -> usize {
    job.nodes[0].link.set_unattended(true);
    let reads = transfer(job, len);
    job.nodes[0].link.set_unattended(false);
    reads
}

#[test]
fn who_computes_is_read_from_at_any_length() {
    let shape = Shape { remote_read_from: Some(1 << 30), ..Shape::default() };
    let mut job = Job::new(2, shape, Limits::default());
    assert_eq!(transfer(&mut job, 50_000), 0);
    assert_eq!([100, 50_000].map(|len| transfer_unattended(&mut job, len)), [0, 1]);
    assert_eq!(transfer(&mut job, 50_000), 0, "it is in a call again");
    job.net.wires().reads_fail = true;
    assert_eq!(transfer_unattended(&mut job, 50_000), 1, "and is asked again");
    job.net.wires().reads_fail = false;
    assert_eq!(transfer_unattended(&mut job, 50_000), 0, "and never read again");
}

#[test]
fn who_computes_and_cannot_be_read_from_sends() {
    let mut job = Job::new(2, Shape::default(), Limits::default());
    assert_eq!(transfer_unattended(&mut job, 50_000), 0);
}

#[test]
fn empty_messages_keep_their_place() {
    let limits = Limits { bytes: 200, envelopes: 10 };
    let mut job = Job::new(2, Shape::default(), limits);
    let buffer = OwnedBuffer::new(1);
    for tag in 0..30 {
        job.nodes[0].send(1, tag, vec![]);
    }
    for tag in 0..30 {
        let request = job.nodes[1].recv(None, None, &buffer, 0);
        job.settle();
        assert_eq!(job.nodes[1].outcome(request).tag, tag);
    }
    assert!(job.net.wires().taken[&(0, 1)].contains(&EAGER.0));
}

#[test]
fn data_of_a_long_message_is_not_stuck_behind_a_held_one() {
    let shape = Shape { streams: 100, holds: true, max_frame: 1000, ..Shape::default() };
    let (limits, design) = (Limits::default(), Design::Direct);
    let mut job = Job::designed(2, shape, limits, design, Streams::Each);
    let buffer = OwnedBuffer::new(5000);
    job.nodes[1].send(0, 7, pattern(1, 5000));
    job.nodes[1].send(0, 7, pattern(1, 10));
    job.settle();
    let request = job.nodes[0].recv(Some(1), Some(7), &buffer, 5000);
    job.settle();
    assert_eq!(job.nodes[0].outcome(request).bytes, 5000);
    assert!(bytes_of(&buffer, 5000) == pattern(1, 5000));
}

#[test]
fn long_frames_that_arrive_by_two_methods_at_once_are_not_confused() {
    let shape = Shape { bytes: 100, in_pieces: 100, ..Shape::default() };
    let networks = (shape.clone(), Some(shape));
    let design = (Design::Engine, Streams::One);
    let mut job = Job::on_networks(2, networks, Limits::default(), design);
    let bulk = LinkPart::Class(TrafficClass::Bulk);
    job.nodes[1].link.change_method(PeerId(0), bulk, "mem2").expect("it reaches all");
    job.settle();
    let buffers = [OwnedBuffer::new(50_000), OwnedBuffer::new(4000)];
    let long = job.nodes[0].recv(Some(1), Some(1), &buffers[0], 50_000);
    let short = job.nodes[0].recv(Some(1), Some(2), &buffers[1], 4000);
    job.nodes[1].send(0, 1, pattern(1, 50_000));
    // The data has begun to arrive.
    for _ in 0..10 {
        job.nodes.iter_mut().for_each(|node| {
            node.step();
        });
    }
    job.nodes[1].send(0, 2, pattern(1, 4000));
    job.settle();
    assert_eq!(job.nodes[0].outcome(short).bytes, 4000);
    assert_eq!(job.nodes[0].outcome(long).bytes, 50_000);
    assert!(bytes_of(&buffers[0], 50_000) == pattern(1, 50_000));
    assert!(bytes_of(&buffers[1], 4000) == pattern(1, 4000));
}
