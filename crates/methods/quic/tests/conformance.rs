//! The suites that every method must pass, over loopback.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Method, MethodError};
use ferry_method_quic::{QuicMethod, QuicOptions};
use std::time::Duration;

fn methods(n: u32, options: &QuicOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(QuicMethod::new(identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("a UDP port of this host")).collect()
}

fn subject() -> Subject {
    let keepalive = Some(Duration::from_millis(200));
    let options = QuicOptions { keepalive, ..QuicOptions::default() };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_peer_death()
}

/// Windows so small that nearly every send is partial, datagrams as on an ordinary network.
fn narrow() -> Subject {
    let options = QuicOptions {
        send_window: 8 << 10,
        stream_window: 4 << 10,
        receive_window: 6 << 10,
        max_datagram: Some(1452),
        ..QuicOptions::default()
    };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_longest(256 << 10)
}

/// Streams that are full after one long frame, and a window for all of hardly more.
fn brimming() -> Subject {
    let options = QuicOptions {
        keepalive: Some(Duration::from_millis(200)),
        stream_window: 68 << 10,
        receive_window: 72 << 10,
        max_datagram: Some(1452),
        ..QuicOptions::default()
    };
    Subject::new(Reach::Others, move |n| methods(n, &options))
        .with_peer_death()
        .with_longest(8 << 20)
}

ferry_conformance::suite!(quic, subject());
ferry_conformance::suite!(quic_with_narrow_windows, narrow());
ferry_conformance::matcher_suite!(quic_streams, subject());
ferry_conformance::matcher_suite!(quic_streams_that_brim, brimming());
