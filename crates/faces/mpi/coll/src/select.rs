//! Which algorithm serves which call: a table, read from the top, the first rule that fits counts.
//!
//! Only facts that all processes of the group know alike may decide.

use std::fmt;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective, UnknownName};

/// The sizes at which the choice changes. Bytes, unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Number of processes up to which small barriers and reductions go through rank 0. 0 unless
    /// processes share cores: then the number of hand-overs is the cost.
    pub crowd: u32,
    /// What is small enough for a reduction to go through rank 0.
    pub crowd_bytes: usize,
    /// Broadcasts up to here descend a binomial tree.
    pub bcast_small: usize,
    /// Broadcasts up to here are scattered and put together; larger ones run along a chain.
    pub bcast_medium: usize,
    /// Number of processes up to which large data travel from one to the next; for more, the way would
    /// be too long.
    pub ring: u32,
    /// Bytes per segment of a pipeline.
    pub segment: usize,
    /// Reductions to one process up to here climb a binomial tree.
    pub reduce_small: usize,
    /// Reductions to one process that keep the order climb the tree up to here, then run along a chain.
    pub reduce_medium: usize,
    /// Reductions to all up to here double.
    pub allreduce_small: usize,
    /// Reductions to all up to here are Rabenseifner's; larger ones run around the ring.
    pub allreduce_medium: usize,
    /// Blocks up to here are gathered and scattered through a tree.
    pub gather_small: usize,
    /// Results of an allgather up to here double; larger ones run around the ring.
    pub allgather_small: usize,
    /// The same limit where a ring would be long.
    pub allgather_medium: usize,
    /// Blocks up to here travel Bruck's way in an alltoall.
    pub alltoall_small: usize,
    /// Blocks up to here are all under way at once; larger ones go pair by pair.
    pub alltoall_medium: usize,
    /// Vectors up to here double in a reduce-scatter.
    pub reduce_scatter_small: usize,
    /// Vectors up to here are halved; larger ones go pair by pair.
    pub reduce_scatter_medium: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            crowd: 0,
            crowd_bytes: 4 << 10,
            bcast_small: 32 << 10,
            bcast_medium: 1 << 20,
            ring: 64,
            segment: 64 << 10,
            reduce_small: 64 << 10,
            reduce_medium: 1 << 20,
            allreduce_small: 16 << 10,
            allreduce_medium: 1 << 20,
            gather_small: 2 << 10,
            allgather_small: 64 << 10,
            allgather_medium: 1 << 20,
            alltoall_small: 256,
            alltoall_medium: 32 << 10,
            reduce_scatter_small: 512,
            reduce_scatter_medium: 512 << 10,
        }
    }
}

/// One line of the table.
#[derive(Clone, Copy)]
pub struct SelectionRule {
    /// The collective.
    pub collective: Collective,
    /// What serves the calls that fit.
    pub algorithm: Algorithm,
    /// The largest message, by the thresholds; `None` for any.
    pub bytes: Option<fn(&Thresholds) -> usize>,
    /// The fewest processes.
    pub at_least: u32,
    /// The most processes, by the thresholds; `None` for any number.
    pub at_most: Option<fn(&Thresholds) -> u32>,
    /// Why.
    pub because: &'static str,
}

impl SelectionRule {
    const fn new(collective: Collective, algorithm: Algorithm, because: &'static str) -> Self {
        SelectionRule { collective, algorithm, bytes: None, at_least: 0, at_most: None, because }
    }

    const fn up_to(self, bytes: fn(&Thresholds) -> usize) -> Self {
        SelectionRule { bytes: Some(bytes), ..self }
    }

    const fn for_ranks(self, at_least: u32) -> Self {
        SelectionRule { at_least, ..self }
    }

    const fn in_a_crowd(self) -> Self {
        SelectionRule { at_most: Some(|t| t.crowd), ..self }
    }

    const fn in_a_ring(self) -> Self {
        SelectionRule { at_most: Some(|t| t.ring), ..self }
    }

    fn fits(&self, thresholds: &Thresholds, call: CollectiveCall) -> bool {
        self.collective == call.collective
            && self.bytes.is_none_or(|limit| call.bytes <= limit(thresholds))
            && call.size >= self.at_least
            && self.at_most.is_none_or(|limit| call.size <= limit(thresholds))
            && self.collective.fitting(self.algorithm, call.size, call.commutative)
                == self.algorithm
    }
}

/// What decides.
#[derive(Clone, Copy)]
struct CollectiveCall {
    collective: Collective,
    size: u32,
    bytes: usize,
    commutative: bool,
}

use {Algorithm as A, Collective as C};

/// The table. A rule whose algorithm cannot serve a call (order, powers of two) is passed over.
static RULES: &[SelectionRule] = &[
    SelectionRule::new(C::Barrier, A::Linear, "fewest hand-overs where cores are shared")
        .in_a_crowd(),
    SelectionRule::new(C::Barrier, A::Dissemination, "fewest rounds"),
    SelectionRule::new(C::Bcast, A::Binomial, "few processes gain nothing from pieces")
        .up_to(|t| t.bcast_small),
    SelectionRule::new(C::Bcast, A::ScatterAllgather, "shares the sending")
        .up_to(|t| t.bcast_medium)
        .for_ranks(4)
        .in_a_ring(),
    SelectionRule::new(
        C::Bcast,
        A::Chain,
        "every process sends the data once, all at the same time",
    )
    .for_ranks(3)
    .in_a_ring(),
    SelectionRule::new(C::Bcast, A::BinaryTree, "a chain would be long").for_ranks(3),
    SelectionRule::new(C::Bcast, A::Binomial, "two processes need one message"),
    SelectionRule::new(C::Reduce, A::Binomial, "fewest rounds").up_to(|t| t.reduce_small),
    SelectionRule::new(C::Reduce, A::Rabenseifner, "shares the reducing").for_ranks(3),
    SelectionRule::new(C::Reduce, A::Binomial, "keeps the order").up_to(|t| t.reduce_medium),
    SelectionRule::new(C::Reduce, A::Chain, "keeps the order, all work at the same time")
        .for_ranks(3)
        .in_a_ring(),
    SelectionRule::new(
        C::Reduce,
        A::Binomial,
        "two processes need one message, a chain would be long",
    ),
    SelectionRule::new(C::Allreduce, A::Linear, "fewest hand-overs where cores are shared")
        .up_to(|t| t.crowd_bytes)
        .for_ranks(3)
        .in_a_crowd(),
    SelectionRule::new(C::Allreduce, A::RecursiveDoubling, "fewest rounds")
        .up_to(|t| t.allreduce_small),
    SelectionRule::new(C::Allreduce, A::Rabenseifner, "few rounds, shares the reducing")
        .up_to(|t| t.allreduce_medium),
    SelectionRule::new(C::Allreduce, A::Ring, "best use of bandwidth").in_a_ring(),
    SelectionRule::new(C::Allreduce, A::Rabenseifner, "a ring would be long"),
    SelectionRule::new(C::Allreduce, A::RecursiveDoubling, "keeps the order"),
    SelectionRule::new(C::Gather, A::Binomial, "fewest messages at the root")
        .up_to(|t| t.gather_small)
        .for_ranks(8),
    SelectionRule::new(C::Gather, A::Linear, "each byte moves once"),
    SelectionRule::new(C::Gatherv, A::Linear, "only the root knows the lengths"),
    SelectionRule::new(C::Scatter, A::Binomial, "fewest messages at the root")
        .up_to(|t| t.gather_small)
        .for_ranks(8),
    SelectionRule::new(C::Scatter, A::Linear, "each byte moves once"),
    SelectionRule::new(C::Scatterv, A::Linear, "only the root knows the lengths"),
    SelectionRule::new(C::Allgather, A::RecursiveDoubling, "fewest rounds, no copies")
        .up_to(|t| t.allgather_small),
    SelectionRule::new(C::Allgather, A::Bruck, "fewest rounds").up_to(|t| t.allgather_small),
    SelectionRule::new(C::Allgather, A::Bruck, "a ring would be long")
        .up_to(|t| t.allgather_medium)
        .for_ranks(65),
    SelectionRule::new(C::Allgather, A::Ring, "one neighbour at a time, no copies"),
    SelectionRule::new(C::Allgatherv, A::Bruck, "fewest rounds")
        .up_to(|t| t.allgather_small)
        .for_ranks(3),
    SelectionRule::new(C::Allgatherv, A::Bruck, "a ring would be long")
        .up_to(|t| t.allgather_medium)
        .for_ranks(65),
    SelectionRule::new(C::Allgatherv, A::Ring, "one neighbour at a time, no copies"),
    SelectionRule::new(C::Alltoall, A::Bruck, "fewest messages")
        .up_to(|t| t.alltoall_small)
        .for_ranks(16),
    SelectionRule::new(C::Alltoall, A::Linear, "everything under way at once")
        .up_to(|t| t.alltoall_medium),
    SelectionRule::new(C::Alltoall, A::Pairwise, "one message per link at a time"),
    SelectionRule::new(C::Alltoallv, A::Linear, "the lengths differ from process to process"),
    SelectionRule::new(C::Alltoallw, A::Linear, "the lengths differ from process to process"),
    SelectionRule::new(C::ReduceScatterBlock, A::RecursiveDoubling, "fewest rounds")
        .up_to(|t| t.reduce_scatter_small),
    SelectionRule::new(
        C::ReduceScatterBlock,
        A::RecursiveHalving,
        "few rounds, less to send each time",
    )
    .up_to(|t| t.reduce_scatter_medium),
    SelectionRule::new(C::ReduceScatterBlock, A::Pairwise, "each byte moves once"),
    SelectionRule::new(C::ReduceScatterBlock, A::Linear, "keeps the order, each byte moves once"),
    SelectionRule::new(C::ReduceScatter, A::RecursiveDoubling, "fewest rounds")
        .up_to(|t| t.reduce_scatter_small),
    SelectionRule::new(C::ReduceScatter, A::RecursiveHalving, "few rounds, less to send each time")
        .up_to(|t| t.reduce_scatter_medium),
    SelectionRule::new(C::ReduceScatter, A::Pairwise, "each byte moves once"),
    SelectionRule::new(C::ReduceScatter, A::Linear, "keeps the order, each byte moves once"),
    SelectionRule::new(C::Scan, A::RecursiveDoubling, "fewest rounds"),
    SelectionRule::new(C::Exscan, A::RecursiveDoubling, "fewest rounds"),
];

/// The table's lines, in order.
pub fn rules() -> &'static [SelectionRule] {
    RULES
}

/// A user's wish that cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A name that does not exist.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// An algorithm for something else.
    #[error("{algorithm} cannot perform {collective}; choose one of: {}", names(*collective))]
    Unfit {
        /// The collective.
        collective: Collective,
        /// The algorithm that cannot perform it.
        algorithm: Algorithm,
    },
}

fn names(collective: Collective) -> String {
    let names: Vec<_> = collective.algorithms().iter().map(|algorithm| algorithm.name()).collect();
    names.join(", ")
}

/// The table with thresholds and the user's wishes. The same on every process of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The thresholds.
    pub thresholds: Thresholds,
    wishes: Vec<(Collective, Algorithm)>,
}

impl Selection {
    /// The table with these thresholds.
    pub fn new(thresholds: Thresholds) -> Self {
        Selection { thresholds, wishes: Vec::new() }
    }

    /// Makes one algorithm serve every call of a collective that it can serve; both by name. The name
    /// `auto` takes an earlier wish back.
    pub fn set(&mut self, collective: &str, algorithm: &str) -> Result<(), SelectError> {
        let collective: Collective = collective.parse()?;
        let wish = match algorithm.trim() {
            "auto" => None,
            name => Some(name.parse::<Algorithm>()?),
        };
        if let Some(algorithm) = wish.filter(|a| !collective.algorithms().contains(a)) {
            return Err(SelectError::Unfit { collective, algorithm });
        }
        self.wishes.retain(|(known, _)| *known != collective);
        self.wishes.extend(wish.map(|algorithm| (collective, algorithm)));
        Ok(())
    }

    /// The algorithm the user wished for.
    pub fn wish(&self, collective: Collective) -> Option<Algorithm> {
        let found = self.wishes.iter().find(|(known, _)| *known == collective);
        found.map(|(_, algorithm)| *algorithm)
    }

    /// Chooses for a call. `bytes` is the whole message for broadcast and reductions (the whole vector
    /// for reduce-scatter), one block for gather, scatter and alltoall, the whole result for allgather,
    /// and 0 where the processes know it differently (gatherv, scatterv, alltoallv, alltoallw).
    /// `commutative` is true where nothing is reduced.
    pub fn choose(
        &self,
        collective: Collective,
        size: u32,
        bytes: usize,
        commutative: bool,
    ) -> AlgorithmChoice {
        let wished = self
            .wish(collective)
            .filter(|wish| collective.fitting(*wish, size, commutative) == *wish);
        let algorithm = wished
            .or_else(|| Some(self.rule(collective, size, bytes, commutative)?.algorithm))
            .unwrap_or(collective.algorithms()[0]);
        AlgorithmChoice { algorithm, segment: self.thresholds.segment }
    }

    /// The line of the table that decides where the user has no wish; arguments as for
    /// [`Selection::choose`].
    pub fn rule(
        &self,
        collective: Collective,
        size: u32,
        bytes: usize,
        commutative: bool,
    ) -> Option<&'static SelectionRule> {
        let call = CollectiveCall { collective, size, bytes, commutative };
        RULES.iter().find(|rule| rule.fits(&self.thresholds, call))
    }
}

impl fmt::Display for Selection {
    /// The table as `ferry info` prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &collective in Collective::ALL {
            if let Some(wish) = self.wish(collective) {
                writeln!(f, "{collective:<21}{wish:<20}where it can serve, as configured")?;
            }
            for rule in RULES.iter().filter(|rule| rule.collective == collective) {
                let bytes = rule.bytes.map(|limit| format!("<= {} B", limit(&self.thresholds)));
                let ranks = match rule.at_most.map(|limit| limit(&self.thresholds)) {
                    Some(most) => format!("{}..{most} ranks", rule.at_least.max(1)),
                    None if rule.at_least > 0 => format!(">= {} ranks", rule.at_least),
                    None => String::new(),
                };
                let (bytes, why) = (bytes.unwrap_or_default(), rule.because);
                writeln!(f, "{collective:<21}{:<20}{bytes:<14}{ranks:<12}{why}", rule.algorithm)?;
            }
        }
        Ok(())
    }
}
