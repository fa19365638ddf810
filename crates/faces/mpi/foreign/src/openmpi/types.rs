//! The types of Open MPI's functions.

use ferry_mpi::handle::kind;

use super::{AddressHandle, OpenMpi, WideStatus};

crate::types::types!(OpenMpi, AddressHandle, AddressHandle<kind::File>, WideStatus);
