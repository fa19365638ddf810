//! Each MPI's own launcher on the hosts of a laboratory.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use ferry_netlab::Lab;
use rustix::process::Signal;

use crate::contender::Mpi;
use crate::point::Point;
use crate::program::Programs;
use crate::store::Outcome;

/// Where the MPIs are installed.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    pub(crate) ferry: PathBuf,
    /// Holds a folder for each of the others, named like its package.
    pub(crate) peers: Option<PathBuf>,
}

impl Prefixes {
    pub(crate) fn of(&self, mpi: Mpi) -> PathBuf {
        match (&self.peers, mpi) {
            (_, Mpi::Ferry) | (None, _) => self.ferry.clone(),
            (Some(peers), _) => peers.join(mpi.folder()),
        }
    }

    /// Whether any of the others can take part.
    pub(crate) fn has_peers(&self) -> bool {
        [Mpi::Mpich, Mpi::Intel, Mpi::OpenMpi].into_iter().any(|mpi| self.has(mpi))
    }

    /// Whether an MPI can take part.
    pub(crate) fn has(&self, mpi: Mpi) -> bool {
        let there = || self.of(mpi).join("bin/mpiexec").exists();
        (mpi == Mpi::Ferry || self.peers.is_some()) && there()
    }
}

/// A stand-in for ssh that knows hosts by their addresses: a host and a command for its shell, or with
/// `-e` its words. Every host has shared memory and a temporary folder of its own, of which nothing is
/// left when its last process has ended, and a name of its own where EXPERIMENT_OWN_NAMES is set, since
/// Open MPI takes equal names for one host.
const REMOTE: &str = r#"#!/bin/sh
words=no
while :; do
    case "$1" in
    -e) words=yes; shift ;;
    -*) shift ;;
    *) break ;;
    esac
done
case "$1" in
@CASES@
*) echo "remote: no host $1" >&2; exit 1 ;;
esac
shift
TMPDIR="@DIR@/tmp-$name"; export TMPDIR; mkdir -p "$TMPDIR"
[ $words = yes ] || set -- sh -c "$*"
if [ -n "$EXPERIMENT_OWN_NAMES" ]; then
    set -- unshare -u sh -c "hostname $name; exec \"\$@\"" sh "$@"
fi
exec ip netns exec "$space" sh -c 'mount -t tmpfs shm /dev/shm && exec "$@"' sh "$@"
"#;

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

/// A laboratory with what launchers need.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) lab: Lab,
    remote: PathBuf,
    counter: PathBuf,
    addresses: Vec<String>,
}

impl Site {
    pub(crate) fn new(lab: Lab) -> Result<Self> {
        let names = lab.host_names();
        let mut cases = String::new();
        let mut addresses = Vec::new();
        for name in &names {
            let (address, space) = (lab.address(name, None)?, lab.namespace(name)?);
            cases.push_str(&format!("{address}|{space}) name={name}; space={space} ;;\n"));
            addresses.push(address.to_string());
        }
        let dir = lab.dir();
        let remote = dir.join("remote");
        let text = REMOTE.replace("@CASES@", &cases).replace("@DIR@", &dir.display().to_string());
        let counter = dir.join("count-calls");
        for (file, text) in [(&remote, text.as_str()), (&counter, COUNTER)] {
            fs::write(file, text)?;
            fs::set_permissions(file, fs::Permissions::from_mode(0o755))?;
        }
        Ok(Self { lab, remote, counter, addresses })
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
        if point.counts_calls {
            command.arg(&self.counter);
        }
        command.arg(programs.path(point.contender.mpi, point.program)).args(&point.args);
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
        let values = values(&read(&out)?);
        Ok(match values.is_empty() {
            true => Outcome::Failed("it printed no value".to_owned()),
            false => Outcome::Values(values),
        })
    }

    /// A launcher up to the number of ranks, ended in time, on the first host.
    fn command(&self, point: &Point, prefixes: &Prefixes) -> Result<Command> {
        let mpi = point.contender.mpi;
        let prefix = prefixes.of(mpi);
        let mut command = Command::new("timeout");
        command.args(["-k", "5", &point.longest.to_string()]);
        command.arg(&self.remote).args(["-e", &self.addresses[0]]);
        command.arg(prefix.join("bin/mpiexec"));
        command.env("LD_LIBRARY_PATH", prefix.join("lib"));
        match mpi {
            Mpi::Ferry => self.ferry(&mut command, point),
            Mpi::Mpich => self.mpich(&mut command, point)?,
            Mpi::Intel => self.intel(&mut command, point)?,
            Mpi::OpenMpi => self.open_mpi(&mut command, point),
        }
        Ok(command)
    }

    /// Hosts with their ranks.
    fn hosts<'a>(&'a self, point: &'a Point) -> impl Iterator<Item = String> + 'a {
        let slots = point.slots.iter().copied().chain(std::iter::repeat(1));
        self.addresses.iter().zip(slots).map(|(host, n)| format!("{host}:{n}"))
    }

    fn ferry(&self, command: &mut Command, point: &Point) {
        command.arg("--launcher").arg(format!("{} -e {{host}}", self.remote.display()));
        command.args(["-hosts", &self.hosts(point).collect::<Vec<_>>().join(",")]);
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

    fn mpich(&self, command: &mut Command, point: &Point) -> Result<()> {
        // UCX's own shared memory and CMA join the namespaces of one kernel.
        command.env("UCX_TLS", "tcp,self");
        if point.program == "farm" {
            // Over UCX MPICH 5.0 waits for ever for a message from any source.
            command.env("MPIR_CVAR_CH4_NETMOD", "ofi").env("FI_PROVIDER", "tcp");
        }
        command.args(["-launcher", "ssh", "-launcher-exec"]).arg(&self.remote);
        command.arg("-f").arg(self.host_file(point)?);
        Ok(())
    }

    fn intel(&self, command: &mut Command, point: &Point) -> Result<()> {
        let fabrics = if point.slots.is_empty() { "ofi" } else { "shm:ofi" };
        command.env("I_MPI_FABRICS", fabrics).env("FI_PROVIDER", "tcp").env("I_MPI_PIN", "0");
        command.args(["-bootstrap", "ssh", "-bootstrap-exec"]).arg(&self.remote);
        command.arg("-machinefile").arg(self.host_file(point)?);
        Ok(())
    }

    /// Hosts and their ranks in a file.
    fn host_file(&self, point: &Point) -> Result<PathBuf> {
        let file = self.lab.dir().join("hosts-of-ranks");
        let lines: String = self.hosts(point).map(|host| host + "\n").collect();
        fs::write(&file, lines).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(file)
    }

    fn open_mpi(&self, command: &mut Command, point: &Point) {
        command.env("EXPERIMENT_OWN_NAMES", "1").arg("--allow-run-as-root");
        command.args(["--map-by", "slot", "--bind-to", "none", "--prtemca", "plm_ssh_agent"]);
        command.arg(&self.remote);
        let hosts: Vec<String> = self.hosts(point).collect();
        let ways: Vec<String> = (0..point.net.ways).map(|way| format!("w{way}")).collect();
        let btl = if point.slots.is_empty() { "tcp,self" } else { "tcp,sm,self" };
        command.args(["--host", &hosts.join(","), "--mca", "pml", "ob1", "--mca", "btl", btl]);
        command.args(["--mca", "btl_tcp_if_include", &ways.join(",")]);
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

/// Where Ferry is installed: two folders above the program that runs.
pub(crate) fn own_prefix() -> Result<PathBuf> {
    let program = std::env::current_exe().context("where this program lies")?;
    let prefix = program.parent().and_then(Path::parent).map(Path::to_path_buf);
    prefix.context("this program lies in no folder `bin`")
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
