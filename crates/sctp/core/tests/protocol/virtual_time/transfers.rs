//! Whole transfers over networks with one fault each.

use ferry_netem::LinkSettings;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::congestion::Algorithm;

use crate::common::flow::Flow;
use crate::common::script::endpoint;
use crate::common::sim::{Change, HEADERS, Sim, address};
use crate::common::{ms, s};

fn base() -> LinkSettings {
    LinkSettings::default().delay("3ms".parse().expect("a time"))
}

fn pair(seed: u64, path: LinkSettings) -> (Sim, Flow) {
    let config = endpoint(AssociationConfig::default());
    let mut sim = Sim::pair(seed, &config, &config, &[path]);
    let (a, b) = sim.open(0, 1);
    (sim, Flow::new((0, a), (1, b), 10, 3_000, 1_000))
}

#[test]
fn each_fault_alone() {
    let faults: [(&str, LinkSettings); 6] = [
        ("loss", base().loss("5%".parse().expect("a loss"))),
        ("duplication", base().duplicate("20%".parse().expect("a share"))),
        ("corruption", base().corrupt("5%".parse().expect("a share"))),
        ("reordering", base().reorder("10%".parse().expect("a share"))),
        (
            "a small queue",
            base().rate("20mbit".parse().expect("a rate")).queue("8KiB".parse().expect("a size")),
        ),
        ("a small MTU", base().mtu(1280)),
    ];
    for (seed, (fault, path)) in (0..).zip(faults) {
        let (mut sim, mut flow) = pair(seed, path);
        let done = flow.run(&mut sim, s(120));
        assert!(done, "{fault}: {} of {} arrived", flow.arrived.len(), flow.count);
    }
}

#[test]
fn damage_is_found_by_the_checksum() {
    let (mut sim, mut flow) = pair(7, base().corrupt("10%".parse().expect("a share")));
    assert!(flow.run(&mut sim, s(120)));
    let counters = sim.end(1).counters().clone();
    let counted = counters.malformed_of(ferry_sctp_core::wire::ErrorKind::BadChecksum);
    // Most damage is to bytes that the checksum covers; ports and the checksum itself are the rest.
    assert!(counted > 50, "{counted}: {counters:?}");
}

#[test]
fn every_congestion_control_uses_the_line() {
    for algorithm in Algorithm::ALL {
        let mut config = AssociationConfig::default();
        config.paths.algorithm = algorithm;
        let config = endpoint(config);
        let path =
            base().rate("50mbit".parse().expect("a rate")).queue("64KiB".parse().expect("a size"));
        let mut sim = Sim::pair(31, &config, &config, &[path]);
        let (a, b) = sim.open(0, 1);
        sim.run_for(s(2));
        let begun = sim.now;
        let mut flow = Flow::new((0, a), (1, b), 10, 10_000, 1_000);
        assert!(flow.run(&mut sim, s(60)), "{algorithm}");
        let time = (sim.now - begun).as_secs_f64();
        // 10 MB take 1.6 s at 50 Mbit/s.
        assert!(time < 3.2, "{algorithm}: {time} s");
    }
}

#[test]
fn a_changed_port_is_followed() {
    // RFC 6951 §5.4: behind a NAT the peer's UDP port may change in mid-life.
    let (mut sim, mut flow) = pair(41, base());
    flow.pace = ms(2);
    let start = sim.now;
    sim.plan(start + ms(500), Change::Port { host: 0, path: 0, port: 40_001 });
    sim.plan(start + ms(1200), Change::Port { host: 0, path: 0, port: 40_002 });
    assert!(flow.run(&mut sim, s(60)), "{} arrived", flow.arrived.len());
    let id = flow.to.1;
    let report = sim.end(1).report(id).expect("it stands");
    let known: Vec<u16> = report.paths.iter().map(|path| path.addr.port()).collect();
    assert_eq!(known, [40_002]);
    assert_eq!(report.paths[0].addr.ip(), address(0, 0).ip());
}

#[test]
fn packets_fit_what_passes() {
    let (mut sim, mut flow) = pair(51, base().mtu(1400));
    sim.run_for(s(20));
    let before = *sim.wire(0, 1, 0).link.counters();
    assert!(flow.run(&mut sim, s(60)));
    let after = *sim.wire(0, 1, 0).link.counters();
    assert_eq!(after.too_large, before.too_large, "after the search nothing is too large");
    let mtu = sim.end(0).report(flow.from.1).expect("it stands").paths[0].mtu;
    assert!((1300..=1400 + 48 - HEADERS as u16).contains(&mtu), "{mtu}");
}

#[test]
fn an_overlong_silence_of_the_reader_is_survived() {
    let config =
        endpoint(AssociationConfig { receive_window: 30_000, ..AssociationConfig::default() });
    let mut sim = Sim::pair(61, &config, &config, &[base().loss("10%".parse().expect("a loss"))]);
    let (a, b) = sim.open(0, 1);
    let mut flow = Flow::new((0, a), (1, b), 1, 1_000, 300);
    // Nobody reads for ten minutes: probes of the closed window keep the association up.
    let id = a;
    for _ in 0..60 {
        let bytes = bytes::Bytes::from(vec![0; 1000]);
        let now = sim.now;
        let options = ferry_sctp_core::streams::MessageOptions::default();
        let stream = ferry_sctp_core::wire::StreamId(9);
        sim.end(0).send(now, id, stream, options, bytes.into(), true).expect("there is room");
    }
    sim.flush(0);
    sim.run_for(s(600));
    assert!(sim.end(0).is_established(a) && sim.end(1).is_established(b));
    // Then somebody does.
    let mut read = 0;
    while read < 60 {
        while let Some(ferry_sctp_core::streams::Read::Piece(piece)) =
            sim.end(1).receive_from(b, usize::MAX)
        {
            read += usize::from(piece.last);
        }
        sim.flush(1);
        assert!(sim.step(s(700)), "{read} of 60 were read");
    }
    assert!(flow.run(&mut sim, s(900)));
}

#[test]
fn signed_chunks_survive_a_shrinking_path() {
    use ferry_sctp_core::association::AuthenticationConfig;
    use ferry_sctp_core::wire::{ChunkType, HmacId};
    // Fragments cut for 1500 bytes that fit a smaller MTU without the AUTH before them, and not with it.
    for mtu in [1440, 1452, 1460, 1472, 1480, 1492] {
        let config = endpoint(AssociationConfig {
            authentication: Some(AuthenticationConfig {
                key_id: 0,
                key: b"of both".to_vec(),
                chunks: vec![ChunkType::Data, ChunkType::IData],
                algorithms: vec![HmacId::SHA256],
            }),
            ..AssociationConfig::default()
        });
        let mut sim = Sim::pair(71, &config, &config, &[base()]);
        let (a, b) = sim.open(0, 1);
        sim.run_for(s(3));
        let change = Change::Set(0, base().mtu(mtu));
        let at = sim.now + ms(30);
        sim.plan(at, change);
        let mut flow = Flow::new((0, a), (1, b), 3, 20_000, 60);
        flow.pace = ms(1);
        // What IP cuts passes here only when it fits: it is let through after a while.
        sim.plan(at + s(6), Change::Set(0, base()));
        assert!(flow.run(&mut sim, s(60)), "{mtu}: {} arrived", flow.arrived.len());
    }
}

#[test]
fn one_endpoint_serves_many() {
    use ferry_sctp_core::streams::Read;
    use std::collections::BTreeMap;
    // RFC 6458 §3.1: one socket, an association with each of five others, everything from a single call.
    let config = endpoint(AssociationConfig::default());
    let path = base().loss("3%".parse().expect("a loss"));
    let mut sim = Sim::new(81, &vec![config; 6], &[path]);
    let mut ids = Vec::new();
    for client in 1..6 {
        let (here, there) = sim.open(client, 0);
        sim.hosts[0].events.clear();
        ids.push((client, here, there));
    }
    for (client, here, _) in &ids {
        for n in 0..50_u8 {
            let bytes = bytes::Bytes::from(vec![*client as u8; 1 + 40 * usize::from(n)]);
            let (now, options) = (sim.now, ferry_sctp_core::streams::MessageOptions::default());
            let stream = ferry_sctp_core::wire::StreamId(u16::from(n % 3));
            sim.end(*client).send(now, *here, stream, options, bytes.into(), true).expect("room");
        }
        sim.flush(*client);
    }
    let mut came = BTreeMap::new();
    let until = sim.now + s(60);
    while came.values().sum::<u32>() < 250 {
        while let Some((id, read)) = sim.end(0).receive(usize::MAX) {
            let Read::Piece(piece) = read else { panic!("{read:?}") };
            let (client, ..) = ids.iter().find(|(.., there)| *there == id).expect("a known one");
            assert!(piece.payload.iter().all(|byte| usize::from(*byte) == *client));
            *came.entry(id).or_insert(0) += u32::from(piece.last);
        }
        sim.flush(0);
        assert!(sim.step(until), "{came:?}");
    }
    assert!(came.values().all(|count| *count == 50), "{came:?}");
    // One that ends is no concern of the others.
    let now = sim.now;
    sim.end(0).abort(now, ids[2].2, b"");
    sim.flush(0);
    sim.run_for(s(1));
    for (n, (client, here, there)) in ids.iter().enumerate() {
        assert_eq!(sim.end(*client).is_established(*here), n != 2);
        assert_eq!(sim.end(0).is_established(*there), n != 2);
    }
}
