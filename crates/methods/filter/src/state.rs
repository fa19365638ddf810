//! All of a filter but the method inside.

use crate::codec::Codec;
use crate::envelope::{self, ENVELOPE, EnvelopeKind, WRAPPED};
use crate::keys::Keys;
use crate::options::FilterOptions;
use crate::peer::{FilterPeer, Pending};
use crate::seal::NUMBER;
use ferry_method::{Counters, Header, MethodError, PeerId};
use std::collections::HashMap;

/// Emptied buffers kept for the next frames, and the largest worth keeping.
const SPARE: (usize, usize) = (8, 512 << 10);

/// Shared by sending and receiving.
pub(crate) struct FilterState {
    pub(crate) name: &'static str,
    pub(crate) options: FilterOptions,
    pub(crate) max_frame: usize,
    /// The longest wrapped payload.
    pub(crate) max_wire: usize,
    /// The method inside loses nothing.
    pub(crate) reliable: bool,
    /// Present if frames are encrypted.
    pub(crate) keys: Option<Keys>,
    pub(crate) chacha: bool,
    pub(crate) codec: Codec,
    pub(crate) peers: HashMap<PeerId, FilterPeer>,
    pub(crate) counters: Counters,
    pub(crate) spare: Vec<Vec<u8>>,
}

impl FilterState {
    /// An empty buffer.
    pub(crate) fn buffer(&mut self) -> Vec<u8> {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes a buffer back.
    pub(crate) fn recycle(&mut self, mut buffer: Vec<u8>) {
        if self.spare.len() < SPARE.0 && buffer.capacity() <= SPARE.1 {
            buffer.clear();
            self.spare.push(buffer);
        }
    }

    pub(crate) fn count_sent(&mut self, len: usize) {
        self.counters.frames_sent += 1;
        self.counters.bytes_sent += len as u64;
    }

    pub(crate) fn count_received(&mut self, len: usize) {
        self.counters.frames_received += 1;
        self.counters.bytes_received += len as u64;
    }

    /// Wraps a frame for a peer that is attached; `None` if it goes as it is.
    pub(crate) fn wrap(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) -> Result<Option<Pending>, MethodError> {
        let mut wire = self.buffer();
        let unknown = MethodError::UnknownPeer(peer, self.name);
        let entry = self.peers.get_mut(&peer).ok_or(unknown)?;
        let number = entry.next.get(&header.stream_key()).copied().unwrap_or(0);
        if self.keys.is_some() {
            wire.extend(number.to_le_bytes());
        }
        wire.extend(header.encode(payload.len() as u32));
        wire.push(EnvelopeKind::Plain as u8);
        let packed = self.pack(peer, payload, &mut wire);
        if packed.is_none() && self.keys.is_none() && header.handler != WRAPPED {
            self.recycle(wire);
            return Ok(None);
        }
        match packed {
            Some(kind) => {
                let at = if self.keys.is_some() { NUMBER } else { 0 };
                wire[at + ENVELOPE - 1] = kind as u8;
            }
            None => wire.extend_from_slice(payload),
        }
        let mut outer = envelope::outer(header);
        if self.keys.is_some() {
            let sealer = self.peers.get_mut(&peer).and_then(|p| p.sealer.as_mut());
            let sealed = sealer.and_then(|sealer| sealer.seal(outer, &mut wire));
            outer = sealed.ok_or_else(|| MethodError::Unsupported {
                method: self.name,
                what: format!("encrypt for rank {peer} any more"),
            })?;
        }
        let (real, payload) = (*header, Vec::new());
        Ok(Some(Pending { real, payload, outer, wire, done: 0, number }))
    }

    /// Appends the payload to `wire` in its packed form, if that is worth it.
    fn pack(&mut self, peer: PeerId, payload: &[u8], wire: &mut Vec<u8>) -> Option<EnvelopeKind> {
        let compression = self.options.compress.as_ref()?;
        let entry = self.peers.get_mut(&peer)?;
        if payload.len() < compression.threshold.max(1) || !entry.appetite.wants() {
            return None;
        }
        let (level, before) = (entry.level.unwrap_or(compression.level), wire.len());
        let packed = self.codec.pack(level, payload, wire);
        entry.appetite.learn(packed.is_some());
        if packed.is_some() {
            entry.savings.before += payload.len() as u64;
            entry.savings.after += (wire.len() - before) as u64;
        }
        packed
    }
}
