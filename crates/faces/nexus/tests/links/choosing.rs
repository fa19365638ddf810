//! Methods of single startpoints.

use crate::world::{job, run, until};
use ferry_nexus::{Buffer, DescriptorTable, NexusError};
use std::sync::{Arc, Mutex};

/// Two startpoints to one process, one by shared memory and one by TCP, and both are used.
#[test]
fn two_startpoints_to_one_process_by_two_methods() {
    let job = job(20, 2, &["shm", "tcp"]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let _root = job[1]
        .endpoint()
        .handler(0, move |request| noted.lock().unwrap().push(request.buffer.get::<u8>().unwrap()))
        .open_root()
        .unwrap();
    let fast = job[0].startpoint_to(1).unwrap();
    let mut slow = fast.clone();
    slow.set_method("tcp").unwrap();
    let _running = run(&job[1..]);
    for n in 0..20u8 {
        let mut buffer = Buffer::new();
        let startpoint = if n % 2 == 0 { &fast } else { &slow };
        startpoint.send_rsr(0, buffer.put(n)).unwrap();
    }
    until(&[&job[0]], "all came", || seen.lock().unwrap().len() == 20);
    assert_eq!((fast.method().unwrap(), slow.method().unwrap()), ("shm".into(), "tcp".into()));
    let seen = seen.lock().unwrap();
    for rest in [0, 1] {
        assert!(seen.iter().filter(|n| **n % 2 == rest).is_sorted(), "{seen:?}");
    }
    let ways = slow.methods().unwrap();
    let sent = |name: &str| ways.iter().find(|w| w.method == name).unwrap().traffic.sent.frames;
    assert_eq!((sent("shm"), sent("tcp")), (10, 10));
    let local = ways.iter().find(|way| way.method == "local").unwrap();
    assert_eq!(local.against.as_deref(), Some("it is another process"));
}

/// The method changes again and again while requests flow: all come, in order.
#[test]
fn changing_the_method_reorders_nothing() {
    let job = job(21, 2, &["shm", "tcp"]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let _root = job[1]
        .endpoint()
        .handler(0, move |request| noted.lock().unwrap().push(request.buffer.get::<u32>().unwrap()))
        .open_root()
        .unwrap();
    let _running = run(&job[1..]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    let filling = vec![0u8; 20_000];
    for n in 0..300u32 {
        if n % 10 == 5 {
            startpoint.set_method(if n % 20 == 5 { "tcp" } else { "shm" }).unwrap();
        }
        let mut buffer = Buffer::new();
        buffer.put(n);
        if n % 3 == 0 {
            buffer.put_lent(&filling);
        }
        startpoint.send_rsr(0, &buffer).unwrap();
    }
    until(&[&job[0]], "all came", || seen.lock().unwrap().len() == 300);
    assert!(seen.lock().unwrap().is_sorted());
}

#[test]
fn a_method_that_does_not_lead_there_is_refused_with_the_others() {
    let job = job(22, 2, &["shm"]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    let error = startpoint.set_method("pigeon").unwrap_err().to_string();
    assert!(error.contains("pigeon") && error.contains("shm"), "{error}");
    let error = startpoint.tune("shm", "keepalive", "3").unwrap_err().to_string();
    assert!(error.contains("keepalive"), "{error}");
    assert!(matches!(job[0].unbound().methods(), Err(NexusError::Unbound)));
}

/// A table of its own travels with a startpoint, and its order decides.
#[test]
fn an_edited_table_travels() {
    let job = job(23, 3, &["shm", "tcp"]);
    let _root = job[2].endpoint().handler(0, |_| {}).open_root().unwrap();
    let mut startpoint = job[0].startpoint_to(2).unwrap();
    let entries = startpoint.table().unwrap().entries().to_vec();
    let tcp = entries.into_iter().filter(|entry| entry.method == "tcp").collect();
    startpoint.set_table(DescriptorTable::new(tcp)).unwrap();
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&startpoint);
    let there = buffer.get_startpoint(&job[1]).unwrap();
    assert_eq!(there.table().unwrap(), startpoint.table().unwrap());
    let _running = run(&job[2..]);
    there.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[1]], "it came", || job[2].served() == 1);
    assert_eq!(there.method().unwrap(), "tcp");
    assert!(startpoint.set_table(DescriptorTable::new(vec![])).is_err());
}
