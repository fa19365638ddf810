//! A process's end of all its links.

use crate::{DescriptorTable, HandlerTable, Policy, PollInterval, Schedule};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Method, MethodError, Now, PeerId,
    Scope, Sink, WaitSource,
};
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
    /// The chosen method failed.
    #[error(transparent)]
    Method(#[from] MethodError),
}

struct Slot {
    method: Box<dyn Method>,
    schedule: Schedule,
    /// A method within the process is polled only while it holds what this process sent itself.
    quiet: bool,
    own: bool,
}

/// No method chosen yet.
const UNCHOSEN: u8 = u8::MAX;

/// For enquiry: one method of this process.
#[derive(Clone, Debug)]
pub struct MethodReport {
    /// Its name.
    pub name: &'static str,
    /// What it can do.
    pub attributes: Attributes,
    /// What it has done.
    pub counters: Counters,
    /// Polls between two of its turns at present.
    pub interval: u32,
}

/// For enquiry: the link to one peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkReport {
    /// Whom it leads to.
    pub peer: PeerId,
    /// The chosen method.
    pub method: &'static str,
    /// Why this one: the reasons against those tried before it, or that it came first.
    pub why: String,
    /// State of the connection, if it is open.
    pub state: Option<String>,
}

/// A process's end of all its links.
pub struct Context {
    me: PeerId,
    slots: Vec<Slot>,
    chosen: Vec<u8>,
    /// For each peer with a chosen method: the reasons against those tried before.
    reasons: HashMap<PeerId, String>,
    policy: Policy,
    directory: Box<dyn Directory>,
    local_attributes: Vec<Attributes>,
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
        let slots: Vec<Slot> = methods
            .into_iter()
            .map(|method| {
                let setting = intervals.iter().find(|(name, _)| name == method.name());
                let setting = setting.map_or(PollInterval::Adaptive, |(_, i)| *i);
                let schedule = Schedule::new(setting, method.attributes().poll_cost, cheapest);
                let own = method.attributes().scope == Scope::Process;
                Slot { method, schedule, quiet: own, own }
            })
            .collect();
        let local_attributes = slots.iter().map(|s| s.method.attributes().clone()).collect();
        let chosen = vec![UNCHOSEN; size as usize];
        Context { me, slots, chosen, reasons: HashMap::new(), policy, directory, local_attributes }
    }

    /// What this process publishes.
    pub fn table(&self) -> DescriptorTable {
        DescriptorTable::new(self.slots.iter().map(|s| s.method.descriptor()).collect())
    }

    /// The method chosen for `peer`, choosing it now if need be.
    #[inline]
    fn choose(&mut self, peer: PeerId) -> Result<usize, LinkError> {
        match self.chosen.get(peer.0 as usize) {
            Some(&chosen) if chosen != UNCHOSEN => Ok(chosen as usize),
            Some(_) => self.select(peer),
            None => Err(LinkError::NoTable { peer, why: "there is no such rank".into() }),
        }
    }

    #[cold]
    #[inline(never)]
    fn select(&mut self, peer: PeerId) -> Result<usize, LinkError> {
        let table = if peer == self.me {
            self.table()
        } else {
            let missing = |why: String| LinkError::NoTable { peer, why };
            let bytes = self.directory.lookup(peer).map_err(missing)?;
            DescriptorTable::decode(&bytes).map_err(|e| missing(e.to_string()))?
        };
        let mut reasons = Vec::new();
        for index in self.order() {
            match self.judge(index, peer, &table) {
                Ok(descriptor) => {
                    self.slots[index].method.attach(peer, descriptor)?;
                    self.chosen[peer.0 as usize] = index as u8;
                    self.reasons.insert(peer, self.explain(&reasons));
                    return Ok(index);
                }
                Err(why) => reasons.push(format!("{}: {why}", self.slots[index].method.name())),
            }
        }
        reasons.extend(self.left_out());
        Err(LinkError::NoMethod { peer, why: reasons.join("; ") })
    }

    /// Why methods are not tried at all.
    fn left_out(&self) -> Vec<String> {
        let methods = self.slots.iter().map(|slot| &slot.method);
        let left_out = methods
            .filter(|m| self.policy.rank(m.name(), m.attributes()).is_none())
            .map(|method| {
                let why = if method.attributes().reliable {
                    "the configuration leaves it out"
                } else {
                    "it is not reliable"
                };
                format!("{}: {why}", method.name())
            });
        left_out.collect()
    }

    fn explain(&self, against: &[String]) -> String {
        let order: Vec<&str> = self.order().iter().map(|&i| self.slots[i].method.name()).collect();
        let by = if self.policy.only.is_empty() { "by cost" } else { "as configured" };
        let mut text = format!("the first that fits of {} ({by})", order.join(", "));
        for reason in against {
            text += "; ";
            text += reason;
        }
        text
    }

    /// Methods in the order of trial.
    fn order(&self) -> Vec<usize> {
        let mut ranked: Vec<_> = (0..self.slots.len())
            .filter_map(|i| {
                let method = &self.slots[i].method;
                Some((self.policy.rank(method.name(), method.attributes())?, i))
            })
            .collect();
        ranked.sort();
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    fn judge<'t>(
        &self,
        index: usize,
        peer: PeerId,
        table: &'t DescriptorTable,
    ) -> Result<&'t Descriptor, String> {
        let method = &self.slots[index].method;
        let process_only = method.attributes().scope == Scope::Process;
        if process_only != (peer == self.me) {
            return Err(
                if process_only { "it is another process" } else { "it is this process" }.into()
            );
        }
        let descriptor = table.of(method.name()).ok_or("the peer does not have it")?;
        match method.applicable(descriptor) {
            Applicable::Yes => Ok(descriptor),
            Applicable::No(why) => Err(why),
        }
    }

    /// What the method chosen for `peer` can do.
    #[inline]
    pub fn attributes(&mut self, peer: PeerId) -> Result<&Attributes, LinkError> {
        let index = self.choose(peer)?;
        Ok(&self.local_attributes[index])
    }

    /// Sends a remote service request; see [`Method::send`].
    #[inline]
    pub fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let index = self.choose(peer)?;
        let slot = &mut self.slots[index];
        slot.quiet = false;
        Ok(slot.method.send(peer, header, payload, done)?)
    }

    /// See [`Method::read_remote`].
    pub fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), LinkError> {
        let index = self.choose(peer)?;
        Ok(self.slots[index].method.read_remote(peer, address, into)?)
    }

    /// Polls the methods whose turn it is; arrivals run the handlers. Returns the number of frames.
    #[inline]
    pub fn poll<S>(
        &mut self,
        now: Now,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
    ) -> usize {
        let mut bound = table.bind(state, lost);
        self.poll_into(now, &mut bound)
    }

    #[inline]
    fn poll_into(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        let mut found = 0;
        for slot in &mut self.slots {
            if !slot.quiet && slot.schedule.due() {
                let n = slot.method.poll(now, sink);
                slot.schedule.learn(n);
                slot.quiet = slot.own && n == 0;
                found += n;
            }
        }
        found
    }

    /// Every method has its turn at the next poll.
    pub fn hurry(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.schedule.hurry());
    }

    /// What can be waited on, for all methods.
    pub fn wait_sources(&self) -> Vec<WaitSource> {
        self.slots.iter().map(|slot| slot.method.wait_source()).collect()
    }

    /// Arms all methods for sleep; see [`Method::arm`]. With several, the tickets are in the order of
    /// [`Context::wait_sources`]; `None`: something has come, do not sleep.
    pub fn arm(&mut self, by_bell: bool) -> Option<Vec<u32>> {
        let mut tickets = Vec::with_capacity(self.slots.len());
        for index in 0..self.slots.len() {
            match self.slots[index].method.arm(by_bell) {
                Armed::Ready(ticket) => tickets.push(ticket),
                Armed::Busy => {
                    self.slots[..=index].iter_mut().for_each(|slot| slot.method.disarm());
                    // What has come may be with a method that is polled seldom.
                    self.hurry();
                    return None;
                }
            }
        }
        Some(tickets)
    }

    /// Undoes `arm`; every method has its turn at the next poll.
    pub fn disarm(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.method.disarm());
        self.hurry();
    }

    /// Whether accepted output still waits inside a method.
    pub fn has_pending_output(&self) -> bool {
        self.slots.iter().any(|slot| slot.method.has_pending_output())
    }

    /// Ends all links orderly; true once nothing remains to be sent.
    pub fn close<S>(
        &mut self,
        now: Now,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
    ) -> bool {
        let mut bound = table.bind(state, lost);
        let mut closed = true;
        for slot in &mut self.slots {
            closed &= slot.method.close(now, &mut bound);
        }
        closed
    }

    /// The methods of this process.
    pub fn methods(&self) -> Vec<MethodReport> {
        let report = |slot: &Slot| MethodReport {
            name: slot.method.name(),
            attributes: slot.method.attributes().clone(),
            counters: slot.method.counters(),
            interval: slot.schedule.interval(),
        };
        self.slots.iter().map(report).collect()
    }

    /// The links chosen so far.
    pub fn links(&self) -> Vec<LinkReport> {
        let chosen = self.chosen.iter().enumerate().filter(|(_, m)| **m != UNCHOSEN);
        chosen
            .map(|(peer, &index)| {
                let peer = PeerId(peer as u32);
                let method = &self.slots[index as usize].method;
                let why = self.reasons.get(&peer).cloned().unwrap_or_default();
                LinkReport { peer, method: method.name(), why, state: method.describe_link(peer) }
            })
            .collect()
    }
}
