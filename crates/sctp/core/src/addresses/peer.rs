//! What the peer changes of its addresses (RFC 5061 §5.2, §5.3).

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};

use super::AddressChanges;
use crate::Now;
use crate::association::AssociationEvent;
use crate::path::{PathError, PathId, PathSet};
use crate::serial::AsconfSerial;
use crate::wire::buffer::be32;
use crate::wire::chunk::{Asconf, AsconfAck, EncodeChunk};
use crate::wire::{Cause, CauseCode, Causes, Parameter, Parameters, Tlv};

/// Longest answer. What does not fit is not done, and the peer takes what has no answer after a failure
/// for failed (RFC 5061 §5.1 A8).
const LONGEST_ANSWER: usize = 800;

/// Where a change is made, and what comes of it.
struct PeerAddressChange<'a> {
    now: Now,
    from: SocketAddr,
    jitter: u32,
    paths: &'a mut PathSet,
    moved: &'a mut Vec<PathId>,
    events: &'a mut VecDeque<AssociationEvent>,
}

impl AddressChanges {
    /// An ASCONF came from `from`. Its changes are made in `paths`, each for itself and in order; paths
    /// that are gone are put into `moved`, so that their chunks go to others. Gives the value of the
    /// ASCONF-ACK, which goes to `from`: the same again for a serial number that was answered already, none
    /// for one that is out of order (RFC 5061 §5.2 C) or for a chunk that is malformed.
    ///
    /// A new address is one behind the UDP port of `from`, and unconfirmed: no data goes there before it
    /// has answered. The unspecified address stands for `from`; to delete it is to delete all but `from`.
    #[allow(clippy::too_many_arguments, reason = "what the association lends for one call")]
    pub(crate) fn on_asconf(
        &mut self,
        now: Now,
        chunk: &Asconf<'_>,
        from: SocketAddr,
        jitter: u32,
        paths: &mut PathSet,
        moved: &mut Vec<PathId>,
        events: &mut VecDeque<AssociationEvent>,
    ) -> Option<Vec<u8>> {
        if chunk.serial == self.expected.previous() {
            return self.answer.clone();
        }
        if chunk.serial != self.expected || chunk.parameters.check().is_err() {
            return None;
        }
        self.expected = self.expected.next();
        let mut change = PeerAddressChange { now, from, jitter, paths, moved, events };
        let answer = change.perform_all(chunk);
        self.answer = Some(answer.clone());
        Some(answer)
    }
}

impl PeerAddressChange<'_> {
    /// Makes the changes. If all are made the answer needs no parameters; otherwise it says of each what
    /// became of it.
    fn perform_all(&mut self, chunk: &Asconf<'_>) -> Vec<u8> {
        let mut said = Vec::new();
        let mut refused = false;
        for parameter in chunk.parameters.iter().filter_map(Result::ok) {
            if said.len() > LONGEST_ANSWER {
                refused = true;
                break;
            }
            let done = self.perform(&parameter);
            refused |= done.is_err();
            say(&parameter, done, &mut said);
            let unknown = !matches!(
                parameter,
                Parameter::AddAddress(_) | Parameter::DeleteAddress(_) | Parameter::SetPrimary(_)
            );
            if unknown && !parameter.action().skip {
                break;
            }
        }
        if !refused {
            said.clear();
        }
        encode_answer(chunk.serial, &said)
    }

    fn perform(&mut self, parameter: &Parameter<'_>) -> Result<(), CauseCode> {
        match parameter {
            Parameter::AddAddress(change) => self.add(change.address),
            Parameter::DeleteAddress(change) if change.address.is_unspecified() => {
                self.delete_others()
            }
            Parameter::DeleteAddress(change) => self.delete(change.address),
            Parameter::SetPrimary(change) => self.set_primary(change.address),
            _ => Err(CauseCode::UnrecognizedParameters),
        }
    }

    /// Where packets to an address go.
    fn destination(&self, address: IpAddr) -> SocketAddr {
        if address.is_unspecified() {
            self.from
        } else {
            SocketAddr::new(address, self.from.port())
        }
    }

    fn add(&mut self, address: IpAddr) -> Result<(), CauseCode> {
        let address = self.destination(address);
        if address.ip().is_multicast() || is_broadcast(address.ip()) {
            return Err(CauseCode::UnresolvableAddress);
        }
        if self.paths.find(address).is_some() {
            return Ok(());
        }
        let jitter = self.jitter;
        self.jitter = self.jitter.rotate_left(7);
        match self.paths.add(self.now, address, false, jitter) {
            Ok(_) => {
                self.events.push_back(AssociationEvent::AddressAdded { address });
                Ok(())
            }
            Err(_) => Err(CauseCode::ResourceShortage),
        }
    }

    fn delete(&mut self, address: IpAddr) -> Result<(), CauseCode> {
        let address = self.destination(address);
        let id = self.paths.find(address).ok_or(CauseCode::UnresolvableAddress)?;
        if self.paths.iter().count() == 1 {
            return Err(CauseCode::DeleteLastAddress);
        }
        if address.ip() == self.from.ip() {
            return Err(CauseCode::DeleteSourceAddress);
        }
        self.remove(id)
    }

    /// All addresses but the one that the chunk came from (RFC 5061 §4.2.2).
    fn delete_others(&mut self) -> Result<(), CauseCode> {
        let stays = self.paths.find(self.from).ok_or(CauseCode::DeleteLastAddress)?;
        // If that one is unconfirmed, nothing could be sent any more.
        self.paths.set_primary(stays).map_err(|_| CauseCode::DeleteLastAddress)?;
        let others: Vec<PathId> =
            self.paths.iter().map(|p| p.id()).filter(|&p| p != stays).collect();
        others.into_iter().try_for_each(|id| self.remove(id))
    }

    fn remove(&mut self, id: PathId) -> Result<(), CauseCode> {
        let path = self.paths.remove(id).map_err(|error| match error {
            PathError::Last(_) => CauseCode::DeleteLastAddress,
            _ => CauseCode::UnresolvableAddress,
        })?;
        self.moved.push(id);
        self.events.push_back(AssociationEvent::AddressRemoved { address: path.addr() });
        Ok(())
    }

    /// Advice (RFC 5061 §4.2.4). An address that has not answered yet is not taken: data would go to
    /// where perhaps nobody is.
    fn set_primary(&mut self, address: IpAddr) -> Result<(), CauseCode> {
        let id = self.paths.find(self.destination(address));
        let id = id.ok_or(CauseCode::UnresolvableAddress)?;
        self.paths.set_primary(id).map_err(|_| CauseCode::InvalidParameter)
    }
}

const fn is_broadcast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_broadcast(),
        IpAddr::V6(_) => false,
    }
}

/// Appends what became of one parameter (RFC 5061 §4.2.3, §4.2.5).
fn say(parameter: &Parameter<'_>, done: Result<(), CauseCode>, out: &mut Vec<u8>) {
    let correlation = match parameter {
        Parameter::AddAddress(change)
        | Parameter::DeleteAddress(change)
        | Parameter::SetPrimary(change) => change.correlation,
        Parameter::Unknown(raw) => be32(raw.value, 0),
        _ => 0,
    };
    let mut request = Vec::new();
    let cause = match done {
        Ok(()) => return append(&Parameter::SuccessIndication(correlation), out),
        Err(code) => {
            parameter.encode(&mut request);
            // A long unknown one is not handed back whole.
            request.truncate(LONGEST_ANSWER / 4);
            cause(code, &request)
        }
    };
    append(&Parameter::ErrorCauseIndication(correlation, Causes::of(&[cause])), out);
}

/// The cause that hands `request` back.
const fn cause(code: CauseCode, request: &[u8]) -> Cause<'_> {
    match code {
        CauseCode::DeleteLastAddress => Cause::DeleteLastAddress(request),
        CauseCode::DeleteSourceAddress => Cause::DeleteSourceAddress(request),
        CauseCode::ResourceShortage => Cause::ResourceShortage(request),
        CauseCode::UnresolvableAddress => Cause::UnresolvableAddress(address_of(request)),
        CauseCode::UnrecognizedParameters => Cause::UnrecognizedParameters(request),
        _ => Cause::InvalidParameter,
    }
}

/// The address parameter in a request, behind the request's header and correlation id.
const fn address_of(request: &[u8]) -> &[u8] {
    match request.split_at_checked(8) {
        Some((_, address)) => address,
        None => &[],
    }
}

fn append(parameter: &Parameter<'_>, out: &mut Vec<u8>) {
    let written = out.len();
    out.resize(written.next_multiple_of(4), 0);
    parameter.encode(out);
}

fn encode_answer(serial: AsconfSerial, said: &[u8]) -> Vec<u8> {
    let chunk = AsconfAck { serial, parameters: Parameters::from_wire(said) };
    let mut value = Vec::with_capacity(chunk.value_len());
    chunk.encode_value(&mut value);
    value
}
