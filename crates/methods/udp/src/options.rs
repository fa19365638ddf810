//! What can be asked of the UDP method.

use crate::prefix::OVERHEAD;
use ferry_config::Ports;
use ferry_method::MethodError;

/// Parameters of the UDP method; the defaults need no thought.
#[derive(Clone, Debug)]
pub struct UdpOptions {
    /// Restricts the addresses that are published and used as the own to those that one of these
    /// names: an interface, an address or a network. Empty: every interface that is up.
    pub interfaces: Vec<String>,
    /// The ports to receive on.
    pub ports: Ports,
    /// Largest payload of a frame. The default fits an Ethernet packet; larger frames (to 65000) are cut
    /// by IP, and one lost piece loses the whole.
    pub max_frame: usize,
    /// The interface for group traffic, by name or address. `None`: the first that is not loopback.
    pub multicast_interface: Option<String>,
    /// Routers that a group frame may pass, plus one: 1 keeps it in the own network.
    pub multicast_ttl: u32,
    /// Group frames are delivered to other members on this host too.
    pub multicast_loopback: bool,
    /// Frames that were overtaken are delivered nevertheless, out of order. Otherwise they are dropped,
    /// and a stream keeps its order.
    pub deliver_late: bool,
    /// Size of the kernel's send buffer; `None` leaves it as it is.
    pub send_buffer: Option<usize>,
    /// Size of the kernel's receive buffer; `None` leaves it as it is.
    pub recv_buffer: Option<usize>,
    /// Index of this process among the job's processes of its host.
    pub local_rank: u32,
}

impl Default for UdpOptions {
    fn default() -> Self {
        UdpOptions {
            interfaces: Vec::new(),
            ports: Ports::Any,
            // Ethernet's 1500, less 40 for IPv6 and 8 for UDP.
            max_frame: 1452 - OVERHEAD,
            multicast_interface: None,
            multicast_ttl: 1,
            multicast_loopback: true,
            deliver_late: false,
            send_buffer: None,
            recv_buffer: None,
            local_rank: 0,
        }
    }
}

/// The largest payload that fits a datagram, rounded down.
const LARGEST: usize = 65_000;
/// Frames shorter than this carry nothing of use.
const SMALLEST: usize = 64;

impl UdpOptions {
    /// Refuses what cannot be had.
    pub(crate) fn check(&self) -> Result<(), MethodError> {
        let wrong = |parameter, why| Err(MethodError::Configuration { parameter, why });
        if !(SMALLEST..=LARGEST).contains(&self.max_frame) {
            let why =
                format!("{} bytes; from {SMALLEST} to {LARGEST} are possible", self.max_frame);
            return wrong("udp.max_frame", why);
        }
        if self.multicast_ttl > 255 {
            let why = format!("{}; 255 is the most there can be", self.multicast_ttl);
            return wrong("udp.multicast_ttl", why);
        }
        Ok(())
    }
}
