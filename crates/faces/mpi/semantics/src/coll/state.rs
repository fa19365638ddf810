//! What a process keeps for its collectives.

use crate::comm::Comm;
use crate::error::Result;
use crate::handle::CommHandle;
use crate::init::failed;
use crate::tags::{self, Sequences};
use ferry_coll::{Collective, Selection};
use ferry_config::Config;
use ferry_sys::OwnedBuffer;
use ferry_two_sided::RequestId;

/// Temporary memory is kept for the next call up to this many bytes in all.
const KEPT: usize = 128 << 20;

/// How many collectives were begun, by form.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CollectiveTally {
    /// Those that are waited for where they are called.
    pub blocking: u64,
    /// Such that met in shared memory instead of by messages, which `blocking` does not count.
    pub in_commons: u64,
    /// Those with a request.
    pub nonblocking: u64,
    /// Starts of persistent ones.
    pub persistent: u64,
}

/// What a process keeps for its collectives.
#[derive(Default)]
pub struct Collectives {
    /// Which algorithm serves which call.
    pub selection: Selection,
    /// The same among processes of several jobs, which may be configured differently.
    neutral: Selection,
    /// Whether members of communicators may meet in shared memory.
    pub(super) has_commons: bool,
    /// Their members may read each other's memory.
    pub(super) may_read: bool,
    buffers: Vec<OwnedBuffer>,
    kept: usize,
    lists: Vec<Vec<RequestId>>,
    /// How many were begun.
    pub tally: CollectiveTally,
    /// How many non-blocking and persistent operations each communicator has had.
    sequences: Sequences,
}

/// The table of algorithms as configured; see [`Collectives::configured`].
///
/// # Errors
/// When a `coll.*` parameter names no algorithm of its operation.
pub fn configured_selection(config: &Config, crowded: bool) -> Result<Selection> {
    let mut selection = Selection::default();
    if crowded {
        selection.thresholds.crowd = u32::MAX;
    }
    for collective in Collective::ALL {
        let name = format!("coll.{}", collective.name());
        if let Some(algorithm) = config.auto_text(&name) {
            let set = selection.set(collective.name(), algorithm);
            set.map_err(|e| failed(&format!("parameter {name}"), e))?;
        }
    }
    Ok(selection)
}

impl Collectives {
    /// As configured. `crowded`: the job's processes outnumber the cores of their one host.
    ///
    /// # Errors
    /// When a `coll.*` parameter names no algorithm of its operation.
    pub fn configured(config: &Config, crowded: bool) -> Result<Self> {
        let has_commons = config.flag("coll.commons");
        let may_read = config.auto_flag("shm.cma") != Some(false);
        let selection = configured_selection(config, crowded)?;
        Ok(Collectives { selection, has_commons, may_read, ..Self::default() })
    }

    /// Which algorithm serves which call on a communicator: all of its processes choose alike.
    #[inline]
    pub(super) fn selection_for(&self, comm: &Comm) -> &Selection {
        if comm.spans_jobs { &self.neutral } else { &self.selection }
    }

    /// The tag of the next non-blocking or persistent operation on a communicator.
    pub(crate) fn next_tag(&mut self, comm: CommHandle) -> i32 {
        self.sequences.next(comm, tags::OVERLAPPING)
    }

    /// How many there were, as others are told that may have counted less.
    pub(crate) fn sequences(&mut self) -> &mut Sequences {
        &mut self.sequences
    }

    /// Forgets a communicator that was freed.
    pub fn forget(&mut self, comm: CommHandle) {
        self.sequences.forget(comm);
    }

    /// Memory for `len` bytes or more, with no meaning.
    pub(crate) fn take_buffer(&mut self, len: usize) -> OwnedBuffer {
        let fits = |buffer: &OwnedBuffer| buffer.capacity() >= len;
        let best = self.buffers.iter().enumerate().filter(|(_, b)| fits(b));
        match best.min_by_key(|(_, b)| b.capacity()).map(|(index, _)| index) {
            Some(index) => {
                let buffer = self.buffers.swap_remove(index);
                self.kept -= buffer.capacity();
                buffer
            }
            None => OwnedBuffer::new(len.checked_next_power_of_two().unwrap_or(len).max(4096)),
        }
    }

    pub(crate) fn give_buffer(&mut self, buffer: OwnedBuffer) {
        if self.buffers.len() < 16 && self.kept + buffer.capacity() <= KEPT {
            self.kept += buffer.capacity();
            self.buffers.push(buffer);
        }
    }

    pub(super) fn take_list(&mut self) -> Vec<RequestId> {
        self.lists.pop().unwrap_or_default()
    }

    pub(super) fn give_list(&mut self, list: Vec<RequestId>) {
        if self.lists.len() < 16 {
            self.lists.push(list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again() {
        let mut state = Collectives::default();
        let buffer = state.take_buffer(10_000);
        let address = buffer.arena(1).address(0);
        state.give_buffer(buffer);
        assert_eq!(state.take_buffer(9_000).arena(1).address(0), address);
        assert_eq!(state.kept, 0);
    }

    #[test]
    fn algorithms_come_from_the_configuration() {
        let mut config = Config::new();
        let origin = ferry_config::Origin::Program;
        config.set("coll.bcast", "chain", origin.clone()).unwrap();
        let state = Collectives::configured(&config, false).unwrap();
        let chain = ferry_coll::Algorithm::Chain;
        assert_eq!(state.selection.wish(Collective::Bcast), Some(chain));
        config.set("coll.bcast", "nonsense", origin).unwrap();
        let error = Collectives::configured(&config, false).err().unwrap().to_string();
        assert!(error.contains("parameter coll.bcast: ") && error.contains("nonsense"), "{error}");
    }
}
