//! Chunks that prove where they come from (RFC 4895).
//!
//! Both ends put random numbers and lists into their INIT and INIT ACK ([`AuthOffer`]); from these and a
//! key they share beforehand both compute the same association key ([`key`]). An AUTH chunk then covers
//! all chunks behind it in its packet.

mod algorithm;
mod chunk_set;
mod key;
mod offer;
#[cfg(test)]
mod tests;

pub(crate) use offer::AuthOffer;

use std::fmt;

use algorithm::Keys;
use chunk_set::ChunkSet;

use crate::association::AuthenticationConfig;
use crate::wire::chunk::Auth;
use crate::wire::chunk::auth::signed_parts;
use crate::wire::packet::CHUNK_HEADER;
use crate::wire::{AuthSlot, ChunkType, Full, HmacId, PacketWriter, padded};

/// Keeps what is exported apart from what is signed: an AUTH chunk begins with another byte.
const EXPORT: &[u8] = b"ferry export\0";

/// What two ends agreed on about authentication.
#[derive(Clone)]
pub(crate) struct Authentication {
    key_id: u16,
    /// What this end signs with: the first of the peer's algorithms that it has (RFC 4895 §3.3).
    algorithm: HmacId,
    /// What this end offered, and so has to accept.
    accepted: Vec<HmacId>,
    keys: Keys,
    /// What this end accepts only behind an AUTH.
    own: ChunkSet,
    /// What the peer accepts only behind an AUTH.
    peer: ChunkSet,
}

impl Authentication {
    /// The agreement of two ends; `None` if they have no algorithm in common.
    pub(crate) fn agree(
        config: &AuthenticationConfig,
        own: &AuthOffer,
        peer: &AuthOffer,
    ) -> Option<Self> {
        let usable = |id: &&HmacId| id.output_len().is_some() && own.algorithms.contains(id);
        let algorithm = *peer.algorithms.iter().find(usable)?;
        Some(Self {
            key_id: config.key_id,
            algorithm,
            accepted: own.algorithms.clone(),
            keys: Keys::new(&key::association_key(&config.key, own, peer)),
            own: own.chunk_set(),
            peer: peer.chunk_set(),
        })
    }

    /// Whether the peer accepts `chunk` only behind an AUTH.
    pub(crate) fn peer_demands(&self, chunk: ChunkType) -> bool {
        self.peer.contains(chunk)
    }

    /// Whether this end accepts `chunk` only behind an AUTH.
    pub(crate) fn demanded(&self, chunk: ChunkType) -> bool {
        self.own.contains(chunk)
    }

    /// Bytes of an AUTH chunk of this end, padding included.
    pub(crate) fn chunk_len(&self) -> usize {
        padded(CHUNK_HEADER + crate::wire::chunk::auth::FIXED + self.hmac_len())
    }

    fn hmac_len(&self) -> usize {
        self.algorithm.output_len().unwrap_or_default()
    }

    /// Appends an AUTH chunk that is still to be signed (RFC 4895 §6.2).
    pub(crate) fn push(&self, writer: &mut PacketWriter<'_, Vec<u8>>) -> Result<AuthSlot, Full> {
        writer.push_auth(self.key_id, self.algorithm, self.hmac_len())
    }

    /// Signs everything that was pushed behind the AUTH chunk in `slot`.
    pub(crate) fn sign(&self, writer: &mut PacketWriter<'_, Vec<u8>>, slot: AuthSlot) {
        if let Some(tag) = self.keys.sign(self.algorithm, &[writer.signed(slot)]) {
            writer.sign(slot, tag.as_ref());
        }
    }

    /// Whether `auth`, which begins at `offset` of `packet`, fits itself and all behind it
    /// (RFC 4895 §6.3).
    pub(crate) fn verify(
        &self,
        packet: &[u8],
        auth: &Auth<'_>,
        offset: usize,
    ) -> Result<(), AuthError> {
        if !self.accepted.contains(&auth.hmac_id) {
            return Err(AuthError::UnsupportedHmac(auth.hmac_id));
        }
        if auth.shared_key != self.key_id {
            return Err(AuthError::UnknownKey);
        }
        let zeros = [0; algorithm::MAX_OUTPUT];
        let len = auth.hmac_id.output_len().ok_or(AuthError::UnsupportedHmac(auth.hmac_id))?;
        let zeros = zeros.get(..len).ok_or(AuthError::Mismatch)?;
        let (before, behind) = signed_parts(packet, offset, len).ok_or(AuthError::Mismatch)?;
        if self.keys.fits(auth.hmac_id, &[before, zeros, behind], auth.hmac) {
            Ok(())
        } else {
            Err(AuthError::Mismatch)
        }
    }

    /// A secret that both ends, and nobody else, can compute from the association key.
    pub(crate) fn export(&self, label: &[u8]) -> [u8; 32] {
        self.keys.export(&[EXPORT, label])
    }
}

impl fmt::Debug for Authentication {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authentication")
            .field("key_id", &self.key_id)
            .field("algorithm", &self.algorithm)
            .finish_non_exhaustive()
    }
}

/// Why an AUTH chunk was refused; the packet from there on is dropped (RFC 4895 §6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AuthError {
    /// No key has this identifier; nothing is answered.
    #[error("peer: the AUTH chunk names a shared key that was not configured")]
    UnknownKey,
    /// To be answered with an ERROR that names the algorithm.
    #[error("peer: the AUTH chunk uses HMAC algorithm {0}, which was not offered to it")]
    UnsupportedHmac(HmacId),
    /// Nothing is answered.
    #[error("peer or network: the HMAC of an AUTH chunk does not fit what follows it")]
    Mismatch,
}
