//! `MPI_Comm_split_type` (MPI-5.0 §7.4.2).

use crate::check::{self, Call, OtherCall};
use crate::comm::Comm;
use crate::comm::create::split_by;
use crate::constants::{
    MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_RESOURCE_GUIDED,
    MPI_COMM_TYPE_SHARED, MPI_ERR_ARG, MPI_UNDEFINED,
};
use crate::error::{Error, Result};
use crate::fixed_hash::fixed_hash;
use crate::handle::CommHandle;
use crate::info::Info;
use crate::process::{Process, enter};
use std::sync::Arc;

/// The info key that names what to split by.
pub const RESOURCE: &str = "mpi_hw_resource_type";
/// The one kind of hardware that Ferry knows.
pub const HOST: &str = "mpi://host";

impl Process {
    /// A number that processes have in common if they share memory.
    fn host_number(&self) -> u64 {
        let node = self.nodes.as_ref().and_then(|nodes| nodes.get(self.identity.me.0 as usize));
        match node {
            Some(node) => u64::from(*node),
            None if self.identity.host.is_empty() => u64::from(self.identity.me.0),
            // The largest number stands for processes that get nothing.
            None => fixed_hash(&self.identity.host) >> 1,
        }
    }
}

/// How a kind of split sorts processes.
enum By {
    Host { strict: bool },
    Nothing,
    Rank,
    Everyone,
}

/// `MPI_Comm_split_type`. What Ferry cannot split by gives `MPI_COMM_NULL`.
pub fn split_type(handle: CommHandle, kind: i32, key: i32, info: &Info) -> Result<CommHandle> {
    let by = match kind {
        MPI_UNDEFINED => By::Nothing,
        MPI_COMM_TYPE_SHARED => By::Host { strict: false },
        MPI_COMM_TYPE_HW_UNGUIDED => By::Host { strict: true },
        MPI_COMM_TYPE_HW_GUIDED => match info.get(RESOURCE) {
            Some("mpi_shared_memory" | HOST) => By::Host { strict: false },
            _ => By::Nothing,
        },
        MPI_COMM_TYPE_RESOURCE_GUIDED => {
            match info.get(RESOURCE).or_else(|| info.get("mpi_pset_name")) {
                Some("mpi_shared_memory" | HOST) => By::Host { strict: false },
                Some("mpi://WORLD") => By::Everyone,
                Some("mpi://SELF") => By::Rank,
                _ => By::Nothing,
            }
        }
        _ => {
            let text =
                format!("argument split_type is {kind}, which is no MPI_COMM_TYPE_ constant");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
    };
    check::meet(handle, Call::other(OtherCall::CommSplitType))?;
    let (comm, host): (Arc<Comm>, u64) = {
        let process = enter();
        (process.comm(handle)?.clone(), process.host_number())
    };
    match by {
        By::Host { strict } => split_by(&comm, host, key, strict, None),
        By::Nothing => split_by(&comm, u64::MAX, key, false, None),
        By::Rank => split_by(&comm, u64::from(comm.rank), key, false, None),
        By::Everyone => split_by(&comm, 0, key, false, None),
    }
}
