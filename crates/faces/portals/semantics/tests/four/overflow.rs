//! What comes before its entry: overflow entries, headers, and entries appended later.

use crate::network::{GET, Memory, Network, PUT, entry, fate, put};
use ferry_portals::four::{
    EntryDescription, EntryList, EntryOptions, NiEventKind, NiFail, NiLimits,
};

use NiEventKind::{AutoFree, AutoUnlink, Link, Put, PutOverflow};

const ONCE: u32 = EntryOptions::USE_ONCE;
const LOCAL: u32 = EntryOptions::MANAGE_LOCAL;

fn overflow(net: &mut Network, memory: Memory, options: u32) -> ferry_portals::PortalsHandle {
    let spec = EntryDescription { ignore_bits: !0, ..entry(memory, 0, options) };
    net.append(1, EntryList::Overflow, spec)
}

#[test]
fn a_header_is_kept_for_its_entry() {
    let (mut net, queues) = Network::new(2);
    let room = Memory::new(16);
    overflow(&mut net, room, PUT | LOCAL);
    net.send(0, b"early", 1, 5);
    net.send(0, b"other", 1, 6);
    assert_eq!(room.bytes(), b"earlyother\0\0\0\0\0\0");
    let told = net.events(1, queues[1]);
    assert_eq!(told.iter().map(|e| e.kind).collect::<Vec<_>>(), [Link, Put, Put]);
    assert_eq!((told[1].list, told[0].list), (EntryList::Overflow, EntryList::Overflow));
    let late = net.ni(1).append((0, EntryList::Priority), entry(Memory::new(9), 6, PUT | ONCE), 66);
    let told = net.events(1, queues[1]);
    assert_eq!(told.iter().map(|e| e.kind).collect::<Vec<_>>(), [PutOverflow, AutoUnlink]);
    let event = told[0];
    assert_eq!((event.start, event.mlength, event.hdr_data), (room.address() + 5, 5, 99));
    assert_eq!((event.user_ptr, event.match_bits), (66, 6));
    assert!(net.ni(1).unlink(late.unwrap()).is_err(), "it was never linked");
}

/// An entry that stays takes all that had come, and what comes later.
#[test]
fn a_persistent_entry_takes_all_that_came() {
    let (mut net, queues) = Network::new(2);
    overflow(&mut net, Memory::new(64), PUT | LOCAL | EntryOptions::COMM_DISABLE);
    for (bytes, bits) in [(b"a", 5), (b"b", 6), (b"c", 5)] {
        net.send(0, bytes, 1, bits);
    }
    net.events(1, queues[1]);
    let there = Memory::new(1);
    let late = net.expect(1, entry(there, 5, PUT));
    net.send(0, b"d", 1, 5);
    let told = net.events(1, queues[1]);
    let kinds: Vec<_> = told.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [PutOverflow, PutOverflow, Link, Put]);
    assert!(told[0].start < told[1].start, "in the order of their coming");
    assert_eq!(there.bytes(), b"d");
    net.ni(1).unlink(late).unwrap();
}

/// The overflow entry is free once nothing is kept there.
#[test]
fn an_overflow_entry_is_free_after_its_last_header() {
    let (mut net, queues) = Network::new(2);
    let spec = EntryDescription {
        ignore_bits: !0,
        min_free: 4,
        ..entry(Memory::new(8), 0, PUT | LOCAL | EntryOptions::LINK_DISABLE)
    };
    let room = net.append(1, EntryList::Overflow, spec);
    net.send(0, b"abc", 1, 1);
    net.send(0, b"def", 1, 2);
    assert_eq!(net.kinds(1, queues[1]), [Put, AutoUnlink, Put]);
    assert_eq!(fate(&net.send(0, b"x", 1, 3)), NiFail::Dropped);
    assert!(net.ni(1).unlink(room).is_err(), "headers are in it");
    let once = PUT | ONCE | EntryOptions::UNLINK_DISABLE;
    net.expect(1, entry(Memory::new(4), 2, once));
    assert_eq!(net.kinds(1, queues[1]), [PutOverflow]);
    net.expect(1, entry(Memory::new(4), 1, once));
    assert_eq!(net.kinds(1, queues[1]), [PutOverflow, AutoFree]);
}

#[test]
fn headers_may_be_of_no_interest() {
    let (mut net, queues) = Network::new(2);
    let options = PUT | ONCE | EntryOptions::UNEXPECTED_HDR_DISABLE | EntryOptions::CT_COMM;
    let counter = net.ni(1).ct_alloc().unwrap();
    let spec = EntryDescription { counter: Some(counter), ..entry(Memory::new(4), 1, options) };
    net.append(1, EntryList::Overflow, spec);
    net.send(0, b"abc", 1, 1);
    assert_eq!(net.kinds(1, queues[1]), [Link, AutoUnlink, Put, AutoFree]);
    assert_eq!(net.counted(1, counter), (1, 0));
    net.expect(1, entry(Memory::new(4), 1, PUT | ONCE));
    assert_eq!(net.kinds(1, queues[1]), [Link], "nothing had come");
}

#[test]
fn headers_are_counted_and_so_many_kept() {
    let limits = NiLimits { max_unexpected_headers: 2, ..NiLimits::USUAL };
    let mut net = Network::of(2, crate::network::matching(), limits);
    net.portal(1, 0);
    let room = overflow(&mut net, Memory::new(64), PUT | LOCAL);
    for expected in [NiFail::Ok, NiFail::Ok, NiFail::Dropped] {
        assert_eq!(fate(&net.send(0, b"x", 1, 5)), expected);
    }
    let counter = net.ni(1).ct_alloc().unwrap();
    let options = PUT | EntryOptions::CT_OVERFLOW | EntryOptions::CT_BYTES;
    let spec =
        |options| EntryDescription { counter: Some(counter), ..entry(Memory::new(1), 5, options) };
    let silent = spec(options | ONCE | EntryOptions::OVER_DISABLE);
    net.expect(1, silent);
    assert_eq!(net.counted(1, counter), (1, 0), "it is counted though nobody is told");
    assert_eq!(fate(&net.send(0, b"y", 1, 5)), NiFail::Ok);
    // The entry takes what came there with it.
    net.ni(1).unlink(room).unwrap();
    net.expect(1, spec(options));
    assert_eq!(net.counted(1, counter), (1, 0));
    overflow(&mut net, Memory::new(64), PUT | LOCAL);
    for expected in [NiFail::Ok, NiFail::Ok, NiFail::Dropped] {
        assert_eq!(fate(&net.send(0, b"x", 1, 6)), expected);
    }
}

/// Bytes still come when the entry is appended: it is told once they are all there.
#[test]
fn what_is_still_coming_has_its_entry() {
    for (options, expected) in
        [(PUT | ONCE, vec![PutOverflow, AutoUnlink]), (PUT, vec![Link, PutOverflow])]
    {
        let (mut net, queues) = Network::new(2);
        let room = Memory::new(3000);
        let keeper = overflow(&mut net, room, PUT | EntryOptions::COMM_DISABLE);
        net.events(1, queues[1]);
        let pattern = Memory::of(&[7; 2000]);
        let own = net.bind(0, pattern, 0);
        net.ni(0).start(&put(own.descriptor, 2000, 1, 5)).unwrap();
        let (from, frames) = net.next().unwrap();
        let coming = net.carry(from, frames);
        let late = net.expect(1, entry(Memory::new(1), 5, options));
        let before = net.kinds(1, queues[1]);
        assert_eq!(
            before,
            expected.iter().copied().filter(|kind| *kind == Link).collect::<Vec<_>>()
        );
        assert!(net.ni(1).unlink(late).is_err() && net.ni(1).unlink(keeper).is_err());
        net.complete(coming, false);
        net.run();
        let told = [before, net.kinds(1, queues[1])].concat();
        assert_eq!(told, expected);
        assert_eq!(&room.bytes()[..2000], &[7; 2000]);
        assert_eq!(net.ni(1).unlink(late).is_ok(), options == PUT);
        net.ni(1).unlink(keeper).unwrap();
    }
}

/// A process ends amid its put: nothing is kept of it, and who waits for it is told.
#[test]
fn what_never_comes_is_not_kept() {
    let (mut net, queues) = Network::new(2);
    let keeper = overflow(&mut net, Memory::new(3000), PUT);
    let own = net.bind(0, Memory::new(2000), 0);
    for is_claimed in [false, true] {
        net.ni(0).start(&put(own.descriptor, 2000, 1, 5)).unwrap();
        let (from, frames) = net.next().unwrap();
        let coming = net.carry(from, frames);
        if is_claimed {
            net.expect(1, entry(Memory::new(1), 5, PUT | ONCE));
        }
        net.events(1, queues[1]);
        net.complete(coming, true);
        let told = net.events(1, queues[1]);
        assert!(told.iter().take(1).all(|event| event.fail == NiFail::Undeliverable));
        let kinds: Vec<_> = told.iter().map(|event| event.kind).collect();
        let expected = if is_claimed { vec![Put, PutOverflow, AutoUnlink] } else { vec![Put] };
        assert_eq!(kinds, expected);
    }
    net.expect(1, entry(Memory::new(1), 5, PUT | ONCE));
    assert_eq!(net.kinds(1, queues[1]), [Link]);
    net.ni(1).unlink(keeper).unwrap();
}

/// The offset of an entry that counts what had come.
#[test]
fn what_had_come_may_move_the_offset() {
    for (options, min_free, expected) in [
        (LOCAL, 0, vec![PutOverflow, PutOverflow, Link]),
        (LOCAL | EntryOptions::LOCAL_INC_UH_RLENGTH, 4, vec![PutOverflow, PutOverflow, Link]),
        (LOCAL | EntryOptions::LOCAL_INC_UH_RLENGTH, 8, vec![PutOverflow, AutoUnlink]),
    ] {
        let (mut net, queues) = Network::new(2);
        overflow(&mut net, Memory::new(64), PUT | LOCAL | EntryOptions::COMM_DISABLE);
        net.send(0, b"abc", 1, 5);
        net.send(0, b"def", 1, 5);
        net.events(1, queues[1]);
        let there = Memory::new(10);
        let spec = EntryDescription { min_free, ..entry(there, 5, PUT | options) };
        net.expect(1, spec);
        assert_eq!(net.kinds(1, queues[1]), expected, "{options:x} {min_free}");
        if expected.contains(&Link) {
            let told = net.send(0, b"x", 1, 5);
            let counts = options & EntryOptions::LOCAL_INC_UH_RLENGTH != 0;
            assert_eq!(told[1].remote_offset, if counts { 6 } else { 0 });
        }
    }
}

/// Gets and atomic operations find overflow entries, too.
#[test]
fn all_operations_leave_headers() {
    use ferry_portals::four::{AtomicDatatype, AtomicOperation, Movement, OperationKind};
    let (mut net, queues) = Network::new(2);
    let room = Memory::of(&5u32.to_le_bytes());
    overflow(&mut net, room, PUT | GET);
    let (own, here) =
        (net.bind(0, Memory::of(&3u32.to_le_bytes()), 0), net.bind(0, Memory::new(4), 0));
    let of = (AtomicOperation::Sum, AtomicDatatype::Uint32);
    net.ni(0).start(&crate::network::get(here.descriptor, 4, 1, 5)).unwrap();
    for kind in [OperationKind::Atomic(of.0, of.1), OperationKind::Fetch(of.0, of.1)] {
        let into = kind != OperationKind::Atomic(of.0, of.1);
        let place = ferry_portals::four::LocalPlace { descriptor: here.descriptor, offset: 0 };
        let movement =
            Movement { kind, into: into.then_some(place), ..put(own.descriptor, 4, 1, 5) };
        net.ni(0).start(&movement).unwrap();
    }
    net.run();
    assert_eq!(room.bytes(), 11u32.to_le_bytes());
    net.events(1, queues[1]);
    net.expect(1, entry(Memory::new(4), 5, PUT | GET | EntryOptions::LINK_DISABLE));
    let told = net.kinds(1, queues[1]);
    let expected =
        [NiEventKind::GetOverflow, NiEventKind::AtomicOverflow, NiEventKind::FetchAtomicOverflow];
    assert_eq!(told, expected);
}
