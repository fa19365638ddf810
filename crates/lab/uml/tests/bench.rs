//! The bench itself: guests boot, run scripts, are reached, and leave nothing behind.

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use ferry_netlab::within;
use ferry_uml::{Bench, Boot, missing};

const PATIENCE: Duration = Duration::from_secs(180);

fn can_run() -> bool {
    let missing = missing();
    if let Some(reason) = &missing {
        eprintln!("skipped: {reason}");
    }
    missing.is_none()
}

/// Processes whose command line or environment contains a text.
fn processes_with(text: &str) -> Vec<String> {
    let contains = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains(text);
    let all = std::fs::read_dir("/proc").expect("/proc").flatten().map(|entry| entry.path());
    let marked = all.filter(|process| {
        let read = |name: &str| std::fs::read(process.join(name)).unwrap_or_default();
        contains(read("cmdline")) || contains(read("environ"))
    });
    marked.map(|process| process.display().to_string()).collect()
}

#[test]
fn a_guest_runs_scripts_with_its_own_kernel() {
    if !can_run() {
        return;
    }
    let bench = Bench::set_up().expect("a bench");
    let mut guest = bench.boot(&Boot::default()).expect("a guest");
    let done = guest.run("uname -r; id -u; exit 7", PATIENCE).expect("an end");
    let here = std::fs::read_to_string("/proc/sys/kernel/osrelease").expect("a kernel");
    assert_eq!(done.status, 7);
    let lines: Vec<&str> = done.text.lines().collect();
    assert_ne!(lines[0], here.trim(), "the host's own kernel");
    assert_eq!(lines[1], "0");
    let sctp = guest.run("cat /proc/net/sctp/snmp", PATIENCE).expect("an end");
    assert!(sctp.status == 0 && sctp.text.contains("SctpCurrEstab"), "{sctp:?}");
    // The host's files are there to be read only.
    let file = bench.dir().join("written-inside");
    let done = guest.run(&format!("echo x > {}", file.display()), PATIENCE).expect("an end");
    assert!(done.status != 0 && !file.exists(), "{done:?}");
    let long = guest.run("seq 1 5000", PATIENCE).expect("an end");
    assert!(long.text.lines().eq((1..=5000).map(|n| n.to_string())), "{}", long.text);
}

#[test]
fn the_host_and_guests_reach_each_other() {
    if !can_run() {
        return;
    }
    let bench = Bench::set_up().expect("a bench");
    let mut one = bench.boot(&Boot::default()).expect("a guest");
    let mut other = bench.boot(&Boot::default()).expect("a guest");
    assert_ne!(one.address(), other.address());
    let listener = within(bench.namespace(), || Ok(TcpListener::bind((bench.address(), 0))?));
    let listener = listener.expect("a listening socket");
    let port = listener.local_addr().expect("bound").port();
    for guest in [&mut one, &mut other] {
        let script = format!("exec 3<>/dev/tcp/{}/{port}; cat <&3", bench.address());
        let running = guest.start_script(&format!("exec bash -c '{script}'")).expect("a script");
        let (stream, _) = listener.accept().expect("a connection");
        std::io::Write::write_all(&mut { stream }, b"from the host").expect("room");
        let done = running.finish(PATIENCE).expect("an end");
        assert_eq!((done.status, done.text.as_str()), (0, "from the host"));
    }
    let address = (other.address(), 9);
    let refused = within(bench.namespace(), || Ok(TcpStream::connect(address).map(drop)));
    assert!(refused.expect("the namespace").is_err(), "nobody listens there");
}

#[test]
fn a_script_that_hangs_is_given_up_and_nothing_stays_behind() {
    if !can_run() {
        return;
    }
    let bench = Bench::set_up().expect("a bench");
    let dir = bench.dir().display().to_string();
    let mut guest = bench.boot(&Boot::default()).expect("a guest");
    assert!(!processes_with(&dir).is_empty(), "the guest's own processes are seen");
    let error = guest.run("echo begun; sleep 1000", Duration::from_millis(300));
    let error = format!("{:#}", error.expect_err("a deadline"));
    assert!(error.contains("nothing was heard in time"), "{error}");
    drop(guest);
    assert_eq!(processes_with(&dir), Vec::<String>::new());
    let namespace = format!("/run/netns/{}", bench.namespace());
    assert!(std::path::Path::new(&namespace).exists());
    drop(bench);
    assert!(!std::path::Path::new(&namespace).exists() && !std::path::Path::new(&dir).exists());
}

#[test]
fn netem_delays_what_leaves_and_what_arrives() {
    if !can_run() {
        return;
    }
    let bench = Bench::set_up().expect("a bench");
    let mut guest = bench.boot(&Boot::default()).expect("a guest");
    guest.impair("delay 40ms", PATIENCE).expect("netem");
    let listener = guest.run("tc -s qdisc show", PATIENCE).expect("an end");
    assert_eq!(listener.text.matches("delay 40ms").count(), 2, "{}", listener.text);
    let start = std::time::Instant::now();
    let address = (guest.address(), 9);
    let refused = within(bench.namespace(), || Ok(TcpStream::connect(address).map(drop)));
    assert!(refused.expect("the namespace").is_err(), "nobody listens there");
    assert!(start.elapsed() >= Duration::from_millis(80), "{:?}", start.elapsed());
}
