//! Groups: requests to many processes at once, which may be lost.

use crate::endpoint::Endpoint;
use crate::inbox::CAST;
use crate::{Buffer, Nexus, NexusError};
use ferry_method::{Header, Multicast};
use std::net::SocketAddr;

/// A multicast group of the job's processes. A request goes once for all of them; nothing is
/// acknowledged, and requests may be lost or overtaken.
pub struct MulticastGroup {
    nexus: Nexus,
    address: SocketAddr,
    /// Endpoints bound by this handle.
    bound: Vec<u64>,
}

impl Nexus {
    /// The group at a multicast address and port, the same for all of the job. Sending needs no
    /// membership; [`MulticastGroup::bind`] makes this process a member.
    ///
    /// # Errors
    /// If no method that sends to groups is open (`open = udp` in the configuration), or the address is
    /// none of a group.
    pub fn group(&self, address: SocketAddr) -> Result<MulticastGroup, NexusError> {
        if !address.ip().is_multicast() || address.port() == 0 {
            let why =
                format!("{address} is no group; groups are 224.0.0.0/4 and ff00::/8, with a port");
            return Err(NexusError::Usage(why));
        }
        let group = MulticastGroup { nexus: self.clone(), address, bound: Vec::new() };
        group.by_method(|_, _| Ok(()))?;
        Ok(group)
    }
}

/// A group's number in requests (FNV-1a of its address).
pub(crate) fn number_of(address: SocketAddr) -> u64 {
    let text = address.to_string();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl MulticastGroup {
    fn number(&self) -> u64 {
        number_of(self.address)
    }

    fn by_method<T>(
        &self,
        act: impl FnOnce(usize, &mut dyn Multicast) -> Result<T, ferry_method::MethodError>,
    ) -> Result<T, NexusError> {
        let mut state = self.nexus.enter()?;
        let Some((most, method)) = state.runtime.links.home_mut().multicast() else {
            let why = "no open method sends to groups; open udp (`open = udp`)";
            return Err(NexusError::Usage(why.into()));
        };
        act(most, method).map_err(|why| NexusError::Link(why.into()))
    }

    /// Requests to the group run handlers of this endpoint, too.
    ///
    /// # Errors
    /// If the system does not let this process join.
    pub fn bind(&mut self, endpoint: &Endpoint) -> Result<(), NexusError> {
        self.by_method(|_, method| method.join(self.address))?;
        let mut state = self.nexus.enter()?;
        state.groups.entry(self.number()).or_default().push(endpoint.id());
        self.bound.push(endpoint.id());
        // The group's socket is one more to wait on.
        state.call_sleepers();
        Ok(())
    }

    /// Sends a request to all members but this process. Whether it was sent: where there is no room it is
    /// dropped, as it might be on the way.
    ///
    /// # Errors
    /// If it does not fit into one datagram, or the system refuses.
    pub fn send_rsr(&self, handler: u32, buffer: &Buffer<'_>) -> Result<bool, NexusError> {
        let words = [self.number(), 0];
        let header = Header { bits: u64::from(handler), words, ..Header::new(CAST) };
        let fits = self.by_method(|most, method| {
            if buffer.len() > most || !buffer.parts.is_empty() {
                return Ok(Err(most));
            }
            method.send_to_group(self.address, &header, &buffer.bytes).map(Ok)
        })?;
        let hint = "a request to a group is one datagram, without lent slices";
        fits.map_err(|most| NexusError::TooLong { len: buffer.len(), most, hint })
    }
}

impl Drop for MulticastGroup {
    fn drop(&mut self) {
        if self.bound.is_empty() {
            return;
        }
        let number = self.number();
        if let Ok(mut state) = self.nexus.enter()
            && let Some(endpoints) = state.groups.get_mut(&number)
        {
            for id in &self.bound {
                if let Some(at) = endpoints.iter().position(|there| there == id) {
                    endpoints.remove(at);
                }
            }
            if endpoints.is_empty() {
                state.groups.remove(&number);
                drop(state);
                // A group that was left already needs no leaving.
                let _ = self.by_method(|_, method| method.leave(self.address));
            }
        }
    }
}
