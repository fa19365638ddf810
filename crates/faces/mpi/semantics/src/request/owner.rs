//! Whose an operation of the engine is, as the engine keeps it in a label.

use crate::handle::CommHandle;
use ferry_two_sided::Label;

/// The communicator of an operation, and what is known of it before it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OperationOwner(Label);

/// What the status of an operation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatusRole {
    /// What a send's does.
    Send,
    /// A message of the only rank that it can come from.
    ReceiveFrom(i32),
    /// A message of whoever sent it.
    Receive,
}

const KNOWN_SOURCE: u64 = 1 << 32;
const SEND: u64 = 1 << 33;
const INTERNAL: u64 = 1 << 34;

impl OperationOwner {
    #[inline]
    fn new(comm: CommHandle, role: u64) -> Self {
        OperationOwner(Label([comm.0 as u64, role]))
    }

    /// Of a send, or of what has a status like one.
    #[inline]
    pub(crate) fn send(comm: CommHandle) -> Self {
        Self::new(comm, SEND)
    }

    /// Of a receive from `source`; a wildcard is no rank.
    #[inline]
    pub(crate) fn receive(comm: CommHandle, source: i32) -> Self {
        Self::new(comm, if source >= 0 { KNOWN_SOURCE | source as u64 } else { 0 })
    }

    /// Of a receive of the library's own, whose status nobody sees.
    #[inline]
    pub(crate) fn internal(comm: CommHandle) -> Self {
        Self::new(comm, INTERNAL)
    }

    /// Whether it is a receive of the library's own.
    pub(crate) fn is_internal(self) -> bool {
        self.0.0[1] & INTERNAL != 0
    }

    /// As the engine keeps it.
    #[inline]
    pub(crate) fn label(self) -> Label {
        self.0
    }

    /// Back from what the engine kept.
    #[inline]
    pub(crate) fn of(label: Label) -> Self {
        OperationOwner(label)
    }

    /// Whose error handler hears of it.
    #[inline]
    pub(crate) fn comm(self) -> CommHandle {
        CommHandle::new(self.0.0[0] as usize)
    }

    #[inline]
    pub(crate) fn role(self) -> StatusRole {
        match self.0.0[1] {
            role if role & SEND != 0 => StatusRole::Send,
            role if role & KNOWN_SOURCE != 0 => StatusRole::ReceiveFrom(role as u32 as i32),
            _ => StatusRole::Receive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let comm = CommHandle::new(0x101);
        let cases = [
            (OperationOwner::send(comm), StatusRole::Send),
            (OperationOwner::internal(comm), StatusRole::Receive),
            (OperationOwner::receive(comm, -1), StatusRole::Receive),
            (OperationOwner::receive(comm, 0), StatusRole::ReceiveFrom(0)),
            (OperationOwner::receive(comm, i32::MAX), StatusRole::ReceiveFrom(i32::MAX)),
        ];
        for (owner, role) in cases {
            let kept = OperationOwner::of(owner.label());
            assert_eq!((kept, kept.comm(), kept.role()), (owner, comm, role));
            assert_eq!(kept.is_internal(), owner == OperationOwner::internal(comm));
        }
    }
}
