//! The launcher's command line, streams and environment.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use ferry_tests::{Job, Mpi, Outcome, root};
use tempfile::TempDir;

fn job() -> Job {
    Job::bare(&Mpi::under_test())
}

fn program(name: &str) -> std::path::PathBuf {
    Mpi::under_test().program(name)
}

/// A job of shell words, which needs no MPI program: `-n 2 sh -c SCRIPT`.
fn shell(options: &[&str], script: &str) -> Outcome {
    let mut job = job();
    for option in options {
        job = job.arg(*option);
    }
    job.arg("sh").arg("-c").arg(script).run()
}

fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Input arrives whole and once at rank 0; lines of several ranks are not mixed within.
#[test]
fn streams() {
    let ranks = 4;
    let input: Vec<u8> =
        (0..3_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let sum =
        input.iter().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into()));
    let expected = format!("input {} {sum}", input.len());
    let outcome = Job::new(&Mpi::under_test(), ranks, &program("streams")).input(input).run();
    outcome.ok();
    assert!(outcome.stdout.lines().any(|line| line == expected), "no `{expected}`");
    for (text, word) in [(&outcome.stdout, "out"), (&outcome.stderr, "err")] {
        let mut next = vec![0; ranks as usize];
        for line in text.lines().filter(|line| line.starts_with(word)) {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let (rank, number): (usize, i32) =
                (words[1].parse().unwrap(), words[2].parse().unwrap());
            assert_eq!(words[3], "the quick brown fox jumps over the lazy dog");
            assert_eq!(number, next[rank], "line of rank {rank} out of order");
            next[rank] += 1;
        }
        assert_eq!(next, vec![200; ranks as usize]);
        let all = text.lines().filter(|line| line.contains("quick")).count();
        assert_eq!(all, 200 * ranks as usize, "torn lines");
    }
}

/// Whether the host is crowded decides which algorithms collectives run: rank 0 says, however the others
/// would count cores.
#[test]
fn all_ranks_run_the_same_algorithms() {
    let coll = program("coll").display().to_string();
    for odd in [0, 2] {
        let script = format!(
            "crowded=no; test $PMI_RANK != {odd} || crowded=yes; \
             FERRY_WAIT_OVERSUBSCRIBED=$crowded exec {coll}"
        );
        shell(&["-n", "4"], &script).ok();
    }
}

/// A last line without its end is not lost.
/// It goes to one, to all, each of whom gets all of it, or to none, on one host as on several; who does not read does not
/// hold it up for the others once it has ended.
#[test]
fn input_goes_to_whom_it_is_for() {
    const LEN: usize = 1_000_000;
    let hosts = ["--launcher", "env TESTED_HOST={host}", "-hosts", "alpha:2,beta:2"];
    for hosts in [&[][..], &hosts] {
        let counted = |who: &str, script: &str| {
            let words = [hosts, &["-n", "4", "--stdin", who]].concat();
            let job = job().args(&words).input(vec![b'x'; LEN]);
            let outcome = job.arg("sh").arg("-c").arg(script).run();
            outcome.code(0);
            sorted_lines(&outcome.stdout).iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
        };
        let lines = |of: [usize; 4]| {
            of.iter().enumerate().map(|(rank, len)| format!("{rank} {len}")).collect::<Vec<_>>()
        };
        let count = "echo $PMI_RANK $(wc -c)";
        assert_eq!(counted("2", count), lines([0, 0, LEN, 0]));
        assert_eq!(counted("all", count), lines([LEN; 4]));
        assert_eq!(counted("none", count), lines([0; 4]));
        let one_leaves = "if [ $PMI_RANK = 1 ]; then echo 1 0; else echo $PMI_RANK $(wc -c); fi";
        assert_eq!(counted("all", one_leaves), lines([LEN, 0, LEN, LEN]));
        // A whole host.
        let two_leave =
            "if [ $PMI_RANK -lt 2 ]; then echo $PMI_RANK 0; else echo $PMI_RANK $(wc -c); fi";
        assert_eq!(counted("all", two_leave), lines([0, 0, LEN, LEN]));
    }
    shell(&["-n", "2", "--stdin", "2"], "true").failed().says(&["--stdin", "no rank 2", "2"]);
    shell(&["-n", "2", "--stdin", "some"], "true").failed().says(&["--stdin", "some", "all"]);
}

#[test]
fn programs_run_under_a_debugger() {
    let words = ["-n", "2", "--debugger", "env DEBUGGED='by this'"];
    let outcome = shell(&words, "echo $PMI_RANK $DEBUGGED");
    outcome.code(0);
    assert_eq!(sorted_lines(&outcome.stdout), ["0 by this", "1 by this"]);
    // Each program of several.
    let script = ["sh", "-c", "echo $DEBUGGED"];
    let both = [&words[..], &script, &[":", "-n", "1"], &script].concat();
    let outcome = job().args(&both).run();
    outcome.code(0);
    assert_eq!(outcome.stdout, "by this\n".repeat(3));
    shell(&["-n", "1", "--debugger", "'"], "true").failed().says(&["--debugger", "not closed"]);
    shell(&["-n", "1", "--debugger", " "], "true").failed().says(&["--debugger", "no debugger"]);
}

#[test]
fn unfinished_lines_arrive() {
    let outcome = shell(&["-n", "1"], "printf abc; printf xyz >&2");
    assert_eq!((outcome.stdout.trim_end(), outcome.stderr.trim_end()), ("abc", "xyz"));
}

#[test]
fn tagged_output() {
    for flag in ["-l", "--tag-output"] {
        let outcome = shell(&[flag, "-n", "2"], "echo hello");
        outcome.code(0);
        assert_eq!(outcome.stdout.lines().count(), 2);
        for rank in ["0", "1"] {
            let tagged = |line: &str| {
                line.ends_with("hello") && line.split("hello").next().unwrap().contains(rank)
            };
            assert!(outcome.stdout.lines().any(tagged), "{}", outcome.story());
        }
    }
}

#[test]
fn several_programs_are_one_world() {
    let a = program("where");
    let outcome = job().arg("-n").arg("1").arg(&a).arg(":").arg("-n").arg("2").arg(&a).run();
    outcome.ok();
    assert!(outcome.stdout.contains("ranks: 3"), "{}", outcome.story());
    let outcome = job().args(&["-n", "1", "echo", "a", ":", "-np", "2", "echo", "b"]);
    let outcome = outcome.run();
    outcome.code(0);
    assert_eq!(sorted_lines(&outcome.stdout), ["a", "b", "b"]);
}

#[test]
fn working_directory_and_environment() {
    let dir = TempDir::new().unwrap();
    let place = fs::canonicalize(dir.path()).unwrap();
    let outcome = shell(&["-n", "2", "-wdir", dir.path().to_str().unwrap()], "pwd -P");
    assert_eq!(outcome.stdout.lines().collect::<Vec<_>>(), [place.to_str().unwrap(); 2]);
    let outcome = shell(&["-n", "1", "-genv", "SHIP", "ferry boat"], "echo $SHIP");
    assert_eq!(outcome.stdout.trim(), "ferry boat");
    let outcome = shell(&["-env", "SHIP", "one", "-n", "1"], "echo $SHIP");
    assert_eq!(outcome.stdout.trim(), "one");
    let outcome =
        job().env("SHIP", "kept").args(&["-x", "SHIP", "-n", "1", "printenv", "SHIP"]).run();
    assert_eq!(outcome.stdout.trim(), "kept");
    let outcome = shell(&["-x", "SHIP=given", "-n", "1"], "echo $SHIP");
    assert_eq!(outcome.stdout.trim(), "given");
}

#[test]
fn configuration_file() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("job");
    fs::write(&file, "-n 1 echo first\n-n 2 echo second\n").unwrap();
    let outcome = job().arg("-configfile").arg(&file).run();
    outcome.code(0);
    assert_eq!(sorted_lines(&outcome.stdout), ["first", "second", "second"]);
}

#[test]
fn words_of_the_peers_are_accepted_quietly() {
    let words = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", "2"];
    let outcome = shell(&words, "echo x");
    outcome.code(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("x\nx\n", ""));
}

#[test]
fn exit_codes() {
    shell(&["-n", "2"], "exit 0").code(0);
    shell(&["-n", "1"], "exit 7").code(7);
    let ways = program("ways");
    Job::new(&Mpi::under_test(), 3, &ways).arg("code").run().code(5);
}

#[test]
fn time_limit() {
    let outcome = shell(&["--timeout", "1", "-n", "2"], "sleep 100");
    outcome.failed().says(&["1"]);
}

#[test]
fn mistakes_are_explained() {
    let dir = TempDir::new().unwrap();
    let plain = dir.path().join("plain");
    fs::write(&plain, "not a program").unwrap();
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o644)).unwrap();
    let hosts = dir.path().join("hosts");
    fs::write(&hosts, "localhost slots=2\nlocalhost slots=many\n").unwrap();
    let run = |words: &[&str]| job().args(words).run();
    run(&["--frobnicate", "-n", "2", "true"]).failed().says(&["--frobnicate"]);
    run(&["-n", "2"]).failed().says(&["program"]);
    run(&["-n", "two", "true"]).failed().says(&["two"]);
    run(&["-n", "2", "/no/such/program"]).failed().says(&["/no/such/program"]);
    run(&["-n", "2", plain.to_str().unwrap()]).failed().says(&[plain.to_str().unwrap()]);
    run(&["-f", hosts.to_str().unwrap(), "-n", "2", "true"]).failed().says(&["hosts", "2", "many"]);
    run(&["-f", "/no/such/hosts", "-n", "2", "true"]).failed().says(&["/no/such/hosts"]);
    run(&["-host", "no-such-host.invalid", "-n", "1", "true"])
        .failed()
        .says(&["no-such-host.invalid"]);
}

/// Two hosts that are shells of this one, reached by a command that ignores the name.
#[test]
fn hosts_by_a_command_of_ones_choice() {
    let launcher = "env TESTED_HOST={host} FERRY_METHODS=tcp";
    let words = ["--launcher", launcher, "-hosts", "alpha:2,beta:2", "-n", "4"];
    let outcome = job().args(&words).arg("sh").arg("-c").arg("echo $TESTED_HOST").run();
    outcome.code(0);
    assert_eq!(sorted_lines(&outcome.stdout), ["alpha", "alpha", "beta", "beta"]);
    let outcome = job().args(&words).arg(program("p2p")).run();
    outcome.ok();
}

#[test]
fn help_and_version() {
    let outcome = job().arg("--help").run();
    outcome.code(0);
    assert!(outcome.stdout.contains("-n"), "{}", outcome.story());
    let outcome = job().arg("--version").run();
    outcome.code(0);
    assert!(!outcome.stdout.trim().is_empty());
}

/// The examples that newcomers see first.
#[test]
fn examples_run() {
    let mpi = Mpi::under_test();
    let dir = TempDir::new().unwrap();
    for (name, ranks) in [("ring", 4), ("farm", 3), ("heat2d", 4), ("variables", 2)] {
        let program = dir.path().join(name);
        mpi.compile(&root().join("examples/c").join(name).with_extension("c"), &program);
        let job = Job::new(&mpi, ranks, &program).arg(picture_argument(name, dir.path()));
        job.run().code(0);
    }
    let picture = fs::read(dir.path().join("heat2d.png")).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
}

fn picture_argument(name: &str, dir: &Path) -> String {
    match name {
        "heat2d" => dir.join("heat2d.png").display().to_string(),
        _ => String::from("20"),
    }
}
