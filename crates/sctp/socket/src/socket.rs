//! The socket: an endpoint and what carries its packets.

use crate::address::common_bits;
use crate::bind::bind;
use crate::channel::{SystemSocket, Train, TransmitOutcome};
use crate::error::SocketError;
use crate::options::{SocketOptions, TransportKind};
use crate::pool::BufferPool;
use crate::statistics::Statistics;
use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::endpoint::{Endpoint, Transmit};
use std::collections::{HashSet, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};

/// Bytes after which a poll takes no further batch from an address: with more to come, the caller gets its
/// turn in between.
const ENOUGH: usize = 256 << 10;
/// Packets asked for at once while it is not known how long they are.
const USUAL_PACKET: usize = 1500;
/// Packets, or trains of them, that wait to go by other means.
const MOST_PARCELS: usize = 256;
/// Bytes of an SCTP packet that name its ports.
const PORTS: usize = 4;

/// Packets of one length, end to end; the last may be shorter.
#[derive(Debug)]
pub struct Parcel {
    /// For whom.
    pub to: SocketAddr,
    /// Length of each.
    pub packet: usize,
    /// All of them.
    pub packets: Vec<u8>,
}

/// A one-to-many SCTP socket of user space; it never waits.
///
/// After sending, reading or anything else that changes [`Socket::endpoint_mut`], call [`Socket::flush`];
/// when something arrived or [`Socket::next_due`] has come, call [`Socket::poll`].
pub struct Socket {
    endpoint: Endpoint,
    channels: Vec<SystemSocket>,
    addresses: Vec<IpAddr>,
    port: u16,
    kind: TransportKind,
    pool: BufferPool,
    /// Where packets are written before they leave.
    out: Vec<u8>,
    /// Length of the packets that were sent last.
    packet: usize,
    statistics: Statistics,
    /// Addresses at which nobody listens.
    refused: Vec<SocketAddr>,
    /// Addresses to which packets go by other means, and the packets.
    diverted: HashSet<SocketAddr>,
    parcels: VecDeque<Parcel>,
    /// Held so that nobody else takes the port.
    _guards: Vec<socket2::Socket>,
}

impl Socket {
    /// Takes addresses and a port.
    ///
    /// # Errors
    ///
    /// [`SocketError`] says what could not be had and what would help.
    pub fn bind(options: &SocketOptions) -> Result<Self, SocketError> {
        let bound = bind(options)?;
        let overhead = bound.channels.iter().map(SystemSocket::overhead).max().unwrap_or_default();
        let addresses: Vec<_> = bound.channels.iter().map(|channel| channel.address).collect();
        let mut config = options.endpoint(bound.port, &addresses, overhead);
        config.association.paths.pmtu.enabled &= bound.channels.iter().all(SystemSocket::may_probe);
        Ok(Self {
            endpoint: Endpoint::new(config, options.seed),
            addresses,
            channels: bound.channels,
            port: bound.port,
            kind: options.transport,
            pool: BufferPool::new(options.association.receive_window as usize),
            out: Vec::new(),
            packet: USUAL_PACKET,
            statistics: Statistics::default(),
            refused: Vec::new(),
            diverted: HashSet::new(),
            parcels: VecDeque::new(),
            _guards: bound.guards,
        })
    }

    /// Takes what has arrived, does what is due and sends what there is to send. Gives the number of
    /// datagrams that arrived: after 0 nothing more is to be had now.
    pub fn poll(&mut self, now: Now) -> usize {
        self.poll_by(|| now)
    }

    /// The same with a clock to ask: a poll that finds much takes longer than a trip through a fast
    /// network, so that one time for all of it would spoil what is measured of round trips.
    pub fn poll_by(&mut self, mut clock: impl FnMut() -> Now) -> usize {
        let mut datagrams = 0;
        for at in 0..self.channels.len() {
            let most = self.statistics.bytes_received + ENOUGH as u64;
            loop {
                let (count, more) = self.receive(at, &mut clock);
                datagrams += count;
                if !more || self.statistics.bytes_received >= most {
                    break;
                }
                // Acknowledgements leave before the next batch, so that the peer goes on meanwhile.
                self.flush(clock());
            }
        }
        self.refused.clear();
        for channel in &mut self.channels {
            channel.take_refused(&mut self.refused);
        }
        let now = clock();
        if self.endpoint.may_be_due(now) {
            self.endpoint.on_timer(now);
        }
        self.flush(now);
        datagrams
    }

    /// Does what is due and sends what there is to send.
    pub fn tend(&mut self, now: Now) {
        if self.endpoint.may_be_due(now) {
            self.endpoint.on_timer(now);
        }
        if self.endpoint.has_output() {
            self.flush(now);
        }
    }

    /// Takes one batch from each address, and does nothing else: for a reader who looks for something, and then calls
    /// [`Socket::tend`], or [`Socket::poll`] where that has not come. Gives the number of datagrams.
    pub fn take(&mut self, now: Now) -> usize {
        (0..self.channels.len()).map(|at| self.receive(at, &mut || now).0).sum()
    }

    /// Sends what there is to send, until the system takes no more.
    pub fn flush(&mut self, now: Now) {
        for at in 0..self.channels.len() {
            while let Some((transmit, sent)) = self.channels[at].retry(&mut self.statistics) {
                self.tell(now, &transmit, sent);
            }
        }
        while !self.blocked() {
            self.out.clear();
            let most = self.channels.first().map_or(1, |channel| channel.train_len(self.packet));
            let Some(transmit) = self.endpoint.poll_transmit(now, &mut self.out, most) else {
                return;
            };
            self.packet = transmit.segment;
            self.send(now, &transmit);
        }
    }

    /// Whether the system takes no more for now; wait for it to be writable again, then call
    /// [`Socket::flush`]. With several addresses it is so when none of them takes more.
    #[must_use]
    pub fn blocked(&self) -> bool {
        self.channels.iter().all(SystemSocket::is_waiting)
    }

    /// Addresses at which nobody listens, as the system reported by the last [`Socket::poll`]. Anybody on
    /// the way can make such reports up; they are a reason to ask, not to believe a peer dead.
    pub fn take_refused(&mut self) -> Vec<SocketAddr> {
        std::mem::take(&mut self.refused)
    }

    /// The endpoint.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The endpoint, to change.
    pub fn endpoint_mut(&mut self) -> &mut Endpoint {
        &mut self.endpoint
    }

    /// When [`Socket::poll`] is to be called even if nothing arrives.
    #[must_use]
    pub fn next_due(&mut self) -> Option<Now> {
        self.endpoint.next_due()
    }

    /// The addresses that were taken; an unspecified one stands for all of this host.
    #[must_use]
    pub fn local_addresses(&self) -> &[IpAddr] {
        &self.addresses
    }

    /// The SCTP port, and over UDP that of the datagrams.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What packets travel in.
    #[must_use]
    pub fn transport(&self) -> TransportKind {
        self.kind
    }

    /// What becomes readable when something arrives, and writable when [`Socket::blocked`] ends.
    pub fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.channels.iter().map(|channel| channel.system.as_fd())
    }

    /// The same with whether something waits there to be sent.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (BorrowedFd<'_>, bool)> {
        self.channels.iter().map(|channel| (channel.system.as_fd(), channel.is_waiting()))
    }

    /// What was done so far.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Takes one batch from an address: how many datagrams, and whether there may be more.
    fn receive(&mut self, at: usize, clock: &mut impl FnMut() -> Now) -> (usize, bool) {
        let Self { endpoint, channels, pool, statistics, kind, port, .. } = self;
        let (mut count, mut ignored, mut bytes) = (0, 0, 0);
        let mut arrival = None;
        let more = channels[at].receive(pool, statistics, |train: Train| {
            let now = *arrival.get_or_insert_with(&mut *clock);
            let datagrams = train.bytes.len().div_ceil(train.stride);
            bytes += train.bytes.len();
            // A raw socket is given the packets of every port.
            if *kind == TransportKind::Raw && !is_for(&train.bytes, *port) {
                ignored += datagrams as u64;
                return;
            }
            count += datagrams;
            endpoint.handle_train(now, train.bytes, train.stride, train.from, train.to);
        });
        statistics.ignored += ignored;
        statistics.datagrams_received += count as u64;
        statistics.bytes_received += bytes as u64;
        (count, more)
    }

    /// Packets to these addresses are no longer sent, but to be had from [`Socket::take_parcel`].
    pub fn divert(&mut self, addresses: impl IntoIterator<Item = SocketAddr>) {
        self.diverted.extend(addresses);
    }

    /// Packets for which the caller finds another way, as to any network: not all need arrive.
    pub fn take_parcel(&mut self) -> Option<Parcel> {
        self.parcels.pop_front()
    }

    /// Whether there are such packets.
    #[must_use]
    pub fn has_parcels(&self) -> bool {
        !self.parcels.is_empty()
    }

    /// Takes packets of one length, end to end, that came by other means from the owner of an address. Call
    /// [`Socket::poll`] after that.
    pub fn take_in(&mut self, now: Now, from: SocketAddr, packet: usize, packets: &[u8]) {
        for datagram in packets.chunks(packet.max(1)) {
            self.endpoint.handle(now, Bytes::copy_from_slice(datagram), from, None);
        }
    }

    fn send(&mut self, now: Now, transmit: &Transmit) {
        if !self.diverted.is_empty() && self.diverted.contains(&transmit.to) {
            if self.parcels.len() < MOST_PARCELS {
                let packets = self.out[..transmit.len.min(self.out.len())].to_vec();
                let Transmit { to, segment, .. } = *transmit;
                self.parcels.push_back(Parcel { to, packet: segment, packets });
            }
            return;
        }
        let Some(at) = self.channel_for(transmit) else {
            self.statistics.refused += 1;
            return self.endpoint.unreachable(now, transmit.to);
        };
        let bytes = &self.out[..transmit.len.min(self.out.len())];
        let sent = self.channels[at].send(transmit, bytes, &mut self.statistics);
        self.tell(now, transmit, sent);
    }

    /// Tells the endpoint what became of a transmission, as far as timers would find it out later.
    fn tell(&mut self, now: Now, transmit: &Transmit, sent: TransmitOutcome) {
        match sent {
            TransmitOutcome::TooBig => {
                self.endpoint.probe_too_big(now, transmit.to, transmit.segment)
            }
            TransmitOutcome::Unreachable => self.endpoint.unreachable(now, transmit.to),
            TransmitOutcome::Taken | TransmitOutcome::Refused => {}
        }
    }

    /// The channel from which a transmission leaves: that of its own address, or else the one whose
    /// address is nearest to the destination's.
    fn channel_for(&self, transmit: &Transmit) -> Option<usize> {
        if let [only] = &self.channels[..] {
            return reaches(only.address, transmit.to.ip()).then_some(0);
        }
        let own = |from| self.channels.iter().position(|channel| channel.address == from);
        transmit.from.and_then(own).or_else(|| {
            let usable =
                |(_, channel): &(usize, &SystemSocket)| reaches(channel.address, transmit.to.ip());
            let near = |(_, channel): &(usize, &SystemSocket)| {
                common_bits(channel.address, transmit.to.ip())
            };
            // Of equally near ones the first is taken.
            self.channels.iter().enumerate().filter(usable).rev().max_by_key(near).map(|(at, _)| at)
        })
    }
}

impl std::fmt::Debug for Socket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Socket")
            .field("transport", &self.kind)
            .field("addresses", &self.addresses)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// Whether a socket of an address can send to another: IPv6's wildcard also has IPv4.
fn reaches(own: IpAddr, to: IpAddr) -> bool {
    own.is_ipv4() == to.is_ipv4() || (own.is_ipv6() && own.is_unspecified())
}

/// Whether an SCTP packet is for a port (RFC 9260 §3.1).
fn is_for(packet: &[u8], port: u16) -> bool {
    packet.get(..PORTS).is_some_and(|ports| ports[2..] == port.to_be_bytes())
}
