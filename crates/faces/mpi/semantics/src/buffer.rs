//! Buffers that are not there, and buffers of the library's own.

use crate::constants::MPI_ERR_BUFFER;
use crate::error::{Error, Result};
use ferry_datatype::Datatype;
use ferry_two_sided::Scatter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// No program has memory in the first page.
const FIRST_PAGE: usize = 4096;

/// Fails if data begin where nothing can be: the program passed `NULL` for a buffer. Datatypes of absolute
/// addresses go with `MPI_BOTTOM`, which is `NULL` as well (MPI-5.0 §5.1.12); no data may be anywhere.
pub(crate) fn check_null(base: *const u8, datatype: &Datatype, count: u64) -> Result<()> {
    let first = base.wrapping_offset(datatype.true_lb() as isize);
    if first.addr() >= FIRST_PAGE || count == 0 || datatype.size() == 0 {
        return Ok(());
    }
    Err(missing(datatype.size().saturating_mul(count)))
}

#[cold]
fn missing(bytes: u64) -> Error {
    let text = format!(
        "the buffer is NULL, but count and datatype say that it holds {bytes} bytes; pass their address, \
         or a datatype of absolute addresses with MPI_BOTTOM"
    );
    Error::new(MPI_ERR_BUFFER, text)
}

/// Room for a message of the library's own, shared with whoever looks at it afterwards.
#[derive(Default)]
pub(crate) struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl SharedBytes {
    /// Room for `len` bytes, for the receive and for who looks.
    pub(crate) fn new(len: usize) -> (Self, Self) {
        let bytes = Arc::new(Mutex::new(vec![0; len]));
        (SharedBytes(bytes.clone()), SharedBytes(bytes))
    }

    /// What has come.
    pub(crate) fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scatter for SharedBytes {
    fn len(&self) -> usize {
        self.bytes().len()
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        // Transfer has checked the length against `len`.
        if let Some(room) = self.bytes().get_mut(at..at + bytes.len()) {
            room.copy_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_datatype::{Basic, Form};

    #[test]
    fn null_is_a_buffer_for_nothing_and_for_absolute_addresses() {
        let int = Datatype::basic(Basic::from_handle(crate::constants::MPI_INT).unwrap());
        let none = Datatype::contiguous(Form::Int, 0, &int).unwrap();
        let gaps = Datatype::vector(Form::Int, 2, 1, 2, &int).unwrap();
        let near = Datatype::hindexed(Form::Int, &[1], &[64], &int).unwrap();
        let absolute = Datatype::hindexed(Form::Int, &[1], &[0x7fff_0000], &int).unwrap();
        let code = |datatype, count| {
            check_null(std::ptr::null(), datatype, count).map_or_else(|error| error.code, |()| 0)
        };
        for datatype in [&int, &gaps, &near] {
            assert_eq!((code(datatype, 1), code(datatype, 0)), (MPI_ERR_BUFFER, 0));
        }
        assert_eq!((code(&none, 5), code(&absolute, 1)), (0, 0));
    }
}
