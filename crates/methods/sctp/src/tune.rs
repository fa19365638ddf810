//! Parameters of a single link, changed while it is used.

use crate::NAME;
use crate::method::SctpMethod;
use crate::options::Congestion;
use ferry_config::text::{duration, flag};
use ferry_method::{MethodError, PeerId};
use ferry_sctp_core::path::PathSettings;
use std::time::Duration;

/// What can be changed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum SctpTuning {
    Congestion(Congestion),
    Heartbeat(Option<Duration>),
    Multipath(bool),
    RtoMin(Duration),
    RtoInitial(Duration),
}

impl SctpTuning {
    fn parse(parameter: &str, value: &str) -> Result<Self, MethodError> {
        let wrong = |parameter, wanted: &str| MethodError::Configuration {
            parameter,
            why: format!("'{value}' is not {wanted}"),
        };
        let time = "a time with its unit, like 20ms, 1.5s or 2min";
        match parameter {
            "congestion" => value
                .parse()
                .map(SctpTuning::Congestion)
                .map_err(|_| wrong("sctp.congestion", "one of standard, cubic, bbr")),
            "heartbeat" if value == "0" => Ok(SctpTuning::Heartbeat(None)),
            "heartbeat" => time_of(value)
                .map(|every| SctpTuning::Heartbeat(Some(every)))
                .ok_or_else(|| wrong("sctp.heartbeat", &format!("{time}, or 0 for never"))),
            "multipath" => flag(value)
                .map(SctpTuning::Multipath)
                .ok_or_else(|| wrong("sctp.multipath", "yes or no")),
            "rto_min" => {
                time_of(value).map(SctpTuning::RtoMin).ok_or_else(|| wrong("sctp.rto_min", time))
            }
            "rto_initial" => time_of(value)
                .map(SctpTuning::RtoInitial)
                .ok_or_else(|| wrong("sctp.rto_initial", time)),
            _ => Err(MethodError::Unsupported {
                method: NAME,
                what: format!(
                    "change '{parameter}' of a single link; it can change congestion, heartbeat, \
                     multipath, rto_initial and rto_min"
                ),
            }),
        }
    }

    fn apply(self, settings: &mut PathSettings) {
        match self {
            SctpTuning::Congestion(algorithm) => settings.algorithm = algorithm,
            SctpTuning::Heartbeat(every) => {
                settings.heartbeat.enabled = every.is_some();
                settings.heartbeat.interval = every.unwrap_or(settings.heartbeat.interval);
            }
            SctpTuning::Multipath(on) => settings.multipath = on,
            SctpTuning::RtoMin(rto) => {
                settings.rto.min = rto;
                settings.rto.max = settings.rto.max.max(rto);
            }
            SctpTuning::RtoInitial(rto) => {
                settings.rto.initial = rto;
                settings.rto.max = settings.rto.max.max(rto);
            }
        }
    }
}

/// A time that is not zero.
fn time_of(text: &str) -> Option<Duration> {
    duration(text).filter(|time| !time.is_zero())
}

impl SctpMethod {
    pub(crate) fn tune_link(
        &mut self,
        peer: PeerId,
        parameter: &str,
        value: &str,
    ) -> Result<(), MethodError> {
        let change = SctpTuning::parse(parameter, value)?;
        let Some(at) = self.peers.link(peer).copied() else {
            let what = format!("change '{parameter}' of a link that is not open, to rank {peer}");
            return Err(MethodError::Unsupported { method: NAME, what });
        };
        let now = self.look_at_the_clock();
        let Some(id) = self.link_at(at).map(|link| link.id) else { return Ok(()) };
        let endpoint = self.socket.endpoint_mut();
        let Some(mut settings) = endpoint.path_settings(id) else { return Ok(()) };
        change.apply(&mut settings);
        endpoint.set_paths(now, id, settings).map_err(|e| MethodError::Unsupported {
            method: NAME,
            what: format!("change '{parameter}' of the link to rank {peer}: {e}"),
        })?;
        self.socket.flush(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_or_refused() {
        let ms = Duration::from_millis;
        let read = |parameter, value| SctpTuning::parse(parameter, value).unwrap();
        assert_eq!(read("heartbeat", "1.5s"), SctpTuning::Heartbeat(Some(ms(1500))));
        assert_eq!(read("heartbeat", "0"), SctpTuning::Heartbeat(None));
        assert_eq!(read("congestion", "bbr"), SctpTuning::Congestion(Congestion::Bbr));
        assert_eq!(read("multipath", "on"), SctpTuning::Multipath(true));
        for (parameter, value) in [
            ("heartbeat", ""),
            ("heartbeat", "5"),
            ("rto_min", "0ms"),
            ("rto_initial", "9e99s"),
            ("congestion", "none"),
            ("multipath", "maybe"),
            ("rto_min", "\u{b5}"),
        ] {
            let error = SctpTuning::parse(parameter, value).unwrap_err().to_string();
            assert!(error.contains(parameter), "{error}");
        }
        assert!(SctpTuning::parse("colour", "red").unwrap_err().to_string().contains("heartbeat"));
    }

    #[test]
    fn a_longest_timeout_is_never_shorter_than_the_shortest() {
        let mut settings = PathSettings::default();
        SctpTuning::RtoMin(Duration::from_secs(9)).apply(&mut settings);
        assert!(settings.rto.max >= settings.rto.min);
    }
}
