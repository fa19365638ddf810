//! Which methods could be opened here, and why not the others.

use crate::methods::{self, Opening};
use crate::{BootError, Neighbours};
use ferry_config::{Config, Origin};
use ferry_link::ForwardRules;
use ferry_method::{Attributes, Identity, JobId, PeerId};
use ferry_method_tcp::TcpMethod;
use ferry_sys::Clock;
use std::net::IpAddr;

/// A method as it is found here.
pub struct SurveyedMethod {
    /// What it can do and what it costs.
    pub attributes: Attributes,
    /// Addresses that it would publish, as far as it tells.
    pub addresses: Vec<IpAddr>,
    /// Longer payloads stream through shared memory in pieces of this size.
    pub piece: Option<usize>,
    /// Jobs open it without being asked to where it can be of use.
    pub by_default: bool,
    /// Jobs of several hosts open it for links whose path turns out bad.
    pub for_bad_paths: bool,
}

/// Opens every method that the configuration allows as a rank would, and closes it again: its name, and
/// what was found or why it cannot be used.
pub fn survey(config: &Config) -> Vec<(&'static str, Result<SurveyedMethod, String>)> {
    methods::names().into_iter().map(|name| (name, survey_one(name, config))).collect()
}

fn survey_one(name: &str, config: &Config) -> Result<SurveyedMethod, String> {
    left_out(name, config)?;
    methods::check(name, config)?;
    let identity = Identity {
        job: JobId(0),
        me: PeerId(0),
        size: 2,
        // Nobody is ever told of these ends, so there is nothing to prove.
        secret: [0; 32],
        host: methods::host_name(),
    };
    let opening = Opening {
        config,
        identity: &identity,
        neighbours: Neighbours { job: 2, here: 2, local_rank: 0 },
        surroundings: crate::apart::on_its_own(),
        apart: false,
        forwarding: &ForwardRules::default(),
        clock: Clock::start(),
    };
    let method = methods::open_one(name, &opening).map_err(|error| error.to_string())?;
    let attributes = method.attributes().clone();
    drop(method);
    let tcp = || TcpMethod::new(identity.clone(), methods::tcp_options(config, 0));
    Ok(SurveyedMethod {
        attributes,
        addresses: if name == "tcp" { tcp().map_or(vec![], |tcp| tcp.addresses()) } else { vec![] },
        piece: (name == "shm").then(|| methods::shm_options(config).piece),
        by_default: methods::is_by_default(name),
        for_bad_paths: is_for_bad_paths(name, config),
    })
}

/// Whether links may move to a method by themselves though nothing else asks for it.
pub fn is_for_bad_paths(name: &str, config: &Config) -> bool {
    let named = config.list("adapt.methods").iter().any(|word| word == name);
    named && config.list("methods").is_empty()
}

/// Why a job does not open a method wherever it could be of use; `None`: it would.
pub fn reason_not_to_open(name: &str, config: &Config) -> Option<String> {
    let is_named = |names: &[String]| names.iter().any(|word| word == name);
    let by_rule = config.rules().iter().any(|rule| is_named(&rule.methods));
    let is_asked_for = is_named(config.list("open")) || is_named(config.list("methods"));
    if by_rule || is_asked_for || is_for_bad_paths(name, config) {
        return None;
    }
    let by_default = methods::is_by_default(name) && !methods::is_direct(config);
    left_out(name, config).err().or_else(|| {
        (!by_default)
            .then(|| "only where `methods`, `open`, `adapt.methods` or a rule names it".to_owned())
    })
}

/// Whether the configuration leaves a method out, as an error.
fn left_out(name: &str, config: &Config) -> Result<(), String> {
    let wanted = methods::wanted(config).map_err(|error: BootError| error.to_string())?;
    let is_named = |names: &[String]| names.iter().any(|word| word.split('+').next() == Some(name));
    let by_rule = config.rules().iter().any(|rule| is_named(&rule.methods));
    let is_left_out = !wanted.is_empty() && !is_named(wanted);
    if name == "local" || !is_left_out || by_rule || is_named(config.list("open")) {
        return Ok(());
    }
    Err(match config.origin("methods") {
        Origin::Default => "`methods` leaves it out".into(),
        origin => format!("`methods` leaves it out (set by {origin})"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pairs: &[(&'static str, &'static str)], name: &str) -> Result<SurveyedMethod, String> {
        let config = Config::with(pairs.iter().copied()).unwrap();
        survey(&config).into_iter().find(|(found, _)| *found == name).expect("a method").1
    }

    #[test]
    fn what_is_left_out_is_told_with_its_reason() {
        assert!(
            found(&[("methods", "local")], "tcp").is_err_and(|why| why.contains("leaves it out"))
        );
        assert!(found(&[], "local").is_ok_and(|local| local.attributes.reliable));
        let tcp = [("methods", "local"), ("rules", "rank=3 use=tcp")];
        assert!(found(&tcp, "tcp").is_ok_and(|tcp| !tcp.addresses.is_empty()));
        assert!(
            found(&[("tcp.interface", "nosuch0")], "tcp").is_err_and(|why| why.contains("nosuch0"))
        );
    }
}
