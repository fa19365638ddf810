//! The datatypes of Rust types: made and committed on first use, then kept.

use crate::equivalence::{Basic, Equivalence, Layout};
use crate::error::{Error, ErrorClass, Result};
use ferry_datatype::{Datatype, DatatypeError, Form};
use ferry_mpi::datatype::TypeEntry;
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::process::enter;
use ferry_mpi::table::lives;
use std::any::{TypeId, type_name};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Datatypes live as long as MPI, and a session may begin another life of it.
static MADE: RwLock<Option<MadeTypes>> = RwLock::new(None);

/// The datatypes of a life of MPI.
struct MadeTypes {
    life: u32,
    handles: HashMap<TypeId, DatatypeHandle>,
}

impl MadeTypes {
    fn of(life: u32) -> Self {
        MadeTypes { life, handles: HashMap::new() }
    }
}

/// The datatype of one `T`. MPI runs.
#[inline]
pub(crate) fn element<T: Equivalence>() -> Result<DatatypeHandle> {
    match T::LAYOUT {
        Layout::Basic(basic) => Ok(DatatypeHandle::new(basic.handle())),
        _ => derived::<T>(),
    }
}

/// The predefined datatype that a `T` consists of, and how many of it: what predefined operations
/// need.
pub(crate) fn uniform<T: Equivalence>() -> Option<(Basic, u64)> {
    let (mut layout, mut count) = (&T::LAYOUT, 1);
    loop {
        match layout {
            Layout::Basic(basic) => return Some((*basic, count)),
            Layout::Array { item, len, .. } => (layout, count) = (item, count * *len as u64),
            Layout::Struct { .. } => return None,
        }
    }
}

/// Bytes of one `T` in a message.
pub(crate) const fn packed_size(layout: &Layout) -> usize {
    match layout {
        Layout::Basic(basic) => basic_size(*basic),
        Layout::Array { item, len, .. } => packed_size(item) * *len,
        Layout::Struct { fields } => {
            let (mut sum, mut index) = (0, 0);
            while index < fields.len() {
                sum += packed_size(fields[index].layout);
                index += 1;
            }
            sum
        }
    }
}

/// Bytes of the datatypes that Rust types are made of.
pub(crate) const fn basic_size(basic: Basic) -> usize {
    match basic {
        Basic::Int8 | Basic::Uint8 | Basic::CxxBool => 1,
        Basic::Int16 | Basic::Uint16 => 2,
        Basic::Int32 | Basic::Uint32 | Basic::Float => 4,
        Basic::Int64 | Basic::Uint64 | Basic::Double | Basic::CFloatComplex => 8,
        Basic::Integer16 | Basic::CDoubleComplex => 16,
        _ => panic!("no Rust type is equivalent to this datatype"),
    }
}

/// A number that types of other layout do not share but by chance: the same in every process.
pub(crate) fn digest(layout: &Layout) -> u64 {
    fn step(digest: u64, word: u64) -> u64 {
        (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    }
    fn of(layout: &Layout, digest: u64) -> u64 {
        match layout {
            Layout::Basic(basic) => step(digest, *basic as u64),
            Layout::Array { item, stride, len } => {
                of(item, step(step(digest, *stride as u64), *len as u64))
            }
            Layout::Struct { fields } => {
                let field = |digest, field: &crate::equivalence::Field| {
                    of(field.layout, step(digest, field.offset as u64))
                };
                fields.iter().fold(step(digest, fields.len() as u64), field)
            }
        }
    }
    of(layout, 0xcbf2_9ce4_8422_2325)
}

fn derived<T: Equivalence>() -> Result<DatatypeHandle> {
    let (id, life) = (TypeId::of::<T>(), lives());
    let made = MADE.read().unwrap_or_else(PoisonError::into_inner);
    let present = made.as_ref().filter(|made| made.life == life);
    if let Some(handle) = present.and_then(|made| made.handles.get(&id)) {
        return Ok(*handle);
    }
    drop(made);
    let datatype = build(&T::LAYOUT)
        .and_then(|inner| Datatype::resized(Form::Large, 0, size_of::<T>() as i64, &inner))
        .map_err(|error| {
            let text = format!("making a datatype for {}: {error}", type_name::<T>());
            Error::new(ErrorClass::TYPE, text)
        })?;
    datatype.commit();
    let mut made = MADE.write().unwrap_or_else(PoisonError::into_inner);
    let made = made.get_or_insert_with(|| MadeTypes::of(life));
    if made.life != life {
        *made = MadeTypes::of(life);
    }
    Ok(*made.handles.entry(id).or_insert_with(|| {
        enter().types.insert(TypeEntry::new(datatype, type_name::<T>().to_owned()))
    }))
}

fn build(layout: &Layout) -> Result<Arc<Datatype>, DatatypeError> {
    match layout {
        Layout::Basic(basic) => Ok(Datatype::basic(*basic)),
        Layout::Array { item, stride, len } => {
            let item = Datatype::resized(Form::Large, 0, *stride as i64, &build(item)?)?;
            Datatype::contiguous(Form::Large, *len as i64, &item)
        }
        Layout::Struct { fields } => {
            let ones = vec![1; fields.len()];
            let offsets: Vec<i64> = fields.iter().map(|field| field.offset as i64).collect();
            let types: Result<Vec<_>, _> = fields.iter().map(|field| build(field.layout)).collect();
            Datatype::structure(Form::Large, &ones, &offsets, &types?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Equivalence>(size: usize, dense: bool) {
        let datatype = build(&T::LAYOUT).unwrap();
        let datatype = Datatype::resized(Form::Large, 0, size_of::<T>() as i64, &datatype).unwrap();
        datatype.commit();
        assert_eq!(datatype.size(), size as u64, "{}", type_name::<T>());
        assert_eq!(datatype.extent(), size_of::<T>() as i64);
        assert_eq!(datatype.is_contiguous(), dense, "{}", type_name::<T>());
        assert_eq!(packed_size(&T::LAYOUT), size);
    }

    #[test]
    fn datatypes_have_the_bytes_of_the_fields_alone() {
        check::<u8>(1, true);
        check::<i128>(16, true);
        check::<usize>(size_of::<usize>(), true);
        check::<[f64; 5]>(40, true);
        check::<[[u16; 3]; 2]>(12, true);
        check::<(f64, i32)>(12, false);
        check::<[(f64, i32); 2]>(24, false);
        check::<[bool; 3]>(3, true);
    }

    #[cfg(feature = "num-complex")]
    #[test]
    fn complex_numbers_are_predefined() {
        use num_complex::Complex;
        check::<Complex<f32>>(8, true);
        check::<[Complex<f64>; 2]>(32, true);
        assert_eq!(uniform::<Complex<f64>>(), Some((Basic::CDoubleComplex, 1)));
    }

    #[test]
    fn types_without_bytes_have_datatypes_too() {
        let datatype = build(&<()>::LAYOUT).unwrap();
        assert_eq!((datatype.size(), datatype.extent()), (0, 0));
        assert_eq!(packed_size(&<[u32; 0]>::LAYOUT), 0);
    }

    #[test]
    fn arrays_of_numbers_are_numbers() {
        assert_eq!(uniform::<[[f32; 4]; 2]>(), Some((Basic::Float, 8)));
        assert_eq!(uniform::<(f32, f32)>(), None);
    }
}
