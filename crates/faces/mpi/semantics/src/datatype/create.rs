//! Making, committing, copying and freeing datatypes (MPI-5.0 §5.1.2 to §5.1.10).
//!
//! The constructors take what those of [`Datatype`] take, with handles for datatypes. What is made
//! holds its parts: freeing their handles does not touch it.

use super::{TypeEntry, bad_type, get};
use crate::attribute::{self, Holder};
use crate::constants::MPI_ERR_TYPE;
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::process::enter;
use ferry_datatype::{Datatype, DatatypeError, Distribution, Form, Order};
use std::sync::Arc;

type Made = Result<Arc<Datatype>, DatatypeError>;

fn add(datatype: Arc<Datatype>) -> DatatypeHandle {
    enter().types.insert(TypeEntry::new(datatype, String::new()))
}

/// Derives a datatype from another.
fn derive(
    old: DatatypeHandle,
    make: impl FnOnce(&Arc<Datatype>) -> Made,
) -> Result<DatatypeHandle> {
    Ok(add(make(&get(old)?)?))
}

/// `MPI_Type_contiguous`.
pub fn contiguous(form: Form, count: i64, old: DatatypeHandle) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::contiguous(form, count, old))
}

/// `MPI_Type_vector`: the stride is in elements.
pub fn vector(
    form: Form,
    count: i64,
    blocklength: i64,
    stride: i64,
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::vector(form, count, blocklength, stride, old))
}

/// `MPI_Type_create_hvector`: the stride is in bytes.
pub fn hvector(
    form: Form,
    count: i64,
    blocklength: i64,
    stride: i64,
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::hvector(form, count, blocklength, stride, old))
}

/// `MPI_Type_indexed`: displacements are in elements.
pub fn indexed(
    form: Form,
    blocklengths: &[i64],
    displacements: &[i64],
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::indexed(form, blocklengths, displacements, old))
}

/// `MPI_Type_create_hindexed`: displacements are in bytes.
pub fn hindexed(
    form: Form,
    blocklengths: &[i64],
    displacements: &[i64],
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::hindexed(form, blocklengths, displacements, old))
}

/// `MPI_Type_create_indexed_block`: displacements are in elements.
pub fn indexed_block(
    form: Form,
    blocklength: i64,
    displacements: &[i64],
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::indexed_block(form, blocklength, displacements, old))
}

/// `MPI_Type_create_hindexed_block`: displacements are in bytes.
pub fn hindexed_block(
    form: Form,
    blocklength: i64,
    displacements: &[i64],
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::hindexed_block(form, blocklength, displacements, old))
}

/// `MPI_Type_create_struct`: displacements are in bytes.
pub fn structure(
    form: Form,
    blocklengths: &[i64],
    displacements: &[i64],
    types: &[DatatypeHandle],
) -> Result<DatatypeHandle> {
    let types = {
        let process = enter();
        let parts = types.iter().map(|handle| process.datatype(*handle).cloned());
        parts.collect::<Result<Vec<_>>>()?
    };
    Ok(add(Datatype::structure(form, blocklengths, displacements, &types)?))
}

/// `MPI_Type_create_subarray`.
pub fn subarray(
    form: Form,
    sizes: &[i64],
    subsizes: &[i64],
    starts: &[i64],
    order: Order,
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::subarray(form, sizes, subsizes, starts, order, old))
}

/// `MPI_Type_create_darray`.
#[allow(clippy::too_many_arguments, reason = "the standard's own list")]
pub fn darray(
    form: Form,
    size: i32,
    rank: i32,
    gsizes: &[i64],
    distributions: &[Distribution],
    psizes: &[i32],
    order: Order,
    old: DatatypeHandle,
) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::darray(form, size, rank, gsizes, distributions, psizes, order, old))
}

/// `MPI_Type_create_resized`.
pub fn resized(form: Form, lb: i64, extent: i64, old: DatatypeHandle) -> Result<DatatypeHandle> {
    derive(old, |old| Datatype::resized(form, lb, extent, old))
}

/// `MPI_Type_dup`: the copy is committed if the original is, and has the attributes that their copy
/// functions copy. If one of them fails, there is no copy.
pub fn dup(old: DatatypeHandle) -> Result<DatatypeHandle> {
    let new = derive(old, Datatype::dup)?;
    match attribute::copy_all(Holder::Type, old.0, new.0) {
        Ok(()) => Ok(new),
        Err(error) => {
            // The first error is the one to tell.
            let _ = attribute::delete_all(Holder::Type, new.0);
            let _ = forget(new);
            Err(error)
        }
    }
}

/// `MPI_Type_commit`. Doing it again does nothing.
pub fn commit(handle: DatatypeHandle) -> Result<()> {
    let datatype = get(handle)?;
    if datatype.is_committed() {
        return Ok(());
    }
    // Compiling a large layout takes a while: others may enter meanwhile.
    datatype.commit();
    let mut process = enter();
    let entry = process.types.get_mut(handle).ok_or_else(|| bad_type(handle))?;
    entry.note_committed();
    Ok(())
}

/// `MPI_Type_free`: operations under way and other datatypes keep what they need.
pub fn free(handle: DatatypeHandle) -> Result<()> {
    if get(handle)?.is_predefined() {
        let text = format!("datatype handle {handle:?} is predefined and cannot be freed");
        return Err(Error::new(MPI_ERR_TYPE, text));
    }
    attribute::delete_all(Holder::Type, handle.0)?;
    forget(handle)
}

fn forget(handle: DatatypeHandle) -> Result<()> {
    // A large datatype goes after the state was left.
    let gone = enter().types.retire(handle);
    crate::lane::forget_type(handle);
    gone.map(drop).ok_or_else(|| bad_type(handle))
}
