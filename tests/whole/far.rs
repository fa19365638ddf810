//! Two hosts that are far from each other: what TCP does about it from the beginning.

use ferry_netlab::{Lab, Scenario};
use ferry_tests::Mpi;

/// With cables of this delay, so that it is twice as long there and back.
fn laboratory(delay: &str) -> Option<Lab> {
    let network = format!(
        "[hosts]\ncount = 2\nsysctl = {{ \"net.ipv4.tcp_congestion_control\" = \"reno\" }}\n\
         [[network]]\nname = \"lan\"\nlink = {{ rate = \"1gbit\", delay = \"{delay}\" }}\n"
    );
    let lab = Lab::build(&Scenario::parse(&network).expect("a scenario"));
    let lab = lab.inspect_err(|e| eprintln!("skipped: no network can be emulated here: {e:#}"));
    let lab = lab.ok()?;
    lab.start().expect("it starts");
    Some(lab)
}

/// What `ferry info links` tells of the connection from each host to the other.
fn connections(lab: &Lab, set: &str) -> Vec<String> {
    let mpiexec = Mpi::under_test().mpiexec;
    let ferry = mpiexec.with_file_name("ferry").display().to_string();
    let mpiexec = mpiexec.display().to_string();
    let launched = [&mpiexec, "--launcher", "{launcher}", "-host", "{hosts}", "-n", "2"];
    let asked = ["--methods", "tcp", "--set", set, &ferry, "info", "links"];
    let words = [&launched[..], &asked].concat();
    let output = lab.command(None, &words).expect("a command").output().expect("mpiexec starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines =
        said.lines().filter(|line| line.trim_start().starts_with("10.") && line.contains("up"));
    let connections: Vec<String> = lines.map(str::to_owned).collect();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && connections.len() == 2, "{said}{errors}");
    connections
}

#[test]
fn a_long_connection_has_a_congestion_control_that_single_losses_do_not_slow_down() {
    let Some(lab) = laboratory("5ms") else { return };
    let has_it = |line: &String| line.contains("congestion bbr since the way is long");
    let allowed = "/proc/sys/net/ipv4/tcp_available_congestion_control";
    let known = std::fs::read_to_string(allowed).expect("every Linux has it");
    let found = connections(&lab, "tcp.rto_min=20ms");
    assert_eq!(found.iter().all(has_it), known.contains("bbr"), "{found:#?}");
    // Whoever names one has it.
    let named = connections(&lab, "tcp.congestion=reno");
    assert!(!named.iter().any(has_it), "{named:#?}");
}

#[test]
fn a_short_connection_has_what_the_network_has() {
    let Some(lab) = laboratory("200us") else { return };
    let found = connections(&lab, "tcp.rto_min=20ms");
    assert!(!found.iter().any(|line| line.contains("congestion bbr")), "{found:#?}");
}
