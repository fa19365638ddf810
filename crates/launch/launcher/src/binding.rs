//! Which CPUs each rank of a node may use.
//!
//! mpiexec reads the wishes ([`BindingPolicy`]), the node works out from its own machine what they mean there
//! (`assign`): nobody else knows its cores. CPUs have the numbers that the system gives them.

mod assign;
mod describe;
mod rankfile;

pub(crate) use assign::{Assigned, assign};
pub(crate) use describe::describe;
pub(crate) use rankfile::{Rankfile, read_rankfile};

use ferry_sys::TopologyLevel;

/// How the ranks of a node are bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BindingPolicy {
    /// To what.
    pub target: BindTarget,
    /// What a rank takes for itself before it is bound to what this is part of: parts of this kind, so many.
    pub unit: (TopologyLevel, u32),
    /// Over the parts of which kind the ranks are spread.
    pub map: TopologyLevel,
    /// How many ranks a part takes before the next one's turn; 0: one each, round and round.
    pub pack: u32,
    /// In which order the places that are found so are numbered.
    pub numbering: Numbering,
    /// The CPUs that may be used; empty: all that the node has.
    pub cpus: Vec<u32>,
    /// What single ranks are bound to by a rankfile, as it says.
    pub listed: Vec<(u32, String)>,
    /// What to do with more ranks than cores.
    pub overload: Overload,
    /// Whether each rank's CPUs are told.
    pub report: bool,
}

impl Default for BindingPolicy {
    fn default() -> Self {
        BindingPolicy {
            target: BindTarget::Free,
            unit: (TopologyLevel::Core, 1),
            map: TopologyLevel::Host,
            pack: 0,
            numbering: Numbering::AsMapped,
            cpus: Vec::new(),
            listed: Vec::new(),
            overload: Overload::Told,
            report: false,
        }
    }
}

/// What ranks are bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BindTarget {
    /// To nothing, but the CPUs that may be used.
    Free,
    /// To parts of this kind.
    Parts(TopologyLevel),
    /// To these sets of CPUs, a rank after the other.
    Lists(Vec<Vec<u32>>),
}

/// In which order the places of a node are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As ranks were spread.
    AsMapped,
    /// One part's places after the other's.
    Filled,
    /// A place of each part of this kind in turn.
    Around(TopologyLevel),
}

/// What to do when ranks have to share cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overload {
    /// They do, and it is told.
    Told,
    /// They do.
    Allowed,
    /// The job does not start.
    Refused,
}

impl BindingPolicy {
    /// Whether it asks for anything.
    pub(crate) fn is_idle(&self) -> bool {
        self.target == BindTarget::Free
            && self.cpus.is_empty()
            && self.listed.is_empty()
            && !self.report
    }
}
