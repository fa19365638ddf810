//! Who relays for whom, as configured.
//!
//! `tcp:0-7>0;tcp:8-15>8`: what ranks 0 to 7 would send by TCP to ranks outside their group goes to rank
//! 0 first, and what others would send to them by TCP goes to rank 0 as well. Only the relays need to
//! open the method. All ranks read the same text, so a way has at most two relays.

use ferry_method::PeerId;
use std::ops::RangeInclusive;

/// One group with its relay.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RelayRule {
    method: String,
    of: Vec<RangeInclusive<u32>>,
    through: PeerId,
}

impl RelayRule {
    fn covers(&self, peer: PeerId) -> bool {
        self.of.iter().any(|range| range.contains(&peer.0))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no rule like tcp:0-7>0 (method:ranks>relay)");
        let (method, rest) = text.split_once(':').ok_or_else(wrong)?;
        let (of, through) = rest.rsplit_once('>').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let range = |text: &str| {
            let (low, high) = text.split_once('-').unwrap_or((text, text));
            let range = number(low)?..=number(high)?;
            if range.is_empty() { Err(wrong()) } else { Ok(range) }
        };
        let of = of.split(',').map(range).collect::<Result<_, _>>()?;
        let method = method.trim();
        if method.is_empty() {
            return Err(wrong());
        }
        Ok(RelayRule { method: method.into(), of, through: PeerId(number(through)?) })
    }
}

/// Who relays for whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForwardRules {
    rules: Vec<RelayRule>,
}

impl ForwardRules {
    /// Reads `method:ranks>relay`, several separated by `;`, ranks like `0-3,8`. Empty: nobody relays.
    ///
    /// # Errors
    /// A sentence that quotes the rule that is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rules = text.split(';').map(str::trim).filter(|rule| !rule.is_empty());
        let rules: Vec<RelayRule> = rules.map(RelayRule::parse).collect::<Result<_, _>>()?;
        for (at, rule) in rules.iter().enumerate() {
            let clash = rules[..at].iter().find(|other| {
                let meet = |a: &RangeInclusive<u32>, b: &RangeInclusive<u32>| {
                    a.start() <= b.end() && b.start() <= a.end()
                };
                other.method == rule.method
                    && other.of.iter().any(|a| rule.of.iter().any(|b| meet(a, b)))
            });
            if clash.is_some() {
                let method = &rule.method;
                return Err(format!("a rank is in two groups that forward {method}"));
            }
        }
        let behind = |a: &RelayRule, b: &RelayRule| {
            a.method == b.method && b.covers(a.through) && a.through != b.through
        };
        let mut pairs = rules.iter().flat_map(|a| rules.iter().map(move |b| (a, b)));
        if let Some((a, b)) = pairs.find(|(a, b)| behind(a, b)) {
            let (relay, other) = (a.through, b.through);
            return Err(format!(
                "rank {relay} relays for others and is itself behind rank {other}"
            ));
        }
        Ok(ForwardRules { rules })
    }

    /// The same rules in a world where the job's `size` processes have the numbers from `first` on, and others have
    /// others.
    #[must_use]
    pub fn placed(&self, first: u32, size: u32) -> Self {
        let place = |range: &RangeInclusive<u32>| {
            (*range.start() < size).then(|| {
                let last = (*range.end()).min(size - 1);
                first + *range.start()..=first + last
            })
        };
        let rules = self.rules.iter().filter(|rule| rule.through.0 < size).map(|rule| RelayRule {
            method: rule.method.clone(),
            of: rule.of.iter().filter_map(place).collect(),
            through: PeerId(first + rule.through.0),
        });
        ForwardRules { rules: rules.collect() }
    }

    /// These rules and those of other processes.
    #[must_use]
    pub fn and(mut self, others: ForwardRules) -> Self {
        self.rules.extend(others.rules);
        self
    }

    /// Whether nobody relays.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether `peer` need not open `method`, since another relays all that it would carry.
    pub fn spares(&self, peer: PeerId, method: &str) -> bool {
        self.rules.iter().any(|r| r.method == method && r.covers(peer) && r.through != peer)
    }

    /// Whether `peer` is to relay for others.
    pub(crate) fn names(&self, peer: PeerId) -> bool {
        self.rules.iter().any(|rule| rule.through == peer)
    }

    /// Whom `from` hands a frame for `to`, if not `to` itself. `by`: the method that would carry it;
    /// `None` where there is none.
    pub(crate) fn relay(&self, from: PeerId, to: PeerId, by: Option<&str>) -> Option<PeerId> {
        let usable = |rule: &&RelayRule| {
            by.is_none_or(|by| by == rule.method) && rule.through != from && rule.through != to
        };
        let departs = |rule: &&RelayRule| rule.covers(from) && !rule.covers(to);
        let arrives = |rule: &&RelayRule| rule.covers(to) && !rule.covers(from);
        let rules = || self.rules.iter().filter(usable);
        let found = rules().find(departs).or_else(|| rules().find(arrives));
        found.map(|rule| rule.through)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(text: &str, from: u32, to: u32) -> Option<u32> {
        let rules = ForwardRules::parse(text).unwrap();
        rules.relay(PeerId(from), PeerId(to), Some("tcp")).map(|peer| peer.0)
    }

    #[test]
    fn two_groups_with_a_relay_each() {
        let text = "tcp:0-3>0; tcp:4-7>4";
        let way = |from, to| {
            let mut at = from;
            std::iter::from_fn(|| {
                at = if at == to { return None } else { hop(text, at, to).unwrap_or(to) };
                Some(at)
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(way(1, 6), [0, 4, 6]);
        assert_eq!(way(0, 6), [4, 6]);
        assert_eq!(way(1, 4), [0, 4]);
        assert_eq!(way(0, 4), [4]);
        assert_eq!(way(1, 2), [2]);
        assert_eq!(way(9, 6), [4, 6]);
        assert_eq!(way(6, 9), [4, 9]);
        assert_eq!(way(9, 8), [8]);
    }

    #[test]
    fn two_jobs_keep_their_relays() {
        let of = |text| ForwardRules::parse(text).unwrap();
        let both = of("tcp:0-9>0").placed(0, 2).and(of("tcp:0-2>1").placed(2, 3));
        let relay = |from, to| both.relay(PeerId(from), PeerId(to), Some("tcp")).map(|at| at.0);
        assert_eq!((relay(1, 4), relay(0, 4), relay(3, 4)), (Some(0), Some(3), None));
        assert_eq!((relay(4, 1), relay(3, 1), relay(0, 1)), (Some(3), Some(0), None));
        assert_eq!(relay(2, 4), None);
        assert!(both.spares(PeerId(4), "tcp") && !both.spares(PeerId(3), "tcp"));
        assert!(of("tcp:0-9>5").placed(0, 2).is_empty());
    }

    #[test]
    fn other_methods_go_straight() {
        let rules = ForwardRules::parse("tcp:0-3>0").unwrap();
        assert_eq!(rules.relay(PeerId(1), PeerId(9), Some("shm")), None);
        assert_eq!(rules.relay(PeerId(1), PeerId(9), None), Some(PeerId(0)));
    }

    #[test]
    fn a_relay_may_stand_outside_its_group() {
        assert_eq!(hop("tcp:1-3>0", 0, 2), None);
        assert_eq!(hop("tcp:1-3>0", 2, 0), None);
        assert_eq!(hop("tcp:1,3>0", 5, 3), Some(0));
    }

    #[test]
    fn only_relays_need_the_method() {
        let rules = ForwardRules::parse("tcp:0-3>0").unwrap();
        assert!(rules.spares(PeerId(1), "tcp") && !rules.spares(PeerId(0), "tcp"));
        assert!(!rules.spares(PeerId(1), "quic") && !rules.spares(PeerId(4), "tcp"));
    }

    #[test]
    fn what_is_no_rule_is_quoted() {
        for text in ["tcp", "tcp:0-3", ":0>1", "tcp:a>1", "tcp:3-0>1", "tcp:0-3>", "tcp:0,>1"] {
            assert!(ForwardRules::parse(text).unwrap_err().contains(text), "{text}");
        }
        assert!(ForwardRules::parse("tcp:0-3>0;tcp:3-5>4").unwrap_err().contains("two groups"));
        assert!(ForwardRules::parse("tcp:0-1>2;tcp:2-3>7").unwrap_err().contains("behind"));
        assert!(ForwardRules::parse("").unwrap().is_empty());
    }
}
