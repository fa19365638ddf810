//! What an endpoint refused, by kind.

use crate::wire::ErrorKind;

/// Packets and chunks that were dropped, and why. None of them got an answer longer than itself but
/// INITs, whose answers are bounded by a budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointCounters {
    /// Datagrams handed in.
    pub datagrams: u64,
    /// Bytes that follow no protocol, by [`ErrorKind::index`].
    pub malformed: [u64; ErrorKind::ALL.len()],
    /// Packets from a peer of an association with a tag that is not the association's (RFC 9260 §8.5).
    pub wrong_tag: u64,
    /// Packets for no association that there is (RFC 9260 §8.4).
    pub out_of_the_blue: u64,
    /// Packets whose tag fits an association and whose sender does not.
    pub unknown_source: u64,
    /// INITs and COOKIE-ECHOs that stand where they must not, or carry a wrong tag.
    pub misplaced: u64,
    /// Cookies that were not made here, or changed since.
    pub forged_cookies: u64,
    /// Cookies that were too old.
    pub stale_cookies: u64,
    /// Cookies that fit nothing any more (RFC 9260 §5.2.4 C).
    pub late_cookies: u64,
    /// AUTH chunks that did not fit the packet.
    pub forged: u64,
    /// Chunks that had to be authenticated and were not.
    pub unauthenticated: u64,
    /// INITs refused: they cannot be used, or nobody accepts them here.
    pub refused_inits: u64,
    /// Restarts refused because they brought new addresses (RFC 9260 §5.2.2).
    pub refused_restarts: u64,
    /// Answers not given, because too many were asked for.
    pub unanswered: u64,
    /// INITs answered.
    pub inits: u64,
    /// Associations that came to stand.
    pub associations: u64,
}

impl EndpointCounters {
    pub(crate) fn malformed(&mut self, kind: ErrorKind) {
        self.malformed[kind.index()] += 1;
    }

    /// How often bytes were malformed in this way.
    #[must_use]
    pub fn malformed_of(&self, kind: ErrorKind) -> u64 {
        self.malformed[kind.index()]
    }

    /// Everything that was refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.malformed.iter().sum::<u64>()
            + self.wrong_tag
            + self.out_of_the_blue
            + self.unknown_source
            + self.misplaced
            + self.forged_cookies
            + self.stale_cookies
            + self.late_cookies
            + self.forged
            + self.unauthenticated
            + self.refused_inits
            + self.refused_restarts
    }
}
