//! Who does not know the job's secret gets nothing in, and disturbs nobody.

use ferry_conformance::{Recorder, identity};
use ferry_method::{HandlerId, Header, Identity, Method, Now, PeerId};
use ferry_method_ofi::{OfiMethod, OfiOptions};

/// An end over the provider `tcp`; `None` where there is no libfabric.
fn end(identity: Identity) -> Option<(OfiMethod, Recorder)> {
    let (provider, domain) = (Some("tcp".to_owned()), Some("lo".to_owned()));
    let options = OfiOptions { provider, domain, ..OfiOptions::default() };
    match OfiMethod::new(identity, &options) {
        Ok(method) => Some((method, Recorder::default())),
        Err(why) => {
            eprintln!("skipped: {why}");
            None
        }
    }
}

#[test]
fn a_stranger_is_refused_and_a_peer_is_served() {
    let impostor = Identity { secret: [1; 32], ..identity(1, 3) };
    let ends = [end(identity(0, 3)), end(impostor), end(identity(2, 3))];
    let [Some(mut host), Some(mut stranger), Some(mut peer)] = ends else { return };
    let door = host.0.descriptor();
    for (method, _) in [&mut stranger, &mut peer] {
        method.attach(PeerId(0), &door).expect("a real descriptor");
    }
    let header = Header::new(HandlerId(1));
    let (mut is_taken, mut done) = (false, 0);
    for round in 0.. {
        let now = Now::from_millis(round);
        for (method, sink) in [&mut host, &mut stranger, &mut peer] {
            method.poll(now, sink);
        }
        let forged = stranger.0.send(PeerId(0), &header, b"forged", &mut 0);
        assert!(matches!(forged, Ok(false)), "a stranger's frame was taken: {forged:?}");
        is_taken =
            is_taken || peer.0.send(PeerId(0), &header, b"genuine", &mut done).expect("a link");
        if host.0.counters().refused > 0 && !host.1.arrivals.is_empty() {
            break;
        }
        assert!(round < 100_000, "waited in vain");
        std::thread::yield_now();
    }
    assert_eq!(host.1.arrivals.len(), 1);
    assert_eq!((host.1.arrivals[0].peer, host.0.counters().peers), (PeerId(2), 1));
    assert!(host.1.losses.is_empty() && stranger.1.arrivals.is_empty());
}

#[test]
fn what_is_not_there_is_named() {
    let why = |options: OfiOptions| {
        let opened = OfiMethod::new(identity(0, 2), &options);
        opened.err().expect("nothing to open").to_string()
    };
    let library = Some("/nowhere/libfabric.so.1".to_owned());
    let missing = why(OfiOptions { library, ..OfiOptions::default() });
    assert!(missing.starts_with("ofi.library: libfabric cannot be loaded: "), "{missing}");
    if end(identity(0, 2)).is_some() {
        let provider = Some("pigeon".to_owned());
        let unknown = why(OfiOptions { provider, ..OfiOptions::default() });
        assert!(unknown.starts_with("ofi.provider: ") && unknown.contains("'pigeon'"), "{unknown}");
        let domain = Some("nosuch0".to_owned());
        let nowhere = why(OfiOptions { domain, ..OfiOptions::default() });
        assert!(nowhere.contains("no provider has the domain 'nosuch0'"), "{nowhere}");
    }
}
