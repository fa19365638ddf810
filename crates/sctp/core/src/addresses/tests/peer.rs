//! What the peer changes.

use super::*;

#[test]
fn a_new_address_is_asked_before_it_is_used() {
    let mut a = End::new(1);
    assert_eq!(said(a.take(900, 1, &[add(5, 2)])), (900, vec![]), "all is well");
    assert_eq!(a.events(), [added(2)]);
    assert_eq!(a.addresses(), [at(1), at(2)], "behind the same UDP port");
    let path = a.paths.get(PathId(1)).expect("the new path");
    assert_eq!(path.state(), crate::path::PathState::Unconfirmed);
    a.paths.on_timer(ms(0), 0);
    let heartbeat = (PathId(1), crate::path::PathAction::Heartbeat);
    assert!(std::iter::from_fn(|| a.paths.poll()).any(|action| action == heartbeat));
    // Once more is no mistake, and no news.
    assert_eq!(said(a.take(901, 1, &[add(5, 2)])), (901, vec![]));
    assert_eq!(a.events(), []);
}

#[test]
fn the_unspecified_address_is_that_of_the_packet() {
    let mut a = End::new(2);
    a.take(900, 3, &[Parameter::AddAddress(any_address(1))]);
    assert_eq!(a.events(), [added(3)]);
    a.take(901, 2, &[Parameter::SetPrimary(any_address(1))]);
    assert_eq!(a.paths.primary(), PathId(1));
    // To delete it is to delete all others.
    assert_eq!(said(a.take(902, 1, &[Parameter::DeleteAddress(any_address(1))])), (902, vec![]));
    assert_eq!(a.addresses(), [at(1)]);
    assert_eq!(a.paths.primary(), PathId(0));
    assert_eq!(a.events(), [removed(2), removed(3)]);
    assert_eq!(a.moved, [PathId(1), PathId(2)]);
    // One that nobody has answered from is not to remain alone.
    let mut a = End::new(1);
    a.take(900, 1, &[add(1, 2)]);
    let answer = a.take(901, 2, &[Parameter::DeleteAddress(any_address(9))]);
    assert_eq!(said(answer), (901, vec![(9, Some(CauseCode::DeleteLastAddress))]));
}

#[test]
fn a_removed_address_gives_its_chunks_to_others() {
    let mut a = End::new(3);
    assert_eq!(said(a.take(900, 2, &[delete(1, 1)])), (900, vec![]));
    assert_eq!((a.addresses(), a.moved.clone()), (vec![at(2), at(3)], vec![PathId(0)]));
    assert_ne!(a.paths.primary(), PathId(0), "the primary is among those left");
    assert_eq!(a.events(), [removed(1)]);
}

#[test]
fn refusals_name_their_cause() {
    let mut a = End::new(1);
    let answer = a.take(900, 1, &[delete(1, 1)]);
    assert_eq!(said(answer), (900, vec![(1, Some(CauseCode::DeleteLastAddress))]));
    let mut a = End::new(2);
    let parameters = [
        delete(1, 2),
        delete(2, 9),
        primary(3, 9),
        add(4, 5),
        primary(5, 5),
        Parameter::AddAddress(AddressChange { correlation: 6, address: [239, 0, 0, 1].into() }),
        Parameter::AddAddress(AddressChange { correlation: 7, address: [255; 4].into() }),
        Parameter::AdaptationLayer(8),
        primary(9, 2),
    ];
    let expected = [
        (1, Some(CauseCode::DeleteSourceAddress)),
        (2, Some(CauseCode::UnresolvableAddress)),
        (3, Some(CauseCode::UnresolvableAddress)),
        (4, None),
        (5, Some(CauseCode::InvalidParameter)),
        (6, Some(CauseCode::UnresolvableAddress)),
        (7, Some(CauseCode::UnresolvableAddress)),
        (0, Some(CauseCode::UnrecognizedParameters)),
        (9, None),
    ];
    assert_eq!(said(a.take(900, 2, &parameters)), (900, expected.to_vec()));
    assert_eq!(a.addresses(), [at(1), at(2), at(5)]);
    assert_eq!(a.paths.primary(), PathId(1));
}

#[test]
fn the_cause_hands_the_request_back() {
    let mut a = End::new(1);
    let value = a.take(900, 1, &[delete(7, 1)]).expect("an answer");
    let Ok(Chunk::AsconfAck(ack)) = Chunk::decode(&raw(ChunkType::AsconfAck, &value)) else {
        panic!("an ASCONF-ACK");
    };
    let Some(Ok(Parameter::ErrorCauseIndication(7, causes))) = ack.parameters.iter().next() else {
        panic!("a cause");
    };
    let Some(Ok(cause @ Cause::DeleteLastAddress(_))) = causes.iter().next() else {
        panic!("the right cause");
    };
    assert_eq!(cause.parameters().iter().collect::<Vec<_>>(), [Ok(delete(7, 1))]);
}

#[test]
fn a_peer_has_no_more_than_sixteen_addresses() {
    let mut a = End::new(15);
    let answer = a.take(900, 1, &[add(1, 20), add(2, 21), delete(3, 2), add(4, 22)]);
    let shortage = Some(CauseCode::ResourceShortage);
    assert_eq!(said(answer), (900, vec![(1, None), (2, shortage), (3, None), (4, None)]));
    assert_eq!(a.paths.iter().count(), 16);
}

#[test]
fn a_long_request_is_answered_as_far_as_a_packet_goes() {
    let mut a = End::new(2);
    let many: Vec<_> = (0..1000).map(|n| delete(n, 99)).collect();
    let answer = a.take(900, 1, &many).expect("an answer");
    assert!((800..1100).contains(&answer.len()), "{}", answer.len());
    let long = [0_u8; 5000];
    let raw = RawTlv { kind: ParameterType(0xC0FF).0, value: &long, bytes: &long };
    let answer = a.take(901, 1, &[Parameter::Unknown(raw)]).expect("an answer");
    assert!(answer.len() < 400, "{}", answer.len());
}

#[test]
fn serial_numbers_keep_order() {
    let mut a = End::new(1);
    assert_eq!(a.take(899, 1, &[add(1, 2)]), None, "before the first, with no answer to repeat");
    assert_eq!(a.take(901, 1, &[add(1, 2)]), None, "not yet its turn");
    let first = a.take(900, 1, &[add(1, 2)]);
    assert!(first.is_some());
    assert_eq!(a.take(900, 1, &[add(1, 2)]), first, "again the same answer");
    assert_eq!(a.events(), [added(2)], "and it is done once");
    assert!(a.take(901, 1, &[add(1, 3)]).is_some());
    assert_eq!(a.take(900, 1, &[add(1, 2)]), None, "too old");
}

#[test]
fn an_unknown_parameter_may_end_the_chunk() {
    let mut a = End::new(1);
    let raw = |kind| Parameter::Unknown(RawTlv { kind, value: &[0, 0, 0, 9], bytes: &[] });
    let answer = a.take(900, 1, &[raw(0x8123), add(1, 2), raw(0x0123), add(2, 3)]);
    let unknown = (9, Some(CauseCode::UnrecognizedParameters));
    assert_eq!(said(answer), (900, vec![unknown, (1, None), unknown]));
    assert_eq!(a.addresses(), [at(1), at(2)]);
}
