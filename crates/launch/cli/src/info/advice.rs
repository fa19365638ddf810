//! What measurements advise, beside what is in force.

use ferry_boot::is_for_bad_paths;
use ferry_config::Config;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// What the run of all experiments that is in the documentation has come to.
const DOCUMENTED: &str = include_str!("../../../../../docs/experiments/advice.json");

/// The best setting for a situation, as `ferry experiment` writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Advice {
    situation: String,
    parameter: String,
    value: String,
    /// The other values with their times over those of the advised one.
    others: Vec<(String, f64)>,
    cases: usize,
}

#[derive(Serialize)]
pub(super) struct Advised {
    #[serde(flatten)]
    advice: Advice,
    /// Ferry does so where nothing is set.
    by_default: bool,
    /// It is in force.
    in_force: bool,
    /// Links move to this method by themselves where it is better.
    by_itself: bool,
}

/// What there is to advise; nothing where the documentation that Ferry was built with has none.
pub(super) fn all(config: &Config) -> Vec<Advised> {
    let defaults = Config::new();
    let shown = |advice: Advice| {
        let (by_default, in_force) = (holds(&defaults, &advice), holds(config, &advice));
        let by_itself = !in_force && is_found(config, &advice);
        Advised { advice, by_default, in_force, by_itself }
    };
    let advice: Vec<Advice> = serde_json::from_str(DOCUMENTED).unwrap_or_default();
    advice.into_iter().map(shown).collect()
}

/// Whether a configuration does what is advised.
fn holds(config: &Config, Advice { parameter, value, .. }: &Advice) -> bool {
    let entry = config.entries().find(|entry| entry.parameter.name == parameter);
    let set = entry.map_or("", |entry| entry.value);
    match (parameter.as_str(), value.as_str()) {
        // Nothing named: shared memory and TCP, each where it fits.
        ("methods", "tcp") => set.is_empty() || set.split(',').any(|name| name == "tcp"),
        ("methods", method) => set.split(',').any(|name| name == method),
        // No interval named: Ferry finds it.
        ("poll.skip", "adaptive") | (_, "none") => set.is_empty(),
        _ => set == value,
    }
}

/// Whether links that look after themselves come to what is advised.
fn is_found(config: &Config, Advice { parameter, value, .. }: &Advice) -> bool {
    parameter == "methods" && is_for_bad_paths(value, config)
}

pub(super) fn write(advised: &[Advised], out: &mut impl Write) -> io::Result<()> {
    if advised.is_empty() {
        return writeln!(out, "None: nothing was measured.");
    }
    for Advised { advice, by_default, in_force, by_itself } in advised {
        let Advice { situation, parameter, value, others, .. } = advice;
        let state = match (by_default, in_force) {
            (true, true) => "the default",
            (true, false) => "the default, but set otherwise here",
            (false, true) => "set here",
            (false, false) if *by_itself => {
                "links move there by themselves (adapt.methods); set, they are there from the start"
            }
            (false, false) => "not the default: worth setting there",
        };
        writeln!(out, "{situation}\n    {parameter} = {value}: {state}")?;
        let others: Vec<String> =
            others.iter().map(|(value, ratio)| format!("{value} {ratio:.2}")).collect();
        writeln!(out, "    time of the others over its own: {}", others.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_config::Origin;

    fn advice(parameter: &str, value: &str) -> Advice {
        Advice {
            situation: "somewhere".to_owned(),
            parameter: parameter.to_owned(),
            value: value.to_owned(),
            others: vec![("x".to_owned(), 1.5)],
            cases: 1,
        }
    }

    #[test]
    fn settings_are_compared_with_what_is_in_force() {
        let mut config = Config::new();
        assert!(holds(&config, &advice("methods", "tcp")));
        assert!(!holds(&config, &advice("methods", "sctp")));
        assert!(holds(&config, &advice("poll.skip", "adaptive")));
        assert!(is_found(&config, &advice("methods", "sctp")));
        assert!(!is_found(&config, &advice("methods", "quic")));
        config.set("methods", "shm,sctp", Origin::CommandLine).expect("they exist");
        assert!(!is_found(&config, &advice("methods", "sctp")));
        assert!(holds(&config, &advice("methods", "sctp")));
        assert!(!holds(&config, &advice("methods", "tcp")));
    }

    #[test]
    fn every_advice_is_about_a_parameter_that_there_is() {
        let all = all(&Config::new());
        assert!(all.iter().any(|advised| advised.advice.parameter == "methods"));
        for Advised { advice, .. } in all {
            let known =
                Config::new().entries().any(|entry| entry.parameter.name == advice.parameter);
            assert!(known, "{}", advice.parameter);
        }
    }
}
