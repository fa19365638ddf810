//! Going on without processes that have failed, as it is pending for the next standard (`docs/failures.md`).

use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::universe::admit;
use crate::window::Window;
use ferry_mpi::{process_failure as mpi, win};

/// What all processes have agreed on ([`Communicator::agree`]).
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The bits that all have.
    pub flags: i32,
    /// A process has failed that not all have acknowledged.
    pub failure: Option<Error>,
}

impl Communicator {
    /// Ends what any process does on this communicator, now and later, with [`ErrorClass::REVOKED`]
    /// (`MPIX_Comm_revoke`). One process calls.
    pub fn revoke(&self) -> Result<()> {
        in_call("revoke", || {
            admit()?;
            Ok(mpi::revoke(self.handle())?)
        })
    }

    /// Whether some process has revoked it.
    pub fn is_revoked(&self) -> Result<bool> {
        in_call("is_revoked", || {
            admit()?;
            Ok(mpi::is_revoked(self.handle())?)
        })
    }

    /// Ranks that are known here to have failed, in the order in which that became known.
    pub fn failed(&self) -> Result<Vec<usize>> {
        in_call("failed", || {
            admit()?;
            let ranks = mpi::failed_ranks(self.handle())?;
            Ok(ranks.into_iter().map(|rank| rank as usize).collect())
        })
    }

    /// Says that the first `count` of [`Communicator::failed`] are known to the program: receives from any source
    /// no longer mind them. Returns how many are.
    pub fn acknowledge_failed(&self, count: usize) -> Result<usize> {
        in_call("acknowledge_failed", || {
            admit()?;
            Ok(mpi::ack_failed(self.handle(), Some(count))?)
        })
    }

    /// The bits that all processes have that live, the same at all of them, whoever fails meanwhile
    /// (`MPIX_Comm_agree`). All processes that live must call; it works on a revoked communicator.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let have_all = universe.world().agree(1)?;
    /// assert_eq!(have_all.flags, 1);
    /// assert!(have_all.failure.is_none());
    /// # Ok(())
    /// # }
    /// ```
    pub fn agree(&self, flags: i32) -> Result<Agreed> {
        in_call("agree", || {
            admit()?;
            let (flags, failure) = mpi::agree(self.handle(), flags)?;
            Ok(Agreed { flags, failure: failure.map(Error::from) })
        })
    }

    /// A communicator of the processes that live, in the order that they have here (`MPIX_Comm_shrink`). All of
    /// them must call; it works on a revoked communicator.
    pub fn shrink(&self) -> Result<Communicator> {
        in_call("shrink", || {
            admit()?;
            let made = Communicator::made(mpi::shrink(self.handle())?)?;
            made.ok_or_else(|| Error::new(ErrorClass::COMM, "shrinking gave no communicator"))
        })
    }
}

impl<T: Equivalence> Window<T> {
    /// Ends what any process does in this window, now and later, with [`ErrorClass::REVOKED`] (`MPIX_Win_revoke`). One
    /// process calls.
    pub fn revoke(&self) -> Result<()> {
        in_call("revoke", || {
            admit()?;
            Ok(win::revoke(self.handle)?)
        })
    }

    /// Whether some process has revoked it.
    pub fn is_revoked(&self) -> Result<bool> {
        in_call("is_revoked", || {
            admit()?;
            Ok(win::is_revoked(self.handle)?)
        })
    }

    /// Ranks that are known here to have failed, in the order in which that became known.
    pub fn failed(&self) -> Result<Vec<usize>> {
        in_call("failed", || {
            admit()?;
            let ranks = win::failed_ranks(self.handle)?;
            Ok(ranks.into_iter().map(|rank| rank as usize).collect())
        })
    }
}
