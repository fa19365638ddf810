//! What comes whole does what it does in pieces.

use crate::network::{GET, Memory, Network, PUT, entry, get, put};
use ferry_portals::four::{
    AckRequest, EntryDescription, EntryList, EntryOptions, Movement, NiFail, NiRegister,
    OperationHead, OperationKind, ResultHead,
};
use proptest::prelude::*;

/// An entry: its options, whether it counts, whether it is for overflow.
type Entry = (u32, bool, bool);
/// A request: a get or a put, where it begins, how long it is, what is told of it, and its word for the target.
type Asked = (bool, u64, u64, u8, u64);

/// All that can be seen of a network in the end.
#[derive(PartialEq, Debug)]
struct Seen {
    memories: Vec<Vec<u8>>,
    events: Vec<String>,
    counted: Vec<(u64, u64)>,
    registers: Vec<u64>,
}

fn ack(number: u8) -> AckRequest {
    match number {
        0 => AckRequest::None,
        1 => AckRequest::Full,
        2 => AckRequest::Counting,
        _ => AckRequest::Completion,
    }
}

/// Appends an entry whose address is told as nothing: it is another in each network.
fn add(net: &mut Network, memory: Memory, (options, counts, is_overflow): Entry) {
    let counter = net.ni(1).ct_alloc().unwrap();
    let options = options & EntryOptions::OF_MATCHING & !1 | PUT;
    let spec = entry(memory, 5, options);
    let list = if is_overflow { EntryList::Overflow } else { EntryList::Priority };
    net.append(1, list, EntryDescription { counter: counts.then_some(counter), ..spec });
}

fn run(is_quick: bool, flow: bool, entries: &[Entry], requests: &[Asked]) -> Seen {
    let (mut net, queues) = Network::new(2);
    net.is_quick = is_quick;
    let queue =
        if flow { net.portal(1, ferry_portals::four::PtOptions::FLOWCTRL) } else { queues[1] };
    let memory: Vec<_> = entries.iter().map(|_| Memory::of(b"abcdef")).collect();
    for (memory, of) in memory.iter().zip(entries) {
        add(&mut net, *memory, *of);
    }
    let here = Memory::of(b"012345");
    let bound = net.bind(0, here, 0);
    for &(is_get, offset, length, told, hdr_data) in requests {
        let movement = match is_get {
            true => get(bound.descriptor, length, 1, 5),
            false => Movement { ack: ack(told), hdr_data, ..put(bound.descriptor, length, 1, 5) },
        };
        net.ni(0).start(&Movement { offset, ..movement }).unwrap();
        net.run();
    }
    let starts: Vec<u64> = memory.iter().map(|memory| memory.address()).collect();
    let mut events = Vec::new();
    for (at, queue) in [(0, bound.queue), (1, queue)] {
        for mut event in net.events(at, queue) {
            // Where in which memory, whatever its address.
            event.start = starts
                .iter()
                .zip(1..)
                .find(|(start, _)| event.start.wrapping_sub(**start) <= 6)
                .map_or(0, |(start, number)| number * 100 + event.start - start);
            events.push(format!("{event:?}"));
        }
    }
    let registers =
        [NiRegister::DropCount, NiRegister::PermissionViolations, NiRegister::OperationViolations];
    Seen {
        memories: memory.iter().chain([&here]).map(|memory| memory.bytes()).collect(),
        events,
        counted: vec![net.counted(0, bound.counter)],
        registers: registers.map(|register| net.ni(1).status(register)).to_vec(),
    }
}

fn asked() -> impl Strategy<Value = Asked> {
    // Which words are 0 decides what the head of a put is.
    let word = prop_oneof![Just(0), any::<u64>()];
    (any::<bool>(), 0..8u64, 0..6u64, 0..4u8, word)
}

proptest! {
    #[test]
    fn whole_is_as_in_pieces(
        flow in any::<bool>(),
        entries in prop::collection::vec((any::<u32>(), any::<bool>(), any::<bool>()), 0..4),
        requests in prop::collection::vec(asked(), 1..6),
    ) {
        let quick = run(true, flow, &entries, &requests);
        prop_assert_eq!(quick, run(false, flow, &entries, &requests));
    }

    /// The short way to say something says the same.
    #[test]
    fn heads_say_what_they_are_made_of(
        kind in prop_oneof![Just(OperationKind::Put), Just(OperationKind::Get)],
        numbers in prop::array::uniform3(prop_oneof![Just(0), 1..1000u32, any::<u32>()]),
        words in prop::array::uniform5(prop_oneof![Just(0), 1..100_000u64, any::<u64>()]),
    ) {
        let head = OperationHead {
            kind,
            interface: numbers[0] as u8,
            uid: numbers[1],
            pt_index: numbers[2],
            match_bits: words[0],
            offset: words[1],
            length: words[2],
            hdr_data: words[3],
            token: words[4],
        };
        let encoded = head.encode();
        prop_assert_eq!(OperationHead::decode(encoded.head()), Ok(head));
        for len in 0..encoded.head().len() {
            prop_assert!(OperationHead::decode(&encoded.head()[..len]).is_err());
        }
        if let Some(brief) = head.brief() {
            let of = (brief.bits, brief.words);
            let bytes = if head.kind == OperationKind::Put { vec![1; head.length as usize] } else { vec![] };
            prop_assert_eq!(OperationHead::decode_brief(of, brief.payload(&bytes)), Ok(Some(head)));
            let is_put = head.kind == OperationKind::Put;
            prop_assert_eq!(OperationHead::decode_brief(of, &[1; 33]).is_ok(), is_put);
        }
    }

    /// The same of results.
    #[test]
    fn results_say_what_they_are_made_of(
        interface in any::<u8>(),
        is_reply in any::<bool>(),
        words in prop::array::uniform3(prop_oneof![Just(0), 1..2000u64, any::<u64>()]),
    ) {
        let [token, offset, length] = words;
        let (fail, list) = (NiFail::OpViolation, EntryList::Overflow);
        let head = ResultHead { is_reply, interface, fail, list, token, offset, length };
        let Some(brief) = head.brief() else { return Ok(()) };
        let bytes = if is_reply { vec![1; length as usize] } else { vec![] };
        let (of, payload) = ((brief.bits, brief.words), brief.payload(&bytes));
        prop_assert_eq!(OperationHead::decode_brief(of, payload), Ok(None));
        prop_assert_eq!(ResultHead::decode_brief(of, payload), Ok(head));
    }
}

#[test]
fn an_entry_that_stays_is_told_and_counted() {
    let (mut net, queues) = Network::new(2);
    net.is_quick = true;
    let (there, counter) = (Memory::new(4), net.ni(1).ct_alloc().unwrap());
    let options = PUT | GET | EntryOptions::CT_COMM | EntryOptions::CT_BYTES;
    let spec = entry(there, 5, options);
    net.expect(1, EntryDescription { counter: Some(counter), ..spec });
    assert_eq!(net.send(0, b"abc", 1, 5).len(), 2);
    assert_eq!(net.send(0, b"whole", 1, 5).len(), 2);
    assert_eq!((there.bytes(), net.counted(1, counter)), (b"whol".to_vec(), (7, 0)));
    let heard = net.events(1, queues[1]);
    assert_eq!(heard.iter().map(|event| event.mlength).collect::<Vec<_>>(), [0, 3, 4]);
}
