//! Processes and objects as programs of Portals 4 name them.

use crate::handle::{HandleFamily, PortalsHandle};
use crate::process::PortalsProcess;
use std::collections::HashMap;

/// A process as a program names it on one interface: its rank in the first word, or its node and its number
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NiProcess(pub [u32; 2]);

impl NiProcess {
    /// Any node or number (`PTL_NID_ANY`, `PTL_PID_ANY`).
    pub const ANY_PART: u32 = 0xffff;
    /// Any rank (`PTL_RANK_ANY`).
    pub const ANY_RANK: u32 = u32::MAX;

    /// A rank.
    pub fn rank(rank: u32) -> Self {
        NiProcess([rank, 0])
    }

    /// A node and a number on it.
    pub fn physical(process: PortalsProcess) -> Self {
        NiProcess([process.nid, process.pid])
    }
}

/// Which of a process's four interfaces: with or without matching, by rank or by node and number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NiKind(u8);

impl NiKind {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// The kind of this number.
    #[inline]
    pub fn from_number(number: u8) -> Option<Self> {
        (usize::from(number) < Self::COUNT).then_some(NiKind(number))
    }

    /// The kind that `options` of `portals4.h` ask for: exactly one of each pair.
    pub fn from_options(options: u32) -> Option<Self> {
        let is_matching = match options & 3 {
            1 => true,
            2 => false,
            _ => return None,
        };
        match options >> 2 {
            1 => Some(NiKind(u8::from(is_matching) | 2)),
            2 => Some(NiKind(u8::from(is_matching))),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether its entries match.
    pub fn is_matching(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether its processes are named by rank.
    pub fn is_logical(self) -> bool {
        self.0 & 2 != 0
    }

    /// A process as entries match it, where processes have these ranks; `None`: it has no name.
    #[inline(always)]
    pub(crate) fn source(self, map: &RankMap, process: PortalsProcess) -> Option<u64> {
        match self.is_logical() {
            true => map.rank(process).map(u64::from),
            false => Some(process.bits()),
        }
    }
}

/// What a handle of Portals 4 names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NiObject {
    /// A network interface.
    Interface = 0,
    /// An event queue.
    EventQueue = 1,
    /// A counter.
    Counter = 2,
    /// A memory descriptor.
    Descriptor = 3,
    /// A list entry.
    ListEntry = 4,
    /// A match entry.
    MatchEntry = 5,
}

impl NiObject {
    /// Those of an interface.
    pub(crate) fn of(self, kind: NiKind) -> HandleFamily {
        HandleFamily((self as u32) << 2 | u32::from(kind.number()))
    }

    /// What a handle says it names, and of which interface; `None`: nothing at all.
    #[inline]
    pub fn named(handle: PortalsHandle) -> Option<(NiObject, NiKind)> {
        let HandleFamily(family) = handle.family();
        let object = match family >> 2 {
            0 => NiObject::Interface,
            1 => NiObject::EventQueue,
            2 => NiObject::Counter,
            3 => NiObject::Descriptor,
            4 => NiObject::ListEntry,
            5 => NiObject::MatchEntry,
            _ => return None,
        };
        Some((object, NiKind(family as u8 & 3)))
    }
}

/// Which process has which rank.
#[derive(Clone, Debug, Default)]
pub struct RankMap {
    processes: Vec<PortalsProcess>,
    ranks: HashMap<PortalsProcess, u32>,
    /// Every process has the rank that it is called by on its node, as in the order of most jobs.
    is_plain: bool,
}

impl RankMap {
    /// The processes in the order of their ranks; one that is named twice has its first.
    pub fn new(processes: Vec<PortalsProcess>) -> Self {
        let mut ranks = HashMap::with_capacity(processes.len());
        for (rank, process) in (0..).zip(&processes) {
            ranks.entry(*process).or_insert(rank);
        }
        let is_plain = (0..).zip(&processes).all(|(rank, process)| process.pid == rank);
        RankMap { processes, ranks, is_plain }
    }

    /// All of them.
    pub fn processes(&self) -> &[PortalsProcess] {
        &self.processes
    }

    /// The process of a rank.
    pub fn process(&self, rank: u32) -> Option<PortalsProcess> {
        self.processes.get(rank as usize).copied()
    }

    /// The rank of a process.
    #[inline(always)]
    pub fn rank(&self, process: PortalsProcess) -> Option<u32> {
        match self.is_plain {
            true => (self.process(process.pid) == Some(process)).then_some(process.pid),
            false => self.rank_by_name(process),
        }
    }

    #[cold]
    #[inline(never)]
    fn rank_by_name(&self, process: PortalsProcess) -> Option<u32> {
        self.ranks.get(&process).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_one_of_each_pair() {
        let kinds: Vec<_> = (0..32).filter_map(NiKind::from_options).map(NiKind::number).collect();
        assert_eq!(kinds, [3, 2, 1, 0]);
        let physical = NiKind::from_options(1 | 8).unwrap();
        assert!(physical.is_matching() && !physical.is_logical());
    }

    #[test]
    fn no_object_has_the_name_of_none() {
        let kind = NiKind::from_number(3).unwrap();
        for object in [NiObject::Interface, NiObject::EventQueue, NiObject::Counter] {
            let last = PortalsHandle::of(object.of(kind), PortalsHandle::SLOTS as u32 - 1, 2047);
            // `PTL_EQ_NONE`, `PTL_CT_NONE`, `PTL_INVALID_HANDLE`.
            assert!(![0x3fff_ffff, 0x5fff_ffff, u32::MAX].contains(&last.0));
            assert_eq!(NiObject::named(last), Some((object, kind)));
        }
        assert_eq!(NiObject::named(PortalsHandle(u32::MAX)), None);
    }

    #[test]
    fn a_process_has_its_first_rank() {
        let named = |pid| PortalsProcess { nid: 1, pid };
        let map = RankMap::new(vec![named(4), named(2), named(4)]);
        assert_eq!(
            (map.rank(named(4)), map.rank(named(2)), map.rank(named(9))),
            (Some(0), Some(1), None)
        );
        assert_eq!((map.process(2), map.process(3)), (Some(named(4)), None));
        let plain = RankMap::new((0..3).map(named).collect());
        assert!((0..3).all(|rank| plain.rank(named(rank)) == Some(rank)));
        let elsewhere = PortalsProcess { nid: 2, pid: 1 };
        assert_eq!((plain.rank(named(3)), plain.rank(elsewhere)), (None, None));
    }
}
