//! What an interface counts.

/// What an interface counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Registers {
    /// Messages that found no place.
    pub drop_count: u64,
    /// Their bytes.
    pub drop_length: u64,
    /// Messages that found theirs.
    pub recv_count: u64,
    /// Their bytes.
    pub recv_length: u64,
    /// Messages sent.
    pub send_count: u64,
    /// Their bytes.
    pub send_length: u64,
}

/// A register that a program can read, with its number in `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatusRegister {
    /// Messages that found no place.
    DropCount = 0,
    /// Their bytes.
    DropLength = 1,
    /// Messages that found theirs.
    RecvCount = 2,
    /// Their bytes.
    RecvLength = 3,
    /// Messages sent.
    SendCount = 4,
    /// Their bytes.
    SendLength = 5,
    /// Match entries there are.
    MesCurrent = 15,
    /// Memory descriptors there are.
    MdsCurrent = 19,
    /// Event queues there are.
    EqsCurrent = 23,
}

/// Lengths are what others say: whatever that is, it can be counted.
impl Registers {
    pub(crate) fn drop(&mut self, length: u64) {
        self.drop_count += 1;
        self.drop_length = self.drop_length.wrapping_add(length);
    }

    pub(crate) fn receive(&mut self, length: u64) {
        self.recv_count += 1;
        self.recv_length = self.recv_length.wrapping_add(length);
    }

    pub(crate) fn send(&mut self, length: u64) {
        self.send_count += 1;
        self.send_length = self.send_length.wrapping_add(length);
    }
}
