//! What calls refuse, and what they leave as it was.

use crate::network::{Memory, Network, PUT, entry, get, matching, process, put};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{
    AckRequest, DescriptorMemory, EntryDescription, EntryList, EntryOptions, MdOptions, MdSpec,
    Movement, NetworkInterfaces, NiError, NiEventKind, NiKind, NiLimits, NiObject, NiProcess,
    PtOptions,
};

const REFUSED: NiError = NiError::ArgInvalid;

#[test]
fn portals_are_allocated_once() {
    let limits = NiLimits { max_pt_index: 63, ..NiLimits::USUAL };
    let mut net = Network::of(1, matching(), limits);
    let ni = net.ni(0);
    let none = PtOptions(0);
    assert_eq!(ni.pt_alloc(none, None, None), Ok(0), "the first is 0");
    assert_eq!(ni.pt_alloc(none, None, Some(5)), Ok(5));
    assert_eq!(ni.pt_alloc(none, None, Some(5)), Err(NiError::PtInUse));
    assert_eq!(ni.pt_alloc(none, None, Some(64)), Err(REFUSED));
    assert_eq!(ni.pt_alloc(PtOptions(1 << 9), None, None), Err(REFUSED));
    let flow = PtOptions(PtOptions::FLOWCTRL);
    assert_eq!(ni.pt_alloc(flow, None, None), Err(NiError::PtEqNeeded));
    assert_eq!(ni.pt_alloc(none, Some(PortalsHandle(u32::MAX)), None), Err(REFUSED));
    let rest: Vec<_> = (0..62).map(|_| ni.pt_alloc(none, None, None).unwrap()).collect();
    assert_eq!((rest[0], rest[4]), (1, 6));
    assert_eq!(ni.pt_alloc(none, None, None), Err(NiError::PtFull));
    ni.pt_free(5).unwrap();
    for gone in [5, 64, u32::MAX] {
        assert_eq!(ni.pt_free(gone), Err(REFUSED));
        assert_eq!(ni.pt_enable(gone), Err(REFUSED));
        assert_eq!(ni.pt_disable(gone), Err(REFUSED));
        let place = (gone, EntryList::Priority);
        assert_eq!(ni.append(place, entry(Memory::new(1), 1, PUT), 0), Err(REFUSED));
    }
}

#[test]
fn a_portal_with_entries_is_in_use() {
    let (mut net, _) = Network::new(2);
    for list in [EntryList::Priority, EntryList::Overflow] {
        let handle = net.append(1, list, entry(Memory::new(8), 1, PUT));
        assert_eq!(net.ni(1).pt_free(0), Err(NiError::PtInUse));
        net.ni(1).unlink(handle).unwrap();
        assert_eq!(net.ni(1).unlink(handle), Err(REFUSED));
    }
    // Headers that nobody has taken, and the entries that they are in, go with it.
    let once = PUT | EntryOptions::USE_ONCE;
    let handle = net.append(1, EntryList::Overflow, entry(Memory::new(8), 1, once));
    net.send(0, b"x", 1, 1);
    assert_eq!(net.ni(1).unlink(handle), Err(NiError::InUse));
    net.ni(1).pt_free(0).unwrap();
    assert_eq!(net.ni(1).unlink(handle), Err(REFUSED));
}

#[test]
fn there_are_as_many_as_were_granted() {
    let few = NiLimits {
        max_entries: 3,
        max_mds: 1,
        max_cts: 2,
        max_eqs: 1,
        max_iovecs: 2,
        max_list_size: 2,
        ..NiLimits::USUAL
    };
    let mut net = Network::of(1, matching(), few.granted());
    let ni = net.ni(0);
    ni.pt_alloc(PtOptions(0), None, None).unwrap();
    let spec = || entry(Memory::new(1), 1, PUT);
    let priority = (0, EntryList::Priority);
    assert!(ni.append(priority, spec(), 0).is_ok() && ni.append(priority, spec(), 0).is_ok());
    assert_eq!(ni.append(priority, spec(), 0), Err(NiError::ListTooLong));
    ni.append((0, EntryList::Overflow), spec(), 0).unwrap();
    assert_eq!(ni.append((0, EntryList::Overflow), spec(), 0), Err(NiError::NoSpace));
    assert!(ni.ct_alloc().is_ok() && ni.ct_alloc().is_ok());
    assert_eq!(ni.ct_alloc(), Err(NiError::NoSpace));
    ni.eq_alloc(1).unwrap();
    assert_eq!(ni.eq_alloc(1), Err(NiError::NoSpace));
    let of = |memory| MdSpec { memory, options: MdOptions(0), events: None, counter: None };
    ni.md_bind(of(Memory::new(1).whole())).unwrap();
    assert_eq!(ni.md_bind(of(Memory::new(1).whole())), Err(NiError::NoSpace));
    let pieces: Vec<_> = (0..3).map(|_| Memory::new(1).arena()).collect();
    let pieces = DescriptorMemory::Pieces(pieces.into());
    assert_eq!(ni.md_bind(of(pieces.clone())), Err(REFUSED));
    let of_pieces = EntryDescription { memory: pieces, ..spec() };
    assert_eq!(ni.append((0, EntryList::Overflow), of_pieces, 0), Err(REFUSED));
}

/// Whatever a program asks for, or leaves unset, can be had.
#[test]
fn limits_are_granted_within_reason() {
    let all = |count: usize, size: u64| NiLimits {
        max_entries: count,
        max_unexpected_headers: count,
        max_mds: count,
        max_cts: count,
        max_eqs: count,
        max_pt_index: count,
        max_iovecs: count,
        max_list_size: count,
        max_triggered_ops: count,
        max_msg_size: size,
        max_atomic_size: size,
        max_fetch_atomic_size: size,
        max_volatile_size: size,
    };
    let most = all(usize::MAX, u64::MAX).granted();
    assert_eq!(most, NiLimits::MOST);
    let usual = all(0, 0).granted();
    assert_eq!(usual, NiLimits::USUAL);
    let few = all(1, 1).granted();
    assert_eq!((few.max_entries, few.max_pt_index, few.max_atomic_size), (1, 63, 32));
    let asked = all(64, 64).granted();
    assert_eq!((asked.max_pt_index, asked.max_unexpected_headers), (64, 64));
}

#[test]
fn a_movement_lies_inside_and_names_what_there_is() {
    let (mut net, _) = Network::new(2);
    let own = net.bind(0, Memory::new(8), 0);
    let other = net.bind(1, Memory::new(8), 0);
    let silent = net.ni(0).md_bind(MdSpec {
        memory: Memory::new(8).whole(),
        options: MdOptions(MdOptions::VOLATILE),
        events: None,
        counter: None,
    });
    let silent = silent.unwrap();
    let sound = put(own.descriptor, 8, 1, 1);
    let at = |offset| ferry_portals::four::LocalPlace { descriptor: own.descriptor, offset };
    let unheard = Movement { ack: AckRequest::None, ..put(silent, 8, 1, 1) };
    for (movement, is_sound) in [
        (sound, true),
        (Movement { from: Some(at(8)), length: 0, ..sound }, true),
        (Movement { from: Some(at(1)), ..sound }, false),
        (Movement { from: Some(at(u64::MAX)), length: 2, ..sound }, false),
        (Movement { pt_index: 256, ..sound }, false),
        (Movement { target: NiProcess::rank(2), ..sound }, false),
        (Movement { target: NiProcess::rank(NiProcess::ANY_RANK), ..sound }, false),
        (get(own.descriptor, 9, 1, 1), false),
        (put(PortalsHandle(other.descriptor.0 ^ 1 << 20), 0, 1, 1), false),
        (put(own.queue, 0, 1, 1), false),
        (unheard, true),
        (Movement { ack: AckRequest::Full, ..unheard }, false),
        (Movement { ack: AckRequest::Counting, ..unheard }, false),
        (Movement { ack: AckRequest::Completion, ..unheard }, true),
    ] {
        let expected = if is_sound { Ok(()) } else { Err(REFUSED) };
        assert_eq!(net.ni(0).start(&movement), expected, "{movement:?}");
    }
    let long = net.bind(0, Memory::new(65), MdOptions::VOLATILE);
    assert_eq!(net.ni(0).start(&put(long.descriptor, 65, 1, 1)), Err(REFUSED));
    let physical = NiKind::from_options(1 | 8).unwrap();
    let mut net = Network::of(2, physical, NiLimits::USUAL);
    let own = net.bind(0, Memory::new(8), 0);
    for name in [[7, NiProcess::ANY_PART], [NiProcess::ANY_PART, 10]] {
        let target = NiProcess(name);
        let movement = Movement { target, ..put(own.descriptor, 8, 1, 1) };
        assert_eq!(net.ni(0).start(&movement), Err(REFUSED));
    }
}

#[test]
fn descriptors_and_entries_have_what_there_is() {
    let (mut net, queues) = Network::new(1);
    let ni = net.ni(0);
    let nothing = Some(PortalsHandle(u32::MAX));
    let sound = || MdSpec {
        memory: Memory::new(1).whole(),
        options: MdOptions(0),
        events: None,
        counter: None,
    };
    assert_eq!(ni.md_bind(MdSpec { events: nothing, ..sound() }), Err(REFUSED));
    assert_eq!(ni.md_bind(MdSpec { counter: nothing, ..sound() }), Err(REFUSED));
    assert_eq!(ni.md_bind(MdSpec { counter: Some(queues[0]), ..sound() }), Err(REFUSED));
    assert_eq!(ni.md_bind(MdSpec { options: MdOptions(1 << 20), ..sound() }), Err(REFUSED));
    let handle = ni.md_bind(sound()).unwrap();
    ni.md_release(handle).unwrap();
    assert_eq!(ni.md_release(handle), Err(REFUSED));
    let place = (0, EntryList::Priority);
    let spec = || entry(Memory::new(1), 1, PUT);
    let counted = EntryDescription { counter: nothing, ..spec() };
    assert_eq!(ni.append(place, counted, 0), Err(REFUSED));
    let options = EntryOptions(1 << 30);
    assert_eq!(ni.append(place, EntryDescription { options, ..spec() }, 0), Err(REFUSED));
    assert_eq!(ni.unlink(queues[0]), Err(REFUSED));
    ni.eq_free(queues[0]).unwrap();
    assert_eq!(ni.eq_free(queues[0]), Err(REFUSED));
    assert_eq!(ni.eq_get(queues[0]).err(), Some(REFUSED));
    assert_eq!(ni.end_bundle(), Err(REFUSED));
    ni.start_bundle();
    assert!(ni.is_bundling());
    ni.end_bundle().unwrap();
    assert!(!ni.is_bundling());
}

/// What a full queue loses are the oldest events, and who reads on hears of it.
#[test]
fn a_queue_keeps_the_latest() {
    let (mut net, _) = Network::new(1);
    let queue = net.ni(0).eq_alloc(3).unwrap();
    net.ni(0).pt_alloc(PtOptions(0), Some(queue), Some(4)).unwrap();
    for n in 0..5 {
        let spec = entry(Memory::new(1), 1, PUT);
        net.ni(0).append((4, EntryList::Priority), spec, n).unwrap();
    }
    let read: Vec<_> = (0..3).map(|_| net.ni(0).eq_get(queue).unwrap()).collect();
    let lost: Vec<bool> = read.iter().map(|(_, lost)| *lost).collect();
    let words: Vec<u64> = read.iter().map(|(event, _)| event.user_ptr).collect();
    assert_eq!((lost, words), (vec![true, false, false], vec![2, 3, 4]));
    assert_eq!(net.ni(0).eq_get(queue).err(), Some(NiError::EqEmpty));
    assert!(read.iter().all(|(event, _)| event.kind == NiEventKind::Link));
}

#[test]
fn ranks_are_as_the_map_says() {
    let (mut net, _) = Network::new(3);
    assert_eq!(net.ni(2).own_name(), NiProcess::rank(2), "the job's order to begin with");
    let there = Memory::new(1);
    net.expect(0, entry(there, 1, PUT));
    let reversed: Vec<_> = (0..3).rev().map(process).collect();
    for rank in 0..3 {
        net.ni(rank).set_map(reversed.clone()).unwrap();
    }
    assert_eq!(net.ni(2).own_name(), NiProcess::rank(0));
    net.send(2, b"x", 2, 1);
    assert_eq!(there.bytes(), b"x");
    assert_eq!(net.ni(1).map().unwrap().processes(), reversed);
    assert_eq!(net.ni(1).set_map(Vec::new()), Err(REFUSED));
    let physical = NiKind::from_options(2 | 8).unwrap();
    let mut net = Network::of(1, physical, NiLimits::USUAL);
    assert_eq!(net.ni(0).set_map(reversed), Err(REFUSED));
    assert!(net.ni(0).map().is_err());
}

/// An interface is there until it was closed as often as opened; its name is another then.
#[test]
fn interfaces_are_counted() {
    let mut interfaces = NetworkInterfaces::default();
    let kind = matching();
    let owner = (process(0), 1);
    let open = |interfaces: &mut NetworkInterfaces, limits| {
        let ni = interfaces.open(kind, owner, &[process(0)], limits);
        (ni.handle(), ni.limits().max_mds)
    };
    let few = NiLimits { max_mds: 7, ..NiLimits::USUAL };
    let (first, _) = open(&mut interfaces, few);
    assert!(interfaces.is_last_use(kind));
    assert_eq!(open(&mut interfaces, NiLimits::USUAL), (first, 7), "the first says how much");
    assert!(!interfaces.is_last_use(kind));
    interfaces.close(kind);
    assert!(interfaces.of(first).is_some_and(|ni| ni.names(first)));
    interfaces.close(kind);
    assert!(interfaces.of(first).is_none());
    let (second, _) = open(&mut interfaces, few);
    assert!(second != first && interfaces.of(first).is_some_and(|ni| !ni.names(first)));
    let queue = interfaces.of(second).unwrap().eq_alloc(1).unwrap();
    assert_eq!(NiObject::named(queue), Some((NiObject::EventQueue, kind)));
    assert!(interfaces.of(queue).unwrap().names(queue));
}
