//! The suite that every method must pass, over loopback.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Method, MethodError};
use ferry_method_tcp::{TcpMethod, TcpOptions, Transport, listening_port};
use std::net::{Ipv4Addr, SocketAddr};

fn methods(n: u32, options: &TcpOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(TcpMethod::new(identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("listening on this host")).collect()
}

fn subject() -> Subject {
    Subject::new(Reach::Others, |n| methods(n, &TcpOptions::default())).with_peer_death().with_door(
        |descriptor| {
            let port = listening_port(descriptor).expect("a descriptor of its own");
            SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)
        },
    )
}

/// Buffers so small that nearly every send is partial.
fn narrow() -> Subject {
    let options = TcpOptions {
        send_buffer: Some(4 << 10),
        recv_buffer: Some(4 << 10),
        ..TcpOptions::default()
    };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_longest(256 << 10)
}

/// Multipath TCP; where the kernel has none, plain TCP once more.
fn multipath() -> Subject {
    let transport = match Transport::Multipath.probe() {
        Ok(()) => Transport::Multipath,
        Err(why) => {
            println!("skipped, plain TCP in its place: {why}");
            Transport::Tcp
        }
    };
    let options = TcpOptions { transport, ..TcpOptions::default() };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_peer_death()
}

ferry_conformance::suite!(tcp, subject());
ferry_conformance::suite!(mptcp, multipath());
ferry_conformance::suite!(tcp_with_narrow_buffers, narrow());
/// Long payloads over three connections.
fn striped() -> Subject {
    let options = TcpOptions { stripes: Some(3), ..TcpOptions::default() };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_peer_death()
}

ferry_conformance::suite!(tcp_striped, striped());
ferry_conformance::hostile_suite!(tcp_door, subject());
