//! The same C programs in the other ways in which messages can go: the direct design, other methods, filters. On fewer
//! numbers of ranks, as what differs lies below MPI, and without those that send no messages of another kind than the rest.

use crate::c_programs::passes;

/// One module for each way, with one test for each program.
macro_rules! ways {
    ($($(#[$doc:meta])* $way:ident $(if $possible:ident)?: $variables:expr; {
        $($name:ident on $ranks:expr;)*
    })*) => {$(
        $(#[$doc])*
        mod $way {
            const VARIABLES: &[(&str, &str)] = &$variables;

            fn is_possible() -> bool {
                true $(&& super::$possible())?
            }

            $(#[test]
            fn $name() {
                if is_possible() {
                    super::passes(stringify!($name), VARIABLES, &$ranks, &[]);
                }
            })*
        }
    )*};
}

ways! {
    /// The direct design with a connection for each stream.
    direct: [("FERRY_P2P", "direct")]; {
        agree on [3];
        revoke on [3];
        p2p on [1, 2, 3];
        probe on [1, 3];
        requests on [1, 3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        pack on [2];
        coll on [2, 3, 5];
        ops on [4];
        comm on [2, 4];
        contexts on [2, 4];
        intercomm on [3, 4];
        topology on [4];
        userops on [3];
        file_access on [3];
        nonblocking on [2, 5];
        inter on [3];
        neighbors on [3];
        errors on [1, 2];
        threads on [1, 3];
        crowd on [4];
    }

    /// The direct design with streams of QUIC.
    direct_quic: [("FERRY_P2P", "direct"), ("FERRY_METHODS", "quic")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        requests on [3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        coll on [2, 5];
        comm on [4];
        contexts on [4];
        intercomm on [4];
        file_access on [3];
        nonblocking on [5];
        inter on [3];
        neighbors on [3];
        threads on [3];
        crowd on [4];
    }

    /// QUIC under the engine, with a pool of streams.
    quic: [("FERRY_METHODS", "quic")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        requests on [3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        coll on [2, 5];
        comm on [4];
        contexts on [4];
        intercomm on [4];
        file_access on [3];
        nonblocking on [5];
        neighbors on [3];
        errors on [2];
        threads on [3];
        crowd on [4];
    }

    /// A stream for each context and tag.
    quic_each: [("FERRY_METHODS", "quic"), ("FERRY_P2P_STREAMS", "each")]; {
        p2p on [2];
        probe on [3];
        coll on [4];
    }

    /// All messages of a pair in one stream.
    quic_one: [("FERRY_METHODS", "quic"), ("FERRY_P2P_STREAMS", "one")]; {
        p2p on [2];
        probe on [3];
        coll on [4];
    }

    /// The direct design with streams of SCTP.
    direct_sctp: [("FERRY_P2P", "direct"), ("FERRY_METHODS", "sctp")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        requests on [3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        coll on [2, 5];
        comm on [4];
        contexts on [4];
        intercomm on [4];
        file_access on [3];
        nonblocking on [5];
        inter on [3];
        neighbors on [3];
        threads on [3];
        crowd on [4];
    }

    /// SCTP under the engine, with a pool of streams.
    sctp: [("FERRY_METHODS", "sctp")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        requests on [3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        coll on [2, 5];
        comm on [4];
        contexts on [4];
        intercomm on [4];
        nonblocking on [5];
        neighbors on [3];
        errors on [2];
        threads on [3];
        crowd on [4];
    }

    /// A stream of the association for each context and tag.
    sctp_each: [("FERRY_METHODS", "sctp"), ("FERRY_P2P_STREAMS", "each")]; {
        p2p on [2];
        probe on [3];
        coll on [4];
    }

    /// All messages of a pair in one stream of the association.
    sctp_one: [("FERRY_METHODS", "sctp"), ("FERRY_P2P_STREAMS", "one")]; {
        p2p on [2];
        probe on [3];
        coll on [4];
    }

    /// Every chunk authenticated, and payloads encrypted besides.
    sctp_proved_and_encrypted: [
        ("FERRY_METHODS", "sctp+encrypt"), ("FERRY_SCTP_AUTH", "all"),
    ]; {
        p2p on [2, 3];
        coll on [4];
    }

    /// The engine over connections of single streams.
    streams: [("FERRY_METHODS", "tcp-stream")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        coll on [4];
        requests on [3];
        partitioned on [3];
        windows on [3];
        threads on [3];
    }

    encrypted: [("FERRY_METHODS", "tcp+encrypt")]; {
        p2p on [2, 3];
        coll on [4];
        requests on [3];
        partitioned on [3];
        windows on [3];
        threads on [3];
    }

    compressed_and_encrypted: [("FERRY_METHODS", "tcp+compress+encrypt")]; {
        p2p on [2, 3];
        probe on [3];
        datatypes on [2];
        coll on [4];
        requests on [3];
        partitioned on [3];
        windows on [3];
    }

    compressed_quic: [
        ("FERRY_METHODS", "quic+compress"), ("FERRY_COMPRESS_LEVEL", "1"),
    ]; {
        p2p on [2];
        coll on [4];
    }

    /// TCP over several connections, as between hosts with several networks.
    striped: [("FERRY_METHODS", "tcp"), ("FERRY_TCP_STRIPES", "3")]; {
        p2p on [2, 3];
        coll on [4];
        requests on [3];
        partitioned on [3];
        windows on [3];
    }

    /// TCP over several paths, where the kernel has it.
    multipath if kernel_has_mptcp: [("FERRY_METHODS", "mptcp")]; {
        p2p on [2, 3];
        probe on [3];
        coll on [4];
        requests on [3];
        partitioned on [3];
        windows on [3];
        threads on [3];
    }

    /// Over libfabric, by its provider over TCP.
    ofi_tcp if has_libfabric: [("FERRY_METHODS", "ofi"), ("FERRY_OFI_PROVIDER", "tcp")]; {
        agree on [3];
        revoke on [3];
        p2p on [2, 3];
        probe on [3];
        requests on [3];
        partitioned on [3];
        windows on [3];
        buffered on [2];
        datatypes on [2];
        coll on [2, 5];
        comm on [4];
        contexts on [4];
        intercomm on [4];
        file_access on [3];
        nonblocking on [5];
        neighbors on [3];
        errors on [2];
        threads on [3];
        crowd on [4];
    }

    /// By its reliable datagrams over UDP.
    ofi_udp if has_libfabric: [("FERRY_METHODS", "ofi"), ("FERRY_OFI_PROVIDER", "udp;ofi_rxd")]; {
        p2p on [2];
        requests on [2];
        coll on [2];
        windows on [2];
    }

    /// By its shared memory, which cannot be slept on.
    ofi_shm if has_libfabric: [("FERRY_METHODS", "ofi"), ("FERRY_OFI_PROVIDER", "shm")]; {
        p2p on [2];
        requests on [3];
        coll on [4];
        windows on [3];
    }
}

/// Says so where it is not.
fn has_libfabric() -> bool {
    let ferry = ferry_tests::Mpi::ferry().mpiexec.with_file_name("ferry");
    let info = std::process::Command::new(ferry).args(["info", "--json"]).output().expect("starts");
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).expect("JSON");
    let methods = info["methods"].as_array().expect("a list of methods");
    let ofi = methods.iter().find(|method| method["name"] == "ofi").expect("a method of Ferry's");
    if let Some(why) = ofi["unusable"].as_str() {
        eprintln!("skipped: {why}");
    }
    ofi["unusable"].is_null()
}

/// Says so where it is not.
fn kernel_has_mptcp() -> bool {
    let enabled = std::fs::read_to_string("/proc/sys/net/mptcp/enabled").unwrap_or_default();
    let has = enabled.trim() == "1";
    if !has {
        eprintln!("skipped: this kernel has no MPTCP, or it is switched off (net.mptcp.enabled)");
    }
    has
}
