//! Enquiry and parameters for a single link.

use crate::DescriptorTable;
use crate::context::{Context, LinkError};
use crate::traffic::Traffic;
use crate::traffic_class::TrafficClass;
use ferry_method::{Applicable, MethodError, Multicast, PeerId, Scope};
use std::sync::Arc;

/// One method as a way to one peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodEnquiry {
    /// The method.
    pub method: String,
    /// Why it does not lead there, if it does not.
    pub against: Option<String>,
    /// What goes by it ([`LinkReport::carries`](crate::LinkReport)); empty if nothing does.
    pub carries: Vec<String>,
    /// Why it is used, or was.
    pub why: String,
    /// State of its connection, if there is one.
    pub state: Option<String>,
    /// What went by it.
    pub traffic: Traffic,
}

impl Context {
    /// The descriptor table of a peer, as it published it.
    ///
    /// # Errors
    /// If it has published none, or there is no such peer.
    pub fn peer_table(&mut self, peer: PeerId) -> Result<Arc<DescriptorTable>, LinkError> {
        self.choose(peer, TrafficClass::Control)?;
        self.table_of(peer)
    }

    /// All methods that this process or a peer has, in this process's order, as ways to that peer.
    ///
    /// # Errors
    /// If no way leads to the peer at all.
    pub fn ways(&mut self, peer: PeerId) -> Result<Vec<MethodEnquiry>, LinkError> {
        let table = self.peer_table(peer)?;
        let links = self.links();
        let mut ways: Vec<MethodEnquiry> = Vec::new();
        for index in 0..self.slots.len() {
            let method = self.slots[index].method.name();
            let used = links.iter().find(|link| link.peer == peer && link.method == method);
            ways.push(MethodEnquiry {
                method: method.into(),
                against: self.against(index, peer, &table),
                carries: used.map(|link| link.carries.clone()).unwrap_or_default(),
                why: used.map(|link| link.why.clone()).unwrap_or_default(),
                state: self.slots[index].method.describe_link(peer),
                traffic: self.slots[index].traffic_of(peer),
            });
        }
        for descriptor in table.entries() {
            if !ways.iter().any(|way| way.method == descriptor.method) {
                ways.push(MethodEnquiry {
                    method: descriptor.method.clone(),
                    against: Some("this process has not opened it".into()),
                    carries: Vec::new(),
                    why: String::new(),
                    state: None,
                    traffic: Traffic::default(),
                });
            }
        }
        Ok(ways)
    }

    /// Why a method does not lead to a peer.
    fn against(&self, index: usize, peer: PeerId, table: &DescriptorTable) -> Option<String> {
        let method = &self.slots[index].method;
        let within = method.attributes().scope == Scope::Process;
        if within != (peer == self.me) {
            let why = if within { "it is another process" } else { "it is this process" };
            return Some(why.into());
        }
        let Some(descriptor) = self.descriptor_for(index, peer, table) else {
            return Some("the peer does not have it".into());
        };
        match method.applicable(descriptor) {
            Applicable::Yes => None,
            Applicable::No(why) => Some(why),
        }
    }

    /// Changes a parameter of one method's link to a peer; see
    /// [`Method::tune`](ferry_method::Method::tune).
    ///
    /// # Errors
    /// If the method does not lead there, or has no such parameter for a single link.
    pub fn tune(
        &mut self,
        peer: PeerId,
        method: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), LinkError> {
        self.choose(peer, TrafficClass::Control)?;
        let index = self.reaching(peer, method)?;
        let tuned = self.slots[index as usize].method.tune(peer, parameter, value);
        tuned.map_err(|why: MethodError| why.into())
    }

    /// The method that sends to groups, and the longest payload it takes; `None` if none is open.
    pub fn multicast(&mut self) -> Option<(usize, &mut dyn Multicast)> {
        self.slots.iter_mut().find_map(|slot| {
            let most = slot.method.attributes().max_frame;
            slot.method.multicast().map(|multicast| (most, multicast))
        })
    }
}
