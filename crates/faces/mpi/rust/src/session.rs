//! Sessions (MPI-5.0 §11.3): uses of MPI that begin and end by themselves.

use crate::error::{Result, in_call};
use crate::group::Group;
use crate::universe::{Threading, admit, begin_use, end_use};
use ferry_mpi::errhandler;
use ferry_mpi::handle::SessionHandle;
use ferry_mpi::info::{self, Info};
use ferry_mpi::process::enter;
use ferry_mpi::session;
use std::marker::PhantomData;

/// A use of MPI of its own: libraries of a program may each have one, with or without a [`Universe`], at once and
/// after one another. It begins and ends without the other processes.
///
/// [`Universe`]: crate::Universe
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// use ferry::{Op, Session};
/// let session = Session::begin()?;
/// let everybody = session.group("mpi://WORLD")?;
/// let comm = everybody.communicator("org.example.library")?;
/// assert_eq!(comm.all_reduce(&1usize, &Op::sum())?, everybody.size());
/// drop(comm);
/// session.end()
/// # }
/// ```
#[derive(Debug)]
pub struct Session {
    handle: SessionHandle,
    /// It ends in the thread that began it.
    here: PhantomData<*const ()>,
}

impl Session {
    /// Begins one for this thread (`MPI_Session_init`).
    pub fn begin() -> Result<Session> {
        Session::begin_with(Threading::Single)
    }

    /// Begins one for use by threads.
    pub fn begin_with(threading: Threading) -> Result<Session> {
        in_call("begin", || {
            let level = match threading {
                Threading::Single => "MPI_THREAD_SINGLE",
                Threading::Funneled => "MPI_THREAD_FUNNELED",
                Threading::Serialized | Threading::Multiple => "MPI_THREAD_MULTIPLE",
            };
            let handle = begin_use(|| {
                let mut hints = Info::new();
                hints.set("thread_level", level)?;
                let hints = SessionHints(info::create(hints));
                let handle = session::begin(hints.0, errhandler::RETURN)?;
                let provided = session::info_of(handle)?;
                Ok((handle, provided.get("thread_level") == Some("MPI_THREAD_MULTIPLE")))
            })?;
            Ok(Session { handle, here: PhantomData })
        })
    }

    /// The names of the sets of processes that there are: `mpi://WORLD`, `mpi://SELF` and others
    /// (`MPI_Session_get_nth_pset`).
    pub fn process_sets(&self) -> Result<Vec<String>> {
        in_call("process_sets", || {
            admit()?;
            Ok(session::sets(self.handle)?)
        })
    }

    /// The processes of a set (`MPI_Group_from_session_pset`).
    pub fn group(&self, process_set: &str) -> Result<Group> {
        in_call("group", || {
            admit()?;
            let handle = session::group_of(self.handle, process_set)?;
            let mut process = enter();
            let group = process.group(handle)?.clone();
            process.free_group(handle)?;
            Ok(Group(group))
        })
    }

    /// Ends it (`MPI_Session_finalize`). Its communicators give errors afterwards, unless something else uses MPI.
    pub fn end(self) -> Result<()> {
        in_call("end", || self.close())
    }

    fn close(&self) -> Result<()> {
        admit()?;
        let ended = session::end(self.handle);
        end_use();
        Ok(ended?)
    }
}

/// Frees an info object.
struct SessionHints(ferry_mpi::handle::InfoHandle);

impl Drop for SessionHints {
    fn drop(&mut self) {
        // Just made, so it exists.
        let _ = info::free(self.0);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Who wants to know calls `end`, which leaves nothing to do here.
        if admit().is_ok() && enter().session(self.handle).is_ok() {
            let _ = self.close();
        }
    }
}
