//! Rules in force, in order: later ones win.

use ferry_config::{Config, ConfiguredRule, Locality};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
pub(super) struct RuleShown {
    origin: String,
    /// The rule as it could be written on a command line.
    rule: String,
}

pub(super) fn rules(config: &Config) -> Vec<RuleShown> {
    let shown =
        |rule: &ConfiguredRule| RuleShown { origin: rule.origin.to_string(), rule: text(rule) };
    config.rules().iter().map(shown).collect()
}

pub(super) fn write(rules: &[RuleShown], out: &mut impl Write) -> io::Result<()> {
    if rules.is_empty() {
        return writeln!(out, "None: each link uses the first of the methods that fits.");
    }
    rules.iter().try_for_each(|RuleShown { origin, rule }| writeln!(out, "{rule}  ({origin})"))
}

fn text(rule: &ConfiguredRule) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(rule.to.iter().map(|group| format!("to={}", places(group))));
    words.extend(rule.from.iter().map(|group| format!("from={}", places(group))));
    words.extend(rule.communicator.iter().map(|name| format!("communicator={name}")));
    if !rule.traffic.is_empty() {
        words.push(format!("traffic={}", rule.traffic.join(",")));
    }
    if !rule.after.is_zero() {
        words.push(format!("after={}s", rule.after.as_secs_f64()));
    }
    if !rule.methods.is_empty() {
        words.push(format!("use={}", rule.methods.join(",")));
    }
    let set = rule.set.iter().map(|s| format!("{}.{}={}", s.method, s.parameter, s.value));
    let set: Vec<String> = set.collect();
    if !set.is_empty() {
        words.push(format!("set={}", set.join(",")));
    }
    words.join(" ")
}

fn places(group: &[Locality]) -> String {
    let text = |place: &Locality| match place {
        Locality::Ranks(ranks) if ranks.start() == ranks.end() => ranks.start().to_string(),
        Locality::Ranks(ranks) => format!("{}-{}", ranks.start(), ranks.end()),
        Locality::Host(name) => name.clone(),
        Locality::Network(address, bits) => format!("{address}/{bits}"),
    };
    group.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_shown_as_it_is_written() {
        let written = "to=10.0.0.0/8,node7,3-5 from=0 communicator=world traffic=bulk,small after=1.5s \
                       use=quic,tcp set=quic.congestion=bbr";
        let config = Config::with([("rules", written)]).unwrap();
        assert_eq!(rules(&config)[0].rule, written);
    }
}
