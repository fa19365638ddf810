//! Writing INIT and INIT ACK.

use std::time::Duration;

use super::{HandshakeOffer, STREAM_WINDOW};
use crate::wire::chunk::{Init, InitAck};
use crate::wire::tlv::take;
use crate::wire::{
    ChunkType, Full, Item, List, PacketWriter, Parameter, ParameterType, Parameters, RawTlv,
};

impl HandshakeOffer {
    /// Appends an INIT.
    pub(crate) fn push_init(&self, writer: &mut PacketWriter<'_, Vec<u8>>) -> Result<(), Full> {
        self.with_init(&self.address_types(), &[], |init| writer.push(&init))
    }

    /// Appends an INIT that asks for a cookie that lives longer by `more` than the one that was stale
    /// (RFC 9260 §5.2.6).
    pub(crate) fn push_init_with_life(
        &self,
        writer: &mut PacketWriter<'_, Vec<u8>>,
        more: Duration,
    ) -> Result<(), Full> {
        let millis = u32::try_from(more.as_millis()).unwrap_or(u32::MAX);
        let last = [Parameter::CookiePreservative(millis)];
        self.with_init(&self.address_types(), &last, |init| writer.push(&init))
    }

    /// Appends an INIT ACK. `unrecognized` comes from [`HandshakeOffer::read`]; it is left out where there is no
    /// room for it.
    pub(crate) fn push_init_ack(
        &self,
        writer: &mut PacketWriter<'_, Vec<u8>>,
        cookie: &[u8],
        unrecognized: &[u8],
    ) -> Result<(), Full> {
        let mut last = vec![Parameter::StateCookie(cookie)];
        let mut rest = unrecognized;
        while let Some(Ok(raw)) = take(&mut rest, |kind| Item::Parameter(ParameterType(kind))) {
            last.push(Parameter::Unrecognized(raw.bytes));
        }
        // Which types this end can send to is said in an INIT alone (RFC 9260 §3.3.3).
        self.with_init(&[], &last, |init| writer.push(&InitAck(init)))
            .or_else(|_| self.with_init(&[], &last[..1], |init| writer.push(&InitAck(init))))
    }

    fn address_types(&self) -> Vec<ParameterType> {
        let types =
            [(self.ipv4, ParameterType::Ipv4Address), (self.ipv6, ParameterType::Ipv6Address)];
        types.iter().filter(|(can, _)| *can).map(|(_, kind)| *kind).collect()
    }

    /// Hands the INIT to `f`, with `last` behind all other parameters.
    fn with_init<R>(
        &self,
        types: &[ParameterType],
        last: &[Parameter<'_>],
        f: impl FnOnce(Init<'_>) -> R,
    ) -> R {
        let extensions = self.extensions();
        let window = self.stream_window.unwrap_or_default().to_be_bytes();
        let mut parameters: Vec<_> =
            self.addresses.iter().copied().map(Parameter::Address).collect();
        if !types.is_empty() {
            parameters.push(Parameter::SupportedAddressTypes(List::of(types)));
        }
        if self.partial_reliability {
            parameters.push(Parameter::ForwardTsnSupported);
        }
        if !extensions.is_empty() {
            parameters.push(Parameter::SupportedExtensions(List::of(&extensions)));
        }
        if let Some(auth) = &self.authentication {
            parameters.push(Parameter::Random(&auth.random));
            let chunks = auth.chunks.as_deref();
            parameters.extend(chunks.map(|list| Parameter::ChunkList(List::of(list))));
            parameters.push(Parameter::HmacAlgorithms(List::of(&auth.algorithms)));
        }
        parameters.extend(self.zero_checksum.map(Parameter::ZeroChecksumAcceptable));
        parameters.extend(self.adaptation.map(Parameter::AdaptationLayer));
        if self.stream_window.is_some() {
            let raw = RawTlv { kind: STREAM_WINDOW.0, value: &window, bytes: &[] };
            parameters.push(Parameter::Unknown(raw));
        }
        parameters.extend_from_slice(last);
        f(Init {
            initiate_tag: self.tag,
            receiver_window: self.window,
            outbound_streams: self.outbound,
            inbound_streams: self.inbound,
            initial_tsn: self.initial_tsn,
            parameters: Parameters::of(&parameters),
        })
    }

    /// What the Supported Extensions parameter lists (RFC 5061 §4.2.7).
    fn extensions(&self) -> Vec<ChunkType> {
        let offered = [
            (self.authentication.is_some(), ChunkType::Auth),
            (self.interleaving, ChunkType::IData),
            (self.interleaved_skips, ChunkType::IForwardTsn),
            (self.partial_reliability, ChunkType::ForwardTsn),
            (self.re_configuration, ChunkType::ReConfig),
            (self.dynamic_addresses, ChunkType::Asconf),
            (self.dynamic_addresses, ChunkType::AsconfAck),
        ];
        offered.iter().filter(|(is, _)| *is).map(|(_, kind)| *kind).collect()
    }
}
