//! Two paths, one of which is cut in the middle of a transfer: nothing is lost, and the rest arrives.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;
use std::time::Duration;

use ferry_sctp_core::association::AssociationConfig;

use crate::ferry::{Ferry, free_port, sockets};
use crate::message::Seen;
use crate::peer::Peer;

const COUNT: u32 = 300;
const SIZE: u32 = 50_000;

fn sent() -> Vec<Seen> {
    (0..COUNT).map(|n| Seen::expected(1, n, SIZE, false)).collect()
}

/// The cable of an address is cut.
fn cut(ferry: &mut Ferry, address: Ipv4Addr) {
    ferry.deaf.push(IpAddr::V4(address));
    ferry.mute.push(IpAddr::V4(address));
}

/// What the peer sends reaches an address no more.
fn deafen(ferry: &mut Ferry, address: Ipv4Addr) {
    ferry.deaf.push(IpAddr::V4(address));
}

/// The peer sends, and something happens to the first of Ferry's addresses.
fn peer_sends_while(
    ferry: &mut Ferry,
    peer: &mut Peer,
    first: Ipv4Addr,
    happens: fn(&mut Ferry, Ipv4Addr),
) {
    // Both paths are confirmed by heartbeats before they count.
    ferry.pass(Duration::from_secs(1));
    let old = ferry.messages.len();
    peer.say(&format!("send 1 {COUNT} {SIZE} ordered"));
    ferry.until(peer, "a part has arrived", |ferry| ferry.messages.len() >= old + 30);
    happens(ferry, first);
    let all = old + COUNT as usize;
    ferry.until(peer, "all has arrived", |ferry| ferry.messages.len() >= all);
    let got = ferry.messages.split_off(old);
    assert_eq!(got.into_iter().map(|(_, seen)| seen).collect::<Vec<_>>(), sent());
}

fn peer_sends_over_a_cut(ferry: &mut Ferry, peer: &mut Peer, first: Ipv4Addr) {
    peer_sends_while(ferry, peer, first, cut);
}

/// The same the other way.
fn ferry_sends_over_a_cut(ferry: &mut Ferry, peer: &mut Peer, first: Ipv4Addr) {
    ferry.pass(Duration::from_secs(1));
    let (old, id) = (ferry.told_messages().len(), ferry.up().expect("it stands"));
    ferry.send(id, 1, COUNT, SIZE, false);
    ferry.until(peer, "a part has arrived", |ferry| ferry.told_messages().len() >= old + 30);
    cut(ferry, first);
    let all = old + COUNT as usize;
    ferry.until(peer, "all has arrived", |ferry| ferry.told_messages().len() >= all);
    assert_eq!(ferry.told_messages().split_off(old), sent());
}

/// Ferry has two addresses and the peer one, on loopback.
#[test]
fn a_peer_leaves_an_address_that_fell_silent() {
    let own = [Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3)];
    let mut ferry = Ferry::new(&own, AssociationConfig::default());
    let port = free_port();
    let Some(mut peer) = Peer::begin(None, "127.0.0.1", port, &["i-data"]) else { return };
    ferry.until(&mut peer, "the peer runs", |ferry| ferry.is_told("ready"));
    peer.say(&format!("connect 127.0.0.2,127.0.0.3 {}", ferry.port));
    ferry.until(&mut peer, "both are up", |ferry| ferry.up().is_some() && ferry.is_told("up"));
    peer_sends_while(&mut ferry, &mut peer, own[0], deafen);
}

/// Two network namespaces with two cables between them; they go with this value.
struct Islands([String; 2]);

impl Islands {
    /// `None`, having said why, where namespaces cannot be made.
    fn create(number: u32) -> Option<Self> {
        let id = std::process::id();
        let islands =
            Self([format!("ferry-si-{id}-{number}a"), format!("ferry-si-{id}-{number}b")]);
        let [a, b] = [islands.0[0].as_str(), islands.0[1].as_str()];
        let is_root = rustix::process::geteuid().is_root();
        if !(is_root && ip(&["netns", "add", a]) && ip(&["netns", "add", b])) {
            eprintln!("skipped: network namespaces need root and the program ip");
            return None;
        }
        for cable in ["one", "two"] {
            let pair =
                ["link", "add", cable, "netns", a, "type", "veth", "peer", cable, "netns", b];
            assert!(ip(&pair), "the kernel knows virtual cables");
        }
        for (host, name) in [(1, a), (2, b)] {
            for (net, cable) in [(1, "one"), (2, "two")] {
                let address = format!("10.97.{net}.{host}/24");
                assert!(ip(&["-n", name, "addr", "add", &address, "dev", cable]));
                assert!(ip(&["-n", name, "link", "set", cable, "up"]));
            }
        }
        Some(islands)
    }
}

impl Drop for Islands {
    fn drop(&mut self) {
        for name in &self.0 {
            ip(&["netns", "del", name]);
        }
    }
}

fn ip(words: &[&str]) -> bool {
    Command::new("ip").args(words).output().is_ok_and(|output| output.status.success())
}

/// Both have two addresses, each pair of them a cable of its own.
fn on_two_cables(number: u32, connects: bool, test: fn(&mut Ferry, &mut Peer, Ipv4Addr)) {
    let Some(islands) = Islands::create(number) else { return };
    let own = [Ipv4Addr::new(10, 97, 1, 1), Ipv4Addr::new(10, 97, 2, 1)];
    let there = [Ipv4Addr::new(10, 97, 1, 2), Ipv4Addr::new(10, 97, 2, 2)];
    let (a, b) = (&islands.0[0], &islands.0[1]);
    let made = ferry_netlab::within(a, || Ok(sockets(&own))).expect("the namespace exists");
    let mut ferry = Ferry::on(made, &own, AssociationConfig::default());
    let port = free_port();
    let addresses = "10.97.1.2,10.97.2.2";
    let Some(mut peer) = Peer::begin(Some(b), addresses, port, &["i-data"]) else { return };
    ferry.until(&mut peer, "the peer runs", |ferry| ferry.is_told("ready"));
    if connects {
        ferry.connect(&there, port);
    } else {
        peer.say(&format!("connect 10.97.1.1,10.97.2.1 {}", ferry.port));
    }
    ferry.until(&mut peer, "both are up", |ferry| ferry.up().is_some() && ferry.is_told("up"));
    test(&mut ferry, &mut peer, own[0]);
}

#[test]
fn a_peer_fails_over_when_it_connected() {
    on_two_cables(1, false, peer_sends_over_a_cut);
}

#[test]
fn a_peer_fails_over_when_ferry_connected() {
    on_two_cables(2, true, peer_sends_over_a_cut);
}

#[test]
fn ferry_fails_over_when_it_connected() {
    on_two_cables(3, true, ferry_sends_over_a_cut);
}

#[test]
fn ferry_fails_over_when_the_peer_connected() {
    on_two_cables(4, false, ferry_sends_over_a_cut);
}
