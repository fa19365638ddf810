//! All parameters of Ferry.

use crate::parameter::{Parameter, ValueKind};

const fn parameter(
    name: &'static str,
    kind: ValueKind,
    default: &'static str,
    unit: &'static str,
    doc: &'static str,
) -> Parameter {
    Parameter { name, kind, auto: false, default, unit, doc }
}

/// A parameter that is `auto` unless set.
const fn auto(
    name: &'static str,
    kind: ValueKind,
    unit: &'static str,
    doc: &'static str,
) -> Parameter {
    Parameter { name, kind, auto: true, default: "auto", unit, doc }
}

/// The algorithm of a collective operation.
const fn coll(name: &'static str) -> Parameter {
    auto(name, ValueKind::Text, "", "algorithm of this operation, by name; auto chooses by size")
}

/// Every parameter, by group.
pub static PARAMETERS: &[Parameter] = &[
    parameter(
        "methods",
        ValueKind::List,
        "",
        "",
        "methods to use, preferred ones first; empty chooses by cost (`local` is always there)",
    ),
    parameter(
        "keep_going",
        ValueKind::Flag,
        "no",
        "",
        "the other ranks of a job go on when one has died (mpiexec --keep-going)",
    ),
    parameter(
        "check",
        ValueKind::Flag,
        "no",
        "",
        "look for mistakes that cost something to find: types of messages, collective calls, buffers in use",
    ),
    parameter(
        "forward",
        ValueKind::Text,
        "",
        "",
        "who relays for whom: tcp:0-7>0;tcp:8-15>8 lets only ranks 0 and 8 use tcp, for their groups",
    ),
    parameter(
        "open",
        ValueKind::List,
        "",
        "",
        "methods to open besides, for links that rules or the program change to them",
    ),
    parameter(
        "adapt.methods",
        ValueKind::List,
        "sctp",
        "",
        "methods to which links move whose path loses packets or is long, where nothing else decides; empty: none",
    ),
    parameter(
        "adapt.loss",
        ValueKind::Float,
        "0.5",
        "%",
        "part of the packets sent again from which on a path counts as lossy",
    ),
    parameter(
        "adapt.round_trip",
        ValueKind::Duration,
        "0s",
        "time",
        "round trip from which on a path counts as long; 0s: none does",
    ),
    parameter(
        "adapt.interval",
        ValueKind::Duration,
        "250ms",
        "time",
        "how often a rank looks at the paths of its links",
    ),
    parameter(
        "link.failover_after",
        ValueKind::Duration,
        "3s",
        "time",
        "how long a method may get nothing to a peer before the link goes on by another that does; 0s: for ever",
    ),
    parameter(
        "p2p",
        ValueKind::Choice(&["engine", "direct"]),
        "engine",
        "",
        "design of point-to-point: match what arrives, or leave it in its stream until it is wanted",
    ),
    auto(
        "p2p.streams",
        ValueKind::Choice(&["one", "pool", "each"]),
        "",
        "streams of a pair where the method has several: one, a pool, one for each context and tag",
    ),
    parameter("p2p.pool", ValueKind::Number(4096), "10", "streams", "streams of a pool"),
    parameter(
        "rules",
        ValueKind::Text,
        "",
        "",
        "which methods some traffic uses, like `to=10.0.0.0/8 use=tcp`, separated by `;`; adds to those of files",
    ),
    parameter(
        "progress",
        ValueKind::Choice(&["poll", "thread", "signal"]),
        "poll",
        "",
        "who moves messages on while the program computes: nobody, a thread of its own, or one that signals wake",
    ),
    auto(
        "progress.signal",
        ValueKind::Number(64),
        "signal",
        "real-time signal of `progress=signal`; auto takes one that the program does not use",
    ),
    parameter(
        "control",
        ValueKind::Choice(&["pipe", "sctp"]),
        "pipe",
        "",
        "what carries mpiexec's control connections to other hosts: the launch command's pipes, or SCTP",
    ),
    parameter(
        "control.timeout",
        ValueKind::Duration,
        "20s",
        "time",
        "how long a host may be silent before mpiexec gives it up, with control=sctp",
    ),
    parameter(
        "control.ports",
        ValueKind::Ports,
        "",
        "ports",
        "UDP ports to which mpiexec calls other hosts with control=sctp; empty is any",
    ),
    parameter(
        "control.tree_width",
        ValueKind::Number(1 << 20),
        "32",
        "hosts",
        "hosts that mpiexec calls itself; of more, these call the others, as many each; 0 and, unless set, with other than ssh: all",
    ),
    parameter(
        "pmix.library",
        ValueKind::Text,
        "",
        "path",
        "the file libpmix.so.2 that a process started by a PMIx launcher loads; empty: the launcher's own, or the system's",
    ),
    parameter(
        "report_links",
        ValueKind::Flag,
        "no",
        "",
        "at the end, say which method each link used and why",
    ),
    parameter(
        "report_links_as",
        ValueKind::Choice(&["text", "json"]),
        "text",
        "",
        "how report_links says it: for people, or for programs as an object a line",
    ),
    auto(
        "wait.spin",
        ValueKind::Duration,
        "time",
        "how long a waiting call looks before it sleeps",
    ),
    auto(
        "wait.oversubscribed",
        ValueKind::Flag,
        "",
        "whether ranks outnumber cores, so that none spins",
    ),
    parameter(
        "p2p.unexpected_budget",
        ValueKind::Size,
        "4M",
        "bytes",
        "memory for a peer's unexpected messages; beyond it the peer is held back",
    ),
    parameter(
        "poll.skip",
        ValueKind::List,
        "",
        "polls",
        "look at methods once in so many polls, like `tcp:20,quic:100`; others adapt to what arrives",
    ),
    parameter(
        "poll.waiter",
        ValueKind::List,
        "",
        "",
        "methods that are not looked at until a thread of their own has seen something come",
    ),
    auto(
        "shm.ring_cells",
        ValueKind::Number(1 << 20),
        "cells",
        "cells in the ring of a pair of ranks",
    ),
    auto(
        "shm.bulk_bytes",
        ValueKind::Size,
        "bytes",
        "space for long messages between a pair of ranks",
    ),
    auto("shm.piece", ValueKind::Size, "bytes", "part of a long message that is copied at a time"),
    auto("shm.eager_limit", ValueKind::Size, "bytes", "largest message sent without asking first"),
    auto(
        "shm.fragment",
        ValueKind::Size,
        "bytes",
        "long messages are cut into frames of this size",
    ),
    auto("shm.cma", ValueKind::Flag, "", "read long messages straight from the sender's memory"),
    auto(
        "shm.cma_threshold",
        ValueKind::Size,
        "bytes",
        "smallest message that is read that way; auto: every one that is not eager",
    ),
    parameter(
        "tcp.interface",
        ValueKind::List,
        "",
        "",
        "interfaces to use, by name, address or subnet; empty chooses by reachability",
    ),
    parameter(
        "ports.key",
        ValueKind::Text,
        "",
        "",
        "a file whose contents let jobs of other launchers and hosts call this one's MPI ports, and this one theirs",
    ),
    parameter(
        "ports.range",
        ValueKind::Ports,
        "",
        "ports",
        "the TCP ports on which MPI ports listen, a range; empty is any",
    ),
    parameter(
        "tcp.ports",
        ValueKind::Ports,
        "",
        "ports",
        "the ports to listen on: a range, or that of a host's first rank, whom the others follow; empty is any",
    ),
    parameter(
        "tcp.connect_timeout",
        ValueKind::Duration,
        "20s",
        "time",
        "how long to try to reach a peer",
    ),
    auto("tcp.eager_limit", ValueKind::Size, "bytes", "largest message sent without asking first"),
    auto("tcp.fragment", ValueKind::Size, "bytes", "piece in which a long message is sent"),
    auto(
        "tcp.send_buffer",
        ValueKind::Size,
        "bytes",
        "the socket's send buffer; auto lets it tune",
    ),
    auto(
        "tcp.recv_buffer",
        ValueKind::Size,
        "bytes",
        "the socket's receive buffer; auto lets it tune",
    ),
    auto(
        "tcp.stripes",
        ValueKind::Number(8),
        "connections",
        "connections for long messages; auto: one for each network that both hosts are in",
    ),
    parameter(
        "tcp.replay",
        ValueKind::Flag,
        "yes",
        "",
        "keep a copy of what is sent until it has arrived, to go on after a broken connection",
    ),
    parameter(
        "tcp.replay_buffer",
        ValueKind::Size,
        "4M",
        "bytes",
        "most that is kept for one peer",
    ),
    parameter(
        "tcp.reconnect_timeout",
        ValueKind::Duration,
        "10s",
        "time",
        "how long to try to replace a broken connection before the peer counts as lost",
    ),
    parameter(
        "tcp.keepalive",
        ValueKind::Duration,
        "60s",
        "time",
        "silence after which the other host is probed; 0s is never",
    ),
    auto(
        "tcp.user_timeout",
        ValueKind::Duration,
        "time",
        "how long sent data may go unacknowledged before the connection counts as broken",
    ),
    parameter(
        "tcp.rto_min",
        ValueKind::Duration,
        "20ms",
        "time",
        "smallest retransmission timeout, from Linux 6.15 on at both ends; 0s leaves it to the kernel (200 ms)",
    ),
    auto("tcp.congestion", ValueKind::Text, "", "congestion control, by the kernel's name for it"),
    auto(
        "tcp-stream.max_connections",
        ValueKind::Number(1 << 20),
        "connections",
        "connections for outgoing streams at a time; the least recently used one is closed for another",
    ),
    parameter("quic.interface", ValueKind::List, "", "", "as tcp.interface"),
    parameter("quic.ports", ValueKind::Ports, "", "ports", "as tcp.ports, of UDP"),
    auto(
        "quic.connect_timeout",
        ValueKind::Duration,
        "time",
        "how long a peer may say nothing at all",
    ),
    auto("quic.eager_limit", ValueKind::Size, "bytes", "largest message sent without asking first"),
    auto("quic.fragment", ValueKind::Size, "bytes", "piece in which a long message is sent"),
    parameter(
        "quic.congestion",
        ValueKind::Choice(&["cubic", "bbr", "newreno", "adaptive"]),
        "adaptive",
        "",
        "how the sending rate follows the path; adaptive is cubic, and bbr once losses come without a queue",
    ),
    auto("quic.keepalive", ValueKind::Duration, "time", "interval in which quiet links are probed"),
    auto("quic.idle_timeout", ValueKind::Duration, "time", "silence after which a link is lost"),
    auto(
        "quic.send_window",
        ValueKind::Size,
        "bytes",
        "sent and not yet acknowledged, of one link",
    ),
    auto("quic.receive_window", ValueKind::Size, "bytes", "received and not yet read, of one link"),
    auto(
        "quic.stream_window",
        ValueKind::Size,
        "bytes",
        "received and not yet read, of one stream",
    ),
    auto(
        "quic.max_streams",
        ValueKind::Number(1 << 20),
        "streams",
        "streams open at a time, of one link",
    ),
    auto(
        "quic.max_datagram",
        ValueKind::Number(65527),
        "bytes",
        "largest UDP payload, from 1200 on",
    ),
    parameter("sctp.interface", ValueKind::List, "", "", "as tcp.interface"),
    parameter("sctp.ports", ValueKind::Ports, "", "ports", "as tcp.ports, of SCTP or UDP"),
    parameter(
        "sctp.transport",
        ValueKind::Choice(&["udp", "raw", "kernel"]),
        "udp",
        "",
        "what carries the packets: UDP datagrams, raw IP, or the kernel's own SCTP; the same on all ranks",
    ),
    parameter(
        "sctp.auth",
        ValueKind::Choice(&["handshake", "all", "none"]),
        "handshake",
        "",
        "what has to prove that it comes from the job: what begins and ends associations, all, nothing",
    ),
    auto(
        "sctp.max_streams",
        ValueKind::Number(65534),
        "streams",
        "streams where each context and tag has its own; the longest unused give way to others",
    ),
    auto(
        "sctp.connect_timeout",
        ValueKind::Duration,
        "time",
        "how long a peer may say nothing at all",
    ),
    auto("sctp.eager_limit", ValueKind::Size, "bytes", "largest message sent without asking first"),
    auto("sctp.fragment", ValueKind::Size, "bytes", "piece in which a long message is sent"),
    auto(
        "sctp.send_buffer",
        ValueKind::Size,
        "bytes",
        "sent and not yet acknowledged, of one link",
    ),
    auto("sctp.receive_window", ValueKind::Size, "bytes", "received and not yet read, of one link"),
    auto(
        "sctp.stream_window",
        ValueKind::Size,
        "bytes",
        "received and not yet read, of one stream",
    ),
    auto(
        "sctp.rto_min",
        ValueKind::Duration,
        "time",
        "smallest time after which a packet counts as lost",
    ),
    auto("sctp.rto_initial", ValueKind::Duration, "time", "the same before any trip was measured"),
    auto(
        "sctp.heartbeat",
        ValueKind::Duration,
        "time",
        "interval in which idle paths are asked; 0s: never",
    ),
    parameter(
        "sctp.congestion",
        ValueKind::Choice(&["standard", "cubic", "bbr", "adaptive"]),
        "adaptive",
        "",
        "how the sending rate follows the path; adaptive is cubic, and bbr once losses come without a queue",
    ),
    parameter(
        "sctp.multipath",
        ValueKind::Flag,
        "no",
        "",
        "use all network paths to a peer at once, not the best one alone",
    ),
    auto("sctp.mtu", ValueKind::Number(65535), "bytes", "largest IP packet, from 576 on"),
    parameter(
        "sctp.checksum",
        ValueKind::Flag,
        "yes",
        "",
        "packets carry a checksum of SCTP's own beside that of UDP",
    ),
    parameter("udp.interface", ValueKind::List, "", "", "as tcp.interface"),
    parameter("udp.ports", ValueKind::Ports, "", "ports", "as tcp.ports, of UDP"),
    auto("udp.max_frame", ValueKind::Size, "bytes", "largest payload of a frame"),
    auto("udp.multicast_interface", ValueKind::Text, "", "the interface for group traffic"),
    parameter(
        "udp.multicast_ttl",
        ValueKind::Number(255),
        "1",
        "hops",
        "routers that a group frame may pass, plus one",
    ),
    parameter(
        "udp.multicast_loopback",
        ValueKind::Flag,
        "yes",
        "",
        "deliver group frames to other members on this host",
    ),
    auto(
        "ofi.provider",
        ValueKind::Text,
        "",
        "provider of libfabric, as `tcp` or `udp;ofi_rxd`; auto: the fastest; the same on all ranks",
    ),
    auto(
        "ofi.domain",
        ValueKind::Text,
        "",
        "which of the provider's devices, as `eth0` or `mlx5_0`",
    ),
    auto(
        "ofi.library",
        ValueKind::Text,
        "",
        "path of libfabric; auto: as the system finds libfabric.so.1",
    ),
    auto(
        "ofi.read_from",
        ValueKind::Size,
        "bytes",
        "size from which on messages are read from the sender's memory, if the provider can; auto, 0: none are",
    ),
    auto(
        "ofi.connect_timeout",
        ValueKind::Duration,
        "time",
        "how long a peer may answer nothing at all",
    ),
    parameter(
        "compress.level",
        ValueKind::Number(19),
        "0",
        "level",
        "of methods with +compress: 0 is LZ4, 1 to 19 are levels of zstd",
    ),
    auto("compress.threshold", ValueKind::Size, "bytes", "shorter payloads are not compressed"),
    parameter(
        "encrypt.cipher",
        ValueKind::Choice(&["auto", "aes-256-gcm", "chacha20-poly1305"]),
        "auto",
        "",
        "of methods with +encrypt; auto takes what the processor is good at",
    ),
    parameter(
        "external",
        ValueKind::List,
        "",
        "",
        "shared objects of external methods, by path; each brings a method of its own name",
    ),
    parameter(
        "external.options",
        ValueKind::Text,
        "",
        "",
        "options for external methods: name=value, several separated by `;`",
    ),
    parameter(
        "external.probe_timeout",
        ValueKind::Duration,
        "10s",
        "time",
        "how long the first loading of an external method may take",
    ),
    parameter(
        "coll.commons",
        ValueKind::Flag,
        "yes",
        "",
        "collectives of ranks on one host meet in memory that they share, without messages",
    ),
    coll("coll.barrier"),
    coll("coll.bcast"),
    coll("coll.gather"),
    coll("coll.gatherv"),
    coll("coll.scatter"),
    coll("coll.scatterv"),
    coll("coll.allgather"),
    coll("coll.allgatherv"),
    coll("coll.alltoall"),
    coll("coll.alltoallv"),
    coll("coll.alltoallw"),
    coll("coll.reduce"),
    coll("coll.allreduce"),
    coll("coll.reduce_scatter"),
    coll("coll.reduce_scatter_block"),
    coll("coll.scan"),
    coll("coll.exscan"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::value::parse;

    #[test]
    fn every_default_is_a_value_of_its_type() {
        for parameter in PARAMETERS {
            assert!(parse(parameter, parameter.default).is_some(), "{}", parameter.name);
        }
    }

    #[test]
    fn names_and_variables_are_unique() {
        let names: HashSet<_> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
        let variables: HashSet<_> = PARAMETERS.iter().map(Parameter::variable).collect();
        assert_eq!((names.len(), variables.len()), (PARAMETERS.len(), PARAMETERS.len()));
        assert!(crate::RESERVED.iter().all(|reserved| !variables.contains(*reserved)));
    }

    #[test]
    fn every_parameter_is_explained_in_one_line() {
        for parameter in PARAMETERS {
            assert!(!parameter.doc.is_empty() && !parameter.doc.contains('\n'));
        }
    }
}
