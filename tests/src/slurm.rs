//! A Slurm of two nodes, both on this machine.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long its nodes may take to come up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Slurm that runs; it ends when dropped.
pub struct Slurm {
    folder: TempDir,
}

impl Slurm {
    /// Starts one with the nodes `n1` and `n2`; `None`, and a line, where it is not installed or may not be started.
    ///
    /// # Panics
    /// If its nodes do not come up.
    pub fn start() -> Option<Self> {
        let is_there = |program: &&str| {
            Command::new("which").arg(program).output().is_ok_and(|o| o.status.success())
        };
        let missing = ["munged", "slurmctld", "slurmd", "srun"].into_iter().find(|p| !is_there(p));
        if let Some(program) = missing {
            eprintln!("skipped: there is no {program} here");
            return None;
        }
        if !rustix::process::geteuid().is_root() {
            eprintln!("skipped: a Slurm takes root");
            return None;
        }
        let slurm = Slurm { folder: TempDir::new().expect("a folder") };
        slurm.prepare();
        slurm.munge();
        let configuration = slurm.configuration();
        run(Command::new("slurmctld").arg("-c").arg("-f").arg(&configuration));
        for node in NODES {
            run(Command::new("slurmd").arg("-f").arg(&configuration).args(["-N", node]));
        }
        slurm.wait();
        Some(slurm)
    }

    /// The file that `SLURM_CONF` names for who uses it.
    pub fn configuration(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    fn prepare(&self) {
        let folder = self.folder.path();
        for name in ["state", "log", "run", "munge", "spool-n1", "spool-n2", "tmp-n1", "tmp-n2"] {
            fs::create_dir(folder.join(name)).expect("a folder");
        }
        // munged looks at who may enter the folders above its socket.
        for open in [folder, &folder.join("munge")] {
            let mode = fs::Permissions::from_mode(0o711);
            fs::set_permissions(open, mode).expect("our folder");
        }
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let host = host.split('.').next().unwrap_or(&host);
        fs::write(self.configuration(), configuration(folder, host)).expect("a file");
    }

    fn munge(&self) {
        let folder = self.folder.path().join("munge");
        let key = folder.join("key");
        let mut secret = vec![0; 1024];
        let mut chance = fs::File::open("/dev/urandom").expect("randomness");
        chance.read_exact(&mut secret).expect("randomness");
        fs::write(&key, secret).expect("a file");
        let mode = fs::Permissions::from_mode(0o600);
        fs::set_permissions(&key, mode).expect("our file");
        let option = |name: &str, file: &str| format!("--{name}={}", folder.join(file).display());
        let mut munged = Command::new("munged");
        munged.args([
            option("key-file", "key"),
            option("socket", "socket"),
            option("pid-file", "pid"),
        ]);
        munged.args([option("log-file", "log"), option("seed-file", "seed")]);
        run(munged.args(["--num-threads=1", "--force"]));
    }

    fn wait(&self) {
        let start = Instant::now();
        let mut states = String::new();
        while states != "idle" {
            assert!(start.elapsed() < PATIENCE, "the nodes of Slurm are {states:?}");
            std::thread::sleep(Duration::from_millis(100));
            let mut sinfo = Command::new("sinfo");
            sinfo.args(["-h", "-o", "%T"]).env("SLURM_CONF", self.configuration());
            states = sinfo.output().map_or_else(
                |why| why.to_string(),
                |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            );
        }
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for file in ["run/slurmd-n1.pid", "run/slurmd-n2.pid", "run/slurmctld.pid", "munge/pid"] {
            if let Ok(pid) = fs::read_to_string(self.folder.path().join(file)) {
                end(pid.trim());
            }
        }
    }
}

/// Ends a process and waits until it is gone.
fn end(pid: &str) {
    drop(Command::new("kill").arg(pid).output());
    let start = Instant::now();
    while Path::new("/proc").join(pid).exists() && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn run(command: &mut Command) {
    let output = command.output().expect("it is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

const NODES: [&str; 2] = ["n1", "n2"];

/// Ports that nobody listens on.
fn free_ports() -> [u16; 3] {
    let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    listeners.map(|listener| listener.local_addr().expect("its address").port())
}

fn configuration(folder: &Path, host: &str) -> String {
    let (folder, [controller, first, second]) = (folder.display(), free_ports());
    format!(
        "ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={controller}
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd-%n.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
TmpFS={folder}/tmp-%n
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
ReturnToService=2
SlurmdParameters=config_overrides
MpiDefault=none
MailProg=/bin/true
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=8
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=8
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
"
    )
}
