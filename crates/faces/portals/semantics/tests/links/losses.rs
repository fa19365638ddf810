//! Processes that end amid operations, and names that nobody has.

use crate::job::{GET, Memory, PUT, at, events, job, spec, until};
use ferry_portals::PortalsProcess;
use ferry_portals::three::{EventKind, PortalsError, RemotePlace};

/// What was under way with a process that is gone has failed, and holds nothing.
#[test]
fn a_process_ends_amid_a_put() {
    const LEN: usize = 64 << 20;
    let mut nodes = job(2, "tcp");
    let (there, here) = (Memory::new(LEN), Memory::new(LEN));
    let theirs = nodes[1].attach(1, spec(there, PUT));
    nodes[1].attach(2, spec(Memory::new(8), GET));
    let (own, queue) = nodes[0].bind(spec(here, 0));
    nodes[0].with(|interface| interface.put(own, None, true, &at(1, 1), 0)).unwrap();
    let mut kinds = Vec::new();
    until(&mut nodes, "it has begun", |nodes| {
        kinds.extend(std::iter::from_fn(|| nodes[1].event(theirs)).map(|event| event.kind));
        kinds == [EventKind::PutStart]
    });
    assert_eq!(nodes[0].with(|interface| interface.md_unlink(own)), Err(PortalsError::MdInUse));
    drop(nodes.pop());
    let heard = events(&mut nodes, 0, queue, 2);
    assert_eq!((heard[1].kind, heard[1].has_failed), (EventKind::SendEnd, true));
    nodes[0].with(|interface| interface.md_unlink(own)).unwrap();
}

#[test]
fn the_target_of_a_broken_put_hears_of_it() {
    const LEN: usize = 64 << 20;
    let mut nodes = job(2, "tcp");
    let queue = nodes[0].attach(1, spec(Memory::new(LEN), PUT));
    let (own, _) = nodes[1].bind(spec(Memory::new(LEN), 0));
    nodes[1].with(|interface| interface.put(own, None, false, &at(0, 1), 0)).unwrap();
    let mut heard = Vec::new();
    until(&mut nodes, "it has begun", |nodes| {
        heard.extend(std::iter::from_fn(|| nodes[0].event(queue)));
        !heard.is_empty()
    });
    drop(nodes.pop());
    heard.extend(events(&mut nodes, 0, queue, 1));
    let ends: Vec<_> = heard.iter().map(|event| (event.kind, event.has_failed)).collect();
    assert_eq!(ends, [(EventKind::PutStart, false), (EventKind::PutEnd, true)]);
}

#[test]
fn nobody_has_that_name() {
    let mut nodes = job(1, "tcp");
    let (own, queue) = nodes[0].bind(spec(Memory::new(4), 0));
    let nobody = RemotePlace { process: PortalsProcess { nid: 9, pid: 9 }, ..at(0, 0) };
    nodes[0].with(|interface| interface.put(own, None, false, &nobody, 0)).unwrap();
    nodes[0].with(|interface| interface.get(own, None, &nobody)).unwrap();
    let heard = events(&mut nodes, 0, queue, 2);
    assert!(heard[1].has_failed);
    assert!(!nodes[0].with(|interface| interface.awaits_answers()));
}
