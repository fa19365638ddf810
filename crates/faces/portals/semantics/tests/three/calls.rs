//! What calls refuse, and what they leave as it was.

use crate::network::{Memory, Network, PUT, entry, place, spec};
use ferry_portals::PortalsHandle;
use ferry_portals::three::{
    AccessEntry, DescriptorMemory, DescriptorSpec, EntrySpec, EventKind, InsertPlace,
    InterfaceLimits, LocalPart, PortalsError,
};

#[test]
fn what_is_not_there_is_refused() {
    let mut net = Network::new(1);
    let end = &mut net.ends[0];
    let nothing = PortalsHandle(u32::MAX);
    let put = spec(Memory::new(1), PUT);
    assert_eq!(
        end.me_attach(256, &entry(0), InsertPlace::After),
        Err(PortalsError::PtIndexInvalid)
    );
    assert_eq!(end.me_insert(nothing, &entry(0), InsertPlace::After), Err(PortalsError::MeInvalid));
    assert_eq!(end.me_unlink(nothing), Err(PortalsError::MeInvalid));
    assert_eq!(end.md_attach(nothing, put.clone(), false), Err(PortalsError::MeInvalid));
    assert_eq!(end.md_unlink(nothing), Err(PortalsError::MdInvalid));
    assert_eq!(end.md_update(nothing, put.clone(), None), Err(PortalsError::MdInvalid));
    assert_eq!(end.put(nothing, None, false, &place(0, 0), 0), Err(PortalsError::MdInvalid));
    assert_eq!(end.get(nothing, None, &place(0, 0)), Err(PortalsError::MdInvalid));
    assert_eq!(end.eq_free(nothing), Err(PortalsError::EqInvalid));
    assert_eq!(end.eq_get(nothing).err(), Some(PortalsError::EqInvalid));
    let entry_of = |pt_index| AccessEntry {
        processes: ferry_portals::ProcessPattern::ANY,
        uid: None,
        jid: None,
        pt_index,
    };
    assert_eq!(end.set_access(128, entry_of(None)), Err(PortalsError::AcIndexInvalid));
    assert_eq!(end.set_access(1, entry_of(Some(256))), Err(PortalsError::PtIndexInvalid));
}

/// Names of one kind are none of another, and those of what is gone name nothing.
#[test]
fn handles_are_of_one_object_only() {
    let mut net = Network::new(1);
    let events = net.queue(0);
    let (me, md) = net.attach(0, &entry(1), spec(Memory::new(1), PUT), false);
    let end = &mut net.ends[0];
    assert_eq!(end.me_unlink(md), Err(PortalsError::MeInvalid));
    assert_eq!(end.md_unlink(me), Err(PortalsError::MdInvalid));
    assert_eq!(end.eq_free(me), Err(PortalsError::EqInvalid));
    end.me_unlink(me).unwrap();
    assert_eq!(end.md_unlink(md), Err(PortalsError::MdInvalid), "it went with its entry");
    end.eq_free(events).unwrap();
    assert_eq!(end.eq_free(events), Err(PortalsError::EqInvalid));
    let gone = DescriptorSpec { events: Some(events), ..spec(Memory::new(1), PUT) };
    assert_eq!(end.md_bind(gone, false), Err(PortalsError::EqInvalid));
    let foreign = PortalsHandle::new(ferry_portals::ObjectKind::EventQueue, 3, 0, 0);
    let foreign = DescriptorSpec { events: Some(foreign), ..spec(Memory::new(1), PUT) };
    assert_eq!(end.md_bind(foreign, false), Err(PortalsError::MdIllegal));
}

#[test]
fn an_entry_has_one_descriptor() {
    let mut net = Network::new(1);
    let (me, md) = net.attach(0, &entry(1), spec(Memory::new(1), PUT), false);
    let again = net.ends[0].md_attach(me, spec(Memory::new(1), PUT), false);
    assert_eq!(again, Err(PortalsError::MeInUse));
    net.ends[0].md_unlink(md).unwrap();
    assert!(net.ends[0].md_attach(me, spec(Memory::new(1), PUT), false).is_ok());
}

#[test]
fn there_are_as_many_as_were_granted() {
    let few = InterfaceLimits {
        max_mes: 3,
        max_mds: 2,
        max_eqs: 1,
        max_ac_index: 1,
        max_pt_index: 1,
        max_md_iovecs: 1,
        max_me_list: 2,
        max_getput_md: 0,
    };
    let mut net = Network::limited(1, few.granted());
    let end = &mut net.ends[0];
    assert_eq!(end.limits().max_getput_md, 64, "less is never granted");
    let any = |end: &mut ferry_portals::three::PortalsInterface| end.me_attach_any(&entry(0));
    assert_eq!((any(end).unwrap().0, any(end).unwrap().0), (0, 1));
    assert_eq!(any(end), Err(PortalsError::PtFull));
    end.me_attach(0, &entry(0), InsertPlace::Before).unwrap();
    assert_eq!(end.me_attach(0, &entry(0), InsertPlace::After), Err(PortalsError::MeListTooLong));
    assert_eq!(end.me_attach(1, &entry(0), InsertPlace::After), Err(PortalsError::NoSpace));
    end.eq_alloc(1).unwrap();
    assert_eq!(end.eq_alloc(1), Err(PortalsError::NoSpace));
    let bind = |end: &mut ferry_portals::three::PortalsInterface| {
        end.md_bind(spec(Memory::new(1), 0), false)
    };
    assert!(bind(end).is_ok() && bind(end).is_ok());
    assert_eq!(bind(end), Err(PortalsError::NoSpace));
    let two = [Memory::new(1).arena(), Memory::new(1).arena()];
    let memory = DescriptorMemory::Pieces(two.to_vec().into());
    let of_pieces = DescriptorSpec { memory, ..spec(Memory::new(0), 0) };
    assert_eq!(end.md_bind(of_pieces, false), Err(PortalsError::MdIllegal));
}

#[test]
fn a_part_lies_inside() {
    let mut net = Network::new(1);
    let md = net.ends[0].md_bind(spec(Memory::new(8), 0), false).unwrap();
    for (offset, length, is_sound) in
        [(0, 8, true), (8, 0, true), (4, 5, false), (9, 0, false), (u64::MAX, 2, false)]
    {
        let part = Some(LocalPart { offset, length });
        let put = net.ends[0].put(md, part, false, &place(0, 0), 0);
        let get = net.ends[0].get(md, part, &place(0, 0));
        let expected = if is_sound { Ok(()) } else { Err(PortalsError::MdIllegal) };
        assert_eq!((put, get), (expected, expected), "{length} at {offset}");
    }
}

/// A descriptor takes part until what has begun is over.
#[test]
fn what_is_under_way_holds_its_descriptor() {
    let mut net = Network::new(2);
    let md = net.ends[0].md_bind(spec(Memory::of(b"abc"), 0), false).unwrap();
    net.ends[0].put(md, None, false, &place(1, 5), 0).unwrap();
    assert_eq!(net.ends[0].md_unlink(md), Err(PortalsError::MdInUse));
    net.run();
    net.ends[0].md_unlink(md).unwrap();
    let (me, md) = net.attach(1, &entry(5), spec(Memory::new(3), PUT), false);
    let owner = net.ends[0].owner();
    let head = ferry_portals::three::RequestHead {
        kind: ferry_portals::three::RequestKind::Put,
        interface: 0,
        uid: owner.uid,
        jid: 1,
        pt_index: 3,
        ac_index: 0,
        match_bits: 5,
        offset: 0,
        length: 3,
        hdr_data: 0,
        token: 0,
    };
    let ferry_portals::three::RequestOutcome::Arrives(arrival) = net.ends[1].begin(owner, &head)
    else {
        panic!("it has a place");
    };
    assert_eq!(net.ends[1].md_unlink(md), Err(PortalsError::MdInUse));
    assert_eq!(net.ends[1].me_unlink(me), Err(PortalsError::MeInUse));
    net.ends[1].finish(arrival, false);
    net.ends[1].me_unlink(me).unwrap();
}

/// What a full queue loses are the oldest events, and who reads on hears of it.
#[test]
fn a_queue_keeps_the_latest() {
    let mut net = Network::new(2);
    let events = net.ends[1].eq_alloc(4).unwrap();
    let with = DescriptorSpec { events: Some(events), ..spec(Memory::new(16), PUT) };
    net.attach(1, &entry(5), with, false);
    for _ in 0..4 {
        net.put(0, Memory::of(b"abc"), &place(1, 5));
    }
    net.run();
    let read: Vec<_> = (0..4).map(|_| net.ends[1].eq_get(events).unwrap()).collect();
    let lost: Vec<bool> = read.iter().map(|(_, lost)| *lost).collect();
    let sequence: Vec<u32> = read.iter().map(|(event, _)| event.sequence).collect();
    assert_eq!((lost, sequence), (vec![true, false, false, false], vec![4, 5, 6, 7]));
    assert_eq!(net.ends[1].eq_get(events).err(), Some(PortalsError::EqEmpty));
}

#[test]
fn an_update_waits_until_all_is_read() {
    let mut net = Network::new(2);
    let events = net.queue(1);
    let (old, new) = (Memory::new(3), Memory::new(3));
    let with =
        |memory, threshold| DescriptorSpec { events: Some(events), threshold, ..spec(memory, PUT) };
    let (_, md) = net.attach(1, &entry(5), with(old, None), false);
    net.put(0, Memory::of(b"abc"), &place(1, 5));
    net.run();
    let update = |net: &mut Network| net.ends[1].md_update(md, with(new, Some(1)), Some(events));
    assert_eq!(update(&mut net), Err(PortalsError::MdNoUpdate));
    assert_eq!(net.ends[1].md_state(md).unwrap().threshold, None);
    assert_eq!(net.kinds(1, events), [EventKind::PutStart, EventKind::PutEnd]);
    update(&mut net).unwrap();
    net.put(0, Memory::of(b"def"), &place(1, 5));
    net.run();
    assert_eq!((old.bytes(), new.bytes()), (b"abc".to_vec(), b"def".to_vec()));
    // Without a queue nothing is asked; one that is gone is an error.
    net.ends[1].md_update(md, with(old, Some(0)), None).unwrap();
    net.ends[1].eq_free(events).unwrap();
    let gone = net.ends[1].md_update(md, spec(old, PUT), Some(events));
    assert_eq!(gone, Err(PortalsError::EqInvalid));
}

#[test]
fn an_entry_goes_with_its_descriptor_if_it_is_to() {
    for unlinks in [false, true] {
        let mut net = Network::new(1);
        let of = EntrySpec { unlinks, ..entry(1) };
        let (me, md) = net.attach(0, &of, spec(Memory::new(1), PUT), false);
        net.ends[0].md_unlink(md).unwrap();
        assert_eq!(net.ends[0].me_unlink(me).is_ok(), !unlinks);
    }
}
