//! Where data comes from and where it goes.

use ferry_sys::{ReadRegion, WriteRegion, copy_received};
use ferry_wire::copy_few;

/// Data that does not lie in one piece (a derived datatype), read in packed order.
pub trait Gather: Send {
    /// Packed length in bytes.
    fn len(&self) -> usize;

    /// Whether there is nothing.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies packed bytes from position `at` on; fills `out`.
    fn read(&self, at: usize, out: &mut [u8]);
}

/// Room that does not lie in one piece, written in packed order.
pub trait Scatter: Send {
    /// Packed length in bytes.
    fn len(&self) -> usize;

    /// Whether there is nothing.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies `bytes` to packed position `at` on.
    fn write(&mut self, at: usize, bytes: &[u8]);
}

/// What is sent.
pub enum SendData {
    /// User memory in one piece.
    Region(ReadRegion),
    /// Packed on the way.
    Gather(Box<dyn Gather>),
    /// A copy of Ferry's own (buffered sends).
    Owned(Vec<u8>),
}

impl SendData {
    /// Bytes of the message.
    pub fn len(&self) -> usize {
        match self {
            SendData::Region(region) => region.len(),
            SendData::Gather(gather) => gather.len(),
            SendData::Owned(bytes) => bytes.len(),
        }
    }

    /// Whether the message has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bytes, packed.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut copy = Vec::new();
        self.slice(0..self.len(), &mut copy).to_vec()
    }

    /// The bytes of `range`, packed into `scratch` if they do not lie in one piece.
    pub(crate) fn slice<'a>(
        &'a self,
        range: std::ops::Range<usize>,
        scratch: &'a mut Vec<u8>,
    ) -> &'a [u8] {
        match self {
            SendData::Region(region) => &region.as_slice()[range],
            SendData::Owned(bytes) => &bytes[range],
            SendData::Gather(gather) => {
                scratch.resize(range.len(), 0);
                gather.read(range.start, scratch);
                scratch
            }
        }
    }

    /// Address of the data where another process may read it.
    pub(crate) fn address(&self) -> Option<u64> {
        match self {
            SendData::Region(region) if !region.is_empty() => Some(region.address()),
            _ => None,
        }
    }
}

/// Copies a message that has come: few bytes without a call, many as they are read the quickest.
///
/// # Panics
/// If the two are not equally long.
#[inline]
pub fn copy_message(into: &mut [u8], message: &[u8]) {
    match message.len() {
        0..=64 => copy_few(into, message),
        _ => copy_received(into, message),
    }
}

/// Where a message goes.
pub enum RecvSpace {
    /// User memory in one piece.
    Region(WriteRegion),
    /// Unpacked on the way.
    Scatter(Box<dyn Scatter>),
}

impl RecvSpace {
    /// Bytes of room.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            RecvSpace::Region(region) => region.len(),
            RecvSpace::Scatter(scatter) => scatter.len(),
        }
    }

    /// Whether there is no room.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts `bytes` at packed position `at`. The caller has checked the room.
    #[inline]
    pub(crate) fn write(&mut self, at: usize, bytes: &[u8]) {
        match self {
            RecvSpace::Region(region) => {
                copy_received(&mut region.as_mut_slice()[at..at + bytes.len()], bytes);
            }
            RecvSpace::Scatter(scatter) => scatter.write(at, bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_any_length_are_copied() {
        for len in (0..100).chain([511, 512, 5000]) {
            let message: Vec<u8> = (1..=len).map(|at: usize| at as u8).collect();
            let mut into = vec![0; message.len()];
            copy_message(&mut into, &message);
            assert_eq!(into, message);
        }
    }
}
