//! Communicators by their handles of the standard ABI (MPI-5.0 §20), for programs that are partly in C.

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::intercommunicator::Intercommunicator;
use crate::universe::admit;
use ferry_mpi::handle::CommHandle;
use ferry_mpi::process::enter;

/// Whether a handle names an intercommunicator.
///
/// # Errors
/// If it names nothing.
fn is_between(handle: CommHandle) -> Result<bool> {
    admit()?;
    Ok(enter().comm(handle)?.remote.is_some())
}

#[cold]
fn another_kind(found: &str, wanted: &str) -> Error {
    let text = format!("the handle is that of {found}: take it as {wanted}");
    Error::new(ErrorClass::COMM, text)
}

impl Communicator {
    /// The communicator of a handle, `MPI_Comm` in C, that functions of this process have made by the same Ferry. It is
    /// taken over: freed with its last clone, unless it is a predefined one. [`as_raw`](Communicator::as_raw) is the
    /// other way.
    ///
    /// Handles are looked up, not followed, so that a wrong one is an error. This thread must be using MPI by this crate,
    /// where C has called `MPI_Init` by a [`Session`](crate::Session).
    ///
    /// # Errors
    /// [`ErrorClass::COMM`] if the handle names nothing, or an intercommunicator.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::Communicator;
    /// let world = universe.world();
    /// // What a function in C returns and takes.
    /// let from_c: usize = world.as_raw();
    /// assert_eq!(Communicator::from_raw(from_c)?.size(), world.size());
    /// assert!(Communicator::from_raw(0xdead_beef).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_raw(handle: usize) -> Result<Communicator> {
        in_call("from_raw", || Communicator::of_handle(handle, true))
    }

    /// The same for one that stays with whoever made it, and is not freed here. When it is freed there, calls give
    /// errors.
    ///
    /// # Errors
    /// As of [`from_raw`](Communicator::from_raw).
    pub fn borrow_raw(handle: usize) -> Result<Communicator> {
        in_call("borrow_raw", || Communicator::of_handle(handle, false))
    }

    fn of_handle(handle: usize, is_taken: bool) -> Result<Communicator> {
        let handle = CommHandle::new(handle);
        if is_between(handle)? {
            return Err(another_kind("an intercommunicator", "an Intercommunicator"));
        }
        match is_taken {
            true => Communicator::named(handle),
            false => Communicator::borrowed(handle),
        }
    }
}

impl Intercommunicator {
    /// The intercommunicator of a handle, as [`Communicator::from_raw`] takes one over.
    ///
    /// # Errors
    /// [`ErrorClass::COMM`] if the handle names nothing, or a communicator of one group.
    pub fn from_raw(handle: usize) -> Result<Intercommunicator> {
        in_call("from_raw", || {
            let handle = CommHandle::new(handle);
            if !is_between(handle)? {
                return Err(another_kind("a communicator of one group", "a Communicator"));
            }
            Intercommunicator::made_surely(handle)
        })
    }
}
