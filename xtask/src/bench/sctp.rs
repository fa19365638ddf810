//! SCTP: Ferry's method beside its TCP and beside other implementations, where packets are lost, where
//! there are two paths, and where one of them fails.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::case::Setting;
use super::links::{NARROW, Part, Place, Plan, Program, Setup, WAY, pair, setup};
use super::netns::{CUT, Hosts};
use super::peer_speed;
use super::samples::Line;
use crate::{layout, needs, step};

/// Another implementation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Peer {
    /// FreeBSD's, as a library in C.
    Usrsctp,
    /// The one of a browser, in Rust.
    Dcsctp,
    /// Another in Rust.
    Proto,
}

impl Peer {
    /// As reports and command lines call it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Usrsctp => "libusrsctp",
            Self::Dcsctp => "dcsctp",
            Self::Proto => "sctp-proto",
        }
    }
}

const fn peer(peer: Peer) -> Setup {
    setup(peer.name(), Program::Peer(peer), &[])
}

const LOSSY: Program = Program::C("lossy", &[]);
const FAILOVER: Program = Program::C("failover", &CUT);

const SPEED: [Setup; 6] = [
    setup("tcp", WAY, &["methods=tcp"]),
    setup("sctp", WAY, &["methods=sctp"]),
    setup("sctp, direct", WAY, &["methods=sctp", "p2p=direct"]),
    peer(Peer::Usrsctp),
    peer(Peer::Dcsctp),
    peer(Peer::Proto),
];

const LOSS: [Setup; 6] = [
    setup("tcp, cubic", LOSSY, &["methods=tcp", "tcp.congestion=cubic"]),
    setup("tcp, bbr", LOSSY, &["methods=tcp", "tcp.congestion=bbr"]),
    setup("sctp", LOSSY, &["methods=sctp"]),
    setup("sctp, bbr", LOSSY, &["methods=sctp", "sctp.congestion=bbr"]),
    setup("sctp, one stream", LOSSY, &["methods=sctp", "p2p.streams=one"]),
    setup("sctp, direct", LOSSY, &["methods=sctp", "p2p=direct"]),
];

const PATHS: [Setup; 2] = [
    setup("one path", NARROW, &["methods=sctp", "sctp.multipath=no"]),
    setup("two paths", NARROW, &["methods=sctp", "sctp.multipath=yes"]),
];

const CUTS: [Setup; 2] = [
    setup("one path after the other", FAILOVER, &["methods=sctp", "sctp.multipath=no"]),
    setup("both paths", FAILOVER, &["methods=sctp", "sctp.multipath=yes"]),
];

/// The parts, in the order of the report.
pub(super) const PARTS: [Part; 5] = [
    Part { setting: Setting::Sctp, ranks: 2, place: Place::Apart, setups: &SPEED },
    Part { setting: Setting::SctpLoss1, ranks: 2, place: Place::Lossy(10), setups: &LOSS },
    Part { setting: Setting::SctpLoss2, ranks: 2, place: Place::Lossy(20), setups: &LOSS },
    Part { setting: Setting::SctpPaths, ranks: 2, place: Place::Narrow, setups: &PATHS },
    Part { setting: Setting::SctpFailover, ranks: 2, place: Place::Double, setups: &CUTS },
];

fn usrsctp() -> PathBuf {
    layout::target().join("bench/bin/usrsctp_peer")
}

/// Compiles the program around libusrsctp; without the library that setup alone fails, and says so.
pub(super) fn compile() -> Result<()> {
    let program = usrsctp();
    if let Err(error) = needs::meet(&[needs::USRSCTP]) {
        step::say(&format!("left out: libusrsctp ({error:#})"));
        // Of an earlier run, with a library that may be gone.
        drop(std::fs::remove_file(program));
        return Ok(());
    }
    std::fs::create_dir_all(layout::target().join("bench/bin"))?;
    let source = layout::root().join("crates/lab/interop/peers/usrsctp_peer.c");
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-o"]).arg(program).arg(source).args(["-lusrsctp", "-lpthread"]);
    step::quiet(&mut cc).map(drop)
}

/// Another implementation between the two hosts.
pub(super) fn measure(peer: Peer, plan: &Plan, hosts: Option<&Hosts>) -> Result<Vec<Line>> {
    let milliseconds = plan.milliseconds;
    if peer != Peer::Usrsctp {
        let program = peer_speed::program(plan.profile);
        return pair(&program, &[peer.name()], hosts, "7413", milliseconds);
    }
    let program = usrsctp();
    if !program.exists() {
        bail!("libusrsctp is not installed (Debian's package: {})", needs::USRSCTP.package);
    }
    pair(&program, &[], hosts, "7414", milliseconds)
}
