//! Which process something belongs to, everywhere alike.

use ferry_method::{Identity, JobId, PeerId};
use std::fmt;

/// A process: its job and its rank there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Home {
    /// The job in which it was started.
    pub job: JobId,
    /// Its rank in that job.
    pub rank: PeerId,
}

impl Home {
    pub(crate) fn of(identity: &Identity) -> Self {
        Home { job: identity.job, rank: identity.me }
    }
}

impl fmt::Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of job {:08x}", self.rank, self.job.0 as u32)
    }
}
