//! Leaving processes of other jobs.

use crate::comm::meeting::Meeting;
use crate::comm::{Comm, free};
use crate::error::Result;
use crate::process::{Process, enter};
use crate::tool::OwnEvent;
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};
use ferry_sys::Clock;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How long links may take to close.
const DRAIN: Duration = Duration::from_secs(5);

/// Ends a communicator with processes of other jobs, on which nothing is under way: all meet once more, so that
/// nobody leaves while another still expects something; then links that no communicator needs are closed.
pub(crate) fn leave(comm: Arc<Comm>) -> Result<()> {
    let worlds = enter().worlds_of(&comm);
    // Whoever has died is left all the same.
    let _ = Meeting::of_all(&comm).largest(&mut [0]);
    let handle = comm.handle;
    let processes = comm.target().size();
    enter().note_of_comm(handle, |comm| OwnEvent::Parted { comm, processes });
    drop(comm);
    free(handle)?;
    enter().drop_freed_comms();
    for world in worlds {
        part(world);
    }
    Ok(())
}

impl Process {
    /// The worlds met later that processes of a communicator are of.
    fn worlds_of(&self, comm: &Comm) -> BTreeSet<u32> {
        let remote = comm.remote.iter().flat_map(|remote| remote.peers());
        let all = comm.group.peers().chain(remote);
        all.filter_map(|peer| self.acquaintances.world_of(peer)).collect()
    }

    /// Whether a communicator has processes of a world.
    fn needs(&self, world: u32) -> bool {
        let all = self.comms.made().map(|(_, entry)| &entry.comm);
        let all = all.chain(self.freed_comms.values().map(|entry| &entry.comm));
        all.filter(|comm| comm.spans_jobs).any(|comm| self.worlds_of(comm).contains(&world))
    }
}

/// Closes the links of a world, unless some communicator needs them.
fn part(world: u32) {
    let closing = {
        let mut process = enter();
        if process.needs(world) {
            return;
        }
        let gone = process.acquaintances.remove(world);
        process.dynamic.children.forget(|peer| gone.contains(&peer.0));
        process.dynamic.departures.forget(|peer| gone.contains(&peer.0));
        process.part(PeerId(world))
    };
    let Some(mut links) = closing else { return };
    let clock: Clock = enter().runtime.pace.clock();
    let until = clock.now() + DRAIN;
    while !links.close(clock.now(), &mut Deaf) && clock.now() < until {
        ferry_sys::sched_yield();
    }
}

/// Hears nothing of what still comes.
struct Deaf;

impl Sink for Deaf {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}
