//! What the two ends of a connection tell each other within the proof: which of a link's connections
//! it is, and how much of the link's bytes each has.

use ferry_wire::{Reader, Writer};

/// Bytes of encoded terms.
pub(crate) const TERMS_LEN: usize = 16;
/// Flag: this end keeps what it sent until it is acknowledged.
const REPLAYS: u8 = 1;
/// Flag: this end acknowledges soon.
const PROMPT: u8 = 2;

/// One end's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Bytes of the link that this end has taken in; the other goes on from there.
    pub received: u64,
    /// The how manyth connection of the link this is; 1 is the first.
    pub generation: u32,
    /// Where this end listens.
    pub port: u16,
    /// Which of the link's parallel connections this is; 0 carries the frames.
    pub lane: u8,
    /// Whether this end can replay what it sent.
    pub replays: bool,
    /// Whether this end acknowledges soon; the handshake fills it in.
    pub prompt: bool,
}

impl Terms {
    pub(crate) fn encode(&self) -> [u8; TERMS_LEN] {
        let mut out = [0; TERMS_LEN];
        let mut w = Writer::new(&mut out);
        w.u64(self.received);
        w.u32(self.generation);
        w.u16(self.port);
        w.u8(self.lane);
        w.u8(flag(self.replays, REPLAYS) | flag(self.prompt, PROMPT));
        out
    }

    pub(crate) fn read(r: &mut Reader<'_>) -> Option<Self> {
        let (received, generation, port) = (r.u64().ok()?, r.u32().ok()?, r.u16().ok()?);
        let (lane, flags) = (r.u8().ok()?, r.u8().ok()?);
        let (replays, prompt) = (flags & REPLAYS != 0, flags & PROMPT != 0);
        Some(Terms { received, generation, port, lane, replays, prompt })
    }
}

const fn flag(is_set: bool, flag: u8) -> u8 {
    if is_set { flag } else { 0 }
}
