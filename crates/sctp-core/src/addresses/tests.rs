//! Changes of addresses: own ones, the peer's, and both ends together.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::path::{PathId, PathSet, PathSettings};
use crate::wire::chunk::RawChunk;
use crate::wire::parameter::ParameterType;
use crate::wire::{Cause, CauseCode, Chunk, ChunkType, RawTlv};

const RTO: Duration = Duration::from_millis(100);
/// The UDP port behind which the peer is.
const PORT: u16 = 9899;

fn ms(n: u64) -> Now {
    Duration::from_millis(n)
}

fn ip(n: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, n])
}

fn at(n: u8) -> SocketAddr {
    SocketAddr::new(ip(n), PORT)
}

/// One end; its peer's ASCONFs begin with 900 and its own with 100.
struct End {
    changes: AddressChanges,
    paths: PathSet,
    moved: Vec<PathId>,
    events: VecDeque<Event>,
}

impl End {
    /// An end whose peer has the addresses 1 (the primary) to `count`.
    fn new(count: u8) -> Self {
        let mut paths = PathSet::new(ms(0), at(1), PathSettings::default(), 0);
        for n in 2..=count {
            paths.add(ms(0), at(n), true, 0).expect("there is room");
        }
        let changes = AddressChanges::new(Tsn(100), Tsn(900));
        Self { changes, paths, moved: Vec::new(), events: VecDeque::new() }
    }

    /// An ASCONF comes; the answer's value.
    fn take(&mut self, serial: u32, from: u8, parameters: &[Parameter<'_>]) -> Option<Vec<u8>> {
        let parameters = Parameters::of(parameters);
        self.take_chunk(&Asconf { serial: AsconfSerial(serial), address: ip(1), parameters }, from)
    }

    fn take_chunk(&mut self, chunk: &Asconf<'_>, from: u8) -> Option<Vec<u8>> {
        let Self { changes, paths, moved, events } = self;
        changes.on_asconf(ms(0), chunk, at(from), 7, paths, moved, events)
    }

    /// An ASCONF-ACK comes.
    fn hear(&mut self, serial: u32, parameters: &[Parameter<'_>]) -> Result<(), ()> {
        let parameters = Parameters::of(parameters);
        let chunk = AsconfAck { serial: AsconfSerial(serial), parameters };
        self.changes.on_asconf_ack(&chunk, &mut self.events)
    }

    fn poll(&mut self, now: Now) -> Option<Vec<u8>> {
        let work = self.changes.has_work();
        let value = self.changes.poll(now, RTO, ip(77));
        assert_eq!(work, value.is_some(), "has_work foretells poll");
        value
    }

    fn events(&mut self) -> Vec<Event> {
        self.events.drain(..).collect()
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.paths.iter().map(|path| path.addr()).collect()
    }
}

fn change(correlation: u32, n: u8) -> AddressChange {
    AddressChange { correlation, address: ip(n) }
}

fn add(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::AddAddress(change(correlation, n))
}

fn delete(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::DeleteAddress(change(correlation, n))
}

fn primary(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::SetPrimary(change(correlation, n))
}

fn any_address(correlation: u32) -> AddressChange {
    AddressChange { correlation, address: IpAddr::from([0, 0, 0, 0]) }
}

fn raw(chunk_type: ChunkType, value: &[u8]) -> RawChunk<'_> {
    RawChunk { chunk_type, flags: 0, value, bytes: value, offset: 0 }
}

/// The serial number of an answer and what it says: `None` for done.
fn said(answer: Option<Vec<u8>>) -> (u32, Vec<(u32, Option<CauseCode>)>) {
    let value = answer.expect("an answer");
    let Ok(Chunk::AsconfAck(ack)) = Chunk::decode(&raw(ChunkType::AsconfAck, &value)) else {
        panic!("an ASCONF-ACK");
    };
    let entry = |parameter| match parameter {
        Parameter::SuccessIndication(correlation) => (correlation, None),
        Parameter::ErrorCauseIndication(correlation, causes) => {
            let cause: Cause<'_> = causes.iter().next().expect("a cause").expect("well formed");
            (correlation, Some(cause.code()))
        }
        other => panic!("not in an answer: {other:?}"),
    };
    let parameters = ack.parameters.iter().map(|p| entry(p.expect("well formed")));
    (ack.serial.0, parameters.collect())
}

fn added(n: u8) -> Event {
    Event::AddressAdded { address: at(n) }
}

fn removed(n: u8) -> Event {
    Event::AddressRemoved { address: at(n) }
}

fn answered(n: u8, accepted: bool) -> Event {
    Event::AddressAnswered { address: ip(n), accepted }
}

#[test]
fn a_new_address_is_asked_before_it_is_used() {
    let mut a = End::new(1);
    assert_eq!(said(a.take(900, 1, &[add(5, 2)])), (900, vec![]), "all is well");
    assert_eq!(a.events(), [added(2)]);
    assert_eq!(a.addresses(), [at(1), at(2)], "behind the same UDP port");
    let path = a.paths.get(PathId(1)).expect("the new path");
    assert_eq!(path.state(), crate::path::PathState::Unconfirmed);
    a.paths.on_timer(ms(0), 0);
    let heartbeat = (PathId(1), crate::path::Action::Heartbeat);
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

#[test]
fn own_changes_go_together_and_one_chunk_at_a_time() {
    let mut a = End::new(1);
    a.changes.request(Change::Add(ip(40)));
    a.changes.request(Change::Add(ip(40)));
    a.changes.request(Change::Remove(ip(41)));
    let value = a.poll(ms(0)).expect("an ASCONF");
    let Ok(Chunk::Asconf(sent)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
        panic!("an ASCONF");
    };
    assert_eq!((sent.serial, sent.address), (AsconfSerial(100), ip(77)));
    let parameters: Vec<_> = sent.parameters.iter().flatten().collect();
    assert_eq!(parameters, [add(0, 40), delete(1, 41)]);
    a.changes.request(Change::AskPrimary(ip(40)));
    assert_eq!(a.poll(ms(0)), None, "one at a time");
    // Nobody answers: the same again.
    assert_eq!(a.changes.next_due(), Some(ms(100)));
    assert!(!a.changes.on_timer(ms(99)));
    assert!(a.changes.on_timer(ms(100)), "an error of the association");
    assert_eq!(a.poll(ms(100)), Some(value));
    // Silence about a change is success.
    assert_eq!(a.hear(100, &[]), Ok(()));
    assert_eq!(a.events(), [answered(40, true), answered(41, true)]);
    let value = a.poll(ms(200)).expect("the next ASCONF");
    let Ok(Chunk::Asconf(sent)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
        panic!("an ASCONF");
    };
    assert_eq!(sent.parameters.iter().next(), Some(Ok(primary(0, 40))));
}

#[test]
fn silence_after_a_failure_is_failure() {
    let mut a = End::new(1);
    for n in 1..=5 {
        a.changes.request(Change::Add(ip(n)));
    }
    a.poll(ms(0)).expect("an ASCONF");
    let causes = [Cause::OutOfResource];
    let failed = Parameter::ErrorCauseIndication(2, crate::wire::Causes::of(&causes));
    let strange = Parameter::SuccessIndication(99);
    a.hear(100, &[failed, Parameter::SuccessIndication(4), strange]).expect("a legal answer");
    let expected = [true, true, false, false, true];
    let expected: Vec<_> = (1..).zip(expected).map(|(n, accepted)| answered(n, accepted)).collect();
    assert_eq!(a.events(), expected);
    assert_eq!(a.changes.next_due(), None);
}

#[test]
fn an_answer_to_nothing_is_illegal() {
    let mut a = End::new(1);
    assert_eq!(a.hear(99, &[]), Ok(()), "old");
    assert_eq!(a.hear(100, &[]), Err(()), "never asked");
    assert_eq!(a.hear(101, &[]), Err(()));
    a.changes.request(Change::Add(ip(2)));
    a.poll(ms(0)).expect("an ASCONF");
    assert_eq!(a.hear(99, &[]), Ok(()));
    assert_eq!(a.hear(101, &[]), Ok(()), "passed over while one is out");
    assert_eq!(a.events(), []);
    assert_eq!(a.hear(100, &[]), Ok(()));
    assert_eq!(a.hear(100, &[]), Ok(()), "a second copy");
    assert_eq!(a.events(), [answered(2, true)]);
}

#[test]
fn a_malformed_answer_is_none() {
    let mut a = End::new(1);
    a.changes.request(Change::Add(ip(2)));
    a.poll(ms(0)).expect("an ASCONF");
    let parameters = Parameters::from_wire(&[0xC0, 0x05, 0, 200]);
    let chunk = AsconfAck { serial: AsconfSerial(100), parameters };
    assert_eq!(a.changes.on_asconf_ack(&chunk, &mut a.events), Ok(()));
    assert_eq!(a.events(), []);
    assert!(a.changes.next_due().is_some(), "it is asked again");
}

#[test]
fn many_changes_take_several_chunks() {
    let (mut a, mut z) = (End::new(1), End::new(1));
    for n in 2..=14 {
        a.changes.request(Change::Add(ip(n)));
    }
    let mut chunks = 0;
    while let Some(value) = a.poll(ms(0)) {
        chunks += 1;
        let Ok(Chunk::Asconf(mut chunk)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
            panic!("an ASCONF");
        };
        chunk.serial = chunk.serial.plus(800);
        let answer = z.take_chunk(&chunk, 1).expect("an answer");
        let Ok(Chunk::AsconfAck(mut ack)) = Chunk::decode(&raw(ChunkType::AsconfAck, &answer))
        else {
            panic!("an ASCONF-ACK");
        };
        ack.serial = ack.serial.minus(800);
        a.changes.on_asconf_ack(&ack, &mut a.events).expect("a legal answer");
    }
    assert_eq!(chunks, 2);
    assert_eq!(z.paths.iter().count(), 14);
    assert_eq!(a.events().len(), 13);
}

proptest! {
    #[test]
    fn any_parameters_are_survived_and_done_once(
        chunks in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..80), 1_u8..4), 1..8)
    ) {
        let mut a = End::new(2);
        let mut serial = AsconfSerial(900);
        for (bytes, from) in &chunks {
            let parameters = Parameters::from_wire(bytes);
            let chunk = Asconf { serial, address: ip(1), parameters };
            let answer = a.take_chunk(&chunk, *from);
            let (addresses, events) = (a.addresses(), a.events());
            if answer.is_some() {
                prop_assert_eq!(a.take_chunk(&chunk, *from), answer);
                prop_assert_eq!(a.addresses(), addresses);
                prop_assert_eq!(a.events(), []);
                serial = serial.next();
            } else {
                prop_assert_eq!(events, []);
            }
        }
    }

    #[test]
    fn any_answer_is_survived(serial in 98_u32..103, bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let mut a = End::new(1);
        a.changes.request(Change::Add(ip(2)));
        a.poll(ms(0));
        let parameters = Parameters::from_wire(&bytes);
        let chunk = AsconfAck { serial: AsconfSerial(serial), parameters };
        prop_assert_eq!(a.changes.on_asconf_ack(&chunk, &mut a.events), Ok(()));
        prop_assert!(a.events().len() <= 1);
    }

    /// Well-formed changes in any order: the set stays usable.
    #[test]
    fn any_changes_leave_a_path(changes in proptest::collection::vec((0_u8..3, 0_u8..6, 1_u8..4), 0..40)) {
        let mut a = End::new(2);
        for (serial, (what, n, from)) in (900..).zip(changes) {
            let mut change = change(1, n);
            if n == 0 {
                change.address = IpAddr::from([0, 0, 0, 0]);
            }
            let parameter = match what {
                0 => Parameter::AddAddress(change),
                1 => Parameter::DeleteAddress(change),
                _ => Parameter::SetPrimary(change),
            };
            prop_assert!(a.take(serial, from, &[parameter]).is_some());
            let primary = a.paths.get(a.paths.primary());
            prop_assert!(primary.is_some_and(|p| p.state() != crate::path::PathState::Unconfirmed));
        }
    }
}
