//! Accesses that do not block (MPI-5.0 §14.4): requests of a scope.

use super::{File, signed};
use crate::data::{Incoming, Outgoing};
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::universe::admit;
use ferry_mpi::file::{self, FilePointer};

macro_rules! reads {
    ($($(#[$doc:meta])* $name:ident($($at:ident)?) as $kind:ident by |$handle:ident, $lent:ident| $read:expr;)*) => {
        impl<T: Equivalence> File<T> { $(
            $(#[$doc])*
            pub fn $name<'scope, D: Incoming<Element = T> + ?Sized>(
                &self,
                scope: &'scope Scope<'scope, '_>,
                $($at: u64,)?
                buffer: &'scope mut D,
            ) -> Result<Request<'scope, &'scope mut D>> {
                in_call(stringify!($name), || {
                    admit()?;
                    $(let $at = FilePointer::Offset(signed($at)?);)?
                    let $handle = self.handle;
                    scope.receiving(OperationKind::$kind, buffer, |$lent| $read)
                })
            }
        )* }
    };
}

macro_rules! writes {
    ($($(#[$doc:meta])* $name:ident($($at:ident)?) as $kind:ident by |$handle:ident, $lent:ident| $write:expr;)*) => {
        impl<T: Equivalence> File<T> { $(
            $(#[$doc])*
            pub fn $name<'scope, D: Outgoing<Element = T> + ?Sized>(
                &self,
                scope: &'scope Scope<'scope, '_>,
                $($at: u64,)?
                data: &'scope D,
            ) -> Result<Request<'scope, &'scope D>> {
                in_call(stringify!($name), || {
                    admit()?;
                    $(let $at = FilePointer::Offset(signed($at)?);)?
                    let $handle = self.handle;
                    scope.sending(OperationKind::$kind, data, |$lent| $write)
                })
            }
        )* }
    };
}

reads! {
    /// Starts a [`read_at`](File::read_at) (`MPI_File_iread_at`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let path = std::env::temp_dir().join(format!("ferry-doc-iread-{}", std::process::id()));
    /// # let path = path.to_str().unwrap();
    /// use ferry::FileOptions;
    /// let options = FileOptions::new().read(true).write(true).create(true).delete_on_close(true);
    /// let file = options.open(&universe.self_comm(), path)?;
    /// file.write_at(0, &b"a block of the file"[..])?;
    /// let mut room = [0; 7];
    /// ferry::scope(|scope| {
    ///     let read = file.iread_at(scope, 2, &mut room[..])?;
    ///     // Here is time for something else.
    ///     assert_eq!(read.wait()?.count::<u8>(), Some(7));
    ///     Ok(())
    /// })?;
    /// assert_eq!(&room, b"block o");
    /// file.close()
    /// # }
    /// ```
    iread_at(at) as Own by |handle, lent| file::iread_at(handle, at, &lent);
    /// Starts a [`read_at_all`](File::read_at_all) (`MPI_File_iread_at_all`).
    iread_at_all(at) as Joint by |handle, lent| file::iread_all(handle, at, &lent);
    /// Starts a [`read`](File::read) (`MPI_File_iread`).
    iread() as Own by |handle, lent| file::iread_at(handle, FilePointer::Individual, &lent);
    /// Starts a [`read_all`](File::read_all) (`MPI_File_iread_all`).
    iread_all() as Joint by |handle, lent| file::iread_all(handle, FilePointer::Individual, &lent);
    /// Starts a [`read_shared`](File::read_shared) (`MPI_File_iread_shared`).
    iread_shared() as Joint by |handle, lent| file::iread_shared(handle, &lent);
}

writes! {
    /// Starts a [`write_at`](File::write_at) (`MPI_File_iwrite_at`).
    iwrite_at(at) as Own by |handle, lent| file::iwrite_at(handle, at, &lent);
    /// Starts a [`write_at_all`](File::write_at_all) (`MPI_File_iwrite_at_all`).
    iwrite_at_all(at) as Joint by |handle, lent| file::iwrite_all(handle, at, &lent);
    /// Starts a [`write`](File::write) (`MPI_File_iwrite`).
    iwrite() as Own by |handle, lent| file::iwrite_at(handle, FilePointer::Individual, &lent);
    /// Starts a [`write_all`](File::write_all) (`MPI_File_iwrite_all`).
    iwrite_all() as Joint by |handle, lent| file::iwrite_all(handle, FilePointer::Individual, &lent);
    /// Starts a [`write_shared`](File::write_shared) (`MPI_File_iwrite_shared`).
    iwrite_shared() as Joint by |handle, lent| file::iwrite_shared(handle, &lent);
}
