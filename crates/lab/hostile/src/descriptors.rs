//! What other processes publish for each method.

use crate::play::{Player, identity};
use ferry_method::{Descriptor, Method, PeerId};
use ferry_method_filter::{Compression, Encryption, Filter, FilterOptions};
use std::cell::RefCell;

fn methods() -> Vec<Box<dyn Method>> {
    let encrypted = FilterOptions {
        compress: Some(Compression::default()),
        encrypt: Some(Encryption::default()),
    };
    let filter = Filter::new(Box::new(Player::new().0), &identity(0), encrypted);
    vec![
        Box::new(ferry_method_shm::ShmMethod::new(&identity(0), Default::default()).expect("shm")),
        Box::new(ferry_method_tcp::TcpMethod::new(identity(0), Default::default()).expect("tcp")),
        Box::new(ferry_method_udp::UdpMethod::new(identity(0), Default::default()).expect("udp")),
        Box::new(
            ferry_method_quic::QuicMethod::new(identity(0), Default::default()).expect("quic"),
        ),
        Box::new(filter.expect("a filter")),
    ]
}

thread_local! {
    static METHODS: RefCell<Vec<Box<dyn Method>>> = RefCell::new(methods());
}

/// One input.
pub fn run(bytes: &[u8]) {
    METHODS.with_borrow_mut(|methods| {
        for method in methods {
            let descriptor = Descriptor { method: method.name().into(), bytes: bytes.to_vec() };
            let _ = method.applicable(&descriptor);
            let _ = method.attach(PeerId(1), &descriptor);
        }
    });
}
