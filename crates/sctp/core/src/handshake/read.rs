//! Reading INIT and INIT ACK (RFC 9260 §3.3.2, §3.3.3, §5.1).

use super::offer::LEAST_WINDOW;
use super::{HandshakeOffer, Refusal, STREAM_WINDOW};
use crate::authentication::AuthOffer;
use crate::wire::chunk::Init;
use crate::wire::{
    ChunkType, ErrorKind, HmacId, Item, List, Parameter, ParameterType, RawTlv, VerificationTag,
    WireError, padded,
};

impl HandshakeOffer {
    /// Reads the INIT of a peer, or what its INIT ACK has in common with one. With the offer come, end to
    /// end and padded, the parameters to report as unrecognized.
    pub(crate) fn read(init: &Init<'_>) -> Result<(Self, Vec<u8>), Refusal> {
        let mut reader = ParameterReader::new(init)?;
        for parameter in init.parameters.iter() {
            if !reader.take(parameter.map_err(Refusal::Malformed)?)? {
                break;
            }
        }
        Ok(reader.finish())
    }
}

/// What was read so far.
struct ParameterReader {
    offer: HandshakeOffer,
    auth: AuthOffer,
    asconf: [bool; 2],
    unrecognized: Vec<u8>,
}

impl ParameterReader {
    /// Reads the fixed part.
    fn new(init: &Init<'_>) -> Result<Self, Refusal> {
        if init.initiate_tag == VerificationTag::ZERO {
            return Err(Refusal::NoTag);
        }
        if init.outbound_streams == 0 || init.inbound_streams == 0 {
            return Err(Refusal::NoStreams);
        }
        if init.receiver_window < LEAST_WINDOW {
            return Err(Refusal::SmallWindow);
        }
        let offer = HandshakeOffer {
            tag: init.initiate_tag,
            window: init.receiver_window,
            outbound: init.outbound_streams,
            inbound: init.inbound_streams,
            initial_tsn: init.initial_tsn,
            addresses: Vec::new(),
            ipv4: false,
            ipv6: false,
            partial_reliability: false,
            interleaving: false,
            interleaved_skips: false,
            re_configuration: false,
            dynamic_addresses: false,
            zero_checksum: None,
            adaptation: None,
            authentication: None,
            stream_window: None,
        };
        let auth = AuthOffer { random: Vec::new(), chunks: None, algorithms: Vec::new() };
        Ok(Self { offer, auth, asconf: [false; 2], unrecognized: Vec::new() })
    }

    /// Reads a parameter; `false` if none behind it is to be read.
    fn take(&mut self, parameter: Parameter<'_>) -> Result<bool, Refusal> {
        match parameter {
            Parameter::Address(address) => self.offer.add_address(address),
            Parameter::SupportedAddressTypes(types) => self.address_types(types),
            Parameter::HostName(_) => return Err(host_name(&parameter)),
            Parameter::ForwardTsnSupported => self.offer.partial_reliability = true,
            Parameter::SupportedExtensions(list) => self.extensions(list),
            Parameter::ZeroChecksumAcceptable(method) => self.offer.zero_checksum = Some(method),
            Parameter::AdaptationLayer(layer) => self.offer.adaptation = Some(layer),
            Parameter::Random(random) => self.random(random),
            Parameter::ChunkList(list) => self.chunks(list)?,
            Parameter::HmacAlgorithms(list) => self.algorithms(list)?,
            Parameter::Unknown(raw) => return Ok(self.unknown(raw)),
            // For somebody else (the cookie, its life), or without meaning here: known all the same.
            _ => {}
        }
        Ok(true)
    }

    fn address_types(&mut self, types: List<'_, ParameterType>) {
        for kind in types {
            self.offer.ipv4 |= kind == ParameterType::Ipv4Address;
            self.offer.ipv6 |= kind == ParameterType::Ipv6Address;
        }
    }

    fn extensions(&mut self, list: List<'_, ChunkType>) {
        for kind in list {
            match kind {
                ChunkType::IData => self.offer.interleaving = true,
                ChunkType::IForwardTsn => self.offer.interleaved_skips = true,
                ChunkType::ForwardTsn => self.offer.partial_reliability = true,
                ChunkType::ReConfig => self.offer.re_configuration = true,
                ChunkType::Asconf => self.asconf[0] = true,
                ChunkType::AsconfAck => self.asconf[1] = true,
                _ => {}
            }
        }
    }

    /// Keeps at most one byte more than fits, so that what is too long is seen to be.
    fn random(&mut self, random: &[u8]) {
        self.auth.random = random[..random.len().min(AuthOffer::RANDOM + 1)].to_vec();
    }

    fn chunks(&mut self, list: List<'_, ChunkType>) -> Result<(), Refusal> {
        at_most(list.len(), AuthOffer::MOST_CHUNKS, ParameterType::ChunkList)?;
        self.auth.chunks = Some(list.iter().collect());
        Ok(())
    }

    fn algorithms(&mut self, list: List<'_, HmacId>) -> Result<(), Refusal> {
        at_most(list.len(), AuthOffer::MOST_ALGORITHMS, ParameterType::HmacAlgorithms)?;
        self.auth.algorithms = list.iter().collect();
        Ok(())
    }

    /// Does what the two highest bits of the type ask for (RFC 9260 §3.2.1).
    fn unknown(&mut self, raw: RawTlv<'_>) -> bool {
        let kind = ParameterType(raw.kind);
        if kind == STREAM_WINDOW {
            self.offer.stream_window = raw.value.try_into().ok().map(u32::from_be_bytes);
            return true;
        }
        let action = kind.action();
        if action.report {
            self.unrecognized.extend_from_slice(raw.bytes);
            self.unrecognized.resize(padded(self.unrecognized.len()), 0);
        }
        action.skip
    }

    fn finish(self) -> (HandshakeOffer, Vec<u8>) {
        let mut offer = self.offer;
        // Said nothing, or named neither: packets go where it says that it is.
        if !(offer.ipv4 || offer.ipv6) {
            (offer.ipv4, offer.ipv6) = (true, true);
        }
        offer.authentication = Some(self.auth).filter(AuthOffer::is_well_formed);
        let protected = offer.authentication.as_ref().is_some_and(AuthOffer::protects_addresses);
        offer.dynamic_addresses = self.asconf == [true; 2] && protected;
        (offer, self.unrecognized)
    }
}

/// The refusal of a host name, which hands the parameter back (RFC 9260 §3.3.2.1.4, §3.3.10.5).
fn host_name(parameter: &Parameter<'_>) -> Refusal {
    let mut bytes = Vec::new();
    crate::wire::parameter::append(&[*parameter], &mut bytes);
    Refusal::BadAddress(bytes)
}

/// A peer decides how long its lists are, not how much is kept for it.
fn at_most(len: usize, most: usize, kind: ParameterType) -> Result<(), Refusal> {
    if len <= most {
        return Ok(());
    }
    Err(Refusal::Malformed(WireError::new(ErrorKind::TooLong, Item::Parameter(kind), len)))
}
