//! Datatypes by handle (MPI-5.0 §5).

mod contents;
mod create;
mod elements;
mod fortran;
mod name;
mod pack;
mod typed;

pub use contents::{TypeArguments, contents, envelope};
pub use create::{
    commit, contiguous, darray, dup, free, hindexed, hindexed_block, hvector, indexed,
    indexed_block, resized, structure, subarray, vector,
};
pub use elements::{get_count, get_elements, set_elements};
pub use ferry_datatype::{Distribution, Form, Order, TypeEnvelope, UserMemory, UserMemoryMut};
pub use fortran::{f90_complex, f90_integer, f90_real, match_size, value_index};
pub use name::{name, set_name};
pub use pack::{pack, pack_external, pack_external_size, pack_size, unpack, unpack_external};
pub use typed::{TypeNames, TypedElements, tell_types};
pub(crate) use typed::{named_word, names as type_names, types_are_told};

use crate::constants::MPI_ERR_TYPE;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, kind};
use crate::process::{Process, enter};
use crate::table::Table;
use ferry_datatype::{Basic, Combiner, Datatype, DatatypeError, Marker};
use std::sync::Arc;

/// A datatype with what can be set on it.
#[derive(Debug)]
pub struct TypeEntry {
    /// The datatype.
    pub datatype: Arc<Datatype>,
    /// Its size, if elements follow one another without gaps from the buffer's address on. None where messages tell
    /// the types of their elements: what is shortest for all others does not fit them.
    pub dense: Option<u64>,
    /// Where messages tell them: the size in that case.
    typed_row: Option<u64>,
    /// What they tell.
    pub(crate) typed: Option<&'static TypedElements>,
    /// `MPI_Type_set_name`.
    pub name: String,
}

impl TypeEntry {
    /// An entry for a datatype.
    pub fn new(datatype: Arc<Datatype>, name: String) -> Self {
        let (dense, typed_row, typed) = (None, None, None);
        let mut entry = TypeEntry { datatype, dense, typed_row, typed, name };
        if entry.datatype.is_committed() {
            entry.note_committed();
        }
        entry
    }

    /// The datatype is committed from now on.
    fn note_committed(&mut self) {
        let row = self.datatype.is_contiguous().then(|| self.datatype.size());
        match typed::names() {
            None => self.dense = row,
            Some(names) => {
                self.typed_row = row;
                self.typed = TypedElements::of(&self.datatype, &self.name, names);
            }
        }
    }

    /// Its size, if elements follow one another without gaps from the buffer's address on.
    #[inline]
    pub(crate) fn row(&self) -> Option<u64> {
        self.dense.or(self.typed_row)
    }
}

impl Process {
    /// Puts all predefined datatypes at their handles.
    pub(crate) fn define_types(&mut self) {
        for basic in Basic::ALL.iter().copied() {
            let entry = TypeEntry::new(Datatype::basic(basic), basic.name().to_owned());
            self.types.define(handle_of(basic), entry);
        }
        for (handle, marker, name) in MARKERS {
            let entry = TypeEntry::new(Datatype::marker(marker), name.to_owned());
            self.types.define(handle, entry);
        }
    }

    /// A datatype that may be used for communication.
    #[inline]
    pub fn committed(&self, handle: DatatypeHandle) -> Result<&TypeEntry> {
        committed_in(&self.types, handle)
    }

    /// A handle for a datatype: that of a predefined one, a new one for others.
    pub(crate) fn handle_for(&mut self, datatype: &Arc<Datatype>) -> DatatypeHandle {
        if let Combiner::Named(basic) = datatype.combiner() {
            return handle_of(*basic);
        }
        if let Combiner::Marker(marker) = datatype.combiner()
            && let Some((handle, ..)) = MARKERS.iter().find(|(_, known, _)| known == marker)
        {
            return *handle;
        }
        if datatype.is_predefined() {
            let mut made = self.types.made();
            let found = made.find(|(_, entry)| Arc::ptr_eq(&entry.datatype, datatype));
            if let Some((handle, _)) = found {
                return handle;
            }
        }
        self.types.insert(TypeEntry::new(datatype.clone(), String::new()))
    }
}

/// MPI-1's markers of bounds, at values that the ABI leaves free (`spec/README.md`).
const MARKERS: [(DatatypeHandle, Marker, &str); 2] = [
    (DatatypeHandle::new(0x205), Marker::Upper, "MPI_UB"),
    (DatatypeHandle::new(0x206), Marker::Lower, "MPI_LB"),
];

/// The handle of a datatype that the ABI defines.
fn handle_of(basic: Basic) -> DatatypeHandle {
    DatatypeHandle::new(basic.handle())
}

/// The datatype of a handle, kept alive for use while the state is not held.
fn get(handle: DatatypeHandle) -> Result<Arc<Datatype>> {
    enter().datatype(handle).cloned()
}

/// Bytes of data in one element (`MPI_Type_size`).
pub fn size(handle: DatatypeHandle) -> Result<u64> {
    Ok(enter().datatype(handle)?.size())
}

/// Lower bound and extent in bytes (`MPI_Type_get_extent`).
pub fn extent(handle: DatatypeHandle) -> Result<(i64, i64)> {
    let process = enter();
    let datatype = process.datatype(handle)?;
    Ok((datatype.lb(), datatype.extent()))
}

/// Offset of the first byte of data, and bytes up to the last (`MPI_Type_get_true_extent`).
pub fn true_extent(handle: DatatypeHandle) -> Result<(i64, i64)> {
    let process = enter();
    let datatype = process.datatype(handle)?;
    Ok((datatype.true_lb(), datatype.true_extent()))
}

impl From<DatatypeError> for Error {
    fn from(error: DatatypeError) -> Self {
        Error::new(error.class(), error.to_string())
    }
}

/// A datatype that may be used for communication, where the rest of the state is in use.
#[inline]
pub(crate) fn committed_in(
    types: &Table<kind::Datatype, TypeEntry>,
    handle: DatatypeHandle,
) -> Result<&TypeEntry> {
    match types.get(handle) {
        Some(entry) if entry.dense.is_some() || entry.datatype.is_committed() => Ok(entry),
        Some(entry) => Err(uncommitted(entry)),
        None => Err(bad_type(handle)),
    }
}

#[cold]
fn uncommitted(entry: &TypeEntry) -> Error {
    let which = match entry.name.as_str() {
        "" => "the datatype".to_owned(),
        name => format!("datatype '{name}'"),
    };
    Error::new(MPI_ERR_TYPE, format!("{which} is not committed; call MPI_Type_commit first"))
}

#[cold]
pub(crate) fn bad_type(handle: DatatypeHandle) -> Error {
    let text = match handle == DatatypeHandle::NULL {
        true => "the datatype is MPI_DATATYPE_NULL".to_owned(),
        false => format!("datatype handle {handle:?} was freed or was never made"),
    };
    Error::new(MPI_ERR_TYPE, text)
}
