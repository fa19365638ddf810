//! What streams are for: a loss on one holds up no other (RFC 9260 §1.5.4, §6.6).

use ferry_netem::LinkSettings;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::AssociationConfig;

use crate::common::flow::Flow;
use crate::common::script::endpoint;
use crate::common::sim::Sim;
use crate::common::{ms, s};

/// Small messages, one a millisecond, over this many streams; every 200th packet is lost.
fn latencies(streams: u16) -> Vec<Now> {
    let config = endpoint(AssociationConfig::default());
    let path = LinkSettings::default().delay("20ms".parse().expect("a time"));
    let mut sim = Sim::pair(21, &config, &config, &[path]);
    let (a, b) = sim.open(0, 1);
    sim.run_for(s(3));
    sim.wire(0, 1, 0).every = Some(200);
    let mut flow = Flow::new((0, a), (1, b), streams, 50, 1500);
    flow.pace = ms(1);
    assert!(flow.run(&mut sim, s(60)));
    flow.latencies()
}

#[test]
fn a_loss_holds_up_its_own_stream_alone() {
    let late = |latencies: &[Now]| latencies.iter().filter(|time| **time > ms(25)).count();
    let (one, ten) = (latencies(1), latencies(10));
    let (one_late, ten_late) = (late(&one), late(&ten));
    // Over one stream each loss delays all that is sent until it is made good, which is a round trip of
    // 40 messages and more; over ten streams only the tenth part of them.
    assert!(one_late > 150, "{one_late} of 1500 were late over one stream");
    assert!(ten_late * 3 < one_late, "{ten_late} of 1500 were late over ten streams");
    // Most messages take just the time of the path.
    assert!(ten.iter().filter(|time| **time <= ms(21)).count() > 1300);
}
