//! Networks that lose, delay and reorder, by the kernel's own netem.

use ferry_sctp::TransportKind::{Raw, Udp};

use crate::bench::{By, DEADLINE, KernelPair, KernelWay, kernel};

fn through(netem: &str, ways: &[KernelWay], test: impl Fn(&mut KernelPair<'_>)) {
    let Some((bench, mut guest)) = kernel() else { return };
    guest.impair(netem, DEADLINE).expect("netem");
    for way in ways {
        eprintln!("{:?} connects over {:?} through {netem}", way.by, way.transport);
        let mut pair = KernelPair::new(&bench, &mut guest, way);
        test(&mut pair);
        pair.quit();
    }
    let seen = guest.run("tc -s qdisc show dev vec0", DEADLINE).expect("an end");
    assert!(seen.text.contains("netem"), "{}", seen.text);
    eprintln!("{}", seen.text);
}

fn ways() -> Vec<KernelWay> {
    let way = |by, transport| KernelWay::new(by, transport, "many");
    vec![way(By::Ferry, Udp), way(By::Kernel, Udp), way(By::Kernel, Raw), way(By::Ferry, Raw)]
}

fn traffic(pair: &mut KernelPair<'_>) {
    let all: Vec<u16> = (0..10).collect();
    pair.exchange(&all, 8, 30_000, false);
    pair.exchange(&[1, 2], 1, 300_000, false);
    pair.exchange(&[3], 100, 500, true);
}

#[test]
fn one_percent_is_lost() {
    through("loss 1% delay 2ms", &ways(), |pair| {
        traffic(pair);
        let report = pair.ferry.socket.endpoint().report(pair.id()).expect("it is up");
        assert!(report.counters.chunks_sent > 0);
        eprintln!("{:?}", report.counters);
    });
}

#[test]
#[ignore = "half a minute in a kernel of its own; `cargo xtask soak` runs it"]
fn five_percent_is_lost() {
    through("loss 5% delay 1ms", &ways(), traffic);
}

#[test]
fn packets_change_places() {
    through("delay 10ms reorder 25% 50%", &ways(), traffic);
}

#[test]
#[ignore = "half a minute in a kernel of its own; `cargo xtask soak` runs it"]
fn delays_vary_and_packets_come_twice() {
    through("delay 5ms 3ms duplicate 2%", &ways(), traffic);
}
