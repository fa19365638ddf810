//! Connections of a running job are reset at random under load, and nothing is lost. The system ends them
//! (`ss -K`), in a network namespace of the test's own, so that nobody else's are touched.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use ferry_tests::{Job, Mpi, Running};
use tempfile::TempDir;

/// A network with nothing but a loopback device, removed when dropped.
struct Island(String);

impl Island {
    fn make(test: &str) -> Option<Self> {
        let island = Self(format!("ferry-{test}-{}", std::process::id()));
        if !succeeds("ip", &["netns", "add", &island.0]) {
            eprintln!("skipped: namespaces cannot be made here (needs root and `ip`)");
            return None;
        }
        assert!(succeeds("ip", &["-n", &island.0, "link", "set", "lo", "up"]));
        Some(island)
    }

    /// What a command says in this network.
    fn read(&self, words: &[&str]) -> String {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.0]).args(words);
        let output = command.output().expect("`ip` was there");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Both ends of all connections.
    fn connections(&self) -> Vec<[String; 2]> {
        let table = self.read(&["ss", "-tnH", "state", "established"]);
        let ends = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, _, own, other, ..] = words[..] else { return None };
            Some([own.to_owned(), other.to_owned()])
        };
        table.lines().filter_map(ends).collect()
    }

    /// Resets one connection; whether the system did it.
    fn reset(&self, [own, other]: &[String; 2]) -> bool {
        let said = self.read(&["ss", "-K", "-tnH", "src", own, "dst", other]);
        said.contains(own.as_str())
    }
}

impl Drop for Island {
    fn drop(&mut self) {
        succeeds("ip", &["netns", "del", &self.0]);
    }
}

fn succeeds(program: &str, words: &[&str]) -> bool {
    Command::new(program).args(words).output().is_ok_and(|output| output.status.success())
}

/// Resets connections, one at a time, until that many were; fewer where the system cannot do it.
fn disturb(island: &Island, job: &mut Running, wanted: usize, mut dice: usize) -> usize {
    let (mut done, mut tried) = (0, 0);
    let began = Instant::now();
    while done < wanted && tried < 200 && began.elapsed() < Duration::from_secs(60) {
        job.until("connections to reset", |_| !island.connections().is_empty());
        let connections = island.connections();
        if connections.is_empty() {
            continue;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        done += usize::from(island.reset(&connections[(dice >> 33) % connections.len()]));
        tried += 1;
        // Time in which there is load again.
        thread::sleep(Duration::from_millis(30));
    }
    done
}

/// Messages of all sizes on these ranks, with connections reset all the time.
fn survives(test: &str, ranks: u32, methods: &str, variables: &[(&str, &str)]) {
    let Some(island) = Island::make(test) else { return };
    let mpi = Mpi::under_test();
    let dir = TempDir::new().unwrap();
    let stop = dir.path().join("stop");
    let mut job = Job::bare(&mpi).args(&["-hosts", &island.0]);
    job = job.args(&["-launcher", "ip netns exec {host}", "-n", &ranks.to_string()]);
    job = job.arg(mpi.program("switching")).args(&["1", "5", methods]).arg(&stop);
    for (name, value) in variables {
        job = job.env(name, *value);
    }
    let mut running = job.start();
    let done = disturb(&island, &mut running, 12, 7);
    fs::write(&stop, "").unwrap();
    running.wait().ok();
    eprintln!("{done} connections were reset");
    if done == 0 {
        eprintln!("skipped: this kernel does not let `ss -K` end connections");
    }
}

#[test]
fn tcp() {
    survives("reset", 3, "-", &[("FERRY_METHODS", "tcp")]);
}

#[test]
fn tcp_in_stripes() {
    survives("stripes", 2, "-", &[("FERRY_METHODS", "tcp"), ("FERRY_TCP_STRIPES", "3")]);
}

/// Resets while methods change.
#[test]
fn among_changes() {
    survives("both", 2, "shm/tcp", &[("FERRY_METHODS", "shm"), ("FERRY_OPEN", "tcp")]);
}
