//! The suite that every method must pass, over the providers that need no device. Where libfabric is missing its
//! tests say so and are skipped.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::Method;
use ferry_method_ofi::{OfiMethod, OfiOptions};

fn over(provider: &str) -> OfiOptions {
    // Addresses that every system has, whatever its network.
    let domain = (provider != "shm").then(|| "lo".to_owned());
    OfiOptions { provider: Some(provider.to_owned()), domain, ..OfiOptions::default() }
}

fn subject(options: OfiOptions) -> Subject {
    if let Err(why) = OfiMethod::new(identity(0, 1), &options) {
        return Subject::unavailable(why.to_string());
    }
    let make = move |n| {
        let end = |i| -> Box<dyn Method> {
            Box::new(OfiMethod::new(identity(i, n), &options).expect("as it was opened before"))
        };
        (0..n).map(end).collect()
    };
    Subject::new(Reach::Others, make).without_signals()
}

ferry_conformance::suite!(tcp, subject(over("tcp")));

ferry_conformance::suite!(udp, subject(over("udp;ofi_rxd")));

ferry_conformance::suite!(shm, subject(over("shm")));

// Nearly every frame is read, in small pieces.
ferry_conformance::suite!(
    read,
    subject(OfiOptions {
        packet: Some(2048),
        window: Some(16384),
        read_from: Some(1),
        ..over("tcp")
    })
    .with_longest(1 << 20)
);

ferry_conformance::suite!(
    shm_read,
    subject(OfiOptions { read_from: Some(64 << 10), ..over("shm") })
);

// Packets and windows so small that nearly every send is partial.
ferry_conformance::suite!(
    small,
    subject(OfiOptions { packet: Some(2048), window: Some(16384), ..over("udp;ofi_rxd") })
        .with_longest(1 << 20)
);
