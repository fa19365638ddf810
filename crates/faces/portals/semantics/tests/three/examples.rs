//! What the specification shows Portals with.

use crate::network::{GET, Memory, Network, PUT, REMOTE, TRUNCATE, entry, place, process, spec};
use ferry_portals::PortalsHandle;
use ferry_portals::three::{
    DescriptorOptions, DescriptorSpec, EntrySpec, EventKind, InsertPlace, PortalsError,
    RemotePlace, StatusRegister,
};

/// A receiver of messages: entries of receives that wait, a mark, buffers for what nobody expects.
struct Receiver {
    /// Receives come before it.
    mark: PortalsHandle,
    unexpected: PortalsHandle,
    buffer: Memory,
}

impl Receiver {
    fn new(net: &mut Network, at: usize) -> Self {
        let unexpected = net.queue(at);
        let mark = net.ends[at].me_attach(3, &entry(0), InsertPlace::After).unwrap();
        let buffer = Memory::new(64);
        let with = DescriptorSpec { events: Some(unexpected), ..spec(buffer, PUT) };
        net.attach(at, &EntrySpec { ignore_bits: !0, ..entry(0) }, with, false);
        Receiver { mark, unexpected, buffer }
    }

    /// Posts a receive, or finds its message among what came unexpected. The receive takes part only once
    /// everything unexpected was looked at: what comes between is not lost and not taken twice.
    fn receive(&self, net: &mut Network, at: usize, tag: u64, into: Memory) -> Option<Vec<u8>> {
        let events = net.queue(at);
        let with = |threshold| DescriptorSpec {
            events: Some(events),
            threshold: Some(threshold),
            ..spec(into, PUT | TRUNCATE)
        };
        let me = net.ends[at]
            .me_insert(self.mark, &EntrySpec { unlinks: true, ..entry(tag) }, InsertPlace::Before)
            .unwrap();
        let md = net.ends[at].md_attach(me, with(0), true).unwrap();
        loop {
            for event in net.events(at, self.unexpected) {
                if event.kind == EventKind::PutEnd && event.match_bits == tag {
                    net.ends[at].me_unlink(me).unwrap();
                    let (start, len) = (event.offset as usize, event.mlength as usize);
                    return Some(self.buffer.bytes()[start..start + len].to_vec());
                }
            }
            // Something comes just now.
            net.run();
            match net.ends[at].md_update(md, with(1), Some(self.unexpected)) {
                Ok(()) => return None,
                Err(why) => assert_eq!(why, PortalsError::MdNoUpdate),
            }
        }
    }
}

#[test]
fn receives_and_messages_meet_whoever_is_first() {
    let mut net = Network::new(2);
    let receiver = Receiver::new(&mut net, 1);
    net.put(0, Memory::of(b"early"), &place(1, 1));
    net.run();
    assert_eq!(receiver.receive(&mut net, 1, 1, Memory::new(8)), Some(b"early".to_vec()));
    let expected = Memory::new(8);
    assert_eq!(receiver.receive(&mut net, 1, 2, expected), None);
    net.put(0, Memory::of(b"direct"), &place(1, 2));
    net.run();
    assert_eq!(&expected.bytes()[..6], b"direct");
    // One that is on its way when its receive is posted.
    net.put(0, Memory::of(b"between"), &place(1, 3));
    assert_eq!(receiver.receive(&mut net, 1, 3, Memory::new(8)), Some(b"between".to_vec()));
    assert_eq!(net.ends[1].status(StatusRegister::DropCount), 0);
    assert_eq!(net.ends[1].status(StatusRegister::MesCurrent), 2, "receives leave nothing behind");
}

/// A client lets its servers read from it and write to it, each its part.
#[test]
fn servers_move_the_data_of_their_client() {
    const STRIPE: usize = 4;
    let mut net = Network::new(5);
    let (file, events) = (Memory::new(4 * STRIPE), net.queue(0));
    let open = DescriptorSpec { events: Some(events), ..spec(file, PUT | GET | REMOTE) };
    net.attach(0, &entry(42), open, false);
    for server in 1..=4 {
        let offset = ((server - 1) * STRIPE) as u64;
        let at = RemotePlace { offset, ..place(0, 42) };
        net.put(server, Memory::of(&[b'0' + server as u8; STRIPE]), &at);
    }
    net.run();
    assert_eq!(file.bytes(), b"1111222233334444");
    let copies: Vec<Memory> = (1..=4)
        .map(|server| {
            let copy = Memory::new(STRIPE);
            let md = net.ends[server].md_bind(spec(copy, 0), true).unwrap();
            let offset = ((server - 1) * STRIPE) as u64;
            let at = RemotePlace { offset, ..place(0, 42) };
            net.ends[server].get(md, None, &at).unwrap();
            copy
        })
        .collect();
    net.run();
    assert!(copies.iter().zip(b'1'..).all(|(copy, digit)| copy.bytes() == [digit; STRIPE]));
    let all = net.events(0, events);
    let moved = |kind| {
        let of_kind = all.iter().filter(|event| event.kind == kind);
        of_kind.map(|event| event.mlength).sum::<u64>()
    };
    assert_eq!((moved(EventKind::PutEnd), moved(EventKind::GetEnd)), (16, 16));
    // Others are dropped, and counted.
    let denied = RemotePlace { ac_index: 1, ..place(0, 42) };
    net.put(1, Memory::of(b"evil"), &denied);
    net.run();
    assert_eq!(
        (net.ends[0].status(StatusRegister::DropCount), net.events(0, events).len()),
        (1, 0)
    );
}

/// An entry for everything, with no memory, tells of messages that would be lost.
#[test]
fn a_watcher_hears_of_what_nobody_wants() {
    let mut net = Network::new(2);
    let events = net.queue(1);
    let options = PUT | GET | TRUNCATE;
    let with = DescriptorSpec { events: Some(events), ..spec(Memory::new(0), options) };
    net.attach(1, &EntrySpec { ignore_bits: !0, ..entry(0) }, with, false);
    net.put(0, Memory::of(b"nobody"), &place(1, 1234));
    net.run();
    let heard = net.events(1, events);
    let told = heard.iter().map(|e| (e.rlength, e.mlength, e.match_bits, e.initiator));
    assert_eq!(told.collect::<Vec<_>>(), [(6, 0, 1234, process(0)); 2]);
    assert_eq!(net.ends[1].status(StatusRegister::DropCount), 0);
    assert!(DescriptorOptions(options).has(GET));
}
