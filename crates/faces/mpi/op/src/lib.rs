//! The predefined reduction operations (MPI-5.0 §6.9.2 to §6.9.4) on arrays of predefined datatypes.
//!
//! [`reduce()`] and [`reduce_into`] take arrays as bytes, of any alignment, with the elements an
//! extent apart ([`Basic::extent`](ferry_datatype::Basic::extent)) as they lie in a program's
//! memory. Integers wrap on overflow. The loops read and write arrays of bytes of an element's
//! size, which the compiler turns into vector instructions.
//!
//! | operations | groups of datatypes |
//! | --- | --- |
//! | `MPI_MAX`, `MPI_MIN` | C and Fortran integers, floating point, multi-language |
//! | `MPI_SUM`, `MPI_PROD` | the same, and complex |
//! | `MPI_LAND`, `MPI_LOR`, `MPI_LXOR` | C integers, logical, multi-language |
//! | `MPI_BAND`, `MPI_BOR`, `MPI_BXOR` | C and Fortran integers, byte, multi-language |
//! | `MPI_MAXLOC`, `MPI_MINLOC` | pairs |
//! | `MPI_REPLACE`, `MPI_NO_OP` | all |
//!
//! `MPI_CHAR` counts as a C integer, and multi-language integers have truth values: the standard
//! leaves both undefined and all other MPIs define them.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod builtin;
mod half;
mod long_double;
mod number;
mod operands;
mod pair;
mod quad;
mod reduce;
#[cfg(target_arch = "x86_64")]
mod x87;

pub use builtin::BuiltinOp;
pub use reduce::{OpError, reduce, reduce_into};
