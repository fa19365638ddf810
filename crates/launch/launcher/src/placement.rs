//! Which rank runs on which host.

use crate::error::LaunchError;
use crate::hostfile::Host;
use std::collections::HashMap;

/// The programs' ranks laid out on hosts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    /// The hosts that have ranks, in order of their first rank.
    pub(crate) hosts: Vec<String>,
    /// Per rank: its node (a place in `hosts`) and its program.
    pub(crate) ranks: Vec<(u32, u32)>,
    /// How many ranks the hosts take by their own account.
    pub(crate) universe: u32,
}

/// What one program asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlacementWish {
    /// How many ranks; all slots when not said.
    pub(crate) count: Option<u32>,
    /// Its own hosts, when it has some.
    pub(crate) hosts: Vec<Host>,
}

/// More ranks than any plan can mean.
const RANKS_MAX: u32 = 1 << 20;

/// Lays ranks on hosts: each host takes as many as it has slots (or `per_node`), in order, and
/// when all are full the round begins again.
pub(crate) fn place(
    wishes: &[PlacementWish],
    per_node: Option<u32>,
    home: &str,
) -> Result<Placement, LaunchError> {
    let mut placement = Placement { hosts: Vec::new(), ranks: Vec::new(), universe: 0 };
    let fallback = [Host { name: home.to_owned(), slots: Some(u32::MAX) }];
    let shared = wishes.first().map_or(&[][..], |wish| &wish.hosts);
    let mut numbers: HashMap<String, u32> = HashMap::new();
    // Programs that share a list go on where the one before has stopped.
    let mut cursor = Cursor::default();
    for (app, wish) in wishes.iter().enumerate() {
        let own = app > 0 && !wish.hosts.is_empty();
        let hosts = if own { &wish.hosts } else { shared };
        let slots = |host: &Host| per_node.or(host.slots).unwrap_or(1);
        let total: u64 = hosts.iter().map(|host| u64::from(slots(host))).sum();
        let count = wish.count.map_or(total.max(1), u64::from);
        if placement.ranks.len() as u64 + count > u64::from(RANKS_MAX) {
            return Err(LaunchError::usage(format!("more than {RANKS_MAX} ranks")));
        }
        let hosts = if hosts.is_empty() { &fallback[..] } else { hosts };
        let mut own_cursor = Cursor::default();
        let cursor = if own { &mut own_cursor } else { &mut cursor };
        for _ in 0..count {
            let host = cursor.next(hosts, slots);
            let node = *numbers.entry(host.name.clone()).or_insert_with(|| {
                placement.hosts.push(host.name.clone());
                placement.hosts.len() as u32 - 1
            });
            placement.ranks.push((node, app as u32));
        }
    }
    let slots: u64 =
        shared.iter().map(|host| u64::from(per_node.or(host.slots).unwrap_or(1))).sum();
    let universe = slots.max(placement.ranks.len() as u64);
    placement.universe = u32::try_from(universe).unwrap_or(u32::MAX);
    Ok(placement)
}

#[derive(Default)]
struct Cursor {
    host: usize,
    used: u32,
}

impl Cursor {
    fn next<'a>(&mut self, hosts: &'a [Host], slots: impl Fn(&Host) -> u32) -> &'a Host {
        if self.used >= slots(&hosts[self.host % hosts.len()]) {
            self.host = (self.host + 1) % hosts.len();
            self.used = 0;
        }
        self.used += 1;
        &hosts[self.host % hosts.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostfile::parse_list;

    fn nodes(count: u32, hosts: &str, per_node: Option<u32>) -> Vec<u32> {
        let hosts = if hosts.is_empty() { vec![] } else { parse_list(hosts).unwrap() };
        let placement =
            place(&[PlacementWish { count: Some(count), hosts }], per_node, "here").unwrap();
        placement.ranks.iter().map(|(node, _)| *node).collect()
    }

    #[test]
    fn hosts_fill_up_and_the_round_begins_again() {
        assert_eq!(nodes(3, "", None), [0, 0, 0]);
        assert_eq!(nodes(4, "a,b", None), [0, 1, 0, 1]);
        assert_eq!(nodes(5, "a:2,b", None), [0, 0, 1, 0, 0]);
        assert_eq!(nodes(4, "a,b", Some(2)), [0, 0, 1, 1]);
    }

    #[test]
    fn without_a_count_all_slots_are_used() {
        let wish = PlacementWish { count: None, hosts: parse_list("a:2,b").unwrap() };
        assert_eq!(place(&[wish], None, "here").unwrap().ranks.len(), 3);
        assert_eq!(place(&[PlacementWish::default()], None, "here").unwrap().ranks.len(), 1);
    }

    #[test]
    fn later_programs_go_on_or_use_their_own_hosts() {
        let first = PlacementWish { count: Some(1), hosts: parse_list("a,b").unwrap() };
        let second = PlacementWish { count: Some(1), hosts: vec![] };
        let third = PlacementWish { count: Some(1), hosts: parse_list("c").unwrap() };
        let placement = place(&[first, second, third], None, "here").unwrap();
        assert_eq!(placement.hosts, ["a", "b", "c"]);
        assert_eq!(placement.ranks, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn absurd_numbers_are_refused() {
        assert!(
            place(&[PlacementWish { count: Some(u32::MAX), hosts: vec![] }], None, "here").is_err()
        );
    }
}
