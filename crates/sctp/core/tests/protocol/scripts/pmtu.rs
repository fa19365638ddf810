//! Path MTU discovery by probes (RFC 8899 §6.2: SCTP; RFC 4820).

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::path::PmtuSettings;
use ferry_sctp_core::wire::ChunkType;

use crate::common::script::{FRAGMENT, Peer, Script, Sent, plain};
use crate::common::{ms, s};

fn searching(max: u16) -> AssociationConfig {
    let mut config = plain();
    config.paths.pmtu = PmtuSettings { enabled: true, max, ..PmtuSettings::default() };
    config
}

/// Answers probes up to this size of IP packet until none has come for a while.
fn carry(script: &mut Script, mtu: usize) -> Vec<usize> {
    let mut sizes = Vec::new();
    for _ in 0..400 {
        for sent in script.take() {
            if sent.probe {
                let size = sent.bytes.len() + 48;
                sizes.push(size);
                if size <= mtu {
                    script.answer_heartbeat(&sent);
                }
            }
        }
        script.wait(ms(50));
    }
    sizes
}

fn is_probe(sent: &Sent) -> bool {
    sent.probe && sent.kinds().contains(&ChunkType::Heartbeat)
}

#[test]
fn probes_are_padded_heartbeats_and_the_largest_answered_is_used() {
    let mut script = Script::connected(searching(9000), Peer::default());
    script.wait(ms(1));
    // RFC 8899 §6.2.1: HEARTBEAT and PAD, alone in a packet that must not be fragmented. The base first.
    let base = script.expect_within(s(1));
    assert!(is_probe(&base), "{:?}", base.kinds());
    assert_eq!(base.bytes.len(), 1200 - 48);
    script.answer_heartbeat(&base);
    // Then the interface's own MTU.
    let large = script.expect_within(s(2));
    assert!(is_probe(&large));
    assert_eq!(large.kinds(), [ChunkType::Heartbeat, ChunkType::Pad]);
    assert_eq!(large.bytes.len(), 9000 - 48);
    script.answer_heartbeat(&large);
    assert_eq!(script.path(0).mtu, 9000);
    // Data uses it at once.
    script.send(0, &[1; 20_000]);
    let first = script.expect();
    assert_eq!(first.bytes.len(), 9000 - 48);
}

#[test]
fn what_does_not_pass_is_found_by_asking() {
    let mut script = Script::connected(searching(9000), Peer::default());
    let sizes = carry(&mut script, 1500);
    // A search over common sizes ends at the path's own (RFC 8899 §5.3.2), and the loss of probes is
    // neither congestion nor an error of the path (§3, §4.4).
    assert_eq!(script.path(0).mtu, 1500, "{sizes:?}");
    assert_eq!(script.path(0).errors, 0);
    assert!(sizes.len() <= 30, "{sizes:?}");
}

#[test]
fn a_probe_too_large_for_the_host_is_given_up_at_once() {
    let mut script = Script::connected(searching(9000), Peer::default());
    let base = script.expect_within(s(1));
    script.answer_heartbeat(&base);
    let large = script.expect_within(s(2));
    assert_eq!(large.bytes.len(), 9000 - 48);
    let now = script.now;
    // The host says that the packet cannot leave: no time is lost with waiting for an answer.
    script.end.probe_too_big(now, large.to, large.bytes.len());
    let next = script.expect_within(ms(100));
    assert!(is_probe(&next) && next.bytes.len() < large.bytes.len());
}

#[test]
fn a_black_hole_brings_the_base_back() {
    let mut script = Script::connected(searching(9000), Peer::default());
    let mut acked = script.t(0).previous();
    carry(&mut script, 9000);
    assert_eq!(script.path(0).mtu, 9000);
    // The route changes: packets above 1500 vanish. What is smaller is acknowledged.
    script.send(0, &[1; 8000]);
    for _ in 0..400 {
        for sent in script.take() {
            // What is larger than the MTU in use was cut before the change, and IP cuts it.
            let size = sent.bytes.len() + 48;
            if size > 1500 && (sent.probe || size <= usize::from(script.path(0).mtu)) {
                continue;
            }
            script.answer_heartbeat(&sent);
            for data in sent.data() {
                if data.tsn == acked.next() {
                    acked = data.tsn;
                }
            }
            script.sack(acked);
        }
        script.wait(ms(20));
    }
    // RFC 8899 §4.3: consecutive timeouts of large packets mean a black hole.
    assert_eq!(script.path(0).counters.black_holes, 1);
    assert!(script.path(0).mtu <= 1500, "{}", script.path(0).mtu);
}

#[test]
fn without_a_search_the_base_is_used() {
    let mut script = Script::connected(plain(), Peer::default());
    script.silent_for(s(20));
    script.send(0, &[1; 3 * FRAGMENT]);
    assert!(script.take().iter().all(|sent| sent.bytes.len() <= 1200 - 48 && !sent.probe));
}
