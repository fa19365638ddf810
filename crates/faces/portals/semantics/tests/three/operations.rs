//! Puts, gets and exchanges, and the events of both ends.

use crate::network::{GET, Memory, Network, PUT, REMOTE, TRUNCATE, entry, place, process, spec};
use EventKind::{
    Ack, GetEnd, GetPutEnd, GetPutStart, GetStart, PutEnd, PutStart, ReplyEnd, ReplyStart, SendEnd,
    SendStart, Unlink,
};
use ferry_portals::three::{
    DescriptorMemory, DescriptorOptions, DescriptorSpec, EntrySpec, EventKind, LocalPart,
    PortalsError, RemotePlace, StatusRegister,
};
use ferry_portals::{PortalsProcess, ProcessPattern};

#[test]
fn a_put_comes_into_place_and_both_ends_hear_of_it() {
    let mut net = Network::new(2);
    let (at, events) = (Memory::new(10), net.queue(1));
    let target = DescriptorSpec { events: Some(events), ..spec(at, PUT | REMOTE) };
    net.attach(1, &entry(5), target, false);
    let to = RemotePlace { offset: 2, ..place(1, 5) };
    let own = net.put(0, Memory::of(b"portals"), &to);
    net.run();
    assert_eq!(at.bytes(), b"\0\0portals\0");
    assert_eq!(net.kinds(0, own), [SendStart, SendEnd, Ack]);
    let heard = net.events(1, events);
    assert_eq!(heard.iter().map(|e| e.kind).collect::<Vec<_>>(), [PutStart, PutEnd]);
    let end = &heard[1];
    assert_eq!((end.rlength, end.mlength, end.offset, end.hdr_data), (7, 7, 2, 99));
    assert_eq!((end.initiator, end.pt_index, end.match_bits), (process(0), 3, 5));
    assert!(heard[0].link == end.link && heard[0].sequence + 1 == end.sequence);
    assert_eq!(net.ends[1].status(StatusRegister::RecvLength), 7);
}

#[test]
fn acknowledgements_come_where_they_are_wanted_and_allowed() {
    for (silent, wanted, heard) in [(false, true, true), (false, false, false), (true, true, false)]
    {
        let mut net = Network::new(2);
        let silence = if silent { DescriptorOptions::ACK_DISABLE } else { 0 };
        net.attach(1, &entry(5), spec(Memory::new(4), PUT | silence), false);
        let events = net.queue(0);
        let own = DescriptorSpec { events: Some(events), ..spec(Memory::of(b"four"), 0) };
        let own = net.ends[0].md_bind(own, false).unwrap();
        net.ends[0].put(own, None, wanted, &place(1, 5), 0).unwrap();
        net.run();
        assert_eq!(net.kinds(0, events).contains(&Ack), heard);
    }
}

#[test]
fn a_get_brings_what_is_there() {
    let mut net = Network::new(2);
    let (there, events) = (Memory::of(b"0123456789"), net.queue(1));
    net.attach(
        1,
        &entry(5),
        DescriptorSpec { events: Some(events), ..spec(there, GET | REMOTE) },
        false,
    );
    let (here, own) = (Memory::new(8), net.queue(0));
    let into = DescriptorSpec { events: Some(own), ..spec(here, 0) };
    let into = net.ends[0].md_bind(into, false).unwrap();
    let from = RemotePlace { offset: 4, ..place(1, 5) };
    net.ends[0].get(into, Some(LocalPart { offset: 1, length: 4 }), &from).unwrap();
    net.run();
    assert_eq!(here.bytes(), b"\x004567\0\0\0");
    assert_eq!(net.kinds(1, events), [GetStart, GetEnd]);
    let heard = net.events(0, own);
    assert_eq!(heard.iter().map(|e| e.kind).collect::<Vec<_>>(), [ReplyStart, ReplyEnd]);
    assert_eq!((heard[1].mlength, heard[1].offset, heard[1].initiator), (4, 1, process(1)));
}

/// A get of what is shorter there brings that; the rest stays as it was.
#[test]
fn a_get_may_bring_less() {
    let mut net = Network::new(2);
    net.attach(1, &entry(5), spec(Memory::of(b"abc"), GET | TRUNCATE), false);
    let (here, own) = (Memory::of(b"......"), net.queue(0));
    let into = DescriptorSpec { events: Some(own), ..spec(here, 0) };
    let into = net.ends[0].md_bind(into, false).unwrap();
    net.ends[0].get(into, None, &place(1, 5)).unwrap();
    net.run();
    assert_eq!(here.bytes(), b"abc...");
    let end = net.events(0, own).pop().unwrap();
    assert_eq!((end.rlength, end.mlength), (6, 3));
}

#[test]
fn an_exchange_is_both_at_once() {
    let mut net = Network::new(2);
    let (there, events) = (Memory::of(b"before.."), net.queue(1));
    let target = DescriptorSpec { events: Some(events), ..spec(there, PUT | GET | REMOTE) };
    net.attach(1, &entry(5), target, false);
    let (here, own) = (Memory::new(6), net.queue(0));
    let with = |memory| DescriptorSpec { events: Some(own), ..spec(memory, 0) };
    let get = net.ends[0].md_bind(with(here), false).unwrap();
    let put = net.ends[0].md_bind(with(Memory::of(b"after!")), false).unwrap();
    net.ends[0].get_put(get, put, &place(1, 5), 0).unwrap();
    net.run();
    assert_eq!((here.bytes(), there.bytes()), (b"before".to_vec(), b"after!..".to_vec()));
    assert_eq!(net.kinds(0, own), [SendStart, SendEnd, ReplyStart, ReplyEnd]);
    assert_eq!(net.kinds(1, events), [GetPutStart, GetPutEnd]);
    let long = net.ends[0].md_bind(spec(Memory::new(1025), 0), false).unwrap();
    let refused = net.ends[0].get_put(long, long, &place(1, 5), 0);
    assert_eq!(refused, Err(PortalsError::MdIllegal));
}

/// The first entry of the list that accepts a request has it, and what does not is stepped over.
#[test]
fn requests_are_translated_step_by_step() {
    let mut net = Network::new(3);
    let of_second = EntrySpec { processes: process(2).into(), ..entry(5) };
    let any_bits = EntrySpec { ignore_bits: 0xf, ..entry(0) };
    let elsewhere = EntrySpec {
        processes: ProcessPattern { nid: Some(8), pid: None },
        ignore_bits: !0,
        ..entry(0)
    };
    let lists = [
        (of_second, PUT),
        (elsewhere, PUT),
        // One that a put does not find, and one that is too short.
        (any_bits, GET),
        (entry(6), PUT),
        (any_bits, PUT),
    ];
    let memories: Vec<Memory> = [8, 8, 8, 2, 8].map(Memory::new).to_vec();
    // An entry without a descriptor accepts nothing.
    net.ends[0].me_attach(3, &any_bits, ferry_portals::three::InsertPlace::After).unwrap();
    for ((entry, options), memory) in lists.iter().zip(&memories) {
        net.attach(0, entry, spec(*memory, *options), false);
    }
    net.put(1, Memory::of(b"one"), &place(0, 5));
    net.put(2, Memory::of(b"two"), &place(0, 5));
    net.put(2, Memory::of(b"six"), &place(0, 6));
    net.put(1, Memory::of(b"no"), &place(0, 0x10));
    net.run();
    let begin = |n: usize| memories[n].bytes()[..3].to_vec();
    assert_eq!((begin(0), begin(4)), (b"two".to_vec(), b"one".to_vec()));
    assert_eq!(memories[4].bytes()[..6], *b"onesix", "it goes on where it was");
    assert!([1, 2, 3].iter().all(|n| memories[*n].bytes().iter().all(|byte| *byte == 0)));
    assert_eq!(net.ends[0].status(StatusRegister::DropCount), 1);
    assert_eq!(net.ends[0].status(StatusRegister::DropLength), 2);
}

#[test]
fn what_does_not_fit_is_cut_or_goes_on() {
    let mut net = Network::new(2);
    let (cut, events) = (Memory::of(b"....."), net.queue(1));
    let cutting = DescriptorSpec { events: Some(events), ..spec(cut, PUT | TRUNCATE) };
    net.attach(1, &entry(5), cutting, false);
    net.put(0, Memory::of(b"abc"), &place(1, 5));
    net.put(0, Memory::of(b"defgh"), &place(1, 5));
    net.put(0, Memory::of(b"more"), &place(1, 5));
    net.run();
    assert_eq!(cut.bytes(), b"abcde");
    let lengths: Vec<_> = net.events(1, events).iter().map(|e| (e.rlength, e.mlength)).collect();
    assert_eq!(lengths, [(3, 3), (3, 3), (5, 2), (5, 2), (4, 0), (4, 0)]);
    assert_eq!(net.ends[1].status(StatusRegister::DropCount), 0);
}

#[test]
fn memory_of_pieces_is_one() {
    let mut net = Network::new(2);
    let pieces = [Memory::of(b".."), Memory::of(b""), Memory::of(b"..."), Memory::of(b"....")];
    let arenas: Vec<_> = pieces.iter().map(|piece| piece.arena()).collect();
    let memory = DescriptorMemory::Pieces(arenas.into());
    let target = DescriptorSpec { memory, ..spec(Memory::new(0), PUT | GET | REMOTE) };
    net.attach(1, &entry(5), target, false);
    net.put(0, Memory::of(b"1234567"), &RemotePlace { offset: 1, ..place(1, 5) });
    let here = Memory::new(5);
    let into = net.ends[0].md_bind(spec(here, 0), false).unwrap();
    net.ends[0].get(into, None, &RemotePlace { offset: 3, ..place(1, 5) }).unwrap();
    net.run();
    let all: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes()).collect();
    assert_eq!((all, here.bytes()), (b".1234567.".to_vec(), b"34567".to_vec()));
}

/// A threshold counts what can make events; with the last the descriptor goes, and its entry.
#[test]
fn a_spent_descriptor_goes() {
    let mut net = Network::new(2);
    let events = net.queue(1);
    let with =
        DescriptorSpec { events: Some(events), threshold: Some(2), ..spec(Memory::new(9), PUT) };
    let (me, md) = net.attach(1, &EntrySpec { unlinks: true, ..entry(5) }, with, true);
    for _ in 0..3 {
        net.put(0, Memory::of(b"abc"), &place(1, 5));
    }
    net.run();
    let heard = net.events(1, events);
    let kinds: Vec<_> = heard.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [PutStart, PutEnd, PutStart, PutEnd, Unlink]);
    assert_eq!(heard[4].link, heard[3].link);
    assert_eq!((heard[1].spec.threshold, heard[3].spec.threshold), (Some(1), Some(0)));
    assert_eq!(net.ends[1].md_unlink(md), Err(PortalsError::MdInvalid));
    assert_eq!(net.ends[1].me_unlink(me), Err(PortalsError::MeInvalid));
    assert_eq!(net.ends[1].status(StatusRegister::DropCount), 1);
    assert_eq!(net.ends[1].status(StatusRegister::MesCurrent), 0);
}

#[test]
fn a_descriptor_with_too_little_room_is_spent() {
    let mut net = Network::new(2);
    let limited =
        |memory| DescriptorSpec { max_size: 4, ..spec(memory, PUT | DescriptorOptions::MAX_SIZE) };
    let (first, second) = (Memory::new(8), Memory::new(8));
    let unlinking = EntrySpec { unlinks: true, ..entry(5) };
    net.attach(1, &unlinking, limited(first), true);
    net.attach(1, &unlinking, limited(second), true);
    for word in [b"ab", b"cd", b"ef", b"gh"] {
        net.put(0, Memory::of(word), &place(1, 5));
    }
    net.run();
    assert_eq!((&first.bytes()[..6], &second.bytes()[..2]), (&b"abcdef"[..], &b"gh"[..]));
    assert_eq!(net.ends[1].status(StatusRegister::MdsCurrent), 1);
}

/// Put and acknowledgement are two; a descriptor for one of them is spent when the other comes.
#[test]
fn a_threshold_of_one_is_spent_by_the_send() {
    for (threshold, kinds) in [(1, vec![SendStart, SendEnd]), (2, vec![SendStart, SendEnd, Ack])] {
        let mut net = Network::new(2);
        net.attach(1, &entry(5), spec(Memory::new(3), PUT), false);
        let events = net.queue(0);
        let threshold = Some(threshold);
        let own = DescriptorSpec { events: Some(events), threshold, ..spec(Memory::of(b"abc"), 0) };
        let own = net.ends[0].md_bind(own, false).unwrap();
        net.ends[0].put(own, None, true, &place(1, 5), 0).unwrap();
        net.run();
        assert_eq!(net.kinds(0, events), kinds);
        let again = net.ends[0].put(own, None, true, &place(1, 5), 0);
        assert_eq!(again, Err(PortalsError::MdInvalid), "it is spent");
    }
}

#[test]
fn events_can_be_left_out() {
    let no_starts = DescriptorOptions::EVENT_START_DISABLE;
    let no_ends = DescriptorOptions::EVENT_END_DISABLE;
    for (options, expected) in [
        (no_starts, vec![PutEnd, Unlink]),
        (no_ends, vec![PutStart, Unlink]),
        (no_starts | no_ends, vec![]),
    ] {
        let mut net = Network::new(2);
        let events = net.queue(1);
        let with = DescriptorSpec {
            events: Some(events),
            threshold: Some(1),
            ..spec(Memory::new(3), PUT | options)
        };
        net.attach(1, &entry(5), with, true);
        net.put(0, Memory::of(b"abc"), &place(1, 5));
        net.run();
        assert_eq!(net.kinds(1, events), expected);
    }
}

#[test]
fn access_is_by_process_user_job_and_portal() {
    use ferry_portals::three::AccessEntry;
    let all = AccessEntry { processes: ProcessPattern::ANY, uid: None, jid: None, pt_index: None };
    let process = |nid, pid| ProcessPattern::from(PortalsProcess { nid, pid });
    let cases = [
        (all, true),
        (AccessEntry { uid: Some(crate::network::UID), ..all }, true),
        (AccessEntry { uid: Some(1), ..all }, false),
        (AccessEntry { jid: Some(2), ..all }, false),
        (AccessEntry { pt_index: Some(4), ..all }, false),
        (AccessEntry { processes: process(7, 0), ..all }, true),
        (AccessEntry { processes: process(7, 1), ..all }, false),
    ];
    for (access, is_admitted) in cases {
        let mut net = Network::new(2);
        let there = Memory::new(3);
        net.attach(1, &entry(5), spec(there, PUT), false);
        net.ends[1].set_access(1, access).unwrap();
        net.put(0, Memory::of(b"abc"), &RemotePlace { ac_index: 1, ..place(1, 5) });
        // An entry that nobody set, and one that there is not.
        net.put(0, Memory::of(b"abc"), &RemotePlace { ac_index: 2, ..place(1, 5) });
        net.put(0, Memory::of(b"abc"), &RemotePlace { ac_index: 999, ..place(1, 5) });
        net.put(0, Memory::of(b"abc"), &RemotePlace { pt_index: 999, ..place(1, 5) });
        net.run();
        assert_eq!(there.bytes() == b"abc", is_admitted, "{access:?}");
        let dropped = 3 + u64::from(!is_admitted);
        assert_eq!(net.ends[1].status(StatusRegister::DropCount), dropped);
    }
}
