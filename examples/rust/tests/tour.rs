//! The tour on several ranks, by shared memory and by TCP. This program starts itself again as launcher.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Output};

const TOUR: &str = env!("CARGO_BIN_EXE_tour");
const LAUNCH: &str = "--launch";

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(status) = ferry_launch::hidden_role(&args) {
        return status.into();
    }
    let words: Vec<&str> = args.iter().skip(1).filter_map(|arg| arg.to_str()).collect();
    match words[..] {
        [LAUNCH, ranks] => {
            let words = ["mpiexec", "--timeout", "120", "-n", ranks, TOUR].map(OsString::from);
            ferry_launch::main(words.to_vec()).into()
        }
        _ if words.contains(&"--ignored") => ExitCode::SUCCESS,
        _ if words.contains(&"--list") => {
            println!("tour: test");
            ExitCode::SUCCESS
        }
        _ => {
            for (methods, ranks) in [("shm,tcp", 1), ("shm,tcp", 4), ("tcp", 3)] {
                check(&job(methods, ranks), ranks);
            }
            ExitCode::SUCCESS
        }
    }
}

fn job(methods: &str, ranks: u32) -> Output {
    let me = std::env::current_exe().expect("this program's own file");
    let mut command = Command::new(me);
    command.args([LAUNCH, &ranks.to_string()]).env("FERRY_METHODS", methods);
    command.output().expect("starting this program again")
}

/// All examples were run by all ranks.
fn check(output: &Output, ranks: u32) {
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let done = format!("done by {ranks} ranks");
    let examples = said.lines().filter(|line| line.ends_with(&done)).count();
    assert!(output.status.success() && examples > 80, "{examples} examples\n{said}{errors}");
}
