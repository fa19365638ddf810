//! Ways whose round trip is longer than the first timeout: INIT is sent again before it can be answered,
//! and of Karn's rule there is no sample of the trip (RFC 9260 §6.3.1 C5). Data must not pay for that.

use std::time::Duration;

use crate::common::script::endpoint;
use crate::common::sim::Sim;
use ferry_netem::LinkSettings;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::streams::Read;
use ferry_sctp_core::wire::StreamId;

#[test]
fn nothing_is_sent_again_that_was_not_lost() {
    for ms in [90, 110, 150, 260, 450_u64] {
        let config = endpoint(AssociationConfig::default());
        let way = LinkSettings::default().delay(format!("{ms}ms").parse().expect("a time"));
        let way = way.rate("200mbit".parse().expect("a rate"));
        let mut sim = Sim::pair(ms, &config, &config, &[way]);
        let (a, b) = sim.open(0, 1);
        let (ids, mut missing) = ([a, b], [100_000, 100_000]);
        for (host, id) in ids.into_iter().enumerate() {
            let (now, text) = (sim.now, vec![7; 100_000]);
            let sent =
                sim.end(host).send(now, id, StreamId(0), Default::default(), text[..].into(), true);
            assert_eq!(sent.expect("room").bytes, text.len());
            sim.flush(host);
        }
        let until = sim.now + Duration::from_secs(60);
        let done = sim.run_while(until, |sim| {
            for (host, id) in ids.into_iter().enumerate() {
                while let Some(Read::Piece(p)) = sim.end(host).read(id, StreamId(0), usize::MAX) {
                    missing[host] -= p.payload.len();
                }
            }
            missing != [0, 0]
        });
        assert!(done, "{ms} ms: {missing:?} bytes never came");
        for (host, id) in ids.into_iter().enumerate() {
            let report = sim.end(host).report(id).expect("it stands");
            assert_eq!(report.counters.retransmissions, 0, "{ms} ms, host {host}");
            assert_eq!(report.paths[0].counters.timeouts, 0, "{ms} ms, host {host}");
        }
    }
}
