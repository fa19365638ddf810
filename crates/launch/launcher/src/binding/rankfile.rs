//! Rankfiles: which host and which CPUs each rank gets.

use super::assign::check;
use crate::error::LaunchError;
use ferry_sys::{Topology, TopologyLevel, cpu_list};
use std::collections::BTreeMap;
use std::path::Path;

/// What a rankfile says, by rank.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rankfile {
    /// Per rank, none left out: its host, and its CPUs as written.
    pub(crate) ranks: Vec<(String, String)>,
}

/// Reads lines of the form `rank 0=host slot=0:1-2`.
///
/// # Errors
/// When the file cannot be read or a line is malformed; the error names file and line.
pub(crate) fn read_rankfile(path: &Path) -> Result<Rankfile, LaunchError> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|e| LaunchError::usage(format!("cannot read the rankfile {shown}: {e}")))?;
    parse(&text, &shown.to_string())
}

fn parse(text: &str, shown: &str) -> Result<Rankfile, LaunchError> {
    let mut ranks: BTreeMap<u32, (String, String)> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |why: String| LaunchError::usage(format!("{shown}:{}: {why}", number + 1));
        let (rank, place) = parse_line(line).map_err(wrong)?;
        if ranks.insert(rank, place).is_some() {
            return Err(wrong(format!("rank {rank} has a line already")));
        }
    }
    let missing = (0..).zip(ranks.keys()).find(|(expected, rank)| expected != *rank);
    match missing {
        Some((rank, _)) => Err(LaunchError::usage(format!("{shown}: rank {rank} has no line"))),
        None if ranks.is_empty() => {
            Err(LaunchError::usage(format!("the rankfile {shown} names no rank")))
        }
        None => Ok(Rankfile { ranks: ranks.into_values().collect() }),
    }
}

fn parse_line(line: &str) -> Result<(u32, (String, String)), String> {
    let form = || format!("{line:?} is not of the form `rank 0=host slot=0:1-2`");
    let rest = line.strip_prefix("rank").ok_or_else(form)?;
    let (rank, rest) = rest.split_once('=').ok_or_else(form)?;
    let rank = rank.trim().parse().map_err(|_| form())?;
    let mut words = rest.split_whitespace();
    let host = words.next().ok_or_else(form)?;
    let slot = words.collect::<String>();
    let slot = slot.strip_prefix("slot=").or_else(|| slot.strip_prefix("slots="));
    let slot = slot.ok_or_else(form)?;
    is_slots(slot).then_some(()).ok_or_else(|| {
        format!("{slot:?} names no CPUs; write `slot=0,2-3`, or `slot=1:0-1` for cores of a socket")
    })?;
    Ok((rank, (host.to_owned(), slot.to_owned())))
}

fn is_slots(text: &str) -> bool {
    groups(text).is_some_and(|groups| !groups.is_empty())
}

/// The groups of a slot list: a socket, or none, and the numbers behind it; no numbers: all.
fn groups(text: &str) -> Option<Vec<(Option<u32>, Vec<u32>)>> {
    let mut groups: Vec<(Option<u32>, Vec<u32>)> = Vec::new();
    for part in text.split([',', ';']) {
        match part.split_once(':') {
            Some((socket, "*")) => groups.push((Some(socket.parse().ok()?), Vec::new())),
            Some((socket, cores)) => {
                groups.push((Some(socket.parse().ok()?), cpu_list(cores)?));
            }
            None => match groups.last_mut() {
                Some((_, numbers)) if !numbers.is_empty() => numbers.extend(cpu_list(part)?),
                Some(_) => return None,
                None => groups.push((None, cpu_list(part)?)),
            },
        }
    }
    Some(groups)
}

/// The CPUs that the text of a rankfile means on a machine.
pub(super) fn slots(machine: &Topology, text: &str) -> Result<Vec<u32>, String> {
    let groups = groups(text).ok_or_else(|| format!("slot={text} names no CPUs"))?;
    let mut cpus = Vec::new();
    for (socket, numbers) in groups {
        match socket {
            None => {
                check(machine, &numbers).map_err(|why| format!("slot={text}: {why}"))?;
                cpus.extend(numbers);
            }
            Some(socket) => {
                let of_socket = cores_of(machine, socket, &numbers);
                cpus.extend(of_socket.map_err(|why| format!("slot={text}: {why}"))?);
            }
        }
    }
    cpus.sort_unstable();
    cpus.dedup();
    Ok(cpus)
}

/// The CPUs of these cores of a socket, counted from its first; none: of all.
fn cores_of(machine: &Topology, socket: u32, numbers: &[u32]) -> Result<Vec<u32>, String> {
    let sockets = machine.parts(TopologyLevel::Socket);
    let whole = sockets.get(socket as usize).ok_or_else(|| {
        format!(
            "there is no socket {socket} here; the sockets are numbered from 0 to {}",
            sockets.len().saturating_sub(1)
        )
    })?;
    let cores = machine.parts(TopologyLevel::Core).iter();
    let cores: Vec<&Vec<u32>> =
        cores.filter(|core| core.iter().any(|cpu| whole.contains(cpu))).collect();
    let all: Vec<u32> = (0..cores.len() as u32).collect();
    let mut cpus = Vec::new();
    for number in if numbers.is_empty() { &all } else { numbers } {
        let core = cores.get(*number as usize).ok_or_else(|| {
            let last = cores.len().saturating_sub(1);
            format!("socket {socket} has no core {number}; its cores are numbered from 0 to {last}")
        })?;
        cpus.extend(core.iter());
    }
    Ok(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_rank_host_and_cpus() {
        let text = "# who\nrank 1=b slot=1:0-1\nrank 0 = a slot=0,2-3 # first\n\n";
        let file = parse(text, "f").unwrap();
        let place = |host: &str, slot: &str| (host.to_owned(), slot.to_owned());
        assert_eq!(file.ranks, [place("a", "0,2-3"), place("b", "1:0-1")]);
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, expected) in [
            ("rank 0=a slot=0\nrunk 1=b slot=1", "f:2: "),
            ("rank 0=a slot=0\nrank 0=b slot=1", "f:2: rank 0 has a line"),
            ("rank 1=a slot=0", "f: rank 0 has no line"),
            ("rank 0=a", "slot=0:1-2"),
            ("rank 0=a slot=x", "names no CPUs"),
            ("rank 0=a slot=3-1", "names no CPUs"),
            ("# nothing", "names no rank"),
        ] {
            let error = parse(text, "f").unwrap_err();
            assert_eq!(error.status, 2);
            assert!(error.text.contains(expected), "{text:?}: {}", error.text);
        }
    }
}
