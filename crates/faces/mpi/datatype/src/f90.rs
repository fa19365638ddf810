//! Datatypes for Fortran's parametrised kinds (MPI-5.0 §19.1.5).

use std::sync::Arc;

use crate::bounds::TypeBounds;
use crate::shape::Shape;
use crate::{Basic, Combiner, Datatype, DatatypeError};

/// `MPI_UNDEFINED`: the caller leaves this one open.
const UNDEFINED: i32 = -32766;

/// Decimal digits, decimal exponent range, and the kinds that have them.
const REALS: &[(i32, i32, Basic, Basic)] = &[
    (6, 37, Basic::Real4, Basic::Complex8),
    (15, 307, Basic::Real8, Basic::Complex16),
    // What the processor computes with in 80 bits: kind 10.
    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    (18, 4931, Basic::LongDouble, Basic::CLongDoubleComplex),
    (33, 4931, Basic::Real16, Basic::Complex32),
];

const INTEGERS: [(i32, Basic); 5] = [
    (2, Basic::Integer1),
    (4, Basic::Integer2),
    (9, Basic::Integer4),
    (18, Basic::Integer8),
    (38, Basic::Integer16),
];

fn real_kind(precision: i32, range: i32) -> Result<(Basic, Basic), DatatypeError> {
    let fits = |wanted: i32, given: i32| wanted == UNDEFINED || wanted <= given;
    let valid = |wanted: i32| wanted == UNDEFINED || wanted >= 0;
    let open = precision == UNDEFINED && range == UNDEFINED;
    REALS
        .iter()
        .find(|(p, r, ..)| fits(precision, *p) && fits(range, *r))
        .filter(|_| !open && valid(precision) && valid(range))
        .map(|(_, _, real, complex)| (*real, *complex))
        .ok_or(DatatypeError::NoSuchKind { precision, range })
}

fn predefined(basic: Basic, combiner: Combiner) -> Arc<Datatype> {
    let shape = Shape::alias(&Datatype::basic(basic));
    let made = Datatype::bounded(shape, combiner, TypeBounds::of_basic(basic));
    made.commit();
    made
}

impl Datatype {
    /// `MPI_Type_create_f90_real`. It is predefined and committed; the caller keeps one for each
    /// pair of arguments, since equal arguments must give equal handles.
    pub fn f90_real(precision: i32, range: i32) -> Result<Arc<Datatype>, DatatypeError> {
        let (real, _) = real_kind(precision, range)?;
        Ok(predefined(real, Combiner::F90Real { precision, range }))
    }

    /// `MPI_Type_create_f90_complex`; see [`f90_real`](Self::f90_real).
    pub fn f90_complex(precision: i32, range: i32) -> Result<Arc<Datatype>, DatatypeError> {
        let (_, complex) = real_kind(precision, range)?;
        Ok(predefined(complex, Combiner::F90Complex { precision, range }))
    }

    /// `MPI_Type_create_f90_integer`; see [`f90_real`](Self::f90_real).
    pub fn f90_integer(range: i32) -> Result<Arc<Datatype>, DatatypeError> {
        let (_, basic) = INTEGERS
            .iter()
            .find(|(r, _)| range >= 0 && range <= *r)
            .ok_or(DatatypeError::NoSuchKind { precision: UNDEFINED, range })?;
        Ok(predefined(*basic, Combiner::F90Integer { range }))
    }
}
