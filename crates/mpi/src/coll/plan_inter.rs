//! Collectives between the two groups of an intercommunicator (MPI-5.0 §6.2.3).

use super::operation::Operation;
use super::plan::{Plan, Planner};
use crate::constants::MPI_ERR_UNSUPPORTED_OPERATION;
use crate::error::{Error, Result};

/// Plans an operation.
pub(super) fn plan(_planner: &mut Planner<'_>, _operation: &Operation) -> Result<Plan> {
    let text = "this collective is not built for intercommunicators in this version of Ferry";
    Err(Error::new(MPI_ERR_UNSUPPORTED_OPERATION, text))
}
