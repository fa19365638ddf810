//! Channels alone: trains, addresses, what is too long, raw IP.

use super::*;
use crate::bind::{Bound, bind};
use crate::options::SocketOptions;

fn bound(transport: TransportKind, addresses: &[&str]) -> Result<Bound, SocketError> {
    let addresses = addresses.iter().map(|ip| ip.parse().unwrap()).collect();
    bind(&SocketOptions { transport, addresses, ..SocketOptions::new([0; 32]) })
}

fn udp(addresses: &[&str]) -> Bound {
    bound(TransportKind::Udp, addresses).expect("loopback")
}

/// Waits for something to arrive: a train each.
fn arrived(channel: &mut SystemSocket, statistics: &mut Statistics) -> Vec<Train> {
    let mut pool = BufferPool::new(0);
    let mut trains = Vec::new();
    while trains.is_empty() {
        use rustix::event::{PollFd, PollFlags, poll};
        let mut set = [PollFd::new(&channel.system, PollFlags::IN)];
        poll(&mut set, None).expect("waiting");
        channel.receive(&mut pool, statistics, |train| trains.push(train));
    }
    trains
}

fn to(ip: &str, port: u16, segment: usize, len: usize) -> Transmit {
    let to = SocketAddr::new(ip.parse().unwrap(), port);
    Transmit { to, from: None, segment, len, probe: false }
}

#[test]
fn a_train_leaves_in_one_call_and_arrives_in_few() {
    let [mut a, mut b] = [udp(&["127.0.0.1"]), udp(&["127.0.0.1"])];
    let mut statistics = Statistics::default();
    let bytes: Vec<u8> = (0..40 * 1400 + 9).map(|n| (n / 1400) as u8).collect();
    let transmit = to("127.0.0.1", b.port, 1400, bytes.len());
    let sent = a.channels[0].send(&transmit, &bytes, &mut statistics);
    assert_eq!(sent, TransmitOutcome::Taken);
    assert_eq!((statistics.datagrams_sent, statistics.bytes_sent), (41, bytes.len() as u64));
    if a.channels[0].train_len(1400) == 1 {
        println!("skipped: this system has no segmentation offload for UDP");
        return;
    }
    assert_eq!(statistics.send_calls, 1);
    let mut back = Vec::new();
    while back.len() < bytes.len() {
        for train in arrived(&mut b.channels[0], &mut statistics) {
            assert_eq!(train.from, SocketAddr::new("127.0.0.1".parse().unwrap(), a.port));
            assert_eq!(train.to, Some("127.0.0.1".parse().unwrap()));
            assert!(train.stride == 1400 || train.bytes.len() < 1400);
            back.extend_from_slice(&train.bytes);
        }
    }
    assert_eq!(back, bytes);
    assert!(statistics.receive_calls < 41, "{statistics:?}");
}

#[test]
fn both_families_are_plain_where_one_socket_has_them() {
    let mut all = udp(&[]);
    let mut statistics = Statistics::default();
    let mut v4 = udp(&["127.0.0.1"]);
    v4.channels[0].send(&to("127.0.0.2", all.port, 5, 5), b"hello", &mut statistics);
    let came = arrived(&mut all.channels[0], &mut statistics);
    assert_eq!(came[0].from, SocketAddr::new("127.0.0.1".parse().unwrap(), v4.port));
    assert_eq!(came[0].to, Some("127.0.0.2".parse().unwrap()));
    // The answer leaves from the address that was called.
    let answer = Transmit { from: came[0].to, ..to("127.0.0.1", v4.port, 2, 2) };
    assert_eq!(all.channels[0].send(&answer, b"ho", &mut statistics), TransmitOutcome::Taken);
    let back = arrived(&mut v4.channels[0], &mut statistics);
    assert_eq!(back[0].from, SocketAddr::new("127.0.0.2".parse().unwrap(), all.port));
    assert_eq!(back[0].bytes, b"ho".as_slice());
}

#[test]
fn an_answer_finds_its_way_though_its_address_is_gone() {
    let mut all = udp(&[]);
    let mut v4 = udp(&["127.0.0.1"]);
    let mut statistics = Statistics::default();
    let gone = Some("192.0.2.77".parse().unwrap());
    let answer = Transmit { from: gone, ..to("127.0.0.1", v4.port, 2, 2) };
    let train = all.channels[0].train_len(1000);
    assert_eq!(all.channels[0].send(&answer, b"ho", &mut statistics), TransmitOutcome::Taken);
    assert_eq!(arrived(&mut v4.channels[0], &mut statistics)[0].bytes, b"ho".as_slice());
    assert_eq!(all.channels[0].train_len(1000), train);
}

#[test]
fn what_no_interface_carries_is_said_to_be_too_big() {
    let mut a = udp(&["127.0.0.1"]);
    let mut statistics = Statistics::default();
    let bytes = vec![0; 65_530];
    let transmit = to("127.0.0.1", 9, bytes.len(), bytes.len());
    assert_eq!(a.channels[0].send(&transmit, &bytes, &mut statistics), TransmitOutcome::TooBig);
    assert_eq!(statistics.refused, 1);
}

#[test]
fn what_the_system_has_no_room_for_waits_and_leaves_later() {
    let [mut a, mut b] = [udp(&["127.0.0.1"]), udp(&["127.0.0.1"])];
    let mut statistics = Statistics::default();
    let transmit = to("127.0.0.1", b.port, 3, 3);
    // As if the system had refused it.
    a.channels[0].waiting.push_back(PendingTransmission { transmit, bytes: b"one".to_vec() });
    a.channels[0].send(&transmit, b"two", &mut statistics);
    assert!(a.channels[0].is_waiting());
    assert_eq!(statistics.datagrams_sent, 0);
    assert_eq!(a.channels[0].retry(&mut statistics), None);
    assert!(!a.channels[0].is_waiting());
    let mut back = Vec::new();
    while back.len() < 6 {
        let trains = arrived(&mut b.channels[0], &mut statistics);
        trains.iter().for_each(|train| back.extend_from_slice(&train.bytes));
    }
    assert_eq!(back, b"onetwo");
}

#[test]
fn a_channel_that_never_sends_drops_in_the_end() {
    let mut a = udp(&["127.0.0.1"]);
    let mut statistics = Statistics::default();
    let transmit = to("127.0.0.1", 9, 3, 3);
    a.channels[0].waiting.push_back(PendingTransmission { transmit, bytes: b"one".to_vec() });
    for _ in 0..MOST_WAITING + 4 {
        assert_eq!(a.channels[0].send(&transmit, b"two", &mut statistics), TransmitOutcome::Taken);
    }
    assert_eq!(a.channels[0].waiting.len(), MOST_WAITING);
    assert_eq!(statistics.overrun, 5);
}

#[test]
fn several_addresses_have_one_port() {
    let both = udp(&["127.0.0.1", "127.0.0.2"]);
    for channel in &both.channels {
        let own = channel.system.local_addr().unwrap().as_socket().unwrap();
        assert_eq!(own, SocketAddr::new(channel.address, both.port));
    }
    let taken = SocketOptions {
        addresses: vec!["127.0.0.2".parse().unwrap()],
        port: both.port,
        ..SocketOptions::new([0; 32])
    };
    let told = bind(&taken).map(|_| ()).unwrap_err();
    assert!(matches!(told, SocketError::Port { .. }), "{told}");
    assert!(told.to_string().contains("any free one"), "{told}");
}

#[test]
fn addresses_that_cannot_be_are_named() {
    let told = bound(TransportKind::Udp, &["192.0.2.1"]).map(|_| ()).unwrap_err();
    assert!(matches!(told, SocketError::Address { .. }), "{told}");
    for wrong in [["127.0.0.1", "127.0.0.1"], ["0.0.0.0", "127.0.0.1"]] {
        let told = bound(TransportKind::Udp, &wrong).map(|_| ()).unwrap_err();
        assert!(matches!(told, SocketError::Configuration { .. }), "{told}");
        assert!(told.to_string().contains(wrong[0]), "{told}");
    }
}

#[test]
fn raw_packets_come_without_the_header_of_ip() {
    for ip in ["127.0.0.1", "::1"] {
        let ends = [(); 2].map(|()| bound(TransportKind::Raw, &[ip]));
        let [Ok(mut a), Ok(mut b)] = ends else {
            let [Err(told), _] = ends else { panic!("one of two raw sockets") };
            assert!(told.to_string().contains("CAP_NET_RAW"), "{told}");
            assert!(told.to_string().contains("UDP"), "{told}");
            println!("skipped: raw sockets are not permitted here");
            return;
        };
        assert_ne!(a.port, b.port);
        let mut statistics = Statistics::default();
        let packet = [a.port.to_be_bytes(), b.port.to_be_bytes(), [1, 2]].concat();
        let transmit = to(ip, 0, packet.len(), packet.len());
        let sent = a.channels[0].send(&transmit, &packet, &mut statistics);
        assert_eq!(sent, TransmitOutcome::Taken, "{ip}");
        // Other tests, and others on this host, may send too: a raw socket hears all of them.
        let hears = |train: &Train| {
            train.bytes == packet && train.from == SocketAddr::new(ip.parse().unwrap(), 0)
        };
        while !arrived(&mut b.channels[0], &mut statistics).iter().any(hears) {}
    }
}

#[test]
fn a_header_of_ip_is_as_long_as_it_says() {
    assert_eq!(ip_header(&[0x45, 0]), 20);
    assert_eq!(ip_header(&[0x4f]), 60);
    assert_eq!(ip_header(&[]), 0);
}
