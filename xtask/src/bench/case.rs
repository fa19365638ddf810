//! What is measured: programs in settings.

/// Where the ranks are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Setting {
    /// Two ranks that share memory.
    Shm,
    /// Eight ranks on the machine's cores (two are assumed).
    Crowd,
    /// Two ranks in two network namespaces.
    Tcp,
    /// Many ranks that only start and end.
    Startup,
}

impl Setting {
    /// As on the command line, in targets and in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shm => "shm",
            Self::Crowd => "crowd",
            Self::Tcp => "tcp",
            Self::Startup => "startup",
        }
    }

    /// For people.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Shm => "2 ranks, shared memory",
            Self::Crowd => "8 ranks on this machine's cores",
            Self::Tcp => "2 ranks, TCP between network namespaces",
            Self::Startup => "launch, barrier, end",
        }
    }
}

/// A program in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// Where.
    pub(super) setting: Setting,
    /// Source file in bench/c, without its extension.
    pub(super) program: &'static str,
    /// Ranks.
    pub(super) ranks: u32,
}

impl Case {
    /// `tcp/latency`.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.setting.name(), self.program)
    }

    /// Further argument of the program: in a crowd, where a large collective takes one of the peers
    /// five seconds, messages have at most 4 KiB.
    pub(super) fn argument(&self) -> Option<&'static str> {
        (self.setting == Setting::Crowd).then_some("4096")
    }

    /// Whether a word of the command line means this case.
    pub(super) fn is_called(&self, word: &str) -> bool {
        word == self.setting.name() || word == self.program || word == self.name()
    }
}

/// Everything, in the order of the report.
pub(super) fn all(quick: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |setting, ranks, programs: &[&'static str]| {
        cases.extend(programs.iter().map(|program| Case { setting, program, ranks }));
    };
    let shm = ["latency", "bw", "bibw", "rate", "match", "coll", "overlap", "idle"];
    add(Setting::Shm, 2, &shm);
    add(Setting::Crowd, 8, &["coll"]);
    add(Setting::Tcp, 2, &["latency", "bw"]);
    add(Setting::Startup, 64, &["startup"]);
    if !quick {
        add(Setting::Startup, 256, &["startup"]);
    }
    cases
}

/// Every program in bench/c that runs on an MPI.
pub(super) const PROGRAMS: [&str; 9] =
    ["latency", "bw", "bibw", "rate", "match", "coll", "overlap", "idle", "startup"];
