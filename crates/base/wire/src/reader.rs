//! Checked little-endian reading and writing.

/// There were fewer bytes than asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("message ends too early")]
pub struct Short;

/// Takes numbers and byte strings off the front of a slice.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the front of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next `n` bytes.
    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], Short> {
        let (head, rest) = self.rest.split_at_checked(n).ok_or(Short)?;
        self.rest = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Short> {
        let (head, rest) = self.rest.split_first_chunk().ok_or(Short)?;
        self.rest = rest;
        Ok(*head)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Short> {
        Ok(self.array::<1>()?[0])
    }

    /// The next 16-bit number.
    pub fn u16(&mut self) -> Result<u16, Short> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// The next 32-bit number.
    pub fn u32(&mut self) -> Result<u32, Short> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// The next 64-bit number.
    pub fn u64(&mut self) -> Result<u64, Short> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A byte string with a 16-bit length before it.
    pub fn string(&mut self) -> Result<&'a [u8], Short> {
        let n = self.u16()?;
        self.bytes(n as usize)
    }
}

/// Puts numbers and byte strings into a slice; what does not fit is a programming error.
#[derive(Debug)]
pub struct Writer<'a> {
    out: &'a mut [u8],
    at: usize,
}

impl<'a> Writer<'a> {
    /// Writes to the front of `out`.
    pub fn new(out: &'a mut [u8]) -> Self {
        Writer { out, at: 0 }
    }

    /// Bytes written so far.
    pub fn written(&self) -> usize {
        self.at
    }

    /// Appends raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out[self.at..self.at + bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }

    /// Appends a byte.
    pub fn u8(&mut self, v: u8) {
        self.bytes(&[v]);
    }

    /// Appends a 16-bit number.
    pub fn u16(&mut self, v: u16) {
        self.bytes(&v.to_le_bytes());
    }

    /// Appends a 32-bit number.
    pub fn u32(&mut self, v: u32) {
        self.bytes(&v.to_le_bytes());
    }

    /// Appends a 64-bit number.
    pub fn u64(&mut self, v: u64) {
        self.bytes(&v.to_le_bytes());
    }
}
