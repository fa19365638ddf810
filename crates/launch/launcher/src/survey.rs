//! How many parts the machines of hosts have, asked before ranks are laid on them: only where so many ranks for each
//! part are wished for, because each host is called for it.

use crate::error::LaunchError;
use crate::role;
use ferry_sys::{Topology, TopologyLevel, cpu_list, cpu_list_text};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::{Child, Command, Stdio};

/// What opens the answer, behind whatever a login shell prints.
const OPENING: &str = "ferry-parts";

/// What a host that is asked does; returns its exit status.
pub(crate) fn tell(cpus: Option<&OsString>) -> u8 {
    let cpus = cpus.and_then(|text| cpu_list(text.to_str()?)).unwrap_or_default();
    match own(&cpus) {
        Ok(counts) => {
            let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
            println!("{OPENING} {}", counts.join(" "));
            0
        }
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

/// How many parts of each kind this host has, of these CPUs or all.
fn own(cpus: &[u32]) -> std::io::Result<[u32; 8]> {
    let mut machine = Topology::of_process()?;
    if !cpus.is_empty() {
        machine = machine.restricted(cpus);
    }
    Ok(TopologyLevel::ALL.map(|level| machine.parts(level).len() as u32))
}

/// How many parts of a kind each of these hosts has; `here`: which of them is this one.
pub(crate) fn parts<'a>(
    hosts: impl Iterator<Item = &'a str>,
    here: &str,
    template: &[String],
    level: TopologyLevel,
    cpus: &[u32],
) -> Result<BTreeMap<String, u32>, LaunchError> {
    let mut counts = BTreeMap::new();
    let mut asked: BTreeMap<&str, Child> = BTreeMap::new();
    for host in hosts.filter(|host| *host != here) {
        if !asked.contains_key(host) {
            asked.insert(host, ask(host, template, cpus)?);
        }
    }
    let own = own(cpus).map_err(|e| LaunchError::system("the CPUs of this host", e))?;
    counts.insert(here.to_owned(), own[level as usize]);
    for (host, child) in asked {
        let output = child.wait_with_output();
        let output = output.map_err(|e| LaunchError::system("asking a host for its parts", e))?;
        let answer = String::from_utf8_lossy(&output.stdout);
        let Some(count) = understood(&answer, level) else {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.lines().last().unwrap_or("it gave no answer").to_owned();
            let name = level.name();
            let text =
                format!("host {host} does not tell how many parts of kind {name} it has: {why}");
            return Err(LaunchError { status: 1, text });
        };
        counts.insert(host.to_owned(), count);
    }
    Ok(counts)
}

fn ask(host: &str, template: &[String], cpus: &[u32]) -> Result<Child, LaunchError> {
    let failed = |e| LaunchError::system(&format!("calling host {host}"), e);
    let words: Vec<String> = template.iter().map(|word| word.replace("{host}", host)).collect();
    let executable = role::executable().map_err(failed)?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(role::words(&words[0], &executable, role::SURVEY));
    if !cpus.is_empty() {
        command.arg(cpu_list_text(cpus));
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(failed)
}

fn understood(answer: &str, level: TopologyLevel) -> Option<u32> {
    let line = answer.lines().find_map(|line| line.strip_prefix(OPENING))?;
    line.split_whitespace().nth(level as usize)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_behind_a_greeting() {
        let answer = "welcome\nferry-parts 8 4 4 4 1 2 2 1\n";
        assert_eq!(understood(answer, TopologyLevel::Core), Some(4));
        assert_eq!(understood(answer, TopologyLevel::Socket), Some(2));
        for wrong in ["", "ferry-parts 8", "ferry-parts 8 x"] {
            assert_eq!(understood(wrong, TopologyLevel::Core), None);
        }
    }
}
