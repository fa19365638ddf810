//! A method whose packets vanish in the middle of a program is left for another, and nobody notices.

use crate::hosts::{Hosts, V4, ways};

/// Methods over a network, and which packets are theirs.
const METHODS: [(&str, &str); 3] = [
    ("tcp", "ipproto tcp"),
    ("sctp", "ipproto udp dport 42000-42099"),
    ("quic", "ipproto udp dport 43000-43099"),
];

/// Has a connection for every stream of messages.
const STREAMS: (&str, &str) = ("tcp-stream", "ipproto tcp");

const PORTS: [&str; 2] = ["sctp.ports=42000-42099", "quic.ports=43000-43099"];

/// Runs a program on a link that begins with one method, which is cut, and has another besides.
fn runs(from: (&str, &str), to: &str, design: &str) {
    let name = format!("cut-{}-{to}-{design}", from.0);
    let Some(hosts) = Hosts::make(&name, &[V4]) else { return };
    hosts.dig_a_pit(V4);
    let methods = format!("methods={},{to}", from.0);
    let design = format!("p2p={design}");
    let after = "link.failover_after=300ms";
    let parameters = [methods.as_str(), &design, after, PORTS[0], PORTS[1]];
    let outcome = hosts.run_with("cut", &[from.1], 2, &parameters);
    outcome.ok();
    for (method, line) in ways(&outcome) {
        let has_moved =
            line.contains(&format!("moved from {} to {to}: nothing gets through", from.0));
        assert!(method == to && has_moved, "{line}");
    }
}

#[test]
fn each_method_is_left_for_each_other() {
    for from in METHODS {
        for (to, _) in METHODS.into_iter().filter(|(to, _)| *to != from.0) {
            runs(from, to, "engine");
        }
    }
}

/// The same where messages wait in streams of the method that is left.
#[test]
fn each_matcher_is_left_for_each_other() {
    for from in METHODS[1..].iter().chain([&STREAMS]) {
        for to in ["sctp", "quic", "tcp-stream"].into_iter().filter(|to| *to != from.0) {
            runs(*from, to, "direct");
        }
    }
}

/// TCP by TCP cannot be helped, as what cuts the one cuts the other.
#[test]
fn connections_for_single_streams_are_left() {
    for to in ["sctp", "quic"] {
        runs(STREAMS, to, "engine");
    }
}
