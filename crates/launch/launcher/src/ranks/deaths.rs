//! Telling ranks that a process of one of mpiexec's jobs has died and the others go on (`--keep-going`).
//!
//! Each rank has a pipe of its own for this, whose other end it finds by the variable [`place::DEATHS`]: what is
//! told there reaches it while it computes, and disturbs nothing that it asks its process manager.

use super::{RankProcess, Ranks, unblock};
use crate::spec::App;
use ferry_pmi::{Death, place};
use rustix::pipe::{PipeFlags, pipe_with};
use std::io;
use std::os::fd::OwnedFd;

/// The pipe of a rank that is about to start.
pub(super) struct DeathPipe {
    pub(super) ours: OwnedFd,
    pub(super) theirs: OwnedFd,
}

impl DeathPipe {
    /// One for a program whose job goes on without the dead, which its environment says.
    pub(super) fn wanted(app: &App) -> io::Result<Option<DeathPipe>> {
        if !app.env.iter().any(|(name, value)| name == place::KEEP_GOING && value == "1") {
            return Ok(None);
        }
        let (theirs, ours) = pipe_with(PipeFlags::CLOEXEC)?;
        unblock(&ours)?;
        Ok(Some(DeathPipe { ours, theirs }))
    }
}

impl Ranks {
    /// Tells all ranks here that a process has died, those that start later too: they may be about to meet it.
    pub(crate) fn tell_death(&mut self, death: Death) {
        self.dead.push(death);
        let children = self.children.iter().filter(|child| child.process.is_some());
        children.for_each(|child| tell(child, death));
    }
}

/// Tells a rank of a death. One that never reads, as one that is no MPI program, misses what its pipe has no room
/// for.
pub(super) fn tell(child: &RankProcess, death: Death) {
    if let Some(pipe) = &child.deaths {
        let _ = rustix::io::write(pipe, &death.to_bytes());
    }
}
