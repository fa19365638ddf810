//! What mpiexec is asked for: programs, hosts, environment; and what it says to wrong requests.

use crate::common::{self, HERE, pmi_rank, run};
use rustix::thread::CpuSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

fn refused(args: &[&str], status: i32, words: &[&str]) {
    let run = run(args);
    assert_eq!(run.status, Some(status), "{args:?}: {}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
    assert!(run.stderr.starts_with("mpiexec: "), "{}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{args:?}: {word:?} is not in {}", run.stderr);
    }
}

#[test]
fn wrong_requests_get_one_clear_line() {
    refused(&["-frobnicate", "true"], 2, &["-frobnicate"]);
    refused(&["-n", "2"], 2, &["no program"]);
    refused(&["-n", "x", "true"], 2, &["-n", "\"x\""]);
    refused(&["-n", "2", "no-such-program"], 127, &["no-such-program", "PATH"]);
    refused(&["-n", "2", "./no/such/program"], 127, &["./no/such/program"]);
    refused(&["-n", "2", "/etc/passwd"], 126, &["/etc/passwd", "not executable"]);
    refused(&["-n", "2", "/etc"], 126, &["/etc", "directory"]);
    refused(&["-wdir", "/no/such/place", "true"], 1, &["/no/such/place"]);
    refused(&["--set", "no.such=1", "true"], 2, &["no.such"]);
}

#[test]
fn programs_that_need_what_is_not_there() {
    let dir = tempfile::tempdir().unwrap();
    let script = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let missing = script("missing", "#!/no/such/python3 -u\n");
    refused(&["-n", "2", &missing], 127, &[&missing, "the interpreter /no/such/python3 that"]);
    let windows = script("windows", "#!/bin/sh\r\necho\r\n");
    refused(&["-n", "2", &windows], 127, &[&windows, "lines of Windows"]);
}

/// `mpiexec` as somebody whom rights stop, which they do not with root.
fn as_somebody(dir: &Path, args: &[&str]) -> Output {
    let mut command = common::command(args);
    if rustix::process::geteuid().is_root() {
        let program = dir.join("mpiexec");
        std::fs::copy(env!("CARGO_BIN_EXE_mpiexec"), &program).unwrap();
        command = Command::new(program);
        command.args(args).uid(65534).gid(65534);
    }
    command.current_dir("/").output().unwrap()
}

#[test]
fn folders_that_may_not_be_entered_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let mode = |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode));
    mode(dir.path(), 0o755).unwrap();
    let closed = dir.path().join("closed");
    std::fs::create_dir_all(closed.join("inner")).unwrap();
    std::fs::copy("/bin/sh", closed.join("prog")).unwrap();
    mode(&closed, 0).unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (program, inner) = (path(&closed.join("prog")), path(&closed.join("inner")));
    let closed = path(&closed);
    let entered = format!("may not enter the folder {closed}");
    let search = format!("PATH={closed}:/bin");
    let looked = format!("the folder {closed} could not be looked into");
    for (args, status, words) in [
        (vec![program.as_str()], 126, vec![program.as_str(), &entered]),
        (vec!["-x", &search, "prog"], 127, vec!["no such program in PATH", &looked]),
        (vec!["-wdir", &closed, "true"], 1, vec!["directory", &closed, "may not be entered"]),
        (vec!["-wdir", &inner, "true"], 1, vec![&inner, "may not enter", &closed, "-wdir"]),
    ] {
        let output = as_somebody(dir.path(), &args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{args:?}: {word:?} is not in {said}");
        }
    }
    mode(Path::new(&closed), 0o755).unwrap();
}

#[test]
fn a_system_without_proc_is_told() {
    let script = "mount -t tmpfs none /proc || exit 77; exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", script, "sh", env!("CARGO_BIN_EXE_mpiexec"), "true"]);
    let output = command.output();
    let Some(output) = output.ok().filter(|output| output.status.code() != Some(77)) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if said.starts_with("unshare: ") {
        eprintln!("skipped: mounts of one's own are not allowed here");
        return;
    }
    assert!(said.contains("/proc is not there") && said.contains("mount -t proc"), "{said}");
}

#[test]
fn wrong_programs_on_other_hosts() {
    let there = ["--launcher", HERE, "-host", "a,b", "-n", "2"];
    refused(&[&there[..], &["no-such-program"]].concat(), 127, &["host ", "no-such-program"]);
    refused(&[&there[..], &["/etc/passwd"]].concat(), 126, &["/etc/passwd", "not executable"]);
}

#[test]
fn launchers_that_fail() {
    let args = |launcher| ["--launcher", launcher, "-host", "a", "-n", "1", "true"];
    refused(&args("no-such-launcher"), 127, &["host a", "no-such-launcher"]);
    refused(&args("/etc/passwd"), 126, &["/etc/passwd", "not executable"]);
    let complaint = "sh -c 'echo {host} is asleep >&2; exit 255' ";
    refused(&args(complaint), 2, &["host a", "code 255", "a is asleep"]);
    refused(&args("sh -c 'exit 127'"), 127, &["host a", "code 127", "installed"]);
    refused(&args("sh -c 'kill -9 $$'"), 2, &["host a", "SIGKILL"]);
}

#[test]
fn a_banner_before_the_proxy_is_skipped() {
    let launcher = "sh -c 'echo welcome to {host}; exec \"$@\"' {host}";
    let run = run(&["--launcher", launcher, "-host", "a", "-n", "2", "echo", "hello"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "hello\nhello\n"), "{}", run.stderr);
}

#[test]
fn hostfiles() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let wrong = file("wrong", "a slots=2\n# fine\nb slots=many\n");
    refused(&["-f", &wrong, "true"], 2, &["wrong:3", "many"]);
    refused(&["-f", &file("odd", "a\nb cpus=3"), "true"], 2, &["odd:2", "cpus=3"]);
    refused(&["-f", &file("empty", "# nothing\n"), "true"], 2, &["names no host"]);
    refused(&["-f", "/no/such/file", "true"], 2, &["/no/such/file"]);

    let good = file("good", "# two hosts\na slots=2 # first\n\nb:1\n");
    let show = "echo $PMI_RANK $NOMINAL_HOST $FERRY_NODE $FERRY_LOCAL_RANK $FERRY_LOCAL_SIZE";
    let run = run(&["--launcher", HERE, "--hostfile", &good, "sh", "-c", show]);
    assert_eq!(run.lines(), ["0 a 0 0 2", "1 a 0 1 2", "2 b 1 0 1"], "{}", run.stderr);
}

#[test]
fn own_names_are_local() {
    // The launcher would fail: it must not be used.
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let show = "echo $FERRY_NODE $FERRY_LOCAL_SIZE";
    let run =
        run(&["-host", &format!("localhost:1,{name}:1,127.0.0.1"), "-n", "3", "sh", "-c", show]);
    assert_eq!((run.status, run.lines()), (Some(0), vec!["0 3"; 3]), "{}", run.stderr);
}

/// Hosts of the launcher that are this very machine take each other's cores.
#[test]
fn ranks_know_who_contends_for_their_cores() {
    if std::fs::read_to_string("/proc/sys/kernel/random/boot_id").is_err() {
        eprintln!("skipped: /proc does not tell which kernel this is");
        return;
    }
    // All of this thread's children have the first of its CPUs only.
    let allowed = rustix::thread::sched_getaffinity(None).unwrap();
    let first = (0..CpuSet::MAX_CPU).find(|cpu| allowed.is_set(*cpu)).unwrap();
    let mut one = CpuSet::new();
    one.set(first);
    rustix::thread::sched_setaffinity(None, &one).unwrap();
    for control in ["pipe", "sctp"] {
        let words = ["--control", control, "--launcher", HERE, "-host", "a:2,localhost:1,b:1"];
        let run = run(&[&words[..], &[&pmi_rank(), "contenders"]].concat());
        assert_eq!(run.lines(), ["0 4", "1 4", "2 4", "3 4"], "{control}: {}", run.stderr);
    }
    // Whoever has a CPU of its own is left in peace.
    let Some(other) = (first + 1..CpuSet::MAX_CPU).find(|cpu| allowed.is_set(*cpu)) else {
        eprintln!("partly skipped: there is only one CPU");
        return;
    };
    let launcher = format!(
        "sh -c 'test {{host}} = a || set -- taskset -c {other} \"$@\"; exec \"$@\"' {{host}}"
    );
    if std::process::Command::new("taskset").arg("-V").output().is_err() {
        eprintln!("partly skipped: there is no taskset");
        return;
    }
    let run = run(&["--launcher", &launcher, "-host", "a:2,b:1", &pmi_rank(), "contenders"]);
    assert_eq!(run.lines(), ["0 2", "1 2", "2 1"], "{}", run.stderr);
}

/// All ranks of a host hear the same number of cores, also those that are bound to one of them.
#[test]
fn ranks_know_how_many_cores_they_have_together() {
    if std::process::Command::new("taskset").arg("-V").output().is_err() {
        eprintln!("skipped: there is no taskset");
        return;
    }
    let allowed = rustix::thread::sched_getaffinity(None).unwrap();
    let first = (0..CpuSet::MAX_CPU).find(|cpu| allowed.is_set(*cpu)).unwrap();
    let script = format!("test $PMI_RANK = 0 || set -- taskset -c {first} \"$@\"; exec \"$@\"");
    let run = run(&["-n", "3", "sh", "-c", &script, "sh", &pmi_rank(), "cores"]);
    let cores = std::thread::available_parallelism().unwrap();
    let expected: Vec<_> = (0..3).map(|rank| format!("{rank} {cores}")).collect();
    assert_eq!(run.lines(), expected, "{}", run.stderr);
    // Of several hosts nobody says it.
    let apart =
        common::run(&["--launcher", HERE, "-hosts", "a,b", "-ppn", "1", &pmi_rank(), "cores"]);
    assert_eq!(apart.lines(), ["0 ", "1 "], "{}", apart.stderr);
}

#[test]
fn ranks_per_host() {
    let show = "echo $PMI_RANK $NOMINAL_HOST";
    let run = run(&["--launcher", HERE, "-ppn", "2", "-hosts", "a,b", "-n", "4", "sh", "-c", show]);
    assert_eq!(run.lines(), ["0 a", "1 a", "2 b", "3 b"], "{}", run.stderr);
}

#[test]
fn several_programs() {
    let run =
        run(&["-n", "1", "echo", "a", ":", "-n", "2", "sh", "-c", "echo b $PMI_RANK of $PMI_SIZE"]);
    assert_eq!(run.lines(), ["a", "b 1 of 3", "b 2 of 3"], "{}", run.stderr);
}

#[test]
fn environment() {
    let show = "echo ${A-none} ${B-none} ${FERRY_METHODS-none} ${PMI_PORT-none}";
    for way in [&[][..], &["--launcher", HERE, "-host", "a"]] {
        let args = ["-genv", "A", "1 x", "--methods", "tcp", "-n", "1", "sh", "-c", show];
        let tail = [":", "-env", "B=2", "-env", "A", "3", "sh", "-c", show];
        let run = run(&[way, &args[..], &tail[..]].concat());
        assert_eq!(run.lines(), ["1 x none tcp none", "3 2 tcp none"], "{}", run.stderr);
    }
}

#[test]
fn nothing_is_inherited_when_so_asked() {
    let mut command = common::command(&["-genvnone", "-genv", "A", "1", "/usr/bin/env"]);
    let output = command.env("SECRET_OF_MINE", "x").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("A=1\n") && text.contains("PMI_RANK=0\n"), "{text}");
    assert!(!text.contains("SECRET_OF_MINE"), "{text}");
}

#[test]
fn a_job_within_a_job_is_its_own() {
    let mpiexec = env!("CARGO_BIN_EXE_mpiexec");
    let run = run(&["-n", "2", mpiexec, "-n", "3", "sh", "-c", "echo $PMI_RANK/$PMI_SIZE"]);
    let expected = ["0/3", "0/3", "1/3", "1/3", "2/3", "2/3"];
    assert_eq!((run.status, run.lines()), (Some(0), expected.to_vec()), "{}", run.stderr);
}

#[test]
fn working_directories() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/pwd", dir.path().join("where")).unwrap();
    let path = dir.path().canonicalize().unwrap().into_os_string().into_string().unwrap();
    // A program without a slash is also looked for in the working directory.
    let run = run(&["-wdir", &path, "-n", "1", "where"]);
    assert_eq!(run.stdout.trim_end(), path, "{}", run.stderr);
}

#[test]
fn configuration_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config");
    std::fs::write(&path, "# two programs\n-n 1 echo 'one word'\n-n 1 -env A b sh -c 'echo $A'\n")
        .unwrap();
    let run = run(&["-configfile", path.to_str().unwrap()]);
    assert_eq!(run.lines(), ["b", "one word"], "{}", run.stderr);
    std::fs::write(&path, "-n 1 echo\n-n 1 'open\n").unwrap();
    refused(&["-configfile", path.to_str().unwrap()], 2, &["config:2"]);
}

#[test]
fn the_peers_words_are_silently_accepted() {
    let words = "--allow-run-as-root --oversubscribe --bind-to none --map-by slot -iface lo";
    let run = run(&[&words.split(' ').collect::<Vec<_>>()[..], &["-n", "1", "true"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn words_of_the_peers_that_are_missed_are_told_once() {
    let run = run(&["--gpus-per-proc", "1", "--order-nodes", "x", "-n", "2", "echo", "x"]);
    assert_eq!((run.status, run.lines()), (Some(0), vec!["x", "x"]));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    for word in ["without effect", "--gpus-per-proc 1", "--order-nodes x"] {
        assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
    }
}

#[test]
fn the_launchers_number_is_told() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let script = "echo $PPID";
    assert_eq!(run(&["--report-pid", path, "sh", "-c", script]).status, Some(0));
    let told: u32 = std::fs::read_to_string(path).unwrap().trim().parse().unwrap();
    assert_ne!(told, 0);
    let on_output = run(&["--report-pid", "-", "sh", "-c", script]).stdout;
    let lines: Vec<&str> = on_output.lines().collect();
    assert!(lines.len() == 2 && lines[0] == lines[1], "{on_output}");
    let on_error = run(&["--report-pid", "+", "sh", "-c", script]);
    assert_eq!(on_error.stdout, on_error.stderr);
    refused(&["--report-pid", "/no/such/place", "true"], 1, &["--report-pid", "/no/such/place"]);
}

/// The command keeps its words, and another program is run for its first one.
#[test]
fn the_launch_commands_program_is_another() {
    let words = ["-launcher", "false NOMINAL_HOST={host}", "-launcher-exec", "env", "-hosts", "a"];
    let run = run(&[&words[..], &["sh", "-c", "echo $NOMINAL_HOST"]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "a\n"), "{}", run.stderr);
}

#[test]
fn help_and_version() {
    assert!(
        run(&["--help"]).stdout.contains("-hostfile") || run(&["--help"]).stdout.contains("-f,")
    );
    // By this a process without a launcher tells Ferry's from others.
    assert!(run(&["--version"]).stdout.starts_with("mpiexec (Ferry) "));
}

#[test]
fn many_ranks() {
    let run = run(&["-n", "256", "sh", "-c", "echo $PMI_RANK"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let mut ranks: Vec<u32> = run.stdout.lines().map(|line| line.parse().unwrap()).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, (0..256).collect::<Vec<_>>());
}
