//! The hosts that a batch system has given to this job, and the command that reaches them: used where neither is named.

use crate::hostfile::{Host, parse_slots};
use std::path::Path;

/// What a batch system has allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Allocation {
    /// Its hosts, with the number of ranks that each takes.
    pub(crate) hosts: Vec<Host>,
    /// The template of the command that reaches them, if the batch system has one.
    pub(crate) launcher: Option<String>,
}

/// Starts one process beside whatever the allocation runs there already.
const SRUN: &str = "srun --overlap --mpi=none --nodes=1 --ntasks=1 --nodelist={host}";

impl Allocation {
    /// That of this process, by its environment.
    ///
    /// # Errors
    /// What the batch system says and cannot be understood.
    pub(crate) fn of_process() -> Result<Option<Allocation>, String> {
        let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| e.to_string());
        Allocation::found(|name| std::env::var(name).ok().filter(|text| !text.is_empty()), read)
    }

    fn found(
        variable: impl Fn(&str) -> Option<String>,
        read: impl Fn(&Path) -> Result<String, String>,
    ) -> Result<Option<Allocation>, String> {
        if let Some(list) = variable("SLURM_JOB_NODELIST").or_else(|| variable("SLURM_NODELIST")) {
            let tasks = variable("SLURM_TASKS_PER_NODE").unwrap_or_else(|| "1".into());
            return of_slurm(&list, &tasks).map(Some);
        }
        let Some(file) = variable("PBS_NODEFILE") else { return Ok(None) };
        let text = read(Path::new(&file)).map_err(|why| format!("PBS_NODEFILE={file}: {why}"))?;
        let hosts = of_lines(&text);
        if hosts.is_empty() {
            return Err(format!("PBS_NODEFILE={file}: it names no host"));
        }
        let launcher = variable("PBS_EXEC").map(|home| Path::new(&home).join("bin/pbs_tmrsh"));
        let launcher = launcher.filter(|file| file.exists());
        let launcher = launcher.map(|file| format!("{} {{host}}", file.display()));
        Ok(Some(Allocation { hosts, launcher }))
    }
}

/// `n[1-2,05],m` with `2(x2),1,4`: as many counts as hosts, of which the last may be left out.
fn of_slurm(list: &str, tasks: &str) -> Result<Allocation, String> {
    let names =
        expanded(list).ok_or_else(|| format!("SLURM_JOB_NODELIST={list:?} is no list of hosts"))?;
    let counts = counts(tasks, names.len())
        .ok_or_else(|| format!("SLURM_TASKS_PER_NODE={tasks:?} is no list of numbers"))?;
    let hosts = names.into_iter().zip(counts);
    let hosts = hosts.map(|(name, count)| Host { name, slots: Some(count) }).collect();
    Ok(Allocation { hosts, launcher: Some(SRUN.to_owned()) })
}

/// A host for each line, as often as it takes ranks.
fn of_lines(text: &str) -> Vec<Host> {
    let mut hosts: Vec<Host> = Vec::new();
    for name in text.lines().map(str::trim).filter(|name| !name.is_empty()) {
        match hosts.iter_mut().find(|host| host.name == name) {
            Some(host) => host.slots = host.slots.map(|slots| slots.saturating_add(1)),
            None => hosts.push(Host { name: name.to_owned(), slots: Some(1) }),
        }
    }
    hosts
}

/// `2(x3),1`.
fn counts(text: &str, hosts: usize) -> Option<Vec<u32>> {
    let mut counts = Vec::new();
    for part in text.split(',') {
        let (count, times) = match part.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')')?.parse::<usize>().ok()?),
            None => (part, 1),
        };
        let count = parse_slots(count).ok()?;
        counts.extend(std::iter::repeat_n(count, times.min(hosts.saturating_sub(counts.len()))));
    }
    let last = *counts.last()?;
    counts.resize(hosts, last);
    Some(counts)
}

/// Most hosts of an allocation.
const HOSTS_MAX: usize = 1 << 20;

/// The names that a list of Slurm's stands for.
fn expanded(list: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let end = end_of_first(rest)?;
        names.extend(of_pattern(&rest[..end])?);
        if names.len() > HOSTS_MAX {
            return None;
        }
        rest = rest[end..].strip_prefix(',').unwrap_or(&rest[end..]);
    }
    let fits =
        |name: &String| !name.is_empty() && !name.starts_with('-') && !name.contains(['[', ']']);
    (!names.is_empty() && names.iter().all(fits)).then_some(names)
}

/// Where the first pattern of a list ends: at a comma outside of brackets.
fn end_of_first(list: &str) -> Option<usize> {
    let mut is_inside = false;
    for (at, c) in list.char_indices() {
        match c {
            '[' if !is_inside => is_inside = true,
            ']' if is_inside => is_inside = false,
            ',' if !is_inside => return Some(at),
            '[' | ']' => return None,
            _ => {}
        }
    }
    (!is_inside).then_some(list.len())
}

/// The names of a pattern, of which each pair of brackets multiplies them.
fn of_pattern(pattern: &str) -> Option<Vec<String>> {
    let Some((head, rest)) = pattern.split_once('[') else { return Some(vec![pattern.to_owned()]) };
    let (inside, tail) = rest.split_once(']')?;
    let tails = of_pattern(tail)?;
    let mut names = Vec::new();
    for range in inside.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (low, high) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
        let count = high.checked_sub(low)? as usize + 1;
        if (names.len() + count).checked_mul(tails.len())? > HOSTS_MAX {
            return None;
        }
        for number in low..=high {
            let width = first.len();
            names.extend(tails.iter().map(|tail| format!("{head}{number:0width$}{tail}")));
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(hosts: &[Host]) -> String {
        let text = |host: &Host| format!("{}:{}", host.name, host.slots.unwrap());
        hosts.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn slurms_lists() {
        let hosts = |list, tasks| shown(&of_slurm(list, tasks).unwrap().hosts);
        assert_eq!(hosts("n1", "4"), "n1:4");
        assert_eq!(
            hosts("n[1-2,08-10],login", "2(x2),1(x3),7"),
            "n1:2 n2:2 n08:1 n09:1 n10:1 login:7"
        );
        assert_eq!(hosts("r[1-2]n[1,3]-ib", "1(x4)"), "r1n1-ib:1 r1n3-ib:1 r2n1-ib:1 r2n3-ib:1");
        assert_eq!(hosts("a,b,c", "2"), "a:2 b:2 c:2");
        for (list, tasks) in [
            ("n[1-", "1"),
            ("n[2-1]", "1"),
            ("n[x]", "1"),
            ("-o,b", "1"),
            ("n1]", "1"),
            ("n[0-4294967295]", "1"),
            ("n1", "x"),
            ("n1", "2(x"),
        ] {
            assert!(of_slurm(list, tasks).is_err(), "{list} {tasks}");
        }
    }

    #[test]
    fn who_has_allocated() {
        let found = |pairs: &[(&str, &str)], file: &str| {
            let find = |name: &str| {
                let pair = pairs.iter().find(|(n, _)| *n == name);
                pair.map(|(_, value)| (*value).to_owned())
            };
            Allocation::found(find, |_| Ok(file.to_owned()))
        };
        assert_eq!(found(&[], ""), Ok(None));
        let slurm = [("SLURM_JOB_NODELIST", "n[1-2]"), ("SLURM_TASKS_PER_NODE", "2(x2)")];
        let slurm = found(&slurm, "").unwrap().unwrap();
        assert_eq!(shown(&slurm.hosts), "n1:2 n2:2");
        assert!(slurm.launcher.unwrap().starts_with("srun --overlap"));
        let pbs = found(&[("PBS_NODEFILE", "f")], "a\nb\na\n\n").unwrap().unwrap();
        assert_eq!((shown(&pbs.hosts).as_str(), pbs.launcher), ("a:2 b:1", None));
        assert!(found(&[("PBS_NODEFILE", "f")], "").unwrap_err().contains("no host"));
    }
}
