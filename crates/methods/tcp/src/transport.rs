//! Plain TCP, or TCP over several paths that the kernel manages (RFC 8684).

use crate::settings::SocketSettings;
use ferry_method::MethodError;
use socket2::{Domain, Protocol, Socket, Type};
use std::fs;

/// What the kernel makes connections of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transport {
    /// Plain TCP: the method is named `tcp`.
    #[default]
    Tcp,
    /// Multipath TCP: the method is named `mptcp`, and the kernel spreads each connection over the
    /// paths that its endpoints are configured for (`ip mptcp endpoint`).
    Multipath,
}

impl Transport {
    /// The method's name.
    pub fn name(self) -> &'static str {
        match self {
            Transport::Tcp => crate::NAME,
            Transport::Multipath => "mptcp",
        }
    }

    pub(crate) fn protocol(self) -> Protocol {
        match self {
            Transport::Tcp => Protocol::TCP,
            Transport::Multipath => Protocol::MPTCP,
        }
    }

    /// Whether sockets can have these settings.
    pub(crate) fn try_settings(self, settings: &SocketSettings) -> Result<(), MethodError> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(self.protocol()));
        settings.check(&socket.map_err(|e| MethodError::system("making a TCP socket", e))?)
    }

    /// Whether this host's kernel has it.
    ///
    /// # Errors
    /// What is missing, and how to get it.
    pub fn probe(self) -> Result<(), MethodError> {
        if self == Transport::Tcp {
            return Ok(());
        }
        let refused = |why: String| MethodError::Configuration { parameter: "methods", why };
        if let Err(e) = Socket::new(Domain::IPV4, Type::STREAM, Some(self.protocol())) {
            let switch = "/proc/sys/net/mptcp/enabled";
            let why = match fs::read_to_string(switch).as_deref().map(str::trim) {
                Ok("0") => format!("the kernel's multipath TCP is off; write 1 to {switch}"),
                Ok(_) => format!("the kernel refuses a multipath TCP socket: {e}"),
                Err(_) => format!("the kernel has no multipath TCP ({e}); use the method tcp"),
            };
            return Err(refused(format!("mptcp: {why}")));
        }
        Ok(())
    }
}
