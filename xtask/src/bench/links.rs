//! Links: settings of Ferry against each other, in alternation.
//!
//! Where other cases compare MPIs, a part compares setups of one, each point by point with the
//! part's first. The parts follow one another, since some need networks of their own.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::case::{Case, Setting};
use super::launch::{Bench, Which, check_crossing};
use super::netns::{ADDRESSES, Hosts};
use super::samples::{Line, Samples, parse};
use super::{faces, peer_speed, sctp};
use crate::build::Profile;
use crate::needs::{self, Need};
use crate::{layout, step};

/// Where the ranks of a part are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On this host.
    Here,
    /// On two hosts with a cable.
    Apart,
    /// On two hosts with two slow cables.
    Narrow,
    /// On two hosts with two cables.
    Double,
    /// On two hosts with a cable that loses so many packets of a thousand.
    Lossy(u32),
}

/// What a setup runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Program {
    /// A program of bench/c, with further arguments.
    C(&'static str, &'static [&'static str]),
    /// Another implementation of SCTP between the two hosts, without MPI.
    Peer(sctp::Peer),
    /// TLS over TCP between the two hosts, without MPI.
    Tls,
    /// The layers over a method one by one; gives the values of all setups of its part.
    Layers,
}

/// A setup of Ferry, or what it is compared with.
pub(super) struct Setup {
    name: &'static str,
    program: Program,
    /// Parameters of Ferry.
    set: &'static [&'static str],
}

/// Setups that are compared with each other.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) setting: Setting,
    pub(super) ranks: u32,
    pub(super) place: Place,
    pub(super) setups: &'static [Setup],
}

pub(super) const fn setup(
    name: &'static str,
    program: Program,
    set: &'static [&'static str],
) -> Setup {
    Setup { name, program, set }
}

const LATENCY: Program = Program::C("latency", &[]);
pub(super) const WAY: Program = Program::C("way", &[]);
const RANDOM: Program = Program::C("way", &["random"]);
pub(super) const NARROW: Program = Program::C("way", &["narrow"]);
const BOTH: Program = Program::C("concurrent", &["both"]);
const ALONE: Program = Program::C("concurrent", &["alone"]);

const IDLE: [Setup; 4] = [
    setup("shm alone", LATENCY, &["methods=shm"]),
    setup("idle tcp", LATENCY, &["methods=shm", "open=tcp"]),
    setup("idle quic", LATENCY, &["methods=shm", "open=quic"]),
    setup("idle tcp and quic", LATENCY, &["methods=shm", "open=tcp,quic"]),
];

const POLLING: [Setup; 7] = [
    setup("alone", ALONE, &["open=shm,tcp"]),
    setup("adaptive", BOTH, &["open=shm,tcp"]),
    setup("every poll", BOTH, &["open=shm,tcp", "poll.skip=tcp:1"]),
    setup("1 in 5", BOTH, &["open=shm,tcp", "poll.skip=tcp:5"]),
    setup("1 in 20", BOTH, &["open=shm,tcp", "poll.skip=tcp:20"]),
    setup("1 in 100", BOTH, &["open=shm,tcp", "poll.skip=tcp:100"]),
    setup("1 in 1000", BOTH, &["open=shm,tcp", "poll.skip=tcp:1000"]),
];

const QUIC: [Setup; 4] = [
    setup("tcp", WAY, &["methods=tcp"]),
    setup("quic", WAY, &["methods=quic"]),
    setup("tcp+encrypt", WAY, &["methods=tcp+encrypt"]),
    setup("TLS over TCP", Program::Tls, &[]),
];

const LAYERS: [Setup; 3] = [
    setup("bare method", Program::Layers, &[]),
    setup("link", Program::Layers, &[]),
    setup("request", Program::Layers, &[]),
];

const WAYS: [Setup; 9] = [
    setup("tcp", WAY, &["methods=tcp"]),
    setup("tcp without replay", WAY, &["methods=tcp", "tcp.replay=no"]),
    setup("tcp+encrypt", WAY, &["methods=tcp+encrypt"]),
    setup("tcp+compress", WAY, &["methods=tcp+compress"]),
    setup("tcp+compress, random", RANDOM, &["methods=tcp+compress"]),
    setup("tcp-stream", WAY, &["methods=tcp-stream"]),
    setup("tcp-stream, direct", WAY, &["methods=tcp-stream", "p2p=direct"]),
    setup("quic", WAY, &["methods=quic"]),
    setup("quic, direct", WAY, &["methods=quic", "p2p=direct"]),
];

const STRIPES: [Setup; 2] = [
    setup("one stripe", NARROW, &["methods=tcp", "tcp.stripes=1"]),
    setup("two stripes", NARROW, &["methods=tcp", "tcp.stripes=2"]),
];

/// All parts, in the order of the report.
const PARTS: [Part; 13] = [
    Part { setting: Setting::Idle, ranks: 2, place: Place::Here, setups: &IDLE },
    Part { setting: Setting::Polling, ranks: 3, place: Place::Here, setups: &POLLING },
    Part { setting: Setting::PollingPair, ranks: 2, place: Place::Here, setups: &POLLING },
    Part { setting: Setting::Quic, ranks: 2, place: Place::Apart, setups: &QUIC },
    Part { setting: Setting::Layers, ranks: 2, place: Place::Here, setups: &LAYERS },
    faces::PART,
    Part { setting: Setting::Ways, ranks: 2, place: Place::Apart, setups: &WAYS },
    Part { setting: Setting::Stripes, ranks: 2, place: Place::Narrow, setups: &STRIPES },
    sctp::PARTS[0],
    sctp::PARTS[1],
    sctp::PARTS[2],
    sctp::PARTS[3],
    sctp::PARTS[4],
];

/// The parts that words of the command line mean; without words, all. Those that cannot run here are
/// left out, and why is said.
pub(super) fn chosen(words: &[String]) -> Vec<&'static Part> {
    let root = rustix::process::geteuid().is_root();
    let is_meant = |part: &&Part| {
        let name = part.setting.name();
        let is_called = |word: &String| {
            word == "links" || word == name || word == "sctp" && name.starts_with("sctp-")
        };
        words.is_empty() || words.iter().any(is_called)
    };
    let can_run = |part: &&Part| {
        let needed: &[Need] = match part.place {
            Place::Lossy(_) => &[needs::NFT, needs::ETHTOOL],
            Place::Double => &[needs::NFT],
            _ => &[],
        };
        let why_not = match part.place {
            Place::Here => return true,
            _ if !root => "network namespaces need root".to_owned(),
            Place::Narrow if !step::on_path("tc") => "slow cables need tc, of iproute2".to_owned(),
            _ => match needs::meet(needed) {
                Ok(()) => return true,
                Err(error) => format!("{error:#}"),
            },
        };
        step::say(&format!("left out: {} ({why_not})", part.setting.name()));
        false
    };
    PARTS.iter().filter(is_meant).filter(can_run).collect()
}

/// Builds those examples that the parts need.
pub(super) fn build(parts: &[&Part], profile: Profile) -> Result<()> {
    let uses = |program: Program| {
        parts.iter().any(|part| part.setups.iter().any(|setup| setup.program == program))
    };
    if uses(Program::Peer(sctp::Peer::Usrsctp)) {
        sctp::compile()?;
        peer_speed::build(profile)?;
    }
    let examples = [(Program::Tls, TLS), (Program::Layers, LAYERS_EXAMPLE)];
    for (program, (package, example)) in examples {
        if uses(program) {
            step::say(&format!("building {example}"));
            let mut cargo = step::cargo();
            cargo.current_dir(layout::root()).args(["build", "--profile", profile.name()]);
            step::quiet(cargo.args(["-p", package, "--example", example]))?;
        }
    }
    Ok(())
}

const TLS: (&str, &str) = ("ferry-method-quic", "tls_socket");
const LAYERS_EXAMPLE: (&str, &str) = ("ferry-nexus", "layers");

/// How the parts are measured.
pub(super) struct Plan<'a> {
    pub(super) bench: &'a Bench,
    /// Of the examples.
    pub(super) profile: Profile,
    pub(super) rounds: u32,
    pub(super) milliseconds: u32,
    pub(super) stop: &'a AtomicBool,
}

/// Measures the parts one after the other, and says how long each took.
pub(super) fn measure(parts: &[&Part], plan: &Plan, samples: &mut Samples) -> Result<()> {
    let dir = layout::target().join("bench");
    for part in parts {
        let start = Instant::now();
        let hosts = match part.place {
            Place::Here => None,
            Place::Apart => Some(Hosts::create(&dir)?),
            Place::Narrow => Some(Hosts::create_narrow(&dir)?),
            Place::Double => Some(Hosts::create_two(&dir)?),
            Place::Lossy(per_mille) => Some(Hosts::create_lossy(&dir, per_mille)?),
        };
        for round in 0..plan.rounds {
            for i in 0..part.setups.len() {
                if plan.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                one(part, (i + round as usize) % part.setups.len(), round, plan, &hosts, samples);
            }
        }
        let (name, seconds) = (part.setting.name(), start.elapsed().as_secs_f64());
        step::say(&format!("{name}: {} rounds in {seconds:.0} s", plan.rounds));
    }
    Ok(())
}

/// Runs a setup and adds what it measured.
fn one(
    part: &Part,
    index: usize,
    round: u32,
    plan: &Plan,
    hosts: &Option<Hosts>,
    samples: &mut Samples,
) {
    let setup = &part.setups[index];
    let hosts = hosts.as_ref();
    let (program, lines) = match setup.program {
        Program::C(program, arguments) => {
            (program, mpi(part, setup, program, arguments, plan, hosts))
        }
        Program::Peer(peer) => (peer.name(), sctp::measure(peer, plan, hosts)),
        Program::Tls => (TLS.1, tls(plan, hosts)),
        // One run, in the place of the first setup, measures all of them.
        Program::Layers if index > 0 => return,
        Program::Layers => (LAYERS_EXAMPLE.1, layers(plan)),
    };
    let case = Case { setting: part.setting, program, ranks: part.ranks };
    let lines = match lines {
        Ok(lines) => lines,
        Err(error) => return samples.add(round, &case, which(part, index), Err(error)),
    };
    for mut line in lines {
        // `link/shm` is a value of the setup `link`.
        let mut of = index;
        if let Some((name, rest)) = line.name.split_once('/') {
            let known = part.setups.iter().position(|setup| setup.name == name.replace('_', " "));
            of = known.unwrap_or(index);
            line.name = rest.to_owned();
        }
        samples.add(round, &case, which(part, of), Ok(vec![line]));
    }
}

fn which(part: &Part, index: usize) -> Which {
    Which::Setup(u8::try_from(index).unwrap_or(u8::MAX), part.setups[index].name)
}

fn mpi(
    part: &Part,
    setup: &Setup,
    program: &str,
    arguments: &[&str],
    plan: &Plan,
    hosts: Option<&Hosts>,
) -> Result<Vec<Line>> {
    let mut command = plan.bench.ferry(part.ranks, setup.set, hosts)?;
    command.arg(plan.bench.program(Which::Ferry, program)).arg(plan.milliseconds.to_string());
    command.args(arguments);
    let before = hosts.map_or(0, Hosts::crossed);
    let lines = lines_of(&mut command)?;
    if let Some(hosts) = hosts {
        // Of compressed messages little crosses.
        let is_whole = !setup.set.iter().any(|set| set.contains("compress"));
        let expected = if is_whole { &lines[..] } else { &[] };
        check_crossing(hosts.crossed() - before, expected)?;
    }
    Ok(lines)
}

fn lines_of(command: &mut Command) -> Result<Vec<Line>> {
    let lines = parse(&step::read(command)?);
    if lines.is_empty() {
        bail!("`{}` printed no measurement", step::shown(command));
    }
    Ok(lines)
}

fn example(profile: Profile, name: &str) -> std::path::PathBuf {
    layout::cargo_target().join(profile.folder()).join("examples").join(name)
}

fn layers(plan: &Plan) -> Result<Vec<Line>> {
    let program = example(plan.profile, LAYERS_EXAMPLE.1);
    lines_of(Command::new(program).arg(plan.milliseconds.to_string()))
}

fn tls(plan: &Plan, hosts: Option<&Hosts>) -> Result<Vec<Line>> {
    pair(&example(plan.profile, TLS.1), &[], hosts, "7412", plan.milliseconds)
}

/// A program of two sides, one of which listens, on the two hosts; its first words are `before`.
pub(super) fn pair(
    program: &Path,
    before: &[&str],
    hosts: Option<&Hosts>,
    port: &str,
    milliseconds: u32,
) -> Result<Vec<Line>> {
    let hosts = hosts.context("the two hosts exist")?;
    let words = [ADDRESSES[1], port, &milliseconds.to_string()];
    let side = |host, what: &str| {
        let mut command = hosts.command(host, program);
        command.args(before).arg(what).args(words);
        command
    };
    let mut listener = side(1, "listen").stdin(Stdio::null()).spawn()?;
    let lines = step::read(&mut side(0, "connect"));
    // Where the other side failed, nothing will ever connect; otherwise the listener soon sees the end.
    let patience = if lines.is_err() { Duration::ZERO } else { Duration::from_secs(10) };
    let end = Instant::now() + patience;
    while listener.try_wait()?.is_none() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    listener.kill()?;
    listener.wait()?;
    Ok(parse(&lines?))
}
