//! The types of MPICH's functions.

use super::{FileAddress, IntHandle, IntStatus, Mpich};

crate::types::types!(Mpich, IntHandle, FileAddress, IntStatus);
