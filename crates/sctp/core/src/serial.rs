//! Serial-number arithmetic (RFC 1982, RFC 9260 §1.6).
//!
//! Numbers on the wire wrap, so that "smaller" only means something for two numbers less than half the
//! space apart. The types here therefore have no `Ord`: a sorted collection of wrapping numbers would be
//! wrong without a word. Callers compare with [`Tsn::before`] and friends, or sort by distance from a
//! number of their own.

use std::fmt;

macro_rules! serial {
    ($(#[$doc:meta])* $name:ident, $int:ty, $signed:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// The number `n` steps on.
            #[inline]
            #[must_use]
            pub const fn plus(self, n: $int) -> Self {
                Self(self.0.wrapping_add(n))
            }

            /// The number `n` steps back.
            #[inline]
            #[must_use]
            pub const fn minus(self, n: $int) -> Self {
                Self(self.0.wrapping_sub(n))
            }

            /// The number after this one.
            #[inline]
            #[must_use]
            pub const fn next(self) -> Self {
                self.plus(1)
            }

            /// The number before this one.
            #[inline]
            #[must_use]
            pub const fn previous(self) -> Self {
                self.minus(1)
            }

            /// Steps from `earlier` up to this number; huge when `earlier` is in truth the later one.
            #[inline]
            #[must_use]
            pub const fn distance_from(self, earlier: Self) -> $int {
                self.0.wrapping_sub(earlier.0)
            }

            /// Steps from `other` to this number, negative when this one comes first. Two numbers half
            /// the space apart, whose order RFC 1982 §3.2 leaves open, give the most negative value.
            #[inline]
            #[must_use]
            pub const fn signed_distance_from(self, other: Self) -> $signed {
                self.0.wrapping_sub(other.0) as $signed
            }

            /// Whether this number comes before `other` (`s1 < s2` of RFC 1982 §3.2).
            /// False both ways for numbers half the space apart.
            #[inline]
            #[must_use]
            pub const fn before(self, other: Self) -> bool {
                other.signed_distance_from(self) > 0
            }

            /// Whether this number comes after `other` (`s1 > s2` of RFC 1982 §3.2).
            #[inline]
            #[must_use]
            pub const fn after(self, other: Self) -> bool {
                other.before(self)
            }

            /// Whether this number is `other` or comes before it.
            #[inline]
            #[must_use]
            pub const fn at_or_before(self, other: Self) -> bool {
                self.0 == other.0 || self.before(other)
            }

            /// Whether this number is `other` or comes after it.
            #[inline]
            #[must_use]
            pub const fn at_or_after(self, other: Self) -> bool {
                other.at_or_before(self)
            }

            /// Whichever of the two comes later; this one when their order is open.
            #[inline]
            #[must_use]
            pub const fn later(self, other: Self) -> Self {
                if self.before(other) { other } else { self }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

serial! {
    /// Transmission sequence number of a DATA or I-DATA chunk (RFC 9260 §3.3.1).
    Tsn, u32, i32
}
serial! {
    /// Stream sequence number of an ordered message (RFC 9260 §3.3.1).
    StreamSequence, u16, i16
}
serial! {
    /// Message identifier of an interleaved message (RFC 8260 §2.1).
    MessageId, u32, i32
}
serial! {
    /// Fragment sequence number within an interleaved message (RFC 8260 §2.1).
    FragmentSequence, u32, i32
}
serial! {
    /// Sequence number of a re-configuration request (RFC 6525 §4.1).
    RequestSequence, u32, i32
}
serial! {
    /// Serial number of an ASCONF chunk (RFC 5061 §4.1.1).
    AsconfSerial, u32, i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn order_holds_across_the_wrap() {
        assert!(Tsn(u32::MAX).before(Tsn(0)));
        assert!(Tsn(0).after(Tsn(u32::MAX)));
        assert!(StreamSequence(65530).before(StreamSequence(3)));
        assert_eq!(StreamSequence(3).distance_from(StreamSequence(65530)), 9);
        assert_eq!(Tsn(u32::MAX).next(), Tsn(0));
        assert_eq!(Tsn(0).previous(), Tsn(u32::MAX));
    }

    #[test]
    fn half_the_space_apart_has_no_order() {
        let (a, b) = (Tsn(0), Tsn(1 << 31));
        assert!(!a.before(b) && !b.before(a));
        assert_eq!(a.later(b), a);
    }

    proptest! {
        #[test]
        fn steps_and_distance_agree(start: u32, steps in 0_u32..1 << 31) {
            let (a, b) = (Tsn(start), Tsn(start).plus(steps));
            prop_assert_eq!(b.distance_from(a), steps);
            prop_assert_eq!(a.before(b), steps > 0);
            prop_assert!(a.at_or_before(b) && b.at_or_after(a));
            prop_assert_eq!(a.later(b), b);
            prop_assert_eq!(b.minus(steps), a);
        }
    }
}
