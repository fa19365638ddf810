//! Requests by every method: between jobs that attach, and through a relay.

use crate::world::{JobPlan, run, until};
use ferry_config::Config;
use ferry_nexus::{Approval, Buffer, Nexus, Request, Startpoint};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

/// What has come: number and bytes of each request.
type Seen = Arc<Mutex<Vec<(u32, usize)>>>;

fn noting(seen: &Seen) -> impl Fn(&mut Request<'_>) + Send + Sync + use<> {
    let seen = seen.clone();
    move |request| {
        let number = request.buffer.get::<u32>().unwrap();
        let bytes = request.buffer.get_bytes().unwrap();
        assert!(bytes.iter().all(|byte| *byte == number as u8), "request {number}");
        seen.lock().unwrap().push((number, bytes.len()));
    }
}

/// Sends requests short and long, lent and copied.
fn send_some(startpoint: &Startpoint) -> Vec<(u32, usize)> {
    let sent = (0..60u32).map(|number| {
        let len = [3, 5000, 200_000][number as usize % 3];
        let bytes = vec![number as u8; len];
        let mut buffer = Buffer::new();
        buffer.put(number);
        if number % 2 == 0 || len > 10_000 {
            buffer.put_lent(&bytes);
        } else {
            buffer.put_slice(&bytes);
        }
        startpoint.send_rsr(0, &buffer).unwrap();
        (number, len)
    });
    sent.collect()
}

/// Two jobs that attach exchange requests by a method, and leave nothing behind.
fn passes(method: &str, more: &[(&str, &str)]) {
    let common = [("methods", method), ("wait.oversubscribed", "yes"), ("tcp.interface", "lo")];
    let config = Config::with(common.into_iter().chain(more.iter().copied())).unwrap();
    let (a, b) = (Nexus::start(&config).unwrap(), Nexus::start(&config).unwrap());
    let seen = Seen::default();
    let endpoint = a.endpoint().handler(0, noting(&seen)).open().unwrap();
    let gift = endpoint.startpoint();
    let here = "127.0.0.1:0".parse().unwrap();
    let url = a.allow_attach(here, move |_| Approval::Accept(gift.clone())).unwrap();
    let startpoint = b.attach(&url.to_string()).unwrap();
    let running = run(std::slice::from_ref(&a));
    let sent = send_some(&startpoint);
    until(&[&b], method, || seen.lock().unwrap().len() == sent.len());
    assert_eq!(*seen.lock().unwrap(), sent, "{method}");
    assert_eq!(startpoint.method().unwrap(), method);
    b.finish().unwrap();
    drop(running);
    a.finish().unwrap();
}

#[test]
fn attached_jobs_talk_by_sctp() {
    passes("sctp", &[]);
}

#[test]
fn attached_jobs_talk_by_quic() {
    passes("quic", &[]);
}

#[test]
fn attached_jobs_talk_by_a_connection_for_each_stream() {
    passes("tcp-stream", &[]);
}

#[test]
fn attached_jobs_talk_through_filters() {
    for method in ["tcp+encrypt", "tcp+compress", "sctp+compress+encrypt"] {
        passes(method, &[]);
    }
}

/// The example of an external module, built; `None` without a C compiler.
fn module() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uxpipe.so");
    let fresh = path.with_extension(std::process::id().to_string());
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O2", "-I"]).arg(root.join("include"));
    cc.arg(root.join("examples/external-method/uxpipe.c")).arg("-o").arg(&fresh);
    let Ok(output) = cc.output() else {
        eprintln!("SKIPPED: there is no C compiler");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::rename(&fresh, &path).unwrap();
    Some(path)
}

#[test]
fn attached_jobs_talk_by_an_external_module() {
    let Some(path) = module() else { return };
    passes("uxpipe", &[("external", path.to_str().unwrap())]);
}

/// Rank 1 has no network of its own: rank 0 relays for it, both ways.
#[test]
fn a_relay_is_between_two_processes() {
    let methods = |rank: u32| match rank {
        0 => vec!["shm", "tcp"],
        1 => vec!["shm"],
        _ => vec!["tcp"],
    };
    let plan = JobPlan::new(90, 3, &methods);
    let job = JobPlan { forward: "tcp:0-1>0", ..plan }.start();
    let seen: Vec<Seen> = (0..3).map(|_| Seen::default()).collect();
    let open = |rank: usize| job[rank].endpoint().handler(0, noting(&seen[rank])).open_root();
    let _roots: Vec<_> = (0..3).map(|rank| open(rank).unwrap()).collect();
    for (from, to) in [(1, 2), (2, 1)] {
        let others: Vec<Nexus> =
            (0..3).filter(|rank| *rank != from).map(|r| job[r].clone()).collect();
        let _running = run(&others);
        let startpoint = job[from].startpoint_to(to as u32).unwrap();
        let sent = send_some(&startpoint);
        until(&[&job[from]], "all came", || seen[to].lock().unwrap().len() == sent.len());
        assert_eq!(*seen[to].lock().unwrap(), sent);
        let ways = startpoint.methods().unwrap();
        let why = &ways.iter().find(|way| !way.carries.is_empty()).unwrap().why;
        assert!(why.contains("through rank 0"), "{why}");
        let refused = startpoint.clone().set_method("tcp").unwrap_err().to_string();
        assert!(refused.contains("through rank 0"), "{refused}");
    }
}

/// A startpoint leaves the relay once its process has a method of its own, in the middle of its requests; the
/// others stay.
#[test]
fn a_startpoint_leaves_its_relay() {
    let methods = |rank: u32| match rank {
        0 => vec!["shm", "tcp"],
        1 => vec!["shm"],
        _ => vec!["tcp"],
    };
    let plan = JobPlan::new(92, 3, &methods);
    let job = JobPlan { forward: "tcp:0-1>0", ..plan }.start();
    let seen = Seen::default();
    let _root = job[2].endpoint().handler(0, noting(&seen)).open_root().unwrap();
    let _running = run(&[job[0].clone(), job[2].clone()]);
    let common = job[1].startpoint_to(2).unwrap();
    let mut own = common.clone();
    let mut sent = send_some(&own);
    assert!(own.set_method("tcp").is_err(), "it is not open yet");
    job[1].open_method("tcp").unwrap();
    own.set_method("tcp").unwrap();
    sent.extend(send_some(&own));
    until(&[&job[1]], "all came", || seen.lock().unwrap().len() == sent.len());
    assert_eq!(*seen.lock().unwrap(), sent, "nothing is lost, doubled or overtaken");
    assert_eq!(own.method().unwrap(), "tcp");
    let straight = |nexus: &Nexus| {
        let methods = nexus.methods();
        methods.iter().find(|method| method.name == "tcp").map(|m| m.counters.frames_sent)
    };
    let before = straight(&job[1]);
    sent.extend(send_some(&common));
    until(&[&job[1]], "all came", || seen.lock().unwrap().len() == sent.len());
    assert_eq!(straight(&job[1]), before, "copies made before keep to the relay");
}

/// A module and a method of Ferry's are opened while the job runs; who has a startpoint from then can use them.
#[test]
fn methods_are_opened_while_running() {
    let Some(path) = module() else { return };
    let job = JobPlan::new(91, 2, &|_| vec!["shm"]).start();
    let seen = Seen::default();
    let root = job[1].endpoint().handler(0, noting(&seen)).open_root().unwrap();
    let early = root.startpoint();
    let arrive = |startpoint: &Startpoint| {
        let mut buffer = Buffer::new();
        buffer.put_startpoint(startpoint);
        buffer.get_startpoint(&job[0]).unwrap()
    };
    let _running = run(&job[1..]);
    let before = arrive(&early);
    send_some(&before);
    assert_eq!(job[1].open_module(&path).unwrap(), "uxpipe");
    job[1].open_method("tcp").unwrap();
    for again in [job[1].open_module(&path).map(drop), job[1].open_method("tcp")] {
        assert!(again.unwrap_err().to_string().contains("open already"));
    }
    assert!(job[1].open_method("pigeon").unwrap_err().to_string().contains("pigeon"));
    assert!(job[1].open_module(Path::new("/dev/null")).is_err());
    let mut later = arrive(&early);
    let error = later.set_method("uxpipe").unwrap_err().to_string();
    assert!(error.contains("not opened"), "this side has it not yet: {error}");
    job[0].open_module(&path).unwrap();
    job[0].open_method("tcp").unwrap();
    assert!(before.clone().set_method("uxpipe").is_err(), "what was known before tells nothing");
    for (round, method) in (2..).zip(["uxpipe", "tcp", "shm", "uxpipe"]) {
        later.set_method(method).unwrap();
        let sent = send_some(&later);
        until(&[&job[0]], method, || seen.lock().unwrap().len() == round * sent.len());
        assert_eq!(later.method().unwrap(), method);
    }
}
