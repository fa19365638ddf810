//! The types of MPICH's functions.

use crate::{FileAddress, IntHandle, IntStatus, Mpich};

ferry_foreign::types!(Mpich, IntHandle, FileAddress, IntStatus);
