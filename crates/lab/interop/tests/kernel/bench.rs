//! A kernel with a peer in it, and Ferry beside it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use ferry_sctp::TransportKind;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_uml::{Bench, Boot, Guest, Running};

use crate::ferry::Ferry;
use crate::message::Seen;

/// No wait lasts longer.
pub(crate) const DEADLINE: Duration = Duration::from_secs(300);
/// The kernel's port for SCTP in UDP, and the next peer's for SCTP.
const UDP_PORT: u16 = 9899;
static NEXT_PORT: AtomicU16 = AtomicU16::new(5001);
const SOURCE: &str = include_str!("../../peers/kernel_peer.c");

/// Who connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Ferry,
    Kernel,
}

/// A way of meeting.
#[derive(Clone, Debug)]
pub(crate) struct KernelWay {
    pub(crate) by: By,
    pub(crate) transport: TransportKind,
    /// `one` or `many`.
    pub(crate) style: &'static str,
    /// I-DATA.
    pub(crate) interleaving: bool,
    /// What the peer is also told, and Ferry's settings that go with it.
    pub(crate) also: &'static str,
    pub(crate) config: AssociationConfig,
}

impl KernelWay {
    pub(crate) fn new(by: By, transport: TransportKind, style: &'static str) -> Self {
        let config = AssociationConfig::default();
        Self { by, transport, style, interleaving: false, also: "", config }
    }
}

/// A bench with a kernel; `None`, having said why, where there can be none.
pub(crate) fn kernel() -> Option<(Bench, Guest)> {
    if let Some(why) = ferry_uml::missing() {
        eprintln!("skipped: {why}");
        return None;
    }
    let bench = Bench::set_up().expect("a bench");
    bench.compile("kernel_peer", SOURCE).expect("a peer that compiles");
    let boot = ["udp_port", "intl_enable", "auth_enable", "reconf_enable"]
        .into_iter()
        .zip([UDP_PORT, 1, 1, 1])
        .fold(Boot::default(), |boot, (name, value)| {
            boot.with_sysctl(&format!("net.sctp.{name}"), value)
        });
    let guest = bench.boot(&boot).expect("a guest");
    Some((bench, guest))
}

/// An association between Ferry and the peer in the kernel.
pub(crate) struct KernelPair<'g> {
    pub(crate) ferry: Ferry,
    peer: Running<'g>,
    id: Option<AssociationId>,
    pub(crate) style: &'static str,
    /// What the peer has told.
    pub(crate) told: Vec<String>,
}

impl<'g> KernelPair<'g> {
    pub(crate) fn new(bench: &Bench, guest: &'g mut Guest, way: &KernelWay) -> Self {
        let config = AssociationConfig { interleaving: way.interleaving, ..way.config.clone() };
        let mut ferry = Ferry::new(bench, way.transport, config);
        // What an earlier peer left is still ending.
        let port = NEXT_PORT.fetch_add(1, Ordering::Relaxed);
        let own_port = ferry.socket.port();
        let address = guest.address();
        let udp = match way.transport {
            TransportKind::Udp => format!("udp={own_port}"),
            TransportKind::Raw => String::new(),
        };
        let interleaving = if way.interleaving { "i-data" } else { "" };
        let program = bench.dir().join("kernel_peer").display().to_string();
        let command = format!("{program} {} {port} {udp} {interleaving} {}", way.style, way.also);
        let mut peer = guest.start_script(&command).expect("a peer");
        peer.wait_for("prepared", DEADLINE).expect("a peer that runs");
        if way.by == By::Ferry {
            if way.style == "one" {
                peer.say("listen").expect("a peer that listens");
                peer.wait_for("listening", DEADLINE).expect("a peer that listens");
            }
            let udp_port = if way.transport == TransportKind::Udp { UDP_PORT } else { 0 };
            let addresses = vec![SocketAddr::from((address, udp_port))];
            ferry.connect(&Remote { addresses, port });
        } else {
            peer.say(&format!("connect {} {own_port}", bench.address())).expect("a peer");
        }
        let mut pair = Self { ferry, peer, id: None, style: way.style, told: Vec::new() };
        pair.until("both are up", |pair| pair.ferry.up().is_some() && pair.is_told("up"));
        pair.id = pair.ferry.up();
        assert!(pair.is_told("up 100 100"), "{:?}", pair.told);
        let report = pair.ferry.socket.endpoint().report(pair.id()).expect("it is up");
        assert_eq!(report.interleaving, way.interleaving, "{way:?}");
        pair
    }

    pub(crate) fn id(&self) -> AssociationId {
        self.id.expect("it is up")
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.peer.say(line).expect("the peer runs");
    }

    /// Drives Ferry and reads the peer's lines until `done`.
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !done(self) {
            self.ferry.turn();
            self.told.extend(self.peer.heard().expect("a kernel that runs"));
            let Self { ferry, told, .. } = self;
            let status = self.peer.status();
            let late = begin.elapsed() > DEADLINE || status.is_some_and(|status| status != 0);
            assert!(
                !late,
                "in vain: {what}; the peer's status {status:?}, told {told:?}, events {:?}, report {:?}",
                ferry.events,
                self.id.and_then(|id| ferry.socket.endpoint().report(id))
            );
        }
    }

    /// Has the peer end, so that the kernel can do something else.
    pub(crate) fn quit(mut self) {
        if self.peer.status().is_none() {
            self.say("quit");
        }
        let done = self.peer.finish(DEADLINE).expect("the peer ends");
        assert_eq!(done.status, 0, "{}", done.text);
    }

    /// Whether the peer's process has ended by itself.
    pub(crate) fn has_ended(&self) -> bool {
        self.peer.status().is_some()
    }

    /// Whether the peer has told a line that begins so.
    pub(crate) fn is_told(&self, line: &str) -> bool {
        self.told.iter().any(|told| told.starts_with(line))
    }

    /// The messages that the peer tells it has.
    fn told_messages(&self) -> Vec<Seen> {
        self.told.iter().filter_map(|line| Seen::read(line)).collect()
    }

    /// Both send `count` messages on each of some streams at once; all arrive as they were sent.
    pub(crate) fn exchange(&mut self, streams: &[u16], count: u32, size: u32, unordered: bool) {
        let old = (self.told_messages().len(), self.ferry.messages.len());
        let order = if unordered { "unordered" } else { "ordered" };
        let id = self.id();
        for stream in streams {
            self.ferry.send(id, *stream, count, size, unordered);
            self.say(&format!("send {stream} {count} {size} {order}"));
        }
        let all = count as usize * streams.len();
        self.until("all have arrived at the peer", |p| p.told_messages().len() >= old.0 + all);
        self.until("all have arrived here", |pair| pair.ferry.messages.len() >= old.1 + all);
        let there = self.told_messages().split_off(old.0);
        let here = self.ferry.messages.split_off(old.1);
        let here: Vec<Seen> = here.into_iter().map(|(_, seen)| seen).collect();
        for stream in streams {
            let sent = (0..count).map(|n| Seen::expected(*stream, n, size, unordered));
            let sent: Vec<Seen> = sent.collect();
            for came in [&there, &here] {
                let of_stream = came.iter().filter(|seen| seen.stream == *stream);
                let mut of_stream: Vec<Seen> = of_stream.copied().collect();
                if unordered {
                    of_stream.sort();
                }
                assert_eq!(of_stream, sent, "stream {stream}");
            }
        }
    }
}
