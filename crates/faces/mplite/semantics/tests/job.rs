//! Processes of a job in one: messages, and what is done together, by the functions of Rust.

use ferry_link::{Context, Directory, Policy};
use ferry_method::{Identity, JobId, Method, PeerId};
use ferry_method_local::LocalMethod;
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_mplite::{
    AccumulateKind, Combination, LockKind, MpLite, MpLiteError, Participants, ReceivedMessage,
    ReductionKind, RemoteElement, StallLimits, Wanted,
};
use ferry_runtime::WaitSettings;
use ferry_sys::{Clock, OwnedBuffer};
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How each process can be reached.
#[derive(Clone, Default)]
struct TestAddresses(Arc<Mutex<Vec<Vec<u8>>>>);

impl Directory for TestAddresses {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let found = self.0.lock().expect("no panics").get(peer.0 as usize).cloned();
        found.ok_or_else(|| "it has published nothing".into())
    }
}

fn process(addresses: &TestAddresses, node: u32, size: u32, method: &str) -> MpLite {
    let me = PeerId(node);
    let identity = Identity { job: JobId(3), me, size, secret: [3; 32], host: "test".into() };
    let opened: Box<dyn Method> = match method {
        "shm" => Box::new(ShmMethod::new(&identity, ShmOptions::default()).expect("shm")),
        _ => {
            let options = TcpOptions { interfaces: vec!["lo".into()], ..TcpOptions::default() };
            Box::new(TcpMethod::new(identity.clone(), options).expect("tcp"))
        }
    };
    let methods = vec![Box::new(LocalMethod::new(&identity)) as Box<dyn Method>, opened];
    let directory = Box::new(addresses.clone());
    let link = Context::new(me, size, methods, Policy::default(), &[], directory);
    addresses.0.lock().expect("no panics").push(link.table().encode());
    let settings = WaitSettings { oversubscribed: true, ..WaitSettings::for_host(size, 1, node) };
    MpLite::over(link, identity, Clock::start(), settings).expect("it starts")
}

fn job(size: u32, method: &str) -> Vec<MpLite> {
    let addresses = TestAddresses::default();
    (0..size).map(|node| process(&addresses, node, size, method)).collect()
}

/// Lets every process of a job do something, each in a thread.
fn all(job: &[MpLite], act: impl Fn(&MpLite) + Sync) {
    std::thread::scope(|scope| {
        job.iter().for_each(|process| drop(scope.spawn(|| act(process))));
    });
}

fn from(node: u32, tag: i32) -> Wanted {
    Wanted { node: Some(node), tag: Some(tag) }
}

#[test]
fn messages_go_round_and_numbers_are_reduced() {
    for method in ["shm", "tcp"] {
        let job = job(3, method);
        all(&job, |process| {
            let (me, size) = (process.node(), process.size());
            let (next, before) = ((me + 1) % size, (me + size - 1) % size);
            for len in [0, 5, 70_000, 1 << 20] {
                process.send_bytes(&vec![me as u8; len], next, 4).unwrap();
                let mut bytes = vec![0; len];
                let received = process.recv_bytes(&mut bytes, from(before, 4)).unwrap();
                assert_eq!(received, ReceivedMessage { node: before, tag: 4, bytes: len });
                assert!(bytes.iter().all(|byte| *byte == before as u8));
            }
            let sum = OwnedBuffer::new(8);
            let memory = sum.arena(8);
            memory.write(0, 8).as_mut_slice().copy_from_slice(&f64::from(me).to_ne_bytes());
            process.reduce::<f64>(memory, ReductionKind::Sum, &Participants::all(size)).unwrap();
            assert_eq!(memory.read(0, 8).as_slice(), 3f64.to_ne_bytes());
            process.sync().unwrap();
        });
    }
}

#[test]
fn slices_are_exchanged_reduced_and_put() {
    for method in ["shm", "tcp"] {
        let job = job(3, method);
        all(&job, |process| {
            let (me, size) = (process.node(), process.size());
            let (next, before) = ((me + 1) % size, (me + size - 1) % size);
            let everybody = Participants::all(size);
            process.send_slice(&[me as i32, 7], next, 1).unwrap();
            let mut numbers = [0; 3];
            assert_eq!(process.recv_slice(&mut numbers, from(before, 1)), Ok(2));
            assert_eq!(numbers, [before as i32, 7, 0]);
            let gathered = process.gather_slice(&[f64::from(me)], &everybody).unwrap();
            assert_eq!(gathered, [0.0, 1.0, 2.0]);
            let mut sums = [me as i32, 1];
            process.reduce_slice(&mut sums, ReductionKind::Sum, &everybody).unwrap();
            assert_eq!(sums, [3, 3]);
            let mut word = if me == 2 { *b"word" } else { *b"none" };
            process.broadcast_bytes(&mut word, 2, &everybody).unwrap();
            assert_eq!(&word, b"word");
            let mut came = [0; 4];
            process.shift_bytes(&[me as u8; 4], next, &mut came, before).unwrap();
            assert_eq!(came, [before as u8; 4]);
            windows(process, next, before);
        });
    }
}

/// Each writes into the memory of the next, reads it and adds to it.
fn windows(process: &MpLite, next: u32, before: u32) {
    let me = process.node();
    let (memory, window) = process.win_allocate(100_000, 4).unwrap();
    process.win_fence(window).unwrap();
    let there = RemoteElement { window, node: next, element: 2 };
    process.put_bytes(&[me as u8 + 1; 50_000], there).unwrap();
    process.win_fence(window).unwrap();
    assert_eq!(memory.read(8, 50_000).as_slice(), [before as u8 + 1; 50_000]);
    let mut read = vec![0; 50_000];
    process.get_bytes(&mut read, there).unwrap();
    assert_eq!(read, [me as u8 + 1; 50_000]);
    process.win_lock(LockKind::Exclusive, next, window).unwrap();
    let kind = AccumulateKind::Int(Combination::Replace);
    process.accumulate_bytes(&[0; 4], kind, RemoteElement { element: 0, ..there }).unwrap();
    process.win_unlock(next, window).unwrap();
    let beyond = RemoteElement { element: 25_000, ..there };
    let outside = process.put_bytes(&[0; 4], beyond);
    assert!(matches!(outside, Err(MpLiteError::OutsideWindow { has: 100_000, .. })), "{outside:?}");
    let nobody = process.get_bytes(&mut [0], RemoteElement { node: 9, ..there });
    assert!(matches!(nobody, Err(MpLiteError::NoSuchNode { node: 9, .. })), "{nobody:?}");
    process.win_free(window).unwrap();
    let gone = process.win_fence(window);
    assert_eq!(gone, Err(MpLiteError::UnknownWindow(window.0)));
}

#[test]
fn what_is_given_up_is_written_no_more() {
    let short = StallLimits { panic: None, bail: Some(Duration::from_millis(20)) };
    let mut job = job(2, "shm").into_iter();
    let (one, other) = (job.next().unwrap().with_stalls(short), job.next().unwrap());
    let mut bytes = [0; 4];
    let given_up = one.recv_bytes(&mut bytes, from(1, 9));
    assert!(matches!(given_up, Err(MpLiteError::Stalled { .. })), "{given_up:?}");
    other.send_bytes(&[7; 4], 0, 9).unwrap();
    assert_eq!(bytes, [0; 4]);
    one.recv_bytes(&mut bytes, from(1, 9)).unwrap();
    assert_eq!(bytes, [7; 4]);
}

#[test]
fn a_process_receives_from_itself_what_it_has_sent() {
    let job = job(1, "shm");
    let mut bytes = vec![0; 1 << 20];
    let nothing = job[0].recv_bytes(&mut bytes, from(0, 1));
    assert_eq!(nothing, Err(MpLiteError::NothingFromSelf { bytes: 1 << 20 }));
    job[0].send_bytes(&vec![5; 1 << 20], 0, 1).unwrap();
    job[0].recv_bytes(&mut bytes, from(0, 1)).unwrap();
    assert!(bytes.iter().all(|byte| *byte == 5));
    assert!(job[0].node_of(1, "Send to").is_err() && job[0].node_of(-1, "Send to").is_err());
}

/// Who waits for a process that is gone hears that "node 1 is gone: ", and why.
#[test]
fn who_waits_for_a_process_that_is_gone_hears_it() {
    let mut job = job(2, "tcp");
    all(&job, |process| {
        let (other, mut byte) = (1 - process.node(), [0]);
        process.send_bytes(&[7], other, 1).unwrap();
        process.recv_bytes(&mut byte, from(other, 1)).unwrap();
    });
    drop(job.pop());
    let lost = job[0].recv_bytes(&mut [0], from(1, 2)).unwrap_err();
    assert!(matches!(lost, MpLiteError::Lost { node: 1, .. }), "{lost}");
    assert!(lost.to_string().starts_with("node 1 is gone: "), "{lost}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Each receive takes the first message that it has room for, short or long.
    #[test]
    fn the_first_that_there_is_room_for(
        lens in prop::collection::vec(prop_oneof![0..64usize, 60_000..90_000usize], 1..12)
    ) {
        let job = job(2, "shm");
        for (number, len) in lens.iter().enumerate() {
            job[0].send_bytes(&vec![number as u8; *len], 1, 2).unwrap();
        }
        let mut left: Vec<(usize, usize)> = lens.iter().copied().enumerate().collect();
        while let Some(room) = left.iter().map(|(_, len)| *len).min() {
            let at = left.iter().position(|(_, len)| *len <= room).unwrap();
            let (number, len) = left.remove(at);
            let mut bytes = vec![255; room];
            // Long ones are asked for: their sender has to hear of that.
            let over = AtomicBool::new(false);
            let received = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        job[0].probe(0, from(1, 77));
                    }
                });
                let received = job[1].recv_bytes(&mut bytes, from(0, 2));
                over.store(true, Ordering::Relaxed);
                received
            });
            prop_assert_eq!(received, Ok(ReceivedMessage { node: 0, tag: 2, bytes: len }));
            prop_assert!(bytes[..len].iter().all(|byte| *byte == number as u8));
        }
    }
}
