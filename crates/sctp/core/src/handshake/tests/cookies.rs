//! Cookies: sealed, opened, stale, forged.

use super::super::{CookieError, CookieSecret, cookie_life};
use super::*;
use crate::wire::Parameter;

const SECOND: Duration = Duration::from_secs(1);

fn secret() -> CookieSecret {
    CookieSecret::new([9; 32])
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn any_cookie() -> impl Strategy<Value = Cookie> {
    let tie = proptest::option::of((any::<u32>(), any::<u32>()));
    let from = (any::<std::net::IpAddr>(), any::<u16>());
    let times = (0_u64..1 << 50, any::<u32>());
    let ports = any::<(u16, u16)>();
    (times, ports, from, any::<Option<IpAddr>>(), any_offer(), any_offer(), tie).prop_map(
        |((made, life), ports, from, to, own, peer, tie)| Cookie {
            made: Duration::from_micros(made),
            life: Duration::from_millis(life.into()),
            source_port: ports.0,
            destination_port: ports.1,
            from: from.into(),
            to,
            own,
            peer,
            tie: tie.map(|(local, peer)| (VerificationTag(local), VerificationTag(peer))),
        },
    )
}

proptest! {
    #[test]
    fn what_is_sealed_is_what_is_opened(cookie in any_cookie()) {
        let mut secret = secret();
        let sealed = secret.seal(cookie.made, &cookie);
        prop_assert_eq!(secret.open(cookie.made, &sealed), Ok(cookie));
    }

    #[test]
    fn any_bytes_are_forged(now in 0_u64..2000, bytes: Vec<u8>) {
        prop_assert_eq!(secret().open(at(now), &bytes), Err(CookieError::Forged));
    }

    /// Behind a valid seal too, nothing that was not sealed here is believed.
    #[test]
    fn any_content_is_read_or_refused(content: Vec<u8>) {
        if let Some(cookie) = super::super::codec::decode(&content, at(600)) {
            let mut again = Vec::new();
            super::super::codec::encode(&cookie, at(600), &mut again);
            prop_assert_eq!(again, content);
        }
    }

    #[test]
    fn a_part_of_a_cookie_is_nothing(cut in any::<prop::sample::Index>()) {
        let mut whole = Vec::new();
        super::super::codec::encode(&cookie(1, 2), at(0), &mut whole);
        let part = &whole[..cut.index(whole.len())];
        prop_assert_eq!(super::super::codec::decode(part, at(0)), None);
    }
}

#[test]
fn a_cookie_changed_in_any_bit_is_forged() {
    let mut secret = secret();
    let cookie = cookie(1, 2);
    let mut sealed = secret.seal(cookie.made, &cookie);
    for bit in 0..8 * sealed.len() {
        sealed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(secret.open(cookie.made, &sealed), Err(CookieError::Forged), "bit {bit}");
        sealed[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(secret.open(cookie.made, &sealed[..sealed.len() - 1]), Err(CookieError::Forged));
    assert_eq!(secret.open(cookie.made, &[&sealed[..], &[0]].concat()), Err(CookieError::Forged));
    assert_eq!(secret.open(cookie.made, &sealed), Ok(cookie));
}

#[test]
fn a_cookie_of_another_is_forged() {
    let cookie = cookie(1, 2);
    let sealed = CookieSecret::new([8; 32]).seal(cookie.made, &cookie);
    assert_eq!(secret().open(cookie.made, &sealed), Err(CookieError::Forged));
}

/// An INIT may be forged: what it provokes is not to be much longer than it.
#[test]
fn a_cookie_is_short() {
    let plain = AssociationConfig::default();
    let (own, peer) = (offer(&plain, 1), offer(&plain, 2));
    let sealed = secret().seal(at(100), &Cookie { own, peer, ..cookie(1, 2) });
    assert!(sealed.len() <= 80, "{} bytes", sealed.len());
}

/// Made at 100 s for 60 s.
#[test]
fn a_stale_cookie_says_by_how_much() {
    let mut secret = secret();
    let cookie = cookie(1, 2);
    let sealed = secret.seal(cookie.made, &cookie);
    assert_eq!(secret.open(at(160), &sealed), Ok(cookie.clone()));
    let cookie = Box::new(cookie);
    assert_eq!(secret.open(at(163), &sealed), Err(CookieError::Stale { by: 3 * SECOND, cookie }));
}

/// Keys change each ten minutes; the last one still opens what it sealed.
#[test]
fn a_cookie_outlives_its_key_by_one_period() {
    let mut secret = secret();
    let sealed = secret.seal(at(599), &Cookie { made: at(599), ..cookie(1, 2) });
    assert!(secret.open(at(601), &sealed).is_ok());
    assert!(matches!(secret.open(at(1199), &sealed), Err(CookieError::Stale { .. })));
    assert_eq!(secret.open(at(1200), &sealed), Err(CookieError::Forged), "its key is gone");
    assert!(CookieSecret::new([9; 32]).open(at(601), &sealed).is_ok(), "keys follow from the seed");
}

#[test]
fn no_cookie_outlives_its_key() {
    let mut secret = secret();
    let eternal = Cookie { made: at(0), life: Duration::from_secs(1 << 30), ..cookie(1, 2) };
    let sealed = secret.seal(at(0), &eternal);
    assert!(secret.open(at(600), &sealed).is_ok());
    assert!(matches!(secret.open(at(601), &sealed), Err(CookieError::Stale { by: SECOND, .. })));
}

#[test]
fn a_peer_may_ask_for_twice_the_life_and_no_more() {
    let life = |more: Option<u32>| {
        let mut bytes = Vec::new();
        let parameter = more.map(Parameter::CookiePreservative);
        crate::wire::parameter::append(parameter.as_slice(), &mut bytes);
        let init = Init {
            initiate_tag: VerificationTag(7),
            receiver_window: 1500,
            outbound_streams: 1,
            inbound_streams: 1,
            initial_tsn: Tsn(0),
            parameters: crate::wire::Parameters::from_wire(&bytes),
        };
        cookie_life(60 * SECOND, &init)
    };
    assert_eq!(life(None), 60 * SECOND);
    assert_eq!(life(Some(2500)), Duration::from_millis(62_500));
    assert_eq!(life(Some(u32::MAX)), 120 * SECOND);
}

#[test]
fn the_retry_asks_for_more_life() {
    let offer = offer(&everything(), 7);
    let more = Duration::from_millis(1234);
    let init = packet(|writer| offer.push_init_with_life(writer, more));
    assert_eq!(with_init(&init, |init| cookie_life(60 * SECOND, init)), 60 * SECOND + more);
    assert_eq!(with_init(&init, HandshakeOffer::read), Ok((offer, Vec::new())));
}
