//! A context that is sent to through a relay, and then straight: nothing is lost, doubled or overtaken.

use crate::net::{Job, numbered};
use crate::{OTHER, RELAY, pattern};
use ferry_link::LinkError;
use ferry_method::{Header, PeerId};
use ferry_wire::ContextId;

/// A context with a method of its own, and one without.
const OWN: ContextId = ContextId(7);
const COMMON: ContextId = ContextId(8);

fn of(context: ContextId, number: u64) -> Header {
    Header { bits: u64::from(context.0) << 32, ..numbered(number) }
}

/// Ranks 0 and 2 could reach each other straight, and go through rank 1 by the same method.
fn three() -> Job {
    let mut job = Job::new(&[RELAY(0), RELAY(1), RELAY(2)], "");
    job.links[0].forward_through(PeerId(2), PeerId(1)).expect("a relay");
    job
}

/// The numbers of what came to a process, in a context.
fn numbers(job: &Job, at: usize, context: ContextId) -> Vec<u64> {
    let frames = job.seen[at].frames.iter();
    frames.filter(|frame| frame.1.context() == context).map(|frame| frame.1.words[0]).collect()
}

fn relayed(job: &Job) -> u64 {
    job.links[1].forwarded().relayed.frames
}

fn leave(job: &mut Job, method: &str) -> Result<(), LinkError> {
    job.links[0].change_method_anyhow(PeerId(2), OWN, method)
}

#[test]
fn a_context_leaves_its_relay_in_the_middle_of_traffic() {
    let mut job = three();
    let send = |job: &mut Job, number: u64| {
        for context in [OWN, COMMON] {
            job.deliver(0, 2, &of(context, number), &pattern(number, 30_000));
        }
    };
    (0..20).for_each(|number| send(&mut job, number));
    leave(&mut job, "far").expect("it leads there");
    (20..40).for_each(|number| send(&mut job, number));
    job.settle();
    for context in [OWN, COMMON] {
        assert_eq!(numbers(&job, 2, context), (0..40).collect::<Vec<_>>(), "{context:?}");
    }
    assert!(job.seen[2].frames.iter().all(|frame| frame.2 == pattern(frame.1.words[0], 30_000)));
    // What goes straight now passes the relay no more; the rest does.
    let before = (job.carried("far", 0, 2), relayed(&job));
    job.deliver(0, 2, &of(OWN, 40), b"straight");
    job.settle();
    assert_eq!((job.carried("far", 0, 2), relayed(&job)), (before.0 + 1, before.1));
    job.deliver(0, 2, &of(COMMON, 40), b"through the relay");
    job.settle();
    assert_eq!((job.carried("far", 0, 2), relayed(&job)), (before.0 + 1, before.1 + 1));
    assert_eq!(job.links[1].forwarded().refused, 0);
    let links = job.links[0].links();
    let why = |part: &str| links.iter().any(|link| link.why.contains(part));
    assert!(why("through rank 1") && why("straight where the program asked for it"));
}

#[test]
fn what_was_begun_through_the_relay_ends_there_first() {
    let mut job = three();
    let long = pattern(1, 4 << 20);
    let mut done = 0;
    assert!(!job.send(0, 2, &of(OWN, 0), &long, &mut done).expect("a way"));
    leave(&mut job, "far").expect("it leads there");
    // Not yet: the frame is under way.
    (0..20).for_each(|_| job.poll_all());
    assert_eq!(job.carried("far", 0, 2), 0);
    while !job.send(0, 2, &of(OWN, 0), &long, &mut done).expect("a way") {
        job.poll_all();
    }
    job.deliver(0, 2, &of(OWN, 1), b"after it");
    job.settle();
    assert_eq!(numbers(&job, 2, OWN), [0, 1]);
    assert!(job.seen[2].frames[0].2 == long);
    assert_eq!(job.carried("far", 0, 2), 1);
}

#[test]
fn the_straight_way_promises_what_its_method_can() {
    let mut job = three();
    let class = ferry_link::TrafficClass::Bulk;
    leave(&mut job, "far").expect("it leads there");
    job.settle();
    let most = |job: &mut Job, context| {
        job.links[0].attributes(PeerId(2), class, context).expect("a way").fragment
    };
    assert!(most(&mut job, OWN) > 32 << 10);
    assert!(most(&mut job, COMMON) <= 32 << 10);
}

#[test]
fn a_method_that_does_not_lead_there_straight_is_refused() {
    let mut job = Job::new(&[OTHER(0), RELAY(0), RELAY(1)], "");
    job.links[0].forward_through(PeerId(2), PeerId(1)).expect("a relay");
    for method in ["near", "far", "pigeon"] {
        let error = leave(&mut job, method).expect_err("it leads nowhere").to_string();
        assert!(error.contains(method), "{error}");
    }
    job.deliver(0, 2, &of(OWN, 1), b"through the relay");
    job.settle();
    assert_eq!((numbers(&job, 2, OWN), relayed(&job)), (vec![1], 1));
}
