//! Interfaces and what is between them.

use ferry_portals::three::{
    AnswerHead, AnswerKind, DescriptorMemory, DescriptorOptions, DescriptorSpec, EntrySpec, Event,
    EventKind, InsertPlace, InterfaceLimits, OutgoingHead, OutgoingOperation, PortalsError,
    PortalsInterface, RemotePlace, RequestHead, RequestKind, RequestOutcome,
};
use ferry_portals::{PortalsHandle, PortalsProcess, ProcessPattern, Requester};
use ferry_sys::Arena;

pub(crate) const PUT: u32 = DescriptorOptions::OP_PUT;
pub(crate) const GET: u32 = DescriptorOptions::OP_GET;
pub(crate) const REMOTE: u32 = DescriptorOptions::MANAGE_REMOTE;
pub(crate) const TRUNCATE: u32 = DescriptorOptions::TRUNCATE;
/// Everybody's user.
pub(crate) const UID: u32 = 1000;

/// Memory that a test lends. It outlives all that uses it: it is never given back.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    at: *mut u8,
    len: usize,
}

impl Memory {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let bytes: &'static mut [u8] = Box::leak(bytes.to_vec().into_boxed_slice());
        Memory { at: bytes.as_mut_ptr(), len: bytes.len() }
    }

    pub(crate) fn new(len: usize) -> Self {
        Memory::of(&vec![0; len])
    }

    pub(crate) fn arena(self) -> Arena {
        // SAFETY: leaked memory, of one thread.
        unsafe { Arena::new(self.at, self.len) }
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        // SAFETY: as above; nobody writes it now.
        unsafe { std::slice::from_raw_parts(self.at, self.len) }.to_vec()
    }
}

/// A description with no events and no end.
pub(crate) fn spec(memory: Memory, options: u32) -> DescriptorSpec {
    DescriptorSpec {
        memory: DescriptorMemory::Whole(memory.arena()),
        threshold: None,
        max_size: 0,
        options: DescriptorOptions(options),
        user: [0; 3],
        events: None,
    }
}

pub(crate) fn entry(match_bits: u64) -> EntrySpec {
    EntrySpec { processes: ProcessPattern::ANY, match_bits, ignore_bits: 0, unlinks: false }
}

pub(crate) fn process(number: usize) -> PortalsProcess {
    PortalsProcess { nid: 7, pid: number as u32 }
}

pub(crate) fn place(at: usize, match_bits: u64) -> RemotePlace {
    RemotePlace { process: process(at), pt_index: 3, ac_index: 0, match_bits, offset: 0 }
}

/// Some processes, each with an interface.
pub(crate) struct Network {
    pub(crate) ends: Vec<PortalsInterface>,
    /// Puts and replies come whole, and not in pieces.
    pub(crate) is_quick: bool,
}

impl Network {
    pub(crate) fn new(size: usize) -> Self {
        Network::limited(size, InterfaceLimits::MOST)
    }

    pub(crate) fn limited(size: usize, limits: InterfaceLimits) -> Self {
        let owner = |number| Requester { process: process(number), uid: UID, jid: 1 };
        let ends = (0..size).map(|number| PortalsInterface::new(0, owner(number), limits));
        Network { ends: ends.collect(), is_quick: false }
    }

    /// An entry of portal 3 at the end of the list, with its descriptor.
    pub(crate) fn attach(
        &mut self,
        at: usize,
        entry: &EntrySpec,
        spec: DescriptorSpec,
        unlinks: bool,
    ) -> (PortalsHandle, PortalsHandle) {
        let end = &mut self.ends[at];
        let entry = end.me_attach(3, entry, InsertPlace::After).unwrap();
        (entry, end.md_attach(entry, spec, unlinks).unwrap())
    }

    /// A queue for many events.
    pub(crate) fn queue(&mut self, at: usize) -> PortalsHandle {
        self.ends[at].eq_alloc(64).unwrap()
    }

    /// Puts memory at another process with an acknowledgement.
    pub(crate) fn put(&mut self, from: usize, memory: Memory, to: &RemotePlace) -> PortalsHandle {
        let events = self.queue(from);
        let spec = DescriptorSpec { events: Some(events), ..spec(memory, 0) };
        let descriptor = self.ends[from].md_bind(spec, false).unwrap();
        self.ends[from].put(descriptor, None, true, to, 99).unwrap();
        events
    }

    /// Carries everything until nothing is left to be sent.
    pub(crate) fn run(&mut self) {
        while let Some((from, out)) = self.next() {
            self.carry(from, out);
        }
    }

    pub(crate) fn next(&mut self) -> Option<(usize, OutgoingOperation)> {
        let mut ends = self.ends.iter_mut().enumerate();
        ends.find_map(|(from, end)| Some((from, end.next_outgoing()?)))
    }

    /// Carries one message, in pieces as a link would; heads cross as bytes.
    pub(crate) fn carry(&mut self, from: usize, out: OutgoingOperation) {
        let to = out.to.pid as usize;
        let bytes = out.data.gather();
        self.ends[from].sent(out.after, false);
        match out.head {
            OutgoingHead::Request(head) => {
                let head = RequestHead::decode(head.encode().head()).unwrap();
                self.request(from, to, &head, &bytes);
            }
            OutgoingHead::Answer(head) => {
                let head = AnswerHead::decode(head.encode().head()).unwrap();
                if self.is_quick && head.has_bytes() {
                    self.ends[to].answer_whole(process(from), &head, &bytes);
                } else if let Some(arrival) = self.ends[to].answer(process(from), &head) {
                    self.fill(to, arrival, &bytes);
                }
            }
        }
    }

    pub(crate) fn request(&mut self, from: usize, to: usize, head: &RequestHead, bytes: &[u8]) {
        let by = self.ends[from].owner();
        if head.kind == RequestKind::GetPut {
            return self.ends[to].exchange(by, head, bytes);
        }
        match head.kind {
            RequestKind::Put if self.is_quick => return self.ends[to].deliver(by, head, bytes),
            RequestKind::Get if self.is_quick => return self.ends[to].serve(by, head),
            _ => {}
        }
        if let RequestOutcome::Arrives(arrival) = self.ends[to].begin(by, head) {
            self.fill(to, arrival, bytes);
        }
    }

    fn fill(&mut self, at: usize, arrival: ferry_portals::three::Arrival, bytes: &[u8]) {
        assert_eq!(arrival.len(), bytes.len() as u64);
        for (n, piece) in bytes.chunks(5).enumerate() {
            let start = n as u64 * 5;
            match arrival.region(start, piece.len() as u64) {
                Some(mut region) => region.as_mut_slice().copy_from_slice(piece),
                None => arrival.write(start, piece),
            }
        }
        self.ends[at].finish(arrival, false);
    }

    /// The events of a queue, of which none may be lost.
    pub(crate) fn events(&mut self, at: usize, queue: PortalsHandle) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            match self.ends[at].eq_get(queue) {
                Ok((event, false)) => events.push(event),
                Ok((event, true)) => panic!("events before {event:?} are lost"),
                Err(why) => {
                    assert_eq!(why, PortalsError::EqEmpty);
                    return events;
                }
            }
        }
    }

    pub(crate) fn kinds(&mut self, at: usize, queue: PortalsHandle) -> Vec<EventKind> {
        self.events(at, queue).iter().map(|event| event.kind).collect()
    }
}

/// An answer that nobody asked for.
pub(crate) fn forged(kind: AnswerKind, token: u64, length: u64) -> AnswerHead {
    AnswerHead { kind, interface: 0, token, offset: 0, length }
}
