//! Who is compared: Ferry by each of its methods and designs, and the other MPIs over TCP.

use ferry_peers::Mpi;

/// An MPI set up in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Short name, unique.
    pub name: &'static str,
    /// The implementation.
    pub mpi: Mpi,
    /// Its method, as Ferry names it; empty: whatever Ferry chooses.
    pub method: &'static str,
    /// Parameters of Ferry.
    pub set: &'static [&'static str],
    /// Ferry leaves TCP's congestion control as the network has it.
    pub plain: bool,
    /// For people.
    pub about: &'static str,
}

const fn ferry(
    name: &'static str,
    method: &'static str,
    set: &'static [&'static str],
    about: &'static str,
) -> Contender {
    Contender { name, mpi: Mpi::Ferry, method, set, plain: false, about }
}

const fn plain(contender: Contender) -> Contender {
    Contender { plain: true, ..contender }
}

const fn peer(name: &'static str, mpi: Mpi, about: &'static str) -> Contender {
    Contender { name, mpi, method: "tcp", set: &[], plain: true, about }
}

/// SCTP as "SCTP versus TCP for MPI" set it up.
const SCTP_2005: [&str; 5] = [
    "sctp.send_buffer=220000",
    "sctp.receive_window=220000",
    "sctp.checksum=no",
    "sctp.congestion=standard",
    "sctp.eager_limit=65536",
];
const SCTP_2005_ONE: [&str; 6] = {
    let [send, receive, checksum, congestion, eager] = SCTP_2005;
    [send, receive, checksum, congestion, eager, "p2p.streams=one"]
};

/// Everybody.
pub(crate) const ALL: [Contender; 26] = [
    ferry(
        "tcp",
        "tcp",
        &[],
        "Ferry over TCP, which it changes to BBR where losses come without a queue",
    ),
    plain(ferry(
        "tcp-plain",
        "tcp",
        &[],
        "Ferry over TCP with the network's congestion control, as the others have it",
    )),
    ferry("tcp-stream", "tcp-stream", &[], "Ferry, a TCP connection per context and tag"),
    ferry(
        "tcp-stream-direct",
        "tcp-stream",
        &["p2p=direct"],
        "Ferry, a TCP connection per context and tag, received straight into the user's buffer",
    ),
    ferry("sctp", "sctp", &[], "Ferry over SCTP, ten streams"),
    ferry("sctp-one", "sctp", &["p2p.streams=one"], "Ferry over SCTP, one stream"),
    ferry(
        "sctp-standard",
        "sctp",
        &["sctp.congestion=standard"],
        "Ferry over SCTP with the congestion control of RFC 9260, which takes each loss for a full queue",
    ),
    ferry(
        "sctp-standard-one",
        "sctp",
        &["sctp.congestion=standard", "p2p.streams=one"],
        "the same, one stream",
    ),
    ferry(
        "sctp-cubic",
        "sctp",
        &["sctp.congestion=cubic"],
        "Ferry over SCTP with CUBIC, which takes each loss for a full queue",
    ),
    ferry(
        "sctp-cubic-one",
        "sctp",
        &["sctp.congestion=cubic", "p2p.streams=one"],
        "the same, one stream",
    ),
    ferry(
        "sctp-2005",
        "sctp",
        &SCTP_2005,
        "Ferry over SCTP as the paper of 2005 set it up: buffers of 220 KB, no checksum, the RFC's congestion \
         control, messages up to 64 KB sent eagerly",
    ),
    ferry("sctp-2005-one", "sctp", &SCTP_2005_ONE, "the same, one stream"),
    ferry(
        "tcp-2005",
        "tcp",
        &[
            "tcp.send_buffer=220000",
            "tcp.recv_buffer=220000",
            "tcp.congestion=reno",
            "tcp.rto_min=0s",
            "tcp.eager_limit=65536",
        ],
        "Ferry over TCP as the paper of 2005 set it up: buffers of 220 KB, Reno, the kernel's own timeouts, \
         messages up to 64 KB sent eagerly",
    ),
    ferry("sctp-pool-3", "sctp", &["p2p.pool=3"], "Ferry over SCTP, three streams"),
    ferry("sctp-pool-30", "sctp", &["p2p.pool=30"], "Ferry over SCTP, thirty streams"),
    ferry(
        "sctp-direct",
        "sctp",
        &["p2p=direct"],
        "Ferry over SCTP, a stream per context and tag, received straight into the user's buffer",
    ),
    ferry("quic", "quic", &[], "Ferry over QUIC, a pool of streams"),
    ferry("quic-one", "quic", &["p2p.streams=one"], "Ferry over QUIC, one stream"),
    ferry(
        "quic-direct",
        "quic",
        &["p2p=direct"],
        "Ferry over QUIC, received straight into the user's buffer",
    ),
    ferry("sctp-multipath", "sctp", &["sctp.multipath=yes"], "Ferry over SCTP, all paths at once"),
    ferry(
        "adaptive",
        "",
        &[],
        "Ferry as it is installed: over TCP, and SCTP where ways are long or lose packets",
    ),
    ferry("shm", "shm", &[], "Ferry over shared memory"),
    ferry("shm-tcp", "shm,tcp", &[], "Ferry over shared memory and, between hosts, TCP"),
    peer("mpich", Mpi::Mpich, "MPICH over TCP"),
    peer("openmpi", Mpi::OpenMpi, "Open MPI over TCP"),
    peer("intel", Mpi::Intel, "Intel MPI over TCP"),
];

impl Contender {
    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|contender| contender.name == name)
    }

    /// The congestion control of TCP that it asks the kernel for.
    pub(crate) fn tcp_congestion(&self) -> Option<&'static str> {
        self.set.iter().find_map(|parameter| parameter.strip_prefix("tcp.congestion="))
    }

    /// Those of these names.
    pub(crate) fn some(names: &[&str]) -> Vec<Self> {
        names.iter().filter_map(|name| Self::named(name)).collect()
    }
}

/// The other MPIs.
pub(crate) const PEERS: [&str; 3] = ["mpich", "openmpi", "intel"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for contender in ALL {
            assert_eq!(Contender::named(contender.name), Some(contender));
        }
        assert_eq!(Contender::some(&PEERS).len(), PEERS.len());
    }
}
