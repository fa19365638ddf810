//! Ranks that share a machine and not much else: namespaces, users, `/proc`; and what a rank starts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferry_tests::{Job, Mpi, Outcome};
use tempfile::TempDir;

/// Kinds of namespaces with what asks `unshare` for a new one.
const KINDS: [(&str, &[&str]); 6] = [
    ("pid", &["-p", "-f"]),
    ("net", &["-n"]),
    ("user", &["-U", "-r"]),
    ("uts", &["-u"]),
    ("ipc", &["-i"]),
    ("mount", &["-m"]),
];
/// Gives the second rank another name for its host where that is its own affair.
const RENAMED: &str =
    "if [ $0 = renamed ]; then echo elsewhere > /proc/sys/kernel/hostname; fi; exec \"$@\"";

/// Says so if this user may not do what `words` try.
fn may(words: &[&str]) -> bool {
    let output = Command::new(words[0]).args(&words[1..]).output();
    let may = output.as_ref().is_ok_and(|output| output.status.success());
    if !may {
        eprintln!("left out: this user may not `{}`: {output:?}", words.join(" "));
    }
    may
}

fn may_unshare() -> bool {
    may(&["unshare", "-p", "-f", "-n", "-u", "-i", "-m", "--mount-proc", "true"])
}

/// A job of two ranks, the second of which (or both) is started by `words`.
fn pair(options: &[&str], first: &[&str], second: &[&str]) -> Outcome {
    let mpi = Mpi::under_test();
    let program = mpi.program("apart");
    let mut job = Job::bare(&mpi).args(options);
    for (words, end) in [(first, Some(":")), (second, None)] {
        job = job.args(&["-n", "1"]).args(words).arg(&program);
        job = end.into_iter().fold(job, |job, end| job.arg(end));
    }
    job.run()
}

/// The words that start a rank in new namespaces of these kinds, one bit each.
fn in_new(kinds: usize) -> Vec<&'static str> {
    let is_new = |kind: &str| {
        KINDS.iter().position(|k| k.0 == kind).is_some_and(|bit| kinds >> bit & 1 == 1)
    };
    let mut words = vec!["unshare"];
    for (_, flags) in KINDS.iter().filter(|(kind, _)| is_new(kind)) {
        words.extend(*flags);
    }
    if is_new("pid") && is_new("mount") {
        words.push("--mount-proc");
    }
    let name = if is_new("uts") { "renamed" } else { "same" };
    words.extend(["sh", "-c", RENAMED, name]);
    words
}

fn names(kinds: usize) -> String {
    let named = KINDS.iter().enumerate().filter(|(bit, _)| kinds >> bit & 1 == 1);
    named.map(|(_, (name, _))| *name).collect::<Vec<_>>().join(" ")
}

/// With any namespaces of its own the second rank is reached, whatever network it has.
#[test]
fn every_combination_of_namespaces() {
    if !may_unshare() || !may(&["unshare", "-U", "-r", "true"]) {
        return;
    }
    Mpi::under_test().program("apart");
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(kinds) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|k| *k < 64) {
            let outcome = pair(&[], &[], &in_new(kinds));
            let passed = outcome.status.success() && outcome.stdout.trim() == "ok";
            assert!(passed, "new: {}\n{}", names(kinds), outcome.story());
            outcome.nothing_left();
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

/// Containers of their own on both sides, each with its own `/proc`, network and user: memory is all that
/// they share.
#[test]
fn two_containers() {
    if may_unshare() && may(&["unshare", "-U", "-r", "true"]) {
        let all = in_new(63);
        for options in [&[][..], &["--methods", "shm"]] {
            pair(options, &all, &all).ok();
        }
    }
}

/// A network in common is enough for TCP, also where the launcher takes a machine for two hosts.
#[test]
fn one_network_is_enough_for_tcp() {
    if !may_unshare() {
        return;
    }
    let all_but_net = in_new(63 & !2);
    for options in [&["--methods", "tcp"][..], &["-host", "a,b", "-launcher", "env X={host}"]] {
        pair(options, &[], &all_but_net).ok();
    }
    pair(&["--methods", "tcp"], &[], &in_new(8)).ok();
    let without_proc = ["unshare", "-m", "sh", "-c", "umount -l /proc; exec \"$@\"", "sh"];
    pair(&["--methods", "tcp"], &[], &without_proc).ok();
}

/// Where no method can lead, the job ends at once and says why.
#[test]
fn no_way_is_told() {
    if may_unshare() {
        let outcome = pair(&["--methods", "tcp"], &[], &["unshare", "-n"]);
        outcome.failed().says(&["no method reaches rank", "tcp: ", "leads there"]);
    }
}

/// No `/proc`, one that hides, a namespace in which the user is nobody, and another user.
#[test]
fn hidden_processes_and_other_users() {
    if !may_unshare() {
        return;
    }
    let hidden = "mount -t proc -o hidepid=2 proc /proc && exec \"$@\"";
    let absent = "umount -l /proc && exec \"$@\"";
    for words in [
        &["unshare", "-m", "sh", "-c", hidden, "sh"][..],
        &["unshare", "-m", "sh", "-c", absent, "sh"],
        &["unshare", "-U"],
    ] {
        pair(&[], &[], words).ok();
    }
    let program = Mpi::under_test().program("apart");
    let other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let reads = [&other[..], &["test", "-x", program.to_str().expect("a path in UTF-8")]].concat();
    if may(&reads) {
        let outcome = pair(&[], &[], &other);
        outcome.ok();
        others_home(&other);
    }
}

/// The configuration in a HOME that was left behind by a change of user is left out, with one remark.
fn others_home(other: &[&str]) {
    let home = TempDir::new().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let folder = home.path().join(".config/ferry");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("ferry.toml"), "tcp.ports = \"\"\n").unwrap();
    let mpi = Mpi::under_test();
    let job = Job::bare(&mpi).env("HOME", home.path()).env("XDG_CONFIG_HOME", "");
    let outcome = job.args(&["-n", "2"]).args(other).arg(mpi.program("apart")).run();
    outcome.ok().one_line(&["ferry: warning: ", "ferry.toml", "cannot be read"]);
}

/// What a rank starts is no part of its job, and may be a job itself.
#[test]
fn programs_that_ranks_start() {
    let mpi = Mpi::under_test();
    let launcher: &Path = &mpi.mpiexec;
    // With every method open there are descriptors of all kinds.
    for methods in ["", "tcp,sctp,quic,udp"] {
        let job = Job::new(&mpi, 2, &mpi.program("grandchild")).env("FERRY_OPEN", methods);
        job.arg(launcher).run().ok();
    }
}
