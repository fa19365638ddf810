//! What is set on each connection's socket, for all links or for one.

use crate::options::TcpOptions;
use ferry_method::MethodError;
use ferry_session::Tuning;
use rustix::io::Errno;
use socket2::{Socket, TcpKeepalive};
use std::time::Duration;
use std::{fs, io};

/// Probes without an answer after which a silent host counts as gone.
const PROBES: u32 = 6;

/// The settable part of a socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SocketSettings {
    /// Silence after which the other host is probed; zero: never.
    keepalive: Duration,
    user_timeout: Option<Duration>,
    congestion: Option<String>,
    send_buffer: Option<usize>,
    recv_buffer: Option<usize>,
}

impl SocketSettings {
    pub(crate) fn of(options: &TcpOptions) -> Self {
        SocketSettings {
            keepalive: options.keepalive,
            user_timeout: options.user_timeout,
            congestion: options.congestion.clone(),
            send_buffer: options.send_buffer,
            recv_buffer: options.recv_buffer,
        }
    }

    /// Whether the congestion control was chosen.
    pub(crate) fn names_congestion(&self) -> bool {
        self.congestion.is_some()
    }

    /// Settings that differ from these in one parameter.
    ///
    /// Errors: no such parameter, or no such value.
    pub(crate) fn with(&self, parameter: &str, value: &str) -> Result<Self, MethodError> {
        let mut changed = self.clone();
        let tuning = Tuning { method: crate::NAME, parameter, value };
        match parameter {
            "keepalive" => {
                changed.keepalive = tuning.time_or_never("tcp.keepalive")?.unwrap_or_default();
            }
            // The kernel knows which there are.
            "congestion" => changed.congestion = Some(value.to_owned()),
            "send_buffer" => {
                changed.send_buffer = Some(tuning.size("tcp.send_buffer")? as usize);
            }
            "recv_buffer" => {
                changed.recv_buffer = Some(tuning.size("tcp.recv_buffer")? as usize);
            }
            _ => return Err(tuning.unknown("keepalive, congestion, send_buffer, recv_buffer")),
        }
        Ok(changed)
    }

    /// What every connection has: no waiting for fuller segments, a probe for hosts that went dark, and
    /// what was asked for.
    pub(crate) fn apply(&self, socket: &Socket) -> io::Result<()> {
        socket.set_tcp_nodelay(true)?;
        if self.keepalive.is_zero() {
            socket.set_keepalive(false)?;
        } else {
            // The kernel counts whole seconds.
            let time = self.keepalive.max(Duration::from_secs(1));
            let interval = (time / PROBES).max(Duration::from_secs(1));
            let probe = TcpKeepalive::new().with_time(time).with_interval(interval);
            socket.set_tcp_keepalive(&probe.with_retries(PROBES))?;
        }
        if let Some(timeout) = self.user_timeout {
            socket.set_tcp_user_timeout(Some(timeout))?;
        }
        if let Some(name) = &self.congestion {
            socket.set_tcp_congestion(name.as_bytes())?;
        }
        self.size_buffers(socket)
    }

    /// Sizes the buffers; before connecting or listening, as the window scale is settled then.
    pub(crate) fn size_buffers(&self, socket: &Socket) -> io::Result<()> {
        if let Some(n) = self.recv_buffer {
            socket.set_recv_buffer_size(n)?;
        }
        if let Some(n) = self.send_buffer {
            socket.set_send_buffer_size(n)?;
        }
        Ok(())
    }

    /// Whether the system lets them be had, tried on a socket that is there.
    ///
    /// Errors: a congestion control that the kernel has not or does not allow.
    pub(crate) fn check(&self, socket: &Socket) -> Result<(), MethodError> {
        let refused = |e| MethodError::system("setting a TCP socket's options", e);
        match (self.apply(socket), &self.congestion) {
            (Err(e), Some(name)) if is_about_the_name(&e) => Err(MethodError::Configuration {
                parameter: "tcp.congestion",
                why: format!("'{name}' cannot be had here ({e}); the kernel offers {}", offered()),
            }),
            (result, _) => result.map_err(refused),
        }
    }
}

/// What every connection has, whatever else is asked for: no waiting for fuller segments, and a probe
/// for hosts that went dark.
///
/// # Errors
/// When the system refuses.
pub fn tune(socket: &Socket) -> io::Result<()> {
    SocketSettings::of(&TcpOptions::default()).apply(socket)
}

fn is_about_the_name(e: &io::Error) -> bool {
    let unknown = [Errno::NOENT, Errno::PERM, Errno::INVAL].map(|e| e.raw_os_error());
    e.raw_os_error().is_some_and(|code| unknown.contains(&code))
}

fn offered() -> String {
    fs::read_to_string("/proc/sys/net/ipv4/tcp_available_congestion_control")
        .map_or_else(|_| "none that it lists".to_owned(), |names| names.trim().replace(' ', ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_in_the_configuration() {
        let settings = SocketSettings::of(&TcpOptions::default());
        let changed = settings.with("keepalive", "2 min").unwrap();
        assert_eq!(changed.keepalive, Duration::from_secs(120));
        assert_eq!(changed.with("keepalive", "off").unwrap().keepalive, Duration::ZERO);
        assert_eq!(settings.with("send_buffer", "64KiB").unwrap().send_buffer, Some(65536));
        assert_eq!(settings.with("recv_buffer", "3M").unwrap().recv_buffer, Some(3 << 20));
        for (name, value) in [
            ("keepalive", "soon"),
            ("keepalive", "10"),
            ("send_buffer", "-1"),
            ("send_buffer", "0"),
        ] {
            let error = settings.with(name, value).unwrap_err();
            assert!(matches!(error, MethodError::Configuration { .. }), "{name} = {value}");
            assert!(error.to_string().contains(value) && error.to_string().contains("like"));
        }
        let error = settings.with("port", "7").unwrap_err();
        assert!(matches!(error, MethodError::Unsupported { .. }), "{error}");
    }
}
