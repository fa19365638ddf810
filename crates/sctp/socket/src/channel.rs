//! A socket of the system that carries SCTP's packets: datagrams in and out by the batch.

use crate::address::{of_family, plain};
use crate::error::SocketError;
use crate::options::TransportKind;
use crate::pool::{BufferPool, TRAIN};
use crate::statistics::Statistics;
use bytes::{Bytes, BytesMut};
use ferry_sctp_core::endpoint::Transmit;
use quinn_udp::{RecvMeta, UdpSockRef, UdpSocketState};
use rustix::net::{RecvAncillaryBuffer, RecvFlags, recvmsg, sockopt};
use socket2::Socket as System;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSliceMut};
use std::net::{IpAddr, SocketAddr};

/// Datagrams, or trains of them, taken in one call.
const BATCH: usize = 8;
/// The same where little comes: room for each that might come has to be described to the system, and one that
/// does not come costs another look.
const FEW: usize = 1;
/// The same of trains that are long: they are looked at while they lie in the processor's caches.
const LONG_BATCH: usize = 2;
/// Bytes from which on a train is long.
const LONG: usize = 16 << 10;
/// What one call of the system sends at most: the longest UDP payload over IPv6, less room for options.
const LONGEST_SEND: usize = 65_000;
/// Addresses of which one look at the system's reports tells.
const MOST_REPORTS: usize = 64;
/// Transmissions that wait in a channel while other channels go on.
const MOST_WAITING: usize = 16;

/// What became of a transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransmitOutcome {
    /// It is on its way, or waits for the system to have room.
    Taken,
    /// It is longer than the interface carries.
    TooBig,
    /// The host knows no way to the destination.
    Unreachable,
    /// The system refused it for another reason.
    Refused,
}

/// Datagrams of one length that arrived from one sender, end to end; the last may be shorter.
pub(crate) struct Train {
    pub(crate) from: SocketAddr,
    pub(crate) to: Option<IpAddr>,
    pub(crate) stride: usize,
    pub(crate) bytes: Bytes,
}

/// A transmission that the system had no room for.
struct PendingTransmission {
    transmit: Transmit,
    bytes: Vec<u8>,
}

/// One socket of the system.
pub(crate) struct SystemSocket {
    pub(crate) system: System,
    kind: TransportKind,
    /// The address it is bound to.
    pub(crate) address: IpAddr,
    /// What leaves names its own address.
    names_source: bool,
    state: UdpSocketState,
    slots: Vec<BytesMut>,
    metas: [RecvMeta; BATCH],
    /// Trains to take in the next call.
    batch: usize,
    waiting: VecDeque<PendingTransmission>,
    /// The system has something to report of datagrams that left.
    has_reports: bool,
}

impl SystemSocket {
    /// Makes a bound socket a channel.
    pub(crate) fn new(
        system: System,
        kind: TransportKind,
        address: IpAddr,
        names_source: bool,
    ) -> io::Result<Self> {
        let state = UdpSocketState::new(UdpSockRef::from(&system))?;
        if kind == TransportKind::Udp {
            state.enable_transport_errors(UdpSockRef::from(&system))?;
        }
        Ok(Self {
            system,
            kind,
            address,
            names_source: names_source && address.is_unspecified(),
            state,
            slots: Vec::new(),
            metas: [RecvMeta::default(); BATCH],
            batch: BATCH,
            waiting: VecDeque::new(),
            has_reports: false,
        })
    }

    /// Takes the addresses at which, as the system reports, nobody listens.
    pub(crate) fn take_refused(&mut self, into: &mut Vec<SocketAddr>) {
        if !std::mem::take(&mut self.has_reports) {
            return;
        }
        loop {
            let mut begin = [0; 16];
            let mut parts = [IoSliceMut::new(&mut begin)];
            let flags = RecvFlags::ERRQUEUE | RecvFlags::DONTWAIT;
            let mut control = RecvAncillaryBuffer::default();
            let Ok(report) = recvmsg(&self.system, &mut parts, &mut control, flags) else { return };
            // A report from the network quotes the datagram; one of this host about a datagram's
            // length does not.
            let address = report.address.and_then(|a| SocketAddr::try_from(a).ok());
            if let Some(address) = address.filter(|_| report.bytes > 0 && into.len() < MOST_REPORTS)
            {
                into.push(plain(address));
            }
        }
    }

    /// Asks for room in the system, more than an ordinary process may have where this one is allowed to.
    pub(crate) fn set_buffers(&self, receive: usize, send: usize) -> Result<(), SocketError> {
        let refused =
            |e: rustix::io::Errno| SocketError::system("setting socket buffers", e.into());
        sockopt::set_socket_recv_buffer_size(&self.system, receive).map_err(refused)?;
        sockopt::set_socket_send_buffer_size(&self.system, send).map_err(refused)?;
        // The system tells of twice what was asked for: its own bookkeeping counts too.
        if sockopt::socket_recv_buffer_size(&self.system).is_ok_and(|got| got < receive) {
            let _ = sockopt::set_socket_recv_buffer_size_force(&self.system, receive);
        }
        if sockopt::socket_send_buffer_size(&self.system).is_ok_and(|got| got < send) {
            let _ = sockopt::set_socket_send_buffer_size_force(&self.system, send);
        }
        Ok(())
    }

    fn is_v6(&self) -> bool {
        self.address.is_ipv6()
    }

    /// Bytes of headers below SCTP, of the family that has more.
    pub(crate) fn overhead(&self) -> u16 {
        let ip = if self.is_v6() { 40 } else { 20 };
        ip + match self.kind {
            TransportKind::Udp => 8,
            TransportKind::Raw => 0,
        }
    }

    /// Whether datagrams leave in one piece or not at all.
    pub(crate) fn may_probe(&self) -> bool {
        !self.state.may_fragment()
    }

    /// How many datagrams of a length go into one call.
    pub(crate) fn train_len(&self, datagram: usize) -> usize {
        (LONGEST_SEND / datagram.max(1)).clamp(1, self.state.max_gso_segments())
    }

    /// Takes what has arrived, without waiting. True if there may be more.
    pub(crate) fn receive(
        &mut self,
        pool: &mut BufferPool,
        statistics: &mut Statistics,
        mut each: impl FnMut(Train),
    ) -> bool {
        self.slots.resize_with(BATCH, || pool.take());
        let asked = self.batch;
        let mut slots = self.slots.iter_mut().take(asked);
        let mut slices: [IoSliceMut<'_>; BATCH] = std::array::from_fn(|_| {
            IoSliceMut::new(slots.next().map(|slot| &mut slot[..]).unwrap_or_default())
        });
        statistics.receive_calls += 1;
        let system = UdpSockRef::from(&self.system);
        let count = match self.state.recv(system, &mut slices[..asked], &mut self.metas) {
            Ok(count) => count,
            Err(e) => {
                // Nothing is there, or the report of an earlier datagram's fate.
                self.has_reports |= e.kind() != ErrorKind::WouldBlock;
                self.batch = FEW;
                return false;
            }
        };
        let longest = self.metas[..count].iter().map(|meta| meta.len).max();
        self.batch = match count {
            _ if longest.is_some_and(|len| len >= LONG) => LONG_BATCH,
            count if count < asked => FEW,
            _ => (2 * asked).min(BATCH),
        };
        for (meta, slot) in self.metas[..count].iter().zip(&mut self.slots) {
            let len = meta.len.min(TRAIN);
            let headers = match (self.kind, self.address) {
                (TransportKind::Raw, IpAddr::V4(_)) => ip_header(&slot[..len]),
                _ => 0,
            };
            if len <= headers {
                statistics.ignored += 1;
                continue;
            }
            let mut bytes = pool.keep(slot, len);
            let _ = bytes.split_to(headers);
            let mut from = plain(meta.addr);
            if self.kind == TransportKind::Raw {
                from.set_port(0);
            }
            let to = match self.address {
                ip if !ip.is_unspecified() => Some(ip),
                _ => meta.dst_ip.map(|ip| plain(SocketAddr::new(ip, 0)).ip()),
            };
            let stride = if headers == 0 { meta.stride.max(1) } else { bytes.len() };
            each(Train { from, to, stride, bytes });
        }
        count == asked && count > FEW
    }

    /// Whether transmissions wait for room in the system.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Sends `bytes`, cut as `transmit` says.
    pub(crate) fn send(
        &mut self,
        transmit: &Transmit,
        bytes: &[u8],
        statistics: &mut Statistics,
    ) -> TransmitOutcome {
        if self.is_waiting() {
            if self.waiting.len() < MOST_WAITING {
                self.waiting
                    .push_back(PendingTransmission { transmit: *transmit, bytes: bytes.to_vec() });
            } else {
                statistics.overrun += bytes.len().div_ceil(transmit.segment.max(1)) as u64;
            }
            return TransmitOutcome::Taken;
        }
        let (done, sent) = self.send_trains(transmit, bytes, statistics);
        match sent {
            Some(sent) => sent,
            None => {
                statistics.blocked += 1;
                let bytes = bytes[done..].to_vec();
                self.waiting.push_back(PendingTransmission { transmit: *transmit, bytes });
                TransmitOutcome::Taken
            }
        }
    }

    /// Tries again what waits. `None` when nothing is left or the system still has no room, otherwise
    /// what became of a transmission that failed; call it again then.
    pub(crate) fn retry(
        &mut self,
        statistics: &mut Statistics,
    ) -> Option<(Transmit, TransmitOutcome)> {
        while let Some(mut first) = self.waiting.pop_front() {
            match self.send_trains(&first.transmit, &first.bytes, statistics) {
                (done, None) => {
                    first.bytes.drain(..done);
                    self.waiting.push_front(first);
                    return None;
                }
                (_, Some(TransmitOutcome::Taken)) => {}
                (_, Some(failed)) => return Some((first.transmit, failed)),
            }
        }
        None
    }

    /// Sends train by train: how many bytes are done with, and what became of them, `None` if the system
    /// has no room for the rest.
    fn send_trains(
        &mut self,
        transmit: &Transmit,
        bytes: &[u8],
        statistics: &mut Statistics,
    ) -> (usize, Option<TransmitOutcome>) {
        let segment = transmit.segment.max(1);
        let (mut done, mut outcome) = (0, TransmitOutcome::Taken);
        while done < bytes.len() {
            let len = (segment * self.train_len(segment)).min(bytes.len() - done);
            let train = &bytes[done..done + len];
            statistics.send_calls += 1;
            match self.try_send(transmit, train) {
                Ok(()) => {
                    statistics.datagrams_sent += len.div_ceil(segment) as u64;
                    statistics.bytes_sent += len as u64;
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return (done, None),
                // The system turned out not to segment: once more, one by one.
                Err(_) if len > segment && self.state.max_gso_segments() == 1 => continue,
                Err(e) => {
                    statistics.refused += len.div_ceil(segment) as u64;
                    outcome = what_of(&e);
                }
            }
            done += len;
        }
        (done, Some(outcome))
    }

    fn try_send(&mut self, transmit: &Transmit, contents: &[u8]) -> io::Result<()> {
        let mut destination = of_family(transmit.to, self.is_v6());
        if self.kind == TransportKind::Raw {
            destination.set_port(0);
        }
        let from = transmit.from.filter(|_| self.names_source);
        let mut transmit = quinn_udp::Transmit {
            destination,
            ecn: None,
            contents,
            segment_size: Some(transmit.segment.max(1)),
            src_ip: from,
        };
        let system = || UdpSockRef::from(&self.system);
        let sent = match self.state.try_send(system(), &transmit) {
            Err(e) if e.kind() != ErrorKind::WouldBlock && self.kind == TransportKind::Udp => {
                // It may have been the report of an earlier datagram's fate, in place of this one's.
                self.has_reports = true;
                self.state.try_send(system(), &transmit)
            }
            other => other,
        };
        match sent {
            // The address from which the peer knows us is gone; it may learn to know another.
            Err(e) if transmit.src_ip.is_some() && may_be_about_source(&e) => {
                transmit.src_ip = None;
                self.state.try_send(system(), &transmit)
            }
            other => other,
        }
    }
}

fn may_be_about_source(e: &io::Error) -> bool {
    e.kind() != ErrorKind::WouldBlock && !quinn_udp::is_msg_size_err(e)
}

fn what_of(e: &io::Error) -> TransmitOutcome {
    if quinn_udp::is_msg_size_err(e) {
        return TransmitOutcome::TooBig;
    }
    match e.kind() {
        ErrorKind::NetworkUnreachable | ErrorKind::HostUnreachable | ErrorKind::NetworkDown => {
            TransmitOutcome::Unreachable
        }
        _ => TransmitOutcome::Refused,
    }
}

/// Length of the IPv4 header that the system leaves before what a raw socket receives.
fn ip_header(packet: &[u8]) -> usize {
    packet.first().map_or(0, |first| usize::from(first & 15) * 4)
}

#[cfg(test)]
mod tests;
