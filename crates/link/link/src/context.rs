//! A process's end of all its links.

mod opening;
mod polling;
mod sending;

use crate::adaptation::Cares;
use crate::choices::Choices;
use crate::events::LinkEvents;
use crate::failover::Failover;
use crate::forward::Forwarder;
use crate::gate::PollNews;
use crate::known::Known;
use crate::route::{Detour, Route};
use crate::switch::Changes;
use crate::traffic::{Flow, Traffic};
use crate::waiter::Waiter;
use crate::{DescriptorTable, Policy, PollInterval, PollSchedule};
use ferry_method::{Attributes, Header, Method, MethodError, PeerId, Scope};
use std::collections::HashMap;
use std::time::Duration;

/// Where the tables of peers are found (the launcher's key-value space).
pub trait Directory: Send {
    /// The published table of `peer`, or why there is none.
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String>;
}

/// What went wrong on a link.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LinkError {
    /// The directory has no table of the peer.
    #[error("cannot find out how to reach rank {peer}: {why}")]
    NoTable {
        /// Whom.
        peer: PeerId,
        /// What the directory said.
        why: String,
    },
    /// No method of the two has an applicable one in common.
    #[error("no method reaches rank {peer}: {why}")]
    NoMethod {
        /// Whom.
        peer: PeerId,
        /// Each method with the reason against it.
        why: String,
    },
    /// A method that was asked for does not reach the peer.
    #[error("method {method} does not reach rank {peer}: {why}; there are {others}")]
    NotApplicable {
        /// Whom.
        peer: PeerId,
        /// What was asked for.
        method: String,
        /// Why not.
        why: String,
        /// Methods that do reach it.
        others: String,
    },
    /// A rule asks for something that the link cannot do.
    #[error("{origin}: the rule cannot be kept for rank {peer}: {why}")]
    Rule {
        /// Where the rule was written.
        origin: String,
        /// Whom it concerns.
        peer: PeerId,
        /// What the method said.
        why: MethodError,
    },
    /// No frame is held back where one was to go on.
    #[error("nothing of rank {peer} is held on that stream")]
    NotHeld {
        /// Whose.
        peer: PeerId,
    },
    /// The world has no such process.
    #[error("there is no rank {peer}")]
    NoRank {
        /// Whom.
        peer: PeerId,
    },
    /// The process is of a world that this one has parted from.
    #[error("process {peer} was of another job, with which this one has no links any more")]
    NoWorld {
        /// By its number here.
        peer: PeerId,
    },
    /// The chosen method failed.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// A method, when it has its turn, and what went through it.
pub(crate) struct MethodSlot {
    /// Ends before the method does.
    pub(crate) waiter: Option<Waiter>,
    pub(crate) method: Box<dyn Method>,
    pub(crate) schedule: PollSchedule,
    /// A method within the process is polled only while it holds what this process sent itself; one with a
    /// waiter, while it holds what this process sent.
    pub(crate) quiet: bool,
    pub(crate) own: bool,
    /// It holds frames back that nobody wants yet.
    pub(crate) can_hold: bool,
    /// By peer.
    pub(crate) flows: Vec<Flow>,
}

impl MethodSlot {
    /// `cheapest`: what a poll of the cheapest method costs; `size`: processes of its world.
    fn new(
        method: Box<dyn Method>,
        setting: PollInterval,
        cheapest: Duration,
        size: u32,
    ) -> MethodSlot {
        let schedule = PollSchedule::new(setting, method.attributes().poll_cost, cheapest);
        let own = method.attributes().scope == Scope::Process;
        let flows = vec![Flow::default(); size as usize];
        let can_hold = method.attributes().stream_flow_control;
        MethodSlot { method, schedule, waiter: None, quiet: own, own, can_hold, flows }
    }

    #[inline(always)]
    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let before = *done;
        self.quiet = false;
        let sent = self.method.send(peer, header, payload, done);
        let flow = &mut self.flows[peer.0 as usize];
        match sent {
            Ok(taken) => flow.note(header, payload.len(), (before, *done), taken),
            Err(_) => flow.give_up(header, before),
        }
        Ok(sent?)
    }

    pub(crate) fn traffic_of(&self, peer: PeerId) -> Traffic {
        self.flows.get(peer.0 as usize).map(|flow| flow.traffic).unwrap_or_default()
    }
}

/// A method that carries everything of a kind to a peer.
#[derive(Clone, Copy, Debug)]
pub struct Straight(usize);

/// A process's end of all its links.
pub struct Context {
    pub(crate) me: PeerId,
    pub(crate) slots: Vec<MethodSlot>,
    pub(crate) routes: Vec<Route>,
    pub(crate) detours: HashMap<PeerId, Detour>,
    pub(crate) known: Known,
    pub(crate) policy: Policy,
    pub(crate) choices: Choices,
    pub(crate) cares: Cares,
    pub(crate) failover: Failover,
    pub(crate) directory: Box<dyn Directory>,
    pub(crate) local_attributes: Vec<Attributes>,
    pub(crate) news: PollNews,
    pub(crate) changes: Changes,
    /// Polls that were measured.
    pub(crate) chances: u32,
    /// Peers with frames of the link layer's own to be sent.
    telling: Vec<PeerId>,
    /// Peers with frames that wait for what their paths turn out to be.
    pub(crate) contacts: Vec<PeerId>,
    /// Frames that asked for a handler of the link layer that it does not have.
    pub(crate) unknown: u64,
    pub(crate) events: LinkEvents,
    pub(crate) forwarder: Forwarder,
}

impl Context {
    /// A context of process `me` of `size` with these methods.
    pub fn new(
        me: PeerId,
        size: u32,
        methods: Vec<Box<dyn Method>>,
        policy: Policy,
        intervals: &[(String, PollInterval)],
        directory: Box<dyn Directory>,
    ) -> Self {
        let cheapest = methods
            .iter()
            .filter(|m| m.attributes().scope != Scope::Process)
            .map(|m| m.attributes().poll_cost)
            .min()
            .unwrap_or(Duration::from_nanos(1));
        let slot = |method: Box<dyn Method>| {
            let setting = intervals.iter().find(|(name, _)| name == method.name());
            let setting = setting.map_or(PollInterval::Adaptive, |(_, i)| *i);
            MethodSlot::new(method, setting, cheapest, size)
        };
        let slots: Vec<MethodSlot> = methods.into_iter().map(slot).collect();
        let mut context = Context {
            me,
            local_attributes: slots.iter().map(|s| s.method.attributes().clone()).collect(),
            slots,
            routes: vec![Route::NONE; size as usize],
            detours: HashMap::new(),
            known: Known::default(),
            choices: Choices::of(&policy),
            cares: Cares::new(),
            failover: Failover::default(),
            policy,
            directory,
            news: PollNews::default(),
            changes: Changes::default(),
            chances: 0,
            telling: Vec::new(),
            contacts: Vec::new(),
            unknown: 0,
            events: LinkEvents::default(),
            forwarder: Forwarder::default(),
        };
        context.prepare_failover();
        context
    }

    /// Whether there is such a process in this world.
    #[inline]
    pub(crate) fn has(&self, peer: PeerId) -> bool {
        (peer.0 as usize) < self.routes.len()
    }

    /// This process's number.
    pub fn me(&self) -> PeerId {
        self.me
    }

    /// Processes of this world.
    #[inline]
    pub fn size(&self) -> u32 {
        self.routes.len() as u32
    }

    /// What this process publishes: its methods in its own order, since others go by that where they have
    /// none, and what is only used when it is asked for behind them.
    pub fn table(&self) -> DescriptorTable {
        let preferred = self.preference();
        let others = (0..self.slots.len()).filter(|index| !preferred.contains(index));
        let order = preferred.iter().copied().chain(others);
        let descriptors = order.map(|index| self.slots[index].method.descriptor()).collect();
        DescriptorTable::new(descriptors).with_facts(self.choices.facts.clone())
    }
}
