//! Names of datatypes (MPI-5.0 §7.8).

use super::bad_type;
use crate::constants::MPI_MAX_OBJECT_NAME;
use crate::error::Result;
use crate::handle::DatatypeHandle;
use crate::process::enter;

/// `MPI_Type_get_name`: predefined datatypes and the null handle are called as in C, others have no
/// name at first.
pub fn name(handle: DatatypeHandle) -> Result<String> {
    if handle == DatatypeHandle::NULL {
        return Ok("MPI_DATATYPE_NULL".to_owned());
    }
    let process = enter();
    let entry = process.types.get(handle).ok_or_else(|| bad_type(handle))?;
    Ok(entry.name.clone())
}

/// `MPI_Type_set_name`: what is too long is cut.
pub fn set_name(handle: DatatypeHandle, name: &str) -> Result<()> {
    let mut process = enter();
    let entry = process.types.get_mut(handle).ok_or_else(|| bad_type(handle))?;
    entry.name = cut(name).to_owned();
    Ok(())
}

/// As much as fits beside the null byte.
fn cut(name: &str) -> &str {
    let mut len = name.len().min(MPI_MAX_OBJECT_NAME as usize - 1);
    while !name.is_char_boundary(len) {
        len -= 1;
    }
    &name[..len]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_at_a_character() {
        assert_eq!(cut("row"), "row");
        assert_eq!(cut(&"a".repeat(500)).len(), 127);
        assert_eq!(cut(&"é".repeat(500)).len(), 126);
    }
}
