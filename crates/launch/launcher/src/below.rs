//! The nodes below a proxy: it calls them as mpiexec would, and passes on what is for them and what they tell.

use crate::frame::Order;
use crate::guard::Guard;
use crate::poller::{Poller, Token};
use crate::relay::{Addressee, Relay};
use crate::remote::{Lost, Remote};
use crate::spec::{Branch, NodeEvent, NodePlan};
use std::collections::{BTreeMap, VecDeque};

/// The children of a proxy.
#[derive(Debug, Default)]
pub(crate) struct Below {
    relay: Relay,
    children: BTreeMap<u32, Remote>,
    /// Of children that could not be called.
    losses: VecDeque<NodeEvent>,
}

impl Below {
    /// Calls the children among the nodes of a branch and tells them what is theirs. `plan` is that of this node.
    pub(crate) fn start(
        &mut self,
        plan: &NodePlan,
        branch: &Branch,
        mut guard: Option<&mut Guard>,
        poller: &mut Poller,
    ) {
        for child in self.relay.begin(plan, branch) {
            let (node, guard) = (child.node, guard.as_deref_mut());
            match Remote::start(node, &child.host, &branch.command, None, guard, poller) {
                Ok(mut remote) => {
                    remote.order(&child.order);
                    self.children.insert(node, remote);
                }
                Err(lost) => self.losses.push_back(of(node, loss(lost))),
            }
        }
    }

    /// Passes an order on; gives it back if it is for this node, too.
    pub(crate) fn pass(&mut self, order: Order) -> Option<Order> {
        match self.relay.down(order) {
            Addressee::Own(order) => Some(order),
            Addressee::All(order) => {
                self.children.values_mut().for_each(|child| child.order(&order));
                Some(order)
            }
            Addressee::Child(child, order) => {
                if let Some(child) = self.children.get_mut(&child) {
                    child.order(&order);
                }
                None
            }
            Addressee::Unknown => None,
        }
    }

    /// The next thing to tell of those below.
    pub(crate) fn poll_event(&mut self, poller: &mut Poller) -> Option<NodeEvent> {
        let next = self.losses.pop_front();
        next.or_else(|| {
            let relay = &self.relay;
            self.children.iter_mut().find_map(|(node, child)| news_of(*node, child, relay, poller))
        })
    }

    /// Sends the orders that wait.
    pub(crate) fn flush(&mut self, poller: &mut Poller) {
        self.children.values_mut().for_each(|child| child.flush(poller));
    }

    /// Hears the children, unless too many bytes wait for the caller.
    pub(crate) fn pace(&mut self, waiting: usize, poller: &mut Poller) {
        let listens = self.relay.listens(waiting);
        self.children.values_mut().for_each(|child| child.hear_pipe(listens, poller));
    }

    /// Handles a ready descriptor of a child.
    pub(crate) fn ready(&mut self, token: Token, guard: Option<&mut Guard>, poller: &mut Poller) {
        if let Some(child) = token.proxy().and_then(|node| self.children.get_mut(&node)) {
            child.ready(token, guard, poller);
        }
    }

    /// Lets all go: with the end of their input they end their ranks, and let go of those below them.
    pub(crate) fn close(&mut self, poller: &mut Poller) {
        self.children.values_mut().for_each(|child| child.close(poller));
    }

    /// Whether nothing is left below, and everything was told.
    pub(crate) fn is_over(&self) -> bool {
        self.losses.is_empty() && self.children.values().all(Remote::is_over)
    }
}

/// The next thing to tell of a child or of those below it.
fn news_of(node: u32, child: &mut Remote, relay: &Relay, poller: &mut Poller) -> Option<NodeEvent> {
    while let Some(event) = child.poll_event() {
        if event == NodeEvent::Done {
            child.close(poller);
        }
        let event = relay.up(node, event);
        if event.is_some() {
            return event;
        }
    }
    if let Some(line) = child.poll_line() {
        return Some(of(node, NodeEvent::Said(line)));
    }
    child.take_loss().map(|lost| of(node, loss(lost)))
}

fn of(node: u32, event: NodeEvent) -> NodeEvent {
    NodeEvent::Of { node, event: Box::new(event) }
}

fn loss(lost: Lost) -> NodeEvent {
    let Lost { status, began, text } = lost;
    NodeEvent::Lost { status, began, text }
}
