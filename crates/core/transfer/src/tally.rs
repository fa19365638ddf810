//! What a process's transfers have done since the start.

use crate::protocol::Protocol;

/// Messages and their bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MessageTally {
    /// Messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl MessageTally {
    #[inline]
    fn add(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }
}

/// What a process's transfers have done since the start.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TransferTally {
    sent: [MessageTally; 4],
    /// Bytes that came in a method's own memory, or were kept, and were copied to their receives.
    pub copied: u64,
    /// Bytes that a method wrote straight to their receives.
    pub landed: u64,
    /// Bytes that were read from their senders' memory.
    pub read: u64,
    /// Bytes that came before their receives and were kept.
    pub kept: u64,
}

impl TransferTally {
    /// What was sent by a protocol.
    pub fn sent(&self, protocol: Protocol) -> MessageTally {
        self.sent[protocol as usize]
    }

    /// A message of so many bytes goes by a protocol.
    #[inline]
    pub(crate) fn add(&mut self, protocol: Protocol, bytes: usize) {
        self.sent[protocol as usize].add(bytes);
    }
}
