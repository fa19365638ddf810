//! The UDP socket: datagrams in and out by the batch, and what the system reports of those that did
//! not arrive.

use crate::NAME;
use crate::core::Transmit;
use crate::options::QuicOptions;
use ferry_config::Ports;
use ferry_method::MethodError;
use ferry_method_tcp::net::{Address, may_be_known_by_several, none_free, ports_of_rank};
use quinn_udp::{EcnCodepoint, RecvMeta, UdpSockRef, UdpSocketState};
use rustix::net::{RecvAncillaryBuffer, RecvFlags, recvmsg};
use socket2::{Domain, Protocol, SockAddr, Socket as RawSocket, Type};
use std::collections::{HashSet, VecDeque};
use std::io::{self, ErrorKind, IoSliceMut};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};

/// Datagrams, or trains of them that the system put together, taken in one call.
const BATCH: usize = 8;
/// The same where little comes: room for each that might come has to be described to the system, and one that
/// does not come costs another look.
const FEW: usize = 1;
/// The longest train.
const TRAIN: usize = 64 << 10;
/// What one call of the system sends at most.
const LONGEST_SEND: usize = 65_000;

/// Datagrams, or trains of them, that wait to go by other means.
const MOST_PARCELS: usize = 256;

/// What became of datagrams.
#[derive(Debug)]
pub(crate) enum SendOutcome {
    /// They are on their way.
    Yes,
    /// They wait in the socket, and no more can be sent before they went.
    Waiting,
    /// They are not and never will be.
    No,
}

/// A UDP socket.
pub(crate) struct Socket {
    pub(crate) raw: RawSocket,
    pub(crate) port: u16,
    pub(crate) has_v6: bool,
    state: UdpSocketState,
    arrived: Box<[u8]>,
    metas: [RecvMeta; BATCH],
    /// Trains to take in the next call.
    batch: usize,
    /// Where datagrams are written before they are sent.
    pub(crate) out: Vec<u8>,
    waiting: Option<(Transmit, Vec<u8>)>,
    /// The system has something to report.
    has_reports: bool,
    /// Addresses to which datagrams go by other means, and those.
    pub(crate) diverted: HashSet<SocketAddr>,
    pub(crate) parcels: VecDeque<(Transmit, Vec<u8>)>,
}

impl Socket {
    /// Takes a port as the options ask: of the only chosen address if there is but one, otherwise of
    /// all.
    pub(crate) fn open(options: &QuicOptions, own: &[Address]) -> Result<Self, MethodError> {
        let several = may_be_known_by_several();
        match own {
            [only] if !options.interfaces.is_empty() && !only.needs_scope() => {
                open_on(options, only.ip, false)
            }
            _ => match open_on(options, Ipv6Addr::UNSPECIFIED.into(), several) {
                Err(MethodError::System { .. }) => {
                    open_on(options, Ipv4Addr::UNSPECIFIED.into(), several)
                }
                other => other,
            },
        }
    }

    fn new(raw: RawSocket, ip: IpAddr, several: bool) -> io::Result<Self> {
        let port = raw.local_addr()?.as_socket().ok_or(ErrorKind::AddrNotAvailable)?.port();
        let state = UdpSocketState::new(UdpSockRef::from(&raw))?;
        // Where they cannot be left out they only cost time.
        let _ = ferry_sys::leave_out_udp_times(&raw);
        if !several {
            let _ = ferry_sys::leave_out_udp_destinations(&raw);
        }
        state.enable_transport_errors(UdpSockRef::from(&raw))?;
        Ok(Socket {
            raw,
            port,
            has_v6: ip.is_ipv6(),
            state,
            arrived: vec![0; BATCH * TRAIN].into_boxed_slice(),
            metas: [RecvMeta::default(); BATCH],
            batch: FEW,
            out: Vec::new(),
            waiting: None,
            has_reports: false,
            diverted: HashSet::new(),
            parcels: VecDeque::new(),
        })
    }

    /// Whether datagrams leave in one piece or not at all, as looking for the largest requires.
    pub(crate) fn may_probe(&self) -> bool {
        !self.state.may_fragment()
    }

    /// How this socket names an address.
    pub(crate) fn own_form(&self, address: SocketAddr) -> SocketAddr {
        match address.ip() {
            IpAddr::V4(ip) if self.has_v6 => {
                SocketAddrV6::new(ip.to_ipv6_mapped(), address.port(), 0, 0).into()
            }
            _ => address,
        }
    }

    /// Takes what has arrived, without waiting: the number of trains, and whether there may be more.
    pub(crate) fn receive(&mut self) -> (usize, bool) {
        let asked = self.batch;
        let mut parts = self.arrived.chunks_mut(TRAIN).take(asked);
        let mut slices: [IoSliceMut<'_>; BATCH] =
            std::array::from_fn(|_| IoSliceMut::new(parts.next().unwrap_or_default()));
        let system = UdpSockRef::from(&self.raw);
        let count = match self.state.recv(system, &mut slices[..asked], &mut self.metas) {
            Ok(count) => count,
            Err(e) => {
                self.has_reports |= e.kind() != ErrorKind::WouldBlock;
                0
            }
        };
        self.batch = if count < asked { FEW } else { (2 * asked).min(BATCH) };
        (count, count == asked && count > FEW)
    }

    /// A train that was taken.
    pub(crate) fn train(&self, at: usize) -> (&RecvMeta, &[u8]) {
        let meta = &self.metas[at];
        let begin = at * TRAIN;
        (meta, &self.arrived[begin..begin + meta.len.min(TRAIN)])
    }

    /// How many datagrams of a length go into one call.
    pub(crate) fn train_len(&self, datagram: usize) -> usize {
        (LONGEST_SEND / datagram.max(1)).clamp(1, self.state.max_gso_segments())
    }

    /// Whether datagrams wait to be sent.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.is_some()
    }

    /// Sends what [`Socket::out`] holds.
    pub(crate) fn send(&mut self, transmit: &Transmit) -> SendOutcome {
        if !self.diverted.is_empty() && self.diverted.contains(&plain(transmit.to)) {
            if self.parcels.len() < MOST_PARCELS {
                self.parcels.push_back((*transmit, self.out[..transmit.len].to_vec()));
            }
            return SendOutcome::Yes;
        }
        match self.try_send(transmit, &self.out[..transmit.len]) {
            Ok(()) => SendOutcome::Yes,
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                self.waiting = Some((*transmit, self.out[..transmit.len].to_vec()));
                SendOutcome::Waiting
            }
            // Something larger than the path's interface carries: a probe that says so, or lost as on
            // any other link of the path.
            Err(e) if quinn_udp::is_msg_size_err(&e) => {
                self.has_reports = true;
                SendOutcome::Yes
            }
            Err(_) => {
                // It may have been the report of an earlier datagram's fate, which takes the place of
                // this one's.
                self.has_reports = true;
                match self.try_send(transmit, &self.out[..transmit.len]) {
                    Ok(()) => SendOutcome::Yes,
                    Err(_) => SendOutcome::No,
                }
            }
        }
    }

    fn try_send(&self, transmit: &Transmit, contents: &[u8]) -> io::Result<()> {
        let transmit = quinn_udp::Transmit {
            destination: transmit.to,
            ecn: EcnCodepoint::from_bits(transmit.ecn),
            contents,
            segment_size: transmit.segment,
            src_ip: transmit.from,
        };
        self.state.try_send(UdpSockRef::from(&self.raw), &transmit)
    }

    /// Sends what waits; true if nothing is left.
    pub(crate) fn flush(&mut self) -> bool {
        let Some((transmit, contents)) = &self.waiting else { return true };
        match self.try_send(transmit, contents) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => return false,
            Err(_) => self.has_reports = true,
            Ok(()) => {}
        }
        self.waiting = None;
        true
    }

    /// Whether the system has reports that nobody took.
    pub(crate) fn has_reports(&self) -> bool {
        self.has_reports
    }

    /// The addresses at which, as the system reports, nobody listens.
    pub(crate) fn take_reports(&mut self) -> Vec<SocketAddr> {
        self.has_reports = false;
        let mut refused = Vec::new();
        loop {
            let mut begin = [0; 16];
            let mut parts = [IoSliceMut::new(&mut begin)];
            let flags = RecvFlags::ERRQUEUE | RecvFlags::DONTWAIT;
            let mut control = RecvAncillaryBuffer::default();
            let Ok(report) = recvmsg(&self.raw, &mut parts, &mut control, flags) else {
                return refused;
            };
            // A report from the network quotes the datagram; one of this host about a datagram's
            // length does not.
            let address = report.address.and_then(|a| SocketAddr::try_from(a).ok());
            refused.extend(address.filter(|_| report.bytes > 0));
        }
    }
}

/// An address apart from the form in which a socket has it.
pub(crate) fn plain(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

fn open_on(options: &QuicOptions, ip: IpAddr, several: bool) -> Result<Socket, MethodError> {
    const PARAMETER: &str = "quic.ports";
    let ports = ports_of_rank(&options.ports, options.local_rank, PARAMETER)?;
    let refused = |e| MethodError::system(format!("opening a UDP socket on {ip}"), e);
    let mut last = io::Error::from(ErrorKind::AddrInUse);
    for &port in &ports {
        match bind(SocketAddr::new(ip, port), options) {
            Ok(raw) => return Socket::new(raw, ip, several).map_err(refused),
            Err(e) if options.ports != Ports::Any && is_about_the_port(&e) => last = e,
            Err(e) => return Err(refused(e)),
        }
    }
    Err(none_free(&ports, PARAMETER, &last))
}

/// An error about a parameter of TCP's, said of the same parameter of QUIC's.
pub(crate) fn own_words(e: MethodError) -> MethodError {
    match e {
        MethodError::Configuration { parameter, why } => {
            let parameter = match parameter {
                "tcp.interface" => "quic.interface",
                other => other,
            };
            MethodError::Configuration { parameter, why }
        }
        MethodError::BadDescriptor { why, .. } => MethodError::BadDescriptor { method: NAME, why },
        other => other,
    }
}

fn is_about_the_port(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied)
}

fn bind(address: SocketAddr, options: &QuicOptions) -> io::Result<RawSocket> {
    let domain = Domain::for_address(address);
    let open = || RawSocket::new(domain, Type::DGRAM, Some(Protocol::UDP));
    let raw = ferry_sys::with_descriptors(open)?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        raw.set_only_v6(false)?;
    }
    // The system has no autotuning for these and gives at most what its administrator allows.
    raw.set_recv_buffer_size(options.socket_buffer)?;
    raw.set_send_buffer_size(options.socket_buffer)?;
    raw.bind(&SockAddr::from(address))?;
    Ok(raw)
}
