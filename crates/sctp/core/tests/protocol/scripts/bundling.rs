//! Chunks share packets (RFC 9260 §6.10), messages are cut and put together (§6.9), and unordered ones
//! pass the others (§6.6).

use bytes::Bytes;
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::chunk::DataFlags;
use ferry_sctp_core::wire::{ChunkType, StreamId};

use crate::common::ms;
use crate::common::pattern::Pattern;
use crate::common::script::{FRAGMENT, PEER_TSN, Peer, Script, data, fragment, plain};

const BEGIN: DataFlags =
    DataFlags { immediate: false, unordered: false, beginning: true, ending: false };
const MIDDLE: DataFlags = DataFlags { beginning: false, ..BEGIN };
const END: DataFlags = DataFlags { ending: true, ..MIDDLE };

#[test]
fn messages_of_several_streams_share_a_packet() {
    let mut script = Script::connected(plain(), Peer::default());
    let (now, id) = (script.now, script.id);
    for stream in 0..3 {
        let payload = Bytes::from(vec![stream as u8; 100]).into();
        script
            .end
            .send(now, id, StreamId(stream), MessageOptions::default(), payload, true)
            .expect("there is room");
    }
    // One packet holds all three, in order of their TSNs, each with its stream's own number (§6.10).
    let sent = script.expect();
    assert_eq!(sent.kinds(), [ChunkType::Data; 3]);
    let data = sent.data();
    assert_eq!(
        data.iter().map(|d| d.tsn).collect::<Vec<_>>(),
        (0..3).map(|n| script.t(n)).collect::<Vec<_>>()
    );
    assert_eq!(
        data.iter().map(|d| (d.stream, d.message)).collect::<Vec<_>>(),
        [(0, 0), (1, 0), (2, 0)]
    );
    script.silent();
}

#[test]
fn a_packet_is_never_larger_than_the_path_takes() {
    let mut script = Script::connected(plain(), Peer::default());
    for _ in 0..3 {
        let (now, id) = (script.now, script.id);
        let payload = Bytes::from(vec![1; 500]).into();
        script
            .end
            .send(now, id, StreamId(0), MessageOptions::default(), payload, true)
            .expect("there is room");
    }
    // Two of 516 bytes fit 1152 less 12, the third goes into a packet of its own (§6.10).
    assert_eq!(script.expect().kinds().len(), 2);
    assert_eq!(script.expect().kinds().len(), 1);
    script.silent();
}

#[test]
fn a_long_message_is_cut() {
    let mut script = Script::connected(plain(), Peer::default());
    let bytes = Pattern(1).bytes(0, 2 * FRAGMENT + 100);
    script.send(3, &bytes);
    let sent: Vec<_> = (0..3).flat_map(|_| script.expect().data()).collect();
    script.silent();
    // §6.9: consecutive TSNs, the same stream and stream sequence number, B on the first, E on the last.
    assert_eq!(
        sent.iter().map(|d| d.tsn).collect::<Vec<_>>(),
        (0..3).map(|n| script.t(n)).collect::<Vec<_>>()
    );
    // The I bit on the last is the sender's choice (§6.2).
    let flags = sent.iter().map(|d| DataFlags { immediate: false, ..d.flags });
    assert_eq!(flags.collect::<Vec<_>>(), [BEGIN, MIDDLE, END]);
    assert!(sent.iter().all(|d| (d.stream, d.message) == (3, 0)));
    assert_eq!(sent.iter().map(|d| d.payload.len()).collect::<Vec<_>>(), [FRAGMENT, FRAGMENT, 100]);
    assert_eq!(sent.into_iter().flat_map(|d| d.payload).collect::<Vec<_>>(), bytes);
    // The next message of the stream has the next number.
    let last = script.t(2);
    script.sack(last);
    script.send(3, b"next");
    assert_eq!(script.expect().data()[0].message, 1);
}

#[test]
fn fragments_are_put_together_in_whatever_order_they_come() {
    let mut script = Script::connected(plain(), Peer::default());
    let p = |n| PEER_TSN.plus(n);
    // The end, then the beginning, then the middle (§6.9); nothing can be read before all is there.
    script.say(&[fragment(p(2), 1, 0, END, b"c")]);
    script.say(&[fragment(p(0), 1, 0, BEGIN, b"a")]);
    assert_eq!(script.read(), None);
    script.say(&[fragment(p(1), 1, 0, MIDDLE, b"b")]);
    let mut whole = Vec::new();
    while let Some((stream, bytes, last)) = script.read() {
        assert_eq!(stream, 1);
        whole.extend(bytes);
        assert_eq!(last, whole.len() == 3);
    }
    assert_eq!(whole, b"abc");
}

#[test]
fn ordered_messages_wait_for_their_predecessors_and_other_streams_do_not() {
    let mut script = Script::connected(plain(), Peer::default());
    let p = |n| PEER_TSN.plus(n);
    // Of stream 1 the second message comes first, of stream 2 the first one (§6.6).
    script.say(&[data(p(1), 1, 1, b"second")]);
    script.say(&[data(p(2), 2, 0, b"other")]);
    assert_eq!(script.read(), Some((2, b"other".to_vec(), true)));
    assert_eq!(script.read(), None);
    script.say(&[data(p(0), 1, 0, b"first")]);
    assert_eq!(script.read(), Some((1, b"first".to_vec(), true)));
    assert_eq!(script.read(), Some((1, b"second".to_vec(), true)));
}

#[test]
fn an_unordered_message_waits_for_nothing() {
    let mut script = Script::connected(plain(), Peer::default());
    let flags = DataFlags { unordered: true, ..DataFlags::WHOLE };
    // §6.6: its stream sequence number means nothing, and the missing TSN before it is of no matter.
    script.say(&[fragment(PEER_TSN.plus(1), 1, 77, flags, b"now")]);
    assert_eq!(script.read(), Some((1, b"now".to_vec(), true)));

    // Sent: the U bit is set, and ordered messages are counted without it.
    let options = MessageOptions { unordered: true, ..MessageOptions::default() };
    script.take();
    script.send_with(4, options, b"unordered");
    script.send(4, b"ordered");
    let seen: Vec<_> = script.take().iter().flat_map(|sent| sent.data()).collect();
    assert!(seen[0].flags.unordered && !seen[1].flags.unordered);
    assert_eq!(seen[1].message, 0);
}

#[test]
fn an_acknowledgement_rides_before_the_data() {
    let mut script = Script::connected(plain(), Peer::default());
    script.say(&[data(PEER_TSN, 0, 0, b"question")]);
    script.take();
    script.wait(ms(20));
    script.take();
    script.say(&[data(PEER_TSN.next(), 0, 1, b"question")]);
    assert!(script.read().is_some() && script.read().is_some());
    // §6.10: control chunks come before DATA; §6.2: a SACK that waits goes along.
    script.send(0, b"answer");
    let sent = script.take();
    let with_data = sent.iter().find(|sent| sent.has(ChunkType::Data)).expect("the answer");
    assert_eq!(with_data.kinds(), [ChunkType::Sack, ChunkType::Data]);
    assert_eq!(with_data.sack().map(|sack| sack.cumulative), Some(PEER_TSN.next()));
    // The first of two packets is otherwise acknowledged after the delay, and now needs nothing more.
    script.sack(script.first);
    script.silent_for(ms(50));
}

#[test]
fn numbers_wrap() {
    let mut script = Script::connected(plain(), Peer::default());
    // The peer's TSNs pass 2^32 (§1.6); 65,536 messages let the stream's own number pass as well.
    for n in 0..6_u16 {
        script.say(&[data(PEER_TSN.plus(u32::from(n)), 0, n, &[n as u8])]);
        assert_eq!(script.read(), Some((0, vec![n as u8], true)));
    }
    script.wait(ms(20));
    let last = script.take().iter().filter_map(|sent| sent.sack()).last().expect("acknowledged");
    assert_eq!(last.cumulative, Tsn(2));
    assert!(last.gaps.is_empty());
}
