//! A peer that sends more than it was told there is room for.

use ferry_conformance::{Recorder, identity};
use ferry_method::{HandlerId, Header, Method, MethodError, Now, PeerId};
use ferry_method_ofi::{OfiMethod, OfiOptions};

/// Rounds after which what has not come never will.
const MANY: u32 = 50_000_000;

/// An end over the provider `tcp` with a window; `None` where there is no libfabric.
fn end(me: u32, window: u32) -> Option<(OfiMethod, Recorder)> {
    let (provider, domain) = (Some("tcp".to_owned()), Some("lo".to_owned()));
    let options = OfiOptions { provider, domain, window: Some(window), ..OfiOptions::default() };
    match OfiMethod::new(identity(me, 2), &options) {
        Ok(method) => Some((method, Recorder::default())),
        Err(why) => {
            eprintln!("skipped: {why}");
            None
        }
    }
}

#[test]
fn whoever_ignores_the_window_is_broken_with_and_counted() {
    let ends = [end(0, 16 << 10), end(1, 16 << 20)];
    let [Some(mut host), Some(mut greedy)] = ends else { return };
    greedy.0.attach(PeerId(0), &host.0.descriptor()).expect("a real descriptor");
    let (header, payload) = (Header::new(HandlerId(1)), [7; 4096]);
    let (mut done, mut sent) = (0, 0);
    for round in 0.. {
        assert!(round < MANY, "a window of 16 KiB was never exceeded");
        if greedy.0.send(PeerId(0), &header, &payload, &mut done).expect("nobody is lost yet") {
            (done, sent) = (0, sent + 1);
        }
        greedy.0.poll(Now::ZERO, &mut greedy.1);
        // Once the link is there the host does not look until too much is on its way.
        if sent == 0 {
            host.0.poll(Now::ZERO, &mut host.1);
        } else if sent == 8 {
            break;
        }
    }
    for round in 0.. {
        assert!(round < MANY, "nobody noticed");
        greedy.0.poll(Now::ZERO, &mut greedy.1);
        host.0.poll(Now::ZERO, &mut host.1);
        if !host.1.losses.is_empty() {
            break;
        }
    }
    let (peer, why) = &host.1.losses[0];
    assert!(matches!(why, MethodError::Nonsense { .. }) && *peer == PeerId(1), "{why}");
    assert_eq!((host.0.counters().refused, host.0.counters().peers), (1, 0));
    assert!(host.1.arrivals.len() <= 4, "{} frames came", host.1.arrivals.len());
    assert!(host.0.send(PeerId(1), &header, b"anybody there?", &mut 0).is_err());
}
