//! The suites that every method must pass, over loopback.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Method, MethodError};
use ferry_method_sctp::{Auth, SctpMethod, SctpOptions, Spreading};
use std::time::Duration;

fn methods(n: u32, options: &SctpOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(SctpMethod::new(identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("a UDP port of this host")).collect()
}

fn subject(options: SctpOptions) -> Subject {
    Subject::new(Reach::Others, move |n| methods(n, &options))
}

fn watchful() -> SctpOptions {
    SctpOptions { heartbeat: Some(Duration::from_millis(200)), ..SctpOptions::default() }
}

fn pool() -> Subject {
    subject(watchful()).with_peer_death()
}

fn one() -> Subject {
    subject(SctpOptions { streams: Spreading::One, ..watchful() }).with_peer_death()
}

fn each() -> Subject {
    subject(SctpOptions { streams: Spreading::Each(1024), ..watchful() }).with_peer_death()
}

/// Windows so small that nearly every send is partial, packets as on an ordinary network, and all of it
/// authenticated.
fn narrow() -> Subject {
    let options = SctpOptions {
        streams: Spreading::Each(300),
        send_buffer: 8 << 10,
        stream_window: 4 << 10,
        receive_window: 16 << 10,
        mtu: Some(1500),
        auth: Auth::All,
        ..SctpOptions::default()
    };
    subject(options).with_longest(256 << 10)
}

/// Streams that are full after one long frame, and a window for all of hardly more.
fn brimming() -> Subject {
    let options = SctpOptions {
        streams: Spreading::Each(1024),
        stream_window: 68 << 10,
        receive_window: 72 << 10,
        mtu: Some(1500),
        auth: Auth::None,
        ..watchful()
    };
    subject(options).with_peer_death().with_longest(8 << 20)
}

ferry_conformance::suite!(sctp, pool());
ferry_conformance::suite!(sctp_of_one_stream, one());
ferry_conformance::suite!(sctp_of_a_stream_each, each());
ferry_conformance::suite!(sctp_with_narrow_windows, narrow());
ferry_conformance::matcher_suite!(sctp_streams, each());
ferry_conformance::matcher_suite!(sctp_streams_that_brim, brimming());
