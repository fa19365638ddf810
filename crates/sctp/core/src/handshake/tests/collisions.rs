//! Rows of RFC 9260 §5.2.4, table 12, and those that are not in it.

use super::super::{Duplicate, Tags, judge, new_addresses};
use super::*;

const TIE: Option<(VerificationTag, VerificationTag)> =
    Some((VerificationTag(71), VerificationTag(72)));

/// The association that stands has tag 1, its peer 2, and the tie-tags above.
fn verdict(own: u32, peer: u32, tie: Option<(VerificationTag, VerificationTag)>) -> Duplicate {
    let existing = Tags { local: VerificationTag(1), peer: VerificationTag(2), tie: TIE };
    judge(&existing, &Cookie { tie, ..cookie(own, peer) })
}

#[test]
fn a_both_differ_and_the_ties_fit() {
    assert_eq!(verdict(8, 9, TIE), Duplicate::Restart);
}

#[test]
fn b_the_local_tag_fits() {
    assert_eq!(verdict(1, 9, None), Duplicate::Collision);
    assert_eq!(verdict(1, 9, TIE), Duplicate::Collision);
}

/// The peer's tag is not known as long as its INIT ACK has not come.
#[test]
fn b_the_peer_is_not_known_yet() {
    let waiting = Tags { local: VerificationTag(1), peer: VerificationTag::ZERO, tie: None };
    assert_eq!(judge(&waiting, &cookie(1, 9)), Duplicate::Collision);
    assert_eq!(judge(&waiting, &cookie(1, 0)), Duplicate::Collision, "zero fits nobody");
    assert_eq!(judge(&waiting, &cookie(8, 0)), Duplicate::Unknown);
}

#[test]
fn c_only_the_peers_tag_fits_and_there_are_no_ties() {
    assert_eq!(verdict(8, 2, None), Duplicate::Late);
}

#[test]
fn d_both_fit() {
    assert_eq!(verdict(1, 2, None), Duplicate::Again);
    assert_eq!(verdict(1, 2, TIE), Duplicate::Again);
}

#[test]
fn everything_else_is_nothing() {
    let other = Some((VerificationTag(71), VerificationTag(73)));
    assert_eq!(verdict(8, 9, None), Duplicate::Unknown);
    assert_eq!(verdict(8, 9, other), Duplicate::Unknown);
    assert_eq!(verdict(8, 2, TIE), Duplicate::Unknown);
    let untied = Tags { local: VerificationTag(1), peer: VerificationTag(2), tie: None };
    assert_eq!(judge(&untied, &Cookie { tie: TIE, ..cookie(8, 9) }), Duplicate::Unknown);
    assert_eq!(judge(&untied, &cookie(8, 9)), Duplicate::Unknown, "no ties fit no ties");
}

#[test]
fn addresses_not_known_before() {
    let known: Vec<IpAddr> = vec!["::ffff:192.0.2.1".parse().unwrap()];
    let offer = offer(&everything(), 7);
    assert_eq!(new_addresses(&known, &offer), ["2001:db8::1".parse::<IpAddr>().unwrap()]);
    assert_eq!(new_addresses(&offer.addresses, &offer), [] as [IpAddr; 0]);
}
