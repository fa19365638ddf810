//! Another face in the same process: an echo beside MPI, over the same links.

use ferry::{Result, Universe};
use ferry_link::{Context, Guest, Lane};
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
    fn take(&self, peer: PeerId, header: &Header, payload: Vec<u8>) {
        let mut traffic = self.0.lock().unwrap();
        match header.handler {
            CALL => traffic.waiting.push_back((peer, ECHO, payload)),
            _ => traffic.echoes.push((peer, payload)),
        }
    }
}

impl Sink for Echo {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.take(peer, header, payload.to_vec());
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Landing::Heap(payload) = landing else { panic!("begin gave a buffer") };
        self.take(peer, header, payload);
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

impl Guest for Echo {
    fn flush(&mut self, link: &mut Context) -> usize {
        let mut traffic = self.0.lock().unwrap();
        let mut sent = 0;
        while let Some((peer, handler, payload)) = traffic.waiting.front() {
            let header = Header::new(*handler);
            // All are short enough to be taken whole or not at all.
            if !link.send(*peer, Lane::Control, &header, payload, &mut 0).expect("a link") {
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
