//! I-DATA (RFC 8260) with a kernel that allows it (`net.sctp.intl_enable`).
//!
//! Linux numbers the fragments of a message otherwise than §2.1 says: the second is number 0, not 1. So
//! messages of one fragment pass, and Ferry ends an association on which it sees a second fragment with
//! the number of the first, rather than give out a message in which bytes have changed places. Without
//! I-DATA everything passes.

use ferry_sctp::TransportKind::{Raw, Udp};
use ferry_sctp_core::association::{AssociationEvent, Loss};

use crate::bench::{By, DEADLINE, KernelPair, KernelWay, kernel};

fn ways() -> Vec<KernelWay> {
    let way = |by, transport, style| KernelWay {
        interleaving: true,
        ..KernelWay::new(by, transport, style)
    };
    vec![
        way(By::Ferry, Udp, "many"),
        way(By::Kernel, Udp, "one"),
        way(By::Kernel, Raw, "many"),
        way(By::Ferry, Raw, "one"),
    ]
}

#[test]
fn messages_of_one_fragment_pass() {
    let Some((bench, mut guest)) = kernel() else { return };
    for netem in ["delay 1ms", "delay 2ms loss 2%"] {
        guest.impair(netem, DEADLINE).expect("netem");
        for way in ways() {
            let mut pair = KernelPair::new(&bench, &mut guest, &way);
            let all: Vec<u16> = (0..20).collect();
            pair.exchange(&all, 20, 1000, false);
            pair.exchange(&[7], 50, 400, true);
            pair.quit();
        }
    }
}

#[test]
fn a_kernel_that_misnumbers_fragments_is_not_believed() {
    let Some((bench, mut guest)) = kernel() else { return };
    for way in ways() {
        let mut pair = KernelPair::new(&bench, &mut guest, &way);
        pair.say("send 3 1 5000 ordered");
        let is_violation =
            |event: &AssociationEvent| matches!(event, AssociationEvent::Lost(Loss::Violation(_)));
        let is_seen =
            |pair: &KernelPair<'_>| pair.ferry.events.iter().any(|(_, e)| is_violation(e));
        pair.until("the association ends, or the message has come", |pair| {
            is_seen(pair) || !pair.ferry.messages.is_empty()
        });
        // A kernel that numbers as the standard says is welcome.
        assert!(is_seen(&pair) || pair.ferry.messages[0].1.size == 5000);
        pair.quit();
    }
}
