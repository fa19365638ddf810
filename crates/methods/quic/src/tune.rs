//! Parameters of a single link, changed while it is used.

use crate::NAME;
use crate::method::QuicMethod;
use ferry_config::text::{duration, size};
use ferry_method::{MethodError, PeerId};
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
    fn parse(parameter: &str, value: &str) -> Result<Self, MethodError> {
        let wrong = |parameter, wanted: &str| MethodError::Configuration {
            parameter,
            why: format!("'{value}' is not {wanted}"),
        };
        let time = "a time with its unit, like 20ms, 1.5s or 2min, or 0 for never";
        let some = "a size, like 65536, 64K or 4M";
        match parameter {
            "keepalive" => time_of(value)
                .map(QuicTuning::Keepalive)
                .ok_or_else(|| wrong("quic.keepalive", time)),
            "stream_idle" => time_of(value)
                .map(QuicTuning::StreamIdle)
                .ok_or_else(|| wrong("quic.stream_idle", time)),
            "send_window" => bytes(value)
                .map(QuicTuning::SendWindow)
                .ok_or_else(|| wrong("quic.send_window", some)),
            "receive_window" => bytes(value)
                .map(QuicTuning::ReceiveWindow)
                .ok_or_else(|| wrong("quic.receive_window", some)),
            _ => Err(MethodError::Unsupported {
                method: NAME,
                what: format!(
                    "change '{parameter}' of a single link; it can change keepalive, stream_idle, \
                     send_window and receive_window"
                ),
            }),
        }
    }
}

/// A time; zero is never.
fn time_of(text: &str) -> Option<Option<Duration>> {
    duration(text).map(|time| (!time.is_zero()).then_some(time))
}

/// A size from 1 on.
fn bytes(text: &str) -> Option<u64> {
    size(text).filter(|bytes| *bytes > 0)
}

impl QuicMethod {
    pub(crate) fn tune_link(
        &mut self,
        peer: PeerId,
        parameter: &str,
        value: &str,
    ) -> Result<(), MethodError> {
        let change = QuicTuning::parse(parameter, value)?;
        let stream_window = self.options.stream_window;
        let Some(conn) = self.link_mut(peer) else {
            let what = format!("change '{parameter}' of a link that is not open, to rank {peer}");
            return Err(MethodError::Unsupported { method: NAME, what });
        };
        match change {
            QuicTuning::Keepalive(every) => conn.keepalive = every,
            QuicTuning::StreamIdle(idle) => conn.stream_idle = idle,
            QuicTuning::SendWindow(bytes) => conn.session.set_send_window(bytes),
            QuicTuning::ReceiveWindow(bytes) => conn.set_receive_window(bytes, stream_window),
        }
        if let Some(handle) = self.peers.link(peer).copied() {
            self.mark(handle);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_or_refused() {
        assert_eq!(
            QuicTuning::parse("keepalive", "1.5s").unwrap(),
            QuicTuning::Keepalive(Some(Duration::from_millis(1500)))
        );
        assert_eq!(QuicTuning::parse("stream_idle", "0").unwrap(), QuicTuning::StreamIdle(None));
        assert_eq!(QuicTuning::parse("send_window", "64K").unwrap(), QuicTuning::SendWindow(65536));
        for (parameter, value) in [
            ("keepalive", ""),
            ("keepalive", "5"),
            ("keepalive", "9e99s"),
            ("send_window", "0"),
            ("receive_window", "99999999999G"),
            ("send_window", "\u{b5}"),
        ] {
            let error = QuicTuning::parse(parameter, value).unwrap_err().to_string();
            assert!(error.contains(parameter), "{error}");
        }
        assert!(QuicTuning::parse("colour", "red").unwrap_err().to_string().contains("keepalive"));
    }
}
