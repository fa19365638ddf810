//! What several tests need: ends over loopback, and something that sits between two of them.

#![allow(dead_code, unreachable_pub)]

use ferry_conformance::{Dice, Reach, Subject, identity};
use ferry_method::{HandlerId, Header, Identity, Method};
use ferry_method_sctp::{SctpMethod, SctpOptions};
use std::net::{SocketAddr, UdpSocket};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn method(identity: Identity, options: &SctpOptions) -> SctpMethod {
    SctpMethod::new(identity, options.clone()).expect("a UDP port of this host")
}

pub fn subject(options: SctpOptions) -> Subject {
    Subject::new(Reach::Others, move |n| {
        (0..n).map(|i| Box::new(method(identity(i, n), &options)) as Box<dyn Method>).collect()
    })
}

/// A frame on the stream that a context and tag have for themselves.
pub fn own(tag: u32, number: u64) -> Header {
    let (flags, bits) = (Header::OWN_STREAM, 3 << 32 | u64::from(tag));
    Header { flags, bits, words: [number, 0], ..Header::new(HandlerId(1)) }
}

/// What becomes of a packet on its way.
pub type Judge = dyn FnMut(&mut Vec<u8>, &mut Dice) -> Fate + Send;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Pass,
    Drop,
    /// Twice.
    Double,
    /// Later than those that follow.
    Delay,
}

/// Passes packets on between two ends, each of which takes the relay for the other. SCTP's ports are those of
/// its ends, so the relay puts the numbers right that it changes by standing in between, and the checksum.
pub struct Relay {
    /// Stands in for the called end.
    door: UdpSocket,
    /// Stands in for the caller.
    onward: UdpSocket,
    stop: AtomicBool,
    judge: Mutex<Box<Judge>>,
}

/// Stops the relay, also where a check fails.
pub struct Stop<'a>(pub &'a Relay);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

impl Relay {
    pub fn new(judge: Box<Judge>) -> Self {
        let socket = || {
            let socket = UdpSocket::bind("127.0.0.1:0").expect("loopback");
            socket.set_nonblocking(true).expect("a plain socket");
            socket
        };
        let (door, onward) = (socket(), socket());
        Relay { door, onward, stop: AtomicBool::new(false), judge: Mutex::new(judge) }
    }

    pub fn port(&self) -> u16 {
        self.door.local_addr().expect("bound").port()
    }

    pub fn set_judge(&self, judge: Box<Judge>) {
        *self.judge.lock().expect("no judge panics") = judge;
    }

    /// Runs until stopped. `to`: the called end.
    pub fn run(&self, to: SocketAddr) {
        let mut caller = None;
        let mut dice = Dice::new(33);
        let mut late = Vec::new();
        let mut bytes = vec![0; 65536];
        while !self.stop.load(Ordering::Relaxed) {
            let mut moved = false;
            if let Ok((n, from)) = self.door.recv_from(&mut bytes) {
                (caller, moved) = (Some(from), true);
                self.pass(&bytes[..n], &self.onward, to, &mut dice, &mut late);
            }
            if let (Ok((n, _)), Some(caller)) = (self.onward.recv_from(&mut bytes), caller) {
                moved = true;
                self.pass(&bytes[..n], &self.door, caller, &mut dice, &mut late);
            }
            if !moved {
                late.drain(..).for_each(|(by_door, to, packet): (bool, SocketAddr, Vec<u8>)| {
                    let socket = if by_door { &self.door } else { &self.onward };
                    let _ = socket.send_to(&packet, to);
                });
                std::thread::yield_now();
            }
        }
    }

    fn pass(
        &self,
        bytes: &[u8],
        by: &UdpSocket,
        to: SocketAddr,
        dice: &mut Dice,
        late: &mut Vec<(bool, SocketAddr, Vec<u8>)>,
    ) {
        let mut packet = bytes.to_vec();
        let fate = self.judge.lock().expect("no judge panics")(&mut packet, dice);
        readdress(&mut packet, by.local_addr().expect("bound").port(), to.port());
        match fate {
            Fate::Drop => return,
            Fate::Delay => {
                late.push((std::ptr::eq(by, &self.door), to, packet));
                return;
            }
            Fate::Double => drop(by.send_to(&packet, to)),
            Fate::Pass => {}
        }
        let _ = by.send_to(&packet, to);
    }
}

/// Gives a packet other ports, and the checksum that goes with them (RFC 9260 appendix A).
fn readdress(packet: &mut [u8], from: u16, to: u16) {
    if packet.len() < 12 {
        return;
    }
    packet[..2].copy_from_slice(&from.to_be_bytes());
    packet[2..4].copy_from_slice(&to.to_be_bytes());
    packet[8..12].fill(0);
    let sum = crc32c::crc32c(packet);
    packet[8..12].copy_from_slice(&sum.to_le_bytes());
}
