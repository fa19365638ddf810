//! The names of collectives and algorithms, and which algorithm can serve which call.

use std::fmt;
use std::str::FromStr;

/// Declares an enum whose variants have the names that users write.
macro_rules! named {
    ($(#[$outer:meta])* $kind:ident, $noun:literal, { $($(#[$inner:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind {
            $($(#[$inner])* $variant,)*
        }

        impl $kind {
            /// All of them.
            pub const ALL: &'static [$kind] = &[$($kind::$variant,)*];

            /// The name that users write.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $kind {
            type Err = UnknownName;

            /// Hyphens and underscores, capitals and small letters are the same.
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let wanted = text.trim().to_ascii_lowercase().replace('-', "_");
                $kind::ALL.iter().copied().find(|known| known.name() == wanted).ok_or_else(|| {
                    let known: Vec<_> = $kind::ALL.iter().map(|known| known.name()).collect();
                    UnknownName { noun: $noun, name: text.to_owned(), known: known.join(", ") }
                })
            }
        }
    };
}

/// The user wrote a name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is not {noun}; choose one of: {known}")]
pub struct UnknownName {
    noun: &'static str,
    name: String,
    known: String,
}

named! {
    /// A collective that has a choice of algorithms.
    Collective, "a collective", {
        /// `MPI_Barrier`.
        Barrier = "barrier",
        /// `MPI_Bcast`.
        Bcast = "bcast",
        /// `MPI_Reduce`.
        Reduce = "reduce",
        /// `MPI_Allreduce`.
        Allreduce = "allreduce",
        /// `MPI_Gather`.
        Gather = "gather",
        /// `MPI_Gatherv`.
        Gatherv = "gatherv",
        /// `MPI_Scatter`.
        Scatter = "scatter",
        /// `MPI_Scatterv`.
        Scatterv = "scatterv",
        /// `MPI_Allgather`.
        Allgather = "allgather",
        /// `MPI_Allgatherv`.
        Allgatherv = "allgatherv",
        /// `MPI_Alltoall`.
        Alltoall = "alltoall",
        /// `MPI_Alltoallv`.
        Alltoallv = "alltoallv",
        /// `MPI_Alltoallw`.
        Alltoallw = "alltoallw",
        /// `MPI_Reduce_scatter_block`.
        ReduceScatterBlock = "reduce_scatter_block",
        /// `MPI_Reduce_scatter`.
        ReduceScatter = "reduce_scatter",
        /// `MPI_Scan`.
        Scan = "scan",
        /// `MPI_Exscan`.
        Exscan = "exscan",
    }
}

named! {
    /// A way to perform a collective; each file of this crate is headed by its idea and its cost.
    Algorithm, "an algorithm", {
        /// Everything directly between the processes concerned.
        Linear = "linear",
        /// Signals at doubling distances around the circle.
        Dissemination = "dissemination",
        /// A binomial tree.
        Binomial = "binomial",
        /// A binomial scatter and a ring that puts the pieces together again.
        ScatterAllgather = "scatter_allgather",
        /// Segments handed along a chain.
        Chain = "chain",
        /// Segments handed down a binary tree.
        BinaryTree = "binary_tree",
        /// Exchanges of everything known at doubling distances.
        RecursiveDoubling = "recursive_doubling",
        /// Exchanges of halves, so that each process ends with its piece.
        RecursiveHalving = "recursive_halving",
        /// Recursive halving, then the pieces are gathered the same way back.
        Rabenseifner = "rabenseifner",
        /// Pieces travel around the ring.
        Ring = "ring",
        /// Doubling distances for any number of processes, data rotated to fit.
        Bruck = "bruck",
        /// One partner to send to and one to receive from at a time.
        Pairwise = "pairwise",
    }
}

impl Collective {
    /// The algorithms that can perform the collective. The first one serves every call of it: any
    /// number of processes, any operation.
    pub fn algorithms(self) -> &'static [Algorithm] {
        use Algorithm::*;
        match self {
            Collective::Barrier => &[Dissemination, Linear],
            Collective::Bcast => &[Binomial, ScatterAllgather, Chain, BinaryTree],
            Collective::Reduce => &[Binomial, Linear, Rabenseifner, Chain],
            Collective::Allreduce => &[RecursiveDoubling, Linear, Rabenseifner, Ring],
            Collective::Gather | Collective::Scatter => &[Binomial, Linear],
            Collective::Gatherv | Collective::Scatterv => &[Linear],
            Collective::Allgather => &[Ring, Bruck, RecursiveDoubling],
            // Displacements may part neighbouring blocks, so these travel one by one.
            Collective::Allgatherv => &[Ring, Bruck],
            Collective::Alltoall => &[Linear, Pairwise, Bruck],
            Collective::Alltoallv | Collective::Alltoallw => &[Linear, Pairwise],
            Collective::ReduceScatterBlock | Collective::ReduceScatter => {
                &[Linear, RecursiveDoubling, RecursiveHalving, Pairwise]
            }
            Collective::Scan | Collective::Exscan => &[RecursiveDoubling],
        }
    }

    /// `algorithm` if it can serve such a call, else the collective's general one. The constructors
    /// do this themselves, alike on every process.
    pub fn fitting(self, algorithm: Algorithm, size: u32, commutative: bool) -> Algorithm {
        let known = self.algorithms();
        let fits = known.contains(&algorithm)
            && (commutative || algorithm.keeps_order())
            && (size.is_power_of_two() || !self.needs_power_of_two(algorithm));
        if fits { algorithm } else { known[0] }
    }

    fn needs_power_of_two(self, algorithm: Algorithm) -> bool {
        self == Collective::Allgather && algorithm == Algorithm::RecursiveDoubling
    }
}

impl Algorithm {
    /// Whether the algorithm, where it reduces, keeps operands in rank order.
    pub fn keeps_order(self) -> bool {
        use Algorithm::*;
        !matches!(self, RecursiveHalving | Rabenseifner | Ring | Pairwise)
    }
}

/// An algorithm and its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlgorithmChoice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Bytes per segment where the algorithm pipelines; 0 for one segment.
    pub segment: usize,
}

impl From<Algorithm> for AlgorithmChoice {
    fn from(algorithm: Algorithm) -> Self {
        AlgorithmChoice { algorithm, segment: 64 << 10 }
    }
}
