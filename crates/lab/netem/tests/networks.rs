//! Paths and networks made of links.

use std::time::Duration;

use ferry_netem::{
    ArrivedPacket, Cable, Fate, LinkSettings, NetemPath, Network, NetworkParts, PathEnd, Paths,
    Port, Target, TrunkDirection,
};

fn settings(text: &str) -> LinkSettings {
    toml::from_str(text).expect(text)
}

const START: Duration = Duration::ZERO;

#[test]
fn a_path_has_two_directions() {
    let both = [settings("delay = '1ms'"), settings("delay = '3ms'")];
    let mut path = NetemPath::asymmetric(both, 1);
    path.send(START, PathEnd::A, vec![1_u8]);
    path.send(START, PathEnd::B, vec![2_u8]);
    assert_eq!(path.next_due(), Some(Duration::from_millis(1)));
    assert_eq!(path.receive(Duration::from_millis(1), PathEnd::B), Some(vec![1]));
    assert_eq!(path.receive(Duration::from_millis(2), PathEnd::A), None);
    assert_eq!(path.receive(Duration::from_millis(3), PathEnd::A), Some(vec![2]));
}

#[test]
fn one_of_several_paths_is_cut() {
    let mut paths = Paths::new(&[LinkSettings::default(); 2], 1);
    paths.path(0).cut();
    assert_eq!(paths.send(START, PathEnd::A, 0, vec![1_u8]), Fate::Cut);
    assert_eq!(paths.send(START, PathEnd::A, 1, vec![2_u8]), Fate::Carried);
    assert_eq!(paths.receive(START, PathEnd::B), Some((1, vec![2])));
    paths.path(0).heal();
    assert_eq!(paths.send(START, PathEnd::A, 0, vec![3_u8]), Fate::Carried);
    assert_eq!(paths.receive(START, PathEnd::B), Some((0, vec![3])));
}

#[test]
fn the_directions_of_a_path_have_chance_of_their_own() {
    let mut path = NetemPath::new(settings("loss = '50%'"), 1);
    let mut fates =
        |end| -> Vec<Fate> { (0..64).map(|_| path.send(START, end, vec![0_u8])).collect() };
    assert_ne!(fates(PathEnd::A), fates(PathEnd::B));
}

/// Two clusters of two hosts.
fn clusters(cable: &str, trunk: &str) -> Network<Vec<u8>> {
    let cable = settings(cable);
    let ports = (0..4).map(|host| Port { cable, cluster: host / 2 }).collect();
    Network::new(&NetworkParts { ports, trunk: settings(trunk) }, 1)
}

fn arrivals(network: &mut Network<Vec<u8>>) -> Vec<(Duration, ArrivedPacket<Vec<u8>>)> {
    let mut all = Vec::new();
    while let Some(due) = network.next_due() {
        while let Some(arrival) = network.poll(due) {
            all.push((due, arrival));
        }
    }
    all
}

#[test]
fn delay_is_met_once_and_the_trunk_between_clusters() {
    let mut network = clusters("delay = '1ms'", "delay = '20ms'");
    network.send(START, 0, Target::One(1), vec![1]);
    network.send(START, 0, Target::One(3), vec![2]);
    let [(near, first), (far, second)] = &arrivals(&mut network)[..] else { panic!("two arrive") };
    assert_eq!((*near, first.to, first.from), (Duration::from_millis(1), 1, 0));
    assert_eq!((*far, second.to, &second.packet), (Duration::from_millis(21), 3, &vec![2]));
}

#[test]
fn copies_for_all_are_made_in_the_switches() {
    let mut network = clusters("", "");
    network.send(START, 1, Target::All, vec![9]);
    let mut to: Vec<usize> = arrivals(&mut network).iter().map(|(_, each)| each.to).collect();
    to.sort_unstable();
    assert_eq!(to, [0, 2, 3]);
    let trunk =
        network.counters().find(|(way, _)| *way == TrunkDirection::Trunk { from: 0, to: 1 });
    assert_eq!(trunk.expect("a trunk").1.offered, 1);
}

#[test]
fn senders_to_one_host_share_its_cable() {
    let mut network = clusters("rate = '8mbit'", "");
    for from in 1..4 {
        network.send(START, from, Target::One(0), vec![0; 1000]);
    }
    let times: Vec<Duration> = arrivals(&mut network).into_iter().map(|(due, _)| due).collect();
    assert_eq!(times, [2, 3, 4].map(Duration::from_millis));
}

#[test]
fn cables_and_trunks_are_cut_apart() {
    let mut network = clusters("", "");
    let reach = |network: &mut Network<Vec<u8>>, to| {
        network.send(START, 0, Target::One(to), vec![0]);
        !arrivals(network).is_empty()
    };
    network.cut(Cable::Trunks);
    assert!(reach(&mut network, 1) && !reach(&mut network, 2));
    network.heal(Cable::Trunks);
    network.cut(Cable::Host(2));
    assert!(reach(&mut network, 3) && !reach(&mut network, 2));
    network.cut(Cable::All);
    assert!(!reach(&mut network, 1));
    network.heal(Cable::All);
    assert!(reach(&mut network, 1) && reach(&mut network, 2));
    network.set(Cable::Host(0), &settings("loss = '100%'"));
    assert!(!reach(&mut network, 1));
}

#[test]
fn nobody_is_reached_who_does_not_exist() {
    let mut network = clusters("", "");
    assert_eq!(network.send(START, 0, Target::One(7), vec![0]), Fate::Carried);
    assert!(arrivals(&mut network).is_empty());
}
