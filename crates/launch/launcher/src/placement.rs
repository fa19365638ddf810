//! Which rank runs on which host.

use crate::error::LaunchError;
use crate::hostfile::Host;
use crate::options::HostLayout;
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

/// Lays ranks on hosts: each host takes as many as it has slots (or the layout says), in order, and
/// when all are full the round begins again. Or hosts take turns.
pub(crate) fn place(
    wishes: &[PlacementWish],
    layout: HostLayout,
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
        let slots = |host: &Host| layout.slots(host);
        let total: u64 = hosts.iter().map(|host| u64::from(slots(host))).sum();
        let count = wish.count.map_or(total.max(1), u64::from);
        if placement.ranks.len() as u64 + count > u64::from(RANKS_MAX) {
            return Err(LaunchError::usage(format!("more than {RANKS_MAX} ranks")));
        }
        let hosts = if hosts.is_empty() { &fallback[..] } else { hosts };
        let mut own_cursor = Cursor::default();
        let cursor = if own { &mut own_cursor } else { &mut cursor };
        for _ in 0..count {
            let host = cursor.next(hosts, slots, layout.by_node);
            let node = *numbers.entry(host.name.clone()).or_insert_with(|| {
                placement.hosts.push(host.name.clone());
                placement.hosts.len() as u32 - 1
            });
            placement.ranks.push((node, app as u32));
        }
        let first = placement.ranks.len() - count as usize;
        layout.number(&mut placement.ranks[first..]);
    }
    if layout.no_excess {
        refuse_excess(wishes, layout, &placement)?;
    }
    let slots: u64 = shared.iter().map(|host| u64::from(layout.slots(host))).sum();
    let universe = slots.max(placement.ranks.len() as u64);
    placement.universe = u32::try_from(universe).unwrap_or(u32::MAX);
    Ok(placement)
}

impl HostLayout {
    /// How many ranks a host takes.
    fn slots(&self, host: &Host) -> u32 {
        if self.by_line { 1 } else { self.per_node.or(host.slots).unwrap_or(1) }
    }

    /// Gives the ranks of a program, of which each has its node, their numbers.
    fn number(&self, ranks: &mut [(u32, u32)]) {
        let Some(by_node) = self.numbers_by_node else { return };
        ranks.sort_by_key(|(node, _)| *node);
        if by_node {
            let mut turns: HashMap<u32, usize> = HashMap::new();
            let mut turn = |node: u32| {
                let turn = turns.entry(node).or_default();
                *turn += 1;
                *turn
            };
            let mut keyed: Vec<_> = ranks.iter().map(|rank| (turn(rank.0), *rank)).collect();
            keyed.sort();
            ranks.iter_mut().zip(keyed).for_each(|(rank, (_, next))| *rank = next);
        }
    }
}

/// The error of a host that has more ranks than it takes, if there is one.
fn refuse_excess(
    wishes: &[PlacementWish],
    layout: HostLayout,
    placement: &Placement,
) -> Result<(), LaunchError> {
    for (node, name) in (0..).zip(&placement.hosts) {
        let ranks = placement.ranks.iter().filter(|(n, _)| *n == node).count() as u64;
        let of_list = |wish: &PlacementWish| -> u64 {
            let lines = wish.hosts.iter().filter(|host| host.name == *name);
            lines.map(|host| u64::from(layout.slots(host))).sum()
        };
        let slots = wishes.iter().map(of_list).max().unwrap_or(0);
        if slots > 0 && ranks > slots {
            return Err(LaunchError::usage(format!(
                "host {name} takes {slots} ranks and would have {ranks}; start fewer, name more hosts, or allow it \
                 with --oversubscribe"
            )));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Cursor {
    host: usize,
    used: u32,
    /// Per host: its ranks of this round, where hosts take turns.
    taken: Vec<u32>,
}

impl Cursor {
    /// The host of the next rank.
    fn next<'a>(
        &mut self,
        hosts: &'a [Host],
        slots: impl Fn(&Host) -> u32,
        by_node: bool,
    ) -> &'a Host {
        if by_node {
            return self.in_turn(hosts, slots);
        }
        if self.used >= slots(&hosts[self.host % hosts.len()]) {
            self.host = (self.host + 1) % hosts.len();
            self.used = 0;
        }
        self.used += 1;
        &hosts[self.host % hosts.len()]
    }

    fn in_turn<'a>(&mut self, hosts: &'a [Host], slots: impl Fn(&Host) -> u32) -> &'a Host {
        self.taken.resize(hosts.len(), 0);
        let room = |taken: &[u32], host: usize| taken[host] < slots(&hosts[host]);
        if !(0..hosts.len()).any(|host| room(&self.taken, host)) {
            self.taken.fill(0);
        }
        let turns = (0..hosts.len()).map(|n| (self.host + n) % hosts.len());
        let host = turns.into_iter().find(|host| room(&self.taken, *host)).unwrap_or(0);
        self.taken[host] += 1;
        self.host = host + 1;
        &hosts[host]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostfile::parse_list;

    fn nodes(count: u32, hosts: &str, per_node: Option<u32>) -> Vec<u32> {
        laid_out(count, hosts, HostLayout { per_node, ..HostLayout::default() }).unwrap()
    }

    fn laid_out(count: u32, hosts: &str, layout: HostLayout) -> Result<Vec<u32>, LaunchError> {
        let hosts = if hosts.is_empty() { vec![] } else { parse_list(hosts).unwrap() };
        let placement = place(&[PlacementWish { count: Some(count), hosts }], layout, "here")?;
        Ok(placement.ranks.iter().map(|(node, _)| *node).collect())
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
        assert_eq!(place(&[wish], HostLayout::default(), "here").unwrap().ranks.len(), 3);
        assert_eq!(
            place(&[PlacementWish::default()], HostLayout::default(), "here").unwrap().ranks.len(),
            1
        );
    }

    #[test]
    fn later_programs_go_on_or_use_their_own_hosts() {
        let first = PlacementWish { count: Some(1), hosts: parse_list("a,b").unwrap() };
        let second = PlacementWish { count: Some(1), hosts: vec![] };
        let third = PlacementWish { count: Some(1), hosts: parse_list("c").unwrap() };
        let placement = place(&[first, second, third], HostLayout::default(), "here").unwrap();
        assert_eq!(placement.hosts, ["a", "b", "c"]);
        assert_eq!(placement.ranks, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn hosts_take_turns() {
        let by_node = HostLayout { by_node: true, ..HostLayout::default() };
        assert_eq!(laid_out(5, "a:2,b:3", by_node).unwrap(), [0, 1, 0, 1, 1]);
        assert_eq!(laid_out(6, "a:2,b:3", by_node).unwrap()[..5], [0, 1, 0, 1, 1]);
        assert_eq!(laid_out(3, "", by_node).unwrap(), [0, 0, 0]);
        let filled = HostLayout { numbers_by_node: Some(false), ..by_node };
        assert_eq!(laid_out(5, "a:2,b:3", filled).unwrap(), [0, 0, 1, 1, 1]);
        let numbers = HostLayout { numbers_by_node: Some(true), ..HostLayout::default() };
        assert_eq!(laid_out(5, "a:2,b:3", numbers).unwrap(), [0, 1, 0, 1, 1]);
    }

    #[test]
    fn no_more_than_hosts_take() {
        let strict = HostLayout { no_excess: true, ..HostLayout::default() };
        assert_eq!(laid_out(3, "a:2,b", strict).unwrap(), [0, 0, 1]);
        assert!(laid_out(4, "a:2,b", strict).unwrap_err().text.contains("host a takes 2 ranks"));
        assert!(laid_out(9, "", strict).is_ok());
        let lines = HostLayout { by_line: true, ..strict };
        assert_eq!(laid_out(3, "b:7,a,b", lines).unwrap(), [0, 1, 0]);
        assert!(laid_out(4, "b:7,a,b", lines).is_err());
    }

    #[test]
    fn absurd_numbers_are_refused() {
        assert!(
            place(
                &[PlacementWish { count: Some(u32::MAX), hosts: vec![] }],
                HostLayout::default(),
                "here"
            )
            .is_err()
        );
    }
}
