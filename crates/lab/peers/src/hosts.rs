//! Hosts that are network namespaces, and a stand-in for ssh that leads to them.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoteHost {
    /// What launchers know it by.
    pub address: String,
    /// What it calls itself where it has to have a name of its own.
    pub name: String,
    /// Its network namespace.
    pub namespace: String,
}

/// A host and a command for its shell, or with `-e` its words. Every host has shared memory and a temporary
/// folder of its own, of which nothing is left when its last process has ended, and a name of its own where
/// PEERS_OWN_NAMES is set, since Open MPI takes equal names for one host (and Intel MPI wants to look
/// its host's name up).
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
if [ -n "$PEERS_OWN_NAMES" ]; then
    set -- unshare -u sh -c "hostname $name; exec \"\$@\"" sh "$@"
fi
exec ip netns exec "$space" sh -c 'mount -t tmpfs shm /dev/shm && exec "$@"' sh "$@"
"#;

/// Makes hosts have names of their own.
pub(crate) const OWN_NAMES: (&str, &str) = ("PEERS_OWN_NAMES", "1");

/// Hosts, and a command in place of ssh that leads to them.
#[derive(Clone, Debug)]
pub struct Hosts {
    addresses: Vec<String>,
    dir: PathBuf,
}

impl Hosts {
    /// These hosts. What launchers need is written to `dir`, which each host's temporary folder is below.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn new(dir: &Path, hosts: &[RemoteHost]) -> io::Result<Self> {
        let case = |RemoteHost { address, name, namespace }: &RemoteHost| {
            format!("{address}|{namespace}) name={name}; space={namespace} ;;\n")
        };
        let cases: String = hosts.iter().map(case).collect();
        let addresses = hosts.iter().map(|host| host.address.clone()).collect();
        let hosts = Hosts { addresses, dir: dir.to_path_buf() };
        let text = REMOTE.replace("@CASES@", &cases).replace("@DIR@", &dir.display().to_string());
        fs::write(hosts.remote(), text)?;
        fs::set_permissions(hosts.remote(), fs::Permissions::from_mode(0o755))?;
        Ok(hosts)
    }

    /// The stand-in for ssh.
    #[must_use]
    pub fn remote(&self) -> PathBuf {
        self.dir.join("remote")
    }

    /// What launchers know the hosts by.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The folder for what launchers need.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// A command that runs `program` on host number `host`.
    ///
    /// # Panics
    /// If there is no such host.
    #[must_use]
    pub fn command(&self, host: usize, program: &Path) -> Command {
        let mut command = Command::new(self.remote());
        command.args(["-e", &self.addresses[host]]).arg(program);
        command
    }
}
