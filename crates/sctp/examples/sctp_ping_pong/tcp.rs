//! TCP as a way of moving messages.

use super::{Way, fail};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

/// A TCP end that looks again at once, as the SCTP one does.
pub(crate) struct Tcp(TcpStream, Vec<u8>);

impl Tcp {
    pub(crate) fn pair() -> [Tcp; 2] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback");
        let a = TcpStream::connect(listener.local_addr().expect("bound")).expect("loopback");
        let (b, _) = listener.accept().expect("loopback");
        [a, b].map(|stream| {
            stream.set_nodelay(true).and_then(|()| stream.set_nonblocking(true)).expect("a socket");
            Tcp(stream, Vec::new())
        })
    }
}

impl Way for Tcp {
    fn send(&mut self, payload: &bytes::Bytes) {
        let mut done = 0;
        while done < payload.len() {
            match self.0.write(&payload[done..]) {
                Ok(n) => done += n,
                Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                Err(e) => fail(&e.to_string()),
            }
        }
    }

    fn receive(&mut self, len: usize) {
        self.1.resize(len, 0);
        let mut done = 0;
        while done < len {
            match self.0.read(&mut self.1[done..]) {
                Ok(0) => fail("the peer closed"),
                Ok(n) => done += n,
                Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                Err(e) => fail(&e.to_string()),
            }
        }
    }

    fn last(&self) -> &[u8] {
        &self.1
    }
}
