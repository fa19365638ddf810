//! Rules: where, for what and from when on which methods are used.

use crate::facts::Facts;
use crate::traffic_class::TrafficClass;
use ferry_method::PeerId;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Something that a process may be or have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// One of these ranks.
    Ranks(RangeInclusive<u32>),
    /// The name of its host, in full or up to the first dot.
    Host(String),
    /// A subnet with one of its host's addresses: address and bits that count.
    Network(IpAddr, u8),
}

impl Spot {
    fn fits(&self, rank: PeerId, facts: &Facts) -> bool {
        match self {
            Spot::Ranks(ranks) => ranks.contains(&rank.0),
            Spot::Host(name) => {
                let first = facts.host.split('.').next().unwrap_or_default();
                name.eq_ignore_ascii_case(&facts.host) || name.eq_ignore_ascii_case(first)
            }
            Spot::Network(network, bits) => {
                facts.addresses.iter().any(|address| shares_prefix(*network, *address, *bits))
            }
        }
    }
}

fn shares_prefix(a: IpAddr, b: IpAddr, bits: u8) -> bool {
    let (difference, width) = match (a, b) {
        (IpAddr::V4(a), IpAddr::V4(b)) => (u128::from(a.to_bits() ^ b.to_bits()), 32),
        (IpAddr::V6(a), IpAddr::V6(b)) => (a.to_bits() ^ b.to_bits(), 128),
        _ => return false,
    };
    difference.checked_shr(width - u32::from(bits).min(width)).unwrap_or(0) == 0
}

/// A parameter of a method, for single links; see [`Method::tune`](ferry_method::Method::tune).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The method.
    pub method: String,
    /// The parameter, without the method's name.
    pub parameter: String,
    /// Its value.
    pub value: String,
}

/// Which methods some traffic uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Where it was written, for people.
    pub origin: String,
    /// The peer: one of each group must fit.
    pub to: Vec<Vec<Spot>>,
    /// This process: one of each group must fit.
    pub from: Vec<Vec<Spot>>,
    /// Only communicators of this name.
    pub communicator: Option<String>,
    /// Only these kinds of traffic; empty: all.
    pub traffic: Vec<TrafficClass>,
    /// Only from this time after the start on.
    pub after: Duration,
    /// Methods to use, the first that fits; empty: the rule only sets parameters.
    pub methods: Vec<String>,
    /// Parameters of the links.
    pub set: Vec<Setting>,
}

/// A process as rules see it.
#[derive(Clone, Copy)]
pub(crate) struct Who<'a> {
    pub(crate) rank: PeerId,
    pub(crate) facts: &'a Facts,
}

impl Rule {
    /// Whether the rule is in force between these two.
    pub(crate) fn joins(&self, from: Who<'_>, to: Who<'_>, now: Duration) -> bool {
        let all = |groups: &[Vec<Spot>], who: Who<'_>| {
            groups.iter().all(|group| group.iter().any(|spot| spot.fits(who.rank, who.facts)))
        };
        self.after <= now && all(&self.from, from) && all(&self.to, to)
    }

    /// Whether it says by which methods this traffic goes. `communicator`: the name of the context,
    /// if it has one.
    pub(crate) fn directs(&self, class: TrafficClass, communicator: Option<&str>) -> bool {
        let named = self.communicator.as_deref();
        !self.methods.is_empty()
            && (self.traffic.is_empty() || self.traffic.contains(&class))
            && named.is_none_or(|name| Some(name) == communicator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(spot: Spot) -> bool {
        let facts = Facts {
            host: "node7.cluster.example".into(),
            addresses: vec!["10.1.2.3".parse().unwrap(), "fd00::7".parse().unwrap()],
        };
        spot.fits(PeerId(5), &facts)
    }

    #[test]
    fn ranks_hosts_and_networks() {
        let network = |text: &str, bits| fits(Spot::Network(text.parse().unwrap(), bits));
        assert!(fits(Spot::Ranks(3..=5)) && !fits(Spot::Ranks(6..=9)));
        let host = |name: &str| fits(Spot::Host(name.into()));
        assert!(host("node7") && host("NODE7.cluster.example"));
        assert!(!host("node") && !host("cluster"));
        assert!(network("10.0.0.0", 8) && !network("10.0.0.0", 16) && network("192.0.2.1", 0));
        assert!(network("10.1.2.3", 32) && !network("10.1.2.2", 32));
        assert!(network("fd00::", 16) && !network("fd01::", 16));
    }

    #[test]
    fn one_of_each_group_must_fit() {
        let facts = Facts { host: "a".into(), addresses: Vec::new() };
        let who = |rank| Who { rank: PeerId(rank), facts: &facts };
        let rule = Rule {
            to: vec![vec![Spot::Ranks(1..=1), Spot::Ranks(3..=3)], vec![Spot::Host("a".into())]],
            from: vec![vec![Spot::Ranks(0..=0)]],
            after: Duration::from_secs(3),
            ..Rule::default()
        };
        let late = Duration::from_secs(4);
        assert!(rule.joins(who(0), who(3), late) && !rule.joins(who(0), who(2), late));
        assert!(!rule.joins(who(1), who(3), late) && !rule.joins(who(0), who(3), Duration::ZERO));
    }
}
