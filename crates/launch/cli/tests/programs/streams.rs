//! Standard input, output and error of the ranks.

use crate::common::{HERE, command, run, run_with_input};
use std::process::Stdio;

/// Bytes without a pattern that a lost or doubled piece could hide in.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

const COPY: &str = "if [ $PMI_RANK = 0 ]; then cat; else wc -c | grep -qx 0; fi";

#[test]
fn input_reaches_rank_0_whole() {
    let input = noise(10 << 20);
    let (output, run) = run_with_input(&["-n", "3", "sh", "-c", COPY], &input);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert!(output == input, "{} bytes came back", output.len());
}

#[test]
fn input_reaches_a_remote_rank_0_whole() {
    let input = noise(10 << 20);
    for control in ["pipe", "sctp"] {
        let way = ["--control", control, "--launcher", HERE, "-host", "a,b"];
        let args = [&way[..], &["-n", "2", "sh", "-c", COPY]].concat();
        let (output, run) = run_with_input(&args, &input);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
        assert!(output == input, "{control}: {} bytes came back", output.len());
    }
}

#[test]
fn input_that_nobody_reads_holds_nobody_up() {
    let sctp = &["--control", "sctp", "--launcher", HERE, "-host", "a"];
    for launcher in [&[][..], &sctp[2..], sctp] {
        let args = [launcher, &["-n", "2", "sh", "-c", "exec <&-; echo done"]].concat();
        let (_, run) = run_with_input(&args, &noise(2 << 20));
        assert_eq!((run.status, run.lines()), (Some(0), vec!["done", "done"]));
    }
}

/// A disk without room is no rank's fault.
#[test]
fn output_that_cannot_be_written_is_told() {
    for script in ["echo once", "while :; do echo again; done"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = command(&["-n", "2", "sh", "-c", script]);
        let output = command.stdin(Stdio::null()).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("standard output: No space left"), "{said}");
    }
}

#[test]
fn input_from_a_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, b"from a file\n").unwrap();
    let mut command = command(&["-n", "2", "sh", "-c", COPY]);
    let output = command.stdin(file.reopen().unwrap()).stdout(Stdio::piped()).output().unwrap();
    assert_eq!(output.stdout, b"from a file\n");
}

#[test]
fn lines_of_ranks_do_not_mix() {
    // Each line is written in two pieces, so that only care keeps them together.
    let script =
        "for i in 1 2 3 4 5 6 7 8 9; do printf a$PMI_RANK; sleep 0.01; echo b$PMI_RANK; done";
    let sctp = &["--control", "sctp", "--launcher", HERE, "-host", "a:2,b:2"];
    for launcher in [&[][..], &sctp[2..], sctp] {
        let run = run(&[launcher, &["-n", "4", "sh", "-c", script]].concat());
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        let mut expected: Vec<String> = (0..4).flat_map(|r| vec![format!("a{r}b{r}"); 9]).collect();
        expected.sort_unstable();
        assert_eq!(run.lines(), expected);
    }
}

#[test]
fn much_output_of_many_ranks_is_whole() {
    // 4 MiB of numbered lines per rank, more than any buffer on the way.
    let script = "yes \"$PMI_RANK 123456789012345678901234567890\" | head -n 100000";
    let sctp = &["--control", "sctp", "--launcher", HERE, "-host", "a:2,b:1"];
    for launcher in [&[][..], &sctp[2..], sctp] {
        let run = run(&[launcher, &["-n", "3", "sh", "-c", script]].concat());
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        for rank in 0..3 {
            let line = format!("{rank} 123456789012345678901234567890");
            assert_eq!(run.stdout.lines().filter(|l| *l == line).count(), 100_000);
        }
        assert_eq!(run.stdout.lines().count(), 300_000);
    }
}

#[test]
fn unfinished_last_lines_come_out() {
    let run = run(&["-n", "1", "sh", "-c", "printf end; printf oops >&2"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("end", "oops"));
}

#[test]
fn tags() {
    let run = run(&["-l", "-n", "2", "sh", "-c", "echo one; printf two; echo err >&2"]);
    let mut lines = run.stdout.lines().collect::<Vec<_>>();
    lines.sort_unstable();
    assert_eq!(lines, ["[0] one", "[0] two", "[1] one", "[1] two"]);
    let mut errors = run.stderr.lines().collect::<Vec<_>>();
    errors.sort_unstable();
    assert_eq!(errors, ["[0] err", "[1] err"]);
}

#[test]
fn a_reader_that_leaves_ends_the_writers() {
    let mut child = command(&["-n", "2", "yes"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // 128 + SIGPIPE: what a shell shows for `yes | true`.
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn output_before_a_failure_reaches_a_slow_reader() {
    let script = "yes 0123456789012345678901234567890 | head -n 20000; exit 3";
    let mut child = command(&["-n", "1", "sh", "-c", script])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The complaint comes when the rank has ended; nothing has been read by then.
    let mut complaint = String::new();
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut stderr, &mut complaint).unwrap();
    assert!(complaint.contains("exit code 3"), "{complaint}");
    std::thread::sleep(std::time::Duration::from_secs(7));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout.iter().filter(|b| **b == b'\n').count(), 20_000);
    assert_eq!(output.status.code(), Some(3));
}
