//! Addresses that come and go while the association stands (RFC 5061), told in authenticated chunks
//! (RFC 4895).

use std::net::IpAddr;

use crate::common::flow::Flow;
use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim, address};
use crate::common::{ms, s};
use ferry_netem::LinkSettings;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, AuthenticationConfig};
use ferry_sctp_core::endpoint::{AssociationId, EndpointConfig};
use ferry_sctp_core::path::PathState;
use ferry_sctp_core::serial::AsconfSerial;
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::chunk::Asconf;
use ferry_sctp_core::wire::parameter::AddressChange;
use ferry_sctp_core::wire::{
    ChecksumCheck, ChecksumWrite, Chunk, HmacId, Packet, PacketWriter, Parameter, Parameters,
    StreamId,
};

fn config() -> AssociationConfig {
    let authentication = AuthenticationConfig {
        key_id: 1,
        key: b"a secret of both ends".to_vec(),
        chunks: Vec::new(),
        algorithms: vec![HmacId::SHA256, HmacId::SHA1],
    };
    AssociationConfig {
        dynamic_addresses: true,
        authentication: Some(authentication),
        ..AssociationConfig::default()
    }
}

fn accepting() -> EndpointConfig {
    endpoint(config())
}

fn path() -> LinkSettings {
    LinkSettings::default().delay("1ms".parse().expect("a time"))
}

fn own(path: usize) -> IpAddr {
    address(0, path).ip()
}

/// Two hosts joined by `paths` paths. Host 0 has told host 1 of its address on the first one only; host 1
/// has told all of its.
fn joined(seed: u64, paths: usize, settings: LinkSettings) -> (Sim, AssociationId, AssociationId) {
    let mut sim = Sim::pair(seed, &accepting(), &accepting(), &vec![path(); paths]);
    let remote = sim.remote(1);
    let config = AssociationConfig { addresses: vec![own(0)], ..config() };
    let now = sim.now;
    let a = sim.end(0).connect_with(now, &remote, config).expect("an association can be begun");
    sim.flush(0);
    let mut z = None;
    assert!(sim.run_while(s(10), |sim| {
        z = sim.hosts[1]
            .events
            .iter()
            .find_map(|(id, event)| matches!(event, AssociationEvent::Up { .. }).then_some(*id));
        z.is_none() || !sim.end(0).is_established(a)
    }));
    sim.run_for(s(1));
    let z = z.expect("it stands");
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active)]);
    sim.hosts.iter_mut().for_each(|host| host.events.clear());
    (0..paths).for_each(|path| sim.change(Change::Set(path, settings)));
    (sim, a, z)
}

/// The addresses of host 0 that host 1 knows, by path.
fn reachable(sim: &mut Sim, z: AssociationId) -> Vec<(usize, PathState)> {
    let report = sim.end(1).report(z).expect("it stands");
    let place = |addr| (0..8).find(|path| address(0, *path) == addr).expect("a known address");
    let mut known: Vec<_> = report.paths.iter().map(|p| (place(p.addr), p.state)).collect();
    known.sort_unstable_by_key(|known| known.0);
    known
}

fn events(sim: &mut Sim, host: usize) -> Vec<AssociationEvent> {
    let about_addresses = |event: &AssociationEvent| {
        matches!(
            event,
            AssociationEvent::AddressAdded { .. }
                | AssociationEvent::AddressRemoved { .. }
                | AssociationEvent::AddressAnswered { .. }
                | AssociationEvent::PrimaryChanged { .. }
                | AssociationEvent::Lost(_)
        )
    };
    sim.hosts[host].events.drain(..).map(|(_, event)| event).filter(about_addresses).collect()
}

fn answered(path: usize, accepted: bool) -> AssociationEvent {
    AssociationEvent::AddressAnswered { address: own(path), accepted }
}

#[derive(Clone, Copy)]
enum Wish {
    Add,
    Remove,
    Prefer,
}

fn wish(sim: &mut Sim, a: AssociationId, wish: Wish, path: usize) {
    let now = sim.now;
    let end = sim.end(0);
    let done = match wish {
        Wish::Add => end.add_address(now, a, own(path)),
        Wish::Remove => end.remove_address(now, a, own(path)),
        Wish::Prefer => end.ask_primary(now, a, own(path)),
    };
    done.expect("changes of addresses are offered");
    sim.flush(0);
}

#[test]
fn an_address_is_added_and_asked_before_it_is_used() {
    let (mut sim, a, z) = joined(1, 2, path());
    wish(&mut sim, a, Wish::Add, 1);
    sim.run_for(ms(1));
    // host 0 -- ASCONF --> host 1, which asks the address with a heartbeat.
    assert_eq!(events(&mut sim, 1), [AssociationEvent::AddressAdded { address: address(0, 1) }]);
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active), (1, PathState::Unconfirmed)]);
    // host 0 <-- ASCONF-ACK -- host 1.
    sim.run_for(ms(1));
    assert_eq!(events(&mut sim, 0), [answered(1, true)]);
    sim.run_for(s(1));
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active), (1, PathState::Active)]);
}

#[test]
fn an_added_address_takes_over_when_the_first_is_lost() {
    let (mut sim, a, z) = joined(2, 2, path());
    wish(&mut sim, a, Wish::Add, 1);
    sim.run_for(s(1));
    let cut = sim.now + ms(200);
    sim.plan(cut, Change::Cut(0));
    // Host 1 sends all the while.
    let mut flow = Flow::new((1, z), (0, a), 4, 1000, 1000);
    flow.pace = ms(1);
    assert!(flow.run(&mut sim, cut + s(20)), "{} of 1000 arrived", flow.arrived.len());
    assert!(flow.longest_pause() < s(1), "{:?}", flow.longest_pause());
}

#[test]
fn a_removed_address_is_left_and_what_was_on_its_way_arrives() {
    let (mut sim, a, z) = joined(3, 2, path().loss("5%".parse().expect("a share")));
    wish(&mut sim, a, Wish::Add, 1);
    sim.run_for(s(2));
    wish(&mut sim, a, Wish::Prefer, 1);
    sim.run_for(s(2));
    assert!(
        events(&mut sim, 1).contains(&AssociationEvent::PrimaryChanged { address: address(0, 1) })
    );
    // Host 1 sends to the second address now; that one goes away in the middle.
    let mut flow = Flow::new((1, z), (0, a), 4, 5000, 400);
    flow.pace = ms(1);
    let end = sim.now + ms(100);
    assert!(!flow.run(&mut sim, end));
    wish(&mut sim, a, Wish::Remove, 1);
    flow.pace = Now::ZERO;
    let end = sim.now + s(30);
    assert!(flow.run(&mut sim, end), "{} of 400 arrived", flow.arrived.len());
    sim.run_for(s(2));
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active)]);
    assert!(
        events(&mut sim, 1).contains(&AssociationEvent::AddressRemoved { address: address(0, 1) })
    );
    assert_eq!(events(&mut sim, 0), [answered(1, true), answered(1, true), answered(1, true)]);
}

#[test]
fn the_preferred_address_gets_the_data() {
    let (mut sim, a, z) = joined(4, 3, path());
    wish(&mut sim, a, Wish::Add, 2);
    sim.run_for(s(1));
    for preferred in [2, 0, 2] {
        wish(&mut sim, a, Wish::Prefer, preferred);
        sim.run_for(s(1));
        let changed = AssociationEvent::PrimaryChanged { address: address(0, preferred) };
        assert!(events(&mut sim, 1).contains(&changed));
        let before = [0, 1, 2].map(|path| sim.wire(1, 0, path).link.counters().offered_bytes);
        let end = sim.now + s(10);
        assert!(Flow::new((1, z), (0, a), 1, 10_000, 50).run(&mut sim, end));
        let after = [0, 1, 2].map(|path| sim.wire(1, 0, path).link.counters().offered_bytes);
        for path in 0..3 {
            let bytes = after[path] - before[path];
            assert_eq!(bytes > 400_000, path == preferred, "{bytes} bytes on path {path}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let (mut sim, a, z) = joined(5, 3, path());
    // The last address, one that the peer does not know, and one that has not answered yet.
    wish(&mut sim, a, Wish::Remove, 0);
    sim.run_for(s(1));
    wish(&mut sim, a, Wish::Remove, 2);
    sim.run_for(s(1));
    wish(&mut sim, a, Wish::Prefer, 2);
    sim.run_for(s(1));
    assert_eq!(events(&mut sim, 0), [answered(0, false), answered(2, false), answered(2, false)]);
    // One after the other, in one chunk or in two: each for itself.
    sim.change(Change::Cut(1));
    for (change, path) in [(Wish::Add, 1), (Wish::Remove, 2), (Wish::Add, 2)] {
        wish(&mut sim, a, change, path);
    }
    sim.run_for(s(1));
    assert_eq!(events(&mut sim, 0), [answered(1, true), answered(2, false), answered(2, true)]);
    wish(&mut sim, a, Wish::Prefer, 1);
    sim.run_for(s(1));
    assert_eq!(events(&mut sim, 0), [answered(1, false)], "nobody has answered from there");
    let known = reachable(&mut sim, z);
    assert_eq!(known[1], (1, PathState::Unconfirmed));
    assert_eq!(known[2], (2, PathState::Active));
}

#[test]
fn without_authentication_addresses_stay() {
    let config = endpoint(AssociationConfig { dynamic_addresses: true, ..Default::default() });
    let mut sim = Sim::pair(6, &config, &config, &[path()]);
    let (a, _) = sim.open(0, 1);
    let now = sim.now;
    assert!(sim.end(0).add_address(now, a, own(1)).is_err());
    assert!(sim.end(0).remove_address(now, a, own(0)).is_err());
    assert!(sim.end(0).ask_primary(now, a, own(0)).is_err());
}

/// Takes the next packet of host 0 off the wire.
fn sniff(sim: &mut Sim) -> Vec<u8> {
    let now = sim.now;
    let mut out = Vec::new();
    let transmit = sim.end(0).poll_transmit(now, &mut out, 1).expect("something to send");
    out.truncate(transmit.segment);
    out
}

#[test]
fn an_asconf_without_a_signature_does_nothing() {
    let (mut sim, a, z) = joined(7, 2, path());
    let now = sim.now;
    let options = MessageOptions::default();
    sim.end(0).send(now, a, StreamId(0), options, b"x"[..].into(), true).expect("room");
    // Somebody reads along: ports, the tag, and the first TSN, which is the next serial number.
    let packet = sniff(&mut sim);
    let parsed = Packet::parse(&packet, ChecksumCheck::Required).expect("a packet");
    let header = parsed.header;
    let serial = parsed.chunks().flatten().find_map(|chunk| match chunk {
        Chunk::Data(data) => Some(AsconfSerial(data.header.tsn.0)),
        Chunk::IData(data) => Some(AsconfSerial(data.header.tsn.0)),
        _ => None,
    });
    let serial = serial.expect("data");
    let change = AddressChange { correlation: 1, address: own(1) };
    let parameters = [Parameter::AddAddress(change)];
    let forged = Asconf { serial, address: own(0), parameters: Parameters::of(&parameters) };
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, header, 1200);
    writer.push(&forged).expect("it fits");
    writer.finish(ChecksumWrite::Crc32c);
    let before = sim.hosts[1].sent;
    sim.inject(1, address(0, 0), &out);
    assert_eq!(sim.hosts[1].sent, before, "it is not answered (RFC 5061 §4.1)");
    assert_eq!(reachable(&mut sim, z).len(), 1);
    assert_eq!(events(&mut sim, 1), []);
    // The true one is taken.
    sim.inject(1, address(0, 0), &packet);
    wish(&mut sim, a, Wish::Add, 1);
    sim.run_for(s(1));
    assert_eq!(reachable(&mut sim, z).len(), 2);
}

#[test]
fn a_replayed_asconf_does_nothing() {
    let (mut sim, a, z) = joined(8, 3, path());
    let now = sim.now;
    sim.end(0).add_address(now, a, own(1)).expect("it is offered");
    let packet = sniff(&mut sim);
    sim.inject(1, address(0, 0), &packet);
    sim.run_for(s(1));
    wish(&mut sim, a, Wish::Remove, 1);
    sim.run_for(s(1));
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active)]);
    events(&mut sim, 1);
    // Old news, rightly signed, from wherever: the address stays away.
    sim.inject(1, address(0, 0), &packet);
    sim.inject(1, address(0, 2), &packet);
    sim.run_for(s(1));
    assert_eq!(reachable(&mut sim, z), [(0, PathState::Active)]);
    assert_eq!(events(&mut sim, 1), []);
}

#[test]
fn addresses_come_and_go_over_a_bad_network() {
    for seed in 20..26 {
        let bad = path()
            .loss("15%".parse().expect("a share"))
            .duplicate("5%".parse().expect("a share"))
            .reorder("10%".parse().expect("a share"));
        let (mut sim, a, z) = joined(seed, 3, bad);
        let mut flow = Flow::new((1, z), (0, a), 3, 3000, 300);
        flow.pace = ms(5);
        for (change, path) in [
            (Wish::Add, 1),
            (Wish::Add, 2),
            (Wish::Remove, 2),
            (Wish::Add, 2),
            (Wish::Remove, 1),
            (Wish::Add, 1),
            (Wish::Remove, 1),
        ] {
            wish(&mut sim, a, change, path);
            let pause = sim.now + ms(300);
            flow.run(&mut sim, pause);
        }
        flow.pace = Now::ZERO;
        let end = sim.now + s(60);
        assert!(flow.run(&mut sim, end), "{} of 300 arrived, seed {seed}", flow.arrived.len());
        sim.run_for(s(10));
        let told = events(&mut sim, 0);
        let changes =
            told.iter().filter(|event| matches!(event, AssociationEvent::AddressAnswered { .. }));
        assert_eq!(changes.count(), 7, "{told:?}, seed {seed}");
        assert!(!told.contains(&answered(1, false)) && !told.contains(&answered(2, false)));
        let known: Vec<usize> = reachable(&mut sim, z).iter().map(|known| known.0).collect();
        assert_eq!(known, [0, 2], "seed {seed}");
    }
}
