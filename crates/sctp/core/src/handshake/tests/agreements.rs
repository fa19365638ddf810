//! What two offers come to.

use super::super::NegotiatedTerms;
use super::*;

fn agree(here: &AssociationConfig, there: &AssociationConfig) -> Result<NegotiatedTerms, String> {
    NegotiatedTerms::of(here, &offer(here, 1), &offer(there, 2))
}

proptest! {
    /// Whatever the two configurations are, both ends come to the same.
    #[test]
    fn both_ends_come_to_the_same(a in any_config(), b in any_config()) {
        let (ours, theirs) = (offer(&a, 1), offer(&b, 2));
        let here = NegotiatedTerms::of(&a, &ours, &theirs);
        let there = NegotiatedTerms::of(&b, &theirs, &ours);
        if let (Ok(here), Ok(there)) = (&here, &there) {
            prop_assert_eq!((here.outbound, here.inbound), (there.inbound, there.outbound));
            prop_assert_eq!(here.partial_reliability, there.partial_reliability);
            prop_assert_eq!(here.interleaving, there.interleaving);
            prop_assert_eq!(here.re_configuration, there.re_configuration);
            prop_assert_eq!(here.dynamic_addresses, there.dynamic_addresses);
            prop_assert!(!here.send_zero_checksum || there.accept_zero_checksum);
            prop_assert!(!there.send_zero_checksum || here.accept_zero_checksum);
            let swapped = there.stream_windows.map(|(theirs, ours)| (ours, theirs));
            prop_assert_eq!(here.stream_windows, swapped);
            if let (Some(here), Some(there)) = (&here.authentication, &there.authentication) {
                prop_assert_eq!(here.export(b"label"), there.export(b"label"));
            }
        }
        // Only whoever demands authentication can refuse.
        prop_assert_eq!(here.is_err(), a.authentication.is_some() && b.authentication.is_none());
    }
}

#[test]
fn everything_offered_by_both_is_agreed() {
    let agreed = agree(&everything(), &everything()).unwrap();
    assert!(agreed.interleaving && agreed.partial_reliability && agreed.re_configuration);
    assert!(agreed.dynamic_addresses && agreed.authentication.is_some());
    assert!(agreed.send_zero_checksum && agreed.accept_zero_checksum);
    assert_eq!(agreed.stream_windows, Some((64 << 10, 64 << 10)));
}

#[test]
fn streams_are_the_fewer_of_what_is_wanted_and_what_is_allowed() {
    let here = AssociationConfig { outbound_streams: 10, inbound_streams: 3, ..Default::default() };
    let there = AssociationConfig { outbound_streams: 5, inbound_streams: 7, ..Default::default() };
    let agreed = agree(&here, &there).unwrap();
    assert_eq!((agreed.outbound, agreed.inbound), (7, 3));
}

/// With I-DATA a FORWARD TSN means nothing: I-FORWARD-TSN has to be offered too (RFC 8260 §2.3).
#[test]
fn giving_up_interleaved_data_needs_its_own_chunk() {
    let config = AssociationConfig::default();
    let mut peer = offer(&config, 2);
    peer.interleaved_skips = false;
    let agreed = NegotiatedTerms::of(&config, &offer(&config, 1), &peer).unwrap();
    assert!(agreed.interleaving && !agreed.partial_reliability);
    peer.interleaving = false;
    let agreed = NegotiatedTerms::of(&config, &offer(&config, 1), &peer).unwrap();
    assert!(!agreed.interleaving && agreed.partial_reliability);
}

#[test]
fn a_checksum_of_zero_is_sent_only_where_both_detect_errors_alike() {
    let with = |zero_checksum| AssociationConfig { zero_checksum, ..Default::default() };
    let sends = |here, there| agree(&with(here), &with(there)).unwrap().send_zero_checksum;
    assert!(sends(Some(1), Some(1)));
    assert!(!sends(Some(1), Some(2)));
    assert!(!sends(Some(1), None));
    assert!(!sends(None, Some(1)));
    assert!(!agree(&with(None), &with(Some(1))).unwrap().accept_zero_checksum);
}

#[test]
fn flow_control_by_stream_needs_interleaving() {
    let there = everything();
    let here = AssociationConfig { interleaving: false, ..everything() };
    assert_eq!(agree(&here, &there).unwrap().stream_windows, None);
    assert_eq!(agree(&there, &here).unwrap().stream_windows, None);
}

#[test]
fn authentication_that_is_demanded_is_not_done_without() {
    let refused = agree(&everything(), &AssociationConfig::default()).unwrap_err();
    assert!(refused.contains("RFC 4895"), "{refused}");
    let accepted = agree(&AssociationConfig::default(), &everything()).unwrap();
    assert!(accepted.authentication.is_none() && !accepted.dynamic_addresses);
}
