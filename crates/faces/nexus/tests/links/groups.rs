//! Groups: one datagram for all.

use crate::world::{job, until};
use ferry_nexus::{Buffer, NexusError};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

#[test]
fn a_request_to_a_group_reaches_its_endpoints() {
    let job = job(60, 3, &["tcp", "udp"]);
    let address = "239.77.1.9:47119".parse().unwrap();
    let counts: Vec<_> = (0..3).map(|_| Arc::new(AtomicUsize::new(0))).collect();
    let mut groups = Vec::new();
    let mut endpoints = Vec::new();
    for (rank, count) in [(1, &counts[0]), (2, &counts[1]), (2, &counts[2])] {
        let count = count.clone();
        let handler = move |request: &mut ferry_nexus::Request<'_>| {
            assert_eq!((request.from.rank.0, request.buffer.get::<u32>()), (0, Ok(9)));
            count.fetch_add(1, SeqCst);
        };
        let endpoint = job[rank].endpoint().handler(4, handler).open().unwrap();
        let mut group = job[rank].group(address).unwrap();
        group.bind(&endpoint).unwrap();
        groups.push(group);
        endpoints.push(endpoint);
    }
    let sender = job[0].group(address).unwrap();
    let all: Vec<_> = job.iter().collect();
    // Each may be lost.
    until(&all, "all have one", || {
        sender.send_rsr(4, Buffer::new().put(9u32)).unwrap();
        counts.iter().all(|count| count.load(SeqCst) > 0)
    });
    // Whoever has left gets none; of two endpoints of a process each leaves for itself.
    drop(groups.pop());
    until(&all, "it has left", || {
        let before = counts[2].load(SeqCst);
        let others = counts[1].load(SeqCst);
        sender.send_rsr(4, Buffer::new().put(9u32)).unwrap();
        for nexus in &all {
            nexus.poll().unwrap();
        }
        counts[2].load(SeqCst) == before && counts[1].load(SeqCst) > others
    });
    let long = vec![0u8; 1 << 20];
    let error = sender.send_rsr(4, Buffer::new().put_slice(&long)).unwrap_err();
    assert!(matches!(error, NexusError::TooLong { .. }), "{error}");
}

#[test]
fn a_group_that_cannot_be_is_refused() {
    let with = job(61, 1, &["udp"]);
    assert!(with[0].group("10.0.0.1:5".parse().unwrap()).is_err());
    let without = job(62, 1, &["tcp"]);
    let error = without[0].group("239.77.1.9:47119".parse().unwrap()).err().expect("none");
    assert!(error.to_string().contains("udp"), "{error}");
}
