//! Each procedure, over UDP and raw IP, with both kinds of sockets in the kernel and either end as the
//! one that connects.

use ferry_sctp::TransportKind::{self, Raw, Udp};
use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::wire::StreamId;

use crate::bench::{By, KernelPair, KernelWay, kernel};

/// Every way of meeting over one transport.
fn ways(transport: TransportKind) -> Vec<KernelWay> {
    let mut ways = Vec::new();
    for style in ["many", "one"] {
        for by in [By::Ferry, By::Kernel] {
            ways.push(KernelWay::new(by, transport, style));
        }
    }
    ways
}

/// Runs a test in each of these ways, in one kernel.
fn in_each(ways: &[KernelWay], test: impl Fn(&mut KernelPair<'_>)) {
    let Some((bench, mut guest)) = kernel() else { return };
    for way in ways {
        eprintln!("{:?} connects to {} over {:?}", way.by, way.style, way.transport);
        let mut pair = KernelPair::new(&bench, &mut guest, way);
        test(&mut pair);
        pair.quit();
    }
}

fn messages(pair: &mut KernelPair<'_>) {
    for (stream, size) in [(0, 4), (1, 100), (99, 1400), (3, 1500), (4, 9000), (5, 65_536)] {
        pair.exchange(&[stream], 20, size, false);
    }
    pair.exchange(&[6], 20, 3000, true);
    pair.exchange(&[7], 3, 1 << 20, false);
    let all: Vec<u16> = (0..20).collect();
    pair.exchange(&all, 10, 20_000, false);
}

#[test]
fn messages_of_all_sizes_over_udp() {
    in_each(&ways(Udp), messages);
}

#[test]
fn messages_of_all_sizes_over_raw_ip() {
    in_each(&ways(Raw), messages);
}

fn close_by_ferry(pair: &mut KernelPair<'_>) {
    let id = pair.id();
    pair.ferry.send(id, 1, 30, 10_000, false);
    pair.until("all is handed over", |pair| pair.is_told("message 1 0"));
    pair.until("all have arrived", |pair| pair.is_told("message 1 29"));
    let now = pair.ferry.now();
    pair.ferry.socket.endpoint_mut().shutdown(now, id).expect("it is up");
    pair.until("it is closed here", |pair| pair.ferry.is_seen(&AssociationEvent::Closed));
    pair.until("it is closed there", |pair| pair.is_told("closed"));
}

fn close_by_kernel(pair: &mut KernelPair<'_>) {
    pair.say("send 1 30 10000 ordered");
    pair.say("shutdown");
    pair.until("it is closed there", |pair| pair.is_told("closed"));
    pair.until("it is closed here", |pair| pair.ferry.is_seen(&AssociationEvent::Closed));
    assert_eq!(pair.ferry.messages.len(), 30, "the kernel closes when all has arrived");
}

#[test]
fn ferry_closes() {
    in_each(&[ways(Udp), ways(Raw)].concat(), close_by_ferry);
}

#[test]
fn the_kernel_closes() {
    in_each(&[ways(Udp), ways(Raw)].concat(), close_by_kernel);
}

#[test]
fn either_end_aborts() {
    in_each(&ways(Udp), |pair| {
        let (now, id) = (pair.ferry.now(), pair.id());
        pair.ferry.socket.endpoint_mut().abort(now, id, b"enough");
        pair.until("the kernel has heard", |pair| pair.is_told("lost"));
    });
    in_each(&ways(Udp), |pair| {
        pair.say("abort");
        let is_abort = |event: &AssociationEvent| {
            matches!(event, AssociationEvent::Lost(Loss::AbortedByPeer { .. }))
        };
        pair.until("Ferry has heard", |pair| pair.ferry.events.iter().any(|(_, e)| is_abort(e)));
        // A one-to-one socket aborts with its process.
        let style = pair.style;
        pair.until("the peer has gone", |pair| style == "many" || pair.has_ended());
    });
}

#[test]
fn streams_are_reset() {
    in_each(&ways(Udp), |pair| {
        pair.exchange(&[3], 20, 2000, false);
        for round in 1..=2 {
            let (now, id) = (pair.ferry.now(), pair.id());
            let streams = [StreamId(3)];
            pair.ferry.socket.endpoint_mut().reset_streams(now, id, &streams).expect("it can");
            let own = AssociationEvent::OutgoingReset { streams: streams.to_vec(), accepted: true };
            pair.until("it is done", |pair| {
                pair.ferry.events.iter().filter(|(_, event)| *event == own).count() == round
            });
            pair.until("the kernel has seen it", |pair| {
                pair.told.iter().filter(|line| *line == "reset-in 3").count() == round
            });
            pair.exchange(&[3], 20, 2000, false);
            pair.say("reset 3");
            let theirs = AssociationEvent::IncomingReset { streams: streams.to_vec() };
            pair.until("the kernel's is seen", |pair| {
                pair.ferry.events.iter().filter(|(_, event)| *event == theirs).count() == round
            });
            pair.until("the kernel's is done", |pair| {
                pair.told.iter().filter(|line| *line == "reset-out 3").count() == round
            });
            pair.exchange(&[3], 20, 2000, false);
        }
    });
}
