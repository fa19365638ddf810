//! INIT and INIT ACK, written and read.

use super::*;
use crate::path::MAX_PATHS;
use crate::wire::{CauseCode, Parameter, ParameterType};

proptest! {
    #[test]
    fn what_is_written_is_what_is_read(offer in any_offer()) {
        let init = packet(|writer| offer.push_init(writer));
        let (read, unrecognized) = with_init(&init, HandshakeOffer::read).unwrap();
        prop_assert_eq!(&read, &offer);
        prop_assert_eq!(unrecognized, b"");
    }

    #[test]
    fn an_init_ack_carries_the_cookie_besides(offer in any_offer(), sealed: Vec<u8>) {
        let ack = packet(|writer| offer.push_init_ack(writer, &sealed, &[]));
        with_init(&ack, |init| {
            let (read, unrecognized) = HandshakeOffer::read(init).unwrap();
            let cookie = InitAck(*init).cookie();
            // Which addresses it can send to is said in an INIT alone.
            prop_assert_eq!(HandshakeOffer { ipv4: offer.ipv4, ipv6: offer.ipv6, ..read }, offer);
            prop_assert_eq!(cookie, Some(&sealed[..]));
            prop_assert_eq!(unrecognized, b"");
            Ok(())
        })?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        tag in 0_u32..3, window: u32, streams in (0_u16..3, 0_u16..3),
        parameters in vec(any::<u8>(), 0..400),
    ) {
        let init = Init {
            initiate_tag: VerificationTag(tag),
            receiver_window: window,
            outbound_streams: streams.0,
            inbound_streams: streams.1,
            initial_tsn: Tsn(1),
            parameters: crate::wire::Parameters::from_wire(&parameters),
        };
        match HandshakeOffer::read(&init) {
            Ok((offer, unrecognized)) => {
                prop_assert!(tag != 0 && window >= 1500 && streams.0 != 0 && streams.1 != 0);
                prop_assert!(offer.addresses.len() <= MAX_PATHS);
                prop_assert!(unrecognized.len() <= parameters.len() + 3);
                prop_assert_eq!(unrecognized.len() % 4, 0);
            }
            Err(refusal) => prop_assert!(refusal.with_cause(|cause| cause.code().name().is_some())),
        }
    }

    /// Random bytes rarely are parameters; damaged INITs nearly are.
    #[test]
    fn damaged_inits_are_read_or_refused(
        offer in any_offer(), damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut init = packet(|writer| offer.push_init(writer));
        for (at, byte) in damage {
            let at = 16 + at.index(init.len() - 16);
            init[at] = byte;
        }
        crate::wire::checksum::seal(&mut init);
        let read = with_init(&init, HandshakeOffer::read);
        if let Ok((offer, _)) = read {
            let again = packet(|writer| offer.push_init(writer));
            prop_assert_eq!(with_init(&again, HandshakeOffer::read), Ok((offer, Vec::new())));
        }
    }
}

#[test]
fn mandatory_fields_are_checked() {
    let offer = offer(&AssociationConfig::default(), 7);
    let read = |offer: HandshakeOffer| {
        let init = packet(|writer| offer.push_init(writer));
        with_init(&init, HandshakeOffer::read).map(drop)
    };
    assert_eq!(read(offer.clone()), Ok(()));
    let tag = VerificationTag::ZERO;
    assert_eq!(read(HandshakeOffer { tag, ..offer.clone() }), Err(Refusal::NoTag));
    assert_eq!(read(HandshakeOffer { outbound: 0, ..offer.clone() }), Err(Refusal::NoStreams));
    assert_eq!(read(HandshakeOffer { inbound: 0, ..offer.clone() }), Err(Refusal::NoStreams));
    assert_eq!(read(HandshakeOffer { window: 1499, ..offer.clone() }), Err(Refusal::SmallWindow));
    assert_eq!(read(HandshakeOffer { window: 1500, ..offer }), Ok(()));
}

/// The four values of the two highest bits (RFC 9260 §3.2.1), each before an adaptation layer, which
/// shows whether reading went on.
#[test]
fn unknown_parameters_are_treated_as_their_bits_ask() {
    let adaptation = [0xC0, 0x06, 0, 8, 0, 0, 0, 1];
    for (first, goes_on, reported) in
        [(0x3F, false, false), (0x7F, false, true), (0x9E, true, false), (0xDE, true, true)]
    {
        let unknown = [first, 0xEE, 0, 7, 1, 2, 3];
        let bytes = [&unknown[..], &[0], &adaptation].concat();
        let (offer, unrecognized) = read(&bytes).unwrap();
        assert_eq!(offer.adaptation.is_some(), goes_on, "{first:#04x}");
        let expected = [&unknown[..], &[0]].concat();
        assert_eq!(unrecognized, if reported { expected } else { Vec::new() }, "{first:#04x}");
    }
}

/// Each stands in a parameter of its own in the INIT ACK (RFC 9260 §3.3.3.1.2).
#[test]
fn unrecognized_parameters_go_back_one_by_one() {
    let (one, two) = ([0xC7, 0xEE, 0, 5, 1, 0, 0, 0], [0xC8, 0xEE, 0, 8, 1, 2, 3, 4]);
    let offer = offer(&AssociationConfig::default(), 7);
    let ack = packet(|writer| offer.push_init_ack(writer, b"cookie", &[one, two].concat()));
    let handed_back: Vec<Vec<u8>> = with_init(&ack, |init| {
        let parameters = init.parameters.iter().map(Result::unwrap);
        let bytes = parameters.filter_map(|parameter| match parameter {
            Parameter::Unrecognized(bytes) => Some(bytes.to_vec()),
            _ => None,
        });
        bytes.collect()
    });
    assert_eq!(handed_back, [one[..5].to_vec(), two.to_vec()]);
}

#[test]
fn what_is_unrecognized_is_left_out_where_it_does_not_fit() {
    let offer = offer(&AssociationConfig::default(), 7);
    let unrecognized = [&[0xC7, 0xEE, 0x03, 0xE8][..], &[0; 996]].concat();
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, HEADER, 600);
    offer.push_init_ack(&mut writer, &[1; 300], &unrecognized).expect("the rest fits");
    writer.finish(ChecksumWrite::Crc32c);
    with_init(&out, |init| assert_eq!(InitAck(*init).cookie(), Some(&[1; 300][..])));
    let mut writer = PacketWriter::begin(&mut out, HEADER, 200);
    assert!(offer.push_init_ack(&mut writer, &[1; 300], &[]).is_err());
}

#[test]
fn host_names_are_handed_back() {
    let name = [0, 11, 0, 9, b'h', b'o', b's', b't', 0];
    let refusal = read(&name).unwrap_err();
    assert_eq!(refusal, Refusal::BadAddress(name.to_vec()));
    refusal.with_cause(|cause| assert_eq!(cause.code(), CauseCode::UnresolvableAddress));
}

#[test]
fn addresses_of_nobody_or_of_many_are_not_kept() {
    let addresses = ["0.0.0.0", "224.0.0.1", "255.255.255.255", "ff02::1", "::", "192.0.2.1"];
    let addresses = addresses.map(|text| Parameter::Address(text.parse().unwrap()));
    let twice = Parameter::Address("::ffff:192.0.2.1".parse().unwrap());
    let mut bytes = Vec::new();
    crate::wire::parameter::append(&[&addresses[..], &[twice]].concat(), &mut bytes);
    assert_eq!(read(&bytes).unwrap().0.addresses, ["192.0.2.1".parse::<IpAddr>().unwrap()]);
}

#[test]
fn no_more_addresses_are_kept_than_there_can_be_paths() {
    let address = |n: u8| Parameter::Address(IpAddr::from([192, 0, 2, n]));
    let mut bytes = Vec::new();
    crate::wire::parameter::append(&(1..=40).map(address).collect::<Vec<_>>(), &mut bytes);
    assert_eq!(read(&bytes).unwrap().0.addresses.len(), MAX_PATHS);
}

#[test]
fn addresses_that_the_peer_cannot_reach_are_not_told() {
    let mut bytes = Vec::new();
    let types = [ParameterType::Ipv4Address];
    let list = crate::wire::List::of(&types);
    crate::wire::parameter::append(&[Parameter::SupportedAddressTypes(list)], &mut bytes);
    let peer = read(&bytes).unwrap().0;
    let own = offer(&everything(), 7);
    let kept = |from: &str| {
        let mut own = own.clone();
        own.keep_for(&peer, from.parse().unwrap());
        own.addresses
    };
    assert_eq!(kept("192.0.2.9"), [own.addresses[0]]);
    assert_eq!(kept("2001:db8::9"), own.addresses, "it has an IPv6 address of its own");
    assert!(read(&[]).is_ok_and(|(offer, _)| offer.ipv4 && offer.ipv6), "nothing said is both");
}

/// Or a stranger could make this end send to its own host.
#[test]
fn loopback_is_kept_only_from_loopback() {
    let mut bytes = Vec::new();
    let addresses = ["127.0.0.1", "192.0.2.1", "::1"];
    let addresses = addresses.map(|text| Parameter::Address(text.parse().unwrap()));
    crate::wire::parameter::append(&addresses, &mut bytes);
    let kept = |from: &str| {
        let mut peer = read(&bytes).unwrap().0;
        peer.keep_from(from.parse().unwrap());
        peer.addresses.len()
    };
    assert_eq!((kept("192.0.2.9"), kept("127.0.0.9"), kept("::ffff:127.0.0.9")), (1, 3, 3));
}

#[test]
fn authentication_that_is_not_well_formed_is_none() {
    let random = [&[0x80, 2, 0, 36][..], &[1; 32]].concat();
    let short = [&[0x80, 2, 0, 35][..], &[1; 31], &[0]].concat();
    let long = [&[0x80, 2, 0, 40][..], &[1; 36]].concat();
    let algorithms = [0x80, 4, 0, 6, 0, 3, 0, 0];
    let reads = |parts: &[&[u8]]| read(&parts.concat()).unwrap().0.authentication.is_some();
    assert!(reads(&[&random, &algorithms]));
    assert!(!reads(&[&short, &algorithms]));
    assert!(!reads(&[&long, &algorithms]));
    assert!(!reads(&[&random]));
    assert!(!reads(&[&algorithms]));
    assert!(!reads(&[&random, &[0x80, 4, 0, 4]]), "no algorithm");
}

/// RFC 5061 §4.2.7: whoever can change addresses has to accept that only behind an AUTH.
#[test]
fn addresses_change_only_where_authentication_protects_them() {
    let offer = offer(&everything(), 7);
    let read = |offer: &HandshakeOffer| {
        let init = packet(|writer| offer.push_init(writer));
        with_init(&init, HandshakeOffer::read).unwrap().0.dynamic_addresses
    };
    assert!(read(&offer));
    let mut bare = offer.clone();
    bare.authentication.as_mut().unwrap().chunks = Some(vec![ChunkType::Asconf]);
    assert!(!read(&bare));
    bare.authentication = None;
    assert!(!read(&bare));
}

#[test]
fn a_list_longer_than_anybody_needs_is_refused() {
    let long = [&[0x80, 4, 0, 4 + 2 * 17][..], &[0, 3].repeat(17), &[0, 0]].concat();
    assert!(matches!(read(&long), Err(Refusal::Malformed(_))));
}
