//! Where encoded bytes go, and the checked reading of fixed fields.

/// A buffer that grows at its end and can be patched where it was written.
///
/// Whoever writes has asked for the room before ([`super::PacketWriter`] does), so writing cannot fail.
pub trait PacketBuffer {
    /// Bytes written so far.
    fn written(&self) -> usize;
    /// Bytes that can still be written.
    fn room(&self) -> usize;
    /// Appends `bytes`. What does not fit a fixed buffer is cut off.
    fn put(&mut self, bytes: &[u8]);
    /// Everything written so far.
    fn bytes(&self) -> &[u8];
    /// Everything written so far, to patch.
    fn bytes_mut(&mut self) -> &mut [u8];

    /// Appends a byte.
    #[inline]
    fn put_u8(&mut self, value: u8) {
        self.put(&[value]);
    }
    /// Appends 16 bits in network order.
    #[inline]
    fn put_u16(&mut self, value: u16) {
        self.put(&value.to_be_bytes());
    }
    /// Appends 32 bits in network order.
    #[inline]
    fn put_u32(&mut self, value: u32) {
        self.put(&value.to_be_bytes());
    }
    /// Appends up to three zero bytes, so that `written` bytes end on a multiple of four.
    #[inline]
    fn put_padding(&mut self, written: usize) {
        const ZEROS: [u8; 3] = [0; 3];
        self.put(&ZEROS[..super::padded(written) - written]);
    }
}

impl PacketBuffer for Vec<u8> {
    #[inline]
    fn written(&self) -> usize {
        self.len()
    }
    #[inline]
    fn room(&self) -> usize {
        usize::MAX - self.len()
    }
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

/// A [`PacketBuffer`] over a slice lent by the caller.
#[derive(Debug)]
pub struct FixedBuffer<'b> {
    bytes: &'b mut [u8],
    written: usize,
}

impl<'b> FixedBuffer<'b> {
    /// An empty buffer over `bytes`.
    #[must_use]
    pub fn new(bytes: &'b mut [u8]) -> Self {
        Self { bytes, written: 0 }
    }
}

impl PacketBuffer for FixedBuffer<'_> {
    #[inline]
    fn written(&self) -> usize {
        self.written
    }
    #[inline]
    fn room(&self) -> usize {
        self.bytes.len() - self.written
    }
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let len = bytes.len().min(self.room());
        self.bytes[self.written..self.written + len].copy_from_slice(&bytes[..len]);
        self.written += len;
    }
    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.written]
    }
    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.written]
    }
}

/// The 16 bits at `at`, in network order; the caller has checked that they are there (0 if not).
#[inline]
pub(crate) fn be16(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u16::from_be_bytes(*b))
}

/// The 32 bits at `at`, in network order; the caller has checked that they are there (0 if not).
#[inline]
pub(crate) fn be32(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u32::from_be_bytes(*b))
}
