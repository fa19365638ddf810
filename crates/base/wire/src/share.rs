//! Which numbers of handlers belong to whom: one table for all that crosses a link.

use crate::HandlerId;

/// A stretch of handlers' numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    first: u8,
    len: u8,
}

impl Share {
    /// MPI's messages from one process to another (MPI-5.0 §3).
    pub const TWO_SIDED: Share = Share { first: 0x00, len: 0x10 };
    /// How the bytes of a message follow its head, whatever face it is of.
    pub const TRANSFER: Share = Share { first: 0x10, len: 0x10 };
    /// Access to windows (MPI-5.0 §12).
    pub const ONE_SIDED: Share = Share { first: 0x20, len: 0x20 };
    /// Portals: put, get, replies and acknowledgements.
    pub const PORTALS: Share = Share { first: 0x40, len: 0x20 };
    /// Nexus: remote service requests of programs.
    pub const NEXUS: Share = Share { first: 0x60, len: 0x20 };
    /// Faces that a program or a test brings.
    pub const GUESTS: Share = Share { first: 0x80, len: 0x70 };
    /// The link layer's own.
    pub const LINKS: Share = Share { first: 0xf0, len: 0x10 };

    /// All shares.
    pub const ALL: [Share; 7] = [
        Self::TWO_SIDED,
        Self::TRANSFER,
        Self::ONE_SIDED,
        Self::PORTALS,
        Self::NEXUS,
        Self::GUESTS,
        Self::LINKS,
    ];

    /// Number `n` of the share.
    ///
    /// # Panics
    /// If the share has fewer. Numbers are constants, so that this is found when they are compiled.
    pub const fn id(self, n: u8) -> HandlerId {
        assert!(n < self.len, "the share has no such number");
        HandlerId(self.first + n)
    }

    /// The part of `len` numbers from its number `n` on.
    ///
    /// # Panics
    /// If the share is not that long.
    pub const fn part(self, n: u8, len: u8) -> Share {
        assert!(len <= self.len && n <= self.len - len, "the share is not that long");
        Share { first: self.first + n, len }
    }

    /// Whether a number is of this share.
    #[inline]
    pub const fn contains(self, handler: HandlerId) -> bool {
        handler.0.wrapping_sub(self.first) < self.len
    }

    /// Whether some number is of both.
    pub const fn meets(self, other: Share) -> bool {
        self.contains(HandlerId(other.first)) || other.contains(HandlerId(self.first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_belongs_to_one_share() {
        for number in 0..=u8::MAX {
            let of = |share: &&Share| share.contains(HandlerId(number));
            assert_eq!(Share::ALL.iter().filter(of).count(), 1, "{number:#x}");
        }
    }

    #[test]
    fn shares_that_meet_are_known() {
        for (i, one) in Share::ALL.iter().enumerate() {
            for (j, other) in Share::ALL.iter().enumerate() {
                assert_eq!(one.meets(*other), i == j);
            }
        }
        let part = Share::GUESTS.part(3, 2);
        assert!(part.meets(Share::GUESTS) && Share::GUESTS.meets(part));
        assert!(!part.meets(Share::GUESTS.part(5, 1)) && !part.meets(Share::GUESTS.part(0, 3)));
    }

    #[test]
    #[should_panic = "no such number"]
    fn a_share_ends() {
        Share::NEXUS.id(0x20);
    }
}
