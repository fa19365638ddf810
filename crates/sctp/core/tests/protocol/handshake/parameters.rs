//! Parameters that the endpoint does not know, by the two highest bits of their type (RFC 9260 §3.2.1,
//! §5.1.2), and what it says about itself.

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::chunk::{CookieAck, Init, InitAck};
use ferry_sctp_core::wire::{
    Cause, Chunk, ChunkType, Parameter, ParameterType, Parameters, RawTlv, VerificationTag,
};

use super::stage::{PEER, Stage, causes, init, packet};
use crate::common::script::plain;
use crate::common::sim::address;

/// Stop in silence, stop and report, go on in silence, go on and report.
const BITS: [(u8, bool, bool); 4] =
    [(0x3F, false, false), (0x7F, false, true), (0xBF, true, false), (0xFF, true, true)];

/// An unknown parameter of five bytes.
fn unknown(first: u8) -> [u8; 12] {
    [first, 0x77, 0, 9, 1, 2, 3, 4, 5, 0, 0, 0]
}

/// IPv4 10.1.0.9: known, so that it shows whether reading went on.
const ADDRESS: [u8; 8] = [0, 5, 0, 8, 10, 1, 0, 9];

fn with<'a>(parameters: &'a [u8]) -> Init<'a> {
    Init { parameters: Parameters::from_wire(parameters), ..init(PEER, &[]) }
}

/// In an INIT: reported, each whole, in the INIT ACK.
#[test]
fn those_of_an_init_are_reported_in_the_init_ack() {
    for (first, goes_on, reported) in BITS {
        let mut stage = Stage::new();
        let bytes = [&unknown(first)[..], &ADDRESS].concat();
        stage.say(VerificationTag::ZERO, &[Chunk::Init(with(&bytes))]);
        let ack = stage.hear(ChunkType::InitAck);
        let handed_back: Vec<Vec<u8>> = ack.sent.look(ChunkType::InitAck, |chunk| {
            let Chunk::InitAck(ack) = chunk else { panic!("{chunk:?}") };
            let parameters = ack.0.parameters.iter().map(|p| p.expect("well-formed"));
            let bytes = parameters.filter_map(|parameter| match parameter {
                Parameter::Unrecognized(bytes) => Some(bytes.to_vec()),
                _ => None,
            });
            bytes.collect()
        });
        let expected = if reported { vec![unknown(first)[..9].to_vec()] } else { Vec::new() };
        assert_eq!(handed_back, expected, "{first:#04x}");
        stage.say_echo(&ack);
        let id = stage.up();
        let paths = stage.end.report(id).expect("it stands").paths.len();
        assert_eq!(paths, if goes_on { 2 } else { 1 }, "{first:#04x}");
    }
}

/// In an INIT ACK: reported in an ERROR behind the COOKIE ECHO.
#[test]
fn those_of_an_init_ack_are_reported_behind_the_cookie() {
    for (first, goes_on, reported) in BITS {
        let mut stage = Stage::new();
        let (id, asked) = stage.connect();
        let cookie = [0, 7, 0, 8, b'c', b'a', b'k', b'e'];
        let bytes = [&cookie[..], &unknown(first), &ADDRESS].concat();
        stage.say(asked.tag, &[Chunk::InitAck(InitAck(with(&bytes)))]);
        let sent = stage.only();
        let kinds = sent.kinds();
        assert_eq!(kinds[0], ChunkType::CookieEcho);
        assert_eq!(kinds.contains(&ChunkType::Error), reported, "{first:#04x}");
        if reported {
            causes(&sent, |causes| {
                let [Cause::UnrecognizedParameters(bytes)] = causes else { panic!("{causes:?}") };
                assert_eq!(bytes[..9], unknown(first)[..9]);
            });
        }
        stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
        assert_eq!(stage.up(), id);
        let paths = stage.end.report(id).expect("it stands").paths.len();
        assert_eq!(paths, if goes_on { 2 } else { 1 }, "{first:#04x}");
    }
}

/// Much to report: the answer is hardly longer than the question.
#[test]
fn much_to_report_is_no_lever() {
    let mut stage = Stage::new();
    let value = [0; 1400];
    let raw = |kind| RawTlv { kind, value: &value, bytes: &[] };
    let parameters = [Parameter::Unknown(raw(0xFF01)), Parameter::Unknown(raw(0xFF02))];
    let question = packet(VerificationTag::ZERO, &[Chunk::Init(init(PEER, &parameters))]);
    stage.say_bytes(&question);
    let ack = stage.hear(ChunkType::InitAck);
    assert!(ack.sent.bytes.len() < question.len() + 200, "{}", ack.sent.bytes.len());
    stage.say_echo(&ack);
    stage.up();
}

fn told(stage: &mut Stage, parameters: &[Parameter<'_>]) -> Vec<(ParameterType, Vec<u8>)> {
    stage.say_init(PEER, parameters);
    let ack = stage.hear(ChunkType::InitAck);
    ack.sent.look(ChunkType::InitAck, |chunk| {
        let Chunk::InitAck(ack) = chunk else { panic!("{chunk:?}") };
        let parameters = ack.0.parameters.iter().map(|p| p.expect("well-formed"));
        let told = parameters.map(|parameter| {
            let mut bytes = Vec::new();
            ferry_sctp_core::wire::parameter::append(&[parameter], &mut bytes);
            (parameter.parameter_type(), bytes)
        });
        told.collect()
    })
}

/// The addresses of both families, unless the peer can use one of them only (§5.1.2).
#[test]
fn addresses_are_told_that_the_peer_can_use() {
    let own = ["10.1.0.1".parse().unwrap(), "2001:db8::1".parse().unwrap()];
    let config = AssociationConfig { addresses: own.to_vec(), ..plain() };
    let count = |told: &[(ParameterType, Vec<u8>)], kind| {
        told.iter().filter(|(told, _)| *told == kind).count()
    };
    let both = told(&mut Stage::with(config.clone()), &[]);
    assert_eq!(count(&both, ParameterType::Ipv4Address), 1);
    assert_eq!(count(&both, ParameterType::Ipv6Address), 1);
    let types = [ParameterType::Ipv4Address];
    let only = Parameter::SupportedAddressTypes(ferry_sctp_core::wire::List::of(&types));
    let one = told(&mut Stage::with(config), &[only]);
    assert_eq!(count(&one, ParameterType::Ipv4Address), 1);
    assert_eq!(count(&one, ParameterType::Ipv6Address), 0);
}

/// No path leads to where nobody, everybody or oneself is.
#[test]
fn addresses_of_nobody_become_no_paths() {
    let mut stage = Stage::new();
    let addresses =
        ["0.0.0.0", "224.0.0.1", "255.255.255.255", "127.0.0.1", "ff02::1", "::1", "::"];
    let mut parameters = addresses.map(|text| Parameter::Address(text.parse().unwrap())).to_vec();
    parameters.push(Parameter::Address(address(1, 1).ip()));
    stage.say_init(PEER, &parameters);
    let ack = stage.hear(ChunkType::InitAck);
    stage.say_echo(&ack);
    let id = stage.up();
    let paths = stage.end.report(id).expect("it stands").paths;
    let paths: Vec<_> = paths.iter().map(|path| path.addr.ip()).collect();
    assert_eq!(paths, [address(1, 0).ip(), address(1, 1).ip()]);
}

/// A hundred addresses.
#[test]
fn a_peer_has_a_bounded_number_of_paths() {
    let mut stage = Stage::new();
    let parameters: Vec<_> =
        (0..100).map(|n| Parameter::Address(std::net::IpAddr::from([10, 9, 0, n]))).collect();
    stage.say_init(PEER, &parameters);
    let ack = stage.hear(ChunkType::InitAck);
    stage.say_echo(&ack);
    let id = stage.up();
    let paths = stage.end.report(id).expect("it stands").paths.len();
    assert!(paths <= ferry_sctp_core::path::MAX_PATHS, "{paths}");
}
