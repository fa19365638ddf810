//! Jobs that meet as wholes. Those of more processes are programs in C (`tests/c/nexus/jobs.c`).

use crate::world::{PATIENCE, run, until};
use ferry_config::Config;
use ferry_nexus::{Buffer, Endpoint, FaultKind, Nexus, NexusError, Startpoint};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, mpsc};

const HERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

fn process(method: &str) -> Nexus {
    let parameters = [("methods", method), ("wait.oversubscribed", "yes"), ("tcp.interface", "lo")];
    Nexus::start(&Config::with(parameters).unwrap()).unwrap()
}

/// An endpoint that tells what it gets.
fn listening(nexus: &Nexus) -> (Endpoint, mpsc::Receiver<i32>) {
    let (tell, told) = mpsc::channel();
    let endpoint = nexus.endpoint();
    let endpoint =
        endpoint.handler(0, move |request| tell.send(request.buffer.get().unwrap()).unwrap());
    (endpoint.open().unwrap(), told)
}

fn send(startpoint: &Startpoint, number: i32) -> Result<(), NexusError> {
    let mut buffer = Buffer::new();
    startpoint.send_rsr(0, buffer.put(number))
}

/// One lets the other in; what each gets.
fn meet(a: &Nexus, of_a: &Endpoint, b: &Nexus, of_b: &Endpoint, url: &str) -> [Startpoint; 2] {
    let (of_a, of_b) = (of_a.startpoint(), of_b.startpoint());
    let mut met = std::thread::scope(|scope| {
        let accepting = scope.spawn(|| a.accept_job(&of_a).unwrap());
        let to_a = b.attach_job(Some(url), &of_b).unwrap();
        [accepting.join().unwrap(), to_a]
    });
    assert!(met.iter().all(|others| others.len() == 1));
    met.each_mut().map(|others| others.remove(0))
}

#[test]
fn jobs_meet_by_every_method_and_part() {
    for method in ["shm", "tcp", "sctp", "quic", "tcp+encrypt"] {
        let (a, b) = (process(method), process(method));
        let ((of_a, at_a), (of_b, at_b)) = (listening(&a), listening(&b));
        let url = a.open_job_door(HERE).unwrap().to_string();
        let [to_b, to_a] = meet(&a, &of_a, &b, &of_b, &url);
        assert_eq!((to_a.homes(), to_b.homes()), (vec![a.home()], vec![b.home()]));
        let faults = Arc::new(Mutex::new(Vec::new()));
        let noted = faults.clone();
        a.on_fault(move |fault| noted.lock().unwrap().push((fault.kind, fault.peer)));
        // Who sends first waits for the other's answer.
        let running = [&a, &b].map(|nexus| run(std::slice::from_ref(nexus)));
        send(&to_a, 1).unwrap();
        send(&to_b, 2).unwrap();
        assert_eq!(at_a.recv_timeout(PATIENCE), Ok(1), "{method}");
        assert_eq!(at_b.recv_timeout(PATIENCE), Ok(2), "{method}");
        assert_eq!(to_a.method().unwrap(), method);
        b.detach(&to_a).unwrap();
        let expected = [(FaultKind::ShutdownNormally, Some(b.home()))];
        until(&[], "it is gone", || *faults.lock().unwrap() == expected);
        assert!(matches!(send(&to_a, 3), Err(NexusError::Gone { .. })));
        assert!(matches!(send(&to_b, 3), Err(NexusError::Gone { .. })));
        // The door serves one job after the other.
        let [_, to_a] = meet(&a, &of_a, &b, &of_b, &url);
        send(&to_a, 4).unwrap();
        assert_eq!(at_a.recv_timeout(PATIENCE), Ok(4), "{method}");
        let [of_a, of_b] = running;
        drop(of_b);
        b.finish().unwrap();
        drop(of_a);
        a.finish().unwrap();
    }
}

/// Attached as a process and as a job: who parts by one still has the other.
#[test]
fn one_met_twice_stays_until_both_ways_are_gone() {
    let (a, b) = (process("shm"), process("shm"));
    let ((of_a, at_a), (of_b, _at_b)) = (listening(&a), listening(&b));
    let url = a.open_job_door(HERE).unwrap().to_string();
    let [_, first] = meet(&a, &of_a, &b, &of_b, &url);
    let [_, second] = meet(&a, &of_a, &b, &of_b, &url);
    b.detach(&second).unwrap();
    send(&first, 5).unwrap();
    until(&[&a, &b], "it came", || at_a.try_recv() == Ok(5));
    b.detach(&first).unwrap();
    assert!(matches!(b.detach(&first), Err(NexusError::Usage(_))));
    a.on_fault(|_| {});
    b.finish().unwrap();
    a.finish().unwrap();
}

#[test]
fn what_stands_against_it_is_told() {
    let (a, b) = (process("shm"), process("shm"));
    let own = a.endpoint().open().unwrap().startpoint();
    let why = a.accept_job(&own).unwrap_err().to_string();
    assert!(why.contains("there is no door"), "{why}");
    let why = b.attach_job(None, &own).unwrap_err().to_string();
    assert!(why.contains("no URL"), "{why}");
    assert!(matches!(b.attach_job(Some("pigeon"), &own), Err(NexusError::Url(_))));
    let url = a.open_job_door(HERE).unwrap();
    let itself = a.attach_job(Some(&url.to_string()), &own).unwrap_err().to_string();
    assert!(itself.contains("of this job"), "{itself}");
    // A door for processes is none for jobs, nor the other way round.
    assert!(b.attach(&url.to_string()).is_err());
    let closed = ferry_nexus::Url { port: 1, ..url.clone() };
    let error = b.attach_job(Some(&closed.to_string()), &own).unwrap_err();
    assert!(matches!(error, NexusError::Unreachable { .. }), "{error}");
    let wrong = ferry_nexus::Url { key: Some([0; 16]), ..url };
    let error = b.attach_job(Some(&wrong.to_string()), &own).unwrap_err().to_string();
    assert!(error.contains("key may be wrong"), "{error}");
    a.finish().unwrap();
    b.finish().unwrap();
    assert!(matches!(a.accept_job(&own), Err(NexusError::Finished)));
    assert!(matches!(a.open_job_door(HERE), Err(NexusError::Finished)));
}

#[test]
fn a_handler_that_must_not_wait_meets_nobody() {
    let a = process("shm");
    let (tell, told) = mpsc::channel();
    let endpoint = a.endpoint().handler(0, move |request| {
        let own = request.nexus.unbound();
        tell.send(request.nexus.accept_job(&own).unwrap_err().to_string()).unwrap();
    });
    let endpoint = endpoint.open().unwrap();
    send(&endpoint.startpoint(), 1).unwrap();
    until(&[&a], "it ran", || told.try_recv().is_ok_and(|why| why.contains("would wait")));
    a.finish().unwrap();
}
