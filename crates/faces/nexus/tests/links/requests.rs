//! Remote service requests: whom they reach, in which order, with what in them.

use crate::world::{PATIENCE, job, run, until};
use ferry_nexus::{Buffer, FaultKind, NexusError, Startpoint};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, mpsc};

#[test]
fn a_request_reaches_the_root_endpoint_even_before_it_is_open() {
    for method in ["shm", "tcp"] {
        let job = job(1, 2, &[method]);
        let _running = run(&job[1..]);
        let mut buffer = Buffer::new();
        buffer.put(5u64).put_str("early");
        job[0].startpoint_to(1).unwrap().send_rsr(3, &buffer).unwrap();
        for _ in 0..100 {
            job[0].poll().unwrap();
        }
        let (tell, told) = mpsc::channel();
        let _root = job[1]
            .endpoint()
            .handler(3, move |request| {
                let number: u64 = request.buffer.get().unwrap();
                let text = request.buffer.get_str().unwrap().to_owned();
                tell.send((request.from.rank.0, request.handler, number, text)).unwrap();
            })
            .open_root()
            .unwrap();
        let got = told.recv_timeout(PATIENCE);
        assert_eq!(got.unwrap(), (0, 3, 5, "early".to_owned()));
    }
}

/// Rank 0 gives rank 1 a startpoint, which rank 1 sends on to rank 2, which uses it.
#[test]
fn a_startpoint_works_in_a_third_process() {
    let job = job(2, 3, &["shm", "tcp"]);
    let (tell, told) = mpsc::channel();
    let endpoint = job[0]
        .endpoint()
        .handler(7, move |request| {
            tell.send((request.from.rank.0, request.buffer.get::<i32>().unwrap())).unwrap();
        })
        .open()
        .unwrap();
    let onward = job[1].startpoint_to(2).unwrap();
    let _middle = job[1]
        .endpoint()
        .handler(1, move |request| {
            let startpoint = request.get_startpoint().unwrap();
            let mut buffer = Buffer::new();
            onward.send_rsr(1, buffer.put_startpoint(&startpoint)).unwrap();
        })
        .open_root()
        .unwrap();
    let _last = job[2]
        .endpoint()
        .handler(1, |request| {
            let startpoint = request.get_startpoint().unwrap();
            let mut buffer = Buffer::new();
            startpoint.send_rsr(7, buffer.put(-9i32)).unwrap();
        })
        .open_root()
        .unwrap();
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&endpoint.startpoint());
    job[0].startpoint_to(1).unwrap().send_rsr(1, &buffer).unwrap();
    let mut got = None;
    until(&[&job[0], &job[1], &job[2]], "it came back", || {
        got = got.take().or_else(|| told.try_recv().ok());
        got.is_some()
    });
    assert_eq!(got, Some((2, -9)));
}

#[test]
fn a_startpoint_bound_to_several_endpoints_reaches_all() {
    let job = job(3, 2, &["tcp"]);
    let count = Arc::new(AtomicUsize::new(0));
    let endpoint = |n: usize, index: usize| {
        let count = count.clone();
        let handler = move |_: &mut ferry_nexus::Request<'_>| {
            count.fetch_add(n, SeqCst);
        };
        job[index].endpoint().handler(0, handler).open().unwrap()
    };
    let (a, b, c) = (endpoint(1, 0), endpoint(10, 0), endpoint(100, 1));
    let mut all = job[0].unbound();
    assert!(matches!(all.send_rsr(0, &Buffer::new()), Err(NexusError::Unbound)));
    all.bind(&a);
    all.bind(&b);
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&c.startpoint());
    all.join(&buffer.get_startpoint(&job[0]).unwrap());
    assert_eq!(all.fan_out(), 3);
    let _running = run(&job[1..]);
    all.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[0]], "all have it", || count.load(SeqCst) == 111);
}

#[test]
fn startpoints_are_compared() {
    let job = job(4, 2, &["tcp"]);
    let (a, b) = (job[0].endpoint().open().unwrap(), job[0].endpoint().open().unwrap());
    let (to_a, to_b) = (a.startpoint(), b.startpoint());
    assert_eq!(to_a, to_a.clone());
    assert_ne!(to_a, to_b);
    assert!(to_a.equal_context(&to_b) && to_a.is_local());
    let other = job[0].startpoint_to(1).unwrap();
    assert!(!to_a.equal_context(&other) && !other.is_local());
}

/// Requests of all sizes, copied and lent, arrive whole and in order.
fn long_requests(method: &str) {
    let job = job(5, 2, &[method]);
    let lengths = [0usize, 1, 100, 5000, 70_000, 3_000_000, 12];
    let data: Vec<Vec<f64>> =
        lengths.iter().map(|n| (0..*n).map(|i| (i * 7 + n) as f64).collect()).collect();
    let (tell, told) = mpsc::channel();
    let _root = job[1]
        .endpoint()
        .handler(0, move |request| {
            let copied: Vec<f64> = request.buffer.get_vec().unwrap();
            let lent: Vec<f64> = request.buffer.get_vec().unwrap();
            tell.send((copied, lent, request.buffer.get::<u8>().unwrap())).unwrap();
        })
        .open_root()
        .unwrap();
    let _running = run(&job[1..]);
    let startpoint = job[0].startpoint_to(1).unwrap();
    for (n, values) in data.iter().enumerate() {
        let mut buffer = Buffer::new();
        let copied = &values[..values.len().min(1000)];
        buffer.put_slice(copied).put_lent(values).put(n as u8);
        startpoint.send_rsr(0, &buffer).unwrap();
    }
    for (n, values) in data.iter().enumerate() {
        let mut got = None;
        until(&[&job[0]], "it came", || {
            got = got.take().or_else(|| told.try_recv().ok());
            got.is_some()
        });
        let (copied, lent, number) = got.unwrap();
        assert_eq!(number as usize, n);
        assert!(copied == values[..values.len().min(1000)] && lent == *values, "{n}");
    }
}

#[test]
fn long_requests_by_shm() {
    long_requests("shm");
}

#[test]
fn long_requests_by_tcp() {
    long_requests("tcp");
}

/// Non-threaded handlers on both sides answer each request with two, until enough: far more than there
/// is room for at once, and nobody waits.
#[test]
fn handlers_that_send_never_wait() {
    for method in ["shm", "tcp"] {
        let job = job(6, 2, &[method]);
        let served = Arc::new(AtomicUsize::new(0));
        let filling = vec![3u8; 3000];
        let endpoints: Vec<_> = (0..2)
            .map(|me: u32| {
                let back = job[me as usize].startpoint_to(1 - me).unwrap();
                let (served, filling) = (served.clone(), filling.clone());
                let handler = move |request: &mut ferry_nexus::Request<'_>| {
                    served.fetch_add(1, SeqCst);
                    let left: u32 = request.buffer.get().unwrap();
                    assert_eq!(request.buffer.get_bytes().unwrap(), filling);
                    for _ in 0..if left == 0 { 0 } else { 2 } {
                        let mut buffer = Buffer::new();
                        buffer.put(left - 1).put_lent(&filling[..]);
                        back.send_rsr(0, &buffer).unwrap();
                    }
                };
                job[me as usize].endpoint().handler(0, handler).open_root().unwrap()
            })
            .collect();
        let mut buffer = Buffer::new();
        buffer.put(12u32).put_slice(&filling);
        let running = run(&job[1..]);
        job[0].startpoint_to(1).unwrap().send_rsr(0, &buffer).unwrap();
        until(&[&job[0]], "all were served", || served.load(SeqCst) == (1 << 13) - 1);
        drop(running);
        drop(endpoints);
        job.iter().for_each(|nexus| nexus.finish().unwrap());
    }
}

/// A threaded handler waits for an answer that a non-threaded one of the same process brings.
#[test]
fn threaded_handlers_may_wait() {
    let job = job(7, 2, &["shm"]);
    let answers = Arc::new(Mutex::new(None));
    let (put, look) = (answers.clone(), answers.clone());
    let (ask, back) = (job[0].startpoint_to(1).unwrap(), job[1].startpoint_to(0).unwrap());
    let (tell, told) = mpsc::channel();
    let _a = job[0]
        .endpoint()
        .threaded(0, move |request| {
            ask.send_rsr(0, &Buffer::new()).unwrap();
            let answered = || look.lock().unwrap().is_some();
            assert!(request.nexus.wait_until(Some(PATIENCE), answered).unwrap());
            tell.send(*look.lock().unwrap()).unwrap();
        })
        .handler(1, move |request| {
            *put.lock().unwrap() = Some(request.buffer.get::<u16>().unwrap());
        })
        .open_root()
        .unwrap();
    let _b = job[1]
        .endpoint()
        .handler(0, move |_| {
            let mut buffer = Buffer::new();
            back.send_rsr(1, buffer.put(77u16)).unwrap();
        })
        .open_root()
        .unwrap();
    let _running = run(&job);
    job[1].startpoint_to(0).unwrap().send_rsr(0, &Buffer::new()).unwrap();
    assert_eq!(told.recv_timeout(PATIENCE).unwrap(), Some(77));
}

#[test]
fn what_would_wait_is_refused_in_a_non_threaded_handler() {
    let job = job(8, 1, &[]);
    let (tell, told) = mpsc::channel();
    let endpoint = job[0]
        .endpoint()
        .handler(0, move |request| {
            let waits = request.nexus.wait(None).is_err();
            let attaches =
                request.nexus.attach("ferry://localhost:9/#00112233445566778899aabbccddeeff");
            let attaches = matches!(attaches, Err(NexusError::WouldWait { .. }));
            tell.send(waits && attaches && request.nexus.finish().is_err()).unwrap();
        })
        .open()
        .unwrap();
    endpoint.startpoint().send_rsr(0, &Buffer::new()).unwrap();
    job[0].poll().unwrap();
    assert!(told.try_recv().unwrap());
}

#[test]
fn requests_for_what_is_not_there_are_faults() {
    let job = job(9, 2, &["shm"]);
    let faults = Arc::new(Mutex::new(Vec::new()));
    let noted = faults.clone();
    job[1].on_fault(move |fault| noted.lock().unwrap().push((fault.kind, fault.peer)));
    let endpoint = job[1].endpoint().open().unwrap();
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&endpoint.startpoint());
    let startpoint: Startpoint = buffer.get_startpoint(&job[0]).unwrap();
    startpoint.send_rsr(5, &Buffer::new()).unwrap();
    let count = || faults.lock().unwrap().len();
    until(&[&job[0], &job[1]], "the handler is missed", || count() == 1);
    drop(endpoint);
    startpoint.send_rsr(5, &Buffer::new()).unwrap();
    until(&[&job[0], &job[1]], "the endpoint is missed", || count() == 2);
    let home = Some(job[0].home());
    let expected = [(FaultKind::UnknownHandler, home), (FaultKind::UnknownEndpoint, home)];
    assert_eq!(*faults.lock().unwrap(), expected);
    assert_eq!(job[1].refused(), 2);
}

#[test]
fn an_unknown_request_handler_answers_for_all_numbers() {
    let job = job(10, 1, &[]);
    let (tell, told) = mpsc::channel();
    let unknown = move |request: &mut ferry_nexus::Request<'_>| tell.send(request.handler).unwrap();
    let endpoint = job[0].endpoint().unknown(unknown).handler(1, |_| {}).open().unwrap();
    for number in [1, 900, u32::MAX] {
        endpoint.startpoint().send_rsr(number, &Buffer::new()).unwrap();
    }
    job[0].poll().unwrap();
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [900, u32::MAX]);
    assert!(job[0].endpoint().handler(1 << 20, |_| {}).open().is_err());
}

/// A process goes: the other is told once, and its sends fail with the reason.
#[test]
fn an_end_is_told() {
    let mut job = job(11, 2, &["tcp"]);
    let (tell, told) = mpsc::channel();
    job[0].on_fault(move |fault| tell.send(fault.clone()).unwrap());
    let got = Arc::new(AtomicUsize::new(0));
    let counter = got.clone();
    let root = job[1]
        .endpoint()
        .handler(0, move |_| {
            counter.fetch_add(1, SeqCst);
        })
        .open_root()
        .unwrap();
    let startpoint = job[0].startpoint_to(1).unwrap();
    let running = run(&job[1..]);
    startpoint.send_rsr(0, &Buffer::new()).unwrap();
    until(&[&job[0]], "it came", || got.load(SeqCst) == 1);
    drop(running);
    drop(root);
    drop(job.pop());
    let mut fault = None;
    until(&[&job[0]], "the fault is told", || {
        fault = fault.take().or_else(|| told.try_recv().ok());
        fault.is_some()
    });
    let fault = fault.unwrap();
    assert_eq!((fault.kind, fault.peer.unwrap().rank.0), (FaultKind::ShutdownNormally, 1));
    let error = startpoint.send_rsr(0, &Buffer::new()).unwrap_err();
    assert!(matches!(error, NexusError::Gone { .. }), "{error}");
}

/// Without a callback the next operation says it.
#[test]
fn a_fault_without_a_callback_is_an_error() {
    let job = job(12, 1, &[]);
    let startpoint = job[0].endpoint().open().unwrap().startpoint();
    startpoint.send_rsr(0, &Buffer::new()).unwrap();
    let error = (0..10).find_map(|_| job[0].poll().err()).expect("an error");
    assert!(matches!(error, NexusError::Fault(f) if f.kind == FaultKind::UnknownEndpoint));
}

/// Many threads send to one process, among them long requests: all arrive whole, each thread's in order.
#[test]
fn threads_take_turns() {
    let job = job(13, 2, &["shm"]);
    let seen = Arc::new(Mutex::new(vec![Vec::new(); 4]));
    let noted = seen.clone();
    let _root = job[1]
        .endpoint()
        .handler(0, move |request| {
            let (thread, n): (u32, u32) =
                (request.buffer.get().unwrap(), request.buffer.get().unwrap());
            let bytes = request.buffer.get_bytes().unwrap();
            assert!(bytes.iter().all(|b| *b == n as u8));
            noted.lock().unwrap()[thread as usize].push(n);
        })
        .open_root()
        .unwrap();
    let _running = run(&job[1..]);
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            let startpoint = job[0].startpoint_to(1).unwrap();
            scope.spawn(move || {
                for n in 0..60u32 {
                    let data = vec![n as u8; if n % 7 == 0 { 300_000 } else { 100 }];
                    let mut buffer = Buffer::new();
                    buffer.put(thread).put(n).put_lent(&data);
                    startpoint.send_rsr(0, &buffer).unwrap();
                }
            });
        }
    });
    until(&[&job[0]], "all came", || seen.lock().unwrap().iter().all(|v| v.len() == 60));
    assert!(seen.lock().unwrap().iter().all(|v| v.is_sorted()));
}
