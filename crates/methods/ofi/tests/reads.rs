//! Long frames are read from their sender's memory, where both ends can.

use ferry_conformance::{Recorder, identity, pattern};
use ferry_method::{Armed, HandlerId, Header, Method, Now, PeerId};
use ferry_method_ofi::{OfiMethod, OfiOptions};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rounds after which what has not come never will.
const MANY: u32 = 50_000_000;
const LEN: usize = 5_000_000;

/// An end over a provider; `None` where there is no libfabric.
fn end(me: u32, provider: &str, read_from: Option<usize>) -> Option<(OfiMethod, Recorder)> {
    let domain = (provider != "shm").then(|| "lo".to_owned());
    let provider = Some(provider.to_owned());
    let options = OfiOptions { provider, domain, read_from, ..OfiOptions::default() };
    match OfiMethod::new(identity(me, 2), &options) {
        Ok(method) => Some((method, Recorder::default())),
        Err(why) => {
            eprintln!("skipped: {why}");
            None
        }
    }
}

/// Sends a long frame; how many bytes of it were read.
fn read_of_a_long_frame(provider: &str, read_from: [Option<usize>; 2]) -> Option<usize> {
    let mut from = end(0, provider, read_from[0])?;
    let mut to = end(1, provider, read_from[1])?;
    from.0.attach(PeerId(1), &to.0.descriptor()).expect("a real descriptor");
    let (header, payload) = (Header::new(HandlerId(1)), pattern(1, LEN));
    let (mut done, mut is_taken) = (0, false);
    for round in 0.. {
        assert!(round < MANY, "the frame never came");
        is_taken =
            is_taken || from.0.send(PeerId(1), &header, &payload, &mut done).expect("a link");
        from.0.poll(Now::ZERO, &mut from.1);
        to.0.poll(Now::ZERO, &mut to.1);
        if !to.1.arrivals.is_empty() {
            break;
        }
    }
    assert!(to.1.arrivals[0].payload.as_ref() == Some(&payload), "it was changed on the way");
    let line = to.0.describe_link(PeerId(0)).expect("an open link");
    let (before, _) = line.split_once(" read from").expect("a line that tells");
    let (_, read) = before.rsplit_once(' ').expect("words");
    Some(read.parse().expect("a number"))
}

#[test]
fn a_long_frame_is_read_where_both_ends_can() {
    for (provider, read_from) in [("tcp", Some(128 << 10)), ("shm", Some(1 << 20))] {
        let Some(read) = read_of_a_long_frame(provider, [read_from; 2]) else { return };
        assert!(read > LEN / 2 && read < LEN, "{read} over {provider}");
    }
}

#[test]
fn it_comes_in_packets_where_one_end_does_not() {
    for read_from in [[Some(0), Some(1)], [Some(1), None], [Some(LEN + 1), Some(1)]] {
        let Some(read) = read_of_a_long_frame("tcp", read_from) else { return };
        assert_eq!(read, 0, "{read_from:?}");
    }
}

/// Sleeps on what an end is waited on by, if it may; false: nobody woke it.
fn sleep(method: &mut OfiMethod) -> bool {
    let fd = method.wait_source().descriptor().expect("something to sleep on");
    let mut is_woken = true;
    if let Armed::Ready(_) = method.arm(false) {
        // SAFETY: the wait source stays open while the method lives.
        let fd = unsafe { BorrowedFd::borrow_raw(fd) };
        let forever = Timespec { tv_sec: 20, tv_nsec: 0 };
        let ready = poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&forever));
        is_woken = ready.is_ok_and(|ready| ready > 0);
    }
    method.disarm();
    is_woken
}

#[test]
fn whoever_sleeps_is_woken_to_be_read_from() {
    let [Some((mut from, mut sink)), Some((mut to, _))] = [0, 1].map(|me| end(me, "tcp", None))
    else {
        return;
    };
    from.attach(PeerId(1), &to.descriptor()).expect("a real descriptor");
    let (header, payload) = (Header::new(HandlerId(1)), pattern(1, LEN));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (mut sink, mut done, mut is_answered) = (Recorder::default(), 0, false);
            while !is_over.load(Ordering::Relaxed) {
                to.poll(Now::ZERO, &mut sink);
                is_answered = is_answered
                    || !sink.arrivals.is_empty()
                        && to.send(PeerId(0), &header, b"thanks", &mut done).expect("a link");
                std::thread::yield_now();
            }
        });
        let (mut done, mut is_taken, mut is_woken) = (0, false, true);
        while sink.arrivals.is_empty() && is_woken {
            is_taken =
                is_taken || from.send(PeerId(1), &header, &payload, &mut done).expect("a link");
            if from.poll(Now::ZERO, &mut sink) == 0 {
                is_woken = sleep(&mut from);
            }
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(is_woken, "what was laid ready was not read while its sender slept");
    });
}
