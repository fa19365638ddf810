//! Flow control: a portal that cannot take what comes is disabled, told of, and enabled again.

use crate::network::{Memory, Network, PUT, entry, fate, matching, put};
use ferry_portals::four::{
    EntryDescription, EntryList, EntryOptions, NiEventKind, NiFail, NiLimits, NiRegister, PtOptions,
};

use NiEventKind::{Link, PtDisabled, Put};

const ONCE: u32 = EntryOptions::USE_ONCE;
const QUIET: u32 = EntryOptions::LINK_DISABLE | EntryOptions::UNLINK_DISABLE;

#[test]
fn no_entry_disables_the_portal() {
    let mut net = Network::of(2, matching(), NiLimits::USUAL);
    let queue = net.portal(1, PtOptions::FLOWCTRL);
    net.expect(1, entry(Memory::new(4), 1, PUT | ONCE | QUIET));
    let fates =
        |net: &mut Network| (0..3).map(|_| fate(&net.send(0, b"x", 1, 1))).collect::<Vec<_>>();
    assert_eq!(fates(&mut net), [NiFail::Ok, NiFail::PtDisabled, NiFail::PtDisabled]);
    assert_eq!(net.kinds(1, queue), [Put, PtDisabled], "it is told once");
    // It stays disabled until its owner says otherwise.
    net.expect(1, entry(Memory::new(4), 1, PUT | ONCE | QUIET));
    assert_eq!(fate(&net.send(0, b"x", 1, 1)), NiFail::PtDisabled);
    net.ni(1).pt_enable(0).unwrap();
    assert_eq!(fates(&mut net), [NiFail::Ok, NiFail::PtDisabled, NiFail::PtDisabled]);
    assert_eq!(net.kinds(1, queue), [Put, PtDisabled]);
    assert_eq!(net.ni(1).status(NiRegister::DropCount), 0);
}

#[test]
fn too_many_headers_disable_the_portal() {
    let limits = NiLimits { max_unexpected_headers: 2, ..NiLimits::USUAL };
    let mut net = Network::of(2, matching(), limits);
    let queue = net.portal(1, PtOptions::FLOWCTRL);
    net.append(1, EntryList::Overflow, entry(Memory::new(4), 1, PUT));
    let fates: Vec<_> = (0..3).map(|_| fate(&net.send(0, b"x", 1, 1))).collect();
    assert_eq!(fates, [NiFail::Ok, NiFail::Ok, NiFail::PtDisabled]);
    assert_eq!(net.kinds(1, queue), [Link, Put, Put, PtDisabled]);
}

/// No event of a portal with flow control is lost, and that of its end has a place of its own.
#[test]
fn a_full_queue_disables_the_portal() {
    for (count, options, fits) in [(4, PUT, 4), (4, PUT | ONCE, 2), (1, PUT | ONCE, 1)] {
        let mut net = Network::of(2, matching(), NiLimits::USUAL);
        let queue = net.ni(1).eq_alloc(count).unwrap();
        let flow = PtOptions(PtOptions::FLOWCTRL);
        net.ni(1).pt_alloc(flow, Some(queue), None).unwrap();
        for _ in 0..8 {
            net.expect(1, entry(Memory::new(4), 1, options | EntryOptions::LINK_DISABLE));
        }
        let fates: Vec<_> = (0..6).map(|_| fate(&net.send(0, b"x", 1, 1))).collect();
        let accepted = fates.iter().filter(|fate| **fate == NiFail::Ok).count();
        assert_eq!(accepted, fits, "{count} {options:x}");
        if count > 1 {
            let told = net.events(1, queue);
            assert_eq!(told.iter().filter(|event| event.kind == Put).count(), fits);
            assert_eq!(told.last().unwrap().kind, PtDisabled);
        }
        // Where an operation has more events than the queue has places, some are lost, but not the last.
        while net.ni(1).eq_get(queue).is_ok() {}
        net.ni(1).pt_enable(0).unwrap();
        assert_eq!(fate(&net.send(0, b"x", 1, 1)), NiFail::Ok);
    }
}

/// It is told once what had begun is over, and what comes meanwhile is refused.
#[test]
fn what_is_under_way_goes_on() {
    let mut net = Network::of(2, matching(), NiLimits::USUAL);
    let queue = net.portal(1, PtOptions::FLOWCTRL);
    let there = Memory::new(2000);
    net.expect(1, entry(there, 1, PUT | ONCE | QUIET));
    let own = net.bind(0, Memory::of(&[3; 2000]), 0);
    net.ni(0).start(&put(own.descriptor, 2000, 1, 1)).unwrap();
    let (from, frames) = net.next().unwrap();
    let coming = net.carry(from, frames);
    assert_eq!(fate(&net.send(0, b"x", 1, 1)), NiFail::PtDisabled);
    assert!(net.kinds(1, queue).is_empty() && !net.ni(1).pt_is_idle(0));
    net.complete(coming, false);
    assert_eq!(net.kinds(1, queue), [Put, PtDisabled]);
    assert_eq!((there.bytes(), net.ni(1).pt_is_idle(0)), (vec![3; 2000], true));
}

/// A portal that its owner disables takes nothing, tells nobody, and finishes what it has begun.
#[test]
fn an_owner_disables_its_portal() {
    let (mut net, queues) = Network::new(2);
    net.expect(1, entry(Memory::new(2000), 1, PUT));
    let own = net.bind(0, Memory::new(2000), 0);
    net.ni(0).start(&put(own.descriptor, 2000, 1, 1)).unwrap();
    let (from, frames) = net.next().unwrap();
    let coming = net.carry(from, frames);
    net.ni(1).pt_disable(0).unwrap();
    assert!(!net.ni(1).pt_is_idle(0));
    assert_eq!(fate(&net.send(0, b"x", 1, 1)), NiFail::PtDisabled);
    net.complete(coming, false);
    assert!(net.ni(1).pt_is_idle(0));
    assert_eq!(net.kinds(1, queues[1]), [Link, Put]);
    net.ni(1).pt_enable(0).unwrap();
    assert_eq!(fate(&net.send(0, b"x", 1, 1)), NiFail::Ok);
}

/// An entry may not want to be told.
#[test]
fn flow_control_may_be_quiet() {
    let mut net = Network::of(2, matching(), NiLimits::USUAL);
    let queue = net.ni(1).eq_alloc(1).unwrap();
    net.ni(1).pt_alloc(PtOptions(PtOptions::FLOWCTRL), Some(queue), None).unwrap();
    let options = PUT | EntryOptions::LINK_DISABLE | EntryOptions::FLOWCTRL_DISABLE;
    net.expect(1, EntryDescription { ..entry(Memory::new(4), 1, options) });
    let fates: Vec<_> = (0..2).map(|_| fate(&net.send(0, b"x", 1, 1))).collect();
    assert_eq!(fates, [NiFail::Ok, NiFail::PtDisabled]);
    assert_eq!(net.kinds(1, queue), [Put]);
}
