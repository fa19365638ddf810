//! Datatypes found by their properties (MPI-5.0 §19.1.5, §6.9.4).

use super::{TypeEntry, handle_of};
use crate::error::Result;
use crate::handle::DatatypeHandle;
use crate::process::enter;
use ferry_datatype::{Basic, Combiner, Datatype, DatatypeError, TypeClass};
use std::sync::Arc;

/// The datatype that an equal call made before, or a new one: equal arguments give equal handles
/// (MPI-5.0 §19.1.5).
fn once(
    is_same: impl Fn(&Combiner) -> bool,
    make: impl FnOnce() -> Result<Arc<Datatype>, DatatypeError>,
) -> Result<DatatypeHandle> {
    let mut process = enter();
    let known = process.types.made().find(|(_, entry)| is_same(entry.datatype.combiner()));
    if let Some((handle, _)) = known {
        return Ok(handle);
    }
    Ok(process.types.insert(TypeEntry::new(make()?, String::new())))
}

/// `MPI_Type_create_f90_real`.
pub fn f90_real(p: i32, r: i32) -> Result<DatatypeHandle> {
    let is_same = |combiner: &Combiner| matches!(combiner, Combiner::F90Real { precision, range } if (*precision, *range) == (p, r));
    once(is_same, || Datatype::f90_real(p, r))
}

/// `MPI_Type_create_f90_complex`.
pub fn f90_complex(p: i32, r: i32) -> Result<DatatypeHandle> {
    let is_same = |combiner: &Combiner| matches!(combiner, Combiner::F90Complex { precision, range } if (*precision, *range) == (p, r));
    once(is_same, || Datatype::f90_complex(p, r))
}

/// `MPI_Type_create_f90_integer`.
pub fn f90_integer(r: i32) -> Result<DatatypeHandle> {
    let is_same =
        |combiner: &Combiner| matches!(combiner, Combiner::F90Integer { range } if *range == r);
    once(is_same, || Datatype::f90_integer(r))
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
