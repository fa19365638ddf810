//! Datagrams from strangers, for UDP and QUIC.

use crate::play::{Swallow, identity};
use ferry_method::Method;
use std::cell::RefCell;
use std::net::UdpSocket;
use std::time::Duration;

struct Doors {
    methods: Vec<(Box<dyn Method>, u16)>,
    stranger: UdpSocket,
    now: Duration,
}

impl Doors {
    fn open() -> Self {
        let udp = ferry_method_udp::UdpMethod::new(identity(0), Default::default()).expect("udp");
        let quic = ferry_method_quic::QuicMethod::new(identity(0), Default::default());
        let quic = quic.expect("quic");
        let ports = (
            ferry_method_udp::receiving_port(&udp.descriptor()).expect("a port"),
            ferry_method_quic::listening_port(&quic.descriptor()).expect("a port"),
        );
        let stranger = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        let methods: Vec<(Box<dyn Method>, u16)> =
            vec![(Box::new(udp), ports.0), (Box::new(quic), ports.1)];
        Doors { methods, stranger, now: Duration::ZERO }
    }
}

thread_local! {
    static DOORS: RefCell<Doors> = RefCell::new(Doors::open());
}

/// One input.
pub fn run(bytes: &[u8]) {
    DOORS.with_borrow_mut(|doors| {
        doors.now += Duration::from_millis(1);
        for (method, port) in &mut doors.methods {
            let _ = doors.stranger.send_to(bytes, ("127.0.0.1", *port));
            method.poll(doors.now, &mut Swallow);
        }
    });
}
