//! Peers that end without a word.

use ferry_conformance::{LandsIn, Recorder, identity};
use ferry_method::{Culprit, HandlerId, Header, Method, MethodError, Now, PeerId};
use ferry_method_ofi::{OfiMethod, OfiOptions};
use std::time::Duration;

/// Longer than any patience with a peer that was there.
const LONG: Duration = Duration::from_secs(600);

/// How long a first answer is waited for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Rounds after which what has not come never will.
const MANY: u32 = 50_000_000;

type OfiEnd = (OfiMethod, Recorder);

/// Two ends; `None` where there is no libfabric.
fn ends(provider: &str) -> Option<[OfiEnd; 2]> {
    let (provider, domain) = (Some(provider.to_owned()), Some("lo".to_owned()));
    let connect_timeout = Some(TIMEOUT);
    let options = OfiOptions { provider, domain, connect_timeout, ..OfiOptions::default() };
    let open = |me| OfiMethod::new(identity(me, 2), &options).map(|end| (end, Recorder::default()));
    match (open(0), open(1)) {
        (Ok(a), Ok(b)) => Some([a, b]),
        (Err(why), _) | (_, Err(why)) => {
            eprintln!("skipped: {why}");
            None
        }
    }
}

/// Polls an end until it has lost its peer; when that was.
fn until_lost(here: &mut OfiEnd) -> Now {
    let mut now = Now::ZERO;
    while here.1.losses.is_empty() {
        assert!(now < LONG, "the death was never noticed");
        now += Duration::from_millis(20);
        here.0.poll(now, &mut here.1);
        std::thread::yield_now();
    }
    let (peer, why) = &here.1.losses[0];
    assert_eq!((*peer, why.culprit()), (PeerId(1), Culprit::Peer), "{why}");
    now
}

fn a_death_is_noticed_in_the_end(provider: &str) {
    let Some([mut here, mut there]) = ends(provider) else { return };
    let descriptor = there.0.descriptor();
    here.0.attach(PeerId(1), &descriptor).expect("a real descriptor");
    let header = Header::new(HandlerId(1));
    let (mut done, mut is_taken) = (0, false);
    for round in 0.. {
        if !there.1.arrivals.is_empty() {
            break;
        }
        assert!(round < MANY, "the first frame never came");
        is_taken =
            is_taken || here.0.send(PeerId(1), &header, b"alive", &mut done).expect("a link");
        here.0.poll(Now::ZERO, &mut here.1);
        there.0.poll(Now::ZERO, &mut there.1);
    }
    drop(there);
    let now = until_lost(&mut here);
    assert!(here.0.send(PeerId(1), &header, b"anybody there?", &mut 0).is_err());
    let is_closed = here.0.close(now, &mut here.1);
    assert!(is_closed && here.1.losses.len() == 1);
}

#[test]
fn over_tcp() {
    a_death_is_noticed_in_the_end("tcp");
}

#[test]
fn a_death_amid_a_long_frame_ends_that() {
    let Some([mut here, mut there]) = ends("tcp") else { return };
    there.0.attach(PeerId(0), &here.0.descriptor()).expect("a real descriptor");
    here.1.place = LandsIn::Memory;
    let (header, payload) = (Header::new(HandlerId(1)), vec![7; 8 << 20]);
    let mut done = 0;
    for round in 0.. {
        assert!(round < MANY, "the frame never began");
        if done > 3 << 20 {
            break;
        }
        let sent = there.0.send(PeerId(0), &header, &payload, &mut done);
        assert!(matches!(sent, Ok(false)), "{sent:?}");
        there.0.poll(Now::ZERO, &mut there.1);
        here.0.poll(Now::ZERO, &mut here.1);
    }
    drop(there);
    until_lost(&mut here);
    assert!(here.1.arrivals.is_empty() && here.1.losses.len() == 1);
}

#[test]
fn whoever_never_answers_is_not_waited_for_for_ever() {
    let Some([mut here, mut there]) = ends("tcp") else { return };
    here.0.attach(PeerId(1), &there.0.descriptor()).expect("a real descriptor");
    let header = Header::new(HandlerId(1));
    assert!(matches!(here.0.send(PeerId(1), &header, b"hello", &mut 0), Ok(false)));
    let mut now = Now::ZERO;
    while here.1.losses.is_empty() {
        assert!(now < TIMEOUT + Duration::from_secs(5), "it is waited for still");
        now += Duration::from_millis(250);
        here.0.poll(now, &mut here.1);
    }
    assert!(now >= TIMEOUT, "nobody may answer so soon: {now:?}");
    let (peer, why) = &here.1.losses[0];
    assert!(matches!(why, MethodError::Unreachable { .. }) && *peer == PeerId(1), "{why}");
    assert!(why.to_string().contains("no answer to any greeting in 60s"), "{why}");
    assert!(here.0.send(PeerId(1), &header, b"hello", &mut 0).is_err());
    there.0.poll(now, &mut there.1);
    assert!(there.1.arrivals.is_empty() && here.1.losses.len() == 1);
}
