//! What one end says about authentication in its INIT or INIT ACK (RFC 4895 §3).

use super::chunk_set::{ChunkSet, can_be_authenticated};
use crate::association::AuthenticationConfig;
use crate::wire::{ChunkType, HmacId};

/// The parameters RANDOM, CHUNKS and HMAC-ALGO, byte for byte as they travel: the key hangs on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuthOffer {
    /// [`AuthOffer::RANDOM`] bytes.
    pub(crate) random: Vec<u8>,
    /// Chunks that the sender accepts only behind an AUTH; `None` if no CHUNKS parameter is sent.
    pub(crate) chunks: Option<Vec<ChunkType>>,
    /// Algorithms, the preferred first.
    pub(crate) algorithms: Vec<HmacId>,
}

impl AuthOffer {
    /// Bytes of a random number (RFC 4895 §3.1).
    pub(crate) const RANDOM: usize = 32;
    /// Most entries of a CHUNKS parameter: there are 256 types, and four of them never are in it.
    pub(crate) const MOST_CHUNKS: usize = 252;
    /// Most entries of an HMAC-ALGO parameter that are kept for a peer; three numbers are assigned.
    pub(crate) const MOST_ALGORITHMS: usize = 16;

    /// What this end says. SHA-1 is always offered, as RFC 4895 §3.3 demands, at least as the last.
    pub(crate) fn own(
        config: &AuthenticationConfig,
        dynamic_addresses: bool,
        random: [u8; Self::RANDOM],
    ) -> Self {
        let addresses: &[ChunkType] =
            if dynamic_addresses { &[ChunkType::Asconf, ChunkType::AsconfAck] } else { &[] };
        let mut chunks: Vec<_> = config.chunks.iter().chain(addresses).copied().collect();
        chunks.retain(|kind| can_be_authenticated(*kind));
        chunks.sort_unstable();
        chunks.dedup();
        let mut algorithms: Vec<HmacId> = Vec::new();
        for id in config.algorithms.iter().chain(&[HmacId::SHA1]) {
            if id.output_len().is_some() && !algorithms.contains(id) {
                algorithms.push(*id);
            }
        }
        let chunks = (!chunks.is_empty()).then_some(chunks);
        Self { random: random.to_vec(), chunks, algorithms }
    }

    /// Whether it is what RFC 4895 §3 lets a peer say. That SHA-1 is missing is forgiven: an algorithm
    /// in common is enough.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.random.len() == Self::RANDOM
            && !self.algorithms.is_empty()
            && self.algorithms.len() <= Self::MOST_ALGORITHMS
            && self.chunks.as_ref().is_none_or(|chunks| chunks.len() <= Self::MOST_CHUNKS)
    }

    /// Whether the sender accepts changes of addresses only behind an AUTH, as RFC 5061 §4.2.7 demands.
    pub(crate) fn protects_addresses(&self) -> bool {
        let set = self.chunk_set();
        set.contains(ChunkType::Asconf) && set.contains(ChunkType::AsconfAck)
    }

    pub(super) fn chunk_set(&self) -> ChunkSet {
        self.chunks.as_deref().map(ChunkSet::of).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(chunks: &[ChunkType], algorithms: &[HmacId]) -> AuthenticationConfig {
        AuthenticationConfig {
            key_id: 0,
            key: Vec::new(),
            chunks: chunks.to_vec(),
            algorithms: algorithms.to_vec(),
        }
    }

    #[test]
    fn sha1_is_always_offered_and_the_unknown_never() {
        let own = |algorithms| AuthOffer::own(&config(&[], algorithms), false, [7; 32]).algorithms;
        assert_eq!(own(&[]), [HmacId::SHA1]);
        assert_eq!(own(&[HmacId(9), HmacId::SHA256]), [HmacId::SHA256, HmacId::SHA1]);
        assert_eq!(own(&[HmacId::SHA1, HmacId::SHA1]), [HmacId::SHA1]);
    }

    #[test]
    fn changes_of_addresses_are_always_protected() {
        let own = AuthOffer::own(&config(&[ChunkType::Data, ChunkType::Init], &[]), true, [7; 32]);
        let expected = [ChunkType::Data, ChunkType::AsconfAck, ChunkType::Asconf];
        assert_eq!(own.chunks.as_deref(), Some(&expected[..]));
        assert!(own.protects_addresses());
        assert_eq!(AuthOffer::own(&config(&[], &[]), false, [7; 32]).chunks, None);
    }

    #[test]
    fn a_short_random_number_is_not_well_formed() {
        let mut offer = AuthOffer::own(&config(&[], &[]), false, [7; 32]);
        assert!(offer.is_well_formed());
        offer.random.pop();
        assert!(!offer.is_well_formed());
    }
}
