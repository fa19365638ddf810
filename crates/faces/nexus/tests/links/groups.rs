//! Groups: one datagram for all.

use crate::world::{JobPlan, job, run, until};
use ferry_nexus::{Buffer, NexusError};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

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

/// One datagram for several processes, and yet all have all, in order and once.
#[test]
fn a_startpoint_reaches_several_by_multicast_and_loses_nothing() {
    let job = job(63, 3, &["tcp", "udp"]);
    let seen: Vec<_> = (0..4).map(|_| Arc::new(Mutex::new(Vec::new()))).collect();
    let open = |rank: usize, at: usize| {
        let noted = seen[at].clone();
        let note = move |request: &mut ferry_nexus::Request<'_>| {
            // What is too long for the others comes to this process all the same.
            noted.lock().unwrap().extend(request.buffer.get::<u32>());
        };
        job[rank].endpoint().handler(4, note).open_root()
    };
    let _roots: Vec<_> = (0..3).map(|rank| open(rank, rank).unwrap()).collect();
    let running = run(&job[1..]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    startpoint.join(&job[0].startpoint_to(2).unwrap());
    startpoint.join(&job[0].startpoint_to(0).unwrap());
    let send = |startpoint: &ferry_nexus::Startpoint, numbers: std::ops::Range<u32>| {
        for number in numbers {
            startpoint.send_rsr(4, Buffer::new().put(number)).unwrap();
        }
    };
    send(&startpoint, 0..50);
    let address = "239.77.1.10:47120".parse().unwrap();
    assert!(startpoint.use_multicast(address).unwrap());
    // More than a window and what sockets hold, while nobody takes turns with anybody.
    send(&startpoint, 50..2000);
    let has_all = |at: usize| seen[at].lock().unwrap().len() == 2000;
    until(&[&job[0]], "all have all", || (0..3).all(has_all));
    for seen in &seen[..3] {
        assert_eq!(*seen.lock().unwrap(), (0..2000).collect::<Vec<u32>>());
    }
    let udp = job[0].methods().into_iter().find(|report| report.name == "udp").unwrap();
    assert!(udp.counters.frames_sent > 0, "datagrams were sent");
    let long = vec![0u8; 1 << 20];
    let error = startpoint.send_rsr(4, Buffer::new().put_slice(&long)).unwrap_err();
    assert!(matches!(error, NexusError::TooLong { .. }), "{error}");
    // The end of the startpoint ends the stream, and what it sent before arrives all the same.
    send(&startpoint, 2000..2010);
    drop(startpoint);
    until(&[&job[0]], "the rest came", || seen[2].lock().unwrap().len() == 2010);
    // A process that goes is not waited for.
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    startpoint.join(&job[0].startpoint_to(2).unwrap());
    assert!(startpoint.use_multicast(address).unwrap());
    drop(running);
}

/// Where one cannot, all get requests of their own.
#[test]
fn multicast_is_for_those_that_all_can() {
    let methods = |rank: u32| if rank == 2 { vec!["tcp"] } else { vec!["tcp", "udp"] };
    let job = JobPlan::new(64, 3, &methods).start();
    let counts: Vec<_> = (0..3).map(|_| Arc::new(AtomicUsize::new(0))).collect();
    let open = |rank: usize| {
        let count = counts[rank].clone();
        let count_up = move |_: &mut ferry_nexus::Request<'_>| {
            count.fetch_add(1, SeqCst);
        };
        job[rank].endpoint().handler(0, count_up).open_root()
    };
    let _roots: Vec<_> = (0..3).map(|rank| open(rank).unwrap()).collect();
    let _running = run(&job[1..]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    startpoint.join(&job[0].startpoint_to(2).unwrap());
    assert!(!startpoint.use_multicast("239.77.1.11:47121".parse().unwrap()).unwrap());
    startpoint.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[0]], "both came", || [1, 2].iter().all(|at| counts[*at].load(SeqCst) == 1));
    assert!(startpoint.use_multicast("10.0.0.1:5".parse().unwrap()).is_err());
    let mut none = job[0].unbound();
    let error = none.use_multicast("239.77.1.11:47121".parse().unwrap()).unwrap_err();
    assert!(matches!(error, NexusError::Unbound), "{error}");
}
