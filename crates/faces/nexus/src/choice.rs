//! Choosing methods for single startpoints, and enquiry.

use crate::startpoint::{OwnChannel, Startpoint};
use crate::{Nexus, NexusError};
use ferry_link::{DescriptorTable, MethodEnquiry};
use ferry_method::Descriptor;
use ferry_wire::{ContextId, PeerId};
use std::sync::{Arc, OnceLock};

/// A method, and its descriptor where somebody brought one.
type NamedMethod<'a> = (&'a str, Option<&'a Descriptor>);

impl Startpoint {
    /// Changes the method by which its requests go. Nothing that was sent before is lost or overtaken.
    /// Copies that were made before keep theirs.
    ///
    /// A method that is not reliable (`udp`) can be chosen too: from then on requests may be lost, and each
    /// is one datagram, without lent slices.
    ///
    /// # Errors
    /// The method does not lead to one of its endpoints: the reason, and the methods that do.
    pub fn set_method(&mut self, method: &str) -> Result<(), NexusError> {
        for link in &mut self.links {
            let peer = link.target(&self.nexus)?.peer;
            // One that copies share stays theirs.
            let entry = link.table.as_ref().and_then(|table| table.of(method));
            if let Some(own) = link.own.get()
                && Arc::strong_count(own) == 1
            {
                self.nexus.change_method(peer, own.number, (method, entry))?;
            } else {
                link.own = OnceLock::from(self.nexus.choose_by_name(peer, (method, entry))?);
            }
            link.method = Some(method.into());
        }
        Ok(())
    }

    /// Whether the method that was chosen for it ([`Startpoint::set_method`]) goes along where it is sent
    /// to. There it is used if it leads to the endpoint; otherwise that process chooses.
    pub fn carry_method(&mut self, carries: bool) {
        self.carries = carries;
    }

    /// The methods by which its first endpoint could be reached or is: with the reasons, what goes by
    /// them, and counters.
    ///
    /// # Errors
    /// If no way leads there at all.
    pub fn methods(&self) -> Result<Vec<MethodEnquiry>, NexusError> {
        let link = self.links.first().ok_or(NexusError::Unbound)?;
        let peer = link.target(&self.nexus)?.peer;
        let mut state = self.nexus.enter()?;
        Ok(state.runtime.links.ways(peer)?)
    }

    /// The method by which its first endpoint is reached at present.
    ///
    /// # Errors
    /// If no way leads there at all.
    pub fn method(&self) -> Result<String, NexusError> {
        let ways = self.methods()?;
        let channel = self.links[0].own.get().map(|own| format!("context {}", own.number));
        let carries = |what: &str| ways.iter().find(|way| way.carries.iter().any(|c| c == what));
        let own = channel.and_then(|channel| carries(&channel));
        let found = own.or_else(|| carries("all")).or_else(|| carries("small"));
        Ok(found.map(|way| way.method.clone()).unwrap_or_default())
    }

    /// Sets a parameter of a method's links to its endpoints' processes, by its name in the
    /// configuration without the method's own ("keepalive"). It holds for all that goes by these links.
    ///
    /// # Errors
    /// If the method does not lead there or has no such parameter for a single link.
    pub fn tune(&self, method: &str, parameter: &str, value: &str) -> Result<(), NexusError> {
        for link in &self.links {
            let peer = link.target(&self.nexus)?.peer;
            let mut state = self.nexus.enter()?;
            state.runtime.links.tune(peer, method, parameter, value)?;
        }
        Ok(())
    }

    /// The descriptor table of its first endpoint: its own, or that of the process.
    ///
    /// # Errors
    /// If no way leads there at all.
    pub fn table(&self) -> Result<DescriptorTable, NexusError> {
        let link = self.links.first().ok_or(NexusError::Unbound)?;
        if let Some(table) = &link.table {
            return Ok((**table).clone());
        }
        let peer = link.target(&self.nexus)?.peer;
        let mut state = self.nexus.enter()?;
        Ok((*state.runtime.links.peer_table(peer)?).clone())
    }

    /// Gives it a table of its own, which was edited: the first method in it that leads to the
    /// endpoint is used, here and wherever the startpoint is sent to. Entries may be such as the endpoint's
    /// process did not publish, or not with these bytes.
    ///
    /// # Errors
    /// If none of them does, with the reason against each; or if it is bound to several endpoints.
    pub fn set_table(&mut self, table: DescriptorTable) -> Result<(), NexusError> {
        let [link] = &mut self.links[..] else {
            let why = "a table belongs to a startpoint that is bound to one endpoint";
            return Err(NexusError::Usage(why.into()));
        };
        let peer = link.target(&self.nexus)?.peer;
        let own = self.nexus.choose_by_table(peer, &table)?;
        link.own = OnceLock::from(own);
        (link.table, link.method) = (Some(Arc::new(table)), None);
        Ok(())
    }
}

impl Nexus {
    fn own_channel(&self) -> Result<Arc<OwnChannel>, NexusError> {
        let number = self.enter()?.take_channel();
        Ok(Arc::new(OwnChannel { nexus: self.clone(), number }))
    }

    /// Changes the method of a channel; `entry`: what the startpoint's table says of it. Descriptors are for
    /// those of the process's job, with whom it shares what they prove themselves by.
    fn change_method(
        &self,
        peer: PeerId,
        channel: u32,
        (method, entry): NamedMethod<'_>,
    ) -> Result<(), NexusError> {
        let mut state = self.enter()?;
        let is_of_job = state.runtime.face.worlds.is_of_job(peer);
        let (links, channel) = (&mut state.runtime.links, ContextId(channel));
        match entry.filter(|_| is_of_job) {
            Some(entry) => links.change_method_by(peer, channel, entry)?,
            None => links.change_method_anyhow(peer, channel, method)?,
        }
        state.call_sleepers();
        Ok(())
    }

    /// A channel by a method.
    pub(crate) fn choose_by_name(
        &self,
        peer: PeerId,
        method: NamedMethod<'_>,
    ) -> Result<Arc<OwnChannel>, NexusError> {
        let own = self.own_channel()?;
        self.change_method(peer, own.number, method)?;
        Ok(own)
    }

    /// A channel by the first method of a table that leads there.
    pub(crate) fn choose_by_table(
        &self,
        peer: PeerId,
        table: &DescriptorTable,
    ) -> Result<Arc<OwnChannel>, NexusError> {
        let own = self.own_channel()?;
        let mut reasons = Vec::new();
        for entry in table.entries() {
            match self.change_method(peer, own.number, (&entry.method, Some(entry))) {
                Ok(()) => return Ok(own),
                Err(why) => reasons.push(why.to_string()),
            }
        }
        Err(NexusError::Usage(format!(
            "no method of the startpoint's table leads to its endpoint: {}",
            reasons.join("; ")
        )))
    }
}
