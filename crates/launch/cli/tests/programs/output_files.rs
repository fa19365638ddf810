//! Where the output of ranks goes, and what stands before it.

use crate::common::{self, HERE, run};

#[test]
fn a_file_for_each_rank() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let script = "echo out $PMI_RANK; echo err $OMPI_COMM_WORLD_RANK >&2";
    let (out, err) = (at("deep/%r.out"), at("%h.%r.err"));
    let words = ["-n", "2", "-launcher", HERE, "-hosts", "a,b", "-outfile-pattern", &out];
    let run = run(&[&words[..], &["-errfile-pattern", &err, "sh", "-c", script]].concat());
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!((read("deep/0.out"), read("deep/1.out")), ("out 0\n".into(), "out 1\n".into()));
    assert_eq!((read("a.0.err"), read("b.1.err")), ("err 0\n".into(), "err 1\n".into()));
}

/// However often a rank writes, and whenever.
#[test]
fn the_time_in_a_files_name_is_that_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("%r.%t").to_str().unwrap().to_owned();
    let script = "echo one; sleep 0.05; echo two";
    let run = run(&["-n", "2", "-outfile-pattern", &pattern, "sh", "-c", script]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), ""));
    let mut files: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in &files {
        assert_eq!(std::fs::read_to_string(file).unwrap(), "one\ntwo\n", "{file:?}");
    }
    let times =
        files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()[1..].to_owned());
    assert_eq!(times.collect::<std::collections::BTreeSet<_>>().len(), 1, "{files:?}");
}

#[test]
fn a_folder_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("100%").to_str().unwrap().to_owned();
    for (wish, expected) in [(path.clone(), "hi\n"), (format!("{path}:nocopy"), "")] {
        let run = run(&["-n", "1", "--output-filename", &wish, "echo", "hi"]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(0), expected));
        let file = format!("{path}/0/rank.0/stdout");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "hi\n");
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn files_that_cannot_be_written_lose_nothing() {
    let run = run(&["-n", "1", "-outfile-pattern", "/proc/no/%r", "echo", "hi"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "hi\n"));
    assert!(run.stderr.contains("cannot write /proc/no/0"), "{}", run.stderr);
    let run = common::run(&["-n", "1", "-outfile-pattern", "%x", "echo", "hi"]);
    assert_eq!(run.status, Some(2));
}

#[test]
fn what_stands_before_lines() {
    let words = ["-n", "1", "-prepend-pattern", "<%r of %g> ", "printf", "a\\nb\\n"];
    assert_eq!(run(&words).stdout, "<0 of 0> a\n<0 of 0> b\n");
    let timed = run(&["-n", "1", "--timestamp-output", "--tag-output", "echo", "hi"]).stdout;
    let (time, rest) = timed.split_once(' ').unwrap();
    assert!(time.len() == 24 && time.ends_with('Z') && rest == "[0] hi\n", "{timed}");
}

#[test]
fn errors_with_the_output() {
    let run = run(&["-n", "1", "--merge-stderr-to-stdout", "sh", "-c", "echo a; echo b >&2"]);
    assert_eq!(run.lines(), ["a", "b"]);
    assert_eq!(run.stderr, "");
}

#[test]
fn who_runs_where_and_how_it_ended() {
    let words = ["-launcher", HERE, "-hosts", "a:2,b", "-n", "3", "--display", "map,allocation"];
    let script = "test $PMI_RANK != 1 || exit 3";
    let run = run(&[&words[..], &["-print-all-exitcodes", "sh", "-c", script]].concat());
    for line in [
        "mpiexec: host a runs ranks 0-1 (sh)",
        "mpiexec: host b runs ranks 2 (sh)",
        "mpiexec: hosts a, b take 3 ranks",
    ] {
        assert!(run.stderr.lines().any(|told| told == line), "{line}: {}", run.stderr);
    }
    let last = run.stderr.lines().last().unwrap();
    assert!(last.starts_with("mpiexec: exit codes by rank: ") && last.contains("1=3"), "{last}");
}

#[test]
fn a_hostfile_for_want_of_another() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, b"a slots=2\n").unwrap();
    let path = file.path().to_str().unwrap();
    let words = ["-launcher", HERE, "-default-hostfile", path, "sh", "-c", "echo $NOMINAL_HOST"];
    assert_eq!(run(&words).lines(), ["a", "a"]);
    let words = [&words[..4], &["-host", "b"], &words[4..]].concat();
    assert_eq!(run(&words).lines(), ["b"]);
}

#[test]
fn variables_that_scripts_read() {
    let names = "$OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE $OMPI_COMM_WORLD_LOCAL_RANK/\
                 $OMPI_COMM_WORLD_LOCAL_SIZE $MPI_LOCALRANKID/$MPI_LOCALNRANKS";
    let script = format!("echo {names}");
    let words = ["-n", "4", "-launcher", HERE, "-hosts", "a:2,b:2", "sh", "-c", &script];
    let expected = ["0/4 0/2 0/2", "1/4 1/2 1/2", "2/4 0/2 0/2", "3/4 1/2 1/2"];
    assert_eq!(run(&words).lines(), expected);
}

#[test]
fn hosts_of_an_allocation() {
    // A stand-in for Slurm's launcher, which is found first.
    let folder = tempfile::tempdir().unwrap();
    let srun = folder.path().join("srun");
    let script = "#!/bin/sh\nfor w; do case $w in --nodelist=*) export NOMINAL_HOST=${w#*=};; \
                  --*) ;; *) break;; esac; shift; done\nexec \"$@\"\n";
    std::fs::write(&srun, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&srun, mode).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = common::command(&["sh", "-c", "echo $PMI_RANK $NOMINAL_HOST"]);
    command.env("PATH", path).env("SLURM_JOB_NODELIST", "node[1-2]");
    let output = command.env("SLURM_TASKS_PER_NODE", "2,1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["0 node1", "1 node1", "2 node2"], "{output:?}");
    let wrong = common::command(&["true"]).env("SLURM_JOB_NODELIST", "n[2-1]").output().unwrap();
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("SLURM_JOB_NODELIST"));
}
