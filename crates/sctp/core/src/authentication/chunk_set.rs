//! A set of chunk types, asked for every chunk that comes or goes.

use crate::wire::ChunkType;

/// Chunks that are never authenticated (RFC 4895 §3.2).
const NEVER: [ChunkType; 4] =
    [ChunkType::Init, ChunkType::InitAck, ChunkType::ShutdownComplete, ChunkType::Auth];

/// Chunk types as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChunkSet([u64; 4]);

impl ChunkSet {
    /// The types in `list` that may be authenticated.
    pub(super) fn of(list: &[ChunkType]) -> Self {
        let mut set = Self::default();
        for kind in list.iter().filter(|kind| can_be_authenticated(**kind)) {
            set.0[usize::from(kind.0 >> 6)] |= 1 << (kind.0 & 63);
        }
        set
    }

    pub(super) fn contains(&self, kind: ChunkType) -> bool {
        self.0[usize::from(kind.0 >> 6)] >> (kind.0 & 63) & 1 == 1
    }
}

/// Whether chunks of this type may stand behind an AUTH (RFC 4895 §3.2).
pub(super) fn can_be_authenticated(kind: ChunkType) -> bool {
    !NEVER.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn holds_what_was_listed_and_may_be_authenticated(list: Vec<u8>, kind: u8) {
            let list: Vec<_> = list.into_iter().map(ChunkType).collect();
            let expected = list.contains(&ChunkType(kind)) && !NEVER.contains(&ChunkType(kind));
            prop_assert_eq!(ChunkSet::of(&list).contains(ChunkType(kind)), expected);
        }
    }

    #[test]
    fn handshake_and_auth_are_never_in_it() {
        let set = ChunkSet::of(&[ChunkType::Init, ChunkType::Data, ChunkType::Auth]);
        assert!(set.contains(ChunkType::Data));
        assert!(!set.contains(ChunkType::Init) && !set.contains(ChunkType::Auth));
    }
}
