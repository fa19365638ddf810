//! Operations that wait for counters.

use crate::network::{GET, Memory, Network, PUT, entry, get, matching, put};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{
    AckRequest, CounterValue, EntryList, EntryOptions, MdOptions, Movement, NiError, NiEventKind,
    NiLimits, Trigger,
};

fn success(success: u64) -> CounterValue {
    CounterValue { success, failure: 0 }
}

fn at(counter: PortalsHandle, threshold: u64) -> Trigger {
    Trigger { counter, threshold }
}

#[test]
fn a_put_waits_for_its_threshold() {
    let (mut net, _) = Network::new(2);
    let there = Memory::new(4);
    net.expect(1, entry(there, 1, PUT));
    let trigger = net.ni(0).ct_alloc().unwrap();
    let source = Memory::of(b"old.");
    let own = net.bind(0, source, MdOptions::CT_ACK);
    let movement = put(own.descriptor, 4, 1, 1);
    net.ni(0).start_at(&movement, at(trigger, 3)).unwrap();
    net.ni(0).ct_inc(trigger, success(2)).unwrap();
    net.run();
    assert_eq!(there.bytes(), [0; 4]);
    assert_eq!(net.ni(0).md_release(own.descriptor), Err(NiError::InUse));
    // What is sent is what is there when it starts. Failures reach a threshold, too.
    source.arena().write(0, 4).as_mut_slice().copy_from_slice(b"new.");
    net.ni(0).ct_inc(trigger, CounterValue { success: 0, failure: 1 }).unwrap();
    net.run();
    assert_eq!((there.bytes(), net.counted(0, own.counter)), (b"new.".to_vec(), (1, 0)));
    net.ni(0).ct_inc(trigger, success(9)).unwrap();
    net.run();
    assert_eq!(net.counted(0, own.counter), (1, 0), "each starts once");
    net.ni(0).start_at(&movement, at(trigger, 3)).unwrap();
    net.run();
    assert_eq!(net.counted(0, own.counter), (2, 0), "the threshold was reached");
    net.ni(0).md_release(own.descriptor).unwrap();
}

/// By threshold, and among equal ones in the order of the calls; whatever came first.
#[test]
fn operations_start_in_the_order_of_their_thresholds() {
    for is_reversed in [false, true] {
        let (mut net, _) = Network::new(1);
        let ni = net.ni(0);
        let (trigger, target) = (ni.ct_alloc().unwrap(), ni.ct_alloc().unwrap());
        let set = |ni: &mut ferry_portals::four::NetworkInterface, to, threshold| {
            ni.ct_set_at(target, success(to), at(trigger, threshold)).unwrap();
        };
        if is_reversed {
            set(ni, 7, 2);
            set(ni, 1, 1);
        } else {
            set(ni, 1, 1);
            set(ni, 7, 2);
        }
        ni.ct_inc(trigger, success(1)).unwrap();
        assert_eq!(ni.ct_get(target), Ok(success(1)));
        ni.ct_inc(trigger, success(1)).unwrap();
        assert_eq!(ni.ct_get(target), Ok(success(7)));
        // At one time: the later call has the last word.
        set(ni, 20, 5);
        set(ni, 30, 5);
        set(ni, 10, 4);
        ni.ct_inc(trigger, success(9)).unwrap();
        assert_eq!(ni.ct_get(target), Ok(success(30)));
    }
}

/// A chain of counters, each started by the one before, however long.
#[test]
fn counters_start_each_other() {
    let mut net = Network::of(1, matching(), NiLimits::MOST);
    let ni = net.ni(0);
    let chain: Vec<_> = (0..20_000).map(|_| ni.ct_alloc().unwrap()).collect();
    for pair in chain.windows(2) {
        ni.ct_inc_at(pair[1], success(1), at(pair[0], 1)).unwrap();
    }
    ni.ct_inc(chain[0], success(1)).unwrap();
    assert!(chain.iter().all(|counter| ni.ct_get(*counter) == Ok(success(1))));
    // Two that start each other do so once.
    let (one, other) = (ni.ct_alloc().unwrap(), ni.ct_alloc().unwrap());
    ni.ct_inc_at(one, success(1), at(other, 1)).unwrap();
    ni.ct_inc_at(other, success(1), at(one, 1)).unwrap();
    ni.ct_inc(one, success(1)).unwrap();
    assert_eq!((ni.ct_get(one), ni.ct_get(other)), (Ok(success(2)), Ok(success(1))));
}

/// A barrier of its own: what comes starts what goes, while no program makes a call.
#[test]
fn what_comes_starts_what_goes() {
    let (mut net, _) = Network::new(3);
    let own: Vec<_> = (0..3).map(|rank| net.bind(rank, Memory::new(0), 0)).collect();
    let mut counters = Vec::new();
    for (rank, own) in own.iter().enumerate() {
        let counter = net.ni(rank).ct_alloc().unwrap();
        let options = PUT | EntryOptions::CT_COMM;
        let spec = entry(Memory::new(0), 1, options);
        net.expect(rank, ferry_portals::four::EntryDescription { counter: Some(counter), ..spec });
        let on = put(own.descriptor, 0, (rank + 1) % 3, 1);
        let on = Movement { ack: AckRequest::None, ..on };
        for threshold in 1..5 {
            net.ni(rank).start_at(&on, at(counter, threshold)).unwrap();
        }
        counters.push(counter);
    }
    net.ni(0)
        .start(&Movement { ack: AckRequest::None, ..put(own[0].descriptor, 0, 1, 1) })
        .unwrap();
    net.run();
    let counted: Vec<_> = (0..3).map(|rank| net.counted(rank, counters[rank]).0).collect();
    assert_eq!(counted, [4, 5, 4]);
}

#[test]
fn every_operation_can_be_triggered() {
    let (mut net, queues) = Network::new(2);
    let there = Memory::of(&8u64.to_ne_bytes());
    net.expect(1, entry(there, 1, PUT | GET));
    let trigger = net.ni(0).ct_alloc().unwrap();
    let (from, into) = (net.bind(0, Memory::of(&2u64.to_ne_bytes()), 0), Memory::new(8));
    let bound = net.bind(0, into, 0);
    net.ni(0).start_at(&get(bound.descriptor, 8, 1, 1), at(trigger, 1)).unwrap();
    let of =
        (ferry_portals::four::AtomicOperation::Sum, ferry_portals::four::AtomicDatatype::Uint64);
    use ferry_portals::four::{AtomicOperation, LocalPlace, OperationKind};
    let place = LocalPlace { descriptor: bound.descriptor, offset: 0 };
    let swap = AtomicOperation::Swap;
    for (kind, fetches, threshold) in [
        (OperationKind::Atomic(of.0, of.1), false, 2),
        (OperationKind::Fetch(of.0, of.1), true, 3),
        (OperationKind::Swap(swap, of.1), true, 4),
    ] {
        let movement =
            Movement { kind, into: fetches.then_some(place), ..put(from.descriptor, 8, 1, 1) };
        net.ni(0).start_at(&movement, at(trigger, threshold)).unwrap();
    }
    let value = |memory: Memory| u64::from_ne_bytes(memory.bytes().try_into().unwrap());
    for (target, fetched) in [(8, 8), (10, 8), (12, 10), (2, 12)] {
        net.ni(0).ct_inc(trigger, success(1)).unwrap();
        net.run();
        assert_eq!((value(there), value(into)), (target, fetched));
    }
    let kinds = net.kinds(1, queues[1]);
    use NiEventKind::{Atomic, FetchAtomic, Get, Link};
    assert_eq!(kinds, [Link, Get, Atomic, FetchAtomic, FetchAtomic]);
}

#[test]
fn entries_come_and_go_by_counters() {
    let (mut net, queues) = Network::new(2);
    let ni = net.ni(1);
    let trigger = ni.ct_alloc().unwrap();
    let there = Memory::new(4);
    let spec = (entry(there, 1, PUT), 5);
    let handle = ni.append_at((0, EntryList::Priority), spec, at(trigger, 1)).unwrap();
    ni.unlink_at(handle, at(trigger, 2)).unwrap();
    assert!(net.send(0, b"abcd", 1, 1)[1].fail != ferry_portals::four::NiFail::Ok);
    net.ni(1).ct_inc(trigger, success(1)).unwrap();
    assert_eq!(net.kinds(1, queues[1]), [NiEventKind::Link]);
    net.send(0, b"abcd", 1, 1);
    assert_eq!(there.bytes(), b"abcd");
    net.ni(1).ct_inc(trigger, success(1)).unwrap();
    assert_eq!(net.ni(1).unlink(handle), Err(NiError::ArgInvalid), "it is gone");
}

#[test]
fn so_many_wait_and_no_more() {
    let limits = NiLimits { max_triggered_ops: 3, ..NiLimits::USUAL };
    let mut net = Network::of(1, matching(), limits);
    let own = net.bind(0, Memory::new(0), 0);
    let ni = net.ni(0);
    let trigger = ni.ct_alloc().unwrap();
    let movement = put(own.descriptor, 0, 0, 1);
    for _ in 0..3 {
        ni.start_at(&movement, at(trigger, 1)).unwrap();
    }
    assert_eq!(ni.start_at(&movement, at(trigger, 1)), Err(NiError::NoSpace));
    assert_eq!(ni.ct_inc_at(trigger, success(1), at(trigger, 1)), Err(NiError::NoSpace));
    assert_eq!(ni.md_release(own.descriptor), Err(NiError::InUse));
    // Those that are given up make room and let go.
    ni.ct_cancel(trigger).unwrap();
    ni.md_release(own.descriptor).unwrap();
    ni.ct_inc_at(trigger, success(1), at(trigger, 1)).unwrap();
    ni.ct_free(trigger).unwrap();
    let other = ni.ct_alloc().unwrap();
    ni.ct_inc_at(other, success(1), at(other, 1)).unwrap();
}

/// What is triggered is checked when it is called for.
#[test]
fn what_cannot_be_is_refused_at_once() {
    let (mut net, _) = Network::new(1);
    let own = net.bind(0, Memory::new(4), 0);
    let ni = net.ni(0);
    let (trigger, nothing) = (ni.ct_alloc().unwrap(), PortalsHandle(u32::MAX));
    let sound = put(own.descriptor, 4, 0, 1);
    let refused = Err(NiError::ArgInvalid);
    assert_eq!(ni.start_at(&sound, at(nothing, 1)), refused);
    assert_eq!(ni.start_at(&put(own.descriptor, 5, 0, 1), at(trigger, 1)), refused);
    assert_eq!(ni.start_at(&put(nothing, 0, 0, 1), at(trigger, 1)), refused);
    assert_eq!(ni.ct_inc_at(nothing, success(1), at(trigger, 1)), refused);
    assert_eq!(ni.ct_set_at(trigger, success(1), at(nothing, 1)), refused);
    assert_eq!(ni.unlink_at(nothing, at(trigger, 1)), refused);
    let spec = || (entry(Memory::new(1), 1, PUT), 0);
    let place = (0, EntryList::Priority);
    assert_eq!(ni.append_at(place, spec(), at(nothing, 1)).err(), Some(NiError::ArgInvalid));
    assert_eq!(
        ni.append_at((9, EntryList::Priority), spec(), at(trigger, 1)).err(),
        Some(NiError::ArgInvalid)
    );
    ni.md_release(own.descriptor).unwrap();
}
