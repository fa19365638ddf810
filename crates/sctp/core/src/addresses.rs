//! Addresses that come and go while the association stands (RFC 5061).
//!
//! ```text
//!  request ─► ASCONF, one with the peer at a time ─► ASCONF-ACK ─► event for each change
//!                      ▲          │
//!                      └─ timer ──┘
//! ```
//!
//! Changes of own addresses are asked for here; what the peer changes of its own is in `peer.rs`. Both
//! kinds of chunks count only behind an AUTH (RFC 5061 §4.1), which the association sees to.

mod peer;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

use crate::Now;
use crate::association::AssociationEvent;
use crate::serial::{AsconfSerial, Tsn};
use crate::wire::chunk::{Asconf, AsconfAck, EncodeChunk};
use crate::wire::parameter::AddressChange;
use crate::wire::{Parameter, Parameters};

/// Most changes in one ASCONF, so that it fits the smallest packet with its answer.
const MOST_CHANGES: usize = 8;

/// A change of own addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnAddressChange {
    /// The peer may send to this one, too (RFC 5061 §4.2.1).
    Add(IpAddr),
    /// The peer may no longer send to it (RFC 5061 §4.2.2).
    Remove(IpAddr),
    /// The peer should send to it (RFC 5061 §4.2.4).
    AskPrimary(IpAddr),
}

impl OwnAddressChange {
    const fn address(self) -> IpAddr {
        match self {
            Self::Add(address) | Self::Remove(address) | Self::AskPrimary(address) => address,
        }
    }

    fn parameter(self, correlation: u32) -> Parameter<'static> {
        let change = AddressChange { correlation, address: self.address() };
        match self {
            Self::Add(_) => Parameter::AddAddress(change),
            Self::Remove(_) => Parameter::DeleteAddress(change),
            Self::AskPrimary(_) => Parameter::SetPrimary(change),
        }
    }
}

/// An ASCONF that is with the peer.
#[derive(Debug)]
struct OutstandingAsconf {
    serial: AsconfSerial,
    /// A change's place is its correlation id.
    changes: Vec<OwnAddressChange>,
    /// The chunk's value, the same each time (RFC 5061 §5.1.1).
    value: Vec<u8>,
    /// When it is to be sent again ("T-4 RTO").
    due: Now,
    /// It is to be sent now.
    to_send: bool,
}

/// What became of a change, as far as the peer says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Done,
    Refused,
}

/// Changes of addresses, of either end.
#[derive(Debug)]
pub(crate) struct AddressChanges {
    /// Serial number of the next own ASCONF.
    next: AsconfSerial,
    /// Serial number of the peer's next ASCONF.
    expected: AsconfSerial,
    waiting: VecDeque<OwnAddressChange>,
    outstanding: Option<OutstandingAsconf>,
    /// The answer to the peer's last ASCONF.
    answer: Option<Vec<u8>>,
}

impl AddressChanges {
    /// Serial numbers begin with the initial TSNs (RFC 5061 §5.1 A2, §5.2 C1).
    pub(crate) const fn new(own_initial: Tsn, peer_initial: Tsn) -> Self {
        Self {
            next: AsconfSerial(own_initial.0),
            expected: AsconfSerial(peer_initial.0),
            waiting: VecDeque::new(),
            outstanding: None,
            answer: None,
        }
    }

    /// Wants a change. It is told to the peer after those before; the answer is an
    /// [`AssociationEvent::AddressAnswered`]. One that waits already is not asked for twice.
    pub(crate) fn request(&mut self, change: OwnAddressChange) {
        if self.waiting.back() != Some(&change) {
            self.waiting.push_back(change);
        }
    }

    /// The value of an ASCONF to send now, if any. `rto` runs from now on; `own` is an address of ours
    /// that the peer knows (RFC 5061 §4.1.1).
    pub(crate) fn poll(&mut self, now: Now, rto: Duration, own: IpAddr) -> Option<Vec<u8>> {
        if self.outstanding.is_none() && !self.waiting.is_empty() {
            let count = self.waiting.len().min(MOST_CHANGES);
            let changes: Vec<OwnAddressChange> = self.waiting.drain(..count).collect();
            let value = encode(self.next, own, &changes);
            let serial = self.next;
            self.outstanding =
                Some(OutstandingAsconf { serial, changes, value, due: now, to_send: true });
            self.next = self.next.next();
        }
        let outstanding = self.outstanding.as_mut().filter(|o| o.to_send)?;
        outstanding.to_send = false;
        outstanding.due = now.saturating_add(rto);
        Some(outstanding.value.clone())
    }

    /// Whether [`Self::poll`] would give something now.
    pub(crate) fn has_work(&self) -> bool {
        match &self.outstanding {
            Some(outstanding) => outstanding.to_send,
            None => !self.waiting.is_empty(),
        }
    }

    /// When to call [`Self::on_timer`].
    pub(crate) fn next_due(&self) -> Option<Now> {
        self.outstanding.as_ref().filter(|o| !o.to_send).map(|o| o.due)
    }

    /// Lets an ASCONF that is due be sent again. True if so: an error of the association and of the path
    /// (RFC 5061 §5.1 C).
    pub(crate) fn on_timer(&mut self, now: Now) -> bool {
        match self.outstanding.as_mut().filter(|o| !o.to_send && o.due <= now) {
            Some(outstanding) => {
                outstanding.to_send = true;
                true
            }
            None => false,
        }
    }

    /// The peer answered. An answer to an earlier ASCONF is passed over, as is one that makes no sense.
    ///
    /// # Errors
    /// It answers what was never asked: the association is aborted with an Illegal ASCONF-ACK (RFC 5061
    /// §5.2 D0).
    pub(crate) fn on_asconf_ack(
        &mut self,
        chunk: &AsconfAck<'_>,
        events: &mut VecDeque<AssociationEvent>,
    ) -> Result<(), ()> {
        let Some(outstanding) = &self.outstanding else {
            return if chunk.serial.at_or_after(self.next) { Err(()) } else { Ok(()) };
        };
        if chunk.serial != outstanding.serial {
            return Ok(());
        }
        let Some(said) = what_it_says(chunk, outstanding.changes.len()) else {
            return Ok(());
        };
        // RFC 5061 §5.1 A8: silence means success up to the first that failed, failure after it.
        let failed = said.iter().position(|s| *s == Some(Said::Refused)).unwrap_or(said.len());
        for (place, change) in outstanding.changes.iter().enumerate() {
            let accepted = match said[place] {
                Some(said) => said == Said::Done,
                None => place < failed,
            };
            events.push_back(AssociationEvent::AddressAnswered {
                address: change.address(),
                accepted,
            });
        }
        self.outstanding = None;
        Ok(())
    }
}

/// What an answer says of each change; `None` for one that is malformed.
fn what_it_says(chunk: &AsconfAck<'_>, changes: usize) -> Option<Vec<Option<Said>>> {
    let mut said = vec![None; changes];
    for parameter in chunk.parameters {
        let (correlation, what) = match parameter.ok()? {
            Parameter::SuccessIndication(correlation) => (correlation, Said::Done),
            Parameter::ErrorCauseIndication(correlation, _) => (correlation, Said::Refused),
            _ => continue,
        };
        let place = usize::try_from(correlation).ok().and_then(|place| said.get_mut(place));
        if let Some(place) = place {
            *place = Some(what);
        }
    }
    Some(said)
}

fn encode(serial: AsconfSerial, address: IpAddr, changes: &[OwnAddressChange]) -> Vec<u8> {
    let parameters: Vec<Parameter<'_>> = changes
        .iter()
        .zip(0..)
        .map(|(change, correlation)| change.parameter(correlation))
        .collect();
    let chunk = Asconf { serial, address, parameters: Parameters::of(&parameters) };
    let mut value = Vec::with_capacity(chunk.value_len());
    chunk.encode_value(&mut value);
    value
}
