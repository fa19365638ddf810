//! Who talks to whom.

use ferry_netem::LinkSettings;

use crate::dcsctp_end::{self, Dcsctp};
use crate::ferry_end::{self, Ferry};
use crate::proto_end::Proto;
use crate::world::{World, bad, clean};

/// Two implementations; where Ferry takes part it is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeerPair {
    /// The two foreign ones, which shows that what a test asks for is common ground.
    Foreign,
    /// Ferry and `dcsctp`, with DATA.
    Dcsctp,
    /// The same with I-DATA.
    Interleaved,
    /// Ferry, which offers I-DATA, and `dcsctp`, which does not.
    Declined,
    /// Ferry and `sctp-proto`.
    Proto,
}

impl PeerPair {
    pub(crate) const ALL: [Self; 5] =
        [Self::Foreign, Self::Dcsctp, Self::Interleaved, Self::Declined, Self::Proto];

    /// Whether the end can abort an association: `sctp-proto` only falls silent.
    pub(crate) fn can_abort(self, end: usize) -> bool {
        !self.is_proto(end)
    }

    /// Whether the end gives up when nobody answers: `sctp-proto` retransmits without end.
    pub(crate) fn gives_up(self, end: usize) -> bool {
        !self.is_proto(end)
    }

    /// Whether both ends may connect at once: `sctp-proto` would see two associations.
    pub(crate) fn bears_collisions(self) -> bool {
        !self.is_proto(0) && !self.is_proto(1)
    }

    /// Whether a shutdown of the end waits for what was sent: the foreign ones drop what they have
    /// queued.
    pub(crate) fn flushes(self, end: usize) -> bool {
        self.has_ferry() && end == 0
    }

    /// Whether Ferry takes part, as the first end.
    pub(crate) fn has_ferry(self) -> bool {
        self != Self::Foreign
    }

    /// Whether messages travel interleaved.
    pub(crate) fn interleaves(self) -> bool {
        self == Self::Interleaved
    }

    /// Whether a reset by the end is done only when the peer has reset its direction as well: streams
    /// of `sctp-proto` are pairs.
    pub(crate) fn resets_both_ways(self, end: usize) -> bool {
        self.is_proto(end)
    }

    fn is_proto(self, end: usize) -> bool {
        end == 1 && matches!(self, Self::Foreign | Self::Proto)
    }

    /// A world of this pair, not yet connected.
    pub(crate) fn world(self, network: LinkSettings, seed: u64) -> World {
        let ferry = |interleaving| Ferry::boxed(ferry_end::config(interleaving), seed as u8);
        // dcsctp draws its tags and numbers from here.
        fastrand::seed(seed);
        let ends = match self {
            Self::Foreign => [Dcsctp::boxed(&dcsctp_end::options(false)), Proto::boxed()],
            Self::Dcsctp => [ferry(false), Dcsctp::boxed(&dcsctp_end::options(false))],
            Self::Interleaved => [ferry(true), Dcsctp::boxed(&dcsctp_end::options(true))],
            Self::Declined => [ferry(true), Dcsctp::boxed(&dcsctp_end::options(false))],
            Self::Proto => [ferry(true), Proto::boxed()],
        };
        World::new(ends, network, seed)
    }
}

/// Runs a test in the world of each pair, connected from either end, on both networks.
pub(crate) fn in_each(pairs: &[PeerPair], test: impl Fn(PeerPair, &mut World)) {
    for pair in pairs {
        for from in 0..2 {
            // Where nothing is lost, nothing is left to chance.
            for (name, network, seeds) in [("clean", clean(), 1), ("bad", bad(), 3)] {
                // The foreign ones take long to recover from losses.
                if *pair == PeerPair::Foreign && name == "bad" {
                    continue;
                }
                for seed in 1..=seeds {
                    eprintln!("{pair:?}, connected by end {from}, {name} network, seed {seed}");
                    let mut world = pair.world(network, seed);
                    world.connect(from);
                    test(*pair, &mut world);
                    if name == "clean" {
                        break;
                    }
                }
            }
        }
    }
}
