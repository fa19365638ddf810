//! Methods of single startpoints.

use crate::world::{JobPlan, job, run, until};
use ferry_link::Policy;
use ferry_nexus::{Buffer, DescriptorTable, NexusError, Startpoint};
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

/// The method by which a startpoint's requests go once one has arrived at rank `at`.
fn used(job: &[ferry_nexus::Nexus], startpoint: &Startpoint, from: usize, at: usize) -> String {
    let before = job[at].served();
    // A change of method needs both ends.
    let _running = run(&job[at..=at]);
    startpoint.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[from]], "it came", || job[at].served() == before + 1);
    startpoint.method().unwrap()
}

/// The order that a process publishes decides for those that have none of their own.
#[test]
fn a_published_order_decides_where_nothing_else_does() {
    let prefers = |rank| {
        let only = |names: &[&str]| names.iter().map(|name| (*name).into()).collect();
        let only = if rank == 1 { only(&["tcp", "shm"]) } else { Vec::new() };
        let only = if rank == 2 { ["shm", "tcp"].map(String::from).to_vec() } else { only };
        Policy { only, ..Policy::default() }
    };
    let plan = JobPlan::new(24, 4, &|_| vec!["shm", "tcp"]);
    let job = JobPlan { policy: &prefers, ..plan }.start();
    let open = |rank: usize| job[rank].endpoint().handler(0, |_| {}).open_root().unwrap();
    let _roots: Vec<_> = (0..4).map(open).collect();
    let way =
        |from: usize, to: usize| used(&job, &job[from].startpoint_to(to as u32).unwrap(), from, to);
    assert_eq!(way(0, 1), "tcp", "rank 1 would rather have TCP");
    assert_eq!(way(0, 3), "shm", "nobody prefers anything");
    assert_eq!(way(2, 1), "shm", "rank 2 has an order of its own");
    assert_eq!(way(1, 3), "tcp", "and so has rank 1");
    let ways = job[0].startpoint_to(1).unwrap().methods().unwrap();
    let why = &ways.iter().find(|way| way.method == "tcp").unwrap().why;
    assert!(why.contains("as the peer has them"), "{why}");
}

/// A process does not publish that it has TCP; who is given its descriptor reaches it by that.
#[test]
fn an_entry_that_was_added_is_used_with_its_bytes() {
    let mut hidden = Vec::new();
    let mut hide = |mut table: DescriptorTable| {
        hidden.push(table.remove("tcp").expect("it is open"));
        table
    };
    let plan = JobPlan::new(25, 3, &|_| vec!["shm", "tcp"]);
    let job = JobPlan { publish: Some(&mut hide), ..plan }.start();
    let _root = job[2].endpoint().handler(0, |_| {}).open_root().unwrap();
    let mut startpoint = job[0].startpoint_to(2).unwrap();
    assert!(startpoint.clone().set_method("tcp").is_err(), "it is not known yet");
    let mut table = startpoint.table().unwrap();
    assert!(table.of("tcp").is_none());
    table.insert(0, hidden[2].clone());
    startpoint.set_table(table.clone()).unwrap();
    assert_eq!(used(&job, &startpoint, 0, 2), "tcp");
    // It works as well where it is sent to.
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&startpoint);
    let there = buffer.get_startpoint(&job[1]).unwrap();
    assert_eq!(used(&job, &there, 1, 2), "tcp");
    // Another descriptor of a method in use, one that makes no sense, and one of nobody's.
    let mut other = table.clone();
    let bytes = hidden[1].bytes.clone();
    let entry = |method: &str, bytes: &[u8]| ferry_method::Descriptor {
        method: method.into(),
        bytes: bytes.to_vec(),
    };
    for name in ["shm", "local"] {
        other.remove(name);
    }
    other.insert(0, entry("tcp", &bytes));
    let error = startpoint.set_table(other.clone()).unwrap_err().to_string();
    assert!(error.contains("by another descriptor"), "{error}");
    let fresh = job[1].startpoint_to(0).unwrap();
    let refused = |method: &str, bytes: &[u8]| {
        let table = DescriptorTable::new(vec![entry(method, bytes)]);
        fresh.clone().set_table(table).unwrap_err().to_string()
    };
    assert!(refused("tcp", b"nonsense").contains("tcp"), "{}", refused("tcp", b"nonsense"));
    assert!(refused("pigeon", &[]).contains("not opened"), "{}", refused("pigeon", &[]));
    // What was refused has left nothing: the method is as unknown as before.
    assert!(fresh.clone().set_method("tcp").is_err());
}

/// What was chosen goes along only when asked to, and is not insisted on.
#[test]
fn a_choice_travels_when_asked_to() {
    let job = job(26, 3, &["shm", "tcp"]);
    let open = |rank: usize| job[rank].endpoint().handler(0, |_| {}).open_root().unwrap();
    let _roots: Vec<_> = (0..3).map(open).collect();
    let mut startpoint = job[0].startpoint_to(2).unwrap();
    startpoint.set_method("tcp").unwrap();
    let arrive = |startpoint: &Startpoint, at: usize| {
        let mut buffer = Buffer::new();
        buffer.put_startpoint(startpoint);
        buffer.get_startpoint(&job[at]).unwrap()
    };
    assert_eq!(used(&job, &arrive(&startpoint, 1), 1, 2), "shm");
    startpoint.carry_method(true);
    let carried = arrive(&startpoint, 1);
    assert_eq!(used(&job, &carried, 1, 2), "tcp");
    // Whoever got it passes it on; at the endpoint's own process there is no TCP to itself.
    let back = arrive(&carried, 0);
    assert_eq!(used(&job, &back, 0, 2), "tcp");
    let home = arrive(&carried, 2);
    home.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[2]], "it came home", || job[2].served() == 4);
    assert_eq!(home.method().unwrap(), "local");
}

/// Datagrams for those who ask for them: a startpoint of its own, while others stay reliable.
#[test]
fn a_startpoint_can_choose_datagrams() {
    let job = job(27, 2, &["tcp", "udp"]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let note = move |request: &mut ferry_nexus::Request<'_>| {
        noted.lock().unwrap().push(request.buffer.get::<u32>().unwrap());
    };
    let _root = job[1].endpoint().handler(0, note).open_root().unwrap();
    let reliable = job[0].startpoint_to(1).unwrap();
    let mut startpoint = reliable.clone();
    startpoint.set_method("udp").unwrap();
    let _running = run(&job[1..]);
    // The change ends; what is sent afterwards may be lost.
    until(&[&job[0]], "a datagram came", || {
        startpoint.send_rsr(0, Buffer::new().put(1u32)).unwrap();
        let ways = startpoint.methods().unwrap();
        let udp = ways.iter().find(|way| way.method == "udp").unwrap();
        udp.traffic.sent.frames > 0 && seen.lock().unwrap().contains(&1)
    });
    assert_eq!(
        (startpoint.method().unwrap(), reliable.method().unwrap()),
        ("udp".into(), "tcp".into())
    );
    let long = vec![0u8; 1 << 20];
    let (mut lent, mut copied) = (Buffer::new(), Buffer::new());
    lent.put_lent(&long);
    copied.put_slice(&long);
    for buffer in [lent, copied] {
        let error = startpoint.send_rsr(0, &buffer).unwrap_err().to_string();
        assert!(error.contains("datagram") || error.contains("is the most"), "{error}");
    }
    // Back again, though nobody knows what was lost: nothing is waited for.
    seen.lock().unwrap().clear();
    startpoint.set_method("tcp").unwrap();
    for n in 10..20u32 {
        startpoint.send_rsr(0, Buffer::new().put(n)).unwrap();
    }
    until(&[&job[0]], "all came", || seen.lock().unwrap().contains(&19));
    let seen = seen.lock().unwrap();
    let last: Vec<u32> = seen.iter().copied().filter(|n| *n >= 10).collect();
    assert_eq!(last, (10..20).collect::<Vec<u32>>());
    // By name only: neither a rule nor a published order makes it anybody's method.
    assert!(reliable.methods().unwrap().iter().any(|way| way.method == "udp"));
}
