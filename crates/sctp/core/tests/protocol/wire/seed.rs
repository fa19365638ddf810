//! Chunks, parameters and causes of every kind, made from a handful of random numbers and bytes.

use ferry_sctp_core::serial::{
    AsconfSerial, FragmentSequence, MessageId, RequestSequence, StreamSequence, Tsn,
};
use ferry_sctp_core::wire::chunk::*;
use ferry_sctp_core::wire::parameter::{
    AddStreams, AddressChange, IncomingReset, NextTsns, OutgoingReset, ReConfigResponse,
    ReConfigResult,
};
use ferry_sctp_core::wire::{
    Cause, Causes, HmacId, List, Parameter, ParameterType, Parameters, PayloadProtocol, RawTlv,
    StreamId, VerificationTag,
};
use proptest::prelude::*;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What everything is made from.
#[derive(Clone, Debug)]
pub(crate) struct Seed {
    pub(crate) n: [u32; 4],
    pub(crate) s: [u16; 3],
    pub(crate) b: [bool; 3],
    pub(crate) bytes: Vec<u8>,
    pub(crate) tsns: Vec<Tsn>,
    pub(crate) gaps: Vec<GapBlock>,
    pub(crate) streams: Vec<StreamId>,
    pub(crate) skipped: Vec<SkippedStream>,
    pub(crate) messages: Vec<SkippedMessage>,
    pub(crate) chunk_types: Vec<ChunkType>,
    pub(crate) parameter_types: Vec<ParameterType>,
    pub(crate) hmacs: Vec<HmacId>,
    pub(crate) address: IpAddr,
    /// Which of the parameters or causes go into a list, and in what order.
    pub(crate) picks: Vec<prop::sample::Index>,
    /// A parameter of unknown type, encoded.
    pub(crate) unknown: Vec<u8>,
}

fn address() -> impl Strategy<Value = IpAddr> {
    prop_oneof![
        any::<[u8; 4]>().prop_map(|octets| Ipv4Addr::from(octets).into()),
        any::<[u8; 16]>().prop_map(|octets| Ipv6Addr::from(octets).into()),
    ]
}

fn few<T: std::fmt::Debug>(item: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(item, 0..9)
}

/// Any seed.
pub(crate) fn seed() -> impl Strategy<Value = Seed> {
    let lists =
        (
            few(any::<u32>().prop_map(Tsn)),
            few(any::<(u16, u16)>().prop_map(|(start, end)| GapBlock { start, end })),
            few(any::<u16>().prop_map(StreamId)),
            few(any::<(u16, u16)>().prop_map(|(stream, sequence)| SkippedStream {
                stream: StreamId(stream),
                sequence: StreamSequence(sequence),
            })),
            few(any::<(u16, bool, u32)>().prop_map(|(stream, unordered, message)| {
                SkippedMessage { stream: StreamId(stream), unordered, message: MessageId(message) }
            })),
            few(any::<u8>().prop_map(ChunkType)),
            few(any::<u16>().prop_map(ParameterType)),
            few(any::<u16>().prop_map(HmacId)),
        );
    let bytes = prop::collection::vec(any::<u8>(), 0..67);
    let rest = (address(), few(any::<prop::sample::Index>()));
    (any::<([u32; 4], [u16; 3], [bool; 3])>(), bytes, lists, rest).prop_map(
        |((n, s, b), bytes, lists, (address, picks))| {
            let mut unknown = vec![0x7F, s[0] as u8];
            unknown.extend_from_slice(&(bytes.len() as u16 + 4).to_be_bytes());
            unknown.extend_from_slice(&bytes);
            let (tsns, gaps, streams, skipped, messages, chunk_types, parameter_types, hmacs) =
                lists;
            Seed {
                n,
                s,
                b,
                bytes,
                tsns,
                gaps,
                streams,
                skipped,
                messages,
                chunk_types,
                parameter_types,
                hmacs,
                address,
                picks,
                unknown,
            }
        },
    )
}

impl Seed {
    fn unknown_tlv(&self) -> RawTlv<'_> {
        RawTlv {
            kind: u16::from_be_bytes([self.unknown[0], self.unknown[1]]),
            value: &self.unknown[4..],
            bytes: &self.unknown,
        }
    }

    /// A cause of every kind.
    pub(crate) fn causes(&self) -> Vec<Cause<'_>> {
        let bytes = self.bytes.as_slice();
        vec![
            Cause::InvalidStream(StreamId(self.s[0])),
            Cause::MissingParameters(List::of(&self.parameter_types)),
            Cause::StaleCookie(self.n[0]),
            Cause::OutOfResource,
            Cause::UnresolvableAddress(bytes),
            Cause::UnrecognizedChunk(bytes),
            Cause::InvalidParameter,
            Cause::UnrecognizedParameters(bytes),
            Cause::NoUserData(Tsn(self.n[1])),
            Cause::CookieWhileShuttingDown,
            Cause::RestartWithNewAddresses(bytes),
            Cause::UserInitiatedAbort(bytes),
            Cause::ProtocolViolation(bytes),
            Cause::DeleteLastAddress(bytes),
            Cause::ResourceShortage(bytes),
            Cause::DeleteSourceAddress(bytes),
            Cause::IllegalAsconfAck,
            Cause::NoAuthorization(bytes),
            Cause::UnsupportedHmac(HmacId(self.s[1])),
            Cause::Unknown(self.unknown_tlv()),
        ]
    }

    /// A parameter of every kind; `causes` for the one that carries some.
    pub(crate) fn parameters<'a>(&'a self, causes: &'a [Cause<'a>]) -> Vec<Parameter<'a>> {
        let bytes = self.bytes.as_slice();
        let request = RequestSequence(self.n[0]);
        let change = AddressChange { correlation: self.n[1], address: self.address };
        let add = AddStreams { request, streams: self.s[0] };
        let streams = List::of(&self.streams);
        vec![
            Parameter::HeartbeatInfo(bytes),
            Parameter::Address(self.address),
            Parameter::StateCookie(bytes),
            Parameter::Unrecognized(bytes),
            Parameter::CookiePreservative(self.n[0]),
            Parameter::HostName(bytes),
            Parameter::SupportedAddressTypes(List::of(&self.parameter_types)),
            Parameter::EcnCapable,
            Parameter::ZeroChecksumAcceptable(self.n[1]),
            Parameter::Random(bytes),
            Parameter::ChunkList(List::of(&self.chunk_types)),
            Parameter::HmacAlgorithms(List::of(&self.hmacs)),
            Parameter::Padding(bytes),
            Parameter::SupportedExtensions(List::of(&self.chunk_types)),
            Parameter::ForwardTsnSupported,
            Parameter::OutgoingReset(OutgoingReset {
                request,
                response: RequestSequence(self.n[1]),
                last_tsn: Tsn(self.n[2]),
                streams,
            }),
            Parameter::IncomingReset(IncomingReset { request, streams }),
            Parameter::TsnReset(request),
            Parameter::ReConfigResponse(ReConfigResponse {
                response: request,
                result: ReConfigResult(self.n[1]),
                next: self.b[0]
                    .then_some(NextTsns { sender: Tsn(self.n[2]), receiver: Tsn(self.n[3]) }),
            }),
            Parameter::AddOutgoingStreams(add),
            Parameter::AddIncomingStreams(add),
            Parameter::AddAddress(change),
            Parameter::DeleteAddress(change),
            Parameter::ErrorCauseIndication(self.n[3], Causes::of(causes)),
            Parameter::SetPrimary(change),
            Parameter::SuccessIndication(self.n[2]),
            Parameter::AdaptationLayer(self.n[3]),
            Parameter::Unknown(self.unknown_tlv()),
        ]
    }

    /// Some of `all`, as the seed picks them.
    pub(crate) fn pick<T: Copy>(&self, all: &[T]) -> Vec<T> {
        self.picks.iter().map(|pick| *pick.get(all)).collect()
    }

    /// A chunk of every kind, with these in their lists. `causes` and `parameters` may not be empty.
    pub(crate) fn chunks<'a>(
        &'a self,
        p: &'a [Parameter<'a>],
        c: &'a [Cause<'a>],
    ) -> Vec<Chunk<'a>> {
        let (parameters, causes) = (Parameters::of(p), Causes::of(c));
        let mut chunks = self.data_chunks();
        let init = Init {
            initiate_tag: VerificationTag(self.n[0]),
            receiver_window: self.n[1],
            outbound_streams: self.s[0],
            inbound_streams: self.s[1],
            initial_tsn: Tsn(self.n[2]),
            parameters,
        };
        let serial = AsconfSerial(self.n[0]);
        let info = self.bytes.as_slice();
        let reflected_tag = self.b[0];
        let tsn = Tsn(self.n[0]);
        chunks.extend([
            Chunk::Init(init),
            Chunk::InitAck(InitAck(init)),
            Chunk::Heartbeat(Heartbeat { info }),
            Chunk::HeartbeatAck(HeartbeatAck { info }),
            Chunk::Abort(Abort { reflected_tag, causes }),
            Chunk::Shutdown(Shutdown { cumulative_tsn: tsn }),
            Chunk::ShutdownAck(ShutdownAck),
            Chunk::Error(ErrorChunk { causes }),
            Chunk::CookieEcho(CookieEcho { cookie: info }),
            Chunk::CookieAck(CookieAck),
            Chunk::Ecne(Ecne { lowest_tsn: tsn }),
            Chunk::Cwr(Cwr { lowest_tsn: tsn }),
            Chunk::ShutdownComplete(ShutdownComplete { reflected_tag }),
            Chunk::Auth(Auth { shared_key: self.s[0], hmac_id: HmacId(self.s[1]), hmac: info }),
            Chunk::Asconf(Asconf { serial, address: self.address, parameters }),
            Chunk::AsconfAck(AsconfAck { serial, parameters }),
            Chunk::ReConfig(ReConfig { parameters }),
            Chunk::Pad(Pad { padding: info }),
        ]);
        chunks
    }

    /// The chunks that move data and say what arrived.
    fn data_chunks(&self) -> Vec<Chunk<'_>> {
        let [immediate, unordered, ending] = self.b;
        let (tsn, stream) = (Tsn(self.n[0]), StreamId(self.s[0]));
        let position = if self.s[1].is_multiple_of(2) {
            Position::First(PayloadProtocol(self.n[2]))
        } else {
            Position::Later(FragmentSequence(self.n[2]))
        };
        let flags = DataFlags { immediate, unordered, beginning: self.s[2] > 99, ending };
        let header = DataHeader {
            flags,
            tsn,
            stream,
            sequence: StreamSequence(self.s[1]),
            protocol: PayloadProtocol(self.n[1]),
        };
        let message = MessageId(self.n[3]);
        let i_header = IDataHeader { immediate, unordered, ending, tsn, stream, message, position };
        vec![
            Chunk::Data(Data { header, payload: &self.bytes }),
            Chunk::IData(IData { header: i_header, payload: &self.bytes }),
            Chunk::Sack(Sack {
                cumulative_tsn: tsn,
                receiver_window: self.n[1],
                gap_blocks: List::of(&self.gaps),
                duplicates: List::of(&self.tsns),
            }),
            Chunk::ForwardTsn(ForwardTsn {
                new_cumulative_tsn: tsn,
                streams: List::of(&self.skipped),
            }),
            Chunk::IForwardTsn(IForwardTsn {
                new_cumulative_tsn: tsn,
                messages: List::of(&self.messages),
            }),
        ]
    }
}
