//! Who asks, and who is let in.

use ferry_method::JobId;

/// The name of a process: its node and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PortalsProcess {
    /// Node.
    pub nid: u32,
    /// Number on it.
    pub pid: u32,
}

impl PortalsProcess {
    /// What processes of other jobs call a process of a job: its number, and a node that follows from the job, since
    /// the nodes of each are counted from 0.
    pub fn abroad(self, job: JobId) -> PortalsProcess {
        let folded = (job.0 ^ job.0 >> 32) as u32;
        PortalsProcess { nid: folded.wrapping_add(self.nid) & !(3 << 30) | 1 << 31, pid: self.pid }
    }

    /// Both in one, as match entries compare them.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        u64::from(self.nid) << 32 | u64::from(self.pid)
    }
}

/// Processes, by what their names have in common; `None`: whatever it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProcessPattern {
    /// Node.
    pub nid: Option<u32>,
    /// Number on it.
    pub pid: Option<u32>,
}

impl ProcessPattern {
    /// Every process.
    pub const ANY: ProcessPattern = ProcessPattern { nid: None, pid: None };

    /// Whether a process is one of them.
    #[inline]
    pub fn accepts(&self, process: PortalsProcess) -> bool {
        self.nid.is_none_or(|nid| nid == process.nid)
            && self.pid.is_none_or(|pid| pid == process.pid)
    }

    /// The bits that count, and which do not.
    pub(crate) fn bits(&self) -> (u64, u64) {
        let ignored = |part: Option<u32>| part.map_or(u32::MAX, |_| 0);
        let ignore = u64::from(ignored(self.nid)) << 32 | u64::from(ignored(self.pid));
        let process = PortalsProcess { nid: self.nid.unwrap_or(0), pid: self.pid.unwrap_or(0) };
        (process.bits(), ignore)
    }
}

impl From<PortalsProcess> for ProcessPattern {
    fn from(process: PortalsProcess) -> Self {
        ProcessPattern { nid: Some(process.nid), pid: Some(process.pid) }
    }
}

/// Who asks something of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requester {
    /// Its process.
    pub process: PortalsProcess,
    /// Its user.
    pub uid: u32,
    /// Its job.
    pub jid: u32,
}
