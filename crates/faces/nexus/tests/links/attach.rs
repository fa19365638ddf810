//! Attaching across jobs.

use crate::world::{PATIENCE, job, run, until};
use ferry_nexus::{Approval, Buffer, FaultKind, Nexus, NexusError, Url};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, mpsc};

const HERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// A door behind which an endpoint tells what it gets.
fn door(nexus: &Nexus) -> (Url, mpsc::Receiver<i32>, ferry_nexus::Endpoint) {
    let (tell, told) = mpsc::channel();
    let endpoint = nexus
        .endpoint()
        .handler(0, move |request| tell.send(request.buffer.get().unwrap()).unwrap())
        .open()
        .unwrap();
    let startpoint = endpoint.startpoint();
    let url = nexus.allow_attach(HERE, move |visitor| match visitor.path.as_str() {
        "closed" => Approval::Refuse("come back tomorrow".into()),
        _ => Approval::Accept(startpoint.clone()),
    });
    (url.unwrap(), told, endpoint)
}

fn send(startpoint: &ferry_nexus::Startpoint, number: i32) -> Result<(), NexusError> {
    let mut buffer = Buffer::new();
    startpoint.send_rsr(0, buffer.put(number))
}

#[test]
fn two_jobs_meet_by_url_and_part() {
    let (a, b) = (job(30, 1, &[]).remove(0), job(31, 1, &[]).remove(0));
    let (mut url, told, _endpoint) = door(&a);
    url.path = "weather/north".into();
    let startpoint = b.attach(&url.to_string()).unwrap();
    send(&startpoint, 41).unwrap();
    until(&[&a, &b], "it came", || told.try_recv() == Ok(41));
    let (tell, gone) = mpsc::channel();
    a.on_fault(move |fault| tell.send((fault.kind, fault.peer)).unwrap());
    b.detach(&startpoint).unwrap();
    let expected = (FaultKind::ShutdownNormally, Some(b.home()));
    until(&[&a, &b], "it is gone", || gone.try_recv() == Ok(expected));
    assert!(send(&startpoint, 1).is_err());
    let again = b.attach(&url.to_string()).unwrap();
    send(&again, 43).unwrap();
    until(&[&a, &b], "it came again", || told.try_recv() == Ok(43));
    a.finish().unwrap();
    b.finish().unwrap();
}

/// B attaches to A and hands A's startpoint to C, of a third job, which attaches by itself.
#[test]
fn a_startpoint_that_leaves_its_job_works_there() {
    let (a, b, c) =
        (job(32, 1, &[]).remove(0), job(33, 1, &[]).remove(0), job(34, 1, &[]).remove(0));
    let (url, told, endpoint) = door(&a);
    let to_a = b.attach(&url.to_string()).unwrap();
    let mut buffer = Buffer::new();
    let handed = buffer.put_startpoint(&to_a).get_startpoint(&c).unwrap();
    assert_eq!(handed, to_a);
    let _running = run(std::slice::from_ref(&a));
    send(&handed, 7).unwrap();
    until(&[&b, &c], "it came", || told.try_recv() == Ok(7));
    // A second one to the same process needs no second attachment.
    send(&handed.clone(), 8).unwrap();
    until(&[&b, &c], "it came", || told.try_recv() == Ok(8));
    // The key of an endpoint opens nothing once the endpoint is gone.
    drop(_running);
    drop(endpoint);
    let mut buffer = Buffer::new();
    let d = job(35, 1, &[]).remove(0);
    let late = buffer.put_startpoint(&to_a).get_startpoint(&d).unwrap();
    let error = send(&late, 9).unwrap_err();
    assert!(error.to_string().contains("not there any more"), "{error}");
}

#[test]
fn a_startpoint_without_a_door_says_what_is_missing() {
    let (a, b) = (job(36, 1, &[]).remove(0), job(37, 1, &[]).remove(0));
    let endpoint = a.endpoint().open().unwrap();
    let mut buffer = Buffer::new();
    let handed = buffer.put_startpoint(&endpoint.startpoint()).get_startpoint(&b).unwrap();
    let error = send(&handed, 1).unwrap_err().to_string();
    assert!(error.contains("allow_attach"), "{error}");
}

#[test]
fn strangers_are_refused_with_a_reason_and_counted() {
    let (a, b) = (job(38, 1, &[]).remove(0), job(39, 1, &[]).remove(0));
    let faults = Arc::new(Mutex::new(Vec::new()));
    let noted = faults.clone();
    a.on_fault(move |fault| noted.lock().unwrap().push(fault.clone()));
    let (url, _told, _endpoint) = door(&a);
    let refused = |url: &Url| b.attach(&url.to_string()).unwrap_err().to_string();
    let wrong = Url { key: Some([0; 16]), ..url.clone() };
    assert!(refused(&wrong).contains("key may be wrong"), "{}", refused(&wrong));
    let none = Url { key: None, ..url.clone() };
    assert!(refused(&none).contains("no key"));
    let closed = Url { path: "closed".into(), ..url.clone() };
    assert!(refused(&closed).contains("come back tomorrow"));
    assert!(matches!(b.attach("ferry://nowhere"), Err(NexusError::Url(_))));
    until(&[&a], "all are told of", || faults.lock().unwrap().len() >= 2);
    let kinds = faults.lock().unwrap();
    assert!(kinds.iter().all(|fault| fault.kind == FaultKind::AcceptAttachFailed), "{kinds:?}");
    assert!(a.disallow_attach(&url) && !a.disallow_attach(&url));
    assert!(matches!(b.attach(&url.to_string()), Err(NexusError::Unreachable { .. })));
}

/// Noise at the door: nothing is answered, nothing is kept, and the door still opens for others.
#[test]
fn garbage_at_the_door_is_survived() {
    let (a, b) = (job(40, 1, &[]).remove(0), job(41, 1, &[]).remove(0));
    a.on_fault(|_| {});
    let (url, told, _endpoint) = door(&a);
    let garbage: [&[u8]; 5] = [
        b"GET / HTTP/1.0\r\n\r\n",
        &[0xff; 4096],
        &[4, 0, 0, 0, 1, 2, 3, 4],
        &[60, 0, 0, 0, b'F', b'R', b'Y', b'A', 1, 1, 0, 0],
        b"",
    ];
    for noise in garbage {
        let mut stream = TcpStream::connect(("127.0.0.1", url.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The door may have been shut already.
        let _ = stream.write_all(noise);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty(), "{answer:?}");
    }
    until(&[&a], "all are counted", || a.refused() == 5);
    let startpoint = b.attach(&url.to_string()).unwrap();
    send(&startpoint, 3).unwrap();
    until(&[&a, &b], "it came", || told.try_recv() == Ok(3));
}
