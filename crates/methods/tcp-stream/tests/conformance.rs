//! The suite that every method must pass, and that of methods that hold streams back, over loopback.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Method, MethodError};
use ferry_method_tcp::TcpOptions;
use ferry_method_tcp_stream::{TcpStreamMethod, TcpStreamOptions, listening_ports};
use std::net::{Ipv4Addr, SocketAddr};

fn methods(n: u32, options: &TcpStreamOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(TcpStreamMethod::new(identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("listening on this host")).collect()
}

fn subject() -> Subject {
    Subject::new(Reach::Others, |n| methods(n, &TcpStreamOptions::default())).with_peer_death()
}

fn door_of_streams() -> Subject {
    subject().with_door(|descriptor| {
        let (_, streams) = listening_ports(descriptor).expect("a descriptor of its own");
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), streams)
    })
}

fn door_of_control() -> Subject {
    subject().with_door(|descriptor| {
        let (control, _) = listening_ports(descriptor).expect("a descriptor of its own");
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), control)
    })
}

/// Buffers so small that nearly every send is partial.
fn narrow() -> Subject {
    let tcp = TcpOptions {
        send_buffer: Some(4 << 10),
        recv_buffer: Some(4 << 10),
        ..TcpOptions::default()
    };
    let options = TcpStreamOptions { tcp, ..TcpStreamOptions::default() };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_longest(256 << 10)
}

ferry_conformance::suite!(tcp_stream, subject());
ferry_conformance::suite!(tcp_stream_with_narrow_buffers, narrow());
ferry_conformance::hostile_suite!(door_of_streams, door_of_streams());
ferry_conformance::hostile_suite!(door_of_control, door_of_control());
ferry_conformance::matcher_suite!(streams, subject());
ferry_conformance::matcher_suite!(streams_with_narrow_buffers, narrow());
