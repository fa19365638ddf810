//! All parameters of Ferry.

use crate::parameter::{Kind, Parameter};

const PORTS: u64 = u16::MAX as u64;

const fn parameter(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    unit: &'static str,
    doc: &'static str,
) -> Parameter {
    Parameter { name, kind, auto: false, default, unit, doc }
}

/// A parameter that is `auto` unless set.
const fn auto(name: &'static str, kind: Kind, unit: &'static str, doc: &'static str) -> Parameter {
    Parameter { name, kind, auto: true, default: "auto", unit, doc }
}

/// The algorithm of a collective operation.
const fn coll(name: &'static str) -> Parameter {
    auto(name, Kind::Text, "", "algorithm of this operation, by name; auto chooses by size")
}

/// Every parameter, by group.
pub static PARAMETERS: &[Parameter] = &[
    parameter(
        "methods",
        Kind::List,
        "",
        "",
        "methods to use, preferred ones first; empty chooses by cost (`local` is always there)",
    ),
    parameter(
        "forward",
        Kind::Text,
        "",
        "",
        "who relays for whom: tcp:0-7>0;tcp:8-15>8 lets only ranks 0 and 8 use tcp, for their groups",
    ),
    parameter(
        "open",
        Kind::List,
        "",
        "",
        "methods to open besides, for links that rules or the program change to them",
    ),
    parameter(
        "p2p",
        Kind::Choice(&["engine", "direct"]),
        "engine",
        "",
        "design of point-to-point: match what arrives, or leave it in its stream until it is wanted",
    ),
    auto(
        "p2p.streams",
        Kind::Choice(&["one", "pool", "each"]),
        "",
        "streams of a pair where the method has several: one, a pool, one for each context and tag",
    ),
    parameter("p2p.pool", Kind::Number(4096), "10", "streams", "streams of a pool"),
    parameter(
        "progress",
        Kind::Choice(&["poll", "thread"]),
        "poll",
        "",
        "who moves messages on: calls of the program, or a thread of its own",
    ),
    parameter(
        "report_links",
        Kind::Flag,
        "no",
        "",
        "at the end, say which method each link used and why",
    ),
    auto("wait.spin", Kind::Duration, "time", "how long a waiting call looks before it sleeps"),
    auto(
        "wait.oversubscribed",
        Kind::Flag,
        "",
        "whether ranks outnumber cores, so that none spins",
    ),
    parameter(
        "p2p.unexpected_budget",
        Kind::Size,
        "4M",
        "bytes",
        "memory for a peer's unexpected messages; beyond it the peer is held back",
    ),
    parameter(
        "poll.skip_tcp",
        Kind::Number(u64::MAX),
        "0",
        "polls",
        "look at tcp once in this many polls; 0 adapts to what arrives",
    ),
    auto("shm.ring_cells", Kind::Number(1 << 20), "cells", "cells in the ring of a pair of ranks"),
    auto("shm.bulk_bytes", Kind::Size, "bytes", "space for long messages between a pair of ranks"),
    auto("shm.piece", Kind::Size, "bytes", "part of a long message that is copied at a time"),
    auto("shm.eager_limit", Kind::Size, "bytes", "largest message sent without asking first"),
    auto("shm.fragment", Kind::Size, "bytes", "long messages are cut into frames of this size"),
    auto("shm.cma", Kind::Flag, "", "read long messages straight from the sender's memory"),
    auto(
        "shm.cma_threshold",
        Kind::Size,
        "bytes",
        "smallest message that is read that way; auto: every one that is not eager",
    ),
    parameter(
        "tcp.interface",
        Kind::List,
        "",
        "",
        "interfaces to use, by name, address or subnet; empty chooses by reachability",
    ),
    parameter("tcp.port", Kind::Number(PORTS), "0", "port", "the port to listen on; 0 is any"),
    parameter("tcp.port_range", Kind::Ports, "", "ports", "the ports to listen on; empty is any"),
    parameter(
        "tcp.connect_timeout",
        Kind::Duration,
        "20s",
        "time",
        "how long to try to reach a peer",
    ),
    auto("tcp.eager_limit", Kind::Size, "bytes", "largest message sent without asking first"),
    auto("tcp.fragment", Kind::Size, "bytes", "piece in which a long message is sent"),
    auto("tcp.send_buffer", Kind::Size, "bytes", "the socket's send buffer; auto lets it tune"),
    auto("tcp.recv_buffer", Kind::Size, "bytes", "the socket's receive buffer; auto lets it tune"),
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

/// The name nearest to one that is not there, if any is near.
pub(crate) fn nearest(name: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let distance = |candidate: &String| strsim::damerau_levenshtein(name, candidate);
    let close = |candidate: &String| {
        let whole = distance(candidate) <= 1 + name.chars().count() / 4;
        let forgotten_group = candidate.ends_with(&format!(".{name}"));
        whole || forgotten_group
    };
    names.into_iter().filter(close).min_by_key(distance)
}

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

    #[test]
    fn the_nearest_name() {
        let nearest = |name| nearest(name, PARAMETERS.iter().map(|p| p.name.to_string()));
        assert_eq!(nearest("method").as_deref(), Some("methods"));
        assert_eq!(nearest("tcp.interfaces").as_deref(), Some("tcp.interface"));
        assert_eq!(nearest("tpc.port").as_deref(), Some("tcp.port"));
        assert_eq!(nearest("unexpected_budget").as_deref(), Some("p2p.unexpected_budget"));
        assert_eq!(nearest("colour.of.the.sky"), None);
    }
}
