//! Interfaces and what is between them.

use ferry_link::SmallFrame;
use ferry_portals::four::{
    AckRequest, CounterValue, Delivery, DescriptorMemory, EntryDescription, EntryList,
    EntryOptions, LocalPlace, MdOptions, MdSpec, Movement, NetworkInterface, NetworkInterfaces,
    NiError, NiEvent, NiEventKind, NiFail, NiKind, NiLimits, NiProcess, OperationHead,
    OperationKind, PtOptions, ResultHead,
};
use ferry_portals::{
    ArrivalPlace, FrameHead, OutgoingFrames, PortalsHandle, PortalsProcess, PortalsVersion,
};
use ferry_sys::Arena;

/// Everybody's user.
pub(crate) const UID: u32 = 1000;
pub(crate) const PUT: u32 = EntryOptions::OP_PUT;
pub(crate) const GET: u32 = EntryOptions::OP_GET;

pub(crate) type After = <NetworkInterfaces as PortalsVersion>::After;

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

    pub(crate) fn whole(self) -> DescriptorMemory {
        DescriptorMemory::Whole(self.arena())
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        // SAFETY: as above; nobody writes it now.
        unsafe { std::slice::from_raw_parts(self.at, self.len) }.to_vec()
    }

    pub(crate) fn address(self) -> u64 {
        self.at.addr() as u64
    }
}

pub(crate) fn process(number: usize) -> PortalsProcess {
    PortalsProcess { nid: 7, pid: 10 + number as u32 }
}

/// An entry for these bits of everybody.
pub(crate) fn entry(memory: Memory, bits: u64, options: u32) -> EntryDescription {
    EntryDescription {
        memory: memory.whole(),
        counter: None,
        uid: None,
        options: EntryOptions(options),
        match_id: NiProcess::rank(NiProcess::ANY_RANK),
        match_bits: bits,
        ignore_bits: 0,
        min_free: 0,
    }
}

/// A put of a whole descriptor to portal 0 of a process.
pub(crate) fn put(descriptor: PortalsHandle, length: u64, to: usize, bits: u64) -> Movement {
    Movement {
        kind: OperationKind::Put,
        from: Some(LocalPlace { descriptor, offset: 0 }),
        into: None,
        length,
        ack: AckRequest::Full,
        target: NiProcess::rank(to as u32),
        pt_index: 0,
        match_bits: bits,
        offset: 0,
        user_ptr: 77,
        hdr_data: 99,
        operand: [0; 32],
    }
}

/// A get of the same.
pub(crate) fn get(descriptor: PortalsHandle, length: u64, from: usize, bits: u64) -> Movement {
    Movement {
        kind: OperationKind::Get,
        from: None,
        into: Some(LocalPlace { descriptor, offset: 0 }),
        ack: AckRequest::None,
        ..put(descriptor, length, from, bits)
    }
}

/// A put whose bytes are still coming.
pub(crate) struct Coming {
    to: usize,
    interface: u8,
    place: Option<Delivery>,
    bytes: Vec<u8>,
}

/// Some processes, each with an interface of a kind.
pub(crate) struct Network {
    pub(crate) ends: Vec<NetworkInterfaces>,
    /// What comes whole is done at once, where that goes.
    pub(crate) is_quick: bool,
    kind: NiKind,
}

pub(crate) fn matching() -> NiKind {
    NiKind::from_options(1 | 4).unwrap()
}

impl Network {
    /// With matching and by rank, portal 0 allocated with a queue.
    pub(crate) fn new(size: usize) -> (Self, Vec<PortalsHandle>) {
        let mut net = Network::of(size, matching(), NiLimits::USUAL);
        let queues = (0..size).map(|at| net.portal(at, 0)).collect();
        (net, queues)
    }

    pub(crate) fn of(size: usize, kind: NiKind, limits: NiLimits) -> Self {
        let all: Vec<_> = (0..size).map(process).collect();
        let end = |number| {
            let mut interfaces = NetworkInterfaces::default();
            interfaces.open(kind, (process(number), UID), &all, limits);
            interfaces
        };
        Network { ends: (0..size).map(end).collect(), is_quick: false, kind }
    }

    pub(crate) fn ni(&mut self, at: usize) -> &mut NetworkInterface {
        self.ends[at].get_mut(self.kind).unwrap()
    }

    /// A portal with a queue for many events.
    pub(crate) fn portal(&mut self, at: usize, options: u32) -> PortalsHandle {
        let queue = self.ni(at).eq_alloc(64).unwrap();
        self.ni(at).pt_alloc(PtOptions(options), Some(queue), None).unwrap();
        queue
    }

    pub(crate) fn append(
        &mut self,
        at: usize,
        list: EntryList,
        spec: EntryDescription,
    ) -> PortalsHandle {
        self.ni(at).append((0, list), spec, 55).unwrap()
    }

    pub(crate) fn expect(&mut self, at: usize, spec: EntryDescription) -> PortalsHandle {
        self.append(at, EntryList::Priority, spec)
    }

    /// A descriptor with a queue and a counter of its own.
    pub(crate) fn bind(&mut self, at: usize, memory: Memory, options: u32) -> Bound {
        let ni = self.ni(at);
        let (queue, counter) = (ni.eq_alloc(64).unwrap(), ni.ct_alloc().unwrap());
        let spec = MdSpec {
            memory: memory.whole(),
            options: MdOptions(options),
            events: Some(queue),
            counter: Some(counter),
        };
        let descriptor = ni.md_bind(spec).unwrap();
        Bound { descriptor, queue, counter }
    }

    /// Puts these bytes and carries all that comes of it. Returns what its initiator was told.
    pub(crate) fn send(&mut self, from: usize, bytes: &[u8], to: usize, bits: u64) -> Vec<NiEvent> {
        let bound = self.bind(from, Memory::of(bytes), 0);
        let movement = put(bound.descriptor, bytes.len() as u64, to, bits);
        self.ni(from).start(&movement).unwrap();
        self.run();
        self.events(from, bound.queue)
    }

    /// Carries everything until nothing is left to be sent.
    pub(crate) fn run(&mut self) {
        while let Some((from, frames)) = self.next() {
            let coming = self.carry(from, frames);
            self.complete(coming, false);
        }
    }

    pub(crate) fn next(&mut self) -> Option<(usize, OutgoingFrames<After>)> {
        let mut ends = self.ends.iter_mut().enumerate();
        ends.find_map(|(from, end)| Some((from, end.next_frames()?)))
    }

    /// Carries a head, and its bytes if they are few.
    pub(crate) fn carry(&mut self, from: usize, frames: OutgoingFrames<After>) -> Coming {
        let to = frames.to.pid as usize - 10;
        let bytes = frames.data.gather().to_vec();
        self.ends[from].sent(frames.interface, frames.after, false);
        let together = if bytes.len() <= 1024 { &bytes[..] } else { &[] };
        let interface = frames.interface;
        if let FrameHead::Brief(brief) = &frames.head
            && self.is_quick
        {
            let (of, payload) = ((brief.bits, brief.words), brief.payload(together));
            self.ends[to].brief(process(from), of, payload).expect("a sound header");
            return Coming { to, interface, place: None, bytes };
        }
        let head = long(&frames.head, together);
        if self.is_quick && self.ends[to].whole(process(from), head.head(), together) {
            return Coming { to, interface, place: None, bytes };
        }
        let came = self.ends[to].head(process(from), head.head(), together).expect("a sound head");
        assert_eq!(came.total, bytes.len() as u64);
        Coming { to, interface: came.interface, place: came.place, bytes }
    }

    /// Its bytes come, in pieces; or they never do.
    pub(crate) fn complete(&mut self, coming: Coming, has_failed: bool) {
        let Coming { to, interface, place: Some(place), bytes } = coming else { return };
        for (n, piece) in bytes.chunks(5).enumerate() {
            let start = n as u64 * 5;
            match place.region(start, piece.len() as u64) {
                Some(mut region) => region.as_mut_slice().copy_from_slice(piece),
                None => place.write(start, piece),
            }
        }
        self.ends[to].finish(interface, place, has_failed);
    }

    /// Its interface is closed before its bytes have come.
    pub(crate) fn give_up(&mut self, coming: Coming) {
        let Coming { to, interface, place: Some(place), .. } = coming else { return };
        self.ends[to].close(self.kind);
        self.ends[to].give_up(interface, place);
    }

    /// The events of a queue, of which none may be lost.
    pub(crate) fn events(&mut self, at: usize, queue: PortalsHandle) -> Vec<NiEvent> {
        let mut events = Vec::new();
        loop {
            match self.ni(at).eq_get(queue) {
                Ok((event, false)) => events.push(event),
                Ok((event, true)) => panic!("events before {event:?} are lost"),
                Err(why) => {
                    assert_eq!(why, NiError::EqEmpty);
                    return events;
                }
            }
        }
    }

    pub(crate) fn kinds(&mut self, at: usize, queue: PortalsHandle) -> Vec<NiEventKind> {
        self.events(at, queue).iter().map(|event| event.kind).collect()
    }

    pub(crate) fn counted(&mut self, at: usize, counter: PortalsHandle) -> (u64, u64) {
        let CounterValue { success, failure } = self.ni(at).ct_get(counter).unwrap();
        (success, failure)
    }
}

/// A descriptor with what tells of it.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    pub(crate) descriptor: PortalsHandle,
    pub(crate) queue: PortalsHandle,
    pub(crate) counter: PortalsHandle,
}

/// What an initiator was told of one operation in the end.
pub(crate) fn fate(events: &[NiEvent]) -> NiFail {
    events.last().expect("it was told").fail
}

/// The request of a frame, if it is one.
pub(crate) fn request_of(head: &FrameHead, bytes: &[u8]) -> Option<OperationHead> {
    match head {
        FrameHead::Brief(brief) => {
            let of = (brief.bits, brief.words);
            OperationHead::decode_brief(of, brief.payload(bytes)).expect("a sound header")
        }
        FrameHead::Long(head) => OperationHead::decode(head.head()).ok(),
    }
}

/// The same as a head of its own.
fn long(head: &FrameHead, bytes: &[u8]) -> SmallFrame {
    match (request_of(head, bytes), head) {
        (_, FrameHead::Long(head)) => *head,
        (Some(request), _) => request.encode(),
        (None, FrameHead::Brief(brief)) => {
            let of = (brief.bits, brief.words);
            let result = ResultHead::decode_brief(of, brief.payload(bytes));
            result.expect("a sound header").encode()
        }
    }
}
