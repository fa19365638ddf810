//! Commands in laboratories, as the program runs them, and what is left behind: nothing.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use ferry_netlab::{Scenario, missing};
use rustix::process::{Pid, Signal, kill_process};

fn can_run() -> bool {
    let missing = missing();
    if let Some(reason) = &missing {
        eprintln!("skipped: {reason}");
    }
    missing.is_none()
}

fn scenarios() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenarios")
}

fn netlab(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry-netlab"));
    command.args(["--scenarios", scenarios()]).args(words);
    command
}

fn output(words: &[&str]) -> Output {
    netlab(words).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What of this laboratory is still there.
fn left_of(id: &str) -> Vec<String> {
    let mut left = Vec::new();
    let spaces = std::fs::read_dir("/run/netns").into_iter().flatten().flatten();
    let files = std::fs::read_dir("/run/ferry-lab").into_iter().flatten().flatten();
    for entry in spaces.chain(files) {
        let path = entry.path().display().to_string();
        let ours = [format!("ferry-lab-{id}-"), format!("ferry-lab/{id}")];
        left.extend(ours.iter().any(|mark| path.contains(mark)).then_some(path));
    }
    let mark = format!("FERRY_NETLAB={id}");
    for process in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        let marked = environment.split(|byte| *byte == 0).any(|each| each == mark.as_bytes());
        left.extend(marked.then(|| process.path().display().to_string()));
    }
    left
}

fn wait_until_nothing_is_left(id: &str) {
    let start = Instant::now();
    while !left_of(id).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "left: {:?}", left_of(id));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A laboratory with processes outside and inside that would go on for ever, and its identity.
fn endless() -> (Child, String) {
    let script = "echo $FERRY_NETLAB; \
                  ip netns exec {host:n1} setsid sleep 1000 & setsid sleep 1000 & \
                  echo ready; sleep 1000";
    let mut child = netlab(&["lan", "--", "sh", "-c", script])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let id = lines.next().expect("an identity").expect("text");
    assert_eq!(lines.next().expect("ready").expect("text"), "ready");
    assert!(left_of(&id).len() > 4, "{:?}", left_of(&id));
    (child, id)
}

fn kill(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process")).expect("a process");
    kill_process(pid, signal).expect("it lives");
}

#[test]
fn exit_status_and_output_are_the_commands() {
    if !can_run() {
        return;
    }
    let done = output(&["lan", "--quiet", "--", "sh", "-c", "echo $FERRY_NETLAB; exit 7"]);
    assert_eq!(done.status.code(), Some(7), "{}", text(&done.stderr));
    assert_eq!(left_of(text(&done.stdout).trim()), [""; 0]);
    let done = output(&["lan", "--", "sh", "-c", "kill -9 $$"]);
    assert_eq!(done.status.code(), Some(137));
    let done = output(&["lan", "--", "no-such-program"]);
    assert_eq!(done.status.code(), Some(125));
    assert!(text(&done.stderr).contains("no-such-program"));
}

#[test]
fn placeholders_are_filled_in() {
    if !can_run() {
        return;
    }
    let words = ["echo", "{slots} {hosts} {launcher} {addr:n1} {addr:n0/lan} {host:n0} {x} ${"];
    let done = output(&[&["lan", "-q", "--"], &words[..]].concat());
    let said = text(&done.stdout);
    let parts: Vec<&str> = said.split_whitespace().collect();
    let [n, hosts, "ip", "netns", "exec", "{host}", one, zero, host, "{x}", "${"] = parts[..]
    else {
        panic!("{said} {}", text(&done.stderr))
    };
    assert_eq!((n, one, zero), ("2", "10.100.0.2", "10.100.0.1"));
    assert!(hosts.starts_with(&format!("{host}:1,")), "{said}");
    let done = output(&["lan", "--", "echo", "{addr:n7}"]);
    assert!(!done.status.success() && text(&done.stderr).contains("n7"));
}

#[test]
fn inside_a_host_with_a_report() {
    if !can_run() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let json = dir.path().join("report.json");
    let json = json.to_str().expect("text");
    let script = "ip -br addr show dev lan && cat \"$FERRY_NETLAB_HOSTS\"";
    let done = output(&["lan", "--in", "n1", "--json", json, "--", "sh", "-c", script]);
    let said = text(&done.stdout);
    assert!(said.contains("10.100.0.2/16") && said.contains("fd00:fe:1::2/48"), "{said}");
    assert!(said.contains("-n0 slots=1\n"), "{said}");
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(json).expect("a report")).expect("JSON");
    assert_eq!(report["links"].as_array().map(Vec::len), Some(4), "{report}");
    assert_eq!(report["overrun"], 0);
}

#[test]
fn killed_it_leaves_nothing() {
    if !can_run() {
        return;
    }
    let (mut child, id) = endless();
    child.kill().expect("it lives");
    child.wait().expect("a status");
    wait_until_nothing_is_left(&id);
}

#[test]
fn asked_to_end_it_leaves_nothing() {
    if !can_run() {
        return;
    }
    let (mut child, id) = endless();
    kill(&child, Signal::TERM);
    assert_eq!(child.wait().expect("a status").code(), Some(143));
    assert_eq!(left_of(&id), [""; 0]);
}

/// The process whose arguments end with this identity: the watchdog.
fn watchdog(id: &str) -> Pid {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let found = processes.filter_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        let mut words = line.split(|byte| *byte == 0).rev().skip(1);
        let (last, name) = (words.next()?, words.next()?);
        let is_it = last == id.as_bytes() && name == b"ferry-netlab-sweep";
        is_it.then(|| process.file_name().to_str()?.parse().ok())?
    });
    found.filter_map(Pid::from_raw).next().expect("a watchdog")
}

#[test]
fn the_next_one_removes_what_a_dead_owner_left() {
    if !can_run() {
        return;
    }
    let (mut child, id) = endless();
    kill_process(watchdog(&id), Signal::KILL).expect("it lives");
    child.kill().expect("it lives");
    child.wait().expect("a status");
    assert!(!left_of(&id).is_empty(), "nobody was there to clean up");
    let done = output(&["lan", "--quiet", "--", "true"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(left_of(&id), [""; 0]);
}

#[test]
fn every_scenario_is_valid() {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(scenarios()).expect("the scenarios").flatten() {
        let scenario = Scenario::read(&entry.path()).unwrap_or_else(|error| panic!("{error:#}"));
        assert!(!scenario.about.is_empty(), "{:?} says nothing about itself", entry.path());
        names.push(entry.path().file_stem().expect("a name").to_string_lossy().into_owned());
    }
    for name in ["lan", "lossy-1", "lossy-2", "wan", "two-paths", "coupled"] {
        assert!(names.iter().any(|known| known == name), "no {name} in {names:?}");
    }
    let listed = output(&["--list"]);
    assert!(names.iter().all(|name| text(&listed.stdout).contains(name.as_str())));
}

#[test]
fn what_is_wrong_is_said() {
    let done = output(&["no-such-scenario", "--", "true"]);
    assert_eq!(done.status.code(), Some(125));
    assert!(text(&done.stderr).contains("no scenario no-such-scenario"));
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("bad.toml");
    std::fs::write(
        &path,
        "hosts = { count = 2 }\n[[network]]\nname = 'lan'\nlink = { loss = 1 }\n",
    )
    .expect("written");
    let done = output(&[path.to_str().expect("text"), "--", "true"]);
    let said = text(&done.stderr);
    assert!(said.contains("line 4") && said.contains("1%"), "{said}");
    assert!(Path::new(scenarios()).is_dir());
}

#[test]
fn the_documented_scenario_is_valid() {
    let text = include_str!("../../../../docs/netlab.md");
    let (_, rest) = text.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    Scenario::parse(example).expect("valid");
}

#[test]
fn without_rights_it_says_so() {
    use std::os::unix::process::CommandExt;
    let mut command = netlab(&["lan", "--", "true"]);
    let done = if missing().is_some() {
        command.output()
    } else {
        // The program is copied to where everybody may run it.
        let dir = tempfile::tempdir().expect("a folder");
        let program = dir.path().join("netlab");
        std::fs::copy(env!("CARGO_BIN_EXE_ferry-netlab"), &program).expect("copied");
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(dir.path(), open).expect("opened");
        let lan = dir.path().join("lan.toml");
        std::fs::copy(format!("{}/lan.toml", scenarios()), &lan).expect("copied");
        Command::new(program).arg(lan).args(["--", "true"]).uid(65534).gid(65534).output()
    };
    let done = done.expect("the program runs");
    assert_eq!(done.status.code(), Some(125));
    assert!(text(&done.stderr).contains("need"), "{}", text(&done.stderr));
}
