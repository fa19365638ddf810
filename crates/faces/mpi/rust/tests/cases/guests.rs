//! Another face in the same process: an echo beside MPI, over the same links.

use ferry::{Result, Universe};
use ferry_link::{Face, Guest, HeadedProgress, LONGEST_HEAD, Links, TrafficClass};
use ferry_method::{Landing, MethodError, PeerId, Sink};
use ferry_wire::{HandlerId, Header, Share};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

const SHARE: Share = Share::GUESTS.part(0, 2);
/// Wants its payload back.
const CALL: HandlerId = SHARE.id(0);
/// Has it.
const ECHO: HandlerId = SHARE.id(1);

/// What comes and goes, as the program sees it.
#[derive(Default)]
struct Traffic {
    waiting: VecDeque<(PeerId, HandlerId, Vec<u8>)>,
    echoes: Vec<(PeerId, Vec<u8>)>,
}

struct Echo(Arc<Mutex<Traffic>>);

impl Echo {
    fn keep(&self, peer: PeerId, header: &Header, payload: Vec<u8>) {
        let mut traffic = self.0.lock().unwrap();
        match header.handler {
            CALL => traffic.waiting.push_back((peer, ECHO, payload)),
            _ => traffic.echoes.push((peer, payload)),
        }
    }
}

impl Sink for Echo {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.keep(peer, header, payload.to_vec());
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Landing::Heap(payload) = landing else { panic!("begin gave a buffer") };
        self.keep(peer, header, payload);
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

impl Guest for Echo {}

impl Face for Echo {
    fn flush(&mut self, link: &mut Links) -> usize {
        let mut traffic = self.0.lock().unwrap();
        let mut sent = 0;
        while let Some((peer, handler, payload)) = traffic.waiting.front() {
            let header = Header::new(*handler);
            // All are short enough to be taken whole or not at all.
            if !link.send(*peer, TrafficClass::Control, &header, payload, &mut 0).expect("a link") {
                break;
            }
            traffic.waiting.pop_front();
            sent += 1;
        }
        sent
    }

    fn has_output(&self) -> bool {
        !self.0.lock().unwrap().waiting.is_empty()
    }
}

pub(super) fn another_face_shares_the_links() -> Result<()> {
    const CALLS: usize = 50;
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let traffic = Arc::new(Mutex::new(Traffic::default()));
    let guest = |traffic: &Arc<_>| Box::new(Echo(Arc::clone(traffic)));
    let register = |guest| ferry_mpi::process::enter().register(SHARE, guest);
    register(guest(&traffic)).expect("nobody else is there");
    assert!(register(guest(&traffic)).is_err(), "somebody is there now");
    world.barrier()?;

    let words = |to: usize| (0..CALLS).map(move |n| format!("{me} to {to}: {n}").into_bytes());
    for to in 0..size {
        let calls = words(to).map(|payload| (PeerId(to as u32), CALL, payload));
        traffic.lock().unwrap().waiting.extend(calls);
    }
    // MPI goes on meanwhile, and moves the other face.
    let mut rounds = 0;
    loop {
        let is_done = traffic.lock().unwrap().echoes.len() == CALLS * size;
        let all = world.all_gather(&(rounds, is_done))?;
        assert!(all.iter().all(|(round, _)| *round == rounds));
        if all.iter().all(|(_, is_done)| *is_done) {
            break;
        }
        rounds += 1;
    }
    for to in 0..size {
        let traffic = traffic.lock().unwrap();
        let of_peer = traffic.echoes.iter().filter(|(peer, _)| *peer == PeerId(to as u32));
        assert!(of_peer.map(|(_, payload)| payload.clone()).eq(words(to)), "in order, from {to}");
    }
    universe.finalize()
}

const PUTS: Share = Share::GUESTS.part(8, 1);
/// Lengths of what is put: with the head in one frame, and behind it, by pieces of every size.
const LENGTHS: [usize; 8] = [0, 1, 1024, 1025, 9000, 70_000, 300_000, 1];

/// A put as its head says it: number, length, and bytes that nothing else has room for.
fn head_of(from: usize, number: usize) -> Vec<u8> {
    let words = [from as u64, number as u64, LENGTHS[number] as u64];
    let mut head: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    head.resize(LONGEST_HEAD, number as u8);
    head
}

fn payload_of(from: usize, number: usize) -> Vec<u8> {
    (0..LENGTHS[number]).map(|at| (at * 7 + from * 3 + number) as u8).collect()
}

#[derive(Default)]
struct Puts {
    waiting: VecDeque<(PeerId, usize, HeadedProgress)>,
    /// Begun, by peer and head.
    begun: Vec<(PeerId, Vec<u8>)>,
    come: Vec<(PeerId, Vec<u8>, Vec<u8>)>,
}

struct Window(usize, Arc<Mutex<Puts>>);

impl Sink for Window {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
        panic!("each has a head");
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        panic!("each has a head");
    }

    fn finish(&mut self, peer: PeerId, _: &Header, landing: Landing) {
        let Landing::Heap(payload) = landing else { panic!("begin gave a buffer") };
        let puts = &mut *self.1.lock().unwrap();
        let at = puts.begun.iter().position(|(of, _)| *of == peer).expect("it has begun");
        puts.come.push((peer, puts.begun.remove(at).1, payload));
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

impl Guest for Window {
    fn headed_frame(&mut self, peer: PeerId, _: &Header, head: &[u8], payload: &[u8]) {
        self.1.lock().unwrap().come.push((peer, head.to_vec(), payload.to_vec()));
    }

    fn headed_begin(&mut self, peer: PeerId, _: &Header, head: &[u8], len: usize) -> Landing {
        assert_eq!(head[16..24], (len as u64).to_le_bytes(), "the head tells where it goes");
        self.1.lock().unwrap().begun.push((peer, head.to_vec()));
        Landing::Heap(vec![0; len])
    }
}

impl Face for Window {
    fn flush(&mut self, link: &mut Links) -> usize {
        let mut puts = self.1.lock().unwrap();
        let mut sent = 0;
        while let Some((peer, number, progress)) = puts.waiting.front_mut() {
            let (head, payload) = (head_of(self.0, *number), payload_of(self.0, *number));
            let header = Header::new(PUTS.id(0));
            let frame = (&*head, &*payload);
            if !link
                .send_headed(*peer, TrafficClass::Message, &header, frame, progress)
                .expect("a link")
            {
                break;
            }
            puts.waiting.pop_front();
            sent += 1;
        }
        sent
    }

    fn has_output(&self) -> bool {
        !self.1.lock().unwrap().waiting.is_empty()
    }
}

/// What a guest has to know before it says where a payload goes comes before that, whole.
pub(super) fn heads_come_before_their_payloads() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let puts = Arc::new(Mutex::new(Puts::default()));
    let guest = Box::new(Window(me, Arc::clone(&puts)));
    ferry_mpi::process::enter().register(PUTS, guest).expect("nobody else is there");
    world.barrier()?;
    for to in 0..size {
        let numbers = 0..LENGTHS.len();
        let all = numbers.map(|number| (PeerId(to as u32), number, HeadedProgress::default()));
        puts.lock().unwrap().waiting.extend(all);
    }
    loop {
        let is_done = puts.lock().unwrap().come.len() == LENGTHS.len() * size;
        if world.all_gather(&is_done)?.iter().all(|is_done| *is_done) {
            break;
        }
    }
    for from in 0..size {
        let puts = puts.lock().unwrap();
        let of_peer = puts.come.iter().filter(|(peer, ..)| *peer == PeerId(from as u32));
        let got: Vec<_> =
            of_peer.map(|(_, head, payload)| (head.clone(), payload.clone())).collect();
        let numbers = 0..LENGTHS.len();
        let sent: Vec<_> = numbers.map(|n| (head_of(from, n), payload_of(from, n))).collect();
        assert!(got == sent, "whole and in order, from {from}");
    }
    universe.finalize()
}
