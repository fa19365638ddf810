//! How a datatype was made (MPI-5.0 §5.1.13).

use super::get;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_TYPE};
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::process::enter;
use ferry_datatype::{Form, TypeEnvelope};

/// The arguments of the call that made a datatype, in the standard's order.
#[derive(Clone, Debug, Default)]
pub struct TypeArguments {
    /// Arguments of type `int`.
    pub integers: Vec<i32>,
    /// Arguments of type `MPI_Aint`.
    pub addresses: Vec<i64>,
    /// Arguments of type `MPI_Count`.
    pub large_counts: Vec<i64>,
    /// Datatypes: derived ones are new handles, to be freed by the caller.
    pub datatypes: Vec<DatatypeHandle>,
}

/// `MPI_Type_get_envelope`. The int form cannot tell of arguments that are large counts.
pub fn envelope(form: Form, handle: DatatypeHandle) -> Result<TypeEnvelope> {
    let envelope = get(handle)?.envelope();
    check_form(form, &envelope, "MPI_Type_get_envelope_c")?;
    Ok(envelope)
}

fn check_form(form: Form, envelope: &TypeEnvelope, instead: &str) -> Result<()> {
    if form == Form::Large || envelope.large_counts == 0 {
        return Ok(());
    }
    let text = format!(
        "the datatype was made with {} large counts, which this form cannot tell; call {instead}",
        envelope.large_counts
    );
    Err(Error::new(MPI_ERR_TYPE, text))
}

/// `MPI_Type_get_contents`: `room` is what the caller's arrays hold of each kind.
pub fn contents(form: Form, handle: DatatypeHandle, room: &TypeEnvelope) -> Result<TypeArguments> {
    let datatype = get(handle)?;
    let contents = datatype.contents()?;
    let needed = datatype.envelope();
    check_form(form, &needed, "MPI_Type_get_contents_c")?;
    check_room("max_integers", room.integers, needed.integers)?;
    check_room("max_addresses", room.addresses, needed.addresses)?;
    check_room("max_large_counts", room.large_counts, needed.large_counts)?;
    check_room("max_datatypes", room.datatypes, needed.datatypes)?;
    let mut process = enter();
    Ok(TypeArguments {
        // They came as `int`.
        integers: contents.integers.iter().map(|value| *value as i32).collect(),
        addresses: contents.addresses,
        large_counts: contents.large_counts,
        datatypes: contents.datatypes.iter().map(|part| process.handle_for(part)).collect(),
    })
}

fn check_room(name: &str, room: usize, needed: usize) -> Result<()> {
    if room >= needed {
        return Ok(());
    }
    let text =
        format!("argument {name} is {room}, but the datatype has {needed}; see its envelope");
    Err(Error::new(MPI_ERR_ARG, text))
}
