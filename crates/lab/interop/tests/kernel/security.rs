//! Authenticated chunks (RFC 4895): the same key on both ends, and another.

use ferry_sctp::TransportKind::{Raw, Udp};
use ferry_sctp_core::association::{AssociationConfig, AuthenticationConfig};
use ferry_sctp_core::wire::{ChunkType, HmacId};

use crate::bench::{By, KernelPair, KernelWay, kernel};

fn authenticated(key: &[u8]) -> AssociationConfig {
    let authentication = AuthenticationConfig {
        key_id: 1,
        key: key.to_vec(),
        chunks: vec![ChunkType::Data, ChunkType::Sack, ChunkType::IData],
        algorithms: vec![HmacId::SHA256, HmacId::SHA1],
    };
    AssociationConfig { authentication: Some(authentication), ..AssociationConfig::default() }
}

fn way(by: By, transport: ferry_sctp::TransportKind, style: &'static str) -> KernelWay {
    let config = authenticated(b"a-secret-of-both");
    KernelWay { also: "auth=a-secret-of-both", config, ..KernelWay::new(by, transport, style) }
}

#[test]
fn data_is_authenticated_both_ways() {
    let Some((bench, mut guest)) = kernel() else { return };
    for by in [By::Ferry, By::Kernel] {
        for transport in [Udp, Raw] {
            for style in ["many", "one"] {
                let way = way(by, transport, style);
                let mut pair = KernelPair::new(&bench, &mut guest, &way);
                let report = pair.ferry.socket.endpoint().report(pair.id()).expect("it is up");
                assert!(report.authenticated, "{way:?}");
                pair.exchange(&[0, 1, 2], 20, 5000, false);
                pair.exchange(&[3], 2, 300_000, false);
                pair.quit();
            }
        }
    }
}
