//! The Rust API on several ranks. Each test is a job: this program starts itself again as launcher, and
//! that starts it as the ranks.

mod cases;

use std::ffi::OsString;
use std::process::{Command, ExitCode, Output};

/// What makes this program a launcher, and what makes it a rank.
const LAUNCH: &str = "--launch";
const RANK: &str = "--rank";

/// What jobs communicate by.
const SHM: &str = "shm,tcp";
const TCP: &str = "tcp";

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(status) = ferry_launch::hidden_role(&args) {
        return status.into();
    }
    let words: Vec<&str> = args.iter().skip(1).filter_map(|arg| arg.to_str()).collect();
    match words[..] {
        [LAUNCH, case, ranks] => launch(case, ranks).into(),
        [RANK, case] => cases::run(case),
        _ => tests(&words),
    }
}

/// What `mpiexec` would do.
fn launch(case: &str, ranks: &str) -> u8 {
    let me = std::env::current_exe().expect("this program's own file");
    let words = ["mpiexec", "--timeout", "120", "-n", ranks].map(OsString::from);
    let program = [me.into_os_string(), RANK.into(), case.into()];
    ferry_launch::main(words.into_iter().chain(program).collect())
}

/// Behaves as test programs do towards cargo: lists, filters, runs.
fn tests(words: &[&str]) -> ExitCode {
    let ignored = words.contains(&"--ignored");
    let exact = words.contains(&"--exact");
    let mut filters = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--format" | "--test-threads" | "--skip" | "--color" | "--logfile" => drop(rest.next()),
            option if option.starts_with('-') => {}
            filter => filters.push(filter),
        }
    }
    let fits =
        |name: &str, filter: &str| if exact { name == filter } else { name.contains(filter) };
    let chosen = cases::ALL.iter().filter(|case| {
        let named = filters.iter().any(|filter| fits(case.name, filter));
        !ignored && (filters.is_empty() || named)
    });
    let mut failed = 0;
    for case in chosen {
        if words.contains(&"--list") {
            println!("{}: test", case.name);
        } else if !passes(case) {
            failed += 1;
        }
    }
    if failed > 0 {
        eprintln!("{failed} failed");
    }
    ExitCode::from(u8::from(failed > 0))
}

fn passes(case: &cases::Case) -> bool {
    let methods = [Some(SHM), case.over_tcp.then_some(TCP)].into_iter().flatten();
    let jobs = methods.flat_map(|methods| case.ranks.iter().map(move |ranks| (methods, ranks)));
    jobs.into_iter().all(|(methods, ranks)| {
        let output = job(case.name, *ranks, methods);
        let said = String::from_utf8_lossy(&output.stderr);
        let ended = match case.fails_with {
            None => output.status.success(),
            Some(words) => {
                let once = said.matches(words).count() == 1 && said.contains("rank 1 ");
                !output.status.success() && once
            }
        };
        println!(
            "test {} on {ranks} ranks, {methods} ... {}",
            case.name,
            if ended { "ok" } else { "FAILED" }
        );
        if !ended {
            println!("{}\n{}{said}", output.status, String::from_utf8_lossy(&output.stdout));
        }
        ended
    })
}

fn job(name: &str, ranks: u32, methods: &str) -> Output {
    let me = std::env::current_exe().expect("this program's own file");
    let mut command = Command::new(me);
    command.args([LAUNCH, name, &ranks.to_string()]).env("FERRY_METHODS", methods);
    command.output().expect("starting this program again")
}
