//! What a proxy passes on between mpiexec and the nodes below it, without input or output: orders down, events up.

use crate::frame::Order;
use crate::spec::{Branch, BranchNode, NodeEvent, NodePlan};
use crate::tree::divide;
use std::collections::BTreeMap;

/// With more than this waiting for the caller, those below are not heard.
const QUEUE_HIGH: usize = 1 << 20;
/// With no more than this they are heard again.
const QUEUE_LOW: usize = QUEUE_HIGH / 2;

/// The nodes below a proxy.
#[derive(Debug, Default)]
pub(crate) struct Relay {
    /// By node: the child that it is reached through, which may be itself.
    children: BTreeMap<u32, u32>,
    is_silent: bool,
}

/// A child that is to be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Child {
    pub(crate) node: u32,
    pub(crate) host: String,
    /// What it is told first: its plan, and its share of the branch.
    pub(crate) order: Order,
}

/// Whom an order is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Addressee {
    /// This node.
    Own(Order),
    /// A child, or somebody below it.
    Child(u32, Order),
    /// This node and all below it.
    All(Order),
    /// A node that is not below this one.
    Unknown,
}

impl Relay {
    /// Begins with the nodes of a branch, whose plans are as this node's but for ranks and binding. Gives out the
    /// children.
    pub(crate) fn begin(&mut self, plan: &NodePlan, branch: &Branch) -> Vec<Child> {
        let mut children = Vec::new();
        for run in divide(&branch.nodes, branch.width as usize) {
            let Some((first, rest)) = run.split_first() else { continue };
            self.children.extend(run.iter().map(|node| (node.node, first.node)));
            let BranchNode { node, host, ranks, binding } = first.clone();
            let plan = NodePlan { node, ranks, binding, ..plan.clone() };
            let rest = Branch { nodes: rest.to_vec(), ..branch.clone() };
            children.push(Child { node, host, order: Order::start(plan, rest) });
        }
        children
    }

    /// Says whom an order is for that has come from above.
    pub(crate) fn down(&self, order: Order) -> Addressee {
        match order {
            Order::For { node, order } => match self.children.get(&node) {
                Some(child) if *child == node => Addressee::Child(node, *order),
                Some(child) => Addressee::Child(*child, Order::For { node, order }),
                None => Addressee::Unknown,
            },
            order if order.is_for_all() => Addressee::All(order),
            order => Addressee::Own(order),
        }
    }

    /// What is told above of an event that has come from a child; `None` if the child speaks of nodes that are not
    /// below it.
    pub(crate) fn up(&self, child: u32, event: NodeEvent) -> Option<NodeEvent> {
        match event {
            NodeEvent::Of { node, .. } => {
                let is_below = node != child && self.children.get(&node) == Some(&child);
                is_below.then_some(event)
            }
            event => Some(NodeEvent::Of { node: child, event: Box::new(event) }),
        }
    }

    /// Whether the children are to be heard while so many bytes wait for the caller. What they have to say stays with
    /// them meanwhile, so that nothing piles up here.
    pub(crate) fn listens(&mut self, waiting: usize) -> bool {
        self.is_silent = waiting > if self.is_silent { QUEUE_LOW } else { QUEUE_HIGH };
        !self.is_silent
    }
}

#[cfg(test)]
mod tests;
