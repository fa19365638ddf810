//! Whose an operation of the engine is, as the engine keeps it in a label.

use crate::handle::CommHandle;
use ferry_two_sided::Label;

/// The communicator of an operation, and what is known of it before it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner(Label);

/// What the status of an operation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// What a send's does.
    Send,
    /// A message of the only rank that it can come from.
    ReceiveFrom(i32),
    /// A message of whoever sent it.
    Receive,
}

const KNOWN_SOURCE: u64 = 1 << 32;
const SEND: u64 = 1 << 33;

impl Owner {
    #[inline]
    fn new(comm: CommHandle, role: u64) -> Self {
        Owner(Label([comm.0 as u64, role]))
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
        Self::new(comm, 0)
    }

    /// As the engine keeps it.
    #[inline]
    pub(crate) fn label(self) -> Label {
        self.0
    }

    /// Back from what the engine kept.
    #[inline]
    pub(crate) fn of(label: Label) -> Self {
        Owner(label)
    }

    /// Whose error handler hears of it.
    #[inline]
    pub(crate) fn comm(self) -> CommHandle {
        CommHandle::new(self.0.0[0] as usize)
    }

    #[inline]
    pub(crate) fn role(self) -> Role {
        match self.0.0[1] {
            role if role & SEND != 0 => Role::Send,
            role if role & KNOWN_SOURCE != 0 => Role::ReceiveFrom(role as u32 as i32),
            _ => Role::Receive,
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
            (Owner::send(comm), Role::Send),
            (Owner::internal(comm), Role::Receive),
            (Owner::receive(comm, -1), Role::Receive),
            (Owner::receive(comm, 0), Role::ReceiveFrom(0)),
            (Owner::receive(comm, i32::MAX), Role::ReceiveFrom(i32::MAX)),
        ];
        for (owner, role) in cases {
            let kept = Owner::of(owner.label());
            assert_eq!((kept, kept.comm(), kept.role()), (owner, comm, role));
        }
    }
}
