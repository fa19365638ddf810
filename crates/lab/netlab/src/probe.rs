//! Numbered datagrams between two hosts of a laboratory, to see what becomes of them.

use std::net::{Ipv4Addr, UdpSocket};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use ferry_netem::Counters;

use crate::lab::Lab;
use crate::namespace::within;

/// Bytes of a datagram around its payload: IPv4 and UDP headers.
pub(crate) const HEADERS: usize = 28;

/// A socket in each of two hosts.
#[derive(Debug)]
pub(crate) struct Probe {
    sender: UdpSocket,
    receiver: UdpSocket,
    number: u32,
}

/// A datagram that has arrived.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) number: u32,
}

impl Probe {
    pub(crate) fn new(lab: &Lab, from: &str, to: &str, network: &str) -> Result<Self> {
        let open = |host: &str| -> Result<(UdpSocket, Ipv4Addr)> {
            let address = lab.address(host, Some(network))?;
            let socket = within(lab.namespace(host)?, || Ok(UdpSocket::bind((address, 0))?))?;
            Ok((socket, address))
        };
        let ((sender, _), (receiver, _)) = (open(from)?, open(to)?);
        sender.connect(receiver.local_addr()?)?;
        receiver.connect(sender.local_addr()?)?;
        Ok(Self { sender, receiver, number: 0 })
    }

    /// Sends so many datagrams of this payload at once.
    pub(crate) fn burst(&mut self, count: u32, payload: usize) -> Result<()> {
        let mut datagram = vec![0; payload.max(4)];
        for _ in 0..count {
            datagram[..4].copy_from_slice(&self.number.to_le_bytes());
            self.sender.send(&datagram)?;
            self.number += 1;
        }
        Ok(())
    }

    /// The next datagram, unless none comes for so long.
    pub(crate) fn next(&self, patience: Duration) -> Result<Option<Seen>> {
        self.receiver.set_read_timeout(Some(patience))?;
        let mut buffer = [0; 2048];
        match self.receiver.recv(&mut buffer) {
            Ok(length) if length >= 4 => {
                let number = [buffer[0], buffer[1], buffer[2], buffer[3]];
                Ok(Some(Seen { number: u32::from_le_bytes(number) }))
            }
            Ok(_) => Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends many in small bursts, each of which is awaited, so that no queue overflows; all that
    /// arrive, in their order.
    pub(crate) fn paced(&mut self, lab: &Lab, count: u32, payload: usize) -> Result<Vec<Seen>> {
        const BURST: u32 = 32;
        let mut seen = Vec::new();
        for _ in 0..count / BURST {
            self.burst(BURST, payload)?;
            // Who waits long for the first does not run ahead of a machine that is busy.
            let mut patience = Duration::from_millis(50);
            for _ in 0..BURST {
                let Some(next) = self.next(patience)? else { break };
                seen.push(next);
                patience = Duration::from_millis(3);
            }
        }
        settle(lab, u64::from(self.number))?;
        while let Some(next) = self.next(Duration::from_millis(100))? {
            seen.push(next);
        }
        Ok(seen)
    }

    /// The time to there and back: the receiver answers at once.
    pub(crate) fn round_trip(&mut self) -> Result<Option<Duration>> {
        const PATIENCE: Duration = Duration::from_secs(10);
        let start = Instant::now();
        self.burst(1, 8)?;
        if self.next(PATIENCE)?.is_none() {
            return Ok(None);
        }
        self.receiver.send(&[0; 8])?;
        self.sender.set_read_timeout(Some(PATIENCE))?;
        self.sender.recv(&mut [0; 8])?;
        Ok(Some(start.elapsed()))
    }
}

/// Waits until all that was sent, so many packets at least, has met its fate.
fn settle(lab: &Lab, sent: u64) -> Result<()> {
    let start = Instant::now();
    loop {
        let links = lab.report()?.links;
        let taken: u64 =
            links.iter().filter(|link| link.way.ends_with("->")).map(|l| l.counters.offered).sum();
        let open = |c: &Counters| c.offered + c.duplicated - c.delivered - c.dropped();
        let travelling: u64 = links.iter().map(|link| open(&link.counters)).sum();
        if taken >= sent && travelling == 0 {
            return Ok(());
        }
        ensure!(start.elapsed() < Duration::from_secs(60), "{taken} of {sent} packets were taken");
        sleep(Duration::from_millis(1));
    }
}
