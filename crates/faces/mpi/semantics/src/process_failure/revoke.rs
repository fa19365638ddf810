//! Revoking a communicator: every member's operations on it end, whether it has called or not.
//!
//! Who learns of a revocation passes it on, to the members at distances 1, 2, 4 and so on that live; who learns
//! of a failure after that passes it on to those that take the place of the dead. As every member reaches the
//! next one that lives, all that live learn of it, whoever dies meanwhile.

use super::{Failures, revoked_fault};
use crate::comm::Comm;
use crate::comm::idup::everyone;
use crate::context_id::PARTITIONED;
use crate::error::Result;
use crate::group::Group;
use crate::handle::CommHandle;
use crate::lane;
use crate::process::{Process, enter};
use ferry_wire::{ContextId, PeerId};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::Arc;

/// Communicators that others may revoke before they are made here are remembered so many.
const EARLY: usize = 1024;
/// Revoked ones so many; what goes then is the oldest.
const LATEST: usize = 4096;

/// What was revoked.
#[derive(Default)]
pub(crate) struct Revocations {
    /// Revoked communicators by context, freed ones too: others may depend on this process's word.
    revoked: BTreeMap<ContextId, Revoked>,
    /// Revoked by others and not known here, and who has said so: they may be about to be made.
    early: VecDeque<(ContextId, PeerId)>,
}

/// A revoked communicator.
struct Revoked {
    members: Arc<Group>,
    /// Members that were told by this process.
    told: HashSet<PeerId>,
}

/// `MPIX_Comm_revoke`: not collective; returns at once.
pub fn revoke(handle: CommHandle) -> Result<()> {
    let mut process = enter();
    process.comm(handle)?;
    process.revoke_comm(handle);
    process.heed_failures();
    Ok(())
}

/// `MPIX_Comm_is_revoked`.
pub fn is_revoked(handle: CommHandle) -> Result<bool> {
    let mut process = enter();
    process.look_for_failures();
    Ok(process.comm(handle)?.is_revoked())
}

/// All contexts in which a communicator's messages travel.
fn contexts_of(comm: &Comm) -> [ContextId; 4] {
    let (messages, collectives) = (comm.context, comm.collective_context());
    let partitioned = |context: ContextId| ContextId(context.0 | PARTITIONED);
    [messages, collectives, partitioned(messages), partitioned(collectives)]
}

impl Process {
    /// A member has revoked a communicator.
    pub(super) fn heed_revocation(&mut self, from: PeerId, context: ContextId) {
        let present = self.comms.all().map(|(_, entry)| &entry.comm);
        // Operations may be under way on those that were freed.
        let all = present.chain(self.freed_comms.values().map(|entry| &entry.comm));
        let found = { all }.find(|comm| comm.context == context).cloned();
        match found.map(|comm| (comm.handle, comm.has_member(from))) {
            Some((handle, true)) => self.revoke_comm(handle),
            Some((_, false)) => {}
            None => {
                let early = &mut self.failures.revocations.early;
                if !early.contains(&(context, from)) {
                    early.push_back((context, from));
                }
                if early.len() > EARLY {
                    early.pop_front();
                }
            }
        }
    }

    pub(crate) fn revoke_comm(&mut self, handle: CommHandle) {
        let Some(comm) = self.comm_or_freed(handle).cloned() else { return };
        if !comm.revoke() {
            return;
        }
        self.failures.revoked += 1;
        self.note_revoked(handle);
        let members = Arc::new(everyone(self, &comm));
        let revoked = &mut self.failures.revocations.revoked;
        revoked.insert(comm.context, Revoked { members, told: HashSet::new() });
        if revoked.len() > LATEST {
            revoked.pop_first();
        }
        self.end_revoked(&comm);
        lane::note_revoked(&comm);
        self.revoke_window_of(handle);
        self.spread_revocation(comm.context);
    }

    /// Ends what waits for messages, and refuses those that wait for receives.
    pub(crate) fn end_revoked(&mut self, comm: &Comm) {
        self.failures.epoch += 1;
        self.runtime.face.revoke(&contexts_of(comm), &revoked_fault());
        self.buffers.give_up(comm.handle, &mut self.runtime.face);
        self.runtime.call_sleepers();
    }

    /// A revoked communicator is freed: nobody will receive its messages.
    #[cold]
    pub(crate) fn forget_revoked(&mut self, comm: &Comm) {
        self.runtime.face.drop_messages(&contexts_of(comm));
        self.runtime.face.flush(&mut self.runtime.links);
    }

    /// A communicator was made: others may have revoked it already.
    pub(crate) fn revoke_if_early(&mut self, handle: CommHandle) {
        let Ok(comm) = self.comm(handle).cloned() else { return };
        let early = &mut self.failures.revocations.early;
        // Whoever is no member means another one, of which this process is none.
        let is_its = |(context, from): &(ContextId, PeerId)| {
            *context == comm.context && comm.has_member(*from)
        };
        if early.iter().any(is_its) {
            early.retain(|known| known.0 != comm.context);
            self.revoke_comm(handle);
        }
    }

    /// A failure has become known: whoever takes the place of the dead is told what was revoked.
    pub(super) fn spread_revocations(&mut self) {
        let contexts: Vec<_> = self.failures.revocations.revoked.keys().copied().collect();
        contexts.into_iter().for_each(|context| self.spread_revocation(context));
    }

    fn spread_revocation(&mut self, context: ContextId) {
        let Failures { known, revocations, .. } = &mut self.failures;
        let Some(Revoked { members, told }) = revocations.revoked.get_mut(&context) else { return };
        let members: Vec<PeerId> = members.peers().collect();
        let lives = |peer: &PeerId| !known.contains(peer);
        for peer in neighbours(&members, self.identity.me, lives) {
            if told.insert(peer) {
                self.runtime.face.send_notice(peer, [u64::from(context.0), 0], Vec::new());
            }
        }
    }
}

/// The members to tell: of those at distances that double, or behind them, the first that lives.
fn neighbours(members: &[PeerId], me: PeerId, lives: impl Fn(&PeerId) -> bool) -> Vec<PeerId> {
    let Some(at) = members.iter().position(|member| *member == me) else { return Vec::new() };
    let distances = std::iter::successors(Some(1), |distance| Some(distance * 2));
    let distances = distances.take_while(|distance| *distance < members.len());
    let behind = |distance: usize| {
        let mut ring = (distance..members.len()).map(|d| members[(at + d) % members.len()]);
        ring.find(&lives)
    };
    distances.filter_map(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn distances_double() {
        let members: Vec<PeerId> = (0..9).map(PeerId).collect();
        let told = neighbours(&members, PeerId(7), |_| true);
        assert_eq!(told, [8, 0, 2, 6].map(PeerId));
        let told = neighbours(&members, PeerId(7), |peer| ![8, 0].contains(&peer.0));
        assert_eq!(told, [1, 1, 2, 6].map(PeerId));
        assert!(neighbours(&members[..1], PeerId(0), |_| true).is_empty());
    }

    proptest! {
        /// Whoever is told first, all that live are told in the end.
        #[test]
        fn all_that_live_are_reached(lives in proptest::collection::vec(any::<bool>(), 1..40), first in 0usize..40) {
            let members: Vec<PeerId> = (0..lives.len() as u32).map(PeerId).collect();
            let is_alive = |peer: &PeerId| lives[peer.0 as usize];
            let Some(first) = members.iter().filter(|m| is_alive(m)).nth(first % lives.len()) else {
                return Ok(());
            };
            let (mut told, mut queue) = (HashSet::from([*first]), vec![*first]);
            while let Some(me) = queue.pop() {
                for peer in neighbours(&members, me, is_alive) {
                    if told.insert(peer) {
                        queue.push(peer);
                    }
                }
            }
            prop_assert!(members.iter().filter(|m| is_alive(m)).all(|m| told.contains(m)));
        }
    }
}
