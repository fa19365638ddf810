//! Control connections over SCTP between two hosts: network namespaces joined by a virtual cable, mpiexec in
//! one and a proxy in the other. Needs the rights to make namespaces.

use crate::common::{self, Mark, pmi_rank, wait_until_ready};
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

/// Two namespaces and the cable between them, removed when dropped.
struct Hosts([String; 2]);

fn ip(words: &[&str]) -> bool {
    let output = Command::new("ip").args(words).output();
    output.is_ok_and(|output| output.status.success())
}

impl Hosts {
    /// With so many cables; `None` where namespaces cannot be made.
    fn make(test: &str, cables: u8) -> Option<Hosts> {
        let name = |side: &str| format!("ferry-ctl-{test}-{}-{side}", std::process::id());
        let hosts = Hosts([name("a"), name("b")]);
        let [a, b] = hosts.0.each_ref().map(String::as_str);
        if !(ip(&["netns", "add", a]) && ip(&["netns", "add", b])) {
            eprintln!("skipped: namespaces cannot be made here (needs root and `ip`)");
            return None;
        }
        for number in 0..cables {
            let cable = cable(number);
            let ends = ["netns", a, "type", "veth", "peer", &cable, "netns", b];
            assert!(ip(&[&["link", "add", &cable], &ends[..]].concat()), "no {cable}");
            for (host, end) in [(a, 1), (b, 2)] {
                let address = format!("10.78.{number}.{end}/24");
                assert!(ip(&["-n", host, "addr", "add", &address, "dev", &cable]));
                for device in ["lo", &cable] {
                    assert!(ip(&["-n", host, "link", "set", device, "up"]), "{device} of {host}");
                }
            }
        }
        Some(hosts)
    }

    /// Cuts a cable.
    fn cut(&self, number: u8) {
        assert!(ip(&["-n", &self.0[1], "link", "set", &cable(number), "down"]));
    }

    /// A marked `mpiexec` in the first namespace that starts ranks in the second.
    fn mpiexec(&self, mark: &Mark, args: &[&str]) -> Command {
        let mpiexec = env!("CARGO_BIN_EXE_mpiexec");
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.0[0], mpiexec, "--control", "sctp"]);
        command.args(["--launcher", "ip netns exec {host}", "-host", &self.0[1]]).args(args);
        command.env_remove("FERRY_SET").env_remove("FERRY_LAUNCHER");
        mark.put(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn cable(number: u8) -> String {
    format!("cable{number}")
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.0 {
            ip(&["netns", "del", name]);
        }
    }
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn ranks_meet_and_are_heard() {
    let Some(hosts) = Hosts::make("meet", 1) else { return };
    let mark = Mark::new();
    let output = hosts.mpiexec(&mark, &["-v", "-n", "4", &pmi_rank()]).output().unwrap();
    let (stdout, stderr) = text(&output);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stdout.lines().count(), 4, "{stdout}");
    assert!(stderr.contains("answers on UDP port"), "{stderr}");
    mark.wait_for_none();
}

#[test]
fn much_output_of_several_ranks_is_whole() {
    let Some(hosts) = Hosts::make("much", 1) else { return };
    let mark = Mark::new();
    let script = "yes \"$PMI_RANK 123456789012345678901234567890\" | head -n 50000; exit 3";
    let output = hosts.mpiexec(&mark, &["-n", "1", "sh", "-c", script]).output().unwrap();
    let (stdout, stderr) = text(&output);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert_eq!(stdout.lines().filter(|line| line.len() == 32).count(), 50_000, "{stderr}");
    let script = script.replace("exit 3", "exit 0");
    let output = hosts.mpiexec(&mark, &["-n", "3", "sh", "-c", &script]).output().unwrap();
    let (stdout, stderr) = text(&output);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stdout.lines().count(), 150_000);
    mark.wait_for_none();
}

#[test]
fn a_cut_cable_ends_the_job() {
    let Some(hosts) = Hosts::make("cut", 1) else { return };
    let mark = Mark::new();
    let args = ["--set", "control.timeout=3s", "-n", "2", "sh", "-c"];
    let args = [&args[..], &["echo ready; exec sleep 1000"]].concat();
    let mut child = hosts.mpiexec(&mark, &args).spawn().unwrap();
    wait_until_ready(&mut child, 2);
    hosts.cut(0);
    let output = child.wait_with_output().unwrap();
    let (_, stderr) = text(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    // Either end may be the first to give up.
    for expected in ["the connection to its proxy was lost", "nothing was heard for 3 s"] {
        assert!(stderr.contains(expected), "{stderr}");
    }
    mark.wait_for_none();
}

#[test]
fn a_second_network_takes_over() {
    let Some(hosts) = Hosts::make("two", 2) else { return };
    let mark = Mark::new();
    // Output goes on for longer than silence may last.
    let script = "echo ready; for i in $(seq 100); do sleep 0.1; echo $i; done; exit 5";
    let args = ["--set", "control.timeout=3s", "-n", "1", "sh", "-c", script];
    let mut child = hosts.mpiexec(&mark, &args).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert_eq!(lines.next().as_deref(), Some("ready"));
    hosts.cut(0);
    let rest: Vec<String> = lines.collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", text(&output).1);
    assert_eq!(rest, (1..=100).map(|n| n.to_string()).collect::<Vec<_>>());
    mark.wait_for_none();
}

#[test]
fn where_udp_does_not_pass_that_is_said() {
    let Some(hosts) = Hosts::make("dark", 1) else { return };
    hosts.cut(0);
    let mark = Mark::new();
    let args = ["--set", "control.timeout=2s", "-n", "2", "echo", "never"];
    let output = hosts.mpiexec(&mark, &args).output().unwrap();
    let (stdout, stderr) = text(&output);
    assert_eq!((output.status.code(), stdout.as_str()), (Some(1), ""), "{stderr}");
    let host = format!("host {}: its proxy cannot be reached over SCTP", hosts.0[1]);
    for part in [&host, "UDP port ", "10.78.0.2", "--control pipe"] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    mark.wait_for_none();
}

#[test]
fn killed_mpiexec_leaves_nothing() {
    let Some(hosts) = Hosts::make("kill", 1) else { return };
    let mark = Mark::new();
    let args = ["-n", "2", "sh", "-c", "trap '' TERM INT HUP; echo ready; sleep 1000; sleep 1000"];
    let mut child = hosts.mpiexec(&mark, &args).spawn().unwrap();
    wait_until_ready(&mut child, 2);
    common::signal(&child, rustix::process::Signal::KILL);
    child.wait().unwrap();
    mark.wait_for_none();
}

#[test]
fn an_unknown_carrier_is_refused() {
    let run = common::run(&["--control", "pigeon", "-n", "1", "true"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("pipe or sctp"), "{}", run.stderr);
    let run = common::run(&["--set", "control=pigeon", "-n", "1", "true"]);
    assert_eq!(run.status, Some(2), "{}", run.stderr);
}
