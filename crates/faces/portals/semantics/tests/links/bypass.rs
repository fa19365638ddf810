//! Targets that make no call: a thread of the runtime moves everything on.

use crate::job::{GET, Memory, PUT, at, context, spec};
use ferry_portals::three::{
    DescriptorSpec, EntrySpec, Event, EventKind, InsertPlace, InterfaceLimits,
};
use ferry_portals::{Portals, PortalsHandle, ProcessPattern};
use ferry_runtime::{DriverMode, WaitSettings};
use ferry_sys::{Clock, SignalNumber};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

fn job(size: u32, method: &str) -> Vec<Portals> {
    let board = crate::job::Board::default();
    let start = |rank| {
        let (identity, link, names) = context(&board, rank, size, method);
        let settings =
            WaitSettings { oversubscribed: true, ..WaitSettings::for_host(size, 1, rank) };
        let portals = Portals::over((link, names), identity, Clock::start(), settings).unwrap();
        portals.open(0, (1, 1), InterfaceLimits::MOST);
        portals
    };
    (0..size).map(start).collect()
}

/// An entry for these bits, with its descriptor and a queue.
fn attach(portals: &Portals, match_bits: u64, spec: DescriptorSpec) -> PortalsHandle {
    let mut state = portals.state();
    let interface = state.interfaces.get_mut(0).unwrap();
    let events = interface.eq_alloc(64).unwrap();
    let processes = ProcessPattern::ANY;
    let entry = EntrySpec { processes, match_bits, ignore_bits: 0, unlinks: false };
    let entry = interface.me_attach(0, &entry, InsertPlace::After).unwrap();
    interface.md_attach(entry, DescriptorSpec { events: Some(events), ..spec }, false).unwrap();
    events
}

/// The next event of a queue, waited for.
fn event(portals: &Portals, queue: PortalsHandle) -> Event {
    let came = portals.wait_until(Some(PATIENCE), |state| {
        state.interfaces.get_mut(0)?.eq_get(queue).ok().map(|(event, _)| event)
    });
    came.expect("an event comes")
}

#[test]
fn operations_complete_while_the_target_computes() {
    const LEN: usize = 4 << 20;
    let signal = DriverMode::Signal(SignalNumber::free().unwrap());
    let modes = [DriverMode::Thread, signal];
    for (method, mode) in ["shm", "tcp", "quic"].iter().flat_map(|m| modes.map(|mode| (*m, mode))) {
        let job = job(2, method);
        let there = Memory::new(LEN);
        attach(&job[1], 7, spec(there, PUT | GET));
        job[1].drive(mode).unwrap();
        // From here on the target makes no call.
        let (pattern, back) = (Memory::pattern(LEN), Memory::new(LEN));
        let initiator = &job[0];
        let (put, get, events) = {
            let mut state = initiator.state();
            let interface = state.interfaces.get_mut(0).unwrap();
            let events = interface.eq_alloc(64).unwrap();
            let with = |memory| DescriptorSpec { events: Some(events), ..spec(memory, 0) };
            let put = interface.md_bind(with(pattern), false).unwrap();
            let get = interface.md_bind(with(back), false).unwrap();
            interface.put(put, None, true, &at(1, 7), 0).unwrap();
            (put, get, events)
        };
        initiator.state().send();
        let kinds: Vec<EventKind> = (0..3).map(|_| event(initiator, events).kind).collect();
        assert_eq!(kinds, [EventKind::SendStart, EventKind::SendEnd, EventKind::Ack]);
        assert!(there.bytes() == pattern.bytes(), "by {method}");
        // What is read is not behind what was written: its owner manages the offset.
        let mut state = initiator.state();
        let interface = state.interfaces.get_mut(0).unwrap();
        interface.md_unlink(put).unwrap();
        interface.get(get, None, &at(1, 7)).unwrap();
        drop(state);
        initiator.state().send();
        let dropped = initiator.wait_until(Some(PATIENCE), |state| {
            (!state.interfaces.get_mut(0)?.awaits_answers()).then_some(())
        });
        assert_eq!(dropped, Some(()), "it found no place, and nothing is kept for it");
        let other = attach(&job[1], 8, spec(pattern, GET));
        let mut state = initiator.state();
        state.interfaces.get_mut(0).unwrap().get(get, None, &at(1, 8)).unwrap();
        drop(state);
        initiator.state().send();
        let kinds: Vec<EventKind> = (0..2).map(|_| event(initiator, events).kind).collect();
        assert_eq!(kinds, [EventKind::ReplyStart, EventKind::ReplyEnd]);
        assert!(back.bytes() == pattern.bytes(), "by {method}");
        assert_eq!(event(&job[1], other).kind, EventKind::GetStart);
    }
}

/// Threads that wait for events of queues of their own, while others do the same.
#[test]
fn each_thread_gets_its_events() {
    const ROUNDS: usize = 200;
    for method in ["shm", "tcp"] {
        let job = job(2, method);
        std::thread::scope(|scope| {
            for portals in &job {
                for thread in 0..2u64 {
                    let to = 1 - portals.place().0 as usize;
                    scope.spawn(move || {
                        let there = Memory::new(8 * ROUNDS);
                        let come = attach(portals, thread, spec(there, PUT));
                        let word = Memory::of(thread.to_le_bytes().to_vec());
                        let own = portals
                            .state()
                            .interfaces
                            .get_mut(0)
                            .unwrap()
                            .md_bind(spec(word, 0), false);
                        let own = own.unwrap();
                        // The other may not be ready: what is dropped is put again.
                        for round in 0..ROUNDS {
                            put_until_acknowledged(portals, own, to, thread);
                            let kinds = [event(portals, come).kind, event(portals, come).kind];
                            assert_eq!(kinds, [EventKind::PutStart, EventKind::PutEnd], "{round}");
                        }
                    });
                }
            }
        });
    }
}

fn put_until_acknowledged(portals: &Portals, own: PortalsHandle, to: usize, bits: u64) {
    loop {
        let (events, acknowledged) = {
            let mut state = portals.state();
            let interface = state.interfaces.get_mut(0).unwrap();
            let events = interface.eq_alloc(8).unwrap();
            let spec = interface.md_state(own).unwrap().clone();
            let once = interface.md_bind(DescriptorSpec { events: Some(events), ..spec }, false);
            let once = once.unwrap();
            interface.put(once, None, true, &at(to, bits), 0).unwrap();
            (events, once)
        };
        portals.state().send();
        let kinds: Vec<EventKind> = (0..2).map(|_| event(portals, events).kind).collect();
        assert_eq!(kinds, [EventKind::SendStart, EventKind::SendEnd]);
        let told = portals.wait_until(Some(PATIENCE), |state| {
            let interface = state.interfaces.get_mut(0)?;
            match interface.eq_get(events) {
                Ok((event, _)) => Some(event.kind == EventKind::Ack),
                Err(_) => (!interface.awaits(acknowledged)).then_some(false),
            }
        });
        let mut state = portals.state();
        let interface = state.interfaces.get_mut(0).unwrap();
        interface.md_unlink(acknowledged).unwrap();
        interface.eq_free(events).unwrap();
        if told.expect("it is settled") {
            return;
        }
    }
}
