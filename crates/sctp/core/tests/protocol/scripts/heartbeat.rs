//! Heartbeats (RFC 9260 §8.3) and the confirmation of addresses (§5.4).

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::path::{HeartbeatSettings, PathState};
use ferry_sctp_core::wire::chunk::{Heartbeat, HeartbeatAck};
use ferry_sctp_core::wire::{Chunk, ChunkType};

use crate::common::script::{Peer, Script, plain};
use crate::common::sim::address;
use crate::common::{ms, s};

fn beating() -> AssociationConfig {
    let mut config = plain();
    config.paths.heartbeat = HeartbeatSettings { enabled: true, interval: s(5) };
    config
}

#[test]
fn a_heartbeat_is_answered_with_what_it_brought() {
    let mut script = Script::connected(plain(), Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    let info = b"nothing but the sender's own business";
    // §8.3: at once, and to the address that it came from.
    script.say_from(address(1, 1), &[Chunk::Heartbeat(Heartbeat { info })]);
    let answer = script.expect();
    assert_eq!(answer.kinds(), [ChunkType::HeartbeatAck]);
    assert_eq!(answer.to, address(1, 1));
    answer.look(ChunkType::HeartbeatAck, |chunk| {
        assert_eq!(*chunk, Chunk::HeartbeatAck(HeartbeatAck { info }));
    });
}

#[test]
fn an_idle_path_is_asked_and_measured() {
    let mut script = Script::connected(beating(), Peer::default());
    let begun = script.now;
    let beat = script.expect_within(s(10));
    // §8.3: after HB.interval and an RTO, of which up to a half is added or taken away.
    assert_eq!(beat.kinds(), [ChunkType::Heartbeat]);
    assert!(beat.at - begun >= s(5) && beat.at - begun <= s(6), "{:?}", beat.at - begun);
    script.wait(ms(7));
    assert!(script.answer_heartbeat(&beat));
    let path = script.path(0);
    assert_eq!((path.errors, path.counters.heartbeats), (0, 1));
    assert!(path.rtt.is_some_and(|rtt| rtt > ms(2)), "the answer took 7 ms: {:?}", path.rtt);
    // The next one comes as long after.
    assert!(script.expect_within(s(10)).at - beat.at >= s(5));
}

#[test]
fn a_path_in_use_is_not_asked() {
    let mut script = Script::connected(beating(), Peer::default());
    for n in 0..40 {
        script.wait(ms(500));
        script.send(0, b"something");
        script.wait(ms(1));
        script.sack(script.t(n));
    }
    // §8.3: only an idle address.
    assert!(script.take().iter().all(|sent| !sent.has(ChunkType::Heartbeat)));
}

#[test]
fn unanswered_heartbeats_make_the_path_fail() {
    let mut script = Script::connected(beating(), Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    // The first address stays silent, the other answers.
    for _ in 0..4000 {
        script.wait(ms(50));
        for sent in script.take() {
            if sent.to == address(1, 1) {
                script.answer_heartbeat(&sent);
            }
        }
        if script.path(0).state == PathState::Inactive {
            break;
        }
    }
    // §8.2, §8.3: more errors than Path.Max.Retrans. The association stands: the other path answers.
    assert_eq!(script.path(0).state, PathState::Inactive);
    assert!(script.path(0).errors > 5);
    assert_eq!(script.path(1).state, PathState::Active);
    assert!(script.end.is_established(script.id));
    // It is still asked, and returns with an answer.
    for _ in 0..400 {
        script.wait(ms(50));
        for sent in script.take() {
            script.answer_heartbeat(&sent);
        }
    }
    assert_eq!(script.path(0).state, PathState::Active);
}

#[test]
fn an_answer_that_was_not_asked_for_proves_nothing() {
    let mut script = Script::connected(beating(), Peer::default());
    let beat = script.expect_within(s(10));
    let forged: Vec<u8> = beat.look(ChunkType::Heartbeat, |chunk| match chunk {
        Chunk::Heartbeat(heartbeat) => heartbeat.info.iter().map(|byte| byte ^ 0x55).collect(),
        other => panic!("{other:?}"),
    });
    // §8.3, §5.4: the nonce is not the one that was sent.
    script.say(&[Chunk::HeartbeatAck(HeartbeatAck { info: &forged })]);
    script.wait(s(2));
    assert!(script.path(0).errors >= 1);
    // The right one, even late, clears the count.
    script.answer_heartbeat(&beat);
    assert!(script.path(0).errors <= 1);
}
