//! Memory of a member's own that an operation needs for a while.

use super::turn::CommonsTurn;
use crate::coll::operation::Operation;
use crate::constants::MPI_ERR_NO_MEM;
use crate::error::{Error, Result};
use ferry_sys::{Arena, OwnedBuffer};

impl CommonsTurn {
    /// Memory for what must lie apart.
    pub(super) fn memory(&self, len: usize) -> Result<OwnedBuffer> {
        OwnedBuffer::try_new(len).map_err(|why| {
            let operation = Operation::name_of(self.kind);
            let text = format!("no memory of {len} bytes for {operation}: {why}");
            Error::new(MPI_ERR_NO_MEM, text).on(self.of.comm.handle)
        })
    }

    /// Does something with so much memory, which the communicator keeps for the next time.
    pub(super) fn with_scratch(
        &self,
        len: usize,
        work: impl FnOnce(Arena) -> Result<()>,
    ) -> Result<()> {
        let kept = self.of.scratch.lock().ok().and_then(|mut scratch| scratch.take());
        let kept = kept.filter(|kept| kept.capacity() >= len);
        let memory = kept.map_or_else(|| self.memory(len), Ok)?;
        work(memory.arena(len))?;
        if let Ok(mut scratch) = self.of.scratch.lock() {
            *scratch = Some(memory);
        }
        Ok(())
    }
}
