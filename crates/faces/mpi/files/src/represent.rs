//! Datatypes as they lie in a file whose data representation is not the memory's (MPI-5.0 §14.5).

use ferry_datatype::{Basic, Combiner, Datatype, DatatypeError, Form};
use std::sync::Arc;

/// Bytes of a basic datatype in a file.
pub trait FileLayout {
    /// What went wrong where a function of the program's tells the extent.
    type Error: From<DatatypeError>;

    /// The bytes.
    ///
    /// # Errors
    /// When they are not known.
    fn extent(&mut self, basic: Basic) -> Result<u64, Self::Error>;
}

/// The extents of external32.
pub fn external32_layout() -> impl FileLayout<Error = DatatypeError> {
    External32
}

struct External32;

impl FileLayout for External32 {
    type Error = DatatypeError;

    fn extent(&mut self, basic: Basic) -> Result<u64, DatatypeError> {
        Ok(basic.external32_size())
    }
}

fn of_basic<L: FileLayout>(
    old: &Arc<Datatype>,
    basic: Basic,
    layout: &mut L,
) -> Result<Arc<Datatype>, L::Error> {
    let extent = layout.extent(basic)?;
    if extent == basic.extent() as u64 && extent == basic.size() as u64 {
        return Ok(old.clone());
    }
    let count = i64::try_from(extent).map_err(|_| DatatypeError::Overflow)?;
    Ok(Datatype::contiguous(Form::Large, count, &Datatype::basic(Basic::Byte))?)
}

/// A datatype as it lies in a file. Displacements that count elements follow their extents there; those in bytes
/// stay as they are, since such a datatype is not portable (MPI-5.0 §14.1.1).
///
/// # Errors
/// When the extents are not known, or the datatype exceeds what 64 bits can count.
pub fn in_file<L: FileLayout>(
    old: &Arc<Datatype>,
    layout: &mut L,
) -> Result<Arc<Datatype>, L::Error> {
    if let Some(basic) = old.named() {
        return of_basic(old, basic, layout);
    }
    let parts = old.combiner().datatypes();
    let parts: Vec<Arc<Datatype>> =
        parts.iter().map(|part| in_file(part, layout)).collect::<Result<_, _>>()?;
    let same =
        old.combiner().datatypes().iter().zip(&parts).all(|(old, new)| Arc::ptr_eq(old, new));
    match parts.as_slice() {
        // A predefined one that is made of nothing, as those of MPI_Type_create_f90_*.
        [] => match old.uniform_basic() {
            Some(basic) => of_basic(old, basic, layout),
            None => Ok(old.clone()),
        },
        _ if same => Ok(old.clone()),
        parts => {
            let made = remade(old.combiner(), parts)?;
            made.commit();
            Ok(made)
        }
    }
}

/// The same constructor with other datatypes.
fn remade(combiner: &Combiner, parts: &[Arc<Datatype>]) -> Result<Arc<Datatype>, DatatypeError> {
    let new = &parts[0];
    match combiner {
        Combiner::Dup { .. } => Datatype::dup(new),
        Combiner::Contiguous { form, count, .. } => Datatype::contiguous(*form, *count, new),
        Combiner::Vector { form, count, blocklength, stride, .. } => {
            Datatype::vector(*form, *count, *blocklength, *stride, new)
        }
        Combiner::Hvector { form, count, blocklength, stride, .. } => {
            Datatype::hvector(*form, *count, *blocklength, *stride, new)
        }
        Combiner::Indexed { form, blocklengths, displacements, .. } => {
            Datatype::indexed(*form, blocklengths, displacements, new)
        }
        Combiner::Hindexed { form, blocklengths, displacements, .. } => {
            Datatype::hindexed(*form, blocklengths, displacements, new)
        }
        Combiner::IndexedBlock { form, blocklength, displacements, .. } => {
            Datatype::indexed_block(*form, *blocklength, displacements, new)
        }
        Combiner::HindexedBlock { form, blocklength, displacements, .. } => {
            Datatype::hindexed_block(*form, *blocklength, displacements, new)
        }
        Combiner::Struct { form, blocklengths, displacements, .. } => {
            Datatype::structure(*form, blocklengths, displacements, parts)
        }
        Combiner::Subarray { form, sizes, subsizes, starts, order, .. } => {
            Datatype::subarray(*form, sizes, subsizes, starts, *order, new)
        }
        Combiner::Darray { form, size, rank, gsizes, distributions, psizes, order, .. } => {
            Datatype::darray(*form, *size, *rank, gsizes, distributions, psizes, *order, new)
        }
        Combiner::Resized { form, lb, extent, .. } => Datatype::resized(*form, *lb, *extent, new),
        Combiner::Named(_)
        | Combiner::Marker(_)
        | Combiner::F90Real { .. }
        | Combiner::F90Complex { .. }
        | Combiner::F90Integer { .. } => Ok(new.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(datatype: Result<Arc<Datatype>, DatatypeError>) -> Arc<Datatype> {
        let datatype = datatype.unwrap();
        datatype.commit();
        datatype
    }

    #[test]
    fn extents_follow_the_elements() {
        let (int, long) = (Datatype::basic(Basic::Int), Datatype::basic(Basic::Long));
        let ints = made(Datatype::vector(Form::Int, 3, 1, 2, &int));
        let same = in_file(&ints, &mut external32_layout()).unwrap();
        assert!(Arc::ptr_eq(&ints, &same));
        let longs = made(Datatype::vector(Form::Int, 3, 1, 2, &long));
        let narrow = in_file(&longs, &mut external32_layout()).unwrap();
        assert_eq!((longs.size(), longs.extent()), (24, 40));
        assert_eq!((narrow.size(), narrow.extent()), (12, 20));
        let twice = made(Datatype::contiguous(Form::Int, 2, &longs));
        assert_eq!(in_file(&twice, &mut external32_layout()).unwrap().size(), 24);
    }
}
