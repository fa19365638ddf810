//! The `ferry` command.

use std::process::Command;

fn ferry(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
    let output = command.args(args).env("FERRY_PROGRESS", "thread").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn info_shows_values_and_origins() {
    let (status, out, _) = ferry(&["info"]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("Ferry "), "{out}");
    let line = out.lines().find(|line| line.starts_with("progress ")).expect("a line");
    assert!(line.contains("thread") && line.contains("FERRY_PROGRESS"), "{line}");
    let (_, changed, _) = ferry(&["info", "--changed"]);
    assert!(changed.contains("progress") && !changed.contains("wait.spin"), "{changed}");
}

#[test]
fn info_shows_what_one_may_need_unless_asked_for_all() {
    let names = |words: &[&str]| -> Vec<String> {
        let (_, out, _) = ferry(words);
        let lines = out.lines().skip_while(|line| !line.starts_with("parameter "));
        lines.skip(1).filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let (few, all) = (names(&["info"]), names(&["info", "--expert"]));
    assert!(few.len() < all.len() / 2, "{few:?}");
    for (name, is_shown) in [("methods", true), ("tcp.ports", true), ("shm.ring_cells", false)] {
        let has = |names: &[String]| names.iter().any(|n| n == name);
        assert_eq!((has(&few), has(&all)), (is_shown, true), "{name}");
    }
    assert!(ferry(&["info"]).1.contains(&format!("{} more", all.len() + 1 - few.len())));
    // What somebody has set is shown, whatever it is.
    assert!(info_with("FERRY_SHM_RING_CELLS", "64").contains("shm.ring_cells"));
}

#[test]
fn info_lists_what_tools_can_watch() {
    let (_, out, _) = ferry(&["info", "--expert"]);
    let line = |name: &str| out.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    assert!(line("link.bytes_sent ").is_some_and(|line| line.contains("aggregate")), "{out}");
    assert!(line("tcp.frames_sent ").is_some_and(|line| line.contains("counter")), "{out}");
    assert!(line("link.peer_lost ").is_some_and(|line| line.contains("event")), "{out}");
    assert!(!ferry(&["info"]).1.contains("link.peer_lost"));
}

#[test]
fn info_says_what_is_wrong_with_a_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.toml");
    std::fs::write(&file, "[tcp]\nprots = 1\n").unwrap();
    for words in [&["info", "--changed"][..], &["info"], &["info", "--json"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
        let output = command.args(words).env("FERRY_CONFIG", &file).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {out}");
        assert!(out.contains("broken.toml:2") && out.contains("`tcp.ports`"), "{words:?}: {out}");
        assert!(!out.contains("All parameters have their defaults"), "{words:?}: {out}");
    }
}

#[test]
fn run_is_mpiexec() {
    for word in ["run", "launch"] {
        let (status, out, err) = ferry(&[word, "-n", "2", "echo", "-n", "hi"]);
        assert_eq!((status, out.as_str()), (Some(0), "hihi"), "{err}");
    }
    let remote = ["run", "--launcher", "env X={host}", "-host", "a", "-n", "1", "echo", "there"];
    assert_eq!(ferry(&remote).1, "there\n");
    assert_eq!(ferry(&["run", "-frobnicate"]).0, Some(2));
    assert!(ferry(&["run", "--help"]).1.contains("mpiexec"));
}

#[test]
fn experiments_are_a_program_of_its_own_beside_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let alone = dir.path().join("ferry");
    std::fs::copy(env!("CARGO_BIN_EXE_ferry"), &alone).expect("it can be copied");
    let run = |words: &[&str]| Command::new(&alone).args(words).output().expect("it starts");
    let output = run(&["experiment", "farm"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("/ferry-experiment: "), "{said}");
    let beside = dir.path().join("ferry-experiment");
    std::os::unix::fs::symlink("/bin/echo", &beside).expect("it can be made");
    let said = run(&["experiment", "farm", "--quick", "--no-such-option"]).stdout;
    assert_eq!(String::from_utf8_lossy(&said), "farm --quick --no-such-option\n");
}

#[test]
fn unknown_commands_are_refused() {
    let (status, _, err) = ferry(&["swim"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("swim"), "{err}");
}

#[test]
fn info_tells_what_is_found_here() {
    let (_, out, _) = ferry(&["info"]);
    for expected in ["cores ", "cross-memory attach ", "local ", "shm ", "tcp ", "allreduce "] {
        assert!(out.lines().any(|line| line.starts_with(expected)), "no `{expected}` in:\n{out}");
    }
    assert!(out.contains("publishes "), "{out}");
}

#[test]
fn info_for_programs() {
    let (status, out, err) = ferry(&["info", "--json"]);
    assert_eq!(status, Some(0), "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    let names: Vec<&str> =
        report["methods"].as_array().unwrap().iter().filter_map(|m| m["name"].as_str()).collect();
    for name in ["local", "shm", "tcp", "sctp", "quic"] {
        assert!(names.contains(&name), "no {name} in {names:?}");
    }
    assert_eq!(report["rules"].as_array().map(Vec::len), Some(0));
    assert!(report["host"]["cores"].as_u64() >= Some(1));
    let set = report["parameters"].as_array().unwrap().iter().find(|p| p["name"] == "progress");
    assert_eq!(set.unwrap()["value"], "thread");
}

#[test]
fn info_says_which_protocol_carries_a_message() {
    let sizes = |out: &str| -> Vec<String> {
        let lines = out.lines().skip_while(|line| !line.starts_with("Sizes in bytes"));
        lines.skip(2).take_while(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let of = |lines: &[String], method: &str| {
        let line = lines.iter().find(|line| line.split_whitespace().next() == Some(method));
        line.unwrap_or_else(|| panic!("no {method} in {lines:?}")).clone()
    };
    let lines = sizes(&info_with("FERRY_TCP_EAGER_LIMIT", "5000"));
    let tcp = of(&lines, "tcp");
    assert!(tcp.ends_with("eager to 5000, rendezvous from 5001"), "{tcp}");
    assert!(
        !lines.iter().any(|line| line.starts_with("udp")),
        "messages never go by udp: {lines:?}"
    );
    let lines = sizes(&info_with("FERRY_P2P", "direct"));
    let quic = of(&lines, "quic");
    assert!(quic.contains("direct to "), "{quic}");
}

/// `ferry info` with one more variable.
fn info_with(variable: &str, value: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
    let output = command.arg("info").env(variable, value).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn info_says_why_something_is_not_used() {
    let out = info_with("FERRY_METHODS", "tcp");
    let shm = out.lines().find(|line| line.starts_with("shm ")).expect("a line");
    assert!(shm.contains("not usable") && shm.contains("FERRY_METHODS"), "{shm}");
    let out = info_with("FERRY_TCP_INTERFACE", "nosuch0");
    let tcp = out.lines().find(|line| line.starts_with("tcp ")).expect("a line");
    assert!(tcp.contains("not usable") && tcp.contains("nosuch0"), "{tcp}");
    let out = info_with("FERRY_RULES", "to=3 traffic=bulk use=tcp");
    assert!(out.contains("to=3 traffic=bulk use=tcp  (environment FERRY_RULES)"), "{out}");
    let out = info_with("FERRY_COLL_BCAST", "pigeon");
    assert!(out.contains("coll.bcast") && out.contains("cannot be used"), "{out}");
    let out = info_with("FERRY_COLL_BCAST", "chain");
    let bcast = out.lines().find(|line| line.starts_with("bcast ")).expect("a line");
    assert!(bcast.contains("chain") && bcast.contains("FERRY_COLL_BCAST"), "{bcast}");
}

/// The links of a job of three ranks on this host.
fn links(methods: &str) -> Vec<serde_json::Value> {
    let ferry_itself = env!("CARGO_BIN_EXE_ferry");
    let words = ["run", "--methods", methods, "-n", "3", ferry_itself, "info", "links", "--json"];
    let (status, out, err) = ferry(&words);
    assert_eq!(status, Some(0), "{err}");
    serde_json::from_str::<serde_json::Value>(&out).expect("JSON").as_array().unwrap().clone()
}

#[test]
fn links_of_a_job() {
    for method in ["shm", "tcp"] {
        let ranks = links(method);
        assert_eq!(ranks.len(), 3);
        for (me, rank) in ranks.iter().enumerate() {
            let links = rank["links"].as_array().unwrap();
            assert_eq!(links.len(), 3);
            for (peer, link) in links.iter().enumerate() {
                let expected = if peer == me { "local" } else { method };
                assert_eq!(link["method"], expected, "{link}");
                assert!(link["why"].as_str().unwrap().contains("as configured"), "{link}");
            }
            let other = if method == "shm" { "tcp" } else { "shm" };
            let missing: Vec<&str> = rank["not_opened"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|m| m[0].as_str())
                .collect();
            assert!(missing.contains(&other), "{missing:?}");
        }
    }
}

#[test]
fn links_for_people() {
    let ferry_itself = env!("CARGO_BIN_EXE_ferry");
    let (status, out, err) = ferry(&["run", "-n", "2", ferry_itself, "info", "links"]);
    assert_eq!(status, Some(0), "{err}");
    for expected in [
        "0  local    shm",
        "1    shm  local",
        "0 -> 1 shm: the first that fits",
        "tcp is not opened: all ranks share one host",
        "quic is not opened: only where",
        "carries",
    ] {
        assert!(out.contains(expected), "no `{expected}` in:\n{out}");
    }
}

#[test]
fn rules_of_a_job() {
    let ferry_itself = env!("CARGO_BIN_EXE_ferry");
    let run = |rule: &str| {
        ferry(&["run", "--rule", rule, "-n", "2", ferry_itself, "info", "links", "--json"])
    };
    let (status, out, err) = run("to=1 traffic=bulk use=tcp");
    assert_eq!(status, Some(0), "{err}");
    let ranks: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let links = ranks[0]["links"].as_array().unwrap();
    let carries = |method: &str| {
        let link = links.iter().find(|link| link["to"] == 1 && link["method"] == method);
        link.expect("a link")["carries"].to_string()
    };
    assert_eq!(carries("shm"), r#"["control","small"]"#);
    assert_eq!(carries("tcp"), r#"["bulk"]"#);
    let (status, _, err) = run("to=1 use=udp");
    assert_ne!(status, Some(0));
    assert!(err.contains("udp: it is not reliable") && err.contains("there are shm"), "{err}");
    assert!(run("to=1 ues=tcp").2.contains("did you mean `use`"));
}

/// Values are measured, shown and kept where the configuration finds them.
#[test]
fn tune_measures_and_forgets() {
    let folder = tempfile::tempdir().unwrap();
    let tune = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferry"));
        command.arg("tune").args(words).env("XDG_CONFIG_HOME", folder.path());
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, out, error) = tune(&["--minutes", "0.001", "--print"]);
    assert_eq!(status, Some(0), "{error}");
    for parameter in ["shm.eager_limit", "shm.piece", "shm.bulk_bytes", "shm.cma"] {
        assert!(
            out.lines().any(|line| line.starts_with(parameter) && line.contains(" -> ")),
            "{out}"
        );
    }
    assert!(!folder.path().join("ferry").exists(), "it was not to write");
    let (status, out, _) = tune(&["--forget"]);
    assert!(status == Some(0) && out.starts_with("there is no "), "{out}");
    let (status, _, error) = tune(&["--minutes", "soon"]);
    assert!(status == Some(2) && error.contains("a number of minutes"), "{error}");
    let (status, _, error) =
        tune(&["--minutes", "0.001", "--hosts", "nowhere.invalid,neither.invalid"]);
    assert!(status == Some(1) && error.contains(".invalid"), "{error}");
}
