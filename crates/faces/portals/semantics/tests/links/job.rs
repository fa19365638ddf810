//! Jobs within the test's process.

use ferry_link::{Context, Directory, Faces, Links, NoFace, Policy};
use ferry_method::{Identity, JobId, Method, PeerId};
use ferry_method_local::LocalMethod;
use ferry_method_quic::{QuicMethod, QuicOptions};
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_portals::three::{
    DescriptorMemory, DescriptorOptions, DescriptorSpec, EntrySpec, Event, InsertPlace,
    InterfaceLimits, PortalsInterface, RemotePlace,
};
use ferry_portals::{
    PortalsFace, PortalsHandle, PortalsProcess, PortalsState, ProcessNames, ProcessPattern,
    Requester,
};
use ferry_sys::{Arena, Clock};
use ferry_wire::Share;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) const PUT: u32 = DescriptorOptions::OP_PUT;
pub(crate) const GET: u32 = DescriptorOptions::OP_GET;
pub(crate) const REMOTE: u32 = DescriptorOptions::MANAGE_REMOTE;
pub(crate) const TRUNCATE: u32 = DescriptorOptions::TRUNCATE;

/// Nothing takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Default)]
pub(crate) struct Board(Arc<Mutex<Vec<Option<Vec<u8>>>>>);

impl Directory for Board {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let found = self.0.lock().expect("no panics").get(peer.0 as usize).cloned().flatten();
        found.ok_or_else(|| "it has published nothing".into())
    }
}

/// Memory that a test lends and never takes back.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    at: *mut u8,
    len: usize,
}

impl Memory {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        let bytes: &'static mut [u8] = Box::leak(bytes.into_boxed_slice());
        Memory { at: bytes.as_mut_ptr(), len: bytes.len() }
    }

    pub(crate) fn new(len: usize) -> Self {
        Memory::of(vec![0; len])
    }

    /// Bytes that tell where they are.
    pub(crate) fn pattern(len: usize) -> Self {
        Memory::of((0..len).map(|at| (at / 251 + at) as u8).collect())
    }

    pub(crate) fn arena(self) -> Arena {
        // SAFETY: leaked memory, of one thread.
        unsafe { Arena::new(self.at, self.len) }
    }

    /// As a program does with memory that it has back.
    pub(crate) fn fill(self, byte: u8) {
        self.arena().write(0, self.len).as_mut_slice().fill(byte);
    }

    pub(crate) fn bytes(self) -> &'static [u8] {
        // SAFETY: as above; nobody writes it now.
        unsafe { std::slice::from_raw_parts(self.at, self.len) }
    }
}

pub(crate) fn spec(memory: Memory, options: u32) -> DescriptorSpec {
    of_memory(DescriptorMemory::Whole(memory.arena()), options)
}

pub(crate) fn of_memory(memory: DescriptorMemory, options: u32) -> DescriptorSpec {
    DescriptorSpec {
        memory,
        threshold: None,
        max_size: 0,
        options: DescriptorOptions(options),
        user: [0; 3],
        events: None,
    }
}

pub(crate) fn name(rank: usize) -> PortalsProcess {
    PortalsProcess { nid: 1, pid: 100 + rank as u32 }
}

pub(crate) fn at(rank: usize, match_bits: u64) -> RemotePlace {
    RemotePlace { process: name(rank), pt_index: 0, ac_index: 0, match_bits, offset: 0 }
}

/// The interface of a process.
pub(crate) fn interface(rank: usize) -> PortalsInterface {
    let me = Requester { process: name(rank), uid: 1, jid: 1 };
    PortalsInterface::new(0, me, InterfaceLimits::MOST)
}

/// A process with one interface.
pub(crate) struct Node {
    pub(crate) portals: PortalsFace,
    faces: Faces<NoFace>,
    links: Links,
    clock: Clock,
}

impl Node {
    fn new(identity: &Identity, link: Context, names: ProcessNames) -> Self {
        let mut state = PortalsState::new(names);
        state.interfaces.open(interface(identity.me.0 as usize));
        let portals = PortalsFace::new(state);
        let mut faces = Faces::new(NoFace, &[]);
        faces.register(Share::PORTALS, Box::new(portals.clone())).expect("nobody else is there");
        Node { portals, faces, links: Links::new(link), clock: Clock::start() }
    }

    pub(crate) fn step(&mut self) -> usize {
        let came = self.links.poll(self.clock.now(), &mut self.faces);
        came + self.faces.flush(&mut self.links)
    }

    /// Something with the interface.
    pub(crate) fn with<R>(&self, act: impl FnOnce(&mut PortalsInterface) -> R) -> R {
        act(self.portals.lock().interfaces.get_mut(0).expect("it is open"))
    }

    /// Something with the interfaces, and the links to send over.
    pub(crate) fn with_links<R>(
        &mut self,
        act: impl FnOnce(&mut PortalsState, &mut Links) -> R,
    ) -> R {
        act(&mut self.portals.lock(), &mut self.links)
    }

    /// An entry at the end of portal 0, with its descriptor and a queue for its events.
    pub(crate) fn attach(&self, match_bits: u64, spec: DescriptorSpec) -> PortalsHandle {
        self.with(|interface| {
            let queue = interface.eq_alloc(1 << 12).unwrap();
            let entry = EntrySpec {
                processes: ProcessPattern::ANY,
                match_bits,
                ignore_bits: 0,
                unlinks: false,
            };
            let entry = interface.me_attach(0, &entry, InsertPlace::After).unwrap();
            let spec = DescriptorSpec { events: Some(queue), ..spec };
            interface.md_attach(entry, spec, false).unwrap();
            queue
        })
    }

    /// A descriptor for requests, with a queue for its events.
    pub(crate) fn bind(&self, spec: DescriptorSpec) -> (PortalsHandle, PortalsHandle) {
        self.with(|interface| {
            let queue = interface.eq_alloc(1 << 12).unwrap();
            let spec = DescriptorSpec { events: Some(queue), ..spec };
            (interface.md_bind(spec, false).unwrap(), queue)
        })
    }

    pub(crate) fn event(&self, queue: PortalsHandle) -> Option<Event> {
        self.with(|interface| interface.eq_get(queue)).ok().map(|(event, _)| event)
    }
}

/// One process of a job over a method: who it is, its links, and everybody's names.
pub(crate) fn context(
    board: &Board,
    rank: u32,
    size: u32,
    method: &str,
) -> (Identity, Context, ProcessNames) {
    let identity =
        Identity { job: JobId(77), me: PeerId(rank), size, secret: [7; 32], host: "test".into() };
    let opened: Box<dyn Method> = match method {
        "shm" => Box::new(ShmMethod::new(&identity, ShmOptions::default()).expect("shm")),
        "tcp" => {
            let interfaces = vec!["lo".into()];
            let options = TcpOptions { interfaces, ..TcpOptions::default() };
            Box::new(TcpMethod::new(identity.clone(), options).expect("tcp"))
        }
        _ => {
            let interfaces = vec!["lo".into()];
            let options = QuicOptions { interfaces, ..QuicOptions::default() };
            Box::new(QuicMethod::new(identity.clone(), options).expect("quic"))
        }
    };
    let methods = vec![Box::new(LocalMethod::new(&identity)) as Box<dyn Method>, opened];
    let directory = Box::new(board.clone());
    let link = Context::new(identity.me, size, methods, Policy::default(), &[], directory);
    board.0.lock().expect("no panics").push(Some(link.table().encode()));
    let names = (0..size).map(|rank| name(rank as usize)).collect();
    (identity, link, ProcessNames::new(names))
}

/// A job of `size` over a method, polled by the test.
pub(crate) fn job(size: u32, method: &str) -> Vec<Node> {
    let board = Board::default();
    let nodes = (0..size).map(|rank| {
        let (identity, link, names) = context(&board, rank, size, method);
        Node::new(&identity, link, names)
    });
    nodes.collect()
}

/// Polls all until `done`.
pub(crate) fn until(nodes: &mut [Node], what: &str, mut done: impl FnMut(&[Node]) -> bool) {
    let begin = std::time::Instant::now();
    while !done(nodes) {
        assert!(begin.elapsed() < PATIENCE, "waited in vain until {what}");
        if nodes.iter_mut().map(Node::step).sum::<usize>() == 0 {
            std::thread::yield_now();
        }
    }
}

/// The next events of a queue, polled for.
pub(crate) fn events(
    nodes: &mut [Node],
    rank: usize,
    queue: PortalsHandle,
    count: usize,
) -> Vec<Event> {
    let mut events = Vec::new();
    until(nodes, "the events are there", |nodes| {
        events.extend(std::iter::from_fn(|| nodes[rank].event(queue)));
        events.len() >= count
    });
    assert_eq!(events.len(), count, "{:?}", events.iter().map(|e| e.kind).collect::<Vec<_>>());
    events
}
