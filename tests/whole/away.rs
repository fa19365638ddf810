//! Ranks that make no call of MPI for longer than any deadline, on a network with a delay, so that no
//! connection is made at the first look.

use std::process::Output;
use std::time::Duration;

use ferry_netlab::{Lab, Scenario};
use ferry_tests::Mpi;

const NETWORK: &str = r#"
[hosts]
count = 2

[[network]]
name = "lan"
link = { rate = "1gbit", delay = "2ms" }
"#;

const METHODS: [&str; 4] = ["tcp", "tcp-stream", "sctp", "quic"];
/// A third of the time that a rank is away. Waits may leave out a second without being away.
const DEADLINES: [&str; 2] = ["tcp.connect_timeout=2s", "tcp.reconnect_timeout=2s"];
/// Over UDP nobody else answers for a receiver that is away: patience with those has to be longer.
const OF_DATAGRAMS: [&str; 2] = ["sctp.connect_timeout=2s", "quic.connect_timeout=2s"];
const AWAY: &str = "6";

fn laboratory() -> Option<Lab> {
    let lab = Lab::build(&Scenario::parse(NETWORK).expect("a scenario"));
    let lab = lab.inspect_err(|e| eprintln!("skipped: no network can be emulated here: {e:#}"));
    let lab = lab.ok()?;
    lab.start().expect("it starts");
    Some(lab)
}

/// One rank on each host.
fn run(lab: &Lab, method: &str, who: &str) -> Output {
    let mpi = Mpi::under_test();
    let (mpiexec, program) = (mpi.mpiexec.display().to_string(), mpi.program("away"));
    let program = program.display().to_string();
    let mut words = vec![mpiexec.as_str(), "--launcher", "{launcher}", "-host", "{hosts}"];
    words.extend(["-n", "2", "--methods", method]);
    let of_datagrams = OF_DATAGRAMS.iter().filter(|_| who == "sender");
    words.extend(DEADLINES.iter().chain(of_datagrams).flat_map(|deadline| ["--set", deadline]));
    words.extend([&program, who, AWAY]);
    lab.command(None, &words).expect("a command").output().expect("mpiexec starts")
}

fn succeeds(method: &str, who: &str, output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success() && out.trim() == "ok", "{method}, {who}: {out}{said}");
}

#[test]
fn whoever_is_away_is_waited_for() {
    std::thread::scope(|scope| {
        for method in METHODS {
            for who in ["receiver", "sender"] {
                scope.spawn(move || {
                    let Some(lab) = laboratory() else { return };
                    succeeds(method, who, &run(&lab, method, who));
                });
            }
        }
    });
}

/// Nothing passes while the sender is away, for longer than the deadlines too.
#[test]
fn a_cut_that_nobody_sees_is_none() {
    std::thread::scope(|scope| {
        for method in METHODS {
            scope.spawn(move || {
                let Some(lab) = laboratory() else { return };
                let output = std::thread::scope(|scope| {
                    let job = scope.spawn(|| run(&lab, method, "sender"));
                    std::thread::sleep(Duration::from_secs(1));
                    lab.cut("lan").expect("it is cut");
                    std::thread::sleep(Duration::from_secs(4));
                    lab.heal("lan").expect("it heals");
                    job.join().expect("a run")
                });
                succeeds(method, "sender", &output);
            });
        }
    });
}
