//! Two endpoints joined by a perfect line: the shortest way through everything.

use crate::line::Pair;
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{Endpoint, EndpointConfig};
use ferry_sctp_core::streams::{MessageOptions, Payload};
use ferry_sctp_core::wire::StreamId;

fn exchange(configure: impl Fn(&mut EndpointConfig)) {
    let mut pair = Pair::new(configure);
    let (a, b) = pair.up();
    for (n, len) in [1_usize, 8, 1000, 1400, 5000, 60_000, 300_000].into_iter().enumerate() {
        let text: Vec<u8> = (0..len).map(|at| (at * 7 + n) as u8).collect();
        let stream = StreamId(n as u16);
        let options = MessageOptions::default();
        for (from, to, id, there) in [(0, 1, a, b), (1, 0, b, a)] {
            let now = pair.now;
            let payload = Payload::Borrowed(&text);
            let accepted =
                pair.ends[from].send(now, id, stream, options, payload, true).expect("room");
            assert_eq!(accepted.bytes, len);
            let (mut whole, mut read) = (Vec::new(), None);
            for _ in 0..200 {
                pair.carry();
                read = read.or_else(|| pair.read(to, there, &mut whole));
                let held = pair.ends[from].report(id).map(|report| report.send_held);
                if held == Some(0) && read.is_some() {
                    break;
                }
                if pair.carry() == 0 {
                    pair.wait();
                }
            }
            assert_eq!(read, Some(stream), "{len} bytes");
            assert!(whole == text, "{len} bytes arrived as they were sent");
        }
    }
    let refused: Vec<u64> = pair.ends.iter().map(|end| end.counters().refused()).collect();
    assert_eq!(refused, [0, 0]);
    pair.ends[0].shutdown(pair.now, a).expect("it is up");
    for _ in 0..10 {
        pair.carry();
        if pair.events[0].iter().any(|(_, event)| *event == AssociationEvent::Closed) {
            break;
        }
        pair.wait();
    }
    pair.carry();
    for n in 0..2 {
        assert_eq!(
            pair.events[n].pop_back().map(|(_, event)| event),
            Some(AssociationEvent::Closed),
            "{n}"
        );
    }
    pair.ends[0].release(a);
    pair.ends[1].release(b);
    assert_eq!(pair.ends.iter_mut().filter_map(Endpoint::next_due).min(), None);
    assert!(pair.ends.iter().all(|end| end.associations().next().is_none()));
}

#[test]
fn interleaved() {
    exchange(|_| {});
}

#[test]
fn plain() {
    exchange(|config| config.association.interleaving = false);
}

#[test]
fn with_windows_by_stream() {
    exchange(|config| config.association.stream_window = Some(64 << 10));
}

#[test]
fn authenticated() {
    use ferry_sctp_core::association::AuthenticationConfig;
    use ferry_sctp_core::wire::{ChunkType, HmacId};
    exchange(|config| {
        config.association.authentication = Some(AuthenticationConfig {
            key_id: 1,
            key: b"secret".to_vec(),
            chunks: vec![ChunkType::CookieEcho, ChunkType::CookieAck, ChunkType::IData],
            algorithms: vec![HmacId::SHA256, HmacId::SHA1],
        });
    });
}
