//! Messages whose bytes tell what they are.

/// A message, by what the peer tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seen {
    pub(crate) stream: u16,
    pub(crate) unordered: bool,
    pub(crate) number: u32,
    pub(crate) size: u32,
    pub(crate) sum: u32,
}

/// The bytes of a message; the peer makes the same.
pub(crate) fn bytes(stream: u16, number: u32, size: u32) -> Vec<u8> {
    let seed = (u32::from(stream) << 20) ^ number;
    let mut bytes: Vec<u8> =
        (0..size).map(|i| ((i ^ seed).wrapping_mul(0x9E37_79B1) >> 24) as u8).collect();
    for (byte, mark) in bytes.iter_mut().zip(number.to_be_bytes()) {
        *byte = mark;
    }
    bytes
}

impl Seen {
    /// What is to be seen of a message.
    pub(crate) fn expected(stream: u16, number: u32, size: u32, unordered: bool) -> Self {
        Self::of(stream, unordered, &bytes(stream, number, size))
    }

    /// What is seen of these bytes.
    pub(crate) fn of(stream: u16, unordered: bool, bytes: &[u8]) -> Self {
        let number = bytes.first_chunk().map_or(0, |mark| u32::from_be_bytes(*mark));
        let step = |sum: u32, byte: &u8| (sum ^ u32::from(*byte)).wrapping_mul(16_777_619);
        let sum = bytes.iter().fold(0, step);
        Self { stream, unordered, number, size: bytes.len() as u32, sum }
    }

    /// Reads `message STREAM NUMBER SIZE SUM ordered|unordered`.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["message", stream, number, size, sum, order] = words[..] else { return None };
        Some(Self {
            stream: stream.parse().ok()?,
            unordered: order == "unordered",
            number: number.parse().ok()?,
            size: size.parse().ok()?,
            sum: sum.parse().ok()?,
        })
    }
}
