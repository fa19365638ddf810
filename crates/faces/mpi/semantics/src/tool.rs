//! The tool information interface (MPI-5.0 §15.3): what a tool may ask and set of a process, before MPI is
//! initialised, while it runs and after it has ended.
//!
//! Control variables are the parameters of the registry, performance variables are what the layers count, and
//! events are what the layers note while somebody listens. All of it is behind a lock of its own, taken before the
//! process's state is entered, never from inside; what is noted inside goes to a desk behind another lock, under
//! which nothing is called.

pub mod category;
pub mod control;
mod delivery;
pub mod enumeration;
pub mod event;
pub mod measurement;
mod own_event;
pub mod performance;
mod quantity;
pub mod registration;
mod state;
mod watching;

pub(crate) use own_event::{OwnEvent, OwnEvents};
pub(crate) use state::{configure, ending, started};
pub use state::{finalize, init};

use crate::constants::{
    MPI_CHAR, MPI_COUNT, MPI_DOUBLE, MPI_INT, MPI_UNSIGNED, MPI_UNSIGNED_LONG_LONG,
};
use crate::error::Error;
use crate::handle::DatatypeHandle;

/// Kinds of the interface's own handles.
pub mod mark {
    /// Control variables' handles.
    pub enum Control {}
    /// Sessions of performance variables.
    pub enum Session {}
    /// Performance variables' handles.
    pub enum Variable {}
    /// Registrations for events.
    pub enum Registration {}
}

/// What the elements of a variable or an event are (MPI-5.0 §15.3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementType {
    /// `MPI_INT`: the value of an enumeration.
    Int,
    /// `MPI_UNSIGNED`: a rank, a context.
    Unsigned,
    /// `MPI_UNSIGNED_LONG_LONG`: what is counted.
    Long,
    /// `MPI_COUNT`: a number or size that may be `auto`, which is -1.
    Count,
    /// `MPI_DOUBLE`: seconds, or a part of something.
    Double,
    /// `MPI_CHAR`: text that ends with a null byte.
    Char,
}

impl ElementType {
    /// The datatype of one element.
    pub fn datatype(self) -> DatatypeHandle {
        DatatypeHandle::new(match self {
            ElementType::Int => MPI_INT,
            ElementType::Unsigned => MPI_UNSIGNED,
            ElementType::Long => MPI_UNSIGNED_LONG_LONG,
            ElementType::Count => MPI_COUNT,
            ElementType::Double => MPI_DOUBLE,
            ElementType::Char => MPI_CHAR,
        })
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            ElementType::Int | ElementType::Unsigned => 4,
            ElementType::Long | ElementType::Count | ElementType::Double => 8,
            ElementType::Char => 1,
        }
    }
}

/// What is wrong in a call of the interface: nobody reads more than its class.
#[cold]
pub fn refused(code: i32, why: &'static str) -> Error {
    Error::new(code, why)
}
