//! The method itself: one inbox, an outbox for each peer that was sent to.

use crate::descriptor::{Address, DescriptorWay, NAME};
use crate::entrance::{Board, Entrance, Surroundings};
use crate::inbox::Inbox;
use crate::layout::Claim;
use crate::liveness::{Liveness, open_process};
use crate::notes::Tiding;
use crate::outbox::Outbox;
use crate::read_choice::ReadChoice;
use crate::shuttle::Home;
use crate::sizes::{check, geometry};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Lookout, Method,
    MethodError, Now, PeerId, RemoteReading, Scope, SignalTarget, Sink, WaitSource,
};
use ferry_sys::{Clock, CopyChoice};
use rustix::fd::OwnedFd;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Parameters of the method.
#[derive(Clone, Debug)]
pub struct ShmOptions {
    /// Cells (cache lines) of each ring; a power of two.
    pub cells: usize,
    /// Bytes of room for longer payloads of each pair; a multiple of 4096. `None`: by how many are expected
    /// to send.
    pub bulk: Option<usize>,
    /// Payloads up to this size lie in the room whole; longer ones stream through it, this much at a
    /// time.
    pub piece: usize,
    /// Payloads up to this size are sent without asking the receiver first.
    pub eager_limit: usize,
    /// Rendezvous data is cut into frames of this size.
    pub fragment: usize,
    /// Cross-memory attach may be used.
    pub remote_reads: bool,
    /// For which payloads it is used even where both ends could copy. By default for those that take less time so, as
    /// measured where there is a clock.
    pub remote_reading: RemoteReading,
    /// Largest number of processes that can send to this one.
    pub capacity: usize,
    /// How many are expected to, being on this host; `None`: as many as can.
    pub senders: Option<usize>,
    /// They share cores: those who write to a room and read from it may be on one.
    pub crowded: bool,
    /// Measures what it takes to write to a room, by which the manner is chosen; `None`: all goes through the caches.
    pub clock: Option<Clock>,
}

impl Default for ShmOptions {
    fn default() -> Self {
        ShmOptions {
            cells: 256,
            bulk: None,
            piece: 8 << 10,
            eager_limit: 64 << 10,
            fragment: 256 << 10,
            remote_reads: true,
            remote_reading: RemoteReading::Measured,
            capacity: 4096,
            senders: None,
            crowded: false,
            clock: None,
        }
    }
}

enum ShmLink {
    Unknown,
    Open(Box<Outbox>),
    Dead(MethodError),
}

/// Shared memory between the processes of a host.
pub struct ShmMethod {
    me: PeerId,
    size: u32,
    options: ShmOptions,
    attributes: Attributes,
    pub(crate) inbox: Inbox,
    address: Address,
    board: Option<Arc<dyn Board>>,
    links: Vec<ShmLink>,
    liveness: Liveness,
    /// Those that have ended orderly, of which the sink was told.
    departed: BTreeSet<PeerId>,
    frames_sent: u64,
    bytes_sent: u64,
}

impl ShmMethod {
    /// Makes this process's inbox, for others of its user and namespaces on its host.
    pub fn new(identity: &Identity, options: ShmOptions) -> Result<Self, MethodError> {
        let surroundings = Surroundings { place: identity.host.clone(), ..Surroundings::default() };
        ShmMethod::within(identity, &surroundings, options)
    }

    /// Makes this process's inbox, for those who can find it in these surroundings.
    pub fn within(
        identity: &Identity,
        surroundings: &Surroundings,
        options: ShmOptions,
    ) -> Result<Self, MethodError> {
        let capacity = options.capacity.min(identity.size.max(2) as usize);
        let geometry = geometry(&options, capacity, ferry_sys::longest_file());
        check(&geometry, options.piece)?;
        let (mut inbox, address) = Inbox::create(identity, surroundings, geometry)?;
        let is_measured = options.remote_reads && options.remote_reading == RemoteReading::Measured;
        let clock = options.clock.filter(|_| is_measured);
        inbox.notes.choice = clock.map(|clock| ReadChoice::new(clock, options.fragment));
        let attributes = Attributes {
            scope: Scope::Host,
            latency: Duration::from_nanos(150),
            bandwidth: 12e9,
            eager_limit: options.eager_limit,
            fragment: options.fragment,
            max_frame: 1 << 40,
            reliable: true,
            streams: 1,
            stream_flow_control: false,
            multicast: false,
            several_paths: false,
            confidential: true,
            shares_memory: true,
            remote_reads: options.remote_reads,
            remote_reading: options.remote_reading,
            poll_cost: Duration::from_nanos(5),
        };
        Ok(ShmMethod {
            me: identity.me,
            size: identity.size,
            options,
            attributes,
            inbox,
            address,
            board: surroundings.board.clone(),
            links: Vec::new(),
            liveness: Liveness::new(),
            departed: BTreeSet::new(),
            frames_sent: 0,
            bytes_sent: 0,
        })
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn opened(&mut self, peer: PeerId) -> Result<&mut Outbox, MethodError> {
        match self.links.get_mut(peer.0 as usize) {
            Some(ShmLink::Open(outbox)) => Ok(outbox),
            Some(ShmLink::Dead(why)) => Err(why.clone()),
            _ => Err(MethodError::UnknownPeer(peer, NAME)),
        }
    }

    /// Claims a slot in a peer's inbox, and watches the peer's process.
    fn open(&mut self, peer: PeerId, address: &Address) -> Result<Outbox, MethodError> {
        let way = self.address.way_to(address);
        let way = way.map_err(|why| MethodError::BadDescriptor { method: NAME, why })?;
        let board = self.board.as_deref().filter(|_| way == DescriptorWay::Board);
        let writing = (self.options.piece, self.options.clock);
        let (outbox, process) =
            Outbox::open(peer, self.me, &self.address, address, board, writing)?;
        let watched = process.map_or(Ok(()), |process| self.watch(process, peer));
        watched.map_err(|e| MethodError::Unreachable {
            peer,
            method: NAME,
            why: format!("its process cannot be watched: {e}"),
        })?;
        Ok(outbox)
    }

    fn watch(&mut self, process: OwnedFd, peer: PeerId) -> io::Result<()> {
        self.liveness.watch(process, u64::from(peer.0))
    }

    #[cold]
    #[inline(never)]
    fn bury_the_dead(&mut self, now: Now, sink: &mut dyn Sink) {
        let dead = self.liveness.deaths(now);
        let departed = self.departures();
        if !dead.is_empty() || !departed.is_empty() {
            // What they sent before is delivered first.
            while self.inbox.poll(sink) != 0 {}
        }
        for peer in departed {
            self.departed.insert(peer);
            sink.departed(peer);
        }
        for key in dead {
            self.bury(PeerId(key as u32), sink);
        }
    }

    fn bury(&mut self, peer: PeerId, sink: &mut dyn Sink) {
        if self.orderly_end(peer) {
            return;
        }
        self.inbox.abandon(peer);
        let why = MethodError::Lost { peer, method: NAME, why: "its process has died".into() };
        if self.links.len() <= peer.0 as usize {
            self.links.resize_with(peer.0 as usize + 1, || ShmLink::Unknown);
        }
        self.links[peer.0 as usize] = ShmLink::Dead(why.clone());
        sink.lost(peer, why);
    }

    /// Those that have ended orderly since this was asked.
    fn departures(&self) -> BTreeSet<PeerId> {
        let links = (0..).map(PeerId).zip(&self.links);
        let closed = links.filter(|(_, link)| match link {
            ShmLink::Open(outbox) => outbox.receiver_closed(),
            _ => false,
        });
        let all = closed.map(|(peer, _)| peer).chain(self.inbox.senders_ended());
        all.filter(|peer| !self.departed.contains(peer)).collect()
    }

    fn orderly_end(&self, peer: PeerId) -> bool {
        self.inbox.senders_ended().any(|ended| ended == peer)
            || matches!(self.links.get(peer.0 as usize), Some(ShmLink::Open(o)) if o.receiver_closed())
    }

    #[inline(never)]
    fn hear_tidings(&mut self) {
        let mut tidings = std::mem::take(&mut self.inbox.notes.tidings);
        for tiding in tidings.drain(..) {
            match tiding {
                Tiding::Newcomer(claim) => self.watch_newcomer(claim),
                Tiding::Landed(peer, home) => self.land(peer, home.seen_from_there()),
            }
        }
        self.inbox.notes.tidings = tidings;
    }

    /// A shuttle is here; one that comes before anything was sent to its sender is kept in mind by the slot.
    fn land(&mut self, peer: PeerId, home: Home) {
        if let Some(ShmLink::Open(outbox)) = self.links.get_mut(peer.0 as usize) {
            let inbox = &mut self.inbox;
            outbox.berth.land(home, || Some(inbox.slot_of(peer)?.shuttle().clone()));
        }
    }

    /// Both slots of a pair know each other's shuttles from now on.
    fn introduce(&mut self, peer: PeerId, outbox: &mut Outbox) {
        // Told of later, the shuttle that is landed here would land again when it may have left.
        self.hear_tidings();
        self.inbox.know_shuttle(peer, outbox.berth.this());
        if let Some(slot) = self.inbox.slot_of(peer)
            && slot.has_landed
        {
            outbox.berth.land(Home::OtherSlot, || Some(slot.shuttle().clone()));
        }
    }

    #[cold]
    #[inline(never)]
    fn watch_newcomer(&mut self, claim: Claim) {
        let peer = PeerId(claim.peer);
        let process = match &self.board {
            Some(board) if claim.by_board => {
                Entrance::by_board(&**board, peer).map(|entrance| entrance.process)
            }
            _ => open_process(claim.pid),
        };
        // A sender that is gone already has nothing more to say; what it sent is in its slot.
        if let Ok(Some(process)) = process {
            let _ = self.watch(process, peer);
        }
    }

    /// Puts a frame, or a part of it, where its receiver finds it.
    #[inline]
    fn put(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let outbox = match self.links.get_mut(peer.0 as usize) {
            Some(ShmLink::Open(outbox)) => outbox,
            _ => self.opened(peer)?,
        };
        let sent = outbox.send(header, payload, done);
        if sent {
            self.frames_sent += 1;
            self.bytes_sent += payload.len() as u64;
        }
        Ok(sent)
    }

    /// The same of a long one, whose copy is measured where messages go both ways.
    #[inline(never)]
    fn send_measured(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let since = self.inbox.notes.choice.as_ref().and_then(ReadChoice::begin_copy);
        let before = *done;
        let sent = self.put(peer, header, payload, done)?;
        if let (Some(since), Some(choice)) = (since, &mut self.inbox.notes.choice) {
            choice.written(*done - before, since);
        }
        Ok(sent)
    }
}

impl Method for ShmMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.address.to_descriptor()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        if remote.method != NAME {
            return Applicable::No("it is a descriptor of another method".into());
        }
        let address = match Address::parse(remote) {
            Ok(address) => address,
            Err(e) => return Applicable::No(e.to_string()),
        };
        match self.address.way_to(&address) {
            Ok(_) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        if peer.0 >= self.size {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        if remote.method != NAME {
            let why = "it is a descriptor of another method".into();
            return Err(MethodError::BadDescriptor { method: NAME, why });
        }
        let address = Address::parse(remote)?;
        let index = peer.0 as usize;
        if self.links.len() <= index {
            self.links.resize_with(index + 1, || ShmLink::Unknown);
        }
        if matches!(self.links[index], ShmLink::Unknown) {
            // Whether it can be done shows when it is tried.
            let mut outbox = self.open(peer, &address)?;
            self.introduce(peer, &mut outbox);
            self.links[index] = ShmLink::Open(Box::new(outbox));
        }
        Ok(())
    }

    #[inline]
    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        if payload.len() > self.options.piece {
            return self.send_measured(peer, header, payload, done);
        }
        self.put(peer, header, payload, done)
    }

    #[inline]
    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        let taken = self.inbox.poll(sink);
        if !self.inbox.notes.tidings.is_empty() {
            self.hear_tidings();
        }
        if taken == 0 && self.liveness.is_due(now) {
            self.bury_the_dead(now, sink);
        }
        taken
    }

    fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), MethodError> {
        let pid = self.opened(peer)?.pid().ok_or_else(|| MethodError::Unsupported {
            method: NAME,
            what: format!("read the memory of rank {peer}, whose process number it cannot know"),
        })?;
        let started = self.inbox.notes.choice.as_ref().and_then(|choice| choice.start(into.len()));
        ferry_sys::read_process_memory(pid, address, into)
            .map_err(|e| MethodError::system(format!("reading the memory of rank {peer}"), e))?;
        if let (Some(choice), Some(start)) = (&mut self.inbox.notes.choice, started) {
            choice.read(into.len(), start);
        }
        Ok(())
    }

    fn is_better_read(&mut self, _: PeerId, bytes: usize, both_ways: bool) -> bool {
        match (self.options.remote_reading, &mut self.inbox.notes.choice) {
            (RemoteReading::From(from), _) => bytes >= from,
            (RemoteReading::Measured, Some(choice)) => choice.is_better_read(bytes, both_ways),
            _ => false,
        }
    }

    fn is_better_announced(&self, peer: PeerId, bytes: usize) -> bool {
        let is_measured = self.inbox.notes.choice.is_some() && CopyChoice::is_measured(bytes);
        // Where cores are short who is asked first may not have one.
        if !is_measured || self.options.crowded {
            return false;
        }
        match self.links.get(peer.0 as usize) {
            Some(ShmLink::Open(outbox)) => !outbox.berth.may_carry(bytes),
            _ => false,
        }
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Bell(self.inbox.bell.clone(), self.inbox.bell.fifo.read_fd())
    }

    fn lookout(&self) -> Option<Arc<dyn Lookout>> {
        Some(self.inbox.lookout.clone())
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.inbox.bell.fifo.tell_by_signal(target)
    }

    fn sleep_briefly(&mut self, is_brief: bool) {
        self.inbox.sleeps_briefly = is_brief;
    }

    fn arm(&mut self, by_bell: bool) -> Armed {
        let open = self.links.iter_mut().filter_map(|link| match link {
            ShmLink::Open(outbox) => Some(&mut **outbox),
            _ => None,
        });
        self.inbox.arm(by_bell, open)
    }

    fn disarm(&mut self) {
        self.inbox.disarm();
    }

    fn counters(&self) -> Counters {
        Counters {
            frames_sent: self.frames_sent,
            bytes_sent: self.bytes_sent,
            ..self.inbox.notes.counters
        }
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        match self.links.get(peer.0 as usize)? {
            ShmLink::Open(outbox) => {
                let process = outbox
                    .pid()
                    .map_or("found with the launcher".to_owned(), |pid| format!("process {pid}"));
                let (cells, mapped) = (outbox.ring(), outbox.mapped() / 1024);
                Some(format!("{process}, ring of {cells} cells, {mapped} KiB mapped"))
            }
            ShmLink::Dead(why) => Some(why.to_string()),
            _ => None,
        }
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.departed.contains(&peer) || self.orderly_end(peer)
    }

    fn close(&mut self, _now: Now, _sink: &mut dyn Sink) -> bool {
        self.inbox.close();
        for (peer, link) in self.links.iter_mut().enumerate() {
            if let ShmLink::Open(outbox) = link {
                outbox.end();
            }
            let peer = PeerId(peer as u32);
            let why = "this process has closed its links".to_owned();
            *link = ShmLink::Dead(MethodError::Lost { peer, method: NAME, why });
        }
        true
    }
}
