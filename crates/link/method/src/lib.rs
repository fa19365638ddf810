//! The contract of a communication method (Nexus' communication module).
//!
//! A method describes itself ([`Attributes`], [`Descriptor`]), judges whether it can reach another
//! process from that process's descriptor, and moves frames. It never matches, never retries a
//! frame on another method and never reads a clock: time is handed to it.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod attendance;
mod attributes;
mod detour;
mod error;
mod landing;
mod multicast;
mod pulse;
mod quality;
mod wait;

pub use attendance::Attendance;
pub use attributes::{Attributes, RemoteReading, Scope};
pub use detour::{Detours, datagrams_of};
pub use error::{Culprit, MethodError};
pub use landing::{Landing, Sink};
pub use multicast::Multicast;
pub use pulse::Pulse;
pub use quality::{Quality, has_queue};
pub use wait::{Armed, Bell, Lookout, WaitSource};

use std::sync::Arc;
use std::time::Duration;

pub use ferry_sys::SignalTarget;
pub use ferry_wire::{HandlerId, Header, JobId, PeerId, StreamId, StreamKey};

/// Time since the process's own start, as told by whoever drives the method.
pub type Now = Duration;

/// Who this process is, for proving itself to others and for judging their descriptors.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The job.
    pub job: JobId,
    /// This process.
    pub me: PeerId,
    /// Processes in the job; larger peer numbers are refused.
    pub size: u32,
    /// The job's secret, made by the launcher.
    pub secret: [u8; 32],
    /// What names this host: equal for two processes exactly if they share kernel and network
    /// namespace; empty if that is not known.
    pub host: String,
}

/// What a process publishes so that others can reach it by one method: opaque to all but that method.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Descriptor {
    /// The method's name.
    pub method: String,
    /// The method's own bytes (at most 256).
    pub bytes: Vec<u8>,
}

/// Whether a method can reach the owner of a descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Applicable {
    /// It can.
    Yes,
    /// It cannot, for this reason (shown by `ferry info`).
    No(String),
}

/// Counters every method keeps for enquiry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Whole frames accepted for sending.
    pub frames_sent: u64,
    /// Payload bytes accepted for sending.
    pub bytes_sent: u64,
    /// Whole frames delivered.
    pub frames_received: u64,
    /// Payload bytes delivered.
    pub bytes_received: u64,
    /// Strangers turned away and frames that made no sense.
    pub refused: u64,
    /// Peers with live buffers or connections.
    pub peers: u64,
}

/// How bytes move. One value serves all peers of a process.
///
/// Calls never block. Ordering: frames of one (peer, stream) arrive in the order in which `send`
/// finished them. A method that keeps all streams of a peer in one order says so in its attributes.
pub trait Method: Send {
    /// Name for configuration and people.
    fn name(&self) -> &'static str;

    /// Capabilities and costs.
    fn attributes(&self) -> &Attributes;

    /// What others need to reach this process.
    fn descriptor(&self) -> Descriptor;

    /// Judges a remote descriptor; no system call that waits.
    fn applicable(&self, remote: &Descriptor) -> Applicable;

    /// Makes `peer` known. What takes time is opened by the first send; a method that can try the way at
    /// once does so, and answers [`MethodError::Unreachable`] if it leads nowhere: then the next is chosen, unless the peer
    /// is known to have ended ([`MethodError::Lost`]).
    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError>;

    /// Sends a frame, as much of it as there is room for.
    ///
    /// `done` starts at 0 and is the method's own mark of progress in this frame. `Ok(true)`: the
    /// whole frame is taken and `payload` may be reused. `Ok(false)`: call again later with the same
    /// header, payload and `done`; until then no other frame may be sent to this peer on the same
    /// stream (nor, where the attributes say `streams == 1`, on any stream). While `done` is still 0
    /// the method has nothing of the frame, and the caller may send another instead.
    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError>;

    /// Takes arrivals off the wire into `sink`, moves connection set-up and pending output on.
    /// Returns the number of frames and pieces handled (0: nothing was there).
    ///
    /// Time that passed without polls counts against nobody ([`Attendance`]), and what has come is taken
    /// before anybody is judged by the time.
    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize;

    /// Copies memory of `peer` at `address` into `into` (one-copy transfers), whole or not at all.
    /// An error means: use another way; nothing is wrong with the link.
    fn read_remote(
        &mut self,
        peer: PeerId,
        _address: u64,
        _into: &mut [u8],
    ) -> Result<(), MethodError> {
        Err(MethodError::UnknownPeer(peer, self.name()))
    }

    /// Whether a message of so many bytes, which waits at `peer`, had better be read from its memory. `both_ways`: long
    /// messages of this process's own are under way as well.
    fn is_better_read(&mut self, _peer: PeerId, bytes: usize, _both_ways: bool) -> bool {
        matches!(self.attributes().remote_reading, RemoteReading::From(from) if bytes >= from)
    }

    /// Whether a message of so many bytes to `peer`, which could go at once, had better be announced as things are, since
    /// its receiver might then read it.
    fn is_better_announced(&self, _peer: PeerId, _bytes: usize) -> bool {
        false
    }

    /// Says where the frame goes that was held on a stream ([`Landing::Hold`]). Its payload is read, and
    /// `finish` called, by this or a later poll. The landing must not be `Hold` again.
    ///
    /// Errors: nothing is held there, or the method cannot hold.
    fn resume(
        &mut self,
        _peer: PeerId,
        _stream: StreamKey,
        _landing: Landing,
    ) -> Result<(), MethodError> {
        Err(MethodError::Unsupported { method: self.name(), what: "hold a stream back".into() })
    }

    /// Reads one stream, for a receive that wants what comes next on it: the sink hears of no other, nor of a
    /// loss. Returns the number of frames and pieces; 0 says nothing. Whatever is found besides or is amiss, and
    /// what follows on the stream if it is not read, is left to the next poll, which [`Method::arm`] knows of.
    fn fetch(&mut self, _peer: PeerId, _stream: StreamKey, _sink: &mut dyn Sink) -> usize {
        0
    }

    /// Changes a parameter of the link to one peer, by the name it has in the configuration without
    /// the method's own ("keepalive"); it holds for what is sent from now on.
    ///
    /// Errors: no such parameter, or a value that makes no sense for it.
    fn tune(&mut self, _peer: PeerId, parameter: &str, _value: &str) -> Result<(), MethodError> {
        let what = format!("change '{parameter}' of a single link");
        Err(MethodError::Unsupported { method: self.name(), what })
    }

    /// Whether the way to a peer still gets anything there, as far as the method can tell; `None`: it cannot,
    /// or there is nothing with that peer.
    fn pulse(&self, _peer: PeerId) -> Option<Pulse> {
        None
    }

    /// The way to a peer gets nothing through any more: from now on all that the method itself sends there
    /// goes to [`Sink::parcel`], and what the other end's method sends comes by [`Method::parcel`]. Whatever
    /// was under way arrives all the same, once and in order. False: the method cannot do that.
    fn take_detour(&mut self, _peer: PeerId) -> bool {
        false
    }

    /// Takes what the same method at `peer` gave to its [`Sink::parcel`], in that order. Not to be called
    /// before [`Method::take_detour`].
    fn parcel(&mut self, _peer: PeerId, _parcel: &[u8]) {}

    /// Sending to groups, where the method can.
    fn multicast(&mut self) -> Option<&mut dyn Multicast> {
        None
    }

    /// What can be waited on when a poll found nothing.
    fn wait_source(&self) -> WaitSource;

    /// What tells threads without the method whether something has come; `None`: only a poll can.
    fn lookout(&self) -> Option<Arc<dyn Lookout>> {
        None
    }

    /// From now on whatever ends a sleep on the wait source is told to a thread by a signal as well: arrivals,
    /// room, times. As signals tell only of what happens from then on, whoever has armed looks at the wait
    /// source once before that thread sleeps. False: that thread must sleep on the wait source, too. For a bell
    /// it is the descriptor that tells, in place of whom it told before.
    fn tell_by_signal(&mut self, _target: &SignalTarget) -> bool {
        false
    }

    /// Whether sleeps are over soon from now on, whatever comes, and all is looked at then: what comes just as `arm` is
    /// called may be missed in that case, if to see it costs others something.
    fn sleep_briefly(&mut self, _is_brief: bool) {}

    /// Prepares for sleeping on the wait source. With [`Armed::Busy`] something came in the meantime:
    /// poll, do not sleep. `by_bell`: the sleeper will wait on the [`Bell`] rather than on the
    /// descriptor (methods that have both must signal the one that is waited on).
    fn arm(&mut self, by_bell: bool) -> Armed;

    /// Undoes `arm` after waking.
    fn disarm(&mut self);

    /// Counters since the start.
    fn counters(&self) -> Counters;

    /// True while output that was accepted by `send` still waits inside the method for `poll`.
    fn has_pending_output(&self) -> bool {
        false
    }

    /// A line for `ferry info` about a peer's link (addresses, state), if it is open; where it has several
    /// paths, a further one for each.
    fn describe_link(&self, _peer: PeerId) -> Option<String> {
        None
    }

    /// How the path to a peer does, if a connection to it is up, or its system has taken one that is being
    /// opened, and the method can tell. The counts grow until a connection is replaced; then they may begin anew.
    fn quality(&self, _peer: PeerId) -> Option<Quality> {
        None
    }

    /// Streams of the link to a peer that are open at present.
    fn open_streams(&self, peer: PeerId) -> u32 {
        u32::from(self.describe_link(peer).is_some())
    }

    /// Whether a peer has said goodbye: nothing that is sent to it has a meaning any more, while what it sent before
    /// may still arrive.
    fn has_departed(&self, _peer: PeerId) -> bool {
        false
    }

    /// Orderly end: output is drained as far as possible without waiting; then everything is closed.
    /// Returns true when nothing remains to be drained.
    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool;
}
