//! TCP as a way of moving messages.

use super::sctp::spent;
use super::{Way, fail};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

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

impl Tcp {
    /// Processor time that one way of a message takes, both ends driven by this thread.
    pub(crate) fn effort(ends: &mut [Tcp; 2], payload: &[u8], times: u32) -> Duration {
        let begin = spent();
        for turn in 0..times as usize {
            let (mut sent, mut got) = (0, 0);
            while got < payload.len() {
                sent += ends[turn % 2].put(&payload[sent..]);
                got += ends[1 - turn % 2].get(got, payload.len());
            }
        }
        (spent() - begin) / times
    }

    /// Writes what the system takes.
    fn put(&mut self, bytes: &[u8]) -> usize {
        match self.0.write(bytes) {
            Ok(n) => n,
            Err(e) if e.kind() == ErrorKind::WouldBlock => 0,
            Err(e) => fail(&e.to_string()),
        }
    }

    /// Reads what there is of a message that long, of which the first `done` bytes have come.
    fn get(&mut self, done: usize, len: usize) -> usize {
        self.1.resize(len, 0);
        match self.0.read(&mut self.1[done..]) {
            Ok(0) => fail("the peer closed"),
            Ok(n) => n,
            Err(e) if e.kind() == ErrorKind::WouldBlock => 0,
            Err(e) => fail(&e.to_string()),
        }
    }
}

impl Way for Tcp {
    fn send(&mut self, payload: &bytes::Bytes) {
        let mut done = 0;
        while done < payload.len() {
            done += self.put(&payload[done..]);
        }
    }

    fn receive(&mut self, len: usize) {
        let mut done = 0;
        while done < len {
            done += self.get(done, len);
        }
    }

    fn last(&self) -> &[u8] {
        &self.1
    }
}
