//! Where values come from, which one wins, and what is said of wrong ones.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ferry_config::{Config, ConfigError, Origin, PARAMETERS, Ports, RESERVED, Sources, encode_set};
use tempfile::TempDir;

/// A machine with files and variables of its own.
struct Machine {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home").to_str().unwrap().to_owned();
        Machine { folder, variables: vec![("HOME".into(), home)] }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn set(&mut self, variable: &str, value: impl AsRef<Path>) -> &mut Self {
        self.variables.push((variable.into(), value.as_ref().to_str().unwrap().into()));
        self
    }

    fn load(&self) -> Result<Config, ConfigError> {
        let variables = self.variables.iter().map(|(name, value)| (name.into(), value.into()));
        let machine = Some("some-machine-2".to_owned());
        Sources { system: self.path("etc/ferry.toml"), machine, variables: variables.collect() }
            .load()
    }

    fn refusal(&self) -> String {
        self.load().unwrap_err().to_string()
    }
}

fn file_origin(path: PathBuf, line: usize) -> Origin {
    Origin::File { path, line }
}

#[test]
fn rules_of_all_sources_add_up() {
    let mut machine = Machine::new();
    let text = "methods = [\"shm\", \"tcp\"]\n\n[[rule]]\nnetwork = \"10.0.0.0/8\"\ntraffic = [\"bulk\"]\n\
                use = [\"quic\", \"tcp\"]\nset = { congestion = \"bbr\" }\n\n[[rule]]\nrank = 3\nuse = \"tcp\"\n";
    let path = machine.file("own.toml", text);
    machine.set("FERRY_CONFIG", &path).set("FERRY_RULES", "use=shm; to=1 use=tcp");
    machine.set("FERRY_SET", "rules=use=quic");
    let config = machine.load().unwrap();
    let rules: Vec<_> =
        config.rules().iter().map(|r| (r.origin.clone(), r.methods.join(","))).collect();
    let variable = Origin::Environment { variable: "FERRY_RULES".into() };
    assert_eq!(
        rules,
        [
            (file_origin(path.clone(), 3), "quic,tcp".into()),
            (file_origin(path, 9), "tcp".into()),
            (variable.clone(), "shm".into()),
            (variable, "tcp".into()),
            (Origin::CommandLine, "quic".into()),
        ]
    );
    assert_eq!(config.rules()[0].set[0].method, "quic");
}

#[test]
fn a_wrong_rule_in_a_file_is_told_with_its_line() {
    for (line, text) in [
        ("5: a rule has no field `netwrok`; did you mean `network`?", "netwrok = \"10.0.0.0/8\""),
        ("5: `rule.network` is `10.0.0.0/40`, expected subnets", "network = \"10.0.0.0/40\""),
        ("5: `rule.after` is `30`, expected a time", "after = 30"),
        ("5: in a rule, `to` is neither text", "to = 1979-05-27"),
    ] {
        let mut machine = Machine::new();
        let path = machine.file("own.toml", &format!("# a\n\n[[rule]]\nuse = \"tcp\"\n{text}\n"));
        machine.set("FERRY_CONFIG", &path);
        let refusal = machine.refusal();
        assert!(refusal.contains(&format!("own.toml:{line}")), "{refusal}");
    }
}

#[test]
fn without_any_source_all_is_default() {
    let config = Machine::new().load().unwrap();
    assert_eq!(config.entries().count(), PARAMETERS.len());
    assert!(config.entries().all(|entry| entry.is_default()));
    assert_eq!(config.origin("progress").to_string(), "default");
    assert_eq!(config.duration("tcp.connect_timeout"), Duration::from_secs(20));
}

#[test]
fn later_sources_win() {
    let mut machine = Machine::new();
    let system = machine.file("etc/ferry.toml", "[p2p]\npool = 1\n");
    assert_eq!(machine.load().unwrap().origin("p2p.pool"), &file_origin(system, 2));

    let user = machine.file("home/.config/ferry/ferry.toml", "p2p.pool = 2");
    assert_eq!(machine.load().unwrap().origin("p2p.pool"), &file_origin(user, 1));

    let named = machine.file("job.toml", "\n\np2p = { pool = 3 }");
    machine.set("FERRY_CONFIG", &named);
    let config = machine.load().unwrap();
    assert_eq!((config.number("p2p.pool"), config.origin("p2p.pool")), (3, &file_origin(named, 3)));

    machine.set("FERRY_P2P_POOL", "4");
    let config = machine.load().unwrap();
    assert_eq!(config.number("p2p.pool"), 4);
    assert_eq!(config.origin("p2p.pool").to_string(), "environment FERRY_P2P_POOL");

    machine.set("FERRY_SET", encode_set(["p2p.pool=5", "methods=tcp"]));
    let config = machine.load().unwrap();
    assert_eq!((config.number("p2p.pool"), config.list("methods")), (5, &["tcp".to_string()][..]));
    assert_eq!(config.origin("p2p.pool").to_string(), "command line --set");

    machine.set("FERRY_METHODS", "shm");
    assert_eq!(machine.load().unwrap().list("methods"), ["tcp"]);
}

/// What was measured counts on machines alike, and where nobody has decided otherwise.
#[test]
fn what_was_measured_comes_before_what_somebody_says() {
    let machine = Machine::new();
    machine.file("home/.config/ferry/tuned/other-machine-2.toml", "p2p.pool = 1");
    assert!(machine.load().unwrap().entries().all(|entry| entry.is_default()));
    let measured = machine.file("home/.config/ferry/tuned/some-machine-2.toml", "p2p.pool = 2");
    assert_eq!(machine.load().unwrap().origin("p2p.pool"), &file_origin(measured, 1));
    machine.file("etc/ferry.toml", "p2p.pool = 3");
    assert_eq!(machine.load().unwrap().number("p2p.pool"), 3);
}

/// Nobody has written it, so that it stops nothing when it is of another version.
#[test]
fn what_was_measured_for_another_version_is_left_out() {
    let machine = Machine::new();
    machine.file("home/.config/ferry/tuned/some-machine-2.toml", "p2p.pool = 2\nno.more = 1");
    let config = machine.load().unwrap();
    assert!(config.entries().all(|entry| entry.is_default()));
    assert!(config.remarks()[0].contains("no.more") && config.remarks()[0].contains("ferry tune"));
}

#[test]
fn the_users_file_is_found_by_xdg_if_absolute() {
    let mut machine = Machine::new();
    machine.file("home/.config/ferry/ferry.toml", "p2p.pool = 1");
    machine.file("xdg/ferry/ferry.toml", "p2p.pool = 2");
    machine.set("XDG_CONFIG_HOME", machine.path("xdg"));
    assert_eq!(machine.load().unwrap().number("p2p.pool"), 2);
    machine.variables.pop();
    machine.set("XDG_CONFIG_HOME", "xdg");
    assert_eq!(machine.load().unwrap().number("p2p.pool"), 1);
}

#[test]
fn files_hold_every_type() {
    let mut machine = Machine::new();
    let text = r#"
        methods = ["shm", "tcp"]
        report_links = true
        p2p.unexpected_budget = "64KiB"
        [shm]
        ring_cells = 0x40
        cma = "auto"
        eager_limit = 4_096
        [tcp]
        connect_timeout = "250ms"
        ports = "5000-5010"
    "#;
    machine.set("FERRY_CONFIG", machine.file("all.toml", text));
    let config = machine.load().unwrap();
    assert_eq!(config.list("methods"), ["shm", "tcp"]);
    assert!(config.flag("report_links"));
    assert_eq!(config.size("p2p.unexpected_budget"), 65536);
    assert_eq!(config.auto_number("shm.ring_cells"), Some(64));
    assert_eq!(config.auto_flag("shm.cma"), None);
    assert_eq!(config.auto_size("shm.eager_limit"), Some(4096));
    assert_eq!(config.duration("tcp.connect_timeout"), Duration::from_millis(250));
    assert_eq!(config.ports("tcp.ports"), Ports::Within(5000..=5010));
}

#[test]
fn a_file_that_was_asked_for_must_be_there() {
    let mut machine = Machine::new();
    let path = machine.path("absent.toml");
    machine.set("FERRY_CONFIG", &path);
    let message = machine.refusal();
    let start =
        format!("cannot read the configuration file {} (named by FERRY_CONFIG): ", path.display());
    assert!(message.starts_with(&start), "{message}");
}

#[test]
fn errors_in_files_name_file_and_line() {
    let mut machine = Machine::new();
    let path = machine.path("job.toml");
    machine.set("FERRY_CONFIG", &path);
    let place = path.display().to_string();
    for (text, expected) in [
        ("\nmethods = \n", format!("{place}:2: not a TOML file: ")),
        (
            "[p2p]\n\npol = 3",
            format!("file {place}:3: no parameter is called `p2p.pol`; did you mean `p2p.pool`?"),
        ),
        ("tcp = 3", format!("file {place}:1: no parameter is called `tcp`; `ferry info` lists")),
        (
            "p2p.pool = 70000",
            format!(
                "file {place}:1: `p2p.pool` is `70000`, expected a whole number from 0 to 4096"
            ),
        ),
        ("\n[p2p]\npool = -1", format!("file {place}:3: `p2p.pool` is `-1`, expected")),
        ("rules.x = 1", format!("file {place}:1: `rules` is ")),
        ("methods = [1]", format!("file {place}:1: `methods` is `[1]`, expected words")),
        ("progress = 1979-05-27", format!("file {place}:1: `progress` is `1979-05-27`")),
    ] {
        machine.file("job.toml", text);
        let message = machine.refusal();
        assert!(message.starts_with(&expected), "{message}\n{expected}");
    }
}

#[test]
fn a_wrong_variable_is_named() {
    let mut machine = Machine::new();
    machine.set("FERRY_SHM_EAGER_LIMIT", "much");
    let expected = "environment FERRY_SHM_EAGER_LIMIT: `shm.eager_limit` is `much`, \
                    expected auto or a size like 65536, 64k, 64KiB or 1M";
    assert_eq!(machine.refusal(), expected);
    machine.variables.pop();
    machine.set("FERRY_METHOD", "tcp");
    let expected = "environment FERRY_METHOD: no parameter is called `FERRY_METHOD`; \
                    did you mean `FERRY_METHODS`?";
    assert_eq!(machine.refusal(), expected);
}

#[test]
fn variables_that_resemble_no_parameter_are_somebody_elses() {
    let mut machine = Machine::new();
    let names = ["FERRY_HOME", "FERRY_DIR", "FERRY_LIB", "FERRY_ROOT", "FERRY_P2P_PL"];
    for name in names {
        machine.set(name, "/opt/ferry");
    }
    let config = machine.load().unwrap();
    assert!(config.entries().all(|entry| entry.is_default()));
    assert_eq!(config.remarks().len(), names.len(), "{:?}", config.remarks());
    for (name, remark) in names.iter().zip(config.remarks()) {
        assert!(remark.starts_with(&format!("environment {name}: ")), "{remark}");
    }
    assert!(config.remarks()[4].contains("`FERRY_P2P_POOL`"), "{:?}", config.remarks());
    for slip in ["FERRY_P2P_POLO", "FERRY_P2P_POL", "FERRY_P2P_POOLS", "FERRY_P2P_POUL"] {
        let mut machine = Machine::new();
        machine.set(slip, "1");
        assert!(machine.refusal().contains("did you mean `FERRY_P2P_POOL`?"), "{slip}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_one_is_kept_from_counts_as_absent_with_a_remark() {
    use std::os::unix::fs::PermissionsExt;
    let mut machine = Machine::new();
    let path = machine.file("home/.config/ferry/ferry.toml", "p2p.pool = 1");
    let folder = path.parent().unwrap();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        eprintln!("left out: this user may read everything");
        return;
    }
    let config = machine.load().unwrap();
    assert!(config.entries().all(|entry| entry.is_default()));
    let remark = &config.remarks()[0];
    assert!(remark.contains(path.to_str().unwrap()) && config.remarks().len() == 1, "{remark}");
    machine.set("FERRY_CONFIG", &path);
    assert!(machine.refusal().contains("(named by FERRY_CONFIG)"), "asked for it must be read");
}

#[test]
fn a_wrong_command_line_is_named() {
    let mut machine = Machine::new();
    for (set, expected) in [
        ("p2p.pool", "command line --set: `p2p.pool` is not of the form name=value"),
        ("=3", "command line --set: `=3` is not of the form name=value"),
        (
            "progress=fast",
            "command line --set: `progress` is `fast`, expected one of poll, thread, signal",
        ),
        (
            "methods=tcp\np2p.pol=1",
            "command line --set: no parameter is called `p2p.pol`; did you mean `p2p.pool`?",
        ),
    ] {
        machine.set("FERRY_SET", set);
        assert_eq!(machine.refusal(), expected);
        machine.variables.pop();
    }
}

#[test]
fn variables_of_the_launcher_and_of_others_are_left_alone() {
    let mut machine = Machine::new();
    for variable in RESERVED.iter().filter(|name| !["FERRY_CONFIG", "FERRY_SET"].contains(name)) {
        machine.set(variable, "1");
    }
    machine.set("FERRY_JOB_SECRET", "0123").set("FERRY_SECRET_FD", "3").set("FERRY_CONFIG", "");
    machine.set("FERRYMAN", "Charon").set("METHODS", "none");
    let config = machine.load().unwrap();
    assert!(config.entries().all(|entry| entry.is_default()) && config.remarks().is_empty());
    machine.set("FERRY_REPORT_LINKS", "1");
    assert!(machine.load().unwrap().flag("report_links"));
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStringExt;
    let value = std::ffi::OsString::from_vec(vec![b'e', 0xff]);
    let variables = vec![("FERRY_TCP_INTERFACE".into(), value)];
    let sources = Sources { system: "/nonexistent/ferry.toml".into(), machine: None, variables };
    let message = sources.load().unwrap_err().to_string();
    assert!(message.ends_with("expected text in UTF-8"), "{message}");
}

#[test]
fn a_refused_value_leaves_the_old_one() {
    let mut config = Config::with([("p2p.pool", "9")]).unwrap();
    assert!(config.set("p2p.pool", "nine", Origin::Program).is_err());
    assert_eq!((config.number("p2p.pool"), config.origin("p2p.pool")), (9, &Origin::Program));
    assert!(Config::with([("p2p.pool", "nine")]).is_err());
}

#[test]
fn entries_tell_what_a_listing_needs() {
    let config = Config::with([("tcp.connect_timeout", "3s")]).unwrap();
    let entry =
        config.entries().find(|entry| entry.parameter.name == "tcp.connect_timeout").unwrap();
    assert_eq!((entry.value, entry.parameter.default, entry.is_default()), ("3s", "20s", false));
    assert_eq!(entry.origin.to_string(), "program");
    assert_eq!(entry.parameter.variable(), "FERRY_TCP_CONNECT_TIMEOUT");
}
