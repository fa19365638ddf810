//! Interfaces that are closed while something is under way.

use crate::job::{GET, Memory, Node, PUT, at, events, interface, job, of_memory, spec, until};
use ferry_portals::three::{DescriptorMemory, EventKind};

const METHODS: [&str; 3] = ["shm", "tcp", "quic"];
const LEN: usize = 16 << 20;

/// Closes a process's interface and opens it anew.
fn open_anew(nodes: &mut [Node], rank: usize) {
    nodes[rank].with_links(|state, _| {
        state.close(0);
        state.interfaces.open(interface(rank));
    });
}

/// Polls until some of what rank 0 puts into memory of rank 1 is there, which was all zero.
fn until_some_has_come(nodes: &mut [Node], there: Memory) {
    until(nodes, "some of it is there", |_| there.bytes()[1] != 0);
    assert_eq!(there.bytes()[LEN - 1], 0, "all of it is there");
}

/// What still comes for an interface that was closed is thrown away: its memory is the program's.
#[test]
fn nothing_comes_into_memory_of_an_interface_that_was_closed() {
    for method in METHODS {
        let mut nodes = job(2, method);
        let (there, here) = (Memory::new(LEN), Memory::of(vec![1; LEN]));
        nodes[1].attach(1, spec(there, PUT));
        let (own, told) = nodes[0].bind(spec(here, 0));
        nodes[0].with(|interface| interface.put(own, None, true, &at(1, 1), 0)).unwrap();
        until_some_has_come(&mut nodes, there);
        nodes[1].with_links(|state, _| state.close(0));
        until(&mut nodes, "it has landed", |nodes| nodes[1].portals.lock().has_landed());
        there.fill(7);
        let heard = events(&mut nodes, 0, told, 2);
        assert_eq!((heard[1].kind, heard[1].has_failed), (EventKind::SendEnd, false));
        until(&mut nodes, "all has come", |nodes| nodes[1].portals.lock().is_at_rest());
        assert!(there.bytes().iter().all(|byte| *byte == 7), "by {method}");
        until_nothing_is_awaited(&mut nodes);
        assert_eq!(nodes[0].event(told).map(|event| event.kind), None);
    }
}

/// Polls until rank 0 waits for no answer.
fn until_nothing_is_awaited(nodes: &mut [Node]) {
    until(nodes, "no answer is awaited", |nodes| {
        !nodes[0].with(|interface| interface.awaits_answers())
    });
}

/// What is asked of an interface that is not open is dropped: its initiator's program hears nothing of it but what it
/// does itself, and nothing is kept for an answer (Portals 3.3, address translation).
#[test]
fn nobody_waits_for_an_interface_that_is_closed() {
    const FEW: usize = 8;
    const MANY: usize = 100_000;
    for method in METHODS {
        let mut nodes = job(2, method);
        nodes[1].with_links(|state, _| state.close(0));
        for len in [FEW, MANY] {
            let (own, told) = nodes[0].bind(spec(Memory::new(len), 0));
            nodes[0].with(|interface| interface.put(own, None, true, &at(1, 1), 0)).unwrap();
            nodes[0].with(|interface| interface.get(own, None, &at(1, 1))).unwrap();
            let (exchanged, _) = nodes[0].bind(spec(Memory::new(FEW), 0));
            nodes[0]
                .with(|interface| interface.get_put(exchanged, exchanged, &at(1, 1), 0))
                .unwrap();
            assert!(nodes[0].with(|interface| interface.awaits(own)));
            until_nothing_is_awaited(&mut nodes);
            let heard = events(&mut nodes, 0, told, 2);
            let heard: Vec<_> = heard.iter().map(|event| (event.kind, event.has_failed)).collect();
            assert_eq!(heard, [(EventKind::SendStart, false), (EventKind::SendEnd, false)]);
            assert_eq!(nodes[0].event(told).map(|event| event.kind), None, "by {method}");
        }
        until(&mut nodes, "all has come", |nodes| nodes[1].portals.lock().is_at_rest());
        assert_eq!(nodes[1].portals.lock().nonsense(), 0, "by {method}");
    }
}

/// What was begun goes on, whatever the program does with the memory, and nothing of it is the next interface's.
#[test]
fn what_a_closed_interface_has_begun_to_send_comes() {
    for method in METHODS {
        let mut nodes = job(2, method);
        let there = Memory::new(LEN);
        let theirs = nodes[1].attach(1, spec(there, PUT));
        let pieces = [3 << 20, 100, LEN - (3 << 20) - 100].map(|len| Memory::of(vec![1; len]));
        let memory = DescriptorMemory::Pieces(pieces.map(Memory::arena).into());
        let (own, _) = nodes[0].bind(of_memory(memory, 0));
        nodes[0].with(|interface| interface.put(own, None, false, &at(1, 1), 0)).unwrap();
        until_some_has_come(&mut nodes, there);
        open_anew(&mut nodes, 0);
        pieces.into_iter().for_each(|piece| piece.fill(7));
        let (next, told) = nodes[0].bind(spec(Memory::new(8), 0));
        assert_ne!(next, own);
        let heard = events(&mut nodes, 1, theirs, 2);
        assert_eq!((heard[1].kind, heard[1].has_failed), (EventKind::PutEnd, false));
        assert!(there.bytes().iter().all(|byte| *byte == 1), "by {method}");
        until(&mut nodes, "all has left", |nodes| nodes[0].portals.lock().is_at_rest());
        assert_eq!(nodes[0].event(told).map(|event| event.kind), None);
        assert_eq!(nodes[0].with(|interface| interface.md_unlink(next)), Ok(()));
    }
}

/// An answer to what an interface has asked that was closed meanwhile is nobody's.
#[test]
fn an_answer_that_comes_late_is_dropped() {
    let mut nodes = job(2, "shm");
    nodes[1].attach(1, spec(Memory::of(b"late".to_vec()), GET));
    nodes[1].attach(2, spec(Memory::of(b"good".to_vec()), GET));
    let (first, second) = (Memory::new(4), Memory::new(4));
    let (before, queue_before) = nodes[0].bind(spec(first, 0));
    nodes[0].with(|interface| interface.get(before, None, &at(1, 1))).unwrap();
    // It leaves, and is not answered yet.
    nodes[0].step();
    open_anew(&mut nodes, 0);
    let (own, queue) = nodes[0].bind(spec(second, 0));
    assert!(own != before && queue != queue_before);
    nodes[0].with(|interface| interface.get(own, None, &at(1, 2))).unwrap();
    let heard = events(&mut nodes, 0, queue, 2);
    assert_eq!((heard[1].kind, heard[1].match_bits), (EventKind::ReplyEnd, 2));
    assert_eq!((first.bytes(), second.bytes()), (&[0; 4][..], &b"good"[..]));
}
