//! Which methods a job uses, as a user says it: rules, hints, external modules; and what is said about
//! wishes that cannot be fulfilled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferry_tests::{Job, Mpi, Outcome, root};
use tempfile::TempDir;

fn job(ranks: u32, program: &str) -> Job {
    let mpi = Mpi::under_test();
    Job::new(&mpi, ranks, &mpi.program(program))
}

/// `ferry info links` on some ranks.
fn links(ranks: u32, variables: &[(&str, &str)]) -> Outcome {
    let mpi = Mpi::under_test();
    let ferry = mpi.prefix.join("bin/ferry");
    let mut job = Job::new(&mpi, ranks, &ferry).args(&["info", "links"]);
    for (name, value) in variables {
        job = job.env(name, *value);
    }
    let outcome = job.run();
    assert!(outcome.status.success(), "{}", outcome.story());
    outcome.nothing_left();
    outcome
}

/// A configuration file with this text is refused, and one line holds all of `words`.
fn refused(text: &str, words: &[&str]) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("wrong.toml");
    fs::write(&file, text).unwrap();
    let outcome = job(2, "coll").env("FERRY_CONFIG", &file).run();
    outcome.failed().says(words);
}

#[test]
fn a_wrong_rule_is_told_with_its_file_and_line() {
    refused("\n[[rule]]\nuse = \"tcp\"\nafter = \"soon\"\n", &["wrong.toml:4", "a time", "soon"]);
    refused(
        "[[rule]]\nrank = \"0-3\"\ntrafic = \"bulk\"\nuse = \"tcp\"\n",
        &["wrong.toml:3", "trafic", "traffic"],
    );
    refused(
        "[[rule]]\nnetwork = \"10.0.0.0/99\"\nuse = \"tcp\"\n",
        &["wrong.toml:2", "subnets like"],
    );
    refused("[[rule]]\nuse = \"pigeon\"\n", &["wrong.toml:", "no method 'pigeon'", "tcp-stream"]);
    refused("[[rule]\nuse = \"tcp\"\n", &["wrong.toml:1", "TOML"]);
}

#[test]
fn a_wrong_method_is_told_with_where_it_was_named() {
    refused("\nmethods = [\"shm\", \"tpc\"]\n", &["wrong.toml:2", "'tpc'", "did you mean tcp?"]);
    for (variable, words) in [
        ("FERRY_METHODS", &["environment FERRY_METHODS", "--methods", "'pigeon'"][..]),
        ("FERRY_OPEN", &["environment FERRY_OPEN", "'pigeon'"]),
        ("FERRY_POLL_WAITER", &["environment FERRY_POLL_WAITER", "'pigeon'"]),
    ] {
        job(2, "coll").env(variable, "pigeon").run().failed().one_line(words);
    }
}

#[test]
fn a_wrong_rule_on_the_command_line_is_refused() {
    let mpi = Mpi::under_test();
    for (rule, words) in [
        ("traffic=loud use=tcp", ["traffic", "small"]),
        ("use", ["`use`", "name=value"]),
        ("to=0-3", ["rule", "use"]),
    ] {
        let job = Job::bare(&mpi).args(&["--rule", rule, "-n", "2"]).arg(mpi.program("coll"));
        job.run().failed().says(&words);
    }
}

/// The method that carries something of this kind from rank 0 to rank 1.
fn carrier(outcome: &Outcome, kind: &str) -> String {
    let rows = outcome.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let row = rows.into_iter().find(|words| {
        words.len() > 6
            && words[..2] == ["0", "1"]
            && words[3..].iter().any(|w| w.contains(kind) || *w == "all")
    });
    let row = row.unwrap_or_else(|| panic!("nobody carries {kind}:\n{}", outcome.stdout));
    row[2].to_owned()
}

#[test]
fn links_in_a_table() {
    let outcome = links(3, &[("FERRY_RULES", "traffic=bulk use=quic")]);
    let head = outcome.stdout.lines().find(|line| line.contains("streams"));
    let head = head.unwrap_or_else(|| panic!("no table:\n{}", outcome.stdout));
    for word in ["rank", "peer", "method", "carries", "streams", "sent", "received", "bytes"] {
        assert!(head.contains(word), "no {word} in: {head}");
    }
    assert_eq!(carrier(&outcome, "small"), "shm");
    assert_eq!(carrier(&outcome, "bulk"), "quic");
    assert!(outcome.stdout.contains("use=quic") || outcome.stdout.contains("FERRY_RULES"));
}

/// Later wishes win: the command line's over the environment's over the file's.
#[test]
fn the_command_line_has_the_last_word() {
    let mpi = Mpi::under_test();
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("ferry.toml");
    fs::write(&file, "[[rule]]\nuse = \"quic\"\n").unwrap();
    assert_eq!(carrier(&links(2, &[("FERRY_CONFIG", file.to_str().unwrap())]), "small"), "quic");
    let both = [("FERRY_CONFIG", file.to_str().unwrap()), ("FERRY_RULES", "use=tcp")];
    assert_eq!(carrier(&links(2, &both), "small"), "tcp");
    let job = Job::bare(&mpi).args(&["--rule", "use=tcp-stream", "-n", "2"]);
    let job = job.arg(mpi.prefix.join("bin/ferry")).args(&["info", "links"]);
    let outcome = job.env("FERRY_CONFIG", &file).env("FERRY_RULES", "use=tcp").run();
    assert_eq!(carrier(&outcome, "small"), "tcp-stream");
}

#[test]
fn a_method_that_was_not_opened_is_told_with_those_that_were() {
    let outcome =
        job(2, "hints").arg("ferry_methods").arg("quic").env("FERRY_METHODS", "tcp").run();
    outcome.failed().says(&["ferry_methods", "has not opened quic", "tcp", "`open`"]);
    job(2, "hints").arg("ferry_methods").arg("pigeon").run().failed().says(&["pigeon", "shm"]);
}

#[test]
fn wrong_hints_are_refused() {
    for (key, value, word) in [
        ("ferry_poll", "pigeon", "pigeon"),
        ("ferry_tune", "keepalive", "method.parameter=value"),
        ("ferry_tune", "tcp.colour=blue", "colour"),
        ("ferry_tune", "tcp.keepalive=soon", "soon"),
    ] {
        let job = job(2, "hints").arg(key).arg(value).env("FERRY_METHODS", "tcp");
        job.run().failed().says(&[key, word]);
    }
}

#[test]
fn hints_that_are_kept() {
    for (key, value) in [
        ("ferry_methods", "tcp, shm"),
        ("ferry_methods", "quic"),
        ("ferry_poll", "shm,quic"),
        ("ferry_poll", "all"),
        ("ferry_tune", "tcp.keepalive=5s"),
    ] {
        let job = job(2, "hints").arg(key).arg(value).env("FERRY_OPEN", "tcp,quic");
        job.run().ok();
    }
}

#[test]
fn a_method_that_does_not_reach_is_told_with_the_reason() {
    let job = job(2, "coll").env("FERRY_METHODS", "udp");
    job.run().failed().says(&["no method reaches", "udp"]);
    let other = self::job(2, "coll").env("FERRY_P2P", "direct").env("FERRY_METHODS", "shm");
    other.run().failed().says(&["direct", "shm", "tcp-stream, sctp and quic can"]);
}

/// Looking seldom, by a thread, or always: what arrives is the same.
#[test]
fn ways_of_polling() {
    for (name, value) in [
        ("FERRY_POLL_SKIP", "tcp:20,quic:100"),
        ("FERRY_POLL_SKIP_TCP", "7"),
        ("FERRY_POLL_WAITER", "tcp,quic"),
    ] {
        for method in ["tcp", "quic", "shm"] {
            let job = job(3, "coll").env("FERRY_METHODS", method).env("FERRY_OPEN", "tcp,quic");
            job.env(name, value).run().ok();
        }
    }
}

#[test]
fn an_idle_method_leaves_nothing_behind() {
    let job =
        job(3, "p2p").env("FERRY_METHODS", "shm").env("FERRY_OPEN", "quic,tcp,tcp-stream,udp");
    job.run().ok();
}

/// Builds an external method, if there is a C compiler.
fn module(source: &str, flags: &[&str], to: &Path) -> Option<PathBuf> {
    let built = to.join("module.so");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O2", "-I"]).arg(root().join("include")).args(flags);
    let Ok(output) = cc.arg("-o").arg(&built).arg(root().join(source)).output() else {
        eprintln!("skipped: there is no C compiler");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(built)
}

const UXPIPE: &str = "examples/external-method/uxpipe.c";
const MODULE: &str = "crates/methods/external/tests/modules/module.c";

#[test]
fn programs_by_an_external_method() {
    let dir = TempDir::new().unwrap();
    let Some(built) = module(UXPIPE, &[], dir.path()) else { return };
    for (program, ranks) in [("p2p", 2), ("p2p", 3), ("coll", 4), ("requests", 3), ("threads", 2)] {
        let job = job(ranks, program).env("FERRY_EXTERNAL", &built);
        job.env("FERRY_METHODS", "uxpipe").run().ok();
    }
    let external = built.to_str().unwrap();
    let outcome = links(2, &[("FERRY_EXTERNAL", external), ("FERRY_METHODS", "uxpipe")]);
    assert_eq!(carrier(&outcome, "small"), "uxpipe");
}

#[test]
fn external_methods_that_are_refused() {
    let dir = TempDir::new().unwrap();
    let missing = dir.path().join("missing.so");
    let outcome = job(2, "coll").env("FERRY_EXTERNAL", &missing).run();
    outcome.failed().says(&["missing.so", "No such file"]);
    let Some(built) = module(MODULE, &["-DVERSION=2"], dir.path()) else { return };
    let outcome = job(2, "coll").env("FERRY_EXTERNAL", &built).run();
    outcome.failed().says(&["module.so", "version 2 of the interface, not 1"]);
    let Some(built) = module(MODULE, &["-DENTRY=something_else"], dir.path()) else { return };
    let outcome = job(2, "coll").env("FERRY_EXTERNAL", &built).run();
    outcome.failed().says(&["module.so", "no function ferry_method_entry"]);
    let outcome = job(2, "coll").env("FERRY_METHODS", "uxpipe").run();
    outcome.failed().says(&["there is no method 'uxpipe'"]);
}
