//! Rules of the configuration as the link layer's policy.

use crate::BootError;
use crate::methods;
use ferry_config::{Config, ConfiguredRule, Locality, Origin};
use ferry_link::{Adaptation, Facts, Policy, Setting, Spot, TrafficClass};
use std::net::IpAddr;

/// Which methods are used for what.
pub(crate) fn policy(config: &Config) -> Result<Policy, BootError> {
    let rules = config.rules().iter().map(|text| rule(text, config)).collect::<Result<_, _>>()?;
    let adaptation = adaptation(config)?;
    let after = config.duration("link.failover_after");
    let failover_after = (!after.is_zero()).then_some(after);
    Ok(Policy { only: config.list("methods").to_vec(), rules, adaptation, failover_after })
}

/// When links change their method by themselves.
fn adaptation(config: &Config) -> Result<Adaptation, BootError> {
    let percent = config.float("adapt.loss");
    if !(percent > 0.0 && percent <= 100.0) {
        let why = format!("{percent} is no part of the packets: more than 0 and at most 100 is");
        return Err(BootError::new("adapt.loss", why));
    }
    let round_trip = config.duration("adapt.round_trip");
    Ok(Adaptation {
        methods: config.list("adapt.methods").to_vec(),
        loss: percent / 100.0,
        round_trip: (!round_trip.is_zero()).then_some(round_trip),
        interval: config.duration("adapt.interval"),
    })
}

fn rule(rule: &ConfiguredRule, config: &Config) -> Result<ferry_link::Rule, BootError> {
    let named = rule.methods.iter().chain(rule.set.iter().map(|setting| &setting.method));
    for name in named {
        methods::check(name, config).map_err(|why| BootError::new(&origin(rule), why))?;
    }
    let spot = |place: &Locality| match place {
        Locality::Ranks(ranks) => Spot::Ranks(ranks.clone()),
        Locality::Host(name) => Spot::Host(name.clone()),
        Locality::Network(address, bits) => Spot::Network(*address, *bits),
    };
    let spots = |groups: &[Vec<Locality>]| {
        groups.iter().map(|group| group.iter().map(spot).collect()).collect()
    };
    let set = rule.set.iter().map(|setting| Setting {
        method: setting.method.clone(),
        parameter: setting.parameter.clone(),
        value: setting.value.clone(),
    });
    Ok(ferry_link::Rule {
        origin: origin(rule),
        to: spots(&rule.to),
        from: spots(&rule.from),
        communicator: rule.communicator.as_deref().map(communicator),
        traffic: rule.traffic.iter().filter_map(|word| TrafficClass::of_name(word)).collect(),
        after: rule.after,
        methods: rule.methods.clone(),
        set: set.collect(),
    })
}

/// Where a rule was written.
fn origin(rule: &ConfiguredRule) -> String {
    match &rule.origin {
        Origin::CommandLine => "a rule of the command line".into(),
        origin => format!("the rule of {origin}"),
    }
}

/// The name of a communicator, for those that MPI itself makes also in short.
fn communicator(name: &str) -> String {
    match name {
        "world" => "MPI_COMM_WORLD".into(),
        "self" => "MPI_COMM_SELF".into(),
        name => name.into(),
    }
}

/// What this process tells others about its host.
pub(crate) fn facts() -> Facts {
    let host = rustix::system::uname();
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = interfaces.iter().map(|interface| interface.ip()).collect();
    // Every host has these: they tell nothing.
    addresses.retain(|address| !address.is_loopback());
    Facts { host: host.nodename().to_string_lossy().into(), addresses }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_means_what_it_says() {
        let text = "to=1-3 traffic=bulk after=2s use=tcp set=fragment=64k";
        let config = Config::with([("rules", text)]).unwrap();
        let rules = policy(&config).unwrap().rules;
        assert_eq!(rules[0].to, [vec![Spot::Ranks(1..=3)]]);
        assert_eq!((rules[0].traffic[0], rules[0].after.as_secs()), (TrafficClass::Bulk, 2));
        assert_eq!(rules[0].set[0].method, "tcp");
    }

    #[test]
    fn a_lossy_path_is_one_by_percent() {
        let of = |pairs: &[(&'static str, &'static str)]| {
            policy(&Config::with(pairs.iter().copied()).unwrap()).map(|policy| policy.adaptation)
        };
        let adaptation = of(&[("adapt.methods", "sctp,quic"), ("adapt.loss", "2")]).unwrap();
        assert_eq!(adaptation.methods, ["sctp", "quic"]);
        let long = |milliseconds| Some(std::time::Duration::from_millis(milliseconds));
        assert_eq!((adaptation.loss, adaptation.round_trip), (0.02, long(10)));
        let set = |time| of(&[("adapt.round_trip", time)]).unwrap().round_trip;
        assert_eq!((set("20ms"), set("0s")), (long(20), None));
        let default = of(&[]).unwrap();
        assert_eq!(
            (default.methods, default.interval),
            (vec!["sctp".to_owned()], Adaptation::default().interval)
        );
        assert!(of(&[("adapt.methods", "")]).unwrap().methods.is_empty());
        assert!(of(&[("adapt.loss", "0")]).unwrap_err().to_string().contains("adapt.loss"));
    }

    #[test]
    fn a_rule_for_a_method_that_does_not_exist_names_it() {
        let config = Config::with([("rules", "use=pigeon")]).unwrap();
        assert!(policy(&config).unwrap_err().to_string().contains("'pigeon'"));
    }
}
