//! Rules: which methods some traffic uses, as written in files and on command lines.

use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::nearest;
use crate::parameter::{Parameter, ValueKind};
use crate::value::{Value, parse};
use crate::{ConfigError, Origin};

/// Something that a process may be or have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Locality {
    /// One of these ranks.
    Ranks(RangeInclusive<u32>),
    /// The name of its host.
    Host(String),
    /// A subnet with one of its host's addresses: address and bits that count.
    Network(IpAddr, u8),
}

/// A parameter of a method on single links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSetting {
    /// The method.
    pub method: String,
    /// The parameter, without the method's name.
    pub parameter: String,
    /// Its value.
    pub value: String,
}

/// Which methods some traffic uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfiguredRule {
    /// Where it was written.
    pub origin: Origin,
    /// The peer: one of each group must fit.
    pub to: Vec<Vec<Locality>>,
    /// The sender: one of each group must fit.
    pub from: Vec<Vec<Locality>>,
    /// Only communicators of this name.
    pub communicator: Option<String>,
    /// Only these kinds of traffic (`control`, `small`, `bulk`); empty: all.
    pub traffic: Vec<String>,
    /// Only from this time after the start on.
    pub after: Duration,
    /// Methods to use, the first that fits; empty: the rule only sets parameters.
    pub methods: Vec<String>,
    /// Parameters of the links.
    pub set: Vec<RuleSetting>,
}

/// Kinds of traffic.
const TRAFFIC: [&str; 3] = ["control", "small", "bulk"];

/// A field of a rule with what it takes.
const FIELDS: [(&str, &str); 11] = [
    ("to", PLACES),
    ("host", "names of hosts, separated by commas"),
    ("network", NETWORKS),
    ("rank", RANKS),
    ("ranks", RANKS),
    ("from", PLACES),
    ("communicator", "the name of a communicator, like `world`"),
    ("traffic", "control, small or bulk, or several separated by commas"),
    ("after", "a time since the start, like 30s"),
    ("use", "names of methods, preferred ones first, separated by commas"),
    ("set", "parameters of methods like `tcp.keepalive=5s`, separated by commas"),
];
const PLACES: &str =
    "ranks like 0-3, subnets like 10.0.0.0/8 or names of hosts, separated by commas";
const NETWORKS: &str = "subnets like 10.0.0.0/8 or addresses, separated by commas";
const RANKS: &str = "ranks like `0-3,7`";

impl ConfiguredRule {
    /// The rules of a text: separated by `;`, their fields by spaces:
    /// `to=10.0.0.0/8 traffic=bulk use=quic,tcp`.
    ///
    /// # Errors
    /// What is wrong with which field, and what was expected.
    pub fn parse_all(text: &str, origin: &Origin) -> Result<Vec<ConfiguredRule>, ConfigError> {
        let texts = text.split(';').map(str::trim).filter(|text| !text.is_empty());
        texts.map(|text| ConfiguredRule::parse(text, origin)).collect()
    }

    fn parse(text: &str, origin: &Origin) -> Result<ConfiguredRule, ConfigError> {
        let mut rule = Draft::new(origin.clone());
        for word in text.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(ConfigError::Pair { origin: origin.clone(), found: word.into() });
            };
            rule.field(name, &items(value), origin)?;
        }
        rule.finish()
    }
}

/// What commas separate.
pub(crate) fn items(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(String::from).collect()
}

/// A rule that is being read.
pub(crate) struct Draft {
    rule: ConfiguredRule,
    /// `set`, in which parameters may lack their method's name.
    set: Vec<(String, String)>,
    set_origin: Origin,
}

impl Draft {
    pub(crate) fn new(origin: Origin) -> Self {
        let rule = ConfiguredRule {
            origin: origin.clone(),
            to: Vec::new(),
            from: Vec::new(),
            communicator: None,
            traffic: Vec::new(),
            after: Duration::ZERO,
            methods: Vec::new(),
            set: Vec::new(),
        };
        Draft { rule, set: Vec::new(), set_origin: origin }
    }

    /// Reads a field with its items; `origin`: where it stands.
    pub(crate) fn field(
        &mut self,
        name: &str,
        items: &[String],
        origin: &Origin,
    ) -> Result<(), ConfigError> {
        let Some((name, expected)) = FIELDS.iter().find(|(field, _)| *field == name) else {
            return Err(ConfigError::RuleField {
                origin: origin.clone(),
                name: name.into(),
                suggestion: nearest(name, FIELDS.iter().map(|(field, _)| (*field).into())),
                fields: FIELDS.map(|(field, _)| field).join(", "),
            });
        };
        let wrong = || ConfigError::Value {
            name: format!("rule.{name}"),
            origin: origin.clone(),
            found: items.join(","),
            expected: (*expected).into(),
        };
        if *name == "set" {
            self.set_origin = origin.clone();
        }
        self.take(name, items).filter(|()| !items.is_empty()).ok_or_else(wrong)
    }

    fn take(&mut self, name: &str, items: &[String]) -> Option<()> {
        let all = |read: fn(&str) -> Option<Locality>| -> Option<Vec<Locality>> {
            items.iter().map(|item| read(item)).collect()
        };
        let rule = &mut self.rule;
        match name {
            "to" => rule.to.push(all(place)?),
            "from" => rule.from.push(all(place)?),
            "host" => rule.to.push(all(host)?),
            "network" => rule.to.push(all(network)?),
            "rank" | "ranks" => rule.to.push(all(ranks)?),
            "communicator" => rule.communicator = Some(items.join(",")),
            "traffic" => {
                let word = |item: &String| TRAFFIC.contains(&item.as_str()).then(|| item.clone());
                rule.traffic = items.iter().map(word).collect::<Option<_>>()?;
            }
            "after" => rule.after = time(items.first().filter(|_| items.len() == 1)?)?,
            "use" => {
                let is_name =
                    |item: &String| item.chars().all(|c| c.is_alphanumeric() || "-+".contains(c));
                items.iter().all(is_name).then_some(())?;
                rule.methods = items.to_vec();
            }
            _ => {
                for item in items {
                    let (name, value) = item.split_once('=')?;
                    self.set.push((name.trim().into(), value.trim().into()));
                }
            }
        }
        Some(())
    }

    /// The whole rule.
    pub(crate) fn finish(mut self) -> Result<ConfiguredRule, ConfigError> {
        let origin = self.rule.origin.clone();
        if self.rule.methods.is_empty() && self.set.is_empty() {
            return Err(ConfigError::Rule {
                origin,
                why: "it says neither which methods to `use` nor what to `set`".into(),
            });
        }
        for (name, value) in std::mem::take(&mut self.set) {
            // Without a method's name it is a parameter of the first that the rule uses.
            let first = self.rule.methods.first().cloned();
            let (method, parameter) = match (name.split_once('.'), first) {
                (Some((method, parameter)), _) => (method.to_owned(), parameter.to_owned()),
                (None, Some(first)) => (first, name),
                (None, None) => {
                    return Err(ConfigError::Rule {
                        origin: self.set_origin,
                        why: format!(
                            "`set` says `{name}` without a method; expected something like \
                             `tcp.{name}`, since the rule has no `use`"
                        ),
                    });
                }
            };
            self.rule.set.push(RuleSetting { method, parameter, value });
        }
        Ok(self.rule)
    }
}

fn place(text: &str) -> Option<Locality> {
    ranks(text).or_else(|| network(text)).or_else(|| host(text))
}

fn host(text: &str) -> Option<Locality> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    (!text.is_empty() && text.chars().all(is_name)).then(|| Locality::Host(text.into()))
}

fn network(text: &str) -> Option<Locality> {
    let (address, bits) = match text.split_once('/') {
        Some((address, bits)) => (address, Some(bits.parse::<u8>().ok()?)),
        None => (text, None),
    };
    let address: IpAddr = address.parse().ok()?;
    let width = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.unwrap_or(width);
    (bits <= width).then_some(Locality::Network(address, bits))
}

fn ranks(text: &str) -> Option<Locality> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| digits)
    };
    let range = number(low)?..=number(high)?;
    (!range.is_empty()).then_some(Locality::Ranks(range))
}

fn time(text: &str) -> Option<Duration> {
    let kind = ValueKind::Duration;
    let parameter =
        Parameter { name: "rule.after", kind, auto: false, default: "0", unit: "", doc: "" };
    match parse(&parameter, text)? {
        Value::Duration(time) => Some(time),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<ConfiguredRule, String> {
        let mut rules =
            ConfiguredRule::parse_all(text, &Origin::CommandLine).map_err(|e| e.to_string())?;
        assert_eq!(rules.len(), 1);
        Ok(rules.remove(0))
    }

    #[test]
    fn a_rule_in_words() {
        let rule = one("to=10.0.0.0/8,node7,3-5 from=0 traffic=bulk after=30s use=quic,tcp \
                        set=congestion=bbr,tcp.keepalive=5s communicator=ocean")
        .unwrap();
        let network = Locality::Network("10.0.0.0".parse().unwrap(), 8);
        let places = vec![network, Locality::Host("node7".into()), Locality::Ranks(3..=5)];
        assert_eq!((rule.to, rule.from), (vec![places], vec![vec![Locality::Ranks(0..=0)]]));
        assert_eq!(
            (rule.traffic, rule.methods),
            (vec!["bulk".into()], vec!["quic".into(), "tcp".into()])
        );
        assert_eq!(rule.after, Duration::from_secs(30));
        assert_eq!(rule.communicator.as_deref(), Some("ocean"));
        let set = |method: &str, parameter: &str, value: &str| RuleSetting {
            method: method.into(),
            parameter: parameter.into(),
            value: value.into(),
        };
        assert_eq!(rule.set, [set("quic", "congestion", "bbr"), set("tcp", "keepalive", "5s")]);
    }

    #[test]
    fn several_rules_in_one_text() {
        let rules =
            ConfiguredRule::parse_all("use=tcp; rank=1 use=shm ;", &Origin::CommandLine).unwrap();
        assert_eq!(
            rules.iter().map(|rule| rule.methods[0].as_str()).collect::<Vec<_>>(),
            ["tcp", "shm"]
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("trafic=bulk use=tcp", "did you mean `traffic`"),
            ("colour=blue use=tcp", "fields are to, host"),
            ("traffic=bulky use=tcp", "`rule.traffic` is `bulky`, expected control, small or bulk"),
            ("network=10.0.0.0/33 use=tcp", "expected subnets like"),
            ("ranks=3-1 use=tcp", "expected ranks like"),
            ("after=soon use=tcp", "expected a time"),
            ("to=3", "neither which methods to `use`"),
            ("set=keepalive=5s", "`tcp.keepalive`"),
            ("use=", "expected names of methods"),
            ("use", "name=value"),
        ] {
            let error = one(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_taken_or_refused(text in "[a-z=,; 0-9./-]{0,60}") {
            let _ = ConfiguredRule::parse_all(&text, &Origin::Program);
        }
    }
}
