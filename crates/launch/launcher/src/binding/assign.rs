//! From what is wished for to the CPUs of each rank.

use super::rankfile::slots;
use super::{BindTarget, BindingPolicy, Numbering, Overload};
use ferry_sys::{Topology, TopologyLevel, cpu_list_text};
use std::collections::BTreeMap;

/// What the ranks of a node are bound to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Assigned {
    /// Per rank of the node, in order; `None`: to nothing.
    pub(crate) cpus: Vec<Option<Vec<u32>>>,
    /// What the user should know.
    pub(crate) warning: Option<String>,
}

impl Assigned {
    /// How many of the node's ranks want the CPUs of this one, itself included; `None`: it is not bound.
    pub(crate) fn contenders(&self, rank: usize) -> Option<u32> {
        let own = self.cpus.get(rank)?.as_ref()?;
        let meets = |other: &&Option<Vec<u32>>| match other {
            Some(other) => other.iter().any(|cpu| own.contains(cpu)),
            None => true,
        };
        Some(self.cpus.iter().filter(meets).count() as u32)
    }
}

/// Works out what these ranks, given in order, are bound to on this machine.
///
/// # Errors
/// What is not there, or does not suffice.
pub(crate) fn assign(
    machine: &Topology,
    policy: &BindingPolicy,
    ranks: &[u32],
) -> Result<Assigned, String> {
    let machine = usable(machine, &policy.cpus)?;
    let mut assigned = match &policy.target {
        BindTarget::Free if policy.cpus.is_empty() => vec![None; ranks.len()],
        BindTarget::Free => vec![Some(machine.cpus().to_vec()); ranks.len()],
        BindTarget::Lists(lists) => by_lists(&machine, lists, ranks.len())?,
        BindTarget::Parts(target) => by_parts(&machine, policy, *target, ranks.len())?,
    };
    for (rank, text) in &policy.listed {
        if let Some(at) = ranks.iter().position(|r| r == rank) {
            let cpus = slots(&machine, text).map_err(|why| format!("rank {rank}: {why}"))?;
            assigned[at] = Some(cpus);
        }
    }
    let warning = overload(&machine, policy, &assigned)?;
    Ok(Assigned { cpus: assigned, warning })
}

/// The machine without what must not be used.
fn usable(machine: &Topology, cpus: &[u32]) -> Result<Topology, String> {
    if cpus.is_empty() {
        return Ok(machine.clone());
    }
    check(machine, cpus)?;
    Ok(machine.restricted(cpus))
}

/// That these CPUs are there.
pub(super) fn check(machine: &Topology, cpus: &[u32]) -> Result<(), String> {
    match cpus.iter().find(|cpu| !machine.cpus().contains(cpu)) {
        None => Ok(()),
        Some(cpu) => Err(format!(
            "CPU {cpu} is not among those that may be used here, which are {}",
            cpu_list_text(machine.cpus())
        )),
    }
}

fn by_lists(
    machine: &Topology,
    lists: &[Vec<u32>],
    count: usize,
) -> Result<Vec<Option<Vec<u32>>>, String> {
    lists.iter().try_for_each(|list| check(machine, list))?;
    Ok(lists.iter().cycle().take(count).cloned().map(Some).collect())
}

fn by_parts(
    machine: &Topology,
    policy: &BindingPolicy,
    target: TopologyLevel,
    count: usize,
) -> Result<Vec<Option<Vec<u32>>>, String> {
    let places = numbered(machine, policy, count)?;
    let targets = parts(machine, target)?;
    let mut turns: BTreeMap<usize, usize> = BTreeMap::new();
    // Whoever stands earlier in a part gets its earlier units, whatever the ranks' numbers are.
    let mut sets = vec![None; count];
    for (at, part) in places.into_iter().enumerate() {
        let turn = turns.entry(part).or_default();
        let own = unit(machine, policy, part, *turn)?;
        *turn += 1;
        let touched = targets.iter().filter(|part| part.iter().any(|cpu| own.contains(cpu)));
        let mut cpus: Vec<u32> = touched.flatten().copied().collect();
        cpus.sort_unstable();
        sets[at] = Some(cpus);
    }
    Ok(sets)
}

fn parts(machine: &Topology, level: TopologyLevel) -> Result<&[Vec<u32>], String> {
    let parts = machine.parts(level);
    let name = level.name();
    if parts.is_empty() {
        return Err(format!("the system tells of no {name} here that ranks could be bound to"));
    }
    Ok(parts)
}

/// Per rank: the part that it is on, of those over which ranks are spread.
fn numbered(
    machine: &Topology,
    policy: &BindingPolicy,
    count: usize,
) -> Result<Vec<usize>, String> {
    let on = parts(machine, policy.map)?;
    let pack = policy.pack as usize;
    if pack > 0 && count > pack * on.len() && policy.overload != Overload::Allowed {
        let (there, name) = (on.len(), policy.map.name());
        return Err(format!(
            "{count} ranks do not fit: {pack} per {name} on {there} of them is {}",
            pack * there
        ));
    }
    let mut places: Vec<usize> =
        (0..count).map(|i| i.checked_div(pack).unwrap_or(i) % on.len()).collect();
    match policy.numbering {
        Numbering::AsMapped => {}
        Numbering::Filled => places.sort_unstable(),
        Numbering::Around(level) => {
            places.sort_unstable();
            let groups = parts(machine, level)?;
            let group = |part: usize| groups.iter().position(|g| g.contains(&on[part][0]));
            let mut turns: BTreeMap<Option<usize>, usize> = BTreeMap::new();
            let turn = |part: &usize| {
                let turn = turns.entry(group(*part)).or_default();
                *turn += 1;
                (*turn, group(*part))
            };
            let mut keyed: Vec<_> = places.iter().map(turn).zip(places.iter().copied()).collect();
            keyed.sort();
            places = keyed.into_iter().map(|(_, part)| part).collect();
        }
    }
    Ok(places)
}

/// What the rank that is number `turn` on a part takes for itself.
fn unit(
    machine: &Topology,
    policy: &BindingPolicy,
    part: usize,
    turn: usize,
) -> Result<Vec<u32>, String> {
    let (level, width) = (policy.unit.0, policy.unit.1.max(1) as usize);
    let on = &machine.parts(policy.map)[part];
    let units = parts(machine, level)?;
    let name = level.name();
    let short = |there: usize| {
        let place = if policy.map == TopologyLevel::Host { "here" } else { "in each part" };
        format!("a rank asks for {width} of {name}, and there are {there} {place}")
    };
    let within: Vec<&Vec<u32>> = match level.cmp(&policy.map) {
        std::cmp::Ordering::Less => {
            units.iter().filter(|unit| unit.iter().any(|cpu| on.contains(cpu))).collect()
        }
        _ => units.iter().collect(),
    };
    let groups = within.len() / width;
    if groups == 0 {
        return Err(short(within.len()));
    }
    let group = match level.cmp(&policy.map) {
        std::cmp::Ordering::Less => turn % groups,
        std::cmp::Ordering::Equal => part % groups,
        std::cmp::Ordering::Greater => {
            let holds = |unit: &&Vec<u32>| on.iter().any(|cpu| unit.contains(cpu));
            within.iter().position(holds).unwrap_or(0) / width % groups
        }
    };
    let taken = &within[group * width..(group + 1) * width];
    let cut = |cpu: &u32| level >= policy.map || on.contains(cpu);
    Ok(taken.iter().copied().flatten().copied().filter(cut).collect())
}

/// Whether ranks have to share what they are bound to: a warning or an error.
fn overload(
    machine: &Topology,
    policy: &BindingPolicy,
    assigned: &[Option<Vec<u32>>],
) -> Result<Option<String>, String> {
    let small = matches!(policy.unit.0, TopologyLevel::Hwthread);
    let places = machine.parts(if small { TopologyLevel::Hwthread } else { TopologyLevel::Core });
    let room = |cpus: &[u32]| {
        places.iter().filter(|place| place.iter().any(|cpu| cpus.contains(cpu))).count()
    };
    let mut counts: BTreeMap<&[u32], usize> = BTreeMap::new();
    assigned.iter().flatten().for_each(|cpus| *counts.entry(cpus).or_default() += 1);
    let over = counts.into_iter().find(|(cpus, count)| *count > 1 && *count > room(cpus));
    let Some((cpus, count)) = over.filter(|_| policy.overload != Overload::Allowed) else {
        return Ok(None);
    };
    let text = format!("{count} ranks are bound to CPU {}", cpu_list_text(cpus));
    match policy.overload {
        Overload::Refused => Err(format!("{text}, and sharing is not allowed; start fewer ranks")),
        _ => Ok(Some(format!(
            "{text}, which they share; `--bind-to core:overload-allowed` says that this is meant"
        ))),
    }
}

#[cfg(test)]
mod tests;
