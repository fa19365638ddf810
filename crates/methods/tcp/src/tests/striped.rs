//! Links over several connections, one end of which is written to by hand.

use super::*;
use crate::lane_bytes::ACKNOWLEDGE_AFTER;
use crate::outbox::{ACKNOWLEDGE, Chunk, LONG};
use ferry_wire::HEADER_LEN;

/// Two ends with three connections, over which one long frame has gone from the first to the second.
fn widened() -> (End, End) {
    let options = TcpOptions { stripes: Some(3), ..TcpOptions::default() };
    let (mut a, mut b) =
        (End::with(identity(0, 2), options.clone()), End::with(identity(1, 2), options));
    introduced(&mut a, &mut b);
    let (header, payload, mut done) = (Header::new(HandlerId(1)), vec![7; 300 << 10], 0);
    until(&mut [&mut a, &mut b], |ends| {
        ends[0].method.send(PeerId(1), &header, &payload, &mut done).unwrap()
    });
    until(&mut [&mut a, &mut b], |ends| {
        let are_up = |end: &End, peer| end.method.open_streams(PeerId(peer)) == 3;
        ends[1].sink.arrivals.len() == 1 && are_up(ends[0], 1) && are_up(ends[1], 0)
    });
    (a, b)
}

/// A frame, or the beginning of one in chunks.
fn frame(len: u32, payload: &[u8]) -> Vec<u8> {
    [&Header::new(HandlerId(1)).encode(len)[..], payload].concat()
}

/// Whether an acknowledgement has come over the first connection; nothing else may.
fn is_acknowledged(end: &mut End) -> bool {
    let mut record = [0; HEADER_LEN];
    let mut socket = socket_to(end, 1);
    match socket.read(&mut record) {
        Ok(n) => {
            assert_eq!(n, HEADER_LEN);
            assert_eq!(Header::decode(&record).unwrap().1, ACKNOWLEDGE);
            true
        }
        Err(e) => {
            assert_eq!(e.kind(), ErrorKind::WouldBlock);
            false
        }
    }
}

fn write_first(end: &mut End, bytes: &[u8]) {
    let mut socket = socket_to(end, 1);
    socket.write_all(bytes).unwrap();
}

/// Writes ordinary frames over the first connection, each of which has come before the next.
fn write_frames(a: &mut End, b: &mut End, mut go_on: impl FnMut(&mut End) -> bool) {
    while go_on(a) {
        let before = b.sink.arrivals.len();
        write_first(a, &frame(1000, &[1; 1000]));
        until(&mut [b], |ends| ends[0].sink.arrivals.len() > before);
    }
}

/// What comes over a further connection can end a wait of the first one, of which much is read then.
/// That is acknowledged, though the first one has nothing more to read afterwards: the sender may wait
/// for just that.
#[test]
fn what_another_connection_lets_in_is_acknowledged() {
    let (mut a, mut b) = widened();
    // From here on the bytes that are not acknowledged are known.
    write_frames(&mut a, &mut b, |a| !is_acknowledged(a));
    let mut left = ACKNOWLEDGE_AFTER.1 as usize / (HEADER_LEN + 1000) - 1;
    write_frames(&mut a, &mut b, |_| {
        left -= 1;
        left > 0
    });
    // The frame of number 2 is missing, and 3, which follows, waits for it.
    let later = Chunk::new(3, 0, 20_000).head;
    let behind = [&frame(10 | LONG, &[])[..], &frame(20_000 | LONG, &later), &[3; 20_000]].concat();
    write_first(&mut a, &behind);
    let before = b.sink.arrivals.len();
    until(&mut [&mut b], |ends| {
        ends[0].method.stream_mut(PeerId(0)).unwrap().first().bytes.receiver.waits()
    });
    assert!(!is_acknowledged(&mut a));
    // What is flushed for other reasons is not any more after a sleep.
    assert!(matches!(b.method.arm(false), Armed::Ready(_)));
    b.method.disarm();
    let lane = &a.method.stream_mut(PeerId(1)).unwrap().lanes[1];
    let missing = [&Chunk::new(2, 0, 10).head[..], &[2; 10]].concat();
    lane.socket().expect("it is up").write_all(&missing).unwrap();
    until(&mut [&mut b], |ends| ends[0].sink.arrivals.len() == before + 2);
    until(&mut [&mut b], |_| is_acknowledged(&mut a));
}
