//! Threads take turns in the process's state, even where one of them always finds something to do.

use ferry_matching::Selector;
use ferry_mpi::constants::MPI_THREAD_MULTIPLE;
use ferry_mpi::process::{Process, enter, wait_until};
use ferry_sys::OwnedBuffer;
use ferry_two_sided::RecvSpace;
use ferry_wire::{ContextId, PeerId};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Keeps the process busy: a message to itself, which comes in the next round.
fn stir(process: &mut Process, buffer: &OwnedBuffer) {
    let context = ContextId(2);
    let space = RecvSpace::Region(buffer.arena(8).write(0, 8));
    let selector = Selector { context, source: Some(0), tag: Some(7) };
    let request = process.runtime.face.recv(selector, space, Default::default());
    process.runtime.face.transfer.detach(request);
    let sent =
        process.runtime.face.send_now(&mut process.runtime.links, PeerId(0), context, 7, &[1; 8]);
    assert!(sent.expect("a process reaches itself"), "there is room for one message");
}

#[test]
fn a_thread_gets_its_turn_while_another_moves_messages_without_end() {
    const ENTRIES: u32 = 20;
    ferry_mpi::init::init(MPI_THREAD_MULTIPLE).expect("a job of one");
    let (busy, entered) = (AtomicBool::new(false), AtomicU32::new(0));
    let buffer = OwnedBuffer::new(8);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !busy.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
            for _ in 0..ENTRIES {
                drop(enter());
                entered.fetch_add(1, Ordering::Release);
            }
        });
        // So many that the other thread has run, on any machine.
        let mut rounds = 0u32;
        wait_until(|process| {
            busy.store(true, Ordering::Release);
            stir(process, &buffer);
            rounds += 1;
            let done = entered.load(Ordering::Acquire) == ENTRIES;
            (done || rounds == 20_000_000).then_some(())
        });
        assert_eq!(entered.load(Ordering::Acquire), ENTRIES, "it waits after {rounds} rounds");
    });
    ferry_mpi::init::finalize().expect("nothing is under way");
}
