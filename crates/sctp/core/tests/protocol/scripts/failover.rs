//! Several addresses: which one is used, and what happens when one fails (RFC 9260 §6.4, §8.2; RFC 7829).

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, Loss};
use ferry_sctp_core::path::{FailureSettings, PathState};
use ferry_sctp_core::wire::ChunkType;

use crate::common::script::{FRAGMENT, PEER_TSN, Peer, Script, Sent, data, plain};
use crate::common::sim::address;
use crate::common::{ms, s};

fn two() -> Script {
    let mut config = plain();
    config.paths.failure = FailureSettings::default();
    let mut script = Script::connected(config, Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    while script.event().is_some() {}
    script
}

#[test]
fn data_goes_to_the_primary_and_answers_where_the_question_came_from() {
    let mut script = two();
    script.send(0, b"to the primary");
    let sent = script.expect();
    assert_eq!(sent.to, address(1, 0));
    script.sack(script.t(0));
    // §6.4: a SACK goes to the address that the data came from.
    script.say_from(address(1, 1), &[data(PEER_TSN, 0, 0, b"from the other")]);
    let sack = script.expect_within(ms(10));
    assert!(sack.has(ChunkType::Sack));
    assert_eq!(sack.to, address(1, 1));
}

#[test]
fn one_timeout_moves_data_to_the_other_path() {
    let mut script = two();
    script.send(0, b"lost");
    let sent = script.expect();
    let again = script.expect_within(s(1));
    // §6.4.1: sent again to another address; RFC 7829 §3: the first is potentially failed, and asked.
    let (again, beat) = if again.has(ChunkType::Data) {
        (again, script.expect_within(s(1)))
    } else {
        (script.expect_within(s(1)), again)
    };
    assert_eq!((again.to, again.tsns()), (address(1, 1), sent.tsns()));
    assert_eq!((beat.to, beat.has(ChunkType::Heartbeat)), (address(1, 0), true));
    assert_eq!(script.path(0).state, PathState::PotentiallyFailed);
    assert_eq!(
        script.event(),
        Some(AssociationEvent::PathChanged {
            address: address(1, 0),
            from: PathState::Active,
            to: PathState::PotentiallyFailed
        })
    );
    // New data goes there too.
    script.wait(ms(1));
    script.say_from(address(1, 1), &[]);
    script.sack(script.t(0));
    script.send(0, b"next");
    let next = script.take().into_iter().find(|sent| sent.has(ChunkType::Data)).expect("data");
    assert_eq!(next.to, address(1, 1));
    script.sack(script.t(1));
    // The answer to the heartbeat brings the primary back, and data returns to it (RFC 7829 §3).
    for _ in 0..100 {
        script.wait(ms(10));
        for sent in script.take() {
            script.answer_heartbeat(&sent);
        }
    }
    assert_eq!(script.path(0).state, PathState::Active);
    script.send(0, b"back");
    assert_eq!(script.expect().to, address(1, 0));
}

/// What is sent again goes to the other address (RFC 9260 §6.4.1), where there is room for more than that; new data
/// keeps to the primary, as long as nobody counts that as failed.
#[test]
fn new_data_does_not_follow_what_is_sent_again_elsewhere() {
    let mut script = Script::connected(plain(), Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    script.end.set_primary(script.id, address(1, 1)).expect("it is confirmed");
    let mut sent = 0;
    for _ in 0..8 {
        script.send(0, &[0; 4 * FRAGMENT]);
        sent += 4;
        assert_eq!(script.take().len(), 4);
        script.wait(ms(5));
        script.sack(script.t(sent - 1));
    }
    script.end.set_primary(script.id, address(1, 0)).expect("it is confirmed");
    script.send(0, &[1; 40 * FRAGMENT]);
    let lost = script.take();
    assert!(lost.iter().all(|sent| sent.to == address(1, 0)) && lost.len() < 20);
    let mut after = vec![script.expect_within(s(3))];
    after.extend(script.take());
    let (again, new): (Vec<_>, Vec<_>) = after.iter().partition(|sent| sent.to == address(1, 1));
    let tsns = |packets: &[&Sent]| packets.iter().flat_map(|sent| sent.tsns()).collect::<Vec<_>>();
    assert_eq!(tsns(&again), tsns(&lost.iter().collect::<Vec<_>>()));
    // The window of the primary is a packet after a timeout (§7.2.3).
    assert_eq!(tsns(&new), [script.t(sent + lost.len() as u32)]);
}

#[test]
fn nothing_but_silence_ends_the_association() {
    let config = AssociationConfig { max_retrans: 4, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    script.send(0, b"into the void");
    let mut tries = 0;
    for _ in 0..1000 {
        script.wait(ms(100));
        tries += script.take().iter().filter(|sent| sent.has(ChunkType::Data)).count();
        if !script.end.is_established(script.id) {
            break;
        }
    }
    // §8.1: more consecutive errors than Association.Max.Retrans.
    assert_eq!(tries, 5, "the message and four retransmissions");
    assert!(
        matches!(script.news(), Some(AssociationEvent::Lost(Loss::Unreachable { errors })) if errors > 4)
    );
    assert_eq!(script.event(), None);
    assert_eq!(script.end.next_due(), None);
}

#[test]
fn an_answer_sets_the_count_of_errors_back() {
    let config = AssociationConfig { max_retrans: 4, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    for n in 0..10 {
        script.send(0, b"message");
        for _ in 0..3 {
            script.expect_within(s(10));
        }
        // §8.1: the counter starts over with each acknowledgement.
        script.sack(script.t(n));
    }
    assert!(script.end.is_established(script.id));
    // The path's own counter waits for a chunk that was sent once (§8.2: an acknowledgement of what was
    // sent again may be that of any copy).
    script.send(0, b"message");
    script.sack(script.t(10));
    assert_eq!(script.path(0).errors, 0);
}

#[test]
fn the_user_may_choose_the_primary() {
    let mut script = two();
    let id = script.id;
    script.end.set_primary(id, address(1, 1)).expect("it is confirmed");
    script.send(0, b"there");
    assert_eq!(script.expect().to, address(1, 1));
    assert!(script.end.set_primary(id, address(1, 7)).is_err(), "the peer has no such address");
}
