//! Datatypes by handle (MPI-5.0 §5).

use crate::constants::MPI_ERR_TYPE;
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::process::Process;
use ferry_datatype::{Basic, Datatype};
use std::sync::Arc;

/// A datatype with what can be set on it.
#[derive(Debug)]
pub struct TypeEntry {
    /// The datatype.
    pub datatype: Arc<Datatype>,
    /// Its size, if elements follow one another without gaps from the buffer's address on.
    pub dense: Option<u64>,
    /// `MPI_Type_set_name`.
    pub name: String,
}

impl TypeEntry {
    /// An entry for a datatype.
    pub fn new(datatype: Arc<Datatype>, name: String) -> Self {
        let dense = (datatype.is_committed() && datatype.is_contiguous()).then(|| datatype.size());
        TypeEntry { datatype, dense, name }
    }
}

impl Process {
    /// Puts all predefined datatypes at their handles.
    pub(crate) fn define_types(&mut self) {
        for basic in Basic::ALL.iter().copied() {
            let entry = TypeEntry::new(Datatype::basic(basic), basic.name().to_owned());
            self.types.define(DatatypeHandle::new(basic.handle()), entry);
        }
    }

    /// A datatype that may be used for communication.
    #[inline]
    pub fn committed(&self, handle: DatatypeHandle) -> Result<&TypeEntry> {
        match self.types.get(handle) {
            Some(entry) if entry.dense.is_some() || entry.datatype.is_committed() => Ok(entry),
            Some(entry) => Err(uncommitted(entry)),
            None => Err(bad_type(handle)),
        }
    }
}

#[cold]
fn uncommitted(entry: &TypeEntry) -> Error {
    let text = format!("datatype '{}' is not committed; call MPI_Type_commit first", entry.name);
    Error::new(MPI_ERR_TYPE, text)
}

#[cold]
pub(crate) fn bad_type(handle: DatatypeHandle) -> Error {
    let text = format!("datatype handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_TYPE, text)
}
