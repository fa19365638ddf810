//! What comes whole does what it does in pieces.

use crate::network::{GET, Memory, Network, PUT, entry, place, process, spec};
use ferry_portals::PortalsHandle;
use ferry_portals::three::{
    AnswerHead, AnswerKind, DescriptorOptions, DescriptorSpec, Event, LocalPart, PortalsError,
    RequestHead, RequestKind, StatusRegister,
};
use proptest::prelude::*;

/// A descriptor: options, threshold, what `max_size` is, whether it goes once spent.
type Terms = (u32, Option<u32>, u64, bool);
/// A request: a get or a put, where it begins, how long it is, and whether it is to be acknowledged.
type Asked = (bool, u64, u64, bool);

fn terms() -> impl Strategy<Value = Terms> {
    (0..0x200u32, prop::option::of(0..4u32), 0..4u64, any::<bool>())
}

fn asked() -> impl Strategy<Value = Asked> {
    (any::<bool>(), 0..6u64, 0..6u64, any::<bool>())
}

/// All that can be seen of a network in the end.
#[derive(PartialEq, Debug)]
struct Seen {
    answers: Vec<Result<(), PortalsError>>,
    memories: [Vec<u8>; 2],
    events: [Vec<String>; 2],
    registers: Vec<u64>,
}

fn describe(event: &Event) -> String {
    format!("{event:?}")
}

fn furnish(net: &mut Network, (options, threshold, max_size, unlinks): Terms) -> [Memory; 2] {
    let (there, here) = (Memory::of(b"abcdef"), Memory::of(b"012345"));
    let events = [net.queue(0), net.queue(1)];
    // Pieces and what is none of these are other tests'.
    let options = options & !DescriptorOptions::IOVEC;
    let theirs = DescriptorSpec { threshold, max_size, ..spec(there, options) };
    net.attach(1, &entry(5), DescriptorSpec { events: Some(events[1]), ..theirs }, unlinks);
    net.attach(1, &entry(5), spec(there, PUT | GET | DescriptorOptions::TRUNCATE), false);
    let ours = DescriptorSpec { events: Some(events[0]), ..spec(here, options) };
    assert_eq!(net.ends[0].md_bind(ours, unlinks), Ok(own()));
    [there, here]
}

fn own() -> PortalsHandle {
    PortalsHandle::new(ferry_portals::ObjectKind::Descriptor, 0, 0, 0)
}

fn run(is_quick: bool, terms: Terms, requests: &[Asked]) -> Seen {
    let mut net = Network::new(2);
    net.is_quick = is_quick;
    let memories = furnish(&mut net, terms);
    let answers = requests.iter().map(|&(is_get, offset, length, wants_ack)| {
        let (part, to) = (Some(LocalPart { offset, length }), place(1, 5));
        let asked = match is_get {
            true => net.ends[0].get(own(), part, &to),
            false => net.ends[0].put(own(), part, wants_ack, &to, 9),
        };
        net.run();
        asked
    });
    let answers = answers.collect();
    let queue = PortalsHandle::new(ferry_portals::ObjectKind::EventQueue, 0, 0, 0);
    let events = [0, 1].map(|at| net.events(at, queue).iter().map(describe).collect());
    use StatusRegister as Register;
    let registers = [0, 1].map(|at| {
        [
            Register::DropCount,
            Register::DropLength,
            Register::RecvCount,
            Register::RecvLength,
            Register::MesCurrent,
            Register::MdsCurrent,
        ]
        .map(|register| net.ends[at].status(register))
    });
    Seen { answers, memories: memories.map(Memory::bytes), events, registers: registers.concat() }
}

proptest! {
    #[test]
    fn whole_is_as_in_pieces(
        terms in terms(),
        requests in prop::collection::vec(asked(), 1..6),
    ) {
        prop_assert_eq!(run(true, terms, &requests), run(false, terms, &requests));
    }

    /// The short way to say something says the same.
    #[test]
    fn heads_say_what_they_are_made_of(
        kind in prop_oneof![
            Just(RequestKind::Put), Just(RequestKind::Get), Just(RequestKind::GetPut)
        ],
        numbers in prop::array::uniform5(prop_oneof![Just(0), 1..1000u32, any::<u32>()]),
        words in prop::array::uniform5(prop_oneof![Just(0), 1..100_000u64, any::<u64>()]),
    ) {
        let head = RequestHead {
            kind,
            interface: numbers[0] as u8,
            uid: numbers[1],
            jid: numbers[2],
            pt_index: numbers[3],
            ac_index: numbers[4],
            match_bits: words[0],
            offset: words[1],
            length: words[2],
            hdr_data: words[3],
            token: words[4],
        };
        let encoded = head.encode();
        prop_assert_eq!(RequestHead::decode(encoded.head()), Ok(head));
        for len in 0..encoded.head().len() {
            prop_assert!(RequestHead::decode(&encoded.head()[..len]).is_err());
        }
        if let Some(brief) = head.brief() {
            let of = (brief.bits, brief.words);
            let bytes = if head.kind == RequestKind::Put { vec![1; head.length as usize] } else { vec![] };
            prop_assert_eq!(RequestHead::decode_brief(of, brief.payload(&bytes)), Ok(Some(head)));
            let is_put = head.kind == RequestKind::Put;
            prop_assert_eq!(RequestHead::decode_brief(of, &[1; 33]).is_ok(), is_put);
        }
    }

    /// The same of answers.
    #[test]
    fn answers_say_what_they_are_made_of(
        kind in prop_oneof![
            Just(AnswerKind::Ack), Just(AnswerKind::Reply), Just(AnswerKind::Nothing)
        ],
        interface in any::<u8>(),
        words in prop::array::uniform3(prop_oneof![Just(0), 1..2000u64, any::<u64>()]),
    ) {
        let [token, offset, length] = words;
        let head = AnswerHead { kind, interface, token, offset, length };
        prop_assert_eq!(AnswerHead::decode(head.encode().head()), Ok(head));
        let Some(brief) = head.brief() else { return Ok(()) };
        let bytes = if head.has_bytes() { vec![1; length as usize] } else { vec![] };
        let (of, payload) = ((brief.bits, brief.words), brief.payload(&bytes));
        prop_assert_eq!(RequestHead::decode_brief(of, payload), Ok(None));
        prop_assert_eq!(AnswerHead::decode_brief(of, payload), Ok(head));
    }
}

/// Bytes that are others than their head says go nowhere.
#[test]
fn what_is_not_whole_is_dropped() {
    let mut net = Network::new(2);
    let there = Memory::of(b"stay");
    net.attach(1, &entry(5), spec(there, PUT), false);
    let ours = net.ends[0].md_bind(spec(Memory::of(b"gone"), 0), false).unwrap();
    net.ends[0].put(ours, None, false, &place(1, 5), 0).unwrap();
    let (_, request) = net.next().unwrap();
    let ferry_portals::three::OutgoingHead::Request(head) = request.head else {
        panic!("a put is a request")
    };
    let by = net.ends[0].owner();
    net.ends[1].deliver(by, &head, b"gon");
    assert_eq!(
        (there.bytes(), net.ends[1].status(StatusRegister::DropCount)),
        (b"stay".to_vec(), 1)
    );
    assert_eq!(by.process, process(0));
}
