//! The types of Open MPI's functions.

use ferry_mpi::handle::kind;

use crate::{AddressHandle, OpenMpi, WideStatus};

ferry_foreign::types!(OpenMpi, AddressHandle, AddressHandle<kind::File>, WideStatus);
