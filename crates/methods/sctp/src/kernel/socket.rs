//! The socket: opened, set up, and what is written to and read from it.

use crate::options::SctpOptions;
use ferry_config::Ports;
use ferry_method::MethodError;
use ferry_method_tcp::net::{Address, none_free, ports_of_rank};
use ferry_sys::{
    SctpAssociation, SctpFlag, SctpOption, SctpReceived, SctpStatus, sctp_bind_also, sctp_connect,
    sctp_receive, sctp_send, sctp_status, set_sctp_option,
};
use socket2::{Domain, Protocol, Socket, Type};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

/// Longest message: longer frames are cut. A fraction of the send buffer where that is small.
const CUT: usize = 64 << 10;
/// Bytes read at a time.
const READ: usize = 256 << 10;
/// INITs to one address before the next is tried, and the largest time between two.
const INITS: u16 = 5;
const INIT_INTERVAL: Duration = Duration::from_secs(1);
/// The kernel's own value is for the Internet: 1 s at least. Acknowledgements are held back less long.
const RTO_LEAST: Duration = Duration::from_millis(50);
const RTO_INITIAL: Duration = Duration::from_millis(200);
const RTO_MOST: Duration = Duration::from_secs(10);
const SACK_DELAY: Duration = Duration::from_millis(10);

/// What a message is, as its payload protocol identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum KernelPayloadKind {
    /// Part of the proof that begins an association.
    Greeting = 0x4652_5911,
    /// A frame or a piece of one.
    Frame = 0x4652_5912,
    /// Nothing follows any more.
    Goodbye = 0x4652_5913,
}

impl KernelPayloadKind {
    pub(crate) fn of(protocol: u32) -> Option<KernelPayloadKind> {
        [KernelPayloadKind::Greeting, KernelPayloadKind::Frame, KernelPayloadKind::Goodbye]
            .into_iter()
            .find(|k| *k as u32 == protocol)
    }
}

/// A one-to-many socket that listens.
pub(crate) struct Wire {
    socket: Socket,
    pub(crate) port: u16,
    pub(crate) has_v6: bool,
    /// Longest message.
    pub(crate) cut: usize,
}

fn open(domain: Domain) -> io::Result<Socket> {
    ferry_sys::with_descriptors(|| Socket::new(domain, Type::SEQPACKET, Some(Protocol::from(132))))
}

/// Whether this kernel has SCTP; the reason and what helps if it has not.
///
/// # Errors
/// The text for people.
pub fn probe() -> Result<(), String> {
    let Err(error) = open(Domain::IPV4) else { return Ok(()) };
    const NO_SOCKET_TYPE: i32 = 94;
    const NO_PROTOCOL: i32 = 93;
    Err(match error.raw_os_error() {
        Some(NO_SOCKET_TYPE | NO_PROTOCOL) => format!(
            "this kernel has no SCTP ({error}; Linux: the module sctp, which `modprobe sctp` loads \
             where it is installed)"
        ),
        _ => format!("the kernel's SCTP cannot be used: {error}"),
    })
}

impl Wire {
    /// Opens a socket on the addresses and a port that the options name.
    pub(crate) fn open(options: &SctpOptions, own: &[Address]) -> Result<Self, MethodError> {
        let wants_v6 = own.iter().any(|a| a.ip.is_ipv6());
        let opened = if wants_v6 { open(Domain::IPV6) } else { open(Domain::IPV4) };
        // IPv6 may be switched off for SCTP alone.
        let (socket, has_v6) = match opened {
            Ok(socket) => (socket, wants_v6),
            Err(_) => (open(Domain::IPV4).map_err(system("opening an SCTP socket"))?, false),
        };
        set_up(&socket, options).map_err(system("setting up an SCTP socket"))?;
        let port = bind(&socket, options, own, has_v6)?;
        socket.listen(1).map_err(system("listening for SCTP associations"))?;
        let room = socket.send_buffer_size().map_err(system("asking for the send buffer"))?;
        Ok(Wire { socket, port, has_v6, cut: CUT.min(room / 4).max(1) })
    }

    pub(crate) fn buffer() -> Vec<u8> {
        vec![0; READ]
    }

    pub(crate) fn connect(&self, to: SocketAddr) -> io::Result<SctpAssociation> {
        sctp_connect(&self.socket, to)
    }

    /// Writes a message; false if there is no room for it.
    pub(crate) fn send(
        &self,
        to: (SctpAssociation, u16),
        kind: KernelPayloadKind,
        parts: [&[u8]; 2],
    ) -> io::Result<bool> {
        match sctp_send(&self.socket, to, SctpFlag::Ordered, kind as u32, parts) {
            Ok(_) => Ok(true),
            Err(e) if is_full(&e) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Ends an association when all has arrived; false if there is no room to say so.
    pub(crate) fn end(&self, association: SctpAssociation) -> bool {
        match sctp_send(&self.socket, (association, 0), SctpFlag::End, 0, [&[], &[]]) {
            Ok(_) => true,
            // One that is over needs no end.
            Err(e) => !is_full(&e),
        }
    }

    /// Ends an association at once.
    pub(crate) fn abort(&self, association: SctpAssociation, why: &str) {
        let reason = [why.as_bytes(), &[]];
        // One that is over needs no end.
        let _ = sctp_send(&self.socket, (association, 0), SctpFlag::Abort, 0, reason);
    }

    /// The next piece of a message or event, if there is any.
    pub(crate) fn receive(&self, into: &mut [u8]) -> Option<SctpReceived> {
        // Errors concern single associations, of whose end events tell.
        sctp_receive(&self.socket, into).ok()
    }

    pub(crate) fn status(&self, association: SctpAssociation) -> Option<SctpStatus> {
        sctp_status(&self.socket, association).ok()
    }
}

impl AsFd for Wire {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::OutOfMemory | ErrorKind::Interrupted)
}

fn system(doing: &'static str) -> impl Fn(io::Error) -> MethodError {
    move |error| MethodError::system(doing, error)
}

fn set_up(socket: &Socket, options: &SctpOptions) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    socket.set_cloexec(true)?;
    // The kernel begins with 16 KiB and does not adapt it.
    socket.set_send_buffer_size(options.send_buffer)?;
    socket.set_recv_buffer_size(options.receive_window as usize)?;
    let streams = options.streams.streams();
    let needed = [
        SctpOption::NoDelay,
        SctpOption::ReceiveInfo,
        SctpOption::FragmentInterleave(2),
        SctpOption::Init {
            outbound: streams,
            inbound: streams,
            attempts: INITS,
            interval: INIT_INTERVAL,
        },
        SctpOption::Rto {
            initial: options.rto_initial.unwrap_or(RTO_INITIAL),
            most: RTO_MOST,
            least: options.rto_min.unwrap_or(RTO_LEAST),
        },
        SctpOption::DelayedSack(SACK_DELAY),
    ];
    needed.into_iter().try_for_each(|option| set_sctp_option(socket, option))?;
    if let Some(interval) = options.heartbeat {
        set_sctp_option(socket, SctpOption::Heartbeat(interval))?;
    }
    crate::kernel::notification::KINDS
        .into_iter()
        .try_for_each(|kind| set_sctp_option(socket, SctpOption::Event(kind)))?;
    // Better where they can be had: the last two ask for a kernel and a setting of the administrator's.
    for option in
        [SctpOption::PartialDelivery(CUT as u32), SctpOption::RoundRobin, SctpOption::Interleaving]
    {
        let _ = set_sctp_option(socket, option);
    }
    Ok(())
}

/// Takes a port; of all addresses unless the options restrict them.
fn bind(
    socket: &Socket,
    options: &SctpOptions,
    own: &[Address],
    has_v6: bool,
) -> Result<u16, MethodError> {
    let all = if has_v6 { IpAddr::V6(Ipv6Addr::UNSPECIFIED) } else { Ipv4Addr::UNSPECIFIED.into() };
    let is_restricted = !options.interfaces.is_empty();
    let chosen = own.iter().filter(|a| !a.needs_scope() && (has_v6 || a.ip.is_ipv4()));
    let chosen: Vec<IpAddr> = chosen.map(|a| a.ip).filter(|_| is_restricted).collect();
    let first = chosen.first().copied().unwrap_or(all);
    const PARAMETER: &str = "sctp.ports";
    let ports = ports_of_rank(&options.ports, options.local_rank, PARAMETER)?;
    let mut last = ErrorKind::AddrInUse.into();
    for &port in &ports {
        match bind_to(socket, first, port, &chosen) {
            Ok(port) => return Ok(port),
            Err(e) if options.ports != Ports::Any && e.kind() == ErrorKind::AddrInUse => last = e,
            Err(e) => {
                return Err(MethodError::system(format!("taking an SCTP port of {first}"), e));
            }
        }
    }
    Err(none_free(&ports, PARAMETER, &last))
}

fn bind_to(socket: &Socket, first: IpAddr, port: u16, chosen: &[IpAddr]) -> io::Result<u16> {
    socket.bind(&SocketAddr::new(first, port).into())?;
    let bound = socket.local_addr()?.as_socket().map(|address| address.port());
    let port = bound.ok_or(ErrorKind::AddrNotAvailable)?;
    for also in chosen.iter().skip(1) {
        sctp_bind_also(socket, SocketAddr::new(*also, port))?;
    }
    Ok(port)
}
