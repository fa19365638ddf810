//! Results that nobody waits for, requests that none of this version makes, and bytes that are no heads.

use crate::network::{GET, Memory, Network, PUT, entry, get, process, put};
use ferry_portals::PortalsVersion;
use ferry_portals::four::{
    EntryList, EntryOptions, HeadError, NiFail, NiRegister, OperationHead, OperationKind,
    ResultHead,
};
use proptest::prelude::*;

fn result(token: u64, length: u64) -> ResultHead {
    ResultHead {
        is_reply: true,
        interface: crate::network::matching().number(),
        fail: NiFail::Ok,
        list: EntryList::Priority,
        token,
        offset: 0,
        length,
    }
}

/// A reply that was not asked for, from another than was asked, or longer, or twice.
#[test]
fn only_what_was_asked_for_comes_into_memory() {
    let (mut net, _) = Network::new(3);
    net.expect(1, entry(Memory::of(b"true"), 5, GET));
    let here = Memory::of(b"....");
    let own = net.bind(0, here, 0);
    net.ni(0).start(&get(own.descriptor, 4, 1, 5)).unwrap();
    let (_, frames) = net.next().unwrap();
    let token = crate::network::request_of(&frames.head, b"").unwrap().token;
    for (from, head) in [
        (1, result(token + 1, 4)),
        (1, result(0, 4)),
        (2, result(token, 4)),
        (1, result(token, 5)),
        (1, ResultHead { is_reply: false, ..result(token, 4) }),
    ] {
        let came = net.ends[0].head(process(from), head.encode().head(), b"evil").unwrap();
        assert!(came.place.is_none(), "{head:?} from {from}");
    }
    assert_eq!(net.ni(0).status(NiRegister::DropCount), 5);
    let coming = net.carry(0, frames);
    net.complete(coming, false);
    net.run();
    assert_eq!(here.bytes(), b"true");
    let again = net.ends[0].head(process(1), result(token, 4).encode().head(), b"evil").unwrap();
    assert!(again.place.is_none(), "it came already");
    assert_eq!(net.events(0, own.queue).len(), 1);
}

/// A forged acknowledgement tells nobody anything.
#[test]
fn acknowledgements_are_of_what_was_sent() {
    let (mut net, _) = Network::new(3);
    let own = net.bind(0, Memory::of(b"abc"), 0);
    net.ni(0).start(&put(own.descriptor, 3, 1, 5)).unwrap();
    let (_, frames) = net.next().unwrap();
    let token = crate::network::request_of(&frames.head, b"").unwrap().token;
    let forged = ResultHead { is_reply: false, ..result(token, 3) };
    net.ends[0].head(process(2), forged.encode().head(), b"").unwrap();
    assert!(net.events(0, own.queue).is_empty() && net.ni(0).awaits_results());
    let coming = net.carry(0, frames);
    net.complete(coming, false);
    net.run();
    assert_eq!(crate::network::fate(&net.events(0, own.queue)), NiFail::Dropped);
}

#[test]
fn a_head_cut_short_is_none() {
    assert_eq!(OperationHead::decode(&[0x40; OperationHead::LEN - 1]), Err(HeadError));
    assert_eq!(ResultHead::decode(&[0x50; ResultHead::LEN + 1]), Err(HeadError));
    // Those of Portals 3.3 are none either.
    assert_eq!(OperationHead::decode(&[0; OperationHead::LEN]), Err(HeadError));
}

proptest! {
    #[test]
    fn heads_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..60), kind in 0x40..0x52u8) {
        if let Some(first) = bytes.first_mut() {
            *first = kind;
        }
        // Some can be said in two ways, of which the shorter is written.
        if let Ok(head) = OperationHead::decode(&bytes) {
            prop_assert!(head.encode().head().len() <= bytes.len());
            prop_assert_eq!(OperationHead::decode(head.encode().head()), Ok(head));
        }
        if let Ok(head) = ResultHead::decode(&bytes) {
            prop_assert_eq!(head.encode().head().to_vec(), bytes);
        }
    }

    /// Whatever a request says, nothing outside the memory of its place is touched.
    #[test]
    fn requests_stay_inside(
        kind in 0x40..0x45u8,
        (operation, datatype) in (0..18u8, 0..14u8),
        words in prop::array::uniform5(prop_oneof![0..40u64, any::<u64>(), Just(u64::MAX)]),
        payload in prop::collection::vec(any::<u8>(), 0..64),
        options in any::<u32>(),
    ) {
        let (mut net, _) = Network::new(2);
        let options = options & EntryOptions::OF_MATCHING & !1 | PUT | GET;
        net.expect(1, entry(Memory::of(&[7; 8]), 0, options));
        let spec = entry(Memory::of(&[8; 8]), 0, options);
        net.append(1, EntryList::Overflow, spec);
        let is_atomic = kind > 0x41;
        let atomic = if is_atomic { [operation, datatype] } else { [0, 0] };
        let mut bytes = vec![kind, crate::network::matching().number(), atomic[0], atomic[1]];
        for word in [crate::network::UID, 0] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        let head = OperationHead::decode(&bytes).unwrap();
        for bits in [head.match_bits, 0, 0] {
            let head = OperationHead { match_bits: bits, ..head };
            let came = net.ends[1].head(process(0), head.encode().head(), &payload);
            let Ok(came) = came else {
                prop_assert!(is_atomic);
                continue;
            };
            if let Some(place) = came.place {
                use ferry_portals::ArrivalPlace;
                prop_assert!(place.wanted() <= 8 && head.kind == OperationKind::Put);
                if let Some(region) = place.region(0, came.total) {
                    prop_assert!(region.len() <= 8);
                }
                place.write(0, &payload[..payload.len().min(came.total as usize)]);
                net.ends[1].finish(came.interface, place, false);
            }
            while let Some((_, frames)) = net.next() {
                prop_assert!(frames.data.len() <= 32);
                net.ends[1].sent(frames.interface, frames.after, false);
            }
        }
    }
}
