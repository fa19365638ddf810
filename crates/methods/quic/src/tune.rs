//! Parameters of a single link, changed while it is used.

use crate::NAME;
use crate::method::QuicMethod;
use ferry_method::{MethodError, PeerId};
use ferry_session::Tuning;
use std::time::Duration;

/// What can be changed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum QuicTuning {
    Keepalive(Option<Duration>),
    StreamIdle(Option<Duration>),
    SendWindow(u64),
    ReceiveWindow(u64),
}

impl QuicTuning {
    fn of(tuning: Tuning<'_>) -> Result<Self, MethodError> {
        Ok(match tuning.parameter {
            "keepalive" => QuicTuning::Keepalive(tuning.time_or_never("quic.keepalive")?),
            "stream_idle" => QuicTuning::StreamIdle(tuning.time_or_never("quic.stream_idle")?),
            "send_window" => QuicTuning::SendWindow(tuning.size("quic.send_window")?),
            "receive_window" => QuicTuning::ReceiveWindow(tuning.size("quic.receive_window")?),
            _ => {
                return Err(tuning.unknown("keepalive, stream_idle, send_window, receive_window"));
            }
        })
    }
}

impl QuicMethod {
    pub(crate) fn tune_link(
        &mut self,
        peer: PeerId,
        parameter: &str,
        value: &str,
    ) -> Result<(), MethodError> {
        let tuning = Tuning { method: NAME, parameter, value };
        let change = QuicTuning::of(tuning)?;
        let stream_window = self.options.stream_window;
        let Some(conn) = self.link_mut(peer) else {
            return Err(tuning.not_open(peer));
        };
        match change {
            QuicTuning::Keepalive(every) => conn.keepalive = every,
            QuicTuning::StreamIdle(idle) => conn.stream_idle = idle,
            QuicTuning::SendWindow(bytes) => conn.set_send_window(bytes),
            QuicTuning::ReceiveWindow(bytes) => conn.set_receive_window(bytes, stream_window),
        }
        if let Some(handle) = self.peers.link(peer).copied() {
            self.connections.mark(handle);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parameter_is_read_as_what_it_is() {
        let read = |parameter, value| QuicTuning::of(Tuning { method: NAME, parameter, value });
        let time = Some(Duration::from_millis(1500));
        assert_eq!(read("keepalive", "1.5s").unwrap(), QuicTuning::Keepalive(time));
        assert_eq!(read("stream_idle", "0").unwrap(), QuicTuning::StreamIdle(None));
        assert_eq!(read("send_window", "64K").unwrap(), QuicTuning::SendWindow(65536));
        assert_eq!(read("receive_window", "4M").unwrap(), QuicTuning::ReceiveWindow(4 << 20));
        for parameter in ["keepalive", "stream_idle", "send_window", "receive_window"] {
            let error = read(parameter, "\u{b5}").unwrap_err().to_string();
            assert!(error.contains(&format!("quic.{parameter}")), "{error}");
        }
        assert!(read("colour", "red").unwrap_err().to_string().contains("keepalive"));
    }
}
