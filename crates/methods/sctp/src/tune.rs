//! Parameters of a single link, changed while it is used.

use crate::NAME;
use crate::method::SctpMethod;
use crate::options::Congestion;
use ferry_method::{MethodError, PeerId};
use ferry_sctp_core::path::PathSettings;
use ferry_session::Tuning;
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
    fn of(tuning: Tuning<'_>) -> Result<Self, MethodError> {
        Ok(match tuning.parameter {
            "congestion" => {
                SctpTuning::Congestion(tuning.choice("sctp.congestion", "standard, cubic, bbr")?)
            }
            "heartbeat" => SctpTuning::Heartbeat(tuning.time_or_never("sctp.heartbeat")?),
            "multipath" => SctpTuning::Multipath(tuning.flag("sctp.multipath")?),
            "rto_min" => SctpTuning::RtoMin(tuning.time("sctp.rto_min")?),
            "rto_initial" => SctpTuning::RtoInitial(tuning.time("sctp.rto_initial")?),
            _ => {
                let all = "congestion, heartbeat, multipath, rto_initial, rto_min";
                return Err(tuning.unknown(all));
            }
        })
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

impl SctpMethod {
    pub(crate) fn tune_link(
        &mut self,
        peer: PeerId,
        parameter: &str,
        value: &str,
    ) -> Result<(), MethodError> {
        let tuning = Tuning { method: NAME, parameter, value };
        let change = SctpTuning::of(tuning)?;
        let Some(at) = self.peers.link(peer).copied() else {
            return Err(tuning.not_open(peer));
        };
        let now = self.look_at_the_clock();
        let Some(id) = self.link_at(at).map(|link| link.id) else { return Ok(()) };
        let endpoint = self.socket.endpoint_mut();
        let Some(mut settings) = endpoint.path_settings(id) else { return Ok(()) };
        change.apply(&mut settings);
        let set = endpoint.set_paths(now, id, settings);
        set.map_err(|why| tuning.refused(peer, why))?;
        self.socket.flush(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parameter_is_read_as_what_it_is() {
        let ms = Duration::from_millis;
        let read = |parameter, value| SctpTuning::of(Tuning { method: NAME, parameter, value });
        assert_eq!(read("heartbeat", "1.5s").unwrap(), SctpTuning::Heartbeat(Some(ms(1500))));
        assert_eq!(read("heartbeat", "0").unwrap(), SctpTuning::Heartbeat(None));
        let bbr = SctpTuning::Congestion(Congestion::Bbr);
        assert_eq!(read("congestion", "bbr").unwrap(), bbr);
        assert_eq!(read("multipath", "on").unwrap(), SctpTuning::Multipath(true));
        assert_eq!(read("rto_min", "20ms").unwrap(), SctpTuning::RtoMin(ms(20)));
        assert_eq!(read("rto_initial", "1s").unwrap(), SctpTuning::RtoInitial(ms(1000)));
        for parameter in ["congestion", "heartbeat", "multipath", "rto_min", "rto_initial"] {
            let error = read(parameter, "\u{b5}").unwrap_err().to_string();
            assert!(error.contains(&format!("sctp.{parameter}")), "{error}");
        }
        assert!(read("rto_min", "0ms").is_err(), "that is no timeout");
        assert!(read("colour", "red").unwrap_err().to_string().contains("heartbeat"));
    }

    #[test]
    fn a_longest_timeout_is_never_shorter_than_the_shortest() {
        let mut settings = PathSettings::default();
        SctpTuning::RtoMin(Duration::from_secs(9)).apply(&mut settings);
        assert!(settings.rto.max >= settings.rto.min);
    }
}
