//! Whose an operation of the engine is, as the engine keeps it in a label.

use crate::handle::CommHandle;
use ferry_protocol::Label;

/// The communicator of an operation, and what is known of it before it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner {
    /// Whose error handler hears of it.
    pub(crate) comm: CommHandle,
    pub(crate) role: Role,
}

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
    /// Of a send, or of what has a status like one.
    #[inline]
    pub(crate) fn send(comm: CommHandle) -> Self {
        Owner { comm, role: Role::Send }
    }

    /// Of a receive from `source`; a wildcard is no rank.
    #[inline]
    pub(crate) fn receive(comm: CommHandle, source: i32) -> Self {
        let role = if source >= 0 { Role::ReceiveFrom(source) } else { Role::Receive };
        Owner { comm, role }
    }

    /// Of a receive of the library's own, whose status nobody sees.
    #[inline]
    pub(crate) fn internal(comm: CommHandle) -> Self {
        Owner { comm, role: Role::Receive }
    }

    /// As the engine keeps it.
    #[inline]
    pub(crate) fn label(self) -> Label {
        let role = match self.role {
            Role::Send => SEND,
            Role::ReceiveFrom(source) => KNOWN_SOURCE | u64::from(source as u32),
            Role::Receive => 0,
        };
        Label([self.comm.0 as u64, role])
    }

    /// Back from what the engine kept.
    #[inline]
    pub(crate) fn of(Label([comm, role]): Label) -> Self {
        let role = match role {
            role if role & SEND != 0 => Role::Send,
            role if role & KNOWN_SOURCE != 0 => Role::ReceiveFrom(role as u32 as i32),
            _ => Role::Receive,
        };
        Owner { comm: CommHandle::new(comm as usize), role }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let comm = CommHandle::new(0x101);
        let kinds = [Owner::send(comm), Owner::internal(comm)];
        let receives = [-1, 0, 7, i32::MAX].map(|source| Owner::receive(comm, source));
        for owner in kinds.into_iter().chain(receives) {
            assert_eq!(Owner::of(owner.label()), owner);
        }
    }
}
