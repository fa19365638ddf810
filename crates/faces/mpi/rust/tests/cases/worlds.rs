//! A process that knows two worlds: the job's, and one of two processes that opened links of their own.

use ferry::{Result, Universe};
use ferry_link::{Context, Directory, Face, Guest};
use ferry_matching::Selector;
use ferry_method::{Identity, JobId, Landing, MethodError, PeerId, Sink};
use ferry_mpi::process::{enter, wait_until};
use ferry_sys::OwnedBuffer;
use ferry_two_sided::{
    Label, Mode, Outcome, OutgoingMessage, RecvSpace, RequestId, SendData, TransferFault,
};
use ferry_wire::{ContextId, Header, Share};
use std::sync::{Arc, Mutex, OnceLock};

/// A context that no communicator has.
const CONTEXT: ContextId = ContextId(1 << 20);
/// Eager, in the ring and in the room, and on request.
const LENGTHS: [usize; 7] = [0, 8, 400, 5000, 70_000, 1_000_000, 1];

/// The table of the other, once it is known.
#[derive(Clone, Default)]
struct Theirs(Arc<OnceLock<Vec<u8>>>);

impl Directory for Theirs {
    fn lookup(&mut self, _: PeerId) -> std::result::Result<Vec<u8>, String> {
        self.0.get().cloned().ok_or_else(|| "it has said nothing yet".into())
    }
}

/// Opens links to the rank beside this one, and tells it how they are reached.
fn open_beside(world: &ferry::Communicator) -> Result<Context> {
    let (me, other) = (world.rank(), world.rank() ^ 1);
    let host = enter().identity.host.clone();
    let pair = me as u64 / 2;
    let (job, secret) = (JobId(0x5eed + pair), [pair as u8 + 1; 32]);
    let identity = Identity { job, me: PeerId(me as u32 % 2), size: 2, secret, host };
    let theirs = Theirs::default();
    let links = enter().open_world(&identity, true, Box::new(theirs.clone())).expect("methods");
    let table = links.table().encode();
    let tables = world.all_gather_varcount(&table)?;
    let came = tables.block(other).to_vec();
    theirs.0.set(came).expect("it is told once");
    Ok(links)
}

/// A face that only hears who is gone.
#[derive(Clone, Default)]
struct Mourner(Arc<Mutex<Vec<(PeerId, MethodError)>>>);

impl Face for Mourner {}

impl Guest for Mourner {}

impl Sink for Mourner {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.0.lock().unwrap().push((peer, why));
    }
}

fn bytes_of(from: u32, len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 7 + len + from as usize * 31) as u8).collect()
}

fn end(request: RequestId) -> Outcome {
    wait_until(|process| process.runtime.face.transfer.take(request)).0
}

/// Sends a message of each length to a process of another world and receives as many from it.
fn swap_all(me: u32, to: PeerId) {
    for (tag, len) in LENGTHS.into_iter().enumerate() {
        let buffer = OwnedBuffer::new(len.max(1));
        let (tag, label) = (tag as i32, Label::default());
        let (received, sent) = {
            let mut process = enter();
            let process = &mut *process;
            let selector = Selector { context: CONTEXT, source: Some(to.0), tag: Some(tag) };
            let space = RecvSpace::Region(buffer.arena(len).write(0, len));
            let received = process.runtime.face.recv(selector, space, label);
            let (data, mode) = (SendData::Owned(bytes_of(me, len)), Mode::Synchronous);
            let message = OutgoingMessage { to, context: CONTEXT, tag, data, mode, word: 0, label };
            (
                received,
                process.runtime.face.send(&mut process.runtime.links, message).expect("links"),
            )
        };
        if let ferry_two_sided::SendStart::Pending(sent) = sent {
            assert_eq!(end(sent).fault, None);
        }
        let outcome = end(received);
        assert_eq!((outcome.source, outcome.bytes, outcome.fault), (to, len as u64, None));
        assert_eq!(buffer.arena(len).read(0, len).as_slice(), bytes_of(me ^ 1, len));
    }
}

pub(super) fn processes_of_another_world_are_met() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank() as u32, world.size() as u32);
    let links = open_beside(&world)?;
    let numbers = enter().meet(links).expect("links");
    assert_eq!(numbers, size..size + 2, "after those of the job");
    let to = PeerId(numbers.start + (me ^ 1) % 2);
    swap_all(me, to);
    // The job's processes are where they were.
    assert_eq!(world.all_reduce(&1u32, &ferry::Op::sum())?, size);

    // Who parts loses what it waits for there, and nothing else.
    let selector = Selector { context: CONTEXT, source: Some(to.0), tag: Some(99) };
    let space = RecvSpace::Region(OwnedBuffer::new(1).arena(0).write(0, 0));
    let waiting = enter().runtime.face.recv(selector, space, Label::default());
    let mourner = Mourner::default();
    enter().register(Share::GUESTS.part(0, 1), Box::new(mourner.clone())).expect("nobody is there");
    world.barrier()?;
    let links = enter().part(to);
    assert!(links.is_some() && enter().part(to).is_none() && enter().part(PeerId(0)).is_none());
    let fault = end(waiting).fault.map(|fault| *fault);
    assert!(matches!(fault, Some(TransferFault::Lost { peer, .. }) if peer == to), "{fault:?}");
    let gone = mourner.0.lock().unwrap().clone();
    let told = |(peer, why): &_| matches!(why, MethodError::Parted(of) if of == peer);
    assert!(gone.iter().all(told) && gone.iter().any(|(peer, _)| *peer == to), "{gone:?}");
    assert_eq!(world.all_reduce(&1u32, &ferry::Op::sum())?, size);
    universe.finalize()
}
