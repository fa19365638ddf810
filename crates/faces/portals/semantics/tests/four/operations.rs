//! What each operation does at both ends, step by step.

use crate::network::{GET, Memory, Network, PUT, UID, entry, fate, get, matching, process, put};
use ferry_portals::four::{
    AckRequest, DescriptorMemory, EntryDescription, EntryList, EntryOptions, MdOptions, MdSpec,
    Movement, NiEventKind, NiFail, NiKind, NiLimits, NiProcess, NiRegister, PtOptions,
};

use NiEventKind::{Ack, AutoUnlink, Get, Link, Put, Reply, Send};

#[test]
fn a_put_is_told_at_both_ends() {
    let (mut net, queues) = Network::new(2);
    let there = Memory::new(8);
    net.expect(1, entry(there, 5, PUT));
    let own = net.bind(0, Memory::of(b"abcdef"), 0);
    let movement = Movement { offset: 2, ..put(own.descriptor, 6, 1, 5) };
    net.ni(0).start(&movement).unwrap();
    net.run();
    assert_eq!(there.bytes(), b"\0\0abcdef");
    let told = net.events(0, own.queue);
    let kinds: Vec<_> = told.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [Send, Ack]);
    assert!(told.iter().all(|event| (event.user_ptr, event.fail) == (77, NiFail::Ok)));
    assert_eq!((told[1].mlength, told[1].remote_offset, told[1].list), (6, 2, EntryList::Priority));
    let told = net.events(1, queues[1]);
    assert_eq!((told.len(), told[0].kind, told[1].kind), (2, Link, Put));
    let event = told[1];
    assert_eq!((event.initiator, event.uid, event.pt_index), (NiProcess::rank(0), UID, 0));
    assert_eq!((event.start, event.user_ptr, event.hdr_data), (there.address() + 2, 55, 99));
    assert_eq!((event.match_bits, event.rlength, event.mlength, event.remote_offset), (5, 6, 6, 2));
    assert_eq!(net.counted(0, own.counter), (0, 0), "nothing was to be counted");
}

#[test]
fn a_get_brings_what_is_there() {
    for len in [4, 64, 65, 3000] {
        let (mut net, queues) = Network::new(2);
        let pattern: Vec<u8> = (0..len).map(|at| (at % 251) as u8).collect();
        net.expect(1, entry(Memory::of(&pattern), 5, GET));
        let here = Memory::new(len);
        let own = net.bind(0, here, MdOptions::CT_REPLY | MdOptions::CT_BYTES);
        net.ni(0).start(&get(own.descriptor, len as u64, 1, 5)).unwrap();
        net.run();
        assert_eq!(here.bytes(), pattern);
        assert_eq!(net.kinds(0, own.queue), [Reply]);
        assert_eq!(net.kinds(1, queues[1]), [Link, Get]);
        assert_eq!(net.counted(0, own.counter), (len as u64, 0));
        net.ni(0).md_release(own.descriptor).unwrap();
    }
}

/// What an initiator reads is not what it writes next, however soon that comes.
#[test]
fn a_short_get_is_not_overtaken() {
    let (mut net, _) = Network::new(2);
    let there = Memory::of(b"before");
    net.expect(1, entry(there, 5, PUT | GET));
    let (here, new) = (Memory::new(6), Memory::of(b"after!"));
    let (into, from) = (net.bind(0, here, 0), net.bind(0, new, 0));
    net.ni(0).start(&get(into.descriptor, 6, 1, 5)).unwrap();
    net.ni(0).start(&put(from.descriptor, 6, 1, 5)).unwrap();
    for _ in 0..2 {
        let (from, frames) = net.next().unwrap();
        let coming = net.carry(from, frames);
        net.complete(coming, false);
    }
    net.run();
    assert_eq!((here.bytes(), there.bytes()), (b"before".to_vec(), b"after!".to_vec()));
}

/// Each step of translation that can fail, what it is called, and what counts it.
#[test]
fn who_finds_no_place_is_told_why() {
    let (mut net, _) = Network::new(2);
    net.portal(1, 0);
    net.portal(1, PtOptions::ALLOC_DISABLED);
    net.expect(1, entry(Memory::new(8), 1, GET));
    let others = EntryDescription { uid: Some(UID + 1), ..entry(Memory::new(8), 2, PUT) };
    net.expect(1, others);
    let own = net.bind(0, Memory::of(b"abc"), MdOptions::CT_ACK);
    let cases = [
        (0, 9, NiFail::Dropped),
        (9, 1, NiFail::Dropped),
        (2, 1, NiFail::PtDisabled),
        (0, 1, NiFail::OpViolation),
        (0, 2, NiFail::PermViolation),
    ];
    for (pt_index, bits, expected) in cases {
        let movement = Movement { pt_index, ..put(own.descriptor, 3, 1, bits) };
        net.ni(0).start(&movement).unwrap();
        net.run();
        let told = net.events(0, own.queue);
        assert_eq!(
            (fate(&told), told.len(), told[1].mlength),
            (expected, 2, 0),
            "{pt_index} {bits}"
        );
    }
    assert_eq!(net.counted(0, own.counter), (0, 5));
    let mut register = |register| net.ni(1).status(register);
    assert_eq!(register(NiRegister::DropCount), 2);
    assert_eq!(register(NiRegister::PermissionViolations), 1);
    assert_eq!(register(NiRegister::OperationViolations), 1);
}

/// The first entry that matches decides, even if one behind it would allow more.
#[test]
fn no_search_goes_past_a_violation() {
    let (mut net, _) = Network::new(2);
    net.expect(1, entry(Memory::new(8), 1, GET));
    net.expect(1, entry(Memory::new(8), 1, PUT));
    net.append(1, EntryList::Overflow, entry(Memory::new(8), 1, PUT));
    let told = net.send(0, b"abc", 1, 1);
    assert_eq!(fate(&told), NiFail::OpViolation);
}

#[test]
fn an_absent_interface_drops() {
    let (mut net, _) = Network::new(2);
    net.ends[1].close(matching());
    let told = net.send(0, b"abc", 1, 1);
    assert_eq!(fate(&told), NiFail::Dropped);
    let here = net.bind(0, Memory::new(4), MdOptions::CT_REPLY);
    net.ni(0).start(&get(here.descriptor, 4, 1, 1)).unwrap();
    net.run();
    assert_eq!(net.counted(0, here.counter), (0, 1));
}

#[test]
fn who_puts_to_an_interface_that_closes_is_told() {
    let (mut net, _) = Network::new(2);
    net.expect(1, entry(Memory::new(2000), 1, PUT));
    let own = net.bind(0, Memory::of(&[1; 2000]), 0);
    net.ni(0).start(&put(own.descriptor, 2000, 1, 1)).unwrap();
    let (from, frames) = net.next().unwrap();
    let coming = net.carry(from, frames);
    net.give_up(coming);
    net.run();
    assert_eq!(fate(&net.events(0, own.queue)), NiFail::Dropped);
}

/// An answer to what an interface has asked that was closed meanwhile is nobody's.
#[test]
fn an_answer_that_comes_late_is_dropped() {
    let (mut net, _) = Network::new(2);
    net.expect(1, entry(Memory::of(b"late"), 1, GET));
    net.expect(1, entry(Memory::of(b"good"), 2, GET));
    let open = |net: &mut Network| {
        let here = Memory::new(4);
        (here, net.bind(0, here, 0))
    };
    let (first, before) = open(&mut net);
    net.ni(0).start(&get(before.descriptor, 4, 1, 1)).unwrap();
    let late = net.next().unwrap();
    net.ends[0].close(matching());
    net.ends[0].open(matching(), (process(0), UID), &[process(0), process(1)], NiLimits::USUAL);
    let (second, now) = open(&mut net);
    let names = [(before.descriptor, now.descriptor), (before.queue, now.queue)];
    assert!(names.iter().all(|(before, now)| before != now && !net.ni(0).names(*before)));
    assert!(before.counter != now.counter && net.ni(0).ct_get(before.counter).is_err());
    net.ni(0).start(&get(now.descriptor, 4, 1, 2)).unwrap();
    let coming = net.carry(late.0, late.1);
    net.complete(coming, false);
    net.run();
    assert_eq!((first.bytes(), second.bytes()), (vec![0; 4], b"good".to_vec()));
    assert_eq!(net.kinds(0, now.queue), [NiEventKind::Reply]);
    assert_eq!(net.ni(0).status(NiRegister::DropCount), 1);
}

#[test]
fn what_does_not_fit_is_cut_or_goes_on() {
    let (mut net, _) = Network::new(2);
    let (short, long) = (Memory::new(3), Memory::new(8));
    net.expect(1, entry(short, 1, PUT));
    net.expect(1, entry(short, 2, PUT | EntryOptions::NO_TRUNCATE));
    net.expect(1, entry(long, 2, PUT | EntryOptions::NO_TRUNCATE));
    let told = net.send(0, b"abcdef", 1, 1);
    assert_eq!((told[1].mlength, short.bytes()), (3, b"abc".to_vec()));
    let told = net.send(0, b"abcdef", 1, 2);
    assert_eq!((told[1].mlength, long.bytes()), (6, b"abcdef\0\0".to_vec()));
    assert_eq!(fate(&net.send(0, b"123456789", 1, 2)), NiFail::Dropped);
    // Behind the end there is room for nothing.
    let own = net.bind(0, Memory::of(b"x"), 0);
    let movement = Movement { offset: u64::MAX, ..put(own.descriptor, 1, 1, 1) };
    net.ni(0).start(&movement).unwrap();
    net.run();
    assert_eq!(net.events(0, own.queue)[1].mlength, 0);
}

/// Not even of a short get, which is answered at once.
#[test]
fn nothing_is_read_behind_the_end() {
    for is_quick in [true, false] {
        let (mut net, _) = Network::new(2);
        net.is_quick = is_quick;
        net.expect(1, entry(Memory::new(64), 1, GET));
        let here = Memory::of(b"as it was");
        let own = net.bind(0, here, 0);
        for offset in [64, 65, u64::MAX] {
            // With header data it would have a head of its own, and not be answered at once.
            let plain = Movement { hdr_data: 0, ..get(own.descriptor, 9, 1, 1) };
            net.ni(0).start(&Movement { offset, ..plain }).unwrap();
            net.run();
            let told = net.events(0, own.queue);
            assert_eq!((fate(&told), told[0].mlength), (NiFail::Ok, 0), "{offset}");
        }
        assert_eq!(here.bytes(), b"as it was");
    }
}

#[test]
fn an_entry_manages_its_offset() {
    let (mut net, queues) = Network::new(2);
    let there = Memory::new(10);
    let options = PUT | GET | EntryOptions::MANAGE_LOCAL;
    net.expect(1, EntryDescription { min_free: 3, ..entry(there, 1, options) });
    let told = net.send(0, b"abcd", 1, 1);
    assert_eq!(told[1].remote_offset, 0);
    let here = net.bind(0, Memory::new(2), 0);
    net.ni(0).start(&get(here.descriptor, 2, 1, 1)).unwrap();
    net.run();
    let told = net.send(0, b"ef", 1, 1);
    assert_eq!(told[1].remote_offset, 6, "puts and gets share it");
    assert_eq!(there.bytes(), b"abcd\0\0ef\0\0");
    assert_eq!(net.kinds(1, queues[1]), [Link, Put, Get, AutoUnlink, Put]);
    assert_eq!(fate(&net.send(0, b"g", 1, 1)), NiFail::Dropped, "it is used up");
}

#[test]
fn an_entry_is_used_once() {
    let (mut net, queues) = Network::new(2);
    let once = PUT | EntryOptions::USE_ONCE;
    let (first, second) = (Memory::new(4), Memory::new(4));
    let handle = net.expect(1, entry(first, 1, once));
    net.expect(1, entry(second, 1, once | EntryOptions::LINK_DISABLE));
    net.send(0, b"one", 1, 1);
    net.send(0, b"two", 1, 1);
    assert_eq!((first.bytes(), second.bytes()), (b"one\0".to_vec(), b"two\0".to_vec()));
    assert_eq!(net.kinds(1, queues[1]), [Link, AutoUnlink, Put, AutoUnlink, Put]);
    assert!(net.ni(1).unlink(handle).is_err(), "its name is gone with it");
}

/// Matching by rank, by bits, and by those that count.
#[test]
fn the_first_entry_that_accepts_is_taken() {
    let (mut net, _) = Network::new(3);
    let memory: Vec<Memory> = (0..4).map(|_| Memory::new(1)).collect();
    let of = |n: usize, bits, ignore_bits, match_id| EntryDescription {
        ignore_bits,
        match_id,
        ..entry(memory[n], bits, PUT)
    };
    let (one, any) = (NiProcess::rank(1), NiProcess::rank(NiProcess::ANY_RANK));
    net.expect(2, of(0, 0x10, 0, one));
    net.expect(2, of(1, 0x20, 0x0f, any));
    net.expect(2, of(2, 0x10, 0, any));
    net.expect(2, of(3, 0, !0, any));
    for (from, bits, expected) in [(1, 0x10, 0), (0, 0x10, 2), (0, 0x2a, 1), (1, 0x99, 3)] {
        net.send(from, &[expected as u8 + 1], 2, bits);
        assert_eq!(memory[expected].bytes(), [expected as u8 + 1], "{bits:x} from {from}");
    }
}

#[test]
fn processes_have_physical_names_too() {
    let kind = NiKind::from_options(1 | 8).unwrap();
    let mut net = Network::of(2, kind, NiLimits::USUAL);
    let queue = net.portal(1, 0);
    let theirs = NiProcess::physical(process(0));
    let no_other = NiProcess([7, 99]);
    let some_pid = NiProcess([NiProcess::ANY_PART, 10]);
    let there = Memory::new(1);
    for (bits, match_id) in [(1, theirs), (2, no_other), (3, some_pid)] {
        net.expect(1, EntryDescription { match_id, ..entry(there, bits, PUT) });
    }
    let own = net.bind(0, Memory::of(b"x"), MdOptions::CT_ACK);
    for bits in [1, 2, 3] {
        let movement = put(own.descriptor, 1, 1, bits);
        let movement = Movement { target: NiProcess::physical(process(1)), ..movement };
        net.ni(0).start(&movement).unwrap();
    }
    net.run();
    assert_eq!(net.counted(0, own.counter), (2, 1));
    let told = net.events(1, queue);
    assert_eq!(told.last().unwrap().initiator, theirs);
}

/// Without matching the first entry takes everything.
#[test]
fn a_list_entry_accepts_everything() {
    let kind = NiKind::from_options(2 | 4).unwrap();
    let mut net = Network::of(2, kind, NiLimits::USUAL);
    net.portal(1, 0);
    let (first, second) = (Memory::new(2), Memory::new(2));
    let spec = |memory| EntryDescription { match_bits: 4, ..entry(memory, 4, PUT) };
    net.expect(1, spec(first));
    net.expect(1, spec(second));
    net.send(0, b"hi", 1, 99);
    assert_eq!((first.bytes(), second.bytes()), (b"hi".to_vec(), vec![0; 2]));
}

/// What each acknowledgement tells, and what options hide.
#[test]
fn acknowledgements_tell_what_was_asked() {
    let counts = MdOptions::CT_SEND | MdOptions::CT_ACK;
    let cases = [
        (AckRequest::None, counts, vec![Send], 1),
        (AckRequest::Full, counts, vec![Send, Ack], 2),
        (AckRequest::Counting, counts, vec![Send], 2),
        (AckRequest::Completion, counts, vec![Send], 2),
        (AckRequest::Full, MdOptions::SEND_DISABLE, vec![Ack], 0),
        (AckRequest::Full, MdOptions::SUCCESS_DISABLE | MdOptions::CT_ACK, vec![], 1),
        (AckRequest::Full, counts | MdOptions::CT_BYTES, vec![Send, Ack], 3 + 2),
    ];
    for (ack, options, events, counted) in cases {
        let (mut net, _) = Network::new(2);
        net.expect(1, entry(Memory::new(2), 1, PUT));
        let own = net.bind(0, Memory::of(b"abc"), options);
        net.ni(0).start(&Movement { ack, ..put(own.descriptor, 3, 1, 1) }).unwrap();
        net.run();
        let told = net.kinds(0, own.queue);
        assert_eq!(
            (told, net.counted(0, own.counter)),
            (events, (counted, 0)),
            "{ack:?} {options:x}"
        );
        // Failures show whatever is hidden of successes.
        net.ni(0).start(&Movement { ack, ..put(own.descriptor, 3, 1, 9) }).unwrap();
        net.run();
        let told = net.events(0, own.queue);
        let failed = told.iter().filter(|event| event.fail == NiFail::Dropped).count();
        assert_eq!(failed, usize::from(ack == AckRequest::Full));
    }
}

/// Who hears of no acknowledgement waits for none.
#[test]
fn an_acknowledgement_that_nobody_counts_holds_nothing() {
    for (options, is_held) in [(0, false), (MdOptions::CT_ACK, true)] {
        let (mut net, _) = Network::new(2);
        let own = net.bind(0, Memory::of(b"abc"), options);
        let movement = Movement { ack: AckRequest::Counting, ..put(own.descriptor, 3, 1, 1) };
        net.ni(0).start(&movement).unwrap();
        let (from, frames) = net.next().unwrap();
        let coming = net.carry(from, frames);
        net.complete(coming, false);
        assert_eq!(net.ni(0).md_release(own.descriptor).is_err(), is_held);
    }
}

/// What entries hide, and what they count.
#[test]
fn entries_tell_what_was_asked() {
    let counts = PUT | EntryOptions::CT_COMM;
    let cases = [
        (counts, vec![Link, Put], 1),
        (counts | EntryOptions::LINK_DISABLE, vec![Put], 1),
        (counts | EntryOptions::COMM_DISABLE, vec![Link], 1),
        (counts | EntryOptions::SUCCESS_DISABLE, vec![Link], 1),
        (counts | EntryOptions::CT_BYTES, vec![Link, Put], 3),
        (PUT, vec![Link, Put], 0),
        (PUT | EntryOptions::USE_ONCE | EntryOptions::UNLINK_DISABLE, vec![Link, Put], 0),
    ];
    for (options, events, counted) in cases {
        let (mut net, queues) = Network::new(2);
        let counter = net.ni(1).ct_alloc().unwrap();
        let with = EntryDescription { counter: Some(counter), ..entry(Memory::new(4), 1, options) };
        net.expect(1, with);
        net.send(0, b"abc", 1, 1);
        let told = net.kinds(1, queues[1]);
        assert_eq!((told, net.counted(1, counter)), (events, (counted, 0)), "{options:x}");
    }
}

#[test]
fn memory_of_pieces_is_one_place() {
    let (mut net, _) = Network::new(2);
    let pieces: Vec<Memory> = [3, 0, 5, 4].iter().map(|len| Memory::new(*len)).collect();
    let arenas: Vec<_> = pieces.iter().map(|piece| piece.arena()).collect();
    let memory = DescriptorMemory::Pieces(arenas.into());
    net.expect(1, EntryDescription { memory, ..entry(Memory::new(0), 1, PUT | GET) });
    net.send(0, b"0123456789", 1, 1);
    let there: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes()).collect();
    assert_eq!(there, b"0123456789\0\0");
    let two = [Memory::new(7), Memory::new(3)];
    let spec = MdSpec {
        memory: DescriptorMemory::Pieces(two.map(Memory::arena).to_vec().into()),
        options: MdOptions(0),
        events: None,
        counter: None,
    };
    let into = net.ni(0).md_bind(spec).unwrap();
    net.ni(0).start(&get(into, 10, 1, 1)).unwrap();
    net.run();
    assert_eq!([two[0].bytes(), two[1].bytes()].concat(), b"0123456789");
}

#[test]
fn volatile_memory_is_free_at_once() {
    let (mut net, _) = Network::new(2);
    let there = Memory::new(4);
    net.expect(1, entry(there, 1, PUT));
    let (own, other) = (Memory::of(b"soon"), Memory::of(b"late"));
    let bound = net.bind(0, own, MdOptions::VOLATILE);
    net.ni(0).start(&put(bound.descriptor, 4, 1, 1)).unwrap();
    own.arena().write(0, 4).as_mut_slice().copy_from_slice(&other.bytes());
    net.run();
    assert_eq!(there.bytes(), b"soon");
}

#[test]
fn a_process_that_is_gone_answers_nothing() {
    use ferry_portals::PortalsVersion;
    let (mut net, _) = Network::new(2);
    let own = net.bind(0, Memory::new(4), MdOptions::CT_ACK | MdOptions::CT_REPLY);
    net.ni(0).start(&put(own.descriptor, 4, 1, 1)).unwrap();
    net.ni(0).start(&get(own.descriptor, 4, 1, 1)).unwrap();
    assert!(net.ni(0).md_release(own.descriptor).is_err());
    while let Some(frames) = net.ends[0].next_frames() {
        net.ends[0].sent(frames.interface, frames.after, true);
    }
    net.ends[0].lost(process(1));
    let told = net.events(0, own.queue);
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|event| event.fail == NiFail::Undeliverable));
    assert_eq!(net.counted(0, own.counter), (0, 2));
    net.ni(0).md_release(own.descriptor).unwrap();
}

/// All memory, whose offsets are addresses.
#[test]
fn all_memory_is_named_by_address() {
    let (mut net, _) = Network::new(2);
    let (there, own) = (Memory::new(4), Memory::of(b"here"));
    net.expect(1, entry(there, 1, PUT));
    // SAFETY: what operations name of it is lent.
    let all = unsafe { ferry_sys::Arena::new(std::ptr::null_mut(), usize::MAX) };
    let spec = MdSpec {
        memory: DescriptorMemory::Whole(all),
        options: MdOptions(0),
        events: None,
        counter: None,
    };
    let descriptor = net.ni(0).md_bind(spec).unwrap();
    let from = ferry_portals::four::LocalPlace { descriptor, offset: own.address() };
    let movement = Movement { from: Some(from), ack: AckRequest::None, ..put(descriptor, 4, 1, 1) };
    net.ni(0).start(&movement).unwrap();
    net.run();
    assert_eq!(there.bytes(), b"here");
}
