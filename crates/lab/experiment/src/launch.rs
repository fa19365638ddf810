//! Each MPI's own launcher on the hosts of a laboratory.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use ferry_netlab::Lab;
use ferry_peers::{Hosts, Mpi, RemoteHost, Spread, mpiexec};
use rustix::process::Signal;

use crate::npb;
use crate::point::{Counted, Point};
use crate::prefixes::Prefixes;
use crate::program::Programs;
use crate::store::Outcome;

/// Runs its words and says how many system calls they made; without `strace` it says nothing.
const COUNTER: &str = r#"#!/bin/sh
command -v strace >/dev/null || exec "$@"
file="${TMPDIR:-/tmp}/calls.$$"
strace -f -c -qq -o "$file" "$@"
status=$?
awk '$NF == "total" { print "calls", $(NF > 4 ? 4 : 3), "n" }' "$file"
rm -f "$file"
exit $status
"#;

/// Runs its words under callgrind and says how many instructions each call took that they measured: the lower
/// quartile, since a message that comes a little late costs looks in vain. Without `valgrind` it says nothing.
const INSTRUCTION_COUNTER: &str = r#"#!/bin/sh
command -v valgrind >/dev/null || exec "$@"
file="${TMPDIR:-/tmp}/instructions.$$"
COUNT_LABELS="$file.labels" valgrind -q --tool=callgrind --combine-dumps=yes \
    --toggle-collect=measured --dump-after=measured --callgrind-out-file="$file" "$@"
status=$?
awk '$1 == "summary:" { print $2 }' "$file" | paste "$file.labels" - | awk 'NF == 2' | sort -k1,1 -k2,2n |
    awk '{ count[$1]++; of[$1, count[$1]] = $2 }
         END { for (label in count) { split(label, part, "/")
               print part[1] "-instructions", of[label, int(count[label] / 4) + 1] / part[2], "n" } }'
rm -f "$file" "$file.labels"
exit $status
"#;

/// A laboratory with what launchers need.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) lab: Lab,
    hosts: Hosts,
    counter: PathBuf,
    instruction_counter: PathBuf,
}

impl Site {
    pub(crate) fn new(lab: Lab) -> Result<Self> {
        let host = |name: &String| -> Result<RemoteHost> {
            let address = lab.address(name, None)?.to_string();
            let namespace = lab.namespace(name)?.to_string();
            Ok(RemoteHost { address, name: name.clone(), namespace })
        };
        let hosts: Vec<RemoteHost> = lab.host_names().iter().map(host).collect::<Result<_>>()?;
        let hosts = Hosts::new(&lab.dir(), &hosts)?;
        let script = |name: &str, text: &str| -> Result<PathBuf> {
            let path = lab.dir().join(name);
            fs::write(&path, text)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            Ok(path)
        };
        let counter = script("count-calls", COUNTER)?;
        let instruction_counter = script("count-instructions", INSTRUCTION_COUNTER)?;
        Ok(Self { lab, hosts, counter, instruction_counter })
    }

    /// Runs a point once.
    pub(crate) fn run(
        &self,
        point: &Point,
        prefixes: &Prefixes,
        programs: &Programs,
    ) -> Result<Outcome> {
        let mut command = self.command(point, prefixes)?;
        command.args(["-n", &point.ranks.to_string()]);
        match point.counts {
            Counted::Nothing => {}
            Counted::SystemCalls => drop(command.arg(&self.counter)),
            Counted::Instructions => drop(command.arg(&self.instruction_counter)),
        }
        command.args(programs.words(point)?);
        command.stdin(Stdio::null());
        // Files, not pipes: a daemon that survives its launcher would hold a pipe open for ever.
        let [out, err] = ["out", "err"].map(|name| self.lab.dir().join(name));
        command.stdout(File::create(&out)?).stderr(File::create(&err)?);
        self.lab.start()?;
        let status = command.status().context("cannot start `timeout`, of coreutils")?;
        self.lab.end_processes()?;
        // `timeout` ends itself by the signal that it had to send in the end.
        let is_killed = status.signal() == Some(Signal::KILL.as_raw());
        if is_killed || matches!(status.code(), Some(124 | 137)) {
            return Ok(Outcome::TooLong(f64::from(point.longest)));
        }
        let read = |file: &Path| fs::read(file).map(|b| String::from_utf8_lossy(&b).into_owned());
        if !status.success() {
            let said = read(&err)?;
            let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
            let last = last[last.len().saturating_sub(3)..].join("; ");
            return Ok(Outcome::Failed(format!("{status}: {last}")));
        }
        let said = read(&out)?;
        let values = match point.program {
            npb::PROGRAM => npb::values(&said),
            _ => Ok(values(&said)),
        };
        Ok(match values {
            Ok(values) if values.is_empty() => Outcome::Failed("it printed no value".to_owned()),
            Ok(values) => Outcome::Values(values),
            Err(why) => Outcome::Failed(why),
        })
    }

    /// A launcher up to the number of ranks, ended in time, on the first host.
    fn command(&self, point: &Point, prefixes: &Prefixes) -> Result<Command> {
        let mpi = point.contender.mpi;
        let ways: Vec<String> = (0..point.net.ways).map(|way| format!("w{way}")).collect();
        let (slots, networks) = (&point.slots, &ways.join(","));
        let spread = Spread { hosts: &self.hosts, slots, networks };
        let mut command = mpiexec(mpi, &prefixes.of(mpi), Some(&spread), point.longest)?;
        match mpi {
            Mpi::Ferry => ferry(&mut command, point),
            Mpi::Mpich if point.program == "farm" => {
                // Over UCX MPICH 5.0 waits for ever for a message from any source.
                command.env("MPIR_CVAR_CH4_NETMOD", "ofi").env("FI_PROVIDER", "tcp");
            }
            _ => {}
        }
        Ok(command)
    }
}

/// The setup of Ferry.
fn ferry(command: &mut Command, point: &Point) {
    if !point.contender.method.is_empty() {
        command.args(["--methods", point.contender.method]);
    }
    if point.contender.plain {
        command.args(["--set", &format!("tcp.congestion={}", point.net.tcp)]);
    }
    for parameter in &point.set {
        command.args(["--set", parameter]);
    }
    for parameter in point.contender.set {
        command.args(["--set", parameter]);
    }
}

/// The values of the lines that a program printed, and the system calls of all ranks for each message
/// where both were counted.
fn values(text: &str) -> Vec<(String, f64)> {
    let value = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [name, value, "s" | "n" | "KiB"] => Some((name.to_owned(), value.parse().ok()?)),
            // The coupled model speaks to people.
            ["seconds", "per", "step", value, ..] => {
                Some(("step".to_owned(), value.trim_end_matches(',').parse().ok()?))
            }
            _ => None,
        }
    };
    let mut values: Vec<(String, f64)> = text.lines().filter_map(value).collect();
    let sum =
        |name: &str| values.iter().filter(|(n, _)| n == name).map(|(_, value)| value).sum::<f64>();
    let (calls, messages) = (sum("calls"), sum("messages"));
    if calls > 0.0 && messages > 0.0 {
        values.push(("calls-per-message".to_owned(), calls / messages));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_with_units_are_values() {
        let text = "trip 0.5 s\nhello world\nfarm 2e-3 s\nfarm x s\nrate 5 MB/s\n";
        let named = |some: &[(&str, f64)]| -> Vec<(String, f64)> {
            some.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
        };
        assert_eq!(values(text), named(&[("trip", 0.5), ("farm", 2e-3)]));
        let step = values("seconds per step 0.25, in the models' own messages 0.1\n");
        assert_eq!(step, named(&[("step", 0.25)]));
        let counted = values("calls 30 n\nmessages 10 n\ncalls 20 n\n");
        assert_eq!(counted.last(), Some(&("calls-per-message".to_owned(), 5.0)));
    }
}
