//! What a program is told of its operations.

use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::three::descriptor::{DescriptorOptions, DescriptorTerms};

/// What has happened; the numbers are those of `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
pub enum EventKind {
    /// A get of another process has begun here.
    GetStart = 0,
    /// Its reply has left.
    GetEnd = 1,
    /// A put of another process has begun here.
    PutStart = 2,
    /// Its bytes are in place.
    PutEnd = 3,
    /// An exchange by another process has begun here.
    GetPutStart = 4,
    /// Its reply has left.
    GetPutEnd = 5,
    /// The reply to a get or an exchange begins to come.
    ReplyStart = 6,
    /// It is in place.
    ReplyEnd = 7,
    /// A put has begun.
    SendStart = 8,
    /// Its memory may be used again.
    SendEnd = 9,
    /// A put has found its place.
    Ack = 10,
    /// A descriptor was spent and is gone.
    Unlink = 11,
}

/// What a program is told.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What has happened.
    pub kind: EventKind,
    /// Who asked; for acknowledgements and replies: who answered.
    pub initiator: PortalsProcess,
    /// Its user.
    pub uid: u32,
    /// Its job.
    pub jid: u32,
    /// The portal that was asked.
    pub pt_index: u32,
    /// The request's match bits.
    pub match_bits: u64,
    /// Bytes asked for.
    pub rlength: u64,
    /// Bytes moved.
    pub mlength: u64,
    /// Where in the descriptor.
    pub offset: u64,
    /// Which descriptor.
    pub descriptor: PortalsHandle,
    /// The descriptor as it is after this.
    pub spec: DescriptorTerms,
    /// What the initiator of a put said with it.
    pub hdr_data: u64,
    /// The same for all events of an operation.
    pub link: u32,
    /// The operation has failed: the memory may hold anything.
    pub has_failed: bool,
    /// Counts the events of the queue.
    pub sequence: u32,
}

impl Event {
    /// One that tells of nothing.
    pub(crate) fn blank() -> Self {
        let (options, user, events) = (DescriptorOptions(0), [0; 3], None);
        Event {
            kind: EventKind::Unlink,
            initiator: PortalsProcess { nid: 0, pid: 0 },
            uid: 0,
            jid: 0,
            pt_index: 0,
            match_bits: 0,
            rlength: 0,
            mlength: 0,
            offset: 0,
            descriptor: PortalsHandle(0),
            spec: DescriptorTerms { threshold: None, max_size: 0, options, user, events },
            hdr_data: 0,
            link: 0,
            has_failed: false,
            sequence: 0,
        }
    }
}
