//! A process that runs out of descriptors. The limit is the whole process's, so this is the only test
//! of its program.

use ferry_conformance::{Mesh, Reach, Subject, identity, pattern};
use ferry_method::{HandlerId, Header, Method, PeerId};
use ferry_method_tcp_stream::{TcpStreamMethod, TcpStreamOptions};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::fd::AsRawFd;
use std::time::Duration;

fn header(tag: u64, number: u64) -> Header {
    let words = [number, tag];
    Header { flags: Header::OWN_STREAM, bits: tag, words, ..Header::new(HandlerId(4)) }
}

/// Leaves the process `more` descriptors, or none, by the hard limit: Ferry raises the soft one.
fn leave(more: u64) -> Rlimit {
    let before = getrlimit(Resource::Nofile);
    // The limit is one of their numbers, and the lowest that is free is taken first.
    let free = std::fs::File::open("/dev/null").expect("a descriptor").as_raw_fd() as u64;
    let limit = Rlimit { current: Some(free + more), maximum: Some(free + more) };
    setrlimit(Resource::Nofile, limit).expect("a lower limit may be set");
    before
}

#[test]
fn streams_share_what_descriptors_there_are() {
    let options = TcpStreamOptions { max_connections: Some(1000), ..TcpStreamOptions::default() };
    let subject = Subject::new(Reach::Others, move |n| {
        let one = |i| TcpStreamMethod::new(identity(i, n), options.clone());
        (0..n).map(|i| Box::new(one(i).expect("listening")) as Box<dyn Method>).collect()
    });
    let mut mesh = Mesh::new(&subject, 2);
    mesh.send((0, 1), &Header::new(HandlerId(1)), b"the control connection");
    mesh.until("the frame arrives", |mesh| mesh.take(1).len() == 1);

    let before = leave(25);
    let mut complaints = Vec::new();
    for number in 0..3 {
        for tag in 0..100 {
            let content = pattern(tag, 300);
            let mut done = 0;
            mesh.until("a frame is taken", |mesh| {
                complaints.extend(mesh.method(0).describe_link(PeerId(1)));
                complaints.extend(mesh.method(1).describe_link(PeerId(0)));
                complaints.retain(|line| line.contains("ulimit -n"));
                complaints.truncate(1);
                let header = header(tag, number);
                mesh.try_send((0, 1), &header, &content, &mut done).expect("a healthy link")
            });
            mesh.until("the frame arrives", |mesh| !mesh.sink(1).arrivals.is_empty());
            let arrival = mesh.take(1).remove(0);
            assert_eq!(arrival.header, header(tag, number));
            assert_eq!(arrival.payload, Some(content));
        }
    }
    assert!(!complaints.is_empty(), "nobody was told that descriptors are short");
    assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());

    if setrlimit(Resource::Nofile, before).is_err() {
        eprintln!("left out: what happens when the limit is lifted again, which takes a superuser");
        return;
    }
    mesh.skip(Duration::from_secs(5));
    for tag in 200..250 {
        mesh.send((0, 1), &header(tag, 0), b"plenty again");
    }
    mesh.until("all frames arrive", |mesh| mesh.sink(1).arrivals.len() == 50);
    assert!(mesh.method(0).open_streams(PeerId(1)) >= 50, "the limit is what it was");

    // Without any descriptor and any stream that could give way the sender is told so, in the end.
    let mut alone = Mesh::new(&subject, 2);
    alone.send((0, 1), &Header::new(HandlerId(1)), b"the control connection");
    alone.until("the frame arrives", |mesh| mesh.take(1).len() == 1);
    leave(0);
    let first = alone.try_send((0, 1), &header(1, 0), b"x", &mut 0);
    assert!(matches!(first, Ok(false)), "a shortage may pass");
    alone.skip(Duration::from_secs(60));
    alone.poll_all();
    let error = alone.try_send((0, 1), &header(1, 0), b"x", &mut 0).expect_err("no descriptor");
    assert!(error.to_string().contains("ulimit -n"), "{error}");
    setrlimit(Resource::Nofile, before).expect("the old limit");
    alone.skip(Duration::from_secs(5));
    alone.poll_all();
    alone.send((0, 1), &header(1, 0), b"x");
    alone.until("the frame arrives", |mesh| mesh.take(1).len() == 1);
}
