//! The tree of launchers: who calls which host.
//!
//! A launcher, which is mpiexec or a proxy, calls at most `width` hosts. Where there are more, it divides them into as
//! many runs, calls the first host of each, and leaves the rest of the run to that one, which does the same. Who knows
//! the list of nodes and the width knows the tree.

use crate::frame::Order;
use crate::spec::NodeEvent;
use std::collections::{BTreeMap, BTreeSet};

/// How wide the tree is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TreeWidth {
    /// Most hosts that a launcher calls itself; 0: mpiexec calls all.
    pub(crate) width: u32,
    /// Whether somebody has said so.
    pub(crate) is_chosen: bool,
}

impl TreeWidth {
    /// How many of so many hosts a launcher calls itself. Only of a remote shell (`is_shell`) is it to be expected that
    /// it leads from any host to any other; with other commands mpiexec calls all unless somebody has said how many.
    pub(crate) fn of(self, hosts: usize, is_shell: bool) -> usize {
        let is_flat = self.width == 0 || !(is_shell || self.is_chosen);
        if is_flat { hosts } else { hosts.min(self.width as usize) }
    }
}

/// Divides nodes into runs of nearly the same length, `width` of them if there are so many nodes.
pub(crate) fn divide<T>(nodes: &[T], width: usize) -> Vec<&[T]> {
    let (runs, mut rest) = (nodes.len().min(width), nodes);
    let mut divided = Vec::with_capacity(runs);
    for left in (1..=runs).rev() {
        let (run, behind) = rest.split_at(rest.len().div_ceil(left));
        divided.push(run);
        rest = behind;
    }
    divided
}

/// What mpiexec knows of the nodes that it does not call itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Routes {
    /// By node: the one that calls it.
    callers: BTreeMap<u32, u32>,
    /// Those that have ended or were lost.
    over: BTreeSet<u32>,
}

impl Routes {
    /// Adds a run of nodes. mpiexec calls the first, and through it reaches the others.
    pub(crate) fn add(&mut self, run: &[u32], width: usize) {
        let Some((first, rest)) = run.split_first() else { return };
        for part in divide(rest, width) {
            self.callers.extend(part.first().map(|node| (*node, *first)));
            self.add(part, width);
        }
    }

    /// The node that calls this one; `None`: mpiexec does, or nobody.
    pub(crate) fn caller(&self, node: u32) -> Option<u32> {
        self.callers.get(&node).copied()
    }

    /// The node that mpiexec calls on the way to this one: itself, if nobody else does.
    pub(crate) fn root(&self, node: u32) -> u32 {
        std::iter::successors(Some(node), |node| self.caller(*node)).last().unwrap_or(node)
    }

    /// What to send for a node, and to which of those that mpiexec calls; `None` if the node has ended.
    pub(crate) fn send(&self, node: u32, order: Order) -> Option<(u32, Order)> {
        match self.root(node) {
            root if root == node => Some((root, order)),
            _ if self.is_over(node) => None,
            root => Some((root, Order::For { node, order: Box::new(order) })),
        }
    }

    /// Of which node the proxy tells something that mpiexec has called: itself, or one that is reached through it.
    /// `None`: it speaks of another's.
    pub(crate) fn hear(&self, called: u32, event: NodeEvent) -> Option<(u32, NodeEvent)> {
        match event {
            NodeEvent::Of { node, event } => {
                let is_behind = node != called && self.root(node) == called;
                is_behind.then_some((node, *event))
            }
            event => Some((called, event)),
        }
    }

    /// Notes that a node has ended.
    pub(crate) fn end(&mut self, node: u32) {
        self.over.insert(node);
    }

    /// Whether a node has ended or was lost.
    pub(crate) fn is_over(&self, node: u32) -> bool {
        self.over.contains(&node)
    }

    /// The connection to a node is gone: it and those that were reached through it, as far as they had not ended.
    pub(crate) fn lose(&mut self, node: u32) -> Vec<u32> {
        let is_behind = |other: &u32| {
            let mut way = std::iter::successors(Some(*other), |node| self.caller(*node));
            way.any(|passed| passed == node)
        };
        let behind =
            self.callers.keys().copied().filter(|other| *other != node && is_behind(other));
        let lost: Vec<u32> =
            std::iter::once(node).chain(behind).filter(|node| !self.is_over(*node)).collect();
        self.over.extend(&lost);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_width_is_what_somebody_has_said() {
        let width = |width, is_chosen, is_shell| TreeWidth { width, is_chosen }.of(100, is_shell);
        assert_eq!((width(32, false, true), width(32, false, false)), (32, 100));
        assert_eq!((width(8, true, true), width(8, true, false)), (8, 8));
        assert_eq!((width(0, true, true), width(101, true, true)), (100, 100));
    }

    #[test]
    fn few_hosts_are_called_directly() {
        assert!(divide(&[0; 0], 3).is_empty());
        assert_eq!(divide(&[1, 2, 3], 3), [&[1], &[2], &[3]]);
        assert_eq!(divide(&[1, 2, 3, 4], 3), [&[1, 2][..], &[3], &[4]]);
        assert_eq!(divide(&[1, 2, 3, 4, 5], 2), [&[1, 2, 3][..], &[4, 5]]);
    }

    /// Sixteen hosts, three at a time: mpiexec, its three, their twos and threes, and the last.
    #[test]
    fn a_tree_of_depth_three() {
        let nodes: Vec<u32> = (0..16).collect();
        let mut routes = Routes::default();
        divide(&nodes, 3).into_iter().for_each(|run| routes.add(run, 3));
        let way = |node| std::iter::successors(Some(node), |node| routes.caller(*node)).count();
        assert_eq!((0..16).map(way).max(), Some(3));
        let callers: Vec<Option<u32>> = (0..6).map(|node| routes.caller(node)).collect();
        assert_eq!(callers, [None, Some(0), Some(1), Some(0), Some(3), Some(0)]);
        assert_eq!((routes.root(4), routes.root(6), routes.root(15)), (0, 6, 11));
    }

    #[test]
    fn proxies_speak_for_those_behind_them() {
        let mut routes = Routes::default();
        routes.add(&[0, 1], 2);
        routes.add(&[2, 3], 2);
        let of = |node| NodeEvent::Of { node, event: Box::new(NodeEvent::Done) };
        assert_eq!(routes.hear(0, NodeEvent::Done), Some((0, NodeEvent::Done)));
        assert_eq!(routes.hear(0, of(1)), Some((1, NodeEvent::Done)));
        for foreign in [0, 2, 3, 9] {
            assert_eq!(routes.hear(0, of(foreign)), None);
        }
        assert_eq!(routes.send(2, Order::StdinEnd), Some((2, Order::StdinEnd)));
        let order = Order::For { node: 3, order: Box::new(Order::StdinEnd) };
        assert_eq!(routes.send(3, Order::StdinEnd), Some((2, order)));
        routes.end(3);
        assert_eq!(routes.send(3, Order::StdinEnd), None);
    }

    #[test]
    fn what_has_ended_is_not_lost() {
        let mut routes = Routes::default();
        routes.add(&[7, 8, 9, 10], 2);
        assert_eq!(
            (routes.caller(8), routes.caller(9), routes.caller(10)),
            (Some(7), Some(8), Some(7))
        );
        routes.end(9);
        assert_eq!(routes.lose(8), [8]);
        assert_eq!(routes.lose(8), [0; 0]);
        assert_eq!(routes.lose(7), [7, 10]);
        assert!(routes.is_over(10) && !routes.is_over(11));
    }

    proptest! {
        /// Runs hold all nodes in order, and differ by one in length.
        #[test]
        fn runs_are_even(count in 0usize..3000, width in 1usize..70) {
            let nodes: Vec<usize> = (0..count).collect();
            let runs = divide(&nodes, width);
            prop_assert_eq!(runs.concat(), nodes.clone());
            prop_assert_eq!(runs.len(), count.min(width));
            let lengths = runs.iter().map(|run| run.len());
            let (least, most) = (lengths.clone().min(), lengths.max());
            prop_assert!(most.unwrap_or(0) - least.unwrap_or(0) <= 1);
        }

        /// Nobody calls more than the width, and no way is longer than the logarithm of the number of hosts.
        #[test]
        fn the_tree_is_low(count in 1u32..3000, width in 2usize..70) {
            let nodes: Vec<u32> = (0..count).collect();
            let mut routes = Routes::default();
            let runs = divide(&nodes, width);
            runs.iter().for_each(|run| routes.add(run, width));
            let mut calls = BTreeMap::new();
            for node in &nodes {
                let way = std::iter::successors(Some(*node), |node| routes.caller(*node)).count();
                let levels = f64::from(count).log(width as f64).floor() as usize + 1;
                prop_assert!(way <= levels, "{} hosts, {}: {} steps", count, width, way);
                *calls.entry(routes.caller(*node)).or_insert(0) += 1;
            }
            prop_assert!(calls.values().all(|count| *count <= width));
        }
    }
}
