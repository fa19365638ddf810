//! The nodes on other hosts, as mpiexec sees them: those that it calls itself, and those that these call.

use crate::frame::Order;
use crate::poller::Poller;
use crate::remote::Remote;
use crate::spec::NodeEvent;
use crate::tree::Routes;

/// The nodes on other hosts.
#[derive(Debug, Default)]
pub(crate) struct Remotes {
    /// By node: the connection to its proxy, if mpiexec calls it.
    called: Vec<Option<Remote>>,
    routes: Routes,
}

impl Remotes {
    /// So many nodes, none of which has been called.
    pub(crate) fn new(nodes: usize) -> Remotes {
        Remotes { called: (0..nodes).map(|_| None).collect(), routes: Routes::default() }
    }

    /// One node more, which has not been called.
    pub(crate) fn add(&mut self) {
        self.called.push(None);
    }

    /// A node has been called.
    pub(crate) fn call(&mut self, node: u32, remote: Remote) {
        self.called[node as usize] = Some(remote);
    }

    /// The first of these nodes has been called, and calls the others.
    pub(crate) fn reach(&mut self, run: &[u32], width: usize) {
        self.routes.add(run, width);
    }

    /// The node that calls this one, if mpiexec does not.
    pub(crate) fn caller(&self, node: u32) -> Option<u32> {
        self.routes.caller(node)
    }

    /// Whether a node is on another host and was called.
    pub(crate) fn is_called(&self, node: u32) -> bool {
        self.called[self.routes.root(node) as usize].is_some()
    }

    /// Whether more ranks can be started on a node that has been called: its proxy is not about to leave.
    pub(crate) fn is_open(&self, node: u32) -> bool {
        let remote = self.called[self.routes.root(node) as usize].as_ref();
        remote.is_some_and(Remote::is_open) && !self.routes.is_over(node)
    }

    /// Queues an order for a node.
    pub(crate) fn order(&mut self, node: u32, order: Order) {
        let Some((called, order)) = self.routes.send(node, order) else { return };
        if let Some(remote) = self.get_mut(called) {
            remote.order(&order);
        }
    }

    /// Queues an order for all nodes, of the kind that goes on from proxy to proxy.
    pub(crate) fn order_all(&mut self, order: &Order) {
        self.called_mut().for_each(|(_, remote)| remote.order(order));
    }

    /// The connection to a node that mpiexec calls.
    pub(crate) fn get_mut(&mut self, node: u32) -> Option<&mut Remote> {
        self.called.get_mut(node as usize)?.as_mut()
    }

    /// The nodes that mpiexec calls.
    pub(crate) fn called_mut(&mut self) -> impl Iterator<Item = (u32, &mut Remote)> {
        (0..).zip(&mut self.called).filter_map(|(node, remote)| Some((node, remote.as_mut()?)))
    }

    /// The numbers of all nodes.
    pub(crate) fn nodes(&self) -> std::ops::Range<u32> {
        0..self.called.len() as u32
    }

    /// The next thing that the proxy of a node tells that mpiexec calls, and of which node: itself, or one that is
    /// reached through it.
    pub(crate) fn poll_event(&mut self, called: u32) -> Option<(u32, NodeEvent)> {
        let remote = self.called.get_mut(called as usize)?.as_mut()?;
        loop {
            let heard = self.routes.hear(called, remote.poll_event()?);
            if heard.is_some() {
                return heard;
            }
        }
    }

    /// A node has ended, and its proxy may go.
    pub(crate) fn end(&mut self, node: u32, poller: &mut Poller) {
        self.routes.end(node);
        if let Some(remote) = self.get_mut(node) {
            remote.close(poller);
        }
    }

    /// The connection to a node is gone: it and those that were reached through it, as far as they had not ended.
    pub(crate) fn lose(&mut self, node: u32) -> Vec<u32> {
        self.routes.lose(node)
    }

    /// Whether nothing is left of the nodes.
    pub(crate) fn are_over(&self) -> bool {
        self.called.iter().flatten().all(Remote::is_over)
    }
}
