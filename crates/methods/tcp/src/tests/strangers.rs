//! Who comes to the door: strangers, liars and those who speak slowly.

use super::*;

#[test]
fn another_secret_gets_nothing_and_harms_nobody() {
    let mut impostor = Identity { secret: [1; 32], ..identity(2, 3) };
    impostor.host = "conformance".into();
    let short = TcpOptions { connect_timeout: Duration::from_secs(1), ..TcpOptions::default() };
    let (mut a, mut b) = (End::new(0, 3), End::new(1, 3));
    let mut stranger = End::with(impostor, short);
    introduced(&mut a, &mut b);
    stranger.knows(&a);
    assert!(!stranger.send(0).unwrap());
    until(&mut [&mut a, &mut b, &mut stranger], |ends| {
        ends[0].method.counters().refused > 0 && !ends[2].sink.losses.is_empty()
    });
    assert!(matches!(stranger.sink.losses[0].1, MethodError::Unreachable { .. }));
    until(&mut [&mut a, &mut b], |ends| ends[0].send(1).unwrap());
    until(&mut [&mut a, &mut b], |ends| !ends[1].sink.arrivals.is_empty());
    assert!(a.sink.losses.is_empty() && a.sink.arrivals.is_empty());
}

#[test]
fn two_versions_tell_each_other() {
    let (mut old, mut new) = (End::new(0, 2), End::new(1, 2));
    new.method.version = VERSION + 1;
    introduced(&mut old, &mut new);
    assert!(!new.send(0).unwrap());
    until(&mut [&mut old, &mut new], |ends| ends.iter().all(|end| end.sink.losses.len() == 1));
    for end in [&old, &new] {
        let text = end.sink.losses[0].1.to_string();
        assert!(text.contains("version 1") && text.contains("version 2"), "{text}");
        assert!(text.contains("the same Ferry"), "{text}");
    }
    assert!(old.send(1).is_err() && new.send(0).is_err());
}

fn exchange(stream: &mut TcpStream, end: &mut End, message: &[u8]) -> [u8; MESSAGE_LEN] {
    stream.write_all(message).unwrap();
    let (mut answer, mut got) = ([0; MESSAGE_LEN], 0);
    until(&mut [end], |_| {
        match stream.read(&mut answer[got..]) {
            Ok(0) => panic!("closed instead of answered"),
            Ok(n) => got += n,
            Err(e) => assert_eq!(e.kind(), ErrorKind::WouldBlock),
        }
        got == MESSAGE_LEN
    });
    answer
}

fn expect_closed(stream: &mut TcpStream, end: &mut End) {
    until(&mut [end], |_| match stream.read(&mut [0; 64]) {
        Ok(n) => n == 0,
        Err(e) => e.kind() != ErrorKind::WouldBlock,
    });
}

fn knock(end: &End) -> TcpStream {
    let stream = TcpStream::connect(end.door()).unwrap();
    stream.set_nonblocking(true).unwrap();
    stream
}

#[test]
fn a_replayed_handshake_is_turned_away() {
    let mut end = End::new(0, 3);
    let mut talk = HandshakeTalk::new(&identity(1, 3), VERSION, Some(PeerId(0)));
    let hello = talk.say(HandshakeStep::Hello, Acceptance::None).unwrap();
    let mut stream = knock(&end);
    let challenge = exchange(&mut stream, &mut end, &hello);
    talk.hear(&challenge, &[HandshakeStep::Challenge]).unwrap();
    let proof = talk.say(HandshakeStep::Proof, Acceptance::None).unwrap();
    let verdict = exchange(&mut stream, &mut end, &proof);
    assert_eq!(
        talk.hear(&verdict, &[HandshakeStep::Verdict]),
        Ok((HandshakeStep::Verdict, Acceptance::Accept))
    );
    // The listener in between plays it all again.
    let mut replay = knock(&end);
    exchange(&mut replay, &mut end, &hello);
    replay.write_all(&proof).unwrap();
    expect_closed(&mut replay, &mut end);
    assert_eq!(end.method.counters().refused, 1);
    assert_eq!(end.method.counters().peers, 1, "the first connection is unharmed");
}

#[test]
fn hellos_of_impossible_ranks_are_turned_away() {
    let mut end = End::new(0, 3);
    // (me, to, size as the caller pretends)
    for (me, to, size) in [(0, 0, 3), (3, 0, 9), (u32::MAX, 0, u32::MAX), (1, 2, 3)] {
        let mut talk = HandshakeTalk::new(&identity(me, size), VERSION, Some(PeerId(to)));
        let mut stream = knock(&end);
        let before = end.method.counters().refused;
        stream.write_all(&talk.say(HandshakeStep::Hello, Acceptance::None).unwrap()).unwrap();
        expect_closed(&mut stream, &mut end);
        assert_eq!(end.method.counters().refused, before + 1);
    }
}

/// A peer that has proven itself, spoken by hand.
fn proven_peer(end: &mut End) -> TcpStream {
    let mut talk = HandshakeTalk::new(&identity(1, 3), VERSION, Some(PeerId(0)));
    let mut stream = knock(end);
    let hello = talk.say(HandshakeStep::Hello, Acceptance::None).unwrap();
    let challenge = exchange(&mut stream, end, &hello);
    talk.hear(&challenge, &[HandshakeStep::Challenge]).unwrap();
    let proof = talk.say(HandshakeStep::Proof, Acceptance::None).unwrap();
    exchange(&mut stream, end, &proof);
    stream
}

#[test]
fn a_frame_longer_than_any_is_nonsense() {
    let mut end = End::new(0, 3);
    let mut stream = proven_peer(&mut end);
    let len = end.method.attributes().max_frame as u32 + 1;
    stream.write_all(&Header::default().encode(len)).unwrap();
    until(&mut [&mut end], |ends| !ends[0].sink.losses.is_empty());
    assert!(matches!(end.sink.losses[0], (PeerId(1), MethodError::Nonsense { .. })));
    assert_eq!(end.method.counters().refused, 1);
    expect_closed(&mut stream, &mut end);
}

#[test]
fn a_frame_that_trickles_in_arrives_whole() {
    let mut end = End::new(0, 3);
    let mut stream = proven_peer(&mut end);
    for len in [0u32, 10, 3000] {
        let payload = ferry_conformance::pattern(1, len as usize);
        let header = Header { bits: 7, ..Header::new(HandlerId(2)) };
        let bytes = [&header.encode(len)[..], &payload].concat();
        for byte in bytes.chunks(if len > 100 { 97 } else { 1 }) {
            assert!(end.sink.arrivals.is_empty());
            stream.write_all(byte).unwrap();
            end.method.poll(Now::from_secs(1), &mut end.sink);
        }
        until(&mut [&mut end], |ends| !ends[0].sink.arrivals.is_empty());
        let arrival = end.sink.arrivals.remove(0);
        assert_eq!((arrival.header, arrival.payload), (header, Some(payload)));
    }
}
