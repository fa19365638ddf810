//! Neighbourhood collectives (MPI-5.0 §8.6).

use super::operation::Operation;
use super::plan::{Plan, Planner};
use crate::constants::MPI_ERR_UNSUPPORTED_OPERATION;
use crate::error::{Error, Result};

/// Plans an operation.
pub(super) fn plan(_planner: &mut Planner<'_>, _operation: &Operation) -> Result<Plan> {
    let text = "this collective is not built on process topologies in this version of Ferry";
    Err(Error::new(MPI_ERR_UNSUPPORTED_OPERATION, text))
}
