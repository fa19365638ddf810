//! Ferry: the method by which a process sends to itself: a bounded queue.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Lookout, Method,
    MethodError, Now, PeerId, RemoteReading, Scope, SignalTarget, Sink, WaitSource,
};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The method's name.
pub const NAME: &str = "local";

/// Bytes that may wait; a frame that is longer waits alone.
const CAPACITY: usize = 64 << 20;
/// What a waiting frame counts beside its payload.
const FRAME_COST: usize = 64;
/// Emptied payload buffers kept for the next frames, and the largest worth keeping.
const SPARE: (usize, usize) = (32, 64 << 10);
const MAX_FRAME: usize = 1 << 30;

/// Frames from a process to itself: queued by `send`, delivered by the next `poll`.
pub struct LocalMethod {
    me: PeerId,
    descriptor: Descriptor,
    attributes: Attributes,
    queue: VecDeque<(Header, Vec<u8>)>,
    /// Whether something is in the queue, as other threads may see it.
    is_queued: Arc<QueueLookout>,
    /// Bytes in the queue.
    held: usize,
    spare: Vec<Vec<u8>>,
    counters: Counters,
    closed: bool,
}

/// Whether frames wait in the queue.
#[derive(Default)]
struct QueueLookout(AtomicBool);

impl Lookout for QueueLookout {
    fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl LocalMethod {
    /// For the process `identity` describes.
    pub fn new(identity: &Identity) -> LocalMethod {
        let mut bytes = identity.job.0.to_le_bytes().to_vec();
        bytes.extend(identity.me.0.to_le_bytes());
        LocalMethod {
            me: identity.me,
            descriptor: Descriptor { method: NAME.to_owned(), bytes },
            attributes: attributes(),
            queue: VecDeque::new(),
            is_queued: Arc::default(),
            held: 0,
            spare: Vec::new(),
            counters: Counters::default(),
            closed: false,
        }
    }

    fn take_payload(&mut self, payload: &[u8]) -> Vec<u8> {
        let mut bytes = match payload.len() <= SPARE.1 {
            true => self.spare.pop().unwrap_or_default(),
            false => Vec::new(),
        };
        bytes.extend_from_slice(payload);
        bytes
    }

    fn keep_spare(&mut self, mut bytes: Vec<u8>) {
        if self.spare.len() < SPARE.0 && bytes.capacity() <= SPARE.1 {
            bytes.clear();
            self.spare.push(bytes);
        }
    }
}

fn attributes() -> Attributes {
    Attributes {
        scope: Scope::Process,
        latency: Duration::from_nanos(50),
        bandwidth: 10e9,
        eager_limit: 64 << 10,
        fragment: 1 << 20,
        max_frame: MAX_FRAME,
        reliable: true,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: false,
        confidential: true,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(2),
    }
}

impl Method for LocalMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.descriptor.clone()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        match *remote == self.descriptor {
            true => Applicable::Yes,
            false => Applicable::No("it is another process".to_owned()),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        if peer != self.me {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        if *remote != self.descriptor {
            let why = "it is not this process's own".to_owned();
            return Err(MethodError::BadDescriptor { method: NAME, why });
        }
        self.counters.peers = 1;
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        if peer != self.me || self.counters.peers == 0 {
            return Err(MethodError::UnknownPeer(peer, NAME));
        }
        if self.closed {
            let why = "this process has closed its links".to_owned();
            return Err(MethodError::Lost { peer, method: NAME, why });
        }
        let cost = payload.len() + FRAME_COST;
        if !self.queue.is_empty() && self.held + cost > CAPACITY {
            return Ok(false);
        }
        let bytes = self.take_payload(payload);
        self.queue.push_back((*header, bytes));
        self.is_queued.0.store(true, Ordering::Relaxed);
        self.held += cost;
        self.counters.frames_sent += 1;
        self.counters.bytes_sent += payload.len() as u64;
        *done = payload.len();
        Ok(true)
    }

    fn poll(&mut self, _now: Now, sink: &mut dyn Sink) -> usize {
        let frames = self.queue.len();
        if frames != 0 {
            self.is_queued.0.store(false, Ordering::Relaxed);
        }
        while let Some((header, payload)) = self.queue.pop_front() {
            self.held -= payload.len() + FRAME_COST;
            self.counters.frames_received += 1;
            self.counters.bytes_received += payload.len() as u64;
            sink.frame(self.me, &header, &payload);
            self.keep_spare(payload);
        }
        frames
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Never
    }

    fn lookout(&self) -> Option<Arc<dyn Lookout>> {
        Some(self.is_queued.clone())
    }

    fn tell_by_signal(&mut self, _target: &SignalTarget) -> bool {
        true
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        if self.queue.is_empty() { Armed::Ready(0) } else { Armed::Busy }
    }

    fn disarm(&mut self) {}

    fn counters(&self) -> Counters {
        self.counters
    }

    fn has_pending_output(&self) -> bool {
        !self.queue.is_empty()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        let known = peer == self.me && self.counters.peers > 0;
        known.then(|| format!("within the process, {} frames waiting", self.queue.len()))
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.closed = true;
        self.poll(now, sink);
        true
    }
}
