//! Each MPI's own launcher, told where ranks go.

use crate::hosts::OWN_NAMES;
use crate::{Hosts, Mpi};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Ranks on hosts that reach each other by TCP.
#[derive(Clone, Copy, Debug)]
pub struct Spread<'a> {
    /// The hosts.
    pub hosts: &'a Hosts,
    /// Ranks of each host, one where the list ends.
    pub slots: &'a [u32],
    /// What tells Open MPI the networks to use: names of interfaces or networks, with commas.
    pub networks: &'a str,
}

impl Spread<'_> {
    /// Whether some ranks share a host, and so its memory.
    fn shares_hosts(&self) -> bool {
        self.slots.iter().any(|ranks| *ranks > 1)
    }

    /// Hosts with their ranks.
    fn ranks(&self) -> Vec<String> {
        let slots = self.slots.iter().copied().chain(std::iter::repeat(1));
        self.hosts.addresses().iter().zip(slots).map(|(host, n)| format!("{host}:{n}")).collect()
    }

    /// The same in a file.
    fn file(&self) -> io::Result<PathBuf> {
        let file = self.hosts.dir().join("hosts-of-ranks");
        fs::write(&file, self.ranks().join("\n") + "\n")?;
        Ok(file)
    }
}

/// The launcher of the MPI in `prefix`, with its library: on the first of the hosts, or here. It is ended
/// after `longest` seconds by `timeout`. The number of ranks and the program are to be added.
///
/// # Errors
/// When a file that it needs cannot be written.
pub fn mpiexec(
    mpi: Mpi,
    prefix: &Path,
    spread: Option<&Spread<'_>>,
    longest: u32,
) -> io::Result<Command> {
    let mut command = Command::new("timeout");
    command.args(["-k", "5", &longest.to_string()]);
    let launcher = prefix.join("bin/mpiexec");
    match spread {
        Some(spread) => {
            let remote = spread.hosts.command(0, &launcher);
            command.arg(remote.get_program()).args(remote.get_args());
        }
        None => drop(command.arg(launcher)),
    }
    command.env("LD_LIBRARY_PATH", prefix.join("lib"));
    match (mpi, spread) {
        (Mpi::Ferry, Some(spread)) => ferry(&mut command, spread),
        (Mpi::Mpich, Some(spread)) => mpich(&mut command, spread)?,
        (Mpi::Intel, Some(spread)) => intel(&mut command, spread)?,
        (Mpi::OpenMpi, Some(spread)) => open_mpi(&mut command, spread),
        (Mpi::Intel, None) => drop(command.env("I_MPI_FABRICS", "shm")),
        (Mpi::OpenMpi, None) => drop(command.args(["--allow-run-as-root", "--oversubscribe"])),
        (Mpi::Ferry | Mpi::Mpich, None) => {}
    }
    Ok(command)
}

fn ferry(command: &mut Command, spread: &Spread<'_>) {
    command.arg("--launcher").arg(format!("{} -e {{host}}", spread.hosts.remote().display()));
    command.args(["-hosts", &spread.ranks().join(",")]);
}

fn mpich(command: &mut Command, spread: &Spread<'_>) -> io::Result<()> {
    // UCX's own shared memory and CMA join the namespaces of one kernel.
    command.env("UCX_TLS", "tcp,self");
    command.args(["-launcher", "ssh", "-launcher-exec"]).arg(spread.hosts.remote());
    command.arg("-f").arg(spread.file()?);
    Ok(())
}

fn intel(command: &mut Command, spread: &Spread<'_>) -> io::Result<()> {
    let fabrics = if spread.shares_hosts() { "shm:ofi" } else { "ofi" };
    command.env("I_MPI_FABRICS", fabrics).env("FI_PROVIDER", "tcp").env("I_MPI_PIN", "0");
    command.args(["-bootstrap", "ssh", "-bootstrap-exec"]).arg(spread.hosts.remote());
    command.arg("-machinefile").arg(spread.file()?);
    Ok(())
}

fn open_mpi(command: &mut Command, spread: &Spread<'_>) {
    command.env(OWN_NAMES.0, OWN_NAMES.1).arg("--allow-run-as-root");
    // Each host's daemon would bind its only rank to the same first core of this machine.
    command.args(["--map-by", "slot", "--bind-to", "none", "--prtemca", "plm_ssh_agent"]);
    command.arg(spread.hosts.remote());
    let btl = if spread.shares_hosts() { "tcp,sm,self" } else { "tcp,self" };
    command.args(["--host", &spread.ranks().join(","), "--mca", "pml", "ob1", "--mca", "btl", btl]);
    command.args(["--mca", "btl_tcp_if_include", spread.networks]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RemoteHost;

    fn words(command: &Command) -> Vec<String> {
        command.get_args().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn every_launcher_is_told_the_hosts() {
        let dir = tempfile::tempdir().expect("a folder");
        let host = |n: u32| RemoteHost {
            address: format!("10.0.0.{n}"),
            name: format!("h{n}"),
            namespace: format!("space-{n}"),
        };
        let hosts = Hosts::new(dir.path(), &[host(1), host(2)]).expect("it can be written");
        let script = fs::read_to_string(hosts.remote()).expect("it is there");
        assert!(script.contains("10.0.0.2|space-2) name=h2; space=space-2 ;;"), "{script}");
        for mpi in [&[Mpi::Ferry][..], &Mpi::OTHERS].concat() {
            let spread = Spread { hosts: &hosts, slots: &[2], networks: "10.0.0.0/24" };
            let command = mpiexec(mpi, Path::new("/p"), Some(&spread), 9).expect("a command");
            let words = words(&command);
            assert_eq!(words[..3], ["-k", "5", "9"]);
            assert_eq!(words[4..7], ["-e", "10.0.0.1", "/p/bin/mpiexec"]);
            let file = dir.path().join("hosts-of-ranks").display().to_string();
            let told = |word: &String| *word == file || word.contains("10.0.0.1:2,10.0.0.2:1");
            assert!(words.iter().any(told), "{mpi:?}: {words:?}");
        }
        let file = fs::read_to_string(dir.path().join("hosts-of-ranks")).expect("it is there");
        assert_eq!(file, "10.0.0.1:2\n10.0.0.2:1\n");
    }

    #[test]
    fn on_one_host_nothing_is_said_of_hosts() {
        let command = mpiexec(Mpi::Ferry, Path::new("/p"), None, 9).expect("a command");
        assert_eq!(words(&command), ["-k", "5", "9", "/p/bin/mpiexec"]);
    }
}
