//! Choosing a method for a peer.

use crate::DescriptorTable;
use crate::context::{Context, LinkError};
use crate::lane::Lane;
use crate::route::UNCHOSEN;
use ferry_method::{Applicable, Descriptor, PeerId, Scope};
use std::sync::Arc;

impl Context {
    /// The method of a lane to `peer`, choosing it now if need be.
    #[inline]
    pub(crate) fn choose(&mut self, peer: PeerId, lane: Lane) -> Result<usize, LinkError> {
        match self.routes.get(peer.0 as usize) {
            Some(route) if route.ways[lane as usize] != UNCHOSEN => {
                Ok(route.ways[lane as usize] as usize)
            }
            Some(_) => {
                self.select_or_forward(peer)?;
                Ok(self.routes[peer.0 as usize].ways[lane as usize] as usize)
            }
            None => Err(LinkError::NoTable { peer, why: "there is no such rank".into() }),
        }
    }

    /// The descriptor table of a peer, asked for when it is first wanted. Equal tables are one.
    pub(crate) fn table_of(&mut self, peer: PeerId) -> Result<Arc<DescriptorTable>, LinkError> {
        if let Some(table) = self.tables.get(&peer) {
            return Ok(table.clone());
        }
        let table = if peer == self.me {
            self.table()
        } else {
            let missing = |why: String| LinkError::NoTable { peer, why };
            let bytes = self.directory.lookup(peer).map_err(missing)?;
            DescriptorTable::decode(&bytes).map_err(|e| missing(e.to_string()))?
        };
        let shared = self.tables.values().find(|known| ***known == table).cloned();
        let table = shared.unwrap_or_else(|| Arc::new(table));
        self.tables.insert(peer, table.clone());
        Ok(table)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn select(&mut self, peer: PeerId) -> Result<(), LinkError> {
        let table = self.table_of(peer)?;
        let mut reasons = Vec::new();
        for index in self.order() {
            match self.judge(index, peer, &table) {
                Ok(descriptor) => {
                    self.attach(index, peer, descriptor)?;
                    self.routes[peer.0 as usize].ways = [index as u8; 3];
                    self.reasons.insert((peer, index as u8), self.explain(&reasons));
                    return Ok(());
                }
                Err(why) => reasons.push(format!("{}: {why}", self.slots[index].method.name())),
            }
        }
        reasons.extend(self.left_out());
        Err(LinkError::NoMethod { peer, why: reasons.join("; ") })
    }

    /// Makes `peer` known to a method, once.
    fn attach(
        &mut self,
        index: usize,
        peer: PeerId,
        descriptor: &Descriptor,
    ) -> Result<(), LinkError> {
        if !self.attached.contains(&(index as u8, peer)) {
            self.slots[index].method.attach(peer, descriptor)?;
            self.attached.insert((index as u8, peer));
        }
        Ok(())
    }

    /// The method of a name, if it reaches the peer; it is attached.
    pub(crate) fn reaching(&mut self, peer: PeerId, name: &str) -> Result<u8, LinkError> {
        let table = self.table_of(peer)?;
        let found = self.slots.iter().position(|slot| slot.method.name() == name);
        let judged = match found {
            Some(index) => self.judge(index, peer, &table).map(|descriptor| (index, descriptor)),
            None => Err("this process has not opened it".into()),
        };
        match judged {
            Ok((index, descriptor)) => {
                self.attach(index, peer, descriptor)?;
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
}
