//! Did the kernel's out-of-memory killer strike?

use std::fs;
use std::path::PathBuf;

/// Watches the counters of the control group that this process and its ranks live in.
#[derive(Debug)]
pub(super) struct MemoryWatch {
    files: Vec<PathBuf>,
    before: u64,
}

impl MemoryWatch {
    pub(super) fn new() -> Self {
        let files = candidates();
        let before = count(&files);
        MemoryWatch { files, before }
    }

    /// Whether the killer has struck since the last time.
    pub(super) fn has_struck(&mut self) -> bool {
        let now = count(&self.files);
        let struck = now > self.before;
        self.before = now;
        struck
    }
}

/// Files that count the killer's victims: of the own control group, and of the whole system.
fn candidates() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in fs::read_to_string("/proc/self/cgroup").unwrap_or_default().lines() {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, path) = (fields.next(), fields.next(), fields.next());
        let path = path.unwrap_or("/").trim_start_matches('/');
        match controllers {
            Some("") => {
                files.push(PathBuf::from("/sys/fs/cgroup").join(path).join("memory.events"))
            }
            Some(c) if c.split(',').any(|c| c == "memory") => {
                files.push(
                    PathBuf::from("/sys/fs/cgroup/memory").join(path).join("memory.oom_control"),
                );
            }
            _ => {}
        }
    }
    files.push(PathBuf::from("/proc/vmstat"));
    files.retain(|file| file.exists());
    files
}

fn count(files: &[PathBuf]) -> u64 {
    let number = |text: String| {
        let line = text.lines().find_map(|line| line.strip_prefix("oom_kill ").map(str::to_owned));
        line.and_then(|n| n.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).map(number).sum()
}
