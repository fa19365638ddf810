//! What ends by itself and what is not offered: autoclose (RFC 6458 §8.1.8), ECN (RFC 9260 appendix on
//! history: not part of it), the number of associations.

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::{Chunk, ChunkType, ParameterType, Tlv};

use crate::common::script::{PEER_TSN, Peer, Script, data, plain};
use crate::common::{ms, s};

#[test]
fn an_association_without_traffic_closes_itself() {
    let config = AssociationConfig { autoclose: Some(s(3)), ..plain() };
    let mut script = Script::connected(config, Peer::default());
    script.wait(s(2));
    // Data, either way, counts as traffic.
    script.say(&[data(PEER_TSN, 0, 0, b"not idle")]);
    assert!(script.read().is_some());
    let last = script.now;
    script.wait(ms(100));
    script.take();
    let sent = script.expect_within(s(10));
    assert!(sent.has(ChunkType::Shutdown), "{:?}", sent.kinds());
    assert!(sent.at - last >= s(3) && sent.at - last <= s(3) + ms(200), "{:?}", sent.at - last);
}

#[test]
fn without_autoclose_silence_is_no_reason_to_end() {
    let mut script = Script::connected(plain(), Peer::default());
    script.silent_for(s(3600));
    assert!(script.end.is_established(script.id));
}

#[test]
fn marks_of_congestion_are_not_offered() {
    let script = Script::connected(plain(), Peer::default());
    // RFC 9260 leaves ECN out; who has no way to read the marks of IP must not offer it.
    script.opening[0].look(ChunkType::Init, |chunk| match chunk {
        Chunk::Init(init) => {
            for parameter in init.parameters {
                let kind = ParameterType(parameter.expect("well-formed").kind());
                assert_ne!(kind, ParameterType::EcnCapable);
            }
        }
        other => panic!("{other:?}"),
    });
}

#[test]
fn an_endpoint_holds_no_more_associations_than_it_may() {
    use ferry_sctp_core::endpoint::{Endpoint, EndpointConfig, Remote};
    let config =
        EndpointConfig { port: 5000, accepts: true, most_associations: 3, association: plain() };
    let mut end = Endpoint::new(config, [7; 32]);
    let mut refused = 0;
    for n in 0..5 {
        let to = crate::common::sim::address(n, 0);
        let remote = Remote { addresses: vec![to], port: to.port() };
        refused += usize::from(end.connect(s(1), &remote).is_err());
    }
    assert_eq!(refused, 2);
    assert_eq!(end.associations().count(), 3);
}
