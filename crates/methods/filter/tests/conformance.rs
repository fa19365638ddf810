//! The suite that every method must pass, for filters over several methods.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Identity, Method};
use ferry_method_filter::{Compression, Filter, stages_of};
use ferry_method_local::LocalMethod;
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_method_udp::{UdpMethod, UdpOptions};

fn tcp(identity: &Identity, options: TcpOptions) -> Box<dyn Method> {
    Box::new(TcpMethod::new(identity.clone(), options).expect("listening on this host"))
}

fn narrow() -> TcpOptions {
    TcpOptions { send_buffer: Some(4 << 10), recv_buffer: Some(4 << 10), ..TcpOptions::default() }
}

/// Ends of the method of that name, all payloads tried at `level`.
fn ends(
    name: &str,
    level: i32,
    n: u32,
    inner: &dyn Fn(&Identity) -> Box<dyn Method>,
) -> Vec<Box<dyn Method>> {
    let (_, mut options) = stages_of(name).expect("a name of a filter");
    options.compress = options.compress.map(|_| Compression { level, threshold: 1 });
    let end = |i| -> Box<dyn Method> {
        let identity = identity(i, n);
        let filter = Filter::new(inner(&identity), &identity, options).expect("room for a filter");
        assert_eq!(filter.name(), name);
        Box::new(filter)
    };
    (0..n).map(end).collect()
}

fn over_tcp(name: &'static str, level: i32) -> Subject {
    let inner = |identity: &Identity| tcp(identity, TcpOptions::default());
    Subject::new(Reach::Others, move |n| ends(name, level, n, &inner))
        .with_peer_death()
        .with_longest(4 << 20)
}

fn over_narrow_tcp(name: &'static str) -> Subject {
    let inner = |identity: &Identity| tcp(identity, narrow());
    Subject::new(Reach::Others, move |n| ends(name, 0, n, &inner)).with_longest(256 << 10)
}

fn over_shm(name: &'static str) -> Subject {
    let inner = |identity: &Identity| -> Box<dyn Method> {
        Box::new(ShmMethod::new(identity, ShmOptions::default()).expect("a segment"))
    };
    Subject::new(Reach::Others, move |n| ends(name, 0, n, &inner)).with_longest(4 << 20)
}

fn within(name: &'static str) -> Subject {
    let inner = |identity: &Identity| -> Box<dyn Method> { Box::new(LocalMethod::new(identity)) };
    Subject::new(Reach::Itself, move |n| ends(name, 0, n, &inner)).with_longest(4 << 20)
}

ferry_conformance::suite!(tcp_compress, over_tcp("tcp+compress", 0));
ferry_conformance::suite!(tcp_encrypt, over_tcp("tcp+encrypt", 0));
ferry_conformance::suite!(tcp_both, over_tcp("tcp+compress+encrypt", 1));
ferry_conformance::suite!(narrow_compress, over_narrow_tcp("tcp+compress"));
ferry_conformance::suite!(narrow_both, over_narrow_tcp("tcp+compress+encrypt"));
ferry_conformance::suite!(shm_encrypt, over_shm("shm+encrypt"));
ferry_conformance::suite!(local_both, within("local+compress+encrypt"));

fn over_udp(name: &'static str) -> Subject {
    let inner = |identity: &Identity| -> Box<dyn Method> {
        Box::new(UdpMethod::new(identity.clone(), UdpOptions::default()).expect("a socket"))
    };
    Subject::new(Reach::Others, move |n| ends(name, 0, n, &inner))
}

/// The cases that hold where frames may be lost.
mod udp_both {
    use super::over_udp;
    ferry_conformance::tests! { cases, over_udp("udp+compress+encrypt");
        headers_arrive_intact
        idle_polls_find_nothing
        sleepers_are_woken
        sleepers_are_told_by_signals
        arming_sees_what_has_come
        unknown_peers_are_refused
        descriptors_are_small_and_mutual
        garbage_descriptors_are_refused
    }
}
