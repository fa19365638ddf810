//! What a status says in units of a datatype (MPI-5.0 §3.2.5, §5.1.11, §13.3).

use super::get;
use crate::constants::{MPI_ERR_COUNT, MPI_ERR_VALUE_TOO_LARGE};
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::process::enter;
use crate::status::Status;
use ferry_datatype::{Datatype, Format};

/// `MPI_Get_count`: whole elements received; `None` stands for `MPI_UNDEFINED`.
pub fn get_count(status: &Status, handle: DatatypeHandle) -> Result<Option<u64>> {
    Ok(enter().datatype(handle)?.get_count(status.bytes()))
}

/// `MPI_Get_elements`: basic elements received; `None` stands for `MPI_UNDEFINED`.
pub fn get_elements(status: &Status, handle: DatatypeHandle) -> Result<Option<u64>> {
    Ok(get(handle)?.get_elements(status.bytes()))
}

/// `MPI_Status_set_elements`: what [`get_elements`] is to tell.
pub fn set_elements(status: &mut Status, handle: DatatypeHandle, count: u64) -> Result<()> {
    status.set_bytes(bytes_of(&*get(handle)?, count)?);
    Ok(())
}

/// Bytes of the first `count` basic elements of a row of datatypes.
fn bytes_of(datatype: &Datatype, count: u64) -> Result<u64> {
    let each = datatype.elements();
    if each == 0 && count > 0 {
        let text = format!("count is {count}, but the datatype has no elements");
        return Err(Error::new(MPI_ERR_COUNT, text));
    }
    if count == 0 {
        return Ok(0);
    }
    let rest = bytes_within(datatype, count % each);
    let whole = (count / each).checked_mul(datatype.size());
    whole.and_then(|whole| whole.checked_add(rest)).ok_or_else(|| {
        let text = format!("{count} elements of the datatype are more than 64 bits can count");
        Error::new(MPI_ERR_VALUE_TOO_LARGE, text)
    })
}

/// Bytes of the first `count` basic elements of one datatype that has more of them.
fn bytes_within(datatype: &Datatype, count: u64) -> u64 {
    let (mut left, mut bytes) = (count, 0);
    for (basic, run) in datatype.basics() {
        let whole = run.min(left / basic.elements());
        bytes += whole * basic.size() as u64;
        left -= whole * basic.elements();
        if whole < run {
            // A pair counts for two: its value may have come alone.
            if let (1, Format::Pair(value, _)) = (left, basic.format()) {
                bytes += value.size() as u64;
            }
            break;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_datatype::{Basic, Form};

    #[test]
    fn elements_that_are_set_are_got() {
        let int = Datatype::basic(Basic::Int);
        let pair = Datatype::basic(Basic::DoubleInt);
        let parts = [int.clone(), pair.clone(), Datatype::basic(Basic::Char)];
        let mixed = Datatype::structure(Form::Int, &[2, 3, 1], &[0, 8, 100], &parts).unwrap();
        for datatype in [&int, &pair, &mixed] {
            for count in 0..40 {
                let bytes = bytes_of(datatype, count).unwrap();
                assert_eq!(datatype.get_elements(bytes), Some(count), "{count} in {bytes}");
            }
        }
        assert_eq!(bytes_of(&mixed, 3).unwrap(), 16);
        assert_eq!(bytes_of(&mixed, 9 + 4).unwrap(), 45 + 20);
    }

    #[test]
    fn counts_that_no_datatype_has_are_errors() {
        let empty = Datatype::contiguous(Form::Int, 0, &Datatype::basic(Basic::Int)).unwrap();
        assert_eq!(bytes_of(&empty, 0).unwrap(), 0);
        assert_eq!(bytes_of(&empty, 1).unwrap_err().code, MPI_ERR_COUNT);
        let double = Datatype::basic(Basic::Double);
        assert_eq!(bytes_of(&double, 1 << 62).unwrap_err().code, MPI_ERR_VALUE_TOO_LARGE);
    }
}
