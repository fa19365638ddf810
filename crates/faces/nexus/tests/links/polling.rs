//! How often methods are looked at, changed while requests flow.

use crate::world::{job, run, until};
use ferry_config::Config;
use ferry_link::MethodReport;
use ferry_nexus::{Approval, Buffer, Nexus, PollInterval};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// The method of this name in each of a process's worlds.
fn reports(nexus: &Nexus, name: &str) -> Vec<MethodReport> {
    nexus.methods().into_iter().filter(|report| report.name == name).collect()
}

/// The intervals in all worlds.
fn intervals(nexus: &Nexus, name: &str) -> Vec<Option<u32>> {
    reports(nexus, name).iter().map(|report| report.interval).collect()
}

fn counting(nexus: &Nexus) -> (Arc<AtomicU32>, ferry_nexus::Endpoint) {
    let count = Arc::new(AtomicU32::new(0));
    let counted = count.clone();
    let count_up = move |_: &mut ferry_nexus::Request<'_>| {
        counted.fetch_add(1, SeqCst);
    };
    (count, nexus.endpoint().handler(0, count_up).open_root().unwrap())
}

#[test]
fn intervals_are_set_while_requests_flow() {
    let job = job(70, 2, &["shm", "tcp"]);
    let (count, _root) = counting(&job[1]);
    let _running = run(&job[1..]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    startpoint.set_method("tcp").unwrap();
    let settings = [
        PollInterval::Fixed(20),
        PollInterval::Fixed(1),
        PollInterval::Fixed(3000),
        PollInterval::Adaptive,
    ];
    for (round, setting) in (1..).zip(settings) {
        for nexus in &job {
            nexus.set_interval("tcp", setting).unwrap();
        }
        if let PollInterval::Fixed(polls) = setting {
            assert_eq!(intervals(&job[0], "tcp"), [Some(polls)]);
        }
        for _ in 0..10 {
            startpoint.send_rsr(0, &Buffer::new()).unwrap();
        }
        until(&[&job[0]], "all came", || count.load(SeqCst) == 10 * round);
    }
    let error = job[0].set_interval("pigeon", PollInterval::Adaptive).unwrap_err().to_string();
    assert!(error.contains("'pigeon'") && error.contains("shm, tcp"), "{error}");
}

#[test]
fn a_thread_waits_for_a_method_and_ceases_to() {
    let job = job(71, 2, &["shm", "tcp"]);
    let (count, _root) = counting(&job[1]);
    let _running = run(&job[1..]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    startpoint.set_method("tcp").unwrap();
    for round in 1..=6 {
        let waits = round % 2 == 1;
        job[1].set_waiter("tcp", waits).unwrap();
        // A second time changes nothing.
        job[1].set_waiter("tcp", waits).unwrap();
        assert_eq!(reports(&job[1], "tcp")[0].has_waiter, waits);
        for _ in 0..10 {
            startpoint.send_rsr(0, &Buffer::new()).unwrap();
        }
        until(&[&job[0]], "all came", || count.load(SeqCst) == 10 * round);
    }
    assert!(job[0].set_waiter("pigeon", true).is_err());
    // The last thread ends with the links.
    job[1].set_waiter("tcp", true).unwrap();
}

#[test]
fn what_is_not_polled_comes_before_a_sleep() {
    let job = job(72, 2, &["shm", "tcp"]);
    let (count, _root) = counting(&job[1]);
    let mut startpoint = job[0].startpoint_to(1).unwrap();
    {
        let _running = run(&job[1..]);
        startpoint.set_method("tcp").unwrap();
        startpoint.send_rsr(0, &Buffer::new()).unwrap();
        until(&[&job[0]], "it came", || count.load(SeqCst) == 1);
    }
    job[1].poll_only(Some(&["shm"])).unwrap();
    assert_eq!(intervals(&job[1], "tcp"), [None]);
    startpoint.send_rsr(0, &Buffer::new()).unwrap();
    for _ in 0..1000 {
        job[0].poll().unwrap();
        job[1].poll().unwrap();
    }
    assert_eq!(count.load(SeqCst), 1, "TCP has no turns");
    let _running = run(&job[1..]);
    until(&[&job[0]], "a wait finds it", || count.load(SeqCst) == 2);
    job[1].poll_only(None).unwrap();
    assert!(intervals(&job[1], "tcp")[0].is_some());
    let error = job[1].poll_only(Some(&["shm", "pigeon"])).unwrap_err().to_string();
    assert!(error.contains("pigeon"), "{error}");
}

/// What is set holds for attachments, those that are there and those that come.
#[test]
fn attached_links_are_meant_too() {
    let config = Config::with([("methods", "tcp"), ("tcp.interface", "lo")]).unwrap();
    let (a, b) = (Nexus::start(&config).unwrap(), Nexus::start(&config).unwrap());
    let (count, endpoint) = counting(&a);
    let gift = endpoint.startpoint();
    let here = "127.0.0.1:0".parse().unwrap();
    let url = a.allow_attach(here, move |_| Approval::Accept(gift.clone())).unwrap().to_string();
    {
        let _running = run(std::slice::from_ref(&a));
        let first = b.attach(&url).unwrap();
        a.set_interval("tcp", PollInterval::Fixed(7)).unwrap();
        a.set_waiter("tcp", true).unwrap();
        assert_eq!(intervals(&a, "tcp"), [Some(7)]);
        first.send_rsr(0, &Buffer::new()).unwrap();
        until(&[&b], "it came", || count.load(SeqCst) == 1);
        b.detach(&first).unwrap();
    }
    let c = Nexus::start(&config).unwrap();
    let (second, third) = (b.attach(&url).unwrap(), c.attach(&url).unwrap());
    until(&[&a, &b, &c], "two are there", || reports(&a, "tcp").len() == 2);
    assert_eq!(intervals(&a, "tcp"), [Some(7), Some(7)]);
    assert!(reports(&a, "tcp").iter().all(|report| report.has_waiter));
    a.poll_only(Some(&["local"])).unwrap();
    assert_eq!(intervals(&a, "tcp"), [None, None]);
    a.poll_only(None).unwrap();
    a.set_waiter("tcp", false).unwrap();
    let _running = run(std::slice::from_ref(&a));
    second.send_rsr(0, &Buffer::new()).unwrap();
    third.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&b, &c], "both came", || count.load(SeqCst) == 3);
}
