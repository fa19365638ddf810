//! Split collective accesses (MPI-5.0 §14.4.5): begun by one call and ended by another, with time between.
//!
//! The buffer is the access's own until the end: a guard may be forgotten, and what it had lent would be written to
//! all the same.

use super::{File, signed};
use crate::buffer::finish;
use crate::envelope::Status;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::leaves::LentVec;
use crate::leaving::end_by_panic;
use crate::types;
use crate::universe::admit;
use ferry_mpi::file::{self, FilePointer, SplitKind};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

/// A collective read that has begun; it owns the elements. [`end`](SplitRead::end) gives them back.
///
/// Dropped, it is ended as if by that, which waits for the other processes.
#[must_use = "it ends with `end`"]
pub struct SplitRead<'f, T: Equivalence>(BegunAccess<'f, T>);

/// A collective write that has begun; it owns the elements. [`end`](SplitWrite::end) gives them back.
///
/// Dropped, it is ended as if by that, which waits for the other processes.
#[must_use = "it ends with `end`"]
pub struct SplitWrite<'f, T: Equivalence>(BegunAccess<'f, T>);

struct BegunAccess<'f, T: Equivalence> {
    file: &'f File<T>,
    kind: SplitKind,
    /// Taken at the end.
    elements: Option<LentVec<T>>,
}

impl<T: Equivalence> BegunAccess<'_, T> {
    fn end(&mut self) -> Result<(Vec<T>, Status)> {
        let Some(elements) = self.elements.take() else {
            return Ok((Vec::new(), Status(ferry_mpi::Status::EMPTY)));
        };
        // Whoever may not end it may not have its memory either, which stays lent for good.
        admit()?;
        let status = finish(|| file::read_end(self.file.handle, self.kind));
        let elements = elements.back();
        Ok((elements, Status(status?)))
    }
}

impl<T: Equivalence> Drop for BegunAccess<'_, T> {
    fn drop(&mut self) {
        if self.elements.is_some() {
            end_by_panic();
        }
        // Who wants to know calls `end`.
        let _ = self.end();
    }
}

impl<T: Equivalence> SplitRead<'_, T> {
    /// Waits until it is complete; the elements, and how many came (`MPI_File_read_all_end` and its sisters).
    pub fn end(mut self) -> Result<(Vec<T>, Status)> {
        in_call("end", || self.0.end())
    }
}

impl<T: Equivalence> SplitWrite<'_, T> {
    /// Waits until it is complete; the elements (`MPI_File_write_all_end` and its sisters).
    pub fn end(mut self) -> Result<Vec<T>> {
        in_call("end", || self.0.end().map(|(elements, _)| elements))
    }
}

macro_rules! begins {
    ($guard:ident, $lend:ident, $give:ident: $($(#[$doc:meta])* $name:ident($($at:ident)?) = $kind:ident
        by |$handle:ident, $lent:ident| $begin:expr;)*) => {
        impl<T: Equivalence> File<T> { $(
            $(#[$doc])*
            pub fn $name(&self, $($at: u64,)? $give: Vec<T>) -> Result<$guard<'_, T>> {
                in_call(stringify!($name), || {
                    admit()?;
                    $(let $at = FilePointer::Offset(signed($at)?);)?
                    let elements = LentVec::new($give);
                    let ($handle, $lent) = (self.handle, $lend(&elements)?);
                    if let Err(error) = finish(|| $begin) {
                        // Nothing uses them.
                        drop(elements.back());
                        return Err(error.into());
                    }
                    let kind = SplitKind::$kind;
                    Ok($guard(BegunAccess { file: self, kind, elements: Some(elements) }))
                })
            }
        )* }
    };
}

fn room<T: Equivalence>(elements: &LentVec<T>) -> Result<RecvBuffer> {
    let datatype = types::element::<T>()?;
    Ok(RecvBuffer { memory: elements.memory(), count: elements.len() as u64, datatype })
}

fn contents<T: Equivalence>(elements: &LentVec<T>) -> Result<SendBuffer> {
    let RecvBuffer { memory, count, datatype } = room(elements)?;
    Ok(SendBuffer { memory: memory.reader(), count, datatype })
}

begins! { SplitRead, room, buffer:
    /// Begins to read from element `at` on, as many elements as the vector has; collective
    /// (`MPI_File_read_at_all_begin`).
    read_at_all_begin(at) = ReadAt by |handle, lent| file::read_begin(handle, SplitKind::ReadAt, at, &lent);
    /// Begins to read at this process's pointer; collective (`MPI_File_read_all_begin`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let path = std::env::temp_dir().join(format!("ferry-doc-split-{}", std::process::id()));
    /// # let path = path.to_str().unwrap();
    /// use ferry::FileOptions;
    /// let options = FileOptions::new().read(true).write(true).create(true).delete_on_close(true);
    /// let file = options.open(&universe.world(), path)?;
    /// let writing = file.write_at_all_begin(0, b"1234".to_vec())?;
    /// // Here is time for something else.
    /// writing.end()?;
    /// file.sync()?;
    /// let (digits, status) = file.read_all_begin(vec![0; 4])?.end()?;
    /// assert_eq!((&digits[..], status.bytes()), (&b"1234"[..], 4));
    /// file.close()
    /// # }
    /// ```
    read_all_begin() = Read
        by |handle, lent| file::read_begin(handle, SplitKind::Read, FilePointer::Individual, &lent);
    /// Begins to read at the shared pointer in the order of ranks; collective (`MPI_File_read_ordered_begin`).
    read_ordered_begin() = ReadOrdered by |handle, lent| file::read_ordered_begin(handle, &lent);
}

begins! { SplitWrite, contents, data:
    /// Begins to write from element `at` on; collective (`MPI_File_write_at_all_begin`).
    write_at_all_begin(at) = WriteAt by |handle, lent| file::write_begin(handle, SplitKind::WriteAt, at, &lent);
    /// Begins to write at this process's pointer; collective (`MPI_File_write_all_begin`).
    write_all_begin() = Write
        by |handle, lent| file::write_begin(handle, SplitKind::Write, FilePointer::Individual, &lent);
    /// Begins to write at the shared pointer in the order of ranks; collective (`MPI_File_write_ordered_begin`).
    write_ordered_begin() = WriteOrdered by |handle, lent| file::write_ordered_begin(handle, &lent);
}
