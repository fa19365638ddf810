//! Duplicating a communicator without waiting (`MPI_Comm_idup`, MPI-5.0 §7.4.2).

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::intercommunicator::Intercommunicator;
use crate::request::{Mixed, Request};
use crate::scope::{OperationKind, Scope, ScopeOperation};
use crate::universe::admit;
use ferry_mpi::comm::idup::idup;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::info::Info;

/// A communicator that is being made, by [`Communicator::idup`] or [`Intercommunicator::idup`]. Dropped, it is freed when
/// it is there.
#[must_use = "the communicator comes from `wait`"]
pub struct Duplication<'scope, C = Communicator> {
    request: Request<'scope, Mixed>,
    made: C,
}

impl<C> Duplication<'_, C> {
    /// Waits until all processes have agreed on it (`MPI_Wait`).
    pub fn wait(self) -> Result<C> {
        in_call("wait", || {
            self.request.wait()?;
            Ok(self.made)
        })
    }

    /// Whether they have; moves everything on (`MPI_Request_get_status`).
    pub fn is_complete(&self) -> Result<bool> {
        self.request.is_complete()
    }
}

impl Communicator {
    /// Starts a [`dup`](Communicator::dup) (`MPI_Comm_idup`). All processes must call; the scope waits for them if
    /// nobody else does.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let twin = ferry::scope(|scope| {
    ///     let twin = world.idup(scope)?;
    ///     // Here is time for something else.
    ///     twin.wait()
    /// })?;
    /// assert_eq!(twin.all_gather(&twin.rank())?.len(), world.size());
    /// # Ok(())
    /// # }
    /// ```
    pub fn idup<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> Result<Duplication<'scope>> {
        in_call("idup", || {
            admit()?;
            let (handle, request) = idup(self.handle(), Info::new())?;
            let made = Communicator::made(handle)?
                .ok_or_else(|| Error::new(ErrorClass::COMM, "duplicating gave no communicator"))?;
            Ok(Duplication { request: holding(scope, request, made.clone()), made })
        })
    }
}

impl Intercommunicator {
    /// Starts a [`dup`](Intercommunicator::dup) (`MPI_Comm_idup`). All processes of both groups must call; the scope
    /// waits for them if nobody else does.
    ///
    /// # Errors
    /// [`ErrorClass::REVOKED`] where it was revoked, and those of attributes that refuse to be copied.
    pub fn idup<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Duplication<'scope, Intercommunicator>> {
        in_call("idup", || {
            admit()?;
            let (handle, request) = idup(self.comm.handle(), Info::new())?;
            let made = Intercommunicator::made_surely(handle)?;
            Ok(Duplication { request: holding(scope, request, made.comm.clone()), made })
        })
    }
}

/// The operation that makes a communicator, which must not be freed before.
fn holding<'scope>(
    scope: &'scope Scope<'scope, '_>,
    request: RequestHandle,
    made: Communicator,
) -> Request<'scope, Mixed> {
    let operation = ScopeOperation::new(request, OperationKind::Joint);
    scope.holding(ScopeOperation { made: Some(made), ..operation })
}
