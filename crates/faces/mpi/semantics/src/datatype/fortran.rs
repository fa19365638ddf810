//! Datatypes found by their properties (MPI-5.0 §19.1.5, §6.9.4).

use super::{TypeEntry, handle_of};
use crate::error::Result;
use crate::handle::DatatypeHandle;
use crate::process::enter;
use ferry_datatype::{Basic, Combiner, Datatype, DatatypeError, TypeClass};
use std::sync::Arc;

/// What a parametrised datatype was made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParametrisedBy {
    Real(i32, i32),
    Complex(i32, i32),
    Integer(i32),
}

impl ParametrisedBy {
    fn of(datatype: &Datatype) -> Option<ParametrisedBy> {
        match *datatype.combiner() {
            Combiner::F90Real { precision, range } => Some(ParametrisedBy::Real(precision, range)),
            Combiner::F90Complex { precision, range } => {
                Some(ParametrisedBy::Complex(precision, range))
            }
            Combiner::F90Integer { range } => Some(ParametrisedBy::Integer(range)),
            _ => None,
        }
    }

    fn make(self) -> Result<Arc<Datatype>, DatatypeError> {
        match self {
            ParametrisedBy::Real(precision, range) => Datatype::f90_real(precision, range),
            ParametrisedBy::Complex(precision, range) => Datatype::f90_complex(precision, range),
            ParametrisedBy::Integer(range) => Datatype::f90_integer(range),
        }
    }

    /// The datatype that an equal call made before, or a new one: equal arguments give equal
    /// handles (MPI-5.0 §19.1.5).
    fn datatype(self) -> Result<DatatypeHandle> {
        let mut process = enter();
        let mut made = process.types.made();
        if let Some((handle, _)) =
            made.find(|(_, entry)| ParametrisedBy::of(&entry.datatype) == Some(self))
        {
            return Ok(handle);
        }
        drop(made);
        Ok(process.types.insert(TypeEntry::new(self.make()?, String::new())))
    }
}

/// `MPI_Type_create_f90_real`.
pub fn f90_real(precision: i32, range: i32) -> Result<DatatypeHandle> {
    ParametrisedBy::Real(precision, range).datatype()
}

/// `MPI_Type_create_f90_complex`.
pub fn f90_complex(precision: i32, range: i32) -> Result<DatatypeHandle> {
    ParametrisedBy::Complex(precision, range).datatype()
}

/// `MPI_Type_create_f90_integer`.
pub fn f90_integer(range: i32) -> Result<DatatypeHandle> {
    ParametrisedBy::Integer(range).datatype()
}

/// `MPI_Type_match_size`: the class is the ABI's value.
pub fn match_size(class: i32, size: i64) -> Result<DatatypeHandle> {
    Ok(handle_of(Basic::match_size(TypeClass::from_value(class)?, size)?))
}

/// `MPI_Type_get_value_index`: the null handle where no such pair is predefined.
pub fn value_index(value: DatatypeHandle, index: DatatypeHandle) -> Result<DatatypeHandle> {
    let process = enter();
    let parts = (process.datatype(value)?.combiner(), process.datatype(index)?.combiner());
    let pair = match parts {
        (Combiner::Named(value), Combiner::Named(index)) => Basic::value_index(*value, *index),
        _ => None,
    };
    Ok(pair.map_or(DatatypeHandle::NULL, handle_of))
}
