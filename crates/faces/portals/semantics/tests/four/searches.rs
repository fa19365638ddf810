//! Searches among what had come.

use crate::network::{Memory, Network, PUT, entry, put};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{
    EntryDescription, EntryList, EntryOptions, NiError, NiEventKind, NiFail, SearchOperation,
};

const ONCE: u32 = EntryOptions::USE_ONCE;

/// Puts with these bits have come, and nobody has taken them.
fn with_headers(bits: &[u64]) -> (Network, PortalsHandle) {
    let (mut net, queues) = Network::new(2);
    let options = PUT | EntryOptions::MANAGE_LOCAL | EntryOptions::COMM_DISABLE;
    let room = EntryDescription { ignore_bits: !0, ..entry(Memory::new(64), 0, options) };
    net.append(1, EntryList::Overflow, room);
    for bits in bits {
        net.send(0, b"x", 1, *bits);
    }
    net.events(1, queues[1]);
    (net, queues[1])
}

/// What a search tells and counts.
fn search(
    (net, queue): &mut (Network, PortalsHandle),
    bits: u64,
    options: u32,
    operation: SearchOperation,
) -> (Vec<(NiEventKind, NiFail)>, (u64, u64)) {
    let counter = net.ni(1).ct_alloc().unwrap();
    let options = PUT | EntryOptions::CT_OVERFLOW | options;
    let spec = EntryDescription { counter: Some(counter), ..entry(Memory::new(0), bits, options) };
    net.ni(1).search(0, spec, operation, 33).unwrap();
    let told = net.events(1, *queue);
    assert!(told.iter().all(|event| event.user_ptr == 33));
    let told = told.iter().map(|event| (event.kind, event.fail)).collect();
    (told, net.counted(1, counter))
}

#[test]
fn a_search_finds_what_fits_and_leaves_it() {
    let mut with = with_headers(&[1, 55, 1, 1, 55]);
    let found = (NiEventKind::Search, NiFail::Ok);
    let none = (NiEventKind::Search, NiFail::NoMatch);
    let only = SearchOperation::Only;
    for _ in 0..2 {
        assert_eq!(search(&mut with, 55, 0, only), (vec![found; 2], (2, 1)));
        assert_eq!(search(&mut with, 1, 0, only), (vec![found; 3], (3, 1)));
        assert_eq!(search(&mut with, 1, ONCE, only), (vec![found], (1, 0)));
        assert_eq!(search(&mut with, 9, ONCE, only), (vec![none], (0, 1)));
        assert_eq!(search(&mut with, 9, 0, only), (vec![none], (0, 1)));
    }
}

#[test]
fn a_search_may_take_what_it_finds() {
    let mut with = with_headers(&[1, 55, 1, 1, 55]);
    let found = (NiEventKind::PutOverflow, NiFail::Ok);
    let none = (NiEventKind::Search, NiFail::NoMatch);
    let delete = SearchOperation::Delete;
    assert_eq!(search(&mut with, 55, 0, delete), (vec![found; 2], (2, 1)));
    assert_eq!(search(&mut with, 55, 0, delete), (vec![none], (0, 1)));
    for _ in 0..3 {
        assert_eq!(search(&mut with, 1, ONCE, delete), (vec![found], (1, 0)));
    }
    assert_eq!(search(&mut with, 1, ONCE, delete), (vec![none], (0, 1)));
}

#[test]
fn a_silent_search_counts() {
    let mut with = with_headers(&[1]);
    let silent = EntryOptions::COMM_DISABLE | EntryOptions::OVER_DISABLE;
    assert_eq!(search(&mut with, 1, silent, SearchOperation::Only), (vec![], (1, 1)));
    assert_eq!(search(&mut with, 1, silent, SearchOperation::Delete), (vec![], (1, 1)));
}

/// What is still coming is not there yet.
#[test]
fn a_search_waits_for_nothing() {
    let mut with = with_headers(&[]);
    let own = with.0.bind(0, Memory::new(2000), 0);
    with.0.ni(0).start(&put(own.descriptor, 2000, 1, 1)).unwrap();
    let (from, frames) = with.0.next().unwrap();
    let coming = with.0.carry(from, frames);
    assert_eq!(search(&mut with, 1, ONCE, SearchOperation::Delete).1, (0, 1));
    with.0.complete(coming, false);
    assert_eq!(search(&mut with, 1, ONCE, SearchOperation::Delete).1, (1, 0));
}

#[test]
fn a_search_needs_a_portal_and_a_sound_entry() {
    let (mut net, _) = with_headers(&[]);
    let sound = entry(Memory::new(0), 1, PUT);
    let ni = net.ni(1);
    let nowhere = ni.search(7, sound.clone(), SearchOperation::Only, 0);
    assert_eq!(nowhere, Err(NiError::ArgInvalid));
    let counter = Some(PortalsHandle(u32::MAX));
    let unsound = EntryDescription { counter, ..sound };
    assert_eq!(ni.search(0, unsound, SearchOperation::Only, 0), Err(NiError::ArgInvalid));
}
