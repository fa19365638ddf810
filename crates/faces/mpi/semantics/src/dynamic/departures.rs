//! Processes of other jobs that have called `MPI_Finalize`, or parted otherwise, while this one is connected with
//! them. What they sent before still arrives; whoever waits for more would wait for ever.

use crate::comm::Comm;
use crate::process::Process;
use ferry_method::{MethodError, Now, PeerId, Sink};
use std::time::Duration;

/// How long after its departure something of a process may still be under way by another method.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Those that have parted, and when.
#[derive(Default)]
pub(crate) struct Departures {
    all: Vec<(PeerId, Now)>,
}

impl Departures {
    /// Whether a process has parted.
    pub(crate) fn has_parted(&self, peer: PeerId) -> bool {
        self.all.iter().any(|(parted, _)| *parted == peer)
    }

    /// Links to these processes were closed: what became of them does not matter any more.
    pub(super) fn forget(&mut self, is_gone: impl Fn(PeerId) -> bool) {
        self.all.retain(|(parted, _)| !is_gone(*parted));
    }
}

impl Process {
    /// Notes who of other jobs has parted. Within a job all part together.
    pub(crate) fn note_departures(&mut self) {
        let now = self.runtime.pace.now();
        for peer in self.runtime.face.take_departed() {
            if self.acquaintances.world_of(peer).is_some() {
                self.dynamic.departures.all.push((peer, now));
            }
        }
    }

    /// What waits for those that have parted fails, unless they have left messages that nobody has asked for and
    /// that it does not wait for. For one that is about to sleep, and has just looked for messages. Whether there
    /// were such processes.
    pub(crate) fn give_up_departed(&mut self) -> bool {
        let now = self.runtime.pace.now();
        let face = &self.runtime.face;
        let is_vain = |peer| face.depends_on(peer) || !face.leaves_unread(peer);
        let is_due = |(peer, at): &&(PeerId, Now)| {
            now >= *at + LAST_WORDS && face.transfer.loss(*peer).is_none() && is_vain(*peer)
        };
        let due = self.dynamic.departures.all.iter().filter(is_due);
        let left: Vec<PeerId> = due.map(|(peer, _)| *peer).collect();
        for &peer in &left {
            let why = "its process has called MPI_Finalize, or ended its session, without \
                       MPI_Comm_disconnect"
                .to_owned();
            self.runtime.face.lost(peer, MethodError::Lost { peer, method: "MPI", why });
        }
        !left.is_empty()
    }

    /// Whether all from which messages on a communicator come are of other jobs, and have left or are lost.
    pub(crate) fn have_all_left(&self, comm: &Comm) -> bool {
        let is_gone = |peer| {
            self.acquaintances.world_of(peer).is_some()
                && self.runtime.face.transfer.loss(peer).is_some()
        };
        comm.spans_jobs && comm.target().peers().all(is_gone)
    }
}
