//! Hosts as the command line gives them.

use super::MprunError;
use super::options::{HostSource, MprunOptions};
use ferry_mplite_job::{ConfigFile, ProcessLine};
use std::net::ToSocketAddrs;
use std::path::Path;

/// The configuration that the command line describes.
pub(super) fn config(
    source: &HostSource,
    options: &MprunOptions,
) -> Result<ConfigFile, MprunError> {
    let per = options.interfaces;
    let names = match source {
        HostSource::Names(names) => names.clone(),
        HostSource::One(host) => vec![host.clone(); count(options)? * per],
        HostSource::Lines(path) => lines(path, |_, _| Ok(1))?,
        HostSource::Slots(path) => lines(path, slots)?,
        HostSource::Anchor(anchor) => numbered(anchor, count(options)?, per)?,
    };
    if names.is_empty() || names.len() % per != 0 {
        return Err(MprunError::new(format!(
            "list of hosts incomplete: {} names for {per} interfaces of each host",
            names.len()
        )));
    }
    let line = |names: &[String]| ProcessLine { interfaces: names.to_vec() };
    let mut processes: Vec<ProcessLine> = names.chunks(per).map(line).collect();
    if let Some(count) = options.count {
        if count > processes.len() {
            return Err(MprunError::new(format!(
                "list of hosts incomplete: -np {count}, and there are {}",
                processes.len()
            )));
        }
        processes.truncate(count);
    }
    let most = ferry_mplite_job::config_file::MOST_PROCESSES as usize;
    if processes.len() > most {
        return Err(MprunError::new(format!("more than {most} processes")));
    }
    Ok(ConfigFile { interfaces: per, program: String::new(), processes })
}

fn count(options: &MprunOptions) -> Result<usize, MprunError> {
    options.count.ok_or_else(|| MprunError::new("number of processors never specified: -np N"))
}

/// The hosts of a file, each as often as its line says.
fn lines(
    path: &Path,
    times: impl Fn(&str, &str) -> Result<usize, String>,
) -> Result<Vec<String>, MprunError> {
    let shown = path.display();
    let text = std::fs::read_to_string(path);
    let text =
        text.map_err(|why| MprunError::new(format!("cannot read the hosts of {shown}: {why}")))?;
    let mut names = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        let Some(host) = words.next().filter(|host| !host.starts_with('#')) else { continue };
        let wrong = |why: String| MprunError::new(format!("{shown}:{}: {why}", index + 1));
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%');
        if host.starts_with('-') || !host.chars().all(fits) {
            return Err(wrong(format!("{host:?} is not the name of a host")));
        }
        let times = times(host, words.next().unwrap_or_default()).map_err(wrong)?;
        names.extend(std::iter::repeat_n(host.to_owned(), times));
    }
    Ok(names)
}

fn slots(host: &str, word: &str) -> Result<usize, String> {
    let slots = word.parse().ok().filter(|slots| (1..=1024).contains(slots));
    slots.ok_or_else(|| format!("{word:?} is not the number of processes of {host}, 1 to 1024"))
}

/// Names whose first number counts hosts and whose second one counts interfaces.
fn numbered(anchor: &str, count: usize, per: usize) -> Result<Vec<String>, MprunError> {
    let letters: Vec<char> = anchor.chars().collect();
    let runs = letters.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    let joined: Vec<String> = runs.map(|run| run.iter().collect()).collect();
    let is_number = |part: &String| part.starts_with(|c: char| c.is_ascii_digit());
    let mut numbers = (0..joined.len()).filter(|at| is_number(&joined[*at]));
    let (host, interface) = (numbers.next(), numbers.next());
    let (Some(host), true) = (host, per == 1 || interface.is_some()) else {
        return Err(MprunError::new(format!(
            "option -a: {anchor:?} has no number for hosts{}",
            if per > 1 { " and another for interfaces" } else { "" }
        )));
    };
    let plus = |at: usize, by: usize| -> Result<String, MprunError> {
        let number = joined[at].parse::<usize>().ok().and_then(|number| number.checked_add(by));
        let number = number.ok_or_else(|| MprunError::new(format!("{anchor:?}: too large")))?;
        Ok(format!("{number:0width$}", width = joined[at].len()))
    };
    let mut names = Vec::new();
    for process in 0..count {
        for nic in 0..per {
            let mut name = joined.clone();
            name[host] = plus(host, process)?;
            if let Some(interface) = interface.filter(|_| per > 1) {
                name[interface] = plus(interface, nic)?;
            }
            names.push(name.concat());
        }
    }
    Ok(names)
}

/// The addresses of interfaces, as a list.
pub(super) fn addresses(interfaces: &[String]) -> Result<String, MprunError> {
    let address = |name: &String| {
        let found = (name.as_str(), 0).to_socket_addrs().ok().and_then(|mut all| all.next());
        let found = found.map(|found| found.ip().to_string());
        found.ok_or_else(|| MprunError::new(format!("the interface {name} has no address")))
    };
    Ok(interfaces.iter().map(address).collect::<Result<Vec<_>, _>>()?.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mprun::options::ConfigSource;

    fn options(source: HostSource, count: Option<usize>, interfaces: usize) -> MprunOptions {
        MprunOptions {
            source: ConfigSource::Hosts(source),
            count,
            interfaces,
            job: None,
            program: vec!["p".into()],
            passed: vec![],
        }
    }

    fn hosts(source: HostSource, count: Option<usize>, interfaces: usize) -> Vec<String> {
        let config = config(&source.clone(), &options(source, count, interfaces)).unwrap();
        config.processes.iter().map(|line| line.interfaces.join("+")).collect()
    }

    #[test]
    fn hosts_come_in_many_ways() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hosts");
        std::fs::write(&file, "# mine\na 2\n\nb 1 queue\n").unwrap();
        assert_eq!(hosts(HostSource::Slots(file.clone()), None, 1), ["a", "a", "b"]);
        assert_eq!(hosts(HostSource::Slots(file.clone()), Some(2), 1), ["a", "a"]);
        assert_eq!(hosts(HostSource::Lines(file.clone()), None, 1), ["a", "b"]);
        assert_eq!(hosts(HostSource::One("me".into()), Some(2), 1), ["me", "me"]);
        assert_eq!(hosts(HostSource::Anchor("node09".into()), Some(2), 1), ["node09", "node10"]);
        let two = hosts(HostSource::Anchor("node10.fe1".into()), Some(2), 2);
        assert_eq!(two, ["node10.fe1+node10.fe2", "node11.fe1+node11.fe2"]);
        std::fs::write(&file, "a many\n").unwrap();
        let source = HostSource::Slots(file.clone());
        let told = config(&source.clone(), &options(source, None, 1)).unwrap_err().to_string();
        assert!(
            told.ends_with("hosts:1: \"many\" is not the number of processes of a, 1 to 1024"),
            "{told}"
        );
    }

    #[test]
    fn too_few_are_told() {
        for (source, count, per, says) in [
            (HostSource::Anchor("node".into()), Some(1), 1, "has no number for hosts"),
            (HostSource::Anchor("node1".into()), Some(1), 2, "another for interfaces"),
            (HostSource::One("a".into()), None, 1, "number of processors never specified"),
            (HostSource::Lines("/nowhere".into()), None, 1, "cannot read the hosts of /nowhere"),
        ] {
            let told = config(&source.clone(), &options(source, count, per)).unwrap_err();
            assert!(told.to_string().contains(says), "{told}");
        }
    }
}
