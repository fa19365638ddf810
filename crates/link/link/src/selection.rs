//! Choosing a method for a peer.

use crate::DescriptorTable;
use crate::choices::Wish;
use crate::context::{Context, LinkError};
use crate::route::{Branch, UNCHOSEN};
use crate::traffic_class::TrafficClass;
use ferry_method::{Applicable, Descriptor, MethodError, PeerId, Scope};
use ferry_wire::ContextId;
use std::sync::Arc;

/// A method chosen for some traffic, and why.
pub(crate) struct Pick {
    pub(crate) index: usize,
    pub(crate) why: String,
}

impl Context {
    /// The method of a traffic class to `peer`, choosing it now if need be.
    #[inline]
    pub(crate) fn choose(&mut self, peer: PeerId, class: TrafficClass) -> Result<usize, LinkError> {
        match self.routes.get(peer.0 as usize) {
            Some(route) if route.ways[class as usize] != UNCHOSEN => {
                Ok(route.ways[class as usize] as usize)
            }
            Some(_) => {
                self.select_or_forward(peer)?;
                Ok(self.routes[peer.0 as usize].ways[class as usize] as usize)
            }
            None => Err(LinkError::NoRank { peer }),
        }
    }

    /// The descriptor table of a peer, asked for when it is first wanted. Equal tables are one.
    pub(crate) fn table_of(&mut self, peer: PeerId) -> Result<Arc<DescriptorTable>, LinkError> {
        if let Some(table) = self.known.tables.get(&peer) {
            return Ok(table.clone());
        }
        let table = if peer == self.me {
            self.table()
        } else {
            let missing = |why: String| LinkError::NoTable { peer, why };
            let bytes = self.directory.lookup(peer).map_err(missing)?;
            DescriptorTable::decode(&bytes).map_err(|e| missing(e.to_string()))?
        };
        let table = Arc::new(table);
        let shared = match self.choices.shared.get(&table) {
            Some(known) => known.clone(),
            None => table,
        };
        self.choices.shared.insert(shared.clone());
        self.known.tables.insert(peer, shared.clone());
        Ok(shared)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn select(&mut self, peer: PeerId) -> Result<(), LinkError> {
        let table = self.table_of(peer)?;
        let mut ways = [UNCHOSEN; 3];
        for class in TrafficClass::ALL {
            ways[class as usize] = self.settle(peer, class, None, &table)?;
        }
        let mut branches = Vec::new();
        for context in self.contexts_with(peer) {
            let mut own = ways;
            for class in [TrafficClass::Message, TrafficClass::Bulk] {
                own[class as usize] = self.settle(peer, class, Some(context), &table)?;
            }
            if own != ways || self.stands_alone(context) {
                branches.push(Branch::new(context, own));
            }
        }
        if !branches.is_empty() {
            self.detour(peer).contexts.extend(branches);
        }
        self.routes[peer.0 as usize].ways = ways;
        self.begin_care(peer);
        self.begin_contact(peer, &table);
        Ok(())
    }

    /// Picks the method of some traffic and attaches the peer to it. Some methods find out only now that
    /// they cannot lead there: then the next one is tried, unless only this one was asked for.
    fn settle(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        context: Option<ContextId>,
        table: &DescriptorTable,
    ) -> Result<u8, LinkError> {
        loop {
            let Pick { index, why } = self.pick(peer, class, context, table)?;
            match self.attach(index, peer, table) {
                Ok(()) => {
                    self.known.reasons.entry((peer, index as u8)).or_insert(why);
                    return Ok(index as u8);
                }
                Err(LinkError::Method(why @ MethodError::Unreachable { .. })) => {
                    let known = self.known.refusals.insert((peer, index as u8), why.to_string());
                    if known.is_some() {
                        return Err(why.into());
                    }
                }
                Err(other) => return Err(other),
            }
        }
    }

    /// The method that some traffic to a peer should use now.
    pub(crate) fn pick(
        &self,
        peer: PeerId,
        class: TrafficClass,
        context: Option<ContextId>,
        table: &DescriptorTable,
    ) -> Result<Pick, LinkError> {
        match self.wish(peer, class, context, table.facts()) {
            Some(wish) => match self.pick_wished(peer, &wish, table) {
                // Rather than hang by what gets nothing through.
                Err(_) if self.has_failed_over(peer) => self.pick_by_cost(peer, table),
                picked => picked,
            },
            None => match self.moved_to(peer) {
                Some(pick) => Ok(pick),
                None => self.pick_by_cost(peer, table),
            },
        }
    }

    fn pick_by_cost(&self, peer: PeerId, table: &DescriptorTable) -> Result<Pick, LinkError> {
        let mut reasons = Vec::new();
        for index in self.order(table) {
            match self.judge(index, peer, table) {
                Ok(()) => return Ok(Pick { index, why: self.explain(&reasons, table) }),
                Err(why) => reasons.push(format!("{}: {why}", self.slots[index].method.name())),
            }
        }
        reasons.extend(self.left_out());
        Err(LinkError::NoMethod { peer, why: reasons.join("; ") })
    }

    fn pick_wished(
        &self,
        peer: PeerId,
        Wish { methods, by }: &Wish,
        table: &DescriptorTable,
    ) -> Result<Pick, LinkError> {
        let mut against = Vec::new();
        for name in methods {
            match self.judge_named(name, peer, table) {
                Ok(index) => {
                    let mut why = format!("the first that fits of {} ({by})", methods.join(", "));
                    against.iter().for_each(|reason| why += &format!("; {reason}"));
                    return Ok(Pick { index, why });
                }
                Err(why) => against.push(format!("{name}: {why}")),
            }
        }
        let others = self.reaching_names(peer, table).join(", ");
        let why = format!("{} (asked for by {by})", against.join("; "));
        Err(LinkError::NotApplicable { peer, method: methods.join(" or "), why, others })
    }

    /// The method of a name, if it reaches the peer reliably.
    pub(crate) fn judge_named(
        &self,
        name: &str,
        peer: PeerId,
        table: &DescriptorTable,
    ) -> Result<usize, String> {
        let index = self.judge_any(name, peer, table)?;
        if !self.local_attributes[index].reliable {
            return Err("it is not reliable".into());
        }
        Ok(index)
    }

    /// The method of a name, if it reaches the peer, and be it that frames may be lost.
    fn judge_any(
        &self,
        name: &str,
        peer: PeerId,
        table: &DescriptorTable,
    ) -> Result<usize, String> {
        let index = self.slot_of(name).ok_or("this process has not opened it")?;
        self.judge(index, peer, table)?;
        Ok(index)
    }

    /// Where the method of a name is.
    pub(crate) fn slot_of(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.method.name() == name)
    }

    /// By which descriptor a method is to reach a peer: one that was brought, else what it published.
    pub(crate) fn descriptor_for<'a>(
        &'a self,
        index: usize,
        peer: PeerId,
        table: &'a DescriptorTable,
    ) -> Option<&'a Descriptor> {
        let taught = self.known.taught.get(&(peer, index as u8));
        taught.or_else(|| table.of(self.slots[index].method.name()))
    }

    /// Makes `peer` known to a method that reaches it, once, and sets the link's parameters.
    pub(crate) fn attach(
        &mut self,
        index: usize,
        peer: PeerId,
        table: &DescriptorTable,
    ) -> Result<(), LinkError> {
        if self.known.attached.contains(&(index as u8, peer)) {
            return Ok(());
        }
        if let Some(descriptor) = self.descriptor_for(index, peer, table).cloned() {
            self.slots[index].method.attach(peer, &descriptor)?;
            self.known.attached.insert((index as u8, peer));
        }
        self.tune_by_rules(index, peer, table.facts())
    }

    /// The method of a name, if it reaches the peer; it is attached.
    pub(crate) fn reaching(&mut self, peer: PeerId, name: &str) -> Result<u8, LinkError> {
        self.reaching_by(peer, name, Self::judge_named)
    }

    /// The same, and be it that frames may be lost.
    pub(crate) fn reaching_anyhow(&mut self, peer: PeerId, name: &str) -> Result<u8, LinkError> {
        self.reaching_by(peer, name, Self::judge_any)
    }

    fn reaching_by(
        &mut self,
        peer: PeerId,
        name: &str,
        judge: fn(&Self, &str, PeerId, &DescriptorTable) -> Result<usize, String>,
    ) -> Result<u8, LinkError> {
        let table = self.table_of(peer)?;
        match judge(self, name, peer, &table) {
            Ok(index) => {
                self.attach(index, peer, &table)?;
                Ok(index as u8)
            }
            Err(why) => {
                let others = self.reaching_names(peer, &table).join(", ");
                Err(LinkError::NotApplicable { peer, method: name.into(), why, others })
            }
        }
    }

    /// Names of the methods that reach a peer.
    fn reaching_names(&self, peer: PeerId, table: &DescriptorTable) -> Vec<&'static str> {
        let all = 0..self.slots.len();
        let reaching = all.filter(|index| self.judge(*index, peer, table).is_ok());
        reaching.map(|index| self.slots[index].method.name()).collect()
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

    fn explain(&self, against: &[String], table: &DescriptorTable) -> String {
        let order = self.order(table);
        let by = match self.policy.only[..] {
            [] if order == self.preference() => "by cost",
            [] => "as the peer has them",
            _ => "as configured",
        };
        let order: Vec<&str> = order.iter().map(|&i| self.slots[i].method.name()).collect();
        let mut text = format!("the first that fits of {} ({by})", order.join(", "));
        for reason in against {
            text += "; ";
            text += reason;
        }
        text
    }

    /// Methods in the order of trial: where the configuration has none, that of the peer's table.
    pub(crate) fn order(&self, table: &DescriptorTable) -> Vec<usize> {
        let mut order = self.preference();
        if self.policy.only.is_empty() {
            let entries = table.entries();
            let place = |index: &usize| {
                let name = self.slots[*index].method.name();
                let at = entries.iter().position(|entry| entry.method == name);
                (!self.slots[*index].own, at.unwrap_or(usize::MAX))
            };
            // Those that the peer lacks stay as they are, behind the others.
            order.sort_by_key(place);
        }
        order
    }

    /// Methods in this process's own order: as configured, or by cost.
    pub(crate) fn preference(&self) -> Vec<usize> {
        let mut ranked: Vec<_> = (0..self.slots.len())
            .filter_map(|i| {
                let method = &self.slots[i].method;
                Some((self.policy.rank(method.name(), method.attributes())?, i))
            })
            .collect();
        ranked.sort();
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    pub(crate) fn judge(
        &self,
        index: usize,
        peer: PeerId,
        table: &DescriptorTable,
    ) -> Result<(), String> {
        let method = &self.slots[index].method;
        let process_only = method.attributes().scope == Scope::Process;
        if process_only != (peer == self.me) {
            return Err(
                if process_only { "it is another process" } else { "it is this process" }.into()
            );
        }
        let descriptor = self.descriptor_for(index, peer, table);
        let descriptor = descriptor.ok_or("the peer does not have it")?;
        if self.is_left(peer, index) {
            return Err("it got nothing through".into());
        }
        if let Some(why) = self.known.refusals.get(&(peer, index as u8)) {
            return Err(why.clone());
        }
        match method.applicable(descriptor) {
            Applicable::Yes => Ok(()),
            Applicable::No(why) => Err(why),
        }
    }
}
