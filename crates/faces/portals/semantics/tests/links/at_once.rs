//! Requests that go from their call, as long as the links take them and nothing goes before them.

use crate::job::{GET, Memory, Node, PUT, REMOTE, at, events, job, name, spec, until};
use ferry_portals::three::{EventKind, RemotePlace};
use ferry_portals::{PeerId, PortalsHandle};

const METHODS: [&str; 3] = ["shm", "tcp", "quic"];
/// More than shared memory takes before somebody polls.
const MANY: u64 = 20_000;

/// Puts a descriptor's memory at `to`, with a number. Whether it has gone.
fn put(node: &mut Node, own: PortalsHandle, to: &RemotePlace, number: u64) -> bool {
    let place = (PeerId(to.process.pid - name(0).pid), to);
    node.with_links(|state, links| state.put(links, (own, None), false, place, number)).unwrap()
}

/// What the links do not take waits, and nothing overtakes it.
#[test]
fn puts_come_in_the_order_of_their_calls() {
    for method in METHODS {
        let mut nodes = job(2, method);
        let theirs = nodes[1].attach(1, spec(Memory::new(8), PUT | REMOTE));
        let (own, _) = nodes[0].bind(spec(Memory::of(b"a number".to_vec()), 0));
        // Before the first has come there may be no connection.
        put(&mut nodes[0], own, &at(1, 1), 0);
        events(&mut nodes, 1, theirs, 2);
        let mut gone = 0;
        for number in 1..MANY {
            gone += u64::from(put(&mut nodes[0], own, &at(1, 1), number));
        }
        assert!(gone > 0, "none has gone at once by {method}");
        assert!(gone < MANY - 1 || method != "shm", "all have gone at once by {method}");
        let mut last = None;
        until(&mut nodes, "all have come", |nodes| {
            while let Some(event) = nodes[1].event(theirs) {
                if event.kind == EventKind::PutEnd {
                    assert!(last.is_none_or(|last| last < event.hdr_data), "{method}");
                    last = Some(event.hdr_data);
                }
            }
            last == Some(MANY - 1)
        });
    }
}

/// A small put does not overtake a long one that waits, nor a long one a small one.
#[test]
fn small_and_long_keep_their_order() {
    for method in METHODS {
        let mut nodes = job(2, method);
        let theirs = nodes[1].attach(1, spec(Memory::new(1 << 20), PUT | REMOTE));
        let long = nodes[0].bind(spec(Memory::pattern(1 << 20), 0)).0;
        let small = nodes[0].bind(spec(Memory::pattern(8), 0)).0;
        let others = [long, small, small, long, small, long, long, small];
        for (number, own) in (0..).zip(others) {
            let has_gone = put(&mut nodes[0], own, &at(1, 1), number);
            assert!(!has_gone, "the first goes in parts, and the others behind it, by {method}");
        }
        let heard = events(&mut nodes, 1, theirs, 2 * others.len());
        let ends = heard.iter().filter(|event| event.kind == EventKind::PutEnd);
        assert_eq!(
            ends.map(|event| event.hdr_data).collect::<Vec<_>>(),
            (0..8).collect::<Vec<_>>()
        );
    }
}

/// The memory of a put that has gone may be used again at once.
#[test]
fn what_has_gone_is_gone() {
    let mut nodes = job(2, "shm");
    let to = Memory::new(4);
    let theirs = nodes[1].attach(1, spec(to, PUT | REMOTE));
    let (own, events_of_own) = nodes[0].bind(spec(Memory::of(b"gone".to_vec()), 0));
    assert!(put(&mut nodes[0], own, &at(1, 1), 0));
    let kinds = [(); 2].map(|()| nodes[0].event(events_of_own).unwrap().kind);
    assert_eq!(kinds, [EventKind::SendStart, EventKind::SendEnd]);
    nodes[0].with(|interface| interface.md_unlink(own)).unwrap();
    events(&mut nodes, 1, theirs, 2);
    assert_eq!(to.bytes(), b"gone");
}

#[test]
fn gets_go_and_their_replies_come() {
    for method in METHODS {
        let mut nodes = job(2, method);
        let theirs = nodes[1].attach(1, spec(Memory::of(b"here".to_vec()), GET));
        let into = Memory::new(4);
        let (own, events_of_own) = nodes[0].bind(spec(into, 0));
        let place = at(1, 1);
        let gone =
            nodes[0].with_links(|state, links| state.get(links, (own, None), (PeerId(1), &place)));
        assert!(gone.is_ok());
        let heard = events(&mut nodes, 0, events_of_own, 2);
        assert_eq!(heard[1].kind, EventKind::ReplyEnd);
        assert_eq!(into.bytes(), b"here");
        events(&mut nodes, 1, theirs, 2);
    }
}
