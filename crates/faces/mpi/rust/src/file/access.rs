//! Accesses that block (MPI-5.0 §14.4.2 to §14.4.4).

use super::{File, signed};
use crate::buffer::finish;
use crate::data::{Incoming, Outgoing, lend::BORROWER};
use crate::envelope::Status;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::universe::admit;
use ferry_mpi::file::{self, FilePointer};
use ferry_mpi::handle::FileHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

macro_rules! reads {
    ($($(#[$doc:meta])* $name:ident($($at:ident)?) by |$handle:ident, $lent:ident| $read:expr;)*) => {
        impl<T: Equivalence> File<T> { $(
            $(#[$doc])*
            pub fn $name<D: Incoming<Element = T> + ?Sized>(
                &self,
                $($at: u64,)?
                buffer: &mut D,
            ) -> Result<Status> {
                in_call(stringify!($name), || {
                    $(let $at = FilePointer::Offset(signed($at)?);)?
                    self.reading(buffer, |$handle, $lent| $read)
                })
            }
        )* }
    };
}

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident($($at:ident)?) by |$handle:ident, $lent:ident| $write:expr;)*) => {
        impl<T: Equivalence> File<T> { $(
            $(#[$doc])*
            pub fn $name<D: Outgoing<Element = T> + ?Sized>(
                &self,
                $($at: u64,)?
                data: &D,
            ) -> Result<()> {
                in_call(stringify!($name), || {
                    $(let $at = FilePointer::Offset(signed($at)?);)?
                    self.writing(data, |$handle, $lent| $write)
                })
            }
        )* }
    };
}

reads! {
    /// Reads from element `at` on (`MPI_File_read_at`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let path = std::env::temp_dir().join(format!("ferry-doc-read-at-{}", std::process::id()));
    /// # let path = path.to_str().unwrap();
    /// use ferry::FileOptions;
    /// let options = FileOptions::new().read(true).write(true).create(true).delete_on_close(true);
    /// let file = options.open(&universe.self_comm(), path)?;
    /// file.write_at(2, &b"ferry"[..])?;
    /// let mut room = [0; 8];
    /// let status = file.read_at(0, &mut room[..])?;
    /// assert_eq!((status.count::<u8>(), &room), (Some(7), b"\0\0ferry\0"));
    /// file.close()
    /// # }
    /// ```
    read_at(at) by |handle, lent| file::read_at(handle, at, &lent);
    /// Reads from element `at` on; collective (`MPI_File_read_at_all`).
    read_at_all(at) by |handle, lent| file::read_all(handle, at, &lent);
    /// Reads at this process's pointer, which moves on (`MPI_File_read`).
    read() by |handle, lent| file::read_at(handle, FilePointer::Individual, &lent);
    /// Reads at this process's pointer, which moves on; collective (`MPI_File_read_all`).
    read_all() by |handle, lent| file::read_all(handle, FilePointer::Individual, &lent);
    /// Reads at the shared pointer, which moves on for all (`MPI_File_read_shared`).
    read_shared() by |handle, lent| file::read_shared(handle, &lent);
    /// Reads at the shared pointer, one process behind the other in the order of ranks; collective
    /// (`MPI_File_read_ordered`).
    read_ordered() by |handle, lent| file::read_ordered(handle, &lent);
}

writes! {
    /// Writes from element `at` on (`MPI_File_write_at`).
    write_at(at) by |handle, lent| file::write_at(handle, at, &lent);
    /// Writes from element `at` on; collective (`MPI_File_write_at_all`).
    write_at_all(at) by |handle, lent| file::write_all(handle, at, &lent);
    /// Writes at this process's pointer, which moves on (`MPI_File_write`).
    write() by |handle, lent| file::write_at(handle, FilePointer::Individual, &lent);
    /// Writes at this process's pointer, which moves on; collective (`MPI_File_write_all`).
    write_all() by |handle, lent| file::write_all(handle, FilePointer::Individual, &lent);
    /// Writes at the shared pointer, which moves on for all (`MPI_File_write_shared`): lines of a journal, say, in
    /// whatever order.
    write_shared() by |handle, lent| file::write_shared(handle, &lent);
    /// Writes at the shared pointer, one process behind the other in the order of ranks; collective
    /// (`MPI_File_write_ordered`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let path = std::env::temp_dir().join(format!("ferry-doc-ordered-{}", std::process::id()));
    /// # let path = path.to_str().unwrap();
    /// use ferry::FileOptions;
    /// let world = universe.world();
    /// let options = FileOptions::new().write(true).create(true).delete_on_close(true);
    /// let file = options.open(&world, path)?;
    /// file.write_ordered(format!("this is rank {}\n", world.rank()).as_bytes())?;
    /// file.close()
    /// # }
    /// ```
    write_ordered() by |handle, lent| file::write_ordered(handle, &lent);
}

impl<T: Equivalence> File<T> {
    fn reading<D: Incoming<Element = T> + ?Sized>(
        &self,
        buffer: &mut D,
        read: impl FnOnce(FileHandle, RecvBuffer) -> ferry_mpi::Result<ferry_mpi::Status>,
    ) -> Result<Status> {
        admit()?;
        let (lent, memory) = buffer.incoming(BORROWER)?;
        let status = finish(|| read(self.handle, memory))?;
        drop(lent);
        Ok(Status(status))
    }

    fn writing<D: Outgoing<Element = T> + ?Sized>(
        &self,
        data: &D,
        write: impl FnOnce(FileHandle, SendBuffer) -> ferry_mpi::Result<ferry_mpi::Status>,
    ) -> Result<()> {
        admit()?;
        let lent = data.outgoing(BORROWER)?;
        finish(|| write(self.handle, lent))?;
        Ok(())
    }
}
