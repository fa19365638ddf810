//! What happens when something dies, is missing, or is hostile.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::time::Duration;

use ferry_tests::{Job, Mpi, Outcome, Running};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

fn way(name: &str, ranks: u32) -> Outcome {
    let mpi = Mpi::under_test();
    Job::new(&mpi, ranks, &mpi.program("ways")).arg(name).run()
}

fn send(signal: Signal, pid: u32) {
    let pid = Pid::from_raw(i32::try_from(pid).expect("pid")).expect("pid");
    // It may be gone already, ended by the launcher.
    let _ = kill_process(pid, signal);
}

/// Processes of the job that run this program.
fn named(running: &Running, name: &str) -> Vec<u32> {
    let comm = |pid: u32| fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    running.processes().into_iter().filter(|pid| comm(*pid).trim() == name).collect()
}

/// A job whose ranks all wait for ever in a receive.
fn waiting(ranks: u32) -> Running {
    let mpi = Mpi::under_test();
    let mut running = Job::new(&mpi, ranks, &mpi.program("ways")).arg("wait").start();
    running.until("all ranks are there", |job| named(job, "ways").len() == ranks as usize);
    running
}

#[test]
fn a_killed_rank_ends_the_job_with_one_line() {
    way("kill", 3).code(137).one_line(&["rank 1", "SIGKILL"]);
}

#[test]
fn a_crashed_rank_is_named() {
    way("crash", 3).code(139).one_line(&["rank 1", "SIGSEGV"]);
}

#[test]
fn leaving_early_is_named() {
    way("exit", 3).code(3).one_line(&["rank 1", "exit code 3"]);
}

#[test]
fn abort_gives_its_code() {
    way("abort", 3).code(42).says(&["rank 1", "42"]);
}

#[test]
fn a_fatal_error_names_call_and_rank() {
    way("error", 3).failed().one_line(&["rank 1", "MPI_Send", "8"]);
}

/// The same mistake in all ranks, as it mostly is: one line, and a whole one.
#[test]
fn an_error_of_all_ranks_is_told_once() {
    for _ in 0..5 {
        way("errors", 4).code(6).one_line(&[
            "mpiexec: rank ",
            "(ways): MPI_Send: ",
            "9",
            "0 to 3",
            "(on MPI_COMM_WORLD)",
        ]);
    }
    let mpi = Mpi::under_test();
    let job = Job::new(&mpi, 4, &mpi.program("ways")).arg("errors").env("FERRY_METHODS", "pigeon");
    job.run().failed().one_line(&["MPI_Init", "pigeon"]);
}

/// Each write to this standard error is a datagram.
#[test]
fn an_error_is_one_write() {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    let mpi = Mpi::under_test();
    let mut command = Command::new(mpi.program("ways"));
    let status = command.arg("errors").stderr(Stdio::from(OwnedFd::from(theirs))).status().unwrap();
    drop(command);
    assert!(!status.success());
    let mut bytes = [0; 4096];
    let length = ours.recv(&mut bytes).unwrap();
    let line = String::from_utf8_lossy(&bytes[..length]);
    assert!(line.starts_with("ferry: rank 0 on ") && line.contains(": MPI_Send: "), "{line}");
    assert!(line.ends_with('\n'), "{line}");
    ours.set_nonblocking(true).unwrap();
    let more = ours.recv(&mut bytes).unwrap_or(0);
    assert_eq!(more, 0, "another write: {}", String::from_utf8_lossy(&bytes[..more]));
}

/// A message too long for its buffer: both sizes are told.
#[test]
fn truncation_tells_both_sizes() {
    way("truncate", 2).failed().says(&["MPI_ERR_TRUNCATE", "8888", "4444"]);
}

/// By default the error ends the job; a program that has it returned goes on, and ends when the call has.
#[test]
fn finalizing_beside_a_thread_that_waits_names_its_call() {
    let mpi = Mpi::ferry();
    let program = mpi.program("finalize_blocked");
    for ranks in [1, 2] {
        Job::new(&mpi, ranks, &program).run().ok();
    }
    let ended = Job::new(&mpi, 2, &program).arg("fatal").run();
    ended.failed().says(&[
        "MPI_Finalize",
        "MPI_ERR_OTHER",
        "another thread of this process waits in",
    ]);
    assert!(ended.status.code().is_some(), "{}", ended.story());
}

#[test]
fn a_rank_killed_from_outside() {
    let running = waiting(3);
    send(Signal::KILL, named(&running, "ways")[1]);
    running.wait().failed().one_line(&["rank", "SIGKILL"]);
}

/// All ranks at once.
#[test]
fn all_ranks_killed() {
    let running = waiting(4);
    for pid in named(&running, "ways") {
        send(Signal::KILL, pid);
    }
    running.wait().failed();
}

#[test]
fn the_launcher_killed_leaves_nothing() {
    let running = waiting(4);
    send(Signal::KILL, running.pid());
    running.wait().failed();
}

#[test]
fn the_launcher_interrupted_leaves_nothing() {
    for signal in [Signal::TERM, Signal::INT] {
        let running = waiting(3);
        send(signal, running.pid());
        running.wait().failed();
    }
}

/// Ports on which processes of the job listen.
fn listening(running: &Running) -> BTreeSet<u16> {
    let mut inodes = BTreeSet::new();
    for pid in running.processes() {
        for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            if let Ok(link) = fs::read_link(entry.path()) {
                let link = link.to_string_lossy().into_owned();
                inodes.extend(link.strip_prefix("socket:[").map(|rest| rest.replace(']', "")));
            }
        }
    }
    let mut ports = BTreeSet::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        for line in fs::read_to_string(table).unwrap_or_default().lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (Some(local), Some(state), Some(inode)) =
                (fields.get(1), fields.get(3), fields.get(9))
            else {
                continue;
            };
            let port = local.rsplit(':').next().and_then(|hex| u16::from_str_radix(hex, 16).ok());
            if *state == "0A" && inodes.contains(*inode) {
                ports.extend(port);
            }
        }
    }
    ports
}

/// Strangers get nothing and do no harm: silence, garbage, a web request, a flood of connections.
#[test]
fn strangers_on_the_ports() {
    let mpi = Mpi::under_test();
    let dir = TempDir::new().unwrap();
    let stop = dir.path().join("stop");
    let job = Job::new(&mpi, 3, &mpi.program("patient")).arg(&stop).env("FERRY_METHODS", "tcp");
    let mut running = job.start();
    running.until("ranks listen", |job| {
        !listening(job).is_empty() && named(job, "patient").len() == 3
    });
    let mut held = Vec::new();
    for port in listening(&running) {
        let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
        for words in [&b""[..], b"GET / HTTP/1.0\r\n\r\n", &[0xff; 100_000], &[0; 64]] {
            let Ok(mut stream) = TcpStream::connect(address) else { continue };
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            drop(stream.write_all(words));
            if words.is_empty() {
                held.push(stream);
                continue;
            }
            let mut got = Vec::new();
            drop(Read::by_ref(&mut stream).take(4096).read_to_end(&mut got));
            assert!(got.len() < 512, "a stranger was told {} bytes", got.len());
        }
        held.extend((0..50).filter_map(|_| TcpStream::connect(address).ok()));
    }
    assert!(!held.is_empty(), "no port took a connection");
    fs::write(&stop, "").unwrap();
    running.wait().ok();
}

/// Three ranks in a network namespace without any network: none reaches another by TCP, and each is told
/// so in the call that waits, whatever it waits for. Namespaces take rights that not everybody has.
fn without_a_network(way: &str) -> Option<(bool, String)> {
    let mpi = Mpi::under_test();
    let program = mpi.program("unreachable");
    let mut command = Command::new("unshare");
    command.args(["-n", "timeout", "120"]).arg(&mpi.mpiexec);
    command.args(["--methods", "tcp", "--set", "tcp.connect_timeout=500ms", "-n", "3"]);
    let output = command.arg(&program).arg(way).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let refused = said.contains("unshare failed") && !rustix::process::geteuid().is_root();
    (!refused).then(|| (output.status.success(), said))
}

#[test]
fn unreachable_ranks_are_told_by_every_call_that_waits() {
    if let Some((success, said)) = without_a_network("return") {
        assert!(success && said.trim() == "ok", "{said}");
    }
}

#[test]
fn a_send_that_fails_ends_the_job_though_the_program_waits_for_a_receive() {
    if let Some((success, said)) = without_a_network("fatal") {
        assert!(!success && said.contains("cannot reach rank"), "{said}");
    }
}

/// A full temporary folder, in a mount of the test's own where that is allowed, or a missing one.
#[test]
fn no_room_in_tmp() {
    let mpi = Mpi::under_test();
    let program = mpi.program("p2p");
    Job::new(&mpi, 2, &program).env("TMPDIR", "/no/such/folder").run().ok();
    let dir = TempDir::new().unwrap();
    let script = "mount -t tmpfs -o size=16k none \"$0\" || exit 77
                  head -c 1000000 /dev/zero > \"$0/full\" 2>/dev/null
                  TMPDIR=\"$0\" exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", script]).arg(dir.path());
    let output = command.arg(&mpi.mpiexec).args(["-n", "2"]).arg(&program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let allowed = rustix::process::geteuid().is_root() && output.status.code() != Some(77);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!allowed || said.trim() == "ok", "{said}{errors}");
}
