//! What the host offers.

use ferry_config::Config;
use ferry_method::RemoteReading;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};

#[derive(Serialize)]
pub(super) struct Host {
    /// Cores that this process may use.
    cores: usize,
    /// Cores that all processes here share.
    cores_shared: usize,
    /// How a rank waits where there is a core for each.
    waiting: String,
    /// The kernel orders memory between processes on demand.
    membarrier: bool,
    cross_memory_attach: CrossMemoryAttach,
}

#[derive(Serialize)]
struct CrossMemoryAttach {
    /// The ranks of a job may read each other's memory.
    works: bool,
    why: String,
    /// Ferry makes use of it.
    used: bool,
    used_why: String,
}

impl Host {
    pub(super) fn look(config: &Config) -> Self {
        let (works, why) = cross_memory_attach();
        let reading = ferry_boot::methods::shm_options(config).remote_reading;
        let used = reading != RemoteReading::Never;
        Host {
            cores: ferry_sys::cores_available(),
            cores_shared: ferry_sys::cores_shared(),
            waiting: ferry_runtime::WaitSettings::configured(config, 1, 0).to_string(),
            membarrier: !ferry_sys::AsymmetricFence::register().frequent_side_must_fence(),
            cross_memory_attach: CrossMemoryAttach {
                works,
                why,
                used,
                used_why: format!("shm.cma, {}", super::origin(config, "shm.cma")),
            },
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "cores                {} available, {} shared",
            self.cores, self.cores_shared
        )?;
        writeln!(out, "a waiting rank       {}", self.waiting)?;
        let membarrier = match self.membarrier {
            true => "works: senders need no fence",
            false => "missing: senders of shm fence on every message",
        };
        writeln!(out, "membarrier           {membarrier}")?;
        let CrossMemoryAttach { works, why, used, used_why } = &self.cross_memory_attach;
        let works = if *works { "works" } else { "forbidden" };
        let used = if *used { "tried" } else { "not used" };
        writeln!(out, "cross-memory attach  {works}: {why}; {used} ({used_why})")
    }
}

/// Whether the ranks of a job may read each other's memory, and why.
fn cross_memory_attach() -> (bool, String) {
    if !ferry_sys::cross_memory_attach_works() {
        return (false, "the kernel or the container refuses process_vm_readv".into());
    }
    let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").ok();
    let scope = scope.and_then(|text| text.trim().parse::<u32>().ok());
    judge(scope, may_trace_all())
}

/// Yama's scope (`None`: there is no Yama) and CAP_SYS_PTRACE decide.
fn judge(scope: Option<u32>, may_trace: bool) -> (bool, String) {
    let (works, why) = match scope {
        None => (true, "the kernel allows it between processes of one user"),
        Some(0) => (true, "Yama's ptrace_scope is 0: allowed between processes of one user"),
        Some(1 | 2) if may_trace => (true, "this user has CAP_SYS_PTRACE"),
        Some(1) => (false, "Yama's ptrace_scope is 1: a process may read only its descendants"),
        Some(2) => (false, "Yama's ptrace_scope is 2: only for the administrator"),
        Some(_) => (false, "Yama's ptrace_scope is 3: nobody may"),
    };
    (works, why.into())
}

fn may_trace_all() -> bool {
    const CAP_SYS_PTRACE: u32 = 19;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let effective = line.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0);
    effective >> CAP_SYS_PTRACE & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::judge;

    #[test]
    fn yama_decides_unless_the_user_may_trace_all() {
        assert!(judge(None, false).0 && judge(Some(0), false).0);
        assert!(!judge(Some(1), false).0 && judge(Some(1), true).0);
        assert!(!judge(Some(2), false).0 && judge(Some(2), true).0);
        assert!(!judge(Some(3), true).0);
        assert!(judge(Some(1), false).1.contains("descendants"));
    }
}
