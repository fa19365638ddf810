//! Who hears of a death, and what is said.

use crate::net::numbered;
use crate::two_groups;

/// How often, and with which reasons, `rank` has lost `peer`.
fn lost(job: &crate::Job, rank: usize, peer: u32) -> Vec<String> {
    let lost = job.seen[rank].lost.iter().filter(|(of, _)| *of == peer);
    lost.map(|(_, why)| why.clone()).collect()
}

#[test]
fn a_destination_that_dies_is_reported_to_all_who_used_the_way() {
    let mut job = two_groups();
    for from in [0, 1, 2] {
        job.deliver(from, 4, &numbered(0), b"hello");
    }
    job.deliver(1, 5, &numbered(0), b"hello");
    job.settle();
    job.kill(4);
    job.settle();
    for from in [0, 1, 2] {
        let reasons = lost(&job, from, 4);
        assert_eq!(reasons.len(), 1, "rank {from}: {reasons:?}");
        assert!(reasons[0].contains("rank 4") && reasons[0].contains("it died"), "{reasons:?}");
        assert!(job.send(from, 4, &numbered(1), b"", &mut 0).is_err());
    }
    // Others go on.
    job.deliver(1, 5, &numbered(1), b"still there?");
    job.settle();
    assert_eq!(job.seen[5].frames.len(), 2);
    assert!(lost(&job, 1, 5).is_empty() && lost(&job, 1, 0).is_empty());
}

#[test]
fn whoever_waits_for_a_sender_that_dies_hears_of_it() {
    let mut job = two_groups();
    let mut done = 0;
    // It dies amid a frame.
    assert!(!job.send(1, 5, &numbered(0), &vec![1; 4 << 20], &mut done).expect("a way"));
    job.settle();
    job.kill(1);
    job.settle();
    let reasons = lost(&job, 5, 1);
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert!(job.seen[5].frames.is_empty());
    assert_eq!((job.links[0].forwarded().held, job.links[3].forwarded().held), (0, 0));
}

#[test]
fn a_relay_that_dies_takes_all_behind_it_and_the_reason_says_so() {
    let mut job = two_groups();
    for (from, to) in [(1, 4), (1, 5), (2, 1), (5, 2), (0, 4)] {
        job.deliver(from, to, &numbered(0), b"hello");
    }
    job.settle();
    job.kill(3);
    job.settle();
    for (rank, peer) in [(1, 4), (1, 5), (0, 4), (2, 5), (5, 2), (4, 1)] {
        let reasons = lost(&job, rank, peer);
        assert_eq!(reasons.len(), 1, "rank {rank} about {peer}: {reasons:?}");
        assert!(reasons[0].contains("rank 3, which relayed to it"), "{reasons:?}");
    }
    // Within the group nothing has changed.
    job.deliver(1, 2, &numbered(1), b"");
    job.settle();
    assert!(lost(&job, 2, 1).is_empty() && lost(&job, 1, 2).is_empty());
}

#[test]
fn the_own_relay_that_dies_takes_all_outside() {
    let mut job = two_groups();
    job.deliver(1, 4, &numbered(0), b"hello");
    job.deliver(1, 3, &numbered(0), b"hello");
    job.settle();
    job.kill(0);
    job.settle();
    for peer in [3, 4] {
        let reasons = lost(&job, 1, peer);
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert!(reasons[0].contains("rank 0, which relayed to it"), "{reasons:?}");
        assert!(job.send(1, peer, &numbered(1), b"", &mut 0).is_err());
    }
    assert_eq!(lost(&job, 1, 0).len(), 1);
    assert_eq!(lost(&job, 4, 1).len(), 1);
}

#[test]
fn a_relay_that_finds_no_way_says_why() {
    use crate::net::{Job, Member};
    use ferry_method::PeerId;
    // Rank 1 is to relay to rank 2 and shares no method with it.
    let near = |group| Member { group, far: false };
    let mut job = Job::new(&[near(0), near(0), near(1)], "");
    job.links[0].forward_through(PeerId(2), PeerId(1)).expect("a relay");
    job.deliver(0, 2, &numbered(0), b"");
    job.settle();
    let reasons = lost(&job, 0, 2);
    assert_eq!(reasons.len(), 1);
    assert!(reasons[0].contains("near: it is of another group"), "{reasons:?}");
}
