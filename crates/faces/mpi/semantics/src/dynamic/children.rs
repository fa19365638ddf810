//! Jobs that this process has spawned, together with others: whether they live is the launcher's to say, where no
//! link tells.

use crate::group::Group;
use crate::process::Process;
use ferry_method::{MethodError, Now, PeerId, Sink};
use std::sync::Arc;
use std::time::Duration;

/// How often the launcher is asked while this process has nothing to do but wait.
const LOOK: Duration = Duration::from_millis(500);

/// A spawned job.
struct SpawnedJob {
    /// Its number with the launcher.
    number: u32,
    group: Arc<Group>,
}

/// The spawned jobs of which no end is known.
#[derive(Default)]
pub(crate) struct Children {
    jobs: Vec<SpawnedJob>,
    next_look: Now,
}

impl Children {
    /// A job was spawned.
    pub(super) fn add(&mut self, number: u32, group: Arc<Group>) {
        self.jobs.push(SpawnedJob { number, group });
    }

    /// Links to these processes were closed: what becomes of them does not matter any more.
    pub(super) fn forget(&mut self, is_gone: impl Fn(PeerId) -> bool) {
        self.jobs.retain(|job| !job.group.peers().any(&is_gone));
    }
}

impl Process {
    /// Asks the launcher now and then whether spawned jobs have ended; the processes of those that have are lost.
    /// For one that is about to sleep.
    pub(crate) fn look_after_children(&mut self) {
        let now = self.runtime.pace.now();
        let children = &mut self.dynamic.children;
        if children.jobs.is_empty() || now < children.next_look {
            return;
        }
        children.next_look = now + LOOK;
        let Some(launcher) = self.launcher.clone() else { return };
        // Whoever talks to it meanwhile may be waiting for this process.
        let Ok(mut client) = launcher.try_lock() else { return };
        let mut ended = Vec::new();
        children.jobs.retain(|job| match client.end_of_world(job.number) {
            Ok(Some(how)) => {
                ended.push((job.group.clone(), how));
                false
            }
            _ => true,
        });
        for (group, how) in ended {
            for peer in group.peers() {
                let why = format!("its job has ended: {how}");
                self.runtime.face.lost(peer, MethodError::Lost { peer, method: "launcher", why });
            }
        }
    }
}
