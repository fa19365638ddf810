//! Two hosts with two cables between them: long payloads use both, and the loss of one loses nothing.
//! Needs the rights to make network namespaces.

use ferry_conformance::{Recorder, pattern};
use ferry_method::{Descriptor, HandlerId, Header, Identity, JobId, Method, PeerId};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(120);
const FRAME: usize = 256 << 10;
/// Set for the processes on the two hosts: which side, and how many frames.
const SIDE: &str = "FERRY_TEST_SIDE";

fn run(program: &str, words: &str) -> bool {
    let output = Command::new(program).args(words.split(' ')).output();
    output.is_ok_and(|output| output.status.success())
}

/// Two namespaces and the cables between them, removed when dropped.
struct Hosts {
    names: [String; 2],
}

impl Hosts {
    /// `None` where that is not allowed.
    fn make(test: &str) -> Option<Self> {
        let name = |side: &str| format!("ferry-{test}-{}-{side}", std::process::id());
        let hosts = Hosts { names: [name("a"), name("b")] };
        let [a, b] = &hosts.names;
        if !(run("ip", &format!("netns add {a}")) && run("ip", &format!("netns add {b}"))) {
            println!("skipped: namespaces cannot be made here (needs root and `ip`)");
            return None;
        }
        for cable in 0..2 {
            let link = format!("link add c{cable} netns {a} type veth peer c{cable} netns {b}");
            assert!(run("ip", &link), "{link}");
            for (side, host) in hosts.names.iter().enumerate() {
                let steps = [
                    format!("-n {host} addr add 10.7{cable}.0.{}/24 dev c{cable}", side + 1),
                    format!("-n {host} link set c{cable} up"),
                ];
                assert!(steps.iter().all(|step| run("ip", step)), "{steps:?}");
                let rate = format!(
                    "-n {host} qdisc add dev c{cable} root tbf rate 200mbit burst 64kb latency 20ms"
                );
                if !run("tc", &rate) {
                    println!("skipped: the rate of a cable cannot be limited here (needs `tc`)");
                    return None;
                }
            }
        }
        Some(hosts)
    }

    /// Bytes that went out over a cable at a side.
    fn carried(&self, side: usize, cable: usize) -> u64 {
        let path = format!("/sys/class/net/c{cable}/statistics/tx_bytes");
        let output = Command::new("ip")
            .args(["netns", "exec", &self.names[side], "cat", &path])
            .output()
            .expect("`ip` ran before");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("a counter")
    }

    /// The process of a side.
    fn start(&self, side: usize, frames: u64) -> Process {
        let mut child = Command::new("ip")
            .args(["netns", "exec", &self.names[side]])
            .arg(std::env::current_exe().expect("this test"))
            .args(["--exact", "side_of_a_pair", "--nocapture", "--test-threads=1"])
            .env(SIDE, format!("{side} {frames}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process in a namespace");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.expect("piped"));
        Process { child, input: input.expect("piped"), output }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.names {
            run("ip", &format!("netns del {name}"));
        }
    }
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// What the process said after `word`.
    fn said(&mut self, word: &str) -> String {
        let mut line = String::new();
        while self.output.read_line(&mut line).expect("text") > 0 {
            if let Some((_, said)) = line.split_once(word) {
                return said.trim().to_owned();
            }
            line.clear();
        }
        panic!("the process ended before it said {word}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends frames from one host to the other and runs `meanwhile` when half of them are there. What the
/// receiver's link was like in the end.
fn transfer(hosts: &Hosts, frames: u64, meanwhile: impl FnOnce()) -> String {
    let mut sides = [hosts.start(0, frames), hosts.start(1, frames)];
    let descriptors = sides.each_mut().map(|side| side.said("descriptor "));
    for (side, other) in [(0, 1), (1, 0)] {
        writeln!(sides[side].input, "{}", descriptors[other]).expect("it listens");
    }
    sides[1].said("half ");
    meanwhile();
    writeln!(sides[1].input, "go on").expect("it listens");
    let link = sides[1].said("link ");
    for side in &mut sides {
        let status = side.child.wait().expect("a process of this one");
        assert!(status.success(), "a side failed: {status}");
    }
    link
}

#[test]
fn both_cables_are_used() {
    let Some(hosts) = Hosts::make("stripes") else { return };
    let frames = 100;
    let link = transfer(&hosts, frames, || ());
    let carried = [0, 1].map(|cable| hosts.carried(0, cable));
    let all = frames * FRAME as u64;
    // How much each carries is the machine's to say: who gets the core when a cable has room, and how
    // quick a cable seems that is measured while a host waits for its core.
    assert!(carried.iter().all(|bytes| *bytes > all / 50), "{carried:?} of {all}: {link}");
    assert!(link.contains("2 stripes"), "{link}");
}

#[test]
fn a_cut_cable_loses_nothing() {
    for cable in 0..2 {
        let Some(hosts) = Hosts::make(&format!("cut{cable}")) else { return };
        let cut = || assert!(run("ip", &format!("-n {} link set c{cable} down", hosts.names[0])));
        let link = transfer(&hosts, 60, cut);
        assert!(link.contains("reconnects"), "{link}");
    }
}

/// What runs on each of the two hosts; nothing by itself.
#[test]
fn side_of_a_pair() {
    let Ok(side) = std::env::var(SIDE) else { return };
    let (me, frames) = side.split_once(' ').expect("two numbers");
    let (me, frames): (u32, u64) = (me.parse().expect("a side"), frames.parse().expect("a count"));
    let identity = Identity {
        job: JobId(4),
        me: PeerId(me),
        size: 2,
        secret: [5; 32],
        host: format!("host {me}"),
    };
    let user_timeout = Some(Duration::from_secs(1));
    let options = TcpOptions { user_timeout, ..TcpOptions::default() };
    let mut method = TcpMethod::new(identity, options).expect("listening on this host");
    assert!(method.attributes().several_paths);
    let hex: Vec<String> = method.descriptor().bytes.iter().map(|b| format!("{b:02x}")).collect();
    println!("descriptor {}", hex.concat());
    let mut theirs = String::new();
    std::io::stdin().read_line(&mut theirs).expect("text");
    let bytes = (0..theirs.trim().len() / 2)
        .map(|i| u8::from_str_radix(&theirs[2 * i..2 * i + 2], 16).expect("hexadecimal"))
        .collect();
    let peer = PeerId(1 - me);
    method.attach(peer, &Descriptor { method: "tcp".into(), bytes }).expect("a descriptor");
    let begin = Instant::now();
    let mut sink = Recorder::default();
    let step = |method: &mut TcpMethod, sink: &mut Recorder| {
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {:?}", method.describe_link(peer));
        method.poll(begin.elapsed(), sink);
        assert!(sink.losses.is_empty(), "{:?}", sink.losses);
    };
    if me == 0 {
        for number in 0..frames {
            let header = Header { words: [number, 0], ..Header::new(HandlerId(1)) };
            let (payload, mut done) = (pattern(number, FRAME), 0);
            while !method.send(peer, &header, &payload, &mut done).expect("a healthy link") {
                step(&mut method, &mut sink);
            }
            // The first long frame opens the second connection; on a busy machine all might be sent before.
            let is_wide = |method: &TcpMethod| {
                method.describe_link(peer).is_some_and(|link| link.contains("2 stripes"))
            };
            while number == 0 && !is_wide(&method) {
                step(&mut method, &mut sink);
            }
        }
        // The receiver closes when it has all.
        while method.counters().peers > 0 {
            step(&mut method, &mut sink);
        }
    } else {
        let mut came = 0;
        while came < frames {
            step(&mut method, &mut sink);
            for arrival in std::mem::take(&mut sink.arrivals) {
                assert_eq!((arrival.header.words[0], arrival.len), (came, FRAME));
                assert!(arrival.payload == Some(pattern(came, FRAME)), "frame {came} is damaged");
                came += 1;
                if came == frames / 2 {
                    println!("half {came}");
                    // Until the other half may come: on a busy machine all might be there before anything else happens.
                    std::io::stdin().read_line(&mut String::new()).expect("text");
                }
            }
        }
        println!("link {}", method.describe_link(peer).expect("the link is up"));
        while !method.close(begin.elapsed(), &mut sink) {
            assert!(begin.elapsed() < PATIENCE, "the close hangs");
        }
    }
}
