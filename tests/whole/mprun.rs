//! Jobs of MP_Lite that `mprun` starts, and those that nobody starts as a whole.

use std::path::Path;

use ferry_tests::{Job, Mpi, Running};

use crate::hosts::{Hosts, V4};

/// `mprun` in a folder.
fn mprun(folder: &Path, words: &[&str]) -> Job {
    let ferry = Mpi::ferry();
    let mpiexec = ferry.prefix.join("bin/mprun");
    Job::bare(&Mpi { mpiexec, ..ferry }).dir(folder).args(words)
}

fn program(name: &str) -> String {
    Mpi::ferry().mplite_program(name).display().to_string()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().into_string().expect("text")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(&path)
        .unwrap_or_else(|why| panic!("{}: {why}", path.as_ref().display()))
}

fn config(folder: &Path, ranks: usize, program: &str) {
    let mut text = format!("{ranks}\n1\n{program}\n");
    for rank in 0..ranks {
        text += &format!("{rank} localhost\n");
    }
    std::fs::write(folder.join(".mplite.config"), text).expect("the folder is there");
}

#[test]
fn a_job_leaves_its_status_and_its_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program("messages");
    mprun(folder.path(), &["-np", "3", "-s", "localhost", &program]).run().ok();
    let expected = [".mplite.config", ".mplite.status", ".node0", ".node1", ".node2"];
    assert_eq!(names(folder.path()), expected);
    let status = read(folder.path().join(".mplite.status"));
    assert!(
        status.starts_with("Status: Running") && status.matches("completed").count() == 3,
        "{status}"
    );
    let log = read(folder.path().join(".node1"));
    assert!(log.contains("running") && log.contains(" sends with "), "{log}");
    assert!(log.contains("node 0 by shm: "), "{log}");
    // The same again, of the configuration that was written, and of its first processes.
    mprun(folder.path(), &[]).run().ok();
    mprun(folder.path(), &["-np", "2"]).run().ok();
    assert_eq!(names(folder.path()), expected[..4]);
}

#[test]
fn two_jobs_run_at_once_in_one_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (program("messages"), program("windows"));
    let start = |words: &[&str]| mprun(folder.path(), words).start();
    let jobs: Vec<Running> = vec![
        start(&["-np", "2", "-s", "localhost", &one]),
        start(&["-np", "2", "-s", "localhost", &other]),
        start(&["-job", "third", "-np", "2", "-s", "localhost", &one]),
    ];
    for job in jobs {
        job.wait().ok();
    }
    let names = names(folder.path());
    assert!(names.contains(&".node.third.1".into()), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.ends_with("status")).count(), 3, "{names:?}");
    assert_eq!(names.iter().filter(|name| name.starts_with(".node")).count(), 6, "{names:?}");
}

#[test]
fn what_is_wrong_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program("messages");
    let says = |words: &[&str], what: &[&str]| {
        let before = names(folder.path());
        mprun(folder.path(), words).run().failed().one_line(what);
        assert_eq!(names(folder.path()), before, "{words:?}");
    };
    says(&[], &["mprun: cannot read .mplite.config"]);
    says(&["-np", "2", &program], &["cannot read .mplite.config"]);
    says(&["-np", "2", "-h", "localhost"], &["list of hosts incomplete: -h needs 2 names"]);
    says(&["-np", "2", "-s", "localhost"], &["name of the executable never specified"]);
    let away = ["-np", "2", "-launcher", "false", "-h", "localhost", "192.0.2.1", &program];
    says(&away, &["host 192.0.2.1", "before Ferry's proxy answered"]);
    says(&["-np", "1", "-s", "localhost", "./nowhere"], &["./nowhere"]);
    std::fs::write(folder.path().join(".mplite.config"), "2\n1\np\n0 a\n7 b\n").expect("written");
    says(
        &[],
        &["mprun: .mplite.config:5: \"7 b\" is not what was expected: the line of process 1"],
    );
    says(&away, &["host 192.0.2.1"]);
    assert_eq!(read(folder.path().join(".mplite.config")), "2\n1\np\n0 a\n7 b\n");
}

#[test]
fn a_process_that_ends_the_job_says_so_in_the_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program("ends");
    let outcome = mprun(folder.path(), &["-np", "2", "-s", "localhost", &program, "node"]).run();
    outcome.failed().says(&["ERROR(-1) - Send to node 4711"]);
    let status = read(folder.path().join(".mplite.status"));
    assert!(status.starts_with("Status: ABORT") && status.contains(" ERROR "), "{status}");
    let stall = mprun(folder.path(), &["-np", "2", "-s", "localhost", &program, "stall"]);
    let stall = stall.env("FERRY_MPLITE_PANIC", "1").env("FERRY_MPLITE_BAIL", "2").run();
    stall.failed().says(&["Bailing after waiting 2 secs"]);
    let log = read(folder.path().join(".node0"));
    let tells = |what: &str| assert!(log.contains(what), "{what} is not in\n{log}");
    tells("WARNING(-1) - Blocking 1 seconds for 1 bytes from node 1");
    tells("Bailing after waiting 2 secs for 1 bytes from node 1");
    tells("<-> 0 messages came that nobody has received");
    assert!(read(folder.path().join(".mplite.status")).contains("stalled"));
}

/// Whether this process, and so what it starts, ignores the signal of an interrupt.
fn ignores_interrupts() -> bool {
    let status = read("/proc/self/status");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & 2 != 0)
}

#[test]
fn an_interrupt_is_written_down() {
    if ignores_interrupts() {
        eprintln!("skipped: interrupts are ignored here, as in the background of a shell");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = program("interrupted");
    let mut job = mprun(folder.path(), &["-np", "2", "-s", "localhost", &program]).start();
    let status = folder.path().join(".mplite.status");
    let are_running = |_: &Running| {
        std::fs::read_to_string(&status).is_ok_and(|text| text.matches("running").count() == 2)
    };
    job.until("both run", are_running);
    let pid = job.pid().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill").success());
    job.wait().failed();
    let text = read(&status);
    assert!(text.starts_with("Status: ABORT") && text.contains("INTERRUPT"), "{text}");
    let log = read(folder.path().join(".node0"));
    assert!(log.contains("receives wait"), "{log}");
}

#[test]
fn processes_sleep_together_and_wake() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program("interrupted");
    mprun(folder.path(), &["-np", "3", "-s", "localhost", &program, "sleep"]).run().ok();
    for rank in 0..3 {
        let log = read(folder.path().join(format!(".node{rank}")));
        assert!(log.contains("running\nsnoozing\nrunning"), "{log}");
    }
}

/// Starts a program so many times by itself, and waits for all.
fn alone(folder: &Path, name: &str, ranks: usize, job: Option<&str>) -> Vec<Running> {
    let ferry = Mpi::ferry();
    let program = ferry.mplite_program(name);
    let start = |_| {
        let one = Job::alone(&ferry, &program).dir(folder);
        match job {
            None => one.start(),
            Some(job) => one.env("FERRY_MPLITE_JOB", job).start(),
        }
    };
    (0..ranks).map(start).collect()
}

#[test]
fn processes_that_were_started_one_by_one_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    config(folder.path(), 3, "windows");
    let outcomes: Vec<_> =
        alone(folder.path(), "windows", 3, None).into_iter().map(Running::wait).collect();
    let said: Vec<&str> = outcomes.iter().map(|outcome| outcome.stdout.trim()).collect();
    assert!(outcomes.iter().all(|outcome| outcome.status.success()), "{outcomes:?}");
    assert_eq!(said.concat(), "ok");
    let expected = [".mplite.config", ".mplite.status", ".node0", ".node1", ".node2"];
    assert_eq!(names(folder.path()), expected);
    assert!(read(folder.path().join(".node2")).contains("Done handshaking"));
}

#[test]
fn jobs_without_a_launcher_run_at_once_in_one_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    config(folder.path(), 2, "messages");
    let text = read(folder.path().join(".mplite.config"));
    for job in ["a", "b"] {
        std::fs::write(folder.path().join(format!(".mplite.{job}.config")), &text)
            .expect("written");
    }
    let mut all = alone(folder.path(), "messages", 2, Some("a"));
    all.extend(alone(folder.path(), "messages", 2, Some("b")));
    all.extend(alone(folder.path(), "messages", 2, None));
    let outcomes: Vec<_> = all.into_iter().map(Running::wait).collect();
    assert!(outcomes.iter().all(|outcome| outcome.status.success()), "{outcomes:?}");
    let names = names(folder.path());
    assert!(
        !names.iter().any(|name| name.contains("key") || name.contains("changeport")),
        "{names:?}"
    );
}

#[test]
fn a_job_without_a_launcher_ends_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    config(folder.path(), 2, "ends");
    let ferry = Mpi::ferry();
    let program = ferry.mplite_program("ends");
    let start = || Job::alone(&ferry, &program).dir(folder.path()).arg("gone").start();
    let jobs = [start(), start()];
    for outcome in jobs.map(Running::wait) {
        outcome.failed();
    }
    let status = read(folder.path().join(".mplite.status"));
    assert!(status.contains("aborting") || status.contains("ERROR"), "{status}");
}

#[test]
fn who_waits_in_vain_for_others_says_for_whom() {
    let folder = tempfile::tempdir().expect("a folder");
    config(folder.path(), 2, "messages");
    let ferry = Mpi::ferry();
    let alone = || {
        let program = ferry.mplite_program("messages");
        Job::alone(&ferry, &program).dir(folder.path()).env("FERRY_MPLITE_HANDSHAKE", "1")
    };
    let outcome = alone().run();
    outcome.failed().one_line(&["MP_Init: after 1 seconds process 1 on localhost have not come"]);
    std::fs::write(folder.path().join(".mplite.config"), "2\n1\n").expect("written");
    alone().run().failed().one_line(&["MP_Init: .mplite.config:3: \"\" is not what was expected"]);
    std::fs::write(folder.path().join(".mplite.config"), "1\n1\np\n0 192.0.2.1\n")
        .expect("written");
    alone().run().failed().one_line(&["MP_Init: .mplite.config has no line for this host"]);
}

/// Two hosts with two networks: long messages use both.
#[test]
fn interfaces_are_bonded() {
    const SECOND: [&str; 2] = ["10.78.0.1/24", "10.78.0.2/24"];
    let Some(hosts) = Hosts::make("bond", &[V4, SECOND]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = hosts.launcher(folder.path(), V4);
    let names =
        [V4[0], SECOND[0], V4[1], SECOND[1]].map(|name| name.split('/').next().expect("one"));
    let program = program("messages");
    let words = ["-launcher", &launcher, "-np", "2", "-nics", "2", "-h"];
    let words = [&words[..], &names, &[&program]].concat();
    mprun(folder.path(), &words).run().ok();
    let log = read(folder.path().join(".node0"));
    assert!(log.contains("node 1 by tcp") && log.contains("2 stripes"), "{log}");
}
