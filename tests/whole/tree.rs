//! A tree of launchers through sixteen hosts: network namespaces on one bridge. mpiexec calls three of them, and these
//! call the others, so that the way to some leads through two. Needs the rights to make namespaces.

use ferry_tests::{Job, Mpi, Running};
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::process::{Command, Stdio};

const HOSTS: usize = 16;
const RANKS: usize = 32;

/// Namespaces, and one more with the bridge between them; removed when dropped.
struct Cluster {
    names: Vec<String>,
    bridge: String,
}

/// Runs `ip` with these words and this input; whether it succeeded.
fn ip(words: &[&str], input: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let mut stdin = child.stdin.take().expect("piped");
    // What it does not read it fails with.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait().is_ok_and(|status| status.success())
}

impl Cluster {
    /// `None` where it cannot be made.
    fn make(test: &str) -> Option<Cluster> {
        let name = |host: &str| format!("ferry-{test}-{}-{host}", std::process::id());
        let names = (0..HOSTS).map(|host| name(&host.to_string())).collect();
        let cluster = Cluster { names, bridge: name("bridge") };
        let all = cluster.names.iter().chain([&cluster.bridge]);
        let add: String = all.map(|name| format!("netns add {name}\n")).collect();
        let bridge = cluster.bridge.as_str();
        let made = ip(&["-batch", "-"], &add)
            && ip(
                &["-n", bridge, "-batch", "-"],
                "link add bridge type bridge\nlink set bridge up\n",
            );
        if !made {
            eprintln!("skipped: namespaces and bridges cannot be made here (needs root and `ip`)");
            return None;
        }
        for (number, host) in cluster.names.iter().enumerate() {
            let port = format!("port{number}");
            let cable =
                format!("link add cable netns {host} type veth peer {port} netns {bridge}\n");
            assert!(ip(&["-batch", "-"], &cable), "no cable of {host}");
            let join = format!("link set {port} master bridge\nlink set {port} up\n");
            assert!(ip(&["-n", bridge, "-batch", "-"], &join), "{host} is not on the bridge");
            let address = number + 1;
            let up = format!(
                "addr add 10.79.0.{address}/24 dev cable\nlink set cable up\nlink set lo up\n"
            );
            assert!(ip(&["-n", host, "-batch", "-"], &up), "{host} has no address");
        }
        Some(cluster)
    }

    /// The program `roll_call` on all hosts, two ranks each.
    fn job(&self, words: &[&str]) -> Job {
        let mpi = Mpi::ferry();
        let program = mpi.program("roll_call");
        let (hosts, ranks) = (self.names.join(","), RANKS.to_string());
        let tree = ["--tree-width", "3", "--launcher", "ip netns exec {host}"];
        let job = Job::bare(&mpi).args(&tree).args(&["-hosts", &hosts, "-n", &ranks]);
        job.arg(program).args(words)
    }

    /// The proxy of a host.
    fn proxy(&self, job: &Running, host: usize) -> Pid {
        let listed = Command::new("ip").args(["netns", "pids", &self.names[host]]).output();
        let listed = String::from_utf8(listed.expect("`ip` runs").stdout).expect("numbers");
        let there: Vec<u32> =
            listed.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
        let is_proxy = |pid: &u32| {
            let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            there.contains(pid)
                && words.split(|byte| *byte == 0).any(|word| word == b"--ferry-proxy")
        };
        let found = job.processes().into_iter().find(is_proxy).expect("a proxy");
        Pid::from_raw(found.cast_signed()).expect("a process")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for name in self.names.iter().chain([&self.bridge]) {
            ip(&["netns", "del", name], "");
        }
    }
}

/// Waits until all ranks run.
fn all_run(job: &mut Running) {
    let is_rank = |pid: &u32| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name == "roll_call\n")
    };
    let number = |job: &Running| job.processes().iter().filter(|pid| is_rank(pid)).count();
    job.until("all ranks run", |job| number(job) == RANKS);
}

/// What all say, once and whole.
fn roll() -> Vec<String> {
    let line = |rank| format!("rank {rank} of {RANKS} on node {}", rank % HOSTS);
    let mut lines: Vec<String> = (0..RANKS).map(line).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn thirty_two_ranks_meet_on_sixteen_hosts() {
    let Some(cluster) = Cluster::make("roll") else { return };
    let outcome = cluster.job(&[]).run();
    outcome.ok();
    let mut lines: Vec<&str> = outcome.stdout.lines().filter(|line| *line != "ok").collect();
    lines.sort_unstable();
    assert_eq!(lines, roll());
}

/// Host 2 is called by host 1, which is called by host 0.
#[test]
fn the_exit_code_comes_from_the_end_of_the_tree() {
    let Some(cluster) = Cluster::make("code") else { return };
    let outcome = cluster.job(&["end", "18", "7"]).run();
    let host = format!("rank 18 on host {}", cluster.names[2]);
    outcome.code(7).one_line(&[&host, "ended with exit code 7"]);
    let mut lines: Vec<&str> = outcome.stdout.lines().collect();
    lines.sort_unstable();
    assert!(lines.iter().all(|line| roll().iter().any(|known| known == line)), "{lines:?}");
}

#[test]
fn an_interrupt_reaches_all_hosts() {
    let Some(cluster) = Cluster::make("int") else { return };
    let mut job = cluster.job(&["stay"]).start();
    all_run(&mut job);
    let mpiexec = Pid::from_raw(job.pid().cast_signed()).expect("a process");
    kill_process(mpiexec, Signal::INT).expect("it runs");
    job.wait().code(130);
}

/// A host on the way to others dies: the error names it, and by host the ranks that are lost with it.
#[test]
fn a_lost_host_takes_those_behind_it() {
    let Some(cluster) = Cluster::make("lost") else { return };
    for (lost, with_it) in [(1, &[1, 2][..]), (0, &[0, 1, 2, 3, 4, 5])] {
        let mut job = cluster.job(&["stay"]).start();
        all_run(&mut job);
        kill_process(cluster.proxy(&job, lost), Signal::KILL).expect("it runs");
        let ranks = with_it.iter().map(|host| {
            let name = &cluster.names[*host];
            format!("ranks {host},{} on host {name}", host + HOSTS)
        });
        let ranks = format!("lost with it: {}", ranks.collect::<Vec<_>>().join(", "));
        let host = format!("host {}: the connection to its proxy was lost", cluster.names[lost]);
        let outcome = job.wait();
        outcome.code(1).one_line(&[&host, "SIGKILL", &ranks]);
        assert!(outcome.stderr.trim_end().ends_with(&ranks), "{}", outcome.story());
    }
}

/// What calls seven hosts on this one, two at a time: `b` is behind `a`, and `c` behind `b`.
const SEVEN: [&str; 6] = [
    "--tree-width",
    "2",
    "--launcher",
    "env TESTED_HOST={host} FERRY_METHODS=tcp",
    "-hosts",
    "a,b,c,d,e,f,g",
];

/// Where all hosts have ranks, children go to those of the tree; else to others, which mpiexec calls itself.
#[test]
fn processes_are_spawned_behind_others() {
    let mpi = Mpi::ferry();
    for ranks in ["7", "4"] {
        for part in ["plain", "siblings", "left"] {
            let job = Job::bare(&mpi).args(&SEVEN).args(&["-n", ranks]).arg(mpi.program("spawn"));
            job.arg(part).run().ok();
        }
    }
}

/// A proxy leaves with its last rank while mpiexec orders it to start another: the host is called once more.
#[test]
fn a_host_that_was_just_left_is_called_again() {
    let (mpi, folder) = (Mpi::ferry(), tempfile::tempdir().expect("a folder"));
    let relay = folder.path().join("relay-of-{host}");
    // What the proxy tells goes through a process that the test can stop.
    let told = r#""$@" | sh -c 'echo $$ >"$TESTED_RELAY"; exec cat'"#;
    let script = folder.path().join("call");
    std::fs::write(&script, told).expect("a script");
    let launcher = format!(
        "env FERRY_METHODS=tcp TESTED_HOST={{host}} TESTED_RELAY={} sh {}",
        relay.display(),
        script.display()
    );
    let hosts = ["--launcher", &launcher, "--control", "pipe", "-hosts", "a:1,b:4", "-n", "1"];
    let job = Job::bare(&mpi).args(&hosts).args(&["--verbose"]);
    let outcome = job.arg(mpi.program("spawn")).arg("held").run();
    let calls = outcome.ok().stderr.matches("calling host b").count();
    assert_eq!(calls, 2, "{}", outcome.story());
}

/// With `--keep-going` they count as dead, and the others go on.
#[test]
fn others_go_on_without_those_behind_a_lost_host() {
    let mpi = Mpi::ferry();
    let job = Job::bare(&mpi).arg("--keep-going").args(&SEVEN).args(&["-n", "7"]);
    let mut job = job.arg(mpi.program("failures")).args(&["await", "2"]).start();
    let read =
        |pid: u32, what: &str| std::fs::read(format!("/proc/{pid}/{what}")).unwrap_or_default();
    let has = |pid: u32, what: &str, wanted: &[u8]| {
        read(pid, what).split(|byte| *byte == 0).any(|word| word == wanted)
    };
    let ranks = |job: &Running| {
        job.processes().into_iter().filter(|pid| read(*pid, "comm") == b"failures\n").count()
    };
    job.until("all ranks run", |job| ranks(job) == 7);
    let is_of_b = |pid: &u32| {
        has(*pid, "environ", b"TESTED_HOST=b") && has(*pid, "cmdline", b"--ferry-proxy")
    };
    let pid = job.processes().into_iter().find(is_of_b).expect("a proxy for b");
    kill_process(Pid::from_raw(pid.cast_signed()).expect("a process"), Signal::KILL)
        .expect("it runs");
    let outcome = job.wait();
    outcome
        .ok()
        .says(&["host b: the connection"])
        .says(&["rank 1", "host b"])
        .says(&["rank 2", "host c"]);
}
