//! `MPI_Comm_join` (MPI-5.0 §11.10.5).

use super::introduce::connect_groups;
use super::parley::{Parley, error_of};
use crate::comm::SELF;
use crate::error::Result;
use crate::handle::CommHandle;
use crate::process::{aside, enter};
use std::os::fd::BorrowedFd;

/// `MPI_Comm_join`: this process and the one at the other end of a connected socket.
pub fn join(socket: BorrowedFd<'_>) -> Result<CommHandle> {
    let comm = enter().comm(SELF)?.clone();
    let parley = Parley::by_line(&comm, 0, || {
        aside(|| ferry_ports::join(socket)).map_err(|why| error_of(&why))
    })?;
    connect_groups(&comm, parley)
}
