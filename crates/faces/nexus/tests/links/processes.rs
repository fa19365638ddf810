//! The example programs as processes.

use crate::world::{PATIENCE, until};
use ferry_config::Config;
use ferry_nexus::{FaultKind, Nexus, NexusError};
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

/// An example, built beside this test.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let built = test.ancestors().nth(2).expect("a target folder").join("examples").join(name);
    assert!(built.exists(), "{} is not built", built.display());
    built
}

struct Server(Child, String);

impl Server {
    /// Starts one; it says where it is.
    fn start() -> Self {
        let mut command = Command::new(example("attach"));
        let command = command.arg("serve").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("starts");
        let mut url = String::new();
        let out = child.stdout.as_mut().expect("piped");
        BufReader::new(out).read_line(&mut url).expect("a URL");
        Server(child, url.trim().to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_programs_talk() {
    let mut server = Server::start();
    let mut visit = Command::new(example("attach"));
    let visit = visit.arg(&server.1).args(["hello", "there"]).output().expect("starts");
    let errors = String::from_utf8_lossy(&visit.stderr);
    assert!(visit.status.success(), "{errors}");
    assert_eq!(String::from_utf8_lossy(&visit.stdout), "HELLO THERE\n");
    // It ends by itself once its visitor has gone.
    assert!(server.0.wait().expect("ends").success());
    let mut rest = String::new();
    server.0.stdout.take().expect("piped").read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
}

/// A process is killed: the other is told, and its sends fail.
#[test]
fn a_death_is_a_fault() {
    let mut server = Server::start();
    let nexus = Nexus::start(&Config::new()).unwrap();
    let (tell, told) = mpsc::channel();
    nexus.on_fault(move |fault| tell.send(fault.clone()).unwrap());
    let startpoint = nexus.attach(&server.1).unwrap();
    let endpoint = nexus.endpoint().handler(0, |_| {}).open().unwrap();
    let mut buffer = ferry_nexus::Buffer::new();
    buffer.put_startpoint(&endpoint.startpoint()).put_str("x");
    startpoint.send_rsr(0, &buffer).unwrap();
    assert!(nexus.wait(Some(PATIENCE)).unwrap(), "it answers");
    server.0.kill().unwrap();
    server.0.wait().unwrap();
    let mut fault = None;
    until(&[&nexus], "the death is told", || {
        fault = fault.take().or_else(|| told.try_recv().ok());
        fault.is_some()
    });
    assert_eq!(fault.unwrap().kind, FaultKind::ProcessDied);
    let error = startpoint.send_rsr(0, &buffer).unwrap_err();
    assert!(matches!(error, NexusError::Gone { .. }), "{error}");
}

/// Ferry's launcher, if it is built: beside this test, as with all of Ferry, or by `cargo xtask build`.
fn mpiexec() -> Option<PathBuf> {
    let test = std::env::current_exe().expect("a path");
    let beside = test.ancestors().nth(2).expect("a target folder").join("mpiexec");
    let prefix = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../target/ferry");
    let built = [beside, prefix.join("bin/mpiexec")].into_iter().find(|path| path.exists());
    if built.is_none() {
        eprintln!("SKIPPED: no launcher; `cargo build` builds it");
    }
    built
}

/// What an example says when it runs as a job.
fn job_says(ranks: u32, methods: &str, name: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(mpiexec()?);
    command.args(["-n", &ranks.to_string()]).arg(example(name)).args(args);
    let output = command.env("FERRY_METHODS", methods).output().expect("starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} by {methods}: {errors}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_startpoint_goes_round_a_job() {
    for methods in ["shm", "tcp", "sctp", "quic", "tcp-stream", "tcp+compress+encrypt"] {
        let Some(said) = job_says(4, methods, "third", &[]) else { return };
        let mut lines: Vec<&str> = said.lines().collect();
        lines.sort_unstable();
        let expected: Vec<String> =
            (1..4).map(|rank| format!("rank {rank} has the startpoint")).collect();
        assert_eq!(lines, expected, "{methods}");
    }
}

#[test]
fn a_job_plays_ping_pong() {
    for methods in ["shm", "tcp", "sctp", "quic", "tcp-stream", "tcp+compress+encrypt"] {
        let Some(said) = job_says(2, methods, "requests", &["200"]) else { return };
        assert!(said.trim_end().ends_with(&format!("one way by {methods}")), "{said}");
    }
}

#[test]
fn a_job_uses_two_methods() {
    let Some(said) = job_says(2, "shm,tcp", "two_methods", &[]) else { return };
    assert!(said.starts_with("control goes by shm, data by tcp\n"), "{said}");
}
